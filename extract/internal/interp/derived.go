package interp

import (
	"strconv"
	"strings"

	"github.com/chancheck/chancheck/extract/internal/domain"
	"github.com/chancheck/chancheck/extract/ir"
)

// What is asked about two unknowns has the same answer each time: who asks whether
// a < b, and then whether a >= b, gets answers that fit. Two unknowns are compared
// by a third, which says how they are ordered. Strings that are put together know
// how they begin and end. Of numbers that are computed from unknowns nothing is
// known: as a size, one would have to fit those that it was computed from.

// Values of the unknown that says how two others are ordered.
const (
	orderLess int64 = iota
	orderEqual
	orderGreater
)

// derived is the result of an operation on values of which at least one isn't
// known. In a cycle, where operands change, it is another one each time.
func (e *evaluator) derived(s *localState, in *ir.Instr, x, y domain.Value) domain.Value {
	stays := e.staysFixed(s, x, y)
	switch {
	case isComparison(in.Name) && stays && e.isSymbol(x) && e.isSymbol(y):
		e.relate(x, y)
		return e.compare(in, x, y)
	case isComparison(in.Name):
		return e.fresh(s, ir.BoolKind, in.Text, "")
	case in.Name == "+" && in.Kind == ir.StringKind:
		return e.concatenate(s, in, x, y, stays)
	}
	return e.OpaqueAs(ir.OtherKind, e.doubtAboutSum(x, y))
}

func (e *evaluator) isSymbol(v domain.Value) bool { return e.Of(v).Form == domain.SymbolForm }

// staysFixed reports whether operands say which values they are, and don't change: in a cycle an unknown may be another one
// each time that was made since the root started, and what made up callers pass is another one for each of them.
func (e *evaluator) staysFixed(s *localState, operands ...domain.Value) bool {
	cyclic := e.repeats(s)
	for _, v := range operands {
		d := e.Of(v)
		isOne := d.Form.IsConstant() || d.Form == domain.SymbolForm && (!cyclic || !e.madeUp && e.SymbolTable[d.Number].Process < 0)
		if !isOne {
			return false
		}
	}
	return !cyclic || !e.madeUp
}

// derivedKey names the result of an operation. If there can be several of an operand
// at once, each goroutine has its own.
func (e *evaluator) derivedKey(operator string, x, y domain.Value) string {
	key := "derived " + strconv.Itoa(int(x)) + operator + strconv.Itoa(int(y))
	for _, v := range []domain.Value{x, y} {
		if e.isSymbol(v) && e.SymbolTable[e.Of(v).Number].Repeats {
			return key + " by " + strconv.Itoa(e.process)
		}
	}
	return key
}

// derivedFrom describes the result of an operation: a part of one of its operands.
func (e *evaluator) derivedFrom(in *ir.Instr, x, y domain.Value) domain.SymbolInfo {
	info := domain.SymbolInfo{Kind: in.Kind, Text: in.Text, Process: -1}
	for _, v := range []domain.Value{x, y} {
		if !e.isSymbol(v) {
			continue
		}
		of := &e.SymbolTable[e.Of(v).Number]
		if info.Whole == 0 || of.Process >= 0 {
			info.Whole, info.Process = domain.SymbolID(e.Of(v).Number), of.Process
		}
		info.Repeats = info.Repeats || of.Repeats
	}
	return info
}

// compare is a question about the order of two unknowns.
func (e *evaluator) compare(in *ir.Instr, x, y domain.Value) domain.Value {
	less, more, operator := orderLess, orderGreater, in.Name
	if x > y {
		x, y, less, more = y, x, orderGreater, orderLess
	}
	info := e.derivedFrom(in, x, y)
	info.Kind, info.Text, info.Order = ir.IntKind, "", true
	key := e.derivedKey("order", x, y)
	if _, known := e.Symbols[key]; !known && !e.ordered.join(domain.SymbolID(e.Of(x).Number), domain.SymbolID(e.Of(y).Number)) {
		info.Taint = hangsOnOthers // order is transitive
	}
	order := e.SymbolValue(e.Symbol(key, info))
	is := func(n int64) domain.Value { return e.equal(order, e.Integer(n)) }
	switch operator {
	case "==":
		return is(orderEqual)
	case "!=":
		return e.not(is(orderEqual))
	case "<":
		return is(less)
	case ">=":
		return e.not(is(less))
	case ">":
		return is(more)
	}
	return e.not(is(more))
}

// concatenate is x + y, of which it is known how it begins and ends.
func (e *evaluator) concatenate(s *localState, in *ir.Instr, x, y domain.Value, stays bool) domain.Value {
	prefix, _ := e.ends(x)
	_, suffix := e.ends(y)
	if stays && !e.isSymbol(x) && !e.isSymbol(y) {
		return e.Text(e.Of(x).Text + e.Of(y).Text)
	}
	if stays {
		info := e.derivedFrom(in, x, y)
		info.Prefix, info.Suffix = prefix, suffix
		return e.SymbolValue(e.Symbol(e.derivedKey("+", x, y), info))
	}
	v := e.freshAs(s, in.Text+" "+strconv.Quote(prefix)+strconv.Quote(suffix), ir.StringKind, in.Text, "")
	info := &e.SymbolTable[e.Of(v).Number]
	info.Prefix, info.Suffix = prefix, suffix
	return v
}

// ends says how a string begins and ends, as far as that is known.
func (e *evaluator) ends(v domain.Value) (prefix, suffix string) {
	switch d := e.Of(v); d.Form {
	case domain.StringForm:
		return d.Text, d.Text
	case domain.SymbolForm:
		info := &e.SymbolTable[d.Number]
		return info.Prefix, info.Suffix
	}
	return "", ""
}

// fits reports whether an unknown may be a string.
func (e *evaluator) fits(sym domain.SymbolID, text string) bool {
	info := &e.SymbolTable[sym]
	return len(text) >= max(len(info.Prefix), len(info.Suffix)) && strings.HasPrefix(text, info.Prefix) && strings.HasSuffix(text, info.Suffix)
}

func isComparison(operator string) bool {
	switch operator {
	case "==", "!=", "<", "<=", ">", ">=":
		return true
	}
	return false
}

func isEquality(operator string) bool { return operator == "==" || operator == "!=" }
