package errorfacts

import (
	"errors"
	"io"
)

// likewiseNot is right: who has got the error waits if it wasn't even made of the end, and who has sent it sends more if it isn't the end.
func likewiseNot(r io.Reader) {
	failed, more := make(chan error), make(chan int, 1)
	go func() {
		_, err := r.Read(nil)
		if err == nil {
			close(failed)
			return
		}
		failed <- err
		if err != io.EOF {
			more <- 1
		}
	}()
	err, ok := <-failed
	if ok && !errors.Is(err, io.EOF) {
		<-more
	}
}

// likewise is right: what equals the end, errors.Is says it is.
func likewise(r io.Reader) {
	failed, ended := make(chan error), make(chan int, 1)
	go func() {
		_, err := r.Read(nil)
		if err == nil {
			close(failed)
			return
		}
		failed <- err
		if errors.Is(err, io.EOF) {
			ended <- 1
		}
	}()
	err, ok := <-failed
	if ok && err == io.EOF {
		<-ended
	}
}

// anotherSentinel is wrong: what one asks says nothing of what the other one does, who never sends.
func anotherSentinel(r io.Reader) {
	failed, ended := make(chan error), make(chan int)
	go func() {
		_, err := r.Read(nil)
		if err != nil && err != io.ErrNoProgress {
			failed <- err
		}
		close(failed)
	}()
	err, ok := <-failed
	if ok && errors.Is(err, io.EOF) {
		<-ended // want `receive from ended blocks forever`
	}
}
