package ksync

import (
	"slices"

	"github.com/chancheck/chancheck/model"
)

// This file says of the buffers of a program whether they are needed. The system
// has what the program does and nothing else, and its channels have capacities.
//
// The theory is about queues without bounds. A program has fewer executions. If all of a
// system's are sequences of exchanges of one message each, then so are
// those of the program; and a sequence in which each message is received at once
// is an execution of the program without buffers. So where everything that is sent is received
// in the end, a program without buffers has the same executions but for their order.
//
// In the other direction an execution of the system must be one of the program, in which
// capacities can be in the way. Where a reception comes before a send in the same
// component no exchange will do, however large. Some buffer is needed then for that
// execution. It is that of a channel if no order is left without it, the other
// channels being as they are. There may be none: of two buffers each may make up for the
// other.

// Buffers is what is known about the buffers of a system.
type Buffers struct {
	// Unneeded says that each execution in which all messages are received is, in another order, one
	// without any buffers.
	Unneeded bool
	// Needed are channels without whose buffer there wouldn't be the execution of the witness.
	Needed  []int
	Witness *Witness
	States  int // nodes that were explored
}

const (
	// mostCrossing is the largest exchange that is tried. Larger ones say no more about
	// whether buffers are needed, but an execution that turns may only be found with them.
	mostCrossing = 3
	// mostFitting limits the search for an order.
	mostFitting = 20_000
)

// FindBuffers finds out about the buffers of a system, with a limit on nodes. The error is
// that of Decide.
func FindBuffers(sys *model.System, states int) (*Buffers, error) {
	r, err := Decide(sys, Options{Max: mostCrossing, States: states})
	if err != nil {
		return nil, err
	}
	b := &Buffers{Unneeded: r.Verdict == Synchronisable && r.K == 1, States: r.States}
	if !r.Always() {
		return b, nil
	}
	capacities := r.Witness.capacities(sys)
	if fits, _ := r.Witness.Execution.Fits(capacities, mostFitting); !fits {
		return b, nil
	}
	for queue, object := range r.Witness.channels(sys) {
		if capacities[queue] > 0 && !slices.Contains(b.Needed, object) && r.Witness.needs(queue, capacities) {
			b.Needed, b.Witness = append(b.Needed, object), r.Witness
		}
	}
	slices.Sort(b.Needed)
	return b, nil
}

// channels are the objects of the queues, by queue; -1 of those that the
// execution doesn't use. Each channel is a queue.
func (w *Witness) channels(sys *model.System) []int {
	var objects []int
	for i := range w.Execution.Actions {
		a, s := &w.Execution.Actions[i], &w.Steps[i]
		for len(objects) <= a.Queue {
			objects = append(objects, -1)
		}
		objects[a.Queue] = sys.Processes[s.Process].States[s.State].Transitions[s.Transition].Object
	}
	return objects
}

// capacities are those of the queues.
func (w *Witness) capacities(sys *model.System) []int {
	var list []int
	for _, object := range w.channels(sys) {
		capacity := 0
		if object >= 0 {
			capacity = sys.Objects[object].Capacity
		}
		list = append(list, capacity)
	}
	return list
}

// needs reports whether the messages of a queue that are received can't be handed over
// instead. Those that aren't received may be later.
func (w *Witness) needs(queue int, capacities []int) bool {
	var order []int
	for i := range w.Execution.Actions {
		m := &w.Execution.Messages[w.Execution.Message(i)]
		if m.Queue != queue || m.Matched() {
			order = append(order, i)
		}
	}
	without := slices.Clone(capacities)
	without[queue] = 0
	fits, ok := w.Execution.Reordered(order).Fits(without, mostFitting)
	return ok && !fits
}
