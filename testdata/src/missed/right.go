package missed

import (
	"context"
	"sync"
	"sync/atomic"
	"time"
)

// A tray has been cleared before it is locked, and its takers are woken with the lock.
type Tray struct {
	mu      sync.Mutex
	changed sync.Cond
	things  []string
	cleared atomic.Bool
	paused  atomic.Bool
	done    chan struct{}
}

func NewTray() *Tray {
	t := &Tray{done: make(chan struct{})}
	t.changed.L = &t.mu
	return t
}

func (t *Tray) Put(thing string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.things = append(t.things, thing)
	t.changed.Signal()
}

func (t *Tray) Take(ctx context.Context) (string, bool) {
	stop := context.AfterFunc(ctx, func() {
		t.mu.Lock()
		defer t.mu.Unlock()
		t.changed.Broadcast()
	})
	defer stop()
	t.mu.Lock()
	defer t.mu.Unlock()
	for len(t.things) == 0 || t.paused.Load() {
		if ctx.Err() != nil || t.cleared.Load() {
			return "", false
		}
		select {
		case <-t.done:
			return "", false
		default:
		}
		t.changed.Wait()
	}
	thing := t.things[0]
	t.things = t.things[1:]
	return thing, true
}

func (t *Tray) ClearAway() {
	t.cleared.Store(true)
	t.mu.Lock()
	t.changed.Broadcast()
	t.mu.Unlock()
}

// Pause makes takers wait; that they are woken is for the statistics.
func (t *Tray) Pause() {
	t.paused.Store(true)
	t.changed.Broadcast()
}

func (t *Tray) Resume() {
	t.paused.Store(false)
	t.wake()
}

func (t *Tray) wake() {
	t.mu.Lock()
	t.changed.Broadcast()
	t.mu.Unlock()
}

// Close lets those who are about to wait do so first.
func (t *Tray) Close() {
	close(t.done)
	t.mu.Lock()
	t.things = nil
	t.mu.Unlock()
	t.changed.Broadcast()
}

// A lift is called with the lock, and its passengers are woken without.
type Lift struct {
	mu      sync.Mutex
	arrived *sync.Cond
	floor   int
	stuck   bool
}

func NewLift() *Lift {
	l := &Lift{}
	l.arrived = sync.NewCond(&l.mu)
	return l
}

func (l *Lift) Ride(floor int) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	for l.floor != floor && !l.stuck {
		l.arrived.Wait()
	}
	return !l.stuck
}

func (l *Lift) Move(floor int) {
	l.mu.Lock()
	l.floor = floor
	l.mu.Unlock()
	l.arrived.Broadcast()
}

func (l *Lift) Break() {
	l.mu.Lock()
	l.stuck = true
	l.mu.Unlock()
	l.arrived.Broadcast()
}

// A clock wakes whoever waits again and again.
type Clock struct {
	mu     sync.Mutex
	ticked *sync.Cond
	broken atomic.Bool
}

func NewClock(ctx context.Context) *Clock {
	c := &Clock{}
	c.ticked = sync.NewCond(&c.mu)
	go c.run(ctx)
	return c
}

func (c *Clock) run(ctx context.Context) {
	t := time.NewTicker(time.Second)
	defer t.Stop()
	for {
		<-t.C
		c.ticked.Broadcast()
	}
}

func (c *Clock) Await() {
	c.mu.Lock()
	defer c.mu.Unlock()
	for !c.broken.Load() {
		c.ticked.Wait()
	}
}

func (c *Clock) Break() {
	c.broken.Store(true)
	c.ticked.Broadcast()
}

// A bell has a timer of its own for each who waits.
type Bell struct {
	mu   sync.Mutex
	rung *sync.Cond
	mute atomic.Bool
}

func NewBell() *Bell {
	b := &Bell{}
	b.rung = sync.NewCond(&b.mu)
	return b
}

func (b *Bell) Await() {
	timer := time.AfterFunc(time.Minute, func() {
		b.Mute()
		b.mu.Lock()
		b.rung.Broadcast()
		b.mu.Unlock()
	})
	defer timer.Stop()
	b.mu.Lock()
	defer b.mu.Unlock()
	for !b.mute.Load() {
		b.rung.Wait()
	}
}

func (b *Bell) Mute() {
	b.mute.Store(true)
	b.rung.Broadcast()
}

// A turnstile is locked by those who use it.
type Turnstile struct {
	sync.Mutex
	turned *sync.Cond
	open   bool
}

func NewTurnstile() *Turnstile {
	t := &Turnstile{}
	t.turned = sync.NewCond(t)
	return t
}

// Pass waits until it is open. Open is called with the lock.
func (t *Turnstile) Pass() {
	t.Lock()
	defer t.Unlock()
	for !t.open {
		t.turned.Wait()
	}
}

func (t *Turnstile) Open() {
	t.open = true
	t.turned.Broadcast()
}

// A door is looked at before it is locked, and then waited for whatever that was.
type Door struct {
	mu     sync.Mutex
	moved  *sync.Cond
	closed atomic.Bool
	uses   int
}

func NewDoor() *Door {
	d := &Door{}
	d.moved = sync.NewCond(&d.mu)
	return d
}

func (d *Door) Use() {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.uses++
	d.moved.Broadcast()
}

// Watch returns after one more use, which Close counts for, too.
func (d *Door) Watch() {
	closed := d.closed.Load()
	d.mu.Lock()
	defer d.mu.Unlock()
	for seen := d.uses; d.uses == seen; {
		if closed {
			return
		}
		d.moved.Wait()
	}
}

func (d *Door) Close() {
	d.closed.Store(true)
	d.Use()
}

// A Vault wakes those who wait at the end of what it does, when it has had the lock.
type Vault struct {
	mu     sync.Mutex
	opened *sync.Cond
	gold   int
	shut   atomic.Bool
	stop   chan struct{}
}

func NewVault() *Vault {
	v := &Vault{stop: make(chan struct{})}
	v.opened = sync.NewCond(&v.mu)
	return v
}

func (v *Vault) Put() {
	v.mu.Lock()
	defer v.mu.Unlock()
	v.gold++
	v.opened.Signal()
}

func (v *Vault) Take(ctx context.Context) bool {
	stop := context.AfterFunc(ctx, func() {
		defer v.opened.Broadcast()
		v.mu.Lock()
		defer v.mu.Unlock()
	})
	defer stop()
	v.mu.Lock()
	defer v.mu.Unlock()
	for v.gold == 0 {
		select {
		case <-v.stop:
			return false
		default:
		}
		if v.shut.Load() || ctx.Err() != nil {
			return false
		}
		v.opened.Wait()
	}
	v.gold--
	return true
}

func (v *Vault) Shut() {
	v.shut.Store(true)
	defer v.opened.Broadcast()
	v.mu.Lock()
	defer v.mu.Unlock()
	v.gold = 0
}

func (v *Vault) Stop() {
	close(v.stop)
	defer v.opened.Broadcast()
	v.mu.Lock()
	v.gold = 0
	v.mu.Unlock()
}

// Tried waits for the lock in another way.
func (v *Vault) Tried() {
	for !v.mu.TryLock() {
		time.Sleep(time.Millisecond)
	}
	v.gold = 0
	v.mu.Unlock()
	v.shut.Store(true)
	v.opened.Broadcast()
}

// Split shuts another one.
func (v *Vault) Split() *Vault {
	w := NewVault()
	w.shut.Store(true)
	close(w.stop)
	v.opened.Broadcast()
	return w
}

// A drawer is shut by the desk alone, which has its lock.
type drawer struct {
	mu    *sync.Mutex
	moved *sync.Cond
	pens  int
	shut  bool
}

type shutter interface{ Shut() }

// A Desk has one.
type Desk struct {
	mu      sync.Mutex
	drawer  *drawer
	shutter shutter
}

func NewDesk() *Desk {
	d := &Desk{drawer: &drawer{}}
	d.drawer.mu = &d.mu
	d.drawer.moved = sync.NewCond(&d.mu)
	d.shutter = d.drawer
	return d
}

func (d *drawer) Shut() {
	d.shut = true
	d.moved.Broadcast()
}

func (d *Desk) Pen() {
	d.mu.Lock()
	defer d.mu.Unlock()
	for d.drawer.pens == 0 && !d.drawer.shut {
		d.drawer.moved.Wait()
	}
}

func (d *Desk) Close() {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.shutter.Shut()
}

// A Starter runs functions.
type Starter interface{ Go(func()) }

// A Pulse is felt again and again, in goroutines that others start.
type Pulse struct {
	mu   sync.Mutex
	felt *sync.Cond
	beat int
	over atomic.Bool
}

func NewPulse(s Starter) *Pulse {
	p := &Pulse{}
	p.felt = sync.NewCond(&p.mu)
	s.Go(func() {
		for range time.Tick(time.Second) {
			p.felt.Broadcast()
		}
	})
	return p
}

func (p *Pulse) Feel() {
	p.mu.Lock()
	defer p.mu.Unlock()
	for p.beat == 0 && !p.over.Load() {
		p.felt.Wait()
	}
}

func (p *Pulse) End() {
	p.over.Store(true)
	p.felt.Broadcast()
}

// A Counter is tried for before its waiters are woken, at the end of a context.
type Counter struct {
	mu      sync.Mutex
	counted *sync.Cond
	n       int
}

func NewCounter() *Counter {
	c := &Counter{}
	c.counted = sync.NewCond(&c.mu)
	return c
}

func (c *Counter) Count() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.n++
	c.counted.Broadcast()
}

func (c *Counter) Await(ctx context.Context) error {
	stop := context.AfterFunc(ctx, func() {
		for !c.mu.TryLock() {
			time.Sleep(time.Millisecond)
		}
		c.mu.Unlock()
		c.counted.Broadcast()
	})
	defer stop()
	c.mu.Lock()
	defer c.mu.Unlock()
	for c.n == 0 {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		c.counted.Wait()
	}
	return nil
}
