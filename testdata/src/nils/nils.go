// Package nils has programs with nil channels.
package nils

// Nobody can ever send on it.
func receive() {
	var ch chan int
	<-ch // want `receive from a nil channel \(ch\) blocks forever`
}

// Nor receive, be it in a goroutine.
func sendElsewhere() {
	var ch chan int
	go func() {
		ch <- 1 // want `send on a nil channel \(ch\) blocks forever and leaks the goroutine`
	}()
}

func send() {
	var ch chan int
	ch <- 1 // want `send on a nil channel \(ch\) blocks forever`
}

// Closing it panics.
func closeNil() {
	var ch chan int
	done := make(chan int, 1)
	done <- 1
	<-done
	close(ch) // want "close of nil channel"
}

// A nil channel in a select is a case that never happens.
func optional(wait bool) {
	done := make(chan struct{})
	var extra chan struct{}
	go close(done)
	select {
	case <-done:
	case <-extra:
	}
}

// Made before it is used, if only on one path.
func made(needed bool) {
	var ch chan int
	if needed {
		ch = make(chan int, 1)
	}
	if ch != nil {
		ch <- 1
		<-ch
	}
}

// The close is all there is.
func closesNil() {
	var c chan int
	close(c) // want "close of nil channel"
}
