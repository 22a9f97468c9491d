// Package onces has programs with sync.Once.
package onces

import "sync"

// Closed once, whoever comes.
func closeOnce() {
	var once sync.Once
	done := make(chan struct{})
	stop := func() { once.Do(func() { close(done) }) }
	go stop()
	stop()
	<-done
}

// A Once inside of itself.
func recursive() {
	var once sync.Once
	once.Do(func() {
		once.Do(func() {}) // want "once.Do blocks forever"
	})
}

// Initialised once, then used.
func initialise() {
	var once sync.Once
	var ch chan int
	prepare := func() { ch = make(chan int, 1) }
	once.Do(prepare)
	once.Do(prepare)
	ch <- 1
	<-ch
}
