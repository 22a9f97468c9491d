// Package ownerrors has programs that tell errors apart which they make
// themselves, and errors from outside.
package ownerrors

import (
	"errors"
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
