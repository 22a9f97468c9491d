package report

import (
	"fmt"
	"slices"

	"github.com/chancheck/chancheck/model"
	"github.com/chancheck/chancheck/verify"
)

// whyLock says who has a lock, and why they don't give it back.
func (n *narrator) whyLock(object int) string {
	l := n.ends.lock(object)
	h := l.holder()
	switch {
	case h == nil:
		return ""
	case l.writer == nil && l.announced != nil && l.announced.process != n.finding.Process:
		by := ""
		if h.process == n.finding.Process {
			by = " by this goroutine"
		}
		return fmt.Sprintf("it waits for %s, whose Lock %s waits for the read lock taken%s %s",
			n.who(l.announced.process), n.where(l.announced.site, l.announced.via), by, n.where(h.site, h.via))
	case h.process == n.finding.Process:
		return fmt.Sprintf("this goroutine itself has %s it %s", h.verb(), n.where(h.site, h.via))
	case n.hasEnded(h.process) && !n.isCaller(h.process):
		return fmt.Sprintf("it was %s %s by %s, which ended without unlocking it", h.verb(), n.where(h.site, h.via), n.who(h.process))
	}
	return n.whyKept(h)
}

// whyKept says why somebody who could go on doesn't give a lock back. Who waits
// himself is no less a victim.
func (n *narrator) whyKept(h *hold) string {
	state, ok := n.blockedAt(h.process)
	if !ok {
		return fmt.Sprintf("it was %s %s by %s, which never unlocks it", h.verb(), n.where(h.site, h.via), n.who(h.process))
	}
	waiting := n.transitions(h.process, state)
	if next := n.holderFor(h.process, state); next != nil && next.process == n.finding.Process {
		if n.name(next.object) != n.name(h.object) {
			return fmt.Sprintf("%s takes it and %s in the other order, %s and %s", n.who(h.process),
				n.name(next.object), n.where(h.site, h.via), n.where(waiting[0].Site, waiting[0].Via))
		}
		return fmt.Sprintf("%s has %s it %s and waits for %s %s, which this goroutine has %s %s", n.who(h.process),
			h.verb(), n.where(h.site, h.via), n.name(next.object), n.where(waiting[0].Site, waiting[0].Via), next.verb(), n.where(next.site, next.via))
	}
	return fmt.Sprintf("%s, which has %s it %s, is blocked, too: %s %s", n.who(h.process),
		h.verb(), n.where(h.site, h.via), n.operation(waiting), n.where(waiting[0].Site, waiting[0].Via))
}

// verb says how a lock was taken.
func (h *hold) verb() string {
	if h.reads {
		return "read-locked"
	}
	return "locked"
}

func (n *narrator) hasEnded(process int) bool {
	state := n.ends.states[process]
	return state >= 0 && len(n.sys.Processes[process].States[state].Transitions) == 0
}

// blockedAt is where a process is stuck at the end of the execution, if it is.
func (n *narrator) blockedAt(process int) (state int, ok bool) {
	if process == n.finding.Process {
		return n.finding.State, true
	}
	i := slices.IndexFunc(n.finding.Also, func(b verify.Blocked) bool {
		return b.Process == process && n.ends.states[process] == b.State
	})
	if i < 0 {
		return 0, false
	}
	return n.finding.Also[i].State, true
}

// holderFor is who has the lock that a process waits for, nil if it waits for something
// else.
func (n *narrator) holderFor(process, state int) *hold {
	for _, t := range n.transitions(process, state) {
		if t.Kind.IsLocking() {
			return n.ends.lock(t.Object).holder()
		}
	}
	return nil
}

// inTheWay is the process that has the lock for which another one waits, or runs the first call of its Once; -1 if it
// waits for something else.
func (n *narrator) inTheWay(process, state int) int {
	if h := n.holderFor(process, state); h != nil {
		return h.process
	}
	for _, t := range n.transitions(process, state) {
		if t.Kind == model.OnceBegin || t.Kind == model.OnceSkip {
			return n.first(t.Object)
		}
	}
	return -1
}

// keptFrom is the lock of this goroutine at which somebody is blocked, too; nil if he is at something else.
func (n *narrator) keptFrom(process, state int) *hold {
	if h := n.holderFor(process, state); h != nil && h.process == n.finding.Process {
		return h
	}
	return nil
}

// heldBy says who has the lock that a process waits for; "" if it waits for something
// else.
func (n *narrator) heldBy(process, state int) string {
	h := n.holderFor(process, state)
	if h == nil {
		return ""
	}
	return fmt.Sprintf(", %s %s by %s", h.verb(), n.where(h.site, h.via), n.who(h.process))
}

// gate is a lock held by the goroutine that is stuck, behind which all others are that
// could do what it waits for; nil if there is none.
func (n *narrator) gate(serves func(*model.Transition) bool) *hold {
	for object := range n.sys.Objects {
		l := n.ends.locks[object]
		if l == nil || l.holder() == nil || l.holder().process != n.finding.Process {
			continue
		}
		shut := func(t *model.Transition) bool { return t.Object == object && t.Kind.IsLocking() }
		if n.anyLeadsTo(serves, nil) && !n.anyLeadsTo(serves, shut) {
			return l.holder()
		}
	}
	return nil
}

// anyLeadsTo is leadsTo, of anybody else from where they are.
func (n *narrator) anyLeadsTo(wanted, shut func(*model.Transition) bool) bool {
	for p, state := range n.ends.states {
		if p != n.finding.Process && state >= 0 && n.leadsTo(p, state, wanted, shut) {
			return true
		}
	}
	return false
}

// Circle lists the places of those who wait in a circle for each other's locks, or calls of a Once, at the
// end of an execution, in order; nil if the finding is about something else. It is one
// bug, whoever of them tells it.
func Circle(sys *model.System, f *verify.Finding) []model.Site {
	n := &narrator{sys: sys, finding: f, ends: replay(sys, f)}
	var list []model.Site
	for p := f.Process; len(list) <= len(f.Also); {
		state, blocked := n.blockedAt(p)
		if !blocked {
			return nil
		}
		next := n.inTheWay(p, state)
		if next < 0 {
			return nil
		}
		list = append(list, n.transitions(p, state)[0].Site)
		if p = next; p == f.Process {
			slices.SortFunc(list, model.Site.Compare)
			return list
		}
	}
	return nil
}
