package verify

import (
	"slices"

	"github.com/chancheck/chancheck/model"
)

// mostEnds is how many terminal components are asked for an execution that
// leaves a message of one send behind.
const mostEnds = 32

// leaves completes a finding about a message that is left behind with an
// execution that sends it, or reports false if there is none. A channel that is
// not empty for good doesn't say whose messages it holds: another send may have
// filled it, and this one may never be reached.
func (c *collector) leaves(f *Finding, key findingKey) bool {
	if c.g.doubts { // there is one execution, which comes about for certain
		return c.sentBy(f, key)
	}
	goals := slices.Sorted(slices.Values(c.goals[key]))
	for _, i := range goals[:min(len(goals), mostEnds)] {
		f.Trace = c.g.trace(i)
		if c.sentBy(f, key) {
			return true
		}
	}
	return false
}

// sentBy makes a finding that of the process whose message its execution leaves
// behind, which may be another member of the family; false if the operation has
// left none.
func (c *collector) sentBy(f *Finding, key findingKey) bool {
	for _, s := range remaining(c.g.sys, f.Trace, f.Object) {
		if c.keyOf(f.Category, s.Process, s.State, s.Transition) == key {
			f.Process, f.State, f.Transition = s.Process, s.State, s.Transition
			return true
		}
	}
	return false
}

// remaining are the sends whose messages an execution leaves in a channel that
// has a buffer.
func remaining(sys *model.System, trace []Step, channel int) []Step {
	var sends []Step
	ran := map[int]bool{}
	for _, s := range trace {
		if s.Spawned >= 0 {
			if ran[s.Spawned] && sys.Objects[channel].Owner == s.Spawned {
				sends = nil
			}
			ran[s.Spawned] = true
		}
		t := s.In(sys)
		if t.Object != channel {
			continue
		}
		switch t.Kind {
		case model.Send:
			sends = append(sends, s)
		case model.Receive:
			sends = sends[1:]
		case model.New:
			sends = nil
		}
	}
	return sends
}
