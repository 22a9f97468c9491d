package entries

import "sync"

type lease struct {
	freed chan struct{}
}

// Leases has those that were given back in a list of their own.
type Leases struct {
	mu   sync.Mutex
	next int
	held map[int]*lease
	old  []int
}

func NewLeases() *Leases { return &Leases{held: map[int]*lease{}} }

func (l *Leases) Grant() int {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.next++
	l.held[l.next] = &lease{freed: make(chan struct{})}
	return l.next
}

// Free is called once for each lease.
func (l *Leases) Free(id int) {
	l.mu.Lock()
	e := l.held[id]
	l.old = append(l.old, id)
	l.mu.Unlock()
	println("freed", id)
	close(e.freed)
}

func (l *Leases) Collect() {
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, id := range l.old {
		<-l.held[id].freed
		delete(l.held, id)
	}
	l.old = nil
}
