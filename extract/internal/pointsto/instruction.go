package pointsto

import (
	"github.com/chancheck/chancheck/extract/ir"
)

// instruction adds the constraints of one instruction.
func (a *Analysis) instruction(f *ir.Function, at At, in *ir.Instr) {
	arg := func(i int) node {
		if i >= len(in.Args) {
			return 0
		}
		return a.operand(f, in.Args[i])
	}
	dst := a.result(f, in)
	if !a.allocation(f, at, in, arg, dst) && !a.selection(in, arg, dst) && !a.access(in, arg, dst) {
		a.operation(f, at, in, dst)
	}
}

// allocation adds the constraints of an instruction that makes an object; false if it doesn't.
func (a *Analysis) allocation(f *ir.Function, at At, in *ir.Instr, arg func(int) node, dst node) bool {
	switch in.Op {
	case ir.OpAlloc:
		l := a.makes(f, at, 0, Object{Kind: Variable, Type: in.TypeName})
		a.give(dst, l)
		if in.Kind == ir.ChanKind && !isSetAtOnce(f, at, in.Dst) { // it starts as the nil channel, which is waited for, too
			a.add(a.contentOf(l), a.makes(f, at, 1, Object{Kind: Channel}))
		}
	case ir.OpMakeChan:
		a.give(dst, a.makes(f, at, 0, Object{Kind: Channel}))
	case ir.OpMakeSlice, ir.OpMakeMap:
		if in.Name != ir.BuiltInMap { // see access
			a.give(dst, a.makes(f, at, 0, Object{Kind: Aggregate}))
		}
	case ir.OpAppend:
		a.give(dst, a.makes(f, at, 0, Object{Kind: Aggregate}))
		a.copies(arg(0), dst)
		a.elements(arg(1), dst)
		a.elements(arg(1), arg(0)) // there may be room
	case ir.OpMakeInterface:
		l := a.makes(f, at, 0, Object{Kind: Box, Name: in.TypeName})
		a.copies(arg(0), a.contentOf(l))
		a.give(dst, l)
		if in.Opens {
			a.give(a.outside, l)
			a.copies(dst, a.outside)
		}
	case ir.OpMakeClosure:
		a.closure(f, at, in, dst)
	default:
		return false
	}
	return true
}

// selection adds the constraints of an instruction whose result is its argument, or a part of that; false if it isn't one.
func (a *Analysis) selection(in *ir.Instr, arg func(int) node, dst node) bool {
	switch in.Op {
	case ir.OpCopy:
		if in.Index != 0 && dst != 0 && arg(0) != 0 {
			a.when(arg(0), constraint{kind: viewTo, node: dst, number: int32(in.Index)})
		} else {
			a.copies(arg(0), dst)
		}
	case ir.OpSlice, ir.OpIndexAddr, ir.OpRange, ir.OpIndex: // an element is one with what holds it
		a.copies(arg(0), dst)
	case ir.OpFieldAddr:
		if l := a.field(in.TypeName, in.Index, in.Name); l != 0 {
			a.give(dst, l)
			a.besides(arg(0), dst, partOf)
		} else {
			a.copies(arg(0), dst) // of a struct without a name: one with the variable
		}
	case ir.OpField:
		if l := a.field(in.TypeName, in.Index, in.Name); l != 0 && dst != 0 {
			a.copies(a.contentOf(l), dst)
			a.besides(arg(0), dst, valueOf)
		} else {
			a.copies(arg(0), dst)
		}
	case ir.OpTypeAssert:
		a.assertion(in, arg(0), dst)
	case ir.OpExtract:
		if n := arg(0); n != 0 && dst != 0 {
			a.copies(a.element(n, in.Index), dst)
		}
	default:
		return false
	}
	return true
}

// access adds the constraints of an instruction that reads memory or writes to it, or whose result is unknown; false if it does neither.
func (a *Analysis) access(in *ir.Instr, arg func(int) node, dst node) bool {
	switch in.Op {
	case ir.OpUnknown:
		a.give(dst, Outside)
		if in.Opens {
			a.copies(arg(0), a.outside)
		}
	case ir.OpLoad, ir.OpMapLookup:
		a.load(in, arg(0), dst)
	case ir.OpNext:
		if dst != 0 && arg(0) != 0 {
			a.when(arg(0), constraint{kind: loadTo, node: a.element(dst, 1)})
			a.when(arg(0), constraint{kind: loadTo, node: a.element(dst, 2)})
		}
	case ir.OpStore:
		a.store(arg(0), arg(1))
		if in.Opens {
			a.copies(arg(1), a.outside)
		}
	case ir.OpMapUpdate:
		a.store(arg(0), arg(2))
		a.store(arg(0), arg(1))
	case ir.OpCopySlice:
		a.elements(arg(1), arg(0))
	default:
		return false
	}
	return true
}

func (a *Analysis) load(in *ir.Instr, from, dst node) {
	if in.Name == ir.BuiltInMap { // a map is one with the variable that it is
		a.copies(from, dst)
		return
	}
	if dst != 0 && from != 0 {
		a.when(from, constraint{kind: loadTo, node: a.value(in, dst)})
		if in.Kind == ir.StructKind { // a struct is one with the variable it was in
			a.copies(from, a.value(in, dst))
		}
	}
}

// result is the node of what an instruction computes; 0 if that is nothing, or refers to
// nothing.
func (a *Analysis) result(f *ir.Function, in *ir.Instr) node {
	if in.Dst < 0 || in.Kind.IsScalar() && !isOfParts(in.Op) {
		return 0
	}
	return a.registersOf(f)[in.Dst]
}

// isOfParts reports whether the kind of an instruction is not that of its result, but of what
// is in it.
func isOfParts(op ir.Op) bool {
	switch op {
	case ir.OpAlloc, ir.OpMakeChan, ir.OpMakeSlice, ir.OpNext:
		return true
	}
	return false
}

func (a *Analysis) give(n node, l Location) {
	if n != 0 {
		a.add(n, l)
	}
}

// value is the node of the value where an instruction may give a tuple.
func (a *Analysis) value(in *ir.Instr, dst node) node {
	if in.CommaOk {
		return a.element(dst, 0)
	}
	return dst
}

// elements lets what one slice holds be held by another.
func (a *Analysis) elements(from, to node) {
	if from == 0 || to == 0 {
		return
	}
	between := a.newNode()
	a.when(from, constraint{kind: loadTo, node: between})
	a.when(to, constraint{kind: storeFrom, node: between})
}

func (a *Analysis) store(address, value node) {
	if address != 0 && value != 0 {
		a.when(address, constraint{kind: storeFrom, node: value})
	}
}

// assertion takes a value out of an interface. One that is asserted to another
// interface stays in its box.
func (a *Analysis) assertion(in *ir.Instr, from, dst node) {
	if from == 0 || dst == 0 {
		return
	}
	to := a.value(in, dst)
	if in.Index == 1 {
		a.copies(from, to)
		return
	}
	a.when(from, constraint{kind: unboxTo, node: to, number: a.typeNumber(in.TypeName)})
}

// typeNumber numbers the types of assertions, as constraints are compared again and again.
func (a *Analysis) typeNumber(name string) int32 {
	n, ok := a.typeNumbers[name]
	if !ok {
		n = int32(len(a.types))
		a.typeNumbers[name], a.types = n, append(a.types, name)
	}
	return n
}

func (a *Analysis) unbox(c constraint, l Location) {
	switch o := &a.Objects[l]; {
	case o.Kind != Box:
		a.add(c.node, l)
	case ir.MayBeSame(o.Name, a.types[c.number]):
		a.copies(a.contentOf(l), c.node)
	}
}

// closure makes a function value. Its captured variables are bound at once, as
// they are the same whoever calls it.
func (a *Analysis) closure(f *ir.Function, at At, in *ir.Instr, dst node) {
	l := a.makes(f, at, 0, Object{Kind: Closure, Name: in.Name})
	a.give(dst, l)
	callee := a.program.Function(in.Name)
	for _, o := range in.Args {
		a.copies(a.operand(f, o), a.contentOf(l)) // who has the function leads to them
	}
	if callee == nil { // a bound method with a meaning of its own
		return
	}
	a.reach(callee)
	for i, o := range in.Args {
		if p := callee.Params + i; p < callee.Registers {
			a.copies(a.operand(f, o), a.registers[callee][p])
		}
	}
}

// operation adds the constraints of operations on channels, of calls and of
// returns.
func (a *Analysis) operation(f *ir.Function, at At, in *ir.Instr, dst node) {
	switch in.Op {
	case ir.OpSend:
		a.store(a.operand(f, in.Args[0]), a.operand(f, in.Args[1]))
	case ir.OpReceive:
		if n := a.operand(f, in.Args[0]); n != 0 && dst != 0 {
			a.when(n, constraint{kind: loadTo, node: a.value(in, dst)})
		}
	case ir.OpSelect:
		a.selects(f, in, dst)
	case ir.OpReturn:
		for i, r := range a.resultsOf(f) {
			if i < len(in.Args) {
				a.copies(a.operand(f, in.Args[i]), r)
			}
		}
	case ir.OpPanic:
		a.copies(a.operand(f, in.Args[0]), a.outside)
	case ir.OpCall, ir.OpGo, ir.OpDefer:
		a.call(&callSite{caller: f, at: at, in: in})
	}
}

func (a *Analysis) selects(f *ir.Function, in *ir.Instr, dst node) {
	received := 0
	for i := range in.Cases {
		c := &in.Cases[i]
		channel := a.operand(f, c.Chan)
		if c.Send {
			a.store(channel, a.operand(f, c.Value))
			continue
		}
		if channel != 0 && dst != 0 {
			a.when(channel, constraint{kind: loadTo, node: a.element(dst, 2+received)})
		}
		received++
	}
}

// isSetAtOnce reports whether the first thing that is done to a new variable is to store
// something else than nil there: nobody sees what it holds before.
func isSetAtOnce(f *ir.Function, made At, variable int) bool {
	for i := made.Index + 1; i < len(f.Blocks[made.Block].Instrs); i++ {
		in := &f.Blocks[made.Block].Instrs[i]
		for n, o := range in.Args {
			if o.Kind == ir.Register && o.Reg == variable {
				return in.Op == ir.OpStore && n == 0 && in.Args[1].Kind == ir.Register && in.Args[1].Reg != variable
			}
		}
	}
	return false
}
