package abandoned

import (
	"errors"
	"io"
	"sync/atomic"
)

// A last is the last message.
type last struct{}

// Until flushes when the last message has come.
func (s *session) Until(w io.Writer) (sum int, err error) {
	out := make(chan any)
	go func() {
		for {
			n, err := s.negotiate()
			if err != nil {
				break
			}
			out <- n
		}
		out <- last{}
	}()
	for {
		m := <-out
		if _, ok := m.(last); ok {
			if _, err := w.Write(nil); err != nil {
				return sum, err
			}
			return sum, nil
		}
		sum += m.(int)
	}
}

// Gone flushes when the goroutine has said that it goes.
func (s *session) Gone(w io.Writer) (sum int, err error) {
	out, gone := make(chan int), make(chan struct{})
	go func() {
		for {
			n, err := s.negotiate()
			if err != nil {
				gone <- struct{}{}
				return
			}
			out <- n
		}
	}()
	for {
		select {
		case n := <-out:
			sum += n
		case <-gone:
			if _, err := w.Write(nil); err != nil {
				return sum, err
			}
			return sum, nil
		}
	}
}

// A tally keeps the last result.
type tally struct{ last result }

func (t *tally) take(r result) { t.last = r }

func (t *tally) check() error { return t.last.err }

// Tallied asks for the error of what it has put there.
func (s *session) Tallied() error {
	out := make(chan result)
	go func() {
		for {
			n, err := s.negotiate()
			out <- result{n, err}
			if err != nil {
				return
			}
		}
	}()
	t := &tally{}
	for {
		t.take(<-out)
		if err := t.check(); err != nil {
			return err
		}
	}
}

// A wrapper wraps errors.
type wrapper interface{ Wrap(error) error }

// Wrapped has others wrap the error of a message.
func (s *session) Wrapped(w wrapper) error {
	out := make(chan result)
	go func() {
		for {
			n, err := s.negotiate()
			out <- result{n, err}
			if err != nil {
				return
			}
		}
	}()
	for {
		r := <-out
		if err := s.wrap(w, r); err != nil {
			return err
		}
	}
}

func (s *session) wrap(w wrapper, r result) error {
	if r.err == nil {
		return nil
	}
	return w.Wrap(r.err)
}

var errBusy = errors.New("busy")

// A runner isn't closed while it runs.
type runner struct {
	*session
	running atomic.Int64
	stop    chan struct{}
}

// NewRunner makes one.
func NewRunner(s *session) *runner { return &runner{session: s, stop: make(chan struct{})} }

// Close closes one that doesn't run, for good.
func (r *runner) Close() error {
	if !r.running.CompareAndSwap(0, -1) {
		return errBusy
	}
	close(r.stop)
	return nil
}

// Run runs one that isn't closed.
func (r *runner) Run() {
	if !r.running.CompareAndSwap(0, 1) {
		return
	}
	defer r.running.Store(0)
	notes := make(chan int)
	go func() {
		for {
			select {
			case n, ok := <-notes:
				if !ok {
					return
				}
				r.offered.o5 += n
			case <-r.stop:
				return
			}
		}
	}()
	for range 10 {
		n, _ := r.negotiate()
		notes <- n
	}
	close(notes)
}

// Sum sums what one that isn't closed agrees on.
func (r *runner) Sum() (sum int) {
	if !r.running.CompareAndSwap(0, 1) {
		return 0
	}
	defer r.running.Store(0)
	numbers := make(chan int)
	go func() {
		defer close(numbers)
		for range 10 {
			n, _ := r.negotiate()
			numbers <- n
		}
	}()
	for {
		select {
		case n, ok := <-numbers:
			if !ok {
				return sum
			}
			sum += n
		case <-r.stop:
			return sum
		}
	}
}

// Levelled sends nothing, as it has just seen to that.
func (s *session) Levelled(stop <-chan struct{}) int {
	out, answer := make(chan int), make(chan int, 1)
	go func() {
		n, _ := s.negotiate()
		s.wanted.o7 = 0
		if n > 3 {
			answer <- n
		}
		if s.wanted.o7 > 0 {
			out <- n
		}
	}()
	select {
	case n := <-out:
		return n
	case <-stop:
		return 0
	case n := <-answer:
		return n
	}
}
