// Package main uses package-level variables as it should.
package main

import (
	"fmt"
	"net/http"
	"sync"
)

var (
	ready   = make(chan struct{})
	results = make(chan int)
	stop    = make(chan struct{})
	mu      sync.Mutex
	pending sync.WaitGroup
	count   int
)

func init() {
	pending.Add(1)
}

func work() {
	defer pending.Done()
	<-ready
	for i := range 3 {
		results <- i
	}
	close(results)
}

func add(n int) {
	mu.Lock()
	defer mu.Unlock()
	count += n
}

// handle is called by the server, whenever it likes.
func handle(http.ResponseWriter, *http.Request) { close(stop) }

func main() {
	http.HandleFunc("/stop", handle)
	go work()
	close(ready)
	for n := range results {
		add(n)
	}
	pending.Wait()
	fmt.Println(count)
	<-stop
}
