package abandoned

import (
	"context"
	"io"
)

// offers starts a goroutine for what is agreed again and again.
func (s *session) offers() (chan int, chan error) {
	offered, failed := make(chan int), make(chan error)
	go s.offer(offered, failed)
	return offered, failed
}

func (s *session) offer(offered chan<- int, failed chan<- error) {
	for {
		n, err := s.negotiate()
		if err != nil {
			failed <- err
			return
		}
		if n%2 == 0 {
			offered <- n // want `send on offered blocks forever and leaks the goroutine`
		}
	}
}

// Best leaves the goroutine that another function has started for it.
func (s *session) Best(ctx context.Context) (best int, err error) {
	offered, failed := s.offers()
	for {
		select {
		case n := <-offered:
			best = max(best, n)
		case err := <-failed:
			return best, err
		case <-ctx.Done():
			return best, ctx.Err()
		}
	}
}

// A dealer is told to stop by others.
type dealer struct {
	*session
	stop chan struct{}
}

// NewDealer makes one.
func NewDealer(s *session) *dealer { return &dealer{s, make(chan struct{})} }

// Stop tells it.
func (d *dealer) Stop() { close(d.stop) }

// Deal leaves the goroutine when it is told to.
func (d *dealer) Deal() (sum int) {
	deals := make(chan int)
	go func() {
		for {
			n, _ := d.negotiate()
			deals <- n // want `send on deals blocks forever and leaks the goroutine`
		}
	}()
	for {
		select {
		case n := <-deals:
			sum += n
		case <-d.stop:
			return sum
		}
	}
}

// Announce leaves the goroutine if it can't write.
func (s *session) Announce(w io.Writer) (int, error) {
	answer := make(chan int)
	go func() {
		n, _ := s.negotiate()
		answer <- n // want `send on answer blocks forever and leaks the goroutine: .*if err != nil from w.Write`
	}()
	if _, err := w.Write([]byte("negotiating")); err != nil {
		return 0, err
	}
	return <-answer, nil
}

// Copy leaves the goroutine at the first error of what it does with each.
func (s *session) Copy(use func(int) error) error {
	numbers := make(chan int)
	go func() {
		defer close(numbers)
		for {
			n, err := s.negotiate()
			if err != nil {
				return
			}
			numbers <- n // want `send on numbers blocks forever and leaks the goroutine: .*if err != nil from use`
		}
	}()
	for n := range numbers {
		if err := use(n); err != nil {
			return err
		}
	}
	return nil
}

// Write hands on the errors of a writer.
func (s *session) Write(w io.Writer) error {
	numbers := make(chan byte)
	go func() {
		defer close(numbers)
		for {
			n, err := s.negotiate()
			if err != nil {
				return
			}
			numbers <- byte(n) // want `send on numbers blocks forever and leaks the goroutine: .*if err != nil from s.put`
		}
	}()
	for n := range numbers {
		if err := s.put(w, n); err != nil {
			return err
		}
	}
	return nil
}

func (s *session) put(w io.Writer, n byte) error {
	_, err := w.Write([]byte{n})
	return err
}
