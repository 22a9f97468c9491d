// Package main is a program that ends while a goroutine waits for more to do.
package main

import "sync"

type tank struct {
	mu    sync.Mutex
	level int
}

func pour(from, to *tank) {
	from.mu.Lock()
	from.level--
	from.mu.Unlock()
	to.mu.Lock()
	to.level++
	to.mu.Unlock()
}

func main() {
	a, b := &tank{}, &tank{}
	done, jobs := make(chan bool), make(chan func())
	go func() {
		for job := range jobs {
			job()
		}
	}()
	go func() { pour(a, b); done <- true }()
	go func() { pour(b, a); done <- true }()
	jobs <- func() { pour(a, b) }
	<-done
	<-done
}
