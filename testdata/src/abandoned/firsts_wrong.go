package abandoned

import "os"

// dial negotiates with a host.
func (s *session) dial(host string) error {
	s.offered.o3 = len(host)
	_, err := s.negotiate()
	return err
}

// DialFirst takes one answer, and leaves those of the others.
func (s *session) DialFirst(list []string) error {
	answers := make(chan error)
	for _, host := range list {
		go func() {
			answers <- s.dial(host) // want `send on answers blocks forever and leaks the goroutine: .*DialFirst never receives from it again`
		}()
	}
	return <-answers
}

// StatFailing takes one error, or none if all have gone well.
func (s *session) StatFailing(list []string) error {
	failed, over := make(chan error), make(chan struct{}, len(list))
	for _, host := range list {
		go func() {
			if _, err := os.Stat(host); err != nil {
				failed <- err // want `send on failed blocks forever and leaks the goroutine`
			}
			over <- struct{}{}
		}()
	}
	go func() {
		for range list {
			<-over
		}
		close(failed)
	}()
	for err := range failed {
		return err
	}
	return nil
}
