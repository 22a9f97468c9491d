package leap

import (
	"fmt"
	"slices"

	"github.com/chancheck/chancheck/verify/internal/packed"
	"github.com/chancheck/chancheck/verify/internal/queues"
)

// This file explores. States are numbered in the order in which they were found, each with the one
// from which it was, so that the path to a state goes over smaller and smaller numbers. Edges are
// counted, not stored.
//
// The first state is that in which all processes are in their first states and all channels are
// empty: all zeros.

// A search is an exploration, finished or not.
type search struct {
	*protocol
	*queues.Layout
	options Options
	bounds  []int // per object
	inK     []bool
	// expecting are the channels of J that lead to each process, but for rendezvous channels.
	expecting [][]int
	meeting   [][]manner // by process and state
	// mayMeet says that there are rendezvous, mayGrow that the layout may change.
	mayMeet, mayGrow bool
	guards           []guard // by step, as are effects
	effects          []effect

	table  *packed.Table
	parent []uint32
	marks  []mark // of a depth-first search
	leaps  int
	stop   string
	// mostLeaps is the largest number of leaps.
	mostLeaps int

	// Of the state that is looked at:
	at      []uint64 // the first of ways
	ways    []uint64 // see fire
	local   []int    // states of processes
	offers  offers
	groups  []group
	choices []move
	leap    leap
	targets []uint32 // where its leaps lead, in a depth-first search

	// Leaps that were taken, and don't have their states in the table yet.
	ahead   []uint64 // the states to which they lead, one behind the other
	from    [packed.AtOnce]uint32
	arrived [packed.AtOnce]uint32
	waiting int // how many these are

	findings
}

// A mark says how far a depth-first search is with a state.
type mark uint8

const (
	found   mark = iota
	onPath       // it was visited, and not all that follows was
	visited      // all that follows was
)

// mostBytes is how much a search may store. Growing it takes up to three times
// as much.
const mostBytes = 1 << 30

// A search takes so many leaps at most for each state that it may store, and so many if it is
// thorough. Free processes with a choice each have a leap for every combination, also if all lead to the
// same state.
const (
	mostLeaps         = 64
	mostLeapsThorough = 4096
)

// reportEvery is how many states, less one, lie between reports.
const reportEvery = 1<<16 - 1

// newSearch makes a search that has not begun.
func newSearch(p *protocol, options Options) *search {
	s := &search{
		protocol: p, Layout: queues.NewLayout(p.shape(options.Bounds)), options: options, bounds: options.Bounds,
		inK: options.K, meeting: p.manners(options.Bounds), expecting: make([][]int, len(p.automata)),
		local: make([]int, len(p.automata)), findings: p.newFindings(),
	}
	for i := range p.automata {
		s.mayMeet = s.mayMeet || slices.ContainsFunc(s.meeting[i], func(m manner) bool { return m.meets })
		for _, c := range p.automata[i].incoming {
			if options.J[c] && s.bounds[c] > 0 {
				s.expecting[i] = append(s.expecting[i], c)
			}
		}
	}
	s.mostLeaps = mostLeaps * options.States
	if options.Thorough {
		s.mostLeaps = mostLeapsThorough * options.States
	}
	s.offers.first = make([]int, len(p.automata)+1)
	s.offers.free = make([]bool, len(p.automata))
	s.table = packed.NewTable(s.Words)
	s.layOut()
	s.table.Intern(s.at)
	s.reached(0, 0)
	return s
}

// run explores.
func (s *search) run() {
	if s.options.Search == DepthFirst {
		s.depthFirst()
	} else {
		s.breadthFirst()
	}
	s.waiting = 0
}

func (s *search) breadthFirst() {
	for i := 0; s.hasState(i); i++ {
		s.expand(i)
		if s.options.Search != Proper {
			s.extend(i)
		}
	}
}

// hasState reports whether there is a state number i, and the search goes on. States of one leap after the other
// are entered together, and only as soon as there is nothing else to look at: see packed.InternAll.
func (s *search) hasState(i int) bool {
	if i == len(s.parent) {
		s.arrive()
	}
	return i < len(s.parent) && s.stop == ""
}

// expand visits a state: it looks at it, and takes its proper leaps.
func (s *search) expand(i int) {
	copy(s.at, s.table.At(i))
	s.offer(s.at, i)
	s.check(i)
	s.makeRoom(i)
	s.eachProper(func(l leap, common int) bool { return s.take(i, l, common) })
	if s.options.Progress != nil && i&reportEvery == reportEvery {
		s.options.Progress(len(s.parent), s.leaps)
	}
}

// extend takes the extended leaps of the state that is looked at.
func (s *search) extend(i int) {
	s.eachExtension(func(l leap, common int) bool { return s.take(i, l, common) })
}

// take takes a leap from the state that is looked at. It returns false if a
// budget is spent.
func (s *search) take(i int, l leap, common int) bool {
	words := s.table.Words
	s.fire(l, common, s.ahead[s.waiting*words:(s.waiting+1)*words])
	s.from[s.waiting] = uint32(i)
	if s.waiting++; s.waiting == packed.AtOnce {
		s.arrive()
	}
	return s.stop == ""
}

// arrive enters the states to which leaps were taken.
func (s *search) arrive() {
	arrived := s.arrived[:s.waiting]
	s.table.InternAll(s.ahead, arrived)
	s.waiting = 0
	for k, to := range arrived {
		if s.stop != "" {
			return
		}
		s.leaps++
		s.reached(int(to), int(s.from[k]))
		if s.options.Search == DepthFirst {
			s.targets = append(s.targets, to)
		}
		if s.leaps > s.mostLeaps && s.stop == "" {
			s.stop = fmt.Sprintf("more than %d leaps", s.mostLeaps)
		}
	}
}

// reached enters a state that may be new.
func (s *search) reached(to, from int) {
	if to < len(s.parent) {
		return
	}
	s.parent = append(packed.Doubled(s.parent, 1), uint32(from))
	if s.options.Search == DepthFirst {
		s.marks = append(packed.Doubled(s.marks, 1), found)
	}
	switch {
	case len(s.parent) > s.options.States:
		s.stop = packed.TooManyStates(s.options.States)
	case s.table.Bytes() > mostBytes:
		s.stop = fmt.Sprintf("more than %d MB of configurations", mostBytes>>20)
	}
}

// A onWay is a state on the path of a depth-first search. What follows it and is to be
// looked at is on a stack that all of them share, from base on.
type onWay struct{ state, base uint32 }

// depthFirst is l2(J,K)*. Whether a state is extended is decided when it is visited, by where
// its proper leaps lead: if to a state on the path, even itself, who waits there might be ignored
// for ever. It is the path that counts, so that this search can't be in another order.
func (s *search) depthFirst() {
	path := []onWay{}
	var ahead []uint32 // the next is the last
	visit := func(i uint32) {
		s.marks[i] = onPath
		path = append(packed.Doubled(path, 1), onWay{i, uint32(len(ahead))})
		s.targets = s.targets[:0]
		s.expand(int(i))
		s.arrive()
		if s.closes() {
			s.extend(int(i))
			s.arrive()
		}
		for k := len(s.targets) - 1; k >= 0; k-- {
			if to := s.targets[k]; s.marks[to] == found {
				ahead = append(packed.Doubled(ahead, 1), to)
			}
		}
	}
	visit(0)
	for len(path) > 0 && s.stop == "" {
		last := path[len(path)-1]
		if len(ahead) == int(last.base) {
			s.marks[last.state] = visited
			path = path[:len(path)-1]
			continue
		}
		to := ahead[len(ahead)-1]
		ahead = ahead[:len(ahead)-1]
		if s.marks[to] == found {
			visit(to)
		}
	}
}

// closes reports whether a leap that was taken leads to the path.
func (s *search) closes() bool {
	for _, to := range s.targets {
		if s.marks[to] == onPath {
			return true
		}
	}
	return false
}
