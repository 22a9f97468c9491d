package interp

import (
	"maps"
	"slices"

	"github.com/chancheck/chancheck/extract/internal/domain"
	"github.com/chancheck/chancheck/extract/ir"
)

// Whoever waits for something open lets the world go on: what he has assumed about variables
// from outside is about the past then. If he asks again, the answer is in doubt: the world may have
// changed it, or this variable may be one that nobody changes any more.

// An outsideCell is what is known of a variable from outside that somebody loads.
type outsideCell struct {
	kind ir.ValueKind
	text string
	// renewed says that the world may have changed it in some execution.
	renewed bool
}

// changedByWorld is why something is in doubt that the world may have changed.
const changedByWorld = "a variable that others may have changed meanwhile is asked for"

// noteOutside notes that a variable is loaded, if the world may change it.
func (e *evaluator) noteOutside(id domain.CellID, in *ir.Instr) {
	if e.IsMade(id.Object) || in.Index != 0 || in.Kind.IsAggregate() {
		return
	}
	if _, known := e.outsideCells[id]; !known {
		e.outsideCells[id] = outsideCell{kind: in.Kind, text: in.Text}
	}
}

// letWorld forgets what was assumed about the variables that the world can change.
func (e *evaluator) letWorld(s *localState) {
	for _, id := range slices.SortedFunc(maps.Keys(e.outsideCells), compareCells) {
		cell := e.outsideCells[id]
		if e.isSharedCell(id) || e.unfollowedCell(id) != "" || !e.isAssumed(s, id, &cell) {
			continue
		}
		if !cell.renewed {
			cell.renewed = true
			e.outsideCells[id] = cell
			e.changed = true
		}
		s.memory[id.Object] = s.memory[id.Object].Without(id.Path)
		v := e.freshAs(s, "meanwhile "+id.Path, cell.kind, cell.text, changedByWorld)
		e.Store(s.memory, id.Object, id.Path, v, cell.kind)
	}
}

// isAssumed reports whether something is known of a variable only because it was asked for. In one
// that was renewed, what was decided since then stands as a constant.
func (e *evaluator) isAssumed(s *localState, id domain.CellID, cell *outsideCell) bool {
	v := e.Load(s.memory, id.Object, id.Path, cell.kind)
	switch d := e.Of(v); d.Form {
	case domain.SymbolForm:
		return e.isDecided(s, domain.SymbolID(d.Number), cell.kind.IsPlain() || cell.kind == ir.ErrorKind)
	case domain.NilForm, domain.BoolForm, domain.IntForm, domain.StringForm, domain.NonNilForm:
		return cell.renewed
	}
	return false
}

// isDecided reports whether something is known about an unknown, or a part of it that isn't a
// variable of its own. What is not nil keeps its identity: to take it for something else later would
// be a guess, too.
func (e *evaluator) isDecided(s *localState, whole domain.SymbolID, isData bool) bool {
	for sym, d := range s.decisions {
		if d.Over {
			continue // and stays so
		}
		if sym == whole && (isData || d.Truth == domain.IsFalse) || e.SymbolTable[sym].Whole == whole {
			return true
		}
	}
	return false
}
