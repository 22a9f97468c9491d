package heedless

import (
	"context"
	"time"
)

// A Heedful one looks at the end where it sends, too.
type Heedful struct {
	found chan int
	quit  chan struct{}
}

// NewHeedful starts one.
func NewHeedful(ask func() int) *Heedful {
	h := &Heedful{found: make(chan int), quit: make(chan struct{})}
	go func() {
		t := time.NewTicker(time.Second)
		defer t.Stop()
		for {
			select {
			case <-h.quit:
				return
			case <-t.C:
				select {
				case h.found <- ask():
				case <-h.quit:
					return
				}
			}
		}
	}()
	return h
}

// Next waits for what is found next, until it is stopped.
func (h *Heedful) Next() int {
	select {
	case n := <-h.found:
		return n
	case <-h.quit:
		return 0
	}
}

// Stop ends it.
func (h *Heedful) Stop() { close(h.quit) }

// A Drained one is emptied by who stops it.
type Drained struct {
	found chan int
	quit  chan struct{}
	ended chan struct{}
}

// NewDrained starts one.
func NewDrained(ask func() int) *Drained {
	d := &Drained{found: make(chan int), quit: make(chan struct{}), ended: make(chan struct{})}
	go func() {
		defer close(d.ended)
		for {
			select {
			case <-d.quit:
				return
			default:
				d.found <- ask()
			}
		}
	}()
	return d
}

// Next waits for what is found next, until it is stopped.
func (d *Drained) Next() int {
	select {
	case n := <-d.found:
		return n
	case <-d.quit:
		return 0
	}
}

// Stop takes what is left.
func (d *Drained) Stop() {
	close(d.quit)
	for {
		select {
		case <-d.found:
		case <-d.ended:
			return
		}
	}
}

// A Patient caller receives until nothing comes any more.
type Patient struct {
	found chan int
	quit  chan struct{}
}

// NewPatient starts one.
func NewPatient(ask func() int) *Patient {
	p := &Patient{found: make(chan int), quit: make(chan struct{})}
	go func() {
		defer close(p.found)
		for {
			select {
			case <-p.quit:
				return
			default:
				p.found <- ask()
			}
		}
	}()
	return p
}

// All counts all.
func (p *Patient) All() (n int) {
	for range p.found {
		n++
	}
	return n
}

// Stop ends it.
func (p *Patient) Stop() { close(p.quit) }

// An Asked one is asked, and whoever asks waits for the answer, whatever happens.
type Asked struct {
	questions chan int
	answers   chan int
	quit      chan struct{}
}

// NewAsked starts one.
func NewAsked() *Asked {
	a := &Asked{questions: make(chan int), answers: make(chan int), quit: make(chan struct{})}
	go func() {
		for {
			select {
			case <-a.quit:
				return
			case n := <-a.questions:
				a.answers <- n + 1
			}
		}
	}()
	return a
}

// Ask asks.
func (a *Asked) Ask(n int) int {
	select {
	case a.questions <- n:
		return <-a.answers
	case <-a.quit:
		return 0
	}
}

// Stop ends it.
func (a *Asked) Stop() { close(a.quit) }

// A Lasting one receives on after it was told to stop, until the other one has ended.
type Lasting struct {
	found chan int
	quit  chan struct{}
	ended chan struct{}
	sum   int
}

// NewLasting starts two.
func NewLasting(ask func() int) *Lasting {
	l := &Lasting{found: make(chan int), quit: make(chan struct{}), ended: make(chan struct{})}
	go func() {
		defer close(l.ended)
		for {
			select {
			case <-l.quit:
				return
			default:
				l.found <- ask()
			}
		}
	}()
	go func() {
		for {
			select {
			case n := <-l.found:
				l.sum += n
			case <-l.ended:
				return
			}
		}
	}()
	return l
}

// Stop ends both.
func (l *Lasting) Stop() { close(l.quit) }

// A Roomy one sends once, for which there is room.
type Roomy struct {
	first chan int
	quit  chan struct{}
}

// NewRoomy starts one.
func NewRoomy(ask func() int) *Roomy {
	r := &Roomy{first: make(chan int, 1), quit: make(chan struct{})}
	go func() {
		r.first <- ask()
		for {
			select {
			case <-r.quit:
				return
			case <-time.After(time.Second):
			}
		}
	}()
	return r
}

// First waits for it.
func (r *Roomy) First() int {
	select {
	case n := <-r.first:
		return n
	case <-r.quit:
		return 0
	}
}

// Stop ends it.
func (r *Roomy) Stop() { close(r.quit) }

// A Kept one is never stopped.
type Kept struct {
	found chan int
	quit  chan struct{}
}

// NewKept starts one.
func NewKept(ask func() int) *Kept {
	k := &Kept{found: make(chan int), quit: make(chan struct{})}
	go func() {
		for {
			select {
			case <-k.quit:
				return
			default:
				k.found <- ask()
			}
		}
	}()
	return k
}

// Next waits for what is found next.
func (k *Kept) Next() int {
	select {
	case n := <-k.found:
		return n
	case <-k.quit:
		return 0
	}
}

// A Sunk one sends until it says that it is over.
type Sunk struct {
	found chan int
	quit  chan struct{}
	sum   int
}

// NewSunk starts two.
func NewSunk(ask func() int) *Sunk {
	s := &Sunk{found: make(chan int), quit: make(chan struct{})}
	go func() {
		for {
			select {
			case <-s.quit:
				s.found <- 0
				return
			default:
				s.found <- 1
			}
		}
	}()
	go func() {
		for {
			n := <-s.found
			if n == 0 {
				return
			}
			s.sum += n
		}
	}()
	return s
}

// Stop ends both.
func (s *Sunk) Stop() { close(s.quit) }

// A Late one receives what comes until the other one has ended, when it was told to stop.
type Late struct {
	found chan int
	quit  chan struct{}
	ended chan struct{}
	sum   int
}

// NewLate starts two.
func NewLate(ask func() int) *Late {
	l := &Late{found: make(chan int), quit: make(chan struct{}), ended: make(chan struct{})}
	go func() {
		defer close(l.ended)
		for {
			select {
			case <-l.quit:
				return
			default:
			}
			select {
			case <-l.quit:
				return
			case <-time.After(time.Second):
				l.found <- ask()
			}
		}
	}()
	go l.collect()
	return l
}

func (l *Late) collect() {
	for {
		select {
		case n := <-l.found:
			l.sum += n
		case <-l.quit:
			l.drain()
			return
		}
	}
}

func (l *Late) drain() {
	for {
		select {
		case <-l.found:
		case <-l.ended:
			return
		}
	}
}

// Stop ends both.
func (l *Late) Stop() { close(l.quit) }

// A Later one does the same in one function.
type Later struct {
	found chan int
	quit  chan struct{}
	ended chan struct{}
}

// NewLater starts one.
func NewLater(ask func() int) *Later {
	l := &Later{found: make(chan int), quit: make(chan struct{}), ended: make(chan struct{})}
	go func() {
		defer close(l.ended)
		for {
			select {
			case <-l.quit:
				return
			case <-time.After(time.Second):
				l.found <- ask()
			}
		}
	}()
	return l
}

// Sum adds up what is found until it is stopped.
func (l *Later) Sum() (sum int) {
	for {
		select {
		case n := <-l.found:
			sum += n
		case <-l.quit:
			select {
			case n := <-l.found:
				return sum + n
			case <-l.ended:
				return sum
			}
		}
	}
}

// Stop ends it.
func (l *Later) Stop() { close(l.quit) }

// A Latest one hears of the end, and goes on until the other one has ended.
type Latest struct {
	found chan int
	quit  chan struct{}
	ended chan struct{}
}

// NewLatest starts one.
func NewLatest(ask func() int) *Latest {
	l := &Latest{found: make(chan int), quit: make(chan struct{}), ended: make(chan struct{})}
	go func() {
		defer close(l.ended)
		for {
			select {
			case <-l.quit:
				return
			case <-time.After(time.Second):
				l.found <- ask()
			}
		}
	}()
	return l
}

// Sum adds up what is found until it is stopped.
func (l *Latest) Sum() (sum int) {
	quit := l.quit
	for {
		select {
		case n := <-l.found:
			sum += n
		case <-quit:
			quit = nil
		case <-l.ended:
			return sum
		}
	}
}

// Stop ends it.
func (l *Latest) Stop() { close(l.quit) }

// A Bounded one sends no more than there is room for.
type Bounded struct {
	found chan int
	quit  chan struct{}
}

// NewBounded starts one.
func NewBounded(ask func() int) *Bounded {
	b := &Bounded{found: make(chan int, 2), quit: make(chan struct{})}
	go func() {
		for n := 0; n < 2; n++ {
			select {
			case <-b.quit:
				return
			case <-time.After(time.Second):
				b.found <- ask()
			}
		}
	}()
	return b
}

// Next waits for what is found next.
func (b *Bounded) Next() int {
	select {
	case n := <-b.found:
		return n
	case <-b.quit:
		return 0
	}
}

// Stop ends it.
func (b *Bounded) Stop() { close(b.quit) }

// An Impatient caller leaves for a context of his own, and another one comes.
type Impatient struct {
	ctx   context.Context
	found chan int
}

// NewImpatient starts one.
func NewImpatient(ctx context.Context, ask func() int) *Impatient {
	i := &Impatient{ctx: ctx, found: make(chan int)}
	go func() {
		t := time.NewTicker(time.Second)
		defer t.Stop()
		for {
			select {
			case <-i.ctx.Done():
				return
			case <-t.C:
				i.found <- ask()
			}
		}
	}()
	return i
}

// Next waits for what is found next, as long as the caller likes.
func (i *Impatient) Next(ctx context.Context) (n int, ok bool) {
	select {
	case n = <-i.found:
		return n, true
	case <-ctx.Done():
		return 0, false
	}
}
