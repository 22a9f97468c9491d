package stale

import (
	"sync"
	"sync/atomic"
)

// Right: who sends has the lock, or reads under it.
type heldDesk struct {
	mu      sync.RWMutex
	waiting map[int]chan string
}

func NewHeldDesk() *heldDesk { return &heldDesk{waiting: map[int]chan string{}} }

func (d *heldDesk) Ask(number int) <-chan string {
	answer := make(chan string, 1)
	d.mu.Lock()
	defer d.mu.Unlock()
	d.waiting[number] = answer
	return answer
}

func (d *heldDesk) Answer(number int, s string) {
	d.mu.RLock()
	defer d.mu.RUnlock()
	if answer, ok := d.waiting[number]; ok {
		select {
		case answer <- s:
		default:
		}
	}
}

func (d *heldDesk) Shut() {
	d.mu.Lock()
	defer d.mu.Unlock()
	for number, answer := range d.waiting {
		close(answer)
		delete(d.waiting, number)
	}
}

// Right: who sends has taken it out.
type takenDesk struct {
	mu      sync.Mutex
	waiting map[int]chan string
}

func NewTakenDesk() *takenDesk { return &takenDesk{waiting: map[int]chan string{}} }

func (d *takenDesk) Ask(number int) <-chan string {
	answer := make(chan string, 1)
	d.mu.Lock()
	defer d.mu.Unlock()
	d.waiting[number] = answer
	return answer
}

func (d *takenDesk) Answer(number int, s string) {
	d.mu.Lock()
	answer, ok := d.waiting[number]
	d.drop(number)
	d.mu.Unlock()
	if ok {
		answer <- s
	}
}

func (d *takenDesk) drop(number int) { delete(d.waiting, number) }

func (d *takenDesk) Shut() {
	d.mu.Lock()
	defer d.mu.Unlock()
	for _, answer := range d.waiting {
		close(answer)
	}
	d.waiting = map[int]chan string{}
}

// Right: it recovers.
type safeDesk struct {
	mu      sync.Mutex
	waiting map[int]chan string
}

func NewSafeDesk() *safeDesk { return &safeDesk{waiting: map[int]chan string{}} }

func (d *safeDesk) Ask(number int) <-chan string {
	answer := make(chan string, 1)
	d.mu.Lock()
	defer d.mu.Unlock()
	d.waiting[number] = answer
	return answer
}

func (d *safeDesk) Answer(number int, s string) {
	defer func() { _ = recover() }()
	d.mu.Lock()
	answer, ok := d.waiting[number]
	d.mu.Unlock()
	if ok {
		answer <- s
	}
}

func (d *safeDesk) Shut() {
	d.mu.Lock()
	defer d.mu.Unlock()
	for _, answer := range d.waiting {
		close(answer)
	}
	d.waiting = map[int]chan string{}
}

// Right: who closes waits for those who send.
type patientDesk struct {
	mu      sync.Mutex
	waiting map[int]chan string
	sending sync.WaitGroup
	shut    bool
}

func NewPatientDesk() *patientDesk { return &patientDesk{waiting: map[int]chan string{}} }

func (d *patientDesk) Ask(number int) <-chan string {
	answer := make(chan string, 1)
	d.mu.Lock()
	defer d.mu.Unlock()
	d.waiting[number] = answer
	return answer
}

func (d *patientDesk) Answer(number int, s string) {
	d.mu.Lock()
	if d.shut {
		d.mu.Unlock()
		return
	}
	answer, ok := d.waiting[number]
	d.sending.Add(1)
	d.mu.Unlock()
	defer d.sending.Done()
	if ok {
		select {
		case answer <- s:
		default:
		}
	}
}

func (d *patientDesk) Shut() {
	d.mu.Lock()
	d.shut = true
	d.mu.Unlock()
	d.sending.Wait()
	d.mu.Lock()
	defer d.mu.Unlock()
	for _, answer := range d.waiting {
		close(answer)
	}
	d.waiting = nil
}

// Right: each entry has a lock of its own.
type boxes struct {
	mu   sync.Mutex
	list map[string]*box
}

type box struct {
	mu   sync.Mutex
	shut bool
	in   chan string
}

func NewBoxes() *boxes { return &boxes{list: map[string]*box{}} }

func (b *boxes) Add(name string) <-chan string {
	x := &box{in: make(chan string, 1)}
	b.mu.Lock()
	defer b.mu.Unlock()
	b.list[name] = x
	return x.in
}

func (b *boxes) Put(name, s string) {
	b.mu.Lock()
	x, ok := b.list[name]
	b.mu.Unlock()
	if !ok {
		return
	}
	x.mu.Lock()
	defer x.mu.Unlock()
	if x.shut {
		return
	}
	select {
	case x.in <- s:
	default:
	}
}

func (b *boxes) Remove(name string) {
	b.mu.Lock()
	defer b.mu.Unlock()
	x, ok := b.list[name]
	if !ok {
		return
	}
	delete(b.list, name)
	x.mu.Lock()
	x.shut = true
	close(x.in)
	x.mu.Unlock()
}

// Right: it is closed by the last one who uses it.
type shares struct {
	mu   sync.Mutex
	list map[string]*share
}

type share struct {
	users int
	in    chan string
}

func NewShares() *shares { return &shares{list: map[string]*share{}} }

func (s *shares) Add(name string) <-chan string {
	x := &share{1, make(chan string, 1)}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.list[name] = x
	return x.in
}

func (s *shares) Put(name, text string) {
	s.mu.Lock()
	x, ok := s.list[name]
	if ok {
		x.users++
	}
	s.mu.Unlock()
	if !ok {
		return
	}
	select {
	case x.in <- text:
	default:
	}
	s.Leave(name)
}

func (s *shares) Leave(name string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	x, ok := s.list[name]
	if !ok {
		return
	}
	if x.users--; x.users == 0 {
		delete(s.list, name)
		close(x.in)
	}
}

// Right: what is closed isn't among those that are sent on any more.
type stages struct {
	mu     sync.Mutex
	active map[int]chan string
	ended  map[int]chan string
}

func NewStages() *stages {
	return &stages{active: map[int]chan string{}, ended: map[int]chan string{}}
}

func (s *stages) Add(number int) <-chan string {
	s.mu.Lock()
	defer s.mu.Unlock()
	c := make(chan string, 1)
	s.active[number] = c
	return c
}

func (s *stages) Put(number int, text string) {
	s.mu.Lock()
	c, ok := s.active[number]
	s.mu.Unlock()
	if !ok {
		return
	}
	select {
	case c <- text:
	default:
	}
	s.mu.Lock()
	delete(s.active, number)
	s.ended[number] = c
	s.mu.Unlock()
}

func (s *stages) Clean() {
	s.mu.Lock()
	defer s.mu.Unlock()
	for number, c := range s.ended {
		delete(s.ended, number)
		close(c)
	}
}

// Right: the one who finds it first takes it out.
type firstOut struct {
	mu   sync.Mutex
	list map[int]chan struct{}
}

func NewFirstOut() *firstOut { return &firstOut{list: map[int]chan struct{}{}} }

func (f *firstOut) Add(number int) <-chan struct{} {
	f.mu.Lock()
	defer f.mu.Unlock()
	c := make(chan struct{})
	f.list[number] = c
	return c
}

func (f *firstOut) End(number int) {
	f.mu.Lock()
	c, ok := f.list[number]
	if ok {
		delete(f.list, number)
	}
	f.mu.Unlock()
	if ok {
		close(c)
	}
}

// Right: the lock is kept until it is out.
func (f *firstOut) EndHeld(number int) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if c, ok := f.list[number]; ok {
		close(c)
		delete(f.list, number)
	}
}

// Right: each entry is closed once, be it asked for twice.
type onces struct {
	mu   sync.Mutex
	list map[int]*once
}

type once struct {
	once sync.Once
	is   atomic.Bool
	end  chan struct{}
	bye  chan struct{}
}

func (o *once) close() { o.once.Do(func() { close(o.end) }) }

func NewOnces() *onces { return &onces{list: map[int]*once{}} }

func (s *onces) Add(number int) (end, bye <-chan struct{}) {
	o := &once{end: make(chan struct{}), bye: make(chan struct{})}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.list[number] = o
	return o.end, o.bye
}

func (s *onces) End(number int) {
	s.mu.Lock()
	o, ok := s.list[number]
	s.mu.Unlock()
	if ok {
		o.close()
		s.forget(number)
	}
}

func (s *onces) Bye(number int) {
	s.mu.Lock()
	o, ok := s.list[number]
	s.mu.Unlock()
	if ok && o.is.CompareAndSwap(false, true) {
		close(o.bye)
		s.forget(number)
	}
}

func (s *onces) forget(number int) {
	s.mu.Lock()
	delete(s.list, number)
	s.mu.Unlock()
}

// Right: one at a time ends them, with another lock.
type gated struct {
	ending sync.Mutex
	mu     sync.Mutex
	list   map[int]chan struct{}
}

func NewGated() *gated { return &gated{list: map[int]chan struct{}{}} }

func (g *gated) Add(number int) <-chan struct{} {
	g.mu.Lock()
	defer g.mu.Unlock()
	c := make(chan struct{})
	g.list[number] = c
	return c
}

func (g *gated) End(number int) {
	g.ending.Lock()
	defer g.ending.Unlock()
	g.mu.Lock()
	c, ok := g.list[number]
	g.mu.Unlock()
	if !ok {
		return
	}
	close(c)
	g.mu.Lock()
	delete(g.list, number)
	g.mu.Unlock()
}

// Right: only its own goroutine ends something, one after the other.
type served struct {
	mu   sync.Mutex
	list map[int]chan struct{}
}

func NewServed(numbers <-chan int) *served {
	s := &served{list: map[int]chan struct{}{}}
	go func() {
		for number := range numbers {
			s.end(number)
		}
	}()
	return s
}

func (s *served) Add(number int) <-chan struct{} {
	s.mu.Lock()
	defer s.mu.Unlock()
	c := make(chan struct{})
	s.list[number] = c
	return c
}

func (s *served) end(number int) {
	s.mu.Lock()
	c, ok := s.list[number]
	s.mu.Unlock()
	if !ok {
		return
	}
	close(c)
	s.mu.Lock()
	delete(s.list, number)
	s.mu.Unlock()
}

// Right: each call has an entry of its own.
type tickets struct {
	mu   sync.Mutex
	next int
	list map[int]chan struct{}
}

func NewTickets() *tickets { return &tickets{list: map[int]chan struct{}{}} }

func (t *tickets) Do(work func()) {
	t.mu.Lock()
	t.next++
	number := t.next
	t.list[number] = make(chan struct{})
	t.mu.Unlock()
	work()
	t.mu.Lock()
	c, ok := t.list[number]
	t.mu.Unlock()
	if ok {
		close(c)
	}
	t.mu.Lock()
	delete(t.list, number)
	t.mu.Unlock()
}

// Right: a method says who is the first one.
type leavers struct {
	mu   sync.Mutex
	list map[string]*leaver
}

type leaver struct {
	mu   sync.Mutex
	gone bool
	end  chan struct{}
}

func (l *leaver) leave() bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	was := l.gone
	l.gone = true
	return was
}

func NewLeavers() *leavers { return &leavers{list: map[string]*leaver{}} }

func (l *leavers) Add(name string) <-chan struct{} {
	x := &leaver{end: make(chan struct{})}
	l.mu.Lock()
	defer l.mu.Unlock()
	l.list[name] = x
	return x.end
}

func (l *leavers) Leave(name string) {
	l.mu.Lock()
	x, ok := l.list[name]
	l.mu.Unlock()
	if !ok || x.leave() {
		return
	}
	close(x.end)
	l.mu.Lock()
	delete(l.list, name)
	l.mu.Unlock()
}
