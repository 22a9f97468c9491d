package askedtwice

import (
	"container/list"
	"flag"
	"os"
	"strconv"
)

// eachArgument has one goroutine for each argument, and waits for each.
func eachArgument() {
	done := make(chan bool)
	for range flag.Args() {
		go func() { done <- true }()
	}
	for range flag.Args() {
		<-done
	}
}

func counted() {
	done := make(chan bool)
	for range flag.NArg() {
		go func() { done <- true }()
	}
	for range flag.NArg() {
		<-done
	}
}

func ifSet() {
	done := make(chan bool)
	if os.Getenv("WAIT") != "" {
		go func() { done <- true }()
	}
	if os.Getenv("WAIT") != "" {
		<-done
	}
}

// A Pool says by a method of what it is given how many there are.
type Pool interface{ Size() int }

func each(p Pool) {
	done := make(chan bool)
	for i := 0; i < p.Size(); i++ {
		go func() { done <- true }()
	}
	for i := 0; i < p.Size(); i++ {
		<-done
	}
}

func elements(l *list.List) {
	done := make(chan bool)
	if l.Len() > 0 {
		go func() { done <- true }()
	}
	if l.Len() > 0 {
		<-done
	}
}

// parsed asks for the same by way of another call.
func parsed() {
	done := make(chan bool)
	if wanted(os.Getenv("COUNT")) {
		go func() { done <- true }()
	}
	if wanted(os.Getenv("COUNT")) {
		<-done
	}
}

func wanted(text string) bool {
	n, err := strconv.Atoi(text)
	return err == nil && n > 0
}

func Right(p Pool, l *list.List) {
	eachArgument()
	counted()
	ifSet()
	each(p)
	elements(l)
	parsed()
}

// inAMap finds nothing in a map that is empty.
func inAMap(ages map[string]int, name string) int {
	found := make(chan int, 1)
	if len(ages) > 0 {
		found <- 1
	}
	if age, ok := ages[name]; ok {
		return age + <-found
	}
	return 0
}

// alike asks for a difference what it has asked for the numbers.
func alike(here, there int) int {
	same := make(chan int, 1)
	if here == there {
		same <- 1
	}
	if there-here != 0 {
		return 0
	}
	return <-same
}

// less asks for the sign of a difference.
func less(here, there int) int {
	ahead := make(chan int, 1)
	if here < there {
		ahead <- 1
	}
	if here-there >= 0 {
		return 0
	}
	return <-ahead
}
