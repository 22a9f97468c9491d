package lower

import (
	"go/constant"
	"go/token"
	"slices"

	"golang.org/x/tools/go/ssa"
)

// Whether a slice, or a count, has come to a limit hangs on data, but if that grows each time that a loop comes back to the
// question, it comes to every limit that stays what it is (the argument of termination by a ranking function: Floyd 1967). So a loop that gathers messages until there are enough comes to what it does then, however few there were before.

// A filling is a branch that asks whether something has come to a limit.
type filling struct {
	*toReceive
	branch *ssa.If
	// size is what grows, limit what may not be made anew on the way back, nil if that is always the same.
	size, limit ssa.Value
	leads       map[fillingTurn]bool
}

// A fillingTurn is where a loop is that comes back to a filling: in a block, with what stands there for what grows.
type fillingTurn struct {
	block *ssa.BasicBlock
	size  ssa.Value
	grown bool
}

// comesWhenFull reports whether a branch at the end of a block asks whether something has come to a limit, leads to the receive then,
// and before that back to the question with more in it.
func (w *toReceive) comesWhenFull(b *ssa.BasicBlock, branch *ssa.If) bool {
	test, ok := branch.Cond.(*ssa.BinOp)
	if !ok {
		return false
	}
	full, waiting := b.Succs[0], b.Succs[1]
	switch test.Op {
	case token.GTR, token.GEQ:
	case token.LSS, token.LEQ:
		full, waiting = waiting, full
	default:
		return false
	}
	isFilled := func(size, limit ssa.Value, full, waiting *ssa.BasicBlock) bool {
		f := &filling{toReceive: w, branch: branch, size: sizedBy(size), leads: map[fillingTurn]bool{}}
		if !w.isFixed(limit) {
			f.limit = limit
		}
		return f.comesBack(b, waiting, fillingTurn{size: f.size}) && w.comesTo(full)
	}
	return isFilled(test.X, test.Y, full, waiting) || isFilled(test.Y, test.X, waiting, full)
}

// sizedBy is the slice whose length a value is, or the value itself.
func sizedBy(v ssa.Value) ssa.Value {
	if call, ok := v.(*ssa.Call); ok && isCallOf(call, "len") {
		return call.Call.Args[0]
	}
	return v
}

// isCallOf reports whether a call is one of a built-in function.
func isCallOf(call *ssa.Call, name string) bool {
	b, ok := call.Call.Value.(*ssa.Builtin)
	return ok && b.Name() == name
}

// isFixed reports whether a value is the same each time that a function comes to it: it doesn't store there from where that is loaded.
func (w *spending) isFixed(v ssa.Value) bool {
	switch v := v.(type) {
	case *ssa.Const, *ssa.Parameter:
		return true
	case *ssa.Convert:
		return w.isFixed(v.X)
	case *ssa.UnOp:
		_, isField := v.X.(*ssa.FieldAddr)
		return v.Op == token.MUL && (isField && !w.isStoredHere(v) || w.s.isByValue(v.X))
	}
	return false
}

// comesBack reports whether control that goes from one block to another comes back to the question with more of what grows, whichever way
// other branches on data go.
func (f *filling) comesBack(from, to *ssa.BasicBlock, at fillingTurn) bool {
	at.block = to
	at.size = valueAfter(from, to, at.size)
	leads, known := f.leads[at]
	if f.looked++; !known && f.looked < mostLooked {
		f.leads[at] = false
		leads = f.comesBackFrom(at)
		f.leads[at] = leads
	}
	return leads
}

func (f *filling) comesBackFrom(at fillingTurn) bool {
	b := at.block
	for _, in := range b.Instrs {
		switch in := in.(type) {
		case *ssa.Phi:
			if in == f.limit {
				return false
			}
			continue // see valueAfter
		case *ssa.If:
			isBack := in == f.branch
			return isBack && at.grown && at.size == f.size || !isBack && f.comesAfter(b, in, func(next *ssa.BasicBlock) bool { return f.comesBack(b, next, at) })
		case *ssa.Jump:
			return f.comesBack(b, b.Succs[0], at)
		}
		more, isValue := in.(ssa.Value)
		switch {
		case f.sets[in], isValue && (more == at.size || more == f.limit): // made anew
			return false
		case isValue && growsBy(more, at.size):
			at.size, at.grown = more, true
		}
	}
	return false
}

// valueAfter is what stands for a value in a block when control has come there from another one, nil if another value stands in its
// place.
func valueAfter(from, to *ssa.BasicBlock, v ssa.Value) ssa.Value {
	edge := slices.Index(to.Preds, from)
	after := v
	for _, in := range to.Instrs {
		phi, ok := in.(*ssa.Phi)
		switch {
		case ok && phi.Edges[edge] == v:
			return phi
		case ok && phi == v:
			after = nil
		}
	}
	return after
}

// growsBy reports whether a value is a slice to which something was appended, or a count to which something was added.
func growsBy(more, v ssa.Value) bool {
	switch more := more.(type) {
	case *ssa.BinOp:
		n, ok := more.Y.(*ssa.Const)
		return ok && more.Op == token.ADD && more.X == v && n.Value != nil && n.Value.Kind() == constant.Int && constant.Sign(n.Value) > 0
	case *ssa.Call:
		return isCallOf(more, "append") && more.Call.Args[0] == v && hasElements(more.Call.Args[1])
	}
	return false
}

// hasElements reports whether a slice is one of arguments that are written out.
func hasElements(v ssa.Value) bool {
	list, ok := v.(*ssa.Slice)
	if !ok {
		return false
	}
	array, isNew := list.X.(*ssa.Alloc)
	return isNew && array.Comment == "varargs"
}
