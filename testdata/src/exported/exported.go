// Package exported has types whose clients are other packages, so that nothing
// is known of them but what they can't do.
package exported

import "sync"

// An Actor does one thing after the other.
type Actor struct{ todo chan func() }

// NewActor starts an actor.
func NewActor() *Actor {
	a := &Actor{todo: make(chan func())}
	go a.loop()
	return a
}

// Right: others call Do or Close when they like.
func (a *Actor) loop() {
	for f := range a.todo {
		f()
	}
}

// Do lets the actor do f.
func (a *Actor) Do(f func()) { a.todo <- f }

// Close ends the actor.
func (a *Actor) Close() { close(a.todo) }

// A Meeting brings two callers together.
type Meeting struct{ ch chan int }

// NewMeeting returns one.
func NewMeeting() *Meeting { return &Meeting{ch: make(chan int)} }

// Right: somebody may call Take at the same time.
func (m *Meeting) Give(n int) { m.ch <- n }

// Right: somebody may call Give at the same time.
func (m *Meeting) Take() int { return <-m.ch }

// A Semaphore is acquired and released by its callers.
type Semaphore struct{ slots chan struct{} }

// NewSemaphore returns one with n slots.
func NewSemaphore(n int) *Semaphore { return &Semaphore{make(chan struct{}, n)} }

// Right: another caller may release.
func (s *Semaphore) Acquire() { s.slots <- struct{}{} }

// Right: there is something in the channel if the caller has acquired.
func (s *Semaphore) Release() { <-s.slots }

// A Register is locked by its caller, who has several things to do.
type Register struct {
	mu sync.Mutex
	n  int
}

// Lock is for callers with several things to do.
func (r *Register) Lock() { r.mu.Lock() }

// Right: the caller has locked it.
func (r *Register) Unlock() { r.mu.Unlock() }

// Right: the caller has locked it, and finds it so.
func (r *Register) Pause(f func()) {
	r.mu.Unlock()
	defer r.mu.Lock()
	f()
}

// A Crew is waited for by its callers.
type Crew struct{ wg sync.WaitGroup }

// Right: the caller may call Leave, later or elsewhere.
func (c *Crew) Enter() { c.wg.Add(1) }

// Right: the caller has called Enter.
func (c *Crew) Leave() { c.wg.Done() }

// Right: those who have entered leave sooner or later.
func (c *Crew) Wait() { c.wg.Wait() }

// A Job has an exported channel.
type Job struct {
	Done chan struct{}
}

// Right: others can close the channel, or send on it.
func (j *Job) Wait() {
	if j.Done == nil {
		j.Done = make(chan struct{})
	}
	<-j.Done
}

// A Notifier calls functions that others have given.
type Notifier struct {
	mu    sync.Mutex
	hooks []func()
}

// OnEvent adds a function.
func (n *Notifier) OnEvent(f func()) {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.hooks = append(n.hooks, f)
}

// Right, for all that is known: the functions need not call OnEvent.
func (n *Notifier) Fire() {
	n.mu.Lock()
	defer n.mu.Unlock()
	for _, f := range n.hooks {
		f()
	}
}

// A Watcher looks again and again.
type Watcher struct {
	quit chan struct{}
	done chan struct{}
}

// NewWatcher starts one.
func NewWatcher() *Watcher {
	w := &Watcher{quit: make(chan struct{}), done: make(chan struct{})}
	go w.watch()
	return w
}

func (w *Watcher) watch() {
	defer close(w.done)
	<-w.quit
}

// Right: the goroutine ends, and says so.
func (w *Watcher) Close() {
	close(w.quit)
	<-w.done
}

// A Session has its channel from Open on.
type Session struct{ in chan int }

// Open starts the goroutine.
func (s *Session) Open() {
	s.in = make(chan int)
	go func() {
		for range s.in {
		}
	}()
}

// Right: callers open the session before they send.
func (s *Session) Send(n int) { s.in <- n }

// Close ends the goroutine.
func (s *Session) Close() { close(s.in) }

// A Market brings two callers together; only givers need a lock.
type Market struct {
	mu sync.Mutex
	ch chan int
}

// NewMarket returns one.
func NewMarket() *Market { return &Market{ch: make(chan int)} }

// Right: takers don't need the lock.
func (m *Market) Give(n int) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.ch <- n
}

// Right: a giver that holds the lock gives.
func (m *Market) Take() int { return <-m.ch }

// A Propeller is stopped without the lock.
type Propeller struct {
	mu   sync.Mutex
	n    int
	quit chan struct{}
	done chan struct{}
}

// NewPropeller starts the goroutine.
func NewPropeller() *Propeller {
	p := &Propeller{quit: make(chan struct{}), done: make(chan struct{})}
	go p.run()
	return p
}

func (p *Propeller) run() {
	defer close(p.done)
	<-p.quit
	p.mu.Lock()
	p.n = 0
	p.mu.Unlock()
}

// Right: the lock is free while it waits.
func (p *Propeller) Stop() int {
	close(p.quit)
	<-p.done
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.n
}

// A Lazy makes its channel when it is needed.
type Lazy struct {
	mu   sync.Mutex
	done chan struct{}
}

func (l *Lazy) channel() chan struct{} {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.done == nil {
		l.done = make(chan struct{})
	}
	return l.done
}

// Right: whoever comes first makes the channel.
func (l *Lazy) Wait() { <-l.channel() }

// Right: it is never nil.
func (l *Lazy) Finish() { close(l.channel()) }

// A Pair of goroutines that talk to each other until Close.
type Pair struct {
	ping, pong chan int
	quit       chan struct{}
}

// NewPair starts both.
func NewPair() *Pair {
	p := &Pair{make(chan int), make(chan int), make(chan struct{})}
	go p.hit(p.ping, p.pong)
	go p.hit(p.pong, p.ping)
	return p
}

// Right: both wait until somebody serves, or closes.
func (p *Pair) hit(in, out chan int) {
	for {
		select {
		case n := <-in:
			select {
			case out <- n + 1:
			case <-p.quit:
				return
			}
		case <-p.quit:
			return
		}
	}
}

// Serve hits the first ball.
func (p *Pair) Serve() {
	select {
	case p.ping <- 0:
	case <-p.quit:
	}
}

// Close ends the match.
func (p *Pair) Close() { close(p.quit) }
