package report

import (
	"cmp"
	"fmt"
	"slices"

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
		if t := n.at(&s); t.Object == object && (t.Kind == model.Signal || t.Kind == model.Broadcast) {
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
// that nothing is ready in a select then.
func (r *relevance) isAskedEarly(i int) bool {
	s, t := &r.finding.Trace[i], r.at(&r.finding.Trace[i])
	own := r.own()
	if own.Kind != model.CondWake || s.Process != r.finding.Process || i > r.lastWake(own.Object) || r.isReadLater(i) {
		return false
	}
	return t.Kind == model.Default || t.Kind == model.Read && slices.ContainsFunc(r.finding.Trace[i:], func(later verify.Step) bool {
		return later.Process != s.Process && r.sets(later.Process, t)
	})
}
