package lent

import "sync"

// A queue may be missing, and functions lock and unlock it that ask for that.
type queue struct {
	sync.RWMutex
	members []*Member
}

// A Member of a queue tells a channel, with both locks.
type Member struct {
	sync.RWMutex
	queue *queue
	out   chan int
}

func NewMember(out chan int) *Member {
	m := &Member{queue: &queue{}, out: out}
	m.queue.members = append(m.queue.members, m)
	return m
}

func lockQueue(q *queue) {
	if q != nil {
		q.Lock()
	}
}

func unlockQueue(q *queue) {
	if q != nil {
		q.Unlock()
	}
}

func (m *Member) Leave() {
	m.Lock()
	defer m.Unlock()
	m.queue = nil
}

func (m *Member) Tell(list []int) {
	m.RLock()
	q := m.queue
	m.RUnlock()
	for _, n := range list {
		lockQueue(q)
		m.Lock()
		m.out <- n
		m.Unlock()
		unlockQueue(q)
	}
}

func (m *Member) TellAll() {
	q := m.queue
	q.Lock()
	defer q.Unlock()
	for _, other := range q.members {
		other.Lock()
		other.out <- 2
		other.Unlock()
	}
}

// A line is locked by one who asks for it, and unlocked by nobody.
type line struct {
	sync.RWMutex
	members []*Guest
}

type Guest struct {
	sync.RWMutex
	line *line
	out  chan int
}

func NewGuest(out chan int) *Guest {
	g := &Guest{line: &line{}, out: out}
	g.line.members = append(g.line.members, g)
	return g
}

func lockLine(l *line) {
	if l != nil {
		l.Lock() // want `never unlocks l\.RWMutex, locked at helpers\.go:\d+: whoever locks it next blocks forever`
	}
}

func (g *Guest) Leave() {
	g.Lock()
	defer g.Unlock()
	g.line = nil
}

func (g *Guest) Tell(list []int) {
	g.RLock()
	l := g.line
	g.RUnlock()
	for _, n := range list {
		lockLine(l)
		g.Lock()
		g.out <- n
		g.Unlock()
	}
}

func (g *Guest) TellAll() {
	l := g.line
	l.Lock()
	defer l.Unlock()
	for _, other := range l.members {
		other.Lock()
		other.out <- 2
		other.Unlock()
	}
}

// A Batch is locked and unlocked by those who have it.
type Batch interface {
	LockOutside()
	Unlock()
	Put(n int)
}

type batch struct {
	sync.Mutex
	pending int
	out     chan int
}

func NewBatch(out chan int) Batch { return &batch{out: out} }

func (b *batch) LockOutside() { b.lock() }

func (b *batch) lock() { b.Mutex.Lock() }

func (b *batch) Put(n int) { b.pending += n }

func (b *batch) Unlock() {
	if b.pending > 3 {
		b.out <- b.pending
	}
	b.Mutex.Unlock()
}

func (b *batch) Flush() {
	b.lock()
	defer b.Unlock()
	b.out <- b.pending
	b.pending = 0
}
