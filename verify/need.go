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
// execution, must not matter either, but that nothing fails there. They are dropped one after the other, each for good if that
// does no harm: what is left is a smallest set in the sense that none of it can go, given the rest.

// needStates limits the configurations of all systems that are asked for one finding. Once they are
// spent, what is left is taken to matter.
const needStates = DefaultStates

// Needed reports, for each step of the execution of a finding, whether it makes an assumption without
// which the finding would not come about, as far as that is known.
func Needed(sys *model.System, f *Finding) []bool {
	n := &need{sys: sys, finding: f, left: needStates}
	n.fixed = n.assumptions()
	kept := n.fixed
	if n.stands(nil) {
		kept = n.fewest()
	}
	list := make([]bool, len(f.Trace))
	for i, s := range f.Trace {
		t := s.In(n.sys)
		list[i] = t.Assumes() && contains(kept, t)
	}
	return list
}

// A need is the question what a finding hangs on.
type need struct {
	sys     *model.System
	finding *Finding
	fixed   []*model.Transition // all that the execution assumes
	left    int                 // of needStates
	// tried is an assumption in whose place another one is fixed: what is asked further about the same number is in doubt. It may be nil.
	tried *model.Transition
}

// isSameAssumption reports whether two transitions assume the same at the same place, reached by the same
// calls: what a helper finds out for one of its callers says nothing about another one.
func isSameAssumption(a, b *model.Transition) bool {
	return isSameLine(a, b) && slices.Equal(a.Via, b.Via)
}

// isSameLine is isSameAssumption whatever calls lead there.
func isSameLine(a, b *model.Transition) bool { return a.Site == b.Site && a.Text == b.Text }

func contains(list []*model.Transition, t *model.Transition) bool {
	return slices.ContainsFunc(list, func(u *model.Transition) bool { return isSameAssumption(t, u) })
}

// assumptions lists those of the execution, each once.
func (n *need) assumptions() (list []*model.Transition) {
	for i := range n.finding.Trace {
		if t := n.finding.Trace[i].In(n.sys); t.Assumes() && !contains(list, t) {
			list = append(list, t)
		}
	}
	return list
}

// fewest are the assumptions that are left when all are dropped that may be. Those of one line, for which
// several calls may lead there, are tried together first.
func (n *need) fewest() []*model.Transition {
	var kept, dropped, eachWay []*model.Transition
	try := func(list []*model.Transition) bool {
		if !n.stands(slices.Concat(dropped, list)) {
			return false
		}
		dropped = append(dropped, list...)
		return true
	}
	for _, t := range n.fixed {
		if contains(dropped, t) || contains(eachWay, t) || contains(kept, t) {
			continue
		}
		line := slices.DeleteFunc(slices.Clone(n.fixed), func(u *model.Transition) bool { return !isSameLine(t, u) })
		if try(line) {
			continue
		}
		for _, u := range line {
			switch {
			case len(line) > 1 && try([]*model.Transition{u}):
			case n.standsEachWay(dropped, u):
				eachWay = append(eachWay, u) // not in doubt for others: it is answered before
			default:
				kept = append(kept, u)
			}
		}
	}
	return kept
}

// stands reports whether the finding comes about whatever is the case with some assumptions, if the
// others of the execution hold. What can't be found out doesn't.
func (n *need) stands(dropped []*model.Transition) bool {
	if n.left <= 0 {
		return false
	}
	sys := n.without(dropped)
	if sys == nil {
		return false
	}
	result := Check(sys, Options{States: n.left, Patient: sys.HasTimers()})
	n.left -= max(result.States, 1)
	return slices.ContainsFunc(result.Findings, func(g Finding) bool { return n.isSame(sys, &g) })
}

// standsEachWay reports whether the finding comes about for each answer to what an assumption is about, if all else that it takes
// is what the execution assumes: the outside world may choose the answer first, and others what they call after that.
func (n *need) standsEachWay(dropped []*model.Transition, t *model.Transition) bool {
	answers := n.answersBeside(t)
	for _, u := range answers {
		m := &need{sys: n.sys, finding: n.finding, left: n.left}
		m.fixed = append(slices.DeleteFunc(slices.Clone(n.fixed), func(v *model.Transition) bool { return isSameAssumption(v, t) }), u)
		m.tried = t
		stands := m.standsWith(dropped)
		n.left = m.left
		if !stands {
			return false
		}
	}
	return len(answers) > 0
}

// standsWith is stands, if nothing is assumed that isn't fixed or dropped.
func (n *need) standsWith(dropped []*model.Transition) bool {
	sys := n.without(dropped)
	if sys == nil || n.left <= 0 {
		return false
	}
	result := Check(sys, Options{States: n.left, Patient: sys.HasTimers()})
	n.left -= max(result.States, 1)
	return slices.ContainsFunc(result.Findings, func(g Finding) bool {
		return n.isSame(sys, &g) && !slices.ContainsFunc(g.Trace, func(s Step) bool {
			t := s.In(sys)
			return t.Assumes() && !contains(n.fixed, t) && !contains(dropped, t)
		})
	})
}

// answersBeside are the other answers to what an assumption is about; nil if something else may be done in its place.
func (n *need) answersBeside(t *model.Transition) (list []*model.Transition) {
	for p := range n.sys.Processes {
		for _, state := range n.sys.Processes[p].States {
			if !slices.ContainsFunc(state.Transitions, func(u model.Transition) bool { return u.Assumes() && isSameAssumption(&u, t) }) {
				continue
			}
			for i := range state.Transitions {
				u := &state.Transitions[i]
				if u.Site != t.Site || !u.Assumes() {
					return nil
				}
				if !isSameAssumption(u, t) && !contains(list, u) {
					list = append(list, u)
				}
			}
		}
	}
	return list
}

// without is the system in which some assumptions are in doubt, and others have no alternative; nil if
// one of the former makes no choice, or one that others take part in.
func (n *need) without(dropped []*model.Transition) *model.System {
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
func (n *need) choice(list []model.Transition, dropped []*model.Transition) ([]model.Transition, bool) {
	is := func(set []*model.Transition) func(model.Transition) bool {
		return func(t model.Transition) bool { return t.Assumes() && contains(set, &t) }
	}
	isInternal := func(t model.Transition) bool { return (t.Kind == model.Tau || t.Kind == model.Assume) && t.Doubt == "" }
	switch {
	case slices.ContainsFunc(list, is(dropped)), !slices.ContainsFunc(list, is(n.fixed)) && n.asksOn(list, dropped):
		list = slices.Clone(list)
		for i := range list {
			if t := &list[i]; isInternal(*t) && len(list) > 1 {
				if t.Kind == model.Assume {
					return nil, false
				}
				t.Doubt = "whether it matters"
			}
		}
		doubts := countFunc(list, func(t model.Transition) bool { return t.Doubt != "" })
		return list, doubts > 1 || len(list) == 1 && n.isLastSize(&list[0], dropped)
	case slices.ContainsFunc(list, is(n.fixed)):
		isFixed := is(n.fixed)
		return slices.DeleteFunc(slices.Clone(list), func(t model.Transition) bool { return isInternal(t) && !isFixed(t) }), true
	case slices.ContainsFunc(list, func(t model.Transition) bool { return t.IsSuccess() }):
		return slices.DeleteFunc(slices.Clone(list), func(t model.Transition) bool { return isInternal(t) && !t.IsSuccess() }), true
	}
	return list, true
}

// isLastSize reports whether an assumption says nothing if some others are dropped: that a number which is tried is no
// larger than the largest one, if all that the execution assumes of it before doesn't matter.
func (n *need) isLastSize(t *model.Transition, dropped []*model.Transition) bool {
	isBefore := false
	for _, before := range n.fixed {
		if before.Text != t.Text && (before.Site == t.Site || isAboutSame(before, t)) {
			isBefore = true
			if !contains(dropped, before) {
				return false
			}
		}
	}
	return isBefore
}

// asksOn reports whether the transitions of a state do nothing but ask how large a number is of which some assumptions are that are dropped:
// it is tried one value after the other.
func (n *need) asksOn(list []model.Transition, dropped []*model.Transition) bool {
	isAsked := func(t model.Transition) bool {
		return n.tried != nil && isAboutSame(&t, n.tried) ||
			slices.ContainsFunc(dropped, func(u *model.Transition) bool { return isAboutSame(&t, u) })
	}
	return len(list) > 1 && !slices.ContainsFunc(list, func(t model.Transition) bool { return !isAsked(t) })
}

// isAboutSame reports whether two assumptions compare one number with constants.
func isAboutSame(a, b *model.Transition) bool {
	x, isSize := sizeIn(a)
	y, also := sizeIn(b)
	return isSize && also && x == y && slices.Equal(a.Via, b.Via)
}

// sizeIn is the number that an assumption compares with a constant.
func sizeIn(t *model.Transition) (of string, ok bool) {
	c := t.Condition()
	n, isNumber := c.Number()
	return c.Subject, isNumber && n >= 0 && c.From == ""
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
	a, b := f.In(n.sys), g.In(sys)
	isKind := f.Category == g.Category || f.Category.IsStuck() && g.Category.IsStuck() || f.Category.IsOrphan() && g.Category.IsOrphan()
	return isKind && n.sys.Processes[f.Process].Site == sys.Processes[g.Process].Site && a.Site == b.Site && slices.Equal(a.Via, b.Via)
}
