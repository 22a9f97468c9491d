// Package meetings has channels that one call makes, and that others use with a lock.
package meetings

import (
	"context"
	"sync"
)

// A Client has the calls that wait for an answer.
type Client struct {
	mu      sync.Mutex
	pending map[uint64]chan string
	next    uint64
}

func NewClient() *Client { return &Client{pending: make(map[uint64]chan string)} }

func (c *Client) Call(ctx context.Context) (string, error) {
	ch := make(chan string)
	c.mu.Lock()
	c.next++
	id := c.next
	c.pending[id] = ch
	c.mu.Unlock()
	select {
	case r := <-ch:
		return r, nil
	case <-ctx.Done():
		return "", ctx.Err()
	}
}

// Wrong: who has called may have given up.
func (c *Client) Deliver(id uint64, s string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if ch, ok := c.pending[id]; ok {
		delete(c.pending, id)
		ch <- s // want `send on ch blocks forever: a call of \(\*Client\)\.Call never receives from it after line 28 \(if id == 1\)`
	}
}

// A Buffered has room for each answer.
type Buffered struct {
	mu      sync.Mutex
	pending map[uint64]chan string
	next    uint64
}

func NewBuffered() *Buffered { return &Buffered{pending: make(map[uint64]chan string)} }

func (c *Buffered) Call(ctx context.Context) (string, error) {
	ch := make(chan string, 1)
	c.mu.Lock()
	c.next++
	id := c.next
	c.pending[id] = ch
	c.mu.Unlock()
	select {
	case r := <-ch:
		return r, nil
	case <-ctx.Done():
		return "", ctx.Err()
	}
}

// Right: there is room for it.
func (c *Buffered) Deliver(id uint64, s string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if ch, ok := c.pending[id]; ok {
		delete(c.pending, id)
		ch <- s
	}
}

// A Keyed client is told what the calls are called.
type Keyed struct {
	mu      sync.RWMutex
	pending map[string]chan string
}

func NewKeyed() *Keyed { return &Keyed{pending: map[string]chan string{}} }

func (c *Keyed) Wait(key string, quit <-chan struct{}) string {
	ch := make(chan string)
	c.mu.Lock()
	c.pending[key] = ch
	c.mu.Unlock()
	defer c.forget(key)
	select {
	case r := <-ch:
		return r
	case <-quit:
		return ""
	}
}

func (c *Keyed) forget(key string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	delete(c.pending, key)
}

// Wrong: who waits for it gives up, and wants to say so. A reader keeps writers out.
func (c *Keyed) Tell(key, s string) {
	c.mu.RLock()
	defer c.mu.RUnlock()
	if ch, ok := c.pending[key]; ok {
		ch <- s // want `send on ch blocks forever`
	}
}

// A Patient client tells without the lock.
type Patient struct {
	mu      sync.Mutex
	pending map[string]chan string
}

func NewPatient() *Patient { return &Patient{pending: map[string]chan string{}} }

func (c *Patient) Wait(key string) string {
	ch := make(chan string)
	c.mu.Lock()
	c.pending[key] = ch
	c.mu.Unlock()
	return <-ch
}

// Right: who waits does so until he is told.
func (c *Patient) Tell(key, s string) {
	c.mu.Lock()
	ch, ok := c.pending[key]
	delete(c.pending, key)
	c.mu.Unlock()
	if ok {
		ch <- s
	}
}

// A Loyal client tells with the lock.
type Loyal struct {
	mu      sync.Mutex
	pending map[string]chan string
}

func NewLoyal() *Loyal { return &Loyal{pending: map[string]chan string{}} }

func (c *Loyal) Wait(key string) string {
	ch := make(chan string)
	c.mu.Lock()
	c.pending[key] = ch
	c.mu.Unlock()
	return <-ch
}

// Right: who waits never gives up.
func (c *Loyal) Tell(key, s string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if ch, ok := c.pending[key]; ok {
		delete(c.pending, key)
		ch <- s
	}
}
