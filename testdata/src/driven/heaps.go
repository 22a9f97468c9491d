package driven

import (
	"container/heap"
	"sync"
)

type named interface{ name() string }

type job struct {
	what     named
	priority int
}

type jobs []*job

func (s jobs) Len() int           { return len(s) }
func (s jobs) Less(i, j int) bool { return s[i].priority < s[j].priority }
func (s jobs) Swap(i, j int)      { s[i], s[j] = s[j], s[i] }
func (s *jobs) Push(x any)        { *s = append(*s, x.(*job)) }
func (s *jobs) Pop() any {
	last := (*s)[len(*s)-1]
	*s = (*s)[:len(*s)-1]
	return last
}

type jobQueue struct {
	queued *jobs
	c      *sync.Cond
	size   int
}

func newJobQueue(size int) *jobQueue {
	queued := make(jobs, 0, size)
	heap.Init(&queued)
	return &jobQueue{queued: &queued, c: sync.NewCond(&sync.Mutex{}), size: size}
}

func (q *jobQueue) put(what named) {
	q.c.L.Lock()
	defer q.c.L.Unlock()
	for q.queued.Len() >= q.size {
		q.c.Wait()
	}
	heap.Push(q.queued, &job{what: what})
	q.c.Signal()
}

func (q *jobQueue) take() named {
	q.c.L.Lock()
	defer q.c.L.Unlock()
	for q.queued.Len() == 0 {
		q.c.Wait()
	}
	what := heap.Pop(q.queued).(*job).what
	q.c.Signal()
	return what
}

type title struct{ n int }

func (t *title) name() string { return "job" }

// Right: a heap grows by its own methods.
func putBefore() {
	q := newJobQueue(30)
	var wg sync.WaitGroup
	put := func(n int) {
		for i := 0; i < n; i++ {
			q.put(&title{i})
		}
		wg.Done()
	}
	wg.Add(2)
	go put(10)
	go put(20)
	wg.Wait()
	for i := 0; i < 30; i++ {
		if q.take().(*title).n > i {
			panic("in another order")
		}
	}
}

type waiter struct {
	ready    chan bool
	priority int
}

type waiters []*waiter

func (s waiters) Len() int           { return len(s) }
func (s waiters) Less(i, j int) bool { return s[i].priority < s[j].priority }
func (s waiters) Swap(i, j int)      { s[i], s[j] = s[j], s[i] }
func (s *waiters) Push(x any)        { *s = append(*s, x.(*waiter)) }
func (s *waiters) Pop() any {
	last := (*s)[len(*s)-1]
	*s = (*s)[:len(*s)-1]
	return last
}

// Right: so does one of those who wait.
func servedByPriority() {
	var list waiters
	w := &waiter{ready: make(chan bool)}
	heap.Push(&list, w)
	done := make(chan bool)
	go func() {
		<-w.ready
		close(done)
	}()
	for list.Len() > 0 {
		heap.Pop(&list).(*waiter).ready <- true
	}
	<-done
}

// Wrong, whatever is in the heap.
func takeOfNothing() {
	q := newJobQueue(3)
	done := make(chan bool)
	go func() { q.put(&title{1}) }()
	<-done // want "receive from done blocks forever: nobody sends on it or closes it"
}
