package parents

import (
	"io"
	"sync"
	"sync/atomic"
)

// A Salon finds only guests that are in it, and who leaves is out before he takes his own lock.
type Salon struct {
	mu     sync.Mutex
	guests map[*Visitor]bool
	sum    int
	out    io.Writer
}

type Visitor struct {
	mu   sync.Mutex
	room *Salon
	gone atomic.Bool
	n    int
}

func NewSalon(out io.Writer) *Salon { return &Salon{guests: map[*Visitor]bool{}, out: out} }

func (r *Salon) Enter() *Visitor {
	g := &Visitor{room: r}
	r.mu.Lock()
	r.guests[g] = true
	r.mu.Unlock()
	return g
}

func (r *Salon) Count() {
	r.mu.Lock()
	defer r.mu.Unlock()
	for g := range r.guests {
		r.sum += g.count()
	}
	io.WriteString(r.out, "counted")
}

func (g *Visitor) count() int {
	g.mu.Lock()
	defer g.mu.Unlock()
	io.WriteString(g.room.out, "guest")
	return g.n
}

// Leave is right.
func (g *Visitor) Leave() {
	g.room.forget(g)
	g.mu.Lock()
	defer g.mu.Unlock()
	g.room.add(g.n)
}

func (r *Salon) forget(g *Visitor) {
	r.mu.Lock()
	defer r.mu.Unlock()
	delete(r.guests, g)
}

func (r *Salon) add(n int) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.sum += n
	io.WriteString(r.out, "added")
}

// A Wood doesn't touch leaves that have fallen.
type Wood struct {
	mu     sync.Mutex
	leaves []*Branch
	out    io.Writer
}

type Branch struct {
	mu   sync.Mutex
	tree *Wood
	gone atomic.Bool
	n    int
}

func NewWood(out io.Writer) *Wood { return &Wood{out: out} }

func (t *Wood) Grow() *Branch {
	l := &Branch{tree: t}
	t.mu.Lock()
	t.leaves = append(t.leaves, l)
	t.mu.Unlock()
	return l
}

func (t *Wood) Sum() (n int) {
	t.mu.Lock()
	defer t.mu.Unlock()
	for _, l := range t.leaves {
		if !l.gone.Load() {
			n += l.sum()
		}
	}
	return n
}

func (l *Branch) sum() int {
	l.mu.Lock()
	defer l.mu.Unlock()
	io.WriteString(l.tree.out, "leaf")
	return l.n
}

// Fall is right.
func (l *Branch) Fall() {
	l.tree.mu.Lock()
	l.gone.Store(true)
	l.tree.mu.Unlock()
	l.mu.Lock()
	defer l.mu.Unlock()
	l.tree.mu.Lock()
	io.WriteString(l.tree.out, "fallen")
	l.tree.mu.Unlock()
}
