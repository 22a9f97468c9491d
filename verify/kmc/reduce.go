package kmc

import (
	"slices"

	"github.com/chancheck/chancheck/verify/internal/packed"
)

// The reduced system RTS_k (Definitions 15 and 16). At a configuration all
// enabled transitions of one participant are a persistent set where choices
// don't depend on bounds: a send stays possible until its participant moves,
// and so does the only reception. Algorithm 1 therefore lists the participants
// that can move, fewest transitions first, moves each in turn, and lists anew
// when the list is used up.
//
// Algorithm 1 as printed is wrong in two ways, and this differs from it:
//
//   - It marks configurations as visited. One that is met again while some
//     participants still wait in the list is not gone on from, and on a cycle
//     they wait for ever: a directed system of four transitions is rejected
//     although it is 1-MC. Here, what is visited is a configuration together
//     with the list.
//   - It stores the transitions of the list as they were when the list was
//     made. A reception that becomes enabled meanwhile is lost, and with it
//     conflicts between two receptions: a system of six transitions is accepted
//     although it is unsafe. Here, the list has participants, whose transitions
//     are found when their turn comes.
//
// Why this is enough for receive-directed systems that are reduced k-OBI. At
// each configuration visited, the participant whose turn it is can take all the
// transitions that it could take, now or after any steps of others: all its
// sends or none, or the reception that the head of the one channel allows,
// which stays the head. Steps of others don't disable these, and commute with
// them. So every execution of the full system can be extended to one that is a
// reordering of an execution of the reduced one, which takes the same turns;
// and none waits for ever, as the list is used up before there is a new one.
// What an execution can make possible for good (a reception from a channel
// that isn't empty, a step of a waiting participant, a send that was held up)
// is then possible in the reduced system too. That all queues are empty at once
// isn't of this kind; see decision.stableProperty.
//
// In other systems configurations with a conflict between receptions may be
// left out, even so. Answers about the system itself are taken from the reduced
// one only where no such conflict is possible; see decision.trusted.
//
// Joint steps on rendezvous channels have two subjects, to which none of this
// applies.

// A reducer explores the reduced system.
type reducer struct {
	*space
	// usual is the list that each configuration was met with first; others has
	// the (configuration, list) with another one. nodes are all of them in the order
	// in which they were found. Without others they are numbered as configurations
	// are, and nodes is nil.
	usual  []uint32
	others map[uint64]bool
	nodes  []uint64
	lists  *packed.Table // (participant, rest of the list), one word each; 0 is empty
	// arcs found so far by node; merged by configuration at the end.
	found  []arc
	firsts []uint32
	order  []candidate
}

// A candidate is a participant that can move, with its number of transitions.
type candidate struct{ process, count int }

// exploreReduced explores the reduced system.
func (s *space) exploreReduced(limit budget) {
	r := &reducer{space: s, others: map[uint64]bool{}, lists: packed.NewTable(1)}
	r.lists.Intern([]uint64{1<<64 - 1}) // number 0, equal to no list
	s.table.Intern(make([]uint64, s.table.Words))
	s.parent = append(s.parent, 0)
	r.visit(0, 0)
	for n := 0; n < r.count() && s.stop == ""; n++ {
		r.firsts = append(packed.Doubled(r.firsts, 1), uint32(len(r.found)))
		r.step(n)
		if n&reportEvery == reportEvery {
			limit.report(s.size(), len(r.found))
		}
		s.stop = s.exceeded(limit, r.count(), len(r.found))
	}
	r.firsts = append(r.firsts, uint32(len(r.found)))
	r.merge()
}

// pair packs two numbers into a word, which unpair takes apart.
func pair(high, low int) uint64 { return uint64(high)<<32 | uint64(low) }

func unpair(w uint64) (high, low int) { return int(w >> 32), int(w & 0xffffffff) }

// count is the number of nodes.
func (r *reducer) count() int { return len(r.usual) + len(r.others) }

// node returns what node n is.
func (r *reducer) node(n int) (configuration, list int) {
	if r.nodes == nil {
		return n, int(r.usual[n])
	}
	return unpair(r.nodes[n])
}

// visit makes a node unless it is there.
func (r *reducer) visit(configuration, list int) {
	node := pair(configuration, list)
	switch {
	case configuration == len(r.usual):
		r.usual = append(packed.Doubled(r.usual, 1), uint32(list))
	case r.usual[configuration] == uint32(list) || r.others[node]:
		return
	default:
		if r.nodes == nil {
			for c, list := range r.usual {
				r.nodes = append(packed.Doubled(r.nodes, 1), pair(c, int(list)))
			}
		}
		r.others[node] = true
	}
	if r.nodes != nil {
		r.nodes = append(packed.Doubled(r.nodes, 1), node)
	}
}

// step moves the first participant of node n's list.
func (r *reducer) step(n int) {
	configuration, list := r.node(n)
	if list == 0 {
		list = r.partition(configuration)
	}
	if list == 0 {
		return
	}
	p, rest := unpair(r.lists.At(list)[0])
	// The space collects arcs of what is expanded: they are moved to found, as
	// a configuration may be expanded for several lists.
	r.arcs = r.arcs[:0]
	r.expand(configuration, p)
	for _, a := range r.arcs {
		r.visit(int(a.to), rest)
	}
	r.found = append(packed.Doubled(r.found, len(r.arcs)), r.arcs...)
}

// partition lists the participants that can move at a configuration, those
// with fewer transitions first (Definition 15 (4)), then by number.
func (r *reducer) partition(i int) (list int) {
	at := r.table.At(i)
	r.order = r.order[:0]
	for p := range r.automata {
		count := 0
		first, end := r.narrowed(at, r.local(at, p))
		for n := first; n < end; n++ {
			if r.enabled(at, &r.steps[n]) {
				count++
			}
		}
		if count > 0 {
			r.order = append(r.order, candidate{p, count})
		}
	}
	slices.SortStableFunc(r.order, func(a, b candidate) int { return a.count - b.count })
	for j := len(r.order) - 1; j >= 0; j-- {
		list, _ = r.lists.Intern([]uint64{pair(r.order[j].process, list)})
	}
	return list
}

// merge gathers the arcs of the nodes by configuration, each once, as the
// reduced system is one over configurations.
func (r *reducer) merge() {
	if r.nodes == nil {
		// Each configuration has one node, of the same number.
		r.arcs, r.first = r.found, r.firsts
		return
	}
	count := make([]uint32, r.size()+1)
	for n := range len(r.firsts) - 1 {
		c, _ := unpair(r.nodes[n])
		count[c+1] += r.firsts[n+1] - r.firsts[n]
	}
	for c := range r.size() {
		count[c+1] += count[c]
	}
	arcs, end := make([]arc, len(r.found)), slices.Clone(count)
	for n := range len(r.firsts) - 1 {
		c, _ := unpair(r.nodes[n])
		end[c] += uint32(copy(arcs[end[c]:], r.found[r.firsts[n]:r.firsts[n+1]]))
	}
	r.found = nil
	r.arcs, r.first = arcs[:0], make([]uint32, 0, r.size()+1)
	for c := range r.size() {
		r.first = append(r.first, uint32(len(r.arcs)))
		r.arcs = append(r.arcs, onceEach(arcs[count[c]:count[c+1]])...)
	}
	r.first = append(r.first, uint32(len(r.arcs)))
}

// onceEach removes repetitions from the arcs of one configuration.
func onceEach(arcs []arc) []arc {
	slices.SortFunc(arcs, func(a, b arc) int { return int(a.step) - int(b.step) })
	return slices.Compact(arcs)
}
