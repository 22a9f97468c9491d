// Package ticking has goroutines that go on by the world again and again, as with each tick, until somebody ends them: nobody is
// stuck there, but who waits for their end is if nobody does that.
package ticking

import (
	"context"
	"sync"
	"time"
)

// Nobody ever calls what ends the context.

type sampler struct {
	cancel context.CancelFunc
	done   chan struct{}
	values int
}

func newSampler() *sampler {
	ctx, cancel := context.WithCancel(context.Background())
	s := &sampler{cancel: cancel, done: make(chan struct{})}
	go s.sample(ctx)
	return s
}

func (s *sampler) sample(ctx context.Context) {
	defer close(s.done)
	t := time.NewTicker(time.Second)
	defer t.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-t.C:
			s.values++
		}
	}
}

func (s *sampler) close() {
	<-s.done // want `receive from s.done blocks forever: the goroutine started at wrong.go:22, which could close it, goes on for ever: nobody cancels ctx`
}

func sampleOnce() {
	s := newSampler()
	defer s.close()
	time.Sleep(time.Second)
}

// Another method would end it, which isn't called here.

type reporter struct {
	quit chan struct{}
	wg   sync.WaitGroup
}

func newReporter() *reporter {
	r := &reporter{quit: make(chan struct{})}
	r.wg.Add(1)
	go func() {
		defer r.wg.Done()
		for {
			select {
			case <-time.After(time.Second):
			case <-r.quit:
				return
			}
		}
	}()
	return r
}

func (r *reporter) kill() { close(r.quit) }

func (r *reporter) wait() {
	r.wg.Wait() // want `r.wg.Wait blocks forever: the goroutine started at wrong.go:60, which could call Done, goes on for ever: nobody sends on r.quit or closes it`
}

func reportOnce() {
	r := newReporter()
	r.wait()
}

func reportAndKill() {
	r := newReporter()
	r.kill()
	r.wg.Wait()
}

// Callers pass contexts that may end, but here it is one that never does.

type Follower struct {
	cancel context.CancelFunc
	done   chan struct{}
}

func NewFollower(parent context.Context) *Follower {
	ctx, cancel := context.WithCancel(parent)
	f := &Follower{cancel, make(chan struct{})}
	go func() {
		defer close(f.done)
		<-ctx.Done()
	}()
	return f
}

func (f *Follower) Close() {
	<-f.done // want `receive from f.done blocks forever: the goroutine started at wrong.go:\d+, which could close it, is blocked, too`
}

func followNobody() {
	f := NewFollower(context.Background())
	f.Close()
}

// What is waited for is done within the loop, by a case that nobody serves.

type answering struct {
	questions, answers chan int
	quit               chan struct{}
}

func (a *answering) loop() {
	t := time.NewTicker(time.Second)
	for {
		select {
		case <-t.C:
		case q := <-a.questions:
			a.answers <- q
		case <-a.quit:
			return
		}
	}
}

func answerNothing() {
	a := &answering{make(chan int), make(chan int), make(chan struct{})}
	go a.loop()
	<-a.answers // want `receive from a.answers blocks forever: nobody is left to send on it`
	close(a.quit)
}

func answerOne() {
	a := &answering{make(chan int), make(chan int), make(chan struct{})}
	go a.loop()
	a.questions <- 1
	<-a.answers
	close(a.quit)
}

// Whoever calls has made it, and nobody there is can end it.

type Beacon struct {
	quit, done chan struct{}
}

func NewBeacon() *Beacon {
	b := &Beacon{make(chan struct{}), make(chan struct{})}
	go b.shine()
	return b
}

func (b *Beacon) shine() {
	defer close(b.done)
	t := time.NewTicker(time.Second)
	defer t.Stop()
	for {
		select {
		case <-b.quit:
			return
		case <-t.C:
		}
	}
}

func (b *Beacon) Close() {
	<-b.done // want `receive from b.done blocks forever: the goroutine started at wrong.go:159, which could close it, goes on for ever: nobody sends on b.quit or closes it`
}

// The same with a context.

type Siren struct {
	cancel context.CancelFunc
	wg     sync.WaitGroup
}

func NewSiren() *Siren {
	ctx, cancel := context.WithCancel(context.Background())
	s := &Siren{cancel: cancel}
	s.wg.Add(1)
	go func() {
		defer s.wg.Done()
		for {
			select {
			case <-ctx.Done():
				return
			case <-time.After(time.Second):
			}
		}
	}()
	return s
}

func (s *Siren) Close() {
	s.wg.Wait() // want `s.wg.Wait blocks forever: the goroutine started at wrong.go:191, which could call Done, goes on for ever: nobody cancels ctx`
}
