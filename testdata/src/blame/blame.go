// Package blame has operations at which several callers come by: what goes wrong is told where it can be
// mended.
package blame

// put is right for whoever receives.
func put(c chan int, v int) { c <- v }

// Right: the message is received.
func received() int {
	c := make(chan int)
	go put(c, 1)
	return <-c
}

// Wrong: nobody receives, which isn't put's fault.
func lost() {
	c := make(chan int)
	go put(c, 1) // want `send on c at blame.go:6 blocks forever and leaks the goroutine: nobody receives from it \[leak\]`
}

// Wrong: another bug at the same line.
func lostInside(stop bool) int {
	d := make(chan int)
	go func() {
		put(d, 2) // want `send on d \(as c\) at blame.go:6 blocks forever and leaks the goroutine: lostInside never receives from it after line 27 \(if stop\)`
	}()
	if stop {
		return 0
	}
	return <-d
}

// take has one caller: the operation is as good a place as any.
func take(c chan int) int {
	return <-c // want `receive from c blocks forever`
}

func taken() int {
	c := make(chan int)
	return take(c)
}

// Serve is given a channel by others.
func Serve(done chan int) {
	done <- 1
}

// owner makes the channel at which it waits itself: it is one bug, whoever calls.
func owner() {
	c := make(chan int)
	c <- 1 // want `send on c blocks forever`
}

func first() { owner() }

func second() { owner() }
