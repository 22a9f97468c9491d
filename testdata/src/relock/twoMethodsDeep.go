package relock

import "sync"

type queue struct {
	mu    sync.Mutex
	items []int
}

func (q *queue) len() int {
	q.mu.Lock() // want "q.mu.Lock blocks forever"
	defer q.mu.Unlock()
	return len(q.items)
}

func (q *queue) empty() bool { return q.len() == 0 }

// Wrong: the condition of the loop locks.
func (q *queue) Drain() {
	q.mu.Lock()
	defer q.mu.Unlock()
	for !q.empty() {
		q.items = q.items[1:]
	}
}
