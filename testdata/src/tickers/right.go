package tickers

import (
	"context"
	"sync/atomic"
	"time"
)

// An asked one looks at a flag each time: it may have left before.
type asked struct {
	tick   *time.Ticker
	closed atomic.Bool
}

func NewAsked() *asked {
	a := &asked{tick: time.NewTicker(time.Second)}
	go a.run()
	return a
}

func (a *asked) run() {
	for range a.tick.C {
		if a.closed.Load() {
			return
		}
	}
}

func (a *asked) Close() {
	a.closed.Store(true)
	a.tick.Stop()
}

// A selecting one is told.
type selecting struct {
	tick *time.Ticker
	quit chan struct{}
}

func NewSelecting() *selecting {
	s := &selecting{tick: time.NewTicker(time.Second), quit: make(chan struct{})}
	go s.run()
	return s
}

func (s *selecting) run() {
	for {
		select {
		case <-s.tick.C:
		case <-s.quit:
			return
		}
	}
}

func (s *selecting) Close() {
	s.tick.Stop()
	close(s.quit)
}

// A resting one is set again.
type resting struct{ tick *time.Ticker }

func NewResting(f func()) *resting {
	r := &resting{time.NewTicker(time.Second)}
	go func() {
		for range r.tick.C {
			f()
		}
	}()
	return r
}

func (r *resting) Rest()  { r.tick.Stop() }
func (r *resting) Awake() { r.tick.Reset(time.Second) }

// Forever is never stopped but by the one who ranges.
func Forever(f func()) {
	t := time.NewTicker(time.Second)
	go func() {
		defer t.Stop()
		for range t.C {
			f()
		}
	}()
}

// Few stops its own when it is done.
func Few(n int, f func()) {
	t := time.NewTicker(time.Second)
	go func() {
		for range t.C {
			f()
			if n--; n == 0 {
				break
			}
		}
		t.Stop()
	}()
}

// A swapped one may be another one than that which is stopped.
type swapped struct{ tick *time.Ticker }

func NewSwapped(f func()) *swapped {
	s := &swapped{time.NewTicker(time.Second)}
	go func() {
		for {
			<-s.tick.C
			f()
		}
	}()
	return s
}

func (s *swapped) Slower() {
	old := s.tick
	s.tick = time.NewTicker(time.Minute)
	old.Stop()
}

// helped is stopped by what the goroutine itself runs at its end, which never comes.
type helped struct{ tick *time.Ticker }

func NewHelped(f func()) *helped {
	h := &helped{time.NewTicker(time.Second)}
	go h.run(f)
	return h
}

func (h *helped) run(f func()) {
	defer h.end()
	for range h.tick.C {
		f()
	}
}

func (h *helped) end() { h.tick.Stop() }

// Given ranges over what its caller has, and stops it when that is over.
func Given(ctx context.Context, t *time.Ticker, f func()) {
	go func() {
		for range t.C {
			f()
		}
	}()
	<-ctx.Done()
	t.Stop()
}

// A server serves until the program ends, and is tidy.
type server struct{ tick *time.Ticker }

func Serve(f func()) {
	s := &server{time.NewTicker(time.Second)}
	defer s.tick.Stop()
	s.loop(f)
}

func (s *server) loop(f func()) {
	for range s.tick.C {
		f()
	}
}

// Each runs what ranges itself.
func Each(f func()) {
	t := time.NewTicker(time.Second)
	defer t.Stop()
	each := func() {
		for range t.C {
			f()
		}
	}
	each()
}

// EachBy lets somebody else run it.
func EachBy(run func(func()), f func()) {
	t := time.NewTicker(time.Second)
	run(func() {
		for range t.C {
			f()
		}
	})
	t.Stop()
}

// A Ranger may be given another ticker by its literal, and has that started anew.
type Ranger struct {
	tick *time.Ticker
	seen int
}

func NewRanger(look func() int) *Ranger {
	r := &Ranger{}
	r.tick = time.NewTicker(time.Minute)
	go func() {
		for range r.tick.C {
			r.seen += look()
		}
	}()
	return r
}

func (r *Ranger) Pause() { r.tick.Stop() }

func (r *Ranger) Go() { r.tick.Reset(time.Minute) }
