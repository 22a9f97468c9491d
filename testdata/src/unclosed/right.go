package unclosed

import (
	"io"
	"runtime"
	"sync"
)

// A Closing one closes the channel.
type Closing struct {
	once sync.Once
	full chan string
	n    int
}

// NewClosing makes one.
func NewClosing() *Closing {
	c := &Closing{full: make(chan string, 1)}
	go func() {
		for s := range c.full {
			c.n += len(s)
		}
	}()
	return c
}

// Close ends the goroutine.
func (c *Closing) Close() { c.once.Do(func() { close(c.full) }) }

// A Lasting one has no method that closes it: it is there for good.
type Lasting struct {
	full chan string
	n    int
}

// NewLasting makes one.
func NewLasting() *Lasting {
	l := &Lasting{full: make(chan string, 1)}
	go func() {
		for s := range l.full {
			l.n += len(s)
		}
	}()
	return l
}

// Put adds something.
func (l *Lasting) Put(s string) { l.full <- s }

// A Leaving one is told by a message that it is to end.
type Leaving struct {
	full chan string
	n    int
}

// NewLeaving makes one.
func NewLeaving() *Leaving {
	l := &Leaving{full: make(chan string, 1)}
	go func() {
		for s := range l.full {
			if s == "" {
				return
			}
			l.n += len(s)
		}
	}()
	return l
}

// Put adds something; nothing ends it.
func (l *Leaving) Put(s string) { l.full <- s }

// Close closes nothing.
func (l *Leaving) Close() {}

// A Given one ranges over a channel of its maker's.
type Given struct {
	full <-chan string
	n    int
}

// NewGiven makes one.
func NewGiven(full <-chan string) *Given {
	g := &Given{full: full}
	go func() {
		for s := range g.full {
			g.n += len(s)
		}
	}()
	return g
}

// Close waits for nobody.
func (g *Given) Close() {}

// A Pooled one is used again when it has been closed.
type Pooled struct {
	full chan string
	n    int
}

var pool = sync.Pool{New: func() any {
	p := &Pooled{full: make(chan string, 1)}
	go p.run()
	return p
}}

func (p *Pooled) run() {
	for s := range p.full {
		p.n += len(s)
	}
}

// NewPooled takes one.
func NewPooled() *Pooled { return pool.Get().(*Pooled) }

// Put adds something.
func (p *Pooled) Put(s string) { p.full <- s }

// Close gives it back.
func (p *Pooled) Close() { pool.Put(p) }

// An Idle one is kept in a list of those that are free.
type Idle struct {
	full chan string
	n    int
}

var (
	mu   sync.Mutex
	idle []*Idle
)

// NewIdle takes one from the list, or makes one.
func NewIdle() *Idle {
	mu.Lock()
	defer mu.Unlock()
	if n := len(idle); n > 0 {
		i := idle[n-1]
		idle = idle[:n-1]
		return i
	}
	i := &Idle{full: make(chan string, 1)}
	go func() {
		for s := range i.full {
			i.n += len(s)
		}
	}()
	return i
}

// Close puts it on the list.
func (i *Idle) Close() {
	mu.Lock()
	idle = append(idle, i)
	mu.Unlock()
}

// A Finalized one is looked after by the runtime.
type Finalized struct{ *inner }

type inner struct {
	full chan string
	n    int
}

func (i *inner) run() {
	for s := range i.full {
		i.n += len(s)
	}
}

// Close closes nothing.
func (i *inner) Close() {}

// NewFinalized makes one.
func NewFinalized() *Finalized {
	f := &Finalized{&inner{full: make(chan string)}}
	go f.run()
	runtime.SetFinalizer(f, func(f *Finalized) { finish(f.inner) })
	return f
}

func finish(i *inner) { i.n = 0 }

// A Breaking queue leaves the loop when it has seen enough, and closes it then.
type Breaking struct {
	in  chan int
	sum int
}

// NewBreaking starts one.
func NewBreaking() *Breaking {
	b := &Breaking{in: make(chan int)}
	go func() {
		for n := range b.in {
			if n < 0 {
				break
			}
			b.sum += n
		}
		close(b.in)
	}()
	return b
}

// Put adds a number.
func (b *Breaking) Put(n int) { b.in <- n }

// A Prepared queue is closed before it is emptied.
type Prepared struct {
	mu   sync.Mutex
	in   chan int
	quit chan struct{}
	once sync.Once
	sum  int
}

// NewPrepared starts one.
func NewPrepared() *Prepared {
	p := &Prepared{in: make(chan int, 10), quit: make(chan struct{})}
	go func() {
		<-p.quit
		p.mu.Lock()
		defer p.mu.Unlock()
		close(p.in)
		for n := range p.in {
			p.sum += n
		}
		p.in = nil
	}()
	return p
}

// Put adds a number, if there is room, and it isn't closed.
func (p *Prepared) Put(n int) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.in != nil {
		select {
		case p.in <- n:
		default:
		}
	}
}

// Close ends it.
func (p *Prepared) Close() { p.once.Do(func() { close(p.quit) }) }

// A Helped queue is closed by another function as well.
type Helped struct {
	in   chan int
	once sync.Once
	sum  int
}

// NewHelped starts one.
func NewHelped() *Helped {
	h := &Helped{in: make(chan int, 10)}
	go h.run()
	return h
}

func (h *Helped) run() {
	for n := range h.in {
		h.sum += n
	}
	h.once.Do(func() { close(h.in) })
}

// Close ends it.
func (h *Helped) Close() { h.once.Do(func() { close(h.in) }) }

// A Copier leaves by an error of what it calls.
type Copier struct {
	lines chan string
	w     io.Writer
}

// NewCopier starts one.
func NewCopier(w io.Writer) *Copier {
	c := &Copier{make(chan string), w}
	go c.copy()
	return c
}

func (c *Copier) copy() {
	defer close(c.lines)
	for l := range c.lines {
		if _, err := io.WriteString(c.w, l); err != nil {
			return
		}
	}
}

// Line hands a line over.
func (c *Copier) Line(l string) (ok bool) {
	defer func() { ok = recover() == nil }()
	c.lines <- l
	return true
}

// A Door is opened and closed as often as one likes; what is noted meanwhile goes to one goroutine.
type Door struct {
	mu     sync.Mutex
	isOpen bool
	notes  chan string
	n      int
}

// NewDoor makes one.
func NewDoor() *Door {
	d := &Door{notes: make(chan string, 1)}
	go func() {
		for s := range d.notes {
			d.n += len(s)
		}
	}()
	return d
}

// Open opens it.
func (d *Door) Open() { d.set(true) }

// Close closes it.
func (d *Door) Close() { d.set(false) }

func (d *Door) set(open bool) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.isOpen = open
}

// Note writes down who comes by.
func (d *Door) Note(who string) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.isOpen {
		d.notes <- who
	}
}

// A Counter begins when it is told to, and goes on by itself.
type Counter struct {
	begin chan bool
	n     int
}

// NewCounter makes one.
func NewCounter() *Counter {
	c := &Counter{begin: make(chan bool)}
	go func() {
		if _, ok := <-c.begin; !ok {
			return
		}
		for {
			c.n++
		}
	}()
	return c
}

// Begin lets it begin.
func (c *Counter) Begin() { c.begin <- true }

// Close closes nothing.
func (c *Counter) Close() {}

// A Guarded one tells those who send that a job has panicked, from which its goroutine recovers.
type Guarded struct {
	jobs chan func()
	last any
}

// NewGuarded starts one.
func NewGuarded() *Guarded {
	g := &Guarded{jobs: make(chan func())}
	go func() {
		defer func() { g.last = recover() }()
		g.run()
	}()
	return g
}

func (g *Guarded) run() {
	defer close(g.jobs)
	for job := range g.jobs {
		job()
	}
}

// Do has something done.
func (g *Guarded) Do(job func()) { g.jobs <- job }
