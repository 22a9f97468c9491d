package abandoned

import "fmt"

// All leaves the others at the first error.
func All(sessions []*session) error {
	failed := make(chan error)
	for _, s := range sessions {
		go func() {
			_, err := s.negotiate()
			failed <- err // want `send on failed blocks forever and leaks the goroutine: All never receives from it after line 15 \(if err != nil\)`
		}()
	}
	for range sessions {
		if err := <-failed; err != nil {
			return fmt.Errorf("all: %w", err)
		}
	}
	return nil
}

// Failed leaves the others, too, which only tell of errors.
func Failed(sessions []*session, use func(error) error) error {
	failed := make(chan error)
	for _, s := range sessions {
		go s.tell(failed)
	}
	for range sessions {
		err := <-failed
		if err := use(err); err != nil {
			return err
		}
	}
	return nil
}

func (s *session) tell(failed chan<- error) {
	if _, err := s.negotiate(); err != nil {
		failed <- err // want `send on failed blocks forever and leaks the goroutine`
	}
}

// Early leaves all of them.
func Early(sessions []*session, prepare func() error) error {
	failed := make(chan error)
	for _, s := range sessions {
		go func() {
			_, err := s.negotiate()
			failed <- err // want `send on failed blocks forever and leaks the goroutine: .* \(if err != nil from prepare\)`
		}()
	}
	if err := prepare(); err != nil {
		return err
	}
	for range sessions {
		<-failed
	}
	return nil
}
