// Package main leaves messages behind, and ends.
package main

import (
	"fmt"
	"time"
)

func main() {
	ch := make(chan int, 2)
	go func() {
		ch <- 1
		ch <- 2
	}()
	fmt.Println(<-ch)
	time.Sleep(time.Second)
}
