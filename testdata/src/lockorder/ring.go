package lockorder

import "sync"

// Ring has three locks, of which each is taken under another one.
type Ring struct{ a, b, c sync.Mutex }

// Wrong: three callers hold one each.
func (r *Ring) First() {
	r.a.Lock()
	r.b.Lock() // want "b.Lock blocks forever"
	r.b.Unlock()
	r.a.Unlock()
}

func (r *Ring) Second() {
	r.b.Lock()
	r.c.Lock()
	r.c.Unlock()
	r.b.Unlock()
}

func (r *Ring) Third() {
	r.c.Lock()
	r.a.Lock()
	r.a.Unlock()
	r.c.Unlock()
}

// Chain has three locks that are taken in order.
type Chain struct{ a, b, c sync.Mutex }

// Right: whoever has c waits for none.
func (r *Chain) First() {
	r.a.Lock()
	r.b.Lock()
	r.b.Unlock()
	r.a.Unlock()
}

func (r *Chain) Second() {
	r.b.Lock()
	r.c.Lock()
	r.c.Unlock()
	r.b.Unlock()
}

func (r *Chain) Third() {
	r.a.Lock()
	r.c.Lock()
	r.c.Unlock()
	r.a.Unlock()
}

// Gated has three locks in a circle, and a fourth one around.
type Gated struct{ gate, a, b, c sync.Mutex }

// Right: nobody else can be at it.
func (r *Gated) First() {
	r.gate.Lock()
	defer r.gate.Unlock()
	r.a.Lock()
	r.b.Lock()
	r.b.Unlock()
	r.a.Unlock()
}

func (r *Gated) Second() {
	r.gate.Lock()
	defer r.gate.Unlock()
	r.b.Lock()
	r.c.Lock()
	r.c.Unlock()
	r.b.Unlock()
}

func (r *Gated) Third() {
	r.gate.Lock()
	defer r.gate.Unlock()
	r.c.Lock()
	r.a.Lock()
	r.a.Unlock()
	r.c.Unlock()
}
