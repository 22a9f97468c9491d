// Package decisions has programs whose data decides who waits for whom.
package decisions

import (
	"context"
	"errors"
	"sync"
	"sync/atomic"
)

// Right: unlocked if it was locked, and then locked by all.
func maybeLocked(lock bool) {
	var mu sync.Mutex
	locked := false
	if lock {
		mu.Lock()
		locked = true
	}
	if locked {
		mu.Unlock()
	}
	mu.Lock()
	mu.Unlock()
}

// Wrong: the flag says the opposite.
func wronglyLocked(lock bool) {
	var mu sync.Mutex
	free := false
	if lock {
		mu.Lock()
	} else {
		free = true
	}
	if free && lock {
		mu.Unlock()
	}
	mu.Lock() // want "mu.Lock blocks forever"
	mu.Unlock()
}

// Right: what is deferred belongs to the branch that locks.
func deferIf(lock bool) {
	var mu sync.Mutex
	func() {
		if lock {
			mu.Lock()
			defer mu.Unlock()
		}
	}()
	mu.Lock()
	mu.Unlock()
}

// Right: the lock is given up for each piece of work, and taken again.
func work(n int) {
	var mu sync.Mutex
	mu.Lock()
	for n > 0 {
		mu.Unlock()
		n--
		mu.Lock()
	}
	mu.Unlock()
}

// Right: the goroutine is started by the first, and stopped if there was one.
func startOnce(list []int) {
	var in chan int
	done := make(chan struct{})
	for _, n := range list {
		if in == nil {
			in = make(chan int)
			go func() {
				for range in {
				}
				close(done)
			}()
		}
		in <- n
	}
	if in != nil {
		close(in)
		<-done
	}
}

// Wrong: if there is nothing to do, nobody closes.
func startOnceWrong(work func()) {
	done := make(chan struct{})
	if work != nil {
		go func() {
			work()
			close(done)
		}()
	}
	<-done // want "receive from done blocks forever"
}

// Right: the states follow each other, and the last one closes.
func machine() {
	done, step := make(chan struct{}), make(chan int)
	go func() {
		for s := range step {
			if s == 2 {
				close(done)
				return
			}
		}
	}()
	state := 0
	for {
		select {
		case step <- state:
			state++
		case <-done:
			return
		}
	}
}

type message struct {
	kind  int
	reply chan int
}

// Right: those that have a reply channel get a reply.
func kinds() int {
	in := make(chan message)
	go func() {
		for m := range in {
			if m.reply != nil {
				m.reply <- m.kind
			}
		}
	}()
	in <- message{kind: 1}
	reply := make(chan int)
	in <- message{kind: 2, reply: reply}
	close(in)
	return <-reply
}

type stop struct{}

// Right: the message says that it is over.
func typed() {
	in, done := make(chan any), make(chan struct{})
	go func() {
		defer close(done)
		for m := range in {
			switch m.(type) {
			case int:
			case stop:
				return
			}
		}
	}()
	in <- 1
	in <- stop{}
	<-done
}

type halt struct{}

// Wrong: a pointer to the message isn't the message.
func mistyped() {
	in, done := make(chan any), make(chan struct{})
	go func() {
		defer close(done)
		for m := range in {
			switch m.(type) {
			case int:
			case halt:
				return
			}
		}
	}()
	in <- 1
	in <- &halt{}
	<-done // want "receive from done blocks forever"
}

// Right: the label makes break leave the loop.
func breakOut() {
	in, done, out := make(chan int), make(chan struct{}), make(chan struct{})
	go func() {
	loop:
		for {
			select {
			case <-in:
			case <-done:
				break loop
			}
		}
		close(out)
	}()
	in <- 1
	close(done)
	<-out
}

// Wrong: break leaves the select, and the loop goes on for ever.
func breakIn() {
	in, done, out := make(chan int), make(chan struct{}), make(chan struct{})
	go func() {
		for {
			select {
			case <-in:
			case <-done:
				break
			}
		}
		close(out)
	}()
	in <- 1
	close(done)
	<-out // want "receive from out blocks forever"
}

// Right: what the worker is sent closes the channel.
func functions() {
	jobs, done := make(chan func()), make(chan struct{})
	go func() {
		for job := range jobs {
			job()
		}
	}()
	jobs <- func() {}
	jobs <- func() { close(done) }
	<-done
	close(jobs)
}

// Wrong: the job sends to the worker that runs it.
func circular() {
	jobs, done := make(chan func()), make(chan struct{})
	go func() {
		for job := range jobs {
			job()
		}
	}()
	jobs <- func() {
		jobs <- func() { close(done) }
	}
	<-done // want "receive from done blocks forever"
}

// Right: the closure uses what the variable is when it is called.
func reassigned() int {
	ch := make(chan int)
	send := func() { ch <- 1 }
	ch = make(chan int, 1)
	send()
	return <-ch
}

type port struct {
	n  int
	ch chan int
}

// Right: a copy of the struct has the same channel.
func copied() int {
	a := port{ch: make(chan int)}
	b := a
	b.n = 1
	go func() { b.ch <- b.n }()
	return <-a.ch
}

type haven struct{ ch chan int }

func (h haven) reset() { h.ch = make(chan int, 1) }

// Wrong: the method changes its own copy.
func copiedWrong() int {
	h := haven{ch: make(chan int)}
	h.reset()
	h.ch <- 1 // want "send on .* blocks forever"
	return <-h.ch
}

type waker interface{ wake(chan int) }

type loud struct{}

func (loud) wake(ch chan int) { ch <- 1 }

type silent struct{}

func (silent) wake(chan int) {}

// Right: only the loud one is waited for.
func either(noise bool) {
	ch := make(chan int)
	var w waker = silent{}
	if noise {
		w = loud{}
	}
	go w.wake(ch)
	if noise {
		<-ch
	}
}

type caller interface{ call(chan int) }

type present struct{}

func (present) call(ch chan int) { ch <- 1 }

type absent struct{}

func (absent) call(chan int) {}

// Wrong: the absent one is waited for as well.
func neither(here bool) {
	ch := make(chan int)
	var c caller = absent{}
	if here {
		c = present{}
	}
	go c.call(ch)
	<-ch // want "receive from ch blocks forever"
}

// Right: the error is set before the channel is closed, and asked after it.
func errorAfter(n int) error {
	var err error
	done, extra := make(chan struct{}), make(chan int)
	go func() {
		defer close(done)
		if n == 0 {
			err = errors.New("zero")
		}
	}()
	<-done
	if err == nil {
		go func() { extra <- 1 }()
	}
	if err != nil {
		return err
	}
	<-extra
	return nil
}

// Right: the function closes once, however often it is called.
func onceFunc() {
	done := make(chan struct{})
	stop := sync.OnceFunc(func() { close(done) })
	go stop()
	stop()
	<-done
}

// Wrong: the context is cut off from the one that is cancelled.
func withoutCancel() {
	parent, cancel := context.WithCancel(context.Background())
	ctx := context.WithoutCancel(parent)
	cancel()
	<-ctx.Done() // want "receive from .* blocks forever"
}

// Right: cancelled with a cause.
func causes() error {
	ctx, cancel := context.WithCancelCause(context.Background())
	go cancel(errors.New("enough"))
	<-ctx.Done()
	return context.Cause(ctx)
}

type current struct{ done chan struct{} }

// Right: what is swapped out is what was loaded before.
func swapped() {
	var p atomic.Pointer[current]
	p.Store(&current{done: make(chan struct{})})
	c := p.Load()
	go func() {
		old := p.Swap(&current{done: make(chan struct{})})
		close(old.done)
	}()
	<-c.done
}

type scratch struct {
	mu   sync.Mutex
	data []int
}

// Right: what comes out of a pool isn't in use.
func pooled() {
	pool := sync.Pool{New: func() any { return &scratch{} }}
	a := pool.Get().(*scratch)
	a.mu.Lock()
	b := pool.Get().(*scratch)
	b.mu.Lock()
	b.mu.Unlock()
	pool.Put(b)
	a.mu.Unlock()
	pool.Put(a)
}

// Right: what is stored under a name is found under it.
func syncMap() int {
	var m sync.Map
	m.Store("a", make(chan int, 1))
	ch, ok := m.Load("a")
	if !ok {
		return 0
	}
	c := ch.(chan int)
	c <- 1
	return <-c
}

// Right: each turn starts one and waits for one.
func again(n int) {
	ch := make(chan int)
next:
	go func() { ch <- n }()
	<-ch
	n--
	if n > 0 {
		goto next
	}
}

// Right: nothing is waited for if nobody was asked.
func fastest(servers []string) string {
	answers := make(chan string, len(servers))
	for _, s := range servers {
		go func() { answers <- s }()
	}
	if len(servers) == 0 {
		return ""
	}
	return <-answers
}

// Right: never more than two at a time, and all are taken in the end.
func window(list []int) (sum int) {
	results := make(chan int)
	open := 0
	for _, n := range list {
		if open == 2 {
			sum += <-results
			open--
		}
		open++
		go func() { results <- n }()
	}
	for ; open > 0; open-- {
		sum += <-results
	}
	return sum
}

// Wrong: those that are open in the end aren't taken.
func windowWrong(list []int) (sum int) {
	results := make(chan int)
	open := 0
	for _, n := range list {
		if open == 1 {
			sum += <-results
			open--
		}
		open++
		go func() {
			results <- n // want "send on results blocks forever and leaks"
		}()
	}
	return sum
}

type handle struct {
	mu     sync.Mutex
	opened bool
	done   chan struct{}
}

func (h *handle) open() {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.opened = true
	h.done = make(chan struct{})
	go func(done chan struct{}) { <-done }(h.done)
}

func (h *handle) close() {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.opened {
		h.opened = false
		close(h.done)
	}
}

// Right: closed if it was opened, and only once.
func handled(open bool) {
	h := &handle{}
	if open {
		h.open()
	}
	h.close()
	h.close()
}

func numbers(yield func(int) bool) {
	ch := make(chan int)
	quit := make(chan struct{})
	defer close(quit)
	go func() {
		defer close(ch)
		for i := range 10 {
			select {
			case ch <- i:
			case <-quit:
				return
			}
		}
	}()
	for n := range ch {
		if !yield(n) {
			return
		}
	}
}

// Right: whoever leaves the loop early tells the goroutine.
func iterated() int {
	for n := range numbers {
		if n > 3 {
			return n
		}
	}
	return 0
}
