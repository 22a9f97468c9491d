// Package relock has methods that lock and call other methods of the same
// receiver, some of which lock, too.
package relock

import (
	"sync"
	"time"
)

type box struct {
	mu sync.Mutex
	n  int
}

func (b *box) put(n int) {
	b.mu.Lock() // want "b.mu.Lock blocks forever"
	b.n += n
	b.mu.Unlock()
}

func (b *box) putAll(list []int) {
	b.mu.Lock()
	defer b.mu.Unlock()
	for _, n := range list {
		b.put(n)
	}
}

// Wrong: a local variable is the receiver.
func boxUsed() int {
	var b box
	b.putAll([]int{1, 2})
	return b.n
}

type purse struct {
	mu    sync.Mutex
	coins int
}

func (p *purse) fill() {
	p.mu.Lock()
	p.coins = 10
	p.mu.Unlock()
}

// Right: the lock is given back before the call.
func (p *purse) Pay(n int) {
	p.mu.Lock()
	if p.coins < n {
		p.mu.Unlock()
		p.fill()
		return
	}
	p.coins -= n
	p.mu.Unlock()
}

type meter struct {
	mu sync.Mutex
	n  int
}

func (m *meter) value() int {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.n
}

// Right: the call comes after Unlock.
func (m *meter) Step() int {
	m.mu.Lock()
	m.n++
	m.mu.Unlock()
	return m.value()
}

type stack struct {
	mu    sync.Mutex
	items []int
}

func (s *stack) push(n int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.pushLocked(n)
}

func (s *stack) pushLocked(n int) { s.items = append(s.items, n) }

// Right: under the lock only the variant that doesn't lock is called.
func (s *stack) PushTwo(a, b int) {
	s.push(a)
	s.mu.Lock()
	defer s.mu.Unlock()
	s.pushLocked(b)
}

type batch struct {
	mu sync.Mutex
	n  int
}

func (b *batch) flush() {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.n = 0
}

// Right: the goroutine gets the lock when Add has returned.
func (b *batch) Add(n int) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.n += n
	go b.flush()
}

type gauge struct {
	mu sync.Mutex
	n  int
}

func (g *gauge) show() int {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.n
}

// Right: what is deferred first runs last, when the lock is free again.
func (g *gauge) Bump() {
	defer g.show()
	g.mu.Lock()
	defer g.mu.Unlock()
	g.n++
}

type cache struct {
	mu sync.Mutex
	n  int
}

func (c *cache) trim() bool {
	if !c.mu.TryLock() {
		return false
	}
	defer c.mu.Unlock()
	c.n = 0
	return true
}

// Right: trim gives up where the lock is taken.
func (c *cache) Refresh() bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.trim()
}

type desk struct {
	mu     sync.Mutex
	drawer sync.Mutex
	n      int
}

func (d *desk) shut() {
	d.drawer.Lock()
	defer d.drawer.Unlock()
	d.n = 0
}

// Right: the struct has two locks.
func (d *desk) Tidy() {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.shut()
}

type vault struct {
	mu sync.Mutex
	n  int
}

func (v *vault) get(locked bool) int {
	if !locked {
		v.mu.Lock()
		defer v.mu.Unlock()
	}
	return v.n
}

// Right: the callee is told that the lock is held.
func (v *vault) Double() int {
	a := v.get(false)
	v.mu.Lock()
	defer v.mu.Unlock()
	return a + v.get(true)
}

type yard struct {
	mu sync.Mutex
	n  int
}

func (y *yard) clean() {
	y.mu.Lock()
	y.n = 0
	y.mu.Unlock()
}

// pause must be called under the lock, which it gives back for a while.
func (y *yard) pause() {
	y.mu.Unlock()
	defer y.mu.Lock()
	y.clean()
}

// Right: the callee of the callee finds the lock free.
func (y *yard) Work() {
	y.mu.Lock()
	defer y.mu.Unlock()
	y.pause()
}

type safe struct {
	mu sync.Mutex
	n  int
}

func (s *safe) lock() *safe {
	s.mu.Lock()
	return s
}

func (s *safe) unlock() { s.mu.Unlock() }

// Right: lock and unlock are methods of their own, called in turn.
func (s *safe) Open() {
	s.lock().n++
	s.unlock()
	s.lock().n++
	s.unlock()
}

type camp struct {
	mu sync.Mutex
	wg sync.WaitGroup
	n  int
}

func (c *camp) work() {
	defer c.wg.Done()
	c.mu.Lock()
	defer c.mu.Unlock()
	c.n++
}

// Right: the lock is free while the workers are waited for.
func (c *camp) Stop() {
	c.mu.Lock()
	c.wg.Add(1)
	go c.work()
	c.mu.Unlock()
	c.wg.Wait()
}

type token struct {
	mu    sync.Mutex
	valid bool
}

func (t *token) check() bool {
	t.mu.Lock()
	if t.valid {
		t.mu.Unlock()
		return true
	}
	t.mu.Unlock()
	return false
}

// Right: check gives the lock back on both ways.
func (t *token) Renew(force bool) {
	if t.check() && !force {
		return
	}
	t.mu.Lock()
	t.valid = true
	t.mu.Unlock()
}

type spinner struct {
	mu sync.Mutex
	n  int
}

// Right: whoever has the lock gives it back, and the other one gets it.
func (s *spinner) work() {
	for !s.mu.TryLock() {
		time.Sleep(time.Microsecond)
	}
	defer s.mu.Unlock()
	s.n++
}

type mill struct {
	mu sync.Mutex
	n  int
}

func (m *mill) turn() {
	m.mu.Lock()
	m.n++
	m.mu.Unlock()
}

// Right: the lock is let go by a function literal around the call.
func (m *mill) grind() {
	m.mu.Lock()
	defer m.mu.Unlock()
	func() {
		m.mu.Unlock()
		defer m.mu.Lock()
		m.turn()
	}()
	m.n++
}
