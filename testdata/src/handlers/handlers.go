// Package handlers has literals that handle requests: they are called for each request, whoever is given
// them.
package handlers

import (
	"net/http"
	"sync"
)

// A Counter counts requests.
type Counter struct {
	mu sync.Mutex
	n  int
}

// Register forgets the lock for some requests.
func (c *Counter) Register(mux *http.ServeMux) {
	mux.HandleFunc("/count", func(w http.ResponseWriter, r *http.Request) {
		c.mu.Lock()
		if r.Method != "GET" {
			w.WriteHeader(http.StatusMethodNotAllowed)
			return // want `returns without unlocking c\.mu, locked at handlers\.go:\d+ \(if r\.Method != "GET"\): whoever locks it next blocks forever`
		}
		c.n++
		c.mu.Unlock()
	})
}

// A Meter counts requests, too.
type Meter struct {
	mu sync.Mutex
	n  int
}

// Register unlocks on both ways.
func (m *Meter) Register(mux *http.ServeMux) {
	mux.HandleFunc("/meter", func(w http.ResponseWriter, r *http.Request) {
		m.mu.Lock()
		if r.Method != "GET" {
			m.mu.Unlock()
			w.WriteHeader(http.StatusMethodNotAllowed)
			return
		}
		m.n++
		m.mu.Unlock()
	})
}

// Limited makes a handler with a lock of its own, which it forgets.
func Limited(next http.Handler) http.Handler {
	var mu sync.Mutex
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		mu.Lock()
		if r.URL.Path == "/" {
			return // want `returns without unlocking mu, locked at handlers\.go:\d+ \(if r\.URL\.Path == "/"\): whoever locks it next blocks forever`
		}
		next.ServeHTTP(w, r)
		mu.Unlock()
	})
}

// Serial is right.
func Serial(next http.Handler) http.Handler {
	var mu sync.Mutex
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		mu.Lock()
		defer mu.Unlock()
		next.ServeHTTP(w, r)
	})
}

// Checked hands out a function that leaves its lock to others: they have what unlocks it.
func Checked(check func() bool) (handle http.HandlerFunc, release func()) {
	var mu sync.Mutex
	handle = func(w http.ResponseWriter, r *http.Request) {
		mu.Lock()
		if check() {
			return
		}
		mu.Unlock()
	}
	return handle, func() { mu.Unlock() }
}

// Once makes a function that its caller calls once, for all that is known: nobody waits for the lock then.
func Once(next func() bool) func() {
	var mu sync.Mutex
	return func() {
		mu.Lock()
		if next() {
			return
		}
		mu.Unlock()
	}
}

// A Session is locked again while it is locked.
type Session struct {
	mu    sync.RWMutex
	users map[string]bool
}

// Has read-locks.
func (s *Session) Has(name string) bool {
	s.mu.RLock()
	defer s.mu.RUnlock()
	return s.users[name]
}

// Handler locks, and asks what locks.
func (s *Session) Handler() http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		s.mu.Lock()
		defer s.mu.Unlock()
		if !s.Has(r.URL.Path) { // want `s\.mu\.RLock at handlers\.go:\d+ blocks forever: this goroutine itself has locked it at handlers\.go:\d+`
			s.users[r.URL.Path] = true
		}
	}
}
