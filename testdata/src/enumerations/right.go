// Package enumerations asks for values of which only some are meant.
package enumerations

import (
	"bytes"
	"cmp"
	"strings"
	"sync"
)

type colour int

const (
	red colour = iota
	green
	blue
)

type state string

const (
	on  state = "on"
	off state = "off"
)

var (
	pick  func() colour
	check func() state
)

// The cases are all constants of the type.
func serveAll() string {
	in, out := make(chan colour), make(chan string)
	go func() {
		switch <-in {
		case red:
			out <- "red"
		case green:
			out <- "green"
		case blue:
			out <- "blue"
		}
	}()
	in <- pick()
	return <-out
}

func serveParameter(c colour) string {
	out := make(chan string)
	go func() {
		switch c {
		case red, blue:
			out <- "red or blue"
		case green:
			out <- "green"
		}
	}()
	return <-out
}

func serveStates() string {
	out := make(chan string)
	go func() {
		switch check() {
		case on:
			out <- "on"
		case off:
			out <- "off"
		}
	}()
	return <-out
}

type lamp struct{ is state }

// What is loaded again is taken for the same.
func (l *lamp) serve() string {
	out := make(chan string)
	go func() {
		if l.is == on {
			out <- "on"
		} else if l.is != off {
			return
		} else {
			out <- "off"
		}
	}()
	return <-out
}

func doneAll(c colour) {
	var wg sync.WaitGroup
	wg.Add(1)
	go func() {
		switch c {
		case red:
			wg.Done()
		case green, blue:
			wg.Done()
		}
	}()
	wg.Wait()
}

func unlockAll(mu *sync.Mutex, c colour) {
	mu.Lock()
	switch c {
	case red:
		mu.Unlock()
	case green:
		mu.Unlock()
	case blue:
		mu.Unlock()
	}
}

func callUnlockAll(c colour) {
	var mu sync.Mutex
	go unlockAll(&mu, c)
	unlockAll(&mu, c)
}

func compare(a, b int) int {
	switch {
	case a < b:
		return -1
	case a > b:
		return +1
	}
	return 0
}

func reverse(a, b int) int { return compare(b, a) }

// All that a function returns.
func compareOwn(a, b int) string {
	out := make(chan string)
	go func() {
		switch compare(a, b) {
		case -1:
			out <- "less"
		case 0:
			out <- "same"
		case 1:
			out <- "more"
		}
	}()
	return <-out
}

func compareReverse(a, b int) string {
	out := make(chan string)
	go func() {
		c := reverse(a, b)
		if c < 0 {
			out <- "less"
		} else if c == 0 {
			out <- "same"
		} else if c == 1 {
			out <- "more"
		}
	}()
	return <-out
}

// What functions return that compare.
func compareNumbers(a, b int) string {
	out := make(chan string)
	go func() {
		switch cmp.Compare(a, b) {
		case -1:
			out <- "less"
		case 0:
			out <- "same"
		case 1:
			out <- "more"
		}
	}()
	return <-out
}

func compareTexts(a, b string) string {
	out := make(chan string)
	go func() {
		switch strings.Compare(a, b) {
		case -1, 1:
			out <- "another one"
		case 0:
			out <- "same"
		}
	}()
	return <-out
}

func compareBytes(a, b []byte) string {
	out := make(chan string)
	go func() {
		switch c := bytes.Compare(a, b); {
		case c == 0:
			out <- "same"
		case c == 1:
			out <- "more"
		case c == -1:
			out <- "less"
		}
	}()
	return <-out
}

type ordered interface{ Compare(ordered) int }

func compareAny(a, b ordered) string {
	out := make(chan string)
	go func() {
		switch a.Compare(b) {
		case -1:
			out <- "less"
		case 0:
			out <- "same"
		case 1:
			out <- "more"
		}
	}()
	return <-out
}
