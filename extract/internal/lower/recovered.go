package lower

import (
	"go/constant"
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/chancheck/chancheck/extract/ir"
)

// Calls that can't affect the caller are dropped. Where somebody recovers from panics, one that panics on purpose does affect
// what comes next: it may be by this that a loop ends, and the deferred calls run. Whether it panics is in doubt. What the
// runtime raises is looked for in the function itself that recovers, where it is certain. Where nobody recovers a panic ends the program, of which nothing need be known.

// recoveries are the functions that panics matter to.
type recoveries struct {
	itself map[*ssa.Function]bool // that recover
	panics map[*ssa.Function]bool // the call of which may end by a panic that the program raises
	under  map[*ssa.Function]bool // that recover, or are called by one that does
}

// mayBeRecovered reports whether a call that isn't followed otherwise may panic where somebody recovers.
func (n *needs) mayBeRecovered(call *ssa.Call) bool {
	callee := staticCallee(call.Common())
	if callee == nil || n.callMatters(call.Common()) && n.s.standing(callee) != writerFunction {
		return false
	}
	r := n.s.recovering()
	return r.under[genericOf(n.f)] && r.panics[genericOf(callee)]
}

// isEntered reports whether such a call is followed, as it is short and reads what is followed.
func (n *needs) isEntered(call *ssa.Call) bool {
	return n.reads(call.Common()) && len(staticCallee(call.Common()).Blocks) <= ir.LongestShort
}

// matters reports whether it matters that a function may panic.
func (r *recoveries) matters(f *ssa.Function) bool { return len(r.under) > 0 && r.panics[genericOf(f)] }

// recovering finds those functions, once: two least fixpoints.
func (s *slicer) recovering() *recoveries {
	if s.recovered != nil {
		return s.recovered
	}
	r := &recoveries{panics: map[*ssa.Function]bool{}, under: map[*ssa.Function]bool{}}
	s.recovered = r
	callers := map[*ssa.Function][]*ssa.Function{}
	var panicking, under []*ssa.Function
	recovers := map[*ssa.Function]bool{}
	r.itself = recovers
	for _, f := range s.order {
		for _, callee := range calledIn(f) {
			callers[callee] = append(callers[callee], f)
		}
		if recovers[f] = defersRecover(f); recovers[f] {
			under = append(under, f)
		} else if panicsItself(f) {
			panicking = append(panicking, f)
		}
	}
	reach(r.panics, panicking, func(f *ssa.Function) []*ssa.Function {
		return slices.DeleteFunc(slices.Clone(callers[f]), func(caller *ssa.Function) bool { return recovers[caller] })
	})
	reach(r.under, under, calledIn)
	return r
}

// reach adds to a set what is reached from some functions.
func reach(set map[*ssa.Function]bool, work []*ssa.Function, next func(*ssa.Function) []*ssa.Function) {
	for len(work) > 0 {
		f := work[len(work)-1]
		work = work[:len(work)-1]
		if !set[f] {
			set[f] = true
			work = append(work, next(f)...)
		}
	}
}

// calledIn lists what a function calls in its own goroutine, as far as that is seen.
func calledIn(f *ssa.Function) (list []*ssa.Function) {
	for _, b := range f.Blocks {
		for _, in := range b.Instrs {
			call, ok := in.(ssa.CallInstruction)
			if _, starts := in.(*ssa.Go); !ok || starts {
				continue
			}
			if callee := staticCallee(call.Common()); callee != nil {
				list = append(list, genericOf(callee))
			}
		}
	}
	return list
}

// panicsItself reports whether a function has a call of panic. SSA has some of its own, which have no place.
func panicsItself(f *ssa.Function) bool {
	return containInstruction([]*ssa.Function{f}, func(in ssa.Instruction) bool {
		panics, ok := in.(*ssa.Panic)
		return ok && panics.Pos().IsValid()
	})
}

// defersRecover reports whether a function recovers from what panics in it.
func defersRecover(f *ssa.Function) bool {
	return containInstruction([]*ssa.Function{f}, func(in ssa.Instruction) bool {
		deferred, ok := in.(*ssa.Defer)
		if !ok {
			return false
		}
		callee := staticCallee(deferred.Common())
		return callee != nil && containInstruction([]*ssa.Function{callee}, isRecover)
	})
}

func isRecover(in ssa.Instruction) bool {
	call, ok := in.(*ssa.Call)
	return ok && isBuiltin(call.Common()) && call.Call.Value.Name() == "recover"
}

// panicsPerhaps goes on after a call only if it doesn't panic, which isn't known.
func (t *translator) panicsPerhaps(call *ssa.Call) {
	site := t.s.text.site(call.Pos())
	t.emit(ir.Instr{Op: ir.OpIf, Dst: -1, Args: []ir.Operand{{Kind: ir.Unfollowed, Text: "whether a call panics"}}, Site: site})
	t.split(false, ir.Instr{Op: ir.OpPanic, Dst: -1, Args: []ir.Operand{{}}, Site: site})
}

// A raising says whether the runtime panics at an instruction.
type raising int

const (
	never raising = iota
	perhaps
	always
)

// raises says whether the runtime panics at an instruction of a function that recovers. What can go right goes right, as
// all that isn't followed, but where nothing else ends a loop that waits for nothing: then it is in doubt in which turn.
func (n *needs) raises(in ssa.Instruction) raising {
	switch {
	case !n.s.recovering().itself[genericOf(n.f)]:
		return never
	case n.s.alwaysRaises(in):
		return always
	case mayRaise(in) && turnsForEver(in.Block()):
		return perhaps
	}
	return never
}

// alwaysRaises reports whether an instruction panics, by what is known of the numbers and types there, at an index, a
// division, or an assertion of a type. Pointers are taken to lead somewhere, but for one that is written down as nil.
func (s *slicer) alwaysRaises(in ssa.Instruction) bool {
	isAt := func(v ssa.Value) interval { return s.rangeAt(v, in.Block()) }
	switch in := in.(type) {
	case *ssa.IndexAddr:
		return isBeyond(isAt(in.Index), arrayLength(in.X.Type()))
	case *ssa.Index:
		return isBeyond(isAt(in.Index), arrayLength(in.X.Type()))
	case *ssa.BinOp:
		return divides(in) && isAt(in.Y) == interval{}
	case *ssa.TypeAssert:
		return !in.CommaOk && isOfOtherType(in)
	case *ssa.MakeSlice:
		return isAt(in.Len).isBelow(interval{})
	case *ssa.SliceToArrayPointer:
		return s.isTooShort(in)
	case *ssa.FieldAddr:
		return isNilConst(in.X)
	}
	return false
}

// isBeyond reports whether an index is in no array of a length; of a slice that is below zero, as its length may be anything.
func isBeyond(index interval, length int) bool {
	return index.isBelow(interval{}) || length >= 0 && index.low >= int64(length)
}

// divides reports whether an operation divides integers.
func divides(v *ssa.BinOp) bool {
	return (v.Op == token.QUO || v.Op == token.REM) && kindOf(v.Type()) == ir.IntKind
}

// isOfOtherType reports whether what is asserted to be of a type has been made of one that it isn't.
func isOfOtherType(in *ssa.TypeAssert) bool {
	made, ok := in.X.(*ssa.MakeInterface)
	if !ok {
		return false
	}
	if asserted, isInterface := in.AssertedType.Underlying().(*types.Interface); isInterface {
		return !types.Implements(made.X.Type(), asserted)
	}
	return !types.Identical(made.X.Type(), in.AssertedType)
}

// isTooShort reports whether a slice that is made an array has been found to have less than that.
func (s *slicer) isTooShort(in *ssa.SliceToArrayPointer) bool {
	isLength := func(asked ssa.Value) bool {
		length, ok := asked.(*ssa.Call)
		return ok && isLen(length) && s.named(length.Call.Args[0]) == s.named(in.X)
	}
	return intervalOfType(types.Typ[types.Int]).asAsked(isLength, in.Block()).high < int64(arrayLength(in.Type()))
}

// rangeAt is the range of a number in a block, whatever it is called where it was asked about.
func (s *slicer) rangeAt(v ssa.Value, at *ssa.BasicBlock) interval {
	return intervalAt(v, at, 0).asAsked(func(asked ssa.Value) bool { return s.named(asked) == s.named(v) }, at)
}

// mayRaise reports whether an instruction panics for some values.
func mayRaise(in ssa.Instruction) bool {
	switch in := in.(type) {
	case *ssa.IndexAddr, *ssa.Index:
		return true
	case *ssa.BinOp:
		return divides(in)
	case *ssa.TypeAssert:
		return !in.CommaOk
	}
	return false
}

// turnsForEver reports whether control that has come to a block comes to no return, and waits for nothing, nor calls anybody who
// could.
func turnsForEver(b *ssa.BasicBlock) bool {
	reached := []*ssa.BasicBlock{b}
	for i := 0; i < len(reached); i++ {
		if slices.ContainsFunc(reached[i].Instrs, goesOutside) {
			return false
		}
		for _, next := range reached[i].Succs {
			if !slices.Contains(reached, next) {
				reached = append(reached, next)
			}
		}
	}
	return true
}

// goesOutside reports whether a function returns at an instruction, waits for others, or calls them.
func goesOutside(in ssa.Instruction) bool {
	switch in := in.(type) {
	case *ssa.Return, *ssa.Select, *ssa.Send:
		return true
	case *ssa.UnOp:
		return in.Op == token.ARROW
	case *ssa.Call:
		return !isBuiltin(in.Common())
	}
	return false
}

// raised goes on after an instruction at which the runtime may panic, if it doesn't.
func (t *translator) raised(in ssa.Instruction, how raising) {
	panics := ir.Operand{Kind: ir.Unfollowed, Text: "whether the runtime panics"}
	if how == always {
		panics = constOperand(ssa.NewConst(constant.MakeBool(true), types.Typ[types.Bool]))
	}
	site := t.s.text.site(in.Pos())
	t.emit(ir.Instr{Op: ir.OpIf, Dst: -1, Args: []ir.Operand{panics}, Site: site})
	t.split(false, ir.Instr{Op: ir.OpPanic, Dst: -1, Args: []ir.Operand{{}}, Site: site})
}
