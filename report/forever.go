package report

import (
	"fmt"
	"slices"
	"strings"

	"github.com/chancheck/chancheck/model"
	"github.com/chancheck/chancheck/verify"
)

// Who would do what is waited for may go on for ever instead, and never come to it.

// An endlessness is that of a goroutine that would help, but never comes to that, nor to its end.
type endlessness struct {
	process int
	out     *model.Transition // what it waits for in vain on the way; nil if nothing would end it
}

// endless finds a goroutine that goes on for ever instead of doing what serves the operation on an object; nil if there is none. Of code that
// is never come to no automaton knows: who was counted just before he was started, and has the wait group, is taken to be the one who is to call Done.
func (n *narrator) endless(object int, serves func(*model.Transition) bool) *endlessness {
	isCounter := object >= 0 && n.sys.Objects[object].Kind == model.WaitGroup && !n.isGroup(object)
	for _, mayServe := range []func(process, state int) bool{
		func(p, _ int) bool { return n.may(p, serves) },
		func(p, state int) bool {
			return isCounter && n.isCountedIn(p, object) && slices.Contains(n.sys.Processes[p].States[state].Refs, object)
		},
	} {
		for p, state := range n.ends.states {
			if p == n.finding.Process || state < 0 || n.isCaller(p) || n.isStuckAsWell(p) || !mayServe(p, state) || n.mayGetOut(p, state, serves) {
				continue
			}
			return &endlessness{p, n.search(p, state, n.isInVain, nil)}
		}
	}
	return nil
}

// isCountedIn reports whether whoever starts a goroutine has added to a wait group just before, and started no other one since.
func (n *narrator) isCountedIn(process, object int) bool {
	spawned := slices.IndexFunc(n.finding.Trace, func(s verify.Step) bool { return s.Spawned == process })
	for i := spawned - 1; i >= 0; i-- {
		switch t := n.at(&n.finding.Trace[i]); {
		case n.finding.Trace[i].Process != n.finding.Trace[spawned].Process:
		case t.Kind == model.Spawn:
			return false
		case t.Kind == model.Add && t.Object == object:
			return t.Label > 0
		}
	}
	return false
}

// isStuckAsWell reports whether a process is blocked at the end, too.
func (n *narrator) isStuckAsWell(process int) bool {
	_, isBlocked := n.blockedAt(process)
	return isBlocked
}

// goesOn says that whoever would do something goes on for ever instead, and what would end that, which nobody does; "" if there is no
// such goroutine.
func (n *narrator) goesOn(act string, object int, serves func(*model.Transition) bool) string {
	e := n.endless(object, serves)
	if e == nil {
		return ""
	}
	return fmt.Sprintf("%s, which could %s, %s", n.who(e.process), act, n.forEver(e))
}

// forEver says that somebody goes on for ever, and why.
func (n *narrator) forEver(e *endlessness) string {
	if e.out == nil {
		return "goes on for ever"
	}
	return "goes on for ever: nobody " + n.wouldServe(e.out)
}

// unendingHelper is the goroutine that would help the one who is stuck, but goes on for ever; nil if there is none, or the story says from where on
// it doesn't help.
func (n *narrator) unendingHelper() *endlessness {
	if !n.finding.Category.IsStuck() || len(operands(n.waiting())) > 1 {
		return nil
	}
	e := n.endless(n.own().Object, n.serves)
	for _, list := range n.gone() {
		if e != nil && slices.ContainsFunc(list, func(d departure) bool { return d.process == e.process }) {
			return nil
		}
	}
	return e
}

// aroundForEver is the step of a goroutine that goes on for ever, where it does.
func (n *narrator) aroundForEver(e *endlessness) Step {
	waits := n.transitions(e.process, n.ends.states[e.process])
	at := &waits[0]
	if e.out != nil {
		at = e.out
	}
	text := n.who(e.process) + " " + n.forEver(e)
	return n.numbered(Step{Site: at.Site, Via: at.Via, Text: text + n.within(at.Site, at.Via), Act: n.waitAct(ActNever, e.process, n.awaited())}, e.process)
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
