package abandoned

import "context"

// Watch closes what its messengers send on when the context ends: one of them may still be on its way.
func (s *session) Watch(ctx context.Context, more <-chan string) <-chan error {
	events := make(chan error)
	go func() {
		defer close(events)
		s.watch(ctx, more, events)
	}()
	return events
}

func (s *session) watch(ctx context.Context, more <-chan string, events chan error) {
	for {
		select {
		case <-ctx.Done():
			return
		case host := <-more:
			go s.tellOf(host, events)
		}
	}
}

func (s *session) tellOf(host string, events chan error) {
	events <- s.dial(host) // want `panic: send on closed channel \(events\), closed at overtaken_wrong.go:9 by`
}

// Gather closes the channel as soon as all have been started.
func (s *session) Gather(hosts []string) <-chan error {
	answers := make(chan error, len(hosts))
	for _, host := range hosts {
		go func() {
			answers <- s.dial(host) // want `panic: send on closed channel \(answers\), closed at overtaken_wrong.go:38 by .*Gather`
		}()
	}
	close(answers)
	return answers
}

// Fail closes it when the context has ended, and knows no more of the one who may fail.
func (s *session) Fail(ctx context.Context, hosts map[string]bool) <-chan error {
	failed := make(chan error, 1)
	go func() {
		for host := range hosts {
			go func() {
				if err := s.dial(host); err != nil {
					failed <- err // want `panic: send on closed channel \(failed\)`
				}
			}()
		}
		<-ctx.Done()
		close(failed)
	}()
	return failed
}
