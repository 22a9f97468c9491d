// Package replay follows the execution of a finding step by step, and says
// whether it is one of the system and ends where the finding says.
//
// It is a second opinion on package verify, and shares nothing with the
// explorer: what an action does is written down here from the documentation of
// package model alone, on plain structs, one execution at a time, with no
// thought of speed. An error that is in both would have to be made twice.
//
// What one execution can't show is not asked: that nobody ever frees a process
// that blocks here, or that the program takes this execution whichever way its
// steps in doubt go.
//
// Files: replay.go follows executions and looks at their ends, world.go is a
// configuration, ready.go says what is enabled, effect.go what it does.
package replay

import (
	"fmt"

	"github.com/chancheck/chancheck/model"
	"github.com/chancheck/chancheck/verify"
)

// Finding follows the execution of a finding. The error names the first step
// that the system can't take, or what is not as the finding says at the end.
func Finding(sys *model.System, f *verify.Finding) error {
	w := newWorld(sys)
	for i := range f.Trace {
		if err := w.step(&f.Trace[i]); err != nil {
			return fmt.Errorf("step %d of %d: %w", i+1, len(f.Trace), err)
		}
	}
	if err := w.ending(f); err != nil {
		return fmt.Errorf("after %d steps: %s: %w", len(f.Trace), f.Category, err)
	}
	return nil
}

// step takes one step of an execution.
func (w *world) step(s *verify.Step) error {
	t, err := w.transition(s.Process, s.State, s.Transition)
	if err != nil {
		return err
	}
	if w.ended {
		return w.complain(s.Process, t, "the program has ended")
	}
	if (t.Kind == model.Spawn) != (s.Spawned >= 0) {
		return w.complain(s.Process, t, "a step that starts process %d", s.Spawned)
	}
	if s.Partner >= 0 {
		return w.rendezvous(s, t)
	}
	switch r := w.ready(s.Process, t); r {
	case enabled:
	case faulty:
		if w.handled(s.Process, t) {
			return w.complain(s.Process, t, "its fault is to be taken instead")
		}
		w.ended = true // a panic that nobody recovers
		return nil
	default:
		return w.complain(s.Process, t, "it is %s", r)
	}
	if t.Kind == model.Spawn && s.Spawned != w.idle(t.Object) {
		return w.complain(s.Process, t, "it starts process %d, not %d", w.idle(t.Object), s.Spawned)
	}
	w.take(s.Process, t)
	return nil
}

// rendezvous takes the joint step of a sender and a receiver.
func (w *world) rendezvous(s *verify.Step, send *model.Transition) error {
	receive, err := w.transition(s.Partner, s.PartnerState, s.PartnerTransition)
	if err != nil {
		return err
	}
	if !w.meet(s.Process, send, s.Partner, receive) {
		return w.complain(s.Process, send, "no rendezvous with %s of process %d", describe(receive), s.Partner)
	}
	w.processes[s.Process].state = send.To
	w.processes[s.Partner].state = receive.To
	return nil
}

// ending compares what an execution leads to with what the finding says.
func (w *world) ending(f *verify.Finding) error {
	t, err := w.named(f)
	if err != nil {
		return err
	}
	if w.ended {
		return fmt.Errorf("the program has ended")
	}
	switch f.Category {
	case verify.Deadlock, verify.Leak, verify.LeakFailed:
		return w.blocked(f)
	case verify.Panic:
		return w.panics(f, t)
	case verify.Orphan, verify.OrphanMay:
		return w.leftBehind(f, t)
	}
	return fmt.Errorf("an unknown category")
}

// named is the transition that a finding is about, which must be on the object
// that it names.
func (w *world) named(f *verify.Finding) (*model.Transition, error) {
	if f.Process < 0 || f.Process >= len(w.processes) {
		return nil, fmt.Errorf("there is no process %d", f.Process)
	}
	states := w.sys.Processes[f.Process].States
	if f.State < 0 || f.State >= len(states) || f.Transition < 0 || f.Transition >= len(states[f.State].Transitions) {
		return nil, fmt.Errorf("process %d has no transition %d at a state %d", f.Process, f.Transition, f.State)
	}
	t := &states[f.State].Transitions[f.Transition]
	object := t.Object
	if t.Kind == model.Spawn {
		object = -1 // that of the transition is a family
	}
	if f.Object != object {
		return nil, fmt.Errorf("%s is about object %d, not %d", describe(t), object, f.Object)
	}
	return t, nil
}

// blocked checks that a process is at an operation that it can't take.
func (w *world) blocked(f *verify.Finding) error {
	if (f.Process == 0) != (f.Category == verify.Deadlock) {
		return fmt.Errorf("it is about process %d", f.Process)
	}
	if _, err := w.transition(f.Process, f.State, f.Transition); err != nil {
		return err
	}
	for i := range w.here(f.Process) {
		t := &w.here(f.Process)[i]
		if r := w.ready(f.Process, t); r != blocking {
			return w.complain(f.Process, t, "it is %s", r)
		}
		if q := w.partner(f.Process, t); q >= 0 {
			return w.complain(f.Process, t, "process %d is ready for it", q)
		}
	}
	return nil
}

// panics checks that a process is about to take a transition that crashes.
func (w *world) panics(f *verify.Finding, t *model.Transition) error {
	if _, err := w.transition(f.Process, f.State, f.Transition); err != nil {
		return err
	}
	if t.Kind == model.Crash {
		return nil
	}
	if r := w.ready(f.Process, t); r != faulty {
		return w.complain(f.Process, t, "it is %s", r)
	}
	if w.handled(f.Process, t) {
		return w.complain(f.Process, t, "its fault is recovered from")
	}
	return nil
}

// leftBehind checks that a channel holds a message of a send.
func (w *world) leftBehind(f *verify.Finding, t *model.Transition) error {
	if t.Kind != model.Send || f.Object < 0 {
		return fmt.Errorf("%s sends nothing", describe(t))
	}
	for _, m := range w.objects[f.Object].messages {
		if m.sent == t {
			return nil
		}
	}
	return fmt.Errorf("%s of process %d has left no message", describe(t), f.Process)
}
