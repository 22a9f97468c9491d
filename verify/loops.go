package verify

import "slices"

// A loop that counts up to something ends, though it isn't followed how far it has come: its choice, to go on or
// to leave, is in doubt each time, but who makes it leaves at last (model.Transition.Leaves). So the program is
// bound to come into an attractor from a choice whose way out leads there, if from the other ways, too, there is one
// back to a choice of this kind, or into the attractor: the rounds do no harm that can't be undone. These
// choices are a greatest fixpoint within the least one that the attractor is, as for strong fairness
// (Emerson and Lei 1986). If the program stays in the loop for as many rounds as it has, the scheduler brings it
// back each time, and then it leaves. On the way back nobody may make another choice of this kind: it may be the same
// loop, which was left and is entered anew, and then the program need never leave at the first choice.

// An exit is a choice outside of an attractor of which a way out of a loop leads there, and where to.
type exit struct {
	choice
	to int32
}

// leaveLoops adds the configurations with choices of loops that lead into the attractor when they end, and reports
// whether there was any.
func (a *attraction) leaveLoops() bool {
	if !a.g.loops {
		return false
	}
	exits := a.exits()
	for n := 0; len(exits) > 0 && n != len(exits); {
		n = len(exits)
		around := a.with(exits)
		exits = slices.DeleteFunc(exits, func(x exit) bool { return !around.keeps(x.choice) })
	}
	for _, x := range exits {
		if a.next[x.at] < 0 {
			a.add(x.at, x.to)
		}
	}
	return len(exits) > 0
}

func (a *attraction) exits() []exit {
	var list []exit
	for i := range a.next {
		if a.next[i] >= 0 {
			continue
		}
		for _, e := range a.g.edgesOf(i) {
			if e.leaves() && a.next[e.to] >= 0 {
				list = append(list, exit{choice{uint32(i), e.mover}, int32(e.to)})
			}
		}
	}
	return list
}

// with is the attractor of the same goal, and of some choices.
func (a *attraction) with(exits []exit) *attraction {
	around := &attraction{g: a.g, next: make([]int32, len(a.next)), open: map[choice]int{}, whole: true}
	for i, next := range a.next {
		around.next[i] = -1
		if next >= 0 {
			around.add(uint32(i), int32(i))
		}
	}
	for _, x := range exits {
		if around.next[x.at] < 0 {
			around.add(x.at, int32(x.at))
		}
	}
	around.growCertain()
	return around
}

// leavesLoop reports whether a choice is one of going on in a loop or leaving it.
func (g *graph) leavesLoop(c choice) bool {
	for _, e := range g.edgesOf(int(c.at)) {
		if e.mover == c.mover && e.leaves() {
			return true
		}
	}
	return false
}

// keeps reports whether all steps of a choice lead into an attractor.
func (a *attraction) keeps(c choice) bool {
	for _, e := range a.g.edgesOf(int(c.at)) {
		if e.mover == c.mover && e.universal() && a.next[e.to] < 0 {
			return false
		}
	}
	return true
}
