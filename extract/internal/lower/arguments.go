package lower

import (
	"go/token"
	"go/types"
	"math"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/chancheck/chancheck/extract/internal/library"
	"github.com/chancheck/chancheck/extract/ir"
)

// An estimate says what is known of values of a function, with what is known of its
// parameters.
type estimate struct {
	s        *slicer
	function *ssa.Function
	env      []ir.Argument // of the parameters; nil if nothing is known
	busy     map[ssa.Value]bool
	depth    int // of calls
	// fixed are values that are supposed to be constants: see tables.
	fixed map[ssa.Value]ir.Argument
}

// mostEstimates limits the values that are looked at in a package; of others nothing is
// known.
const mostEstimates = 500_000

// deepestEstimate limits how far back the operands of a value are looked at.
const deepestEstimate = 12

// value is what is known of a value.
func (e *estimate) value(v ssa.Value) ir.Argument {
	if a, ok := e.fixed[v]; ok {
		return a
	}
	if e.s.estimates++; e.s.estimates > mostEstimates {
		return ir.Argument{}
	}
	switch v := v.(type) {
	case *ssa.Const:
		if isTypeParam(v.Type()) {
			return ir.Argument{}
		}
		return ir.Argument{Value: constOperand(v)}
	case *ssa.Function:
		if e.s.standing(v) == unknownFunction {
			return ir.Argument{NonNil: true}
		}
		return ir.Argument{Value: ir.Operand{Kind: ir.FunctionConst, Text: e.s.name(v)}}
	case *ssa.Parameter:
		if i := slices.Index(e.function.Params, v); e.env != nil && i >= 0 {
			return e.env[i]
		}
		return ir.Argument{}
	case *ssa.MakeClosure:
		return e.closure(v)
	case *ssa.FieldAddr, *ssa.IndexAddr, *ssa.MakeChan, *ssa.MakeMap, *ssa.MakeInterface, *ssa.Global:
		return ir.Argument{NonNil: true}
	}
	if e.busy[v] || len(e.busy) > deepestEstimate {
		return ir.Argument{}
	}
	e.busy[v] = true
	defer delete(e.busy, v)
	return e.computed(v)
}

// computed is what is known of a value that is computed from others.
func (e *estimate) computed(v ssa.Value) ir.Argument {
	switch v := v.(type) {
	case *ssa.Alloc:
		return e.allocated(v)
	case *ssa.ChangeType:
		return e.value(v.X)
	case *ssa.Convert:
		return e.converted(v)
	case *ssa.ChangeInterface:
		return e.value(v.X)
	case *ssa.Phi:
		return e.merged(v)
	case *ssa.BinOp:
		return e.binary(v)
	case *ssa.UnOp:
		return e.unary(v)
	case *ssa.Call:
		return e.result(v)
	case *ssa.Extract:
		if call, ok := v.Tuple.(*ssa.Call); ok {
			return e.returned(call.Common(), v.Index)
		}
	case *ssa.Slice:
		return e.sliced(v)
	}
	return ir.Argument{}
}

// converted is what is known of a number in another type, or of text.
func (e *estimate) converted(v *ssa.Convert) ir.Argument {
	kind := kindOf(v.Type())
	if kind != kindOf(v.X.Type()) || kind != ir.IntKind && kind != ir.StringKind {
		return ir.Argument{}
	}
	x := e.value(v.X)
	if s := bounds(&x); kind == ir.IntKind && (!isWide(v.Type()) || s.least < 0 || s.most > largestNumber) {
		return ir.Argument{}
	}
	return x
}

// merged is what is known of a φ: what all its operands have in common.
func (e *estimate) merged(phi *ssa.Phi) ir.Argument {
	all := e.value(phi.Edges[0])
	for _, edge := range phi.Edges[1:] {
		other := e.value(edge)
		all = all.Join(&other)
	}
	return all
}

// result is what is known of what a call returns.
func (e *estimate) result(call *ssa.Call) ir.Argument {
	if b, ok := call.Call.Value.(*ssa.Builtin); ok {
		if b.Name() != "len" {
			return ir.Argument{}
		}
		switch x := e.value(call.Call.Args[0]); {
		case x.HasLength:
			return number(x.Length)
		case x.Value.Kind == ir.NilConst:
			return number(0)
		case x.Value.Kind == ir.StringConst:
			return number(int64(len(x.Value.Text)))
		}
		return ir.Argument{}
	}
	return e.returned(call.Common(), 0)
}

// deepestCall limits how far calls are followed into their callees.
const deepestCall = 3

// longestCallee limits the blocks of such a callee.
const longestCallee = 16

// returned is what is known of a result of a call: what all that a function of the
// package may return for these arguments have in common.
func (e *estimate) returned(call *ssa.CallCommon, index int) ir.Argument {
	f := staticCallee(call)
	if f == nil {
		return ir.Argument{}
	}
	switch known := library.Find(e.s.name(f)); {
	case known.NonNil:
		return ir.Argument{NonNil: true}
	case known.Meaning == library.Background:
		return ir.Argument{Background: true}
	}
	if !e.s.source.owns(f) || f.Recover != nil || len(f.Blocks) > longestCallee || len(f.Params) != len(call.Args) || e.depth == deepestCall {
		return ir.Argument{}
	}
	inner := &estimate{s: e.s, function: f, busy: map[ssa.Value]bool{}, depth: e.depth + 1}
	for _, arg := range call.Args {
		inner.env = append(inner.env, e.value(arg))
	}
	return inner.ofReturns(index)
}

// ofReturns is what all values have in common that the function returns as a result.
func (e *estimate) ofReturns(index int) ir.Argument {
	var all *ir.Argument
	for _, b := range e.function.Blocks {
		ret, ok := b.Instrs[len(b.Instrs)-1].(*ssa.Return)
		if !ok || e.excludes(guardsOf(b)) {
			continue
		}
		v := e.value(ret.Results[index])
		if all != nil {
			v = all.Join(&v)
		}
		all = &v
	}
	if all == nil {
		return ir.Argument{}
	}
	return *all
}

// excludes reports whether one of several guards doesn't hold.
func (e *estimate) excludes(guards []guard) bool {
	return slices.ContainsFunc(guards, func(g guard) bool {
		condition := e.value(g.condition)
		return condition.Value.Kind == ir.BoolConst && condition.Value.Int != 0 != g.holds
	})
}

// closure is a function with captured variables.
func (e *estimate) closure(made *ssa.MakeClosure) ir.Argument {
	f := made.Fn.(*ssa.Function)
	if e.s.standing(f) == unknownFunction {
		return ir.Argument{NonNil: true}
	}
	known := ir.Argument{Value: ir.Operand{Kind: ir.FunctionConst, Text: e.s.name(f)}}
	for _, v := range made.Bindings {
		known.Captured = append(known.Captured, kindOf(v.Type()))
	}
	return known
}

func number(n int64) ir.Argument {
	return ir.Argument{Value: ir.Operand{Kind: ir.IntConst, Int: n}}
}

func truth(b bool) ir.Argument {
	if b {
		return ir.Argument{Value: ir.Operand{Kind: ir.BoolConst, Int: 1}}
	}
	return ir.Argument{Value: ir.Operand{Kind: ir.BoolConst}}
}

// sliced is what is known of x[low:high]: the length, if x is an array as a whole.
func (e *estimate) sliced(v *ssa.Slice) ir.Argument {
	if pointer, ok := v.X.Type().Underlying().(*types.Pointer); ok && v.Low == nil && v.High == nil {
		if array, ok := pointer.Elem().Underlying().(*types.Array); ok {
			return ir.Argument{NonNil: true, HasLength: true, Length: array.Len()}
		}
	}
	return ir.Argument{}
}

// isWide reports whether arithmetic of an integer type doesn't overflow with numbers
// up to largestNumber.
func isWide(t types.Type) bool {
	basic, ok := t.Underlying().(*types.Basic)
	if !ok {
		return false
	}
	switch basic.Kind() {
	case types.Int, types.Int32, types.Int64, types.Uint, types.Uint32, types.Uint64, types.Uintptr:
		return true
	}
	return false
}

// largestNumber limits the numbers that are computed.
const largestNumber = 1 << 30

// binary is what is known of x op y.
func (e *estimate) binary(v *ssa.BinOp) ir.Argument {
	x, y := e.value(v.X), e.value(v.Y)
	if holds, known := compare(v.Op, &x, &y); known {
		return truth(holds)
	}
	if x.Value.Kind != ir.IntConst || y.Value.Kind != ir.IntConst || !isWide(v.Type()) {
		return ir.Argument{}
	}
	a, b := x.Value.Int, y.Value.Int
	if max(a, -a, b, -b) > largestNumber {
		return ir.Argument{}
	}
	n := int64(0)
	switch v.Op {
	case token.ADD:
		n = a + b
	case token.SUB:
		n = a - b
	case token.MUL:
		n = a * b
	default:
		return ir.Argument{}
	}
	basic := v.Type().Underlying().(*types.Basic)
	if max(n, -n) > largestNumber || n < 0 && basic.Info()&types.IsUnsigned != 0 {
		return ir.Argument{}
	}
	return number(n)
}

// compare compares two values, if enough is known.
func compare(op token.Token, x, y *ir.Argument) (holds, known bool) {
	switch op {
	case token.NEQ:
		holds, known = compare(token.EQL, x, y)
		return !holds, known
	case token.GTR:
		return compare(token.LSS, y, x)
	case token.GEQ:
		holds, known = compare(token.LSS, x, y)
		return !holds, known
	case token.LEQ:
		holds, known = compare(token.LSS, y, x)
		return !holds, known
	case token.EQL:
		return equals(x, y)
	case token.LSS:
		return isLess(x, y)
	}
	return false, false
}

func equals(x, y *ir.Argument) (holds, known bool) {
	switch {
	case x.Value.Kind == ir.NilConst && y.Value.Kind == ir.NilConst:
		return true, true
	case x.Value.Kind == ir.NilConst:
		return false, y.NonNil || y.Value.Kind == ir.FunctionConst
	case y.Value.Kind == ir.NilConst:
		return false, x.NonNil || x.Value.Kind == ir.FunctionConst
	}
	if xs, ys := bounds(x), bounds(y); xs.most < ys.least || ys.most < xs.least {
		return false, true
	}
	switch x.Value.Kind {
	case ir.IntConst, ir.BoolConst, ir.StringConst:
		return x.Value == y.Value, y.Value.Kind == x.Value.Kind
	}
	return false, false
}

func isLess(x, y *ir.Argument) (holds, known bool) {
	switch xs, ys := bounds(x), bounds(y); {
	case xs.most < ys.least:
		return true, true
	case xs.least >= ys.most && ys.most < math.MaxInt64:
		return false, true
	}
	return false, false
}

// A span is the numbers from least to most.
type span struct{ least, most int64 }

// bounds are those of a number.
func bounds(a *ir.Argument) span {
	switch {
	case a.Value.Kind == ir.IntConst:
		return span{a.Value.Int, a.Value.Int}
	case a.Bounded:
		return span{a.Least, a.Most}
	}
	return span{math.MinInt64, math.MaxInt64}
}

// unary is what is known of op x.
func (e *estimate) unary(v *ssa.UnOp) ir.Argument {
	switch v.Op {
	case token.NOT:
		if x := e.value(v.X); x.Value.Kind == ir.BoolConst {
			return truth(x.Value.Int == 0)
		}
	case token.SUB:
		if x := e.value(v.X); x.Value.Kind == ir.IntConst && isWide(v.Type()) && x.Value.Int > -largestNumber {
			return number(-x.Value.Int)
		}
	case token.MUL:
		return e.loaded(v)
	}
	return ir.Argument{}
}

// loaded is what is known of what a load yields: of a struct or array that is written
// down just before, or of a package-level error.
func (e *estimate) loaded(load *ssa.UnOp) ir.Argument {
	switch address := load.X.(type) {
	case *ssa.Alloc:
		if known := e.literal(address, load); known.IsKnown() {
			return known
		}
		return e.content(address)
	case *ssa.FreeVar:
		return e.content(address)
	case *ssa.FieldAddr:
		if o, ok := e.s.fixedField(load); ok {
			return ir.Argument{Value: o}
		}
		if c := e.s.fixedVariable(load); c != nil {
			return ir.Argument{Value: constOperand(c)}
		}
		for _, f := range e.of(address) {
			if f.Index == address.Field {
				return ir.Argument{Value: f.Value}
			}
		}
	case *ssa.IndexAddr:
		return e.element(address)
	case *ssa.Global:
		if e.s.isNilError(load) {
			return ir.Argument{Value: ir.Operand{Kind: ir.NilConst}}
		}
		if c := e.s.fixedVariable(load); c != nil {
			return ir.Argument{Value: constOperand(c)}
		}
		return ir.Argument{NonNil: e.s.isThereIn(load)}
	}
	return ir.Argument{}
}

// refine adds to what is known of a value what a guard says.
func (e *estimate) refine(a *ir.Argument, v ssa.Value, g guard) {
	g = g.negated()
	if g.condition == v {
		*a = truth(g.holds)
		return
	}
	test, ok := g.condition.(*ssa.BinOp)
	if !ok || a.Value.Kind != ir.Unknown {
		return
	}
	op, other := test.Op, test.Y
	switch v {
	case test.X:
	case test.Y:
		op, other = swapped(op), test.X
	default:
		return
	}
	if !g.holds {
		op = inverse(op)
	}
	y := e.value(other)
	switch {
	case op == token.EQL && y.Value.Kind != ir.Unknown && y.Value.Kind != ir.ZeroConst:
		*a = y
	case op == token.NEQ && y.Value.Kind == ir.NilConst:
		a.NonNil = true
	case kindOf(v.Type()) == ir.IntKind:
		limit(a, op, bounds(&y))
	}
}

// limit notes that a number compares with another one as op says.
func limit(a *ir.Argument, op token.Token, other span) {
	s := bounds(a)
	switch op {
	case token.LSS:
		s.most = min(s.most, max(other.most, math.MinInt64+1)-1)
	case token.LEQ:
		s.most = min(s.most, other.most)
	case token.GTR:
		s.least = max(s.least, min(other.least, math.MaxInt64-1)+1)
	case token.GEQ:
		s.least = max(s.least, other.least)
	}
	a.Bounded, a.Least, a.Most = s.least > math.MinInt64+1 || s.most < math.MaxInt64-1, s.least, s.most
}

// swapped is the comparison with its sides exchanged, inverse the one that holds if it
// doesn't.
func swapped(op token.Token) token.Token {
	switch op {
	case token.LSS:
		return token.GTR
	case token.LEQ:
		return token.GEQ
	case token.GTR:
		return token.LSS
	case token.GEQ:
		return token.LEQ
	}
	return op
}

func inverse(op token.Token) token.Token {
	switch op {
	case token.EQL:
		return token.NEQ
	case token.NEQ:
		return token.EQL
	case token.LSS:
		return token.GEQ
	case token.LEQ:
		return token.GTR
	case token.GTR:
		return token.LEQ
	case token.GEQ:
		return token.LSS
	}
	return op
}
