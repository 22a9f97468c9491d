package report

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/chancheck/chancheck/model"
	"github.com/chancheck/chancheck/verify"
)

// Whoever panics as another one has closed a channel may have asked before whether that was done: a reader who sees that in the
// source takes the panic for impossible, unless he is told that the question came first.

// isPassed reports whether who panics goes on at a step as he finds that a channel isn't closed yet: by a variable that whoever closes
// it sets to something else, as he reads it for the last time; or as he doesn't find it closed.
func (r *relevance) isPassed(i int) bool {
	s, t := &r.finding.Trace[i], r.at(&r.finding.Trace[i])
	if r.finding.Category != verify.Panic || s.Process != r.finding.Process || t.Kind != model.Read && t.Kind != model.Default {
		return false
	}
	closed := r.closing()
	if closed <= i || closed == len(r.finding.Trace) {
		return false
	}
	if t.Kind == model.Read {
		return r.sets(r.finding.Trace[closed].Process, t) && !r.isReadLater(i)
	}
	return slices.ContainsFunc(r.transitions(s.Process, s.State), func(u model.Transition) bool {
		return u.Kind == model.ReceiveClosed && u.Object == r.wrong().Object
	})
}

// findsOpen says that somebody takes a default as the channel of a panic, the only one that is asked about there, isn't closed yet.
func (n *narrator) findsOpen(s *verify.Step) (text string, ok bool) {
	if n.finding.Category != verify.Panic {
		return "", false
	}
	closed := n.wrong().Object
	for _, t := range n.transitions(s.Process, s.State) {
		switch {
		case t.Kind == model.Default:
		case t.Object != closed || t.Kind == model.Send:
			return "", false
		case t.Kind == model.ReceiveClosed:
			ok = true
		}
	}
	return n.who(s.Process) + " finds that " + n.name(closed) + " isn't closed yet", ok
}

// sets reports whether a process may give a variable another value than that which is read.
func (n *narrator) sets(process int, read *model.Transition) bool {
	return n.may(process, func(t *model.Transition) bool {
		return t.Object == read.Object && (t.Kind == model.Write && t.Label != read.Label || t.Kind == model.Update && t.Set != read.Label)
	})
}

// isReadLater reports whether the same process reads the same variable once more.
func (n *narrator) isReadLater(i int) bool {
	s, t := &n.finding.Trace[i], n.at(&n.finding.Trace[i])
	return slices.ContainsFunc(n.finding.Trace[i+1:], func(later verify.Step) bool {
		u := n.at(&later)
		return later.Process == s.Process && u.Kind == model.Read && u.Object == t.Object
	})
}

// reading says what somebody reads of a variable, or a call has told him of it.
func (n *narrator) reading(process int, t *model.Transition) string {
	value, name, verb := n.value(t), n.name(t.Object), "reads"
	owner, isElement := strings.CutSuffix(name, "[]")
	switch {
	case isElement && owner == "":
		return n.who(process) + " reads an element"
	case isElement:
		return n.who(process) + " reads an element of " + owner
	case value == "":
		return ""
	case strings.HasSuffix(name, "()"):
		verb = "finds"
	}
	return fmt.Sprintf("%s %s %s: %s", n.who(process), verb, name, value)
}

// value is what is read of a variable, "" if no reader would know it by that.
func (n *narrator) value(t *model.Transition) string {
	labels := n.sys.Objects[t.Object].Labels
	name := labels[t.Label].Name
	_, err := strconv.Atoi(name)
	switch {
	case slices.Contains([]string{"true", "false", "nil", "not nil"}, name) || err == nil:
		return name
	case slices.ContainsFunc(labels, func(l model.Label) bool { return l.Name == "nil" }):
		return "not nil"
	}
	return ""
}
