// Package unreceived sends where nobody receives.
package unreceived

import (
	"net/http"
	"unsafe"
)

// A Server tells nobody how it has ended.
type Server struct {
	http *http.Server
	errs chan error
}

// Start serves.
func (s *Server) Start() {
	s.errs = make(chan error)
	go func() { s.errs <- s.http.ListenAndServe() }() // want `send on s\.errs blocks forever and leaks the goroutine: nobody receives from it`
}

// Stop ends it.
func (s *Server) Stop() error { return s.http.Close() }

// A Door rings if it is opened.
type Door struct{ bell chan int }

// Mount makes the bell.
func (d *Door) Mount() { d.bell = make(chan int) }

// Open rings.
func (d *Door) Open(rings bool) {
	if rings {
		d.bell <- 1 // want `send on d\.bell blocks forever: nobody receives from it \(if rings\)`
	}
}

// A Loud one notes all that it does.
type Loud struct{ in, log chan int }

// NewLoud makes one.
func NewLoud() *Loud {
	l := &Loud{in: make(chan int), log: make(chan int)}
	go l.run()
	return l
}

func (l *Loud) run() {
	for n := range l.in {
		l.log <- n // want `send on l\.log blocks forever and leaks the goroutine: nobody receives from it`
	}
}

// Put is what it does.
func (l *Loud) Put(n int) { l.in <- n }

// A Sized one is asked for its size in an unsafe way, but not for what is in it.
type Sized struct {
	in   chan int
	size uintptr
}

// NewSized makes one.
func NewSized() *Sized {
	s := &Sized{in: make(chan int)}
	s.size = unsafe.Sizeof(*s)
	return s
}

// Put sends to nobody.
func (s *Sized) Put(n int) { s.in <- n } // want `send on s\.in blocks forever: nobody receives from it`
