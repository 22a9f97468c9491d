package holding

import (
	"slices"

	"github.com/chancheck/chancheck/extract/internal/pointsto"
	"github.com/chancheck/chancheck/extract/internal/supergraph"
	"github.com/chancheck/chancheck/extract/ir"
)

// A Stranded message is in the buffer of a channel when the one goroutine that receives from that returns, as it was told to end:
// of a message and the end a select may choose either. Whoever waits for the answer, and for nothing else, waits for ever.
type Stranded struct {
	// Requests and Answers are the channels for both, Capacity is that of the first.
	Requests, Answers pointsto.Location
	Capacity          int
	// Started is where the goroutine is started, Received its select, Answer where it answers.
	Started, Received, Answer supergraph.Instruction
	Ending                    Ending
	// Asked is where somebody sends such a message, Awaits where he waits for the answer.
	Asked, Awaits supergraph.Instruction
}

// Stranded lists those of a function that runs as a goroutine.
func (a *Analysis) Stranded(f *supergraph.Function) (list []Stranded) {
	start, ok := a.StartOf(f)
	if !ok || isInLoop(start) {
		return nil
	}
	for _, m := range a.messagesOf(f) {
		s := Stranded{Requests: a.channelOf(m), Started: start, Received: m.received, Answer: m.answer}
		if a.isLeftInside(&s) && a.findAsker(&s, m) {
			list = append(list, s)
		}
	}
	return list
}

// isLeftInside reports whether a goroutine that is told to end returns with messages in the channel, as nobody else receives
// from it either.
func (a *Analysis) isLeftInside(s *Stranded) bool {
	capacity, known := a.Points.Objects[s.Requests].Capacity()
	s.Capacity = capacity
	in := s.Received.Instr()
	if !known || capacity == 0 || in.Op != ir.OpSelect || !isInLoop(s.Received) || !a.isReceivedOnlyIn(s.Requests, s.Received.Parent) || a.isKnownElsewhere(s.Requests) {
		return false
	}
	for n := range in.Cases {
		if e, ok := a.endingCase(s.Received, n); ok && !a.receivesAfter(s.Received, n, s.Requests) {
			s.Ending = e
			return true
		}
	}
	return false
}

// findAsker finds somebody who asks without knowing that the goroutine has ended: nothing has told him so but what may as well come
// later.
func (a *Analysis) findAsker(s *Stranded, m *message) bool {
	q := a.questionFor(m)
	if q == nil || !slices.Contains(a.Points.Operand(q.Function.Function, q.requests()), s.Requests) || a.runs(s.Received.Parent, q.Function) {
		return false
	}
	s.Answers, s.Asked, s.Awaits = q.made, q.asked, q.awaits
	_, isPossible := a.sidesTo(q.asked)
	return isPossible && a.comesAbout(q.asked) && !a.isKeptFrom(&s.Ending, q.asked, q.awaits)
}

// requests is the channel on which a question is asked.
func (q *question) requests() ir.Operand {
	return sentOn(q.asked.Instr(), func(c ir.SelectCase) bool { return q.isMessage(c.Value) })
}
