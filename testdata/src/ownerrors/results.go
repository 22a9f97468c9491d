package ownerrors

import "os"

type place struct{ file *os.File }

func find() (*place, error) {
	f, err := os.Open("place")
	if err != nil {
		return nil, err
	}
	return &place{f}, nil
}

// Right: there is a place if there is no error.
func found() {
	p, err := find()
	done := make(chan *place)
	if p != nil {
		go func() { done <- p }()
	}
	if err == nil {
		<-done
	}
}

// Wrong: there is an error if there is no place.
func foundWrong() {
	_, err := find()
	done := make(chan *place)
	if err == nil {
		go func() { done <- nil }() // want "send on done blocks forever and leaks"
	}
}

// Wrong: the second place says nothing about the first.
func foundTwice() {
	p, _ := find()
	_, err := find()
	done := make(chan *place)
	if p != nil {
		go func() { done <- p }() // want "send on done blocks forever and leaks"
	}
	if err == nil {
		<-done // want "receive from done blocks forever"
	}
}

// Wrong: the place is looked at twice, by its error first, and then nobody sends.
func foundForCertain() {
	p, err := find()
	if err != nil {
		return
	}
	if p == nil {
		return
	}
	done := make(chan *place)
	<-done // want "receive from done blocks forever"
}
