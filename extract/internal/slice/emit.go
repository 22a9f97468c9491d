package slice

import (
	"slices"

	"github.com/chancheck/chancheck/extract/internal/library"
	"github.com/chancheck/chancheck/extract/internal/pointsto"
	"github.com/chancheck/chancheck/extract/ir"
)

// result writes down what is kept.
func (c *criterion) result() *Slice {
	s := &Slice{Functions: map[string]*ir.Function{}, Steps: c.steps}
	for _, f := range c.members {
		if c.parts[f].alive {
			c.keepFailures(c.parts[f])
			e := &emitter{criterion: c, part: c.parts[f], registers: map[int]int{}, blocks: map[int]int{}}
			s.Functions[f.Name] = e.function()
		}
	}
	return s
}

// An emitter writes what is kept of one function.
type emitter struct {
	*criterion
	*part
	out       *ir.Function
	registers map[int]int
	blocks    map[int]int
	order     []int
}

func (e *emitter) function() *ir.Function {
	f := e.part.Function.Function
	out := *f
	out.Inert, out.Writes, out.Silent, out.Relays, out.Reader = false, false, false, false, false
	out.Blocks, out.Recover = nil, -1
	e.out = &out
	for r := range f.Params + f.FreeVars {
		e.registers[r] = r
	}
	e.place(0)
	if f.Recover >= 0 {
		out.Recover = e.place(f.Recover)
	}
	for i := 0; i < len(e.order); i++ {
		out.Blocks[i] = e.block(e.order[i])
	}
	out.Registers = len(e.registers)
	return &out
}

// place numbers a block; it will be written.
func (e *emitter) place(b int) int {
	i, ok := e.blocks[b]
	if !ok {
		i = len(e.order)
		e.blocks[b] = i
		e.order = append(e.order, b)
		e.out.Blocks = append(e.out.Blocks, ir.Block{})
	}
	return i
}

func (e *emitter) block(b int) ir.Block {
	from := &e.part.Blocks[b]
	var block ir.Block
	for n := range from.Instrs {
		in := &from.Instrs[n]
		switch in.Op {
		case ir.OpJump, ir.OpIf, ir.OpReturn, ir.OpPanic, ir.OpStop:
			continue
		}
		switch number := e.part.First[b] + n; {
		case e.part.kept[number]:
			block.Instrs = append(block.Instrs, e.instruction(in))
		case e.part.endings[number]:
			block.Instrs = append(block.Instrs, ir.Instr{Op: ir.OpCall, Dst: -1, Name: e.endingOf(b, n), Site: in.Site, Text: in.Text})
		}
	}
	e.terminate(&block, b)
	e.markLate(&block, b)
	return block
}

// markLate says of all that is left of a block that time may have passed before it, if that isn't certain not to be so: calls
// in which it passes may have been left out, here or before.
func (e *emitter) markLate(block *ir.Block, b int) {
	late := e.part.Function.Slow
	for n, in := range e.part.Blocks[b].Instrs {
		late = late || in.Op == ir.OpCall && in.Name == "" && !library.IsPromptMethod(in.Method) && !e.part.kept[e.part.First[b]+n]
	}
	for n := range block.Instrs {
		block.Instrs[n].Late = late
	}
}

// endingOf is what may end the goroutine instead of a call.
func (e *emitter) endingOf(b, index int) string {
	if e.part.Blocks[b].Instrs[index].Method != "" && len(e.Points.Callees(e.part.Function.Function, pointsto.At{Block: b, Index: index})) == 0 {
		return library.MayExit
	}
	for _, name := range e.Points.Callees(e.part.Function.Function, pointsto.At{Block: b, Index: index}) {
		if callee := e.Callee(name); callee != nil && e.MayGoexit[callee] {
			return library.MayEnd
		}
	}
	return library.MayFail
}

// terminate ends a block: with what ends it in the program, or with the branch or
// jump to where control comes next.
func (e *emitter) terminate(block *ir.Block, b int) {
	last := e.part.Blocks[b].Terminator()
	switch {
	case len(e.part.Blocks[b].Succs) == 0:
		block.Instrs = append(block.Instrs, e.instruction(last))
	case e.part.branches[b]:
		in := *last
		in.Args = []ir.Operand{e.condition(b, last)}
		block.Instrs = append(block.Instrs, in)
		for s := range e.part.Blocks[b].Succs {
			e.edge(block, e.way(b, s))
		}
	default:
		next := e.part.following(b)
		if next.count == 0 {
			block.Instrs = append(block.Instrs, ir.Instr{Op: ir.OpStop, Dst: -1})
			return
		}
		block.Instrs = append(block.Instrs, ir.Instr{Op: ir.OpJump, Dst: -1})
		e.edge(block, next.first)
	}
}

// way is where control comes when it takes one edge.
func (e *emitter) way(b, edge int) arrival {
	a, matters := e.part.arrives(b, edge)
	if matters {
		return a
	}
	if next := e.part.following(a.to); next.count > 0 {
		return next.first
	}
	return a
}

func (e *emitter) edge(block *ir.Block, a arrival) {
	out := ir.Edge{Block: e.place(a.to)}
	if a.from >= 0 {
		for _, m := range e.part.Blocks[a.from].Succs[a.edge].Moves {
			if e.part.needed[m.To] {
				out.Moves = append(out.Moves, ir.Move{To: e.register(m.To), From: e.operand(m.From)})
			}
		}
	}
	block.Succs = append(block.Succs, out)
}

func (e *emitter) register(r int) int {
	n, ok := e.registers[r]
	if !ok {
		n = len(e.registers)
		e.registers[r] = n
	}
	return n
}

// operand is an operand as the slice has it: one that nobody asked for is unknown.
func (e *emitter) operand(o ir.Operand) ir.Operand {
	if o.Kind != ir.Register {
		return o
	}
	if !e.part.needed[o.Reg] {
		return ir.Operand{}
	}
	o.Reg = e.register(o.Reg)
	return o
}

// condition is the condition of a branch: followed, decided, free, or in doubt.
func (e *emitter) condition(b int, in *ir.Instr) ir.Operand {
	o := in.Args[0]
	if o.Kind != ir.Register || e.part.needed[o.Reg] && !e.asksOtherContext(o) {
		return e.operand(o)
	}
	if decided, ok := e.Decided(e.part.Function, b); ok {
		return decided
	}
	if e.IsFree(e.part.Function, o, e.part.Loops[b]) && !e.AsksAgain(e.part.Function, b) || e.IsCounted(e.part.Function, b) {
		return ir.Operand{}
	}
	return ir.Operand{Kind: ir.Unfollowed, Text: in.Text}
}

// asksOtherContext reports whether a condition is whether a context has ended that the program ends, and that is none of the objects:
// the slice has nothing of what ends it, nor of who waits for that.
func (e *emitter) asksOtherContext(condition ir.Operand) bool {
	f := e.part.Function
	test := f.Definition(condition)
	if test == nil || test.Op != ir.OpBinary {
		return false
	}
	asked := f.Definition(f.Original(test.Args[0]))
	if asked == nil || asked.Op != ir.OpCall || asked.TypeName != ir.ContextType || asked.Method != "Err" {
		return false
	}
	return slices.ContainsFunc(e.Points.Operand(f.Function, asked.Args[0]), func(l pointsto.Location) bool {
		return e.Points.Objects[l].Kind == pointsto.Context && !e.objects[l] && e.Transferred().Ended[l]
	})
}

func (e *emitter) instruction(in *ir.Instr) ir.Instr {
	out := *in
	out.Args = make([]ir.Operand, len(in.Args))
	for i, o := range in.Args {
		out.Args[i] = e.operand(o)
	}
	if in.Dst >= 0 {
		out.Dst = -1
		if e.part.needed[in.Dst] || mustHaveResult(in.Op) {
			out.Dst = e.register(in.Dst)
		}
	}
	if in.Op == ir.OpSelect {
		e.cases(in, &out)
	}
	return out
}

// mustHaveResult reports whether an operation has a result even if nobody asks.
func mustHaveResult(op ir.Op) bool {
	switch op {
	case ir.OpReceive, ir.OpSelect, ir.OpCall, ir.OpGo, ir.OpDefer:
		return false
	}
	return true
}

// isServedByOthers reports whether a case of a select is about none of the objects, and code that
// isn't seen may serve it, which a slice may not have given the channel to.
func (e *emitter) isServedByOthers(s *ir.SelectCase) bool {
	locations := e.Points.Operand(e.part.Function.Function, s.Chan)
	isServed := func(l pointsto.Location) bool { return e.Points.CanServe(l, s.Send) }
	return slices.ContainsFunc(locations, isServed) && !slices.ContainsFunc(locations, func(l pointsto.Location) bool { return e.objects[l] })
}

// cases writes the cases of a select. Whether a case is ready that is about
// another object of the package, the program knows and the slice doesn't.
func (e *emitter) cases(in, out *ir.Instr) {
	out.Cases = append([]ir.SelectCase(nil), in.Cases...)
	position := 0
	for i := range out.Cases {
		s := &out.Cases[i]
		switch {
		case s.Chan.Kind != ir.Register:
		case e.part.needed[s.Chan.Reg] && e.isDisabledAtTimes(e.part.Function, s):
			s.Chan = e.operand(s.Chan)
		case e.isServedByOthers(s):
			s.Chan = ir.Operand{}
		case e.part.needed[s.Chan.Reg]:
			s.Chan = e.operand(s.Chan)
		case e.IsConfined(e.part.Function, s.Chan, s.Send):
			s.Chan = ir.Operand{Kind: ir.Unfollowed, Text: "a select has a case for another channel"}
		default:
			s.Chan = ir.Operand{}
		}
		s.Value = e.operand(s.Value)
		if s.Send {
			continue
		}
		s.Needed = s.Needed && e.extracts(in, 2+position)
		position++
	}
}

// extracts reports whether an element of a select is asked for.
func (e *emitter) extracts(in *ir.Instr, element int) bool {
	if in.Dst < 0 || !e.part.needed[in.Dst] {
		return false
	}
	for i := range e.part.Instructions() {
		x := i.Instr()
		if x.Op == ir.OpExtract && x.Index == element && x.Args[0].Kind == ir.Register && x.Args[0].Reg == in.Dst && e.part.kept[i.Number()] {
			return true
		}
	}
	return false
}
