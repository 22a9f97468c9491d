package slice

import (
	"github.com/chancheck/chancheck/extract/internal/library"
	"github.com/chancheck/chancheck/extract/internal/pointsto"
	"github.com/chancheck/chancheck/extract/ir"
)

// operands asks for what a kept instruction reads.
func (c *criterion) operands(i instruction) {
	f, in := i.f, i.get()
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
			if c.isAsked(f, r) || c.leadsThere(c.points.Operand(f.Function, o)) {
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
func (c *criterion) sendsAlong(f *function, channel, v ir.Operand) bool {
	if c.leadsThere(c.points.Operand(f.Function, v)) {
		return true
	}
	for _, l := range c.points.Operand(f.Function, channel) {
		if c.cells[l] {
			return true
		}
	}
	return false
}

func (c *criterion) selectCase(f *function, s *ir.SelectCase) {
	along := s.Send && c.leadsThere(c.points.Operand(f.Function, s.Value))
	if !along && !c.concerns(f, s.Chan) {
		return
	}
	c.need(f, s.Chan)
	if s.Send && c.sendsAlong(f, s.Chan, s.Value) {
		c.need(f, s.Value)
	}
}

// askResult asks for the memory that a value comes from.
func (c *criterion) askResult(i instruction) {
	in := i.get()
	switch in.Op {
	case ir.OpLoad, ir.OpReceive, ir.OpMapLookup:
		if !in.CommaOk { // else by its elements: see askElement
			c.askWhole(i.f, in)
		}
	case ir.OpField:
		if l := c.points.Field(in.TypeName, in.Index, in.Name); l != 0 {
			c.ask([]pointsto.Location{l})
		} else {
			c.ask(c.memory(i.f, in.Args[0]))
		}
	case ir.OpCall:
		if in.Kind != ir.TupleKind {
			c.askCallees(i, 0)
		}
	case ir.OpIndex, ir.OpCopySlice, ir.OpSlice, ir.OpRange:
		c.ask(c.memory(i.f, in.Args[0]))
	case ir.OpAppend:
		c.ask(c.points.Operand(i.f.Function, ir.Operand{Kind: ir.Register, Reg: in.Dst}))
	}
}

// askWhole asks for what is stored where a value comes from; of a struct for the
// fields that lead to objects, as others are asked for one by one.
func (c *criterion) askWhole(f *function, in *ir.Instr) {
	c.ask(c.memory(f, in.Args[0]))
	if in.Kind != ir.StructKind {
		return
	}
	for _, l := range c.points.Register(f.Function, in.Dst) {
		for _, field := range c.points.Fields(c.points.Objects[l].Type) {
			if c.leading[field] {
				c.ask([]pointsto.Location{field})
			}
		}
	}
}

// askElement asks for one element of a tuple.
func (c *criterion) askElement(f *function, tuple ir.Operand, element int) {
	if tuple.Kind != ir.Register {
		return
	}
	for _, d := range f.defined[tuple.Reg] {
		if d.at.Index < 0 {
			continue
		}
		in := &f.Blocks[d.at.Block].Instrs[d.at.Index]
		switch {
		case in.Op == ir.OpCall:
			c.askCallees(instruction{f, d.at}, element)
		case in.Op == ir.OpNext:
			c.ask(c.memory(f, in.Args[0]))
		case in.Op == ir.OpSelect && element >= 2:
			if s := received(in, element-2); s != nil {
				c.ask(c.points.Operand(f.Function, s.Chan))
			}
		case in.Op == ir.OpMapLookup:
			c.ask(c.memory(f, in.Args[0]))
		case element == 0 && in.Op == ir.OpReceive:
			c.ask(c.points.Operand(f.Function, in.Args[0]))
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
		if l != unknown && c.points.Objects[l].Kind == pointsto.Channel && !c.points.CanReceive(l) && !c.points.CanSend(l) {
			c.objects[l] = true
		}
		for _, i := range c.stores[l] {
			if c.part(i.f) == nil {
				continue
			}
			c.keepStored(i)
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
	for _, i := range c.copies[typeName] {
		if c.part(i.f) != nil {
			c.keepStored(i)
		}
	}
}

// needStored asks for what an instruction stores, which may be kept for other
// reasons already.
func (c *criterion) needStored(i instruction) {
	switch in := i.get(); in.Op {
	case ir.OpSend:
		c.need(i.f, in.Args[1])
	case ir.OpSelect:
		for _, s := range in.Cases {
			if s.Send && c.concerns(i.f, s.Chan) {
				c.need(i.f, s.Value)
			}
		}
	}
}

// call asks for what a kept call passes.
func (c *criterion) call(i instruction) {
	f, in := i.f, i.get()
	if in.Name == "" && len(in.Args) > 0 {
		c.need(f, in.Args[0])
	}
	callees := c.points.Callees(f.Function, i.at)
	if len(callees) == 0 {
		c.needAll(f, in.Args)
	}
	for _, name := range callees {
		callee := c.callee(name)
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
func (c *criterion) knownCall(f *function, in *ir.Instr, name string) {
	switch library.Find(name).Meaning {
	case library.Exit, library.Goexit, library.FailNow, library.Panic, library.Inert, library.Parallel:
		return
	case library.None, library.Opens, library.Reflects, library.Atomic:
		for _, o := range in.Args {
			if c.leadsThere(c.points.Operand(f.Function, o)) {
				c.need(f, o)
			}
		}
		return
	}
	c.needAll(f, in.Args)
}

func (c *criterion) needAll(f *function, list []ir.Operand) {
	for _, o := range list {
		c.need(f, o)
	}
}

// closure asks for the captured variables that the function needs.
func (c *criterion) closure(i instruction) {
	in := i.get()
	callee := c.callee(in.Name)
	if callee == nil {
		c.needAll(i.f, in.Args) // a method value of a function with a meaning of its own
		return
	}
	p := c.parts[callee]
	for v, o := range in.Args {
		if p != nil && callee.Params+v < callee.Registers && p.needed[callee.Params+v] {
			c.need(i.f, o)
		}
	}
}

// askCallees asks the functions that an instruction may call for a result.
func (c *criterion) askCallees(i instruction, result int) {
	if i.get().Index == 1 && !c.clients { // aside
		return
	}
	for _, name := range c.points.Callees(i.f.Function, i.at) {
		switch callee := c.callee(name); {
		case callee == nil && c.level == Fine: // what it says may hang on what it is given
			c.needAll(i.f, i.get().Args)
		case callee != nil && c.part(callee) != nil:
			c.askFor(callee, result)
		}
	}
}

// askFor asks a function for a result.
func (c *criterion) askFor(f *function, result int) {
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
		c.keep(instruction{f, pointsto.At{Block: b, Index: len(f.Blocks[b].Instrs) - 1}})
		c.need(f, in.Args[result])
	}
}

func (c *criterion) isAsked(f *function, result int) bool {
	p := c.parts[f]
	return result < len(p.results) && p.results[result]
}
