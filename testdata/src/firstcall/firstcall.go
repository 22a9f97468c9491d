// Package firstcall has types that own goroutines: what gets stuck with the first call.
package firstcall

import (
	"os"
	"sync"
	"time"
)

// A waiter waits for its goroutine before it lets that go.
type Waiter struct {
	stop chan struct{}
	wg   sync.WaitGroup
}

func NewWaiter() *Waiter {
	w := &Waiter{stop: make(chan struct{})}
	w.wg.Add(1)
	go w.run()
	return w
}

func (w *Waiter) run() {
	defer w.wg.Done()
	<-w.stop
}

// Wrong: the goroutine waits for stop.
func (w *Waiter) Close() {
	w.wg.Wait() // want `w\.wg\.Wait blocks forever: the goroutine started at firstcall\.go:\d+, which could call Done, is blocked, too`
	close(w.stop)
}

// A Polite one lets it go first.
type Polite struct {
	stop chan struct{}
	wg   sync.WaitGroup
}

func NewPolite() *Polite {
	p := &Polite{stop: make(chan struct{})}
	p.wg.Add(1)
	go p.run()
	return p
}

func (p *Polite) run() {
	defer p.wg.Done()
	<-p.stop
}

// Right: once.
func (p *Polite) Close() {
	close(p.stop)
	p.wg.Wait()
}

// A Counter counts in a goroutine.
type Counter struct {
	mu         sync.Mutex
	stop, done chan struct{}
	n          int
}

func NewCounter() *Counter {
	c := &Counter{stop: make(chan struct{}), done: make(chan struct{})}
	go c.loop()
	return c
}

func (c *Counter) loop() {
	defer close(c.done)
	for {
		select {
		case <-c.stop:
			return
		case <-time.After(time.Second):
			c.mu.Lock()
			c.n++
			c.mu.Unlock()
		}
	}
}

// Wrong: the loop may wait for the lock.
func (c *Counter) Close() {
	c.mu.Lock()
	defer c.mu.Unlock()
	close(c.stop)
	<-c.done // want `receive from c\.done blocks forever: the goroutine started at firstcall\.go:\d+, which could close it, needs c\.mu, which this goroutine has locked at firstcall\.go:\d+`
}

// A Reader does the same to read.
type Reader struct {
	mu   sync.RWMutex
	stop chan struct{}
	wg   sync.WaitGroup
	n    int
}

func NewReader() *Reader {
	r := &Reader{stop: make(chan struct{})}
	r.wg.Add(1)
	go func() {
		defer r.wg.Done()
		<-r.stop
		r.mu.Lock()
		r.n++
		r.mu.Unlock()
	}()
	return r
}

// Wrong: who writes waits for those who read.
func (r *Reader) Stop() int {
	r.mu.RLock()
	defer r.mu.RUnlock()
	close(r.stop)
	r.wg.Wait() // want "r.wg.Wait blocks forever"
	return r.n
}

// A Ticker counts, too, but lets go of the lock.
type Ticker struct {
	mu         sync.Mutex
	stop, done chan struct{}
	n          int
}

func NewTicker() *Ticker {
	t := &Ticker{stop: make(chan struct{}), done: make(chan struct{})}
	go t.loop()
	return t
}

func (t *Ticker) loop() {
	defer close(t.done)
	for {
		select {
		case <-t.stop:
			return
		case <-time.After(time.Second):
			t.mu.Lock()
			t.n++
			t.mu.Unlock()
		}
	}
}

// Right: nobody has the lock meanwhile.
func (t *Ticker) Close() int {
	close(t.stop)
	<-t.done
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.n
}

// A Deaf one has a goroutine that doesn't answer.
type Deaf struct{ quit, done chan struct{} }

func NewDeaf() *Deaf {
	d := &Deaf{quit: make(chan struct{}), done: make(chan struct{})}
	go func() { <-d.quit }()
	return d
}

// Wrong: nobody closes done.
func (d *Deaf) Close() {
	close(d.quit)
	<-d.done // want "receive from d.done blocks forever: nobody"
}

// An Endless one has nobody to end it.
type Endless struct{ stop chan struct{} }

func NewEndless() *Endless {
	e := &Endless{stop: make(chan struct{})}
	go e.run()
	return e
}

// Wrong: nobody closes it.
func (e *Endless) run() {
	<-e.stop // want "receive from e.stop blocks forever and leaks the goroutine: nobody sends on it or closes it"
}

func (e *Endless) Name() string { return "endless" }

// A File reads what may not be there.
type File struct{ stop chan struct{} }

// Wrong: nobody gets the file whose goroutine has been started.
func NewFile(path string) (*File, error) {
	f := &File{stop: make(chan struct{})}
	go f.run()
	if _, err := os.Stat(path); err != nil {
		return nil, err
	}
	return f, nil
}

func (f *File) run() {
	<-f.stop // want "receive from f.stop blocks forever and leaks the goroutine: .* .if err != nil."
}

func (f *File) Close() { close(f.stop) }

// A Folder does as well.
type Folder struct{ stop chan struct{} }

// Right: it is ended before.
func NewFolder(path string) (*Folder, error) {
	f := &Folder{stop: make(chan struct{})}
	go f.run()
	if _, err := os.Stat(path); err != nil {
		f.Close()
		return nil, err
	}
	return f, nil
}

func (f *Folder) run() { <-f.stop }

func (f *Folder) Close() { close(f.stop) }

// A Crossed pair waits for each other.
type Crossed struct{ questions, answers chan int }

func NewCrossed() *Crossed {
	c := &Crossed{questions: make(chan int), answers: make(chan int)}
	go c.serve()
	return c
}

func (c *Crossed) serve() {
	for {
		c.answers <- 1
		<-c.questions
	}
}

// Wrong: both send first.
func (c *Crossed) Ask() int {
	c.questions <- 1 // want "send on c.questions blocks forever: the goroutine started at firstcall.go:232, which could receive from it, is blocked, too"
	return <-c.answers
}

// An Aligned pair takes turns.
type Aligned struct{ questions, answers chan int }

func NewAligned() *Aligned {
	a := &Aligned{questions: make(chan int), answers: make(chan int)}
	go a.serve()
	return a
}

func (a *Aligned) serve() {
	for {
		<-a.questions
		a.answers <- 1
	}
}

// Right: one asks, the other answers.
func (a *Aligned) Ask() int {
	a.questions <- 1
	return <-a.answers
}
