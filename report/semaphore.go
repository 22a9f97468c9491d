package report

import (
	"fmt"

	"github.com/chancheck/chancheck/model"
	"github.com/chancheck/chancheck/verify"
)

// isSemaphore reports whether an object is a semaphore: a channel whose messages are the slots that are taken.
func (n *narrator) isSemaphore(object int) bool { return object >= 0 && n.sys.Objects[object].Slots }

// slotVerbs are the verbs for what goroutines do with a semaphore.
var slotVerbs = map[model.Kind]verb{
	model.Send:    {"takes a slot of", true},
	model.Receive: {"gives back a slot of", true},
}

// whyAcquire says why a semaphore never has a free slot again.
func (n *narrator) whyAcquire(object int) string {
	taken := "its only slot is taken"
	switch slots := n.sys.Objects[object].Capacity; {
	case slots == 0:
		return "it has no slots"
	case slots > 1:
		taken = fmt.Sprintf("all its %d slots are taken", slots)
	}
	if !n.occurs(model.Receive, object) {
		return taken + " and nobody calls Release"
	}
	return taken + " and " + n.nobody(releasing, object, model.Receive)
}

// withoutSlot says what it is that a call about a semaphore takes its default. It is not ok if the step is none of
// such a call. Of one that gives back what nobody has it is told that it panics.
func (n *narrator) withoutSlot(s *verify.Step) (text string, ok bool) {
	for _, t := range n.transitions(s.Process, s.State) {
		switch {
		case !n.isSemaphore(t.Object):
		case t.Kind == model.Send:
			return n.who(s.Process) + " finds no free slot of " + n.name(t.Object), true
		case t.Kind == model.Receive:
			return "", true
		}
	}
	return "", false
}
