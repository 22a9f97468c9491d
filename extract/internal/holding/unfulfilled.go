package holding

import (
	"slices"

	"github.com/chancheck/chancheck/extract/internal/pointsto"
	"github.com/chancheck/chancheck/extract/internal/supergraph"
	"github.com/chancheck/chancheck/extract/ir"
)

// An Unfulfilled is a promise (a channel in the place of a result that is still to come: Friedman and Wise 1976, Liskov
// and Shrira 1988) that the function which has made it, and has put it where others find it, never fulfils if it takes
// one side of a branch: whoever has found it waits for ever.
type Unfulfilled struct {
	// Channel is one, or a wait group of which one is counted, at Counted.
	Channel pointsto.Location
	Counted supergraph.Instruction
	// Shared is where others can find it from then on, Fulfilled where it is closed, or sent on, on other ways.
	Shared, Fulfilled supergraph.Instruction
	// Awaits is where somebody waits for it who has found it, and for nothing else.
	Awaits supergraph.Instruction
	Side
}

// Unfulfilled lists the promises that a function may leave unfulfilled, once each.
func (a *Analysis) Unfulfilled(f *supergraph.Function) (list []Unfulfilled) {
	if !a.isOpen(f) {
		return nil
	}
	for i := range f.Instructions() {
		if p, ok := a.promisedAt(i); ok && !isInLoop(i) {
			if u, ok := p.unfulfilled(); ok {
				list = append(list, u)
			}
		}
	}
	return list
}

// promisedAt is the promise that an instruction makes.
func (a *Analysis) promisedAt(i supergraph.Instruction) (*promise, bool) {
	if i.Instr().Op == ir.OpMakeChan {
		return a.promiseAt(i)
	}
	return a.groupAt(i)
}

// unfulfilled finds somebody who has found the promise, and a branch on one side of which that is left then.
func (p *promise) unfulfilled() (u Unfulfilled, ok bool) {
	for _, shared := range p.shares() {
		awaits, ok := p.awaitedAt(shared)
		if !ok {
			continue
		}
		if side, ok := p.forgottenAfter(shared, awaits); ok {
			return Unfulfilled{p.channel, p.counted, shared, p.fulfilled[0], awaits, side}, true
		}
	}
	return u, false
}

// forgottenAfter is the side of a branch on which nobody fulfils the promise that others may have found by then.
func (p *promise) forgottenAfter(shared, awaits supergraph.Instruction) (side Side, ok bool) {
	from := shared
	if p.server != p.Function {
		from = supergraph.Instruction{}
	}
	w := p.flowIn(span{parent: p.server, from: from, ends: p.mayFulfil})
	for s := range w.forgotten() {
		if p.mayTake(s.Branch, s.Edge) && p.isLetGo(shared, s.Branch) && !p.IsDecidedBy(awaits, s.Branch) && !p.hasHeard(awaits, p.channel, s.Branch) {
			return s, true
		}
	}
	return side, false
}

// isLetGo reports whether the function has none of the locks any more by a branch that it had when it put the promise
// where others find it. A goroutine that the function has started comes there at any time.
func (p *promise) isLetGo(shared, branch supergraph.Instruction) bool {
	return !branch.Instr().Guarded && (branch.Parent != p.Function || !slices.ContainsFunc(p.Takings(p.Function), func(t Taking) bool {
		return p.flowOf(t).holdsAt(shared) && p.mayStillHold(shared, branch, t.Locks)
	}))
}

// awaitedAt is where somebody waits for the promise who has found it where it was put, whatever the function has stored in
// it.
func (p *promise) awaitedAt(shared supergraph.Instruction) (awaits supergraph.Instruction, ok bool) {
	for _, user := range p.Users[p.channel] {
		for _, o := range p.Operations(user) {
			i := user.At(o.At)
			if i.Instr().Op != ir.OpReceive && !isWait(i.Instr()) || !slices.Contains(o.Objects, p.channel) || p.isRun(user) {
				continue
			}
			if p.isFoundAt(i, shared) && !p.asksWhatIsStored(i) {
				return i, true
			}
		}
	}
	return awaits, false
}

// isRun reports whether a function is a literal of the one that makes the promise, or of what that starts.
func (p *promise) isRun(user *supergraph.Function) bool {
	return user != p.Function && user.FreeVars > 0 && p.runs(p.Function, user)
}

// isFoundAt reports whether somebody who receives has found the channel where an instruction has put it, himself or by who
// calls him, with the lock that was had there: that is why he may find it at any time.
func (p *promise) isFoundAt(receives, shared supergraph.Instruction) bool {
	f := receives.Parent
	if p.isTakenFrom(f, receives.Instr().Args[0], shared) {
		return true
	}
	root := p.sources(f, receives.Instr().Args[0]).root
	if root.Kind != ir.Register || root.Reg >= f.Params {
		return false
	}
	return slices.ContainsFunc(f.Callers, func(call supergraph.Instruction) bool {
		o, ok := supergraph.Argument(call.Instr(), f, root.Reg)
		return ok && p.isTakenFrom(call.Parent, o, shared)
	})
}

// isTakenFrom reports whether a function has found a value where an instruction has put it.
func (p *promise) isTakenFrom(f *supergraph.Function, o ir.Operand, shared supergraph.Instruction) bool {
	in := shared.Instr()
	to := p.Points.Operand(p.Function.Function, in.Args[0])
	if in.Op == ir.OpStore {
		to = p.Memory(p.Function, in.Args[0])
	}
	found := p.sources(f, o)
	return pointsto.Overlap(found.places, to) && (found.isLocked || pointsto.Overlap(p.locksOf(f), p.locksAt(shared)))
}

// locksAt are the locks that a function has on all ways to an instruction.
func (a *Analysis) locksAt(i supergraph.Instruction) (list []pointsto.Location) {
	for _, t := range a.Takings(i.Parent) {
		if a.flowOf(t).holdsAt(i) {
			list = append(list, t.Locks...)
		}
	}
	return list
}

// An origin are the variables, maps and slices in which a function has found a value, one in the other, with what it has
// begun.
type origin struct {
	places []pointsto.Location
	root   ir.Operand
	// isLocked says that it had a lock that the skeleton doesn't have.
	isLocked bool
}

// sources is where a function has found a value.
func (a *Analysis) sources(f *supergraph.Function, o ir.Operand) (found origin) {
	for range 2 * maxDepth {
		found.root = f.Original(o)
		in := f.Definition(found.root)
		if in == nil {
			break
		}
		switch in.Op {
		case ir.OpLoad:
			found.places = append(found.places, a.Memory(f, in.Args[0])...)
			found.isLocked = found.isLocked || in.Guarded || in.Name == ir.AtomicLoad
		case ir.OpMapLookup, ir.OpRange, ir.OpIndexAddr:
			found.places = append(found.places, a.Points.Operand(f.Function, in.Args[0])...)
		case ir.OpFieldAddr, ir.OpField, ir.OpExtract, ir.OpNext, ir.OpTypeAssert:
		default:
			return found
		}
		o = in.Args[0]
	}
	return found
}

// asksWhatIsStored reports whether somebody waits only if he has found what the function stores, but for the promise: that
// may say that it isn't to be waited for.
func (p *promise) asksWhatIsStored(awaits supergraph.Instruction) bool {
	found := p.sources(awaits.Parent, awaits.Instr().Args[0]).places
	return p.askOf(p.decide(awaits), func(l pointsto.Location) bool {
		return !slices.Contains(found, l) && p.mayStoreIn(p.Function, l)
	})
}
