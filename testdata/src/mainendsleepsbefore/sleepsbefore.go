// Package main lets somebody wait, but not for ever.
package main

import (
	"fmt"
	"time"
)

func main() {
	ch := make(chan int)
	go func() { fmt.Println(<-ch) }()
	time.Sleep(time.Second)
	ch <- 1
	fmt.Println("bye")
}
