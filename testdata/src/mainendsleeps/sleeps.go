// Package main sleeps while somebody waits in vain.
package main

import (
	"fmt"
	"time"
)

func main() {
	ch := make(chan int)
	go func() {
		fmt.Println(<-ch) // want "receive from ch blocks forever and leaks"
	}()
	time.Sleep(time.Second)
	fmt.Println("bye")
}
