package streams

import (
	"context"
	"os"
	"os/signal"
	"sync"
	"time"
)

// Ticks looks at the context where it sends, too.
func Ticks(ctx context.Context, read func() int) <-chan int {
	out := make(chan int)
	go func() {
		defer close(out)
		t := time.NewTicker(time.Second)
		defer t.Stop()
		for {
			select {
			case <-ctx.Done():
				return
			case <-t.C:
			}
			select {
			case out <- read():
			case <-ctx.Done():
				return
			}
		}
	}()
	return out
}

// A Drained stream is emptied by who stops it.
type Drained struct {
	out  chan int
	quit chan struct{}
}

// NewDrained starts one.
func NewDrained(read func() int) *Drained {
	d := &Drained{make(chan int), make(chan struct{})}
	go func() {
		defer close(d.out)
		for {
			select {
			case <-d.quit:
				return
			default:
				d.out <- read()
			}
		}
	}()
	return d
}

// Out is what it has read.
func (d *Drained) Out() <-chan int { return d.out }

// Stop takes what is left.
func (d *Drained) Stop() {
	close(d.quit)
	for range d.out {
	}
}

// A Queue is closed by those who put something in, while others go on until they have got all.
type Queue struct {
	in, out chan int
	quit    chan struct{}
}

// NewQueue makes one.
func NewQueue() *Queue {
	q := &Queue{make(chan int), make(chan int), make(chan struct{})}
	go q.run()
	return q
}

func (q *Queue) run() {
	defer close(q.out)
	for {
		select {
		case <-q.quit:
			return
		case n := <-q.in:
			q.out <- n
		}
	}
}

// Put puts something in.
func (q *Queue) Put(n int) {
	select {
	case q.in <- n:
	case <-q.quit:
	}
}

// Close is for who puts in.
func (q *Queue) Close() { close(q.quit) }

// Out is for others.
func (q *Queue) Out() <-chan int { return q.out }

// A Flushing stream sends the rest when it is told to end, which somebody receives.
func Flushing(ctx context.Context, next func() (int, bool)) <-chan int {
	out := make(chan int)
	go func() {
		defer close(out)
		var kept []int
		t := time.NewTicker(time.Second)
		defer t.Stop()
		for {
			select {
			case <-ctx.Done():
				for _, n := range kept {
					out <- n
				}
				return
			case <-t.C:
				if n, ok := next(); ok {
					kept = append(kept, n)
				}
				if len(kept) > 3 {
					out <- kept[0]
					kept = kept[1:]
				}
			}
		}
	}()
	return out
}

// A Lossy stream drops what nobody takes.
func Lossy(ctx context.Context, read func() int) <-chan int {
	out := make(chan int, 1)
	go func() {
		t := time.NewTicker(time.Second)
		defer t.Stop()
		for {
			select {
			case <-ctx.Done():
				return
			case <-t.C:
				select {
				case out <- read():
				default:
				}
			}
		}
	}()
	return out
}

// Thrice sends as much as there is room for.
func Thrice(ctx context.Context, read func() int) <-chan int {
	out := make(chan int, 3)
	go func() {
		defer close(out)
		t := time.NewTicker(time.Second)
		defer t.Stop()
		for i := 0; i < 3; i++ {
			select {
			case <-ctx.Done():
				return
			case <-t.C:
				out <- read()
			}
		}
	}()
	return out
}

// A Counted stream sends while its lock is held, which who ends it wants: others receive until he has got it.
type Counted struct {
	mu      sync.Mutex
	stopped bool
	out     chan int
}

// NewCounted starts one.
func NewCounted(read func() int) *Counted {
	c := &Counted{out: make(chan int)}
	go func() {
		for {
			n := read()
			c.mu.Lock()
			if c.stopped {
				c.mu.Unlock()
				return
			}
			c.out <- n
			c.mu.Unlock()
		}
	}()
	return c
}

// Stop ends it.
func (c *Counted) Stop() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.stopped = true
}

// Out is what it sends.
func (c *Counted) Out() <-chan int { return c.out }

// Sum receives all that Numbers sends: nobody else can.
func Sum(ctx context.Context, read func() int) (sum int) {
	for n := range numbers(ctx, read) {
		sum += n
	}
	return sum
}

func numbers(ctx context.Context, read func() int) <-chan int {
	out := make(chan int)
	go func() {
		defer close(out)
		for ctx.Err() == nil {
			select {
			case <-ctx.Done():
				return
			default:
				out <- read()
			}
		}
	}()
	return out
}

// A Paused stream is told to wait, and goes on later.
type Paused struct {
	mu     sync.Mutex
	paused bool
	out    chan int
}

// NewPaused starts one.
func NewPaused(read func() int) *Paused {
	p := &Paused{out: make(chan int)}
	go func() {
		for {
			p.mu.Lock()
			paused := p.paused
			p.mu.Unlock()
			if paused {
				return
			}
			p.out <- read()
		}
	}()
	return p
}

// Pause stops it.
func (p *Paused) Pause(is bool) {
	p.mu.Lock()
	p.paused = is
	p.mu.Unlock()
}

// Out is what it sends.
func (p *Paused) Out() <-chan int { return p.out }

// A Listing is what is sent of a store, or why there is no more.
type Listing struct {
	Name string
	Err  error
}

// List tells as the last thing why there is no more: that is to be received.
func List(ctx context.Context, s Store) <-chan Listing {
	out := make(chan Listing)
	go func() {
		defer close(out)
		after := ""
		for {
			page, err := s.Page(ctx, after)
			if err != nil {
				out <- Listing{Err: err}
				return
			}
			for _, name := range page {
				out <- Listing{Name: name}
				after = name
			}
		}
	}()
	return out
}

// Found looks at the context where it sends.
func Found(ctx context.Context, s Store, key string) (<-chan string, error) {
	c, err := s.Find(ctx, key)
	if err != nil {
		return nil, err
	}
	out := make(chan string)
	go func() {
		defer close(out)
		for c.Next() {
			select {
			case out <- c.Value():
			case <-ctx.Done():
				return
			}
		}
	}()
	return out, nil
}

// First asks for one that has nothing to do with a context.
func First(c Cursor) <-chan string {
	out := make(chan string)
	go func() {
		defer close(out)
		for c.Next() {
			out <- c.Value()
		}
	}()
	return out
}

// A Desk has a channel for each who waits, and sends once on each.
type Desk struct {
	mu      sync.Mutex
	waiting []chan int
	quit    chan struct{}
}

// NewDesk starts one.
func NewDesk() *Desk {
	d := &Desk{quit: make(chan struct{})}
	go d.run()
	return d
}

func (d *Desk) run() {
	t := time.NewTicker(time.Second)
	defer t.Stop()
	for n := 0; ; n++ {
		select {
		case <-d.quit:
			return
		case <-t.C:
		}
		d.mu.Lock()
		waiting := d.waiting
		d.waiting = nil
		d.mu.Unlock()
		for _, w := range waiting {
			w <- n
		}
	}
}

// Next has a slot for the one that comes.
func (d *Desk) Next() <-chan int {
	w := make(chan int, 1)
	d.mu.Lock()
	d.waiting = append(d.waiting, w)
	d.mu.Unlock()
	return w
}

// Stop ends it.
func (d *Desk) Stop() { close(d.quit) }

// Within ends by itself after some time: callers receive until it does.
func Within(d time.Duration, read func() int) <-chan int {
	ctx, cancel := context.WithTimeout(context.Background(), d)
	out := make(chan int)
	go func() {
		defer cancel()
		defer close(out)
		for ctx.Err() == nil {
			out <- read()
		}
	}()
	return out
}

// An Until has such a context in a field.
type Until struct {
	ctx    context.Context
	cancel context.CancelFunc
	out    chan int
}

// NewUntil starts one.
func NewUntil(end time.Time, read func() int) *Until {
	u := &Until{out: make(chan int)}
	u.ctx, u.cancel = context.WithDeadline(context.Background(), end)
	go u.run(read)
	return u
}

func (u *Until) run(read func() int) {
	defer u.cancel()
	defer close(u.out)
	for {
		select {
		case <-u.ctx.Done():
			return
		default:
			u.out <- read()
		}
	}
}

// Out is what it has read.
func (u *Until) Out() <-chan int { return u.out }

// Jobs come until somebody interrupts the program.
func Jobs(read func() int) <-chan int {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	out := make(chan int)
	go func() {
		defer stop()
		defer close(out)
		for ctx.Err() == nil {
			out <- read()
		}
	}()
	return out
}

// Pages closes what it sends on when there are no more, or the context has ended: callers receive until then.
func Pages(ctx context.Context, s Store) <-chan string {
	out := make(chan string)
	go func() {
		defer close(out)
		after := ""
		for {
			page, err := s.Page(ctx, after)
			if err != nil {
				return
			}
			for _, name := range page {
				out <- name
				after = name
			}
		}
	}()
	return out
}

// Lasting is that until a time, and no sooner: callers can't end it.
func Lasting(parent context.Context, end time.Time, read func(context.Context) int) <-chan int {
	ctx, cancel := context.WithDeadline(context.WithoutCancel(parent), end)
	out := make(chan int)
	go func() {
		defer close(out)
		defer cancel()
		for ctx.Err() == nil {
			out <- read(ctx)
		}
	}()
	return out
}

// A Gauge is read until its channel is closed, which is soon after it was stopped.
type Gauge struct {
	values chan int
	quit   chan struct{}
	once   sync.Once
}

// NewGauge starts one.
func NewGauge(read func() int) *Gauge {
	g := &Gauge{values: make(chan int), quit: make(chan struct{})}
	go g.run(read)
	return g
}

func (g *Gauge) run(read func() int) {
	defer close(g.values)
	for {
		select {
		case <-g.quit:
			return
		default:
		}
		g.values <- read()
	}
}

// Values are to be received to the end.
func (g *Gauge) Values() <-chan int { return g.values }

// Stop may be called by somebody else.
func (g *Gauge) Stop() { g.once.Do(func() { close(g.quit) }) }
