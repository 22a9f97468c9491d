package relock

import (
	"errors"
	"sync"
)

// Functions that return with a lock taken, on some way or on all: whoever wants it then is
// stuck, unless somebody is there to release it.

type Balance struct {
	mu sync.Mutex
	n  int
}

// Wrong: the lock is kept if n is negative.
func (b *Balance) Withdraw(n int) error {
	b.mu.Lock()
	if n < 0 {
		return errors.New("negative") // want `returns without unlocking b\.mu, locked at kept\.go:\d+ \(if n < 0\): whoever locks it next blocks forever`
	}
	b.n -= n
	b.mu.Unlock()
	return nil
}

// It is told once, and not for each function that locks.
func (b *Balance) Get() int {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.n
}

var keptGate sync.Mutex

// Wrong: the same for a package-level variable.
func PassGate(ok bool) {
	keptGate.Lock()
	if ok {
		return // want `returns without unlocking keptGate, locked at kept\.go:\d+ \(if ok\): whoever locks it next blocks forever`
	}
	keptGate.Unlock()
}

type TwoLocks struct {
	outer, inner sync.Mutex
	n            int
}

// Wrong: the inner lock is kept, and nobody ever wants it first.
func (t *TwoLocks) Add(ok bool) {
	t.outer.Lock()
	defer t.outer.Unlock()
	t.inner.Lock()
	if !ok {
		return // want `returns without unlocking t\.inner, locked at kept\.go:\d+ \(if !ok\): whoever locks it next blocks forever`
	}
	t.n++
	t.inner.Unlock()
}

// Right: to lock and to unlock is for others.
type Padlock struct{ mu sync.Mutex }

func (p *Padlock) Lock()   { p.mu.Lock() }
func (p *Padlock) Unlock() { p.mu.Unlock() }
func (p *Padlock) Do(f func()) {
	p.Lock()
	defer p.Unlock()
	f()
}

// Right: the caller gets what unlocks.
type Turnstile struct{ mu sync.Mutex }

func (t *Turnstile) Begin() (end func()) {
	t.mu.Lock()
	return func() { t.mu.Unlock() }
}

// Right: so does he here.
type Wicket struct{ mu sync.Mutex }

func (w *Wicket) Begin() (end func()) {
	w.mu.Lock()
	return w.mu.Unlock
}

// Right: who has the key unlocks.
type Cabinet struct{ mu sync.Mutex }
type CabinetKey struct{ c *Cabinet }

func (c *Cabinet) Open() *CabinetKey {
	c.mu.Lock()
	return &CabinetKey{c}
}

func (k *CabinetKey) Close() { k.c.mu.Unlock() }

// Right: the key is an interface.
type Drawer struct{ mu sync.Mutex }
type drawerKey struct{ d *Drawer }

func (k drawerKey) Close() { k.d.mu.Unlock() }

func (d *Drawer) Open() interface{ Close() } {
	d.mu.Lock()
	return drawerKey{d}
}

// Right: only the package calls begin, and then what it returns.
type page struct{ mu sync.Mutex }

func (p *page) begin() func() {
	p.mu.Lock()
	return func() { p.mu.Unlock() }
}

type Book struct{ pages map[string]*page }

func (b *Book) Turn(k string) {
	end := b.pages[k].begin()
	defer end()
}

// Right: only the package calls lock, and unlocks.
type line struct{ mu sync.Mutex }

func (l *line) lock() { l.mu.Lock() }

type Column struct{ lines map[string]*line }

func (c *Column) Erase(k string) {
	l := c.lines[k]
	l.lock()
	defer l.mu.Unlock()
}

// Right: locked and unlocked under the same condition.
type Careful struct {
	mu   sync.Mutex
	safe bool
}

func NewCareful(safe bool) *Careful { return &Careful{safe: safe} }

func (c *Careful) lock() {
	if c.safe {
		c.mu.Lock()
	}
}

func (c *Careful) unlock() {
	if c.safe {
		c.mu.Unlock()
	}
}

func (c *Careful) Do() {
	c.lock()
	defer c.unlock()
}

// Right: the same, and the condition is a parameter.
type Reentrant struct {
	mu sync.Mutex
	n  int
}

func (r *Reentrant) Do(locked bool) {
	if !locked {
		r.mu.Lock()
	}
	r.n++
	if !locked {
		r.mu.Unlock()
	}
}

// Right: a goroutine unlocks.
type Baton struct{ mu sync.Mutex }

func (b *Baton) Pass(work func()) {
	b.mu.Lock()
	go func() {
		defer b.mu.Unlock()
		work()
	}()
}

// Right: another function unlocks, after something else.
type Stage struct {
	mu, other sync.Mutex
	n         int
}

func (s *Stage) Open() { s.mu.Lock() }

func (s *Stage) Close() {
	s.other.Lock()
	s.n++
	s.other.Unlock()
	s.mu.Unlock()
}

// Right: others can unlock it themselves.
type Public struct{ sync.Mutex }

func (p *Public) Take(ok bool) {
	p.Lock()
	if ok {
		return
	}
	p.Unlock()
}

// Right: it is kept unless it fails.
type Transaction struct{ mu sync.Mutex }

func (t *Transaction) Begin(err error) error {
	t.mu.Lock()
	if err != nil {
		t.mu.Unlock()
		return err
	}
	return nil
}

func (t *Transaction) Commit() error {
	defer t.mu.Unlock()
	return nil
}

func (t *Transaction) Rollback() { t.mu.Unlock() }

// Right, for all that is known: nobody outside can call begin.
type hatch struct{ mu sync.Mutex }

func (h *hatch) Begin() (end func()) {
	h.mu.Lock()
	return func() { h.mu.Unlock() }
}

// Right: whoever has one unlocks it by the methods that it has from its lock.
type valve struct{ sync.Mutex }

func (v *valve) Take(ok bool) {
	v.Lock()
	if ok {
		return
	}
	v.Unlock()
}
