package replay

import "github.com/chancheck/chancheck/model"

// take lets process p take a transition that is enabled.
func (w *world) take(p int, t *model.Transition) {
	starts := -1
	if t.Kind == model.Spawn {
		starts = w.idle(t.Object)
	}
	w.processes[p].state = t.To
	switch t.Kind {
	case model.Crash, model.Exit:
		w.ended = true
	case model.Spawn:
		w.start(starts)
	case model.Tau, model.Default, model.Fault:
	case model.New:
		w.objects[t.Object] = object{}
	default:
		w.objects[t.Object].take(p, t)
	}
}

// start lets a process begin. One that has run before gets its objects anew.
func (w *world) start(p int) {
	if w.processes[p].started {
		for i := range w.objects {
			if w.sys.Objects[i].Owner == p {
				w.objects[i] = object{}
			}
		}
	}
	w.processes[p] = process{started: true}
}

// take changes an object by an action of process p.
func (o *object) take(p int, t *model.Transition) {
	switch t.Kind {
	case model.Send:
		o.messages = append(o.messages, message{t.Label, t})
	case model.Receive:
		o.messages = o.messages[1:]
	case model.Close, model.Cancel:
		o.closed = true
	case model.Announce:
		o.announced = true
	case model.Lock:
		o.announced, o.held = false, true
	case model.Unlock:
		o.held = false
	case model.RLock:
		o.readers++
	case model.RUnlock:
		o.readers--
	case model.Add:
		o.counter += t.Label
	case model.OnceBegin:
		o.once = begun
	case model.OnceEnd:
		o.once = done
	case model.Write, model.Assume:
		o.value = t.Label
	case model.Update:
		o.value = t.Set
	default:
		o.takeCond(p, t)
	}
}

// takeCond is take for condition variables.
func (o *object) takeCond(p int, t *model.Transition) {
	switch t.Kind {
	case model.CondEnqueue:
		o.waiting = append(o.waiting, p)
	case model.Signal:
		if len(o.waiting) > 0 {
			o.waiting = o.waiting[1:]
		}
	case model.Broadcast:
		o.waiting = nil
	}
}
