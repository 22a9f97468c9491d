package ksync

import "slices"

// This file looks for an execution that isn't k-synchronous in any order
// (Section 5 of the paper).
//
// A shortest one ends with a reception (Lemma 22), and without that it is a
// sequence of exchanges in which the message that is received last is an
// orphan: the candidate of search.go. Receiving it makes one component of it and
// of all messages that follow it in the conflict graph and precede an action of its
// receiver. The execution isn't synchronous if that is too large, or has an
// edge from a reception to a send; other components are as they were.
//
// An exchange is a component of its own already, so that either all of its
// messages follow the candidate or none, and the same for those that
// precede the reception. Who follows is known from the candidate on; who precedes is known from
// the reception on, backwards: a message precedes it if one of its processes has a later
// action of one that does. The paper guesses the set of these
// processes at the candidate and checks the guess exchange by exchange (Figure
// 7). Here all ways to the reception are followed back from
// it, and nothing is guessed.
//
// Unlike the paper's relation as printed, the two sets only grow on their ways: a
// process that has an action of a message that follows is one for good.

// A suffix is what matters of the exchanges from a node to a reception.
type suffix struct {
	node int32
	// precede are the processes with an action of a message that precedes the reception,
	// and senders those that send one that follows the candidate, too.
	precede, senders uint64
	size             int // of the messages that do both, up to one more than allowed
	turned           bool

	exchange int32 // that comes next, or -1
	next     int32 // the suffix after it
}

// covers reports whether whatever is bad with the other suffix before it is bad
// with this one.
func (s *suffix) covers(o *suffix) bool {
	return o.precede&^s.precede == 0 && o.senders&^s.senders == 0 && o.size <= s.size && (s.turned || !o.turned)
}

// A memberSearch goes back from receptions of candidates.
type memberSearch struct {
	*search
	measure  Measure
	most     int // size of an exchange
	suffixes []suffix
	byNode   map[int32][]int32
	work     int
}

// A badRun is an execution that isn't k-synchronous: exchanges, and the
// reception of a content after them.
type badRun struct {
	exchanges []int32
	last      *step
	turned    bool
}

// unsynchronous finds a run that isn't k-synchronous, nil if there is none.
// One with an edge from a reception to a send on a cycle is preferred,
// as it isn't k-synchronous for any k. It is not ok if that took too many
// steps; what was found is right all the same.
func (s *search) unsynchronous(measure Measure, most, limit int) (found *badRun, ok bool) {
	m := &memberSearch{search: s, measure: measure, most: most, byNode: map[int32][]int32{}}
	m.begin()
	for i := 0; i < len(m.suffixes); i++ { // grows
		run, turned := m.goBack(int32(i))
		if run != nil && (turned || found == nil) {
			found = run
		}
		if turned || m.work > limit {
			return found, turned
		}
	}
	return found, true
}

// begin adds a suffix for each node in which the candidate can be received.
func (m *memberSearch) begin() {
	n := m.empty()
	for i := range m.table.Size {
		words := m.table.At(i)
		m.load(words, n)
		if n.candidate < 0 {
			continue
		}
		p := m.queues[m.contents[n.candidate].queue].receiver
		if n.follow>>p&1 != 0 && n.owed&^(1<<p) == 0 && m.reception(words, n.candidate) != nil {
			size := m.measure.of(true) - m.measure.of(false) // its send is counted in its exchange
			m.add(suffix{node: int32(i), precede: 1 << p, size: size, exchange: -1, next: -1})
		}
	}
}

// reception is the step of a content's receiver that receives it, nil if it
// has none where it is.
func (m *memberSearch) reception(words []uint64, content int) *step {
	p := m.queues[m.contents[content].queue].receiver
	list := m.automata[p][m.fields[p].Get(words)].receptions
	i := slices.IndexFunc(list, func(s step) bool { return s.content == content })
	if i < 0 {
		return nil
	}
	return &list[i]
}

// add adds a suffix unless there is one that covers it.
func (m *memberSearch) add(s suffix) {
	list := m.byNode[s.node]
	for _, i := range list {
		m.work++
		if m.suffixes[i].covers(&s) {
			return
		}
	}
	m.byNode[s.node] = append(list, int32(len(m.suffixes)))
	m.suffixes = append(m.suffixes, s)
}

// goBack goes back from a suffix by all exchanges that lead to its node. It returns
// a run that is bad, and whether it is so for every k.
func (m *memberSearch) goBack(i int32) (found *badRun, turned bool) {
	s := m.suffixes[i]
	n := m.empty()
	for at := m.first[s.node]; at >= 0; at = m.arrivals[at].next {
		m.work++
		a := m.arrivals[at]
		m.load(m.table.At(int(a.from)), n)
		e := &m.exchanges[a.exchange]
		before := suffix{node: a.from, precede: s.precede, senders: s.senders, size: s.size, turned: s.turned, exchange: a.exchange, next: i}
		starts := n.candidate < 0
		if e.procs&s.precede != 0 {
			before.precede |= e.procs
			if starts || e.procs&n.follow != 0 {
				m.extend(&before, e)
			}
		}
		isBad := before.turned || before.size > m.most
		if isBad && (found == nil || before.turned && !turned) {
			found, turned = m.bad(&before), before.turned
		}
		if !starts {
			m.add(before)
		}
	}
	return found, turned
}

// extend adds an exchange of the component.
func (m *memberSearch) extend(s *suffix, e *exchange) {
	s.size = min(s.size+e.size, m.most+1)
	for i := range e.messages {
		if v := &e.messages[i]; v.received && s.senders>>v.receiver&1 != 0 {
			s.turned = true
		}
	}
	s.senders |= e.senders
}

// bad is a run with a suffix. Any way to its node will do: whoever both follows
// and precedes is in one component with the candidate.
func (m *memberSearch) bad(s *suffix) *badRun {
	run := &badRun{exchanges: m.way(s.node), turned: s.turned}
	last := s.node
	for ; s.exchange >= 0; s = &m.suffixes[s.next] {
		run.exchanges = append(run.exchanges, s.exchange)
		last = m.suffixes[s.next].node
	}
	words := m.table.At(int(last))
	n := m.empty()
	m.load(words, n)
	run.last = m.reception(words, n.candidate)
	return run
}
