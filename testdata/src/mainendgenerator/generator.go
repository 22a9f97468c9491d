// Package main has enough of a generator.
package main

import (
	"fmt"
	"time"
)

func count() <-chan int {
	c := make(chan int)
	go func() {
		for i := 0; ; i++ {
			c <- i
			time.Sleep(time.Millisecond)
		}
	}()
	return c
}

func main() {
	c := count()
	for range 3 {
		fmt.Println(<-c)
	}
	time.Sleep(time.Second)
}
