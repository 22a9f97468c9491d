package ksync

import (
	"slices"

	"github.com/chancheck/chancheck/verify/internal/packed"
)

// This file explores what sequences of exchanges lead to.
//
// A node is what lies between two exchanges: the states of the processes and
// what is known of orphans. All executions that can be written as exchanges lead
// to such nodes, and if that is all executions then the states of the processes
// in them are all that there are (Theorem 15). Otherwise they are some.
//
// To find an execution that is no sequence of exchanges (see member.go), some
// nodes have a candidate: one of the orphans before, which would be received
// next. They also have who has an action of a message that follows the candidate
// in the conflict graph. That is all of the past that matters to what
// follows it later, as an edge of the conflict graph leads to a later
// action of the same process.

// Orphans wait. An exchange that is one orphan has nothing to do with any other but
// those of its process, so that its place is right before the next of these; and
// what no other exchange of the process follows needs no place at all, as it can be
// left out: nothing depends on it. So whoever has sent an orphan is owed an exchange, the next one has
// all who are owed one in it, and only processes that meet in an exchange can be owed one at
// the same time. This is a partial-order reduction; without it nodes would be all
// combinations of what processes can send to nobody.
//
// Where processes can be is therefore more than what the nodes say: each can go
// on from there by sends of its own (see reached).

// A search explores the nodes of a network with exchanges up to a size.
type search struct {
	*network
	exchanges []exchange
	starting  [][][]int32 // by process and state: exchanges that have it as their first part
	used      []bool      // by exchange: some execution has it
	meetings  []uint64    // processes of exchanges that aren't orphans, each once
	progress  func(nodes int)

	fields []packed.Field // states of processes
	words  packed.Packing
	table  *packed.Table
	// explored are the nodes of which all that follows was found.
	explored int
	// arrivals at a node are a list; first is the first of it, by node.
	// Of nodes without a candidate only one arrival is kept.
	arrivals []arrival
	first    []int32
	drifting map[[2]int][]bool // see drifts
	waits    map[int][]bool    // by content: the states from which its receiver can come to receive it
}

// An arrival is how a node is reached.
type arrival struct{ from, exchange, next int32 }

// A node is unpacked.
type node struct {
	delivered
	candidate int    // content, or -1
	follow    uint64 // processes with an action of a message that follows it
	owed      uint64 // processes that have sent orphans since their last other exchange
}

// Words after those of the states. Those of summaries come last, two for each;
// the candidate has one if there are shared queues.
const (
	deadWord = iota
	candidateWord
	followWord
	owedWord
	summaryWord
)

func newSearch(n *network, exchanges []exchange) *search {
	s := &search{network: n, exchanges: exchanges, used: make([]bool, len(exchanges)), waits: map[int][]bool{}, drifting: map[[2]int][]bool{}}
	for p := range n.automata {
		s.fields = append(s.fields, s.words.Add(len(n.automata[p])-1))
		s.starting = append(s.starting, make([][]int32, len(n.automata[p])))
	}
	for x := range exchanges {
		first := &exchanges[x].parts[0]
		s.starting[first.process][first.from] = append(s.starting[first.process][first.from], int32(x))
	}
	s.meetings = meetingsOf(exchanges)
	s.table = packed.NewTable(s.words.Words + summaryWord + 2*s.summaryCount())
	s.begin()
	return s
}

// meetingsOf lists who takes part in exchanges that aren't orphans.
func meetingsOf(exchanges []exchange) (list []uint64) {
	for x := range exchanges {
		if e := &exchanges[x]; !e.isOrphan() {
			list = append(list, e.procs)
		}
	}
	slices.Sort(list)
	return slices.Compact(list)
}

func (s *search) summaryCount() int {
	if len(s.shared) == 0 {
		return 0
	}
	return len(s.shared) + 1
}

// empty is a node to unpack into.
func (s *search) empty() *node {
	return &node{delivered: delivered{summaries: make([]summary, s.summaryCount())}}
}

// load unpacks a node but for the states of processes.
func (s *search) load(words []uint64, n *node) {
	rest := words[s.words.Words:]
	n.dead, n.candidate, n.follow, n.owed = rest[deadWord], int(rest[candidateWord])-1, rest[followWord], rest[owedWord]
	for j := range n.summaries {
		n.summaries[j] = summary{rest[summaryWord+2*j], rest[summaryWord+2*j+1]}
	}
}

// store packs a node; the states of processes are in the words already.
func (s *search) store(words []uint64, n *node) {
	rest := words[s.words.Words:]
	rest[deadWord], rest[candidateWord], rest[followWord], rest[owedWord] = n.dead, uint64(n.candidate+1), n.follow, n.owed
	for j, m := range n.summaries {
		rest[summaryWord+2*j], rest[summaryWord+2*j+1] = m.procs, m.queues
	}
}

// begin makes the first node.
func (s *search) begin() {
	words := make([]uint64, s.table.Words)
	n := s.empty()
	n.candidate = -1
	s.store(words, n)
	s.arrive(words, arrival{-1, -1, -1}, false)
}

// run goes on until all nodes are explored. It is not ok if there are more than so many.
func (s *search) run(nodes int) (ok bool) {
	before, after := s.empty(), s.empty()
	words := make([]uint64, s.table.Words)
	for ; s.explored < s.table.Size; s.explored++ {
		if s.table.Size > nodes || len(s.arrivals) > manyArrivals*nodes {
			return false
		}
		from := s.table.At(s.explored)
		s.load(from, before)
		for p, field := range s.fields {
			for _, x := range s.starting[p][field.Get(from)] {
				if s.isNext(before, &s.exchanges[x]) && s.applies(from, &s.exchanges[x]) {
					s.follow(departure{int32(s.explored), x, from}, before, after, words)
				}
			}
		}
		if s.progress != nil && s.explored%progressNodes == 0 {
			s.progress(s.table.Size)
		}
	}
	return true
}

const (
	// manyArrivals is how many arrivals a node may have on average.
	manyArrivals = 8
	// progressNodes is how often progress is told.
	progressNodes = 1 << 14
)

// A departure is a node with an exchange that is possible there.
type departure struct {
	from, exchange int32
	words          []uint64
}

// isNext reports whether an exchange can be the next after a node: another
// orphan, in the order of processes, or one that has all who are owed one.
func (s *search) isNext(n *node, e *exchange) bool {
	if e.isOrphan() {
		owed := n.owed | e.procs
		return e.procs >= n.owed&^(e.procs-1) && s.meet(owed)
	}
	return n.owed&^e.procs == 0
}

// owing is who is owed an exchange after one.
func (n *node) owing(e *exchange) uint64 {
	if e.isOrphan() {
		return n.owed | e.procs
	}
	return 0
}

// isOrphan reports whether an exchange is one message that isn't received.
func (e *exchange) isOrphan() bool { return len(e.messages) == 1 && !e.messages[0].received }

// meet reports whether there is an exchange with all of some processes, other
// than an orphan.
func (s *search) meet(processes uint64) bool {
	for _, procs := range s.meetings {
		if processes&^procs == 0 {
			return true
		}
	}
	return false
}

// applies reports whether all parts of an exchange start where the processes are.
func (s *search) applies(words []uint64, e *exchange) bool {
	for i := range e.parts {
		if s.fields[e.parts[i].process].Get(words) != e.parts[i].from {
			return false
		}
	}
	return true
}

// follow goes on by an exchange: with the candidate that there is, or without
// one and with each that the exchange offers.
func (s *search) follow(at departure, before, after *node, words []uint64) {
	e := &s.exchanges[at.exchange]
	arrived := arrival{at.from, at.exchange, -1}
	copy(words, at.words)
	for i := range e.parts {
		s.fields[e.parts[i].process].Set(words, e.parts[i].to)
	}
	if before.candidate >= 0 {
		c := s.contents[before.candidate]
		if !s.canReceive(words, before.candidate) {
			return
		}
		if before.deliver(e, candidate{before.candidate, s.queues[c.queue].shared, -1}, &after.delivered) {
			after.candidate, after.follow, after.owed = before.candidate, before.follow, before.owing(e)
			if e.procs&before.follow != 0 {
				after.follow |= e.procs
			}
			s.store(words, after)
			s.arrive(words, arrived, true)
		}
		return
	}
	if !before.deliver(e, without, &after.delivered) {
		return
	}
	s.used[at.exchange] = true
	after.candidate, after.follow, after.owed = -1, 0, before.owing(e)
	s.store(words, after)
	s.arrive(words, arrived, false)
	for i := range e.messages {
		if s.offers(before, e, i, words) {
			s.choose(arrived, before, after, words, i)
		}
	}
}

// choose makes a message of an exchange the candidate.
func (s *search) choose(arrived arrival, before, after *node, words []uint64, i int) {
	e := &s.exchanges[arrived.exchange]
	c := candidate{e.messages[i].content, e.messages[i].shared, -1}
	if c.queue >= 0 {
		c.here = i
	}
	if !before.deliver(e, c, &after.delivered) {
		return
	}
	after.candidate, after.follow, after.owed = c.content, e.procs, before.owing(e)
	s.store(words, after)
	s.arrive(words, arrived, true)
}

// offers reports whether a message of an exchange can be a candidate: the
// first orphan of its sender in its queue, which somebody may come to receive.
func (s *search) offers(before *node, e *exchange, i int, words []uint64) bool {
	m := &e.messages[i]
	if m.received || m.receiver < 0 || m.shared < 0 && before.dead>>m.queue&1 != 0 {
		return false
	}
	for j := range e.messages[:i] {
		if o := &e.messages[j]; !o.received && o.queue == m.queue && o.sender == m.sender {
			return false
		}
	}
	return s.canReceive(words, m.content)
}

// canReceive reports whether the receiver of a content can still come to a
// state in which it receives that, if others let it.
func (s *search) canReceive(words []uint64, content int) bool {
	p := s.queues[s.contents[content].queue].receiver
	can, ok := s.waits[content]
	if !ok {
		can = s.waiting(p, content)
		s.waits[content] = can
	}
	return can[s.fields[p].Get(words)]
}

// waiting finds the states of a process from which it can come to receive a
// content.
func (s *search) waiting(p, content int) []bool {
	automaton := s.automata[p]
	can := make([]bool, len(automaton))
	for changed := true; changed; {
		changed = false
		for q := range automaton {
			if !can[q] && s.leadsTo(&automaton[q], can, content) {
				can[q], changed = true, true
			}
		}
	}
	return can
}

func (s *search) leadsTo(m *moves, can []bool, content int) bool {
	for i := range m.receptions {
		if m.receptions[i].content == content || can[m.receptions[i].to] {
			return true
		}
	}
	for i := range m.sends {
		if can[m.sends[i].to] {
			return true
		}
	}
	return false
}

// arrive makes a node unless there is one, and notes how it is reached.
func (s *search) arrive(words []uint64, a arrival, all bool) {
	i, isNew := s.table.Intern(words)
	if isNew {
		s.first = append(s.first, -1)
	}
	if isNew || all {
		a.next = s.first[i]
		if !isNew { // the first stays the first: it leads back to the start
			a.next = s.arrivals[s.first[i]].next
			s.arrivals[s.first[i]].next = int32(len(s.arrivals))
		} else {
			s.first[i] = int32(len(s.arrivals))
		}
		s.arrivals = append(packed.Doubled(s.arrivals, 1), a)
	}
}

// way lists the exchanges that lead to a node.
func (s *search) way(i int32) (exchanges []int32) {
	for a := s.arrivals[s.first[i]]; a.from >= 0; a = s.arrivals[s.first[a.from]] {
		exchanges = append(exchanges, a.exchange)
	}
	slices.Reverse(exchanges)
	return exchanges
}
