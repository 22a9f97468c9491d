package doubts

import (
	"container/heap"
	"sync"
)

type order []int

func (o order) Len() int           { return len(o) }
func (o order) Less(i, j int) bool { return o[i] < o[j] }
func (o order) Swap(i, j int)      { o[i], o[j] = o[j], o[i] }
func (o *order) Push(x any)        { *o = append(*o, x.(int)) }
func (o *order) Pop() any {
	last := len(*o) - 1
	x := (*o)[last]
	*o = (*o)[:last]
	return x
}

type backlog struct {
	mu    sync.Mutex
	room  *sync.Cond
	order *order
	most  int
}

// What package heap makes of the orders is no more than was put in.
func newBacklog(most int) *backlog {
	o := make(order, 0, most)
	heap.Init(&o)
	b := &backlog{order: &o, most: most}
	b.room = sync.NewCond(&b.mu)
	return b
}

func (b *backlog) put(x int) {
	b.mu.Lock()
	defer b.mu.Unlock()
	for b.order.Len() >= b.most {
		b.room.Wait()
	}
	heap.Push(b.order, x)
}

func putTwo() {
	b := newBacklog(150)
	b.put(1)
	b.put(2)
}
