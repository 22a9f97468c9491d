// Package main gets stuck at package-level variables.
package main

import (
	"fmt"
	"sync"
)

var (
	ready   = make(chan struct{})
	results = make(chan int)
	mu      sync.Mutex
	pending sync.WaitGroup
	count   int
)

func init() {
	pending.Add(2)
}

// work sends one result more than main takes.
func work() {
	defer pending.Done()
	for i := range 3 {
		results <- i
	}
}

func add(n int) {
	mu.Lock()
	defer mu.Unlock()
	count += n
	if count > 100 {
		close(ready)
	}
}

func main() {
	go work()
	add(<-results)
	add(<-results)
	fmt.Println(count)
	pending.Wait() // want "pending.Wait blocks forever: the counter is 2 and the goroutine started at main.go:39, which could call Done, is blocked, too"
}
