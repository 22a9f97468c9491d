package report

import (
	"slices"

	"github.com/chancheck/chancheck/model"
	"github.com/chancheck/chancheck/verify"
)

// An execution has its steps in one order of many: steps that have nothing in common may as well come the other way round, and
// lead to the same end (Mazurkiewicz 1977). Of these orders a story has one that shows causes before effects:
//
//   - a channel is closed as late as possible before somebody panics because of that: who panics has done all that leads him there
//     before, if he could;
//   - who is stuck does what leads him there at the end, in one go, after others have done what leaves him there.

// causal is an execution with its steps in that order, and what is known of each step in the same order.
func causal(sys *model.System, f *verify.Finding, needed []bool) (*verify.Finding, []bool) {
	u := &uses{sys: sys}
	for i := range f.Trace {
		u.list = append(u.list, u.of(&f.Trace[i]))
	}
	var late []bool
	switch {
	case f.Category == verify.Panic:
		late = u.after((&narrator{sys: sys, finding: f}).closing())
	case f.Category.IsStuck():
		late = u.onlyFor(f)
	default:
		return f, needed
	}
	told := *f
	told.Trace = make([]verify.Step, 0, len(f.Trace))
	list := make([]bool, 0, len(f.Trace))
	for _, second := range []bool{false, true} {
		for i, s := range f.Trace {
			if late[i] == second {
				told.Trace, list = append(told.Trace, s), append(list, needed[i])
			}
		}
	}
	return &told, list
}

// closing is the last step by which another process closes the channel that a panic is about, or the number of steps.
func (n *narrator) closing() int {
	return n.lastClose(func(process int) bool { return process != n.finding.Process })
}

// uses says for each step of an execution what it has to do with.
type uses struct {
	sys  *model.System
	list []use
}

// A use is what one step has to do with.
type use struct {
	processes, objects []int
	reads              bool // it doesn't change the objects
	all                bool // it ends something that any step is part of
}

// of is the use of a step. A default is taken as nothing else can be.
func (u *uses) of(s *verify.Step) use {
	state := &u.sys.Processes[s.Process].States[s.State]
	t := &state.Transitions[s.Transition]
	made := use{processes: []int{s.Process}, reads: t.Kind == model.Read}
	made.all = t.Kind == model.Exit || t.Kind == model.Crash || t.Fails() || t.Text == model.Abandoned
	if s.Partner >= 0 {
		made.processes = append(made.processes, s.Partner)
	}
	switch {
	case t.Kind == model.Spawn:
		made.processes = append(made.processes, s.Spawned)
		for i := range u.sys.Objects {
			if u.sys.Objects[i].Owner == s.Spawned {
				made.objects = append(made.objects, i)
			}
		}
	case t.Kind == model.Default:
		for _, other := range state.Transitions {
			if other.Kind != model.Spawn && other.Object >= 0 {
				made.objects = append(made.objects, other.Object)
			}
		}
	case t.Object >= 0:
		made.objects = []int{t.Object}
	}
	return made
}

// areOrdered reports whether one step may not come before another one that it comes after.
func (u *uses) areOrdered(i, j int) bool {
	a, b := &u.list[i], &u.list[j]
	share := func(list, others []int) bool {
		return slices.ContainsFunc(list, func(x int) bool { return slices.Contains(others, x) })
	}
	return a.all || b.all || share(a.processes, b.processes) || share(a.objects, b.objects) && !(a.reads && b.reads)
}

// after lists a step and all that can't come before it.
func (u *uses) after(first int) []bool {
	late := make([]bool, len(u.list))
	for i := first; i < len(u.list); i++ {
		late[i] = i == first
		for j := first; j < i && !late[i]; j++ {
			late[i] = late[j] && u.areOrdered(j, i)
		}
	}
	return late
}

// onlyFor lists the steps of who is stuck that nothing hangs on but what he does himself.
func (u *uses) onlyFor(f *verify.Finding) []bool {
	late := make([]bool, len(u.list))
	for i := len(u.list) - 1; i >= 0; i-- {
		late[i] = f.Trace[i].Process == f.Process && f.Trace[i].Spawned < 0
		for j := i + 1; j < len(u.list) && late[i]; j++ {
			late[i] = late[j] || !u.areOrdered(i, j)
		}
	}
	return late
}
