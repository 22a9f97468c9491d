// Package hasty has tests with timers that run out before others have done what they have only to do, and such as don't.
package hasty

import "time"

// Ask asks somebody, but not for long.
func Ask() int {
	answer := make(chan int)
	go func() { answer <- 1 }() // want `send on answer blocks forever and leaks the goroutine`
	select {
	case n := <-answer:
		return n
	case <-time.After(time.Second):
		return 0
	}
}

// receiveWithin receives something, or gives up.
func receiveWithin(c chan int, limit time.Duration) (int, bool) {
	select {
	case n := <-c:
		return n, true
	case <-time.After(limit):
		return 0, false
	}
}

// receiveLater is receiveWithin, told in a goroutine what the limit is.
func receiveLater(c chan int, limit time.Duration, started func()) {
	started()
	timer := time.NewTimer(limit)
	defer timer.Stop()
	select {
	case <-c:
	case <-timer.C:
	}
}
