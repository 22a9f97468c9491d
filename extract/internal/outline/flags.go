package outline

import (
	"maps"
	"slices"

	"github.com/chancheck/chancheck/extract/internal/pointsto"
	"github.com/chancheck/chancheck/extract/internal/supergraph"
	"github.com/chancheck/chancheck/extract/ir"
	"github.com/chancheck/chancheck/model"
)

// Flags are the only data that an outline may follow: boolean fields and variables that are
// set to constants, and tested. "If not closed, close the channel and say so" is how programs
// do things once under a lock. They are cells of the system, so that it makes a difference
// in which order goroutines set and test them. They are followed, with the locks around,
// only where an outline without them isn't clean (a refinement of the predicate
// abstraction by what the branches ask: Ball and Rajamani, The SLAM toolkit, 2001).

// mostFlags limits how many are followed: each may double the configurations.
const mostFlags = 6

// findFlags finds the flags that are tested by functions that operate on the objects, or
// call some that do. Of many, those are followed that are tested beside an operation.
func (o *outliner) findFlags() []pointsto.Location {
	tested := map[pointsto.Location]bool{}
	beside := map[pointsto.Location]bool{}
	for f := range o.acts {
		operates := slices.ContainsFunc(o.Operations(f), o.isAbout)
		for b := range f.Blocks {
			for _, l := range o.testedAt(f, b) {
				tested[l] = true
				beside[l] = beside[l] || operates
			}
		}
	}
	isNone := func(l pointsto.Location, _ bool) bool { return !o.isFlag(l) }
	maps.DeleteFunc(tested, isNone)
	if len(tested) > mostFlags {
		maps.DeleteFunc(tested, func(l pointsto.Location, _ bool) bool { return !beside[l] })
	}
	if len(tested) > mostFlags {
		return nil
	}
	return slices.Sorted(maps.Keys(tested))
}

// follow lets the outline follow flags.
func (o *outliner) follow(flags []pointsto.Location) {
	o.flags = map[pointsto.Location]int{}
	for i, l := range flags {
		o.flags[l] = len(o.list) + i
	}
}

// refined is an outline with the flags that another one tests, and with the locks and Onces
// that functions take which belong to it; nil if there are none. Prepare makes one of some
// objects.
func (o *outliner) refined(prepare func(objects []pointsto.Location) *outliner) *outliner {
	o.findActing()
	flags := o.findFlags()
	o.follow(flags)
	guards := o.guards()
	if len(flags)+len(guards) == 0 {
		return nil
	}
	finer := prepare(append(slices.Clone(o.list), guards...))
	finer.follow(flags)
	return finer
}

// mostGuardingLocks limits how many locks are taken in.
const mostGuardingLocks = 3

// guards lists the locks that are taken by functions which call or do what the outline is
// about, or test or set flags, as far as they can be looked at. Of many, those are taken
// that are next to it.
func (o *outliner) guards() []pointsto.Location {
	var list, near []pointsto.Location
	for _, f := range o.Order {
		isNear := o.scope[f] && (o.setsFlag(f) || o.testsFlag(f) || slices.ContainsFunc(o.Operations(f), o.isAbout))
		if !o.acts[f] && !isNear {
			continue
		}
		for _, l := range o.locksOf(f) {
			if _, known := o.objects[l]; known || o.Points.Escapes(l) || !o.isOneVariable(l) {
				continue
			}
			if !slices.Contains(list, l) {
				list = append(list, l)
			}
			if isNear && !slices.Contains(near, l) {
				near = append(near, l)
			}
		}
	}
	if len(list) > mostGuardingLocks {
		list = near
	}
	if len(list) > mostGuardingLocks {
		return nil
	}
	return list
}

// locksOf lists the locks and Onces that a function takes, by itself or by a stand-in.
func (o *outliner) locksOf(f *supergraph.Function) (list []pointsto.Location) {
	isGuard := func(p supergraph.Operation) bool { return p.IsLock() || p.Kind == model.Once }
	for _, operation := range o.Operations(f) {
		if isGuard(operation) {
			list = append(list, operation.Objects...)
		}
	}
	for i := range f.Instructions() {
		if !i.Calls() {
			continue
		}
		for _, callee := range o.CalleesAt(i) {
			if !callee.Site.IsValid() && slices.ContainsFunc(o.Operations(callee), isGuard) {
				list = append(list, o.Points.Operand(f.Function, i.Instr().Args[0])...)
			}
		}
	}
	return list
}

// testsFlag reports whether a function tests a flag.
func (o *outliner) testsFlag(f *supergraph.Function) bool {
	for b := range f.Blocks {
		if slices.ContainsFunc(o.testedAt(f, b), o.isFollowed) {
			return true
		}
	}
	return false
}

// testedAt lists what the branch at the end of a block tests: the variable that has just
// been loaded.
func (o *outliner) testedAt(f *supergraph.Function, block int) []pointsto.Location {
	load, _, ok := testOf(f, block)
	if !ok {
		return nil
	}
	return o.Points.Operand(f.Function, load.Instr().Args[0])
}

// testOf is where the branch at the end of a block has loaded what it tests, if that is a
// variable that was loaded in the block, and whether the opposite is asked.
func testOf(f *supergraph.Function, block int) (load supergraph.Instruction, negated, ok bool) {
	if len(f.Blocks[block].Succs) != 2 {
		return load, false, false
	}
	condition := f.Blocks[block].Terminator().Args[0]
	for {
		i, one := f.DefinedAt(condition)
		if !one || i.At.Block != block {
			return load, false, false
		}
		switch in := i.Instr(); in.Op {
		case ir.OpNot:
			negated = !negated
			condition = in.Args[0]
		case ir.OpCopy:
			condition = in.Args[0]
		case ir.OpLoad:
			return i, negated, in.Kind == ir.BoolKind
		default:
			return load, false, false
		}
	}
}

// isFlag reports whether a location is one variable that nothing but constants are stored
// in, which other code can't get at.
func (o *outliner) isFlag(l pointsto.Location) bool {
	object := &o.Points.Objects[l]
	if l == pointsto.Outside || o.Points.Escapes(l) || object.Name != "" && pointsto.IsExported(object.Name) || !o.isOneVariable(l) {
		return false
	}
	if object.Kind == pointsto.Field && slices.ContainsFunc(o.Copies[pointsto.TypeOfField(object.Name)], func(i supergraph.Instruction) bool { return o.scope[i.Parent] }) {
		return false
	}
	return !slices.ContainsFunc(o.Stores[l], func(store supergraph.Instruction) bool {
		in := store.Instr()
		if o.initializing[store.Parent] && (in.Op != ir.OpStore || !isFalse(in.Args[1])) {
			return true // it may be set from the start
		}
		return o.scope[store.Parent] && (in.Op != ir.OpStore || in.Args[1].Kind != ir.BoolConst)
	})
}

func isFalse(o ir.Operand) bool { return o.Kind == ir.BoolConst && o.Int == 0 }

// isOneVariable reports whether a location stands for one variable in the outline: of
// clients, one of the type.
func (o *outliner) isOneVariable(l pointsto.Location) bool {
	object := &o.Points.Objects[l]
	if !o.own {
		return o.isShared(l) == "" && o.isOne(l)
	}
	if object.Kind == pointsto.Field {
		return o.types[pointsto.TypeOfField(object.Name)]
	}
	return object.IsGlobal()
}

// storesFlag reports whether an instruction may set a flag.
func (o *outliner) storesFlag(i supergraph.Instruction) bool {
	in := i.Instr()
	return len(o.flags) > 0 && in.Op == ir.OpStore && slices.ContainsFunc(o.Points.Operand(i.Parent.Function, in.Args[0]), o.isFollowed)
}

// setsFlag reports whether a function may set a flag.
func (o *outliner) setsFlag(f *supergraph.Function) bool {
	if len(o.flags) == 0 {
		return false
	}
	for i := range f.Instructions() {
		if o.storesFlag(i) {
			return true
		}
	}
	return false
}

func (o *outliner) isFollowed(l pointsto.Location) bool { _, ok := o.flags[l]; return ok }

// cells are the objects of the flags.
func (o *outliner) cells() (list []model.Object) {
	for _, l := range slices.SortedFunc(maps.Keys(o.flags), func(a, b pointsto.Location) int { return o.flags[a] - o.flags[b] }) {
		list = append(list, model.Object{
			Kind: model.Cell, Name: o.Points.Objects[l].Name, Owner: -1, Labels: []model.Label{{Name: "false"}, {Name: "true"}},
		})
	}
	return list
}

// flagAt is the flag that an address is certainly that of.
func (b *summarizer) flagAt(address ir.Operand) (flag int, ok bool) {
	bound := b.located(b.f, b.at, address)
	if !bound.Exact || b.own && !b.isOwnFlag(b.f, address, bound.Locations[0]) {
		return 0, false
	}
	flag, ok = b.flags[bound.Locations[0]]
	return flag, ok
}

// isOwnFlag reports whether an address of clients is certainly that of a flag of the one
// object of its type: a variable of the package, or a field of what the function is given
// or makes. What is taken out of other structs may be another one that belongs to it.
func (o *outliner) isOwnFlag(f *supergraph.Function, address ir.Operand, l pointsto.Location) bool {
	if o.Points.Objects[l].Kind != pointsto.Field {
		return true
	}
	in := f.Definition(address)
	return in != nil && in.Op == ir.OpFieldAddr && len(o.fieldsWith(l)) == 0 && o.isItself(f, in.Args[0], supergraph.Registers{})
}

// fieldsWith lists the fields that are structs which have a field.
func (o *outliner) fieldsWith(field pointsto.Location) []pointsto.Location {
	return slices.DeleteFunc(slices.Clone(o.Within[field]), func(l pointsto.Location) bool {
		return o.Points.Objects[l].Kind != pointsto.Field
	})
}

// isItself reports whether a pointer is certainly to the one struct of its type that a
// function is given or has made, by way of local variables at most.
func (o *outliner) isItself(f *supergraph.Function, pointer ir.Operand, seen supergraph.Registers) bool {
	switch {
	case pointer.Kind != ir.Register:
		return false
	case pointer.Reg < f.Params+f.FreeVars:
		return o.isGivenItself(f, pointer.Reg, seen)
	case !seen.Add(f, pointer.Reg):
		return true
	}
	i, ok := f.DefinedAt(pointer)
	if !ok {
		return false
	}
	switch in := i.Instr(); in.Op {
	case ir.OpCopy:
		return o.isItself(f, in.Args[0], seen)
	case ir.OpAlloc:
		return o.isMaker[f] && f.Loops[i.At.Block] < 0 && o.countMade(f) == 1
	case ir.OpLoad:
		return o.holdsItself(f, in.Args[0], seen)
	}
	return false
}

// isGivenItself is isItself for what a function is given: no other struct of a type that
// leads to the objects, and by all callers in scope the same. What a closure has captured
// is what whoever makes it has.
func (o *outliner) isGivenItself(f *supergraph.Function, register int, seen supergraph.Registers) bool {
	if !seen.Add(f, register) {
		return true
	}
	structs := o.structsGiven(f)
	if register >= f.Params {
		return structs == 0 && o.AreCaptured(f, register, func(g *supergraph.Function, v ir.Operand) bool { return o.isItself(g, v, seen) })
	}
	return structs == 1 && f.FreeVars == 0 && !slices.ContainsFunc(f.Callers, func(call supergraph.Instruction) bool {
		arg, ok := supergraph.Argument(call.Instr(), f, register)
		return o.scope[call.Parent] && (!ok || !o.isItself(call.Parent, arg, seen) && !o.isForeign(call, f))
	})
}

// holdsItself reports whether an address is that of a local variable in which nothing is
// ever stored that isn't itself.
func (o *outliner) holdsItself(f *supergraph.Function, address ir.Operand, seen supergraph.Registers) bool {
	list := o.Points.Operand(f.Function, address)
	if len(list) != 1 {
		return false
	}
	object := &o.Points.Objects[list[0]]
	return object.Kind == pointsto.Variable && object.Function != nil && !object.IsStruct() &&
		!slices.ContainsFunc(o.Stores[list[0]], func(store supergraph.Instruction) bool {
			in := store.Instr()
			return in.Op != ir.OpStore || !o.isItself(store.Parent, in.Args[1], seen)
		})
}

// countMade counts the places where a function makes structs that lead to the objects.
func (o *outliner) countMade(f *supergraph.Function) (n int) {
	for i := range f.Instructions() {
		if in := i.Instr(); in.Op == ir.OpAlloc && in.Kind.IsAggregate() && (o.types[in.TypeName] || o.types[o.typeOf(i)]) {
			n++
		}
	}
	return n
}

// tests makes the steps of a branch that tests a flag. It is none if it isn't certain which
// one, or if something happens after it was loaded.
func (b *summarizer) tests(place int, p point) bool {
	load, negated, ok := testOf(b.f, p.block)
	if len(b.flags) == 0 || !ok || !b.isFresh(load) {
		return false
	}
	flag, ok := b.flagAt(load.Instr().Args[0])
	if !ok {
		return false
	}
	for edge := range b.f.Blocks[p.block].Succs {
		holds := (edge == 0) != negated
		b.step(place, step{kind: model.Read, object: flag, label: truth(holds), to: b.place(b.follow(p, edge))})
	}
	return true
}

// isFresh reports whether nothing happens in a block after a variable was loaded there.
func (b *summarizer) isFresh(load supergraph.Instruction) bool {
	for index := load.At.Index + 1; index < len(b.f.Blocks[load.At.Block].Instrs)-1; index++ {
		if b.isRelevant(b.f.At(pointsto.At{Block: load.At.Block, Index: index})) {
			return false
		}
	}
	return true
}

// stores makes the steps of an instruction that may set a flag.
func (b *summarizer) stores(place int, i supergraph.Instruction, next int) {
	in := i.Instr()
	flag, certain := b.flagAt(in.Args[0])
	if certain {
		b.step(place, step{kind: model.Write, object: flag, label: int(in.Args[1].Int), to: next})
		return
	}
	for _, l := range b.Points.Operand(i.Parent.Function, in.Args[0]) {
		if flag, ok := b.flags[l]; ok && !b.isKnownElsewhere(in.Args[0], l) {
			to := b.fresh()
			b.step(place, step{kind: model.Tau, object: -1, doubt: true, to: to})
			b.step(to, step{kind: model.Write, object: flag, label: int(in.Args[1].Int), to: next})
		}
	}
	b.step(place, step{kind: model.Tau, object: -1, doubt: true, to: next})
}

// isKnownElsewhere reports whether an address is that of another variable than a location,
// by what the function is given.
func (b *summarizer) isKnownElsewhere(address ir.Operand, l pointsto.Location) bool {
	return !slices.Contains(b.located(b.f, b.at, address).Locations, l)
}
