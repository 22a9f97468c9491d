// Package determined has programs that ask for what they say themselves: errors that are joined, and maps that are
// written down once and for all.
package determined

import "errors"

// Without errors there is none.
func joinsNothing() {
	done := make(chan int)
	if err := errors.Join(nil, nil); err != nil {
		<-done
	}
}

func joinsAnError() {
	done := make(chan int)
	if err := errors.Join(nil, errors.New("always")); err == nil {
		<-done
	}
}

func joinedIsThere() {
	done := make(chan int)
	if err := errors.Join(nil, errors.New("always")); err != nil {
		<-done // want "receive from done blocks forever: nobody sends on it or closes it"
	}
}

// It is an error if and only if one of them is.
func joinsBoth(a, b error) {
	done := make(chan int)
	err := errors.Join(a, b)
	if err == nil && (a != nil || b != nil) {
		<-done
	}
	if err != nil && a == nil && b == nil {
		<-done
	}
}

func joinedFails(a, b error) {
	done := make(chan int)
	if err := errors.Join(a, b); err == nil {
		<-done // want "receive from done blocks forever: nobody sends on it or closes it"
	}
}

// What is in a slice isn't followed.
func joinsSlice(list ...error) {
	done := make(chan int)
	if err := errors.Join(list...); err != nil && len(list) == 0 {
		<-done
	}
}

var (
	known = map[string]bool{"a": true, "b": true}
	kinds = map[string]int{"a": 1, "b": 2}
	seen  = map[string]bool{}
)

func everyKeyIsKnown() {
	done := make(chan int)
	if !known["a"] {
		<-done
	}
	if kinds["a"] == 2 {
		<-done
	}
	if _, ok := kinds["b"]; !ok {
		<-done
	}
}

func knownOrNot(name string) {
	done := make(chan int)
	if !known[name] {
		return
	}
	switch name {
	case "a", "b":
		return
	}
	<-done
}

// Whatever the map says.
func knownOrNotAsked(name string) {
	done := make(chan int)
	if known[name] {
		println(name)
	}
	<-done // want "receive from done blocks forever: nobody sends on it or closes it"
}

func See(name string) { seen[name] = true }

// What others have called is up to them.
func neverSeen(name string) {
	done := make(chan int)
	if !seen[name] {
		<-done // want "receive from done blocks forever: nobody sends on it or closes it"
	}
}
