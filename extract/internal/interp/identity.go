package interp

import (
	"maps"
	"slices"

	"github.com/chancheck/chancheck/extract/internal/domain"
	"github.com/chancheck/chancheck/extract/ir"
	"github.com/chancheck/chancheck/model"
)

// An object of the heap stands for one object of the program at a time. A goroutine that
// makes another one at the same place, or another run of a goroutine, takes the same
// number if it can't reach the old object any more itself. Others may, of which it knows
// nothing. For what goroutines synchronise on the model checks that (see model.New), and
// says if more numbers are needed. For plain memory it doesn't, as long as nobody can
// tell: what a message brings along is new to who receives it. Where somebody gets what
// he seems to have already, be it the same object or another one, the model is asked.

// identity is the path of the cell that stands for an object as such: nobody reads or
// writes it, it is only made.
const identity = "*"

// takeAlong adds what comes with a message, or with the value of a variable, to what a
// goroutine knows.
func (e *evaluator) takeAlong(n *localState, l label) {
	for _, o := range sortedKeys(l.memory) {
		if e.mayBeTwo(o) && e.hasAlready(n, o) {
			e.watched[o] = e.newEntity(entity{model.Cell, o, identity})
			e.changed = true
		}
	}
	maps.Copy(n.memory, l.memory)
}

// mayBeTwo reports whether an object is made again and again, and nobody watches it yet.
// What goroutines synchronise on is watched anyway.
func (k *knowledge) mayBeTwo(o domain.ObjectID) bool {
	info := &k.ObjectTable[o]
	_, done := k.watched[o]
	return !done && k.IsMade(o) && (info.Repeats || info.Process > 0) && info.Kind != ir.ChanKind && len(k.byObject[o]) == 0
}

func (e *evaluator) hasAlready(s *localState, o domain.ObjectID) bool {
	return slices.Contains(e.Reachable(s.memory, e.withVariables(s.roots(e))), o)
}

// collectWatched numbers the watched objects that are made anew when their goroutine is:
// of others there is a New.
func (a *assembly) collectWatched() {
	for _, o := range sortedKeys(a.watched) {
		if owner, runs := a.index[a.ObjectTable[o].Process]; runs && owner > 0 {
			a.number(a.objects, &a.entityIDs, a.watched[o])
		}
	}
}
