package errorfacts

import (
	"bufio"
	"errors"
	"io"
)

// untilEnd leaves its loop where it has closed: the same is asked about an error that isn't nil.
func untilEnd(r *bufio.Reader) <-chan struct{} {
	ended := make(chan struct{})
	go func() {
		var err error
		for !errors.Is(err, io.EOF) {
			_, err = r.ReadString('\n')
			if err != nil && errors.Is(err, io.EOF) {
				close(ended)
			}
		}
	}()
	return ended
}

// untilEqual compares it instead.
func untilEqual(r *bufio.Reader) <-chan struct{} {
	ended := make(chan struct{})
	go func() {
		var err error
		for err != io.EOF {
			_, err = r.ReadString('\n')
			if err != nil && err == io.EOF {
				close(ended)
			}
		}
	}()
	return ended
}

// either closes for one of two answers.
func either(r *bufio.Reader) {
	read := make(chan struct{})
	_, err := r.ReadByte()
	if err != nil && !errors.Is(err, io.EOF) {
		close(read)
	}
	if err == nil || errors.Is(err, io.EOF) {
		close(read)
	}
	<-read
}

// untilOther leaves its loop for another error than that for which it closes.
func untilOther(r *bufio.Reader) <-chan struct{} {
	ended := make(chan struct{})
	go func() {
		var err error
		for !errors.Is(err, io.ErrUnexpectedEOF) {
			_, err = r.ReadString('\n')
			if err != nil && errors.Is(err, io.EOF) {
				close(ended) // want `panic: close of closed channel`
			}
		}
	}()
	return ended
}

// both closes twice for one answer.
func both(r *bufio.Reader) {
	read := make(chan struct{})
	_, err := r.ReadByte()
	if err != nil && !errors.Is(err, io.EOF) {
		close(read)
	}
	if err != nil && !errors.Is(err, io.EOF) {
		close(read) // want `panic: close of closed channel`
	}
}

// Asked uses them.
func Asked(r *bufio.Reader) {
	<-untilEnd(r)
	<-untilEqual(r)
	either(r)
	select {
	case <-untilOther(r):
	default:
	}
	both(r)
}
