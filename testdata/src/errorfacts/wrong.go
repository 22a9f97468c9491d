package errorfacts

import (
	"context"
	"errors"
	"io"
	"os"
)

// Early asks for the error before the context has ended, and may get none.
func Early(ctx context.Context, c chan int) {
	err := ctx.Err()
	slot := make(chan struct{}, 1)
	select {
	case <-ctx.Done():
	case <-c:
	}
	if err == nil {
		<-slot // want `receive from slot blocks forever: nobody sends on it or closes it`
	}
}

// Other asks another context than the one that has ended.
func Other(ctx, other context.Context) {
	slot := make(chan struct{}, 1)
	<-ctx.Done()
	if other.Err() == nil {
		<-slot // want `receive from slot blocks forever: nobody sends on it or closes it`
	}
}

// Neither knows which error it is.
func Neither(f func() error) {
	done := make(chan struct{})
	err := f()
	if err == io.EOF {
		close(done)
	}
	if err == io.ErrUnexpectedEOF {
		close(done)
	}
	<-done // want `receive from done blocks forever: no other goroutine sends on it or closes it \(if err != io\.ErrUnexpectedEOF from f\)`
}

// Anew has another error the second time.
func Anew(f func() error) {
	done := make(chan struct{})
	err := f()
	if err == io.EOF {
		close(done)
	}
	err = f()
	if err != io.EOF {
		<-done // want `receive from done blocks forever: no other goroutine sends on it or closes it`
	}
}

// Unlike asks two questions.
func Unlike(err error) {
	done := make(chan struct{})
	if errors.Is(err, os.ErrNotExist) {
		close(done)
	}
	if errors.Is(err, os.ErrExist) {
		<-done // want `receive from done blocks forever: no other goroutine sends on it or closes it`
	}
}

// Absent takes it that an error which isn't io.EOF is there.
func Absent(f func() error) int {
	answer := make(chan int, 1)
	err := f()
	if err == nil {
		return 0
	}
	if err == io.EOF {
		answer <- 1
	}
	return <-answer // want `receive from answer blocks forever: no other goroutine sends on it or closes it \(if err != nil from f\)`
}
