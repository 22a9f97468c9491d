package supergraph

import (
	"slices"

	"github.com/chancheck/chancheck/extract/internal/library"
	"github.com/chancheck/chancheck/extract/ir"
)

// IsFree reports whether the world alone decides a value, anew whenever a branch
// in a cycle asks again: then it is fair that every answer comes some time.
func (x *Graph) IsFree(f *Function, o ir.Operand, cycle int) bool {
	return x.isFree(f, o, cycle, map[int]bool{})
}

func (x *Graph) isFree(f *Function, o ir.Operand, cycle int, seen map[int]bool) bool {
	if o.Kind != ir.Register {
		return true
	}
	if seen[o.Reg] {
		return true
	}
	seen[o.Reg] = true
	if o.Reg < f.Params+f.FreeVars || len(f.Defined[o.Reg]) == 0 {
		return false
	}
	if cycle >= 0 && slices.ContainsFunc(f.Defined[o.Reg], func(d Definition) bool { return f.Loops[d.At.Block] != cycle }) {
		return false
	}
	value := func(from ir.Operand) bool { return x.isFree(f, from, cycle, seen) }
	return f.IsSetOnlyBy(o.Reg, value, func(i Instruction) bool { return x.isFreeResult(i, cycle, seen) })
}

func (x *Graph) isFreeResult(i Instruction, cycle int, seen map[int]bool) bool {
	in := i.Instr()
	switch in.Op {
	case ir.OpUnknown:
		return slices.Contains([]string{"", ir.OutsideResult, ir.FallibleResult, ir.ReadResult, ir.ClockResult}, in.Name)
	case ir.OpBinary, ir.OpNot, ir.OpCopy, ir.OpExtract:
		for _, o := range in.Args {
			if !x.isFree(i.Parent, o, cycle, seen) {
				return false
			}
		}
		return true
	case ir.OpNext:
		return true // what is ranged over ends some time
	case ir.OpCall:
		return x.isUnknownCall(i) && !x.asksKept(i)
	case ir.OpReceive:
		return !x.IsConfined(i.Parent, in.Args[0], false)
	}
	return false
}

// asksKept reports whether a call asks a context for its error that somebody keeps in a field: what ends it the program
// may keep, too, and whether it has been ended is asked again and again, with one answer.
func (x *Graph) asksKept(i Instruction) bool {
	in := i.Instr()
	if in.TypeName != ir.ContextType || in.Method != "Err" {
		return false
	}
	from := i.Parent.Definition(in.Args[0])
	if from == nil || from.Op != ir.OpLoad {
		return false
	}
	field := i.Parent.Definition(from.Args[0])
	return field != nil && field.Op == ir.OpFieldAddr
}

// isUnknownCall reports whether a call is one of code that isn't part of the program,
// about nothing of the program.
func (x *Graph) isUnknownCall(i Instruction) bool {
	for _, name := range x.Points.Callees(i.Parent.Function, i.At) {
		if x.Callee(name) != nil || library.IsKnown(name) {
			return false
		}
	}
	return true
}

// IsCounted reports whether a branch leaves a loop when a number that the loop counts
// comes to a limit which doesn't change there: it ends some time.
func (x *Graph) IsCounted(f *Function, block int) bool {
	cycle := f.Loops[block]
	test := f.Definition(f.Blocks[block].Terminator().Args[0])
	if cycle < 0 || test == nil || test.Op != ir.OpBinary {
		return false
	}
	switch test.Name {
	case "<", "<=", ">", ">=", "!=":
	default:
		return false
	}
	return f.isCounter(cycle, test.Args[0]) && x.isSteady(f, cycle, test.Args[1]) ||
		f.isCounter(cycle, test.Args[1]) && x.isSteady(f, cycle, test.Args[0])
}

// isCounter reports whether a cycle changes a register only by adding a constant.
func (f *Function) isCounter(cycle int, o ir.Operand) bool {
	if o.Kind != ir.Register {
		return false
	}
	inside := 0
	for _, d := range f.Defined[o.Reg] {
		if f.Loops[d.At.Block] != cycle {
			continue
		}
		inside++
		if d.At.Index >= 0 { // the sum itself is tested, as in range loops
			in := f.At(d.At).Instr()
			if _, _, ok := sum(in); !ok {
				return false
			}
			continue
		}
		if _, ok := f.adding(d.From, o); !ok {
			return false
		}
	}
	return inside > 0
}

// isSteady reports whether a cycle doesn't change a value.
func (x *Graph) isSteady(f *Function, cycle int, o ir.Operand) bool {
	if o.Kind != ir.Register {
		return o.Kind == ir.IntConst
	}
	for _, d := range f.Defined[o.Reg] {
		if f.Loops[d.At.Block] != cycle {
			continue
		}
		if d.At.Index < 0 {
			return false
		}
		switch in := f.At(d.At).Instr(); in.Op {
		case ir.OpLen:
			if !x.isSteady(f, cycle, in.Args[0]) {
				return false
			}
		case ir.OpLoad:
			if in.Name == ir.AtomicLoad || x.changedIn(f, cycle, x.Memory(f, in.Args[0])) {
				return false
			}
		case ir.OpFieldAddr:
			if !x.isSteady(f, cycle, in.Args[0]) {
				return false
			}
		default:
			return false
		}
	}
	return true
}
