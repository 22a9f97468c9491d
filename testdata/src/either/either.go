// Package either asks for an error by what there is without one.
package either

import (
	"io"
	"net"
	"net/http"
	"net/url"
	"os"
	"os/user"
	"sync"
)

type Store struct {
	mu   sync.Mutex
	path string
	size int64
}

// Right: there is a file if there is no error.
func (s *Store) Refresh() {
	s.mu.Lock()
	f, err := os.Open(s.path)
	if err != nil {
		s.mu.Unlock()
	}
	if f == nil {
		return
	}
	defer f.Close()
	s.size++
	s.mu.Unlock()
}

type Cache struct {
	mu   sync.Mutex
	path string
}

// Wrong: where there is no file it returns with the lock.
func (s *Cache) Forget() {
	s.mu.Lock()
	f, err := os.Open(s.path)
	if f == nil {
		return // want `returns without unlocking s\.mu, locked at either\.go:\d+ \(if f == nil from os\.Open\): whoever locks it next blocks forever`
	}
	s.mu.Unlock()
	if err == nil {
		f.Close()
	}
}

type Link struct {
	mu   sync.Mutex
	addr string
	conn net.Conn
	errs int
}

// Right: there is a connection, or an error.
func (l *Link) Redial() net.Conn {
	l.mu.Lock()
	conn, err := net.Dial("tcp", l.addr)
	switch {
	case err == nil:
		l.conn = conn
	default:
		l.errs++
		l.mu.Unlock()
	}
	if conn == nil {
		return nil
	}
	l.mu.Unlock()
	return conn
}

type Users struct {
	mu   sync.Mutex
	name string
}

// Right: there is a user, or an error.
func (u *Users) Lookup(name string) string {
	u.mu.Lock()
	found, err := user.Lookup(name)
	if found != nil {
		u.name = found.Username
		u.mu.Unlock()
	}
	if err == nil {
		return found.HomeDir
	}
	u.mu.Unlock()
	return ""
}

type Journal struct {
	mu  sync.Mutex
	f   *os.File
	w   io.Writer
	off int64
}

// Right: less is written only with an error.
func (j *Journal) Add(b []byte) error {
	j.mu.Lock()
	n, err := j.f.Write(b)
	j.off += int64(n)
	if err != nil {
		j.mu.Unlock()
		return err
	}
	if n < len(b) {
		return nil
	}
	j.mu.Unlock()
	return nil
}

func (j *Journal) Send(text string) bool {
	j.mu.Lock()
	n, err := io.WriteString(j.w, text)
	if n != len(text) {
		j.mu.Unlock()
		return false
	}
	if err != nil {
		return false
	}
	j.mu.Unlock()
	return true
}

type Tail struct {
	mu sync.Mutex
	f  *os.File
}

// Wrong: less may well be read without an error.
func (t *Tail) Read(b []byte) error {
	t.mu.Lock()
	n, err := t.f.Read(b)
	if err != nil {
		t.mu.Unlock()
		return err
	}
	if n < len(b) {
		return nil // want `returns without unlocking t\.mu, locked at either\.go:\d+ \(if n < len\(b\)\): whoever locks it next blocks forever`
	}
	t.mu.Unlock()
	return nil
}

type Half struct {
	mu sync.Mutex
	f  *os.File
}

// Wrong: what is written is less than something else.
func (h *Half) Add(b, more []byte) error {
	h.mu.Lock()
	n, err := h.f.Write(b)
	if err != nil {
		h.mu.Unlock()
		return err
	}
	if n < len(more) {
		return nil // want `returns without unlocking h\.mu, locked at either\.go:\d+ \(if n < len\(more\)\): whoever locks it next blocks forever`
	}
	h.mu.Unlock()
	return nil
}

type Proxy struct {
	mu  sync.Mutex
	url *url.URL
}

// Wrong: there may be no proxy, and no error.
func (p *Proxy) Find(r *http.Request) {
	p.mu.Lock()
	found, err := http.ProxyFromEnvironment(r)
	if err != nil {
		p.mu.Unlock()
		return
	}
	if found == nil {
		return // want `returns without unlocking p\.mu, locked at either\.go:\d+ \(if found == nil from http\.ProxyFromEnvironment\): whoever locks it next blocks forever`
	}
	p.url = found
	p.mu.Unlock()
}

type Table struct {
	mu   sync.Mutex
	rows map[string]*int
}

// A row that isn't there is no error.
var row func(name string) (*int, error)

// Wrong: it may be nil without one.
func (t *Table) Find(name string) {
	t.mu.Lock()
	found, err := row(name)
	if err != nil {
		t.mu.Unlock()
		return
	}
	if found == nil {
		return // want `returns without unlocking t\.mu, locked at either\.go:\d+ \(if found == nil from row\): whoever locks it next blocks forever`
	}
	t.mu.Unlock()
}
