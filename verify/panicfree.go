package verify

import (
	"slices"

	"github.com/chancheck/chancheck/model"
)

// Options.NoPanic asks what goes wrong in programs that don't panic, in whatever order their
// goroutines run. A program is a resolution of the steps in doubt (game.go). It doesn't come
// to a configuration, which is barred,
//
//   - if each step that some process can take there, also together with another one, is a
//     panic or leads to a configuration that is barred, or
//   - if one in doubt does so that is the program's.
//
// This is the least set with these properties: an attractor of the panics, for somebody who
// chooses the process that moves next, while that and the outside world choose its step. What
// is left is closed under what they may still choose. Panics, and steps into barred
// configurations, are not taken: nobody is freed by them either, so that to panic is no way
// out for who is stuck.
//
// What all programs are barred from is left out of the graph: a configuration is in that set
// if the rules hold with all the steps in doubt. If it is the first one, they panic in any
// case, and there is no answer. What some program may be barred from, the rules with the steps
// in doubt that suit the bug, is no way out either (game.isBarred), but it is kept: to another
// program it is open. That programs differ in this is not followed, so that more may go wrong
// than does in any of them, never less.
//
// Internal steps have no precedence here (private.go): whether one of them leads to a panic
// may depend on what others have done before.
//
// TestPanicFreeMissesNoResolution compares with all resolutions.

// panicsAnyway is why there is no answer about a program that doesn't panic.
const panicsAnyway = "it panics in any case"

// Bars say which configurations of another graph all programs are barred from, and which
// some may be.
type bars struct {
	of        *graph
	all, some []bool
}

// explorePanicFree builds the graph of what is left, and says which panics were ruled out.
func explorePanicFree(sys *model.System, options Options) (*graph, []Finding) {
	whole := options
	whole.Suspect = false
	g := explore(sys, whole, nil)
	if g.stop != "" {
		return g, nil
	}
	g.look()
	b := &bars{of: g}
	b.all = b.attract(b.leadsAll)
	if b.all[0] {
		g.stop = panicsAnyway
		return g, nil
	}
	b.some = b.attract(b.leadsSome)
	return explore(sys, options, b), g.panics()
}

// attract finds what is barred, backwards from the panics, given the rule for those processes
// of which a step leads there.
func (b *bars) attract(leads func(edges []edge, p int, set []bool) bool) []bool {
	set := make([]bool, b.of.table.Size)
	into, first := b.of.outlook.into, b.of.outlook.firstInto
	var work []uint32
	enter := func(i uint32) {
		edges := b.of.edgesOf(int(i))
		if !set[i] && slices.ContainsFunc(edges, func(e edge) bool {
			return b.isIn(set, e) && (leads(edges, int(e.mover), set) || leads(edges, e.other(), set))
		}) {
			set[i] = true
			work = append(work, i)
		}
	}
	for i := range set {
		if slices.ContainsFunc(b.of.edgesOf(i), edge.panics) {
			enter(uint32(i))
		}
	}
	for len(work) > 0 {
		i := work[len(work)-1]
		work = work[:len(work)-1]
		for _, back := range into[first[i]:first[i+1]] {
			enter(back.from)
		}
	}
	return set
}

// isIn reports whether a step is a panic, or leads into a set.
func (b *bars) isIn(set []bool, e edge) bool { return e.panics() || set[e.to] }

// leadsAll reports whether all steps of a process lead into a set, or all those in doubt, one
// of which the program can take.
func (b *bars) leadsAll(edges []edge, p int, set []bool) bool {
	doubts, all, allDoubts := false, true, true
	for _, e := range edges {
		if e.isOf(p) {
			doubts = doubts || e.doubtful()
			all = all && b.isIn(set, e)
			allDoubts = allDoubts && (b.isIn(set, e) || !e.doubtful())
		}
	}
	return all || doubts && allDoubts
}

// leadsSome reports whether a step in doubt of a process leads into a set, or all its steps.
func (b *bars) leadsSome(edges []edge, p int, set []bool) bool {
	all := true
	for _, e := range edges {
		if e.isOf(p) {
			if e.doubtful() && b.isIn(set, e) {
				return true
			}
			all = all && b.isIn(set, e)
		}
	}
	return all
}

// isOf reports whether a process moves.
func (e edge) isOf(p int) bool { return int(e.mover) == p || e.other() == p }

// barsAll and barsSome report whether all programs, or some, are barred from a configuration
// to which one leads that isn't itself.
func (b *bars) barsAll(c []uint64) bool { return b.all[b.number(c)] }

func (b *bars) barsSome(c []uint64) bool { return b.some[b.number(c)] }

func (b *bars) number(c []uint64) int {
	i, _ := b.of.table.Intern(c) // it is there: b.of has all
	return i
}

// panics lists the places where the program panics.
func (g *graph) panics() (list []Finding) {
	for _, c := range g.crashes {
		f := Finding{Category: Panic, Process: c.process, State: c.state, Transition: c.transition, Text: c.reason}
		f.Object = g.objectOf(c.operation)
		if !slices.ContainsFunc(list, func(other Finding) bool { return other.SameOperation(&f) }) {
			list = append(list, f)
		}
	}
	return list
}

// SameOperation reports whether two findings are about the same operation.
func (f *Finding) SameOperation(other *Finding) bool {
	return f.Process == other.Process && f.State == other.State && f.Transition == other.Transition
}
