package contexts

import (
	"context"
	"sync/atomic"
)

// A server ends when somebody calls stop, and a request does with its server.
type server struct{ done atomic.Pointer[chan struct{}] }

func (s *server) serve(handle func(*request)) {
	done := make(chan struct{})
	s.done.Store(&done)
	handle(&request{s: s})
}

func (s *server) stop() { close(*s.done.Load()) }

type request struct {
	context.Context
	s *server
}

// Done is nil only before the server serves.
func (r *request) Done() <-chan struct{} {
	if done := r.s.done.Load(); done != nil {
		return *done
	}
	return nil
}

// Right: there are requests only while the server serves.
var waits = func(r *request) {
	ctx, cancel := context.WithCancel(r)
	defer cancel()
	<-ctx.Done()
}

// Right: the same in a function.
func waitsLonger(r *request) {
	ctx, cancel := context.WithCancel(r)
	defer cancel()
	ended := make(chan bool)
	go func() {
		<-ctx.Done()
		close(ended)
	}()
	<-ended
}

// Wrong: nobody ends that, nor what derives from it.
func waitsForNothing() {
	ctx, cancel := context.WithCancel(until(nil))
	defer cancel()
	<-ctx.Done() // want "receive from ctx.Done\\(\\) blocks forever"
}
