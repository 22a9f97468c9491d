// Package main has workers that wait for more when it ends.
package main

import "fmt"

func worker(jobs <-chan int, results chan<- int) {
	for j := range jobs {
		results <- j * 2
	}
}

func main() {
	jobs, results := make(chan int), make(chan int)
	for range 2 {
		go worker(jobs, results)
	}
	go func() {
		for j := range 3 {
			jobs <- j
		}
	}()
	for range 3 {
		fmt.Println(<-results)
	}
}
