package interp

import (
	"cmp"
	"encoding/binary"
	"slices"

	"github.com/chancheck/chancheck/extract/internal/domain"
)

// canonical brings a local state into the form in which equal ones are alike,
// and returns that with its key. What can't matter any more is dropped: dead
// registers, unreachable objects, assumptions about unknowns that nobody can
// ask about again. Unknowns that are decided become constants.
func (e *evaluator) canonical(s *localState) (string, *localState) {
	n := &localState{
		memory: domain.Memory{}, decisions: domain.Decisions{}, rotation: s.rotation,
		panic: s.panic, leaving: s.leaving, touched: s.touched, holds: s.holds, renewals: s.renewals,
		course: s.course, heldUp: s.heldUp,
	}
	for i, f := range s.frames {
		n.frames = append(n.frames, e.canonicalFrame(s, i, f))
	}
	for _, saw := range s.sightings {
		saw.value = e.Settled(s.decisions, saw.value)
		n.sightings = append(n.sightings, saw)
	}
	n.private = len(n.frames)
	for _, o := range e.Reachable(s.memory, e.withGlobals(s.memory, n.everything())) {
		if h := s.memory[o]; h != nil {
			n.memory[o] = e.canonicalObject(s, o, h)
		}
	}
	e.keepDecisions(s, n)
	for sym, d := range e.passed {
		if _, known := n.decisions[sym]; !known {
			n.decisions[sym] = d // whoever gets it knows of it what callers pass
		}
	}
	if len(n.frames) == 0 {
		n = &localState{memory: domain.Memory{}, decisions: domain.Decisions{}, rotation: map[string]int{}, course: s.course}
	}
	return e.key(n), n
}

// keepDecisions keeps those of a state about unknowns that its canonical form mentions, or that can return there.
func (e *evaluator) keepDecisions(s, canonical *localState) {
	if len(s.decisions) == 0 {
		return
	}
	asked := e.mentioned(canonical)
	for sym, d := range s.decisions {
		if e.widened.symbols[sym] {
			continue
		}
		if asked[sym] || e.lasting[sym] && e.canReturn(sym, asked) {
			canonical.decisions[sym] = d
		}
	}
}

// withGlobals adds the package-level variables that a memory knows to values:
// they can always be reached.
func (e *evaluator) withGlobals(m domain.Memory, values []domain.Value) []domain.Value {
	for o := range m {
		if origin := e.ObjectTable[o].Origin; e.SymbolTable[origin].Global {
			values = append(values, e.Pointer(o, ""))
		}
	}
	return e.withVariables(values)
}

// withVariables adds those that are the program's own.
func (k *knowledge) withVariables(values []domain.Value) []domain.Value {
	for _, o := range k.variables {
		values = append(slices.Clip(values), k.Pointer(o, ""))
	}
	return values
}

// canReturn reports whether a part of an unknown can be loaded again: what it
// is a part of must still be there. Package-level variables always are.
func (e *evaluator) canReturn(sym domain.SymbolID, there map[domain.SymbolID]bool) bool {
	for sym = e.SymbolTable[sym].Whole; sym != 0; sym = e.SymbolTable[sym].Whole {
		if there[sym] || e.SymbolTable[sym].Global {
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
		settled := domain.Value(0)
		if v != 0 && live.has(r) {
			settled = e.widenRegister(s.memory, f.function, r, e.kept(s.decisions, v))
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
		args := make([]domain.Value, len(d.callee.args))
		for k, v := range d.callee.args {
			args[k] = e.kept(s.decisions, v)
		}
		g.deferred[j].callee.args = args
	}
	return g
}

func (e *evaluator) canonicalObject(s *localState, o domain.ObjectID, h *domain.HeapObject) *domain.HeapObject {
	n := domain.HeapObject{Published: h.Published, Cells: make([]domain.Cell, len(h.Cells))}
	for i, c := range h.Cells {
		n.Cells[i] = domain.Cell{Path: c.Path, Value: e.widenCell(s.memory, domain.CellID{Object: o, Path: c.Path}, e.kept(s.decisions, c.Value))}
	}
	return &n
}

// everything lists the values of all frames.
func (s *localState) everything() []domain.Value {
	size := 0
	for _, f := range s.frames {
		size += len(f.registers)
	}
	list := make([]domain.Value, 0, size)
	s.values(func(v domain.Value) {
		if v != 0 {
			list = append(list, v)
		}
	})
	return list
}

// mentioned finds the unknowns that occur in a state.
func (e *evaluator) mentioned(s *localState) map[domain.SymbolID]bool {
	found := map[domain.SymbolID]bool{}
	note := func(v domain.Value) {
		if v != 0 {
			e.Walk(v, func(_ domain.Value, d *domain.Description) {
				if d.Form == domain.SymbolForm {
					found[domain.SymbolID(d.Number)] = true
				}
				if d.Object != 0 {
					found[e.ObjectTable[d.Object].Origin] = true
				}
				if d.Form == domain.ContextForm || d.Form == domain.DoneForm { // who can only cancel it doesn't ask
					found[e.endOf(e.Intern(*d))] = true
				}
			})
		}
	}
	s.values(note)
	for _, h := range s.memory {
		for _, c := range h.Cells {
			note(c.Value)
		}
	}
	return found
}

// A stateKey is the encoding of a state, or of a part of one.
type stateKey []byte

func (k *stateKey) number(n int) { *k = binary.AppendVarint(*k, int64(n)) }

func (k *stateKey) numbers(list []int) {
	k.number(len(list))
	for _, n := range list {
		k.number(n)
	}
}

func (k *stateKey) cell(id domain.CellID) {
	k.number(int(id.Object))
	k.text(id.Path)
}

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
	k := stateKey(e.keyBuffer[:0])
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
	for _, id := range s.touched {
		k.cell(id)
	}
	k.number(-5)
	k.number(len(s.holds))
	for _, h := range s.holds {
		k.number(h.lock)
		k.flag(h.reads)
	}
	k.number(len(s.sightings))
	for _, saw := range s.sightings {
		k.cell(saw.cell)
		k.number(int(saw.value))
		k.number(saw.label)
		k.numbers(saw.events)
	}
	k.flag(s.heldUp)
	k.number(int(s.leaving))
	for _, r := range s.renewals {
		k.number(r.entity)
	}
	if s.panic != nil {
		k.text(s.panic.text)
		k.text(s.panic.site.String())
		k.flag(s.panic.begun)
	}
	if e.itinerary != nil {
		k.number(s.course.Leg)
		k.number(s.course.Stops)
		k.flag(s.course.Left)
		k.flag(s.course.Lost)
	}
	e.keyBuffer = k
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
		k.flag(d.cleanup)
		k.number(len(d.callee.args))
		for _, v := range d.callee.args {
			k.number(int(v))
		}
	}
}

func (k *stateKey) memory(m domain.Memory) {
	objects := make([]domain.ObjectID, 0, len(m))
	for o := range m {
		objects = append(objects, o)
	}
	slices.Sort(objects)
	for _, o := range objects {
		k.number(int(o))
		k.flag(m[o].Published)
		for _, c := range m[o].Cells {
			k.text(c.Path)
			k.number(int(c.Value))
		}
		k.number(-1)
	}
	k.number(-3)
}

func (k *stateKey) decisions(decisions domain.Decisions) {
	for _, sym := range sortedKeys(decisions) {
		d := decisions[sym]
		k.number(int(sym))
		k.number(int(d.Truth))
		k.number(int(d.Low))
		k.number(int(d.High))
		k.number(int(d.Equal))
		k.flag(d.Over)
		k.number(len(d.Also))
		for _, v := range d.Also {
			k.number(int(v))
		}
		for _, v := range d.Unequal {
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
func labelKey(l label) string {
	var k stateKey
	k.number(int(l.v))
	k.memory(l.memory)
	k.numbers(l.events)
	return string(k)
}
