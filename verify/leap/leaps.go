package leap

import "github.com/chancheck/chancheck/verify/internal/packed"

// This file makes leap sets of the moves at a global state, and takes them. A leap set has at most
// one step of each process, all of them executable. Each end of a channel has one
// owner, so that none of them keeps another from being taken, and they lead to the same state in any
// order (Proposition 5.3).
//
// Which sets there are (Definitions 5.30 and 5.31): the proper ones have one step of each free process
// and nothing else; if nobody is free, they are the single steps. The extensions add to the first
// proper one a step of a process that waits.

// A leap is a set of moves.
type leap []move

// group lists the free processes, a committed pair once, with their moves next to
// each other.
func (s *search) group() {
	s.groups, s.choices = s.groups[:0], s.choices[:0]
	for p, free := range s.offers.free {
		if !free {
			continue
		}
		mate := -1
		if m := s.meeting[p][s.local[p]]; m.meets {
			mate = m.mate
		}
		if mate >= 0 && mate < p {
			continue
		}
		start := len(s.choices)
		s.choices = append(s.choices, s.offers.of(p)...)
		if mate >= 0 {
			s.choices = append(s.choices, s.offers.of(mate)...)
		}
		s.groups = append(s.groups, group{start, len(s.choices), start})
	}
}

// A group is one of the free processes: its moves are choices[start:end], and
// that which a leap takes is number at.
type group struct{ start, end, at int }

// of are the moves of a process.
func (o *offers) of(p int) []move { return o.moves[o.first[p]:o.first[p+1]] }

// eachProper calls take for each proper leap (pleap), in the order of processes and transitions, until
// it returns false.
func (s *search) eachProper(take func(leap) bool) {
	if !s.offers.anyFree || s.options.Search == Full {
		for i := range s.offers.moves {
			if !take(s.offers.moves[i : i+1]) {
				return
			}
		}
		return
	}
	s.group()
	for {
		s.leap = s.leap[:0]
		for i := range s.groups {
			s.leap = append(s.leap, s.choices[s.groups[i].at])
		}
		if !take(s.leap) || !s.turn() {
			return
		}
	}
}

// turn goes on to the next choice of all groups, the last one first. It returns false
// when all have been through.
func (s *search) turn() bool {
	for i := len(s.groups) - 1; i >= 0; i-- {
		g := &s.groups[i]
		if g.at++; g.at < g.end {
			return true
		}
		g.at = g.start
	}
	return false
}

// eachExtension calls take for each leap that is extended (xpleap without pleap), until it returns
// false. Nobody is extended where single steps are taken.
func (s *search) eachExtension(take func(leap) bool) {
	if !s.offers.anyFree || s.options.Search == Full {
		return
	}
	s.group()
	s.leap = s.leap[:0]
	for _, g := range s.groups {
		s.leap = append(s.leap, s.choices[g.start])
	}
	for p, free := range s.offers.free {
		if free {
			continue
		}
		for _, m := range s.offers.of(p) {
			if !take(append(s.leap, m)) {
				return
			}
		}
	}
}

// fire takes a leap from a global state, and writes down where it leads. Order makes no
// difference: of a reception and a send on one channel both are possible before.
func (s *search) fire(from []uint64, l leap, next []uint64) {
	copy(next, from)
	for _, m := range l {
		s.apply(next, &s.steps[m.step])
		if m.partner >= 0 {
			partner := &s.steps[m.partner]
			s.Processes[partner.process].Set(next, partner.to)
		}
	}
}

// apply changes a global state by a step.
func (s *search) apply(at []uint64, t *step) {
	s.Processes[t.process].Set(at, t.to)
	switch t.kind {
	case send:
		if s.bounds[t.channel] > 0 {
			s.Queues[t.channel].Push(at, t.label)
		}
	case receive:
		if s.bounds[t.channel] > 0 {
			s.Queues[t.channel].Pop(at)
		}
	case closing, cancelling:
		s.Closed[t.channel].Set(at, 1)
	}
}

// makeRoom makes sure that each send at a global state finds room in its queue. The
// state may be in other words then.
func (s *search) makeRoom(i int) {
	for n := 0; n < len(s.offers.moves); n++ {
		t := &s.steps[s.offers.moves[n].step]
		if t.kind == send && s.bounds[t.channel] > 0 && s.Outgrown(s.at, t.channel) {
			s.Layout, s.table = s.Grown(t.channel, s.table)
			s.ahead = make([]uint64, packed.AtOnce*s.table.Words)
			s.at = append(s.at[:0], s.table.At(i)...)
		}
	}
}
