package errorfacts

import (
	"errors"
	"io"
	"io/fs"
	"os"
)

// bothCompare is right: who has got the error asks the same of it as who has sent it.
func bothCompare(r io.Reader) {
	failed, ended := make(chan error), make(chan int)
	go func() {
		_, err := r.Read(nil)
		if err == nil {
			close(failed)
			return
		}
		failed <- err
		if err == io.EOF {
			ended <- 1
		}
	}()
	err, ok := <-failed
	if ok && err == io.EOF {
		<-ended
	}
}

// bothAsk is right, too.
func bothAsk(name string) {
	_, err := os.Stat(name)
	missing, hidden := make(chan int), make(chan int)
	go func() {
		if errors.Is(err, fs.ErrNotExist) {
			missing <- 1
		}
		if errors.Is(err, fs.ErrPermission) {
			hidden <- 1
		}
	}()
	if errors.Is(err, fs.ErrNotExist) {
		<-missing
	}
	if errors.Is(err, fs.ErrPermission) {
		<-hidden
	}
}

// bothAskOfSent is right as well.
func bothAskOfSent(r io.Reader) {
	failed, ended := make(chan error), make(chan int)
	go func() {
		_, err := r.Read(nil)
		if err == nil {
			close(failed)
			return
		}
		failed <- err
		if errors.Is(err, fs.ErrClosed) {
			ended <- 1
		}
	}()
	err, ok := <-failed
	if ok && errors.Is(err, fs.ErrClosed) {
		<-ended
	}
}

// oneCompares is wrong: the other one sends nothing more, whatever the error is.
func oneCompares(r io.Reader) {
	failed, ended := make(chan error), make(chan int)
	go func() {
		if _, err := r.Read(nil); err != nil {
			failed <- err
		}
		close(failed)
	}()
	err, ok := <-failed
	if ok && err == io.EOF {
		<-ended // want `receive from ended blocks forever`
	}
}

// oneAsks is wrong in the same way.
func oneAsks(r io.Reader) {
	failed, ended := make(chan error), make(chan int)
	go func() {
		if _, err := r.Read(nil); err != nil {
			failed <- err
		}
		close(failed)
	}()
	err, ok := <-failed
	if ok && errors.Is(err, io.ErrUnexpectedEOF) {
		<-ended // want `receive from ended blocks forever`
	}
}

// isNone is right: what errors.Is doesn't say it is, it isn't.
func isNone(r io.Reader) {
	ended := make(chan int)
	_, err := r.Read(nil)
	if errors.Is(err, io.EOF) {
		go func() { ended <- 1 }()
	}
	if err == io.EOF {
		<-ended
		return
	}
	if errors.Is(err, io.EOF) {
		<-ended
	}
}

// isWrapped is wrong: what doesn't equal it may have been made of it.
func isWrapped(r io.Reader) {
	ended := make(chan int)
	_, err := r.Read(nil)
	if err == io.EOF {
		go func() { ended <- 1 }()
	}
	if errors.Is(err, io.EOF) {
		<-ended // want `receive from ended blocks forever`
	}
}
