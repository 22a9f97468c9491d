package domain

import (
	"math"
	"slices"

	"github.com/chancheck/chancheck/extract/ir"
)

// A Decision is what is known about a symbol on one path.
type Decision struct {
	Truth     Truth   // of a boolean; whether a pointer, error… is non-nil
	Low, High int64   // of a number, inclusive
	Unequal   []Value // constants that it is not, increasing
	Equal     Value   // the constant that it is, or absent
	Also      []Value // questions about an error to which the answer is yes as well, increasing
	Over      bool    // of what is closed or ends: that it is
}

// Decisions are what is known about symbols on one path.
type Decisions map[SymbolID]Decision

// A Truth is what is known of a boolean, or of whether something isn't nil.
type Truth int8

// The truths.
const (
	Unsettled Truth = iota
	IsFalse         // false or nil
	IsTrue          // true or not nil
)

func truthOf(b bool) Truth {
	if b {
		return IsTrue
	}
	return IsFalse
}

// LargestSize is how far loops over an unknown number are followed where nothing counts
// further.
const LargestSize = 2

// DecisionOf returns what is known about a symbol: of a number that nobody has asked about yet no
// more than what it is.
func (in *Interner) DecisionOf(known Decisions, sym SymbolID) Decision {
	if d, ok := known[sym]; ok {
		return d
	}
	d := Decision{Low: math.MinInt64, High: math.MaxInt64}
	switch info := &in.SymbolTable[sym]; {
	case info.Below != 0:
		d.Low, d.High = 0, info.Below-1
	case info.Positive:
		d.Low = 1
	case info.Length, info.Sign == Unsigned:
		d.Low = 0
	case info.Order:
		d.Low, d.High = 0, 2
	}
	return d
}

// Equals is a decision when it is added that the symbol equals a constant. An error is what several questions ask for,
// perhaps.
func (in *Interner) Equals(d Decision, constant Value) Decision {
	switch {
	case d.Equal == 0 || d.Equal == constant:
		d.Equal = constant
	case in.Of(constant).IsQuestion():
		d.Also = InsertValue(d.Also, constant)
	default:
		d.Also, d.Equal = InsertValue(d.Also, d.Equal), constant
	}
	return d
}

// Resolve replaces a symbol by the constant that was decided for it.
func (in *Interner) Resolve(known Decisions, v Value) Value {
	d := in.Of(v)
	switch d.Form {
	case SymbolForm:
		return in.resolveSymbol(known, v, SymbolID(d.Number))
	case NotForm:
		if inner := in.Resolve(known, d.Parts[0]); in.Of(inner).Form == BoolForm {
			return in.Boolean(inner == in.No)
		}
	case TestForm:
		if answer := in.answer(known, d); answer != Unsettled {
			return in.Boolean(answer == IsTrue)
		}
	}
	return v
}

func (in *Interner) resolveSymbol(known Decisions, v Value, sym SymbolID) Value {
	d, ok := known[sym]
	if !ok {
		return v
	}
	switch kind := in.SymbolTable[sym].Kind; {
	case d.Equal != 0:
		return d.Equal
	case kind == ir.IntKind && d.Low == d.High:
		return in.Integer(d.Low)
	case kind == ir.BoolKind && d.Truth != Unsettled:
		return in.Boolean(d.Truth == IsTrue)
	case d.Truth == IsFalse:
		return in.Nil
	case d.Truth == IsTrue && kind == ir.ErrorKind && in.SymbolTable[sym].Taint == "":
		return in.ForeignError
	case d.Truth == IsTrue && kind == ir.ErrorKind:
		return in.NonNil
	}
	return v
}

// answer answers a test from what is decided.
func (in *Interner) answer(known Decisions, test *Description) Truth {
	sym := SymbolID(in.Of(test.Parts[0]).Number)
	d := in.DecisionOf(known, sym)
	constant := in.Of(test.Parts[1])
	switch {
	case constant.Form == NilForm:
		return invert(d.Truth)
	case test.Text == "<":
		return answerLess(d, constant.Number)
	case constant.IsSentinel() && d.Truth == IsFalse:
		return IsFalse
	case d.Equal == test.Parts[1], slices.Contains(d.Also, test.Parts[1]):
		return IsTrue
	case d.Equal != 0 && !constant.IsQuestion() && !in.Of(d.Equal).IsQuestion():
		return IsFalse
	case slices.Contains(d.Unequal, test.Parts[1]):
		return IsFalse
	case constant.Form == IntForm:
		return answerEqual(d, constant.Number)
	}
	return Unsettled
}

func answerLess(d Decision, bound int64) Truth {
	switch {
	case d.High < bound:
		return IsTrue
	case d.Low >= bound:
		return IsFalse
	}
	return Unsettled
}

// answerEqual answers whether a number equals n.
func answerEqual(d Decision, n int64) Truth {
	switch {
	case d.Low == d.High:
		return truthOf(d.Low == n)
	case n < d.Low || n > d.High:
		return IsFalse
	}
	return Unsettled
}

func invert(t Truth) Truth {
	switch t {
	case IsTrue:
		return IsFalse
	case IsFalse:
		return IsTrue
	}
	return Unsettled
}

// Settled replaces decided unknowns in v, at any depth, by constants.
func (in *Interner) Settled(known Decisions, v Value) Value {
	if len(known) == 0 {
		return v
	}
	if r := in.Resolve(known, v); r != v {
		return r
	}
	d := in.Of(v)
	if d.Form == TestForm || d.Form == StructForm && len(d.Parts) == 1 {
		return v
	}
	changed := false
	parts := in.Parts(d)
	for i, part := range parts {
		if d.Form == StructForm && i == 0 {
			continue
		}
		parts[i] = in.Settled(known, part)
		changed = changed || parts[i] != part
	}
	if !changed {
		return v
	}
	n := in.table[v]
	n.Parts = parts
	return in.Intern(n)
}

// TrimEnds moves the bounds of a number past the constants that it is not.
func (in *Interner) TrimEnds(d Decision) Decision {
	for slices.Contains(d.Unequal, in.Integer(d.Low)) {
		d.Low++
	}
	for slices.Contains(d.Unequal, in.Integer(d.High)) {
		d.High--
	}
	return d
}

// InsertValue adds a value to a set in increasing order.
func InsertValue(set []Value, v Value) []Value {
	i, found := slices.BinarySearch(set, v)
	if found {
		return set
	}
	return slices.Insert(slices.Clone(set), i, v)
}
