package chancheck

import (
	"strings"

	"github.com/chancheck/chancheck/extract"
	"github.com/chancheck/chancheck/model"
)

// A buffered channel that calls send on, and receive from before they return, has slots that
// they hold meanwhile, as those of a semaphore: who waits for something while he holds one may
// wait for those who hold all others. It takes as many callers as there are slots, and one more.
// Where nobody waits with a slot, or keeps it when he returns, two callers show what more of them
// would do: the slots of the others are free again, or one caller after the other has taken them.

// callersFor is how many clients it takes to see what may go wrong for want of slots in a system;
// 0 if nobody waits while holding one.
func callersFor(sys *model.System) (most int) {
	if sys == nil {
		return 0
	}
	for c := range sys.Objects {
		o := &sys.Objects[c]
		if o.Kind != model.Channel || o.Capacity < most {
			continue
		}
		for p := range sys.Processes {
			if strings.HasPrefix(sys.Processes[p].Name, extract.ClientName) && waitsWithSlot(sys.Processes[p].States, c) {
				most = o.Capacity + 1
			}
		}
	}
	return most
}

// waitsWithSlot reports whether a client may wait for something in a call after it has sent on a
// channel and before it receives from it.
func waitsWithSlot(states []model.State, c int) bool {
	holding := map[int]bool{}
	for i := range states {
		for _, t := range states[i].Transitions {
			if t.Kind == model.Send && t.Object == c {
				holding[t.To] = true
			}
		}
	}
	for i := range reachedWithin(states, c, holding, model.Receive) {
		for _, t := range states[i].Transitions {
			isOwn := t.Kind == model.Receive && t.Object == c
			if !isSilent(t) && !isOwn && doesLater(states, c, t.To, model.Receive) {
				return true
			}
		}
	}
	return false
}

// reachedWithin lists the states of a call that follow some, themselves included, before it takes a kind of step on a
// channel.
func reachedWithin(states []model.State, c int, from map[int]bool, kind model.Kind) map[int]bool {
	seen := map[int]bool{}
	var work []int
	for i := range from {
		work = append(work, i)
	}
	for len(work) > 0 {
		i := work[len(work)-1]
		work = work[:len(work)-1]
		if i == 0 || seen[i] { // at 0 it has returned
			continue
		}
		seen[i] = true
		for _, t := range states[i].Transitions {
			if t.Kind != kind || t.Object != c {
				work = append(work, t.To)
			}
		}
	}
	return seen
}

// doesLater reports whether a call may take a kind of step on a channel, from some state on.
func doesLater(states []model.State, c, from int, kind model.Kind) bool {
	for i := range reachedWithin(states, c, map[int]bool{from: true}, kind) {
		for _, t := range states[i].Transitions {
			if t.Kind == kind && t.Object == c {
				return true
			}
		}
	}
	return false
}
