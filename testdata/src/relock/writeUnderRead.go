package relock

import "sync"

type index struct {
	mu    sync.RWMutex
	cache map[string]int
}

func (i *index) fill(key string) {
	i.mu.Lock() // want "i.mu.Lock blocks forever"
	defer i.mu.Unlock()
	i.cache = map[string]int{key: len(key)}
}

// Wrong: a reader cannot become a writer.
func (i *index) Get(key string) int {
	i.mu.RLock()
	defer i.mu.RUnlock()
	if i.cache == nil {
		i.fill(key)
	}
	return i.cache[key]
}
