// Package sharedmaps has maps that several goroutines use: who subscribes, who waits for an answer.
package sharedmaps

import "sync"

// A hub tells its subscribers everything.
type hub struct {
	mu          sync.Mutex
	subscribers map[string]chan int
}

func newHub() *hub { return &hub{subscribers: map[string]chan int{}} }

func (h *hub) subscribe(name string) chan int {
	h.mu.Lock()
	defer h.mu.Unlock()
	c := make(chan int)
	h.subscribers[name] = c
	return c
}

func (h *hub) unsubscribe(name string) {
	h.mu.Lock() // want `mu.Lock blocks forever: the goroutine started at`
	defer h.mu.Unlock()
	if c, ok := h.subscribers[name]; ok {
		close(c)
		delete(h.subscribers, name)
	}
}

func (h *hub) broadcast(v int) {
	h.mu.Lock()
	defer h.mu.Unlock()
	for _, c := range h.subscribers {
		c <- v
	}
}

// Right: who subscribes reads until the end.
func subscribed() {
	h := newHub()
	c := h.subscribe("a")
	go func() {
		for range c {
		}
	}()
	h.broadcast(1)
	h.unsubscribe("a")
}

// Right: somebody else tells.
func toldByAnother() {
	h := newHub()
	a, b := h.subscribe("a"), h.subscribe("b")
	go h.broadcast(1)
	<-a
	<-b
}

// Right: nobody subscribes any more when it is told.
func unsubscribedBefore() {
	h := newHub()
	h.subscribe("a")
	h.unsubscribe("a")
	h.broadcast(1)
}

// Wrong: whoever tells waits for who wants to leave, and holds the lock that this takes.
func leavesWithoutReading() {
	h := newHub()
	h.subscribe("a")
	go h.broadcast(1)
	h.unsubscribe("a")
}

// Wrong: nobody ends the subscription.
func neverUnsubscribed() {
	h := newHub()
	c := h.subscribe("a")
	go func() {
		for range c { // want `receive from c blocks forever`
		}
	}()
	h.broadcast(1)
}

// Right: the same for a name that isn't known.
func subscribedAs(name string) {
	h := newHub()
	c := h.subscribe(name)
	go func() {
		for range c {
		}
	}()
	h.broadcast(1)
	h.unsubscribe(name)
}

// Wrong: somebody else unsubscribes, who may not be the same.
func unsubscribedAs(name string) {
	h := newHub()
	c := h.subscribe("a")
	h.subscribe(name)
	h.unsubscribe(name)
	go func() {
		for range c { // want `receive from c blocks forever`
		}
	}()
}

// Right: each call has a number, and gets its answer.
func answered() {
	var mu sync.Mutex
	pending, id := map[int]chan string{}, 0
	call := func() {
		c := make(chan string, 1)
		mu.Lock()
		id++
		pending[id] = c
		mu.Unlock()
		go func(id int) {
			mu.Lock()
			defer mu.Unlock()
			if c, ok := pending[id]; ok {
				c <- "answer"
				delete(pending, id)
			}
		}(id)
		<-c
	}
	call()
	call()
}

// Wrong: whoever answers forgets the call first.
func forgotten() {
	var mu sync.Mutex
	pending := map[int]chan string{}
	c := make(chan string, 1)
	pending[1] = c
	go func() {
		mu.Lock()
		defer mu.Unlock()
		delete(pending, 1)
		if c, ok := pending[1]; ok {
			c <- "answer"
		}
	}()
	<-c // want `receive from c blocks forever`
}

// Wrong: who answers second finds nobody any more.
func answeredOnce() {
	var mu sync.Mutex
	pending := map[int]chan string{1: make(chan string)}
	answers := make(chan bool)
	answer := func() {
		mu.Lock()
		_, ok := pending[1]
		delete(pending, 1)
		mu.Unlock()
		if ok {
			answers <- true
		}
	}
	go answer()
	go answer()
	<-answers
	<-answers // want `receive from answers blocks forever`
}

// Right: one of both finds it.
func answeredByOne() {
	var mu sync.Mutex
	pending := map[int]chan string{1: make(chan string)}
	answers := make(chan bool)
	answer := func() {
		mu.Lock()
		_, ok := pending[1]
		delete(pending, 1)
		mu.Unlock()
		if ok {
			answers <- true
		}
	}
	go answer()
	go answer()
	<-answers
}

// Right: it waits until there is something in the map.
func waitsForEntry() {
	var mu sync.Mutex
	cond := sync.NewCond(&mu)
	ready := map[string]bool{}
	go func() {
		mu.Lock()
		ready["a"] = true
		mu.Unlock()
		cond.Broadcast()
	}()
	mu.Lock()
	for len(ready) == 0 {
		cond.Wait()
	}
	mu.Unlock()
}

// Wrong: it waits for another entry.
func waitsForAnother() {
	var mu sync.Mutex
	cond := sync.NewCond(&mu)
	ready := map[string]bool{}
	go func() {
		mu.Lock()
		ready["a"] = true
		mu.Unlock()
		cond.Broadcast()
	}()
	mu.Lock()
	for !ready["b"] {
		cond.Wait() // want `blocks forever: the Broadcast at line 218 comes before that, and nobody is left to call another one`
	}
	mu.Unlock()
}

// Right: whoever is in the map when it is closed is told, and nobody else waits.
func closesAll() {
	var mu sync.Mutex
	closed := false
	waiting := map[chan struct{}]bool{}
	go func() {
		mu.Lock()
		defer mu.Unlock()
		closed = true
		for c := range waiting {
			close(c)
		}
	}()
	c := make(chan struct{})
	mu.Lock()
	if closed {
		mu.Unlock()
		return
	}
	waiting[c] = true
	mu.Unlock()
	<-c
}

// Wrong: it doesn't ask whether it comes too late.
func closesThoseThere() {
	var mu sync.Mutex
	waiting := map[chan struct{}]bool{}
	go func() {
		mu.Lock()
		defer mu.Unlock()
		for c := range waiting {
			close(c)
		}
	}()
	c := make(chan struct{})
	mu.Lock()
	waiting[c] = true
	mu.Unlock()
	<-c // want `receive from c blocks forever`
}

// Right: a loop stores more than is followed.
func storesForEver(c chan int) {
	var mu sync.Mutex
	seen, quit := map[int]bool{}, make(chan struct{})
	go func() {
		for n := 0; ; n++ {
			mu.Lock()
			seen[n] = true
			mu.Unlock()
			if n > 100 {
				close(quit)
				return
			}
		}
	}()
	<-quit
	mu.Lock()
	_ = len(seen)
	mu.Unlock()
}
