// Package unguarded has goroutines that are told to end, and others that send to them.
package unguarded

import (
	"errors"
	"time"
)

var errStopped = errors.New("stopped")

type question struct {
	key    string
	answer chan int
}

// A Counter counts keys. Its methods return errStopped when it has been stopped, or should.
type Counter struct {
	adds      chan string
	questions chan question
	quit      chan struct{}
}

// NewCounter starts one.
func NewCounter() *Counter {
	c := &Counter{adds: make(chan string), questions: make(chan question), quit: make(chan struct{})}
	go c.serve()
	return c
}

func (c *Counter) serve() {
	counts := map[string]int{}
	for {
		select {
		case key := <-c.adds:
			counts[key]++
		case q := <-c.questions:
			q.answer <- counts[q.key]
		case <-c.quit:
			return
		}
	}
}

// Add counts a key.
func (c *Counter) Add(key string) error {
	select {
	case c.adds <- key:
		return nil
	case <-c.quit:
		return errStopped
	}
}

// Get says how often a key was counted.
func (c *Counter) Get(key string) (int, error) {
	q := question{key, make(chan int, 1)}
	c.questions <- q // want `send on c\.questions blocks forever: the goroutine started at wrong\.go:26 never receives from it after line 33`
	return <-q.answer, nil
}

// Stop is called once.
func (c *Counter) Stop() { close(c.quit) }

// A Feed hands on what it reads.
type Feed struct {
	read  func() (string, error)
	lines chan string
	done  chan struct{}
	write func(string)
}

// NewFeed starts both sides.
func NewFeed(read func() (string, error), write func(string)) *Feed {
	f := &Feed{read: read, lines: make(chan string, 8), done: make(chan struct{}), write: write}
	go func() { f.writeAll() }()
	go func() { f.readAll() }()
	return f
}

func (f *Feed) writeAll() {
	for {
		select {
		case line := <-f.lines:
			f.write(line)
		case <-f.done:
			return
		}
	}
}

func (f *Feed) readAll() {
	for {
		line, err := f.read()
		if err != nil {
			f.lines <- "error" // want `send on f\.lines blocks forever and leaks the goroutine: its buffer of 8 is full and the goroutine started at wrong\.go:75 never receives from it after line 82`
			continue
		}
		select {
		case f.lines <- line:
		case <-f.done:
			return
		}
	}
}

// Close ends both, it seems.
func (f *Feed) Close() { close(f.done) }

// A Desk has one client at a time, with a line of its own.
type Desk struct{ receive func() (string, bool) }

type line struct {
	answers chan string
	ended   chan struct{}
}

// Serve starts both sides for a client, and ends one of them when that has gone.
func (d *Desk) Serve(gone <-chan time.Time) {
	l := &line{answers: make(chan string, 4), ended: make(chan struct{})}
	go l.write()
	go l.read(d)
	<-gone
	l.end()
}

func (l *line) write() {
	for {
		select {
		case answer := <-l.answers:
			println(answer)
		case <-l.ended:
			return
		}
	}
}

func (l *line) read(d *Desk) {
	for {
		wish, isPolite := d.receive()
		if !isPolite {
			l.answers <- "no" // want `send on l\.answers blocks forever and leaks the goroutine: its buffer of 4 is full and the goroutine started at wrong\.go:120 never receives from it after line 128 \(if !isPolite from d\.receive\)`
			continue
		}
		select {
		case l.answers <- wish:
		case <-l.ended:
			return
		}
	}
}

func (l *line) end() { close(l.ended) }
