package lockorder

import "sync"

// A Kiln has pots, each of which tells it when it is warm.
type Kiln struct {
	mu   sync.Mutex
	pots []*Pot
	warm int
}

type Pot struct {
	mu   sync.Mutex
	in   *Kiln
	heat int
}

func (k *Kiln) Put() *Pot {
	p := &Pot{in: k}
	k.mu.Lock()
	defer k.mu.Unlock()
	k.pots = append(k.pots, p)
	return p
}

func (k *Kiln) Cool() {
	k.mu.Lock()
	defer k.mu.Unlock()
	for _, p := range k.pots {
		p.cool()
	}
}

func (p *Pot) cool() {
	p.mu.Lock() // want `p.mu.Lock blocks forever: a call of \(\*Pot\).Heat takes it and k.mu in the other order, at perhaps.go:42 and at perhaps.go:56 \(if p.heat != heat\)`
	defer p.mu.Unlock()
	p.heat = 0
}

// Wrong: what it calls takes the lock of the kiln, if the pot gets warmer.
func (p *Pot) Heat(heat int) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.set(heat)
}

func (p *Pot) set(heat int) {
	if p.heat == heat {
		return
	}
	p.heat = heat
	p.in.count()
}

func (k *Kiln) count() {
	k.mu.Lock()
	k.warm++
	k.mu.Unlock()
}

// A Pantry has jars, each of which tells it when it is opened.
type Pantry struct {
	mu     sync.Mutex
	jars   []*Jar
	opened int
}

type Jar struct {
	mu   sync.Mutex
	on   *Pantry
	open bool
}

func (r *Pantry) Put() *Jar {
	j := &Jar{on: r}
	r.mu.Lock()
	defer r.mu.Unlock()
	r.jars = append(r.jars, j)
	return j
}

// Right: nobody has a jar's lock where he wants that of the pantry.
func (r *Pantry) Seal() {
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, j := range r.jars {
		j.seal()
	}
}

func (j *Jar) seal() {
	j.mu.Lock()
	defer j.mu.Unlock()
	j.open = false
}

// Right: it says that it isn't open, so that what it calls doesn't tell the pantry.
func (j *Jar) Shake() {
	j.mu.Lock()
	defer j.mu.Unlock()
	j.open = false
	j.tell()
}

// Right: it has no lock when it tells the pantry.
func (j *Jar) Open() {
	j.mu.Lock()
	j.open = true
	j.mu.Unlock()
	j.tell()
}

func (j *Jar) tell() {
	if j.open {
		j.on.count()
	}
}

func (r *Pantry) count() {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.opened++
}

// A Belfry has bells, each of which tells it when it is rung aloud.
type Belfry struct {
	mu    sync.Mutex
	bells []*Bell
	rung  int
}

type Bell struct {
	mu    sync.Mutex
	in    *Belfry
	times int
}

func (b *Belfry) Hang() *Bell {
	l := &Bell{in: b}
	b.mu.Lock()
	defer b.mu.Unlock()
	b.bells = append(b.bells, l)
	return l
}

// Right: none of the bells tells the tower when it is rung for nobody.
func (b *Belfry) Test() {
	b.mu.Lock()
	defer b.mu.Unlock()
	for _, l := range b.bells {
		l.ring(false)
	}
}

func (l *Bell) ring(aloud bool) {
	l.mu.Lock()
	l.times++
	l.mu.Unlock()
	if aloud {
		l.in.hear()
	}
}

// Right: it isn't locked when the tower hears it.
func (l *Bell) Ring() { l.ring(true) }

func (b *Belfry) hear() {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.rung++
}
