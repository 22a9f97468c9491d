// Package relock has methods that lock and call other methods of the same
// receiver, some of which lock, too.
package relock

import "sync"

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

type lookup struct {
	mu    sync.RWMutex
	cache map[string]int
}

func (l *lookup) fill(key string) int {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.cache = map[string]int{key: len(key)}
	return len(key)
}

// Right: the reader has left before the writer comes.
func (l *lookup) Get(key string) int {
	l.mu.RLock()
	n, ok := l.cache[key]
	l.mu.RUnlock()
	if !ok {
		n = l.fill(key)
	}
	return n
}

type roll struct {
	mu sync.RWMutex
	n  int
}

func (r *roll) size() int {
	r.mu.RLock()
	defer r.mu.RUnlock()
	return r.n
}

// Right: there may be two readers, and nobody ever writes.
func (r *roll) Double() int {
	r.mu.RLock()
	defer r.mu.RUnlock()
	return r.size() + r.n
}

type wrapped struct {
	mu   sync.Mutex
	shut bool
}

func (w *wrapped) wrap() {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.shut = true
}

type bundle struct {
	wrapped
	mu sync.Mutex
}

// Right: the bundle's own lock hides that of the struct within; they are two.
func (b *bundle) Ship() {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.wrap()
}

type panel struct {
	mu    sync.Mutex
	items []int
}

func (p *panel) at(i int) int {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.items[i]
}

func (p *panel) later() (todo []func() int) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for i := range p.items {
		todo = append(todo, func() int { return p.at(i) })
	}
	return todo
}

// Right: the closures are made under the lock, and called without it.
func (p *panel) Sum() (sum int) {
	for _, f := range p.later() {
		sum += f()
	}
	return sum
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

type jar struct {
	mu sync.Mutex
	n  int
}

func (j *jar) level() int {
	j.mu.Lock()
	defer j.mu.Unlock()
	return j.n
}

// Right, as far as anybody knows: the other one is hardly the receiver itself.
func (j *jar) Pour(from *jar) {
	j.mu.Lock()
	defer j.mu.Unlock()
	j.n += from.level()
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

type tree struct {
	mu   sync.Mutex
	kids []*tree
}

// Right: the locks are those of the children, not the receiver's.
func (t *tree) Count() int {
	t.mu.Lock()
	defer t.mu.Unlock()
	n := 1
	for _, kid := range t.kids {
		n += kid.Count()
	}
	return n
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

type tank struct {
	mu sync.Mutex
	n  int
}

func (t *tank) level() int {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.n
}

func (t *tank) fill(from *tank) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.n += from.level()
}

// Right: each tank is filled from the other one.
func levels() {
	a, b := &tank{n: 1}, &tank{n: 2}
	a.fill(b)
	b.fill(a)
}

type basin struct {
	mu sync.Mutex
	n  int
}

func (b *basin) level() int {
	b.mu.Lock() // want "mu.Lock blocks forever"
	defer b.mu.Unlock()
	return b.n
}

func (b *basin) fill(from *basin) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.n += from.level()
}

// Wrong: two names for the same basin.
func overflow() {
	a := &basin{n: 1}
	b := a
	a.fill(b)
}

type half struct {
	mu sync.Mutex
	n  int
}

func (h *half) bump() {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.n++
}

type pair struct{ left, right half }

// Right: one half is locked, and the other one bumped.
func (p *pair) Do() {
	p.left.mu.Lock()
	defer p.left.mu.Unlock()
	p.right.bump()
}

type brick struct {
	mu sync.Mutex
	n  int
}

func (b *brick) bump() {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.n++
}

type wall struct{ p *brick }

// Right: the pointer has been changed meanwhile.
func (w *wall) Do() {
	old := w.p
	old.mu.Lock()
	defer old.mu.Unlock()
	w.p = &brick{}
	w.p.bump()
}

type saver interface{ save() }

type sheet struct{ mu sync.Mutex }

func (s *sheet) save() {
	s.mu.Lock()
	defer s.mu.Unlock()
}

type folder struct {
	mu     sync.Mutex
	target saver
}

func (f *folder) save() {
	f.mu.Lock()
	defer f.mu.Unlock()
}

// Right, as far as anybody knows: the target is hardly the folder itself.
func (f *folder) Close() {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.target.save()
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
