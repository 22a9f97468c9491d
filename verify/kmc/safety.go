package kmc

import "fmt"

// This file decides k-safety (Definition 4), the stable property (Definition 5)
// and k-exhaustivity (Definition 9) on a space.
//
// All of them ask of each configuration whether something is possible from it,
// and so are read off its future. This takes one pass over the configurations
// for each property, whose first failure is at the end of a shortest
// execution. The definitions ask for more than the future has in two places,
// where the difference vanishes:
//
//   - the message that eventual reception wants received is the one at the head
//     now; but the first reception from the channel takes just that;
//   - progress wants a participant to receive; but at a receiving state any
//     step of it is a reception.
//
// Exhaustivity restricts the way to what is possible: the sender mustn't move
// on it. See findExhaustive.

// unsafe finds the first violation of safety (Definition 4).
func (f *future) unsafe() *failure {
	if !f.isUnsafe() {
		return nil
	}
	a, b := f.eventualReception(), f.progress()
	if a == nil || b != nil && b.at < a.at {
		return b
	}
	return a
}

// unsafeAt returns a violation of safety at one configuration.
func (f *future) unsafeAt(i int) *failure {
	if bad := f.receptionAt(i); bad != nil {
		return bad
	}
	return f.progressAt(i)
}

// findFirst returns what a check finds at the first configuration where it does.
func (f *future) findFirst(check func(i int) *failure) *failure {
	for i := range f.size() {
		if bad := check(i); bad != nil {
			return bad
		}
	}
	return nil
}

// eventualReception finds the first configuration with a message that can't be
// received any more (Definition 4 (1)).
func (f *future) eventualReception() *failure {
	if !f.ends.unreceived {
		return nil
	}
	return f.known.reception.get(func() *failure { return f.findFirst(f.receptionAt) })
}

// receptionAt looks at the heads of the queues: a head stays the head until it
// is received. On a rendezvous channel nothing ever waits.
func (f *future) receptionAt(i int) *failure {
	f.number()
	at := f.table.At(i)
	for c, event := range f.events.receive {
		if event >= 0 && f.length(at, c) > 0 && !f.can(i, event) {
			return f.unreceived(i, c)
		}
	}
	return nil
}

// unreceived is the failure of a channel whose first message stays.
func (f *future) unreceived(i, channel int) *failure {
	at := f.table.At(i)
	p := f.addressee(channel)
	way := f.whereabouts(at, p)
	if p < 0 {
		p = f.channels[channel].sender
	}
	return &failure{
		at: i, process: p, channel: channel,
		waits:    f.contents(at, channel) + ", whose first is never received",
		inTheWay: way,
	}
}

// progress finds the first configuration with a participant at a receiving
// state that it can't leave any more (Definition 4 (2)).
func (f *future) progress() *failure {
	if !f.ends.stuck {
		return nil
	}
	return f.known.progress.get(func() *failure { return f.findFirst(f.progressAt) })
}

// progressAt looks at the participants at receiving states. They leave them
// only by one of their receptions, so that any move will do.
func (f *future) progressAt(i int) *failure {
	f.number()
	at := f.table.At(i)
	for p, event := range f.events.move {
		if event < 0 {
			continue
		}
		if state := f.local(at, p); state.receiving() && !f.can(i, event) {
			return f.stuck(i, p)
		}
	}
	return nil
}

// stuck is the failure of a participant that never leaves its receiving state.
func (f *future) stuck(i, p int) *failure {
	at := f.table.At(i)
	state := f.local(at, p)
	return &failure{
		at: i, process: p, channel: f.steps[state.first].channel,
		waits: "to receive " + f.actions(state), inTheWay: f.situation(at, p),
	}
}

// stableProperty finds the first failure of the stable property.
func (f *future) stableProperty() *failure {
	if !f.ends.unstable {
		return nil
	}
	return f.known.stable.get(f.findUnstable)
}

// findUnstable finds the first configuration from which no stable one can be
// reached within the bounds (Definition 5).
func (f *future) findUnstable() *failure {
	f.number()
	for i := range f.size() {
		if f.can(i, f.events.stable) {
			continue
		}
		at := f.table.At(i)
		for c := range f.Queues {
			if f.length(at, c) > 0 {
				return &failure{
					at: i, process: f.channels[c].sender, channel: c,
					waits: "all queues to become empty", inTheWay: f.contents(at, c),
				}
			}
		}
	}
	return nil
}

// A need is what a participant at a sending state must come to be able to do
// without moving (Definition 9): use a channel; or, if the channel is a
// rendezvous, send one message on it.
type need struct {
	process, channel, label int
}

// needOf is the need of one send.
func (s *space) needOf(step *localStep) need {
	if s.bounds[step.channel] > 0 {
		return need{step.process, step.channel, -1}
	}
	return need{step.process, step.channel, step.label}
}

// exhaustive finds the first failure of k-exhaustivity.
func (f *future) exhaustive() *failure {
	if !f.ends.heldUp && f.choosers(true) == nil {
		return nil // see isExhaustive
	}
	return f.known.exhaustive.get(f.findExhaustive)
}

// findExhaustive finds the first configuration with a participant at a sending
// state one of whose sends doesn't become possible while it stays there
// (Definition 9).
//
// Where all sends of the state are on one channel with a queue, a participant
// that can't send can't move: the future tells. Elsewhere it could move by
// another send, and a backward search for each channel leaves its steps out.
func (f *future) findExhaustive() *failure {
	f.number()
	first, why := f.size(), (*localStep)(nil)
	wanted := map[need]bool{}
	var order []need
	for i := range f.size() {
		at := f.table.At(i)
		for p := range f.automata {
			state := f.local(at, p)
			for n := state.first; n < state.end && state.sending; n++ {
				step := &f.steps[n]
				if f.enabled(at, step) {
					continue
				}
				if state.directed && f.bounds[step.channel] > 0 {
					if i < first && !f.can(i, f.events.receive[step.channel]) {
						first, why = i, step
					}
				} else if want := f.needOf(step); !wanted[want] {
					wanted[want] = true
					order = append(order, want)
				}
			}
		}
	}
	return f.exhaustiveElsewhere(first, why, order)
}

// exhaustiveElsewhere goes on where the future doesn't tell; first is what was
// found so far.
func (f *future) exhaustiveElsewhere(first int, why *localStep, order []need) *failure {
	var back *reverse
	for _, want := range order {
		if back == nil {
			back = f.reversed()
		}
		met := f.reachedWithout(back, want)
		for i := range first {
			if step := f.offers(f.table.At(i), want); step != nil && !met[i] {
				first, why = i, step
				break
			}
		}
	}
	if why == nil {
		return nil
	}
	at := f.table.At(first)
	return &failure{
		at: first, process: why.process, channel: why.channel,
		waits: fmt.Sprintf("to send %s before anything else", f.action(why)), inTheWay: f.situation(at, why.process),
	}
}

// offers returns the step of the participant's state that has the need, or nil.
func (s *space) offers(at []uint64, want need) *localStep {
	state := s.local(at, want.process)
	for n := state.first; n < state.end && state.sending; n++ {
		if s.needOf(&s.steps[n]) == want {
			return &s.steps[n]
		}
	}
	return nil
}

// A reverse is the arcs of a space from their targets.
type reverse struct {
	arcs  []arc // to is the source
	first []uint32
}

// reversed sorts the arcs by target, by counting.
func (s *space) reversed() *reverse {
	r := &reverse{arcs: make([]arc, len(s.arcs)), first: make([]uint32, s.size()+2)}
	for _, a := range s.arcs {
		r.first[a.to+2]++
	}
	for i := range s.size() {
		r.first[i+2] += r.first[i+1]
	}
	for i := range s.size() {
		for _, a := range s.arcsOf(i) {
			r.arcs[r.first[a.to+1]] = arc{uint32(i), a.step}
			r.first[a.to+1]++
		}
	}
	return r
}

// reachedWithout marks the configurations from which a need is met by steps of
// others. The participant's state is the same all along.
func (s *space) reachedWithout(back *reverse, want need) []bool {
	met := make([]bool, s.size())
	var work []uint32
	for i := range s.size() {
		at := s.table.At(i)
		if step := s.offers(at, want); step != nil && s.enabled(at, step) {
			met[i] = true
			work = append(work, uint32(i))
		}
	}
	for len(work) > 0 {
		i := work[len(work)-1]
		work = work[:len(work)-1]
		for _, a := range back.arcs[back.first[i]:back.first[i+1]] {
			step := &s.steps[a.step]
			joint := s.bounds[step.channel] == 0 && s.channels[step.channel].receiver == want.process
			if step.process != want.process && !joint && !met[a.to] {
				met[a.to] = true
				work = append(work, a.to)
			}
		}
	}
	return met
}
