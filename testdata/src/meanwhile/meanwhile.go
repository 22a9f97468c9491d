// Package meanwhile has programs that wait for others, who change something meanwhile.
package meanwhile

import "sync"

type pipe struct {
	mu       sync.Mutex
	manifest *int
	wake     chan struct{}
	closed   bool
	size     int
	queue    []int
	limit    int

	Wake  chan struct{}
	Ready bool
	Err   error
}

func newPipe(limit int) *pipe { return &pipe{limit: limit, wake: make(chan struct{})} }

// Use hands pipes to others.
var Use func(*pipe)

func init() { Use(newPipe(3)) }

// Right: somebody sets it and wakes who waits.
func (p *pipe) await() {
	done := make(chan struct{})
	go func() {
		for p.manifest == nil {
			<-p.wake
		}
		close(done)
	}()
	<-done
}

// Right: the same with a send.
func (p *pipe) untilError() {
	done := make(chan struct{})
	go func() {
		for p.Err == nil {
			p.Wake <- struct{}{}
		}
		close(done)
	}()
	<-done
}

// Right: a number.
func (p *pipe) filled(want int) {
	done := make(chan struct{})
	go func() {
		defer close(done)
		for p.size < want {
			<-p.wake
		}
	}()
	<-done
}

// Right: what is queued.
func (p *pipe) queued() {
	done := make(chan struct{})
	go func() {
		defer close(done)
		for len(p.queue) == 0 {
			<-p.wake
		}
	}()
	<-done
}

// Right: with one of two channels.
func (p *pipe) orStopped(stop <-chan struct{}) {
	done := make(chan struct{})
	go func() {
		defer close(done)
		for p.manifest == nil {
			select {
			case <-p.wake:
			case <-stop:
			}
		}
	}()
	<-done
}

// Right: a variable of the caller.
func awaitFlag(ready *bool, wake chan struct{}) {
	done := make(chan struct{})
	go func() {
		for !*ready {
			<-wake
		}
		close(done)
	}()
	<-done
}

// Right: whoever sets Ready before it wakes, or not.
func changed(p *pipe) {
	c := make(chan int)
	if !p.Ready {
		go func() { c <- 1 }()
	}
	before := p.Ready
	<-p.Wake
	if !before {
		<-c
	}
}

// Right: nobody comes in between.
func same(p *pipe) {
	c := make(chan int)
	if !p.closed {
		go func() { c <- 1 }()
	}
	if !p.closed {
		<-c
	}
}

// Right: the limit is set in new pipes only.
func final(p *pipe) {
	c := make(chan int)
	if p.limit > 2 {
		go func() { c <- 1 }()
	}
	<-p.wake
	if p.limit > 2 {
		<-c
	}
}

// Wrong: nobody receives, now or later.
func neverReceived(ready *bool, wake chan struct{}) {
	c := make(chan int)
	go func() {
		for !*ready {
			<-wake
		}
		c <- 1 // want "send on c blocks forever and leaks"
	}()
}

// Wrong: the copy doesn't change.
func copied(p *pipe) {
	done := make(chan struct{})
	go func() {
		manifest := p.manifest
		for manifest == nil {
			<-p.wake
		}
		close(done)
	}()
	<-done // want "receive from done blocks forever"
}

// Wrong: either way nobody sends.
func eitherWay(p *pipe) {
	c := make(chan int)
	if !p.Ready {
		<-p.Wake
		if p.Ready {
			<-c
		}
	}
	<-c // want "receive from c blocks forever"
}

// Wrong: who waits at first waits for ever.
func beforeWaking(p *pipe) {
	c := make(chan int)
	if p.Err == nil {
		<-c // want "receive from c blocks forever"
	}
	<-p.Wake
	if p.Err == nil {
		close(c)
	}
}
