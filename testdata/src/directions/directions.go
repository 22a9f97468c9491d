// Package directions has programs that give a channel out in one direction
// only.
package directions

import "sync"

// A Task says when it is done.
type Task struct{ done chan struct{} }

// StartTask returns a task that will be done.
func StartTask() *Task {
	t := &Task{done: make(chan struct{})}
	go t.run()
	return t
}

func (t *Task) run() { close(t.done) }

// Right: others can only wait for what the package closes.
func (t *Task) Done() <-chan struct{} { return t.done }

// Wait waits for it here.
func (t *Task) Wait() { <-t.done }

// A Timer can be stopped.
type Timer struct{ stopped chan struct{} }

// NewTimer starts a goroutine that waits until the timer is stopped.
func NewTimer() *Timer {
	t := &Timer{stopped: make(chan struct{})}
	go t.wait()
	return t
}

// Right: it is up to others to call Stop.
func (t *Timer) wait() { <-t.stopped }

// Stop stops the timer.
func (t *Timer) Stop() { close(t.stopped) }

// Stopped is closed by Stop.
func (t *Timer) Stopped() <-chan struct{} { return t.stopped }

// Right: whoever calls may receive as much as he likes.
func Ticks(n int) <-chan int {
	ch := make(chan int)
	go func() {
		defer close(ch)
		for i := range n {
			ch <- i
		}
	}()
	return ch
}

// Right: whoever calls may send, and close in the end.
func Sink() chan<- int {
	ch := make(chan int)
	go func() {
		for range ch {
		}
	}()
	return ch
}

// Right: the caller may send, receive and close.
func Both() chan int {
	ch := make(chan int)
	go func() { <-ch; ch <- 1 }()
	return ch
}

// An Inbox takes what others send.
type Inbox struct {
	in   chan int
	quit chan struct{}
}

// NewInbox returns an inbox that is emptied.
func NewInbox() *Inbox {
	b := &Inbox{in: make(chan int), quit: make(chan struct{})}
	go b.empty()
	return b
}

// Right: others send through In, or call Close, when they like.
func (b *Inbox) empty() {
	for {
		select {
		case <-b.in:
		case <-b.quit:
			return
		}
	}
}

// In is where to send.
func (b *Inbox) In() chan<- int { return b.in }

// Close ends the goroutine.
func (b *Inbox) Close() { close(b.quit) }

// Events has its channel in an exported field.
type Events struct {
	C    <-chan int
	quit chan struct{}
}

// NewEvents returns events that come until Stop is called.
func NewEvents() *Events {
	c := make(chan int)
	e := &Events{C: c, quit: make(chan struct{})}
	go e.feed(c)
	return e
}

// Right: others receive from C, or call Stop.
func (e *Events) feed(c chan<- int) {
	for i := 0; ; i++ {
		select {
		case c <- i:
		case <-e.quit:
			return
		}
	}
}

// Stop ends the events.
func (e *Events) Stop() { close(e.quit) }

// A Joint is finished by one and awaited by many.
type Joint struct {
	once     sync.Once
	finished chan struct{}
}

// NewJoint returns one that isn't finished.
func NewJoint() *Joint { return &Joint{finished: make(chan struct{})} }

// Right: it may be called twice.
func (j *Joint) Finish() { j.once.Do(func() { close(j.finished) }) }

// Right: somebody else may call Finish.
func (j *Joint) Await() { <-j.finished }

// Finished is for a select.
func (j *Joint) Finished() <-chan struct{} { return j.finished }

// Right: what comes from the caller may be received by the caller.
func given(out chan<- int) {
	done := make(chan struct{})
	go func() {
		out <- 1
		close(done)
	}()
	<-done
}

func numbers(n int) <-chan int {
	ch := make(chan int)
	go func() {
		defer close(ch)
		for i := range n {
			ch <- i
		}
	}()
	return ch
}

func squares(in <-chan int) <-chan int {
	ch := make(chan int)
	go func() {
		defer close(ch)
		for n := range in {
			ch <- n * n
		}
	}()
	return ch
}

// Right: the stages end one after the other.
func sumOfSquares() (sum int) {
	for n := range squares(numbers(3)) {
		sum += n
	}
	return sum
}

func digits(n int) <-chan int {
	ch := make(chan int)
	go func() {
		for i := range n {
			ch <- i // want "send on .* blocks forever and leaks"
		}
	}()
	return ch
}

// Wrong: the rest of the digits is never asked for.
func firstCube() int {
	n := <-digits(3)
	return n * n * n
}

// Right: whoever calls gets a function that ends the goroutine.
func Every(f func()) (stop func()) {
	quit := make(chan struct{})
	go func() {
		f()
		<-quit
	}()
	return func() { close(quit) }
}

// Right: whoever calls gets a function that waits.
func Begin(f func()) (wait func()) {
	done := make(chan struct{})
	go func() {
		defer close(done)
		f()
	}()
	return func() { <-done }
}

type waiter interface{ Wait() }

// Right: the goroutines are done sooner or later.
func Spread() waiter {
	wg := &sync.WaitGroup{}
	for range 2 {
		wg.Add(1)
		go wg.Done()
	}
	return wg
}

type doner interface{ Done() <-chan struct{} }

// Right: whoever gives the interface ends it.
func Obey(d doner) {
	finished := make(chan struct{})
	go func() {
		<-d.Done()
		close(finished)
	}()
	<-finished
}

// Wrong: the caller can receive from the one channel, but the goroutine waits
// for the other one.
func Half() <-chan int {
	out, in := make(chan int, 1), make(chan int)
	go func() {
		out <- <-in // want "receive from in blocks forever and leaks"
	}()
	return out
}

// Right: the caller sends and closes; the sum stays inside.
func Collect() chan<- int {
	in := make(chan int)
	done := make(chan int, 1)
	go func() {
		sum := 0
		for n := range in {
			sum += n
		}
		done <- sum
	}()
	go func() { <-done }()
	return in
}
