package abandoned

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
)

// A result is what a goroutine has agreed on, or an error, after which there is nothing more.
type result struct {
	n   int
	err error
}

// Err is that.
func (r result) Err() error { return r.err }

// Told leaves as there is nothing more.
func (s *session) Told() (sum int, err error) {
	out := make(chan result)
	go func() {
		defer close(out)
		for {
			n, err := s.negotiate()
			out <- result{n, err}
			if err != nil {
				return
			}
		}
	}()
	for r := range out {
		if err := r.Err(); err != nil {
			return sum, err
		}
		sum += r.n
	}
	return sum, nil
}

// Checked asks another function for that.
func (s *session) Checked() (sum int, err error) {
	out := make(chan result)
	go func() {
		defer close(out)
		for {
			n, err := s.negotiate()
			out <- result{n, err}
			if err != nil {
				return
			}
		}
	}()
	for r := range out {
		if err := s.check(r); err != nil {
			return sum, err
		}
		sum += r.n
	}
	return sum, nil
}

func (s *session) check(r result) error {
	if r.err != nil {
		return fmt.Errorf("session: %w", r.err)
	}
	return nil
}

// Read computes the error from what it has got, and nothing else: who sent that may know.
func (s *session) Read() (sum int, err error) {
	lines := make(chan string)
	go func() {
		defer close(lines)
		for {
			n, err := s.negotiate()
			if err != nil {
				lines <- "?"
				return
			}
			lines <- fmt.Sprint(n)
		}
	}()
	for line := range lines {
		var n int
		if err := json.Unmarshal([]byte(line), &n); err != nil {
			return sum, err
		}
		sum += n
	}
	return sum, nil
}

// Flushed writes when it has been told that there is nothing more.
func (s *session) Flushed(w io.Writer, ticks <-chan int) error {
	out := make(chan result)
	go func() {
		defer close(out)
		for {
			n, err := s.negotiate()
			out <- result{n, err}
			if err != nil {
				return
			}
		}
	}()
	for {
		select {
		case r, ok := <-out:
			if !ok {
				if _, err := w.Write([]byte("end")); err != nil {
					return err
				}
			}
			if r.err != nil {
				if _, err := w.Write([]byte("error")); err != nil {
					return err
				}
			}
		case n := <-ticks:
			s.offered.o4 = n
		}
	}
}

// Rest receives what is left in any case.
func (s *session) Rest(use func(int) error) error {
	out := make(chan result)
	go func() {
		defer close(out)
		for {
			n, err := s.negotiate()
			out <- result{n, err}
			if err != nil {
				return
			}
		}
	}()
	defer func() {
		for range out {
		}
	}()
	for r := range out {
		if err := use(r.n); err != nil {
			return err
		}
	}
	return nil
}

// Rounds starts a new goroutine when the last one has ended.
func (s *session) Rounds(use func(int) error) error {
	for {
		out := make(chan result)
		go func() {
			defer close(out)
			for {
				n, err := s.negotiate()
				out <- result{n, err}
				if err != nil {
					return
				}
			}
		}()
		last := 0
		for r := range out {
			last = r.n
		}
		if err := use(last); err != nil {
			return err
		}
	}
}

// Questioned asks for each one.
func (s *session) Questioned(use func(int) error) error {
	questions, answers := make(chan int), make(chan int)
	go func() {
		for q := range questions {
			n, _ := s.negotiate()
			answers <- n + q
		}
	}()
	defer close(questions)
	for i := 0; ; i++ {
		questions <- i
		n := <-answers
		if err := use(n); err != nil {
			return err
		}
	}
}

// Kept hands the channel on, to who receives the rest.
func (s *session) Kept(use func(int) error, rest func(<-chan result)) error {
	out := make(chan result)
	go func() {
		defer close(out)
		for {
			n, err := s.negotiate()
			out <- result{n, err}
			if err != nil {
				return
			}
		}
	}()
	for r := range out {
		if err := use(r.n); err != nil {
			rest(out)
			return err
		}
	}
	return nil
}

// Count is told of the end by who has sent all.
func (s *session) Count() (sum int) {
	numbers, over := make(chan int), make(chan struct{})
	go func() {
		for range 3 {
			n, _ := s.negotiate()
			numbers <- n
		}
		end(over)
	}()
	for {
		select {
		case n := <-numbers:
			sum += n
		case <-over:
			return sum
		}
	}
}

func end(over chan struct{}) { close(over) }

// Waiting lets the goroutine go, too.
func (s *session) Waiting(ctx context.Context) int {
	offered, failed := make(chan int), make(chan error)
	go func() {
		n, err := s.negotiate()
		if err != nil {
			select {
			case failed <- err:
			case <-ctx.Done():
			}
			return
		}
		select {
		case offered <- n:
		case <-ctx.Done():
		}
	}()
	select {
	case n := <-offered:
		return n
	case <-failed:
		return 0
	case <-ctx.Done():
		return 0
	}
}
