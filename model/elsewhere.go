package model

import "slices"

// ServedElsewhere is the Doubt of a Tau that is the only way on for who waits for a channel which the program made itself and put
// where it isn't followed. Other parts of the program serve it, perhaps.
const ServedElsewhere = "a channel is waited for that was put where it isn't followed"

// WithoutElsewhere returns the system in which nobody serves what isn't followed: who waits for that stays there. It returns nil
// if nobody waits for any.
func (s *System) WithoutElsewhere() *System {
	isServed := func(t Transition) bool { return t.Doubt == ServedElsewhere }
	return s.rewritten(isServed, func(list []Transition) []Transition { return slices.DeleteFunc(list, isServed) })
}
