package registered

import "sync"

// A tally calls a function with its lock, if it has one.
type tally struct {
	mu      sync.Mutex
	n       int
	counted func()
}

func (t *tally) onCount(f func()) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.counted = f
}

func (t *tally) count() int {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.n
}

func (t *tally) add() {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.n++
	if t.counted != nil {
		t.counted()
	}
}

// A Late is right: it asks with its lock before the tally knows it.
type Late struct {
	mu    sync.Mutex
	n     int
	tally *tally
}

func NewLate() *Late { return &Late{tally: &tally{}} }

func (l *Late) Open() {
	l.mu.Lock()
	l.n = l.tally.count()
	l.mu.Unlock()
	l.tally.onCount(l.counted)
}

func (l *Late) counted() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.n++
}

func (l *Late) Add() { l.tally.add() }

// A bell calls a function with its lock.
type bell struct {
	mu   sync.Mutex
	n    int
	rung func()
}

func (b *bell) onRing(f func()) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.rung = f
}

func (b *bell) count() int {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.n
}

func (b *bell) ring() {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.n++
	b.rung()
}

// A Deaf is right: when it asks with its lock it has put another function there.
type Deaf struct {
	mu   sync.Mutex
	n    int
	bell *bell
}

func NewDeaf() *Deaf {
	d := &Deaf{bell: &bell{rung: func() {}}}
	d.bell.onRing(d.rung)
	return d
}

func (d *Deaf) rung() {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.n++
}

func (d *Deaf) Ring() { d.bell.ring() }

func (d *Deaf) Close() int {
	d.bell.onRing(func() {})
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.n + d.bell.count()
}

// A shelf calls a function if there is none where there is one.
type shelf struct {
	mu    sync.Mutex
	books map[string]int
	bare  func()
}

func (s *shelf) look() {
	s.mu.Lock()
	defer s.mu.Unlock()
	for range s.books {
		if len(s.books) == 0 {
			s.bare()
		}
	}
}

func (s *shelf) put(title string) int {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.books[title]++
	return len(s.books)
}

// A Reader is right: the shelf never calls it.
type Reader struct {
	mu    sync.Mutex
	n     int
	shelf *shelf
}

func NewReader() *Reader {
	r := &Reader{}
	r.shelf = &shelf{books: map[string]int{}, bare: r.bare}
	return r
}

func (r *Reader) bare() {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.n = 0
}

func (r *Reader) Look() { r.shelf.look() }

func (r *Reader) Put(title string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.n = r.shelf.put(title)
}

// A Bus is right: what it has knows another one.
type Bus struct {
	mu   sync.Mutex
	n    int
	stop *stop
}

type stop struct {
	mu      sync.Mutex
	n       int
	reached func()
}

func NewBuses() (*Bus, *Bus) {
	one := &Bus{}
	return one, &Bus{stop: &stop{reached: one.reached}}
}

func (b *Bus) reached() {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.n++
}

func (s *stop) count() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.n
}

func (s *stop) reach() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.n++
	s.reached()
}

func (b *Bus) Reach() { b.stop.reach() }

func (b *Bus) Sum() int {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.n + b.stop.count()
}
