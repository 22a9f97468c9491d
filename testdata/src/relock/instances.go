package relock

import "sync"

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

type pot struct {
	mu sync.Mutex
	n  int
}

func (p *pot) pour(to *pot) {
	if p == to {
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	to.mu.Lock()
	defer to.mu.Unlock()
	p.n, to.n = 0, to.n+p.n
}

// Right: pour looks whether the two are the same.
func pourBack() {
	p := &pot{n: 1}
	p.pour(p)
	p.pour(&pot{})
}

type part struct {
	mu *sync.Mutex
	n  int
}

func newPart(mu *sync.Mutex) *part { return &part{mu: mu} }

func (p *part) size() int {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.n
}

// Right, as far as anybody knows: the two parts were given two locks.
func (p *part) join(other *part) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.n += other.size()
}

type lens struct {
	mu sync.Mutex
	n  int
}

func (l *lens) turn() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.n++
}

type tube struct{ in *lens }

func (t *tube) replace() { t.in = &lens{} }

// Right: the callee has put in another lens.
func (t *tube) focus() {
	l := t.in
	l.mu.Lock()
	defer l.mu.Unlock()
	t.replace()
	t.in.turn()
}
