package left

import (
	"errors"
	"io"
	"sync"
)

var errGone = errors.New("gone")

// A Draining one goes on receiving when it can't write.
type Draining struct {
	lines chan string
	out   io.Writer
}

func NewDraining(out io.Writer) *Draining {
	d := &Draining{make(chan string), out}
	go d.run()
	return d
}

func (d *Draining) run() {
	for line := range d.lines {
		if _, err := io.WriteString(d.out, line); err != nil {
			break
		}
	}
	for range d.lines {
	}
}

func (d *Draining) Log(line string) { d.lines <- line }

// An Announced one says that it is gone, to those who look.
type Announced struct {
	lines chan string
	gone  chan struct{}
	out   io.Writer
}

func NewAnnounced(out io.Writer) *Announced {
	a := &Announced{make(chan string), make(chan struct{}), out}
	go a.run()
	return a
}

func (a *Announced) run() {
	defer close(a.gone)
	for line := range a.lines {
		if _, err := io.WriteString(a.out, line); err != nil {
			return
		}
	}
}

// Gone is closed when nothing can be logged any more.
func (a *Announced) Gone() <-chan struct{} { return a.gone }

func (a *Announced) Log(line string) { a.lines <- line }

// A Watching one is watched by who sends.
type Watching struct {
	lines chan string
	gone  chan struct{}
	out   io.Writer
}

func NewWatching(out io.Writer) *Watching {
	w := &Watching{make(chan string), make(chan struct{}), out}
	go w.run()
	return w
}

func (w *Watching) run() {
	for line := range w.lines {
		if _, err := io.WriteString(w.out, line); err != nil {
			close(w.gone)
			return
		}
	}
}

func (w *Watching) Log(line string) error {
	select {
	case w.lines <- line:
		return nil
	case <-w.gone:
		return errGone
	}
}

// A Reporting one calls somebody who knows what to do.
type Reporting struct {
	lines  chan string
	failed func(error)
	out    io.Writer
}

func NewReporting(out io.Writer, failed func(error)) *Reporting {
	r := &Reporting{make(chan string), failed, out}
	go r.run()
	return r
}

func (r *Reporting) run() {
	for line := range r.lines {
		if _, err := io.WriteString(r.out, line); err != nil {
			r.failed(err)
			return
		}
	}
}

func (r *Reporting) Log(line string) { r.lines <- line }

// A Remembering one remembers its error, for which callers ask.
type Remembering struct {
	lines chan string
	err   error
	out   io.Writer
}

func NewRemembering(out io.Writer) *Remembering {
	r := &Remembering{lines: make(chan string), out: out}
	go r.run()
	return r
}

func (r *Remembering) run() {
	for line := range r.lines {
		if _, err := io.WriteString(r.out, line); err != nil {
			r.err = err
			return
		}
	}
}

func (r *Remembering) Log(line string) { r.lines <- line }

func (r *Remembering) Err() error { return r.err }

// A Pool has several goroutines that receive.
type Pool struct {
	lines chan string
	out   io.Writer
}

func NewPool(out io.Writer) *Pool {
	p := &Pool{make(chan string), out}
	for range 3 {
		go p.run()
	}
	return p
}

func (p *Pool) run() {
	for line := range p.lines {
		if _, err := io.WriteString(p.out, line); err != nil {
			return
		}
	}
}

func (p *Pool) Log(line string) { p.lines <- line }

// A Restarting one is started again by who finds that it is gone.
type Restarting struct {
	lines chan string
	out   io.Writer
}

func NewRestarting(out io.Writer) *Restarting { return &Restarting{make(chan string), out} }

func (r *Restarting) Run() error {
	for line := range r.lines {
		if _, err := io.WriteString(r.out, line); err != nil {
			return err
		}
	}
	return nil
}

func (r *Restarting) Log(line string) { r.lines <- line }

// A Teller passes on what it is told, until that fails.
type Teller struct{ lines chan string }

func newTeller(out io.Writer, running *sync.WaitGroup) *Teller {
	t := &Teller{make(chan string, 1)}
	running.Add(1)
	go func() {
		defer running.Done()
		for line := range t.lines {
			if _, err := io.WriteString(out, line); err != nil {
				return
			}
		}
	}()
	return t
}

// Salute has a teller of its own, for which there is one line.
func Salute(out io.Writer) {
	var running sync.WaitGroup
	t := newTeller(out, &running)
	t.lines <- "hello"
	close(t.lines)
	running.Wait()
}
