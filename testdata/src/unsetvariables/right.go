// Package unsetvariables has package-level variables with errors that are nil, and others that aren't.
package unsetvariables

import (
	"errors"
	"io"
	"sync"

	"unsetvariables/causes"
)

// fine is a name for nil.
var fine error

// Right: nothing was wrong.
func answersFine() {
	answers := make(chan string)
	go func() {
		if check() == nil {
			answers <- "fine"
		}
	}()
	<-answers
}

func check() error { return fine }

func checkTwice(again bool) error {
	if again {
		return fine
	}
	return errors.New("once")
}

// Right: nothing is wrong the second time.
func answersAgain() {
	answers := make(chan string)
	go func() {
		if err := checkTwice(true); err != nil {
			return
		}
		answers <- "fine"
	}()
	<-answers
}

var (
	loading sync.Once
	loaded  string
	failure error
)

func load() (string, error) {
	loading.Do(func() { loaded, failure = "text", nil })
	return loaded, failure
}

// Right: what is loaded once never fails.
func answersLoaded() {
	answers := make(chan string)
	go func() {
		if text, err := load(); err == nil {
			answers <- text
		}
	}()
	<-answers
}

// Unset is nil here, but others may set it.
var Unset error

var errShut = errors.New("shut")

func shuts() error { return errors.Join(errShut, io.EOF) }

// Right: something is joined.
func answersJoined() {
	failed := make(chan error)
	go func() {
		if err := shuts(); err != nil {
			failed <- err
		}
	}()
	<-failed
}

// Right: so it is in another package, whose errors are there to be returned.
func answersOthers() {
	failed := make(chan error)
	go func() {
		if err := causes.Hidden(); err != nil {
			failed <- err
		}
		if err := causes.Shown(2); err != nil {
			failed <- err
		}
		if err := causes.Joined(); err != nil {
			failed <- err
		}
	}()
	<-failed
	<-failed
	<-failed
}

func checkOf(text string, again bool) (int, error) {
	if again {
		return len(text), nil
	}
	return 0, errors.New("shut")
}

// Right: with such arguments nothing goes wrong, whatever the text is.
func answersText(text string) {
	answers := make(chan int)
	go func() {
		n, err := checkOf(text, true)
		if err != nil {
			return
		}
		answers <- n
	}()
	<-answers
}
