// Package unwoken has structs that are closed though somebody waits there for a condition variable: nobody wakes him, or just one of
// several is woken. In others that look like it he is woken, or doesn't wait.
package unwoken

import "sync"

// A press prints pages, one after the other.
type Press struct {
	mu      sync.Mutex
	fed     *sync.Cond
	pages   []string
	stopped bool
	running sync.WaitGroup
}

func NewPress(printers int) *Press {
	p := &Press{}
	p.fed = sync.NewCond(&p.mu)
	for range printers {
		p.running.Add(1)
		go p.print()
	}
	return p
}

func (p *Press) print() {
	defer p.running.Done()
	for {
		page, ok := p.next()
		if !ok {
			return
		}
		println(page)
	}
}

func (p *Press) isIdle() bool { return len(p.pages) == 0 }

func (p *Press) next() (string, bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for p.isIdle() && !p.stopped {
		p.fed.Wait()
	}
	if p.isIdle() {
		return "", false
	}
	page := p.pages[0]
	p.pages = p.pages[1:]
	return page, true
}

func (p *Press) Feed(page string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.pages = append(p.pages, page)
	p.fed.Signal()
}

func (p *Press) Stop() {
	p.mu.Lock()
	p.stopped = true
	p.mu.Unlock()
	p.running.Wait() // want `p\.running\.Wait blocks forever: the goroutine started at wrong\.go:21, which could call Done, is blocked, too \[deadlock\]`
}

// A mill is told by a channel that its wheel stands still.
type Mill struct {
	mu     sync.Mutex
	corn   sync.Cond
	sacks  int
	closed bool
	still  chan struct{}
}

func (m *Mill) Start() {
	m.corn.L = &m.mu
	m.still = make(chan struct{})
	go func() {
		defer close(m.still)
		m.mu.Lock()
		for m.sacks <= 0 {
			if m.closed {
				m.mu.Unlock()
				return
			}
			m.corn.Wait()
		}
		m.sacks--
		m.mu.Unlock()
	}()
}

func (m *Mill) Bring() {
	m.mu.Lock()
	m.sacks++
	m.mu.Unlock()
	m.corn.Signal()
}

func (m *Mill) Close() {
	m.mu.Lock()
	if m.closed {
		m.mu.Unlock()
		return
	}
	m.closed = true
	m.mu.Unlock()
	<-m.still // want `receive from m\.still blocks forever: the goroutine started at wrong\.go:79, which could close it, is blocked, too \[deadlock\]`
}

// A choir has several singers, all of whom are to go.
type Choir struct {
	mu      sync.Mutex
	turn    *sync.Cond
	over    bool
	singing sync.WaitGroup
}

func NewChoir(singers int) *Choir {
	c := &Choir{}
	c.turn = sync.NewCond(&c.mu)
	for i := 0; i < singers; i++ {
		c.singing.Add(1)
		go c.sing()
	}
	return c
}

func (c *Choir) sing() {
	defer c.singing.Done()
	c.mu.Lock()
	defer c.mu.Unlock()
	for !c.over {
		c.turn.Wait()
	}
}

func (c *Choir) Dismiss() {
	c.mu.Lock()
	c.over = true
	c.mu.Unlock()
	c.turn.Signal()
	c.singing.Wait() // want `c\.singing\.Wait blocks forever: goroutine 2 started at wrong\.go:125, which could call Done, is blocked, too \[deadlock\]`
}

// A till gives out coins until it is closed.
type Till struct {
	mu     sync.Mutex
	filled *sync.Cond
	coins  []int
	closed bool
}

func NewTill() *Till {
	t := &Till{}
	t.filled = sync.NewCond(&t.mu)
	return t
}

func (t *Till) Fill(coin int) {
	t.mu.Lock()
	t.coins = append(t.coins, coin)
	t.mu.Unlock()
	t.filled.Signal()
}

func (t *Till) Take() (int, bool) {
	t.mu.Lock()
	defer t.mu.Unlock()
	for len(t.coins) == 0 && !t.closed {
		t.filled.Wait() // want `t\.filled\.Wait blocks forever: nobody is left to call Signal or Broadcast \(if \(\*Till\)\.Close has been called\) \[deadlock\]`
	}
	if len(t.coins) == 0 {
		return 0, false
	}
	coin := t.coins[0]
	t.coins = t.coins[1:]
	return coin, true
}

func (t *Till) Close() {
	t.mu.Lock()
	t.closed = true
	t.mu.Unlock()
}

// A dam is opened, which nobody learns.
type Dam struct {
	mu     sync.Mutex
	moved  *sync.Cond
	opened bool
}

func NewDam() *Dam {
	d := &Dam{}
	d.moved = sync.NewCond(&d.mu)
	return d
}

func (d *Dam) Pass() {
	d.mu.Lock()
	defer d.mu.Unlock()
	for !d.opened {
		d.moved.Wait() // want `d\.moved\.Wait blocks forever: nobody is left to call Signal or Broadcast`
	}
}

func (d *Dam) Open() {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.opened = true
}
