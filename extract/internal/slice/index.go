package slice

import (
	"maps"
	"slices"

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
	inTurn    []*function // callees first
	// stores lists, for each location, the instructions that store there; sends
	// those that send there.
	stores map[pointsto.Location][]instruction
	// copies lists, for each struct type, the instructions that store a whole
	// struct.
	copies map[string][]instruction
	// users lists the functions with a register that may point to a location.
	users map[pointsto.Location][]*function
	// closures lists where a function is made a value with captured variables,
	// mayEnd the functions after a call of which the goroutine may be gone, mayGoexit those of
	// them by which it may be so although no test is given up.
	closures          map[*function][]instruction
	mayEnd, mayGoexit map[*function]bool
	// mayPanic are the functions that panic, or call one that does, mayStay those that may
	// stay in a loop until others do something: see stays.
	mayPanic, mayStay map[*function]bool
	// cycles has the functions that are called in cycles, as far as somebody has asked.
	cycles map[cycleOf]map[*function]bool
	// recovering is what underRecover has found.
	recovering map[*function]bool
	// into lists the locations in which a location may be stored, or of which it
	// is a field.
	into map[pointsto.Location][]pointsto.Location
	// within lists the structs of which a location is a field.
	within map[pointsto.Location][]pointsto.Location
	// values lists the locations of functions as values, by name; regions are those that
	// were asked about. Both are worked out when they are asked for.
	values    map[string][]pointsto.Location
	regions   map[regionKey]*region
	transfers *transfers // see transferred
	// only is the function that is a program of its own, or nil, and usedBy says who uses a
	// package-level variable there: see RunsOnly.
	only   *function
	usedBy func(variable string) []*ir.Function
	// first are the functions that run before others, see runsFirst.
	first map[*function]bool
	// methods lists those that others can call who have a value, by its type; inLoop has
	// the functions that are called in loops.
	methods  map[string][]*function
	inLoop   map[*function]bool
	closings map[closing]bool    // see alwaysCloses
	closed   []pointsto.Location // see channelsClosed
	detours  *detours            // see findDetours
	// lockers are the functions that take a lock, taken those from which one comes there, unseen
	// those that RunsUnseen is about: all are worked out when they are asked for.
	lockers map[pointsto.Location][]*function
	taken   map[pointsto.Location]map[*function]bool
	unseen  map[*function]bool
	// published are the variables that functions make known, see publishedBy.
	published map[*function][]pointsto.Location
	// numbered are the objects on which functions operate, numbers their numbers: see kind.
	numbered []pointsto.Location
	numbers  map[pointsto.Location]kind
}

// Work is what all outlines have taken so far, those of clients and those of regions: see
// mostOutlined. Slicers may share it.
type Work struct {
	clients, regions int
	apart            *Work // see Apart
}

func newIndex(points *pointsto.Analysis, program pointsto.Program) *index {
	x := &index{
		points:    points,
		program:   program,
		regions:   map[regionKey]*region{},
		methods:   map[string][]*function{},
		inLoop:    map[*function]bool{},
		closings:  map[closing]bool{},
		published: map[*function][]pointsto.Location{},
		functions: map[*ir.Function]*function{},
		byName:    map[string]*function{},
		stores:    map[pointsto.Location][]instruction{},
		copies:    map[string][]instruction{},
		users:     map[pointsto.Location][]*function{},
		closures:  map[*function][]instruction{},
		mayEnd:    map[*function]bool{},
		mayGoexit: map[*function]bool{},
		mayPanic:  map[*function]bool{},
		mayStay:   map[*function]bool{},
		cycles:    map[cycleOf]map[*function]bool{},
		into:      map[pointsto.Location][]pointsto.Location{},
		within:    map[pointsto.Location][]pointsto.Location{},
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
	x.inTurn = inPostorder(x.order, func(f *function) *int { return &f.turn }, x.refersTo)
	x.invert()
	x.findEnders()
	x.findOperated()
	x.computeInside()
	x.findMethods()
	x.findLoops()
	x.withCallers(x.mayStay, x.stays, func(call instruction) bool { return call.get().Op != ir.OpGo })
	return x
}

// underRecover is the set of functions that recover from what panics in them, or are called by
// one.
func (x *index) underRecover() map[*function]bool {
	if x.recovering == nil {
		x.recovering = reachable(slices.DeleteFunc(slices.Clone(x.order), func(f *function) bool { return !x.recovers(f) }), func(f *function) (list []*function) {
			for i := range f.instructions() {
				if i.calls() && i.get().Op != ir.OpGo {
					list = append(list, x.calleesAt(i)...)
				}
			}
			return list
		})
	}
	return x.recovering
}

// findEnders finds the functions that end their goroutine, some time, or panic: by
// a call of one that does.
func (x *index) findEnders() {
	isEnd := func(in *ir.Instr) bool { return in.Op == ir.OpCall && library.EndsGoroutine(in.Name) }
	isGoexit := func(in *ir.Instr) bool { return in.Op == ir.OpCall && library.Find(in.Name).Meaning == library.Goexit }
	isPanic := func(in *ir.Instr) bool { return in.Op == ir.OpPanic }
	isCall := func(i instruction) bool { return i.get().Op == ir.OpCall }
	x.withCallers(x.mayEnd, func(f *function) bool { return f.contains(isEnd) }, isCall)
	x.withCallers(x.mayGoexit, func(f *function) bool { return f.contains(isGoexit) }, isCall)
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

// calleesAt lists the functions of the program that an instruction may run.
func (x *index) calleesAt(i instruction) (list []*function) {
	for _, name := range x.points.Callees(i.f.Function, i.at) {
		if callee := x.callee(name); callee != nil {
			list = append(list, callee)
		}
	}
	return list
}

// enter notes the stores and calls of a function.
func (x *index) enter(f *function) {
	for i := range f.instructions() {
		if i.calls() {
			for _, callee := range x.calleesAt(i) {
				callee.callers = append(callee.callers, i)
			}
			continue
		}
		x.enterStore(i)
	}
}

// enterStore notes what an instruction stores, or makes a value.
func (x *index) enterStore(i instruction) {
	f, in := i.f, i.get()
	switch in.Op {
	case ir.OpStore, ir.OpMapUpdate, ir.OpMapDelete, ir.OpCopySlice:
		if in.Op == ir.OpStore && in.Kind == ir.StructKind {
			x.copies[in.TypeName] = append(x.copies[in.TypeName], i)
		}
		if in.TypeName == "" || len(x.points.Operand(f.Function, in.Args[0])) > 0 { // else only fields of the type change
			x.noteStore(i, in.Args[0])
		}
	case ir.OpAppend:
		if in.Dst >= 0 {
			x.noteStore(i, ir.Operand{Kind: ir.Register, Reg: in.Dst})
		}
	case ir.OpSend:
		x.noteStore(i, in.Args[0])
	case ir.OpSelect:
		for c := range in.Cases {
			if in.Cases[c].Send {
				x.noteStore(i, in.Cases[c].Chan)
			}
		}
	case ir.OpMakeClosure:
		if callee := x.callee(in.Name); callee != nil {
			x.closures[callee] = append(x.closures[callee], i)
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
	pointsto.EachVariable(f.Function, func(o ir.Operand, _ bool) { f.globals = append(f.globals, x.points.Operand(f.Function, o)...) })
	slices.Sort(f.globals)
	f.globals = slices.Compact(f.globals)
	enter(f.globals)
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
	return reachable(slices.Collect(maps.Keys(to)), func(l pointsto.Location) []pointsto.Location { return x.into[l] })
}
