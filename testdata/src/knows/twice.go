package knows

import (
	"bytes"
	"errors"
	"os"
	"sort"
	"strings"
	"time"
)

// Right: the answer is the same.
func prefixTwice(s string) {
	c := make(chan int)
	if strings.HasPrefix(s, "a") {
		go func() { c <- 1 }()
	}
	if strings.HasPrefix(s, "a") {
		<-c
	}
}

// Right: the same for a function of the package.
func ownTwice(n int) {
	c := make(chan int)
	if isOdd(n) {
		go func() { c <- 1 }()
	}
	if isOdd(n) {
		<-c
	}
}

func isOdd(n int) bool { return n%2 == 1 }

type opts struct{ n int }

func (o opts) async() bool { return o.n > 0 }

// Right: a method.
func methodTwice(o opts) {
	c := make(chan int)
	if o.async() {
		go func() { c <- 1 }()
	}
	if o.async() {
		<-c
	}
}

// Right: nobody changes the slices.
func bytesEqualTwice(a, b []byte) {
	c := make(chan int)
	if bytes.Equal(a, b) {
		go func() { c <- 1 }()
	}
	if bytes.Equal(a, b) {
		<-c
	}
}

// Wrong: a is changed in between.
func changedBetween(a, b []byte) {
	c := make(chan int)
	if bytes.Equal(a, b) {
		go func() { c <- 1 }() // want "send on c blocks forever and leaks"
	}
	a[0] = 1
	if bytes.Equal(a, b) {
		<-c // want "receive from c blocks forever"
	}
}

// Right: the error is the same.
func errorsIsTwice(err error) {
	c := make(chan int)
	if errors.Is(err, os.ErrNotExist) {
		go func() { c <- 1 }()
	}
	if errors.Is(err, os.ErrNotExist) {
		<-c
	}
}

// Right: a time doesn't change.
func zeroTwice(now time.Time) {
	c := make(chan int)
	if now.IsZero() {
		go func() { c <- 1 }()
	}
	if now.IsZero() {
		<-c
	}
}

// Right: it stays sorted.
func sortedTwice(a []int) {
	c := make(chan int)
	if sort.IntsAreSorted(a) {
		go func() { c <- 1 }()
	}
	if sort.IntsAreSorted(a) {
		<-c
	}
}

// Wrong: two questions.
func twoErrors(err error) {
	c := make(chan int)
	if errors.Is(err, os.ErrNotExist) {
		go func() { c <- 1 }() // want "send on c blocks forever and leaks"
	}
	if errors.Is(err, os.ErrExist) {
		<-c // want "receive from c blocks forever"
	}
}

// Right: it is another error in each turn, and the same one within a turn.
func eachTurn(errs []error) {
	for _, err := range errs {
		c := make(chan int)
		if errors.Is(err, os.ErrNotExist) {
			go func() { c <- 1 }()
		}
		if errors.Is(err, os.ErrNotExist) {
			<-c
		}
	}
}

// Wrong: sorting in between.
func sortedBetween(a []int) {
	c := make(chan int)
	if !sort.IntsAreSorted(a) {
		go func() { c <- 1 }() // want "send on c blocks forever and leaks"
	}
	sort.Ints(a)
	if !sort.IntsAreSorted(a) {
		<-c // want "receive from c blocks forever"
	}
}

type gate struct{ open chan int }

func newGate() *gate { return &gate{open: make(chan int)} }

// Wrong: what is made anew isn't the same.
func twoGates() {
	a, b := newGate(), newGate()
	close(a.open)
	<-b.open // want "receive from .* blocks forever"
}
