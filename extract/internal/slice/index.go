package slice

import (
	"github.com/chancheck/chancheck/extract/internal/library"
	"github.com/chancheck/chancheck/extract/internal/pointsto"
	"github.com/chancheck/chancheck/extract/ir"
)

// An index has what slices of one package ask again and again.
type index struct {
	points  *pointsto.Analysis
	program pointsto.Program
	// functions are numbered as they were reached.
	functions map[*ir.Function]*function
	byName    map[string]*function
	order     []*function
	// stores lists, for each location, the instructions that store there; sends
	// those that send there.
	stores map[pointsto.Location][]instruction
	// copies lists, for each struct type, the instructions that store a whole
	// struct.
	copies map[string][]instruction
	// users lists the functions with a register that may point to a location.
	users map[pointsto.Location][]*function
	// closures lists where a function is made a value with captured variables,
	// mayEnd the functions after a call of which the goroutine may be gone.
	closures map[*function][]instruction
	mayEnd   map[*function]bool
	// mayPanic are the functions that panic, or call one that does.
	mayPanic map[*function]bool
	// into lists the locations in which a location may be stored, or of which it
	// is a field.
	into map[pointsto.Location][]pointsto.Location
	// within lists the structs of which a location is a field.
	within map[pointsto.Location][]pointsto.Location
	// values lists the locations of functions as values, by name; regions are those that
	// were asked about. Both are worked out when they are asked for.
	values  map[string][]pointsto.Location
	regions map[regionKey]*region
	// methods lists those that others can call who have a value, by its type; inLoop has
	// the functions that are called in loops.
	methods map[string][]*function
	inLoop  map[*function]bool
}

// A function is one with its instructions numbered.
type function struct {
	*ir.Function
	number int
	// first is the number of the first instruction of each block.
	first []int
	size  int
	// defined is where a register is set, by instructions and by moves.
	defined [][]definition
	callers []instruction
	// operations and refers are worked out when they are asked for.
	operations       []Operation
	refers           []*function
	listed, referred bool
	// passed is worked out by Clusters: what is passed in each block; preds and reaching
	// are the blocks that come before it, see reachingOf.
	passed          []kindSet
	inside          *kindSet // see computeInside
	preds, reaching [][]int
	live            []numberSet // see liveAt
	// loops has, for each block, the number of the innermost cycle of blocks
	// that it is in, or -1.
	loops []int
}

// A definition is an instruction, or a move on an edge of a block.
type definition struct {
	at   pointsto.At // Index -1: an edge
	edge int
	from ir.Operand
}

// An instruction is one of a function.
type instruction struct {
	f  *function
	at pointsto.At
}

func (i instruction) get() *ir.Instr { return &i.f.Blocks[i.at.Block].Instrs[i.at.Index] }

func newIndex(points *pointsto.Analysis, program pointsto.Program) *index {
	x := &index{
		points: points, program: program, regions: map[regionKey]*region{}, methods: map[string][]*function{}, inLoop: map[*function]bool{},
		functions: map[*ir.Function]*function{}, byName: map[string]*function{},
		stores: map[pointsto.Location][]instruction{}, copies: map[string][]instruction{}, users: map[pointsto.Location][]*function{}, closures: map[*function][]instruction{}, mayEnd: map[*function]bool{}, mayPanic: map[*function]bool{}, into: map[pointsto.Location][]pointsto.Location{}, within: map[pointsto.Location][]pointsto.Location{},
	}
	for _, f := range points.Functions() {
		if f.Opaque { // there is nothing in it to slice: it is called as what isn't known
			continue
		}
		g := number(f)
		g.number = len(x.order)
		x.functions[f], x.byName[f.Name] = g, g
		x.order = append(x.order, g)
	}
	for _, f := range x.order {
		x.enter(f)
		x.enterUser(f)
	}
	x.invert()
	x.findEnders()
	x.computeInside()
	x.findMethods()
	x.findLoops()
	return x
}

// findEnders finds the functions that end their goroutine, some time, or panic: by
// a call of one that does.
func (x *index) findEnders() {
	isEnd := func(in *ir.Instr) bool { return in.Op == ir.OpCall && library.EndsGoroutine(in.Name) }
	isPanic := func(in *ir.Instr) bool { return in.Op == ir.OpPanic }
	isCall := func(i instruction) bool { return i.get().Op == ir.OpCall }
	x.withCallers(x.mayEnd, func(f *function) bool { return f.contains(isEnd) }, isCall)
	x.withCallers(x.mayPanic, func(f *function) bool { return f.contains(isPanic) }, isCall)
}

// withCallers adds to a set the functions that are something by themselves, and those
// from which calls that count lead to them.
func (x *index) withCallers(set map[*function]bool, is func(*function) bool, counts func(call instruction) bool) {
	var work []*function
	for _, f := range x.order {
		if is(f) {
			set[f] = true
			work = append(work, f)
		}
	}
	for len(work) > 0 {
		f := work[len(work)-1]
		work = work[:len(work)-1]
		for _, call := range f.callers {
			if !set[call.f] && counts(call) {
				set[call.f] = true
				work = append(work, call.f)
			}
		}
	}
}

func (f *function) contains(has func(*ir.Instr) bool) bool {
	for b := range f.Blocks {
		for i := range f.Blocks[b].Instrs {
			if has(&f.Blocks[b].Instrs[i]) {
				return true
			}
		}
	}
	return false
}

// number numbers the instructions of a function and finds where its registers
// are set.
func number(f *ir.Function) *function {
	g := &function{Function: f, first: make([]int, len(f.Blocks)), defined: make([][]definition, f.Registers)}
	for b := range f.Blocks {
		g.first[b] = g.size
		g.size += len(f.Blocks[b].Instrs)
		for i := range f.Blocks[b].Instrs {
			if dst := f.Blocks[b].Instrs[i].Dst; dst >= 0 {
				g.defined[dst] = append(g.defined[dst], definition{at: pointsto.At{Block: b, Index: i}})
			}
		}
		for e, edge := range f.Blocks[b].Succs {
			for _, m := range edge.Moves {
				g.defined[m.To] = append(g.defined[m.To], definition{pointsto.At{Block: b, Index: -1}, e, m.From})
			}
		}
	}
	g.loops = f.Cycles()
	return g
}

// definition is the one instruction that sets a register, or nil.
func (f *function) definition(o ir.Operand) *ir.Instr {
	if o.Kind != ir.Register || len(f.defined[o.Reg]) != 1 || f.defined[o.Reg][0].at.Index < 0 {
		return nil
	}
	return (instruction{f, f.defined[o.Reg][0].at}).get()
}

// enter notes the stores and calls of a function.
func (x *index) enter(f *function) {
	for b := range f.Blocks {
		for i := range f.Blocks[b].Instrs {
			at := pointsto.At{Block: b, Index: i}
			in := &f.Blocks[b].Instrs[i]
			here := instruction{f, at}
			switch in.Op {
			case ir.OpFieldAddr:
				for _, l := range x.points.Operand(f.Function, in.Args[0]) {
					x.points.Typed(l, in.TypeName)
				}
			case ir.OpStore, ir.OpMapUpdate, ir.OpMapDelete, ir.OpCopySlice:
				if in.Op == ir.OpStore && in.Kind == ir.StructKind {
					x.copies[in.TypeName] = append(x.copies[in.TypeName], here)
				}
				if in.TypeName == "" || len(x.points.Operand(f.Function, in.Args[0])) > 0 { // else only fields of the type change
					x.noteStore(here, in.Args[0])
				}
			case ir.OpAppend:
				if in.Dst >= 0 {
					x.noteStore(here, ir.Operand{Kind: ir.Register, Reg: in.Dst})
				}
			case ir.OpSend:
				x.noteStore(here, in.Args[0])
			case ir.OpSelect:
				for c := range in.Cases {
					if in.Cases[c].Send {
						x.noteStore(here, in.Cases[c].Chan)
					}
				}
			case ir.OpMakeClosure:
				if callee := x.callee(in.Name); callee != nil {
					x.closures[callee] = append(x.closures[callee], here)
				}
			case ir.OpCall, ir.OpGo, ir.OpDefer:
				for _, name := range x.points.Callees(f.Function, at) {
					if callee := x.callee(name); callee != nil {
						callee.callers = append(callee.callers, here)
					}
				}
			}
		}
	}
}

// enterUser notes the locations to which registers of a function point, and the
// package-level variables that it uses.
func (x *index) enterUser(f *function) {
	enter := func(list []pointsto.Location) {
		for _, l := range list {
			if users := x.users[l]; len(users) == 0 || users[len(users)-1] != f {
				x.users[l] = append(users, f)
			}
		}
	}
	for r := range f.Registers {
		enter(x.points.Register(f.Function, r))
	}
	eachVariable(f.Function, func(o ir.Operand) { enter(x.points.Operand(f.Function, o)) })
}

// eachVariable visits the operands of a function that are package-level variables.
func eachVariable(f *ir.Function, visit func(ir.Operand)) {
	use := func(o ir.Operand) {
		if o.Kind == ir.GlobalConst {
			visit(o)
		}
	}
	for b := range f.Blocks {
		for i := range f.Blocks[b].Instrs {
			in := &f.Blocks[b].Instrs[i]
			for _, o := range in.Args {
				use(o)
			}
			for c := range in.Cases {
				use(in.Cases[c].Value)
			}
		}
		for _, e := range f.Blocks[b].Succs {
			for _, m := range e.Moves {
				use(m.From)
			}
		}
	}
}

func (x *index) callee(name string) *function {
	f := x.program.Function(name)
	if f == nil {
		return nil
	}
	return x.functions[f]
}

// unknown is the location of all memory of which nothing is known: what pointers
// lead to that come from outside.
const unknown pointsto.Location = 0

// memory lists the locations that an address leads to.
func (x *index) memory(f *function, address ir.Operand) []pointsto.Location {
	if list := x.points.Operand(f.Function, address); len(list) > 0 {
		return list
	}
	return []pointsto.Location{unknown}
}

func (x *index) noteStore(at instruction, address ir.Operand) {
	for _, l := range x.memory(at.f, address) {
		x.stores[l] = append(x.stores[l], at)
	}
}

// invert turns "holds" and "has the field" round.
func (x *index) invert() {
	fields := map[string][]pointsto.Location{}
	for l := range x.points.Objects {
		o := &x.points.Objects[l]
		holder := pointsto.Location(l)
		for _, held := range x.points.Content(holder) {
			x.into[held] = append(x.into[held], holder)
		}
		if o.Type != "" {
			list, known := fields[o.Type]
			if !known {
				list = x.points.Fields(o.Type)
				fields[o.Type] = list
			}
			for _, field := range list {
				x.into[field] = append(x.into[field], holder)
				x.within[field] = append(x.within[field], holder)
			}
		}
	}
}

// leads is the set of locations from which one of those given can be reached.
func (x *index) leads(to map[pointsto.Location]bool) map[pointsto.Location]bool {
	set := map[pointsto.Location]bool{}
	var work []pointsto.Location
	for l := range to {
		set[l] = true
		work = append(work, l)
	}
	for len(work) > 0 {
		l := work[len(work)-1]
		work = work[:len(work)-1]
		for _, holder := range x.into[l] {
			if !set[holder] {
				set[holder] = true
				work = append(work, holder)
			}
		}
	}
	return set
}
