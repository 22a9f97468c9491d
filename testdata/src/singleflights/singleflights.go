// Package singleflights makes calls of which those with the same key are one.
package singleflights

import (
	"context"
	"sync"

	"golang.org/x/sync/singleflight"
)

// What is called needs the lock that is held.
type cache struct {
	mu    sync.Mutex
	calls singleflight.Group
	known map[string]int
	asked chan<- string
}

func (c *cache) Get(key string) int {
	c.mu.Lock()
	defer c.mu.Unlock()
	v, _, _ := c.calls.Do(key, func() (any, error) {
		c.mu.Lock() // want "c.mu.Lock blocks forever: this goroutine itself has locked it"
		defer c.mu.Unlock()
		c.asked <- key
		return c.known[key], nil
	})
	return v.(int)
}

type rightCache struct {
	mu    sync.Mutex
	calls singleflight.Group
	known map[string]int
	asked chan<- string
}

func (c *rightCache) Get(key string) int {
	v, _, _ := c.calls.Do(key, func() (any, error) {
		c.mu.Lock()
		defer c.mu.Unlock()
		c.asked <- key
		return c.known[key], nil
	})
	c.mu.Lock()
	defer c.mu.Unlock()
	c.asked <- key
	return v.(int)
}

// The call waits for itself.
func withinItself() {
	var calls singleflight.Group
	calls.Do("a", func() (any, error) {
		calls.Do("a", func() (any, error) { return nil, nil }) // want "calls.Do blocks forever: this goroutine is inside the first call with the same key"
		return nil, nil
	})
}

func withinAnother() {
	var calls singleflight.Group
	calls.Do("a", func() (any, error) {
		calls.Do("b", func() (any, error) { return nil, nil })
		return nil, nil
	})
}

func afterAnother() {
	var calls singleflight.Group
	for range 2 {
		calls.Do("a", func() (any, error) { return nil, nil })
	}
}

// What was forgotten is called anew.
func forgottenWithin() {
	var calls singleflight.Group
	calls.Do("a", func() (any, error) {
		calls.Forget("a")
		calls.Do("a", func() (any, error) { return nil, nil })
		return nil, nil
	})
}

// One of both makes the call, and gives both the result.
func twoAtOnce() {
	var calls singleflight.Group
	sent := make(chan int, 2)
	ask := func() {
		calls.Do("a", func() (any, error) {
			sent <- 1
			return nil, nil
		})
	}
	done := make(chan int)
	go func() {
		ask()
		close(done)
	}()
	ask()
	<-done
	<-sent
}

// There may be no second call.
func oneForBoth() {
	var calls singleflight.Group
	sent := make(chan int, 2)
	ask := func() {
		calls.Do("a", func() (any, error) {
			sent <- 1
			return nil, nil
		})
	}
	done := make(chan int)
	go func() {
		ask()
		close(done)
	}()
	ask()
	<-done
	<-sent
	<-sent // want "receive from sent blocks forever"
}

// Nobody receives what the call sends.
func stuckCall() {
	var calls singleflight.Group
	ch := make(chan int)
	calls.Do("a", func() (any, error) {
		ch <- 1 // want "send on ch blocks forever: nobody receives from it"
		return nil, nil
	})
}

// The result is that of the call.
func result() {
	var calls singleflight.Group
	ch := make(chan int)
	v, err, _ := calls.Do("a", func() (any, error) { return ch, nil })
	if err != nil {
		<-ch
	}
	go func() { ch <- 1 }()
	<-v.(chan int)
}

// The goroutine of DoChan is left behind if the context ends, which is why it has room for its result.
func untilDone(ctx context.Context) {
	var calls singleflight.Group
	results := calls.DoChan("a", func() (any, error) { return 1, nil })
	select {
	case <-results:
	case <-ctx.Done():
	}
}

func leftBehind(ctx context.Context) {
	var calls singleflight.Group
	stop := make(chan int)
	results := calls.DoChan("a", func() (any, error) {
		<-stop // want "receive from stop blocks forever and leaks the goroutine"
		return nil, nil
	})
	select {
	case <-results:
	case <-ctx.Done():
	}
}

func stoppedBehind(ctx context.Context) {
	var calls singleflight.Group
	stop := make(chan int)
	defer close(stop)
	results := calls.DoChan("a", func() (any, error) {
		<-stop
		return nil, nil
	})
	select {
	case <-results:
	case <-ctx.Done():
	}
}

// Nobody waits for the result, which is no loss.
func inBackground(ask func() error) {
	var calls singleflight.Group
	calls.DoChan("a", func() (any, error) { return nil, ask() })
}

func neverFails() {
	var calls singleflight.Group
	stop := make(chan int)
	r := <-calls.DoChan("a", func() (any, error) { return 1, nil })
	if r.Err != nil {
		<-stop
	}
}

func notShared() {
	var calls singleflight.Group
	stop := make(chan int)
	if _, _, shared := calls.Do("a", func() (any, error) { return 1, nil }); shared {
		<-stop
	}
}

func mayFail(ask func() error) {
	var calls singleflight.Group
	stop := make(chan int)
	r := <-calls.DoChan("a", func() (any, error) { return 1, ask() })
	if r.Err != nil {
		<-stop // want "receive from stop blocks forever"
	}
}
