// Package queue has a queue without a limit.
package queue

import "sync"

// An Unbounded queue has a place for all that is put there.
type Unbounded[T any] struct {
	mu     sync.Mutex
	c      chan T
	rest   []T
	closed bool
}

func New[T any]() *Unbounded[T] { return &Unbounded[T]{c: make(chan T, 1)} }

func (u *Unbounded[T]) Put(t T) {
	u.mu.Lock()
	defer u.mu.Unlock()
	if len(u.rest) == 0 && !u.closed {
		select {
		case u.c <- t:
			return
		default:
		}
	}
	u.rest = append(u.rest, t)
}

func (u *Unbounded[T]) Load() {
	u.mu.Lock()
	defer u.mu.Unlock()
	if len(u.rest) > 0 {
		select {
		case u.c <- u.rest[0]:
			u.rest = u.rest[1:]
		default:
		}
	} else if u.closed {
		close(u.c)
	}
}

func (u *Unbounded[T]) Get() <-chan T { return u.c }

func (u *Unbounded[T]) Close() {
	u.mu.Lock()
	defer u.mu.Unlock()
	if u.closed {
		return
	}
	u.closed = true
	if len(u.rest) == 0 {
		close(u.c)
	}
}
