// Package semaphore has the functions of the real one, of which nobody looks at the bodies.
package semaphore

import "context"

type Weighted struct{ size, cur int64 }

func NewWeighted(n int64) *Weighted { return &Weighted{size: n} }

func (s *Weighted) Acquire(ctx context.Context, n int64) error { return ctx.Err() }

func (s *Weighted) TryAcquire(n int64) bool { return s.cur+n <= s.size }

func (s *Weighted) Release(n int64) { s.cur -= n }
