package crossed

import (
	"bufio"
	"io"
)

// LinesFirst empties what the goroutine may be sending on.
func LinesFirst(r io.Reader, stop <-chan struct{}, each func(string)) error {
	lines, errs := make(chan string), make(chan error, 1)
	go func() {
		defer close(errs)
		defer close(lines)
		s := bufio.NewReader(r)
		for {
			l, err := s.ReadString('\n')
			if err != nil {
				errs <- err
				return
			}
			lines <- l
		}
	}()
	for {
		select {
		case <-stop:
			for range lines {
			}
			for range errs {
			}
			return nil
		case l, ok := <-lines:
			if !ok {
				return <-errs
			}
			each(l)
		}
	}
}

// AtOnce empties both.
func AtOnce(r io.Reader, stop <-chan struct{}, each func(string)) {
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
			go func() {
				for range lines {
				}
			}()
			for range errs {
			}
			return
		case <-errs:
			return
		case l := <-lines:
			each(l)
		}
	}
}

// Told makes the goroutine look at the end as well.
func Told(r io.Reader, stop <-chan struct{}, each func(string)) {
	lines, errs := make(chan string), make(chan error)
	go func() {
		defer close(errs)
		s := bufio.NewReader(r)
		for {
			l, err := s.ReadString('\n')
			if err != nil {
				return
			}
			select {
			case lines <- l:
			case <-stop:
				return
			}
		}
	}()
	for {
		select {
		case <-stop:
			for range errs {
			}
			return
		case l := <-lines:
			each(l)
		}
	}
}

// Finished waits for the errors when there are no more lines.
func Finished(r io.Reader, done chan<- struct{}, each func(string)) {
	lines, errs := make(chan string), make(chan error)
	finished := make(chan struct{})
	go func() {
		s := bufio.NewReader(r)
		for {
			l, err := s.ReadString('\n')
			if err != nil {
				close(finished)
				errs <- err
				close(errs)
				return
			}
			lines <- l
		}
	}()
	for {
		select {
		case <-finished:
			for range errs {
			}
			close(done)
			return
		case l := <-lines:
			each(l)
		}
	}
}
