// Package main is a program whose goroutines wait for each other, while main waits for
// something else before it ends.
package main

import "sync"

type tank struct {
	mu    sync.Mutex
	level int
}

func pour(from, to *tank) {
	from.mu.Lock()
	to.mu.Lock()
	from.level--
	to.level++
	to.mu.Unlock()
	from.mu.Unlock()
}

func main() {
	a, b := &tank{}, &tank{}
	done := make(chan bool)
	go func() { pour(a, b); done <- true }()
	go func() { pour(b, a); done <- true }()
	<-done // want "receive from done blocks forever"
	<-done
}
