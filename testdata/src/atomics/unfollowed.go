package atomics

import (
	"sync"
	"sync/atomic"
)

type slot struct {
	position uint64
	data     int
}

type buffer struct {
	next, disposed uint64
	slots          []slot
}

func newBuffer(size uint64) *buffer {
	b := &buffer{}
	b.slots = make([]slot, size)
	for i := range b.slots {
		b.slots[i].position = uint64(i)
	}
	return b
}

func (b *buffer) put(v int) {
	at := atomic.AddUint64(&b.next, 1) - 1
	b.slots[at].data = v
	atomic.StoreUint64(&b.slots[at].position, at+1)
}

func (b *buffer) get() int {
	for {
		if atomic.LoadUint64(&b.disposed) == 1 {
			return 0
		}
		if atomic.LoadUint64(&b.slots[0].position) == 1 {
			return b.slots[0].data
		}
	}
}

// Right: nobody disposes of the buffer, whoever makes it.
func getFromNew() {
	b := newBuffer(4)
	var wg sync.WaitGroup
	wg.Add(1)
	go func() {
		wg.Done()
		b.get()
		wg.Done()
	}()
	wg.Wait()
	wg.Add(2)
	go func() {
		defer wg.Done()
		b.put(1)
	}()
	wg.Wait()
}
