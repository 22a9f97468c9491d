package report

import (
	"slices"

	"github.com/chancheck/chancheck/model"
	"github.com/chancheck/chancheck/verify"
)

// Not all that happens in an execution is part of its story. What matters is
//
//   - what is done to the objects that the finding is about: those that it waits for, and those that
//     the ones who could help are stuck at. Of a lock it is where whoever has it took it;
//   - where somebody takes one way and could have taken another: assumptions that the finding
//     hangs on, and cases of selects of who is stuck, if others would have led elsewhere;
//   - from where on somebody never does what is waited for, see gone;
//   - what made one of these possible: who sent what is received, or closed what is found closed;
//   - that those were started who take part in it.

// A relevance says which steps of an execution matter.
type relevance struct {
	*narrator
	told     []bool
	objects  map[int]bool // that the finding is about
	involved map[int]bool // who takes part
	last     int          // the last step that its process takes on the way to where the finding is
	past     map[int]bool // steps that are left out with who is gone there, see shorten
	others   map[int]bool // steps that send what is left in a channel, too, but what the finding isn't about
}

// dropSuccess drops assumptions that a reader takes for granted: that somebody isn't turned away at once, that nothing has failed
// so far, that a call of another package returns, or that the program hasn't given up, where whoever makes them would otherwise
// not have come to what he does next, but by another success.
func (n *narrator) dropSuccess() {
	gone := n.gone()
	for i, s := range n.finding.Trace {
		t := n.at(&s)
		if !n.needed[i] || len(gone[i]) > 0 {
			continue
		}
		others := slices.DeleteFunc(n.transitions(s.Process, s.State), func(u model.Transition) bool { return u.Text == t.Text || u.Kind == model.Fault })
		isElsewhere := n.pkg != nil && !n.pkg.Owns(t.Site)
		switch {
		case isOrdinary(t) || n.isGuard(&s, others) || n.isNoError(i):
			n.needed[i] = false
		case t.IsSuccess() || isElsewhere || n.allGiveUp(s.Process, others):
			n.needed[i] = len(others) == 0 && !t.IsSuccess() || n.decidesNext(i, others)
		}
	}
}

// decidesNext reports whether a process comes to what it does next after a step by one of the alternatives of that
// as well, and does something else on the way; if it does nothing any more, to what is waited for.
func (n *narrator) decidesNext(i int, others []model.Transition) bool {
	process := n.finding.Trace[i].Process
	next, on := n.next(i)
	if next == nil {
		return slices.ContainsFunc(others, func(u model.Transition) bool { return n.leadsTo(process, u.To, n.serves, nil) })
	}
	isNext := func(v *model.Transition) bool { return v.Kind == next.Kind && v.Site == next.Site }
	joins := func(v *model.Transition) bool { return on[v.To] && (v.Kind == model.Tau || v.Kind == model.Assume) }
	return slices.ContainsFunc(others, func(u model.Transition) bool { return n.leadsTo(process, u.To, isNext, joins) })
}

// allGiveUp reports whether the program ends by a panic, or the test is given up, whatever a process does after
// some transitions.
func (n *narrator) allGiveUp(process int, after []model.Transition) bool {
	states := n.sys.Processes[process].States
	seen, ends := map[int]bool{}, false
	for todo := slices.Clone(after); len(todo) > 0; {
		t := todo[0]
		todo = todo[1:]
		switch isEnd := t.Kind == model.Exit || t.Kind == model.Crash || t.Text == model.Abandoned; {
		case isEnd && t.Text == "", !isEnd && len(states[t.To].Transitions) == 0:
			return false
		case isEnd:
			ends = true
		case !seen[t.To]:
			seen[t.To] = true
			todo = append(todo, states[t.To].Transitions...)
		}
	}
	return ends
}

// next is what a process does after a step that is no assumption, or would do, nil if there is nothing; and at
// which local states it is on the way.
func (n *narrator) next(i int) (next *model.Transition, on map[int]bool) {
	process := n.finding.Trace[i].Process
	on = map[int]bool{n.at(&n.finding.Trace[i]).To: true}
	for _, s := range n.finding.Trace[i+1:] {
		switch t := n.at(&s); {
		case s.Process == process && t.Kind != model.Tau && t.Kind != model.Assume:
			return t, on
		case s.Process == process:
			on[t.To] = true
		case s.Partner == process:
			return &n.sys.Processes[process].States[s.PartnerState].Transitions[s.PartnerTransition], on
		}
	}
	if process == n.finding.Process {
		return n.own(), on
	}
	if state, isBlocked := n.blockedAt(process); isBlocked {
		return &n.transitions(process, state)[0], on
	}
	return nil, on
}

// relevant reports which steps of the execution matter, and which don't as they are long past.
func (n *narrator) relevant() (told []bool, past map[int]bool) {
	r := &relevance{n, make([]bool, len(n.finding.Trace)), map[int]bool{}, map[int]bool{}, len(n.finding.Trace), map[int]bool{}, nil}
	if !n.finding.Category.IsStuck() {
		r.last = n.lastOwn()
	}
	if n.finding.Category.IsOrphan() {
		r.others = n.leftByOthers()
	}
	r.about(n.finding.Process, n.awaited())
	r.helpers()
	for i := range n.finding.Trace {
		r.told[i] = r.matters(i)
	}
	r.causes()
	r.shorten()
	r.countLess()
	r.starts()
	return r.told, r.past
}

// longestHistory is how many steps are told of a channel that others have used before somebody is stuck there, and longestContent how many
// of those that put into it what is still there.
const (
	longestHistory = 2
	longestContent = 6
)

// shorten drops what was exchanged over the channels of the finding before the last one who could have helped
// is gone, if that is long: it is over.
func (r *relevance) shorten() {
	var history []int
	content := r.content()
	if len(content) > longestContent {
		content = nil
	}
	last := -1
	for i := range r.gone() {
		last = max(last, i)
	}
	for i := range last {
		t := r.at(&r.finding.Trace[i])
		if r.told[i] && !content[i] && !t.Assumes() && t.Object >= 0 && r.objects[t.Object] && (t.Kind == model.Send || t.Kind == model.Receive) {
			history = append(history, i)
		}
	}
	if len(history) > longestHistory {
		for _, i := range history {
			r.told[i], r.past[i] = false, true
		}
	}
}

// content are the steps that put something into channels of the finding that is there in the end.
func (r *relevance) content() map[int]bool {
	sent := map[int]int{} // steps by the number of their message
	contents := newContents(r.sys)
	for i, s := range r.finding.Trace {
		t := r.at(&s)
		for _, number := range contents.take(&s, t) {
			if t.Kind == model.Send && r.objects[t.Object] {
				sent[number] = i
			}
		}
	}
	left := map[int]bool{}
	for object := range r.objects {
		for _, number := range contents.messages[object] {
			left[sent[number]] = true
		}
	}
	return left
}

// lastOwn is the last step that is the operation of the finding, or the number of steps.
func (n *narrator) lastOwn() int {
	for i, s := range slices.Backward(n.finding.Trace) {
		if t := n.at(&s); s.Process == n.finding.Process && t.Site == n.own().Site && t.Kind == n.own().Kind {
			return i
		}
	}
	return len(n.finding.Trace)
}

// leftByOthers are the steps that send what stays in the channel of the finding, but by another operation.
func (n *narrator) leftByOthers() map[int]bool {
	own := n.own()
	sent := map[int]int{} // steps by the number of their message
	contents := newContents(n.sys)
	for i, s := range n.finding.Trace {
		t := n.at(&s)
		for _, number := range contents.take(&s, t) {
			if t.Kind == model.Send && t.Object == own.Object {
				sent[number] = i
			}
		}
	}
	others := map[int]bool{}
	for _, number := range contents.messages[own.Object] {
		if t := n.at(&n.finding.Trace[sent[number]]); t.Site != own.Site || !slices.Equal(t.Via, own.Via) {
			others[sent[number]] = true
		}
	}
	return others
}

// about says that a process is stuck at some transitions, or does them.
func (r *relevance) about(process int, list []model.Transition) {
	r.involved[process] = true
	for _, t := range list {
		if t.Object >= 0 && t.Kind != model.Spawn {
			r.objects[t.Object] = true
		}
	}
}

// helpers finds those who could have done what the finding waits for: they are gone, are stuck
// themselves, or have the lock that is wanted.
func (r *relevance) helpers() {
	for i := range r.gone() {
		r.told[i] = true
	}
	if e := r.unendingHelper(); e != nil {
		r.involved[e.process] = true
	}
	each, _ := r.victims()
	for _, b := range each {
		if r.couldHelp(b) {
			r.about(b.Process, r.transitions(b.Process, b.State))
		}
	}
}

// couldHelp reports whether somebody who is stuck, too, keeps another one waiting.
func (r *relevance) couldHelp(b verify.Blocked) bool {
	if r.leadsTo(b.Process, b.State, r.serves, nil) {
		return true
	}
	for object := range r.objects {
		if l := r.ends.locks[object]; l != nil && l.holder() != nil && l.holder().process == b.Process {
			return true
		}
	}
	return false
}

// matters reports whether a step is told for its own sake.
func (r *relevance) matters(i int) bool {
	s := &r.finding.Trace[i]
	t := r.at(s)
	switch {
	case r.finding.Category == verify.Panic && i == r.lastClose(anybody):
		return true // the sentence says who that was
	case r.isLastWord(i):
		return false
	case r.told[i]:
		return true
	case r.others[i]:
		return false
	case t.Kind.IsLocking() || t.Kind == model.Unlock || t.Kind == model.RUnlock:
		return r.objects[t.Object] && r.keepsLock(i)
	case t.Fails():
		return r.finding.Category == verify.LeakFailed
	case t.Kind == model.Spawn:
		return false
	case t.BeginsToPanic():
		return i <= r.last
	case t.IsSpending():
		return true
	case t.Assumes():
		return r.needed[i] && !r.isSaidLater(i) && !r.isSaidBefore(i) && (!r.isRepeated(i) || r.beginsTurn(i))
	case i > r.last && t.Kind == model.Close:
		return false // it closes what holds a lost message
	case t.Kind == model.CondEnqueue && !r.isSignalledLater(i):
		return false // what is said last says so
	case t.Object >= 0 && r.objects[t.Object]:
		return !r.isOfClosed(t)
	case r.isPassed(i) || r.isAskedEarly(i):
		return true
	}
	if i > r.last {
		return false
	}
	return s.Process == r.finding.Process && r.decides(s.State, t) ||
		s.Partner == r.finding.Process && r.decides(s.PartnerState, s.PartnerIn(r.sys))
}

// isSignalledLater reports whether somebody who begins to wait at a step does so before another one wakes a waiter: him, or not him.
func (r *relevance) isSignalledLater(i int) bool {
	object := r.at(&r.finding.Trace[i]).Object
	return slices.ContainsFunc(r.finding.Trace[i+1:], func(later verify.Step) bool {
		u := r.at(&later)
		return u.Object == object && wakes(u)
	})
}

// wakes reports whether a transition is what lets those go on who wait for a condition variable.
func wakes(t *model.Transition) bool { return t.Kind == model.Signal || t.Kind == model.Broadcast }

// isOfClosed reports whether the finding is about a channel that is closed, and a step does something else with it: that went well.
func (r *relevance) isOfClosed(t *model.Transition) bool {
	wrong := r.wrong()
	return r.finding.Category == verify.Panic && t.Object == wrong.Object && (t.Kind == model.Send || t.Kind == model.Receive)
}

// isLastWord reports whether a step is the panic that the finding is about: what is said last is
// about it.
func (r *relevance) isLastWord(i int) bool {
	s := &r.finding.Trace[i]
	isLast := i == len(r.finding.Trace)-1 || r.at(s).Kind == model.Fault // deferred calls may come after it
	return r.finding.Category == verify.Panic && isLast && s.Process == r.finding.Process && r.at(s).Site == r.own().Site
}

// keepsLock reports whether a step takes a lock that is still held when the execution ends, or, if
// the finding is about that, whether it is one of the last that release it.
func (r *relevance) keepsLock(i int) bool {
	t := r.at(&r.finding.Trace[i])
	if r.finding.Category == verify.Panic {
		return true
	}
	if !t.Kind.IsLocking() {
		return false
	}
	h := r.ends.lock(t.Object).holder()
	return h != nil && h.process == r.finding.Trace[i].Process && h.site == t.Site && !r.isTakenLater(i)
}

// isTakenLater reports whether the same process takes the same lock at the same place again.
func (r *relevance) isTakenLater(i int) bool {
	s, t := &r.finding.Trace[i], r.at(&r.finding.Trace[i])
	return slices.ContainsFunc(r.finding.Trace[i+1:], func(later verify.Step) bool {
		u := r.at(&later)
		return later.Process == s.Process && u.Object == t.Object && u.Kind == t.Kind && u.Site == t.Site
	})
}

// isSaidLater reports whether a later assumption says all that one does.
func (r *relevance) isSaidLater(i int) bool {
	s, t := &r.finding.Trace[i], r.at(&r.finding.Trace[i])
	for j := i + 1; j < len(r.finding.Trace); j++ {
		later := &r.finding.Trace[j]
		if r.needed[j] && later.Process == s.Process && isNarrower(r.at(later), t) {
			return true
		}
	}
	return false
}

// isSaidBefore reports whether an assumption at another place has said what one does.
func (r *relevance) isSaidBefore(i int) bool {
	t := r.at(&r.finding.Trace[i])
	for j := range i {
		before := r.at(&r.finding.Trace[j])
		if r.needed[j] && before.Site != t.Site && before.Assumes() && r.isSameAssumption(before, t) {
			return true
		}
	}
	return false
}

// isRepeated reports whether the same process has assumed the same at the same place before.
func (n *narrator) isRepeated(i int) bool {
	t := n.at(&n.finding.Trace[i])
	return slices.ContainsFunc(n.assumedBefore(i), func(u *model.Transition) bool {
		return u.Text == t.Text && u.Site == t.Site && slices.Equal(u.Via, t.Via)
	})
}

// beginsTurn reports whether an assumption is the first one that is repeated, after another one: of a second turn a reader needs to know that there
// is one, but not that it goes the same way.
func (n *narrator) beginsTurn(i int) bool {
	before := n.assumedBefore(i)
	last := before[len(before)-1]
	for j := i - 1; j >= 0; j-- {
		if n.at(&n.finding.Trace[j]) == last {
			return !n.isRepeated(j)
		}
	}
	return true
}

// assumedBefore is what the process of a step has assumed before it, as far as it matters.
func (n *narrator) assumedBefore(i int) (list []*model.Transition) {
	for j, s := range n.finding.Trace[:i] {
		if t := n.at(&s); s.Process == n.finding.Trace[i].Process && t.Assumes() && n.needed[j] {
			list = append(list, t)
		}
	}
	return list
}

// decides reports whether the process of the finding could have done something else instead of a step,
// to another object, and would not have come to where the finding is then.
func (r *relevance) decides(state int, taken *model.Transition) bool {
	p, own := r.finding.Process, r.own()
	isOwn := func(t *model.Transition) bool {
		return t.Site == own.Site && t.Kind == own.Kind && t.Text == own.Text
	}
	return slices.ContainsFunc(r.transitions(p, state), func(t model.Transition) bool {
		return t.Object != taken.Object && t.Doubt == "" && !r.leadsTo(p, t.To, isOwn, nil)
	})
}

// causes adds what made steps possible that are told.
func (r *relevance) causes() {
	for i := len(r.told) - 1; i >= 0; i-- {
		t := r.at(&r.finding.Trace[i])
		if !r.told[i] || t.Object < 0 {
			continue
		}
		var is func(*model.Transition) bool
		switch t.Kind {
		case model.ReceiveClosed:
			is = func(u *model.Transition) bool { return u.Kind == model.Close || u.Kind == model.Cancel }
		case model.Receive:
			is = func(u *model.Transition) bool { return u.Kind == model.Send }
		case model.CondWake:
			is = wakes
		default:
			continue
		}
		for j := i - 1; j >= 0; j-- {
			if u := r.at(&r.finding.Trace[j]); u.Object == t.Object && is(u) {
				r.told[j] = true
				break
			}
		}
	}
}

// whoTakesPart are the processes that the story is about: those that do something in it, are gone, or are blocked in the end.
func (n *narrator) whoTakesPart() map[int]bool {
	told, _ := n.relevant()
	list := map[int]bool{n.finding.Process: true}
	for i, s := range n.finding.Trace {
		if told[i] {
			list[s.Process], list[s.Partner], list[s.Spawned] = true, true, true
		}
	}
	for _, gone := range n.gone() {
		for _, g := range gone {
			list[g.process] = true
		}
	}
	each, _ := n.victims()
	for _, b := range each {
		list[b.Process] = true
	}
	return list
}

// starts adds that those were started who take part, or are said to be blocked, too.
func (r *relevance) starts() {
	each, _ := r.victims()
	for _, b := range each {
		r.involved[b.Process] = true
	}
	for i, s := range r.finding.Trace {
		if r.told[i] {
			r.involved[s.Process] = true
			if s.Partner >= 0 {
				r.involved[s.Partner] = true
			}
		}
	}
	for i := len(r.told) - 1; i >= 0; i-- {
		s := &r.finding.Trace[i]
		if s.Spawned >= 0 && r.involved[s.Spawned] {
			r.told[i], r.involved[s.Process] = true, true
		}
	}
}
