// Package main serves when all is ready.
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
		ready <- 1
	}()
	<-ready
	log.Fatal(http.ListenAndServe(":8080", nil))
}
