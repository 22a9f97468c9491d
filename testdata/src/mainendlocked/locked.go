// Package main leaves with a lock, after others have waited for it.
package main

import (
	"fmt"
	"sync"
	"time"
)

func main() {
	var mu sync.Mutex
	n := 0
	mu.Lock()
	go func() {
		mu.Lock() // want "mu.Lock blocks forever and leaks"
		n++
		mu.Unlock()
	}()
	time.Sleep(time.Second)
	fmt.Println(n)
}
