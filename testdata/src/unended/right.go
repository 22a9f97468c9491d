package unended

import (
	"io"
	"runtime"
	"sync"
)

// An Ending one closes the channel.
type Ending struct {
	mu     sync.Mutex
	closed bool
	lines  chan string
}

func NewEnding(w io.Writer) *Ending {
	e := &Ending{lines: make(chan string)}
	go func() {
		for l := range e.lines {
			io.WriteString(w, l)
		}
	}()
	return e
}

func (e *Ending) Print(l string) {
	e.mu.Lock()
	defer e.mu.Unlock()
	if !e.closed {
		e.lines <- l
	}
}

func (e *Ending) Close() {
	e.mu.Lock()
	defer e.mu.Unlock()
	if !e.closed {
		e.closed = true
		close(e.lines)
	}
}

// A Telling one is ended by a message, which another method sends.
type Telling struct {
	mu     sync.Mutex
	closed bool
	lines  chan line
}

type line struct {
	text string
	last bool
}

func NewTelling(w io.Writer) *Telling {
	t := &Telling{lines: make(chan line)}
	go func() {
		for {
			l := <-t.lines
			if l.last {
				return
			}
			io.WriteString(w, l.text)
		}
	}()
	return t
}

func (t *Telling) Print(l string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if !t.closed {
		t.lines <- line{text: l}
	}
}

// End ends the goroutine; Close is for what comes before.
func (t *Telling) End() { t.lines <- line{last: true} }

func (t *Telling) Close() {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.closed = true
}

// A Reopened one needs its goroutine again.
type Reopened struct {
	mu     sync.Mutex
	closed bool
	lines  chan string
}

func NewReopened(w io.Writer) *Reopened {
	r := &Reopened{lines: make(chan string)}
	go func() {
		for l := range r.lines {
			io.WriteString(w, l)
		}
	}()
	return r
}

func (r *Reopened) Print(l string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if !r.closed {
		r.lines <- l
	}
}

func (r *Reopened) Close() {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.closed = true
}

func (r *Reopened) Open() {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.closed = false
}

// A Collected one is ended when nobody has it any more.
type Collected struct{ *collected }

type collected struct {
	mu     sync.Mutex
	closed bool
	lines  chan string
}

func NewCollected(w io.Writer) *Collected {
	c := &collected{lines: make(chan string)}
	go func() {
		for l := range c.lines {
			io.WriteString(w, l)
		}
	}()
	outer := &Collected{c}
	runtime.SetFinalizer(outer, func(o *Collected) { o.end() })
	return outer
}

func (c *collected) end() { close(c.lines) }

func (c *collected) Print(l string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if !c.closed {
		c.lines <- l
	}
}

func (c *collected) Close() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.closed = true
}

// A Shared goroutine works for all, and is made once.
type Shared struct {
	mu     sync.Mutex
	closed bool
	work   chan<- string
}

var once sync.Once

var work = make(chan string)

func NewShared(w io.Writer) *Shared {
	once.Do(func() {
		go func() {
			for l := range work {
				io.WriteString(w, l)
			}
		}()
	})
	return &Shared{work: work}
}

func (s *Shared) Print(l string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if !s.closed {
		s.work <- l
	}
}

func (s *Shared) Close() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.closed = true
}
