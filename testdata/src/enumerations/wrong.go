package enumerations

import (
	"cmp"
	"sync"
)

// One of the constants is forgotten.
func serveSome(c colour) string {
	out := make(chan string)
	go func() {
		switch c {
		case red:
			out <- "red"
		case green:
			out <- "green"
		}
	}()
	return <-out // want `receive from out blocks forever: the goroutine started at wrong\.go:11 never sends on it after line 15`
}

// One of the constants has a case of its own that goes wrong.
func serveWrong(c colour) string {
	out := make(chan string)
	go func() {
		switch c {
		case red:
			out <- "red"
		case green:
		case blue:
			out <- "blue"
		}
	}()
	return <-out // want `receive from out blocks forever: the goroutine started at wrong\.go:25 never sends on it after line 29`
}

// It goes wrong for all values.
func serveNone(c colour) string {
	out := make(chan string)
	go func() {
		switch c {
		case red:
		case green:
		case blue:
		}
	}()
	return <-out // want `receive from out blocks forever: nobody sends on it`
}

func doneSome(c colour) {
	var wg sync.WaitGroup
	wg.Add(1)
	go func() {
		switch c {
		case red:
			wg.Done()
		case green:
			wg.Done()
		}
	}()
	wg.Wait() // want `wg.Wait blocks forever`
}

func compareSome(a, b int) string {
	out := make(chan string)
	go func() {
		switch cmp.Compare(a, b) {
		case -1:
			out <- "less"
		case 1:
			out <- "more"
		}
	}()
	return <-out // want `receive from out blocks forever: the goroutine started at wrong\.go:66 never sends on it after line 70`
}

type size int

const (
	small size = 10
	large size = 100
)

// A type with an order may be a measure: here are others than its constants.
func measure(n size) string {
	out := make(chan string)
	go func() {
		if n <= large {
			out <- "small"
		}
	}()
	return <-out // want `receive from out blocks forever: the goroutine started at wrong\.go:87 never sends on it after line 88`
}

func status(isGood, isBad bool) int {
	if isGood {
		return 200
	}
	if isBad {
		return 500
	}
	return 404
}

// One of the numbers that the function returns is forgotten.
func returnedSome(isGood, isBad bool) string {
	out := make(chan string)
	go func() {
		switch status(isGood, isBad) {
		case 200:
			out <- "good"
		case 500:
			out <- "bad"
		}
	}()
	return <-out // want `receive from out blocks forever`
}
