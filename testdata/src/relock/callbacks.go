package relock

import "sync"

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

type form struct {
	mu       sync.Mutex
	n        int
	onChange func()
}

func newForm() *form {
	f := &form{}
	f.onChange = f.refresh
	return f
}

func (f *form) refresh() {
	f.mu.Lock() // want "mu.Lock blocks forever"
	defer f.mu.Unlock()
	f.n = 0
}

func (f *form) set(n int) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.n = n
	f.onChange()
}

// Wrong: the hook that the constructor sets locks, and is called under the lock.
func changed() { newForm().set(1) }

type field struct {
	mu       sync.Mutex
	n        int
	onChange func()
}

func newField() *field {
	f := &field{}
	f.onChange = f.refresh
	return f
}

func (f *field) refresh() {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.n = 0
}

func (f *field) set(n int) {
	f.mu.Lock()
	f.n = n
	onChange := f.onChange
	f.mu.Unlock()
	onChange()
}

// Right: the hook is called without the lock.
func changedLater() { newField().set(1) }

type treasure struct {
	mu sync.Mutex
	n  int
}

type guard struct{ of *treasure }

func (t *treasure) acquire() guard {
	t.mu.Lock()
	return guard{t}
}

func (g guard) release() { g.of.mu.Unlock() }

// Right: each guard is released before the next one comes.
func guarded() {
	t := &treasure{}
	for range 2 {
		g := t.acquire()
		t.n++
		g.release()
	}
}

type crown struct {
	mu sync.Mutex
	n  int
}

type keeper struct{ of *crown }

func (c *crown) acquire() keeper {
	c.mu.Lock() // want "mu.Lock blocks forever"
	return keeper{c}
}

func (k keeper) release() { k.of.mu.Unlock() }

// Wrong: the first keeper is released when the function returns.
func guardedTwice() {
	c := &crown{}
	first := c.acquire()
	defer first.release()
	second := c.acquire()
	defer second.release()
}

type lazy struct {
	mu   sync.Mutex
	once sync.Once
	n    int
}

func (l *lazy) load() { l.n = 1 }

// Right: what is done once doesn't lock.
func (l *lazy) get() int {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.once.Do(l.load)
	return l.n
}
