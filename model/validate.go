package model

import (
	"fmt"
	"slices"
)

// Validate checks the invariants that the documentation of the types states.
// The error names the first violation in the order of the text form.
func (s *System) Validate() error {
	if len(s.Processes) == 0 {
		return fmt.Errorf("a system needs a process")
	}
	for i := range s.Objects {
		if err := s.validateObject(&s.Objects[i]); err != nil {
			return fmt.Errorf("object %d (%s): %w", i, s.Objects[i].Name, err)
		}
	}
	for i, f := range s.Families {
		if err := s.validateFamily(f); err != nil {
			return fmt.Errorf("family %d (%s): %w", i, f.Name, err)
		}
	}
	for i := range s.Processes {
		if err := s.validateProcess(&s.Processes[i]); err != nil {
			return fmt.Errorf("process %d (%s): %w", i, s.Processes[i].Name, err)
		}
	}
	return nil
}

func (s *System) validateObject(o *Object) error {
	switch {
	case o.Kind > Cell:
		return fmt.Errorf("unknown kind %d", o.Kind)
	case o.Capacity < 0 || o.Capacity > 0 && o.Kind != Channel:
		return fmt.Errorf("capacity %d", o.Capacity)
	case o.Owner < -1 || o.Owner >= len(s.Processes):
		return fmt.Errorf("owner %d is no process", o.Owner)
	case o.Receiver < 0 || o.Receiver > len(s.Processes) || o.Receiver > 0 && o.Kind != Channel:
		return fmt.Errorf("it leads to process %d", o.Receiver-1)
	case o.Kind == Cell && len(o.Labels) == 0:
		return fmt.Errorf("a cell needs an initial value")
	case o.Kind != Cell && o.Kind != Channel && len(o.Labels) > 0:
		return fmt.Errorf("only channels and cells have labels")
	}
	for _, l := range o.Labels {
		if err := s.validateRefs(l.Refs); err != nil {
			return fmt.Errorf("label %q: %w", l.Name, err)
		}
	}
	return nil
}

// validateRefs checks that refs are objects, in increasing order.
func (s *System) validateRefs(refs []int) error {
	for i, r := range refs {
		if r < 0 || r >= len(s.Objects) {
			return fmt.Errorf("reference to object %d, of %d", r, len(s.Objects))
		}
		if i > 0 && refs[i-1] >= r {
			return fmt.Errorf("references are not increasing")
		}
	}
	return nil
}

func (s *System) validateFamily(f Family) error {
	if len(f.Members) == 0 {
		return fmt.Errorf("no members")
	}
	if !slices.IsSorted(f.Members) || f.Members[0] <= 0 || f.Members[len(f.Members)-1] >= len(s.Processes) {
		return fmt.Errorf("members %v are not increasing processes other than 0", f.Members)
	}
	return nil
}

func (s *System) validateProcess(a *Automaton) error {
	if len(a.States) == 0 {
		return fmt.Errorf("no states")
	}
	for i := range a.States {
		state := &a.States[i]
		if err := s.validateRefs(state.Refs); err != nil {
			return fmt.Errorf("state %d: %w", i, err)
		}
		for j := range state.Transitions {
			t := &state.Transitions[j]
			if t.To < 0 || t.To >= len(a.States) {
				return fmt.Errorf("state %d: transition %d leads to state %d, of %d", i, j, t.To, len(a.States))
			}
			if err := s.validateAction(t); err != nil {
				return fmt.Errorf("state %d: transition %d: %w", i, j, err)
			}
		}
	}
	return nil
}

// validateAction checks that an action applies to its object.
func (s *System) validateAction(t *Transition) error {
	if t.Doubt != "" && t.Kind != Tau {
		return fmt.Errorf("an action other than an internal step is in doubt")
	}
	if err := t.validateEvent(); err != nil {
		return err
	}
	switch t.Kind {
	case Tau, Default, Crash, Exit:
		return nil
	case Spawn:
		if t.Object < 0 || t.Object >= len(s.Families) {
			return fmt.Errorf("spawn of family %d, of %d", t.Object, len(s.Families))
		}
		return nil
	case Send, Receive, Close:
		if t.Object == -1 {
			return nil
		}
	}
	if t.Kind > Exit {
		return fmt.Errorf("unknown action %d", t.Kind)
	}
	if t.Object < 0 || t.Object >= len(s.Objects) {
		return fmt.Errorf("%v of object %d, of %d", t.Kind, t.Object, len(s.Objects))
	}
	o := &s.Objects[t.Object]
	if !applies(t.Kind, o.Kind) {
		return fmt.Errorf("%v does not apply to a %v", t.Kind, o.Kind)
	}
	return validateLabel(t, o)
}

// validateEvent checks that a step may come with what it does, and what is known of its timer.
func (t *Transition) validateEvent() error {
	timer := &t.Timer
	switch {
	case int(t.Event) >= len(eventWords):
		return fmt.Errorf("unknown event %d", t.Event)
	case t.Event != NoEvent && t.Kind != Tau && t.Kind != Default:
		return fmt.Errorf("an action other than an internal step comes with time or the world")
	case *timer != (Timer{}) && t.Event == NoEvent, t.Event == WorldEvent && (timer.Least != 0 || timer.Number != 0):
		return fmt.Errorf("a step that doesn't come with time has a timer")
	case timer.Least < 0 || timer.Most < 0 || timer.Number < 0:
		return fmt.Errorf("a timer has negative numbers")
	case timer.Most > 0 && timer.Least > timer.Most:
		return fmt.Errorf("a timer takes at least %d, and at most %d", timer.Least, timer.Most)
	case timer.Number > 0 && timer.Most > 0:
		return fmt.Errorf("a timer that may have been waited for before takes at most %d", timer.Most)
	}
	return nil
}

func validateLabel(t *Transition, o *Object) error {
	switch t.Kind {
	case Receive:
		if t.Label == AnyLabel {
			return nil
		}
	case Send, Read, Write, Update, Assume:
	default:
		return nil
	}
	if t.Label < 0 || t.Label >= len(o.Labels) {
		return fmt.Errorf("%v of label %d, of %d", t.Kind, t.Label, len(o.Labels))
	}
	if t.Kind == Update && (t.Set < 0 || t.Set >= len(o.Labels)) {
		return fmt.Errorf("%v to label %d, of %d", t.Kind, t.Set, len(o.Labels))
	}
	return nil
}

// applies reports whether actions of a kind apply to objects of a kind.
func applies(action Kind, object ObjectKind) bool {
	switch action {
	case New, Fault:
		return true
	case Send, Receive, ReceiveClosed, Close, Cancel:
		return object == Channel
	case Lock, Unlock:
		return object.IsLock()
	case Announce, RLock, RUnlock:
		return object == RWMutex
	case Add, Wait:
		return object == WaitGroup
	case OnceBegin, OnceEnd, OnceSkip:
		return object == Once
	case CondEnqueue, CondWake, Signal, Broadcast:
		return object == Cond
	}
	return object == Cell
}
