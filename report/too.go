package report

import (
	"slices"
	"strings"

	"github.com/chancheck/chancheck/model"
	"github.com/chancheck/chancheck/verify"
)

// Who could help, and is blocked himself, is no answer to the question why somebody is stuck, unless it is said for whom he waits.

// whyToo says why somebody is blocked, too, who could help, as the rest of a sentence; "" if there is more to it than one other goroutine. Of
// a lock the story says who has it.
func (n *narrator) whyToo(b verify.Blocked) string {
	other := n.of(b)
	if other.isServedOnlyBy(n.finding.Process) {
		return ", as only this goroutine " + other.service()
	}
	if why := other.hasLeft(other.service(), n.finding.Process); why != "" {
		return ", as " + why
	}
	return ""
}

// of is the narrator of the same execution told of another one who is blocked in the end.
func (n *narrator) of(b verify.Blocked) *narrator {
	f, m := *n.finding, *n
	f.Also = slices.DeleteFunc(slices.Clone(f.Also), func(o verify.Blocked) bool { return o == b })
	f.Also = append(f.Also, verify.Blocked{Process: f.Process, State: f.State})
	f.Process, f.State, f.Transition = b.Process, b.State, 0
	m.finding, m.kept, m.partakers = &f, nil, nil
	return &m
}

// isServedOnlyBy reports whether one process would do what is waited for, and no other one.
func (n *narrator) isServedOnlyBy(process int) bool {
	for p, state := range n.ends.states {
		does := state >= 0 && n.leadsTo(p, state, n.serves, nil) || state < 0 && n.may(p, n.serves)
		if p != n.finding.Process && does != (p == process) {
			return false
		}
	}
	return true
}

// isOfUsers reports whether a step assumes something of those who use the package.
func isOfUsers(t *model.Transition) bool { return strings.HasPrefix(t.Text, model.Whoever) }
