package interp

import (
	"strconv"

	"github.com/chancheck/chancheck/extract/internal/domain"
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
func (e *evaluator) scribble(s *localState, args []domain.Value) {
	for _, o := range e.writable(s, args) {
		if e.open[o] != "" || e.ObjectTable[o].Kind == ir.ChanKind {
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
func (e *evaluator) writable(s *localState, values []domain.Value) []domain.ObjectID {
	for _, v := range values {
		e.Walk(v, func(v domain.Value, d *domain.Description) {
			if d.Form != domain.SymbolForm || e.SymbolTable[d.Number].Kind != ir.PointerKind {
				return
			}
			if o, _, ok := e.deref(v); ok && s.memory[o] == nil {
				s.memory[o] = &domain.HeapObject{Published: true}
			}
		})
	}
	return e.Reachable(s.memory, values)
}

// scribbleObject makes all cells of an object parts of a new unknown, but for
// those through which something of the model can be reached.
func (e *evaluator) scribbleObject(s *localState, o domain.ObjectID) {
	if e.ObjectTable[o].Kind == ir.MapKind {
		s.memory[o] = s.memory[o].With(unknownEntry, e.Yes)
		return
	}
	n := &domain.HeapObject{}
	if h := s.memory[o]; h != nil {
		n.Published = h.Published
		for _, c := range h.Cells {
			if e.matters(s, c.Value) {
				n.Cells = append(n.Cells, c)
			}
		}
	}
	s.memory[o] = n
	s.memory[o] = n.With("*", e.freshAs(s, strconv.Itoa(int(o)), ir.StructKind, "", changedData))
}

// matters reports whether a value could not be replaced by storing plain data.
func (e *evaluator) matters(s *localState, v domain.Value) bool {
	switch d := e.Of(v); d.Form {
	case domain.ChanForm, domain.ClosureForm, domain.ContextForm, domain.DoneForm, domain.MapForm, domain.IteratorForm:
		return true
	case domain.SymbolForm:
		kind := e.SymbolTable[d.Number].Kind
		return kind == ir.ChanKind || kind == ir.FuncKind
	case domain.StructForm:
		return false
	}
	return e.leadsToModel(s, []domain.Value{v})
}
