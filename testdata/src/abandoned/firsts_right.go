package abandoned

import (
	"errors"
	"runtime"
	"sync"
)

// DialFirstOf has room for all answers.
func (s *session) DialFirstOf(list []string) error {
	answers := make(chan error, len(list))
	for _, host := range list {
		go func() {
			answers <- s.dial(host)
		}()
	}
	if len(list) == 0 {
		return nil
	}
	return <-answers
}

// DialTwo takes two answers of two.
func (s *session) DialTwo(one, other string) error {
	answers := make(chan error)
	for _, host := range []string{one, other} {
		go func() {
			answers <- s.dial(host)
		}()
	}
	return errors.Join(<-answers, <-answers)
}

// DialOnly starts one.
func (s *session) DialOnly(list []string) error {
	answers := make(chan error)
	for n, host := range list {
		go func() {
			err := s.dial(host)
			if n == 0 {
				answers <- err
			}
		}()
	}
	if len(list) == 0 {
		return nil
	}
	return <-answers
}

// DialRest lets somebody else receive what it doesn't.
func (s *session) DialRest(list []string) error {
	answers := make(chan error)
	for _, host := range list {
		go func() {
			answers <- s.dial(host)
		}()
	}
	go func() {
		for n := range list {
			if n > 0 {
				<-answers
			}
		}
	}()
	if len(list) == 0 {
		return nil
	}
	return <-answers
}

// Right: one alone claims what is there; the others fail, and send nothing.
type seat struct {
	mu    sync.Mutex
	taken bool
}

func (s *seat) claim() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.taken {
		return errors.New("taken")
	}
	s.taken = true
	return nil
}

func Claim(names []string) string {
	if len(names) == 0 {
		return ""
	}
	s, first := &seat{}, make(chan string)
	for _, name := range names {
		go func() {
			if err := s.claim(); err != nil {
				return
			}
			first <- name
		}()
	}
	return <-first
}

// Right: one alone goes on.
func (s *seat) claimOrEnd() {
	if s.claim() != nil {
		runtime.Goexit()
	}
}

func (s *seat) claimOrPanic() {
	if s.claim() != nil {
		panic("taken")
	}
}

func Claims(names []string) (string, string) {
	if len(names) == 0 {
		return "", ""
	}
	s, other, first, second := &seat{}, &seat{}, make(chan string), make(chan string)
	for _, name := range names {
		go func() {
			s.claimOrEnd()
			first <- name
		}()
		go func() {
			defer func() { recover() }()
			other.claimOrPanic()
			second <- name
		}()
	}
	return <-first, <-second
}
