package replay

import (
	"fmt"
	"slices"

	"github.com/chancheck/chancheck/model"
)

// A world is a configuration, spelled out.
type world struct {
	sys       *model.System
	processes []process
	objects   []object
	ended     bool // by an Exit, a Crash, or a fault that nobody recovers
}

// A process is where an automaton is.
type process struct {
	started bool
	state   int
}

// An object is the state of an object; which fields matter depends on its kind.
// The zero value is a new one.
type object struct {
	messages  []message // of a channel, the head first
	closed    bool
	held      bool // a Mutex, or an RWMutex by a writer
	announced bool // an RWMutex, by a writer that has yet to take it
	readers   int
	counter   int // of a WaitGroup
	once      progress
	waiting   []int // processes in the queue of a Cond, the first first
	value     int   // of a Cell
}

// A progress is how far a Once is.
type progress uint8

const (
	fresh progress = iota
	begun
	done
)

// A message is what a channel holds, with the transition that sent it.
type message struct {
	label int
	sent  *model.Transition
}

// newWorld is the initial configuration: process 0 runs, nothing has happened.
func newWorld(sys *model.System) *world {
	w := &world{sys: sys, processes: make([]process, len(sys.Processes)), objects: make([]object, len(sys.Objects))}
	w.processes[0].started = true
	return w
}

// here are the transitions at the local state of a process, none if it isn't
// running.
func (w *world) here(p int) []model.Transition {
	if !w.processes[p].started {
		return nil
	}
	return w.sys.Processes[p].States[w.processes[p].state].Transitions
}

// running reports whether a process was started and is at no final state.
func (w *world) running(p int) bool { return len(w.here(p)) > 0 }

// transition is one of those of a process, which must be at the given state.
func (w *world) transition(p, state, transition int) (*model.Transition, error) {
	switch {
	case p < 0 || p >= len(w.processes):
		return nil, fmt.Errorf("there is no process %d", p)
	case !w.processes[p].started:
		return nil, fmt.Errorf("process %d was not started", p)
	case w.processes[p].state != state:
		return nil, fmt.Errorf("process %d is at state %d, not %d", p, w.processes[p].state, state)
	case transition < 0 || transition >= len(w.here(p)):
		return nil, fmt.Errorf("process %d has no transition %d at state %d", p, transition, state)
	}
	return &w.here(p)[transition], nil
}

// idle is the first member of a family that isn't running, -1 if all are.
func (w *world) idle(family int) int {
	members := w.sys.Families[family].Members
	i := slices.IndexFunc(members, func(p int) bool { return !w.running(p) })
	if i < 0 {
		return -1
	}
	return members[i]
}

// referred reports whether somebody other than process p refers to an object.
func (w *world) referred(o, p int) bool {
	for q := range w.processes {
		if q != p && w.running(q) && slices.Contains(w.sys.Processes[q].States[w.processes[q].state].Refs, o) {
			return true
		}
	}
	for i := range w.objects {
		labels := w.sys.Objects[i].Labels
		if w.sys.Objects[i].Kind == model.Cell && slices.Contains(labels[w.objects[i].value].Refs, o) {
			return true
		}
		for _, m := range w.objects[i].messages {
			if slices.Contains(labels[m.label].Refs, o) {
				return true
			}
		}
	}
	return false
}

// complain is an error about a transition of a process at its local state.
func (w *world) complain(p int, t *model.Transition, format string, args ...any) error {
	return fmt.Errorf("process %d at state %d: %s: %s", p, w.processes[p].state, describe(t), fmt.Sprintf(format, args...))
}

// describe names a transition.
func describe(t *model.Transition) string {
	s := fmt.Sprintf("%v of object %d", t.Kind, t.Object)
	if t.Site.IsValid() {
		s += fmt.Sprintf(" (%s)", t.Site)
	}
	return s
}
