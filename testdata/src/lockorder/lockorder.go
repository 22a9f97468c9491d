// Package lockorder has programs that hold two locks at a time.
package lockorder

import "sync"

// Wrong: two goroutines take the locks in both orders.
func bothOrders() {
	var a, b sync.Mutex
	go func() {
		a.Lock()
		b.Lock() // want "b.Lock blocks forever and leaks"
		b.Unlock()
		a.Unlock()
	}()
	go func() {
		b.Lock()
		a.Lock()
		a.Unlock()
		b.Unlock()
	}()
}

// Right: two goroutines take the locks in one order.
func oneOrder() {
	var a, b sync.Mutex
	for range 2 {
		go func() {
			a.Lock()
			b.Lock()
			b.Unlock()
			a.Unlock()
		}()
	}
}

// Right: the orders differ, but whoever holds one of them holds the gate.
func gated() {
	var gate, a, b sync.Mutex
	go func() {
		gate.Lock()
		defer gate.Unlock()
		a.Lock()
		b.Lock()
		b.Unlock()
		a.Unlock()
	}()
	go func() {
		gate.Lock()
		defer gate.Unlock()
		b.Lock()
		a.Lock()
		a.Unlock()
		b.Unlock()
	}()
}

// Wrong: one of the two opens the gate before it takes the second lock.
func gatedTooLate() {
	var gate, a, b sync.Mutex
	go func() {
		gate.Lock()
		a.Lock()
		gate.Unlock()
		b.Lock() // want "b.Lock blocks forever and leaks"
		b.Unlock()
		a.Unlock()
	}()
	go func() {
		b.Lock()
		a.Lock()
		a.Unlock()
		b.Unlock()
	}()
}

// Right: the first goroutine is done with both when the second one starts.
func phases() {
	var a, b sync.Mutex
	var wg sync.WaitGroup
	wg.Add(1)
	go func() {
		defer wg.Done()
		a.Lock()
		b.Lock()
		b.Unlock()
		a.Unlock()
	}()
	wg.Wait()
	go func() {
		b.Lock()
		a.Lock()
		a.Unlock()
		b.Unlock()
	}()
}

// Right: one goroutine takes them in both orders, one after the other.
func inTurn() {
	var a, b sync.Mutex
	a.Lock()
	b.Lock()
	b.Unlock()
	a.Unlock()
	b.Lock()
	a.Lock()
	a.Unlock()
	b.Unlock()
}

// Right: nobody has both at a time.
func oneAtATime() {
	var a, b sync.Mutex
	go func() {
		a.Lock()
		a.Unlock()
		b.Lock()
		b.Unlock()
	}()
	b.Lock()
	b.Unlock()
	a.Lock()
	a.Unlock()
}

// Right: who can't have the second lock gives the first one back.
func backOff() {
	var a, b sync.Mutex
	go func() {
		a.Lock()
		if b.TryLock() {
			b.Unlock()
		}
		a.Unlock()
	}()
	b.Lock()
	a.Lock()
	a.Unlock()
	b.Unlock()
}

// Right: readers don't keep each other out, and there are no writers.
func readersBothWays() {
	var a, b sync.RWMutex
	go func() {
		a.RLock()
		b.RLock()
		b.RUnlock()
		a.RUnlock()
	}()
	b.RLock()
	a.RLock()
	a.RUnlock()
	b.RUnlock()
}

// Wrong: two can hold the gate for reading at the same time.
func readGate() {
	var gate sync.RWMutex
	var a, b sync.Mutex
	go func() {
		gate.RLock()
		a.Lock()
		b.Lock() // want "b.Lock blocks forever and leaks"
		b.Unlock()
		a.Unlock()
		gate.RUnlock()
	}()
	go func() {
		gate.RLock()
		b.Lock()
		a.Lock()
		a.Unlock()
		b.Unlock()
		gate.RUnlock()
	}()
}

// Right: the only place in the channel is the gate.
func channelGate() {
	var a, b sync.Mutex
	gate := make(chan struct{}, 1)
	go func() {
		gate <- struct{}{}
		a.Lock()
		b.Lock()
		b.Unlock()
		a.Unlock()
		<-gate
	}()
	go func() {
		gate <- struct{}{}
		b.Lock()
		a.Lock()
		a.Unlock()
		b.Unlock()
		<-gate
	}()
}

// Wrong: the gate has two places.
func wideGate() {
	var a, b sync.Mutex
	gate := make(chan struct{}, 2)
	go func() {
		gate <- struct{}{}
		a.Lock()
		b.Lock() // want "b.Lock blocks forever and leaks"
		b.Unlock()
		a.Unlock()
		<-gate
	}()
	go func() {
		gate <- struct{}{}
		b.Lock()
		a.Lock()
		a.Unlock()
		b.Unlock()
		<-gate
	}()
}

type fund struct {
	mu    sync.Mutex
	coins int
}

func (f *fund) pay(to *fund) {
	f.mu.Lock()
	defer f.mu.Unlock()
	to.mu.Lock()
	defer to.mu.Unlock()
	f.coins--
	to.coins++
}

// Right: both pay to the third one.
func donations() {
	x, y, z := &fund{}, &fund{}, &fund{}
	go x.pay(z)
	go y.pay(z)
	x.pay(y)
}

type Hotel struct {
	front, back sync.Mutex
	guests      int
}

// Right: front before back here.
func (h *Hotel) Enter() {
	h.front.Lock()
	defer h.front.Unlock()
	h.back.Lock()
	defer h.back.Unlock()
	h.guests++
}

// Right: and here, through a callee.
func (h *Hotel) Leave() {
	h.front.Lock()
	defer h.front.Unlock()
	h.lower()
}

func (h *Hotel) lower() {
	h.back.Lock()
	defer h.back.Unlock()
	h.guests--
}

type Castle struct {
	gate, front, back sync.Mutex
	guests            int
}

// Right: the gate is held around both.
func (c *Castle) Enter() {
	c.gate.Lock()
	defer c.gate.Unlock()
	c.front.Lock()
	c.back.Lock()
	c.guests++
	c.back.Unlock()
	c.front.Unlock()
}

// Right: the other order, and the same gate.
func (c *Castle) Leave() {
	c.gate.Lock()
	defer c.gate.Unlock()
	c.back.Lock()
	c.front.Lock()
	c.guests--
	c.front.Unlock()
	c.back.Unlock()
}

var startMu, closeMu sync.Mutex

// Right: init has returned before anybody can call Close.
func init() {
	startMu.Lock()
	closeMu.Lock()
	closeMu.Unlock()
	startMu.Unlock()
}

// Right: nobody but init takes them the other way round.
func Close() {
	closeMu.Lock()
	startMu.Lock()
	startMu.Unlock()
	closeMu.Unlock()
}

type fork struct{ sync.Mutex }

func eat(left, right *fork) {
	left.Lock()
	right.Lock() // want "Lock blocks forever and leaks"
	right.Unlock()
	left.Unlock()
}

// Wrong: everybody holds the fork on the left.
func dinner() {
	a, b, c := &fork{}, &fork{}, &fork{}
	go eat(a, b)
	go eat(b, c)
	go eat(c, a)
}

type spoon struct{ sync.Mutex }

func sip(left, right *spoon) {
	left.Lock()
	right.Lock()
	right.Unlock()
	left.Unlock()
}

// Right: the last one starts with the other hand.
func supper() {
	a, b, c := &spoon{}, &spoon{}, &spoon{}
	go sip(a, b)
	go sip(b, c)
	go sip(a, c)
}

type entry struct {
	mu    sync.Mutex
	id, n int
}

// Right: the lower id comes first, whoever calls.
func (e *entry) swap(other *entry) {
	first, second := e, other
	if second.id < first.id {
		first, second = second, first
	}
	first.mu.Lock()
	defer first.mu.Unlock()
	second.mu.Lock()
	defer second.mu.Unlock()
	e.n, other.n = other.n, e.n
}

type folder struct {
	mu    sync.Mutex
	files []*file
}

type file struct {
	mu sync.Mutex
	in *folder
	n  int
}

func (f *folder) list() (n int) {
	f.mu.Lock()
	defer f.mu.Unlock()
	for _, x := range f.files {
		n += x.size()
	}
	return n
}

func (f *file) size() int {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.n
}

// Right: the file's lock is free again when the folder's is taken.
func (f *file) save() int {
	f.mu.Lock()
	f.n++
	f.mu.Unlock()
	return f.in.list()
}

// Right: the second one starts when the first one says that it is done.
func handshake() {
	var a, b sync.Mutex
	done := make(chan struct{})
	go func() {
		a.Lock()
		b.Lock()
		b.Unlock()
		a.Unlock()
		close(done)
	}()
	go func() {
		<-done
		b.Lock()
		a.Lock()
		a.Unlock()
		b.Unlock()
	}()
}

type Tower struct {
	gate, low, high sync.Mutex
	n               int
}

func (t *Tower) climb() {
	t.low.Lock()
	t.high.Lock()
	t.n++
	t.high.Unlock()
	t.low.Unlock()
}

func (t *Tower) descend() {
	t.high.Lock()
	t.low.Lock()
	t.n--
	t.low.Unlock()
	t.high.Unlock()
}

// Right: the gate is held by the callers of both.
func (t *Tower) Up() {
	t.gate.Lock()
	defer t.gate.Unlock()
	t.climb()
}

// Right: and here.
func (t *Tower) Down() {
	t.gate.Lock()
	defer t.gate.Unlock()
	t.descend()
}

type Well struct {
	rope, water sync.Mutex
	n           int
}

// Right: rope, then water.
func (w *Well) Fill() {
	w.rope.Lock()
	defer w.rope.Unlock()
	w.water.Lock()
	defer w.water.Unlock()
	w.n++
}

// Right: the water is free again before the rope is taken.
func (w *Well) Draw() {
	w.water.Lock()
	w.n--
	w.water.Unlock()
	w.rope.Lock()
	defer w.rope.Unlock()
}

type Mine struct {
	shaft, cart sync.Mutex
	n           int
}

// Right: shaft, then cart.
func (m *Mine) Dig() {
	m.shaft.Lock()
	defer m.shaft.Unlock()
	m.load()
}

func (m *Mine) load() {
	m.cart.Lock()
	defer m.cart.Unlock()
	m.n++
}

func (m *Mine) enter() {
	m.shaft.Lock()
	defer m.shaft.Unlock()
	m.n = 0
}

// Right: the goroutine takes the shaft without holding the cart.
func (m *Mine) Blast() {
	m.cart.Lock()
	defer m.cart.Unlock()
	go m.enter()
}

type Library struct {
	hall  sync.RWMutex
	shelf sync.Mutex
	books int
}

// Right: nobody ever closes the hall for readers.
func (l *Library) Lend() {
	l.hall.RLock()
	defer l.hall.RUnlock()
	l.shelf.Lock()
	defer l.shelf.Unlock()
	l.books--
}

// Right: the other order, with readers only.
func (l *Library) Return() {
	l.shelf.Lock()
	defer l.shelf.Unlock()
	l.hall.RLock()
	defer l.hall.RUnlock()
	l.books++
}

type Depot struct {
	mu sync.Mutex
	n  int
}

// Right: the second lock is this call's own.
func (d *Depot) Store() {
	var mine sync.Mutex
	mine.Lock()
	defer mine.Unlock()
	d.mu.Lock()
	defer d.mu.Unlock()
	d.n++
}

// Right: and so is this one.
func (d *Depot) Fetch() {
	var mine sync.Mutex
	d.mu.Lock()
	defer d.mu.Unlock()
	mine.Lock()
	defer mine.Unlock()
	d.n--
}

type Ferry struct {
	bow, stern sync.Mutex
	n          int
}

// Right: bow, then stern.
func (f *Ferry) Cross() {
	f.bow.Lock()
	defer f.bow.Unlock()
	f.stern.Lock()
	defer f.stern.Unlock()
	f.n++
}

// Right: the other order, but it gives up if the bow is taken.
func (f *Ferry) Dock() bool {
	f.stern.Lock()
	defer f.stern.Unlock()
	if !f.bow.TryLock() {
		return false
	}
	defer f.bow.Unlock()
	f.n--
	return true
}

var (
	leftMu, rightMu sync.Mutex
	opened          int
)

func init() {
	leftToRight()
	rightToLeft()
}

// Right: nobody but init calls these two, one after the other.
func leftToRight() {
	leftMu.Lock()
	rightMu.Lock()
	opened++
	rightMu.Unlock()
	leftMu.Unlock()
}

func rightToLeft() {
	rightMu.Lock()
	leftMu.Lock()
	opened++
	leftMu.Unlock()
	rightMu.Unlock()
}

// Right: one lock only.
func Opened() int {
	leftMu.Lock()
	defer leftMu.Unlock()
	return opened
}
