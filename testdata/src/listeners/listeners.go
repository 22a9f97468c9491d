// Package listeners has types that close each other, with locks and calls that are made once.
package listeners

import "sync"

// Transport has a server, which a listener closes as well.
type Transport struct {
	mu     sync.Mutex
	server *server
	closed bool
}

type server struct {
	once    sync.Once
	err     error
	onClose func()
}

// Wrong: who closes the transport has its lock, for which the first call waits.
func (s *server) close(err error, notify bool) {
	s.once.Do(func() { // want `s\.once\.Do blocks forever: the first call, of a call of \(\*Listener\)\.Close, needs t\.mu, which this goroutine has locked at listeners\.go:\d+`
		s.err = err
		if notify {
			s.onClose()
		}
	})
}

type Listener struct{ s *server }

func (l *Listener) Close() { l.s.close(nil, true) }

func NewTransport() *Transport { return &Transport{} }

func (t *Transport) Listen() *Listener {
	t.mu.Lock()
	defer t.mu.Unlock()
	s := &server{onClose: t.closeServer}
	t.server = s
	return &Listener{s}
}

func (t *Transport) closeServer() {
	t.mu.Lock()
	t.server = nil
	t.mu.Unlock()
}

func (t *Transport) Close(e error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.closed {
		return
	}
	if t.server != nil {
		t.server.close(e, false)
	}
	t.closed = true
}

// Hub lets go of its lock before it closes anything.
type Hub struct {
	mu    sync.Mutex
	inner *inner
}

type inner struct {
	once    sync.Once
	onClose func()
}

func (i *inner) close() { i.once.Do(i.onClose) }

type Handle struct{ i *inner }

func (h *Handle) Close() { h.i.close() }

func NewHub() *Hub { return &Hub{} }

func (h *Hub) Open() *Handle {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.inner = &inner{onClose: h.forget}
	return &Handle{h.inner}
}

func (h *Hub) forget() {
	h.mu.Lock()
	h.inner = nil
	h.mu.Unlock()
}

func (h *Hub) Close() {
	h.mu.Lock()
	i := h.inner
	h.mu.Unlock()
	if i != nil {
		i.close()
	}
}

// Once and lock are taken in both orders by one type.
type Both struct {
	mu   sync.Mutex
	once sync.Once
	n    int
}

func (b *Both) Close() {
	b.once.Do(func() {
		b.mu.Lock() // want `b.mu.Lock blocks forever: a call of \(\*Both\).Shutdown, which has locked it at .*, is blocked, too: b.once.Do`
		b.n++
		b.mu.Unlock()
	})
}

func (b *Both) Shutdown() {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.once.Do(func() { b.n = 3 })
}

// In one order.
type Ordered struct {
	mu   sync.Mutex
	once sync.Once
	n    int
}

func (o *Ordered) Close() {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.once.Do(func() { o.n++ })
}

func (o *Ordered) Shutdown() {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.once.Do(func() { o.n = 3 })
}
