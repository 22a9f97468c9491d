package interp

import (
	"slices"
	"strconv"

	"github.com/chancheck/chancheck/extract/internal/domain"
	"github.com/chancheck/chancheck/extract/ir"
	"github.com/chancheck/chancheck/model"
)

// What is over stays over: a context that the outside world has ended, and a channel that it has closed. Who has seen
// that once never finds it otherwise later. That something isn't over yet says nothing about later.
//
// What is over is remembered as a decision about an unknown: the channel of a context that is unknown itself, or one
// that stands for all outside that may end a context which the root makes. So it is forgotten with that, and a
// goroutine knows what was over when it was started.

// doneOf is the channel of an unknown context, or of one of which that is known: the same each time.
func (e *evaluator) doneOf(whole domain.SymbolID) domain.Value {
	info := e.SymbolTable[whole]
	if info.Closes {
		return e.SymbolValue(whole)
	}
	taint := info.Taint
	if taint == "" && e.aboutResults([]domain.Value{e.SymbolValue(whole)}) {
		taint = aboutData
	}
	return e.SymbolValue(e.Symbol("the end of "+strconv.Itoa(int(whole))+" "+taint, domain.SymbolInfo{
		Kind: ir.ChanKind, Process: info.Process, Taint: taint, Whole: whole, Closes: true,
	}))
}

// endFor is the unknown that says whether the outside world has ended a context that the root makes, by its channel.
func (e *evaluator) endFor(channel domain.ObjectID) domain.SymbolID {
	if end, known := e.worldsEnds[channel]; known {
		return end
	}
	end := e.Symbol("the end for "+strconv.Itoa(int(channel)), domain.SymbolInfo{Kind: ir.ChanKind, Process: e.ObjectTable[channel].Process, Closes: true})
	e.worldsEnds[channel] = end
	return end
}

// endsOf lists the unknowns that say whether a context, its channel, or a channel that is unknown, is over. The last
// one says no more than that.
func (e *evaluator) endsOf(v domain.Value) (ends []domain.SymbolID) {
	switch d := e.Of(v); d.Form {
	case domain.SymbolForm:
		if info := &e.SymbolTable[d.Number]; info.Closes {
			return []domain.SymbolID{domain.SymbolID(d.Number)}
		}
	case domain.ContextForm, domain.DoneForm:
		for _, part := range e.Parts(d) {
			if own := e.Of(part); own.Form == domain.ChanForm {
				ends = append(ends, e.endFor(own.Object))
			}
			ends = append(ends, e.endsOf(part)...)
		}
	}
	return ends
}

// endOf is the unknown that says that something is over, 0 if there is none.
func (e *evaluator) endOf(v domain.Value) domain.SymbolID {
	if ends := e.endsOf(v); len(ends) > 0 {
		return ends[len(ends)-1]
	}
	return 0
}

// isOver reports whether a goroutine has seen that something is over.
func (e *evaluator) isOver(s *localState, v domain.Value) bool {
	return len(s.decisions) > 0 && slices.ContainsFunc(e.endsOf(v), func(end domain.SymbolID) bool { return s.decisions[end].Over })
}

// sees notes that a goroutine has seen that something is over.
func (e *evaluator) sees(s *localState, end domain.SymbolID) {
	if end == 0 || s.decisions[end].Over {
		return
	}
	if e.SymbolTable[end].Whole != 0 && !e.lasting[end] { // it is asked for again
		e.lasting[end], e.changed = true, true
	}
	d := e.DecisionOf(s.decisions, end)
	d.Over = true
	s.decide(end, d)
}

// seesIf notes what follows from the answer to a question about the error of a context.
func (e *evaluator) seesIf(s *localState, o outcome) {
	if info := &e.SymbolTable[o.symbol]; info.Ending && o.decision.Truth == domain.IsTrue {
		e.sees(s, info.End)
	}
}

// settleEndings decides first what a context has said before that is asked again, if it wasn't asked what that was.
func (e *evaluator) settleEndings(s *localState, v domain.Value, site model.Site) []alternative {
	for _, answer := range e.answers[e.endOf(v)] {
		if question := e.settled(s, e.equal(e.SymbolValue(answer), e.Nil)); e.Of(question).Form != domain.BoolForm && e.mentions(s, answer) {
			return e.branch(s, question, e.questionText(question), site, func(*localState, bool) {})
		}
	}
	return nil
}

// noteAnswer notes that a context says whether it has ended.
func (e *evaluator) noteAnswer(end, answer domain.SymbolID) {
	info := &e.SymbolTable[answer]
	info.Ending, info.End = true, end
	if !slices.Contains(e.answers[end], answer) {
		e.answers[end] = append(e.answers[end], answer)
	}
}

// isReady reports whether a select has a case that is ready in any case, as what it waits for is over.
func (e *evaluator) isReady(s *localState, f *frame, in *ir.Instr) bool {
	return slices.ContainsFunc(in.Cases, func(c ir.SelectCase) bool { return !c.Send && e.isOver(s, e.operand(s, f, c.Chan)) })
}
