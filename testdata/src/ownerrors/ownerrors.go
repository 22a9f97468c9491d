// Package ownerrors has programs that tell errors apart which they make
// themselves, and errors from outside.
package ownerrors

import (
	"errors"
	"fmt"
	"io"
	"os"
)

var (
	errFull  = errors.New("full")
	errEmpty = errors.New("empty")
)

type box struct{ n int }

func (b *box) take() error {
	if b.n == 0 {
		return errEmpty
	}
	return errFull
}

// The error is never errEmpty here.
func compares() {
	done := make(chan int)
	b := &box{n: 1}
	if b.take() == errEmpty {
		<-done
	}
}

func asks() {
	done := make(chan int)
	b := &box{n: 1}
	if errors.Is(b.take(), errEmpty) {
		<-done
	}
}

// Which error a library returns, the outside world decides.
func readsFile(f *os.File) {
	done := make(chan int)
	_, err := f.Read(nil)
	if err == io.EOF {
		<-done // want "receive from done blocks forever"
	}
	if err != nil && err != io.EOF {
		<-done // want "receive from done blocks forever"
	}
}

// The reader gets as many messages as it wants.
func pipes() {
	r, w := io.Pipe()
	c := make(chan int)
	go counts(r, c)
	w.Write([]byte("x"))
	w.Close()
	<-c
	<-c
}

func counts(r io.Reader, c chan int) {
	buf := make([]byte, 1)
	for {
		n, err := r.Read(buf)
		if err == io.EOF {
			c <- 0
			break
		}
		c <- n
	}
}

func never(n int) error { return nil }

func always(n int) error {
	if n > 3 {
		return fmt.Errorf("large: %d", n)
	}
	return errFull
}

func both(n int) (int, error) { return n, nil }

func some(n int) error {
	if n > 3 {
		return nil
	}
	return errFull
}

func off(path string) bool { _, _ = os.Stat(path); return false }

// What a function returns each time isn't a choice of the outside world.
func returnsEarlyNever(n int) error {
	c := make(chan int)
	go func() { c <- 1 }()
	if err := never(n); err != nil {
		return err
	}
	if _, err := both(n); err != nil {
		return err
	}
	if always(n) == nil || off("x") {
		return nil
	}
	<-c
	return nil
}

func returnsEarlySometimes(n int) error {
	c := make(chan int)
	go func() {
		c <- 1 // want "send on c blocks forever and leaks the goroutine"
	}()
	if err := some(n); err != nil {
		return err
	}
	<-c
	return nil
}

func returnsEarlyAlways(n int) error {
	c := make(chan int)
	go func() {
		c <- 1 // want "send on c blocks forever and leaks the goroutine"
	}()
	if err := always(n); err != nil {
		return err
	}
	<-c
	return nil
}

// A recovered panic makes the result nil.
func recovers(n int) error {
	defer func() { _ = recover() }()
	_ = 1 / n
	return errFull
}

func returnsEarlyMostly(n int) {
	c := make(chan int)
	go func() {
		c <- 1 // want "send on c blocks forever and leaks the goroutine"
	}()
	if recovers(n) == nil {
		return
	}
	<-c
}
