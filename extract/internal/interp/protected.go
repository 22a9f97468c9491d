package interp

import (
	"slices"

	"github.com/chancheck/chancheck/extract/internal/domain"
	"github.com/chancheck/chancheck/extract/ir"
)

// While a goroutine holds a lock that everybody takes before he uses a variable, that keeps the value
// that it has seen or stored. Which locks these are is found as Eraser finds them (Savage et al., 1997):
// a variable is protected by the locks that have been held at all its uses. Theirs are those of one run;
// here a use without a lock starts the evaluation anew, so that in the end they are those of all runs
// that are followed. A goroutine knows what it has seen until it releases the last of them. Locks that
// somebody releases who hasn't taken them protect nothing.
//
// This only takes away executions that can't be: from one use to the next nobody else can come in
// between.

// A protection is what is known of who may use a variable.
type protection struct {
	// locks are those that have been held at all uses so far, sorted.
	locks []int
	// relied says that somebody has been taken to be alone because of them.
	relied bool
}

// noteProtection records a use of a variable that several goroutines use, under the locks that one of them holds.
// As long as he alone has it he needs none.
func (e *evaluator) noteProtection(s *localState, id domain.CellID, writes bool) {
	if e.clients || !e.visible(s, id.Object) {
		return
	}
	var locks []int
	for _, h := range s.holds {
		if !writes || !h.reads {
			locks = append(locks, h.lock)
		}
	}
	e.protectedBy(id, slices.Compact(locks))
}

// protectedBy records that a variable is used under some locks and no others.
func (k *knowledge) protectedBy(id domain.CellID, locks []int) {
	p := k.protections[id]
	if p == nil {
		k.protections[id] = &protection{locks: locks}
		return
	}
	rest := slices.DeleteFunc(slices.Clone(p.locks), func(lock int) bool { return !slices.Contains(locks, lock) })
	if len(rest) < len(p.locks) {
		k.changed = k.changed || p.relied
		p.locks, p.relied = rest, false
	}
}

// isProtected reports whether a goroutine holds a lock that protects a variable.
func (e *evaluator) isProtected(s *localState, id domain.CellID) bool {
	p := e.protections[id]
	if p == nil || !slices.ContainsFunc(s.holds, func(h held) bool { return slices.Contains(p.locks, h.lock) && !e.handedOn[h.lock] }) {
		return false
	}
	p.relied = true
	return true
}

// A sighting is what a goroutine has seen, or stored, of a variable that others use, too.
type sighting struct {
	cell domain.CellID
	// value is what it holds, as long as nobody else can change it, and label the number of that; then 0.
	value domain.Value
	label int
	// events are what has made a number what it was (see history.go), until the activation of so
	// many calls that has seen it ends.
	events []int
	depth  int
}

// see notes what a goroutine sees of a variable of some kind, or stores there.
func (e *evaluator) see(s *localState, saw sighting, kind ir.ValueKind) {
	if e.clients {
		return
	}
	if saw.depth = len(s.frames); kind != ir.IntKind || !e.flowOf(s.top().function).storesNumbers {
		saw.events = nil
	}
	if !e.isProtected(s, saw.cell) {
		saw.value, saw.label = 0, 0
	}
	s.setSighting(saw)
}

// setSighting replaces what is known of a variable. Copies of the state share the list.
func (s *localState) setSighting(saw sighting) {
	i, known := findSighting(s.sightings, saw.cell)
	switch isNothing := saw.value == 0 && len(saw.events) == 0; {
	case known && isNothing:
		s.sightings = slices.Delete(slices.Clone(s.sightings), i, i+1)
	case known:
		s.sightings = slices.Clone(s.sightings)
		s.sightings[i] = saw
	case !isNothing:
		s.sightings = slices.Insert(slices.Clone(s.sightings), i, saw)
	}
}

// sightingOf is what a goroutine has seen of a variable, or none.
func (s *localState) sightingOf(id domain.CellID) sighting {
	if i, ok := findSighting(s.sightings, id); ok {
		return s.sightings[i]
	}
	return sighting{cell: id}
}

func findSighting(list []sighting, id domain.CellID) (int, bool) {
	return slices.BinarySearchFunc(list, id, func(saw sighting, id domain.CellID) int { return compareCells(saw.cell, id) })
}

// knows reports whether a goroutine knows what a variable holds: it has seen it, and still holds a lock
// that protects it.
func (e *evaluator) knows(s *localState, id domain.CellID) bool {
	return s.sightingOf(id).value != 0 && e.isProtected(s, id)
}

// releaseSightings drops what a goroutine knows of variables that aren't protected any more.
func (e *evaluator) releaseSightings(s *localState) {
	for _, saw := range slices.Clone(s.sightings) {
		if saw.value != 0 && !e.isProtected(s, saw.cell) {
			saw.value, saw.label = 0, 0
			s.setSighting(saw)
			if saw.cell.Path == mapCell {
				s.forgetContent(saw.cell)
			}
		}
	}
}

// forgetSightings drops what is known of how numbers came about from functions that have returned.
func (s *localState) forgetSightings() {
	for _, saw := range slices.Clone(s.sightings) {
		if saw.depth > len(s.frames) && len(saw.events) > 0 {
			saw.events = nil
			s.setSighting(saw)
		}
	}
}

// forgetObject drops what is known of an object that is made anew. Its locks are others, which nobody holds.
func (e *evaluator) forgetObject(s *localState, o domain.ObjectID) {
	if slices.ContainsFunc(s.sightings, func(saw sighting) bool { return saw.cell.Object == o }) {
		s.sightings = slices.DeleteFunc(slices.Clone(s.sightings), func(saw sighting) bool { return saw.cell.Object == o })
	}
	e.letGo(s, func(lock int) bool { return e.entities[lock].object == o })
}

// letGo notes that a goroutine doesn't hold some locks any more, as they are others by now.
func (e *evaluator) letGo(s *localState, isOther func(lock int) bool) {
	if slices.ContainsFunc(s.holds, func(h held) bool { return isOther(h.lock) }) {
		s.holds = slices.DeleteFunc(slices.Clone(s.holds), func(h held) bool { return isOther(h.lock) })
		e.releaseSightings(s)
	}
}
