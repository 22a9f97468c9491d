package lower

import (
	"go/token"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/chancheck/chancheck/extract/ir"
)

// Calls that can't affect the caller are dropped. Where somebody recovers from panics, one that panics on purpose does affect
// what comes next: it may be by this that a loop ends, and the deferred calls run. Whether it panics is in doubt. What the
// runtime raises is looked for in the function itself that recovers. Where nobody recovers a panic ends the program, of which nothing need be known.

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

// mayRaise reports whether the runtime may panic at an instruction of a function that recovers: at an index, a division, or an
// assertion of a type. Pointers are taken to lead somewhere, but for one that is written down as nil.
func (n *needs) mayRaise(in ssa.Instruction) bool {
	if !n.s.recovering().itself[genericOf(n.f)] {
		return false
	}
	switch in := in.(type) {
	case *ssa.IndexAddr:
		return !isInRange(in.X, in.Index)
	case *ssa.Index:
		return !isInRange(in.X, in.Index)
	case *ssa.BinOp:
		n, isConstant := numberOf(in.Y)
		divides := in.Op == token.QUO || in.Op == token.REM
		return divides && kindOf(in.Type()) == ir.IntKind && (!isConstant || n == 0)
	case *ssa.TypeAssert:
		return !in.CommaOk
	case *ssa.MakeSlice:
		n, isConstant := numberOf(in.Len)
		return !isConstant || n < 0
	case *ssa.SliceToArrayPointer:
		return true
	case *ssa.FieldAddr:
		return isNilConst(in.X)
	}
	return false
}

// isInRange reports whether an index is within an array or slice: it is written down, or that of a range over it.
func isInRange(x, index ssa.Value) bool {
	if _, isConstant := index.(*ssa.Const); isConstant {
		return arrayLength(x.Type()) >= 0 || kindOf(x.Type()) == ir.ArrayKind // or it wouldn't compile
	}
	return slices.ContainsFunc(*index.Referrers(), func(user ssa.Instruction) bool {
		test, ok := user.(*ssa.BinOp)
		if !ok || test.Op != token.LSS || test.X != index || !strings.HasPrefix(test.Block().Comment, "rangeindex") {
			return false
		}
		length, ok := test.Y.(*ssa.Call)
		return !ok || isLen(length) && length.Call.Args[0] == x // of an array it is a constant
	})
}

// raisesPerhaps goes on after an instruction at which the runtime may panic.
func (t *translator) raisesPerhaps(in ssa.Instruction) {
	site := t.s.text.site(in.Pos())
	t.emit(ir.Instr{Op: ir.OpIf, Dst: -1, Args: []ir.Operand{{Kind: ir.Unfollowed, Text: "whether the runtime panics"}}, Site: site})
	t.split(false, ir.Instr{Op: ir.OpPanic, Dst: -1, Args: []ir.Operand{{}}, Site: site})
}
