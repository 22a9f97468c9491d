// Package unended has goroutines that are made with a struct, and the methods that close it.
package unended

import (
	"errors"
	"io"
	"sync"
)

var errClosed = errors.New("closed")

type request struct {
	buf    []byte
	answer chan int
}

// An Object asks a goroutine for each read, which stays when it is closed.
type Object struct {
	mu       sync.Mutex
	closed   bool
	requests chan<- request
}

func Open(r io.Reader) *Object {
	requests := make(chan request)
	go func() {
		for q := range requests { // want `receive from requests blocks forever and leaks the goroutine: nobody sends on it or closes it \(if \(\*Object\).Close has been called\)`
			n, _ := r.Read(q.buf)
			q.answer <- n
		}
	}()
	return &Object{requests: requests}
}

func (o *Object) Read(buf []byte) (int, error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.closed {
		return 0, errClosed
	}
	answer := make(chan int, 1)
	o.requests <- request{buf, answer}
	return <-answer, nil
}

func (o *Object) Close() error {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.closed = true
	return nil
}
