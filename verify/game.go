package verify

import (
	"slices"

	"github.com/chancheck/chancheck/model"
)

// What may go wrong. doubt.go finds what goes wrong whatever the program
// chooses at steps in doubt; here it is the bug that chooses. Process p may be
// stuck at local state s if there is a set of reachable configurations, not
// empty, in each of which
//
//   - p is at s, and the program hasn't ended;
//   - every certain step leads into the set, and is no move of p;
//   - of the steps in doubt of each process that has some, at least one leads
//     into the set, and is no move of p.
//
// There is a greatest such set, the union of all: what is left when
// configurations that break a rule are taken out, again and again.
//
// The scheduler and the outside world are fair, and a set must be closed under
// what they may do. Doubts aren't fair: a flag that isn't followed may never
// change. So a process that loops for ever through steps in doubt keeps those
// waiting that wait for it, though each time it could leave: terminal
// components don't show that.
//
// A certain step that makes an assumption (isBranch) is a free choice of the
// outside world and counts as certain. This is the other way round from an
// attractor, which rests on one step, so that it must not be one that the
// program can't take; here a step is only in the way. An assumption that isn't
// free, as it depends on what is in doubt, is in doubt itself. Where a process
// has both certain steps and steps in doubt, both rules hold: the steps in
// doubt are all that may be the program's, so that it can take one of them, and
// what keeps it from taking any is spelled out as one of them (a select whose
// case of a channel that was given away isn't ready).
//
// That is a modal transition system (Larsen and Thomsen, A modal process logic,
// LICS 1988): certain steps are its must-steps, and a choice in doubt is a
// disjunctive one (Larsen and Xinxin, 1990). A resolution of the doubts picks
// one step of each choice in each configuration; p may be stuck if and only if
// it is stuck in some resolution. The resolution need not remember anything: an
// execution into the set is without loops and outside of it, and inside the
// choices keep to it. The two questions together are the game of Shoham and
// Grumberg, A game-based framework for CTL counterexamples and 3-valued
// abstraction-refinement (2007), for EF AG; the steps that the answer hangs on
// say what to follow, as in Onderka, Input-based framework for three-valued
// abstraction refinement (2024).
//
// TestDoubtsAgreeWithResolutions compares with all resolutions, one by one.

// A game finds closed sets. It is used for one set after the other.
type game struct {
	g *graph
	// in is, for each configuration, the number of the last set that it is in.
	in    []uint32
	last  uint32
	queue []uint32
	// forbidden are edges that may not be taken, wherever they lead; nil for
	// none.
	forbidden func(from uint32, e edge) bool
	// all wants sets closed under all steps, in doubt or not.
	all bool
}

func newGame(g *graph) *game { return &game{g: g, in: make([]uint32, g.table.Size)} }

// within returns the greatest subset that is closed, in the order of set.
func (a *game) within(set []uint32) []uint32 {
	a.last++
	for _, i := range set {
		a.in[i] = a.last
	}
	for _, i := range set {
		if !a.holds(i) {
			a.drop(i)
		}
	}
	into, first := a.g.outlook.into, a.g.outlook.firstInto
	for len(a.queue) > 0 {
		i := a.queue[len(a.queue)-1]
		a.queue = a.queue[:len(a.queue)-1]
		for _, e := range into[first[i]:first[i+1]] {
			if a.has(e.from) && (!e.doubtful && a.g.barred == nil || a.all || !a.holds(e.from)) {
				a.drop(e.from)
			}
		}
	}
	var left []uint32
	for _, i := range set {
		if a.has(i) {
			left = append(left, i)
		}
	}
	return left
}

// has reports whether a configuration is in the set that was asked for last.
func (a *game) has(i uint32) bool { return a.in[i] == a.last }

// drop takes a configuration out of the set.
func (a *game) drop(i uint32) {
	a.in[i] = 0
	a.queue = append(a.queue, i)
}

// holds reports whether a configuration breaks no rule. The edges of a process
// stand together.
func (a *game) holds(i uint32) bool {
	edges := a.g.edgesOf(int(i))
	for len(edges) > 0 {
		mover, open, settled := edges[0].mover, false, false
		for len(edges) > 0 && edges[0].mover == mover {
			e := edges[0]
			edges = edges[1:]
			stays := a.stays(i, e)
			if e.doubtful() && !a.all {
				open, settled = true, settled || stays
			} else if !stays && !a.isBarred(i, e) {
				return false
			}
		}
		if open && !settled {
			return false
		}
	}
	return true
}

// stays reports whether an edge may be taken that leads into the set.
func (a *game) stays(i uint32, e edge) bool {
	return a.has(e.to) && (a.forbidden == nil || !a.forbidden(i, e))
}

// isBarred reports whether some program doesn't take a certain step because that leads to
// what it doesn't come to, though it comes to configuration i: those who would take the step
// can do something else there. See panicfree.go.
func (a *game) isBarred(i uint32, step edge) bool {
	if a.g.barred == nil || !a.g.barred.barsSome(a.g.table.At(int(step.to))) || a.forbidden != nil && a.forbidden(i, step) {
		return false
	}
	elsewhere := func(p int) bool {
		return slices.ContainsFunc(a.g.edgesOf(int(i)), func(e edge) bool { return e.isOf(p) && a.stays(i, e) })
	}
	return elsewhere(int(step.mover)) && elsewhere(step.other())
}

// reach returns what the bug can reach from one configuration of the last set
// without leaving it. No step that is forbidden stays inside: those in doubt are
// internal.
func (a *game) reach(from uint32) []uint32 {
	within := a.last
	a.last++
	list := []uint32{from}
	a.in[from] = a.last
	for k := 0; k < len(list); k++ {
		for _, e := range a.g.edgesOf(int(list[k])) {
			if a.in[e.to] == within {
				a.in[e.to] = a.last
				list = append(list, e.to)
			}
		}
	}
	return list
}

// waiting lists, for each local state of a process at which it can be blocked,
// the configurations in which it is there; nil if there is no such state. The
// first of those that are interchangeable stands for all.
func (g *graph) waiting(p int) [][]uint32 {
	states, peers := g.sys.Processes[p].States, g.peers(p)
	if p != peers[0] {
		return nil
	}
	var at [][]uint32
	for s := range states {
		if canBlock(&states[s]) && at == nil {
			at = make([][]uint32, len(states))
		}
	}
	if at == nil {
		return nil
	}
	for i := range g.table.Size {
		c := g.table.At(i)
		if g.ended.Get(c) != 0 {
			continue
		}
		last := -1 // interchangeable ones at one local state stand together
		for _, q := range peers {
			if s := g.processes[q].Get(c) - 1; s >= 0 && s != last && canBlock(&states[s]) {
				at[s] = append(at[s], uint32(i))
				last = s
			}
		}
	}
	return at
}

// canBlock reports whether a process can be blocked at a local state: it is not
// its end, and no step there is always possible.
func canBlock(s *model.State) bool {
	for i := range s.Transitions {
		switch s.Transitions[i].Kind {
		case model.Send, model.Receive, model.ReceiveClosed, model.Announce, model.Lock, model.RLock, model.Wait,
			model.OnceBegin, model.OnceSkip, model.CondWake, model.Read, model.Update, model.Assume, model.Fault:
		default:
			return false
		}
	}
	return len(s.Transitions) > 0
}
