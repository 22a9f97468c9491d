// Package main takes the other branch and goes on: nobody receives any more.
package main

import (
	"fmt"
	"time"
)

func work() {
	for i := range 1000 {
		fmt.Println(i)
	}
}

func main() {
	ch := make(chan int)
	go func() { ch <- 1 }() // want "send on ch blocks forever and leaks"
	select {
	case v := <-ch:
		fmt.Println(v)
	case <-time.After(time.Second):
		fmt.Println("timeout")
	}
	work()
}
