package meetings

import "sync"

// A Hub tells all who have subscribed.
type Hub struct {
	mu   sync.Mutex
	subs map[chan int]struct{}
}

func (h *Hub) Subscribe(f func(int) bool) {
	c := make(chan int)
	h.mu.Lock()
	if h.subs == nil {
		h.subs = map[chan int]struct{}{}
	}
	h.subs[c] = struct{}{}
	h.mu.Unlock()
	for v := range c {
		if !f(v) {
			break
		}
	}
	h.mu.Lock()
	delete(h.subs, c)
	h.mu.Unlock()
}

// Wrong: one who leaves needs the lock, and reads no more.
func (h *Hub) Publish(v int) {
	h.mu.Lock()
	defer h.mu.Unlock()
	for c := range h.subs {
		c <- v // want `send on c blocks forever: a call of \(\*Hub\)\.Subscribe never receives from it after line 20 \(if !f\(v\)\)`
	}
}

// A Polite hub leaves out who isn't ready.
type Polite struct {
	mu   sync.Mutex
	subs map[chan int]struct{}
}

func (h *Polite) Subscribe(f func(int) bool) {
	c := make(chan int)
	h.mu.Lock()
	if h.subs == nil {
		h.subs = map[chan int]struct{}{}
	}
	h.subs[c] = struct{}{}
	h.mu.Unlock()
	for v := range c {
		if !f(v) {
			break
		}
	}
	h.mu.Lock()
	delete(h.subs, c)
	h.mu.Unlock()
}

// Right: it waits for nobody.
func (h *Polite) Publish(v int) {
	h.mu.Lock()
	defer h.mu.Unlock()
	for c := range h.subs {
		select {
		case c <- v:
		default:
		}
	}
}

// A List has its subscribers in a slice.
type List struct {
	mu   sync.Mutex
	subs []chan int
}

func (l *List) Subscribe(last int) {
	c := make(chan int)
	l.mu.Lock()
	l.subs = append(l.subs, c)
	l.mu.Unlock()
	for v := range c {
		if v == last {
			return
		}
	}
}

// Wrong: one who has left is still there.
func (l *List) Publish(v int) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, c := range l.subs {
		c <- v // want `send on c blocks forever: a call of \(\*List\)\.Subscribe never receives from it after line 86 \(if v == last\)`
	}
}

// A Single has one subscriber.
type Single struct {
	mu  sync.Mutex
	sub chan int
}

func (s *Single) Subscribe(n int) {
	c := make(chan int)
	s.mu.Lock()
	s.sub = c
	s.mu.Unlock()
	for v := range c {
		if v == n {
			break
		}
	}
	s.mu.Lock()
	s.sub = nil
	s.mu.Unlock()
}

// Wrong: the subscriber wants to leave.
func (s *Single) Publish(v int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.sub != nil {
		s.sub <- v // want `send on c \(as s\.sub\) blocks forever`
	}
}

// A Drained hub has subscribers who go on reading until they are out.
type Drained struct {
	mu  sync.Mutex
	sub chan int
}

func (d *Drained) Subscribe(n int) {
	c := make(chan int)
	d.mu.Lock()
	d.sub = c
	d.mu.Unlock()
	for v := range c {
		if v == n {
			break
		}
	}
	go func() {
		for range c {
		}
	}()
	d.mu.Lock()
	if d.sub == c {
		d.sub = nil
	}
	d.mu.Unlock()
	close(c)
}

// Right: somebody always reads.
func (d *Drained) Publish(v int) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.sub != nil {
		d.sub <- v
	}
}
