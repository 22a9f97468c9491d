// Package unanswered has goroutines that get questions, each with a channel for the answer, and answer them on some of
// their ways only: who has asked waits for ever.
package unanswered

import (
	"errors"
	"io"
	"sync"
)

var errUnknown = errors.New("unknown")

type get struct {
	key    string
	answer chan string
}

// A Table answers what it knows.
type Table struct {
	gets   chan get
	values map[string]string
}

func NewTable(values map[string]string) *Table {
	t := &Table{gets: make(chan get), values: values}
	go t.serve()
	return t
}

func (t *Table) serve() {
	for g := range t.gets {
		value, ok := t.values[g.key]
		if !ok {
			continue
		}
		g.answer <- value
	}
}

func (t *Table) Get(key string) string {
	g := get{key, make(chan string)}
	t.gets <- g
	return <-g.answer // want `receive from g\.answer blocks forever: the goroutine started at wrong\.go:\d+, which could send on it, is blocked, too \(if !ok from t\.values\[g\.key\]\)`
}

type write struct {
	line string
	errs chan error
}

// A Writer ends when it can't write, and leaves the last one waiting.
type Writer struct {
	writes chan *write
	quit   chan struct{}
	out    io.Writer
	once   sync.Once
}

func (w *Writer) start() {
	w.once.Do(func() {
		w.writes, w.quit = make(chan *write), make(chan struct{})
		go w.run()
	})
}

func (w *Writer) run() {
	for {
		select {
		case next := <-w.writes:
			if _, err := io.WriteString(w.out, next.line); err != nil {
				w.once = sync.Once{}
				return
			}
			next.errs <- nil
		case <-w.quit:
			return
		}
	}
}

func (w *Writer) Write(line string) error {
	w.start()
	next := &write{line: line, errs: make(chan error, 1)}
	select {
	case w.writes <- next:
	case <-w.quit:
		return errUnknown
	}
	return <-next.errs // want `receive from \S+ blocks forever: .* \(if err != nil from io\.WriteString\)`
}

// A Turnstile closes the channel that it is sent, to let somebody through.
type Turnstile struct {
	comes chan chan struct{}
	open  func() bool
}

func NewTurnstile(open func() bool) *Turnstile {
	t := &Turnstile{comes: make(chan chan struct{}, 4), open: open}
	go func() {
		for c := range t.comes {
			if t.open() {
				close(c)
			}
		}
	}()
	return t
}

func (t *Turnstile) Pass() {
	c := make(chan struct{})
	t.comes <- c
	<-c // want `receive from \S+ blocks forever: .* \(if !t\.open\(\)\)`
}

// A Runner ends with its work if that fails, and forgets who has asked for it.
type Runner struct {
	jobs chan runnerJob
	stop chan struct{}
	work func() error
}

type runnerJob struct{ done chan error }

func NewRunner(work func() error) *Runner {
	r := &Runner{jobs: make(chan runnerJob), stop: make(chan struct{}), work: work}
	go r.run()
	return r
}

func (r *Runner) run() {
	defer close(r.stop)
	for {
		job := <-r.jobs
		if err := r.work(); err != nil {
			return
		}
		job.done <- nil
	}
}

func (r *Runner) Do() error {
	done := make(chan error, 1)
	select {
	case r.jobs <- runnerJob{done}:
		return <-done // want `receive from done blocks forever: the goroutine started at wrong\.go:127 never sends on it after line 135, and nothing closes it \(if err != nil from r\.work\)`
	case <-r.stop:
		return errUnknown
	}
}
