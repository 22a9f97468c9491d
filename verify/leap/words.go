package leap

import "github.com/chancheck/chancheck/verify/internal/packed"

// This file says what steps are in the words of a layout: what each asks of a global state in which
// its process is where the step begins, and what it adds to the words. A search does nothing as often, but for
// looking states up.

// A guard is what a step asks. Fields that it doesn't ask for are in no word, and 0.
type guard struct {
	closed packed.Field // 1 if its channel is closed
	count  packed.Field // the messages in its channel
	front  packed.Field // the label of the first of them
	stuck  int32        // the count at which the step has to wait, or -1
	wanted int32        // the label that must be first; -1 if there must be none
	joint  bool         // it is one side of a rendezvous
}

// An effect is what a step changes. It begins in one state of its process, ends in one, and makes the count of
// its channel larger or smaller by one: so it adds the same numbers to the words at whatever
// global state it is taken.
type effect struct {
	process, queue uint32 // words
	moves, counts  uint64 // what is added to them
	rest           bool   // more is to be done, see applyRest
}

// layOut makes what hangs on the layout: guards and effects, and room for what is looked at, in words of the table.
func (s *search) layOut() {
	words := s.table.Words
	s.ahead = make([]uint64, packed.AtOnce*words)
	s.ways = make([]uint64, words*max(1, min(len(s.automata)+1, mostKept/words)))
	s.at = s.ways[:words]
	s.mayGrow = s.Layout.MayGrow()
	s.guards, s.effects = make([]guard, len(s.steps)), make([]effect, len(s.steps))
	for n := range s.steps {
		s.guards[n], s.effects[n] = s.guardOf(&s.steps[n]), s.effectOf(&s.steps[n])
	}
}

func (s *search) guardOf(t *step) guard {
	g := guard{stuck: -1}
	if t.kind == internal {
		return g
	}
	queue, bound := &s.Queues[t.channel], s.bounds[t.channel]
	g.closed = s.Closed[t.channel]
	switch t.kind {
	case send:
		g.count, g.stuck, g.joint = queue.Count, int32(bound), bound == 0
	case receive:
		g.count, g.stuck, g.joint = queue.Count, 0, bound == 0
		g.front, g.wanted = queue.Front, int32(t.label)
	case drained:
		g.count, g.stuck, g.wanted = queue.Count, 0, -1
	}
	return g
}

func (s *search) effectOf(t *step) effect {
	process := s.Processes[t.process]
	e := effect{process: uint32(process.Word()), moves: process.Step(t.state, t.to)}
	if t.kind == internal || t.kind == drained || (t.kind == send || t.kind == receive) && s.bounds[t.channel] == 0 {
		return e
	}
	queue := &s.Queues[t.channel]
	if e.rest = t.kind == closing || t.kind == cancelling || queue.Room > 0; e.rest {
		return e
	}
	e.queue, e.counts = uint32(queue.Count.Word()), queue.Count.Step(0, 1)
	if t.kind == receive {
		e.counts = queue.Count.Step(1, 0)
	}
	return e
}

// apply changes a global state by a step.
func (s *search) apply(at []uint64, n int32) {
	e := &s.effects[n]
	at[e.process] += e.moves
	at[e.queue] += e.counts
	if e.rest {
		s.applyRest(at, &s.steps[n])
	}
}

// applyRest changes labels, with their count, and marks channels as closed.
func (s *search) applyRest(at []uint64, t *step) {
	switch t.kind {
	case send:
		s.Queues[t.channel].Push(at, t.label)
	case receive:
		s.Queues[t.channel].Pop(at)
	case closing, cancelling:
		s.Closed[t.channel].Set(at, 1)
	}
}
