// Package related has functions that ask for several numbers, of which some say something of others.
package related

import (
	"container/list"
	"errors"
	"sync"
	"time"
)

var errFull, errUnknown = errors.New("full"), errors.New("unknown")

// Wrong: that there is no room, or somebody else waits, leaves open how many may wait.
type queue struct {
	mu         sync.Mutex
	size, used int
	limit      int
	waiting    list.List
}

func (q *queue) Enter(n int) error {
	q.mu.Lock()
	if q.size-q.used >= n && q.waiting.Len() == 0 {
		q.used += n
		q.mu.Unlock()
		return nil
	}
	if n > q.size {
		q.mu.Unlock()
		return errFull
	}
	if q.limit > 0 && q.waiting.Len() >= q.limit {
		return errFull // want `returns without unlocking q.mu`
	}
	q.waiting.PushBack(n)
	q.mu.Unlock()
	return nil
}

// Wrong: what isn't there yet may be one too many.
type store struct {
	mu    sync.RWMutex
	data  map[string]int
	limit int
}

func NewStore(limit int) *store { return &store{data: map[string]int{}, limit: limit} }

func (s *store) Put(key string, n int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if _, ok := s.data[key]; !ok && len(s.data) >= s.limit {
		s.evict()
	}
	s.data[key] = n
}

func (s *store) evict() {
	for _, k := range s.small() {
		delete(s.data, k)
	}
}

func (s *store) small() (keys []string) {
	s.mu.RLock() // want `s.mu.RLock blocks forever`
	defer s.mu.RUnlock()
	for k, n := range s.data {
		if n < 3 {
			keys = append(keys, k)
		}
	}
	return keys
}

// Wrong: that the head could be read doesn't say what is in it.
type head struct {
	long bool
	id   string
}

func readHead(b []byte) (head, error) {
	if len(b) < 4 {
		return head{}, errUnknown
	}
	return head{long: b[0] > 127, id: string(b[1:4])}, nil
}

type table struct {
	mu   sync.RWMutex
	byID map[string]int
}

func NewTable() *table { return &table{byID: map[string]int{}} }

func (t *table) Add(id string, n int) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.byID[id] = n
}

func (t *table) Find(b []byte) (int, error) {
	h, err := readHead(b)
	if err != nil {
		return 0, err
	}
	t.mu.RLock()
	n, ok := t.byID[h.id]
	if !ok && !h.long {
		return 0, errUnknown // want `returns without unlocking t.mu`
	}
	t.mu.RUnlock()
	return n, nil
}

// Wrong: what is old may be put back while all are visited.
type pooled struct{ used time.Time }

type stack struct {
	mu    sync.Mutex
	items []*pooled
}

func (s *stack) push(p *pooled) {
	s.mu.Lock() // want `s.mu.Lock blocks forever`
	defer s.mu.Unlock()
	s.items = append(s.items, p)
}

func (s *stack) keep(is func(*pooled) bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	var kept []*pooled
	for _, p := range s.items {
		if is(p) {
			kept = append(kept, p)
		}
	}
	s.items = kept
}

type Pool struct {
	idle stack
	age  time.Duration
}

func NewPool(age time.Duration) *Pool { return &Pool{age: age} }

func (p *Pool) Put(one *pooled) {
	one.used = time.Now()
	p.idle.push(one)
}

func (p *Pool) Renew(now time.Time) {
	p.idle.keep(func(one *pooled) bool {
		if now.Sub(one.used) < p.age {
			return true
		}
		p.Put(&pooled{})
		return false
	})
}
