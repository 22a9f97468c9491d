package lower

import (
	"go/constant"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/chancheck/chancheck/extract/internal/library"
	"github.com/chancheck/chancheck/extract/ir"
)

// Calls that aren't followed have unknown results, and the outside world is free
// to choose them: a function may read a file or ask the time. But if a function
// only computes, and its arguments are known or in doubt, there is nothing to
// choose: the program decides, and what depends on the result is in doubt.

// onlyComputes reports whether the result of a function is determined by its
// arguments, as far as can be seen: neither it nor any function of the package
// that it leads to does more than that.
func (s *slicer) onlyComputes(f *ssa.Function) bool {
	if known, ok := s.computing[f]; ok {
		return known
	}
	reached, result := []*ssa.Function{f}, true
	seen := map[*ssa.Function]bool{f: true}
	for i := 0; i < len(reached) && result; i++ {
		callees, computes := s.computes(reached[i])
		result = computes
		for _, callee := range callees {
			if !seen[callee] {
				seen[callee] = true
				reached = append(reached, callee)
			}
		}
	}
	s.computing[f] = result
	return result
}

// constructs reports whether a function of another package makes a struct, as far as its name says: what is in that is
// determined by its arguments. Those of the standard library may ask the outside world.
func (s *slicer) constructs(f *ssa.Function) bool {
	if f.Pkg == nil || s.source.owns(f) || library.IsStandard(f.Pkg.Pkg.Path()) || f.Signature.Recv() != nil || f.Signature.Results().Len() != 1 {
		return false
	}
	t := f.Signature.Results().At(0).Type()
	if pointer, ok := t.Underlying().(*types.Pointer); ok {
		t = pointer.Elem()
	}
	return kindOf(t) == ir.StructKind && library.IsConstructor(f.Name())
}

// calculates reports whether a function of another package makes a number of numbers: that is taken for a computation. Those of
// the standard library are known one by one; one that draws a number stands here, too, and costs what hangs on the draw.
func (s *slicer) calculates(f *ssa.Function) bool {
	pkg := genericOf(f).Pkg
	if pkg == nil || s.source.owns(f) || library.IsStandard(pkg.Pkg.Path()) || f.Signature.Recv() != nil {
		return false
	}
	return areNumbers(f.Signature.Params()) && areNumbers(f.Signature.Results())
}

// areNumbers reports whether there are some, and all are numbers.
func areNumbers(list *types.Tuple) bool {
	for v := range list.Variables() {
		basic, ok := v.Type().Underlying().(*types.Basic)
		if !ok || basic.Info()&types.IsNumeric == 0 {
			return false
		}
	}
	return list.Len() > 0
}

// isComputed reports whether the program decides what a function returns, if its arguments are known.
func (s *slicer) isComputed(f *ssa.Function) bool {
	return s.onlyComputes(f) || s.constructs(f) || s.calculates(f)
}

// computes reports whether a function itself only computes, and which others
// it calls.
func (s *slicer) computes(f *ssa.Function) (callees []*ssa.Function, ok bool) {
	if f.Pkg != nil && !s.source.owns(f) {
		path, receiver := f.Pkg.Pkg.Path(), f.Signature.Recv()
		return nil, library.OnlyComputes(path, f.Name()) || s.constructs(f) || receiver != nil && library.HasValues(path) && isImmutable(receiver.Type())
	}
	if len(f.Blocks) == 0 || len(f.FreeVars) > 0 {
		return nil, false
	}
	for _, b := range f.Blocks {
		for _, in := range b.Instrs {
			switch in := in.(type) {
			case *ssa.UnOp:
				if _, global := baseOf(in.X).(*ssa.Global); global || in.Op == token.ARROW {
					return nil, false
				}
			case *ssa.Go, *ssa.Select, *ssa.Defer, *ssa.MakeClosure:
				return nil, false
			case *ssa.Call:
				callee := staticCallee(in.Common())
				if callee == nil && !isBuiltin(in.Common()) {
					return nil, false
				}
				if callee != nil {
					callees = append(callees, callee)
				}
			}
		}
	}
	return callees, true
}

// draws reports whether a call draws a number below its last argument.
func draws(c *ssa.CallCommon) bool {
	callee := staticCallee(c)
	if callee == nil {
		return false
	}
	callee = genericOf(callee)
	return callee.Pkg != nil && library.Draws(callee.Pkg.Pkg.Path(), callee.Name()) && kindOf(c.Args[len(c.Args)-1].Type()) == ir.IntKind
}

// A fixedResult is what a function returns each time: a constant, or something
// that isn't nil.
type fixedResult struct {
	constant *ssa.Const // nil: something that isn't nil
}

// fixed is the result of a call, or with an index one of its results, that is the
// same whatever the function is given; false if there is none, or the function is
// of another package, whose body can't be seen.
func (s *slicer) fixed(call *ssa.CallCommon, index int) (fixedResult, bool) {
	f := s.calleeOf(call)
	if f == nil {
		return fixedResult{}, false
	}
	if s.makesSomething(f) {
		return fixedResult{}, true
	}
	if results := f.Signature.Results(); index == results.Len()-1 && s.neverFails(call) {
		return noError(results.At(index).Type()), true
	}
	f = genericOf(f)
	if !s.source.owns(f) {
		return fixedResult{}, false
	}
	if r, ok := returnsOne(f, index, s.fixedValue); ok {
		return r, true
	}
	return s.fixedFor(call, index)
}

// fixedFor is the error that a call with constants as arguments returns: none, or one, on all ways that these leave.
func (s *slicer) fixedFor(call *ssa.CallCommon, index int) (fixedResult, bool) {
	t := call.Signature().Results().At(index).Type()
	unknown := map[ssa.Value]ir.Argument{}
	for _, v := range call.Args {
		if _, isConstant := v.(*ssa.Const); !isConstant {
			unknown[v] = ir.Argument{}
		}
	}
	if kindOf(t) != ir.ErrorKind || len(unknown) == len(call.Args) {
		return fixedResult{}, false
	}
	known := (&estimate{s: s, busy: map[ssa.Value]bool{}, fixed: unknown}).returned(call, index)
	if known.Value.Kind == ir.NilConst {
		return noError(t), true
	}
	return fixedResult{}, known.NonNil
}

// returnsOne is what a function returns as one of its results wherever it returns, by what is known of a value.
func returnsOne(f *ssa.Function, index int, known func(ssa.Value) (fixedResult, bool)) (found fixedResult, ok bool) {
	for _, b := range f.Blocks {
		end, isEnd := b.Instrs[len(b.Instrs)-1].(*ssa.Return)
		if !isEnd {
			continue
		}
		r, isKnown := known(end.Results[index])
		if !isKnown || ok && !found.equal(r) {
			return fixedResult{}, false
		}
		found, ok = r, true
	}
	return found, ok
}

// noError is the result of a function that succeeds.
func noError(t types.Type) fixedResult { return fixedResult{ssa.NewConst(nil, t)} }

// makesSomething reports whether a function of another package never returns nil.
func (s *slicer) makesSomething(f *ssa.Function) bool {
	results := f.Signature.Results()
	isPointer := results.Len() == 1 && kindOf(results.At(0).Type()) == ir.PointerKind
	return library.Find(s.name(f)).NonNil || s.isPromised(f) || isPointer && f.Pkg != nil && library.Makes(f.Pkg.Pkg.Path(), f.Name())
}

// fixedValue is what is known of a value that a function returns.
func (s *slicer) fixedValue(v ssa.Value) (fixedResult, bool) {
	switch v := v.(type) {
	case *ssa.Const:
		return fixedResult{v}, true
	case *ssa.MakeInterface:
		return fixedResult{}, !isTypeParam(v.X.Type()) // of an interface type, it may be nil
	case *ssa.UnOp:
		if s.isNilError(v) {
			return noError(v.Type()), true
		}
		return fixedResult{}, s.isThereIn(v)
	case *ssa.Call:
		if s.neverFails(v.Common()) && kindOf(v.Type()) == ir.ErrorKind {
			return noError(v.Type()), true
		}
		callee := staticCallee(v.Common())
		return fixedResult{}, callee != nil && s.makesSomething(callee) || s.joinsSomething(v.Common(), s.isFixedThere)
	case *ssa.Extract:
		call, ok := v.Tuple.(*ssa.Call)
		return noError(v.Type()), ok && isLast(v) && s.neverFails(call.Common())
	}
	return fixedResult{}, false
}

// isFixedThere reports whether it is known of a value that a function returns that it isn't nil.
func (s *slicer) isFixedThere(v ssa.Value) bool {
	fixed, ok := s.fixedValue(v)
	return ok && fixed.constant == nil
}

func (r fixedResult) equal(o fixedResult) bool {
	if r.constant == nil || o.constant == nil {
		return r.constant == o.constant
	}
	a, b := r.constant.Value, o.constant.Value
	if a == nil || b == nil {
		return a == b
	}
	return constant.Compare(a, token.EQL, b)
}

// translate makes an instruction yield the result.
func (r fixedResult) translate(i *ir.Instr) {
	if r.constant == nil {
		i.Op, i.Name = ir.OpUnknown, ir.NonNilResult
		return
	}
	o := constOperand(r.constant)
	if isTypeParam(r.constant.Type()) {
		o = zeroOfKind(i.Kind)
	}
	i.Op, i.Args = ir.OpCopy, []ir.Operand{o}
}

// fixedOf is the constant that a function returns as its last result wherever it returns, be it that there is no error: whoever
// calls it through an interface has to ask.
func fixedOf(f *ssa.Function) (ir.Operand, bool) {
	last := f.Signature.Results().Len() - 1
	if last < 0 || f.Recover != nil {
		return ir.Operand{}, false
	}
	switch kindOf(f.Signature.Results().At(last).Type()) {
	case ir.BoolKind, ir.IntKind, ir.StringKind, ir.ErrorKind:
	default:
		return ir.Operand{}, false
	}
	r, ok := returnsOne(f, last, func(v ssa.Value) (fixedResult, bool) {
		c, isConst := v.(*ssa.Const)
		return fixedResult{c}, isConst
	})
	if !ok {
		return ir.Operand{}, false
	}
	return constOperand(r.constant), true
}
