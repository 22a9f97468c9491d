package chancheck

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/chancheck/chancheck/model"
	"github.com/chancheck/chancheck/verify/leap"
)

// Categories of notes of the commands capacity and extract: communication that is never
// executed, and sends that can find a buffer full. Neither is a bug.
const (
	CategoryNever    = "never-executed"
	CategoryCanBlock = "can-block"
)

// mostCommunicationStates is the limit on the states that are explored for the notes about one root.
const mostCommunicationStates = 20_000

// communication notes what a search in leaps (package leap) says about a root whose objects are all
// its own. Where something goes wrong, that is the thing to tell: what comes after it is not executed, and
// once it is mended it is.
func (r *reporter) communication(v *verdict) {
	x := v.extraction
	switch {
	case v.inconclusive != "" || v.system == nil || v.part || v.clients || v.again || v.aside:
		return
	case len(x.Closed) == 0 || len(x.Open) > 0 || x.Bounded || len(v.result.Findings) > 0 || r.left.whole <= 0:
		return
	}
	r.executions(v)
	if !isOrderedOutside(v.system) {
		r.buffers(v)
	}
}

// isOrderedOutside reports whether several goroutines wait for the outside world, on channels that come from
// outside for example. It may make one of them wait for what another one does there: then there are fewer
// executions than the system has, and not each order of one is another.
func isOrderedOutside(sys *model.System) bool {
	waiting := 0
	for p := range sys.Processes {
		if slices.ContainsFunc(sys.Processes[p].States, waitsOutside) {
			waiting++
		}
	}
	return waiting > 1
}

// waitsOutside reports whether an event of the outside world is among what can happen in a state.
func waitsOutside(s model.State) bool {
	return slices.ContainsFunc(s.Transitions, func(t model.Transition) bool {
		return t.Kind == model.Tau && t.Text == "" && t.Doubt == ""
	})
}

// executions notes what is never executed, and what can block.
func (r *reporter) executions(v *verdict) {
	c, err := leap.Communicate(v.system, min(mostCommunicationStates, r.left.whole))
	if c != nil {
		r.left.whole -= c.States
	}
	if err != nil {
		return
	}
	r.neverExecuted(v, c.Never)
	if !isOrderedOutside(v.system) {
		r.canBlock(v, c.Blocking)
	}
}

// An operation is what a programmer sees of transitions: a send, a receive or a close at a place. The cases of a
// select have one place; they differ in where their channels are made.
type operation struct {
	site, object model.Site
	verb         string
}

// verbs are what operations on channels do, for people.
var verbs = map[model.Kind]string{
	model.Send: "send on", model.Receive: "receive from", model.ReceiveClosed: "receive from", model.Close: "close of", model.Cancel: "cancel of",
}

// operationAt is the operation of a place in a system; without a verb if that is none on a channel. A nil
// channel is none: it is how a case is switched off.
func operationAt(sys *model.System, at leap.Place) operation {
	t := &sys.Processes[at.Process].States[at.State].Transitions[at.Transition]
	if verbs[t.Kind] == "" || t.Object < 0 {
		return operation{site: t.Site}
	}
	return operation{site: t.Site, verb: verbs[t.Kind], object: sys.Objects[t.Object].Site}
}

// neverExecuted notes operations none of whose transitions is executed. Only those that the root has
// itself, or in function literals: others may be executed elsewhere, on other channels. A place at
// which several channels are used, but for a select, is executed if one of them is, and the end of a context may be
// the doing of the outside world. Where the program gives up after an operation, that it never comes about is
// what the programmer has written.
func (r *reporter) neverExecuted(v *verdict, never []leap.Place) {
	dead := map[leap.Place]bool{}
	for _, place := range never {
		dead[place] = true
	}
	uses := usesOf(v.system)
	seen := map[operation]bool{}
	for _, place := range never {
		op := operationAt(v.system, place)
		pos := r.places.pos(op.site)
		if !pos.IsValid() || op.verb == "" || !isOwn(v, place) || seen[op] || mayEndOutside(v.system, place) || givesUp(v.system, place) {
			continue
		}
		if seen[op] = true; !isExecuted(uses[op.site], op, dead) {
			name := channelName(v.system, place)
			r.verbose(pos, CategoryNever, fmt.Sprintf("%s %s in %s never comes about", op.verb, name, v.root.Function.Display))
		}
	}
}

// mayEndOutside reports whether a transition may be one for the end of a context that the outside world can end, too, as
// it has the parent, or a deadline. What the outside world does is another transition of the state: an internal step, or, of a
// call that is given the context, the one that it takes else. Channels other than those of contexts have transitions for
// messages beside that for their end.
func mayEndOutside(sys *model.System, at leap.Place) bool {
	transitions := sys.Processes[at.Process].States[at.State].Transitions
	return transitions[at.Transition].Kind == model.ReceiveClosed && slices.ContainsFunc(transitions, func(t model.Transition) bool {
		return t.Kind == model.Tau || t.Kind == model.Default && t.Text == model.NotEnded
	})
}

// givesUp reports whether all that can follow a transition is that the program panics, or ends as a test
// that has failed does.
func givesUp(sys *model.System, at leap.Place) bool {
	states := sys.Processes[at.Process].States
	known := map[int]bool{} // false also of a state that is being asked about: going round is not giving up
	var bound func(state int) bool
	bound = func(state int) bool {
		if bad, ok := known[state]; ok {
			return bad
		}
		known[state] = false
		list := states[state].Transitions
		known[state] = len(list) > 0 && !slices.ContainsFunc(list, func(t model.Transition) bool {
			ends := t.Kind == model.Crash || t.Kind == model.Exit && t.Text != ""
			return !ends && !bound(t.To)
		})
		return known[state]
	}
	return bound(states[at.State].Transitions[at.Transition].To)
}

// isOwn reports whether a transition is one of the root, or of a function literal in it that runs as
// a goroutine.
func isOwn(v *verdict, at leap.Place) bool {
	process := &v.system.Processes[at.Process]
	literal := strings.HasPrefix(process.Name, v.root.Function.Display+"$")
	return len(process.States[at.State].Transitions[at.Transition].Via) == 0 && (at.Process == 0 || literal)
}

// channelName is what the programmer calls the channel of an operation.
func channelName(sys *model.System, at leap.Place) string {
	object := sys.Processes[at.Process].States[at.State].Transitions[at.Transition].Object
	return cmp.Or(sys.Objects[object].Name, "the channel")
}

// A use is a transition at a place.
type use struct {
	operation
	at leap.Place
}

// usesOf lists the operations on channels by their places in the source.
func usesOf(sys *model.System) map[model.Site][]use {
	uses := map[model.Site][]use{}
	for p := range sys.Processes {
		for q := range sys.Processes[p].States {
			for t := range sys.Processes[p].States[q].Transitions {
				at := leap.Place{Process: p, State: q, Transition: t}
				if op := operationAt(sys, at); op.verb != "" {
					uses[op.site] = append(uses[op.site], use{op, at})
				}
			}
		}
	}
	return uses
}

// isExecuted reports whether an operation is, given all at its place. Those of a select are told
// apart.
func isExecuted(uses []use, op operation, dead map[leap.Place]bool) bool {
	apart := isSelect(uses)
	return slices.ContainsFunc(uses, func(u use) bool {
		return !dead[u.at] && (u.operation == op || !apart)
	})
}

// isSelect reports whether a state has several operations at one place.
func isSelect(uses []use) bool {
	first := map[[2]int]operation{}
	return slices.ContainsFunc(uses, func(u use) bool {
		state := [2]int{u.at.Process, u.at.State}
		op, ok := first[state]
		first[state] = u.operation
		return ok && op != u.operation
	})
}

// canBlock notes sends that find their buffer full.
func (r *reporter) canBlock(v *verdict, blocking []leap.Overflow) {
	seen := map[operation]bool{}
	for _, o := range blocking {
		op := operationAt(v.system, o.Place)
		pos := r.places.pos(op.site)
		if !pos.IsValid() || seen[op] {
			continue
		}
		seen[op] = true
		r.verbose(pos, CategoryCanBlock, fmt.Sprintf("send on %s in %s can find its buffer of %d full, and block",
			channelName(v.system, o.Place), v.root.Function.Display, v.system.Objects[o.Channel].Capacity))
	}
}
