// Package timers has programs with timeouts.
package timers

import "time"

// The sender stays behind after the timeout.
func abandoned(wait time.Duration) {
	ch := make(chan int)
	go func() { ch <- 1 }() // want "send on ch blocks forever and leaks"
	select {
	case <-ch:
	case <-time.After(wait):
	}
}

// The buffer has room.
func buffered(wait time.Duration) {
	ch := make(chan int, 1)
	go func() { ch <- 1 }()
	select {
	case <-ch:
	case <-time.After(wait):
	}
}

// A ticker ticks for ever; the loop ends by done.
func ticking() {
	done := make(chan struct{})
	ticker := time.NewTicker(time.Second)
	defer ticker.Stop()
	go func() { close(done) }()
	for {
		select {
		case <-ticker.C:
		case <-done:
			return
		}
	}
}
