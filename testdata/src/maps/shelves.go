package maps

import (
	"container/list"
	"strconv"
	"sync"
)

// A depot wakes its worker for the first box that comes, who hasn't begun yet.
type depot struct {
	mu      sync.Mutex
	shelves map[string]*list.List
	names   []string
	wake    chan struct{}
}

func newDepot() *depot {
	return &depot{shelves: map[string]*list.List{}, names: []string{}, wake: make(chan struct{}, 1)}
}

func (d *depot) put(box any, shelf string) {
	d.mu.Lock()
	if len(d.shelves) == 0 {
		defer func() { d.wake <- struct{}{} }()
	}
	defer d.mu.Unlock()
	if _, ok := d.shelves[shelf]; !ok {
		d.build(shelf)
	}
	d.shelves[shelf].PushBack(box)
}

// build does nothing but to store, in what it is given.
func (d *depot) build(shelf string) {
	if _, ok := d.shelves[shelf]; !ok {
		d.shelves[shelf] = list.New()
		d.names = append(d.names, shelf)
	}
}

func fillDepot() int {
	d := newDepot()
	for i := 0; i < 15; i++ {
		d.put(&i, "shelf "+strconv.Itoa(i%4))
	}
	return len(d.names)
}
