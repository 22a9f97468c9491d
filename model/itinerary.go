package model

// An Itinerary is what processes do in one execution to the objects that are made at some places, and
// whom they start on the way. It says nothing of what else they do, so that executions of other
// systems, which show more or less of the same program, can have the same one.
type Itinerary struct {
	// Objects are where the objects are made, Spawns where processes are started of which it tells.
	Objects, Spawns map[Site]bool
	// Legs are what each process does, first that of process 0.
	Legs []Leg
}

// A Leg is what one process does. After the last stop it does nothing any more that is told of, but
// what is said here.
type Leg struct {
	Stops []Stop
	// Stays says that it waits for one of the objects. Otherwise, if Leaves is valid, it comes past a
	// select there by a case that is about none of them, and if Ends is set it ends.
	Stays  bool
	Leaves Site
	Ends   bool
}

// A Stop is one step of a process.
type Stop struct {
	Kind         Kind
	Amount       int // of an Add
	Site, Object Site
	Leg          int // of the process that a Spawn starts
}

// A Course says how far a process has come on an itinerary: how many stops of which leg lie behind it.
// The zero Course is the start of process 0.
type Course struct {
	Leg, Stops int
	// Left says that the process has taken a case of a select that it leaves, Lost that it has
	// left the itinerary.
	Left, Lost bool
}

// NowhereToGo is the course of a process of which the itinerary doesn't tell: it does nothing.
var NowhereToGo = Course{Leg: -1}

// Concerns reports whether a transition on an object that is made at a place, or the start of a
// process, is one that the itinerary tells of.
func (it *Itinerary) Concerns(t *Transition, made Site) bool {
	switch t.Kind {
	case Tau, Default, Read, Write, Update, Assume, New, Crash, Exit:
		return false
	case Spawn:
		return it.Spawns[t.Site]
	}
	return t.Object >= 0 && it.Objects[made]
}

// StopOf is what a transition is on an itinerary that it concerns.
func StopOf(t *Transition, made Site) Stop {
	stop := Stop{Kind: t.Kind, Site: t.Site, Object: made}
	if t.Kind == Add {
		stop.Amount = t.Label
	}
	return stop
}

// After is the course of a process after a transition.
func (it *Itinerary) After(c Course, t *Transition, made Site) Course {
	next, more := it.next(c)
	switch {
	case c.Lost:
	case !it.Concerns(t, made):
		c.Left = c.Left || !more && c.Leg >= 0 && t.Site.IsValid() && t.Site == it.Legs[c.Leg].Leaves
	case more && next == it.stopOf(t, made, next.Leg):
		c.Stops++
	default:
		c.Lost = true
	}
	return c
}

func (it *Itinerary) stopOf(t *Transition, made Site, leg int) Stop {
	stop := StopOf(t, made)
	stop.Leg = leg
	return stop
}

// next is the next stop of a process.
func (it *Itinerary) next(c Course) (stop Stop, more bool) {
	if c.Leg < 0 || c.Stops >= len(it.Legs[c.Leg].Stops) {
		return Stop{}, false
	}
	return it.Legs[c.Leg].Stops[c.Stops], true
}

// Started is the course of a process that one on a course starts by a transition.
func (it *Itinerary) Started(c Course, t *Transition) Course {
	next, more := it.next(c)
	if !more || c.Lost || next.Kind != Spawn || next.Site != t.Site {
		return NowhereToGo
	}
	return Course{Leg: next.Leg}
}

// HasArrived reports whether a process has come to the end of its leg: it is about to do what is at
// a place, or has ended.
func (it *Itinerary) HasArrived(c Course, at Site, ended bool) bool {
	if _, more := it.next(c); more || c.Lost {
		return false
	}
	if c.Leg < 0 {
		return true
	}
	switch leg := &it.Legs[c.Leg]; {
	case leg.Stays:
		return !ended
	case leg.Leaves.IsValid():
		return c.Left && at != leg.Leaves
	default:
		return ended || !leg.Ends
	}
}

// Stays reports whether a process waits at the end of its leg.
func (it *Itinerary) Stays(c Course) bool { return c.Leg >= 0 && it.Legs[c.Leg].Stays }
