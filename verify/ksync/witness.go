package ksync

import (
	"fmt"
	"slices"

	"github.com/chancheck/chancheck/verify"
)

// A Witness is an execution of a system, in an order that its queues allow.
type Witness struct {
	Execution *Execution
	Steps     []verify.Step // by action
	// Exchanges are the messages of the components of its conflict graph, in
	// topological order: the exchanges, if it is a sequence of such.
	Exchanges [][]int
	// Component are the messages that can't be taken apart, and are too much for an
	// exchange. It is nil if the execution is k-synchronous.
	Component []int
	// Turn, if not nil, is an edge of the component from a reception to a send: no
	// exchange has the reception first.
	Turn *Edge
}

// execution makes an execution of exchanges, then of sends, and of a last
// reception unless that is nil.
func (s *search) execution(exchanges []int32, sends []*step, last *step) *Witness {
	var actions []Action
	var steps []verify.Step
	add := func(t *step, send bool) {
		actions = append(actions, s.action(t, send))
		steps = append(steps, verify.Step{
			Process: t.process, State: t.state, Transition: t.transition,
			Partner: -1, PartnerState: -1, PartnerTransition: -1, Spawned: -1,
		})
	}
	for _, x := range exchanges {
		for _, p := range s.exchanges[x].parts {
			for _, t := range p.steps[:p.sends] {
				add(t, true)
			}
		}
		for _, p := range s.exchanges[x].parts {
			for _, t := range p.steps[p.sends:] {
				add(t, false)
			}
		}
	}
	for _, t := range sends {
		add(t, true)
	}
	if last != nil {
		add(last, false)
	}
	return inOrder(actions, steps)
}

// inOrder puts an execution in an order that queues allow: that of the exchanges
// need not be one, as orphans may come too early there.
func inOrder(actions []Action, steps []verify.Step) *Witness {
	e, err := NewExecution(actions)
	if err != nil {
		panic("ksync: witness: " + err.Error())
	}
	order := e.Order()
	if len(order) < len(actions) {
		panic("ksync: witness: not causally delivered")
	}
	w := &Witness{Execution: e.Reordered(order)}
	for _, i := range order {
		w.Steps = append(w.Steps, steps[i])
	}
	w.Exchanges = w.Execution.Conflicts().Components
	return w
}

// witness is the execution of a run that isn't k-synchronous, without what isn't
// needed for that.
func (s *search) witness(bad *badRun, k int, measure Measure) *Witness {
	w := s.execution(bad.exchanges, nil, bad.last)
	for i := len(w.Steps) - 1; i >= 0; i-- {
		if shorter := w.without(i); shorter != nil && shorter.refutes(k, measure, bad.turned) {
			w, i = shorter, len(shorter.Steps)
		}
	}
	g := w.Execution.Conflicts()
	if w.Turn = g.Turn(); bad.turned {
		w.Component = g.Component(w.Turn.From)
	} else {
		w.Turn, w.Component = nil, g.Largest(measure)
	}
	return w
}

// without leaves an action out; nil if others come after it. What is
// left is an execution, too.
func (w *Witness) without(i int) *Witness {
	e := w.Execution
	a := &e.Actions[i]
	later := func(b Action) bool { return b.Process() == a.Process() }
	if a.Send && e.Messages[e.Message(i)].Matched() || slices.ContainsFunc(e.Actions[i+1:], later) {
		return nil
	}
	return inOrder(slices.Delete(slices.Clone(e.Actions), i, i+1), slices.Delete(slices.Clone(w.Steps), i, i+1))
}

// refutes reports whether the execution isn't k-synchronous: for any k, if it
// is to be turned.
func (w *Witness) refutes(k int, measure Measure, turned bool) bool {
	g := w.Execution.Conflicts()
	if turned {
		return g.Turn() != nil
	}
	return !g.Synchronous(k, measure)
}

// least is the least k with which an execution that doesn't turn is synchronous.
func (w *Witness) least(measure Measure) (k int) {
	g := w.Execution.Conflicts()
	for size := g.size(w.Component, measure); measure.limit(k) < size; {
		k++
	}
	return k
}

// reason says what is wrong with the execution.
func (w *Witness) reason(k int, measure Measure) string {
	count := fmt.Sprintf("%d messages of an execution", len(w.Component))
	if w.Turn != nil {
		return count + " can't be taken apart, and one of them must be received before another is sent: no exchange has that"
	}
	return count + fmt.Sprintf(" can't be taken apart: that is more than %s", measure.spell(k))
}

// spell says how large an exchange is.
func (m Measure) spell(k int) string {
	unit := [...]string{"message", "action"}[m]
	if n := m.limit(k); n != 1 {
		return fmt.Sprintf("%d %ss", n, unit)
	}
	return "1 " + unit
}
