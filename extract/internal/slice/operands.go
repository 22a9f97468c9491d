package slice

import (
	"slices"

	"github.com/chancheck/chancheck/extract/internal/library"
	"github.com/chancheck/chancheck/extract/internal/pointsto"
	"github.com/chancheck/chancheck/extract/internal/supergraph"
	"github.com/chancheck/chancheck/extract/ir"
)

// operands asks for what a kept instruction reads.
func (c *criterion) operands(i supergraph.Instruction) {
	f, in := i.Parent, i.Instr()
	switch in.Op {
	case ir.OpSend:
		c.need(f, in.Args[0])
		if c.sendsAlong(f, in.Args[0], in.Args[1]) {
			c.need(f, in.Args[1])
		}
	case ir.OpSelect:
		for _, s := range in.Cases {
			c.selectCase(f, &s)
		}
	case ir.OpCall, ir.OpGo, ir.OpDefer:
		c.call(i)
	case ir.OpMakeClosure:
		c.closure(i)
	case ir.OpReturn:
		for r, o := range in.Args {
			if c.isAsked(f, r) || c.leadsThere(c.Points.Operand(f.Function, o)) {
				c.need(f, o)
			}
		}
	case ir.OpExtract:
		c.need(f, in.Args[0])
		c.askElement(f, in.Args[0], in.Index)
	case ir.OpFieldAddr, ir.OpField:
		c.need(f, in.Args[0])
		c.askCopies(in.TypeName)
	case ir.OpIf, ir.OpPanic: // see findBranches
	default:
		for _, o := range in.Args {
			c.need(f, o)
		}
	}
}

// sendsAlong reports whether it matters what is sent.
func (c *criterion) sendsAlong(f *supergraph.Function, channel, v ir.Operand) bool {
	if c.leadsThere(c.Points.Operand(f.Function, v)) {
		return true
	}
	for _, l := range c.Points.Operand(f.Function, channel) {
		if c.cells[l] {
			return true
		}
	}
	return false
}

func (c *criterion) selectCase(f *supergraph.Function, s *ir.SelectCase) {
	along := s.Send && c.leadsThere(c.Points.Operand(f.Function, s.Value))
	if !s.Send {
		c.need(f, s.Value)
	}
	if !along && !c.concerns(f, s.Chan) && !c.isDisabledAtTimes(f, s) {
		return
	}
	c.need(f, s.Chan)
	if s.Send && c.sendsAlong(f, s.Chan, s.Value) {
		c.need(f, s.Value)
	}
}

// isDisabledAtTimes reports whether a case is about a channel of the outside world, such as a timer's, that is kept in a variable
// which is nil at other times: then the case isn't ready.
func (s *Slicer) isDisabledAtTimes(f *supergraph.Function, one *ir.SelectCase) bool {
	return one.Chan.Kind == ir.Register && s.IsOutside(f, one.Chan) && f.MayBeNil(one.Chan)
}

// askResult asks for the memory that a value comes from.
func (c *criterion) askResult(i supergraph.Instruction) {
	in := i.Instr()
	switch in.Op {
	case ir.OpLoad, ir.OpUpdate, ir.OpReceive, ir.OpMapLookup:
		if !in.CommaOk { // else by its elements: see askElement
			c.askWhole(i.Parent, in)
		}
	case ir.OpField:
		if l := c.Points.Field(in.TypeName, in.Index, in.Name); l != 0 {
			c.ask([]pointsto.Location{l})
		} else {
			c.ask(c.Memory(i.Parent, in.Args[0]))
		}
	case ir.OpCall:
		if in.Kind != ir.TupleKind {
			c.askCallees(i, 0)
		}
	case ir.OpIndex, ir.OpCopySlice, ir.OpSlice, ir.OpRange:
		c.ask(c.Memory(i.Parent, in.Args[0]))
	case ir.OpLen:
		if in.Index == ir.Changing { // how many entries a map has is a matter of what is stored there
			c.ask(c.entriesOf(i.Parent, in.Args[0]))
		}
	case ir.OpAppend:
		c.ask(c.Points.Operand(i.Parent.Function, ir.Operand{Kind: ir.Register, Reg: in.Dst}))
	}
}

// entriesOf are the locations of what a map holds, none for a channel.
func (c *criterion) entriesOf(f *supergraph.Function, o ir.Operand) []pointsto.Location {
	if made := f.Definition(o); made != nil && made.Kind == ir.ChanKind {
		return nil
	}
	return slices.DeleteFunc(slices.Clone(c.Memory(f, o)), func(l pointsto.Location) bool {
		return l != supergraph.Unknown && c.Points.Objects[l].Kind == pointsto.Channel
	})
}

// askWhole asks for what is stored where a value comes from; of a struct for the
// fields that lead to objects, as others are asked for one by one.
func (c *criterion) askWhole(f *supergraph.Function, in *ir.Instr) {
	c.ask(c.Memory(f, in.Args[0]))
	if in.Kind != ir.StructKind {
		return
	}
	for _, l := range c.Points.Register(f.Function, in.Dst) {
		for _, field := range c.Points.Fields(c.Points.Objects[l].Type) {
			if c.leading[field] {
				c.ask([]pointsto.Location{field})
			}
		}
	}
}

// askElement asks for one element of a tuple.
func (c *criterion) askElement(f *supergraph.Function, tuple ir.Operand, element int) {
	if tuple.Kind != ir.Register {
		return
	}
	for _, d := range f.Defined[tuple.Reg] {
		if d.At.Index < 0 {
			continue
		}
		in := &f.Blocks[d.At.Block].Instrs[d.At.Index]
		switch {
		case in.Op == ir.OpCall:
			c.askCallees(f.At(d.At), element)
		case in.Op == ir.OpNext:
			c.ask(c.Memory(f, in.Args[0]))
		case in.Op == ir.OpSelect && element >= 2:
			if s := received(in, element-2); s != nil {
				c.ask(c.Points.Operand(f.Function, s.Chan))
			}
		case in.Op == ir.OpMapLookup:
			c.ask(c.Memory(f, in.Args[0]))
		case element == 0 && in.Op == ir.OpReceive:
			c.ask(c.Points.Operand(f.Function, in.Args[0]))
		}
	}
}

// received is receive case number n of a select.
func received(in *ir.Instr, n int) *ir.SelectCase {
	for i := range in.Cases {
		if in.Cases[i].Send {
			continue
		}
		if n == 0 {
			return &in.Cases[i]
		}
		n--
	}
	return nil
}

// ask asks for the content of locations: all that is stored there is kept. A
// channel whose messages matter becomes an object of the slice.
func (c *criterion) ask(list []pointsto.Location) {
	for _, l := range list {
		if c.cells[l] {
			continue
		}
		c.cells[l] = true
		if l != supergraph.Unknown && c.Points.Objects[l].Kind == pointsto.Channel && !c.Points.CanReceive(l) && !c.Points.CanSend(l) {
			c.objects[l] = true
		}
		for _, i := range c.Stores[l] {
			if c.part(i.Parent) == nil {
				continue
			}
			c.keepStored(i, l == supergraph.Unknown || c.Points.Objects[l].Function != i.Parent.Function)
			c.needStored(i)
		}
	}
}

// askCopies keeps what stores whole structs of a type, of which a field is used.
func (c *criterion) askCopies(typeName string) {
	if c.copied[typeName] {
		return
	}
	c.copied[typeName] = true
	for _, i := range c.Copies[typeName] {
		if c.part(i.Parent) != nil {
			c.keepStored(i, true)
		}
	}
}

// needStored asks for what an instruction stores, which may be kept for other
// reasons already.
func (c *criterion) needStored(i supergraph.Instruction) {
	switch in := i.Instr(); in.Op {
	case ir.OpSend:
		c.need(i.Parent, in.Args[1])
	case ir.OpSelect:
		for _, s := range in.Cases {
			if s.Send && c.concerns(i.Parent, s.Chan) {
				c.need(i.Parent, s.Value)
			}
		}
	}
}

// call asks for what a kept call passes.
func (c *criterion) call(i supergraph.Instruction) {
	f, in := i.Parent, i.Instr()
	if in.Name == "" && len(in.Args) > 0 {
		c.need(f, in.Args[0])
	}
	callees := c.Points.Callees(f.Function, i.At)
	if len(callees) == 0 {
		c.needAll(f, in.Args)
	}
	for _, name := range callees {
		callee := c.Callee(name)
		if callee == nil {
			c.knownCall(f, in, name)
			continue
		}
		p := c.parts[callee]
		if p == nil { // if it is taken in later, it asks
			continue
		}
		for parameter := range callee.Params + callee.FreeVars {
			if p.needed[parameter] {
				c.passes(i, callee, parameter)
			}
		}
	}
}

// knownCall asks for what a function needs that has a meaning of its own, or isn't
// seen: the object that it operates on, and by how much; or what leads to objects.
func (c *criterion) knownCall(f *supergraph.Function, in *ir.Instr, name string) {
	switch library.Find(name).Meaning {
	case library.Exit, library.Goexit, library.FailNow, library.Fails, library.Panic, library.Inert, library.Parallel:
		return
	case library.None, library.Opens, library.Reflects, library.Atomic:
		for n, o := range in.Args {
			if !c.leadsThere(c.Points.Operand(f.Function, o)) {
				continue
			}
			c.need(f, o)
			if n == 0 && library.IsAtomic(name) { // what is stored there, too, who calls it may take out
				c.ask(c.Memory(f, o))
			}
		}
		return
	}
	c.needAll(f, in.Args)
}

func (c *criterion) needAll(f *supergraph.Function, list []ir.Operand) {
	for _, o := range list {
		c.need(f, o)
	}
}

// closure asks for the captured variables that the function needs.
func (c *criterion) closure(i supergraph.Instruction) {
	in := i.Instr()
	callee := c.Callee(in.Name)
	if callee == nil {
		c.needAll(i.Parent, in.Args) // a method value of a function with a meaning of its own
		return
	}
	p := c.parts[callee]
	for v, o := range in.Args {
		if p != nil && callee.Params+v < callee.Registers && p.needed[callee.Params+v] {
			c.need(i.Parent, o)
		}
	}
}

// askCallees asks the functions that an instruction may call for a result.
func (c *criterion) askCallees(i supergraph.Instruction, result int) {
	if i.Instr().Index == 1 && !c.clients { // aside
		return
	}
	for _, name := range c.Points.Callees(i.Parent.Function, i.At) {
		switch callee := c.Callee(name); {
		case callee == nil && c.level == Fine: // what it says may hang on what it is given
			c.needAll(i.Parent, i.Instr().Args)
		case callee != nil && c.part(callee) != nil:
			c.askFor(callee, result)
		}
	}
}

// askFor asks a function for a result.
func (c *criterion) askFor(f *supergraph.Function, result int) {
	p := c.part(f)
	for len(p.results) <= result {
		p.results = append(p.results, false)
	}
	if p.results[result] {
		return
	}
	p.results[result] = true
	p.alive = true
	for b := range f.Blocks {
		in := f.Blocks[b].Terminator()
		if in.Op != ir.OpReturn || result >= len(in.Args) {
			continue
		}
		c.keep(f.At(pointsto.At{Block: b, Index: len(f.Blocks[b].Instrs) - 1}))
		c.need(f, in.Args[result])
	}
}

func (c *criterion) isAsked(f *supergraph.Function, result int) bool {
	p := c.parts[f]
	return result < len(p.results) && p.results[result]
}
