package knows

import (
	"fmt"
)

type waiter interface{ wait() }

type quick struct{}

type slow struct{ c chan int }

func (quick) wait() {}

func (s slow) wait() { <-s.c }

// Right: it is quick.
func assertion() {
	var w waiter = quick{}
	c := make(chan int)
	if _, ok := w.(slow); ok {
		<-c
	}
}

// Wrong: it is slow.
func assertionTrue() {
	var w waiter = slow{make(chan int)}
	c := make(chan int)
	if s, ok := w.(slow); ok {
		_ = s
		<-c // want "receive from c blocks forever"
	}
}

// Right: 3 is an int.
func typeSwitch() {
	var v any = 3
	c := make(chan int)
	switch v.(type) {
	case string:
		<-c
	case int:
	default:
		<-c
	}
}

// Wrong: this one is a string.
func typeSwitchWrong() {
	var v any = "x"
	c := make(chan int)
	switch v.(type) {
	case string:
		<-c // want "receive from c blocks forever"
	case int:
	}
}

// Right: both are known types.
func sentTypes() {
	c := make(chan any, 2)
	c <- 1
	c <- "x"
	d := make(chan int)
	for range 2 {
		switch (<-c).(type) {
		case int, string:
		default:
			<-d
		}
	}
}

// Right: a waiter that isn't a Stringer.
func toInterface() {
	var w waiter = quick{}
	c := make(chan int)
	if _, ok := w.(fmt.Stringer); ok {
		<-c
	}
}

type named struct{}

func (named) wait()          {}
func (named) String() string { return "named" }

// Wrong: this one is.
func isStringer() {
	var w waiter = named{}
	c := make(chan int)
	if _, ok := w.(fmt.Stringer); ok {
		<-c // want "receive from c blocks forever"
	}
}
