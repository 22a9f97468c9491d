package registered

import "sync"

// A server is closed once, and tells who has made it.
type server struct {
	once    sync.Once
	closed  func()
	quit    chan struct{}
	refused int
}

func newServer(closed func()) *server {
	s := &server{closed: closed, quit: make(chan struct{})}
	return s
}

func (s *server) Close() { s.close(true) }

func (s *server) close(tell bool) {
	s.once.Do(func() { // want "s.once.Do blocks forever: the first call, of a caller of ..server..Close, is blocked, too: it needs t.mu, which this goroutine has locked at once.go:[0-9]+"
		close(s.quit)
		if tell {
			s.closed()
		}
	})
}

// A Transport has a server.
type Transport struct {
	mu   sync.Mutex
	srv  *server
	done bool
}

func (t *Transport) Listen() *server {
	t.mu.Lock()
	defer t.mu.Unlock()
	s := newServer(t.forget)
	t.srv = s
	return s
}

func (t *Transport) forget() {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.srv = nil
}

// Wrong: it waits with its lock for whoever closes the server, who wants it.
func (t *Transport) Close() {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.done {
		return
	}
	if t.srv != nil {
		t.srv.close(false)
	}
	t.done = true
}
