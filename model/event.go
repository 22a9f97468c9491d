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

// A Timer is what is known of how long a timer takes that runs out, or of by when the world outside has done something. Nothing
// is known of the zero Timer. Only where time passes while nobody has anything to do (verify.Options.Patient) does anything that
// can happen depend on that.
type Timer struct {
	// Least is how long it takes at least from when the process has come to the state of the step, in nanoseconds: it was not
	// started before. Most is how long it takes at most from then, 0 if that isn't known. If both are known, Least isn't more than Most.
	Least, Most int64
	// Number, if it isn't 0, says that the process may have come to the state before and gone on without the timer: those of its
	// timers with the same number are one, and the first time that it comes to a state with such a step counts for all, or they are
	// later ones. Of these Most isn't known.
	Number int
}

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
