package leap

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

// A taker is given leaps one after the other, each with the number of moves, from the first on, that it has in
// common with the one before. It returns false if it wants no more.
type taker func(l leap, common int) bool

// group lists the free processes, a committed pair once. Its moves stand behind those of all others, next to each
// other.
func (s *search) group() {
	s.groups, s.choices = s.groups[:0], append(s.choices[:0], s.offers.moves...)
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
		start, end := s.offers.first[p], s.offers.first[p+1]
		if mate >= 0 {
			start = len(s.choices)
			s.choices = append(append(s.choices, s.offers.of(p)...), s.offers.of(mate)...)
			end = len(s.choices)
		}
		s.groups = append(s.groups, group{start, end, start})
	}
}

// A group is one of the free processes: its moves are choices[start:end], and
// that which a leap takes is number at.
type group struct{ start, end, at int }

// of are the moves of a process.
func (o *offers) of(p int) []move { return o.moves[o.first[p]:o.first[p+1]] }

// eachProper hands out each proper leap (pleap), in the order of processes and transitions.
func (s *search) eachProper(take taker) {
	if !s.offers.anyFree || s.options.Search == Full {
		for i := range s.offers.moves {
			if !take(s.offers.moves[i:i+1], 0) {
				return
			}
		}
		return
	}
	s.group()
	for common := 0; common >= 0; common = s.turn() {
		s.leap = s.leap[:common]
		for i := common; i < len(s.groups); i++ {
			s.leap = append(s.leap, s.choices[s.groups[i].at])
		}
		if !take(s.leap, common) {
			return
		}
	}
}

// turn goes on to the next choice of all groups, the last one first. It returns the first group that
// has another one then, or -1 when all have been through.
func (s *search) turn() int {
	for i := len(s.groups) - 1; i >= 0; i-- {
		g := &s.groups[i]
		if g.at++; g.at < g.end {
			return i
		}
		g.at = g.start
	}
	return -1
}

// eachExtension hands out each leap that is extended (xpleap without pleap), after eachProper, which has grouped the
// processes. Nobody is extended where single steps are taken.
func (s *search) eachExtension(take taker) {
	if !s.offers.anyFree || s.options.Search == Full {
		return
	}
	s.leap = s.leap[:0]
	for _, g := range s.groups {
		s.leap = append(s.leap, s.choices[g.start])
	}
	common := 0
	for p, free := range s.offers.free {
		if free {
			continue
		}
		for _, m := range s.offers.of(p) {
			if !take(append(s.leap, m), common) {
				return
			}
			common = len(s.leap)
		}
	}
}

// fire takes a leap from the state that is looked at, and writes down where it leads. Order makes no
// difference: of a reception and a send on one channel both are possible before. Where the moves before the last
// one lead is kept, for each number of them, so that leaps with many moves in common cost little more than
// the others; but not of leaps of so many processes that it would take too much room.
func (s *search) fire(l leap, common int, next []uint64) {
	last := len(l) - 1
	if last*s.table.Words >= len(s.ways) {
		copy(next, s.at)
		for _, m := range l {
			s.move(next, m)
		}
		return
	}
	for k := common; k < last; k++ {
		copy(s.way(k+1), s.way(k))
		s.move(s.way(k+1), l[k])
	}
	copy(next, s.way(last))
	s.move(next, l[last])
}

// mostKept is the number of words in which fire keeps where moves lead.
const mostKept = 1 << 16

// way is the state to which so many moves of the leap lead.
func (s *search) way(moves int) []uint64 {
	words := s.table.Words
	return s.ways[moves*words : (moves+1)*words]
}

// move takes one move.
func (s *search) move(at []uint64, m move) {
	s.apply(at, m.step)
	if m.partner >= 0 {
		s.apply(at, m.partner)
	}
}

// makeRoom makes sure that each send at a global state finds room in its queue. The
// state may be in other words then.
func (s *search) makeRoom(i int) {
	if !s.mayGrow {
		return
	}
	for n := 0; n < len(s.offers.moves); n++ {
		t := &s.steps[s.offers.moves[n].step]
		if t.kind == send && s.bounds[t.channel] > 0 && s.Outgrown(s.at, t.channel) {
			s.arrive() // the states ahead are in words of the old layout
			s.Layout, s.table = s.Grown(t.channel, s.table)
			s.layOut()
			copy(s.at, s.table.At(i))
		}
	}
}
