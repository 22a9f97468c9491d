package abandoned

import (
	"context"
	"time"
)

// Get leaves the answer behind if the context ends.
func (s *session) Get(ctx context.Context) (int, error) {
	answer, failed := make(chan int), make(chan error)
	go func() {
		n, err := s.negotiate()
		if err != nil {
			failed <- err
			return
		}
		answer <- n // want `send on answer blocks forever and leaks the goroutine`
	}()
	select {
	case n := <-answer:
		return n, nil
	case err := <-failed:
		return 0, err
	case <-ctx.Done():
		return 0, ctx.Err()
	}
}

// Within leaves it behind when its time is up.
func (s *session) Within(d time.Duration) int {
	answer := make(chan int)
	go s.send(answer)
	select {
	case n := <-answer:
		return n
	case <-time.After(d):
		return 0
	}
}

func (s *session) send(to chan<- int) {
	n, _ := s.negotiate()
	to <- n // want `send on answer \(as to\) blocks forever and leaks the goroutine`
}

// Sum stops listening while there are more of them.
func (s *session) Sum(ctx context.Context) (sum int) {
	numbers := make(chan int)
	go func() {
		defer close(numbers)
		for {
			n, err := s.negotiate()
			if err != nil {
				return
			}
			numbers <- n // want `send on numbers blocks forever and leaks the goroutine`
		}
	}()
	for {
		select {
		case n, ok := <-numbers:
			if !ok {
				return sum
			}
			sum += n
		case <-ctx.Done():
			return sum
		}
	}
}
