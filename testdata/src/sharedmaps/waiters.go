package sharedmaps

import "sync"

// A waitList has those who wait to be woken.
type waitList struct {
	mu      sync.Mutex
	waiting []chan int
}

func (w *waitList) add() chan int {
	w.mu.Lock()
	defer w.mu.Unlock()
	c := make(chan int)
	w.waiting = append(w.waiting, c)
	return c
}

func (w *waitList) wake() {
	w.mu.Lock()
	defer w.mu.Unlock()
	for _, c := range w.waiting {
		close(c)
	}
	w.waiting = nil
}

// Right: who waits is in the list before somebody wakes.
func woken() {
	w := &waitList{}
	c, d := w.add(), w.add()
	go w.wake()
	<-c
	<-d
}

// Right: two wake, each one those who are left.
func wokenByTwo() {
	w := &waitList{}
	c := w.add()
	go w.wake()
	go w.wake()
	<-c
}

// Wrong: it may be too late.
func tooLate() {
	w := &waitList{}
	go w.wake()
	c := w.add()
	<-c // want `receive from c blocks forever`
}

// Wrong: only the first one is woken.
func firstOnly() {
	var mu sync.Mutex
	var waiting []chan struct{}
	first, second := make(chan struct{}), make(chan struct{})
	go func() {
		mu.Lock()
		defer mu.Unlock()
		if len(waiting) > 0 {
			close(waiting[0])
		}
	}()
	mu.Lock()
	waiting = append(waiting, first)
	waiting = append(waiting, second)
	mu.Unlock()
	<-second // want `receive from second blocks forever`
}

// Right: each of two adds itself to the list, and somebody wakes both once they are there.
func wakesBoth() {
	var mu sync.Mutex
	var waiting []chan struct{}
	var ready sync.WaitGroup
	add := func(c chan struct{}) {
		mu.Lock()
		waiting = append(waiting, c)
		mu.Unlock()
		ready.Done()
		<-c
	}
	ready.Add(2)
	go add(make(chan struct{}))
	go add(make(chan struct{}))
	ready.Wait()
	mu.Lock()
	defer mu.Unlock()
	for _, c := range waiting {
		close(c)
	}
}

// Wrong: each of two waits for the other one to find both in the list, and takes them out again.
func takesOut() {
	var mu sync.Mutex
	var items []int
	done := make(chan struct{})
	put := func() {
		mu.Lock()
		defer mu.Unlock()
		items = append(items, 1)
		if len(items) > 2 {
			close(done)
		}
	}
	go put()
	go put()
	<-done // want `receive from done blocks forever`
}

// Right: three are enough.
func threeAreEnough() {
	var mu sync.Mutex
	var items []int
	done := make(chan struct{})
	put := func() {
		mu.Lock()
		defer mu.Unlock()
		items = append(items, 1)
		if len(items) > 2 {
			close(done)
		}
	}
	go put()
	go put()
	go put()
	<-done
}

// Right: a list that is as long as it takes.
func grows(rounds chan int) {
	var mu sync.Mutex
	var items []int
	done := make(chan struct{})
	go func() {
		for range rounds {
			mu.Lock()
			items = append(items, 1)
			mu.Unlock()
		}
		close(done)
	}()
	mu.Lock()
	_ = len(items)
	mu.Unlock()
	<-done
}

// A pending has the calls that wait for an answer, under a lock of its own.
type pending struct {
	mu    sync.Mutex
	calls map[int]chan int
	last  int
}

func (p *pending) add() (int, chan int) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.last++
	c := make(chan int, 1)
	p.calls[p.last] = c
	return p.last, c
}

func (p *pending) take(id int) chan int {
	p.mu.Lock()
	defer p.mu.Unlock()
	c := p.calls[id]
	delete(p.calls, id)
	return c
}

// Right: one of two who answer finds the call.
func takenOnce() {
	p := &pending{calls: map[int]chan int{}}
	id, c := p.add()
	answer := func() {
		if c := p.take(id); c != nil {
			close(c)
		}
	}
	go answer()
	go answer()
	<-c
}

// Wrong: another one is answered.
func anotherTaken() {
	p := &pending{calls: map[int]chan int{}}
	id, c := p.add()
	p.add()
	go func() {
		if c := p.take(id + 1); c != nil {
			close(c)
		}
	}()
	<-c // want `receive from c blocks forever`
}

// Wrong: nobody asks whether the call is still there.
func takenTwice() {
	p := &pending{calls: map[int]chan int{}}
	id, c := p.add()
	go func() { close(p.take(id)) }() // want `panic`
	go func() { close(p.take(id)) }() // want `panic`
	<-c
}

// Right: who finds nobody in the list panics, and comes to nothing that it could wait for.
func nobodyThere() {
	var mu sync.Mutex
	var waiting []chan struct{}
	first, second := make(chan struct{}), make(chan struct{})
	added := make(chan bool)
	add := func(c chan struct{}) {
		mu.Lock()
		waiting = append(waiting, c)
		mu.Unlock()
		added <- true
	}
	go func() {
		add(first)
		add(second)
	}()
	<-added
	mu.Lock()
	close(waiting[0])
	waiting = nil // and with it the second one, perhaps
	mu.Unlock()
	<-added
	mu.Lock()
	close(waiting[0])
	mu.Unlock()
	<-first
	<-second
}

// Wrong: the second one is in the list, and is forgotten with the first.
func forgottenInList() {
	var mu sync.Mutex
	waiting := []chan struct{}{make(chan struct{}), make(chan struct{})}
	second := waiting[1]
	go func() {
		mu.Lock()
		defer mu.Unlock()
		close(waiting[0])
		waiting = nil
	}()
	<-second // want `blocks forever: nobody sends on it or closes it`
}

// Right: a loop finds what it has appended itself.
func appendsInLoop() {
	var mu sync.Mutex
	var items []int
	done := make(chan struct{})
	go func() {
		for range 2 {
			mu.Lock()
			items = append(items, 1)
			full := len(items) == 2
			mu.Unlock()
			if full {
				close(done)
			}
		}
	}()
	<-done
	mu.Lock()
	items = nil
	mu.Unlock()
}

// A set has what was seen, under a lock of its own under which nobody waits.
type set struct {
	mu   sync.Mutex
	seen map[int]bool
}

func (s *set) first(n int) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.seen[n] {
		return false
	}
	s.seen[n] = true
	return true
}

// Right: only one of both is the first.
func closedByFirst() {
	s := &set{seen: map[int]bool{}}
	done := make(chan struct{})
	for range 2 {
		go func() {
			if s.first(1) {
				close(done)
			}
		}()
	}
	<-done
}
