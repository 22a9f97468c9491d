package abandoned

import "os"

const couple = 2

// TwoByConstant leaves the second one.
func TwoByConstant(sessions [couple]*session) error {
	failed := make(chan error)
	for i := range couple {
		go func() {
			_, err := sessions[i].negotiate()
			failed <- err // want `send on failed blocks forever and leaks the goroutine: TwoByConstant never receives from it after line 17`
		}()
	}
	for range couple {
		if err := <-failed; err != nil {
			return err
		}
	}
	return nil
}

// TwoListed leaves one of a list.
func TwoListed(one, other *session) error {
	failed := make(chan error)
	list := []*session{one, other}
	for _, s := range list {
		go s.say(failed)
	}
	for range list {
		if err := <-failed; err != nil {
			return err
		}
	}
	return nil
}

func (s *session) say(failed chan<- error) {
	_, err := s.negotiate()
	failed <- err // want `send on failed blocks forever and leaks the goroutine`
}

// AtLeastTwo leaves one of two, or more.
func AtLeastTwo(sessions []*session) error {
	if len(sessions) < 2 {
		return errRefused
	}
	failed := make(chan error)
	for _, s := range sessions {
		go func() {
			_, err := s.negotiate()
			failed <- err // want `send on failed blocks forever and leaks the goroutine: AtLeastTwo never receives from it after line 57`
		}()
	}
	for range sessions {
		if err := <-failed; err != nil {
			return err
		}
	}
	return nil
}

// A Counter has as many sessions as others say.
type Counter struct {
	number   int
	sessions []*session
	Named    map[string]*session
}

// NewCounter makes it.
func NewCounter(number int) *Counter { return &Counter{number: number} }

// Add adds one.
func (c *Counter) Add(s *session) { c.sessions = append(c.sessions, s) }

// Number leaves some of a number.
func (c *Counter) Number(s *session) error {
	failed := make(chan error)
	for i := 0; i < c.number; i++ {
		go func() {
			_, err := s.negotiate()
			failed <- err // want `send on failed blocks forever and leaks the goroutine: \(\*Counter\)\.Number never receives from it after line 87`
		}()
	}
	for i := 0; i < c.number; i++ {
		if err := <-failed; err != nil {
			return err
		}
	}
	return nil
}

// All leaves some of those that were added.
func (c *Counter) All() error {
	failed := make(chan error)
	for _, s := range c.sessions {
		go func() {
			_, err := s.negotiate()
			failed <- err // want `send on failed blocks forever and leaks the goroutine: \(\*Counter\)\.All never receives from it after line 104`
		}()
	}
	for range c.sessions {
		if err := <-failed; err != nil {
			return err
		}
	}
	return nil
}

// Each leaves some of those in a map.
func (c *Counter) Each() error {
	failed := make(chan error)
	for _, s := range c.Named {
		go func() {
			_, err := s.negotiate()
			failed <- err // want `send on failed blocks forever and leaks the goroutine: \(\*Counter\)\.Each never receives from it after line 121`
		}()
	}
	for range c.Named {
		if err := <-failed; err != nil {
			return err
		}
	}
	return nil
}

// Listed leaves some of those that have a file, unless they are left out.
func Listed(dir string, find func(name string) *session) error {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return err
	}
	failed := make(chan error)
	for _, e := range entries {
		s := find(e.Name())
		if s == nil {
			continue
		}
		go func() {
			_, err := s.negotiate()
			failed <- err // want `send on failed blocks forever and leaks the goroutine: Listed never receives from it after line 146`
		}()
	}
	for range entries {
		if err := <-failed; err != nil {
			return err
		}
	}
	return nil
}

// Coming leaves some of those that others send.
func Coming(sessions <-chan *session) error {
	failed := make(chan error)
	number := 0
	for s := range sessions {
		number++
		go func() {
			_, err := s.negotiate()
			failed <- err // want `send on failed blocks forever and leaks the goroutine: Coming never receives from it after line 165`
		}()
	}
	for range number {
		if err := <-failed; err != nil {
			return err
		}
	}
	return nil
}

func startAll(list ...*session) error {
	failed := make(chan error)
	for _, s := range list {
		go func() {
			_, err := s.negotiate()
			failed <- err // want `send on failed blocks forever and leaks the goroutine: startAll never receives from it after line 181`
		}()
	}
	for range list {
		if err := <-failed; err != nil {
			return err
		}
	}
	return nil
}

// Both starts two.
func Both(one, other *session) error { return startAll(one, other) }
