// Package unreceived sends where nobody receives.
package unreceived

import "net/http"

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
