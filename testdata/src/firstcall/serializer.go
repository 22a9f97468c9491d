package firstcall

import (
	"context"

	"firstcall/queue"
)

// A Serializer runs functions one after the other.
type Serializer struct {
	done  chan struct{}
	calls *queue.Unbounded[func()]
}

// Right: the queue is closed with the context.
func NewSerializer(ctx context.Context) *Serializer {
	s := &Serializer{make(chan struct{}), queue.New[func()]()}
	go s.run(ctx)
	return s
}

func (s *Serializer) Try(f func()) { s.calls.Put(f) }

func (s *Serializer) run(ctx context.Context) {
	defer close(s.done)
	context.AfterFunc(ctx, s.calls.Close)
	for f := range s.calls.Get() {
		s.calls.Load()
		f()
	}
}

func (s *Serializer) Done() <-chan struct{} { return s.done }
