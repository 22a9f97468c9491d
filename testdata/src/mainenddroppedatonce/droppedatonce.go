// Package main is done when time is up.
package main

import (
	"fmt"
	"time"
)

func main() {
	ch := make(chan int)
	go func() { ch <- 1 }()
	select {
	case v := <-ch:
		fmt.Println(v)
	case <-time.After(time.Second):
		fmt.Println("timeout")
	}
}
