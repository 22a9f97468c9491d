package lent

import (
	"io"
	"sync"
)

// A Table is a Store that is right.
type Table struct {
	mu      sync.RWMutex
	records map[uint64]string
	last    uint64
	dropped func(string)
	out     io.Writer
}

func (t *Table) drop(n uint64) {
	text := t.records[n]
	delete(t.records, n)
	t.mu.Unlock()
	t.dropped(text)
	t.mu.Lock()
}

func (t *Table) get(n uint64, locked bool) string {
	if !locked {
		t.mu.RLock()
	}
	text := t.records[n]
	if !locked {
		t.mu.RUnlock()
	}
	return text
}

func (t *Table) Expire(before uint64) {
	t.mu.Lock()
	defer t.mu.Unlock()
	each(t.records, func(n uint64) {
		if n < before && t.get(n, true) != "" {
			t.drop(n)
		}
	})
}

func (t *Table) Get(n uint64) string { return t.get(n, false) }

func (t *Table) all() (list []uint64) {
	each(t.records, func(n uint64) { list = append(list, n) })
	return list
}

func (t *Table) All() []uint64 {
	t.mu.RLock()
	defer t.mu.RUnlock()
	return t.all()
}

func (t *Table) List(most uint64) (list []uint64) {
	t.mu.RLock()
	defer t.mu.RUnlock()
	if most == 0 {
		return t.all()
	}
	if most > t.last {
		most = t.last
	}
	each(t.records, func(n uint64) {
		if uint64(len(list)) < most {
			list = append(list, n)
		}
	})
	return list
}

func (t *Table) Write(text string) error {
	t.mu.Lock()
	if _, err := io.WriteString(t.out, text); err != nil {
		t.mu.Unlock()
		return err
	}
	t.last++
	t.records[t.last] = text
	t.mu.Unlock()
	return nil
}

// A Session is locked by Begin, and released by End, which other functions call.
type Session struct {
	mu    sync.Mutex
	out   io.Writer
	lines int
}

// Begin returns with the lock if all is well, for good: the caller of End lets go of it.
func (s *Session) Begin(line string) error {
	s.mu.Lock()
	if _, err := io.WriteString(s.out, line); err != nil {
		s.mu.Unlock()
		return err
	}
	s.lines++
	return nil
}

// End lets go of what Begin has taken.
func (s *Session) End() { s.mu.Unlock() }

// A Relay hands its lock over to a goroutine, which lets go of it.
type Relay struct {
	mu  sync.Mutex
	out io.Writer
}

func (r *Relay) Send(line string, now bool) error {
	r.mu.Lock()
	if now {
		_, err := io.WriteString(r.out, line)
		r.mu.Unlock()
		return err
	}
	go r.send(line)
	return nil
}

// send is called with the lock.
func (r *Relay) send(line string) {
	io.WriteString(r.out, line)
	r.mu.Unlock()
}

// A Queue is let go of by a flag, when it was taken by another function.
type Queue struct {
	mu    sync.Mutex
	out   io.Writer
	lines []string
}

// Start returns with the lock if it is told to keep it.
func (q *Queue) Start(line string, keep bool) {
	q.mu.Lock()
	io.WriteString(q.out, line)
	if keep {
		return
	}
	q.mu.Unlock()
}

// Finish lets go of the lock, which it takes itself unless the caller has it from Start.
func (q *Queue) Finish(kept bool) {
	if !kept {
		q.mu.Lock()
	}
	q.lines = nil
	q.mu.Unlock()
}
