package holding

import (
	"slices"
	"strconv"
	"strings"

	"github.com/chancheck/chancheck/extract/internal/dataflow"
	"github.com/chancheck/chancheck/extract/internal/library"
	"github.com/chancheck/chancheck/extract/internal/pointsto"
	"github.com/chancheck/chancheck/extract/internal/supergraph"
	"github.com/chancheck/chancheck/extract/ir"
	"github.com/chancheck/chancheck/model"
)

// An Analysis knows what the functions of a graph hold.
type Analysis struct {
	*supergraph.Graph
	// isOpen reports whether others than the package may call a function.
	isOpen  func(*supergraph.Function) bool
	takings map[*supergraph.Function][]Taking
	entries map[*supergraph.Function][]Chain                       // see atEntry
	foreign map[pointsto.Location]*releasers                       // see releasersOfOthers
	reached map[*supergraph.Function]map[*supergraph.Function]bool // see mayStore
	asking  map[*supergraph.Function]bool                          // see groundAnswer
	awaited map[*supergraph.Function][]wait                        // see awaitsOf
	grounds map[supergraph.Instruction]*grounds                    // see groundsOf
	read    map[*supergraph.Function]dataflow.Set                  // see readBy
	never   map[outcome]bool                                       // see isNeverNil
	flows   map[supergraph.Instruction]*flow                       // see flowOf
	// families says of pairs of fields whether they lead to children and back to the parent, once it is asked.
	families map[[2]pointsto.Location]bool
	kin      map[pointsto.Location][]kin                  // see kinIn
	locks    map[*supergraph.Function][]pointsto.Location // see locksOf
	ways     map[*supergraph.Function][][]gate            // see waysTo
	conds    map[pointsto.Location][]*supergraph.Function // see waitersForConds
	endings  map[pointsto.Location][]SelfAwaited          // see endsOfGoroutines
	// converted are the types of structs that are converted to others, and those, returned is what functions return, once it
	// is asked: see isKnownElsewhere.
	converted map[string]bool
	returned  map[pointsto.Location]bool
}

// New prepares the analysis of a graph, of which others may call the functions that are open.
func New(graph *supergraph.Graph, isOpen func(*supergraph.Function) bool) *Analysis {
	return &Analysis{
		Graph: graph, isOpen: isOpen, takings: map[*supergraph.Function][]Taking{}, foreign: map[pointsto.Location]*releasers{},
		reached: map[*supergraph.Function]map[*supergraph.Function]bool{}, asking: map[*supergraph.Function]bool{}, awaited: map[*supergraph.Function][]wait{},
		grounds: map[supergraph.Instruction]*grounds{}, flows: map[supergraph.Instruction]*flow{}, families: map[[2]pointsto.Location]bool{},
		kin: map[pointsto.Location][]kin{}, locks: map[*supergraph.Function][]pointsto.Location{},
		ways: map[*supergraph.Function][][]gate{}, read: map[*supergraph.Function]dataflow.Set{}, never: map[outcome]bool{},
	}
}

// A Taking is a call that takes a lock.
type Taking struct {
	supergraph.Instruction
	Locks []pointsto.Location
	// How says whether it is taken for reading: RLock, or else Lock.
	How model.Kind
	// Kind is that of the lock.
	Kind model.ObjectKind
	path path
}

// Takings lists where a function takes locks itself.
func (a *Analysis) Takings(f *supergraph.Function) []Taking {
	list, known := a.takings[f]
	if known {
		return list
	}
	for i := range f.Instructions() {
		if i.Instr().Op != ir.OpCall || isPartOfWait(i) {
			continue
		}
		if t, ok := a.takingBy(i); ok {
			list = append(list, t)
		}
	}
	a.takings[f] = list
	return list
}

// takingBy is what a call takes, be it deferred, if it is one of a method that does.
func (a *Analysis) takingBy(i supergraph.Instruction) (t Taking, ok bool) {
	f, in := i.Parent, i.Instr()
	names := a.Points.Callees(f.Function, i.At)
	if len(names) != 1 || in.Name == "" && (in.Method == "" || !a.isInvokedOnOne(i)) {
		return t, false
	}
	how, locks := supergraph.LockingBy(names[0]), a.Points.Receivers(f.Function, in)
	if how != model.Lock && how != model.RLock || len(locks) == 0 {
		return t, false
	}
	return Taking{i, locks, how, kindOf(names[0]), a.pathOf(f, in.Args[0])}, true
}

// takingAt is what an instruction itself takes, if it takes a lock.
func (a *Analysis) takingAt(i supergraph.Instruction) (t Taking, ok bool) {
	takings := a.Takings(i.Parent)
	n := slices.IndexFunc(takings, func(t Taking) bool { return t.Instruction == i })
	if n < 0 {
		return t, false
	}
	return takings[n], true
}

func isPartOfWait(i supergraph.Instruction) bool {
	return library.IsPartOfWait(i.Parent.Blocks[i.At.Block].Instrs, i.At.Index)
}

// kindOf is the kind of a lock by the function that takes it.
func kindOf(name string) model.ObjectKind {
	if known := library.Find(name); known.Meaning == library.Acts {
		return known.Object
	}
	return model.RWMutex // its Lock is a stand-in
}

// Releases reports whether a taken lock may not be held any more after an instruction, or at the end of its
// function, as it is deferred: who is called may release it, and take it again. Who waits for a condition has it
// again when he goes on.
func (a *Analysis) Releases(i supergraph.Instruction, t Taking) bool {
	if !i.Calls() || isPartOfWait(i) {
		return false
	}
	if i.Instr().Op != ir.OpGo && slices.ContainsFunc(t.Locks, func(l pointsto.Location) bool { return !a.Keeps(i, l, t.How) }) {
		return true
	}
	isRelease := func(name string) bool { return supergraph.Releases(supergraph.LockingBy(name)) == t.How }
	if !slices.ContainsFunc(a.Points.Callees(i.Parent.Function, i.At), isRelease) {
		return false
	}
	released := a.Points.Receivers(i.Parent.Function, i.Instr())
	return len(released) == 0 || pointsto.Overlap(t.Locks, released)
}

// releasesGiven reports whether a function may release one of some locks that it is called with.
func (a *Analysis) releasesGiven(f *supergraph.Function, locks []pointsto.Location) bool {
	return slices.ContainsFunc(locks, func(l pointsto.Location) bool { return a.ReleasesGiven(f, l) })
}

// A path says which lock it is in a function: where it begins, a parameter, a variable of the package
// or a register, and the fields that lead from there to the lock, as text. It is "" if that isn't known.
type path struct {
	root  ir.Operand
	steps string
	known bool
}

// pathOf is the path of an address. What the function stores on the way, or what it runs, makes it
// unknown; what others do meanwhile doesn't, as they may as well not, unless it waits: it may wait
// for them to do that. What is only set in new structs stays.
func (a *Analysis) pathOf(f *supergraph.Function, o ir.Operand) path {
	o = f.Original(o)
	switch in := f.Definition(o); {
	case o.Kind == ir.GlobalConst || o.Kind == ir.Register && o.Reg < f.Params+f.FreeVars:
		return path{o, "", true}
	case in == nil:
		return path{}
	case in.Op == ir.OpMakeInterface:
		return a.pathOf(f, in.Args[0])
	case in.Op == ir.OpFieldAddr:
		p := a.pathOf(f, in.Args[0])
		p.steps += "." + strconv.Itoa(in.Index)
		return p
	case in.Op == ir.OpLoad && (in.Index == ir.Final || !a.mayStore(f, in.Args[0]) && !a.mayAwaitStore(f, in.Args[0])):
		if p := a.pathOf(f, in.Args[0]); p.known {
			p.steps += "*"
			return p
		}
	}
	return path{o, "", isLasting(f, o)}
}

// wayTo is the path of an address, if need be by way of one of those that are in a map or slice: two that are the same
// may lead to the same object.
func (a *Analysis) wayTo(f *supergraph.Function, o ir.Operand) path {
	p := a.pathOf(f, o)
	if p.known && (p.root.Kind == ir.GlobalConst || p.root.Reg < f.Params+f.FreeVars) {
		return p
	}
	steps := ""
	for range maxDepth {
		base, to := f.StepsTo(o)
		steps = to + steps
		address, isOneOfMany := foundAt(f, base)
		if isOneOfMany {
			found := a.pathOf(f, address)
			return path{found.root, found.steps + element + steps, found.known}
		}
		in := f.Definition(base)
		if value, isCopied := copiedTo(f, base); isCopied {
			o, steps = value, strings.Replace(steps, "*", "", 1)
			continue
		}
		if in == nil || in.Op != ir.OpLoad && in.Op != ir.OpField {
			break
		}
		if steps = "*" + steps; in.Op == ir.OpField {
			steps = "." + strconv.Itoa(in.Index) + steps[1:]
		}
		o = in.Args[0]
	}
	return p
}

// copiedTo is the struct that a variable of a function is a copy of, as one has it who goes over a map or slice of structs: it is
// stored there whole, and nothing else ever is.
func copiedTo(f *supergraph.Function, variable ir.Operand) (value ir.Operand, ok bool) {
	if !isNew(f, variable) {
		return value, false
	}
	for i := range f.Instructions() {
		in := i.Instr()
		isPart := slices.ContainsFunc(in.Args, func(arg ir.Operand) bool { return f.BaseOfPart(arg) == variable })
		switch {
		case !isPart || in.Op == ir.OpLoad || in.Op == ir.OpFieldAddr:
		case in.Op == ir.OpStore && in.Args[0] == variable && !ok:
			value, ok = in.Args[1], true
		default:
			return value, false
		}
	}
	return value, ok
}

// element is the step to one of those that are in a map or slice.
const element = "[]"

// maxDepth is how many pointers are followed from a value to where it was found.
const maxDepth = 4

// collection is the path to the map or slice in which what it leads to was found; it is not ok if that is none.
func (p path) collection() (of path, ok bool) {
	steps, _, ok := strings.Cut(p.steps, element)
	return path{p.root, steps, p.known}, ok && p.known
}

// mayStore reports whether a function, or what it may run, may store at an address, or take away what is
// there.
func (a *Analysis) mayStore(f *supergraph.Function, address ir.Operand) bool {
	return slices.ContainsFunc(a.Memory(f, address), func(l pointsto.Location) bool { return a.mayStoreIn(f, l) })
}

// mayAwaitStore reports whether a function communicates itself, and others than the one who made what
// is at an address may store there meanwhile.
func (a *Analysis) mayAwaitStore(f *supergraph.Function, address ir.Operand) bool {
	if !slices.ContainsFunc(a.Memory(f, address), func(l pointsto.Location) bool { return len(a.Stores[l]) > 1 }) {
		return false
	}
	for i := range f.Instructions() {
		switch i.Instr().Op {
		case ir.OpSend, ir.OpReceive, ir.OpSelect:
			return true
		}
	}
	return false
}

// mayStoreIn is mayStore for a location.
func (a *Analysis) mayStoreIn(f *supergraph.Function, l pointsto.Location) bool {
	return slices.ContainsFunc(a.Stores[l], func(store supergraph.Instruction) bool { return a.runs(f, store.Parent) })
}

// runs reports whether a function may run another one, or is that.
func (a *Analysis) runs(f, other *supergraph.Function) bool {
	if a.reached[f] == nil {
		a.reached[f] = map[*supergraph.Function]bool{}
		a.VisitReached(f, func(g *supergraph.Function) { a.reached[f][g] = true })
	}
	return a.reached[f][other]
}

// mayReplace reports whether a function, or what it may run, may store a whole struct with a lock in it:
// the lock is a new one then, which is free.
func (a *Analysis) mayReplace(f *supergraph.Function, locks []pointsto.Location) bool {
	copies := func(store supergraph.Instruction) bool {
		return store.Instr().Op == ir.OpStore && store.Instr().Kind == ir.StructKind && a.runs(f, store.Parent)
	}
	mayStore := func(l pointsto.Location) bool {
		o := &a.Points.Objects[l]
		return slices.ContainsFunc(a.Stores[l], copies) || o.Kind == pointsto.Field && slices.ContainsFunc(a.Copies[pointsto.TypeOfField(o.Name)], copies)
	}
	return slices.ContainsFunc(locks, func(l pointsto.Location) bool {
		return mayStore(l) || slices.ContainsFunc(a.Within[l], mayStore)
	})
}

// isLasting reports whether a register is set once, and so is the same thing wherever it is used.
func isLasting(f *supergraph.Function, o ir.Operand) bool {
	i, ok := f.DefinedAt(o)
	return ok && f.Loops[i.At.Block] < 0
}

// of is a path of a callee in terms of its caller, where the argument has a path.
func (p path) of(argument path) path {
	return path{argument.root, argument.steps + p.steps, argument.known && p.known}
}

// beginsOutside reports whether a path is known, and begins at what a function is given, or at a variable of
// the package.
func (p path) beginsOutside(f *supergraph.Function) bool {
	return p.known && (p.root.Kind == ir.GlobalConst || p.root.Kind == ir.Register && p.root.Reg < f.Params)
}

// beginsAround is beginsOutside, or whether a path begins at what a function literal has captured.
func (p path) beginsAround(f *supergraph.Function) bool {
	return p.beginsOutside(f) || p.known && p.root.Kind == ir.Register && p.root.Reg < f.Params+f.FreeVars
}

// isSame reports whether two paths of one function lead to the same lock for certain.
func (p path) isSame(other path) bool { return p.known && p == other }

// Given is the parameter from which the path to the lock begins, if that is one.
func (t *Taking) Given() (parameter int, ok bool) {
	root := t.path.root
	return root.Reg, root.Kind == ir.Register && root.Reg < t.Parent.Params
}

// IsGiven reports whether the lock is in what the function is given, or one of a variable of the package:
// who calls it again may give it the same one. What a handler of requests has captured is the same each time.
func (t *Taking) IsGiven() bool {
	return t.path.beginsOutside(t.Parent) || t.IsCaptured() && library.IsHandler(t.Parent.Signature)
}

// IsCaptured reports whether the path to the lock begins at what the function has captured.
func (t *Taking) IsCaptured() bool {
	root, f := t.path.root, t.Parent
	return t.path.known && root.Kind == ir.Register && root.Reg >= f.Params && root.Reg < f.Params+f.FreeVars
}
