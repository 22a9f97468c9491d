package departing

import (
	"context"
	"sync"
)

// A Gate lets all who wait pass: each has received when he wants the lock again.
type Gate struct {
	mu      sync.Mutex
	waiting map[chan int]bool
}

func NewGate() *Gate { return &Gate{waiting: map[chan int]bool{}} }

func (g *Gate) Pass() (n int) {
	c := make(chan int)
	g.mu.Lock()
	g.waiting[c] = true
	g.mu.Unlock()
	n = <-c
	g.mu.Lock()
	defer g.mu.Unlock()
	return n + len(g.waiting)
}

func (g *Gate) Open(n int) {
	g.mu.Lock()
	defer g.mu.Unlock()
	for c := range g.waiting {
		c <- n
		delete(g.waiting, c)
	}
}

// A Crew takes its idle workers off the list before it sends them anything, and they ask whether it is over when they are at work.
type Crew struct {
	mu   sync.Mutex
	idle []chan int
}

func (c *Crew) rest() <-chan int {
	ch := make(chan int)
	c.mu.Lock()
	c.idle = append(c.idle, ch)
	c.mu.Unlock()
	return ch
}

func (c *Crew) Work(ctx context.Context, do func(int)) {
	for {
		if ctx.Err() != nil {
			c.mu.Lock()
			c.idle = c.idle[:0:0]
			c.mu.Unlock()
			return
		}
		do(<-c.rest())
	}
}

func (c *Crew) Do(n int) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	if len(c.idle) == 0 {
		return false
	}
	ch := c.idle[len(c.idle)-1]
	c.idle = c.idle[:len(c.idle)-1]
	ch <- n
	return true
}

// A Bell rings once, for which there is room.
type Bell struct {
	mu     sync.Mutex
	life   struct{ over bool }
	listen map[chan int]bool
}

func NewBell() *Bell { return &Bell{listen: map[chan int]bool{}} }

func (b *Bell) Ring() {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.life.over {
		return
	}
	b.life.over = true
	for c := range b.listen {
		c <- 1
	}
}

func (b *Bell) Listen(ctx context.Context) (n int) {
	c := make(chan int, 1)
	b.mu.Lock()
	b.listen[c] = true
	b.mu.Unlock()
	defer func() {
		b.mu.Lock()
		defer b.mu.Unlock()
		delete(b.listen, c)
	}()
	select {
	case n = <-c:
	case <-ctx.Done():
	}
	return n
}

// A Shop is left when it is closed, which it is with the lock, and then it sends nothing.
type Shop struct {
	mu     sync.Mutex
	ctx    context.Context
	cancel context.CancelFunc
	guests map[chan int]bool
}

func NewShop() *Shop {
	ctx, cancel := context.WithCancel(context.Background())
	return &Shop{ctx: ctx, cancel: cancel, guests: map[chan int]bool{}}
}

func (s *Shop) Close() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.cancel()
	for c := range s.guests {
		close(c)
	}
}

func (s *Shop) Serve(n int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.ctx.Err() != nil {
		return
	}
	for c := range s.guests {
		c <- n
	}
}

func (s *Shop) Eat(use func(int)) {
	c := make(chan int)
	s.mu.Lock()
	s.guests[c] = true
	s.mu.Unlock()
	for s.ctx.Err() == nil {
		use(<-c)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.guests, c)
}

// A Line is emptied before it is left, until whoever sends has noticed.
type Line struct {
	mu   sync.Mutex
	ends map[chan int]context.Context
}

func NewLine() *Line { return &Line{ends: map[chan int]context.Context{}} }

func (l *Line) Send(n int) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for c, ctx := range l.ends {
		if ctx.Err() != nil {
			delete(l.ends, c)
			close(c)
			continue
		}
		c <- n
	}
}

func (l *Line) leave(c chan int) {
	for range c {
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	delete(l.ends, c)
}

func (l *Line) Hear(ctx context.Context, use func(int)) {
	c := make(chan int)
	l.mu.Lock()
	l.ends[c] = ctx
	l.mu.Unlock()
	defer l.leave(c)
	for {
		select {
		case n := <-c:
			use(n)
		case <-ctx.Done():
			return
		}
	}
}

// A Phone is hung up first: whoever speaks recovers from that.
type Phone struct {
	mu    sync.Mutex
	lines map[chan int]bool
}

func NewPhone() *Phone { return &Phone{lines: map[chan int]bool{}} }

func (p *Phone) Say(n int) {
	p.mu.Lock()
	defer p.mu.Unlock()
	defer func() { _ = recover() }()
	for c := range p.lines {
		c <- n
	}
}

func (p *Phone) Call(ctx context.Context, use func(int)) {
	c := make(chan int)
	p.mu.Lock()
	p.lines[c] = true
	p.mu.Unlock()
	for {
		select {
		case n := <-c:
			use(n)
			continue
		case <-ctx.Done():
		}
		break
	}
	close(c)
	p.mu.Lock()
	defer p.mu.Unlock()
	delete(p.lines, c)
}

// A Waiter brings something to those who have asked for it, and they wait until it comes.
type Waiter struct {
	mu    sync.Mutex
	seats map[*seat]bool
}

type seat struct {
	plate chan int
	asks  chan bool
}

func NewWaiter() *Waiter { return &Waiter{seats: map[*seat]bool{}} }

func (w *Waiter) Bring(n int) {
	w.mu.Lock()
	defer w.mu.Unlock()
	for s := range w.seats {
		select {
		case <-s.asks:
			s.plate <- n
		default:
		}
	}
}

func (w *Waiter) Sit(ctx context.Context, use func(int)) {
	s := &seat{make(chan int), make(chan bool, 1)}
	w.mu.Lock()
	w.seats[s] = true
	w.mu.Unlock()
	for ctx.Err() == nil {
		s.asks <- true
		use(<-s.plate)
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	delete(w.seats, s)
}

// A Court has rules that are made with it, by which one either waits for messages or leaves.
type Court struct {
	mu     sync.Mutex
	strict bool
	seats  map[chan int]bool
}

func NewCourt(strict bool) *Court { return &Court{strict: strict, seats: map[chan int]bool{}} }

func (k *Court) Rule(n int) {
	k.mu.Lock()
	defer k.mu.Unlock()
	for c := range k.seats {
		if k.strict {
			c <- n
		}
	}
}

func (k *Court) Hear(ctx context.Context, use func(int)) {
	c := make(chan int)
	k.mu.Lock()
	k.seats[c] = true
	k.mu.Unlock()
	for {
		if !k.strict {
			break
		}
		use(<-c)
	}
	k.mu.Lock()
	defer k.mu.Unlock()
	delete(k.seats, c)
}

// A Ferry takes those who leave along until it has seen that they do.
type Ferry struct {
	mu   sync.Mutex
	ends map[chan int]context.Context
}

func NewFerry() *Ferry { return &Ferry{ends: map[chan int]context.Context{}} }

func (f *Ferry) Send(n int) {
	f.mu.Lock()
	defer f.mu.Unlock()
	for c, ctx := range f.ends {
		if ctx.Err() != nil {
			delete(f.ends, c)
			close(c)
			continue
		}
		c <- n
	}
}

func (f *Ferry) Ride(ctx context.Context, use func(int)) {
	c := make(chan int)
	f.mu.Lock()
	f.ends[c] = ctx
	f.mu.Unlock()
	defer func() {
		f.mu.Lock()
		defer f.mu.Unlock()
		delete(f.ends, c)
	}()
	defer func() {
		for range c {
		}
	}()
	for {
		select {
		case n := <-c:
			use(n)
		case <-ctx.Done():
			return
		}
	}
}

// A Toll gets its last message in any case.
type Toll struct {
	mu   sync.Mutex
	open map[chan int]bool
}

func NewToll() *Toll { return &Toll{open: map[chan int]bool{}} }

func (t *Toll) Ask() bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	for c := range t.open {
		c <- 1
		delete(t.open, c)
		return true
	}
	return false
}

func (t *Toll) Pay(ctx context.Context, use func(int)) {
	c := make(chan int)
	t.mu.Lock()
	t.open[c] = true
	t.mu.Unlock()
	select {
	case n := <-c:
		use(n)
		return
	case <-ctx.Done():
		use(<-c)
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	use(len(t.open))
}

// A Credit is what somebody has who waits for as many messages.
type Credit struct {
	mu    sync.Mutex
	takes map[*taker]bool
}

type taker struct {
	mu   sync.Mutex
	n    int
	mail chan int
}

func NewCredit() *Credit { return &Credit{takes: map[*taker]bool{}} }

func (t *taker) spend() bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.n == 0 {
		return false
	}
	t.n--
	return true
}

func (t *taker) add() {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.n++
}

func (c *Credit) Send(n int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for t := range c.takes {
		if t.spend() {
			t.mail <- n
		}
	}
}

func (c *Credit) Take(ctx context.Context, use func(int)) {
	t := &taker{mail: make(chan int)}
	c.mu.Lock()
	c.takes[t] = true
	c.mu.Unlock()
	for ctx.Err() == nil {
		t.add()
		use(<-t.mail)
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	delete(c.takes, t)
}
