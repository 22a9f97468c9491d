package verify

import (
	"slices"

	"github.com/chancheck/chancheck/model"
)

// What does a finding hang on? Its execution makes assumptions, and not all of them matter: where
// somebody looks at an error and goes on to be stuck either way, the error is no part of the story.
//
// An assumption doesn't matter if the finding comes about whichever way the program takes there. That
// is what steps in doubt are for (doubt.go): an assumption that may be dropped is put in doubt, and
// those that are kept have no alternative any more. What is assumed after it, and isn't in the
// execution, must not matter either. They are dropped one after the other, each for good if that
// does no harm: what is left is a smallest set in the sense that none of it can go, given the rest.

// needStates limits the configurations of all systems that are asked for one finding. Once they are
// spent, what is left is taken to matter.
const needStates = DefaultStates

// An assumed is an assumption of the source: what, and where.
type assumed struct {
	site model.Site
	text string
}

// Needed reports, for each step of the execution of a finding, whether it makes an assumption without
// which the finding would not come about, as far as that is known.
func Needed(sys *model.System, f *Finding) []bool {
	n := &need{sys: sys, finding: f, left: needStates}
	kept := n.assumptions()
	n.fixed = slices.Clone(kept)
	if n.stands(nil) {
		var dropped []assumed
		for _, a := range slices.Clone(kept) {
			if n.stands(append(slices.Clone(dropped), a)) {
				dropped = append(dropped, a)
				kept = slices.DeleteFunc(kept, func(b assumed) bool { return a == b })
			}
		}
	}
	list := make([]bool, len(f.Trace))
	for i, s := range f.Trace {
		a, ok := assumedAt(n.at(&s))
		list[i] = ok && slices.Contains(kept, a)
	}
	return list
}

// A need is the question what a finding hangs on.
type need struct {
	sys     *model.System
	finding *Finding
	fixed   []assumed // all that the execution assumes
	left    int       // of needStates
}

func (n *need) at(s *Step) *model.Transition {
	return &n.sys.Processes[s.Process].States[s.State].Transitions[s.Transition]
}

// assumedAt is what a transition assumes, if it is one that says so and isn't in doubt.
func assumedAt(t *model.Transition) (assumed, bool) {
	return assumed{t.Site, t.Text}, t.Assumes()
}

// assumptions lists those of the execution, each once.
func (n *need) assumptions() (list []assumed) {
	for i := range n.finding.Trace {
		if a, ok := assumedAt(n.at(&n.finding.Trace[i])); ok && !slices.Contains(list, a) {
			list = append(list, a)
		}
	}
	return list
}

// stands reports whether the finding comes about whatever is the case with some assumptions, if the
// others of the execution hold. What can't be found out doesn't.
func (n *need) stands(dropped []assumed) bool {
	if n.left <= 0 {
		return false
	}
	sys := n.without(dropped)
	if sys == nil {
		return false
	}
	result := Check(sys, Options{States: n.left})
	n.left -= max(result.States, 1)
	return slices.ContainsFunc(result.Findings, func(g Finding) bool { return n.isSame(sys, &g) })
}

// without is the system in which some assumptions are in doubt, and others have no alternative; nil if
// one of the former makes no choice, or one that others take part in.
func (n *need) without(dropped []assumed) *model.System {
	sys := *n.sys
	sys.Processes = slices.Clone(n.sys.Processes)
	for p := range sys.Processes {
		sys.Processes[p].States = slices.Clone(sys.Processes[p].States)
		for s := range sys.Processes[p].States {
			state := &sys.Processes[p].States[s]
			list, ok := n.choice(state.Transitions, dropped)
			if !ok {
				return nil
			}
			state.Transitions = list
		}
	}
	return &sys
}

// choice is what is left of the transitions of a state.
func (n *need) choice(list []model.Transition, dropped []assumed) ([]model.Transition, bool) {
	is := func(set []assumed) func(model.Transition) bool {
		return func(t model.Transition) bool {
			a, ok := assumedAt(&t)
			return ok && slices.Contains(set, a)
		}
	}
	isInternal := func(t model.Transition) bool { return (t.Kind == model.Tau || t.Kind == model.Assume) && t.Doubt == "" }
	switch {
	case slices.ContainsFunc(list, is(dropped)):
		list = slices.Clone(list)
		for i := range list {
			if t := &list[i]; isInternal(*t) {
				if t.Kind == model.Assume {
					return nil, false
				}
				t.Doubt = "whether it matters"
			}
		}
		return list, countFunc(list, func(t model.Transition) bool { return t.Doubt != "" }) > 1
	case slices.ContainsFunc(list, is(n.fixed)):
		isFixed := is(n.fixed)
		return slices.DeleteFunc(slices.Clone(list), func(t model.Transition) bool { return isInternal(t) && !isFixed(t) }), true
	}
	return list, true
}

func countFunc[T any](list []T, is func(T) bool) (n int) {
	for _, t := range list {
		if is(t) {
			n++
		}
	}
	return n
}

// isSame reports whether something that is found in a system is the same finding, for the reader.
func (n *need) isSame(sys *model.System, g *Finding) bool {
	f := n.finding
	a := n.sys.Processes[f.Process].States[f.State].Transitions[f.Transition]
	b := sys.Processes[g.Process].States[g.State].Transitions[g.Transition]
	isKind := f.Category == g.Category || f.Category.IsStuck() && g.Category.IsStuck() || f.Category.IsOrphan() && g.Category.IsOrphan()
	return isKind && n.sys.Processes[f.Process].Site == sys.Processes[g.Process].Site && a.Site == b.Site && slices.Equal(a.Via, b.Via)
}
