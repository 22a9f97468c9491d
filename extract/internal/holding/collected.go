package holding

import (
	"slices"

	"github.com/chancheck/chancheck/extract/internal/supergraph"
	"github.com/chancheck/chancheck/extract/ir"
)

// A function may collect what it is to do in a map of its own, or a slice, and go over that then. That there is
// something in it is a matter of whether the function comes to where it puts something there.

// isFilled reports whether a function may go over something that it has collected, for all that the program says: it may have
// come to where that is put into the map or slice, by what it doesn't ask for elsewhere. It is not known if a side doesn't go over
// such a one.
func (a *Analysis) isFilled(s Side) (is, known bool) {
	collection, ok := rangedOver(s)
	if !ok {
		return false, false
	}
	fillings, ok := a.fillingsOf(s.Branch.Parent, collection)
	return ok && slices.ContainsFunc(fillings, func(i supergraph.Instruction) bool {
		sides, isPossible := a.sidesTo(i)
		return isPossible && comesFirst(i, s.Branch) && !a.areAskedElsewhere(sides, s.Branch)
	}), ok
}

// fillingsOf lists where a function puts something into a map that it makes, or a slice that it makes of nothing. It is not ok if anybody
// else may know that, or it takes something out.
func (a *Analysis) fillingsOf(f *supergraph.Function, collection ir.Operand) (list []supergraph.Instruction, ok bool) {
	collection = f.Original(collection)
	if made := f.Definition(collection); made != nil {
		return fillingsOfMap(f, collection)
	}
	if collection.Kind != ir.Register {
		return nil, false
	}
	isEmptyAtFirst := false
	ok = f.IsSetOnlyBy(collection.Reg, func(from ir.Operand) bool {
		i, isDefined := f.DefinedAt(from)
		isGrown := isDefined && i.Instr().Op == ir.OpAppend && f.Original(i.Instr().Args[0]) == collection
		if isGrown {
			list = append(list, i)
		}
		isEmpty := from.Kind == ir.NilConst || isDefined && isMadeEmpty(i.Instr())
		isEmptyAtFirst = isEmptyAtFirst || isEmpty
		return isGrown || isEmpty || from == collection
	}, func(supergraph.Instruction) bool { return false })
	return list, ok && isEmptyAtFirst
}

// isMadeEmpty reports whether an instruction makes a slice without elements.
func isMadeEmpty(in *ir.Instr) bool {
	return in.Op == ir.OpMakeSlice && in.Args[0].Kind == ir.IntConst && in.Args[0].Int == 0
}

// fillingsOfMap is fillingsOf for a map.
func fillingsOfMap(f *supergraph.Function, collection ir.Operand) (list []supergraph.Instruction, ok bool) {
	if f.Definition(collection).Op != ir.OpMakeMap {
		return nil, false
	}
	for i := range f.Instructions() {
		in := i.Instr()
		if !slices.Contains(in.Args, collection) {
			continue
		}
		switch {
		case in.Op == ir.OpMapLookup || in.Op == ir.OpRange || in.Op == ir.OpLen:
		case in.Op == ir.OpMapUpdate && in.Args[0] == collection && !slices.Contains(in.Args[1:], collection):
			list = append(list, i)
		default:
			return nil, false
		}
	}
	return list, true
}

// areAskedElsewhere reports whether another branch asks for what decides whether something is collected.
func (a *Analysis) areAskedElsewhere(sides []Side, goesOver supergraph.Instruction) bool {
	for branch := range branchesOf(goesOver.Parent) {
		isSide := slices.ContainsFunc(sides, func(s Side) bool { return s.Branch == branch })
		shares := func(s Side) bool { return a.groundsOf(s.Branch).shares(a.groundsOf(branch)) }
		if branch != goesOver && !isSide && slices.ContainsFunc(sides, shares) {
			return true
		}
	}
	return false
}
