package late

import (
	"errors"
	"sync"
	"sync/atomic"
)

// Each of these closes its channel once, however many call.

type Swapped struct {
	mu   sync.Mutex
	open bool
	done chan struct{}
}

func NewSwapped() *Swapped { return &Swapped{open: true, done: make(chan struct{})} }

func (s *Swapped) Close() {
	s.mu.Lock()
	open := s.open
	s.open = false
	s.mu.Unlock()
	if open {
		close(s.done)
	}
}

type Compared struct {
	closed atomic.Bool
	done   chan struct{}
}

func NewCompared() *Compared { return &Compared{done: make(chan struct{})} }

func (c *Compared) Close() {
	if c.closed.Load() {
		return
	}
	if !c.closed.CompareAndSwap(false, true) {
		return
	}
	close(c.done)
	c.closed.Store(true)
}

type AskedAgain struct {
	mu     sync.RWMutex
	closed bool
	done   chan struct{}
}

func NewAskedAgain() *AskedAgain { return &AskedAgain{done: make(chan struct{})} }

func (a *AskedAgain) isClosed() bool {
	a.mu.RLock()
	defer a.mu.RUnlock()
	return a.closed
}

func (a *AskedAgain) Close() {
	if a.isClosed() {
		return
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.closed {
		return
	}
	a.closed = true
	close(a.done)
}

// A Marked one says and asks in one method.
type Marked struct {
	mu     sync.Mutex
	closed bool
	done   chan struct{}
	run    func(<-chan struct{})
}

func (m *Marked) Open() {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.done = make(chan struct{})
	go m.run(m.done)
}

func (m *Marked) mark() (was bool) {
	m.mu.Lock()
	closed := m.closed
	m.closed = true
	m.mu.Unlock()
	return closed
}

func (m *Marked) Close() {
	if m.mark() {
		return
	}
	close(m.done)
}

// An Outer lock is for those who close, an inner one for the flag.
type Outer struct {
	closing sync.Mutex
	mu      sync.RWMutex
	closed  bool
	quit    chan struct{}
	run     func(<-chan struct{})
}

func (o *Outer) Open() {
	o.closing.Lock()
	defer o.closing.Unlock()
	o.quit = make(chan struct{})
	go o.run(o.quit)
}

func (o *Outer) isClosed() bool {
	o.mu.RLock()
	defer o.mu.RUnlock()
	return o.closed
}

func (o *Outer) setClosed() {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.closed = true
}

func (o *Outer) Close() {
	o.closing.Lock()
	defer o.closing.Unlock()
	if o.isClosed() {
		return
	}
	close(o.quit)
	o.setClosed()
}

// A TwoLeaves has both locks for nothing but computation.
type TwoLeaves struct {
	closing, mu sync.Mutex
	closed      bool
	name        string
	done        chan struct{}
}

func NewTwoLeaves() *TwoLeaves { return &TwoLeaves{done: make(chan struct{})} }

func (t *TwoLeaves) toClose() (ok bool) {
	t.closing.Lock()
	defer t.closing.Unlock()
	t.mu.Lock()
	closed := t.closed
	t.mu.Unlock()
	t.closed = true
	t.name = ""
	return !closed
}

func (t *TwoLeaves) Close() {
	if t.toClose() {
		close(t.done)
	}
}

// A Taken channel is out of its field before it is closed.
type Taken struct {
	mu   sync.Mutex
	stop chan struct{}
}

func (t *Taken) Start(run func(<-chan struct{})) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.stop == nil {
		t.stop = make(chan struct{})
		go run(t.stop)
	}
}

func (t *Taken) isRunning() bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.stop != nil
}

func (t *Taken) Stop() {
	if !t.isRunning() {
		return
	}
	t.mu.Lock()
	stop := t.stop
	t.stop = nil
	t.mu.Unlock()
	if stop != nil {
		close(stop)
	}
}

// A Turnstile has a channel for a lock.
type Turnstile struct {
	turn   chan struct{}
	closed atomic.Bool
	done   chan struct{}
}

func NewTurnstile() *Turnstile {
	return &Turnstile{turn: make(chan struct{}, 1), done: make(chan struct{})}
}

func (t *Turnstile) Close() {
	t.turn <- struct{}{}
	defer func() { <-t.turn }()
	if t.closed.Load() {
		return
	}
	close(t.done)
	t.closed.Store(true)
}

// A Tried lock turns away all but one.
type Tried struct {
	closing sync.Mutex
	closed  atomic.Bool
	done    chan struct{}
}

func NewTried() *Tried { return &Tried{done: make(chan struct{})} }

func (t *Tried) Close() error {
	if !t.closing.TryLock() {
		return errors.New("tried: being closed")
	}
	defer t.closing.Unlock()
	if t.closed.Load() {
		return nil
	}
	close(t.done)
	t.closed.Store(true)
	return nil
}

// A Locker gives the lock to who asks it.
type Locker struct {
	mu     sync.Mutex
	closed bool
	jobs   chan int
}

func NewLocker() *Locker { return &Locker{jobs: make(chan int, 8)} }

// lockOpen returns with the lock unless it is closed.
func (l *Locker) lockOpen() bool {
	l.mu.Lock()
	if l.closed {
		l.mu.Unlock()
		return false
	}
	return true
}

func (l *Locker) Push(job int) bool {
	if !l.lockOpen() {
		return false
	}
	defer l.mu.Unlock()
	l.jobs <- job
	return true
}

func (l *Locker) Pop() (int, bool) {
	job, ok := <-l.jobs
	return job, ok
}

func (l *Locker) Close() {
	if !l.lockOpen() {
		return
	}
	defer l.mu.Unlock()
	l.closed = true
	close(l.jobs)
}

// A Renewed one makes a new channel where it has closed the old one.
type Renewed struct {
	mu    sync.Mutex
	round chan struct{}
}

func NewRenewed() *Renewed { return &Renewed{round: make(chan struct{})} }

func (r *Renewed) Round() <-chan struct{} {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.round
}

func (r *Renewed) Next() {
	r.mu.Lock()
	round := r.round
	r.round = make(chan struct{})
	r.mu.Unlock()
	close(round)
}

// A Stack closes another channel in each call.
type Stack struct {
	mu    sync.Mutex
	all   []chan struct{}
	empty atomic.Bool
}

func (s *Stack) Push() <-chan struct{} {
	s.mu.Lock()
	defer s.mu.Unlock()
	top := make(chan struct{})
	s.all = append(s.all, top)
	return top
}

func (s *Stack) pop() chan struct{} {
	s.mu.Lock()
	defer s.mu.Unlock()
	top := s.all[len(s.all)-1]
	s.all = s.all[:len(s.all)-1]
	return top
}

func (s *Stack) Pop() {
	if s.empty.Load() {
		return
	}
	close(s.pop())
	s.empty.Store(true)
}

// A Member is taken off a list first, on which it is once.
type Member struct {
	list   func(*Member) bool
	closed atomic.Bool
	done   chan struct{}
}

func NewMember(list func(*Member) bool) *Member {
	return &Member{list: list, done: make(chan struct{})}
}

func (m *Member) Close() {
	if m.closed.Load() || !m.list(m) {
		return
	}
	close(m.done)
	m.closed.Store(true)
}

// A Game closes each round once, until it is over.
type Game struct {
	mu    sync.Mutex
	over  atomic.Bool
	round chan struct{}
}

func NewGame() *Game { return &Game{round: make(chan struct{})} }

func (g *Game) Round() <-chan struct{} {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.round
}

func (g *Game) End() {
	if g.over.Load() {
		return
	}
	g.mu.Lock()
	round := g.round
	g.round = make(chan struct{})
	g.mu.Unlock()
	close(round)
	g.over.Store(true)
}

// A Sluice asks and answers in one section, and closes behind it.
type Sluice struct {
	mu   sync.Mutex
	shut atomic.Bool
	done chan struct{}
}

func NewSluice() *Sluice { return &Sluice{done: make(chan struct{})} }

func (s *Sluice) Shut() {
	s.mu.Lock()
	was := s.shut.Load()
	s.shut.Store(true)
	s.mu.Unlock()
	if !was {
		close(s.done)
	}
}

// A Hatch is locked by functions that somebody has given it.
type Hatch struct {
	lock, unlock func()
	shut         atomic.Bool
	done         chan struct{}
}

func NewHatch() *Hatch {
	var mu sync.Mutex
	return &Hatch{lock: mu.Lock, unlock: mu.Unlock, done: make(chan struct{})}
}

func (h *Hatch) Shut() {
	h.lock()
	defer h.unlock()
	if h.shut.Load() {
		return
	}
	close(h.done)
	h.shut.Store(true)
}

// A bolt is a part of a Portal, which has only one at a time close it.
type bolt struct {
	shut atomic.Bool
	done chan struct{}
}

func (b *bolt) Shut() {
	if b.shut.Load() {
		return
	}
	close(b.done)
	b.shut.Store(true)
}

type Portal struct {
	mu   sync.Mutex
	bolt bolt
}

func NewPortal() *Portal { return &Portal{bolt: bolt{done: make(chan struct{})}} }

func (p *Portal) Shut() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.bolt.Shut()
}
