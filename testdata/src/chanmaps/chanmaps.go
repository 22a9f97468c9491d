// Package chanmaps has programs that keep channels in maps, most of them under
// a lock. Which channel is meant isn't always known, and then nothing is said.
package chanmaps

import "sync"

// A Hub sends what it is told to all subscribers.
type Hub struct {
	mu   sync.Mutex
	subs map[int]chan string
}

// Subscribe returns a new subscriber's channel.
func (h *Hub) Subscribe(id int) <-chan string {
	h.mu.Lock()
	defer h.mu.Unlock()
	ch := make(chan string, 1)
	h.subs[id] = ch
	return ch
}

// Right: a subscriber is closed once, as it is deleted under the same lock.
func (h *Hub) Unsubscribe(id int) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if ch, ok := h.subs[id]; ok {
		delete(h.subs, id)
		close(ch)
	}
}

// Right: who is full misses the message.
func (h *Hub) Broadcast(s string) {
	h.mu.Lock()
	defer h.mu.Unlock()
	for _, ch := range h.subs {
		select {
		case ch <- s:
		default:
		}
	}
}

type feeds struct {
	mu   sync.RWMutex
	subs map[chan int]bool
}

func (f *feeds) join() chan int {
	ch := make(chan int, 2)
	f.mu.Lock()
	f.subs[ch] = true
	f.mu.Unlock()
	return ch
}

func (f *feeds) leave(ch chan int) {
	f.mu.Lock()
	delete(f.subs, ch)
	f.mu.Unlock()
}

func (f *feeds) publish(n int) {
	f.mu.RLock()
	defer f.mu.RUnlock()
	for ch := range f.subs {
		ch <- n
	}
}

// Right: there is room for both messages.
func feedsUsed() int {
	f := &feeds{subs: map[chan int]bool{}}
	a, b := f.join(), f.join()
	f.publish(1)
	f.leave(b)
	f.publish(2)
	return <-a + <-a + <-b
}

type calls struct {
	mu      sync.Mutex
	last    int
	waiting map[int]chan string
}

func (c *calls) start() (int, chan string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.last++
	ch := make(chan string, 1)
	c.waiting[c.last] = ch
	return c.last, ch
}

func (c *calls) reply(id int, s string) {
	c.mu.Lock()
	ch := c.waiting[id]
	delete(c.waiting, id)
	c.mu.Unlock()
	if ch != nil {
		ch <- s
	}
}

// Right: the reply is found by its number.
func roundTrip() string {
	c := &calls{waiting: map[int]chan string{}}
	id, ch := c.start()
	go c.reply(id, "hello")
	return <-ch
}

var doneOf = map[string]chan struct{}{}

// Right, for all that is known: whoever knows the name may close the channel.
func Start(name string) {
	done := make(chan struct{})
	doneOf[name] = done
	go func() { <-done }()
}

// Right: the channel is closed and forgotten.
func Stop(name string) {
	if done, ok := doneOf[name]; ok {
		close(done)
		delete(doneOf, name)
	}
}

var (
	workersMu sync.Mutex
	workers   = map[string]chan int{}
)

func workerFor(name string) chan int {
	workersMu.Lock()
	defer workersMu.Unlock()
	ch, ok := workers[name]
	if !ok {
		ch = make(chan int)
		workers[name] = ch
		go func() {
			for range ch {
			}
		}()
	}
	return ch
}

// Right: there is a worker for each name.
func Send(name string, n int) { workerFor(name) <- n }

// Right: put in and taken out under one name.
func byName() int {
	chans := map[string]chan int{}
	chans["a"] = make(chan int, 1)
	chans["b"] = make(chan int)
	chans["a"] <- 1
	return <-chans["a"]
}

// Wrong: sent to the one, received from the other.
func byOtherName() int {
	a, b := make(chan int), make(chan int)
	chans := map[string]chan int{"a": a, "b": b}
	go func() { a <- 1 }()
	return <-chans["b"] // want "receive from b blocks forever"
}

// Wrong: what isn't in a map is nil.
func missing() int {
	chans := map[string]chan int{"a": make(chan int, 1)}
	return <-chans["b"] // want "receive from a nil channel blocks forever"
}

// Right: each channel is made and closed once, whatever the names.
func onceEach(names []string) {
	chans := map[string]chan struct{}{}
	for _, name := range names {
		if _, ok := chans[name]; !ok {
			chans[name] = make(chan struct{})
		}
	}
	for _, ch := range chans {
		close(ch)
	}
	for _, name := range names {
		<-chans[name]
	}
}

type call struct{ done chan struct{} }

// A Group does one thing at a time for each key.
type Group struct {
	mu    sync.Mutex
	calls map[string]*call
}

// Right: the first one closes what the others wait for.
func (g *Group) Do(key string, f func()) {
	g.mu.Lock()
	if c, ok := g.calls[key]; ok {
		g.mu.Unlock()
		<-c.done
		return
	}
	c := &call{done: make(chan struct{})}
	g.calls[key] = c
	g.mu.Unlock()
	f()
	g.mu.Lock()
	delete(g.calls, key)
	g.mu.Unlock()
	close(c.done)
}

// KeyLocks has a lock for each key.
type KeyLocks struct {
	mu    sync.Mutex
	locks map[string]*sync.Mutex
}

func (k *KeyLocks) lock(key string) *sync.Mutex {
	k.mu.Lock()
	defer k.mu.Unlock()
	l, ok := k.locks[key]
	if !ok {
		l = &sync.Mutex{}
		k.locks[key] = l
	}
	return l
}

// Right, for all that is known: the keys are different.
func (k *KeyLocks) Both(a, b string) {
	la, lb := k.lock(a), k.lock(b)
	la.Lock()
	defer la.Unlock()
	lb.Lock()
	defer lb.Unlock()
}

// Wrong: the map of channels doesn't matter for the one beside it.
func aside(sizes map[string]int) {
	chans := map[string]chan int{}
	for name, n := range sizes {
		chans[name] = make(chan int, n)
	}
	done := make(chan int)
	done <- len(chans) // want "send on done blocks forever"
}
