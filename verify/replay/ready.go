package replay

import (
	"slices"

	"github.com/chancheck/chancheck/model"
)

// A readiness is what would happen if a process took a transition by itself. A
// rendezvous blocks: it needs two.
type readiness uint8

const (
	blocking readiness = iota
	enabled
	faulty // what the Go runtime answers with a panic
	// tooFew means that a family has no idle member, or that a new object would
	// be mistaken for an old one: the system has no answer.
	tooFew
)

func (r readiness) String() string {
	return [...]string{"blocked", "enabled", "a fault", "beyond the instances of the system"}[r]
}

// when makes a condition a readiness.
func when(condition bool) readiness {
	if condition {
		return enabled
	}
	return blocking
}

// faultUnless is the readiness of what never blocks, and faults if it can't be.
func faultUnless(condition bool) readiness {
	if condition {
		return enabled
	}
	return faulty
}

// ready says what would happen if process p took a transition of its state.
func (w *world) ready(p int, t *model.Transition) readiness {
	switch t.Kind {
	case model.Tau, model.Crash, model.Exit:
		return enabled
	case model.Default:
		return when(!w.anyReady(p))
	case model.Spawn:
		return w.readyToSpawn(p, t)
	case model.New:
		return w.readyToRenew(t.Object, p)
	case model.Fault:
		return when(w.faults(p, t.Object))
	case model.Close:
		return faultUnless(t.Object >= 0 && !w.objects[t.Object].closed)
	}
	if t.Object < 0 { // the nil channel
		return blocking
	}
	return w.readyOn(&w.objects[t.Object], p, t)
}

// readyOn is ready for what depends on the state of an object.
func (w *world) readyOn(o *object, p int, t *model.Transition) readiness {
	switch w.sys.Objects[t.Object].Kind {
	case model.Channel:
		return o.readyChannel(t, w.sys.Objects[t.Object].Capacity)
	case model.Mutex, model.RWMutex:
		return o.readyLock(t)
	case model.Cell:
		return o.readyCell(t)
	}
	return o.readyOther(p, t)
}

// readyToSpawn asks for an idle member, and if it ran before, for its objects to
// be out of use once process p has gone on.
func (w *world) readyToSpawn(p int, t *model.Transition) readiness {
	q := w.idle(t.Object)
	if q < 0 {
		return tooFew
	}
	if !w.processes[q].started {
		return enabled
	}
	from := w.processes[p].state
	w.processes[p].state = t.To
	defer func() { w.processes[p].state = from }()
	for o := range w.objects {
		if w.sys.Objects[o].Owner == q && w.referred(o, q) {
			return tooFew
		}
	}
	return enabled
}

// readyToRenew asks that nobody but process p refers to an object.
func (w *world) readyToRenew(object, p int) readiness {
	if w.referred(object, p) {
		return tooFew
	}
	return enabled
}

func (o *object) readyChannel(t *model.Transition, capacity int) readiness {
	switch t.Kind {
	case model.Send:
		if o.closed {
			return faulty
		}
		return when(len(o.messages) < capacity)
	case model.Receive:
		return when(len(o.messages) > 0 && matches(t, o.messages[0].label))
	case model.ReceiveClosed:
		return when(o.closed && len(o.messages) == 0)
	}
	return enabled // Cancel
}

// matches reports whether a reception takes a message.
func matches(receive *model.Transition, label int) bool {
	return receive.Label == model.AnyLabel || receive.Label == label
}

func (o *object) readyLock(t *model.Transition) readiness {
	switch t.Kind {
	case model.Announce, model.RLock:
		return when(!o.announced && !o.held)
	case model.Lock:
		return when(!o.held && o.readers == 0)
	case model.Unlock:
		return faultUnless(o.held)
	}
	return faultUnless(o.readers > 0) // RUnlock
}

func (o *object) readyCell(t *model.Transition) readiness {
	switch t.Kind {
	case model.Read, model.Update:
		return when(o.value == t.Label)
	case model.Assume:
		return when(o.value == 0 || o.value == t.Label)
	}
	return enabled // Write
}

// readyOther is for wait groups, Once and Cond.
func (o *object) readyOther(p int, t *model.Transition) readiness {
	switch t.Kind {
	case model.Add:
		return faultUnless(o.counter+t.Label >= 0)
	case model.Wait:
		return when(o.counter == 0)
	case model.OnceBegin:
		return when(o.once == fresh)
	case model.OnceSkip:
		return when(o.once == done)
	case model.CondWake:
		return when(!slices.Contains(o.waiting, p))
	}
	return enabled // OnceEnd, CondEnqueue, Signal, Broadcast
}

// anyReady reports whether a process can do something other than an internal
// step or a default, or would fault.
func (w *world) anyReady(p int) bool {
	return slices.ContainsFunc(w.here(p), func(t model.Transition) bool {
		return t.Kind != model.Tau && t.Kind != model.Default && w.ready(p, &t) != blocking
	})
}

// faults reports whether an operation of a process on an object would fault.
func (w *world) faults(p, object int) bool {
	return slices.ContainsFunc(w.here(p), func(t model.Transition) bool {
		return t.Kind != model.Fault && t.Object == object && w.ready(p, &t) == faulty
	})
}

// handled reports whether a state says where the fault of an operation leads.
func (w *world) handled(p int, t *model.Transition) bool {
	return slices.ContainsFunc(w.here(p), func(f model.Transition) bool {
		return f.Kind == model.Fault && f.Object == t.Object
	})
}

// meet reports whether two processes can take a joint step.
func (w *world) meet(p int, send *model.Transition, q int, receive *model.Transition) bool {
	o := send.Object
	return p != q && send.Kind == model.Send && receive.Kind == model.Receive && o >= 0 && receive.Object == o &&
		w.sys.Objects[o].Capacity == 0 && !w.objects[o].closed && matches(receive, send.Label)
}

// partner is a process that is ready for a rendezvous with p, -1 if none is.
func (w *world) partner(p int, t *model.Transition) int {
	for q := range w.processes {
		for i := range w.here(q) {
			other := &w.here(q)[i]
			if w.meet(p, t, q, other) || w.meet(q, other, p, t) {
				return q
			}
		}
	}
	return -1
}
