package interp

import (
	"cmp"
	"strconv"

	"github.com/chancheck/chancheck/extract/internal/domain"
	"github.com/chancheck/chancheck/extract/ir"
	"github.com/chancheck/chancheck/model"
)

// An outcome is one way that an open question can be answered.
type outcome struct {
	truth bool
	// decide says that decision holds for symbol from here on.
	decide   bool
	symbol   domain.SymbolID
	decision domain.Decision
	// beyond says that the program may go on with sizes that aren't tried.
	beyond bool
	// counted says that a loop counts up to the symbol; text words what that says of it.
	counted bool
	text    string
}

// outcomes lists the ways in which a condition can go, both for an opaque one.
func (e *evaluator) outcomes(s *localState, condition domain.Value) []outcome {
	d := e.Of(condition)
	switch d.Form {
	case domain.BoolForm:
		return []outcome{{truth: d.Number != 0}}
	case domain.NotForm:
		list := e.outcomes(s, d.Parts[0])
		for i := range list {
			list[i].truth = !list[i].truth
		}
		return list
	case domain.SymbolForm:
		sym := domain.SymbolID(d.Number)
		known := e.DecisionOf(s.decisions, sym)
		yes, no := known, known
		yes.Truth, no.Truth = domain.IsTrue, domain.IsFalse
		return []outcome{{truth: true, decide: true, symbol: sym, decision: yes}, {decide: true, symbol: sym, decision: no}}
	case domain.TestForm:
		return e.testOutcomes(s, d)
	}
	return []outcome{{truth: true}, {truth: false}}
}

func (e *evaluator) testOutcomes(s *localState, test *domain.Description) []outcome {
	sym := domain.SymbolID(e.Of(test.Parts[0]).Number)
	known := e.DecisionOf(s.decisions, sym)
	yes, no := known, known
	constant := e.Of(test.Parts[1])
	switch {
	case constant.Form == domain.NilForm:
		yes.Truth, no.Truth = domain.IsFalse, domain.IsTrue
	case test.Text == "<":
		yes.High, no.Low = constant.Number-1, constant.Number
		yes, no = e.TrimEnds(yes), e.TrimEnds(no)
		if test.Number != 0 {
			return e.countedOutcomes(sym, known, yes, no)
		}
	default:
		yes = e.Equals(yes, test.Parts[1])
		if constant.IsSentinel() {
			yes.Truth = domain.IsTrue
		}
		if constant.Form == domain.IntForm {
			yes.Low, yes.High = constant.Number, constant.Number
		}
		no.Unequal = domain.InsertValue(no.Unequal, test.Parts[1])
		no = e.TrimEnds(no)
	}
	return []outcome{{truth: true, decide: true, symbol: sym, decision: yes}, {decide: true, symbol: sym, decision: no}}
}

// Assumption words the outcome of a condition as code.
func Assumption(text string, holds bool) string {
	if text == "" || holds {
		return text
	}
	return model.ParseCondition(text).Opposite().String()
}

// branch makes one alternative for each outcome of a condition on which the
// instruction at site depends. then continues in the state of the outcome.
func (e *evaluator) branch(s *localState, condition domain.Value, text string, site model.Site, then func(*localState, bool)) []alternative {
	if e.looking {
		return somethingVisible
	}
	var list []alternative
	for _, o := range e.outcomes(s, condition) {
		if o.decide && e.sharedSymbols[o.symbol] && e.SymbolTable[o.symbol].Kind == ir.IntKind {
			return e.sizes(s, o.symbol, site) // the question comes again
		}
		if o.beyond {
			list = append(list, e.beyondSizes(s, o.symbol, site))
			continue
		}
		n := s.clone()
		t := e.transition(s, model.Tau, -1, site)
		t.Text = cmp.Or(o.text, Assumption(text, o.truth))
		if e.Of(condition).Form == domain.OpaqueForm {
			t.Doubt = e.TaintOf(condition)
		}
		if o.decide {
			t.Doubt = e.noteDecision(s, o.symbol)
			if (t.Doubt == mayBeNil || t.Doubt == mayLack || t.Doubt == mayHaveEnded) && o.decision.Truth == domain.IsTrue {
				t.Doubt = ""
			}
			if t.Doubt == mayWork && o.decision.Truth == domain.IsFalse {
				t.Doubt = ""
			}
			if o.counted || e.isSupplied(o.symbol) {
				t.Doubt = cmp.Or(t.Doubt, e.doubtAboutNone(o.symbol, o.decision))
			}
			if e.sharedSymbols[o.symbol] {
				var ok bool
				if t, ok = e.assume(t, o); !ok {
					continue
				}
			}
			n.decide(o.symbol, o.decision)
			e.seesIf(n, o)
		}
		then(n, o.truth)
		list = append(list, alternative{t, n})
	}
	return list
}

// noteDecision records who decides about a symbol, and where, for the next
// round: see knowledge. If the program decides it, in a way that isn't
// followed, the decision is in doubt, and the result says why.
func (e *evaluator) noteDecision(s *localState, sym domain.SymbolID) (doubt string) {
	e.asksCaller = e.asksCaller || e.consult(sym) >= 0
	doubt = e.doubtOf(sym)
	if e.SymbolTable[sym].Taint != "" {
		return doubt // it may be another one the next time
	}
	e.question(sym)
	if e.widened.symbols[sym] {
		return cmp.Or(doubt, givenUp)
	}
	if doubt == "" { // who is in doubt may think what he likes
		e.noteDecider(sym)
	}
	e.noteQuestion(s, sym)
	return doubt
}

// noteDecider records who decides about a symbol. What several goroutines decide, they
// decide together.
func (e *evaluator) noteDecider(sym domain.SymbolID) {
	if by, ok := e.deciders[sym]; ok && by != e.who() && !e.sharedSymbols[sym] {
		if e.SymbolTable[sym].Repeats {
			e.giveUp("two goroutines ask about an unknown that is made in a loop")
		}
		e.sharedSymbols[sym] = true
		e.changed = true
	}
	e.deciders[sym] = e.who()
}

// noteQuestion records where a part of an unknown is asked about. It can be loaded again:
// if it is asked about again, the answer must last.
func (e *evaluator) noteQuestion(s *localState, sym domain.SymbolID) {
	if e.SymbolTable[sym].Whole == 0 || e.lasting[sym] {
		return
	}
	f := s.top()
	place := f.function.Name + " " + strconv.Itoa(f.block) + " " + strconv.Itoa(f.pc)
	first, ok := e.askedAt[sym]
	if !ok {
		e.askedAt[sym] = place
	}
	if ok && first != place || e.flowOf(f.function).cyclic[f.block] {
		e.lasting[sym] = true
		e.changed = true
	}
}

// assume turns the decision of a symbol that several goroutines ask about into
// an action on a cell of the model, so that they all get the same answer.
func (e *evaluator) assume(t model.Transition, o outcome) (model.Transition, bool) {
	t.Kind = model.Assume
	t.Object = e.entity(model.Cell, 0, "symbol "+strconv.Itoa(int(o.symbol)))
	if e.SymbolTable[o.symbol].Kind == ir.StringKind {
		return t, e.assumeString(&t, o)
	}
	t.Label = int(o.decision.Truth)
	return t, true
}

// assumeString is assume for a string that is compared with one constant only: it is that, or
// another one. Where there are several constants it gives up.
func (e *evaluator) assumeString(t *model.Transition, o outcome) bool {
	constant, label := o.decision.Equal, agreedEqual
	if constant == 0 && len(o.decision.Unequal) == 1 {
		constant, label = o.decision.Unequal[0], agreedOther
	}
	if known, ok := e.compared[o.symbol]; constant == 0 || ok && known != constant {
		e.giveUp("an unknown string is asked about by two goroutines")
		return false
	}
	e.compared[o.symbol] = constant
	t.Label = label
	return true
}

// What goroutines agree on about a string, as labels of its cell.
const (
	agreedOther = 1 + iota
	agreedEqual
)
