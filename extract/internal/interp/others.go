package interp

import (
	"cmp"
	"maps"
	"slices"

	"github.com/chancheck/chancheck/extract/internal/domain"
	"github.com/chancheck/chancheck/extract/ir"
	"github.com/chancheck/chancheck/model"
)

// Who looks at one function alone knows what others store in the variables that locks protect, but
// not when (see OpStore). It is what rely-guarantee reasoning calls the interference of the others:
// they come when a goroutine has released all its locks, and what they can't undo is stable.

// A meanwhile is what others store in a variable of some kind: see ir.SetByOthers.
type meanwhile struct {
	kind ir.ValueKind
	how  string
}

// setMeanwhile is why something is in doubt that others set, perhaps.
const setMeanwhile = "a variable that others may have set meanwhile is asked for"

// isSharedCell reports whether a variable is one of the model. One that others set as they like isn't:
// what a goroutine of the system stores there is nothing that they couldn't, so that each one has a
// value of its own.
func (e *evaluator) isSharedCell(id domain.CellID) bool {
	return e.sharedCells[id] && e.setByOthers[id].how != ir.SetByOthers
}

// letOthers lets others set what they set, where somebody releases a lock in state s, which leads to
// n: what was known of that is about the past. If what is left of it hangs on something that isn't
// decided yet, that is decided first: then before has the alternatives, after which the release is
// asked for again.
func (e *evaluator) letOthers(s, n *localState, site model.Site) (before []alternative) {
	for _, id := range slices.SortedFunc(maps.Keys(e.setByOthers), compareCells) {
		if e.isSharedCell(id) {
			continue
		}
		set := e.setByOthers[id]
		question := e.settled(s, e.isSetQuestion(e.Load(s.memory, id.Object, id.Path, set.kind), set.kind))
		v := e.freshAs(n, id.Path, set.kind, e.cellName(id), e.doubtOfOthers(n, set, question))
		e.Store(n.memory, id.Object, id.Path, v, set.kind)
		switch {
		case set.how != ir.LatchedByOthers && set.how != ir.ClearedByOthers:
		case question == set.stays(e):
			e.decideSo(n, e.isSetQuestion(v, set.kind), question)
		case e.Of(question).Form != domain.BoolForm && e.isAsked(n, question):
			return e.branch(s, question, e.questionText(question), site, func(*localState, bool) {})
		}
	}
	return nil
}

// doubtOfOthers is why it is in doubt what others have stored, or "": who holds another lock may keep
// them out.
func (e *evaluator) doubtOfOthers(s *localState, set meanwhile, question domain.Value) string {
	if set.how == ir.PerhapsSetByOthers || len(s.holds) > 0 || e.Of(question).Form == domain.OpaqueForm {
		return setMeanwhile
	}
	return ""
}

// isSetQuestion asks for a variable whether it is true, or nil.
func (e *evaluator) isSetQuestion(v domain.Value, kind ir.ValueKind) domain.Value {
	if kind == ir.BoolKind {
		return v
	}
	return e.equal(v, e.Zero(kind))
}

// stays is the answer to isSetQuestion that others can't change any more.
func (m meanwhile) stays(e *evaluator) domain.Value {
	return e.Boolean((m.kind == ir.BoolKind) == (m.how == ir.LatchedByOthers))
}

// decideSo notes the answer to a question.
func (e *evaluator) decideSo(s *localState, question, answer domain.Value) {
	for _, o := range e.outcomes(s, question) {
		if o.decide && e.Boolean(o.truth) == answer {
			s.decide(o.symbol, o.decision)
		}
	}
}

// isAsked reports whether a goroutine still knows what a question is about, and may ask.
func (e *evaluator) isAsked(s *localState, question domain.Value) (asked bool) {
	e.Walk(question, func(_ domain.Value, d *domain.Description) {
		asked = asked || d.Form == domain.SymbolForm && e.mentions(s, domain.SymbolID(d.Number))
	})
	return asked
}

// A held lock, to read or to write.
type held struct {
	lock  int
	reads bool
}

// hold notes that a goroutine has taken a lock, or released it: see letOthers and protection. Of
// several read locks on one lock the first release counts. It matters to clients if others set something.
func (e *evaluator) hold(s *localState, lock int, action model.Kind) {
	if e.clients && len(e.setByOthers) == 0 {
		return
	}
	h := held{lock, action == model.RLock || action == model.RUnlock}
	i, holds := slices.BinarySearchFunc(s.holds, h, func(a, b held) int { return cmp.Or(cmp.Compare(a.lock, b.lock), compareFlags(a.reads, b.reads)) })
	switch takes := action == model.Lock || action == model.RLock; { // copies share the list
	case takes && !holds:
		s.holds = slices.Insert(slices.Clone(s.holds), i, h)
	case isRelease(action) && holds:
		s.holds = slices.Delete(slices.Clone(s.holds), i, i+1)
		e.releaseSightings(s)
	case isRelease(action) && !e.handedOn[lock]: // somebody else has taken it
		e.handedOn[lock], e.changed = true, true
	}
}

func compareFlags(a, b bool) int {
	switch {
	case a == b:
		return 0
	case b:
		return -1
	}
	return 1
}

func isRelease(action model.Kind) bool { return action == model.Unlock || action == model.RUnlock }
