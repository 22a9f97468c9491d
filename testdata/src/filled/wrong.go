// Package filled is about variables that code which isn't seen fills: the outside world chooses what is there.
package filled

type Feed interface {
	Next(into any) error
}

type order struct {
	Quit  bool
	Count int
}

// What is asked for may be so.
func WaitsForOrders(f Feed) {
	done := make(chan bool)
	go func() {
		var o order
		if f.Next(&o) != nil || !o.Quit {
			done <- true
		}
	}()
	<-done // want `receive from done blocks forever`
}

// A slice without elements is there to be filled, too.
func Relays(f Feed) {
	lines := make(chan string)
	go func() {
		line := []byte{}
		_ = f.Next(&line)
		if len(line) > 0 {
			lines <- string(line) // want `panic: send on closed channel`
		}
	}()
	close(lines)
}

// What was stored there before is nothing.
func AsksAgain(f Feed) {
	done := make(chan bool)
	go func() {
		var o order
		for !o.Quit {
			o.Count = 0
			if f.Next(&o) != nil {
				return
			}
		}
		done <- true
	}()
	<-done // want `receive from done blocks forever`
}

// It is as the world likes each time.
func TakesTwo(f Feed) {
	var o order
	done := make(chan bool)
	for range 2 {
		_ = f.Next(&o)
		if o.Quit {
			done <- true // want `send on done blocks forever`
		}
	}
}
