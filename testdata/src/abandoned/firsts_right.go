package abandoned

import "errors"

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
