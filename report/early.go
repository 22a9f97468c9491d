package report

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/chancheck/chancheck/model"
	"github.com/chancheck/chancheck/verify"
)

// A condition variable remembers nothing: who is woken before he waits isn't woken. That this has happened is what a reader looks for, and that the
// waiter had asked whether he has to wait before it.

// whyAsleep says why nobody wakes who waits for a condition.
func (n *narrator) whyAsleep(object int) string {
	return cmp.Or(n.early(object), "nobody is left to call Signal or Broadcast")
}

// early says where the waiters were woken while there was none, if nobody does so later.
func (n *narrator) early(object int) string {
	woken := n.lastWake(object)
	if woken < 0 || n.areWaiting(object, woken) {
		return ""
	}
	t := n.at(&n.finding.Trace[woken])
	place, _ := n.place(t.Site, t.Via)
	called := "Broadcast"
	if t.Kind == model.Signal {
		called = "Signal"
	}
	return fmt.Sprintf("the %s at %s comes before that, and nobody is left to call another one", called, n.line(place))
}

// lastWake is the step that was the last to wake those who wait for a condition, -1 if there is none.
func (n *narrator) lastWake(object int) int {
	for i, s := range slices.Backward(n.finding.Trace) {
		if t := n.at(&s); t.Object == object && wakes(t) {
			return i
		}
	}
	return -1
}

// areWaiting reports whether somebody waits for a condition at a step.
func (n *narrator) areWaiting(object, step int) bool {
	waiting := map[int]bool{}
	for _, s := range n.finding.Trace[:step] {
		switch t := n.at(&s); {
		case t.Object != object:
		case t.Kind == model.CondEnqueue:
			waiting[s.Process] = true
		case t.Kind == model.CondWake:
			delete(waiting, s.Process)
		}
	}
	return len(waiting) > 0
}

// isAskedEarly reports whether who isn't woken goes on at a step as he finds what others change later, as he reads it for the last time, or
// that nothing is ready in a select then; or whether that is where others change it.
func (r *relevance) isAskedEarly(i int) bool {
	s, t := &r.finding.Trace[i], r.at(&r.finding.Trace[i])
	own := r.own()
	if own.Kind != model.CondWake || i > r.lastWake(own.Object) {
		return false
	}
	if s.Process != r.finding.Process {
		return r.endsAsked(i) || t.Kind == model.Write && slices.ContainsFunc(r.finding.Trace[:i], func(earlier verify.Step) bool {
			read := r.at(&earlier)
			return earlier.Process == r.finding.Process && read.Kind == model.Read && read.Object == t.Object && read.Label != t.Label
		})
	}
	if r.isReadLater(i) {
		return false
	}
	return t.Kind == model.Default || t.Kind == model.Read && slices.ContainsFunc(r.finding.Trace[i:], func(later verify.Step) bool {
		return later.Process != s.Process && r.sets(later.Process, t)
	})
}

// endsAsked reports whether a step ends the context, or closes the channel, of which who isn't woken has found before that this wasn't done.
func (r *relevance) endsAsked(i int) bool {
	t := r.at(&r.finding.Trace[i])
	if t.Kind != model.Cancel && t.Kind != model.Close {
		return false
	}
	isOf := func(u model.Transition) bool { return u.Kind == model.ReceiveClosed && u.Object == t.Object }
	return slices.ContainsFunc(r.finding.Trace[:i], func(s verify.Step) bool {
		return s.Process == r.finding.Process && r.at(&s).Kind == model.Default && slices.ContainsFunc(r.transitions(s.Process, s.State), isOf)
	})
}

// setting says what somebody sets a variable to, "" where only a call says what that is.
func (n *narrator) setting(process int, t *model.Transition) string {
	name, value := strings.TrimSuffix(n.name(t.Object), ".Load()"), n.value(t)
	if value == "" || strings.HasSuffix(name, ")") {
		return ""
	}
	return fmt.Sprintf("%s sets %s to %s", n.who(process), name, value)
}
