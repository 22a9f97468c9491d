package interp

import (
	"strconv"

	"github.com/chancheck/chancheck/extract/ir"
)

// A long function that changes plain data of its caller's isn't followed (see
// Function.Writes): the caller learns that the data is no longer what it was.
// What could lead to communication is as before, as the function doesn't store
// such things.

// changedData is why what depends on such data is in doubt.
const changedData = "a function that isn't followed changes what is asked for"

// scribble forgets the plain data that can be reached from the arguments of a
// call.
func (e *evaluator) scribble(s *localState, args []value) {
	for _, o := range e.writable(s, args) {
		if e.open[o] != "" || e.objectTable[o].kind == ir.ChanKind {
			continue
		}
		if e.visible(s, o) && !e.scribbled[o] {
			e.scribbled[o] = true
			e.changed = true
		}
		e.scribbleObject(s, o)
	}
}

// writable lists the objects that can be reached from values. An unknown leads
// to what it points to, whether anything is known of that or not.
func (e *evaluator) writable(s *localState, values []value) []objectID {
	for _, v := range values {
		e.walk(v, func(v value, d *description) {
			if d.form != symbolForm || e.symbolTable[d.number].kind != ir.PointerKind {
				return
			}
			if o, _, ok := e.deref(v); ok && s.memory[o] == nil {
				s.memory[o] = &heapObject{published: true}
			}
		})
	}
	return e.reachable(s.memory, values)
}

// scribbleObject makes all cells of an object parts of a new unknown, but for
// those through which something of the model can be reached.
func (e *evaluator) scribbleObject(s *localState, o objectID) {
	if e.objectTable[o].kind == ir.MapKind {
		s.memory[o] = s.memory[o].with(unknownEntry, e.yes)
		return
	}
	n := &heapObject{}
	if h := s.memory[o]; h != nil {
		n.published = h.published
		for _, c := range h.cells {
			if e.matters(s, c.v) {
				n.cells = append(n.cells, c)
			}
		}
	}
	s.memory[o] = n
	s.memory[o] = n.with("*", e.freshAs(s, strconv.Itoa(int(o)), ir.StructKind, "", changedData))
}

// matters reports whether a value could not be replaced by storing plain data.
func (e *evaluator) matters(s *localState, v value) bool {
	switch d := e.of(v); d.form {
	case chanForm, closureForm, contextForm, doneForm, mapForm, iteratorForm:
		return true
	case symbolForm:
		kind := e.symbolTable[d.number].kind
		return kind == ir.ChanKind || kind == ir.FuncKind
	case structForm:
		return false
	}
	return e.leadsToModel(s, []value{v})
}
