package report

import (
	"cmp"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/chancheck/chancheck/model"
)

// operation says what a state waits for, as the source has it.
func (n *narrator) operation(waiting []model.Transition) string {
	switch objects := operands(waiting); {
	case len(objects) > 1:
		return "select on " + n.list(objects)
	case len(waiting) > 1 && objects[0] < 0:
		return "select on nil channels"
	}
	name := n.name(waiting[0].Object)
	if source := n.operand(waiting[0]); waiting[0].Object < 0 && source != "" {
		name += " (" + source + ")"
	}
	name += n.otherwise(waiting[0])
	switch kind := waiting[0].Kind; kind {
	case model.Send:
		if n.isSemaphore(waiting[0].Object) {
			return method(name, "Acquire")
		}
		return "send on " + name
	case model.Receive, model.ReceiveClosed:
		return "receive from " + name
	case model.Lock, model.Announce:
		return method(name, "Lock")
	case model.RLock:
		return method(name, "RLock")
	case model.Wait, model.CondWake:
		if n.isGroup(waiting[0].Object) {
			return n.groupCall(waiting[0])
		}
		return method(name, "Wait")
	case model.OnceBegin, model.OnceSkip:
		if strings.HasPrefix(name, model.OnceOf) {
			return "call of " + name
		}
		return method(name, "Do")
	default:
		return kind.String() + " on " + name
	}
}

// operand is the channel of an operation as the source has it, if it is plain to see there.
func (n *narrator) operand(t model.Transition) string {
	if n.pkg == nil {
		return ""
	}
	text := n.pkg.Text(t.Site)
	channel, ok := strings.CutPrefix(text, "<-")
	if !ok {
		channel, _, _ = strings.Cut(text, " <- ")
	}
	if !selector.MatchString(channel) {
		return ""
	}
	return channel
}

// otherwise says what the channel of an operation is called in the source there, if a reader would look for another name.
func (n *narrator) otherwise(t model.Transition) string {
	isExchange := t.Kind == model.Send || t.Kind == model.Receive || t.Kind == model.ReceiveClosed
	if t.Object < 0 || !isExchange || n.isSemaphore(t.Object) {
		return ""
	}
	source, name := n.operand(t), n.name(t.Object)
	if source == "" || !selector.MatchString(name) || lastName(source) == lastName(name) {
		return ""
	}
	return " (as " + source + ")"
}

// lastName is the field that a selector is of, or the variable.
func lastName(selector string) string { return selector[strings.LastIndexByte(selector, '.')+1:] }

// selector is a variable, or a field of one.
var selector = regexp.MustCompile(`^[\pL_][\pL\d_.]*$`)

// isGroup reports whether an object stands for the goroutines of a call, which waits for them, or for a call for which
// others wait.
func (n *narrator) isGroup(object int) bool {
	return object >= 0 && (strings.HasPrefix(n.name(object), model.GroupOf) || strings.HasPrefix(n.name(object), model.SameKey))
}

// groupCall spells the call that waits for a group, as the source has it if that is known.
func (n *narrator) groupCall(t model.Transition) string {
	name := n.name(t.Object)
	if n.pkg != nil && n.pkg.Owns(t.Site) {
		if called := n.pkg.Call(t.Site); called != "" {
			return called
		}
	}
	return name[strings.LastIndexByte(name, ' ')+1:]
}

// whyGroup says why a call that others do, or wait for, never ends.
func (n *narrator) whyGroup(object int) string {
	if !strings.HasPrefix(n.name(object), model.SameKey) {
		return cmp.Or(n.hindered("end", object, model.Add), "one of its goroutines never ends")
	}
	first := "the first call with the same key"
	return cmp.Or(n.isInside(first, object, model.Add), n.hindered("end", object, model.Add), first+" never returns")
}

// isInside says that whoever is stuck is inside the call that he waits for, which began with an action; "" if
// he isn't.
func (n *narrator) isInside(call string, object int, begins model.Kind) string {
	for _, s := range slices.Backward(n.finding.Trace) {
		if t := n.at(&s); t.Kind == begins && t.Object == object && s.Process == n.finding.Process {
			return "this goroutine is inside " + call + ", " + n.where(t.Site, t.Via)
		}
	}
	return ""
}

// whyOnce says for which lock of this goroutine the first call of a Once waits; "" if for none.
func (n *narrator) whyOnce(object int) string {
	first := n.first(object)
	if first < 0 {
		return ""
	}
	state, ok := n.blockedAt(first)
	if !ok {
		return ""
	}
	if h := n.keptFrom(first, state); h != nil {
		return fmt.Sprintf("the first call, of %s, needs %s, which this goroutine has %s %s", n.who(first), n.name(h.object), h.verb(), n.where(h.site, h.via))
	}
	return ""
}

// first is the process that runs the first call of a Once at the end of the execution, or -1.
func (n *narrator) first(object int) int {
	first := -1
	for _, s := range n.finding.Trace {
		switch t := n.at(&s); {
		case t.Object != object:
		case t.Kind == model.OnceBegin:
			first = s.Process
		case t.Kind == model.OnceEnd:
			first = -1
		}
	}
	return first
}

// method spells a method call. What has no name can't stand before a dot.
func method(name, called string) string {
	if strings.HasPrefix(name, "the ") {
		return called + " of " + name
	}
	return name + "." + called
}

// reason says why none of this can ever happen; "" if there is nothing to add.
func (n *narrator) reason(waiting []model.Transition) string {
	if len(operands(waiting)) > 1 {
		return cmp.Or(n.hasGone(communicating), "none of its cases can ever proceed")
	}
	object := waiting[0].Object
	switch waiting[0].Kind {
	case model.Send:
		return n.whySend(object)
	case model.Receive:
		return n.whyReceive(object)
	case model.ReceiveClosed: // all that a context's Done can do
		return "nobody cancels it"
	case model.Lock, model.Announce, model.RLock:
		return n.whyLock(object)
	case model.Wait:
		if n.isGroup(object) {
			return n.whyGroup(object)
		}
		return cmp.Or(n.hindered("call Done", object, model.Add), n.hasGone(calling), n.owesItself(), n.owes(object), n.counter(object)+" and nobody is left to call Done")
	case model.CondWake:
		return n.whyAsleep(object)
	case model.OnceBegin, model.OnceSkip:
		return cmp.Or(n.isInside("the first call", object, model.OnceBegin), n.whyOnce(object), "the first call never returns")
	}
	return ""
}

// operands lists the objects that a state waits for, each once.
func operands(waiting []model.Transition) []int {
	var list []int
	for _, t := range waiting {
		if !slices.Contains(list, t.Object) {
			list = append(list, t.Object)
		}
	}
	return list
}

// list names objects.
func (n *narrator) list(objects []int) string { return strings.Join(n.names(objects), ", ") }

// names are those of objects. One that several instances have is there once.
func (n *narrator) names(objects []int) (list []string) {
	for _, o := range objects {
		if name := n.name(o); !slices.Contains(list, name) {
			list = append(list, name)
		}
	}
	return list
}

// mostAlternatives is how many cases of a select a reader takes in beside what happens to them.
const mostAlternatives = 3

// alternatives names objects of which any would do.
func (n *narrator) alternatives(objects []int) string {
	names := n.names(objects)
	if len(names) > mostAlternatives {
		return "one of its channels"
	}
	return strings.Join(names, " or ")
}

func (n *narrator) whySend(object int) string {
	if object < 0 {
		return "" // "a nil channel" says it
	}
	if n.isSemaphore(object) {
		return n.whyAcquire(object)
	}
	nobody := n.nobody(receiving, object, model.Receive)
	switch {
	case !n.occurs(model.Receive, object):
		nobody = "nobody receives from it"
	case !n.occursElsewhere(object, model.Receive):
		nobody = "no other goroutine receives from it"
	}
	if c := n.sys.Objects[object].Capacity; c > 0 {
		return fmt.Sprintf("its buffer of %d is full and %s", c, nobody)
	}
	return nobody
}

// whyReceive tells a channel that nobody ever serves from one whose senders
// are gone: there the usual mistake is a missing close.
func (n *narrator) whyReceive(object int) string {
	sends, closes := n.occurs(model.Send, object), n.occurs(model.Close, object)
	switch {
	case object < 0:
		return ""
	case n.whySpent() != "":
		return n.whySpent()
	case (sends || closes) && !n.occursElsewhere(object, model.Send, model.Close):
		return "no other goroutine sends on it or closes it"
	case sends && closes && !n.occursElsewhere(object, model.Close):
		return cmp.Or(n.hindered(sending.act, object, model.Send), n.left(sending)+", and no other goroutine closes it")
	case sends && closes:
		return n.nobody(serving, object, model.Send, model.Close)
	case sends:
		return cmp.Or(n.hindered(sending.act, object, model.Send), n.left(sending)+", and nothing closes it")
	case closes:
		return n.nobody(closing, object, model.Close)
	}
	return "nobody sends on it or closes it"
}

// whyClosed says who has closed the channel of a panic; "" if it is about something else.
func (n *narrator) whyClosed() string {
	i := n.lastClose(anybody)
	if i == len(n.finding.Trace) {
		return ""
	}
	s := &n.finding.Trace[i]
	t, who := n.at(s), "this goroutine"
	if s.Process != n.finding.Process {
		who = n.who(s.Process)
	}
	return ", closed " + n.where(t.Site, t.Via) + by + who
}

func anybody(int) bool { return true }

// lastClose is the last step by which some process closes the channel that a panic is about, or the number of steps.
func (n *narrator) lastClose(is func(process int) bool) int {
	object := n.wrong().Object
	for i, s := range slices.Backward(n.finding.Trace) {
		if t := n.at(&s); object >= 0 && t.Kind == model.Close && t.Object == object && is(s.Process) {
			return i
		}
	}
	return len(n.finding.Trace)
}

// by comes before who has done something.
const by = " by "

// lockedOtherwise says of a lock that is released in another way than it was taken where that was.
func (n *narrator) lockedOtherwise() string {
	own := n.wrong()
	how := map[model.Kind]string{model.Unlock: " is only read-locked, ", model.RUnlock: " is locked to write, "}[own.Kind]
	h := n.ends.lock(own.Object).heldBy(n.finding.Process)
	if how == "" || h == nil || h.reads == (own.Kind == model.RUnlock) {
		return ""
	}
	return how + n.where(h.site, h.via)
}

// A deed is what somebody who is stuck waits for, in two forms.
type deed struct{ act, acts string }

// What is done to "it", a channel or semaphore.
var (
	receiving = deed{"receive from it", "receives from it"}
	sending   = deed{"send on it", "sends on it"}
	closing   = deed{"close it", "closes it"}
	serving   = deed{"send on it or close it", "sends on it or closes it"}
	releasing = deed{"call Release", "calls Release"}
	calling   = deed{"call Done", "calls Done"}
	// communicating is what is done to the channels of a select.
	communicating = deed{"communicate on any of them", "communicates on any of them"}
)

// nobody says that no goroutine can do something any more: because it is hindered, the only one has gone, or
// because there is none left.
func (n *narrator) nobody(d deed, object int, kinds ...model.Kind) string {
	return cmp.Or(n.hindered(d.act, object, kinds...), n.left(d))
}

// left is nobody if none is hindered.
func (n *narrator) left(d deed) string { return cmp.Or(n.hasGone(d), "nobody is left to "+d.act) }

// hasGone says where the only one has gone who did what is waited for; "" if there are several, or none, or that
// is no other line than where he was started.
func (n *narrator) hasGone(d deed) string { return n.hasLeft(d.acts, -1) }

// hasLeft is that for what is waited for in other words, in a sentence in which some process is this goroutine.
func (n *narrator) hasLeft(acts string, this int) string {
	var all []departure
	for _, list := range n.gone() {
		all = append(all, list...)
	}
	if len(all) != 1 || n.isGivenUp(all[0].process) {
		return ""
	}
	if isOfUsers(all[0].by) {
		return "nobody " + acts + " any more"
	}
	by, started := all[0].by, n.sys.Processes[all[0].process].Site
	place, _ := n.place(by.Site, by.Via)
	if by.Assumes() {
		_, site, via := n.asked(by)
		place, _ = n.place(site, via)
	}
	if !place.IsValid() || place.File == started.File && place.Line == started.Line {
		return ""
	}
	again := ""
	if n.serves(by) {
		again = " again"
	}
	who := n.who(all[0].process)
	switch {
	case all[0].process == this && again != "": // it has done what is to be expected of it
		return ""
	case all[0].process == this:
		who = "this goroutine"
	}
	return fmt.Sprintf("%s never %s%s after %s", who, acts, again, n.line(place))
}

// hindered says that whoever would do something is stuck before he gets there, or needs
// a lock that is held here, or goes on for ever; "" if nothing of that is so.
func (n *narrator) hindered(act string, object int, kinds ...model.Kind) string {
	serves := func(t *model.Transition) bool {
		raises := t.Kind == model.Add && t.Label > 0 // only Done helps a Wait
		return t.Object == object && slices.Contains(kinds, t.Kind) && !raises
	}
	for _, b := range n.finding.Also {
		if n.ends.states[b.Process] == b.State && n.leadsTo(b.Process, b.State, serves, nil) {
			which := "which could " + act
			if n.isGroup(object) {
				which = "for which it waits"
			}
			if h := n.keptFrom(b.Process, b.State); h != nil {
				return fmt.Sprintf("%s, %s, needs %s, which this goroutine has %s %s", n.who(b.Process), which, n.name(h.object), h.verb(), n.where(h.site, h.via))
			}
			return fmt.Sprintf("%s, %s, is blocked, too%s", n.who(b.Process), which, n.whyToo(b))
		}
	}
	if held := n.gate(serves); held != nil {
		return fmt.Sprintf("whoever could %s needs %s, which this goroutine has locked %s", act, n.name(held.object), n.where(held.site, held.via))
	}
	return n.goesOn(act, object, serves)
}

// leadsTo reports whether a process could come from a local state to an action that is
// wanted, if only it could go on, past everything that isn't shut.
func (n *narrator) leadsTo(process, state int, wanted, shut func(*model.Transition) bool) bool {
	return n.search(process, state, wanted, shut) != nil
}

// search finds the nearest such action, nil if there is none.
func (n *narrator) search(process, state int, wanted, shut func(*model.Transition) bool) *model.Transition {
	states := n.sys.Processes[process].States
	seen := make([]bool, len(states))
	for todo := []int{state}; len(todo) > 0; {
		at := todo[0]
		todo = todo[1:]
		if seen[at] {
			continue
		}
		seen[at] = true
		for i := range states[at].Transitions {
			t := &states[at].Transitions[i]
			switch {
			case shut != nil && shut(t):
			case wanted(t):
				return t
			default:
				todo = append(todo, t.To)
			}
		}
	}
	return nil
}

// occurs reports whether some process has an action on an object.
func (n *narrator) occurs(kind model.Kind, object int) bool {
	for p := range n.sys.Processes {
		if n.acts(p, object, kind) {
			return true
		}
	}
	return false
}

// occursElsewhere is occurs, of any of some kinds, for the processes besides
// the one that is stuck.
func (n *narrator) occursElsewhere(object int, kinds ...model.Kind) bool {
	for p := range n.sys.Processes {
		if p != n.finding.Process && n.acts(p, object, kinds...) {
			return true
		}
	}
	return false
}

// acts reports whether a process has an action of some kinds on an object.
func (n *narrator) acts(process, object int, kinds ...model.Kind) bool {
	return n.may(process, func(t *model.Transition) bool { return t.Object == object && slices.Contains(kinds, t.Kind) })
}

// may reports whether a process has an action that is wanted.
func (n *narrator) may(process int, wanted func(*model.Transition) bool) bool {
	return slices.ContainsFunc(n.sys.Processes[process].States, func(s model.State) bool {
		return slices.ContainsFunc(s.Transitions, func(t model.Transition) bool { return wanted(&t) })
	})
}
