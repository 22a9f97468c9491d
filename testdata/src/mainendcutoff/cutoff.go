// Package main ends before all is done: those who are left would have gone on.
package main

import "fmt"

func main() {
	done := make(chan bool)
	next := make(chan int)
	go func() {
		next <- 1
		next <- 2
	}()
	go func() {
		fmt.Println(<-next)
		done <- true
		fmt.Println(<-next)
	}()
	<-done
}
