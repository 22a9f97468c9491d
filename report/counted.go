package report

import (
	"fmt"
	"slices"

	"github.com/chancheck/chancheck/model"
	"github.com/chancheck/chancheck/verify"
)

// A wait group counts for whom it waits: a reader looks for the one who was counted and doesn't call Done.

// owesItself says that whoever waits for a wait group would have to call Done himself, when he has waited; "" if others would.
func (n *narrator) owesItself() string {
	f, object := n.finding, n.own().Object
	isCounted := func(t *model.Transition) bool { return t.Kind == model.Add && t.Object == object && t.Label > 0 } // another time
	if n.ends.counters[object] != 1 || !n.leadsTo(f.Process, f.State, n.serves, isCounted) {
		return ""
	}
	return "this goroutine itself is the one to call Done"
}

// owes says that the only goroutine that there is doesn't call Done, if it was counted and started next, in one function: what a call starts may be
// about something else. It is "" if that is not so.
func (n *narrator) owes(object int) string {
	only := -1
	for p, state := range n.ends.states {
		switch {
		case p == 0 || p == n.finding.Process || state < 0:
		case only >= 0 || n.isCaller(p):
			return ""
		default:
			only = p
		}
	}
	hasDone := func(s verify.Step) bool {
		t := n.at(&s)
		return s.Process == only && t.Kind == model.Add && t.Object == object && t.Label < 0
	}
	if only < 0 || n.ends.counters[object] != 1 || !n.isStartedWhere(only, object) || slices.ContainsFunc(n.finding.Trace, hasDone) {
		return ""
	}
	return n.who(only) + " never comes to Done"
}

// isStartedWhere reports whether a goroutine was started by the function that has added to a wait group, in the same call.
func (n *narrator) isStartedWhere(process, object int) bool {
	var added *model.Transition
	for _, s := range n.finding.Trace {
		switch t := n.at(&s); {
		case t.Kind == model.Add && t.Object == object && t.Label > 0:
			added = t
		case s.Spawned == process:
			return added != nil && slices.Equal(added.Via, t.Via)
		}
	}
	return false
}

// counter says what a wait group counts at the end, if that is what it would in the program: the source may add another amount than
// the system.
func (n *narrator) counter(object int) string {
	for _, s := range n.finding.Trace {
		if t := n.at(&s); t.Kind == model.Add && t.Object == object && t.Text != "" {
			return "the counter isn't 0"
		}
	}
	return fmt.Sprintf("the counter is %d", n.ends.counters[object])
}
