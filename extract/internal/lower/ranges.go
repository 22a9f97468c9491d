package lower

import (
	"go/ast"
	"go/token"

	"golang.org/x/tools/go/ssa"

	"github.com/chancheck/chancheck/model"
)

// SSA has neither a position nor a name for what a loop over something does by itself: it asks whether the loop goes
// on, and takes an element. Both are found by what is in the body.

// rangedOver is what a loop goes over that a branch asks whether it goes on, nil if the branch asks something else.
func rangedOver(condition ssa.Value) ssa.Value {
	switch v := condition.(type) {
	case *ssa.Extract:
		next, ok := v.Tuple.(*ssa.Next)
		if over, isRange := rangeOf(next); ok && v.Index == 0 && isRange {
			return over.X
		}
	case *ssa.BinOp:
		if v.Op != token.LSS || v.Pos().IsValid() {
			return nil
		}
		if call, ok := v.Y.(*ssa.Call); ok && isBuiltin(call.Common()) && !call.Pos().IsValid() && len(call.Call.Args) == 1 {
			return call.Call.Args[0]
		}
	}
	return nil
}

// rangeOf is the instruction by which a loop over a map begins.
func rangeOf(next *ssa.Next) (over *ssa.Range, ok bool) {
	if next == nil || next.IsString {
		return nil, false
	}
	over, ok = next.Iter.(*ssa.Range)
	return over, ok
}

// isRangeIndex reports whether a value is the index that a loop over a slice counts up.
func isRangeIndex(index ssa.Value) bool {
	sum, ok := index.(*ssa.BinOp)
	if !ok || sum.Op != token.ADD || sum.Pos().IsValid() {
		return false
	}
	counter, ok := sum.X.(*ssa.Phi)
	return !ok || counter.Comment == "rangeindex"
}

// loopOf is the loop of which a branch asks whether it goes on, nil if there is none.
func (x *sourceIndex) loopOf(branch *ssa.If) *ast.RangeStmt {
	if condition, ok := branch.Cond.(ssa.Instruction); !ok || condition.Pos().IsValid() {
		return nil
	}
	return x.rangeAround(branch.Block().Succs[0])
}

// rangeAround is the innermost loop over something that has what a block does in its body, nil if there is none.
func (x *sourceIndex) rangeAround(b *ssa.BasicBlock) *ast.RangeStmt {
	loop, known := x.around[b]
	if !known {
		for _, in := range b.Instrs {
			loop = x.innermost(in, loop)
		}
		x.around[b] = loop
	}
	return loop
}

// innermost is the innermost loop that has an instruction in its body, if it is within another one. An element of a slice is
// where the slice is, which is elsewhere.
func (x *sourceIndex) innermost(in ssa.Instruction, found *ast.RangeStmt) *ast.RangeStmt {
	if _, isElement := in.(*ssa.IndexAddr); isElement || !in.Pos().IsValid() {
		return found
	}
	for _, loop := range x.ranges {
		if loop.Body.Pos() <= in.Pos() && in.Pos() < loop.Body.End() && (found == nil || found.For < loop.For) {
			found = loop
		}
	}
	return found
}

// spellGoesOn says that a loop over something goes on; "" if a branch asks something else.
func (x *sourceIndex) spellGoesOn(condition ssa.Value, depth int) string {
	over := rangedOver(condition)
	if over == nil {
		return ""
	}
	if text := x.spell(over, depth+1); text != "" {
		return text + model.HasElement
	}
	return ""
}

// spellElement names what a loop over something takes, as the loop does: the key, or the value.
func (x *sourceIndex) spellElement(in ssa.Instruction, isKey bool) string {
	loop := x.rangeAround(in.Block())
	if loop == nil {
		return ""
	}
	name, ok := loop.Value.(*ast.Ident)
	if isKey {
		name, ok = loop.Key.(*ast.Ident)
	}
	if !ok || name.Name == "_" {
		return ""
	}
	return name.Name
}
