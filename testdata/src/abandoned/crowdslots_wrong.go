package abandoned

import "context"

// Roomy has room for one that it doesn't hear, and leaves the others.
func Roomy(sessions []*session) error {
	failed := make(chan error, 1)
	for _, s := range sessions {
		go func() {
			_, err := s.negotiate()
			failed <- err // want `send on failed blocks forever and leaks the goroutine: its buffer of 1 is full and Roomy never receives from it after line 15 \(if err != nil\)`
		}()
	}
	for range sessions {
		if err := <-failed; err != nil {
			return err
		}
	}
	return nil
}

// Roomier leaves them when it is told to.
func Roomier(ctx context.Context, sessions map[string]*session) error {
	if len(sessions) == 0 {
		return nil
	}
	failed := make(chan error, 3)
	for _, s := range sessions {
		go s.report(failed)
	}
	for range sessions {
		select {
		case err := <-failed:
			if err != nil {
				return err
			}
		case <-ctx.Done():
			return ctx.Err()
		}
	}
	return nil
}

func (s *session) report(failed chan<- error) {
	_, err := s.negotiate()
	failed <- err // want `send on failed blocks forever and leaks the goroutine: its buffer of 3 is full`
}

// Six has five that it doesn't hear, and room for three.
func Six(s *session) error {
	failed := make(chan error, 3)
	for range 6 {
		go func() {
			_, err := s.negotiate()
			failed <- err // want `send on failed blocks forever and leaks the goroutine: its buffer of 3 is full`
		}()
	}
	for range 6 {
		if err := <-failed; err != nil {
			return err
		}
	}
	return nil
}
