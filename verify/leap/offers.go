package leap

import (
	"fmt"
	"slices"
)

// This file says who can move at a global state, and who has to stay behind.
//
// A process waits (wait(G,J,K), Definition 5.30) if it can't move; if one of its transitions is
// potentially executable, which is not now but may be while it stays where it is: a reception
// from an empty channel, a send to a full one, finding an empty channel closed; if a channel of J that leads to it is empty, as a
// message may arrive that it doesn't expect; and if it can receive from a channel of K, as that may
// be full before. A reception for which the wrong message is first is not potentially executable:
// nobody else can remove that message.
//
// All others are free. What the proofs need of a free process is that each of its transitions is
// executable now and stays so, or can't become executable before the process moves; and that each
// commutes with all transitions of other processes.
//
// Ends of channels with several owners, which only programs have, see Options.Shared: whoever is at such an end waits, as
// another owner may come first, and may take away what is in the way of others.
//
// Rendezvous. A step on a channel of capacity 0 is one of two processes. Each of the
// two waits, unless they are committed: all that either can do at its state is on such channels, to
// the other one. Then no third process takes part in what either does next, and which joint steps they have
// hangs on their two states alone: they are one free process, with the joint steps as its transitions.
// It isn't enough that they are ready for each other: if one had another partner, a leap with their
// joint step would rule that out.

// A move is a step that can be taken, with the other side of it if it is a
// joint step, or -1.
type move struct{ step, partner int32 }

// offers are the moves at one global state.
type offers struct {
	moves []move // of all processes, in their order; a joint step is the sender's
	first []int  // moves of process p are moves[first[p]:first[p+1]]
	free  []bool // by process
	// anyFree says that there is a free process.
	anyFree bool
}

// A manner is a local state with what is known of it beforehand.
type manner struct {
	localState
	crowded bool // it has steps at ends with other owners
	meets   bool // it has steps on rendezvous channels
	mate    int  // the process with whom it is committed, if that one is as well; -1 if it isn't
}

// manners looks at the states of all processes.
func (p *protocol) manners(bounds []int) [][]manner {
	all := make([][]manner, len(p.automata))
	for i := range p.automata {
		for _, state := range p.automata[i].states {
			all[i] = append(all[i], p.mannerOf(state, bounds))
		}
	}
	return all
}

func (p *protocol) mannerOf(state localState, bounds []int) manner {
	m := manner{localState: state, mate: -1}
	for n := state.first; n < state.end; n++ {
		s := &p.steps[n]
		m.crowded = m.crowded || p.isCrowded(s)
		meets := (s.kind == send || s.kind == receive) && bounds[s.channel] == 0
		other := -1
		if meets {
			m.meets = true
			other = p.otherEnd(s)
		}
		if n == state.first {
			m.mate = other
		} else if m.mate != other {
			m.mate = -1
		}
	}
	return m
}

// otherEnd is the process at the other end of a step's channel, or -1; with several there it
// isn't known who takes part.
func (p *protocol) otherEnd(s *step) int {
	ends := &p.channels[s.channel]
	switch {
	case s.kind == send && !ends.crowdedReader:
		return ends.receiver
	case s.kind == receive && !ends.crowdedSender:
		return ends.sender
	}
	return -1
}

// offer finds the moves at a global state, which is number i.
func (s *search) offer(at []uint64, i int) {
	o := &s.offers
	o.moves = o.moves[:0]
	for p := range s.automata {
		o.first[p] = len(o.moves)
		o.free[p] = s.offerOf(at, p, i)
	}
	o.first[len(s.automata)] = len(o.moves)
	if s.mayMeet {
		for p, free := range o.free {
			if free && s.meeting[p][s.local[p]].meets {
				o.free[p] = s.isCommitted(p)
			}
		}
	}
	o.anyFree = slices.Contains(o.free, true)
}

// offerOf adds the moves of a process. It reports whether the process is free
// as far as it takes no part in rendezvous.
func (s *search) offerOf(at []uint64, p, i int) bool {
	o := &s.offers
	q := s.Processes[p].Get(at)
	s.local[p] = q
	state := &s.meeting[p][q]
	free := !state.crowded
	for n := state.first; n < state.end; n++ {
		switch s.classify(at, n) {
		case executable:
			o.moves = append(o.moves, move{int32(n), -1})
			s.executed[n] = true
			if t := &s.steps[n]; t.kind == receive && s.inK[t.channel] {
				free = false
			}
		case potential:
			free = false
			if s.steps[n].kind == send && s.overflowAt[n] == 0 {
				s.overflowAt[n] = uint32(i + 1)
			}
		case joint:
			s.offerJoint(at, n)
		case faulty:
			s.fault(n)
		}
	}
	if !state.meets && len(o.moves) == o.first[p] {
		return false
	}
	return free && !s.expects(at, p)
}

// expects reports whether a channel of J that leads to a process is empty.
func (s *search) expects(at []uint64, p int) bool {
	for _, c := range s.expecting[p] {
		if s.Queues[c].Count.Get(at) == 0 && !s.isClosed(at, c) {
			return true
		}
	}
	return false
}

// A standing is what a step is at a global state in which its process is at its
// state.
type standing uint8

const (
	impossible standing = iota // before the process has moved
	executable                 // now, as a step of this process alone
	potential                  // not now, but it may be while the process stays
	joint                      // it is one side of a rendezvous
	faulty                     // it panics
)

// classify says what a step is.
func (s *search) classify(at []uint64, n int) standing {
	g := &s.guards[n]
	switch {
	case g.closed.Get(at) != 0:
		return s.classifyClosed(at, n)
	case g.joint:
		return joint
	case g.count.Get(at) == int(g.stuck):
		return potential
	case g.front.Get(at) != int(g.wanted):
		return impossible
	}
	return executable
}

// classifyClosed says what a step is whose channel is closed.
func (s *search) classifyClosed(at []uint64, n int) standing {
	g := &s.guards[n]
	empty := g.count.Get(at) == 0
	switch kind := s.steps[n].kind; {
	case kind == send || kind == closing:
		return faulty
	case g.joint:
		return joint
	case kind == cancelling, kind == drained && empty, kind == receive && !empty && g.front.Get(at) == int(g.wanted):
		return executable
	}
	return impossible
}

// isClosed reports whether a channel is closed.
func (s *search) isClosed(at []uint64, channel int) bool {
	return s.closable[channel] && s.Closed[channel].Get(at) != 0
}

// fault stops a search at a send on a closed channel, or at its second close. What a panic leads to
// is beyond this method.
func (s *search) fault(n int) {
	t := &s.steps[n]
	if s.stop == "" {
		s.stop = fmt.Sprintf("%s comes to use channel %q after it was closed", s.participant(t.process), s.sys.Objects[t.channel].Name)
	}
}

// offerJoint adds the joint steps of a send on a rendezvous channel. The receiving
// side adds none.
func (s *search) offerJoint(at []uint64, n int) {
	t := &s.steps[n]
	if ends := &s.channels[t.channel]; t.kind == send && ends.receiver >= 0 {
		s.offerMeeting(at, n, ends.receiver)
		for _, other := range ends.others {
			s.offerMeeting(at, n, other)
		}
	}
}

// offerMeeting adds those with one receiver. Nobody meets himself.
func (s *search) offerMeeting(at []uint64, n, receiver int) {
	t := &s.steps[n]
	if receiver == t.process {
		return
	}
	state := s.automata[receiver].states[s.Processes[receiver].Get(at)]
	for m := state.first; m < state.end; m++ {
		if o := &s.steps[m]; o.kind == receive && o.channel == t.channel && o.label == t.label {
			s.offers.moves = append(s.offers.moves, move{int32(n), int32(m)})
			s.executed[n], s.executed[m] = true, true
		}
	}
}

// isCommitted reports whether a process that is free otherwise can move with one other only, who
// is as free, and whether the two have a joint step.
func (s *search) isCommitted(p int) bool {
	mate := s.meeting[p][s.local[p]].mate
	if mate < 0 || !s.offers.free[mate] && mate > p || s.meeting[mate][s.local[mate]].mate != p {
		return false
	}
	if mate < p { // it was asked already, and with the same answer
		return s.offers.free[mate]
	}
	return s.offers.count(p)+s.offers.count(mate) > 0
}

// count is the number of moves of a process.
func (o *offers) count(p int) int { return o.first[p+1] - o.first[p] }
