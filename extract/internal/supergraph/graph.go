package supergraph

import (
	"maps"
	"slices"

	"github.com/chancheck/chancheck/extract/internal/dataflow"
	"github.com/chancheck/chancheck/extract/internal/pointsto"
	"github.com/chancheck/chancheck/extract/ir"
)

// A Graph is the supergraph of a package, with what analyses of it ask again and again.
type Graph struct {
	// Points says who can touch what, Program has the functions by name, also those that
	// aren't part of the graph.
	Points  *pointsto.Analysis
	Program pointsto.Program
	// Functions and ByName find a function of the graph, Order lists all as they were reached,
	// InTurn callees first.
	Functions map[*ir.Function]*Function
	ByName    map[string]*Function
	Order     []*Function
	InTurn    []*Function
	// Stores lists, for each location, the instructions that store or send there.
	Stores map[pointsto.Location][]Instruction
	// Copies lists, for each struct type, the instructions that store a whole
	// struct.
	Copies map[string][]Instruction
	// Users lists the functions with a register that may point to a location.
	Users map[pointsto.Location][]*Function
	// Closures lists where a function is made a value with captured variables.
	Closures map[*Function][]Instruction
	// MayEnd has the functions after a call of which the goroutine may be gone, MayGoexit those
	// of them by which it may be so although no test is given up, MayGiveUp those by which a test may be.
	MayEnd, MayGoexit, MayGiveUp map[*Function]bool
	// MayExit has the functions that end the program, or call one that does.
	MayExit map[*Function]bool
	// MayPanic has the functions that panic, or call one that does, MayStay those that may
	// stay in a loop until others do something.
	MayPanic, MayStay map[*Function]bool
	// OneSided has the functions that have an instruction which never goes on in one of its ways,
	// or call one that does.
	OneSided map[*Function]bool
	// kept are the answers of isKept so far, passed what passedOn has found.
	kept, passed map[pointsto.Location]bool
	// cycles has the functions that are called in cycles, as far as somebody has asked.
	cycles map[cycleOf]map[*Function]bool
	// allLocks is what AllLocks has found, if it has looked.
	allLocks   []pointsto.Location
	knowsLocks bool
	// recovering is what UnderRecover has found.
	recovering map[*Function]bool
	// Into lists the locations in which a location may be stored, or of which it
	// is a field.
	Into map[pointsto.Location][]pointsto.Location
	// Within lists the structs of which a location is a field.
	Within    map[pointsto.Location][]pointsto.Location
	transfers *Transfers // see Transferred
	// only is the function that is a program of its own, or nil, and usedBy says who uses a
	// package-level variable there: see RunsOnly.
	only   *Function
	usedBy func(variable string) []*ir.Function
	// first are the functions that run before others, see RunsFirst.
	first map[*Function]bool
	// inLoop has the functions that are called in loops, inEndless those in loops without end.
	inLoop, inEndless map[*Function]bool
	// lockers are the functions that take a lock, taken those from which one comes there, unseen
	// those that RunsUnseen is about: all are worked out when they are asked for.
	lockers map[pointsto.Location][]*Function
	taken   map[pointsto.Location]map[*Function]bool
	unseen  map[*Function]bool
	// holdings says of locks how functions hold them: see ReleasesOthers.
	holdings map[pointsto.Location]*holdings
	// uses says of objects what functions do with them: see sharedUse.
	uses map[pointsto.Location]*lockUse
}

// New makes the graph of the functions that a points-to analysis has reached. It returns nil if what these may store
// of which nothing is known is too much: see mostForgotten.
func New(points *pointsto.Analysis, program pointsto.Program, bodies Bodies) *Graph {
	return within(points, program, bodies, mostForgotten)
}

// within is New with as many stores of what isn't known as there may be.
func within(points *pointsto.Analysis, program pointsto.Program, bodies Bodies, most int) *Graph {
	x := &Graph{
		Points:    points,
		Program:   program,
		inLoop:    map[*Function]bool{},
		inEndless: map[*Function]bool{},
		holdings:  map[pointsto.Location]*holdings{},
		uses:      map[pointsto.Location]*lockUse{},
		Functions: map[*ir.Function]*Function{},
		ByName:    map[string]*Function{},
		Stores:    map[pointsto.Location][]Instruction{},
		Copies:    map[string][]Instruction{},
		Users:     map[pointsto.Location][]*Function{},
		Closures:  map[*Function][]Instruction{},
		MayEnd:    map[*Function]bool{},
		MayGoexit: map[*Function]bool{},
		MayGiveUp: map[*Function]bool{},
		MayPanic:  map[*Function]bool{},
		MayStay:   map[*Function]bool{},
		MayExit:   map[*Function]bool{},
		OneSided:  map[*Function]bool{},
		kept:      map[pointsto.Location]bool{},
		cycles:    map[cycleOf]map[*Function]bool{},
		Into:      map[pointsto.Location][]pointsto.Location{},
		Within:    map[pointsto.Location][]pointsto.Location{},
	}
	for _, f := range points.Functions() {
		if f.Opaque { // there is nothing in it to look at: it is called as what isn't known
			continue
		}
		g := &Function{Body: bodies.of(f), Number: len(x.Order)}
		x.Functions[f], x.ByName[f.Name] = g, g
		x.Order = append(x.Order, g)
	}
	forgets := forgetting{Graph: x, known: map[string][]pointsto.Location{}, left: most}
	for _, f := range x.Order {
		x.enter(f, &forgets)
		x.enterUser(f)
		if forgets.left < 0 {
			return nil
		}
	}
	x.InTurn = dataflow.InPostorder(x.Order, func(f *Function) *int { return &f.Turn }, x.RefersTo)
	x.invert()
	x.findEnders()
	x.findLoops(x.inLoop, x.Repeats)
	x.findLoops(x.inEndless, x.RepeatsForEver)
	isDone := func(call Instruction) bool { return call.Instr().Op != ir.OpGo }
	x.WithCallers(x.OneSided, x.hasOneSided, isDone)
	x.WithCallers(x.MayStay, x.stays, isDone)
	return x
}

// enter notes the stores and calls of a function.
func (x *Graph) enter(f *Function, forgets *forgetting) {
	for _, call := range x.CallsIn(f) {
		for _, callee := range call.Callees {
			callee.Callers = append(callee.Callers, call.Instruction)
		}
	}
	for i := range f.Instructions() {
		switch {
		case i.Instr().Op == ir.OpForget:
			forgets.enter(i)
		case !i.Calls():
			x.enterStore(i)
		}
	}
}

// enterStore notes what an instruction stores, or makes a value.
func (x *Graph) enterStore(i Instruction) {
	f, in := i.Parent, i.Instr()
	switch in.Op {
	case ir.OpStore, ir.OpUpdate, ir.OpMapUpdate, ir.OpMapDelete, ir.OpCopySlice:
		if in.Op == ir.OpStore && in.Kind == ir.StructKind {
			x.Copies[in.TypeName] = append(x.Copies[in.TypeName], i)
		}
		if in.TypeName == "" || len(x.Points.Operand(f.Function, in.Args[0])) > 0 { // else only fields of the type change
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
		if callee := x.Callee(in.Name); callee != nil {
			x.Closures[callee] = append(x.Closures[callee], i)
		}
	}
}

// enterUser notes the locations to which registers of a function point, and the
// package-level variables that it uses. Of an interface it uses what is in there, too, and of a
// method value the receiver.
func (x *Graph) enterUser(f *Function) {
	var enter func(list []pointsto.Location)
	enter = func(list []pointsto.Location) {
		for _, l := range list {
			users := x.Users[l]
			if len(users) > 0 && users[len(users)-1] == f {
				continue
			}
			x.Users[l] = append(users, f)
			if x.Points.IsCalledOn(l) {
				enter(x.Points.Content(l))
			}
		}
	}
	for r := range f.Registers {
		enter(x.Points.Register(f.Function, r))
	}
	pointsto.EachVariable(f.Function, func(o ir.Operand, _ bool) { f.Globals = append(f.Globals, x.Points.Operand(f.Function, o)...) })
	slices.Sort(f.Globals)
	f.Globals = slices.Compact(f.Globals)
	enter(f.Globals)
}

// Unknown is the location of all memory of which nothing is known: what pointers
// lead to that come from outside.
const Unknown pointsto.Location = 0

// Memory lists the locations that an address leads to.
func (x *Graph) Memory(f *Function, address ir.Operand) []pointsto.Location {
	if list := x.Points.Operand(f.Function, address); len(list) > 0 {
		return list
	}
	return []pointsto.Location{Unknown}
}

func (x *Graph) noteStore(at Instruction, address ir.Operand) {
	for _, l := range x.Memory(at.Parent, address) {
		x.Stores[l] = append(x.Stores[l], at)
	}
}

// invert turns "holds" and "has the field" round.
func (x *Graph) invert() {
	fields := map[string][]pointsto.Location{}
	for l := range x.Points.Objects {
		o := &x.Points.Objects[l]
		holder := pointsto.Location(l)
		for _, held := range x.Points.Content(holder) {
			x.Into[held] = append(x.Into[held], holder)
		}
		if o.Type != "" {
			list, known := fields[o.Type]
			if !known {
				list = x.Points.Fields(o.Type)
				fields[o.Type] = list
			}
			for _, field := range list {
				x.Into[field] = append(x.Into[field], holder)
				x.Within[field] = append(x.Within[field], holder)
			}
		}
	}
}

// Leads is the set of locations from which one of those given can be reached.
func (x *Graph) Leads(to map[pointsto.Location]bool) map[pointsto.Location]bool {
	return dataflow.Reachable(slices.Collect(maps.Keys(to)), func(l pointsto.Location) []pointsto.Location { return x.Into[l] })
}

// TypesLeadingTo lists the struct types that lead to one of some objects, in alphabetical
// order.
func (x *Graph) TypesLeadingTo(objects []pointsto.Location) (types []string) {
	set := map[pointsto.Location]bool{}
	for _, l := range objects {
		set[l] = true
	}
	for l := range x.Leads(set) {
		if object := &x.Points.Objects[l]; object.Kind == pointsto.Field {
			types = append(types, pointsto.TypeOfField(object.Name))
		}
	}
	slices.Sort(types)
	return slices.Compact(types)
}
