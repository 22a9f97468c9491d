package circles

import (
	"io"
	"sync"
)

// A Prepared one has taken its lock for the last time when it is handed out.
type Prepared struct {
	mu    sync.Mutex
	ready chan struct{}
	done  chan struct{}
	n     int
	out   io.Writer
}

func NewPrepared(out io.Writer) *Prepared {
	p := &Prepared{ready: make(chan struct{}), done: make(chan struct{}), out: out}
	go p.run()
	<-p.ready
	return p
}

func (p *Prepared) run() {
	p.mu.Lock()
	p.n = 1
	io.WriteString(p.out, "prepared")
	p.mu.Unlock()
	close(p.ready)
	io.WriteString(p.out, "done")
	close(p.done)
}

func (p *Prepared) Wait() int {
	p.mu.Lock()
	defer p.mu.Unlock()
	<-p.done
	return p.n
}

// A Dirty one is told once, until it has looked.
type Dirty struct {
	mu    sync.Mutex
	dirty bool
	kick  chan struct{}
	out   io.Writer
}

func NewDirty(out io.Writer) *Dirty {
	d := &Dirty{kick: make(chan struct{}, 1), out: out}
	go d.run()
	return d
}

func (d *Dirty) run() {
	for range d.kick {
		d.mu.Lock()
		d.dirty = false
		io.WriteString(d.out, "clean")
		d.mu.Unlock()
	}
}

func (d *Dirty) Mark() {
	d.mu.Lock()
	defer d.mu.Unlock()
	if !d.dirty {
		d.dirty = true
		d.kick <- struct{}{}
	}
}

// A Room is looked at before somebody comes in.
type Room struct {
	mu     sync.Mutex
	guests chan string
	seen   map[string]bool
}

func NewRoom() *Room {
	r := &Room{guests: make(chan string, 4), seen: map[string]bool{}}
	go r.run()
	return r
}

func (r *Room) run() {
	for guest := range r.guests {
		r.mu.Lock()
		r.seen[guest] = true
		r.mu.Unlock()
	}
}

func (r *Room) Enter(guest string) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	if len(r.guests) == cap(r.guests) {
		return false
	}
	r.guests <- guest
	return true
}

// A Choice is waited for only if it does without the lock.
type Choice struct {
	mu    sync.Mutex
	waits bool
	n     int
	in    chan int
	done  chan struct{}
}

func NewChoice(waits bool) *Choice {
	c := &Choice{waits: waits, in: make(chan int), done: make(chan struct{})}
	go c.run()
	return c
}

func (c *Choice) run() {
	defer close(c.done)
	for n := range c.in {
		if c.waits {
			continue
		}
		c.mu.Lock()
		c.n += n
		c.mu.Unlock()
	}
}

func (c *Choice) Feed(n int) { c.in <- n }

func (c *Choice) Close() {
	c.mu.Lock()
	defer c.mu.Unlock()
	close(c.in)
	if c.waits {
		<-c.done
	}
}

// A Door says once that it opens, for which there is room.
type Door struct {
	mu   sync.Mutex
	once bool
	says chan string
	log  []string
}

func NewDoor() *Door {
	d := &Door{says: make(chan string, 2)}
	go d.run()
	return d
}

func (d *Door) run() {
	for what := range d.says {
		d.mu.Lock()
		d.log = append(d.log, what)
		d.mu.Unlock()
	}
}

func (d *Door) Open() {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.once {
		return
	}
	d.once = true
	d.says <- "opens"
}

// A Greeter says something once with its lock, when it is made.
type Greeter struct {
	mu   sync.Mutex
	says chan string
	log  []string
}

func NewGreeter() *Greeter {
	g := &Greeter{says: make(chan string)}
	go g.run()
	g.mu.Lock()
	g.says <- "hello"
	g.mu.Unlock()
	return g
}

func (g *Greeter) run() {
	for what := range g.says {
		g.mu.Lock()
		g.log = append(g.log, what)
		g.mu.Unlock()
	}
}
