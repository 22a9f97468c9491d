// Package main releases its lock when it ends, whoever gets it then.
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
	defer mu.Unlock()
	go func() {
		mu.Lock()
		n++
		mu.Unlock()
	}()
	time.Sleep(time.Second)
	fmt.Println(n)
}
