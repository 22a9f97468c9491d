// Package lingering has those who wait for something over a channel that they have put on a list.
package lingering

import (
	"context"
	"errors"
	"sync"
	"time"
)

// A Pool gives what is put back to those who have given up, too.
type Pool struct {
	mu   sync.Mutex
	idle []int
	wait []chan int
}

func (p *Pool) Get(ctx context.Context) (int, error) {
	p.mu.Lock()
	if n := len(p.idle); n > 0 {
		item := p.idle[n-1]
		p.idle = p.idle[:n-1]
		p.mu.Unlock()
		return item, nil
	}
	ch := make(chan int)
	p.wait = append(p.wait, ch)
	p.mu.Unlock()
	select {
	case item := <-ch:
		return item, nil
	case <-ctx.Done():
		return 0, ctx.Err()
	}
}

func (p *Pool) Put(item int) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if len(p.wait) > 0 {
		ch := p.wait[0]
		p.wait = p.wait[1:]
		ch <- item // want `send on ch blocks forever: a call of \(\*Pool\)\.Get never receives from it after line 32`
		return
	}
	p.idle = append(p.idle, item)
}

// A Client gives answers to those whose time is over, too.
type Client struct {
	mu    sync.Mutex
	next  int
	calls map[int]*call
	out   chan<- int
}

type call struct{ answer chan string }

func NewClient(out chan<- int) *Client { return &Client{calls: map[int]*call{}, out: out} }

func (c *Client) Call() (string, error) {
	k := &call{answer: make(chan string)}
	c.mu.Lock()
	c.next++
	id := c.next
	c.calls[id] = k
	c.mu.Unlock()
	c.out <- id
	select {
	case answer := <-k.answer:
		return answer, nil
	case <-time.After(time.Second):
		return "", errors.New("no answer")
	}
}

func (c *Client) Answer(id int, answer string) {
	c.mu.Lock()
	k := c.calls[id]
	delete(c.calls, id)
	c.mu.Unlock()
	if k != nil {
		k.answer <- answer // want `send on k.answer blocks forever: a call of \(\*Client\)\.Call never receives from it after line 72`
	}
}
