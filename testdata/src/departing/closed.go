package departing

import "sync"

type Book struct {
	mu     sync.Mutex
	closed bool
	count  int
	total  int
	in     chan string
}

func Open() *Book {
	b := &Book{in: make(chan string)}
	go b.run()
	return b
}

func (b *Book) run() {
	n := 0
	for range b.in {
		n++
	}
	b.mu.Lock()
	b.total = n
	b.mu.Unlock()
}

func (b *Book) Log(s string) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.closed {
		return
	}
	b.count++
	b.in <- s
}

func (b *Book) Close() {
	b.mu.Lock()
	defer b.mu.Unlock()
	if !b.closed {
		b.closed = true
		close(b.in)
	}
}

func (b *Book) Total() int {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.total
}
