package supergraph

import (
	"slices"

	"github.com/chancheck/chancheck/extract/internal/library"
	"github.com/chancheck/chancheck/extract/internal/pointsto"
	"github.com/chancheck/chancheck/extract/ir"
	"github.com/chancheck/chancheck/model"
)

// ReleasesOthers reports whether somebody may release a lock that he hasn't taken himself before, on each
// path: then it is open who releases what. It is a forward must-analysis of what is held at a point on all
// paths (Engler and Ashcraft, RacerX, 2003), of functions as they are called, with so much of the lock held, and
// with such functions to call: the functional approach of Sharir and Pnueli, 1981. Who is called with the lock
// may release it, and take it again.
func (x *Graph) ReleasesOthers(lock pointsto.Location) bool {
	list, known := x.ReleasersOfOthers(lock)
	return !known || len(list) > 0
}

// ReleasersOfOthers lists the functions that may release a lock which they haven't taken themselves before. They aren't
// known if somebody who has to be called with the lock never gives it back.
func (x *Graph) ReleasersOfOthers(lock pointsto.Location) (list []*Function, known bool) {
	w := x.holdingsOf(lock)
	for _, f := range x.Order {
		if w.touching[f] && f.Site.IsValid() && x.beginsUnheld(f) && w.releasesOthers(f) {
			list = append(list, f)
		}
	}
	return list, !w.keepsLent()
}

// ReleasesGiven reports whether a function, or what it calls, may release a lock that it was called with.
func (x *Graph) ReleasesGiven(f *Function, lock pointsto.Location) bool {
	w := x.holdingsOf(lock)
	return w.touching[f] && !w.effectOf(w.fromOutside(f)).ok
}

// Keeps reports whether all functions of the program that a call may run, with a lock held somehow, return with
// it held so, on all paths.
func (x *Graph) Keeps(call Instruction, lock pointsto.Location, how model.Kind) bool {
	w := x.holdingsOf(lock)
	held := holding{}.with(how)
	for _, callee := range x.CalleesAt(call) {
		if w.touching[callee] && !w.effectOf(called{callee, x.Bind(call, nil, callee), w.tell(call, nil, callee), held}).keeps(held) {
			return false
		}
	}
	return true
}

// Acquires reports whether a function returns with a lock that it was called without, on all paths.
func (x *Graph) Acquires(f *Function, lock pointsto.Location) bool {
	w := x.holdingsOf(lock)
	done := w.effectOf(w.fromOutside(f))
	return w.touching[f] && done.ok && done.returns && done.held != holding{}
}

// Touches reports whether a function may take or release a lock, or do something to another object, itself or by what
// it calls.
func (x *Graph) Touches(f *Function, object pointsto.Location) bool {
	return x.sharedUse(object).touching[f]
}

func (x *Graph) holdingsOf(lock pointsto.Location) *holdings {
	if x.holdings[lock] == nil {
		x.holdings[lock] = newHoldings(x, lock)
	}
	return x.holdings[lock]
}

// touching are the functions that may take or release a lock, themselves or by what they call.
func (x *Graph) touching(lock pointsto.Location) map[*Function]bool {
	set := map[*Function]bool{}
	for work := slices.Clone(x.Users[lock]); len(work) > 0; work = work[1:] {
		if f := work[0]; !set[f] {
			set[f] = true
			for _, call := range f.Callers {
				work = append(work, call.Parent)
			}
		}
	}
	return set
}

// beginsUnheld reports whether a function may be called by one who holds no lock, for all that is known:
// others than the package may, or it runs as a goroutine.
func (x *Graph) beginsUnheld(f *Function) bool {
	return len(f.Callers) == 0 || f.Exported || f.Main || x.Points.Exposed(f.Name) ||
		slices.ContainsFunc(f.Callers, func(call Instruction) bool { return call.Instr().Op == ir.OpGo })
}

// releasing says what an action releases.
var releasing = map[model.Kind]model.Kind{model.Unlock: model.Lock, model.RUnlock: model.RLock}

// LockingBy is the action of a function that takes or releases a lock, and does nothing else; Tau, if it is none.
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
	return model.Tau
}

// Releases is how a lock was taken that an action releases, Tau if it releases none.
func Releases(action model.Kind) model.Kind { return releasing[action] }
