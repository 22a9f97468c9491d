// Package errorfacts has what is known of errors that are asked about.
package errorfacts

import (
	"context"
	"errors"
	"io"
	"os"
)

// A slot is taken only where there is no error.
func take(ctx context.Context, slots chan struct{}) error {
	select {
	case slots <- struct{}{}:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// Each has as many workers as there are slots.
func Each(ctx context.Context, work []func()) error {
	slots := make(chan struct{}, 2)
	for _, w := range work {
		if err := take(ctx, slots); err != nil {
			return err
		}
		w()
		<-slots
	}
	return nil
}

// A Link has its context in a field.
type Link struct{ ctx context.Context }

func (l *Link) wait(ready chan int) error {
	select {
	case <-ready:
		return nil
	case <-l.ctx.Done():
		return context.Cause(l.ctx)
	}
}

// Open gives the worker a place for one answer.
func (l *Link) Open(f func()) int {
	ready, answers := make(chan int, 1), make(chan int, 1)
	go func() {
		f()
		answers <- 1
		ready <- 1
	}()
	if l.wait(ready) == nil {
		return <-answers
	}
	return 0
}

// Plain waits for the end alone.
func Plain(ctx context.Context) {
	over := make(chan struct{}, 1)
	<-ctx.Done()
	if ctx.Err() != nil {
		over <- struct{}{}
	}
	<-over
}

// Copy tells of the end once: on io.EOF where it comes, or after all.
func Copy(next func() (string, error)) (n int) {
	lines := make(chan string)
	go func() {
		for {
			line, err := next()
			if err == io.EOF {
				close(lines)
				return
			}
			if err != nil {
				close(lines)
				return
			}
			lines <- line
		}
	}()
	for range lines {
		n++
	}
	return n
}

// Once closes it on one of two ways.
func Once(f func() error) {
	done := make(chan struct{})
	err := f()
	if err == io.EOF {
		close(done)
	}
	if err != io.EOF {
		close(done)
	}
	<-done
}

var errBusy = errors.New("busy")

// Busy knows that an error which is errBusy isn't nil.
func Busy(f func() error) int {
	answer := make(chan int, 1)
	err := f()
	if err != errBusy {
		answer <- 1
	}
	if err != nil {
		return 0
	}
	return <-answer
}

// Missing knows the same of what os.IsNotExist and errors.Is say, and asks twice.
func Missing(f func() error) int {
	answer := make(chan int, 2)
	err := f()
	if !os.IsNotExist(err) {
		answer <- 1
	}
	if !errors.Is(err, os.ErrPermission) {
		answer <- 2
	}
	if err == nil {
		return <-answer + <-answer
	}
	if !os.IsNotExist(err) {
		return <-answer
	}
	return 0
}

// Path knows it of types.
func Path(f func() error) int {
	answer := make(chan int, 1)
	err := f()
	if _, ok := err.(*os.PathError); !ok {
		answer <- 1
	}
	switch err.(type) {
	case *os.PathError:
		return 0
	case nil:
		return <-answer
	}
	return 0
}

// Both may be one error: their variables have one name in two packages.
func Both(f func() error) int {
	answer := make(chan int, 1)
	err := f()
	if err == os.ErrClosed {
		answer <- 1
	}
	if err == os.ErrClosed {
		return <-answer
	}
	return 0
}
