package echoes

import "sync"

// A Side has things, and what others have given it, which know another side.
type Side struct {
	mu     sync.Mutex
	things []*Thing
}

type Thing struct{ side *Side }

func (s *Side) Add() {
	t := &Thing{side: s}
	s.mu.Lock()
	s.things = append(s.things, t)
	s.mu.Unlock()
}

func (s *Side) Take(t *Thing) {
	s.mu.Lock()
	s.things = append(s.things, t)
	s.mu.Unlock()
}

// Visit is right: it calls those that know another side.
func (s *Side) Visit() {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, t := range s.things {
		if t.side != s {
			t.touch()
		}
	}
}

// Skip is right, too.
func (s *Side) Skip() {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, t := range s.things {
		if s == t.side {
			continue
		}
		t.touch()
	}
}

func (t *Thing) touch() {
	t.side.mu.Lock()
	t.side.mu.Unlock()
}

// A Flank is like a side.
type Flank struct {
	mu     sync.Mutex
	things []*Item
}

type Item struct{ flank *Flank }

func (f *Flank) Add() {
	i := &Item{flank: f}
	f.mu.Lock()
	f.things = append(f.things, i)
	f.mu.Unlock()
}

func (f *Flank) Take(i *Item) {
	f.mu.Lock()
	f.things = append(f.things, i)
	f.mu.Unlock()
}

// Visit is wrong: it calls those that know this one.
func (f *Flank) Visit() {
	f.mu.Lock()
	defer f.mu.Unlock()
	for _, i := range f.things {
		if i.flank == f {
			i.touch()
		}
	}
}

func (i *Item) touch() {
	i.flank.mu.Lock() // want `f\.mu\.Lock blocks forever: this goroutine itself has locked it at sides\.go:\d+ \(if i\.flank == f\)`
	i.flank.mu.Unlock()
}
