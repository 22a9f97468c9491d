package late

import (
	"sync"
	"sync/atomic"
)

// A Locked writer has the lock until it has sent.
type Locked struct {
	mu     sync.RWMutex
	closed bool
	in     chan string
}

func NewLocked() *Locked {
	w := &Locked{in: make(chan string, 8)}
	go func() {
		for s := range w.in {
			println(s)
		}
	}()
	return w
}

func (w *Locked) Write(s string) error {
	w.mu.RLock()
	defer w.mu.RUnlock()
	if w.closed {
		return errClosed
	}
	w.in <- s
	return nil
}

func (w *Locked) Close() {
	w.mu.Lock()
	defer w.mu.Unlock()
	if !w.closed {
		w.closed = true
		close(w.in)
	}
}

// A Counted writer is waited for by who closes.
type Counted struct {
	mu      sync.Mutex
	closed  bool
	in      chan string
	writing sync.WaitGroup
}

func NewCounted() *Counted {
	w := &Counted{in: make(chan string, 8)}
	go func() {
		for s := range w.in {
			println(s)
		}
	}()
	return w
}

func (w *Counted) Write(s string) error {
	w.mu.Lock()
	if w.closed {
		w.mu.Unlock()
		return errClosed
	}
	w.writing.Add(1)
	w.mu.Unlock()
	defer w.writing.Done()
	w.in <- s
	return nil
}

func (w *Counted) Close() {
	w.mu.Lock()
	isFirst := !w.closed
	w.closed = true
	w.mu.Unlock()
	if isFirst {
		w.writing.Wait()
		close(w.in)
	}
}

// A Lone one is for one goroutine: it doesn't ask as if there were others.
type Lone struct {
	closed bool
	in     chan string
}

func NewLone() *Lone {
	w := &Lone{in: make(chan string, 8)}
	go func() {
		for s := range w.in {
			println(s)
		}
	}()
	return w
}

func (w *Lone) Write(s string) error {
	if w.closed {
		return errClosed
	}
	w.in <- s
	return nil
}

func (w *Lone) Close() {
	w.closed = true
	close(w.in)
}

// A Recovering one takes it that it may come too late.
type Recovering struct {
	closed atomic.Bool
	in     chan string
}

func NewRecovering() *Recovering {
	w := &Recovering{in: make(chan string, 8)}
	go func() {
		for s := range w.in {
			println(s)
		}
	}()
	return w
}

func (w *Recovering) Write(s string) (err error) {
	if w.closed.Load() {
		return errClosed
	}
	defer func() {
		if recover() != nil {
			err = errClosed
		}
	}()
	w.in <- s
	return nil
}

func (w *Recovering) Close() {
	if w.closed.CompareAndSwap(false, true) {
		close(w.in)
	}
}

// A Joining ticker waits for its goroutine before it closes.
type Joining struct {
	out  chan int
	quit chan struct{}
	done chan struct{}
}

func NewJoining(next func() int) *Joining {
	t := &Joining{make(chan int), make(chan struct{}), make(chan struct{})}
	go t.run(next)
	return t
}

func (t *Joining) run(next func() int) {
	defer close(t.done)
	for {
		select {
		case t.out <- next():
		case <-t.quit:
			return
		}
	}
}

func (t *Joining) Next() int { return <-t.out }

func (t *Joining) Stop() {
	close(t.quit)
	<-t.done
	close(t.out)
}

// A Closing ticker closes itself what it sends on.
type Closing struct {
	out  chan int
	quit chan struct{}
}

func NewClosing(next func() int) *Closing {
	t := &Closing{make(chan int), make(chan struct{})}
	go t.run(next)
	return t
}

func (t *Closing) run(next func() int) {
	defer close(t.out)
	for {
		select {
		case t.out <- next():
		case <-t.quit:
			return
		}
	}
}

func (t *Closing) Next() (int, bool) {
	n, ok := <-t.out
	return n, ok
}

func (t *Closing) Stop() { close(t.quit) }
