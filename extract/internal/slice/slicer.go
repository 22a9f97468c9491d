package slice

import (
	"slices"
	"strings"

	"github.com/chancheck/chancheck/extract/internal/library"
	"github.com/chancheck/chancheck/extract/internal/pointsto"
	"github.com/chancheck/chancheck/extract/internal/supergraph"
	"github.com/chancheck/chancheck/extract/ir"
)

// A Level says how much data a slice follows.
type Level int

const (
	// Coarse follows the data that says which object an operation is on, how many
	// goroutines and objects there are, and how operations on the objects ended.
	Coarse Level = iota
	// Fine follows all data that decides branches of the slice, too.
	Fine
)

// A Slicer makes the slices of one package.
type Slicer struct {
	*supergraph.Graph
	closings map[closing]bool                                  // see alwaysCloses
	closed   []pointsto.Location                               // see channelsClosed
	detours  *detours                                          // see findDetours
	makers   map[string][]*maker                               // by type, see makersOf
	structs  map[string][]*pointsto.Object                     // by type, see structsOf
	ending   map[*supergraph.Function][]supergraph.Instruction // see endingIn
}

// New prepares a package for slicing.
func New(graph *supergraph.Graph) *Slicer {
	return &Slicer{Graph: graph, closings: map[closing]bool{}, makers: map[string][]*maker{}, ending: map[*supergraph.Function][]supergraph.Instruction{}}
}

// A Slice is what is left of a program.
type Slice struct {
	// Functions are what is left of the functions, by name; those of which nothing
	// is left are missing.
	Functions map[string]*ir.Function
	// Cut says that something was left out that may concern the objects: see Clients.
	Cut bool
	// Steps is how many instructions were looked at.
	Steps int
}

// Of slices what the entries reach, for the operations on objects.
func (s *Slicer) Of(entries []string, objects []pointsto.Location, level Level) *Slice {
	scope := map[*supergraph.Function]bool{}
	for _, name := range entries {
		if f := s.ByName[name]; f != nil {
			s.VisitReached(f, func(g *supergraph.Function) { scope[g] = true })
		}
	}
	c := s.criterion(entries, func(f *supergraph.Function) bool { return scope[f] }, objects, level)
	c.grow()
	return c.result()
}

func (s *Slicer) criterion(entries []string, inScope func(*supergraph.Function) bool, objects []pointsto.Location, level Level) *criterion {
	c := &criterion{
		Slicer: s, level: level, objects: map[pointsto.Location]bool{}, copied: map[string]bool{}, entries: map[*supergraph.Function]bool{}, parts: map[*supergraph.Function]*part{}, cells: map[pointsto.Location]bool{},
		traced: supergraph.Registers{}, untraced: supergraph.Registers{},
	}
	for _, l := range objects {
		c.objects[l] = true
	}
	c.inScope = inScope
	for _, name := range entries {
		if f := s.ByName[name]; f != nil {
			c.entries[f] = true
			c.part(f)
		}
	}
	return c
}

// A criterion is a slice while it grows. It only grows: what is kept once stays.
type criterion struct {
	*Slicer
	level   Level
	objects map[pointsto.Location]bool
	// leading are the locations that lead to an object.
	leading map[pointsto.Location]bool
	entries map[*supergraph.Function]bool
	// inScope reports whether a function belongs to what is sliced.
	inScope func(*supergraph.Function) bool
	// clients says that the slice is for clients, see Clients: the objects are
	// confined to the package, so that it doesn't matter where they are handed on,
	// and who takes an object out of memory is a client.
	clients bool
	// concrete says that clients call nothing but some functions, so that what these call is called
	// by nobody else, whatever it is about.
	concrete bool
	// variables are the package-level variables that only the package can use, for
	// clients; initializer is the function that sets them first.
	variables   map[string]bool
	initializer string
	// members are the functions that were taken in, parts what is kept of them.
	members []*supergraph.Function
	parts   map[*supergraph.Function]*part
	// cells are the locations whose content is asked for.
	cells map[pointsto.Location]bool
	// copied are the struct types of which fields are used.
	copied map[string]bool
	steps  int
	work   []supergraph.Instruction
	// traced and untraced are registers of which it is known, see isTraceable.
	traced, untraced supergraph.Registers
}

// A part is what is kept of a function.
type part struct {
	*supergraph.Function
	kept []bool // by number of instruction
	// endings are the calls that are left out but for that the goroutine may end there.
	endings []bool
	// needed are the registers that are asked for.
	needed []bool
	// results are those that are asked for.
	results []bool
	// alive says that something is left of the function, acts that it does something,
	// so that all calls of it are kept, stores that it stores what is asked for where others find it.
	alive, acts, stores bool
	// effects are the blocks with a kept instruction, moves those into which a
	// needed register is moved, branches those whose condition matters.
	effects, moves, branches []bool
	next                     []following // see following
}

// part is what is kept of a function, nil if it is out of scope. Functions are
// taken in when they are asked for.
func (c *criterion) part(f *supergraph.Function) *part {
	p := c.parts[f]
	if p == nil && c.inScope(f) {
		p = &part{
			Function: f, kept: make([]bool, f.Size), endings: make([]bool, f.Size), needed: make([]bool, f.Registers),
			effects: make([]bool, len(f.Blocks)), moves: make([]bool, len(f.Blocks)), branches: make([]bool, len(f.Blocks)),
		}
		c.parts[f] = p
		c.members = append(c.members, f)
	}
	return p
}

// takeIn takes in the functions in scope that have to do with what leads to the
// objects, and those that call them, directly or not.
func (c *criterion) takeIn() {
	var work []*supergraph.Function
	seen := map[*supergraph.Function]bool{}
	visit := func(f *supergraph.Function) {
		if !seen[f] && c.inScope(f) {
			seen[f] = true
			work = append(work, f)
		}
	}
	for l := range c.leading {
		for _, f := range c.Users[l] {
			visit(f)
		}
	}
	for len(work) > 0 {
		f := work[len(work)-1]
		work = work[:len(work)-1]
		for _, call := range f.Callers {
			visit(call.Parent)
		}
		for _, made := range c.Closures[f] {
			visit(made.Parent)
		}
	}
	for _, f := range c.Order {
		if seen[f] {
			c.part(f)
		}
	}
}

// grow keeps what is to be kept until there is no more.
func (c *criterion) grow() {
	for c.round() {
	}
}

// round keeps the effects on the objects that there are now, and what they need.
// It reports whether something was kept that may make more of them.
func (c *criterion) round() bool {
	before := len(c.objects)
	c.leading = c.Leads(c.objects)
	c.takeIn()
	for _, f := range c.members {
		c.steps += f.Size
		for i := range f.Instructions() {
			if c.isEffect(i) {
				c.keepEffect(i)
			}
		}
	}
	c.close()
	for c.findCalls() || c.findBranches() {
		c.close()
	}
	return len(c.objects) > before
}

// isEffect reports whether an instruction is kept for its own sake.
func (c *criterion) isEffect(i supergraph.Instruction) bool {
	in := i.Instr()
	if c.clients {
		return c.isOperation(i) || in.Op == ir.OpStore && c.concerns(i.Parent, in.Args[1])
	}
	switch in.Op {
	case ir.OpSend:
		return c.concerns(i.Parent, in.Args[0]) || in.Args[0].Kind == ir.NilConst || c.leadsThere(c.Points.Operand(i.Parent.Function, in.Args[1]))
	case ir.OpReceive, ir.OpClose, ir.OpLen:
		return c.concerns(i.Parent, in.Args[0]) || in.Op != ir.OpLen && in.Args[0].Kind == ir.NilConst
	case ir.OpSelect:
		for _, s := range in.Cases {
			if c.concerns(i.Parent, s.Chan) || s.Send && c.leadsThere(c.Points.Operand(i.Parent.Function, s.Value)) {
				return true
			}
		}
	case ir.OpStore:
		return c.replaces(i.Parent, in.Args[0], in.Args[1]) || in.Kind == ir.StructKind && c.concerns(i.Parent, in.Args[0])
	case ir.OpMapUpdate:
		return c.leadsThere(c.Points.Operand(i.Parent.Function, in.Args[1])) || c.replaces(i.Parent, in.Args[0], in.Args[2])
	case ir.OpMapDelete:
		return c.leadsThere(c.Points.Operand(i.Parent.Function, in.Args[0]))
	case ir.OpReturn:
		return c.entries[i.Parent] && c.givesAway(i)
	case ir.OpPanic:
		return c.givesAway(i)
	case ir.OpMakeInterface, ir.OpUnknown:
		return in.Opens && c.leadsThere(c.Points.Operand(i.Parent.Function, in.Args[0]))
	case ir.OpCall, ir.OpGo, ir.OpDefer:
		return c.operates(i) || c.isUnseen(i) && c.givesAway(i)
	}
	return false
}

// isUnseen reports whether a call may be one of code that isn't seen and does
// something with what it is given.
func (c *criterion) isUnseen(i supergraph.Instruction) bool {
	in := i.Instr()
	callees := c.Points.Callees(i.Parent.Function, i.At)
	if in.Name == "" {
		return true
	}
	for _, name := range callees {
		if strings.HasPrefix(name, ir.Unseen) {
			return true
		}
		switch library.Find(name).Meaning {
		case library.Opens, library.Reflects, library.Atomic, library.SameContext, library.Panic:
			return true
		}
		if f := c.Program.Function(name); f != nil && f.Opaque {
			return true
		}
	}
	return false
}

// givesAway reports whether an instruction passes something on that leads to an object.
func (c *criterion) givesAway(i supergraph.Instruction) bool {
	return slices.ContainsFunc(i.Instr().Args, func(o ir.Operand) bool {
		return c.leadsThere(c.Points.Operand(i.Parent.Function, o))
	})
}

// isOperation reports whether an instruction operates on an object.
func (c *criterion) isOperation(i supergraph.Instruction) bool {
	return slices.ContainsFunc(c.OperationsOf(i), func(o supergraph.Operation) bool {
		return slices.ContainsFunc(o.Objects, func(l pointsto.Location) bool { return c.objects[l] })
	})
}

// concerns reports whether an operand may be one of the objects.
func (c *criterion) concerns(f *supergraph.Function, o ir.Operand) bool {
	for _, l := range c.Points.Operand(f.Function, o) {
		if c.objects[l] {
			return true
		}
	}
	return false
}

// replaces reports whether a store puts something into place that leads to an
// object, or may take it away.
func (c *criterion) replaces(f *supergraph.Function, address, v ir.Operand) bool {
	if c.leadsThere(c.Points.Operand(f.Function, v)) {
		return true
	}
	if v.Kind != ir.NilConst {
		return false
	}
	for _, l := range c.Points.Operand(f.Function, address) {
		if !c.objects[l] && c.leadsThere(c.Points.Content(l)) {
			return true
		}
	}
	return false
}

func (c *criterion) leadsThere(list []pointsto.Location) bool {
	for _, l := range list {
		if c.leading[l] {
			return true
		}
	}
	return false
}

// operates reports whether a call is one of a function with a meaning of its own
// and concerns an object.
func (c *criterion) operates(i supergraph.Instruction) bool {
	for _, name := range c.Points.Callees(i.Parent.Function, i.At) {
		if c.Callee(name) != nil || !library.IsKnown(name) {
			continue
		}
		for _, l := range c.Points.Receivers(i.Parent.Function, i.Instr()) {
			if c.objects[l] || c.Points.Objects[l].Kind == pointsto.Closure && c.leading[l] {
				return true
			}
		}
	}
	return false
}

// keepEffect keeps an instruction that does something, so that calls of its
// function do.
func (c *criterion) keepEffect(i supergraph.Instruction) {
	if p := c.part(i.Parent); p != nil {
		p.acts = true
		c.keep(i)
	}
}

// keepStored keeps an instruction that stores what is asked for. Clients don't call a
// function only because it does: what is not stored by what they call, is not there. isElsewhere says
// that it is stored in what the function hasn't made.
func (c *criterion) keepStored(i supergraph.Instruction, isElsewhere bool) {
	p := c.part(i.Parent)
	p.stores = p.stores || isElsewhere
	if c.clients {
		c.keep(i)
		return
	}
	c.keepEffect(i)
}

// keep keeps an instruction.
func (c *criterion) keep(i supergraph.Instruction) {
	p := c.parts[i.Parent]
	if p == nil {
		return
	}
	n := i.Parent.First[i.At.Block] + i.At.Index
	if p.kept[n] {
		return
	}
	p.kept[n] = true
	p.mark(p.effects, i.At.Block)
	c.work = append(c.work, i)
}

// close keeps what the kept instructions need.
func (c *criterion) close() {
	for len(c.work) > 0 {
		i := c.work[len(c.work)-1]
		c.work = c.work[:len(c.work)-1]
		c.operands(i)
	}
}

// need asks for the value of an operand.
func (c *criterion) need(f *supergraph.Function, o ir.Operand) {
	if o.Kind == ir.Register {
		c.needRegister(f, o.Reg)
	}
}

func (c *criterion) needRegister(f *supergraph.Function, register int) {
	p := c.parts[f]
	if p == nil || p.needed[register] {
		return
	}
	p.needed[register] = true
	if register < f.Params+f.FreeVars {
		c.needArgument(f, register)
	}
	for _, d := range f.Defined[register] {
		if d.At.Index < 0 {
			p.mark(p.moves, f.Blocks[d.At.Block].Succs[d.Edge].Block)
			c.need(f, d.From)
			continue
		}
		i := f.At(d.At)
		c.keep(i)
		c.askResult(i)
	}
}

// needArgument asks all callers for what they pass.
func (c *criterion) needArgument(f *supergraph.Function, parameter int) {
	for _, call := range f.Callers {
		if c.parts[call.Parent] != nil {
			c.passes(call, f, parameter)
		}
	}
}

// passes asks one caller for an argument, if the call is kept.
func (c *criterion) passes(call supergraph.Instruction, f *supergraph.Function, parameter int) {
	in := call.Instr()
	if !c.isKept(call) {
		return // its turn comes with the call
	}
	if o, ok := supergraph.Argument(in, f, parameter); ok {
		c.need(call.Parent, o)
	}
}

func (c *criterion) isKept(i supergraph.Instruction) bool {
	p := c.parts[i.Parent]
	return p != nil && p.kept[i.Number()]
}
