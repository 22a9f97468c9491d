package interp

import (
	"cmp"
	"encoding/binary"
	"slices"
)

// canonical brings a local state into the form in which equal ones are alike,
// and returns that with its key. What can't matter any more is dropped: dead
// registers, unreachable objects, assumptions about unknowns that nobody can
// ask about again. Unknowns that are decided become constants.
func (e *evaluator) canonical(s *localState) (string, *localState) {
	n := &localState{
		memory: memory{}, decisions: map[symbolID]decision{}, rotation: s.rotation,
		panic: s.panic, goexit: s.goexit, renewals: s.renewals,
	}
	for i, f := range s.frames {
		n.frames = append(n.frames, e.canonicalFrame(s, i, f))
	}
	n.private = len(n.frames)
	for _, o := range e.reachable(s.memory, e.withGlobals(s.memory, n.everything())) {
		if h := s.memory[o]; h != nil {
			n.memory[o] = e.canonicalObject(s, o, h)
		}
	}
	asked := e.mentioned(n)
	for sym, d := range s.decisions {
		if e.widened.symbols[sym] {
			continue
		}
		if asked[sym] || e.lasting[sym] && e.canReturn(sym, asked) {
			n.decisions[sym] = d
		}
	}
	if len(n.frames) == 0 {
		n = &localState{memory: memory{}, decisions: map[symbolID]decision{}, rotation: map[string]int{}}
	}
	return e.key(n), n
}

// withGlobals adds the package-level variables that a memory knows to values:
// they can always be reached.
func (e *evaluator) withGlobals(m memory, values []value) []value {
	for o := range m {
		if origin := e.objectTable[o].origin; e.symbolTable[origin].global {
			values = append(values, e.pointer(o, ""))
		}
	}
	return values
}

// canReturn reports whether a part of an unknown can be loaded again: what it
// is a part of must still be there. Package-level variables always are.
func (e *evaluator) canReturn(sym symbolID, there map[symbolID]bool) bool {
	for sym = e.symbolTable[sym].whole; sym != 0; sym = e.symbolTable[sym].whole {
		if there[sym] || e.symbolTable[sym].global {
			return true
		}
	}
	return false
}

// canonicalFrame makes a frame with the live registers only. It is f itself if
// that has no others, as is usual for all but the innermost.
func (e *evaluator) canonicalFrame(s *localState, i int, f *frame) *frame {
	live := e.liveIn(s, i)
	g := f
	for r, v := range f.registers {
		settled := value(0)
		if v != 0 && live.has(r) {
			settled = e.widenRegister(s.memory, f.function, r, e.settled(s, v))
		}
		if settled == v {
			continue
		}
		if g == f {
			g = f.clone()
		}
		g.registers[r] = settled
	}
	if len(f.deferred) == 0 {
		return g
	}
	if g == f {
		g = f.clone()
	}
	for j, d := range f.deferred {
		args := make([]value, len(d.callee.args))
		for k, v := range d.callee.args {
			args[k] = e.settled(s, v)
		}
		g.deferred[j].callee.args = args
	}
	return g
}

func (e *evaluator) canonicalObject(s *localState, o objectID, h *heapObject) *heapObject {
	n := heapObject{published: h.published, cells: make([]cell, len(h.cells))}
	for i, c := range h.cells {
		n.cells[i] = cell{c.path, e.widenCell(s.memory, cellID{o, c.path}, e.settled(s, c.v))}
	}
	return &n
}

// settled replaces decided unknowns in v, at any depth, by constants.
func (e *evaluator) settled(s *localState, v value) value {
	if len(s.decisions) == 0 {
		return v
	}
	if r := e.resolve(s, v); r != v {
		return r
	}
	d := e.of(v)
	if d.form == testForm || d.form == structForm && len(d.parts) == 1 {
		return v
	}
	changed := false
	parts := e.parts(d)
	for i, part := range parts {
		if d.form == structForm && i == 0 {
			continue
		}
		parts[i] = e.settled(s, part)
		changed = changed || parts[i] != part
	}
	if !changed {
		return v
	}
	n := e.table[v]
	n.parts = parts
	return e.intern(n)
}

// everything lists the values of all frames.
func (s *localState) everything() []value {
	var list []value
	s.values(func(v value) {
		if v != 0 {
			list = append(list, v)
		}
	})
	return list
}

// mentioned finds the unknowns that occur in a state.
func (e *evaluator) mentioned(s *localState) map[symbolID]bool {
	found := map[symbolID]bool{}
	note := func(v value) {
		if v != 0 {
			e.walk(v, func(_ value, d *description) {
				if d.form == symbolForm {
					found[symbolID(d.number)] = true
				}
				if d.object != 0 {
					found[e.objectTable[d.object].origin] = true
				}
			})
		}
	}
	s.values(note)
	for _, h := range s.memory {
		for _, c := range h.cells {
			note(c.v)
		}
	}
	return found
}

// A stateKey is the encoding of a state, or of a part of one.
type stateKey []byte

func (k *stateKey) number(n int) { *k = binary.AppendVarint(*k, int64(n)) }

func (k *stateKey) text(t string) {
	k.number(len(t))
	*k = append(*k, t...)
}

func (k *stateKey) flag(f bool) {
	if f {
		k.number(1)
	} else {
		k.number(0)
	}
}

// key encodes a canonical state exactly.
func (e *evaluator) key(s *localState) string {
	k := stateKey(e.scratch[:0])
	for _, f := range s.frames {
		k.number(e.flowOf(f.function).number)
		k.frame(f)
	}
	k.number(-2)
	k.memory(s.memory)
	k.decisions(s.decisions)
	for _, place := range sortedKeys(s.rotation) {
		k.text(place)
		k.number(s.rotation[place])
	}
	k.flag(s.goexit)
	for _, r := range s.renewals {
		k.number(r.entity)
	}
	if s.panic != nil {
		k.text(s.panic.text)
		k.text(s.panic.site.String())
	}
	e.scratch = k
	return string(k)
}

func (k *stateKey) frame(f *frame) {
	k.number(f.block)
	k.number(f.pc)
	k.number(f.result)
	k.flag(f.isDeferred)
	k.flag(f.unwinding)
	k.flag(f.barrier)
	k.flag(f.guarded)
	k.flag(f.declined)
	for r, v := range f.registers {
		if v != 0 {
			k.number(r)
			k.number(int(v))
		}
	}
	k.number(-1)
	for _, d := range f.deferred {
		k.text(d.callee.name)
		for _, v := range d.callee.args {
			k.number(int(v))
		}
	}
}

func (k *stateKey) memory(m memory) {
	objects := make([]objectID, 0, len(m))
	for o := range m {
		objects = append(objects, o)
	}
	slices.Sort(objects)
	for _, o := range objects {
		k.number(int(o))
		k.flag(m[o].published)
		for _, c := range m[o].cells {
			k.text(c.path)
			k.number(int(c.v))
		}
		k.number(-1)
	}
	k.number(-3)
}

func (k *stateKey) decisions(decisions map[symbolID]decision) {
	for _, sym := range sortedKeys(decisions) {
		d := decisions[sym]
		k.number(int(sym))
		k.number(int(d.truth))
		k.number(int(d.low))
		k.number(int(d.high))
		k.number(int(d.equal))
		for _, v := range d.unequal {
			k.number(int(v))
		}
		k.number(-1)
	}
	k.number(-4)
}

func sortedKeys[K cmp.Ordered, V any](m map[K]V) []K {
	if len(m) == 0 {
		return nil
	}
	keys := make([]K, 0, len(m))
	for k := range m {
		keys = append(keys, k)
	}
	slices.Sort(keys)
	return keys
}

// labelKey encodes a message exactly: the value and the part of the heap that
// it brings along.
func labelKey(v value, m memory) string {
	var k stateKey
	k.number(int(v))
	k.memory(m)
	return string(k)
}
