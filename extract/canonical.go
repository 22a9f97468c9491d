package extract

import (
	"cmp"
	"encoding/binary"
	"slices"
	"sort"
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
	return n.key(), n
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

// canonicalFrame copies a frame, with the live registers only.
func (e *evaluator) canonicalFrame(s *localState, i int, f *frame) *frame {
	g := *f
	live := e.liveIn(s, i)
	g.registers = make([]value, len(f.registers))
	for r, v := range f.registers {
		if v != 0 && live.has(r) {
			g.registers[r] = e.widenRegister(f.function, r, e.settled(s, v))
		}
	}
	g.deferred = nil
	for _, d := range f.deferred {
		args := make([]value, len(d.callee.args))
		for j, v := range d.callee.args {
			args[j] = e.settled(s, v)
		}
		g.deferred = append(g.deferred, deferredCall{callee{d.callee.name, args}, d.site})
	}
	return &g
}

func (e *evaluator) canonicalObject(s *localState, o objectID, h *heapObject) *heapObject {
	n := heapObject{published: h.published, cells: make([]cell, len(h.cells))}
	for i, c := range h.cells {
		n.cells[i] = cell{c.path, e.widenCell(cellID{o, c.path}, e.settled(s, c.v))}
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

// key encodes a canonical state exactly.
func (s *localState) key() string {
	var b []byte
	number := func(n int) { b = binary.AppendVarint(b, int64(n)) }
	text := func(t string) {
		number(len(t))
		b = append(b, t...)
	}
	flag := func(f bool) {
		if f {
			number(1)
		} else {
			number(0)
		}
	}
	for _, f := range s.frames {
		text(f.function.Name)
		number(f.block)
		number(f.pc)
		number(f.result)
		flag(f.isDeferred)
		flag(f.unwinding)
		flag(f.barrier)
		for r, v := range f.registers {
			if v != 0 {
				number(r)
				number(int(v))
			}
		}
		number(-1)
		for _, d := range f.deferred {
			text(d.callee.name)
			for _, v := range d.callee.args {
				number(int(v))
			}
		}
	}
	number(-2)
	encodeMemory(s.memory, number, text, flag)
	s.encodeDecisions(number)
	for _, place := range sortedKeys(s.rotation) {
		text(place)
		number(s.rotation[place])
	}
	flag(s.goexit)
	for _, r := range s.renewals {
		number(r.entity)
	}
	if s.panic != nil {
		text(s.panic.text)
		text(s.panic.site.String())
	}
	return string(b)
}

func encodeMemory(m memory, number func(int), text func(string), flag func(bool)) {
	objects := make([]objectID, 0, len(m))
	for o := range m {
		objects = append(objects, o)
	}
	slices.Sort(objects)
	for _, o := range objects {
		number(int(o))
		flag(m[o].published)
		for _, c := range m[o].cells {
			text(c.path)
			number(int(c.v))
		}
	}
	number(-3)
}

func (s *localState) encodeDecisions(number func(int)) {
	for _, sym := range sortedKeys(s.decisions) {
		d := s.decisions[sym]
		number(int(sym))
		number(int(d.truth))
		number(int(d.low))
		number(int(d.high))
		number(int(d.equal))
		for _, v := range d.unequal {
			number(int(v))
		}
		number(-1)
	}
	number(-4)
}

func sortedKeys[K cmp.Ordered, V any](m map[K]V) []K {
	keys := make([]K, 0, len(m))
	for k := range m {
		keys = append(keys, k)
	}
	sort.Slice(keys, func(i, j int) bool { return keys[i] < keys[j] })
	return keys
}

// labelKey encodes a message exactly: the value and the part of the heap that
// it brings along.
func labelKey(k *knowledge, v value, m memory) string {
	s := localState{memory: m}
	b := binary.AppendVarint(nil, int64(v))
	return string(b) + s.key()
}
