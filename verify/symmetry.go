package verify

import (
	"reflect"
	"slices"

	"github.com/chancheck/chancheck/model"
)

// Symmetry. The members of a family that own no objects run the same automaton
// over the same objects: which of them is where can't be told from outside. So
// configurations that differ in that only are explored once, with the members
// in the order of their local states (Ip and Dill, Better verification through
// symmetry, 1996). One that has ended is like one that was never started: it
// owns nothing that would be made anew. Ten workers have as many configurations
// as there are ways to count them, not to name them.
//
// A permutation of members is an automorphism of the graph of all
// configurations. Where two of them are at the same local state, what one can do
// the other can do as well; so it is for all members at a local state or for
// none that they never move again, and such a class, not a process, is what is
// stuck, in terminal components, attractors and games.
//
// A path over representatives isn't an execution: each may have its members in
// another order. Executions are found by taking concrete steps, from the
// concrete configuration that the last one led to, whose representative is the
// next on the path. It is then some member that is stuck at the end; which of
// them is read off there.
//
// Waiting for a condition variable puts the number of the process into a queue, and clocks are those of a process (clocks.go),
// so that families that wait so are left alone.
//
// TestSymmetryAgreesWithPlainExploration compares it with exploration without.

// A symmetry says which processes are interchangeable; nil if none are.
type symmetry struct {
	groups [][]int
	// group is, for each process, the number of its group plus one; final tells
	// of each local state of a group whether it is the end.
	group []int
	final [][]bool
	// base is where the classes of a group begin: those of its local states.
	base    []int
	classes int
	values  []int
}

// findSymmetry finds the families whose members are interchangeable.
func findSymmetry(sys *model.System, timed *clocks) *symmetry {
	y := &symmetry{group: make([]int, len(sys.Processes)), classes: len(sys.Processes)}
	families := make([]int, len(sys.Processes)) // how many have the process
	for _, f := range sys.Families {
		for _, m := range f.Members {
			families[m]++
		}
	}
	for _, f := range sys.Families {
		if len(f.Members) > 1 && !slices.ContainsFunc(f.Members, timed.isTimed) && areAlike(sys, f.Members, families) {
			y.add(sys, f.Members)
		}
	}
	if len(y.groups) == 0 {
		return nil
	}
	return y
}

func (y *symmetry) add(sys *model.System, members []int) {
	y.groups = append(y.groups, members)
	states := sys.Processes[members[0]].States
	final := make([]bool, len(states))
	for s := range states {
		final[s] = len(states[s].Transitions) == 0
	}
	for _, m := range members {
		y.group[m] = len(y.groups)
	}
	y.final = append(y.final, final)
	y.base = append(y.base, y.classes)
	y.classes += len(states)
}

// areAlike reports whether nothing tells processes apart.
func areAlike(sys *model.System, members, families []int) bool {
	for _, m := range members {
		if families[m] > 1 || !reflect.DeepEqual(sys.Processes[m].States, sys.Processes[members[0]].States) {
			return false
		}
	}
	for _, o := range sys.Objects {
		if slices.Contains(members, o.Owner) {
			return false
		}
	}
	for _, state := range sys.Processes[members[0]].States {
		for _, t := range state.Transitions {
			if t.Kind == model.CondEnqueue || t.Kind == model.CondWake {
				return false
			}
		}
	}
	return true
}

// represent makes a configuration that of its class: members that have ended
// were never started, and those that are further on come first.
func (g *graph) represent(c []uint64) {
	y := g.symmetry
	if y == nil {
		return
	}
	for i, members := range y.groups {
		y.values = y.values[:0]
		for _, m := range members {
			v := g.processes[m].Get(c)
			if v > 0 && y.final[i][v-1] {
				v = 0
			}
			y.values = append(y.values, v)
		}
		descend(y.values)
		for k, m := range members {
			if v := y.values[k]; g.processes[m].Get(c) != v {
				g.processes[m].Set(c, v)
			}
		}
	}
}

// descend sorts values, the largest first, by insertion: they were sorted before a step, which changes two at the most.
func descend(values []int) {
	for i, v := range values {
		k := i
		for ; k > 0 && values[k-1] < v; k-- {
			values[k] = values[k-1]
		}
		values[k] = v
	}
}

// classes is how many classes of processes there are.
func (g *graph) classes() int {
	if g.symmetry == nil {
		return len(g.processes)
	}
	return g.symmetry.classes
}

// class is a process in a configuration, or all at its local state that it is
// interchangeable with. The process runs.
func (g *graph) class(c []uint64, process int) int {
	y := g.symmetry
	if y == nil || y.group[process] == 0 {
		return process
	}
	return y.base[y.group[process]-1] + g.processes[process].Get(c) - 1
}

// peers are the processes that are interchangeable with one, itself included.
func (g *graph) peers(process int) []int {
	if g.symmetry == nil || g.symmetry.group[process] == 0 {
		return []int{process}
	}
	return g.symmetry.groups[g.symmetry.group[process]-1]
}

// tell completes a finding about a process with an execution, given as a path
// of representatives, and says which members it and the others are in the end.
// Those that are stuck in other executions keep the numbers of representatives.
func (g *graph) tell(f *Finding, path []int) {
	var end []uint64
	f.Trace, end = g.follow(path)
	if g.symmetry == nil || f.Category.IsOrphan() { // orphan.go reads the sender off the execution
		return
	}
	taken := map[int]bool{}
	member := func(b Blocked) int {
		for _, m := range g.peers(b.Process) {
			if !taken[m] && g.processes[m].Get(end) == b.State+1 {
				taken[m] = true
				return m
			}
		}
		return b.Process
	}
	f.Process = member(Blocked{f.Process, f.State})
	f.Also = slices.Clone(f.Also)
	for i, b := range f.Also {
		f.Also[i].Process = member(b)
	}
	f.Also = distinct(f.Also)
}
