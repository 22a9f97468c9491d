package kmc

import (
	"fmt"

	"github.com/chancheck/chancheck/verify/internal/packed"
	"github.com/chancheck/chancheck/verify/internal/queues"
)

// This file is the bounded semantics (Definition 3): configurations, steps, and
// the exploration of all that is reachable.
//
// A configuration is packed into as few words as its fields need: the local
// state of each participant, and for each channel the number of messages and,
// where a channel has several labels, the labels. Each is interned once, in a
// tree, so that a step of few of many participants costs little; everything else
// refers to it by number. An arc takes eight bytes.
//
// Bounds are per channel. Definitions only ever compare the length of a queue
// with its bound, so that they read the same for a vector of bounds. At bound 0
// a channel is a rendezvous: a send and a matching reception are one joint step
// of two subjects. That isn't in the paper, whose bounds are at least 1; what
// is different then is said where it matters.

// A space is a labelled transition system over configurations, explored breadth
// first: TS_k (Definition 13), or the reduced one (Definition 16, reduce.go).
// Configurations are numbered in the order in which they were found, so that
// paths over parents are shortest ones.
type space struct {
	*Machines
	*queues.Layout
	bounds []int // per object
	table  *packed.Tree
	// arcs of configuration i are arcs[first[i]:first[i+1]].
	arcs   []arc
	first  []uint32
	parent []uint32
	stop   string // the budget that was hit, "" if everything was explored

	moving  []int // the participants that exploreAll moves; others stay where they are
	changed []int // words that fire changes
}

// An arc is a transition of the space. Of a joint step on a rendezvous channel,
// step is the send; its partner can be found from the configuration.
type arc struct {
	to, step uint32
}

// shape is what configurations have to have room for within bounds. Who never
// sends leaves a queue empty.
func (m *Machines) shape(bounds []int) queues.Shape {
	shape := queues.Shape{Bounds: bounds, Labels: make([]int, len(bounds)), Busy: true}
	for i := range m.automata {
		shape.States = append(shape.States, len(m.automata[i].states))
	}
	for c, ends := range m.channels {
		if ends.sender >= 0 {
			shape.Labels[c] = len(m.sys.Objects[c].Labels)
		}
	}
	return shape
}

// newSpace makes an empty space.
func newSpace(m *Machines, bounds []int) *space {
	s := &space{Machines: m, Layout: queues.NewLayout(m.shape(bounds)), bounds: bounds, moving: m.everybody()}
	s.table = packed.NewTree(s.Words)
	return s
}

// sibling returns an empty space with the same layout, so that configurations
// of one are configurations of the other.
func (s *space) sibling() *space {
	return &space{Machines: s.Machines, Layout: s.Layout, bounds: s.bounds, moving: s.moving, table: packed.NewTree(s.Words)}
}

// A budget limits an exploration. The zero value has no limits.
type budget struct {
	states   int
	progress func(states, transitions int)
	until    func(at []uint64) bool // explores no further once it is true
}

// mostBytes is how much an exploration may store. Tables and what is done with it
// take about as much again.
const mostBytes = 2 << 30

// mostMoved is how many words an exploration may copy and compare, if more than so many for each
// configuration that was asked for. It is about time, which long queues cost even where what they have in
// common is stored once: whoever takes a message off one moves all that are behind.
const (
	mostMoved     = 1 << 28
	movedPerState = 128
)

// movedTooMuch returns the limit on words moved if that was hit, or "".
func movedTooMuch(moved, states int) string {
	most := max(mostMoved, movedPerState*states)
	if moved <= most {
		return ""
	}
	return fmt.Sprintf("more than %d MB copied between configurations", 8*most>>20)
}

// reportEvery is how many configurations, less one, lie between reports.
const reportEvery = 1<<16 - 1

// report tells the outside world how far an exploration is.
func (b *budget) report(states, transitions int) {
	if b.progress != nil {
		b.progress(states, transitions)
	}
}

// exceeded returns the limit that was hit, or "". nodes are what was to be
// visited, which in the reduced system can be more than configurations.
func (s *space) exceeded(limit budget, nodes, arcs int) string {
	if limit.states > 0 && nodes > limit.states {
		return packed.TooManyStates(limit.states)
	}
	if s.bytes(nodes+arcs) > mostBytes {
		return fmt.Sprintf("more than %d MB of configurations", mostBytes>>20)
	}
	return movedTooMuch(s.table.Moved, limit.states)
}

// bytes is what configurations and a number of arcs take.
func (s *space) bytes(arcs int) int { return s.table.Bytes() + 8*arcs }

// exploreAll explores TS_k from a configuration; nil stands for the initial one.
func (s *space) exploreAll(from []uint64, limit budget) {
	if from == nil {
		from = make([]uint64, s.table.Words)
	}
	s.table.Intern(from)
	s.parent = append(s.parent, 0)
	for i := 0; i < s.size() && s.stop == ""; i++ {
		s.first = append(packed.Doubled(s.first, 1), uint32(len(s.arcs)))
		for n := 0; n < len(s.moving) && s.stop == ""; n++ {
			s.expand(i, s.moving[n])
			s.stop = s.exceeded(limit, s.size(), len(s.arcs))
		}
		if i&reportEvery == reportEvery {
			limit.report(s.size(), len(s.arcs))
		}
		if limit.until != nil && limit.until(s.table.At(i)) {
			s.stop = "stopped"
		}
	}
	s.first = append(s.first, uint32(len(s.arcs)))
}

// expand adds the transitions of one participant at configuration i.
func (s *space) expand(i, p int) {
	at := s.table.At(i)
	first, end := s.narrowed(at, s.local(at, p))
	for n := first; n < end; n++ {
		to, ok := s.fire(i, n)
		if !ok {
			continue
		}
		if to == len(s.parent) {
			s.parent = append(packed.Doubled(s.parent, 1), uint32(i))
		}
		s.arcs = append(packed.Doubled(s.arcs, 1), arc{uint32(to), uint32(n)})
	}
}

// arcsOf returns the arcs of a configuration of a space that was explored.
func (s *space) arcsOf(i int) []arc { return s.arcs[s.first[i]:s.first[i+1]] }

// size is the number of configurations.
func (s *space) size() int { return s.table.Size() }

// isStable reports whether all queues are empty at a configuration.
func (s *space) isStable(i int) bool {
	return s.Busy.In(s.table.Word(i, s.Busy.Word())) == 0
}

// local returns the local state of a participant.
func (s *space) local(at []uint64, p int) *localState {
	return &s.automata[p].states[s.Processes[p].Get(at)]
}

// length returns the number of messages in a queue.
func (s *space) length(at []uint64, channel int) int { return s.Queues[channel].Count.Get(at) }

// fire takes step n from configuration i, and returns where it leads; it is
// not ok if the step isn't enabled, or if it is the receiving side of a joint
// step, which is taken as its send.
func (s *space) fire(i, n int) (to int, ok bool) {
	step := &s.steps[n]
	at := s.table.At(i)
	partner := -1
	if s.bounds[step.channel] == 0 {
		if !step.send {
			return 0, false
		}
		if partner = s.partner(at, step); partner < 0 {
			return 0, false
		}
	} else if !s.enabled(at, step) {
		return 0, false
	}
	if step.send && partner < 0 && s.Outgrown(at, step.channel) {
		s.grow(step.channel)
	}
	s.apply(s.table.Edit(i), step, partner)
	return s.commit(step, partner), true
}

// apply changes a configuration by an enabled step.
func (s *space) apply(at []uint64, step *localStep, partner int) {
	s.Processes[step.process].Set(at, step.to)
	queue := &s.Queues[step.channel]
	switch {
	case partner >= 0:
		other := &s.steps[partner]
		s.Processes[other.process].Set(at, other.to)
	case step.send:
		queue.Push(at, step.label)
		if queue.Count.Get(at) == 1 {
			s.Busy.Set(at, s.Busy.Get(at)+1)
		}
	default:
		queue.Pop(at)
		if queue.IsEmpty(at) {
			s.Busy.Set(at, s.Busy.Get(at)-1)
		}
	}
}

// commit interns the configuration that a step has made of another one.
func (s *space) commit(step *localStep, partner int) int {
	s.changed = s.changed[:0]
	if !s.table.IsFlat() {
		s.changed = append(s.changed, s.Busy.Word(), s.Processes[step.process].Word())
		if partner >= 0 {
			s.changed = append(s.changed, s.Processes[s.steps[partner].process].Word())
		}
		s.changed = s.Queues[step.channel].AppendWords(s.changed)
	}
	to, _ := s.table.Commit(s.changed)
	return to
}

// enabled reports whether a step whose process is at its state can be taken
// within the bounds (Definition 3). On a rendezvous channel both sides of a
// joint step are enabled.
func (s *space) enabled(at []uint64, step *localStep) bool {
	queue := &s.Queues[step.channel]
	switch {
	case s.bounds[step.channel] == 0:
		return s.partner(at, step) >= 0
	case step.send:
		return queue.Count.Get(at) < s.bounds[step.channel]
	}
	return queue.Count.Get(at) > 0 && queue.Front.Get(at) == step.label
}

// narrowed returns the range of a state's steps that can be enabled. Where all
// are on one channel with a queue, one look at it tells: the range is exact.
func (s *space) narrowed(at []uint64, state *localState) (first, end int) {
	if !state.directed || state.final() || s.bounds[s.steps[state.first].channel] == 0 {
		return state.first, state.end
	}
	channel := s.steps[state.first].channel
	queue := &s.Queues[channel]
	length := queue.Count.Get(at)
	switch {
	case state.sending && length == s.bounds[channel] || !state.sending && length == 0:
		return state.first, state.first
	case state.sending:
		return state.first, state.end
	}
	label := queue.Front.Get(at)
	for n := state.first; n < state.end; n++ {
		if s.steps[n].label == label {
			return n, n + 1
		}
	}
	return state.first, state.first
}

// partner finds the step at the other end of a rendezvous channel that can be
// taken together with a step, or -1.
func (s *space) partner(at []uint64, step *localStep) int {
	ends := s.channels[step.channel]
	other := ends.receiver
	if !step.send {
		other = ends.sender
	}
	if other < 0 {
		return -1
	}
	state := s.local(at, other)
	for n := state.first; n < state.end; n++ {
		o := &s.steps[n]
		if o.channel == step.channel && o.label == step.label && o.send != step.send {
			return n
		}
	}
	return -1
}

// grow packs all configurations anew with twice the room in one queue. Their
// numbers stay.
func (s *space) grow(channel int) {
	grown := s.Enlarged(channel)
	table := packed.NewTree(grown.Words)
	table.Reserve(s.size())
	next := make([]uint64, table.Words)
	for i := range s.size() {
		clear(next)
		grown.Repack(next, s.Layout, s.table.At(i))
		table.Intern(next)
	}
	table.Moved += s.table.Moved
	s.Layout, s.table = grown, table
}

// path returns the configurations on a shortest path of the space to i.
func (s *space) path(i int) []int {
	var path []int
	for ; i != 0; i = int(s.parent[i]) {
		path = append(path, i)
	}
	path = append(path, 0)
	for l, r := 0, len(path)-1; l < r; l, r = l+1, r-1 {
		path[l], path[r] = path[r], path[l]
	}
	return path
}
