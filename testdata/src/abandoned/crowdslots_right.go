package abandoned

import "errors"

var errTooMany = errors.New("too many")

// Pair has room for the one that it doesn't hear.
func Pair(a, b *session) error {
	failed := make(chan error, 1)
	for _, s := range []*session{a, b} {
		go func() {
			_, err := s.negotiate()
			failed <- err
		}()
	}
	for range 2 {
		if err := <-failed; err != nil {
			return err
		}
	}
	return nil
}

// Four has room for the three that it doesn't hear.
func Four(s *session) error {
	failed := make(chan error, 3)
	for range 4 {
		go func() {
			_, err := s.negotiate()
			failed <- err
		}()
	}
	for range 4 {
		if err := <-failed; err != nil {
			return err
		}
	}
	return nil
}

// Few is for as many as there is room for.
func Few(sessions []*session) error {
	if len(sessions) > 3 {
		return errTooMany
	}
	failed := make(chan error, 3)
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

// FewOfMap is, too.
func FewOfMap(sessions map[string]*session) error {
	if len(sessions) > 3 {
		return errTooMany
	}
	failed := make(chan error, 3)
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

// Added has three, and room for two.
func Added(a, b, c *session) error {
	var sessions []*session
	sessions = append(sessions, a)
	sessions = append(sessions, b)
	sessions = append(sessions, c)
	failed := make(chan error, 2)
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

// Dropped says no error for which there is no room.
func Dropped(sessions []*session) error {
	if len(sessions) == 0 {
		return nil
	}
	failed := make(chan error, 1)
	for _, s := range sessions {
		go func() {
			_, err := s.negotiate()
			select {
			case failed <- err:
			default:
			}
		}()
	}
	return <-failed
}

// RoomyReceived receives the rest.
func RoomyReceived(sessions []*session) (first error) {
	failed := make(chan error, 1)
	for _, s := range sessions {
		go func() {
			_, err := s.negotiate()
			failed <- err
		}()
	}
	for range sessions {
		if err := <-failed; err != nil {
			first = err
		}
	}
	return first
}
