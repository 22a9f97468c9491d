package abandoned

import (
	"context"
	"sync"
)

// GatherAll closes the channel when all have answered.
func (s *session) GatherAll(hosts []string) <-chan error {
	answers := make(chan error, len(hosts))
	var g sync.WaitGroup
	for _, host := range hosts {
		g.Add(1)
		go func() {
			defer g.Done()
			answers <- s.dial(host)
		}()
	}
	g.Wait()
	close(answers)
	return answers
}

// GatherEach takes all answers before that.
func (s *session) GatherEach(ctx context.Context, hosts []string, use func(error)) {
	answers := make(chan error)
	for _, host := range hosts {
		go func() {
			answers <- s.dial(host)
		}()
	}
	for range hosts {
		use(<-answers)
	}
	close(answers)
}

// WatchOne waits for its messenger in what it has deferred.
func (s *session) WatchOne(ctx context.Context, host string) {
	events, over := make(chan error, 1), make(chan bool)
	defer close(events)
	defer func() { <-over }()
	go func() {
		events <- s.dial(host)
		close(over)
	}()
	<-ctx.Done()
}

// WatchOther closes another channel.
func (s *session) WatchOther(ctx context.Context, host string) <-chan error {
	events, end := make(chan error, 1), make(chan error)
	go func() {
		defer close(end)
		go s.tellOther(host, events)
		<-ctx.Done()
	}()
	return events
}

func (s *session) tellOther(host string, events chan error) { events <- s.dial(host) }

// WatchKnown has its messenger recover.
func (s *session) WatchKnown(ctx context.Context, host string) {
	events := make(chan error, 1)
	defer close(events)
	go func() {
		defer func() { recover() }()
		events <- s.dial(host)
	}()
	<-ctx.Done()
}

// WatchTold asks whom it has told to end.
func (s *session) WatchTold(ctx context.Context, host string, wait func()) {
	events := make(chan error, 1)
	go s.tellOther(host, events)
	<-ctx.Done()
	wait()
	close(events)
}

// A guarded channel is closed by who has the lock.
type guarded struct {
	mu     sync.Mutex
	closed bool
	events chan error
}

// NewGuarded makes one.
func NewGuarded() *guarded { return &guarded{events: make(chan error, 8)} }

func (g *guarded) tell(s *session, host string) {
	err := s.dial(host)
	g.mu.Lock()
	defer g.mu.Unlock()
	if !g.closed {
		g.events <- err
	}
}

// Run closes it when the context ends.
func (g *guarded) Run(ctx context.Context, s *session, host string) {
	go g.tell(s, host)
	<-ctx.Done()
	g.mu.Lock()
	g.closed = true
	close(g.events)
	g.mu.Unlock()
}

// GatherWithin has as many at a time, and waits for these.
func (s *session) GatherWithin(hosts []string) {
	answers, slots := make(chan error, len(hosts)), make(chan bool, 2)
	for _, host := range hosts {
		slots <- true
		go func() {
			answers <- s.dial(host)
			<-slots
		}()
	}
	for range 2 {
		slots <- true
	}
	close(answers)
}
