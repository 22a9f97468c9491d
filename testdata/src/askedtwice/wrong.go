// Package askedtwice has functions that ask for the same twice, of what isn't followed.
package askedtwice

import (
	"flag"
	"os"
)

// halfOfThem waits for nobody whatever the answer is.
func halfOfThem() {
	done := make(chan bool)
	if flag.NArg() > 0 {
		go func() { done <- true }() // want `send on done blocks forever and leaks the goroutine: nobody receives from it`
	}
	if flag.NArg() > 0 {
		return
	}
}

// another asks for something else the second time.
func another() {
	done := make(chan bool)
	if os.Getenv("START") != "" {
		go func() { done <- true }() // want `send on done blocks forever and leaks the goroutine: another never receives from it after line 26`
	}
	if os.Getenv("WAIT") != "" {
		<-done // want `receive from done blocks forever: nobody is left to send on it, and nothing closes it`
	}
}

// opened asks whether there is an error, which there may be any time.
func opened(f *os.File) {
	done := make(chan bool)
	if f.Sync() != nil {
		return
	}
	go func() { done <- true }() // want `send on done blocks forever and leaks the goroutine: opened never receives from it after line 38`
	if f.Sync() != nil {
		return
	}
	<-done
}

func Wrong(f *os.File) {
	halfOfThem()
	another()
	opened(f)
}

// inAMapWithMore finds nothing in a map with one other entry either.
func inAMapWithMore(ages map[string]int, name string) int {
	found := make(chan int, 1)
	if len(ages) > 1 {
		found <- 1
	}
	if age, ok := ages[name]; ok {
		return age + <-found // want `receive from found blocks forever`
	}
	return 0
}

// unlike asks the other way around.
func unlike(here, there int) int {
	other := make(chan int, 1)
	if here == there {
		other <- 1 // want `message sent on other is never received`
	}
	if there-here != 0 {
		return <-other // want `receive from other blocks forever`
	}
	return 0
}

// shifted asks for another difference.
func shifted(here, there int) int {
	same := make(chan int, 1)
	if here == there {
		same <- 1
	}
	if there-here == 1 {
		return <-same // want `receive from same blocks forever`
	}
	return 0
}

// unsigned asks for the sign of a difference that has none.
func unsigned(here, there uint) int {
	ahead := make(chan int, 1)
	if here > there {
		ahead <- 1
	}
	if here-there > 0 { // also where there is more there
		return <-ahead // want `receive from ahead blocks forever`
	}
	return 0
}

// notLess asks for the other sign.
func notLess(here, there int) int {
	ahead := make(chan int, 1)
	if here > there {
		ahead <- 1 // want `message sent on ahead is never received`
	}
	if here-there < 0 {
		return <-ahead // want `receive from ahead blocks forever`
	}
	return 0
}
