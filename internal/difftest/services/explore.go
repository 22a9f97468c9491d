package services

import (
	"encoding/binary"
	"fmt"
	"slices"
)

// memory is what the fields hold.
type memory []cell

// A cell is one of them: messages in a channel, holders of a lock, the count of
// a wait group, 1 for a flag that is set.
type cell struct {
	field
	count  int
	closed bool
}

// A goroutine is at a node, or nowhere. A caller who is nowhere may call any
// method; used has a bit for each field that he has done something to in his call, but for
// the locks that he has released again.
type goroutine struct {
	at     int
	caller bool
	used   uint16
}

// A state is that of a whole program: its goroutines are sorted, but for the first, if
// that is watched.
type state struct {
	memory     memory
	goroutines []goroutine
}

// A Finding is a goroutine that can be stuck for ever at a statement, which has
// some lines, on fields.
type Finding struct {
	Lines []int
	// Avoidable says that only callers are stuck there who hold no lock and wait for the
	// first time for something, which isn't a lock and which somebody gets, or may get for
	// all that is known without data: they needn't have called. Or others are only because such
	// callers are.
	Avoidable bool
}

// Limits bound a search.
type Limits struct {
	// Callers call at a time; so many more may come to free one who is blocked.
	Callers, Extras int
	// States is the most of all searches together, Goroutines the most at a time.
	States, Goroutines int
}

// Stuck finds the goroutines of a service that can be blocked so that nothing
// that anybody does, more callers included, frees them. Executions that panic are none. It reports whether it has seen all within the limits; what it finds
// is true in any case.
func (s *Service) Stuck(l Limits) (found []Finding, isAll bool) {
	x := &explorer{program: compile(s), limits: l, free: map[string]bool{}, passed: map[int]bool{}, stuck: map[int]bool{}, avoidable: map[int]bool{}}
	first := &state{memory: x.initial}
	for range l.Callers {
		first.goroutines = append(first.goroutines, goroutine{at: nowhere, caller: true})
	}
	for _, w := range x.workers {
		first.goroutines = append(first.goroutines, goroutine{at: w})
	}
	isAll = x.walk(first, 0, func(st *state) bool {
		for i := range st.goroutines {
			x.judge(st, i)
		}
		return false
	})
	for at := range x.nodes {
		if x.stuck[at] || x.avoidable[at] {
			found = append(found, Finding{x.nodes[at].lines, !x.stuck[at] && (x.passed[at] || x.hasData() || !isAll)})
		}
	}
	return found, isAll && !x.cut
}

// An explorer notes the nodes where somebody is stuck, those where it could be avoided, and those
// that somebody has passed.
type explorer struct {
	*program
	limits                   Limits
	free                     map[string]bool // by state and goroutine: whether it can go on
	stuck, avoidable, passed map[int]bool
	cut                      bool
	// passing says that callers get what they wait for where they needn't have called.
	passing bool
}

// judge notes whether a goroutine of a state is stuck there.
func (x *explorer) judge(st *state, i int) {
	g := st.goroutines[i]
	switch {
	case g.at == nowhere:
	case !x.isBlocked(st, i):
		x.passed[g.at] = x.passed[g.at] || x.mayMove(st, i)
	case x.stuck[g.at] || x.goesOn(st, i, false):
	case g.caller && x.mayDecline(st, g) || x.goesOn(st, i, true):
		x.avoidable[g.at] = true
	default:
		x.stuck[g.at] = true
	}
}

// mayDecline reports whether a caller might as well not have come to where he waits.
func (x *explorer) mayDecline(st *state, g goroutine) bool {
	for i := range st.memory {
		if st.memory[i].kind == mutex && g.used&(1<<i) != 0 {
			return false
		}
	}
	return !slices.ContainsFunc(x.nodes[g.at].edges, func(e edge) bool { return e.kind == lock || g.used&(1<<e.field) != 0 })
}

func (x *explorer) hasData() bool {
	return slices.ContainsFunc(x.nodes, func(n node) bool { return n.asks != nowhere })
}

// isBlocked reports whether a goroutine waits for what can't happen now, and
// doesn't panic.
func (x *explorer) isBlocked(st *state, i int) bool {
	for _, e := range x.nodes[st.goroutines[i].at].edges {
		if st.memory[e.field].panics(e.kind) {
			return false
		}
	}
	return !x.mayMove(st, i)
}

// mayMove reports whether a goroutine has a step after which nobody else has to panic.
func (x *explorer) mayMove(st *state, i int) bool {
	return slices.ContainsFunc(x.moves(st, i), func(next *state) bool { return !x.isDoomed(next, i) })
}

// goesOn reports whether a blocked goroutine can ever go on, when others may come; with gifts, these
// get what they wait for themselves where they needn't have called. Past the limit it can.
func (x *explorer) goesOn(st *state, i int, gifts bool) bool {
	from := st.clone()
	from.goroutines[0], from.goroutines[i] = from.goroutines[i], from.goroutines[0]
	for range x.limits.Extras {
		from.goroutines = append(from.goroutines, goroutine{at: nowhere, caller: true})
	}
	from.sort(1)
	key := fmt.Sprint(gifts, string(x.key(from)))
	if known, ok := x.free[key]; ok {
		return known
	}
	goes := false
	x.passing = gifts
	isAll := x.walk(from, 1, func(next *state) bool {
		goes = goes || x.mayMove(next, 0)
		return goes
	})
	x.passing = false
	x.cut = x.cut || !isAll
	x.free[key] = goes || !isAll
	return x.free[key]
}

// walk visits all states that follow one, without steps of the first goroutines
// by themselves, until visit is content. It reports whether it has seen all.
func (x *explorer) walk(from *state, watched int, visit func(*state) bool) bool {
	seen := map[string]bool{string(x.key(from)): true}
	queue := []*state{from}
	isAll := true
	for len(queue) > 0 {
		st := queue[len(queue)-1]
		queue = queue[:len(queue)-1]
		if visit(st) {
			return true
		}
		for i := watched; i < len(st.goroutines); i++ {
			for _, next := range x.moves(st, i) {
				if len(next.goroutines) > x.limits.Goroutines || x.limits.States <= 0 {
					isAll = false
					continue
				}
				next.sort(watched)
				if key := string(x.key(next)); !seen[key] && !x.isDoomed(next, nowhere) {
					seen[key] = true
					x.limits.States--
					queue = append(queue, next)
				}
			}
		}
	}
	return isAll
}

// isDoomed reports whether somebody, but for one, is about to panic, whatever the others do.
func (x *explorer) isDoomed(st *state, except int) bool {
	for i, g := range st.goroutines {
		if i == except || g.at == nowhere || len(x.nodes[g.at].edges) != 1 {
			continue
		}
		if e := x.nodes[g.at].edges[0]; st.memory[e.field].closed && st.memory[e.field].panics(e.kind) {
			return true
		}
	}
	return false
}

func (st *state) clone() *state { return &state{slices.Clone(st.memory), slices.Clone(st.goroutines)} }

// sort makes states equal that differ by the order of goroutines, and forgets
// those that have ended.
func (st *state) sort(watched int) {
	rest := slices.DeleteFunc(st.goroutines[watched:], func(g goroutine) bool { return g.at == nowhere && !g.caller })
	slices.SortFunc(rest, func(a, b goroutine) int { return a.order() - b.order() })
	st.goroutines = st.goroutines[:watched+len(rest)]
}

func (g goroutine) order() int {
	n := (g.at + 1) << 17
	if g.caller {
		n |= 1<<16 | int(g.used)
	}
	return n
}

func (x *explorer) key(st *state) []byte {
	var k []byte
	for _, c := range st.memory {
		k = append(k, byte(c.count))
		if c.closed {
			k[len(k)-1] |= 0x80
		}
	}
	for _, g := range st.goroutines {
		k = binary.LittleEndian.AppendUint32(k, uint32(g.order()))
	}
	return k
}

// moves are the states that follow by a step of a goroutine, others that take
// part in a rendezvous with it included.
func (x *explorer) moves(st *state, i int) []*state {
	g := st.goroutines[i]
	if g.at == nowhere {
		return x.calls(st, i)
	}
	n := &x.nodes[g.at]
	if len(n.edges) > 0 {
		list, isCertain := x.communications(st, i, n)
		if !isCertain && n.hasDefault {
			list = append(list, st.with(i, n.otherwise))
		}
		if len(list) == 0 && x.passing && g.caller && x.mayDecline(st, g) {
			list = x.gifts(st, i, n)
		}
		return list
	}
	if n.asks != nowhere {
		return []*state{st.with(i, n.silent[1-st.memory[n.asks].count])}
	}
	var list []*state
	for _, to := range n.silent {
		next := st.with(i, to)
		if n.starts != nowhere {
			next.goroutines = append(next.goroutines, goroutine{at: n.starts})
		}
		list = append(list, next)
	}
	return list
}

func (x *explorer) calls(st *state, i int) (list []*state) {
	if !st.goroutines[i].caller {
		return nil
	}
	for _, m := range x.methods {
		if m.called == nowhere {
			list = append(list, st.with(i, m.entry))
		} else if st.memory[m.called].count == 0 {
			next := st.with(i, m.entry)
			next.memory[m.called].count = 1
			list = append(list, next)
		}
	}
	return list
}

// with is a copy of a state with a goroutine somewhere else.
func (st *state) with(i, at int) *state {
	next := st.clone()
	g := &next.goroutines[i]
	if g.at = at; at == nowhere {
		g.used = 0
	}
	return next
}

// after is a copy of a state in which a goroutine has taken an edge.
func (st *state) after(i int, e edge) *state {
	next := st.clone()
	g := &next.goroutines[i]
	if g.used |= 1 << e.field; e.kind == unlock {
		g.used &^= 1 << e.field
	}
	return next.with(i, e.to)
}

// communications follow by one of the edges of a node. One is certain if it takes nobody else:
// who is at the other side of a rendezvous may only be about to come there.
func (x *explorer) communications(st *state, i int, n *node) (list []*state, isCertain bool) {
	for _, e := range n.edges {
		c := &st.memory[e.field]
		if c.kind == channel && c.capacity == 0 && !c.closed && e.kind.isMessage() {
			list = append(list, x.rendezvous(st, i, e)...)
			continue
		}
		next := st.after(i, e)
		if next.memory[e.field].do(e.kind) {
			list, isCertain = append(list, next), true
		}
	}
	return list, isCertain
}

// gifts follow when somebody who isn't there serves a caller.
func (x *explorer) gifts(st *state, i int, n *node) (list []*state) {
	for _, e := range n.edges {
		if !st.memory[e.field].panics(e.kind) {
			list = append(list, st.after(i, e))
		}
	}
	return list
}

// rendezvous pairs an edge with those of others.
func (x *explorer) rendezvous(st *state, i int, e edge) (list []*state) {
	for j, other := range st.goroutines {
		if j == i || other.at == nowhere {
			continue
		}
		for _, o := range x.nodes[other.at].edges {
			if o.field == e.field && o.kind.isMessage() && (o.kind == send) != (e.kind == send) {
				list = append(list, st.after(i, e).after(j, o))
			}
		}
	}
	return list
}

func (k statementKind) isMessage() bool { return k == send || k == receive || k == take }

// panics reports whether something that is done to a cell panics.
func (c *cell) panics(kind statementKind) bool {
	switch kind {
	case send, closing:
		return c.closed
	case unlock, done:
		return c.count == 0
	}
	return false
}

// mostInGroup bounds counters, so that there are finitely many states.
const mostInGroup = 3

// isPossible reports whether something can be done to a cell now. What it says of
// messages is about channels with a buffer, and those that are closed.
func (c *cell) isPossible(kind statementKind) bool {
	switch kind {
	case send:
		return c.count < c.capacity
	case receive:
		return c.closed || c.count > 0
	case take:
		return c.count > 0
	case drained:
		return c.closed && c.count == 0
	case lock, await:
		return c.count == 0
	case add:
		return c.count < mostInGroup
	}
	return true
}

// do does something to a cell, and reports whether that is possible now, without
// a panic.
func (c *cell) do(kind statementKind) bool {
	if c.panics(kind) || !c.isPossible(kind) {
		return false
	}
	switch kind {
	case send, lock, add:
		c.count++
	case receive, take:
		c.count = max(0, c.count-1)
	case unlock, done:
		c.count--
	case closing:
		c.closed = true
	case set:
		c.count = 1
	case reset:
		c.count = 0
	}
	return true
}
