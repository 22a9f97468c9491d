// Program dying panics while goroutines still send on what its deferred calls close.
package main

import (
	"errors"
	"fmt"
	"log"
	"os"
)

// Right: the program is over by the first panic, and the second one comes of it only.
func main() {
	lines := make(chan string)
	defer close(lines)
	go func() { lines <- "hello" }()
	text, err := os.ReadFile("hello.txt")
	if err != nil {
		panic(err)
	}
	fmt.Println(<-lines, len(text))
	offices()
}

func offices() {
	workers(os.Args[1:])
	logging(os.Args[1:])
	recovering(os.Args[1:])
	lenient(os.Args[1:])
	inOrder(os.Args[1:])
	if err := caller(len(os.Args)); err != nil {
		fmt.Println(err)
	}
}

// Right: nobody recovers what a goroutine panics with.
func workers(jobs []string) {
	results, done := make(chan int), make(chan bool)
	go func() {
		defer close(done)
		defer close(results)
		if len(jobs) > 100 {
			panic("too many jobs")
		}
		fmt.Println(<-results)
	}()
	go func() { results <- 1 }()
	<-done
}

// Right: nor what a logger panics with.
func logging(jobs []string) {
	results, done := make(chan int), make(chan bool)
	go func() {
		defer close(done)
		defer close(results)
		if len(jobs) > 100 {
			log.Panic("too many jobs")
		}
		fmt.Println(<-results)
	}()
	go func() { results <- 1 }()
	<-done
}

// Wrong: a deferred call recovers, and the program goes on.
func recovering(jobs []string) {
	results, done := make(chan int), make(chan bool)
	go func() {
		defer close(done)
		defer func() {
			close(results)
			if r := recover(); r != nil {
				fmt.Println("given up:", r)
			}
		}()
		if len(jobs) > 100 {
			panic("too many jobs")
		}
		fmt.Println(<-results)
	}()
	go func() { results <- 1 }() // want `panic: send on closed channel \(results\).* \(if len\(jobs\) > 100\)`
	<-done
}

// Wrong: it closes without a panic, too.
func lenient(jobs []string) {
	results, done := make(chan int), make(chan bool)
	go func() {
		defer close(done)
		defer close(results)
		if len(jobs) > 200 {
			return
		}
		if len(jobs) > 100 {
			panic("too many jobs")
		}
		fmt.Println(<-results)
	}()
	go func() { results <- 1 }() // want `panic: send on closed channel \(results\).* \(if len\(jobs\) > 200\)`
	<-done
}

// Wrong: the channel is closed before anything goes wrong.
func inOrder(jobs []string) {
	results := make(chan int)
	go func() { results <- 1 }() // want `panic: send on closed channel \(results\)`
	if len(jobs) > 100 {
		close(results)
		check(jobs)
		return
	}
	fmt.Println(<-results)
}

// Wrong: the caller recovers.
func caller(n int) (err error) {
	defer func() {
		if recover() != nil {
			err = errors.New("failed")
		}
	}()
	numbers := make(chan int)
	go func() { numbers <- n }() // want `panic: send on closed channel \(numbers\)`
	callee(n, numbers)
	return nil
}

func callee(n int, numbers chan int) {
	defer close(numbers)
	if n > 3 {
		panic("too many")
	}
	fmt.Println(<-numbers)
}

func check(jobs []string) {
	if len(jobs) > 300 {
		panic("far too many jobs")
	}
}
