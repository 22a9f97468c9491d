// Package elsewhere has channels that are put where they aren't followed, and are served from there by the program itself.
package elsewhere

import "sync"

type waiter struct{ ready chan bool }

type queue struct {
	mu      sync.Mutex
	waiters []*waiter
	items   []int
}

func (q *queue) put(items ...int) {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.items = append(q.items, items...)
	for len(q.waiters) > 0 {
		w := q.waiters[0]
		copy(q.waiters, q.waiters[1:])
		q.waiters = q.waiters[:len(q.waiters)-1]
		w.ready <- true
	}
}

func (q *queue) get() {
	q.mu.Lock()
	if len(q.items) > 0 {
		q.mu.Unlock()
		return
	}
	w := &waiter{ready: make(chan bool, 1)}
	q.waiters = append(q.waiters, w)
	q.mu.Unlock()
	<-w.ready
}

// Right: nobody is served before the queue has something.
func getBeforePut() {
	q := &queue{}
	var wg sync.WaitGroup
	wg.Add(2)
	for range 2 {
		go func() {
			wg.Done()
			q.get()
			wg.Done()
		}()
	}
	wg.Wait()
	wg.Add(2)
	q.put(1, 2)
	wg.Wait()
}

func (q *queue) getOrGiveUp(late chan bool) {
	q.mu.Lock()
	w := &waiter{ready: make(chan bool, 1)}
	q.waiters = append(q.waiters, w)
	q.mu.Unlock()
	select {
	case <-w.ready:
	case <-late:
	}
}

// Right: neither does who selects come on before.
func selectBeforePut() {
	q := &queue{}
	var wg sync.WaitGroup
	wg.Add(1)
	go func() {
		wg.Done()
		q.getOrGiveUp(nil)
		wg.Done()
	}()
	wg.Wait()
	wg.Add(1)
	q.put(1)
	wg.Wait()
}

func keep(n int, c chan bool) {
	kept := make([]chan bool, n)
	copy(kept, []chan bool{nil, c})
	if n > 3 {
		kept[1] <- true
	}
}

// Right, as long as n is large enough: it is served by keep alone.
func keptBefore(n int) {
	c := make(chan bool, 1)
	var wg sync.WaitGroup
	wg.Add(1)
	go func() {
		wg.Done()
		<-c
		wg.Done()
	}()
	wg.Wait()
	wg.Add(1)
	keep(n, c)
	wg.Wait()
}

// Wrong, whether c is served or not.
func keptBesideAnother(n int) {
	c, done := make(chan bool, 1), make(chan int)
	go func() {
		<-c
		if n > 7 {
			<-c
		}
	}()
	keep(n, c)
	<-done // want "receive from done blocks forever: nobody sends on it or closes it"
}

// Wrong: who gets on where he is served comes to nothing, but that he is isn't known.
func keptAndLost(n int) {
	c, done := make(chan bool, 1), make(chan int)
	go func() {
		<-c
		done <- 1
	}()
	keep(n, c)
}
