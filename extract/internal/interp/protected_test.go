package interp

import (
	"testing"

	"github.com/chancheck/chancheck/extract/internal/domain"
	"github.com/chancheck/chancheck/extract/ir"
	"github.com/chancheck/chancheck/model"
)

// holding is a state in which locks are held.
func holding(locks ...held) *localState {
	s := at(reading(), 0)
	s.holds = locks
	return s
}

// madeByOthers is one that another goroutine has made.
func madeByOthers(e *evaluator) domain.CellID {
	return domain.CellID{Object: e.Object("v", domain.ObjectInfo{Process: 5}), Path: ".0"}
}

// TestVariablesAreProtectedByTheLocksOfAllUses, and by none that is held to read where somebody writes.
func TestVariablesAreProtectedByTheLocksOfAllUses(t *testing.T) {
	a, b := held{1, false}, held{2, false}
	for _, test := range []struct {
		name            string
		reader, writer  *localState
		underA, underAB bool
	}{
		{"under one lock", holding(a), holding(a), true, true},
		{"under another one, too", holding(a), holding(a, b), true, true},
		{"under the other one alone", holding(a, b), holding(b), false, true},
		{"under none", holding(a), holding(), false, false},
		{"by one who reads", holding(a), holding(held{1, true}), false, false},
		{"as by one who writes", holding(held{1, true}), holding(a), true, true},
	} {
		e := newEvaluator()
		id := madeByOthers(e)
		e.noteProtection(test.reader, id, false)
		e.noteProtection(test.writer, id, true)
		if got := e.isProtected(holding(a), id); got != test.underA {
			t.Errorf("%s: protected by the first: %v", test.name, got)
		}
		if got := e.isProtected(holding(a, b), id); got != test.underAB {
			t.Errorf("%s: protected by both: %v", test.name, got)
		}
	}
}

// TestWhatWasReliedOnIsLearnt: another round is due if somebody has taken himself to be alone, and isn't.
func TestWhatWasReliedOnIsLearnt(t *testing.T) {
	for _, relied := range []bool{false, true} {
		e, s := newEvaluator(), holding(held{1, false})
		id := madeByOthers(e)
		e.noteProtection(s, id, false)
		if relied {
			e.see(s, sighting{cell: id, value: e.Yes}, ir.BoolKind)
		}
		e.changed = false
		if e.noteProtection(holding(), id, true); e.changed != relied {
			t.Errorf("relied on it %v: changed %v", relied, e.changed)
		}
	}
}

// TestLocksThatOthersReleaseProtectNothing.
func TestLocksThatOthersReleaseProtectNothing(t *testing.T) {
	e, s := newEvaluator(), holding(held{1, false})
	id := madeByOthers(e)
	e.noteProtection(s, id, false)
	if !e.isProtected(s, id) {
		t.Fatal("not protected")
	}
	e.changed = false
	if e.hold(holding(), 1, model.Unlock); e.isProtected(s, id) || !e.changed {
		t.Errorf("protected %v, changed %v", e.isProtected(s, id), e.changed)
	}
}

// TestWhatIsKnownEndsWithTheLock, and what isn't known isn't seen at all.
func TestWhatIsKnownEndsWithTheLock(t *testing.T) {
	e := newEvaluator()
	id := madeByOthers(e)
	s := holding(held{1, false}, held{2, false})
	e.noteProtection(holding(held{1, false}), id, false)
	e.see(s, sighting{cell: id, value: e.Yes, label: 7}, ir.BoolKind)
	if e.hold(s, 2, model.Unlock); !e.knows(s, id) || s.sightingOf(id).label != 7 {
		t.Error("another lock was released, and it isn't known any more")
	}
	if e.hold(s, 1, model.Unlock); e.knows(s, id) || len(s.sightings) > 0 {
		t.Errorf("still known: %v", s.sightings)
	}
	if e.see(s, sighting{cell: id, value: e.Yes}, ir.BoolKind); len(s.sightings) > 0 {
		t.Errorf("known without the lock: %v", s.sightings)
	}
}

// TestMapsAreKnownAsLongAsTheyAreProtected.
func TestMapsAreKnownAsLongAsTheyAreProtected(t *testing.T) {
	e, s := newEvaluator(), holding(held{1, false})
	o := e.Object("m", domain.ObjectInfo{})
	id := domain.CellID{Object: o, Path: mapCell}
	s.memory[o] = (&domain.HeapObject{Published: true}).With("[1]", e.Yes)
	e.noteProtection(s, id, true)
	e.see(s, sighting{cell: id, value: e.Yes}, ir.MapKind)
	if e.hold(s, 1, model.Unlock); s.memory[o].Find("[1]") != 0 {
		t.Error("the entry is known after the release")
	}
}

// TestWhatIsMadeAnewIsNotKnown.
func TestWhatIsMadeAnewIsNotKnown(t *testing.T) {
	e := newEvaluator()
	s := holding(held{e.entity(model.Mutex, e.Object("mu", domain.ObjectInfo{}), ""), false})
	first, second := madeByOthers(e), domain.CellID{Object: e.Object("w", domain.ObjectInfo{Process: 5})}
	for _, id := range []domain.CellID{first, second} {
		e.noteProtection(s, id, true)
		e.see(s, sighting{cell: id, value: e.Yes}, ir.BoolKind)
	}
	e.forgetObject(s, first.Object)
	if s.sightingOf(first).value != 0 || s.sightingOf(second).value != e.Yes {
		t.Errorf("known are %v", s.sightings)
	}
}

// TestWhoIsAloneNeedsNoLock: what he does before others can see it doesn't count.
func TestWhoIsAloneNeedsNoLock(t *testing.T) {
	e := newEvaluator()
	id, s := domain.CellID{Object: e.Object("own", domain.ObjectInfo{})}, holding(held{1, false})
	e.noteProtection(holding(), id, true)
	e.publish(s.memory, e.Pointer(id.Object, ""))
	if e.noteProtection(s, id, true); !e.isProtected(s, id) {
		t.Error("what he has done before counts")
	}
}

// TestLocksThatAreMadeAnewAreHeldByNobody.
func TestLocksThatAreMadeAnewAreHeldByNobody(t *testing.T) {
	e := newEvaluator()
	id, owner := madeByOthers(e), e.Object("owner", domain.ObjectInfo{Locks: true})
	lock := e.entity(model.Mutex, owner, "")
	s := holding(held{lock, false})
	e.noteProtection(s, id, true)
	e.see(s, sighting{cell: id, value: e.Yes}, ir.BoolKind)
	if e.forgetObject(s, owner); len(s.holds) > 0 || e.knows(s, id) {
		t.Errorf("made anew: holds %v, knows it %v", s.holds, e.knows(s, id))
	}
	s = holding(held{lock, false})
	e.see(s, sighting{cell: id, value: e.Yes}, ir.BoolKind)
	if e.replaceLocks(s, owner, "", model.Site{}); len(s.holds) > 0 || e.knows(s, id) {
		t.Errorf("replaced: holds %v, knows it %v", s.holds, e.knows(s, id))
	}
}
