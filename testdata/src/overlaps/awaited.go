package overlaps

import (
	"context"
	"net/http"
	"sync"
	"sync/atomic"
)

// Right: the server waits for all who handle requests before the queue is closed.
type Ingest struct {
	draining atomic.Bool
	jobs     chan string
	server   *http.Server
}

func NewIngest(addr string) *Ingest {
	s := &Ingest{jobs: make(chan string, 64)}
	s.server = &http.Server{Addr: addr, Handler: s}
	go func() {
		for range s.jobs {
		}
	}()
	return s
}

func (s *Ingest) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if s.draining.Load() {
		return
	}
	s.jobs <- r.URL.Path
}

func (s *Ingest) Stop() error {
	s.draining.Store(true)
	err := s.server.Shutdown(context.Background())
	close(s.jobs)
	return err
}

// Wrong: the queue is closed before.
type Hasty struct {
	draining atomic.Bool
	jobs     chan string
	server   *http.Server
}

func NewHasty(addr string) *Hasty {
	s := &Hasty{jobs: make(chan string, 64)}
	s.server = &http.Server{Addr: addr, Handler: s}
	go func() {
		for range s.jobs {
		}
	}()
	return s
}

func (s *Hasty) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if s.draining.Load() {
		return
	}
	s.jobs <- r.URL.Path // want `send on closed channel`
}

func (s *Hasty) Stop() error {
	s.draining.Store(true)
	close(s.jobs)
	return s.server.Shutdown(context.Background())
}

type tracker interface {
	Begin()
	End()
	Idle()
}

type tracked struct{ group sync.WaitGroup }

func (t *tracked) Begin() { t.group.Add(1) }
func (t *tracked) End()   { t.group.Done() }
func (t *tracked) Idle()  { t.group.Wait() }

// Right: it waits for those who add, by an interface.
type Batch struct {
	mu      sync.Mutex
	stopped atomic.Bool
	track   tracker
	in      chan int
}

func NewBatch() *Batch {
	b := &Batch{track: &tracked{}, in: make(chan int, 8)}
	go func() {
		for range b.in {
		}
	}()
	return b
}

func (b *Batch) begin() bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.stopped.Load() {
		return false
	}
	b.track.Begin()
	return true
}

func (b *Batch) Add(n int) {
	if b.stopped.Load() || !b.begin() {
		return
	}
	defer b.track.End()
	b.in <- n
}

func (b *Batch) Stop() {
	b.mu.Lock()
	first := !b.stopped.Swap(true)
	b.mu.Unlock()
	if first {
		b.track.Idle()
		close(b.in)
	}
}

type counter interface{ Count() }

type counted struct{ n atomic.Int64 }

func (c *counted) Count() { c.n.Add(1) }

// Wrong: what it calls by an interface waits for nobody.
type Tally struct {
	stopped atomic.Bool
	count   counter
	in      chan int
}

func NewTally() *Tally {
	t := &Tally{count: &counted{}, in: make(chan int, 8)}
	go func() {
		for range t.in {
		}
	}()
	return t
}

func (t *Tally) Add(n int) {
	if t.stopped.Load() {
		return
	}
	t.in <- n // want `send on closed channel`
}

func (t *Tally) Stop() {
	if t.stopped.Swap(true) {
		return
	}
	t.count.Count()
	close(t.in)
}

// A Bus calls its listeners with its lock: who has been removed isn't called any more.
type Bus struct {
	mu        sync.Mutex
	listeners map[Listener]bool
}

type Listener interface{ OnEvent(e string) }

func NewBus() *Bus { return &Bus{listeners: map[Listener]bool{}} }

func (b *Bus) Add(l Listener) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.listeners[l] = true
}

func (b *Bus) Remove(l Listener) {
	b.mu.Lock()
	defer b.mu.Unlock()
	delete(b.listeners, l)
}

func (b *Bus) Publish(e string) {
	b.mu.Lock()
	defer b.mu.Unlock()
	for l := range b.listeners {
		l.OnEvent(e)
	}
}

// Right: only the bus calls it, with the lock that Close takes before it closes the channel.
type Subscription struct {
	bus    *Bus
	closed atomic.Bool
	events chan string
}

func Subscribe(b *Bus) *Subscription {
	s := &Subscription{bus: b, events: make(chan string, 16)}
	b.Add(s)
	return s
}

func (s *Subscription) OnEvent(e string) {
	if s.closed.Load() {
		return
	}
	select {
	case s.events <- e:
	default:
	}
}

func (s *Subscription) Events() <-chan string { return s.events }

func (s *Subscription) Close() {
	if s.closed.Swap(true) {
		return
	}
	s.bus.Remove(s)
	close(s.events)
}

// A Board calls its watchers without its lock.
type Board struct {
	mu       sync.Mutex
	watchers map[Watcher]bool
}

type Watcher interface{ OnChange(e string) }

func NewBoard() *Board { return &Board{watchers: map[Watcher]bool{}} }

func (b *Board) Add(w Watcher) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.watchers[w] = true
}

func (b *Board) Remove(w Watcher) {
	b.mu.Lock()
	defer b.mu.Unlock()
	delete(b.watchers, w)
}

func (b *Board) Change(e string) {
	b.mu.Lock()
	var list []Watcher
	for w := range b.watchers {
		list = append(list, w)
	}
	b.mu.Unlock()
	for _, w := range list {
		w.OnChange(e)
	}
}

// Wrong: it may be called when it has been removed.
type View struct {
	board  *Board
	closed atomic.Bool
	events chan string
}

func NewView(b *Board) *View {
	v := &View{board: b, events: make(chan string, 16)}
	b.Add(v)
	return v
}

func (v *View) OnChange(e string) {
	if v.closed.Load() {
		return
	}
	select { // want `send on closed channel`
	case v.events <- e:
	default:
	}
}

func (v *View) Events() <-chan string { return v.events }

func (v *View) Close() {
	if v.closed.Swap(true) {
		return
	}
	v.board.Remove(v)
	close(v.events)
}
