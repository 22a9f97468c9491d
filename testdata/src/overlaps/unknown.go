package overlaps

import "sync"

// What keeps calls apart isn't followed in these: nothing is said.

// The lock is made when it is first needed.
type Session struct{ mu sync.Mutex }

type Lazy struct {
	mu      sync.Mutex
	closed  bool
	current *Session
	out     chan string
}

func NewLazy() *Lazy { return &Lazy{out: make(chan string, 8)} }

func (l *Lazy) session() *Session {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.current == nil {
		l.current = &Session{}
	}
	return l.current
}

func (l *Lazy) isClosed() bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.closed
}

func (l *Lazy) Write(line string) bool {
	s := l.session()
	s.mu.Lock()
	defer s.mu.Unlock()
	if l.isClosed() {
		return false
	}
	l.out <- line
	return true
}

func (l *Lazy) Close() {
	s := l.session()
	s.mu.Lock()
	defer s.mu.Unlock()
	if l.isClosed() {
		return
	}
	l.mu.Lock()
	l.closed = true
	l.mu.Unlock()
	close(l.out)
}

// The lock is kept by key.
type Keyed struct {
	mu     sync.Mutex
	closed bool
	locks  sync.Map
	out    chan int
}

func NewKeyed() *Keyed { return &Keyed{out: make(chan int, 1)} }

func (k *Keyed) lock() *sync.Mutex {
	v, _ := k.locks.LoadOrStore("key", new(sync.Mutex))
	return v.(*sync.Mutex)
}

func (k *Keyed) isClosed() bool {
	k.mu.Lock()
	defer k.mu.Unlock()
	return k.closed
}

func (k *Keyed) Send(v int) bool {
	lock := k.lock()
	lock.Lock()
	defer lock.Unlock()
	if k.isClosed() {
		return false
	}
	k.out <- v
	return true
}

func (k *Keyed) Close() {
	lock := k.lock()
	lock.Lock()
	defer lock.Unlock()
	if k.isClosed() {
		return
	}
	k.mu.Lock()
	k.closed = true
	k.mu.Unlock()
	close(k.out)
}

// Others bring the lock.
type Given struct {
	mu     sync.Mutex
	closed bool
	lock   sync.Locker
	out    chan int
}

func NewGiven(lock sync.Locker) *Given { return &Given{lock: lock, out: make(chan int, 1)} }

func (g *Given) isClosed() bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.closed
}

func (g *Given) Send(v int) bool {
	g.lock.Lock()
	defer g.lock.Unlock()
	if g.isClosed() {
		return false
	}
	g.out <- v
	return true
}

func (g *Given) Close() {
	g.lock.Lock()
	defer g.lock.Unlock()
	if g.isClosed() {
		return
	}
	g.mu.Lock()
	g.closed = true
	g.mu.Unlock()
	close(g.out)
}

// Who waits is found in a sync.Map.
type pending struct{ done chan struct{} }

type Loop struct {
	jobs chan pending
	quit chan struct{}
	once sync.Once
	mu   sync.Mutex
	dead bool
	all  sync.Map
}

func NewLoop() *Loop {
	l := &Loop{jobs: make(chan pending, 4), quit: make(chan struct{})}
	go l.run()
	return l
}

func (l *Loop) run() {
	for {
		select {
		case p := <-l.jobs:
			l.all.Delete(p)
			close(p.done)
		case <-l.quit:
			l.failAll()
			return
		}
	}
}

func (l *Loop) failAll() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.dead = true
	l.all.Range(func(p, _ any) bool { close(p.(pending).done); return true })
}

func (l *Loop) Do() bool {
	p := pending{make(chan struct{})}
	l.mu.Lock()
	if l.dead {
		l.mu.Unlock()
		return false
	}
	l.all.Store(p, true)
	l.mu.Unlock()
	select {
	case l.jobs <- p:
		<-p.done
		return true
	case <-l.quit:
		return false
	}
}

func (l *Loop) Stop() { l.once.Do(func() { close(l.quit) }) }
