package kmc

import (
	"fmt"
	"github.com/chancheck/chancheck/verify"
	"strings"
)

// This file turns places in a space into executions that a reader can follow:
// the path over parents, which is a shortest one of the space, and a sentence
// about the participant at its end.
//
// A violation of safety is shown at the first configuration from which what
// the property asks for has become impossible. Others may still move there; a
// participant that waits in vain is often not yet seen to be stuck, but
// nothing that happens later can help it. This is shorter than an execution to
// the end, and it ends with the step that was the mistake.

// A failure is where a property fails first in a space: at a configuration,
// and for properties of executions in what comes after it.
type failure struct {
	at      int   // the configuration, reached by a shortest path
	after   []arc // what is done from there
	process int
	channel int
	// waits and inTheWay as in Witness.
	waits, inTheWay string
}

// witness makes the failure an execution.
func (s *space) witness(f *failure) *Witness {
	if f == nil {
		return nil
	}
	w := &Witness{Participant: f.process, Channel: f.channel, Waits: f.waits, InTheWay: f.inTheWay}
	w.State = s.Processes[f.process].Get(s.table.At(f.at))
	path := s.path(f.at)
	for i := range len(path) - 1 {
		w.Steps = append(w.Steps, s.stepTo(path[i], path[i+1]))
	}
	from := f.at
	for _, a := range f.after {
		w.Steps = append(w.Steps, s.stepOf(from, a))
		from = int(a.to)
	}
	return w
}

// stepTo describes the first arc between two configurations.
func (s *space) stepTo(from, to int) verify.Step {
	for _, a := range s.arcsOf(from) {
		if int(a.to) == to {
			return s.stepOf(from, a)
		}
	}
	panic("verify: witness: a parent has no arc to its child")
}

// stepOf describes an arc.
func (s *space) stepOf(from int, a arc) verify.Step {
	local := &s.steps[a.step]
	step := verify.Step{
		Process: local.process, State: local.state, Transition: local.transition,
		Partner: -1, PartnerState: -1, PartnerTransition: -1, Spawned: -1,
	}
	if s.bounds[local.channel] == 0 {
		other := &s.steps[s.partner(s.table.At(from), local)]
		step.Partner, step.PartnerState, step.PartnerTransition = other.process, other.state, other.transition
	}
	return step
}

// mostListed is how many things a sentence lists.
const mostListed = 4

// listed joins the first few names.
func listed(names []string, between string) string {
	if len(names) > mostListed {
		names = append(names[:mostListed:mostListed], fmt.Sprintf("%d more", len(names)-mostListed))
	}
	return strings.Join(names, between)
}

// actions writes what a state offers.
func (m *Machines) actions(state *localState) string {
	var names []string
	for n := state.first; n < state.end; n++ {
		names = append(names, m.action(&m.steps[n]))
	}
	return listed(names, " or ")
}

// whereabouts says what a participant is at.
func (s *space) whereabouts(at []uint64, p int) string {
	if p < 0 {
		return "nobody is there"
	}
	state := s.local(at, p)
	if state.final() {
		return s.participant(p) + " has ended"
	}
	if name := s.sys.Processes[p].States[s.Processes[p].Get(at)].Name; name != "" {
		return fmt.Sprintf("%s is at state %s with %s", s.participant(p), name, s.actions(state))
	}
	return fmt.Sprintf("%s is at %s", s.participant(p), s.actions(state))
}

// contents says what a queue holds.
func (s *space) contents(at []uint64, channel int) string {
	name := s.sys.Objects[channel].Name
	if s.bounds[channel] == 0 {
		return name + " is a rendezvous"
	}
	length := s.length(at, channel)
	if length == 0 {
		return name + " is empty"
	}
	queue := &s.Queues[channel]
	var names []string
	for i := range min(length, mostListed) {
		names = append(names, s.label(channel, queue.Label(at, i)))
	}
	if length > mostListed {
		names = append(names, fmt.Sprintf("%d more", length-mostListed))
	}
	full := ""
	if length == s.bounds[channel] {
		full = ", its bound"
	}
	return fmt.Sprintf("%s holds %s%s", name, strings.Join(names, " "), full)
}

// situation says what a participant finds at the channels of its state, and
// who is at their other ends.
func (s *space) situation(at []uint64, p int) string {
	state := s.local(at, p)
	var parts []string
	seen := map[int]bool{}
	for n := state.first; n < state.end; n++ {
		c := s.steps[n].channel
		if seen[c] {
			continue
		}
		seen[c] = true
		other := s.channels[c].sender
		if state.sending {
			other = s.addressee(c)
		}
		parts = append(parts, s.contents(at, c)+"; "+s.whereabouts(at, other))
	}
	return listed(parts, "; ")
}
