package witnesses

import (
	"context"
	"io"
	"sync"
)

// There is room for the answer.
func dialWithRoom(ctx context.Context, s *service, p *parts, r io.Reader) (int, error) {
	errs := make(chan error, 1)
	go func() {
		_, err := read(r)
		errs <- err
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

// Both give up.
func dialTogether(ctx context.Context, s *service, p *parts, r io.Reader) (int, error) {
	errs := make(chan error)
	go func() {
		_, err := read(r)
		select {
		case errs <- err:
		case <-ctx.Done():
		}
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

// Who gives up takes the answer nevertheless.
func dialAndDrain(ctx context.Context, s *service, p *parts, r io.Reader) (int, error) {
	errs := make(chan error)
	go func() {
		_, err := read(r)
		errs <- err
	}()
	select {
	case <-ctx.Done():
		go func() { <-errs }()
		return 0, ctx.Err()
	case err := <-errs:
		if err != nil {
			return 0, err
		}
	}
	return busy(s, p)
}

// Nobody asks where there is nobody to answer: without data it looks as if somebody might.
func firstIfAny(s *service, p *parts, r io.ReadCloser) (int, error) {
	answer := make(chan byte)
	if r != nil {
		go func() {
			b, _ := read(r)
			answer <- b
		}()
	}
	if r == nil {
		return 0, io.EOF
	}
	if <-answer == 0 {
		return 0, io.EOF
	}
	return busy(s, p)
}

// The goroutine isn't started before it is certain that the answer is received: a wait group that the
// channel has nothing to do with keeps the two apart.
func inTurns(s *service, p *parts, r io.ReadCloser) (int, error) {
	answer := make(chan byte)
	var done sync.WaitGroup
	var err error
	done.Add(1)
	go func() {
		defer done.Done()
		_, err = read(r)
	}()
	done.Wait()
	if err == nil {
		go func() {
			b, _ := read(r)
			answer <- b
		}()
	}
	if err != nil {
		return 0, err
	}
	if <-answer == 0 {
		return 0, io.EOF
	}
	return busy(s, p)
}

// The answer is received wherever busy comes to.
func later(s *service, p *parts, r io.Reader) (n int, err error) {
	answer := make(chan byte)
	go func() {
		b, _ := read(r)
		answer <- b
	}()
	defer func() { <-answer }()
	return busy(s, p)
}

// Whatever else comes first, the answer is received in the end.
func poll(s *service, p *parts, r io.Reader, ticks <-chan int) (int, error) {
	errs := make(chan error)
	go func() {
		_, err := read(r)
		errs <- err
	}()
	for n := 0; ; n++ {
		select {
		case <-ticks:
			s.slots <- n
		case err := <-errs:
			if err != nil {
				return 0, err
			}
			return busy(s, p)
		}
	}
}

// The first select may be left without the answer, what comes then isn't.
func dialPatiently(ctx context.Context, s *service, p *parts, r io.Reader) (int, error) {
	errs := make(chan error)
	go func() {
		_, err := read(r)
		errs <- err
	}()
	var err error
	select {
	case <-ctx.Done():
		err = <-errs
	case err = <-errs:
	}
	if err != nil {
		return 0, err
	}
	return busy(s, p)
}
