package abandoned

import (
	"cmp"
	"context"
	"sync"
)

// AllReceived receives the rest.
func AllReceived(sessions []*session) error {
	failed := make(chan error)
	for _, s := range sessions {
		go func() {
			_, err := s.negotiate()
			failed <- err
		}()
	}
	var first error
	for range sessions {
		if err := <-failed; err != nil {
			first = err
		}
	}
	return first
}

// AllBuffered has room for all.
func AllBuffered(sessions []*session) error {
	failed := make(chan error, len(sessions))
	for _, s := range sessions {
		go func() {
			_, err := s.negotiate()
			failed <- err
		}()
	}
	for range sessions {
		if err := <-failed; err != nil {
			return err
		}
	}
	return nil
}

// AllDrained has somebody who receives the rest.
func AllDrained(sessions []*session) error {
	failed := make(chan error)
	for _, s := range sessions {
		go func() {
			_, err := s.negotiate()
			failed <- err
		}()
	}
	for i := range sessions {
		if err := <-failed; err != nil {
			go func() {
				for range len(sessions) - i - 1 {
					<-failed
				}
			}()
			return err
		}
	}
	return nil
}

// AllTold tells them.
func AllTold(ctx context.Context, sessions []*session) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	failed := make(chan error)
	for _, s := range sessions {
		go func() {
			_, err := s.negotiate()
			select {
			case failed <- err:
			case <-ctx.Done():
			}
		}()
	}
	for range sessions {
		if err := <-failed; err != nil {
			return err
		}
	}
	return nil
}

// AllOnce hears of one of them only.
func AllOnce(sessions []*session) error {
	failed := make(chan error)
	a := &announcer{}
	for _, s := range sessions {
		go a.announce(s, failed)
	}
	if len(sessions) == 0 {
		return nil
	}
	for {
		if err := <-failed; err != nil {
			return err
		}
	}
}

// An announcer says the first error.
type announcer struct {
	mu   sync.Mutex
	told bool
}

func (a *announcer) announce(s *session, failed chan<- error) {
	_, err := s.negotiate()
	a.mu.Lock()
	isFirst := !a.told
	a.told = true
	a.mu.Unlock()
	if isFirst {
		failed <- cmp.Or(err, errRefused)
	}
}

// AllInTurn waits for each before it starts the next one.
func AllInTurn(sessions []*session) error {
	failed := make(chan error)
	for _, s := range sessions {
		go func() {
			_, err := s.negotiate()
			failed <- err
		}()
		if err := <-failed; err != nil {
			return err
		}
	}
	return nil
}

// AllThen fails with all that it has received.
func AllThen(sessions []*session, use func(error) error) error {
	failed := make(chan error)
	for _, s := range sessions {
		go func() {
			_, err := s.negotiate()
			failed <- err
		}()
	}
	var last error
	for range sessions {
		last = <-failed
	}
	if err := use(last); err != nil {
		return err
	}
	return nil
}
