package rwmutexes

import "sync"

type table struct {
	mu   sync.RWMutex
	rows map[string]int
}

func (t *table) Has(key string) bool {
	t.mu.RLock()
	defer t.mu.RUnlock()
	_, ok := t.rows[key]
	return ok
}

// Wrong: a writer cannot be a reader, too.
func (t *table) Add(key string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if !t.Has(key) { // want `t\.mu\.RLock at readUnderWrite\.go:\d+ blocks forever: this goroutine itself has locked it at readUnderWrite\.go:\d+`
		t.rows = map[string]int{key: 1}
	}
}
