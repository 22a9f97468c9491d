// Package search has goroutines that leak, for chancheck to find.
package search

import (
	"errors"
	"time"
)

// First asks all servers and returns the answer that comes first.
func First(servers []func() string) string {
	answers := make(chan string)
	for _, ask := range servers {
		go func() { answers <- ask() }()
	}
	return <-answers
}

// Within asks one server, but not for long.
func Within(timeout time.Duration, ask func() string) (string, error) {
	answer := make(chan string)
	go func() { answer <- ask() }()
	select {
	case a := <-answer:
		return a, nil
	case <-time.After(timeout):
		return "", errors.New("too slow")
	}
}

// All asks all servers and returns all answers. It is correct.
func All(servers []func() string) []string {
	answers := make(chan string)
	for _, ask := range servers {
		go func() { answers <- ask() }()
	}
	var all []string
	for range servers {
		all = append(all, <-answers)
	}
	return all
}
