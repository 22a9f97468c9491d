// Package main takes one result of two, and waits for something else.
package main

import (
	"fmt"
	"time"
)

func worker(jobs <-chan int, results chan<- int) {
	for j := range jobs {
		results <- j * 2 // want "send on results blocks forever and leaks"
	}
}

func main() {
	jobs, results := make(chan int), make(chan int)
	for range 2 {
		go worker(jobs, results)
	}
	jobs <- 1
	jobs <- 2
	fmt.Println(<-results)
	time.Sleep(time.Second)
}
