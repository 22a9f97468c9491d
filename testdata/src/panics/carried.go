package panics

import (
	"errors"
	"fmt"
)

type carrier struct{ done chan struct{} }

// Right: who recovers closes what the panic carries.
func carriedByPanic() {
	done := make(chan struct{})
	recovering(func() { panic(&carrier{done}) })
	<-done
}

func recovering(f func()) {
	defer func() {
		if c, ok := recover().(*carrier); ok {
			close(c.done)
		}
	}()
	f()
}

// Right: a caller may recover.
func carriedOut() {
	done := make(chan struct{})
	go func() { <-done }()
	panic(&carrier{done})
}

// Wrong: the panic carries something else.
func carriedNothing() {
	done := make(chan struct{})
	recovering(func() { panic("nothing") })
	<-done // want "receive from done blocks forever"
}

type carryingError struct{ done chan struct{} }

func (c *carryingError) Error() string { return "carrying" }

// Right: the error is found in the one that wraps it.
func carriedByError() {
	done := make(chan struct{})
	closeCarried(fmt.Errorf("wrapped: %w", &carryingError{done}))
	<-done
}

func closeCarried(err error) {
	var c *carryingError
	if errors.As(err, &c) {
		close(c.done)
	}
}

// Wrong: the error carries nothing.
func carriedByNoError() {
	done := make(chan struct{})
	closeCarried(errors.New("plain"))
	<-done // want "receive from done blocks forever"
}
