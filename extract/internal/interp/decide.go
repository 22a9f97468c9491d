package interp

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/chancheck/chancheck/extract/ir"
	"github.com/chancheck/chancheck/model"
)

// A decision is what is known about a symbol on one path.
type decision struct {
	truth     truth   // of a boolean; whether a pointer, error… is non-nil
	low, high int64   // of a number, inclusive
	unequal   []value // constants that it is not, increasing
	equal     value   // the constant that it is, or absent
}

type truth int8

const (
	unsettled truth = iota
	isFalse         // false or nil
	isTrue          // true or not nil
)

func truthOf(b bool) truth {
	if b {
		return isTrue
	}
	return isFalse
}

// largestSize is the largest size at which loops over an unknown length are
// tried (design.md section 4: 1 and 2, and 0 on request).
const largestSize = 2

// decisionOf returns what is known about a symbol.
func (e *evaluator) decisionOf(s *localState, sym symbolID) decision {
	if d, ok := s.decisions[sym]; ok {
		return d
	}
	d := decision{low: math.MinInt64, high: math.MaxInt64}
	if e.symbolTable[sym].size {
		d.low, d.high = 1, largestSize
		if e.options.Zero {
			d.low = 0
		}
	}
	return d
}

// resolve replaces a symbol by the constant that was decided for it.
func (e *evaluator) resolve(s *localState, v value) value {
	d := e.of(v)
	switch d.form {
	case symbolForm:
		return e.resolveSymbol(s, v, symbolID(d.number))
	case notForm:
		if inner := e.resolve(s, d.parts[0]); e.of(inner).form == boolForm {
			return e.boolean(inner == e.no)
		}
	case testForm:
		if answer := e.answer(s, d); answer != unsettled {
			return e.boolean(answer == isTrue)
		}
	}
	return v
}

func (e *evaluator) resolveSymbol(s *localState, v value, sym symbolID) value {
	d, ok := s.decisions[sym]
	if !ok {
		return v
	}
	switch kind := e.symbolTable[sym].kind; {
	case d.equal != 0:
		return d.equal
	case kind == ir.IntKind && d.low == d.high:
		return e.integer(d.low)
	case kind == ir.BoolKind && d.truth != unsettled:
		return e.boolean(d.truth == isTrue)
	case d.truth == isFalse:
		return e.null
	case d.truth == isTrue && kind == ir.ErrorKind && e.symbolTable[sym].taint == "":
		return e.foreignError
	case d.truth == isTrue && kind == ir.ErrorKind:
		return e.nonNil
	}
	return v
}

// answer answers a test from what is decided.
func (e *evaluator) answer(s *localState, test *description) truth {
	sym := symbolID(e.of(test.parts[0]).number)
	d := e.decisionOf(s, sym)
	constant := e.of(test.parts[1])
	switch {
	case constant.form == nilForm:
		return invert(d.truth)
	case test.text == "<":
		return answerLess(d, constant.number)
	case d.equal != 0:
		return truthOf(d.equal == test.parts[1])
	case slices.Contains(d.unequal, test.parts[1]):
		return isFalse
	case constant.form == intForm:
		return e.answerEqual(d, sym, constant.number)
	}
	return unsettled
}

func answerLess(d decision, bound int64) truth {
	switch {
	case d.high < bound:
		return isTrue
	case d.low >= bound:
		return isFalse
	}
	return unsettled
}

// answerEqual answers whether a number equals n. The sizes that are tried are
// no knowledge: only a length is certain not to be outside of them.
func (e *evaluator) answerEqual(d decision, sym symbolID, n int64) truth {
	if d.low == d.high {
		return truthOf(d.low == n)
	}
	if n < d.low || n > d.high {
		info := &e.symbolTable[sym]
		if info.size && !info.length {
			return unsettled
		}
		return isFalse
	}
	return unsettled
}

func invert(t truth) truth {
	switch t {
	case isTrue:
		return isFalse
	case isFalse:
		return isTrue
	}
	return unsettled
}

// An outcome is one way that an open question can be answered.
type outcome struct {
	truth bool
	// decide says that decision holds for symbol from here on.
	decide   bool
	symbol   symbolID
	decision decision
}

// outcomes lists the ways in which a condition can go, both for an opaque one.
func (e *evaluator) outcomes(s *localState, condition value) []outcome {
	d := e.of(condition)
	switch d.form {
	case boolForm:
		return []outcome{{truth: d.number != 0}}
	case notForm:
		list := e.outcomes(s, d.parts[0])
		for i := range list {
			list[i].truth = !list[i].truth
		}
		return list
	case symbolForm:
		sym := symbolID(d.number)
		known := e.decisionOf(s, sym)
		yes, no := known, known
		yes.truth, no.truth = isTrue, isFalse
		return []outcome{{true, true, sym, yes}, {false, true, sym, no}}
	case testForm:
		return e.testOutcomes(s, d)
	}
	return []outcome{{truth: true}, {truth: false}}
}

func (e *evaluator) testOutcomes(s *localState, test *description) []outcome {
	sym := symbolID(e.of(test.parts[0]).number)
	known := e.decisionOf(s, sym)
	yes, no := known, known
	constant := e.of(test.parts[1])
	switch {
	case constant.form == nilForm:
		yes.truth, no.truth = isFalse, isTrue
	case test.text == "<":
		yes.high, no.low = constant.number-1, constant.number
		if known.low == constant.number-1 && known.high == math.MaxInt64 && known.low >= largestSize {
			// A counter climbs towards an unknown bound, step by step: here
			// the sizes that are tried end.
			e.bounded = true
			return []outcome{{true, true, sym, yes}}
		}
	default:
		yes.equal = test.parts[1]
		if constant.form == intForm {
			yes.low, yes.high = constant.number, constant.number
		}
		no.unequal = insertValue(no.unequal, test.parts[1])
		no = trimEnds(e, no)
	}
	return []outcome{{true, true, sym, yes}, {false, true, sym, no}}
}

// trimEnds moves the bounds of a number past the constants that it is not.
func trimEnds(e *evaluator, d decision) decision {
	for slices.Contains(d.unequal, e.integer(d.low)) {
		d.low++
	}
	for slices.Contains(d.unequal, e.integer(d.high)) {
		d.high--
	}
	return d
}

func insertValue(set []value, v value) []value {
	i, found := slices.BinarySearch(set, v)
	if found {
		return set
	}
	return slices.Insert(slices.Clone(set), i, v)
}

// assumption words the outcome of a condition as code.
func assumption(text string, holds bool) string {
	if text == "" || holds {
		return text
	}
	for _, pair := range [][2]string{{" == ", " != "}, {" != ", " == "}, {" <= ", " > "}, {" >= ", " < "}, {" < ", " >= "}, {" > ", " <= "}} {
		if strings.Count(text, pair[0]) == 1 && !strings.ContainsAny(text, "&|") {
			return strings.Replace(text, pair[0], pair[1], 1)
		}
	}
	if rest, ok := strings.CutPrefix(text, "!"); ok && !strings.ContainsAny(rest, " ") {
		return rest
	}
	if strings.Contains(text, " ") {
		return "!(" + text + ")"
	}
	return "!" + text
}

// branch makes one alternative for each outcome of a condition on which the
// instruction at site depends. then continues in the state of the outcome.
func (e *evaluator) branch(s *localState, condition value, text string, site model.Site, then func(*localState, bool)) []alternative {
	if e.looking {
		return somethingVisible
	}
	var list []alternative
	for _, o := range e.outcomes(s, condition) {
		if o.decide && e.sharedSymbols[o.symbol] && e.symbolTable[o.symbol].kind == ir.IntKind {
			return e.sizes(s, o.symbol, site) // the question comes again
		}
		n := s.clone()
		t := model.Transition{Kind: model.Tau, Object: -1, Site: site, Text: assumption(text, o.truth)}
		if e.of(condition).form == opaqueForm {
			t.Doubt = e.taintOf(condition)
		}
		if o.decide {
			t.Doubt = e.noteDecision(s, o.symbol)
			if e.sharedSymbols[o.symbol] {
				var ok bool
				if t, ok = e.assume(t, o); !ok {
					continue
				}
			}
			n.decide(o.symbol, o.decision)
		}
		then(n, o.truth)
		list = append(list, alternative{t, n})
	}
	return list
}

// noteDecision records who decides about a symbol, and where, for the next
// round: see knowledge. If the program decides it, in a way that isn't
// followed, the decision is in doubt, and the result says why.
func (e *evaluator) noteDecision(s *localState, sym symbolID) (doubt string) {
	info := &e.symbolTable[sym]
	if info.taint != "" {
		return info.taint
	}
	e.question(sym)
	if e.widened.symbols[sym] {
		return givenUp
	}
	if by, ok := e.deciders[sym]; ok && by != e.process && !e.sharedSymbols[sym] {
		if info.repeats {
			e.giveUp("two goroutines ask about an unknown that is made in a loop")
		}
		e.sharedSymbols[sym] = true
		e.changed = true
	}
	e.deciders[sym] = e.process
	if info.whole == 0 || e.lasting[sym] {
		return ""
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
	return ""
}

// assume turns the decision of a symbol that several goroutines ask about into
// an action on a cell of the model, so that they all get the same answer.
func (e *evaluator) assume(t model.Transition, o outcome) (model.Transition, bool) {
	t.Kind = model.Assume
	t.Object = e.entity(model.Cell, 0, "symbol "+strconv.Itoa(int(o.symbol)))
	switch e.symbolTable[o.symbol].kind {
	case ir.StringKind:
		e.giveUp("an unknown string is asked about by two goroutines")
		return t, false
	}
	t.Label = int(o.decision.truth)
	return t, true
}

// sizes makes one alternative for each size that a number can have. It is how
// an unknown number becomes a capacity or takes part in arithmetic.
func (e *evaluator) sizes(s *localState, sym symbolID, site model.Site) []alternative {
	if e.looking {
		return somethingVisible
	}
	d := e.decisionOf(s, sym)
	if d.low == math.MinInt64 {
		d.low = min(1, d.high)
		if e.symbolTable[sym].taint != "" { // the program may well say 0
			d.low = min(0, d.high)
		}
	}
	if d.high > d.low+largestSize {
		d.high = max(d.low, largestSize)
	}
	e.bounded = true
	var list []alternative
	for n := d.low; n <= d.high; n++ {
		next := s.clone()
		settled := d
		settled.low, settled.high = n, n
		next.decide(sym, settled)
		t := model.Transition{Kind: model.Tau, Object: -1, Site: site}
		if text := e.symbolTable[sym].text; text != "" {
			t.Text = text + " == " + strconv.FormatInt(n, 10)
		}
		t.Doubt = e.noteDecision(s, sym)
		if e.sharedSymbols[sym] {
			t.Kind = model.Assume
			t.Object = e.entity(model.Cell, 0, "symbol "+strconv.Itoa(int(sym)))
			t.Label = int(n) + 1
			if n < 0 || n > largestSize {
				e.giveUp("an unknown number is asked about by two goroutines")
			}
		}
		list = append(list, alternative{t, next})
	}
	return list
}
