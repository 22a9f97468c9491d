// Package crossed has two channels of a goroutine, of which one is emptied first.
package crossed

import (
	"bufio"
	"io"
)

// Copy stops when it is told to, and waits for the errors first.
func Copy(r io.Reader, stop <-chan struct{}, each func(string)) error {
	lines, errs := make(chan string), make(chan error)
	go func() {
		s := bufio.NewReader(r)
		for {
			l, err := s.ReadString('\n')
			if err != nil {
				errs <- err
				close(errs)
				close(lines)
				return
			}
			lines <- l
		}
	}()
	for {
		select {
		case <-stop:
			for range errs { // want `receive from errs blocks forever: the goroutine started at wrong.go:\d+, which could send on it or close it, is blocked, too, as only this goroutine receives from lines`
			}
			for range lines {
			}
			return nil
		case err := <-errs:
			return err
		case l := <-lines:
			each(l)
		}
	}
}

// Discard empties them by a function.
func Discard(r io.Reader, stop <-chan struct{}, each func(string)) {
	lines, errs := make(chan string), make(chan error)
	go func() {
		defer close(lines)
		defer close(errs)
		s := bufio.NewReader(r)
		for {
			l, err := s.ReadString('\n')
			if err != nil {
				return
			}
			lines <- l
		}
	}()
	discard := func() {
		for range errs { // want `receive from errs blocks forever`
		}
		for range lines {
		}
	}
	for {
		select {
		case <-stop:
			discard()
			return
		case l, ok := <-lines:
			if !ok {
				return
			}
			each(l)
		}
	}
}
