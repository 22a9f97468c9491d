package lower

import (
	"fmt"
	"go/types"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/chancheck/chancheck/extract/internal/library"
	"github.com/chancheck/chancheck/extract/ir"
)

// Who asks the same twice gets the same answer: a call of a function that only computes has the
// result of an earlier one with the same arguments, which comes before it on all paths. SSA form
// makes that exact: what stands for an argument is set once before the first call, and not again
// between the two (the value numbering of Alpern, Wegman and Zadeck, 1988, for calls alone).

// standsFor is the value that stands for v wherever it is used: what a literal captures, the
// constant that a call computes, or how long what is written down is, or the result of an earlier call, or one of its results.
func (s *slicer) standsFor(v ssa.Value) ssa.Value {
	v = s.captured(v)
	if part, ok := v.(*ssa.Extract); ok {
		return s.firstExtract(part)
	}
	if load, ok := v.(*ssa.UnOp); ok {
		if c := s.fixedVariable(load); c != nil {
			return c
		}
	}
	call, ok := v.(*ssa.Call)
	if ok && isLen(call) {
		return s.writtenLength(call)
	}
	if !ok || !s.isDetermined(call) {
		return v
	}
	if c := s.constantResult(call); c != nil {
		return c
	}
	if first := s.firstCalls(call.Parent())[call]; first != nil {
		return first
	}
	return v
}

// firstExtract is the same result of an earlier call as one of several results of a call that repeats it, if somebody uses that.
func (s *slicer) firstExtract(part *ssa.Extract) *ssa.Extract {
	call, ok := part.Tuple.(*ssa.Call)
	if !ok || !s.isDetermined(call) {
		return part
	}
	first := s.firstCalls(call.Parent())[call]
	if first == nil {
		return part
	}
	for _, user := range *first.Referrers() {
		if same, ok := user.(*ssa.Extract); ok && same.Index == part.Index && same.Block() == first.Block() {
			return same
		}
	}
	return part
}

// isDetermined reports whether the results of a call hang on its arguments alone, and are nothing
// that the call makes. An error says the same of itself each time.
func (s *slicer) isDetermined(call *ssa.Call) bool {
	if saysError(call.Common()) {
		return true
	}
	callee := staticCallee(call.Common())
	if callee == nil {
		return false
	}
	results := callee.Signature.Results()
	for i := range results.Len() {
		if !isImmutable(results.At(i).Type()) {
			return false
		}
	}
	if _, closure := call.Call.Value.(*ssa.MakeClosure); closure {
		return false
	}
	return s.onlyComputes(callee)
}

// saysError reports whether a call asks an error what it says.
func saysError(c *ssa.CallCommon) bool {
	return c.IsInvoke() && c.Method.Name() == "Error" && kindOf(c.Value.Type()) == ir.ErrorKind
}

// firstCalls has for each call of a function that repeats an earlier one that one.
func (s *slicer) firstCalls(f *ssa.Function) map[*ssa.Call]*ssa.Call {
	if known, ok := s.repeated[f]; ok {
		return known
	}
	repeated, seen := map[*ssa.Call]*ssa.Call{}, map[string][]*ssa.Call{}
	s.repeated[f] = repeated
	for _, b := range f.DomPreorder() {
		for _, in := range b.Instrs {
			call, ok := in.(*ssa.Call)
			if !ok || !s.isDetermined(call) {
				continue
			}
			key, ok := s.callKey(call, repeated)
			if !ok {
				continue
			}
			for _, first := range seen[key] {
				if first.Block().Dominates(b) {
					repeated[call] = first
					break
				}
			}
			if repeated[call] == nil {
				seen[key] = append(seen[key], call)
			}
		}
	}
	return repeated
}

// callKey names a call by what decides its result; false if that may change between two calls.
func (s *slicer) callKey(call *ssa.Call, repeated map[*ssa.Call]*ssa.Call) (string, bool) {
	var parts []string
	args := call.Call.Args
	if call.Call.IsInvoke() {
		parts, args = []string{call.Call.Method.Name()}, []ssa.Value{call.Call.Value}
	} else {
		parts = []string{s.name(staticCallee(call.Common()))}
	}
	for _, arg := range args {
		arg = s.captured(arg)
		if earlier, ok := arg.(*ssa.Call); ok && repeated[earlier] != nil {
			arg = repeated[earlier]
		}
		part, ok := s.argumentKey(arg)
		if !ok {
			return "", false
		}
		parts = append(parts, part)
	}
	return strings.Join(parts, "\x00"), true
}

// argumentKey is callKey for an argument: a constant, a package-level error, a package-level variable or value that doesn't
// change, or a reference through which nobody changes anything in this function. What is loaded from
// memory others may have, too.
func (s *slicer) argumentKey(v ssa.Value) (string, bool) {
	switch v := v.(type) {
	case *ssa.Const:
		return v.String(), true
	case *ssa.MakeInterface:
		part, ok := s.argumentKey(v.X)
		return v.X.Type().String() + " " + part, ok
	case *ssa.UnOp:
		g, global := v.X.(*ssa.Global)
		if global && (kindOf(v.Type()) == ir.ErrorKind || isImmutable(v.Type()) && s.isNeverChanged(g)) {
			return g.String(), true
		}
	}
	_, isLoaded := v.(*ssa.UnOp)
	if isImmutable(v.Type()) || kindOf(v.Type()) == ir.SliceKind && !isLoaded && s.isOnlyRead(v) {
		return fmt.Sprintf("%p", v), true
	}
	return "", false
}

// isImmutable reports whether nothing can be changed by way of a value of a type. A time and a regular expression have
// pointers in them that nobody gets at.
func isImmutable(t types.Type) bool {
	switch kindOf(t) {
	case ir.BoolKind, ir.IntKind, ir.StringKind, ir.ErrorKind:
		return true
	case ir.StructKind:
		structure := t.Underlying().(*types.Struct)
		for i := range structure.NumFields() {
			if !isImmutable(structure.Field(i).Type()) {
				return library.HasMethodsThatCompute(types.TypeString(t, nil))
			}
		}
		return true
	}
	return library.HasMethodsThatCompute(types.TypeString(t, nil))
}

// isOnlyRead reports whether a function does nothing to a slice but to read it.
func (s *slicer) isOnlyRead(v ssa.Value) bool {
	for _, user := range *v.Referrers() {
		switch user := user.(type) {
		case *ssa.DebugRef, *ssa.Range:
		case *ssa.IndexAddr:
			for _, access := range *user.Referrers() {
				if _, isLoad := access.(*ssa.UnOp); !isLoad {
					return false
				}
			}
		case *ssa.Call:
			if !onlyReads(user.Common()) {
				return false
			}
		default:
			return false
		}
	}
	return true
}

// onlyReads reports whether a call changes nothing in what it is given.
func onlyReads(c *ssa.CallCommon) bool {
	if isBuiltin(c) {
		return isLength(c)
	}
	callee := staticCallee(c)
	if callee == nil {
		return false
	}
	callee = genericOf(callee)
	return callee.Pkg != nil && library.OnlyReads(callee.Pkg.Pkg.Path(), callee.Name())
}

// What isn't followed may answer the same when it is asked the same again, as it reads a setting, or how many there are. So the
// outside world chooses the first answer alone. It may choose again where it is asked for what comes next, in the next turn of a
// loop as well as by functions that read or draw something.

// asksAgain reports whether a call may ask the same as an earlier one of the function.
func (s *slicer) asksAgain(call *ssa.Call) bool {
	f := call.Parent()
	again, known := s.again[f]
	if !known {
		again = map[*ssa.Call]bool{}
		s.again[f] = again
		asked := map[string]bool{}
		for _, b := range f.DomPreorder() {
			for _, in := range b.Instrs {
				if c, ok := in.(*ssa.Call); ok && mayAnswerTheSame(c) {
					key := s.questionKey(c, deepestCall)
					again[c], asked[key] = asked[key], true
				}
			}
		}
	}
	return again[call]
}

// mayAnswerTheSame reports whether a call has one result, and isn't of a function that has another one each time.
func mayAnswerTheSame(c *ssa.Call) bool {
	if isBuiltin(c.Common()) || kindOf(c.Type()) == ir.TupleKind {
		return false
	}
	callee := staticCallee(c.Common())
	return callee == nil || callee.Pkg == nil || !library.AnswersAnew(callee.Pkg.Pkg.Path())
}

// questionKey names a call by whom it asks, and for what.
func (s *slicer) questionKey(c *ssa.Call, depth int) string {
	parts := []string{s.valueKey(c.Call.Value, depth)}
	if c.Call.IsInvoke() {
		parts = append(parts, c.Call.Method.Name())
	}
	for _, arg := range c.Call.Args {
		parts = append(parts, s.valueKey(arg, depth))
	}
	return strings.Join(parts, "\x00")
}

// valueKey names a value: two that have the same name may be the same.
func (s *slicer) valueKey(v ssa.Value, depth int) string {
	v = s.captured(v)
	if depth > 0 {
		switch v := v.(type) {
		case *ssa.Const:
			return v.String()
		case *ssa.MakeInterface:
			return s.valueKey(v.X, depth-1)
		case *ssa.UnOp:
			return v.Op.String() + s.valueKey(v.X, depth-1)
		case *ssa.FieldAddr:
			return fmt.Sprintf("%s.%d", s.valueKey(v.X, depth-1), v.Field)
		case *ssa.Call:
			return s.questionKey(v, depth-1)
		}
	}
	return fmt.Sprintf("%p", v)
}
