package supergraph

import (
	"slices"
	"strings"

	"github.com/chancheck/chancheck/extract/internal/library"
	"github.com/chancheck/chancheck/extract/internal/pointsto"
	"github.com/chancheck/chancheck/extract/ir"
	"github.com/chancheck/chancheck/model"
)

// ReleasesOthers reports whether somebody may release a lock that he hasn't taken himself before, on each
// path: then it is open who releases what. It is a forward must-analysis of what is held at a point on all
// paths (Engler and Ashcraft, RacerX, 2003), of functions as they are called, with the lock held or not:
// the functional approach of Sharir and Pnueli, 1981, with two values. Who is called with the lock may
// release it, and take it again.
func (x *Graph) ReleasesOthers(lock pointsto.Location) bool {
	w := x.holdingsOf(lock)
	for _, f := range x.Order {
		if w.touching[f] && f.Site.IsValid() && x.beginsUnheld(f) && !w.effectOf(called{f, notHeld}).ok {
			return true
		}
	}
	return false
}

// ReleasesGiven reports whether a function, or what it calls, may release a lock that it was called with.
func (x *Graph) ReleasesGiven(f *Function, lock pointsto.Location) bool {
	w := x.holdingsOf(lock)
	return w.touching[f] && !w.effectOf(called{f, notHeld}).ok
}

// Keeps reports whether a function that is called with a lock held somehow returns with it held so, on all
// paths.
func (x *Graph) Keeps(f *Function, lock pointsto.Location, how model.Kind) bool {
	w := x.holdingsOf(lock)
	return !w.touching[f] || w.afterCallee(f, how) == effect{how, true}
}

// Acquires reports whether a function returns with a lock that it was called without, on all paths.
func (x *Graph) Acquires(f *Function, lock pointsto.Location) bool {
	w := x.holdingsOf(lock)
	return w.touching[f] && w.effectOf(called{f, notHeld}).held != notHeld
}

func (x *Graph) holdingsOf(lock pointsto.Location) *holdings {
	if x.holdings[lock] == nil {
		x.holdings[lock] = &holdings{Graph: x, lock: lock, touching: x.touching(lock), effects: map[called]effect{}, assumed: map[called]bool{}}
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

// A holding is how a lock is held on all paths to a point: Lock, RLock, or not for certain.
type holding = model.Kind

const notHeld holding = model.Tau

// holdings is the analysis of one lock.
type holdings struct {
	*Graph
	lock     pointsto.Location
	touching map[*Function]bool
	effects  map[called]effect
	found    []called        // those of which the effect was asked, in that order
	assumed  map[called]bool // those that were asked of again: while it was being found, if that is still so
}

// A called is a function that is called by one who holds the lock somehow.
type called struct {
	*Function
	held holding
}

// An effect is how the lock is held on all paths when a function returns; it is not ok if the function
// releases the lock, or makes one that does, where it isn't held for certain.
type effect struct {
	held holding
	ok   bool
}

// effectOf finds the effect of a call. One that comes about while it is being found, as functions call
// themselves, is taken to release nothing that isn't held; if that turns out wrong, all that was found on that
// ground is dropped, and the call may release whatever it comes with.
func (w *holdings) effectOf(c called) effect {
	if known, found := w.effects[c]; found {
		w.assumed[c] = true
		return known
	}
	first := len(w.found)
	w.found = append(w.found, c)
	w.effects[c] = effect{notHeld, true}
	delete(w.assumed, c)
	known := w.run(c)
	if !known.ok && w.assumed[c] {
		for _, other := range w.found[first:] {
			delete(w.effects, other)
		}
		w.found = append(w.found[:first], c)
	}
	w.effects[c] = known
	return known
}

func (w *holdings) run(c called) effect {
	before, reached := make([]holding, len(c.Blocks)), make([]bool, len(c.Blocks))
	enter := func(block int, held holding) bool {
		changed := !reached[block] || before[block] != held && before[block] != notHeld
		switch {
		case !reached[block]:
			reached[block], before[block] = true, held
		case changed:
			before[block] = notHeld
		}
		return changed
	}
	enter(0, c.held)
	for work := []int{0}; len(work) > 0; work = work[1:] {
		after := w.after(c.Function, work[0], before[work[0]])
		if !after.ok {
			return after
		}
		for _, next := range c.SuccessorsOf(work[0]) {
			if enter(next, after.held) {
				work = append(work, next)
			}
		}
	}
	return effect{w.atReturn(c, before, reached), true}
}

// atReturn is how the lock is held wherever a function returns, after what it has deferred.
func (w *holdings) atReturn(c called, before []holding, reached []bool) holding {
	list := []holding{}
	for b := range c.Blocks {
		if !reached[b] {
			continue
		}
		for n := range c.Blocks[b].Instrs {
			if i := c.At(pointsto.At{Block: b, Index: n}); i.Instr().Op == ir.OpDefer && w.concerns(i) {
				return notHeld
			}
		}
		if c.Blocks[b].Terminator().Op == ir.OpReturn {
			list = append(list, w.after(c.Function, b, before[b]).held)
		}
	}
	if list = slices.Compact(list); len(list) != 1 {
		return notHeld
	}
	return list[0]
}

// concerns reports whether a call is one of the lock, or of a function that may take or release it.
func (w *holdings) concerns(i Instruction) bool {
	return slices.ContainsFunc(w.CalleesAt(i), func(f *Function) bool { return w.touching[f] }) ||
		slices.ContainsFunc(w.Points.Callees(i.Parent.Function, i.At), func(name string) bool { return w.acts(i, name) != notHeld })
}

// acts is what a call of a function by its name does to the lock itself.
func (w *holdings) acts(i Instruction, name string) model.Kind {
	action := LockingBy(name)
	if action != notHeld && slices.Contains(w.Points.Receivers(i.Parent.Function, i.Instr()), w.lock) {
		return action
	}
	return notHeld
}

// after is the effect of a block.
func (w *holdings) after(f *Function, block int, held holding) effect {
	for n := range f.Blocks[block].Instrs {
		i := f.At(pointsto.At{Block: block, Index: n})
		in := i.Instr()
		if in.Op == ir.OpMakeClosure && releasing[LockingBy(strings.TrimSuffix(in.Name, pointsto.BoundSuffix))] != notHeld {
			return effect{held, false}
		}
		if !i.Calls() {
			continue
		}
		done := w.afterCall(i, held)
		if !done.ok {
			return done
		}
		held = done.held
	}
	return effect{held, true}
}

// afterCall is the effect of a call. What is deferred is taken to find the lock as it is now, and what runs
// as a goroutine is looked at by itself.
func (w *holdings) afterCall(i Instruction, held holding) effect {
	op := i.Instr().Op
	for _, name := range w.Points.Callees(i.Parent.Function, i.At) {
		switch action := w.acts(i, name); {
		case action == notHeld:
		case releasing[action] != notHeld && (held != releasing[action] || op == ir.OpGo):
			return effect{held, false}
		case op == ir.OpCall && releasing[action] != notHeld:
			held = notHeld
		case op == ir.OpCall:
			held = action
		}
	}
	if op == ir.OpGo {
		return effect{held, true}
	}
	return w.afterCallees(i, held)
}

// afterCallees is the effect of the functions of the program that a call may run.
func (w *holdings) afterCallees(i Instruction, held holding) effect {
	var list []holding
	for _, callee := range w.CalleesAt(i) {
		done := effect{held, true}
		if w.touching[callee] {
			done = w.afterCallee(callee, held)
		}
		if !done.ok {
			return done
		}
		list = append(list, done.held)
	}
	list = slices.Compact(list)
	switch {
	case len(list) == 0 || i.Instr().Op != ir.OpCall:
		return effect{held, true}
	case len(list) > 1:
		return effect{notHeld, true}
	}
	return effect{list[0], true}
}

// afterCallee is the effect of a function that is called with the lock held somehow. One that releases nothing
// but what it has taken is taken to be about another lock of the same name, if that is held already.
func (w *holdings) afterCallee(f *Function, held holding) effect {
	alone := w.effectOf(called{f, notHeld})
	switch {
	case !alone.ok:
		return w.effectOf(called{f, held})
	case alone.held == notHeld:
		alone.held = held
	}
	return alone
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
