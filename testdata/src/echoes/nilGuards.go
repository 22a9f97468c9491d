package echoes

import (
	"fmt"
	"sync"
)

type shelf struct {
	mu    sync.RWMutex
	name  string
	books []string
	next  *shelf
}

// isFull has an answer for a shelf that isn't there.
func (s *shelf) isFull() bool {
	if s == nil {
		return true
	}
	s.mu.RLock() // want `s.mu.RLock blocks forever: it waits for a call of \(\*shelf\).put, whose Lock`
	defer s.mu.RUnlock()
	return len(s.books) > 9
}

func (s *shelf) put(book string) {
	s.mu.Lock()
	s.books = append(s.books, book)
	s.mu.Unlock()
}

// Wrong: it read-locks again what it has read-locked, for the shelf is there.
func (l *library) Describe(name string) (string, error) {
	s, err := l.find(name)
	if err != nil {
		return "", err
	}
	s.mu.RLock()
	defer s.mu.RUnlock()
	return fmt.Sprintf("%s %t", s.name, s.isFull()), nil
}

type library struct {
	mu      sync.Mutex
	shelves map[string]*shelf
}

func (l *library) find(name string) (*shelf, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	s, ok := l.shelves[name]
	if !ok {
		return nil, fmt.Errorf("no %s", name)
	}
	return s, nil
}

// Put puts a book on a shelf.
func (l *library) Put(name, book string) {
	if s, err := l.find(name); err == nil {
		s.put(book)
	}
}

type drawer struct {
	mu    sync.Mutex
	inner *drawer
	n     int
}

func (d *drawer) count() (n int) {
	if d.inner != nil {
		d.inner.mu.Lock() // want "d.inner.mu.Lock blocks forever"
		n = d.inner.n
		d.inner.mu.Unlock()
	}
	return n
}

// Wrong: count locks the inner one, which is there.
func (d *drawer) Sum() int {
	d.inner.mu.Lock()
	defer d.inner.mu.Unlock()
	return d.inner.n + d.count()
}

type trunk struct {
	mu sync.Mutex
	n  int
}

func (b *trunk) size() int {
	if b != nil {
		b.mu.Lock() // want "b.mu.Lock blocks forever"
		defer b.mu.Unlock()
		return b.n
	}
	return 0
}

// Wrong: size locks again.
func (b *trunk) Grow() {
	b.mu.Lock()
	b.n += b.size()
	b.mu.Unlock()
}

type crate struct {
	mu sync.Mutex
	n  int
}

func (c *crate) size() int {
	if !(c == nil) {
		c.mu.Lock() // want "c.mu.Lock blocks forever"
		defer c.mu.Unlock()
		return c.n
	}
	return 0
}

// Wrong: size locks again.
func (c *crate) Grow() {
	c.mu.Lock()
	c.n += c.size()
	c.mu.Unlock()
}

type cup struct {
	mu     sync.Mutex
	n      int
	saucer *cup
}

// size locks only a cup without a saucer.
func (c *cup) size() int {
	if c.saucer == nil {
		c.mu.Lock()
		defer c.mu.Unlock()
		return c.n
	}
	return 0
}

// Right: it has a saucer.
func (c *cup) Fill() {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.saucer != nil {
		c.n += c.size()
	}
}

type flask struct {
	mu   sync.Mutex
	n    int
	full bool
}

func (j *flask) size() int {
	if j == nil || j.full {
		return 0
	}
	j.mu.Lock()
	defer j.mu.Unlock()
	return j.n
}

// Right: it is full when size is asked for.
func (j *flask) Fill() {
	j.mu.Lock()
	defer j.mu.Unlock()
	j.full = true
	j.n += j.size()
}

type bag struct {
	mu   sync.Mutex
	n    int
	next *bag
}

func (b *bag) rest() int {
	if b == nil {
		return 0
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.n
}

// Right: it is another bag that it locks, if there is one.
func (b *bag) Sum() int {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.n + b.next.rest()
}

type can struct {
	mu sync.Mutex
	n  int
}

func (c *can) size() int {
	if c == nil {
		return 0
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.n
}

// Right: it releases the lock before.
func (c *can) Grow() {
	c.mu.Lock()
	n := c.n
	c.mu.Unlock()
	if n < c.size() {
		c.mu.Lock()
		c.n++
		c.mu.Unlock()
	}
}

// Right: what is asked for to be nil is something else.
type tin struct {
	mu  sync.Mutex
	n   int
	lid *int
}

func (t *tin) size() int {
	if t.lid == nil {
		return t.n
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.n + *t.lid
}

func (t *tin) Open() int {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.lid = nil
	return t.size()
}

type vat struct {
	mu   sync.Mutex
	n    int
	pipe *vat
}

// beside is asked for one that isn't there, or for itself, when it needs no lock.
func (v *vat) beside(other *vat) int {
	if other == nil {
		return v.n
	}
	v.mu.Lock()
	defer v.mu.Unlock()
	return v.n + other.n
}

func (v *vat) behind(other *vat) int {
	if v == other {
		return v.n
	}
	v.mu.Lock()
	defer v.mu.Unlock()
	return v.n + other.n
}

// Right: both return before they lock.
func (v *vat) Twice() int {
	v.mu.Lock()
	defer v.mu.Unlock()
	return v.beside(nil) + v.behind(v)
}
