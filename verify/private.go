package verify

import "github.com/chancheck/chancheck/model"

// Internal steps commute with everything that other processes do, and nothing
// that others do takes them away. So where a process can only take internal
// steps, those are a persistent set (Godefroid; a stubborn set of Valmari's):
// to explore them alone, before anything else happens, leaves every terminal
// component in the graph. Steps in doubt have no precedence: assumptions come
// before them, where they are free (doubt.go); nor have those that last, as others go on
// meanwhile (mainend.go). The one
// danger is that others are put off for ever, by a process that takes internal
// steps only; where it could do so, in a cycle, it gets no precedence.
//
// As assumptions come first, the bug (game.go) knows them when it chooses. In a
// loop in which both come again and again that can help it, so that something
// may go wrong with the reduction that doesn't without: unknown instead of
// clean, never the other way round.
//
// TestReductionAgreesWithPlainExploration compares it with exploration without.

// findPrivate finds the local states with precedence: private[p][i] says that
// state i of process p has internal steps only and lies on no cycle of such
// states.
func findPrivate(sys *model.System) [][]bool {
	private := make([][]bool, len(sys.Processes))
	for p := range sys.Processes {
		a := &sys.Processes[p]
		private[p] = make([]bool, len(a.States))
		for i := range a.States {
			private[p][i] = isInternal(&a.States[i])
		}
		dropCycles(a, private[p])
	}
	return private
}

func isInternal(s *model.State) bool {
	for i := range s.Transitions {
		if t := &s.Transitions[i]; t.Kind != model.Tau || t.Doubt != "" || t.Lasts {
			return false
		}
	}
	return len(s.Transitions) > 0
}

// dropCycles takes the states on cycles out of a set, and those that only lead
// there: what is left when states without a successor in the set are removed,
// again and again, are cycles and what leads to them.
func dropCycles(a *model.Automaton, set []bool) {
	waits := make([]int, len(set)) // successors in the set
	before := make([][]int, len(set))
	var done []int
	for i := range set {
		if !set[i] {
			continue
		}
		for _, t := range a.States[i].Transitions {
			if set[t.To] {
				waits[i]++
				before[t.To] = append(before[t.To], i)
			}
		}
		if waits[i] == 0 {
			done = append(done, i)
		}
	}
	acyclic := make([]bool, len(set))
	for len(done) > 0 {
		i := done[len(done)-1]
		done = done[:len(done)-1]
		acyclic[i] = true
		for _, j := range before[i] {
			if waits[j]--; waits[j] == 0 {
				done = append(done, j)
			}
		}
	}
	for i := range set {
		set[i] = set[i] && acyclic[i]
	}
}
