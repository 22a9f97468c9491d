// Package subtests has tests that run others, and such as clean up.
package subtests

import "testing"

// Wrong: the first one waits for the second one, which only runs after it.
func inTurn(t *testing.T) {
	c := make(chan int)
	t.Run("sends", func(t *testing.T) {
		c <- 1 // want "send on c blocks forever"
	})
	t.Run("receives", func(t *testing.T) { <-c })
}

// Right: there is room for the message until then.
func roomFor(t *testing.T) {
	c := make(chan int, 1)
	t.Run("sends", func(t *testing.T) { c <- 1 })
	t.Run("receives", func(t *testing.T) { <-c })
}

// Right: who receives has been started before.
func started(t *testing.T) {
	c, done := make(chan int), make(chan bool)
	go func() {
		<-c
		close(done)
	}()
	t.Run("sends", func(t *testing.T) { c <- 1 })
	t.Run("waits", func(t *testing.T) { <-done })
}

// Wrong: both close it when the test is over.
func TestCleanedTwice(t *testing.T) {
	c := make(chan int)
	t.Cleanup(func() {
		close(c) // want "close of closed channel"
	})
	t.Cleanup(func() { close(c) })
}

// Right: each closes its own.
func TestCleaned(t *testing.T) {
	for range 2 {
		c := make(chan int)
		t.Cleanup(func() { close(c) })
	}
}
