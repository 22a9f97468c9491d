// Package idioms has patterns that experienced programmers use, and what
// becomes of them when one detail is forgotten.
package idioms

import (
	"errors"
	"sync"
	"time"
)

type topic struct {
	mu     sync.RWMutex
	closed bool
	ch     chan int
}

func (t *topic) send(n int) bool {
	t.mu.RLock()
	defer t.mu.RUnlock()
	if t.closed {
		return false
	}
	t.ch <- n
	return true
}

func (t *topic) close() {
	t.mu.Lock()
	defer t.mu.Unlock()
	if !t.closed {
		t.closed = true
		close(t.ch)
	}
}

// Right: nobody sends once the flag is set, and the receiver takes what is sent
// before.
func safeClose() {
	t := &topic{ch: make(chan int)}
	done := make(chan struct{})
	go func() {
		for range t.ch {
		}
		close(done)
	}()
	go t.send(1)
	t.send(2)
	t.close()
	t.send(3)
	<-done
}

type thread struct {
	ch chan int
}

// Wrong: nothing keeps the sender from sending after the close.
func unsafeClose() {
	t := &thread{ch: make(chan int, 1)}
	done := make(chan struct{})
	go func() {
		for range t.ch {
		}
		close(done)
	}()
	go func() {
		t.ch <- 1 // want "send on closed channel"
	}()
	close(t.ch)
	<-done
}

type news struct {
	mu      sync.Mutex
	version int
	changed chan struct{}
}

func (n *news) publish() {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.version++
	close(n.changed)
	n.changed = make(chan struct{})
}

func (n *news) after(version int) int {
	n.mu.Lock()
	for n.version <= version {
		changed := n.changed
		n.mu.Unlock()
		<-changed
		n.mu.Lock()
	}
	defer n.mu.Unlock()
	return n.version
}

// Right: the channel that a reader waits for is closed by the next version.
func broadcastSwap() int {
	n := &news{changed: make(chan struct{})}
	go n.publish()
	return n.after(0)
}

type board struct {
	changed chan int
}

func (b *board) publish() {
	b.changed = make(chan int)
	close(b.changed)
}

// Wrong: the channel is replaced before it is closed, not after.
func broadcastNoSwap() {
	b := &board{changed: make(chan int)}
	changed := b.changed
	b.publish()
	<-changed // want "receive from .* blocks forever"
}

// Right: the case to send is switched on when there is something to send.
func buffer() (sum int) {
	in, out := make(chan int), make(chan int)
	go func() {
		var queue []int
		for in != nil || len(queue) > 0 {
			var send chan int
			next := 0
			if len(queue) > 0 {
				send, next = out, queue[0]
			}
			select {
			case n, ok := <-in:
				if !ok {
					in = nil
					continue
				}
				queue = append(queue, n)
			case send <- next:
				queue = queue[1:]
			}
		}
		close(out)
	}()
	feed := in
	go func() {
		feed <- 1
		feed <- 2
		close(feed)
	}()
	for n := range out {
		sum += n
	}
	return sum
}

type errGroup struct {
	wg   sync.WaitGroup
	once sync.Once
	err  error
	stop chan struct{}
}

func (g *errGroup) run(f func(stop chan struct{}) error) {
	g.wg.Add(1)
	go func() {
		defer g.wg.Done()
		if err := f(g.stop); err != nil {
			g.once.Do(func() {
				g.err = err
				close(g.stop)
			})
		}
	}()
}

func (g *errGroup) wait() error {
	g.wg.Wait()
	g.once.Do(func() { close(g.stop) })
	return g.err
}

// Right: the first error stops the others.
func grouped() error {
	g := &errGroup{stop: make(chan struct{})}
	g.run(func(stop chan struct{}) error {
		<-stop
		return nil
	})
	g.run(func(chan struct{}) error { return errors.New("broken") })
	return g.wait()
}

type team struct {
	wg   sync.WaitGroup
	stop chan struct{}
}

func (t *team) run(f func(stop chan struct{}) error) {
	t.wg.Add(1)
	go func() {
		defer t.wg.Done()
		f(t.stop)
	}()
}

func (t *team) wait() {
	t.wg.Wait() // want "Wait.*blocks forever"
	close(t.stop)
}

// Wrong: wait waits for those who wait for it.
func teamed() {
	t := &team{stop: make(chan struct{})}
	t.run(func(stop chan struct{}) error {
		<-stop
		return nil
	})
	t.wait()
}

// Right: a lock may be unlocked by another goroutine.
func lockAsSignal() {
	var mu sync.Mutex
	mu.Lock()
	go mu.Unlock()
	mu.Lock()
	mu.Unlock()
}

type cell struct {
	mu sync.Mutex
	n  int
}

func (c *cell) later() {
	c.mu.Lock()
	go func() {
		defer c.mu.Unlock()
		c.n++
	}()
}

// Right: the goroutine gives back what its starter has locked.
func lockHandedOver() {
	c := &cell{}
	c.later()
	c.later()
	c.mu.Lock()
	defer c.mu.Unlock()
}

type place struct{ taken chan struct{} }

func (p *place) try() bool {
	select {
	case p.taken <- struct{}{}:
		return true
	default:
		return false
	}
}

func (p *place) leave() { <-p.taken }

// Right: only who has got the place leaves it.
func tryOnly() {
	p := &place{taken: make(chan struct{}, 1)}
	if p.try() {
		defer p.leave()
	}
	if p.try() {
		p.leave()
	}
}

type plant struct {
	wg   sync.WaitGroup
	quit chan struct{}
}

func (p *plant) grow() {
	defer p.wg.Done()
	p.close()
}

func (p *plant) close() {
	close(p.quit)
	p.wg.Wait() // want "wg.Wait blocks forever and leaks"
}

// Wrong: the goroutine waits for itself.
func closedInside() {
	p := &plant{quit: make(chan struct{})}
	p.wg.Add(1)
	go p.grow()
	<-p.quit
}

type bush struct {
	wg   sync.WaitGroup
	quit chan struct{}
}

func (b *bush) grow() {
	defer b.wg.Done()
	<-b.quit
}

func (b *bush) close() {
	close(b.quit)
	b.wg.Wait()
}

// Right: close is called by somebody else.
func closedOutside() {
	b := &bush{quit: make(chan struct{})}
	for range 2 {
		b.wg.Add(1)
		go b.grow()
	}
	b.close()
}

type actor struct{ mail chan int }

func (a *actor) run() {
	for n := range a.mail {
		if n == 0 {
			return
		}
		a.mail <- n - 1 // want "send on .* blocks forever and leaks"
	}
}

// Wrong: the actor sends to itself, and there is no buffer.
func actorToItself() {
	a := &actor{mail: make(chan int)}
	go a.run()
	a.mail <- 1
}

type writer struct{ mail chan int }

func (w *writer) run(done chan struct{}) {
	defer close(done)
	for n := range w.mail {
		if n == 0 {
			return
		}
		w.mail <- n - 1
	}
}

// Right: there is room for the one letter that is under way.
func selfAddressed() {
	w := &writer{mail: make(chan int, 1)}
	done := make(chan struct{})
	go w.run(done)
	w.mail <- 2
	<-done
}

// Wrong: who spins never comes to the send.
func spinner() {
	var mu sync.Mutex
	ready := false
	ch := make(chan int)
	go func() {
		for {
			mu.Lock()
			done := ready
			mu.Unlock()
			if done {
				ch <- 1
				return
			}
		}
	}()
	<-ch // want "receive from ch blocks forever"
}

// Right: the flag is set in the end.
func spinnerReleased() {
	var mu sync.Mutex
	ready := false
	ch := make(chan int)
	go func() {
		for {
			mu.Lock()
			done := ready
			mu.Unlock()
			if done {
				ch <- 1
				return
			}
		}
	}()
	mu.Lock()
	ready = true
	mu.Unlock()
	<-ch
}

type guard struct{ mu sync.Mutex }

func (g *guard) with(f func()) (err error) {
	g.mu.Lock()
	defer g.mu.Unlock()
	defer func() {
		if r := recover(); r != nil {
			err = errors.New("panic")
		}
	}()
	f()
	return nil
}

// Right: a panic leaves the lock free.
func recovered(n int) {
	g := &guard{}
	g.with(func() {
		if n == 0 {
			panic("zero")
		}
	})
	g.with(func() {})
}

type lap struct{ wg sync.WaitGroup }

func (l *lap) run(n int) {
	for range n {
		l.wg.Add(1)
		go l.wg.Done()
	}
	l.wg.Wait()
}

// Right: the wait group is used anew in each round.
func rounds() {
	l := &lap{}
	l.run(2)
	l.run(1)
	l.run(0)
}

type slow struct{ done chan struct{} }

func (s *slow) finish() { s.done <- struct{}{} }

// Right: there is room for the message that comes too late.
func closedInTime(hurry bool) {
	s := &slow{done: make(chan struct{}, 1)}
	go s.finish()
	if hurry {
		select {
		case <-s.done:
		case <-time.After(time.Millisecond):
		}
		return
	}
	<-s.done
}

type slower struct{ done chan struct{} }

func (s *slower) finish() {
	s.done <- struct{}{} // want "send on .* blocks forever and leaks"
}

// Wrong: who comes too late stays for ever.
func lostInTime() {
	s := &slower{done: make(chan struct{})}
	go s.finish()
	select {
	case <-s.done:
	case <-time.After(time.Nanosecond):
	}
}

type bell struct {
	mu        sync.Mutex
	listeners []func()
}

func (b *bell) add(f func()) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.listeners = append(b.listeners, f)
}

func (b *bell) clear() {
	b.mu.Lock() // want "mu.Lock blocks forever"
	defer b.mu.Unlock()
	b.listeners = nil
}

func (b *bell) ring() {
	b.mu.Lock()
	defer b.mu.Unlock()
	for _, f := range b.listeners {
		f()
	}
}

// Wrong: a listener that is called under the lock takes it, too.
func unsubscribed() {
	b := &bell{}
	b.add(b.clear)
	b.ring()
}

type gong struct {
	mu        sync.Mutex
	listeners []func()
}

func (g *gong) add(f func()) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.listeners = append(g.listeners, f)
}

func (g *gong) clear() {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.listeners = nil
}

func (g *gong) ring() {
	g.mu.Lock()
	all := g.listeners
	g.mu.Unlock()
	for _, f := range all {
		f()
	}
}

// Right: the listeners are called without the lock.
func unsubscribedLater() {
	g := &gong{}
	g.add(g.clear)
	g.ring()
}

type tray struct {
	outer sync.Mutex
	mu    sync.Mutex
	cond  *sync.Cond
	full  bool
}

func (t *tray) fill() {
	t.outer.Lock()
	defer t.outer.Unlock()
	t.mu.Lock()
	t.full = true
	t.mu.Unlock()
	t.cond.Broadcast()
}

func (t *tray) wait() {
	t.outer.Lock()
	defer t.outer.Unlock()
	t.mu.Lock()
	defer t.mu.Unlock()
	for !t.full {
		t.cond.Wait() // want "Wait.*blocks forever"
	}
}

// Wrong: Wait gives one lock back, and keeps the other one, which fill needs.
func twoLevels() {
	t := &tray{}
	t.cond = sync.NewCond(&t.mu)
	go t.fill()
	t.wait()
}
