package selfawaited

import (
	"io"
	"log"
	"sync"
	"time"
)

// An Ordered one says first that it is done.
type Ordered struct {
	from   io.ReadCloser
	served sync.WaitGroup
}

// Shut waits for the goroutines.
func (o *Ordered) Shut() {
	o.from.Close()
	o.served.Wait()
}

// Serve shuts when it is done.
func (o *Ordered) Serve() {
	o.served.Add(1)
	go func() {
		defer o.Shut()
		defer o.served.Done()
		io.Copy(io.Discard, o.from)
	}()
}

// ServeOnce says so itself, before it shuts.
func (o *Ordered) ServeOnce(b []byte) {
	o.served.Add(1)
	go func() {
		_, err := o.from.Read(b)
		o.served.Done()
		if err != nil {
			o.Shut()
		}
	}()
}

// ServeBeside has another goroutine shut.
func (o *Ordered) ServeBeside(b []byte) {
	o.served.Add(1)
	go func() {
		defer o.served.Done()
		if _, err := o.from.Read(b); err != nil {
			go o.Shut()
		}
	}()
}

// ServeUncounted isn't counted.
func (o *Ordered) ServeUncounted(b []byte) {
	go func() {
		if _, err := o.from.Read(b); err != nil {
			o.Shut()
		}
	}()
}

// ServeOther shuts another one.
func (o *Ordered) ServeOther(next *Ordered, b []byte) {
	o.served.Add(1)
	go func() {
		defer o.served.Done()
		if _, err := o.from.Read(b); err != nil {
			next.Shut()
		}
	}()
}

// ServeFatal ends the program.
func (o *Ordered) ServeFatal(b []byte) {
	o.served.Add(1)
	go func() {
		defer o.served.Done()
		if _, err := o.from.Read(b); err != nil {
			log.Fatal(err)
			o.Shut()
		}
	}()
}

// ServeLogged has a logger end the program.
func (o *Ordered) ServeLogged(b []byte, l interface{ Fatal(...any) }) {
	o.served.Add(1)
	go func() {
		defer o.served.Done()
		if _, err := o.from.Read(b); err != nil {
			l.Fatal(err)
			o.Shut()
		}
	}()
}

// A Tracked one is counted where somebody wants to know.
type Tracked struct{ served sync.WaitGroup }

// Serve counts it, or lets it wait for the others.
func (t *Tracked) Serve(work func(), isTracked bool) {
	if isTracked {
		t.served.Add(1)
	}
	go func() {
		if isTracked {
			defer t.served.Done()
		}
		work()
		if !isTracked {
			t.served.Wait()
		}
	}()
}

// ServeOne says at the end that it is done, if it was counted.
func (t *Tracked) ServeOne(work func(), isTracked bool) {
	if isTracked {
		t.served.Add(1)
	}
	go func() {
		work()
		if !isTracked {
			t.served.Wait()
			return
		}
		t.served.Done()
	}()
}

// An Asking one is told by whom it is shut.
type Asking struct {
	from   io.ReadCloser
	served sync.WaitGroup
}

// Shut waits for the goroutines.
func (a *Asking) Shut() { a.shut(true) }

func (a *Asking) shut(waits bool) {
	a.from.Close()
	if waits {
		a.served.Wait()
	}
}

// Serve shuts without waiting.
func (a *Asking) Serve(b []byte) {
	a.served.Add(1)
	go func() {
		defer a.served.Done()
		if _, err := a.from.Read(b); err != nil {
			a.shut(false)
		}
	}()
}

// A Lent one lets who shuts take its place.
type Lent struct {
	from   io.ReadCloser
	served sync.WaitGroup
}

// finish says that the caller is done, and waits for the others.
func (l *Lent) finish() {
	l.served.Done()
	l.served.Wait()
}

// Read finishes where it fails.
func (l *Lent) Read(b []byte) {
	l.served.Add(1)
	go func() {
		if _, err := l.from.Read(b); err != nil {
			l.finish()
			return
		}
		l.served.Done()
	}()
}

// Serve finishes.
func (l *Lent) Serve(b []byte) {
	l.served.Add(1)
	go func() {
		l.from.Read(b)
		l.finish()
	}()
}

// A Patient one waits for a while.
type Patient struct {
	quit  chan struct{}
	ended chan struct{}
	once  sync.Once
}

// NewPatient starts one.
func NewPatient(next func() bool) *Patient {
	p := &Patient{quit: make(chan struct{}), ended: make(chan struct{})}
	go func() {
		defer close(p.ended)
		for next() {
			select {
			case <-p.quit:
				return
			default:
			}
		}
		p.Stop()
	}()
	return p
}

// Stop waits for the end, or a second.
func (p *Patient) Stop() {
	p.once.Do(func() { close(p.quit) })
	select {
	case <-p.ended:
	case <-time.After(time.Second):
	}
}

// An Early one has told that it ends before it stops.
type Early struct {
	quit  chan struct{}
	ended chan struct{}
	once  sync.Once
}

// NewEarly starts one.
func NewEarly(next func() bool) *Early {
	e := &Early{quit: make(chan struct{}), ended: make(chan struct{})}
	go func() {
		for next() {
			select {
			case <-e.quit:
				close(e.ended)
				return
			default:
			}
		}
		close(e.ended)
		e.Stop()
	}()
	return e
}

// Stop waits for the end.
func (e *Early) Stop() {
	e.once.Do(func() { close(e.quit) })
	<-e.ended
}

// A Shared end is told by who stops, if the loop hasn't.
type Shared struct {
	ended chan struct{}
	once  sync.Once
}

// NewShared starts one.
func NewShared(next func() bool) *Shared {
	s := &Shared{ended: make(chan struct{})}
	go func() {
		defer s.once.Do(s.end)
		for next() {
		}
		s.Stop()
	}()
	return s
}

func (s *Shared) end() { close(s.ended) }

// Stop tells the end, and waits for it.
func (s *Shared) Stop() {
	s.once.Do(s.end)
	<-s.ended
}

// A Succession waits for the goroutine before it.
type Succession struct {
	last *stage
}

type stage struct {
	before *stage
	ended  chan struct{}
}

// Add adds one.
func (s *Succession) Add(work func()) {
	next := &stage{before: s.last, ended: make(chan struct{})}
	s.last = next
	go func() {
		defer close(next.ended)
		work()
		if next.before != nil {
			next.before.wait()
		}
	}()
}

func (s *stage) wait() { <-s.ended }

// A Deferred one waits last.
type Deferred struct{ ended chan struct{} }

// NewDeferred starts one.
func NewDeferred(work func()) *Deferred {
	d := &Deferred{ended: make(chan struct{})}
	go func() {
		defer d.Wait()
		defer close(d.ended)
		work()
	}()
	return d
}

// Wait waits for the end.
func (d *Deferred) Wait() { <-d.ended }

// An Either is ended by the goroutine, or by who stops it.
type Either struct {
	mu    sync.Mutex
	over  bool
	ended chan struct{}
}

// NewEither starts one.
func NewEither(next func() bool) *Either {
	e := &Either{ended: make(chan struct{})}
	go func() {
		if !next() {
			e.Stop()
			return
		}
		e.mu.Lock()
		defer e.mu.Unlock()
		if !e.over {
			e.over = true
			close(e.ended)
		}
	}()
	return e
}

// Stop ends it, if that isn't over, and waits for the end.
func (e *Either) Stop() {
	e.mu.Lock()
	if !e.over {
		e.over = true
		close(e.ended)
	}
	e.mu.Unlock()
	<-e.ended
}

// A Strict one ends the program before it waits.
type Strict struct{ served sync.WaitGroup }

func (s *Strict) halt(l interface{ Fatal(...any) }) {
	l.Fatal("halted")
	s.served.Wait()
}

// Serve halts if nothing comes.
func (s *Strict) Serve(r io.Reader, b []byte, l interface{ Fatal(...any) }) {
	s.served.Add(1)
	go func() {
		defer s.served.Done()
		if _, err := r.Read(b); err != nil {
			s.halt(l)
		}
	}()
}
