package supergraph

import (
	"slices"
	"strings"

	"github.com/chancheck/chancheck/extract/internal/library"
	"github.com/chancheck/chancheck/extract/internal/pointsto"
	"github.com/chancheck/chancheck/extract/ir"
	"github.com/chancheck/chancheck/model"
)

// ReleasesOthers reports whether some function may release a lock that it hasn't taken itself
// before, on each path: then it is open who releases what. It is a forward must-analysis of each
// function by itself (what is held at a point on all paths; Engler and Ashcraft, RacerX, 2003,
// follow calls as well), so that it is found out of locks in any number of functions.
func (x *Graph) ReleasesOthers(lock pointsto.Location) bool {
	return slices.ContainsFunc(x.Users[lock], func(f *Function) bool { return f.Site.IsValid() && x.releasesUnheld(f, lock) })
}

// A holding is how a lock is held on all paths to a point: Lock, RLock, or not for certain.
type holding = model.Kind

const notHeld holding = model.Tau

func (x *Graph) releasesUnheld(f *Function, lock pointsto.Location) bool {
	before := make([]holding, len(f.Blocks))
	reached := make([]bool, len(f.Blocks))
	enter := func(block int, held holding) bool {
		switch {
		case !reached[block]:
			reached[block], before[block] = true, held
		case before[block] == held || before[block] == notHeld:
			return false
		default:
			before[block] = notHeld
		}
		return true
	}
	enter(0, notHeld)
	for work := []int{0}; len(work) > 0; work = work[1:] {
		held, ok := x.holdsAfter(f, work[0], before[work[0]], lock)
		if !ok {
			return true
		}
		for _, next := range f.SuccessorsOf(work[0]) {
			if enter(next, held) {
				work = append(work, next)
			}
		}
	}
	return false
}

// holdsAfter is how a lock is held after a block; it is not ok if the block releases it, or makes a
// function that does, where it isn't held for certain.
func (x *Graph) holdsAfter(f *Function, block int, held holding, lock pointsto.Location) (holding, bool) {
	for n := range f.Blocks[block].Instrs {
		at := pointsto.At{Block: block, Index: n}
		in := &f.Blocks[block].Instrs[n]
		if in.Op == ir.OpMakeClosure && releasing[LockingBy(strings.TrimSuffix(in.Name, pointsto.BoundSuffix))] != notHeld {
			return held, false
		}
		if !f.At(at).Calls() {
			continue
		}
		for _, name := range x.Points.Callees(f.Function, at) {
			action := LockingBy(name)
			if action == notHeld || !slices.Contains(x.Points.Receivers(f.Function, in), lock) {
				continue
			}
			releases := releasing[action]
			switch {
			case releases != notHeld && (held != releases || in.Op == ir.OpGo):
				return held, false
			case in.Op != ir.OpCall:
			case releases != notHeld:
				held = notHeld
			default:
				held = action
			}
		}
	}
	return held, true
}

// releasing says what an action releases.
var releasing = map[model.Kind]holding{model.Unlock: model.Lock, model.RUnlock: model.RLock}

// LockingBy is the action of a function that takes or releases a lock, and does nothing else.
func LockingBy(name string) model.Kind {
	known := library.Find(name)
	if known.Meaning == library.Acts && (known.Object == model.Mutex || known.Object == model.RWMutex) {
		return known.Action
	}
	if f := library.StandIn(name); f != nil && len(f.Blocks) == 1 {
		for i := range f.Blocks[0].Instrs {
			if in := &f.Blocks[0].Instrs[i]; in.Op == ir.OpCall && library.Find(in.Name).Action == model.Lock {
				return model.Lock
			}
		}
	}
	return notHeld
}

// IsRelease reports whether an action releases a lock.
func IsRelease(action model.Kind) bool { return releasing[action] != notHeld }
