package report

import (
	"fmt"
	"slices"
	"strings"

	"github.com/chancheck/chancheck/model"
)

// goesOn says that whoever would do something goes on for ever instead, and what would end that, which nobody does; "" if there is no
// such goroutine.
func (n *narrator) goesOn(act string, serves func(*model.Transition) bool) string {
	for p, state := range n.ends.states {
		if p == n.finding.Process || state < 0 || !n.may(p, serves) || n.mayGetOut(p, state, serves) {
			continue
		}
		text := fmt.Sprintf("%s, which could %s, goes on for ever", n.who(p), act)
		if out := n.search(p, state, n.isInVain, nil); out != nil {
			text += ": nobody " + n.wouldServe(out)
		}
		return text
	}
	return ""
}

// mayGetOut reports whether a process may come from a local state to an action that is wanted, or to its end, though nothing comes that
// nobody does.
func (n *narrator) mayGetOut(process, state int, wanted func(*model.Transition) bool) bool {
	states := n.sys.Processes[process].States
	isLast := func(t *model.Transition) bool { return wanted(t) || len(states[t.To].Transitions) == 0 }
	return len(states[state].Transitions) == 0 || n.leadsTo(process, state, isLast, n.isInVain)
}

// isInVain reports whether a transition receives what no process ever sends, nor closes or cancels the channel.
func (n *narrator) isInVain(t *model.Transition) bool {
	if t.Kind != model.Receive && t.Kind != model.ReceiveClosed {
		return false
	}
	return !slices.ContainsFunc([]model.Kind{model.Send, model.Close, model.Cancel}, func(k model.Kind) bool { return n.occurs(k, t.Object) })
}

// wouldServe says what somebody would do for a transition that receives.
func (n *narrator) wouldServe(t *model.Transition) string {
	name := n.name(t.Object)
	if context := contextOf(name); strings.HasSuffix(name, ".Done()") {
		return "cancels " + context
	}
	return "sends on " + name + " or closes it"
}
