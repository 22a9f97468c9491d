package report

import (
	"slices"

	"github.com/chancheck/chancheck/model"
	"github.com/chancheck/chancheck/verify"
)

// Follows reports whether somebody is stuck only because somebody else is: at the end of the execution there are others
// who could do what he waits for, and none of them gets there but past the operation at which that one is stuck.
func Follows(sys *model.System, stuck, first *verify.Finding) bool {
	if !stuck.Category.IsStuck() || !first.Category.IsStuck() || stuck.Process == first.Process {
		return false
	}
	n := &narrator{sys: sys, finding: stuck, ends: replay(sys, stuck)}
	shut := n.past(first)
	helpers := 0
	for p, state := range n.ends.states {
		if p == stuck.Process || state < 0 || !n.leadsTo(p, state, n.helps(p), nil) {
			continue
		}
		helpers++
		if n.leadsTo(p, state, n.helps(p), shut) {
			return false
		}
	}
	return helpers >= n.helpersNeeded()
}

// helpersNeeded is how many others must do what the one who is stuck waits for, if each does so once.
func (n *narrator) helpersNeeded() int {
	if t := n.own(); t.Kind == model.Wait && !n.isGroup(t.Object) {
		return max(n.ends.counters[t.Object], 1)
	}
	return 1
}

// helps is what a process would have to do to let the one go on that is stuck: of a lock only who has it can give it
// back.
func (n *narrator) helps(process int) func(*model.Transition) bool {
	h := n.holderFor(n.finding.Process, n.finding.State)
	if h == nil {
		return n.serves
	}
	return func(t *model.Transition) bool {
		return process == h.process && t.Object == h.object && (t.Kind == model.Unlock || t.Kind == model.RUnlock)
	}
}

// past reports whether a transition leads past the operation of a finding, or by a panic.
func (n *narrator) past(f *verify.Finding) func(*model.Transition) bool {
	operation := n.transitions(f.Process, f.State)
	return func(t *model.Transition) bool {
		return t.Kind == model.Fault || slices.ContainsFunc(operation, func(o model.Transition) bool {
			return o.Kind == t.Kind && o.Site == t.Site && slices.Equal(o.Via, t.Via)
		})
	}
}

// SameCause reports whether one goroutine is stuck at two operations for want of the same others, who are gone from
// the same step on: it is one mistake that it may be here or there.
func SameCause(sys *model.System, f, g *verify.Finding) bool {
	if !f.Category.IsStuck() || f.Category != g.Category || f.Process != g.Process {
		return false
	}
	causes := departures(sys, f)
	return len(causes) > 0 && slices.Equal(causes, departures(sys, g))
}

// departures are the places of the steps from which on others never do what a finding waits for.
func departures(sys *model.System, f *verify.Finding) (list []model.Site) {
	n := &narrator{sys: sys, finding: f, ends: replay(sys, f)}
	for _, gone := range n.gone() {
		for _, g := range gone {
			list = append(list, g.by.Site)
		}
	}
	slices.SortFunc(list, model.Site.Compare)
	return list
}

// Conditions are the assumptions of an execution without which it wouldn't come about.
func Conditions(sys *model.System, f *verify.Finding, pkg Package) string {
	return newNarrator(sys, f, pkg).condition()
}
