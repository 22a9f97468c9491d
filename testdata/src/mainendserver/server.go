// Package main serves, with a goroutine that got stuck when it started.
package main

import (
	"log"
	"net/http"
	"sync"
)

func main() {
	var mu sync.Mutex
	ready := make(chan int)
	go func() {
		mu.Lock()
		defer mu.Unlock()
		ready <- 1 // want "send on ready blocks forever and leaks"
	}()
	log.Fatal(http.ListenAndServe(":8080", nil))
}
