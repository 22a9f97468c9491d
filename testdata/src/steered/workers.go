package steered

import "sync"

// A Crew has several workers, who all want the lock with which somebody waits for one of them to take a job, unless one has failed.
type Crew struct {
	mu   sync.Mutex
	err  error
	jobs chan func() error
}

func NewCrew(workers int) *Crew {
	p := &Crew{jobs: make(chan func() error, 3)}
	for i := 0; i < workers; i++ {
		go p.work()
	}
	return p
}

func (p *Crew) work() {
	for do := range p.jobs {
		p.note(do())
	}
}

func (p *Crew) note(err error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if err != nil && p.err == nil {
		p.err = err
	}
}

func (p *Crew) Do(job func() error) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.err != nil {
		return p.err
	}
	p.jobs <- job // want `send on p\.jobs blocks forever: its buffer of 3 is full and the goroutine started at workers\.go:\d+, which could receive from it, needs p\.mu, which this goroutine has locked`
	return nil
}

func (p *Crew) Err() error {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.err
}

// Right: who sends has let go of the lock.
type Loose struct {
	mu   sync.Mutex
	err  error
	jobs chan func() error
}

func NewLoose(workers int) *Loose {
	l := &Loose{jobs: make(chan func() error, 3)}
	for i := 0; i < workers; i++ {
		go l.work()
	}
	return l
}

func (l *Loose) work() {
	for do := range l.jobs {
		if err := do(); err != nil {
			l.mu.Lock()
			l.err = err
			l.mu.Unlock()
		}
	}
}

func (l *Loose) Do(job func() error) error {
	l.mu.Lock()
	err := l.err
	l.mu.Unlock()
	if err == nil {
		l.jobs <- job
	}
	return err
}

// Right: each sender starts a worker of its own.
type Fresh struct {
	mu   sync.Mutex
	jobs chan int
	sum  int
}

func NewFresh() *Fresh { return &Fresh{jobs: make(chan int)} }

func (f *Fresh) work() {
	for n := range f.jobs {
		f.mu.Lock()
		f.sum += n
		f.mu.Unlock()
	}
}

func (f *Fresh) Put(n int) {
	f.mu.Lock()
	defer f.mu.Unlock()
	go f.work()
	f.jobs <- n
}

// Right: there may be more workers when they are needed.
type Growing struct {
	mu   sync.Mutex
	jobs chan int
	sum  int
}

func NewGrowing() *Growing { return &Growing{jobs: make(chan int)} }

func (g *Growing) Grow(n int) {
	for i := 0; i < n; i++ {
		go g.work()
	}
}

func (g *Growing) work() {
	for n := range g.jobs {
		g.mu.Lock()
		g.sum += n
		g.mu.Unlock()
	}
}

func (g *Growing) Put(n int) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.jobs <- n
}

// Right: it sends only if the one worker has done what it has sent before, be it that it asks by a function.
type Single struct {
	mu, smu sync.Mutex
	busy    bool
	jobs    chan int
	sum     int
}

func NewSingle() *Single {
	s := &Single{jobs: make(chan int)}
	for i := 0; i < 1; i++ {
		go s.work()
	}
	return s
}

func (s *Single) set(busy bool) {
	s.smu.Lock()
	s.busy = busy
	s.smu.Unlock()
}

func (s *Single) isBusy() bool {
	s.smu.Lock()
	defer s.smu.Unlock()
	return s.busy
}

func (s *Single) work() {
	for n := range s.jobs {
		s.mu.Lock()
		s.sum += n
		s.mu.Unlock()
		s.set(false)
	}
}

func (s *Single) Put(n int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.isBusy() {
		return
	}
	s.set(true)
	s.jobs <- n
}

// Right: the same with a flag under the lock.
type Plain struct {
	mu   sync.Mutex
	busy bool
	jobs chan int
}

func NewPlain() *Plain {
	p := &Plain{jobs: make(chan int)}
	for i := 0; i < 1; i++ {
		go p.work()
	}
	return p
}

func (p *Plain) work() {
	for range p.jobs {
		p.mu.Lock()
		p.busy = false
		p.mu.Unlock()
	}
}

func (p *Plain) Put(n int) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.busy {
		return
	}
	p.busy = true
	p.jobs <- n
}

// Right: what others send is counted, and the last one is sent when there is none that the worker may want the lock for.
type Counted struct {
	mu   sync.Mutex
	open int
	jobs chan int
}

func NewCounted() *Counted {
	c := &Counted{jobs: make(chan int)}
	go c.work()
	return c
}

func (c *Counted) work() {
	for n := range c.jobs {
		if n >= 0 {
			c.mu.Lock()
			c.open--
			c.mu.Unlock()
		}
	}
}

func (c *Counted) Put(n uint8) {
	c.mu.Lock()
	c.open++
	c.mu.Unlock()
	c.jobs <- int(n)
}

func (c *Counted) Mark() {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.open == 0 {
		c.jobs <- -1
	}
}
