package overlaps

import "sync"

type session struct{ done chan struct{} }

// Wrong: who serves a session ends it while it is still listed, where Shutdown finds it, and ends it, too.
type serving struct {
	mu       sync.Mutex
	sessions map[string]*session
}

func NewServing() *serving { return &serving{sessions: map[string]*session{}} }

func (s *serving) Serve(id string, gone <-chan struct{}) {
	own := &session{done: make(chan struct{})}
	s.mu.Lock()
	s.sessions[id] = own
	s.mu.Unlock()
	defer s.forget(id)
	select {
	case <-gone:
		close(own.done) // want `panic: close of closed channel .own.done., closed at listed.go:38 by a call of ..serving..Shutdown at the same time`
	case <-own.done:
	}
}

func (s *serving) forget(id string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.sessions, id)
}

func (s *serving) Shutdown() {
	s.mu.Lock()
	defer s.mu.Unlock()
	for id, other := range s.sessions {
		close(other.done)
		delete(s.sessions, id)
	}
}

// Right: whoever takes a session off the list ends it.
type listing struct {
	mu       sync.Mutex
	sessions map[string]*session
}

func NewListing() *listing { return &listing{sessions: map[string]*session{}} }

func (l *listing) Serve(id string, gone <-chan struct{}) {
	own := &session{done: make(chan struct{})}
	l.mu.Lock()
	l.sessions[id] = own
	l.mu.Unlock()
	select {
	case <-gone:
		l.end(id, own)
	case <-own.done:
	}
}

func (l *listing) end(id string, own *session) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.sessions[id] == own {
		delete(l.sessions, id)
		close(own.done)
	}
}

func (l *listing) Shutdown() {
	l.mu.Lock()
	defer l.mu.Unlock()
	for id, other := range l.sessions {
		close(other.done)
		delete(l.sessions, id)
	}
}

// Right: a deferred method recovers, which does something else, too.
type calming struct {
	mu     sync.Mutex
	subs   map[chan string]bool
	panics int
}

func NewCalming() *calming { return &calming{subs: map[chan string]bool{}} }

func (c *calming) calm() {
	if recover() != nil {
		c.panics++
	}
	c.mu.Unlock()
}

func (c *calming) Publish(s string) {
	c.mu.Lock()
	defer c.calm()
	for ch := range c.subs {
		ch <- s
	}
}

func (c *calming) Listen(gone <-chan struct{}, f func(string)) {
	ch := make(chan string)
	c.mu.Lock()
	c.subs[ch] = true
	c.mu.Unlock()
	for {
		select {
		case s := <-ch:
			f(s)
		case <-gone:
			close(ch)
			c.mu.Lock()
			delete(c.subs, ch)
			c.mu.Unlock()
			return
		}
	}
}
