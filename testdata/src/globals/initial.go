package globals

import (
	"context"
	"sync"
)

var closed = func() chan struct{} {
	c := make(chan struct{})
	close(c)
	return c
}()

type promise struct {
	mu    sync.Mutex
	done  chan struct{}
	thens []func()
}

func (p *promise) resolve() {
	p.mu.Lock()
	if p.done == closed {
		p.mu.Unlock()
		return
	}
	if p.done != nil {
		close(p.done)
	}
	p.done = closed
	thens := p.thens
	p.mu.Unlock()
	for _, f := range thens {
		f()
	}
}

func (p *promise) then(f func()) {
	p.mu.Lock()
	if p.done == closed {
		p.mu.Unlock()
		f()
		return
	}
	p.thens = append(p.thens, f)
	p.mu.Unlock()
}

func (p *promise) settled() <-chan struct{} {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.done == nil {
		p.done = make(chan struct{})
	}
	return p.done
}

// Right: what is nil is not the channel that was there before.
func awaitInCallback() {
	p := &promise{}
	p.then(func() {
		ctx, cancel := context.WithCancel(context.Background())
		defer cancel()
		select {
		case <-ctx.Done():
		case <-p.settled():
		}
	})
	p.resolve()
}

var marker = make(chan int)

// Right: neither is one that was made since.
func compareWithNew() {
	c := make(chan int, 1)
	if c == marker {
		c = make(chan int)
	}
	c <- 1
	<-c
}

// Wrong: it is there.
func compareWithNil() {
	c := make(chan int)
	if marker != nil {
		c <- 1 // want `send on c blocks forever: nobody receives from it \[deadlock\]`
	}
	_ = c
}

var perhaps chan int

func setPerhaps(c chan int) { perhaps = c }

// Wrong: it may be there.
func compareWithWhatChanges() {
	c := make(chan int)
	if perhaps != nil {
		c <- 1 // want `send on c blocks forever: nobody receives from it \(if perhaps != nil\)`
	}
	_ = c
}
