// Package main waits for one of two, whom the other one waits for in vain.
package main

import "fmt"

func main() {
	done := make(chan bool)
	next := make(chan int)
	go func() {
		next <- 1
		next <- 2 // want "send on next blocks forever and leaks"
	}()
	go func() {
		fmt.Println(<-next)
		done <- true
	}()
	<-done
}
