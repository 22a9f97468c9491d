package services

import (
	"fmt"
	"math/rand/v2"
)

// A generator draws a service.
type generator struct {
	r       *rand.Rand
	service *Service
	// data are channels for messages, signals are those that one may close.
	data, signals, locks, groups, flags []int
	helpers                             []*function
	budget                              int // statements that are left
	held                                map[int]bool
}

// Random draws service number i.
func Random(seed uint64, i int) *Service {
	g := &generator{r: rand.New(rand.NewPCG(seed, uint64(i))), held: map[int]bool{}}
	g.budget = 3 + g.r.IntN(12)
	g.service = &Service{Name: fmt.Sprintf("Service%04d", i)}
	g.fields()
	for i := range g.r.IntN(3) {
		f := &function{name: fmt.Sprint("help", i), body: g.statements(1 + g.r.IntN(2))}
		g.telling(f)
		g.helpers = append(g.helpers, f)
	}
	for i := range g.r.IntN(3) {
		g.service.workers = append(g.service.workers, g.worker(fmt.Sprint("run", i)))
	}
	for i := range 1 + g.r.IntN(3) {
		g.service.methods = append(g.service.methods, g.method(fmt.Sprint("Do", i)))
	}
	for _, b := range g.flags { // what nobody sets would be a constant
		first := g.service.methods[0]
		first.body = append([]statement{{kind: set, field: b}}, first.body...)
	}
	if len(g.signals) > 0 && g.r.IntN(4) > 0 {
		g.service.methods = append(g.service.methods, g.end())
	}
	g.service.helpers = g.helpers
	return g.service
}

func (g *generator) fields() {
	g.data = g.some(channel, 1+g.r.IntN(2))
	g.signals = g.some(channel, g.r.IntN(2))
	for _, s := range g.signals {
		g.service.fields[s].capacity = 0
	}
	g.locks = g.some(mutex, g.r.IntN(3))
	g.groups = g.some(group, g.r.IntN(2))
	g.flags = g.some(flag, g.r.IntN(2))
}

// some adds fields of a kind.
func (g *generator) some(kind fieldKind, n int) (list []int) {
	for range n {
		f := field{kind: kind}
		if kind == channel {
			f.capacity = g.r.IntN(3)
		}
		list = append(list, len(g.service.fields))
		g.service.fields = append(g.service.fields, f)
	}
	return list
}

// one draws from a list, or reports that it is empty.
func (g *generator) one(list []int) (int, bool) {
	if len(list) == 0 {
		return 0, false
	}
	return list[g.r.IntN(len(list))], true
}

// worker draws a function that the constructor starts.
func (g *generator) worker(name string) *function {
	f := &function{name: name}
	g.telling(f)
	c, _ := g.one(g.data)
	switch g.r.IntN(4) {
	case 0:
		f.body = g.statements(1 + g.r.IntN(2))
	case 1:
		f.body = []statement{{kind: each, field: c, bodies: [][]statement{g.statements(g.r.IntN(2))}}}
	default:
		f.body = []statement{{kind: forever, bodies: [][]statement{{g.turn(c)}}}}
	}
	return f
}

// telling lets a function tell a wait group that it ends, if there is one.
func (g *generator) telling(f *function) {
	if w, ok := g.one(g.groups); ok && g.r.IntN(2) == 0 {
		f.after = &statement{kind: done, field: w}
	}
}

// turn draws what a worker does again and again: it waits for a message, and for
// the signal to end.
func (g *generator) turn(c int) statement {
	s := statement{kind: selection, cases: []communication{{receive, c}}, bodies: [][]statement{g.statements(g.r.IntN(2))}}
	if g.r.IntN(4) == 0 {
		s.cases[0].kind = send
	}
	if quit, ok := g.one(g.signals); ok {
		s.cases = append(s.cases, communication{receive, quit})
		s.bodies = append(s.bodies, []statement{{kind: leave}})
	}
	return s
}

func (g *generator) method(name string) *function {
	f := &function{name: name}
	if l, ok := g.one(g.locks); ok && g.r.IntN(4) == 0 {
		f.before, f.after = &statement{kind: lock, field: l}, &statement{kind: unlock, field: l}
		g.held[l] = true
		defer delete(g.held, l)
	}
	f.body = g.statements(1 + g.r.IntN(3))
	return f
}

// end draws a method that closes the signal and may wait for workers.
func (g *generator) end() *function {
	before := g.statements(g.r.IntN(2))
	f := &function{name: "Close", once: len(before) == 0}
	signal, _ := g.one(g.signals)
	closing := []statement{{kind: closing, field: signal}}
	if b, ok := g.one(g.flags); ok && g.r.IntN(2) == 0 {
		f.once = false
		closing = []statement{{kind: ifUnset, field: b, bodies: [][]statement{append([]statement{{kind: set, field: b}}, closing...)}}}
	}
	if l, ok := g.one(g.locks); ok && g.r.IntN(2) == 0 {
		closing = g.section(l, closing)
	}
	f.body = append(before, closing...)
	if w, ok := g.one(g.groups); ok && g.r.IntN(3) > 0 {
		f.body = append(f.body, statement{kind: await, field: w})
	}
	return f
}

func (g *generator) section(l int, body []statement) []statement {
	list := append([]statement{{kind: lock, field: l}}, body...)
	if g.r.IntN(12) == 0 {
		return list
	}
	return append(list, statement{kind: unlock, field: l})
}

func (g *generator) statements(n int) (list []statement) {
	for range n {
		if g.budget--; g.budget < 0 {
			break
		}
		list = append(list, g.statement()...)
	}
	return list
}

// statement draws a statement, with what belongs to it; where there is no field
// for it, it is about a message.
func (g *generator) statement() []statement {
	switch g.r.IntN(12) {
	case 0, 1:
		if l, ok := g.one(g.locks); ok && !g.held[l] {
			g.held[l] = true
			defer delete(g.held, l)
			return g.section(l, g.statements(1))
		}
	case 2, 3:
		return []statement{g.choice()}
	case 4:
		return []statement{{kind: perhaps, bodies: [][]statement{append(g.statements(1), g.leaving()...)}}}
	case 5:
		if b, ok := g.one(g.flags); ok {
			return []statement{{kind: pick(g.r, ifSet, ifUnset), field: b, bodies: [][]statement{append(g.statements(1), g.leaving()...)}}}
		}
	case 6:
		if b, ok := g.one(g.flags); ok {
			return []statement{{kind: pick(g.r, set, set, reset), field: b}}
		}
	case 7:
		return g.started()
	case 8:
		if len(g.helpers) > 0 {
			f := pick(g.r, g.helpers...)
			if f.after == nil {
				return []statement{{kind: call, callee: f}}
			}
		}
	case 9:
		if w, ok := g.one(g.groups); ok && g.r.IntN(3) == 0 {
			return []statement{{kind: await, field: w}}
		}
	}
	return []statement{g.message()}
}

func (g *generator) leaving() []statement {
	if g.r.IntN(2) == 0 {
		return nil
	}
	return []statement{{kind: leave}}
}

func (g *generator) message() statement {
	c, _ := g.one(g.data)
	return statement{kind: pick(g.r, send, send, receive), field: c}
}

// started starts a helper, if there is one.
func (g *generator) started() (list []statement) {
	if len(g.helpers) == 0 {
		return []statement{g.message()}
	}
	f := pick(g.r, g.helpers...)
	if w, ok := groupOf(f); ok {
		list = append(list, statement{kind: add, field: w})
	}
	return append(list, statement{kind: start, callee: f})
}

// choice draws a selection of one or two messages, with a way out more often
// than not.
func (g *generator) choice() statement {
	s := statement{kind: selection}
	for range 1 + g.r.IntN(2) {
		m := g.message()
		s.cases = append(s.cases, communication{m.kind, m.field})
		s.bodies = append(s.bodies, g.statements(g.r.IntN(2)))
	}
	if quit, ok := g.one(g.signals); ok && g.r.IntN(2) == 0 {
		s.cases = append(s.cases, communication{receive, quit})
		s.bodies = append(s.bodies, g.leaving())
	} else if g.r.IntN(2) == 0 {
		s.cases = append(s.cases, communication{kind: otherwise})
		s.bodies = append(s.bodies, nil)
	}
	return s
}

func pick[T any](r *rand.Rand, list ...T) T { return list[r.IntN(len(list))] }
