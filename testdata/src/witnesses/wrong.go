package witnesses

import (
	"context"
	"io"
)

// Who has given up no longer receives the answer.
func dial(ctx context.Context, s *service, p *parts, r io.Reader) (int, error) {
	errs := make(chan error)
	go func() {
		_, err := read(r)
		errs <- err // want `send on errs blocks forever and leaks the goroutine: dial never receives from it after line 16`
	}()
	select {
	case <-ctx.Done():
		return 0, ctx.Err()
	case err := <-errs:
		if err != nil {
			return 0, err
		}
	}
	return busy(s, p)
}

// The answer of the first goes to the caller, that of the second to nobody, if the first has failed.
func both(s *service, p *parts, r io.Reader) (int, error) {
	errs := make(chan error)
	for range 2 {
		go func() {
			_, err := read(r)
			errs <- err // want `send on errs blocks forever and leaks the goroutine: both never receives from it again after line 35`
		}()
	}
	if err := <-errs; err != nil {
		return 0, err
	}
	if err := <-errs; err != nil {
		return 0, err
	}
	return busy(s, p)
}

// Something else fails before the answer is asked for.
func first(s *service, p *parts, r io.ReadCloser) (int, error) {
	answer := make(chan byte)
	go expect(r, answer)
	if err := r.Close(); err != nil {
		return 0, err
	}
	if <-answer == 0 {
		return 0, io.EOF
	}
	return busy(s, p)
}

func expect(r io.Reader, answer chan<- byte) {
	b, _ := read(r)
	answer <- b // want `send on answer blocks forever and leaks the goroutine: first never receives from it after line 48`
}

// Who waits for an answer is left alone by one who didn't like the question.
func ask(s *service, p *parts, r io.Reader) (int, error) {
	questions, answers := make(chan bool, 1), make(chan int)
	go func() {
		if <-questions {
			answers <- 1
		}
	}()
	_, err := read(r)
	questions <- err == nil
	if <-answers == 0 { // want `receive from answers blocks forever: nobody is left to send on it, and nothing closes it`
		return 0, io.EOF
	}
	return busy(s, p)
}

// Who gives up takes the answer only if he is told to wait for it.
func dialOrWait(ctx context.Context, s *service, p *parts, r io.Reader, wait bool) (int, error) {
	errs := make(chan error)
	go func() {
		_, err := read(r)
		errs <- err // want `send on errs blocks forever and leaks the goroutine: dialOrWait never receives from it after line 87`
	}()
	select {
	case <-ctx.Done():
		if wait {
			<-errs
		}
		return 0, ctx.Err()
	case err := <-errs:
		if err != nil {
			return 0, err
		}
	}
	return busy(s, p)
}

// The first time, who gives up takes no answer. The second time he takes those that there are, of
// which he keeps count.
func dialAndCount(ctx context.Context, s *service, p *parts, r io.Reader) (int, error) {
	errs, open := make(chan error), 0
	go func() {
		_, err := read(r)
		errs <- err // want `send on errs blocks forever and leaks the goroutine: dialAndCount never receives from it after line 108`
	}()
	select {
	case <-ctx.Done():
		return 0, ctx.Err()
	case err := <-errs:
		if err != nil {
			return 0, err
		}
	}
	for range 2 {
		open++
	}
	go func() {
		_, err := read(r)
		errs <- err
	}()
	select {
	case <-ctx.Done():
		if open == 2 {
			<-errs
		}
		return 0, ctx.Err()
	case err := <-errs:
		if err != nil {
			return 0, err
		}
	}
	return busy(s, p)
}
