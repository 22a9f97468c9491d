package unended

import (
	"runtime"
	"sync"
	"sync/atomic"
)

type op struct{ run func() }

// A Loop executes what it is given; Quit is for good.
type Loop struct {
	closed atomic.Bool
	ops    chan op
	once   sync.Once
}

func NewLoop() *Loop {
	l := &Loop{ops: make(chan op)}
	go func() {
		for o := range l.ops {
			o.run()
		}
	}()
	return l
}

// Call executes f in the loop, until the loop is closed.
func (l *Loop) Call(f func()) bool {
	if l.closed.Load() {
		return false
	}
	done := make(chan struct{})
	select {
	case l.ops <- op{func() { defer close(done); f() }}:
		<-done
		return true
	default:
		return false
	}
}

// Close takes no more calls; Quit, which must follow, ends the loop.
func (l *Loop) Close() { l.closed.Store(true) }

func (l *Loop) Quit() {
	l.Close()
	l.once.Do(func() { l.ops <- op{runtime.Goexit} })
}
