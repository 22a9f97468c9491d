package kmc

import "slices"

// This file recognises violations of safety that no bound can mend, so that a
// system is unsafe although the premises of Theorem 1 fail.
//
// There are two ways to see one. If, from a configuration on, no participant is
// ever at a send that its bound forbids, then larger bounds allow nothing more
// from there. And whatever the bounds, some participants can never move again:
// those that have ended, and those that wait for channels which either start
// with a message they don't expect or are empty for ever.

// Both are sound for any system of the class, directed or not, and neither is
// complete: a system whose queues keep growing can be unsafe without either,
// and the question is undecidable. They make an answer of most of what fails at
// some bound: a participant that ended too early, a message that nobody takes,
// two that wait for each other.

// A prospect says from which local states an automaton has a path to an action
// on a channel.
type prospect struct {
	send    []bool // by state of the sender
	receive []bool // by state of the receiver
}

// prospects are those of the channels, by object.
func (m *Machines) prospects() []prospect {
	if m.knownProspects == nil {
		m.knownProspects = m.findProspects()
	}
	return m.knownProspects
}

// findProspects finds the prospect of each channel.
func (m *Machines) findProspects() []prospect {
	list := make([]prospect, len(m.channels))
	for c, ends := range m.channels {
		if ends.sender >= 0 {
			list[c].send = make([]bool, len(m.automata[ends.sender].states))
		}
		if ends.receiver >= 0 {
			list[c].receive = make([]bool, len(m.automata[ends.receiver].states))
		}
	}
	for p := range m.automata {
		m.addProspects(p, list)
	}
	return list
}

// addProspects searches backward from the states that have an action on each
// channel of a participant.
func (m *Machines) addProspects(p int, list []prospect) {
	states := m.automata[p].states
	before := make([][]int, len(states))
	uses := map[int][]int{} // channel to states
	for q := range states {
		for n := states[q].first; n < states[q].end; n++ {
			step := &m.steps[n]
			before[step.to] = append(before[step.to], q)
			uses[step.channel] = append(uses[step.channel], q)
		}
	}
	for c, work := range uses {
		has := list[c].receive
		if m.channels[c].sender == p {
			has = list[c].send
		}
		for len(work) > 0 {
			q := work[len(work)-1]
			work = work[:len(work)-1]
			if !has[q] {
				has[q] = true
				work = append(work, before[q]...)
			}
		}
	}
}

// motionless marks the participants that can't move again under any bounds:
// the largest set whose members have all ended or wait for nothing that the
// others could send.
func (f *future) motionless(at []uint64) []bool {
	still := make([]bool, len(f.automata))
	for p := range still {
		still[p] = !f.local(at, p).sending
	}
	for changed := true; changed; {
		changed = false
		for p := range still {
			if still[p] && f.hopes(at, p, still) {
				still[p], changed = false, true
			}
		}
	}
	return still
}

// hopes reports whether a participant at a receiving state may receive
// something, now or later, if only the still ones never move.
//
// The head of a queue is what it is until it is received. In an empty queue the
// first message is still open, so that any send there is in the sender's future
// is enough to hope, whatever it carries.
func (f *future) hopes(at []uint64, p int, still []bool) bool {
	state := f.local(at, p)
	for n := state.first; n < state.end; n++ {
		step := &f.steps[n]
		if f.length(at, step.channel) > 0 {
			if f.Queues[step.channel].Front.Get(at) == step.label {
				return true
			}
			continue
		}
		sender := f.channels[step.channel].sender
		if sender >= 0 && !still[sender] && f.prospects()[step.channel].send[f.Processes[sender].Get(at)] {
			return true
		}
	}
	return false
}

// unsafeForGoodAt returns a violation of safety at a configuration that is one
// under all larger bounds.
func (f *future) unsafeForGoodAt(i int) *failure {
	f.number()
	if bad := f.unsafeAt(i); bad == nil || !f.can(i, f.events.pressed) {
		return bad
	}
	return f.motionlessAt(i)
}

// motionlessAt returns a violation of safety that is due to participants that
// never move again. It needs no more than the configuration.
func (f *future) motionlessAt(i int) *failure {
	at := f.table.At(i)
	still := f.motionless(at)
	for c, ends := range f.channels {
		if f.length(at, c) == 0 {
			continue
		}
		if r := ends.receiver; r < 0 || still[r] || !f.prospects()[c].receive[f.Processes[r].Get(at)] {
			return f.unreceived(i, c)
		}
	}
	for p := range f.automata {
		if still[p] && f.local(at, p).receiving() {
			return f.stuck(i, p)
		}
	}
	return nil
}

// unsafeForGood finds the first violation of safety that is one under all
// larger bounds.
func (f *future) unsafeForGood() *failure {
	// A violation for good is one wherever it leads to.
	end := func(e unsafeEnd) bool { return !e.pressed || f.motionlessAt(e.at) != nil }
	if !slices.ContainsFunc(f.ends.unsafe, end) {
		return nil
	}
	return f.findFirst(f.unsafeForGoodAt)
}
