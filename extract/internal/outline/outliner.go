package outline

import (
	"fmt"
	"slices"

	"github.com/chancheck/chancheck/extract/internal/library"
	"github.com/chancheck/chancheck/extract/internal/pointsto"
	"github.com/chancheck/chancheck/extract/internal/supergraph"
	"github.com/chancheck/chancheck/extract/internal/waitfor"
	"github.com/chancheck/chancheck/extract/ir"
	"github.com/chancheck/chancheck/model"
)

// mostPlaces limits the states of the automaton of one function, with all that it
// calls.
const mostPlaces = 3000

// An outliner makes an outline.
type outliner struct {
	*Outlines
	objects map[pointsto.Location]int // number in the system
	list    []pointsto.Location
	kinds   []model.ObjectKind
	// scope are the functions that belong to it.
	scope map[*supergraph.Function]bool
	// acts are the functions that operate on an object, or call or start one that does.
	acts map[*supergraph.Function]bool
	// own says that what functions are given, and don't take out of memory, is the one
	// object of its type: see OfClients.
	own bool
	// types are the struct types that lead to an object, isMaker the functions that
	// make such structs: both of clients.
	types   map[string]bool
	isMaker map[*supergraph.Function]bool
	// withholds are the makers that may end without a struct for anybody: see makesNone.
	withholds map[*supergraph.Function]bool
	// paid are the installments, see there.
	paid map[*supergraph.Function]map[int]installment
	// foreign is what isForeign has found, asked what it is about to find.
	foreign, asked map[calling]bool
	// holder knows which locks may be held where, once it is asked for; beside says that something is left
	// out that is done to a struct while a lock is held of another one of its type.
	holder *holder
	beside bool
	// onGlobals are the functions that operate on package-level variables among the objects,
	// or call or start one that does: of clients.
	onGlobals map[*supergraph.Function]bool
	// initializing are the functions that run before there are clients.
	initializing map[*supergraph.Function]bool
	// flags are those that are followed, with their numbers in the system.
	flags map[pointsto.Location]int
	// initializer sets package-level variables before clients come, or nil.
	initializer *supergraph.Function
	// nilable are the variables that may hold nil: see findNilable.
	nilable map[pointsto.Location]bool
	// holders are the structs of which objects are fields; of clients nil.
	holders   map[pointsto.Location]bool
	summaries map[string]*summary
	// callNumbers numbers functions in their contexts: see callOf.
	callNumbers map[string]int
	families    []*family
	familyOf    map[string]int
	// steps counts instructions, work the places and steps of automata.
	steps, work int
	// total is the work of all outlines that share a budget.
	total *waitfor.Spent
	// operated are the places of operations, by what is done there.
	operated map[model.Deed]map[model.Site]bool
	// problem says why there is no outline.
	problem string
	// world is the family of the goroutines of code that isn't seen, or -1.
	world int
	// region is what this is the outline of; nil for clients.
	region *region
}

// A calling is a call of one of the functions that an instruction may call.
type calling struct {
	call   supergraph.Instruction
	callee *supergraph.Function
}

// A family are the goroutines that run a function with the same arguments.
type family struct {
	name string
	site model.Site
	f    *supergraph.Function
	at   supergraph.Context
	body *summary // see completeFamilies
}

// giveUp notes why there is no outline. The first reason counts.
func (o *outliner) giveUp(why string) {
	if o.problem == "" {
		o.problem = why
	}
}

// outline makes the outline of a region.
func (o *outliner) outline() *Outline {
	if !o.capturesAll() {
		return o.noOutline()
	}
	o.findNilable()
	o.findActing()
	o.findKinds()
	o.findHolders()
	body := o.bodyOf(o.region)
	o.completeFamilies()
	o.callByWorld()
	return o.ifServed(o.system(o.region.f, o.startWorld(body)))
}

// noOutline says why there is no outline.
func (o *outliner) noOutline() *Outline {
	out := &Outline{Problem: o.problem, Answered: true, Steps: o.steps}
	switch others := len(o.list) - 1; {
	case others == 1:
		out.Problem += " (it has to be looked at together with another one)"
	case others > 1:
		out.Problem += fmt.Sprintf(" (it has to be looked at together with %d others)", others)
	}
	for _, l := range o.list {
		out.Sites = append(out.Sites, o.siteOf(l))
		for _, f := range o.Users[l] {
			out.Operations = append(out.Operations, o.sitesOfOperations(f)...)
		}
	}
	return out
}

// sitesOfOperations are the places in a function where it operates on the objects.
func (o *outliner) sitesOfOperations(f *supergraph.Function) (sites []model.Site) {
	for _, operation := range o.Operations(f) {
		if in := f.At(operation.At).Instr(); o.isAbout(operation) && in.Site.IsValid() {
			sites = append(sites, in.Site)
		}
	}
	return sites
}

// outlinerIn prepares the outline of a region.
func (x *Outlines) outlinerIn(r *region, objects []pointsto.Location) *outliner {
	o := x.outliner(objects)
	o.region, o.scope = r, r.scope
	o.spend(&x.work.Regions)
	return o
}

func (x *Outlines) outliner(objects []pointsto.Location) *outliner {
	objects = slices.DeleteFunc(slices.Clone(objects), x.IsOfWorld)
	o := &outliner{
		Outlines:    x,
		objects:     map[pointsto.Location]int{},
		list:        objects,
		kinds:       make([]model.ObjectKind, len(objects)),
		scope:       map[*supergraph.Function]bool{},
		acts:        map[*supergraph.Function]bool{},
		operated:    map[model.Deed]map[model.Site]bool{},
		summaries:   map[string]*summary{},
		callNumbers: map[string]int{},
		familyOf:    map[string]int{},
		world:       -1,
		paid:        map[*supergraph.Function]map[int]installment{},
		foreign:     map[calling]bool{},
		asked:       map[calling]bool{},
		nilable:     map[pointsto.Location]bool{},
	}
	for i, l := range objects {
		o.objects[l] = i
	}
	return o
}

// spend says on what the outline is charged.
func (o *outliner) spend(total *waitfor.Spent) {
	o.total = total
	if total.IsAll() {
		o.giveUp("the outlines of the package have taken too long already")
	}
}

// capturesAll reports whether each object is one of the program, made in the region, and
// only what runs there can operate on it.
func (o *outliner) capturesAll() bool {
	if len(o.list) == 0 {
		o.giveUp("nobody in the program ends it")
	}
	for _, l := range o.list {
		if why := o.isShared(l); why != "" {
			o.giveUp(why)
			return false
		}
		if !o.isOne(l) || o.isReplaced(l) {
			o.giveUp("an object stands for several")
			return false
		}
	}
	return o.problem == ""
}

// isOne reports whether a location stands for one object: made at a place that comes
// once, or a package-level variable, or a field of one that is.
func (o *outliner) isOne(l pointsto.Location) bool {
	fields := map[pointsto.Location]bool{} // structs that contain themselves don't exist, but may seem to
	for o.Points.Objects[l].Kind == pointsto.Field && !fields[l] {
		fields[l] = true
		holder, ok := o.holderOf(l)
		if !ok {
			return false
		}
		l = holder
	}
	object := &o.Points.Objects[l]
	switch object.Kind {
	case pointsto.Channel, pointsto.Variable, pointsto.Context:
		return object.Function != nil && o.madeOnce(object) && !isArray(object)
	}
	return false
}

// isReplaced reports whether another lock, counter or Once may come into the place of one.
func (o *outliner) isReplaced(l pointsto.Location) bool {
	kind := o.Points.Objects[l].Kind
	return (kind == pointsto.Variable || kind == pointsto.Field) && slices.ContainsFunc(o.Stores[l], func(i supergraph.Instruction) bool {
		return i.Instr().Op == ir.OpStore && i.Instr().Kind.IsAggregate() && o.scope[i.Parent]
	})
}

// isArray reports whether a location stands for all elements of an array.
func isArray(object *pointsto.Object) bool {
	in := &object.Function.Blocks[object.At.Block].Instrs[object.At.Index]
	return in.Op == ir.OpAlloc && in.Kind == ir.ArrayKind
}

func (o *outliner) madeOnce(object *pointsto.Object) bool {
	f := o.Functions[object.Function]
	return f != nil && o.region.once[f] && o.region.comesOnceIn(f, object.At.Block)
}

// holderOf is the one location in scope whose field a location is.
func (o *outliner) holderOf(l pointsto.Location) (holder pointsto.Location, ok bool) {
	for _, h := range o.Within[l] {
		made := o.Points.Objects[h].Function
		if made != nil && (!o.scope[o.Functions[made]] || !o.Points.Objects[h].IsStruct()) {
			continue
		}
		if holder != 0 && holder != h {
			return 0, false
		}
		holder = h
	}
	return holder, holder != 0
}

// findActing finds the functions that operate on an object, and those that call or
// start one that does.
func (o *outliner) findActing() {
	acts := func(f *supergraph.Function) bool {
		return o.scope[f] && (slices.ContainsFunc(o.Operations(f), o.isAbout) || o.setsFlag(f))
	}
	isInScope := func(call supergraph.Instruction) bool { return o.scope[call.Parent] }
	o.WithCallers(o.acts, acts, isInScope)
	for before := -1; before < len(o.acts); { // libraries call what they are given
		before = len(o.acts)
		o.WithCallers(o.acts, func(f *supergraph.Function) bool { return o.acts[f] || o.scope[f] && o.givesActing(f) }, isInScope)
	}
}

// isAbout reports whether an operation may be on one of the objects.
func (o *outliner) isAbout(operation supergraph.Operation) bool {
	return slices.ContainsFunc(operation.Objects, func(l pointsto.Location) bool { _, ok := o.objects[l]; return ok })
}

// findKinds finds out what kinds of objects there are.
func (o *outliner) findKinds() {
	for _, f := range o.Order {
		if !o.acts[f] {
			continue
		}
		for _, operation := range o.Operations(f) {
			for _, l := range operation.Objects {
				if i, ok := o.objects[l]; ok {
					o.kinds[i] = operation.Kind
				}
			}
		}
	}
}

// isOwn reports whether a value is, or was taken out of, what a function was given, or
// has made if that is what it is for: of a type there is one object then.
func (o *outliner) isOwn(f *supergraph.Function, operand ir.Operand, seen supergraph.Registers) bool {
	switch {
	case operand.Kind != ir.Register:
		return false
	case operand.Reg < f.Params:
		return o.isGivenOwn(f, operand.Reg, seen)
	case operand.Reg < f.Params+f.FreeVars:
		return o.AreCaptured(f, operand.Reg, func(g *supergraph.Function, v ir.Operand) bool { return o.isOwn(g, v, seen) })
	case !seen.Add(f, operand.Reg):
		return true
	}
	value := func(from ir.Operand) bool { return o.isOwn(f, from, seen) }
	result := func(i supergraph.Instruction) bool { return o.isOwnResult(i, seen) }
	return len(f.Defined[operand.Reg]) > 0 && f.IsSetOnlyBy(operand.Reg, value, result)
}

// isOwnResult is isOwn for the result of an instruction.
func (o *outliner) isOwnResult(i supergraph.Instruction, seen supergraph.Registers) bool {
	in := i.Instr()
	switch in.Op {
	case ir.OpAlloc:
		return !in.Kind.IsAggregate() || !o.types[in.TypeName] && !o.types[o.typeOf(i)] || o.isMaker[i.Parent]
	case ir.OpMakeChan:
		return true
	case ir.OpCopy, ir.OpTypeAssert, ir.OpMakeInterface, ir.OpFieldAddr, ir.OpField:
		return o.isOwn(i.Parent, in.Args[0], seen)
	case ir.OpLoad:
		return o.isOwn(i.Parent, in.Args[0], seen) && o.holdOwn(i.Parent, in.Args[0], seen)
	}
	return false
}

// typeOf is the type of the struct that an instruction makes.
func (o *outliner) typeOf(i supergraph.Instruction) string {
	return o.Points.Objects[o.Points.Made(i.Parent.Function, i.At)].Type
}

// holdOwn reports whether nothing is stored in the local variables behind an address
// that isn't a function's own.
func (o *outliner) holdOwn(f *supergraph.Function, address ir.Operand, seen supergraph.Registers) bool {
	for _, l := range o.Points.Operand(f.Function, address) {
		object := &o.Points.Objects[l]
		if object.Kind != pointsto.Variable || object.Function == nil || object.IsStruct() {
			continue
		}
		for _, store := range o.Stores[l] {
			if in := store.Instr(); in.Op != ir.OpStore || !o.isOwn(store.Parent, in.Args[1], seen) {
				return false
			}
		}
	}
	return true
}

// isGivenOwn reports whether all callers in scope pass what is their own, but for calls that
// are about another object: clients call the function with that.
func (o *outliner) isGivenOwn(f *supergraph.Function, parameter int, seen supergraph.Registers) bool {
	if !seen.Add(f, parameter) {
		return true
	}
	// A call that is given nothing else is about another object if this isn't its own.
	isOnly := o.types[f.ParamType(parameter)] && o.structsGiven(f) == 1
	for _, call := range f.Callers {
		if !o.scope[call.Parent] {
			continue
		}
		arg, ok := supergraph.Argument(call.Instr(), f, parameter)
		if !ok || !isOnly && !o.isOwn(call.Parent, arg, seen) && !o.isForeign(call, f) {
			return false
		}
	}
	return true
}

// structsGiven counts the parameters of a function that lead to the objects.
func (o *outliner) structsGiven(f *supergraph.Function) (n int) {
	for p := range f.Params {
		n += truth(o.types[f.ParamType(p)])
	}
	return n
}

// isLibrary reports whether a function has a meaning of its own.
func isLibrary(name string) bool { return library.Find(name).Meaning != library.None }
