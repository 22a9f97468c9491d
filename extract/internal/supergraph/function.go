package supergraph

import (
	"iter"
	"slices"
	"strconv"

	"github.com/chancheck/chancheck/extract/internal/pointsto"
	"github.com/chancheck/chancheck/extract/ir"
)

// A Function is one of the IR in a graph, with what is asked of it there again and again.
type Function struct {
	*Body
	Number int // in the order in which they were reached
	Turn   int // in that of callees before callers
	// Callers are the instructions that may call, defer or start it.
	Callers []Instruction
	// Globals are the package-level variables that it uses.
	Globals []pointsto.Location
	// calls, running, given, operations and refers are worked out when they are asked for.
	calls                                                     []Call
	running                                                   []Instruction
	given                                                     []int // see functionsGiven
	operations                                                []Operation
	refers                                                    []*Function
	listedCalls, listedRunning, listedGiven, listed, referred bool
	conditions                                                []asking       // by block, see conditionOf
	counted                                                   []*CountedLoop // see CountedLoops
	countedListed                                             bool
	spinning                                                  []bool       // by block, see Spins
	endless                                                   map[int]bool // the blocks of which it is known, see isEndless
}

// A Definition is an instruction, or a move on an edge of a block.
type Definition struct {
	At pointsto.At // Index -1: a move
	// Edge is the number of the edge of a move, From what is moved.
	Edge int
	From ir.Operand
}

// An Instruction is one of a function: its parent, where it is at a place.
type Instruction struct {
	Parent *Function
	At     pointsto.At
}

// Instr is the instruction as the IR has it.
func (i Instruction) Instr() *ir.Instr { return &i.Parent.Blocks[i.At.Block].Instrs[i.At.Index] }

// At is the instruction at a place.
func (f *Function) At(at pointsto.At) Instruction { return Instruction{f, at} }

// SuccessorsOf are the blocks that follow one.
func (f *Function) SuccessorsOf(block int) (list []int) {
	for _, e := range f.Blocks[block].Succs {
		list = append(list, e.Block)
	}
	return list
}

// Number is that of an instruction in its function.
func (i Instruction) Number() int { return i.Parent.First[i.At.Block] + i.At.Index }

// Numbered is the instruction with a number in its function.
func (f *Function) Numbered(number int) Instruction {
	next, _ := slices.BinarySearch(f.First, number+1)
	return f.At(pointsto.At{Block: next - 1, Index: number - f.First[next-1]})
}

// Instructions are those of a function, in order.
func (f *Function) Instructions() iter.Seq[Instruction] {
	return func(yield func(Instruction) bool) {
		for b := range f.Blocks {
			for i := range f.Blocks[b].Instrs {
				if !yield(f.At(pointsto.At{Block: b, Index: i})) {
					return
				}
			}
		}
	}
}

// Calls reports whether an instruction runs functions: now, in a goroutine of their own, or
// at the end of its function.
func (i Instruction) Calls() bool {
	switch i.Instr().Op {
	case ir.OpCall, ir.OpGo, ir.OpDefer:
		return true
	}
	return false
}

// Running lists the instructions of a function that run others: calls, and those that run deferred
// ones. Who looks for what calls bring about need not look at the rest, which is most.
func (f *Function) Running() []Instruction {
	if !f.listedRunning {
		f.listedRunning = true
		for i := range f.Instructions() {
			if i.Calls() || i.Instr().Op == ir.OpRunDefers {
				f.running = append(f.running, i)
			}
		}
	}
	return f.running
}

// Contains reports whether a function has some instruction.
func (f *Function) Contains(has func(*ir.Instr) bool) bool {
	for i := range f.Instructions() {
		if has(i.Instr()) {
			return true
		}
	}
	return false
}

// DefinedAt is the one instruction that sets a register, if it is one.
func (f *Function) DefinedAt(o ir.Operand) (i Instruction, ok bool) {
	if o.Kind != ir.Register || len(f.Defined[o.Reg]) != 1 || f.Defined[o.Reg][0].At.Index < 0 {
		return Instruction{}, false
	}
	return Instruction{f, f.Defined[o.Reg][0].At}, true
}

// Definition is the one instruction that sets a register, nil if it isn't one.
func (f *Function) Definition(o ir.Operand) *ir.Instr {
	if i, ok := f.DefinedAt(o); ok {
		return i.Instr()
	}
	return nil
}

// Original is what an operand is a copy of.
func (f *Function) Original(o ir.Operand) ir.Operand {
	for in := f.Definition(o); in != nil && in.Op == ir.OpCopy; in = f.Definition(o) {
		o = in.Args[0]
	}
	return o
}

// Negated is what an operand is, or what it is the negation of.
func (f *Function) Negated(o ir.Operand) (of ir.Operand, negated bool) {
	o = f.Original(o)
	for in := f.Definition(o); in != nil && in.Op == ir.OpNot; in = f.Definition(o) {
		o, negated = f.Original(in.Args[0]), !negated
	}
	return o, negated
}

// BaseOfPart is the address of the struct of which an operand is the address of a part.
func (f *Function) BaseOfPart(o ir.Operand) ir.Operand {
	o = f.Original(o)
	if in := f.Definition(o); in != nil && in.Op == ir.OpFieldAddr {
		return f.BaseOfPart(in.Args[0])
	}
	return o
}

// StepsTo takes the fields off an address that lead to a part of a struct, as text: the base is that of BaseOfPart.
func (f *Function) StepsTo(o ir.Operand) (base ir.Operand, steps string) {
	o = f.Original(o)
	for in := f.Definition(o); in != nil && in.Op == ir.OpFieldAddr; in = f.Definition(o) {
		o, steps = f.Original(in.Args[0]), "."+strconv.Itoa(in.Index)+steps
	}
	return o, steps
}

// ParamType is the named struct type that a parameter is of, or leads to; "" if it is none.
func (f *Function) ParamType(parameter int) string {
	if parameter < len(f.ParamTypes) {
		return f.ParamTypes[parameter]
	}
	return ""
}

// Returned are what a function may return.
func (f *Function) Returned() []ir.Operand {
	var list []ir.Operand
	for b := range f.Blocks {
		if in := f.Blocks[b].Terminator(); in.Op == ir.OpReturn {
			list = append(list, in.Args...)
		}
	}
	return list
}

// IsSetOnlyBy reports whether all that sets a register is something: the values that are
// moved there, and the results of instructions.
func (f *Function) IsSetOnlyBy(register int, value func(ir.Operand) bool, result func(Instruction) bool) bool {
	return !slices.ContainsFunc(f.Defined[register], func(d Definition) bool {
		if d.At.Index < 0 {
			return !value(d.From)
		}
		return !result(f.At(d.At))
	})
}

// MayBeNil reports whether nil is moved to a register by some way, perhaps by others.
func (f *Function) MayBeNil(o ir.Operand) bool { return f.mayBeNil(o, map[int]bool{}) }

func (f *Function) mayBeNil(o ir.Operand, seen map[int]bool) bool {
	if o.Kind != ir.Register || seen[o.Reg] {
		return o.Kind == ir.NilConst
	}
	seen[o.Reg] = true
	return slices.ContainsFunc(f.Defined[o.Reg], func(d Definition) bool { return d.At.Index < 0 && f.mayBeNil(d.From, seen) })
}

// AreCaptured reports whether something holds of all that closures of a function capture in a
// register, where they are made.
func (x *Graph) AreCaptured(f *Function, register int, holds func(*Function, ir.Operand) bool) bool {
	return !slices.ContainsFunc(x.Closures[f], func(made Instruction) bool { return !holds(made.Parent, made.Instr().Args[register-f.Params]) })
}

// A register is one of a function.
type register struct {
	f      *Function
	number int
}

// Registers is a set of registers of any functions: those that were asked about, say.
type Registers map[register]bool

// Has reports whether a register is there.
func (s Registers) Has(f *Function, number int) bool { return s[register{f, number}] }

// Add adds a register. It reports whether that wasn't there.
func (s Registers) Add(f *Function, number int) bool {
	r := register{f, number}
	if s[r] {
		return false
	}
	s[r] = true
	return true
}
