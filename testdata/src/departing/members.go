package departing

import (
	"context"
	"sync"
)

type singer struct{ mail chan string }

// A Choir is left by what its members have deferred.
type Choir struct {
	mu      sync.RWMutex
	members map[*singer]bool
}

func NewChoir() *Choir { return &Choir{members: map[*singer]bool{}} }

func (c *Choir) Sing(song string) {
	c.mu.RLock()
	defer c.mu.RUnlock()
	for m := range c.members {
		m.mail <- song // want `send on m.mail blocks forever: .*never receives from it after line 36`
	}
}

func (c *Choir) Join(ctx context.Context, hear func(string)) {
	m := &singer{mail: make(chan string)}
	c.mu.Lock()
	c.members[m] = true
	c.mu.Unlock()
	defer c.leave(m)
	for {
		select {
		case song := <-m.mail:
			hear(song)
		case <-ctx.Done():
			return
		}
	}
}

func (c *Choir) leave(m *singer) {
	c.mu.Lock()
	delete(c.members, m)
	c.mu.Unlock()
}

type reader struct{ mail chan string }

// A Board keeps those who read it in a list, each with some room.
type Board struct {
	mu      sync.Mutex
	readers []*reader
}

func (b *Board) join() *reader {
	b.mu.Lock()
	defer b.mu.Unlock()
	m := &reader{mail: make(chan string, 8)}
	b.readers = append(b.readers, m)
	return m
}

func (b *Board) leave(m *reader) {
	b.mu.Lock()
	defer b.mu.Unlock()
	for i, other := range b.readers {
		if other == m {
			b.readers = append(b.readers[:i], b.readers[i+1:]...)
			return
		}
	}
}

func (b *Board) Post(note string) {
	b.mu.Lock()
	defer b.mu.Unlock()
	for _, m := range b.readers {
		m.mail <- note // want `send on m.mail blocks forever: its buffer of 8 is full and .*never receives from it after line 90`
	}
}

func (b *Board) Read(ctx context.Context, hear func(string)) {
	m := b.join()
	defer b.leave(m)
	for {
		select {
		case note := <-m.mail:
			hear(note)
		case <-ctx.Done():
			return
		}
	}
}

// A Street is left by the function that the one who comes gets with his channel, which is a key.
type Street struct {
	mu   sync.Mutex
	ears map[chan string]struct{}
}

func NewStreet() *Street { return &Street{ears: map[chan string]struct{}{}} }

func (s *Street) come() (<-chan string, func()) {
	ear := make(chan string)
	s.mu.Lock()
	s.ears[ear] = struct{}{}
	s.mu.Unlock()
	return ear, func() {
		s.mu.Lock()
		defer s.mu.Unlock()
		delete(s.ears, ear)
	}
}

func (s *Street) Call(word string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for ear := range s.ears {
		ear <- word // want `send on ear blocks forever: .*never receives from it after line 131`
	}
}

func (s *Street) Walk(ctx context.Context, hear func(string)) {
	ear, leave := s.come()
	defer leave()
	for {
		select {
		case word := <-ear:
			hear(word)
		case <-ctx.Done():
			return
		}
	}
}

// A Row of channels, of which each is taken out where it is left.
type Row struct {
	mu   sync.Mutex
	list []chan int
}

func (r *Row) Push(n int) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, c := range r.list {
		c <- n // want `send on c blocks forever: its buffer of 40 is full and .*never receives from it after line 160`
	}
}

func (r *Row) Take(ctx context.Context, use func(int)) {
	c := make(chan int, 40)
	r.mu.Lock()
	r.list = append(r.list, c)
	r.mu.Unlock()
	for {
		select {
		case n := <-c:
			use(n)
		case <-ctx.Done():
			r.mu.Lock()
			defer r.mu.Unlock()
			for i := range r.list {
				if r.list[i] == c {
					r.list = append(r.list[:i], r.list[i+1:]...)
					break
				}
			}
			return
		}
	}
}

// A Count is undone with the lock that whoever undoes it has.
type Count struct {
	mu sync.Mutex
	n  int
}

func (c *Count) up() (undo func()) {
	c.n++
	return func() {
		c.mu.Lock()
		defer c.mu.Unlock()
		c.n--
	}
}

func (c *Count) With(use func()) {
	c.mu.Lock()
	defer c.mu.Unlock()
	undo := c.up()
	defer undo() // want `c.mu.Lock at members.go:183 blocks forever: this goroutine itself has locked it at`
	use()
}

// A Window is left without anything by who has waited too long.
type Window struct {
	mu    sync.Mutex
	queue map[chan int]bool
}

func NewWindow() *Window { return &Window{queue: map[chan int]bool{}} }

func (w *Window) Next(n int) {
	w.mu.Lock()
	defer w.mu.Unlock()
	for c := range w.queue {
		delete(w.queue, c)
		c <- n // want `send on c blocks forever: .*never receives from it after line`
	}
}

func (w *Window) Stand(ctx context.Context) (n int) {
	c := make(chan int)
	w.mu.Lock()
	w.queue[c] = true
	w.mu.Unlock()
	select {
	case n = <-c:
		return n
	case <-ctx.Done():
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	delete(w.queue, c)
	return 0
}
