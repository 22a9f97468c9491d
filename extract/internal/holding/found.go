package holding

import (
	"slices"

	"github.com/chancheck/chancheck/extract/internal/pointsto"
	"github.com/chancheck/chancheck/extract/internal/supergraph"
	"github.com/chancheck/chancheck/extract/ir"
)

// A finding asks whether values were found somewhere, and stay where they were. All that one hangs on must be so, and
// what hangs on itself, as a list does that grows in a loop, is so if the rest is: what was asked for before counts as
// found, as all is wrong if it isn't.
type finding struct {
	*Analysis
	asked         map[supergraph.Instruction]bool
	values, lists supergraph.Registers
}

func (a *Analysis) finding() *finding {
	return &finding{a, map[supergraph.Instruction]bool{}, supergraph.Registers{}, supergraph.Registers{}}
}

// isFound reports whether a value was loaded, looked up, or found by a function that is called, and stays where it
// was.
func (s *finding) isFound(f *supergraph.Function, o ir.Operand) bool {
	i, ok := f.DefinedAt(o)
	switch {
	case !ok:
		return false
	case !s.values.Add(f, o.Reg):
		return true
	}
	switch in := i.Instr(); in.Op {
	case ir.OpCopy, ir.OpExtract, ir.OpTypeAssert, ir.OpNext:
		return s.isFound(f, in.Args[0])
	case ir.OpLoad, ir.OpMapLookup, ir.OpRange:
		base := f.Definition(f.BaseOfPart(in.Args[0]))
		switch {
		case base == nil:
			return !s.mayStore(f, in.Args[0])
		case base.Op == ir.OpIndexAddr:
			return s.areFound(f, base.Args[0])
		case base.Op == ir.OpAlloc:
			return s.areInVariable(f, in.Args[0], s.isFound)
		}
		return !s.mayStore(f, in.Args[0])
	case ir.OpCall:
		return s.isResultFound(i, s.isFound)
	}
	return false
}

// isResultFound reports whether all that the function that is called returns first is found there, or is nil.
func (s *finding) isResultFound(call supergraph.Instruction, isFound func(*supergraph.Function, ir.Operand) bool) bool {
	callees := s.CalleesAt(call)
	if len(callees) != 1 || s.asked[call] || !returns(callees[0]) {
		return false
	}
	s.asked[call] = true
	defer delete(s.asked, call)
	for b := range callees[0].Blocks {
		end := callees[0].Blocks[b].Terminator()
		if end.Op == ir.OpReturn && (len(end.Args) == 0 || end.Args[0].Kind != ir.NilConst && !isFound(callees[0], end.Args[0])) {
			return false
		}
	}
	return true
}

// areFound reports whether all elements of a list are found: it is a list in memory, or a copy of one or of some of
// its elements.
func (s *finding) areFound(f *supergraph.Function, list ir.Operand) bool {
	list = f.Original(list)
	if list.Kind == ir.NilConst {
		return true
	}
	i, ok := f.DefinedAt(list)
	switch {
	case list.Kind != ir.Register:
		return false
	case list.Reg < f.Params+f.FreeVars || !s.lists.Add(f, list.Reg):
		return true
	case !ok:
		return s.areAllFound(f, list)
	}
	switch in := i.Instr(); in.Op {
	case ir.OpLoad:
		if base := f.Definition(f.BaseOfPart(in.Args[0])); base != nil && base.Op == ir.OpAlloc {
			return s.areInVariable(f, in.Args[0], s.areFound)
		}
		return !s.mayStore(f, in.Args[0])
	case ir.OpSlice:
		return s.areFound(f, in.Args[0])
	case ir.OpAppend:
		return s.areFound(f, in.Args[0]) && s.areFound(f, in.Args[1])
	case ir.OpMakeSlice, ir.OpAlloc:
		return s.areStoredFound(f, list)
	case ir.OpCall:
		return s.isResultFound(i, s.areFound)
	}
	return false
}

// areInVariable reports whether all that a function stores in a variable that it has to itself is found, as what it
// returns when deferred calls have run.
func (s *finding) areInVariable(f *supergraph.Function, variable ir.Operand, isFound func(*supergraph.Function, ir.Operand) bool) bool {
	if made := f.Definition(variable); made == nil || made.Op != ir.OpAlloc {
		return false
	}
	for i := range f.Instructions() {
		switch in := i.Instr(); {
		case in.Op == ir.OpLoad || !slices.Contains(in.Args, variable):
		case in.Op != ir.OpStore || in.Args[0] != variable || !isFound(f, in.Args[1]):
			return false
		}
	}
	return true
}

// areAllFound reports whether the elements are found of all lists that a register may be.
func (s *finding) areAllFound(f *supergraph.Function, list ir.Operand) bool {
	if len(f.Defined[list.Reg]) == 0 {
		return false
	}
	isFound := func(from ir.Operand) bool { return s.areFound(f, from) }
	return f.IsSetOnlyBy(list.Reg, isFound, func(supergraph.Instruction) bool { return false })
}

// areStoredFound reports whether all that a function stores in a list or array that it makes is found.
func (s *finding) areStoredFound(f *supergraph.Function, list ir.Operand) bool {
	memory := s.Memory(f, list)
	for i := range f.Instructions() {
		in := i.Instr()
		isThere := func() bool { return pointsto.Overlap(s.Memory(f, in.Args[0]), memory) }
		switch in.Op {
		case ir.OpStore:
			if isThere() && !s.isFound(f, in.Args[1]) {
				return false
			}
		case ir.OpCopySlice:
			if isThere() && !s.areFound(f, in.Args[1]) {
				return false
			}
		}
	}
	return true
}
