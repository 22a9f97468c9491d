package doubts

import (
	"os"
	"strconv"
)

type event struct {
	kind    string
	version string
}

func testEvent(n int) event { return event{"added", strconv.Itoa(n)} }

func withoutErrors(events []event) []event {
	var result []event
	for _, e := range events {
		if e.kind == "error" && len(result) == 0 {
			continue
		}
		result = append(result, e)
	}
	return result
}

// Of what kind the event is, the program has decided.
func filtered() {
	events := withoutErrors([]event{testEvent(1)})
	ch := make(chan event, 1)
	for _, e := range events {
		ch <- e
	}
	<-ch
}

func half(n int) int { return n / 2 }

func halved() {
	ch := make(chan int)
	if half(4) != 2 {
		<-ch
	}
}

// What n is, nobody knows here.
func halvedParameter(n int) {
	ch := make(chan int)
	if half(n) != 2 {
		<-ch // want `receive from ch blocks forever: nobody sends on it or closes it \(if half\(n\) != 2\)`
	}
}

func process() int { return os.Getpid() }

// Nor what the outside world says.
func halvedProcess() {
	ch := make(chan int)
	if process() != 2 {
		<-ch // want `receive from ch blocks forever: nobody sends on it or closes it \(if process\(\) != 2\)`
	}
}

type option struct{ n int }

func (o option) valid() bool { return o.n > 0 }

func negatedOrMethod() {
	ch := make(chan int)
	if -half(4) != -2 {
		<-ch
	}
	if !(option{1}).valid() {
		<-ch
	}
}

func even(n int) bool {
	if n == 0 {
		return true
	}
	return odd(n - 1)
}

func odd(n int) bool {
	if n == 0 {
		return os.Getpid() == 0
	}
	return even(n - 1)
}

// Both lead to what the outside world says.
func recursive() {
	ch := make(chan int)
	if even(3) {
		<-ch // want `receive from ch blocks forever: nobody sends on it or closes it \(if even\(3\)\)`
	}
	if odd(3) {
		<-ch // want `receive from ch blocks forever: nobody sends on it or closes it \(if .*odd\(3\)\)`
	}
}
