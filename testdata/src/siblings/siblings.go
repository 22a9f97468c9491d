// Package siblings has programs with several objects that are made at the same
// place of the code, and must not be taken for one.
package siblings

import "sync"

type link struct {
	mu   sync.Mutex
	next *link
	n    int
}

// Right: each lock is that of the next link.
func (l *link) sum() (sum int) {
	l.mu.Lock()
	for l.next != nil {
		next := l.next
		next.mu.Lock()
		sum += l.n
		l.mu.Unlock()
		l = next
	}
	sum += l.n
	l.mu.Unlock()
	return sum
}

func walkList() int {
	var head *link
	for i := range 3 {
		head = &link{next: head, n: i}
	}
	return head.sum()
}

type bead struct {
	mu   sync.Mutex
	next *bead
}

// Wrong: the list is a ring of one, so that the next bead is the same.
func walkRing() {
	b := &bead{}
	b.next = b
	b.mu.Lock()
	next := b.next
	next.mu.Lock() // want "mu.Lock blocks forever"
	next.mu.Unlock()
	b.mu.Unlock()
}

type shard struct {
	mu sync.Mutex
	n  int
}

// Right: the locks of all shards are held at the same time; they are four.
func allShards() (sum int) {
	var shards [4]shard
	for i := range shards {
		shards[i].mu.Lock()
	}
	for i := range shards {
		sum += shards[i].n
		shards[i].mu.Unlock()
	}
	return sum
}

type part struct {
	mu sync.Mutex
	n  int
}

// Right: as many locks as parts, however many there are.
func allParts(n int) (sum int) {
	parts := make([]*part, n)
	for i := range parts {
		parts[i] = &part{n: i}
	}
	for _, p := range parts {
		p.mu.Lock()
		defer p.mu.Unlock()
		sum += p.n
	}
	return sum
}

type piece struct {
	mu sync.Mutex
	n  int
}

// Wrong: the list has one piece twice.
func sameShard() (sum int) {
	p := &piece{n: 1}
	for _, q := range []*piece{p, p} {
		q.mu.Lock() // want "mu.Lock blocks forever"
		defer q.mu.Unlock()
		sum += q.n
	}
	return sum
}

// Right: each round has a lock of its own, and all are held to the end.
func perRound() {
	for range 3 {
		var mu sync.Mutex
		mu.Lock()
		defer mu.Unlock()
	}
}

// Wrong: all rounds have the same lock.
func allRounds() {
	var mu sync.Mutex
	for range 3 {
		mu.Lock() // want "mu.Lock blocks forever"
		defer mu.Unlock()
	}
}

// Right: a channel for each goroutine, all of them read.
func channelEach() (sum int) {
	var chans []chan int
	for i := range 3 {
		ch := make(chan int)
		chans = append(chans, ch)
		go func() { ch <- i }()
	}
	for _, ch := range chans {
		sum += <-ch
	}
	return sum
}

// Wrong: the last of the channels isn't read.
func channelsLess() (sum int) {
	var chans []chan int
	for i := range 3 {
		ch := make(chan int)
		chans = append(chans, ch)
		go func() {
			ch <- i // want "send on .* blocks forever and leaks"
		}()
	}
	for _, ch := range chans[:2] {
		sum += <-ch
	}
	return sum
}

type getter interface{ get() int }

type layer struct {
	mu   sync.Mutex
	next getter
}

// Right: the next layer is of the same type, but another one.
func (l *layer) get() int {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.next == nil {
		return 1
	}
	return l.next.get()
}

func layered() int {
	inner := &layer{}
	outer := &layer{next: inner}
	return outer.get() + inner.get()
}

type daemon struct {
	in   chan int
	done chan struct{}
}

func spawn() *daemon {
	d := &daemon{in: make(chan int), done: make(chan struct{})}
	go d.run()
	return d
}

func (d *daemon) run() {
	defer close(d.done)
	for range d.in {
	}
}

func spawnTwo() (*daemon, *daemon) { return spawn(), spawn() }

// Right: each of the two is closed and waited for.
func pairOfServers() {
	a, b := spawnTwo()
	close(a.in)
	<-a.done
	b.in <- 1
	close(b.in)
	<-b.done
}

type ghost struct {
	in   chan int
	done chan struct{}
}

func conjure() *ghost {
	g := &ghost{in: make(chan int), done: make(chan struct{})}
	go g.run()
	return g
}

func (g *ghost) run() {
	defer close(g.done)
	for range g.in {
	}
}

// Wrong: one is closed, the other one waited for.
func pairMixedUp() {
	a, b := conjure(), conjure()
	close(a.in)
	<-b.done // want "receive from .* blocks forever"
}

type owner struct {
	mu *sync.Mutex
	n  int
}

func (o *owner) give(to *owner) {
	o.mu.Lock()
	defer o.mu.Unlock()
	to.mu.Lock() // want "mu.Lock blocks forever"
	defer to.mu.Unlock()
	o.n--
	to.n++
}

// Wrong: the two share one lock.
func twoOwners() {
	var mu sync.Mutex
	a, b := &owner{mu: &mu}, &owner{mu: &mu}
	a.give(b)
}

type holder struct {
	mu *sync.Mutex
	n  int
}

func (h *holder) give(to *holder) {
	h.mu.Lock()
	defer h.mu.Unlock()
	to.mu.Lock()
	defer to.mu.Unlock()
	h.n--
	to.n++
}

func newHolder() *holder { return &holder{mu: new(sync.Mutex)} }

// Right: each has a lock of its own.
func twoHolders() {
	a, b := newHolder(), newHolder()
	a.give(b)
	b.give(a)
}

type query struct{ reply chan int }

// Right: each query carries a channel of its own, and the replies come in any
// order.
func repliesInTurn() int {
	queries := make(chan query, 3)
	go func() {
		for q := range queries {
			go func() { q.reply <- 1 }()
		}
	}()
	var open []query
	for range 3 {
		q := query{make(chan int)}
		open = append(open, q)
		queries <- q
	}
	close(queries)
	n := 0
	for _, q := range open {
		n += <-q.reply
	}
	return n
}

type pipe struct{ in, out chan int }

// Right: what goes in on one pipe comes out on the other.
func bothEnds() int {
	a := pipe{make(chan int), make(chan int)}
	b := pipe{in: a.out, out: a.in}
	go func() { a.in <- 1; <-a.out }()
	n := <-b.out
	b.in <- 2
	return n
}

type tube struct{ in, out chan int }

// Wrong: both use the same end of the tube.
func sameEnds() int {
	a := tube{make(chan int), make(chan int)}
	b := tube{in: a.in, out: a.out}
	go func() {
		a.in <- 1 // want "send on .* blocks forever and leaks"
	}()
	select {
	case n := <-b.out:
		return n
	default:
		return 0
	}
}
