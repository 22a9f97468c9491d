package model

import "slices"

// An Event says what a step comes with that is none of the processes' doing. It is told apart in systems of tests alone. Check lets
// timers run out when they like, unless it is asked not to (verify.Options.Patient).
type Event uint8

// The events.
const (
	NoEvent    Event = iota
	Timeout          // a timer runs out
	WorldEvent       // the world outside does something
)

// eventWords is how a step says what it comes with.
var eventWords = [...]string{"", " timer", " world"}

// HasTimers reports whether a step comes with time.
func (s *System) HasTimers() bool {
	comesWithTime := func(t Transition) bool { return t.Event == Timeout }
	for p := range s.Processes {
		for i := range s.Processes[p].States {
			if slices.ContainsFunc(s.Processes[p].States[i].Transitions, comesWithTime) {
				return true
			}
		}
	}
	return false
}
