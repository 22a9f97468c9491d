package outline

import (
	"iter"
	"slices"
	"strings"

	"github.com/chancheck/chancheck/extract/internal/library"
	"github.com/chancheck/chancheck/extract/internal/pointsto"
	"github.com/chancheck/chancheck/extract/internal/supergraph"
	"github.com/chancheck/chancheck/extract/ir"
)

// Whether a variable can be seen to hold nil: definite assignment (Aho and others,
// Compilers, section 9.2), but only before it is published, which is when somebody else
// than the function that makes it can get at it. A constructor may do what it likes
// meanwhile, and give the struct up before it is complete.

// A wayIn leads from a struct to a field of it, or of the structs in it: the names of
// the fields. The empty one is the variable itself.
type wayIn []string

// findNilable finds the fields and variables that may hold nil, or something else, instead of
// an object when somebody looks. That one may means that others may which are set to that.
func (o *outliner) findNilable() {
	for before := -1; len(o.nilable) > before; {
		before = len(o.nilable)
		for _, l := range o.list {
			if kind := o.Points.Objects[l].Kind; kind != pointsto.Channel && kind != pointsto.Context {
				continue
			}
			for _, holder := range o.Into[l] {
				if !o.nilable[holder] && !o.holdsSome(holder) {
					o.nilable[holder] = true
				}
			}
		}
	}
}

// mayHoldNil reports whether a location may hold nil when somebody looks, whatever else it may
// hold: unless it is always set before, or code that isn't seen may set it.
func (o *outliner) mayHoldNil(l pointsto.Location) bool {
	if nilable, known := o.nilable[l]; known {
		return nilable
	}
	if o.Points.Escapes(l) {
		return false
	}
	o.nilable[l] = true // as long as that is found out
	isSet := slices.ContainsFunc(o.Stores[l], func(store supergraph.Instruction) bool { return !o.isElsewhere(store.Parent) })
	isSome := func(f *supergraph.Function, v ir.Operand) bool { return !o.mayBeNil(f, nil, v, supergraph.Registers{}) }
	o.nilable[l] = !isSet || !o.isFilled(l, isSome)
	return o.nilable[l]
}

// holdsSome reports whether a location holds one of the objects whenever somebody looks.
// What is kept in maps, or sent, is never certain, and asked for where it is taken out.
func (o *outliner) holdsSome(holder pointsto.Location) bool {
	return o.isFilled(holder, func(f *supergraph.Function, v ir.Operand) bool { return o.isSome(f, v, supergraph.Registers{}) })
}

// isFilled reports whether a location holds something that is good whenever somebody looks.
func (o *outliner) isFilled(holder pointsto.Location, isGood func(*supergraph.Function, ir.Operand) bool) bool {
	made := &o.Points.Objects[holder]
	if !o.isMet(holder) {
		return true
	}
	channel := false
	for _, store := range o.Stores[holder] {
		in := store.Instr()
		if in.Op != ir.OpStore || in.Kind == ir.StructKind || o.isElsewhere(store.Parent) {
			continue
		}
		if in.Kind == ir.InterfaceKind { // of a context that is nil nobody can wait for the end
			if o.isNeverEnding(store.Parent, in.Args[1]) {
				return false
			}
			continue
		}
		channel = true
		if !isGood(store.Parent, in.Args[1]) {
			return false
		}
	}
	switch {
	case !channel:
		return true
	case made.Kind == pointsto.Field:
		return o.isSetIn(holder, nil, map[pointsto.Location]bool{})
	}
	if made.IsGlobal() {
		return slices.ContainsFunc(o.Stores[holder], func(store supergraph.Instruction) bool { return store.Parent == o.initializer })
	}
	return o.isSetFirst(holder, nil)
}

// isNeverEnding reports whether what is stored may be a context that nobody ends.
func (o *outliner) isNeverEnding(f *supergraph.Function, v ir.Operand) bool {
	return slices.ContainsFunc(o.resolve(f, nil, v).Locations, o.IsEndless)
}

// isSetIn reports whether a field, or what a way leads to from there, is set in all
// structs that functions of the outline make, or get at.
func (o *outliner) isSetIn(field pointsto.Location, way wayIn, seen map[pointsto.Location]bool) bool {
	if seen[field] {
		return false // structs that contain themselves don't exist
	}
	seen[field] = true
	defer delete(seen, field)
	name := o.Points.Objects[field].Name
	way = append(wayIn{name}, way...)
	for _, i := range o.Copies[pointsto.TypeOfField(name)] {
		if o.scope[i.Parent] && !o.isCopy(i) {
			return false
		}
	}
	for _, holder := range o.Within[field] {
		made := &o.Points.Objects[holder]
		if slices.ContainsFunc(o.Stores[holder], o.mayReset) {
			return false
		}
		switch {
		case made.Kind == pointsto.Field:
			if !o.isSetIn(holder, way, seen) {
				return false
			}
		case made.Function == nil:
			return false
		case made.IsStruct() && o.concerns(holder) && !o.isSetFirst(holder, way):
			return false
		}
	}
	return true
}

// mayReset reports whether an instruction may replace structs by others of which nothing is
// known: clear, or a store of code with type parameters.
func (o *outliner) mayReset(store supergraph.Instruction) bool {
	in := store.Instr()
	resets := in.Op == ir.OpStore && in.Kind == ir.GenericKind || in.Op == ir.OpMapDelete && len(in.Args) == 1
	return resets && !o.isElsewhere(store.Parent)
}

// concerns reports whether functions of the outline make something, or get at it.
func (o *outliner) concerns(l pointsto.Location) bool {
	if o.region != nil {
		return o.isMet(l)
	}
	return o.scope[o.Functions[o.Points.Objects[l].Function]] ||
		slices.ContainsFunc(o.Users[l], func(f *supergraph.Function) bool { return o.scope[f] })
}

// isSome reports whether a value is a channel that functions of the program make, or a context's, or
// what is passed by callers who aren't seen, and not nil. What is loaded must be one of the objects,
// and is as good as what is held there, of which the same is asked.
func (o *outliner) isSome(f *supergraph.Function, v ir.Operand, seen supergraph.Registers) bool {
	if v.Kind != ir.Register {
		return false
	}
	if !seen.Add(f, v.Reg) {
		return true
	}
	if v.Reg < f.Params+f.FreeVars {
		return o.areGiven(f, v.Reg, func(g *supergraph.Function, v ir.Operand) bool { return o.isSome(g, v, seen) })
	}
	value := func(from ir.Operand) bool { return o.isSome(f, from, seen) }
	result := func(i supergraph.Instruction) bool { return o.givesSome(i, seen) }
	return len(f.Defined[v.Reg]) > 0 && f.IsSetOnlyBy(v.Reg, value, result)
}

// areGiven reports whether what a function is given for a parameter, or has captured, is good, whoever
// of those who are seen here calls or makes it.
func (o *outliner) areGiven(f *supergraph.Function, register int, isGood func(*supergraph.Function, ir.Operand) bool) bool {
	if register >= f.Params {
		return o.AreCaptured(f, register, func(g *supergraph.Function, v ir.Operand) bool { return o.isElsewhere(g) || isGood(g, v) })
	}
	return !slices.ContainsFunc(f.Callers, func(call supergraph.Instruction) bool {
		arg, ok := supergraph.Argument(call.Instr(), f, register)
		return !o.isElsewhere(call.Parent) && (!ok || !isGood(call.Parent, arg))
	})
}

// givesSome is isSome for the result of an instruction.
func (o *outliner) givesSome(i supergraph.Instruction, seen supergraph.Registers) bool {
	in := i.Instr()
	switch in.Op {
	case ir.OpMakeChan:
		return true
	case ir.OpLoad:
		isElse := func(l pointsto.Location) bool { _, ok := o.objects[l]; return !ok }
		held := o.resolve(i.Parent, nil, ir.Operand{Kind: ir.Register, Reg: in.Dst}).Locations
		return len(held) > 0 && !slices.ContainsFunc(held, isElse) &&
			!slices.ContainsFunc(o.Points.Operand(i.Parent.Function, in.Args[0]), func(l pointsto.Location) bool { return o.nilable[l] || len(o.Points.Content(l)) == 0 })
	case ir.OpCopy:
		return o.isSome(i.Parent, in.Args[0], seen)
	case ir.OpCall:
		return in.Method == "Done" && len(o.Points.Callees(i.Parent.Function, i.At)) == 0 || o.returnsSome(i, 0, seen)
	case ir.OpExtract:
		from, ok := i.Parent.DefinedAt(in.Args[0])
		return ok && from.Instr().Op == ir.OpCall && o.returnsSome(from, in.Index, seen)
	}
	return false
}

// returnsSome reports whether a result of all functions that an instruction may call is an
// object.
func (o *outliner) returnsSome(i supergraph.Instruction, result int, seen supergraph.Registers) bool {
	names := o.Points.Callees(i.Parent.Function, i.At)
	isUnseen := func(name string) bool { callee := o.Callee(name); return callee == nil || callee.Opaque }
	if len(names) == 0 || slices.ContainsFunc(names, isUnseen) {
		return false
	}
	for callee, v := range o.returned(i, result) {
		if !o.isSome(callee, v, seen) {
			return false
		}
	}
	return true
}

// returned yields what the functions that an instruction may call, as far as they are seen, return as one of their results, each with
// its function: something unknown where the skeleton doesn't say.
func (o *outliner) returned(i supergraph.Instruction, result int) iter.Seq2[*supergraph.Function, ir.Operand] {
	return func(yield func(*supergraph.Function, ir.Operand) bool) {
		for _, name := range o.Points.Callees(i.Parent.Function, i.At) {
			callee := o.Callee(name)
			if callee == nil {
				continue
			}
			for b := range callee.Blocks {
				in := callee.Blocks[b].Terminator()
				if in.Op != ir.OpReturn {
					continue
				}
				v := ir.Operand{}
				if result < len(in.Args) {
					v = in.Args[result]
				}
				if !yield(callee, v) {
					return
				}
			}
		}
	}
}

// mayBeNil reports whether a channel is nil on some path to where it is used: the constant,
// that is. In a context it is known what the parameters are.
func (o *outliner) mayBeNil(f *supergraph.Function, at supergraph.Context, v ir.Operand, seen supergraph.Registers) bool {
	if v.Kind != ir.Register || !seen.Add(f, v.Reg) {
		return v.Kind == ir.NilConst
	}
	if v.Reg < f.Params+f.FreeVars {
		if bound, ok := at[v.Reg]; ok {
			return bound.Nilable
		}
		return o.mayBeGivenNil(f, v.Reg, seen)
	}
	value := func(from ir.Operand) bool { return !o.mayBeNil(f, at, from, seen) }
	result := func(i supergraph.Instruction) bool { return !o.mayGiveNil(i, at, seen) }
	return !f.IsSetOnlyBy(v.Reg, value, result)
}

// mayBeGivenNil is mayBeNil for a parameter, whoever calls, or what a closure has captured.
func (o *outliner) mayBeGivenNil(f *supergraph.Function, parameter int, seen supergraph.Registers) bool {
	if parameter >= f.Params {
		return !o.AreCaptured(f, parameter, func(g *supergraph.Function, v ir.Operand) bool { return !o.scope[g] || !o.mayBeNil(g, nil, v, seen) })
	}
	return slices.ContainsFunc(f.Callers, func(call supergraph.Instruction) bool {
		arg, ok := supergraph.Argument(call.Instr(), f, parameter)
		return ok && o.scope[call.Parent] && o.mayBeNil(call.Parent, nil, arg, seen)
	})
}

// mayGiveNil is mayBeNil for the result of an instruction.
func (o *outliner) mayGiveNil(i supergraph.Instruction, at supergraph.Context, seen supergraph.Registers) bool {
	in := i.Instr()
	switch in.Op {
	case ir.OpLoad:
		return slices.ContainsFunc(o.Points.Operand(i.Parent.Function, in.Args[0]), o.mayHoldNil)
	case ir.OpCopy:
		return o.mayBeNil(i.Parent, at, in.Args[0], seen)
	case ir.OpCall:
		if in.Method == "Done" { // of a context that nobody may end
			return o.mayBeNil(i.Parent, at, in.Args[0], seen) || o.mayReturnNil(i, 0, seen)
		}
		return o.mayReturnNil(i, 0, seen)
	case ir.OpTypeAssert, ir.OpMapLookup, ir.OpIndex, ir.OpField, ir.OpReceive:
		return true // what isn't there is nil, and who has cleared it isn't followed
	case ir.OpExtract:
		if from := i.Parent.Definition(in.Args[0]); from != nil && from.Op != ir.OpCall && from.Op != ir.OpSelect {
			return true
		}
		return slices.ContainsFunc(i.Parent.Defined[in.Args[0].Reg], func(d supergraph.Definition) bool {
			return d.At.Index >= 0 && o.mayReturnNil(i.Parent.At(d.At), in.Index, seen)
		})
	}
	return false
}

// mayReturnNil reports whether a result of a call may be nil.
func (o *outliner) mayReturnNil(call supergraph.Instruction, result int, seen supergraph.Registers) bool {
	if call.Instr().Op != ir.OpCall {
		return false
	}
	for callee, v := range o.returned(call, result) {
		if o.mayBeNil(callee, nil, v, seen) {
			return true
		}
	}
	return false
}

// isSetFirst reports whether what a way leads to in a variable is set before the variable
// is published, and before it is read.
func (o *outliner) isSetFirst(variable pointsto.Location, way wayIn) bool {
	made := &o.Points.Objects[variable]
	f := o.Functions[made.Function]
	if f == nil {
		return false
	}
	in := f.At(made.At).Instr()
	if in.Op != ir.OpAlloc || in.Dst < 0 {
		return false
	}
	a := &assignment{outliner: o, f: f, way: way, made: made.At}
	a.derive(in.Dst)
	after := made.At
	after.Index++
	_, ok := a.follow(after)
	return ok
}

// An assignment follows a function as long as what a way leads to in a struct isn't set
// there yet.
type assignment struct {
	*outliner
	f   *supergraph.Function
	way wayIn
	// passed are the registers with an address on the way: how many fields are passed.
	passed map[int]int
	// kept are the local variables that hold the address of the struct.
	kept map[int]bool
	// made is where the struct is made; where it is the caller's, calls are the functions
	// that were given it, one by the other.
	made  pointsto.At
	calls []*supergraph.Function
}

// derive finds the registers that are on the way from one that has the address of the
// struct.
func (a *assignment) derive(first int) {
	a.passed, a.kept = map[int]int{first: 0}, map[int]bool{}
	for grew := true; grew; {
		before := len(a.passed) + len(a.kept)
		for i := range a.f.Instructions() {
			a.deriveAt(i.Instr())
		}
		grew = len(a.passed)+len(a.kept) > before
	}
}

func (a *assignment) deriveAt(in *ir.Instr) {
	if in.Op == ir.OpStore && a.keeps(in) {
		a.kept[in.Args[0].Reg] = true
	}
	if in.Dst < 0 || len(in.Args) == 0 || in.Args[0].Kind != ir.Register {
		return
	}
	n, ok := a.passed[in.Args[0].Reg]
	switch {
	case in.Op == ir.OpLoad && a.kept[in.Args[0].Reg]:
		a.passed[in.Dst] = 0
	case !ok:
	case in.Op == ir.OpCopy, in.Op == ir.OpFieldAddr && in.TypeName == "":
		a.passed[in.Dst] = n
	case in.Op == ir.OpFieldAddr && n < len(a.way) && pointsto.FieldName(in.TypeName, in.Index, in.Name) == a.way[n]:
		a.passed[in.Dst] = n + 1
	}
}

// keeps reports whether an instruction stores the address of the struct in a local
// variable, where nothing else is stored, and that nobody else has got at before.
func (a *assignment) keeps(in *ir.Instr) bool {
	if in.Args[0].Kind != ir.Register || in.Args[1].Kind != ir.Register || a.f.Loops[a.made.Block] >= 0 {
		return false
	}
	n, ok := a.passed[in.Args[1].Reg]
	local, one := a.f.DefinedAt(in.Args[0])
	if !ok || n > 0 || len(a.calls) > 0 || !one || local.Instr().Op != ir.OpAlloc {
		return false
	}
	variable := a.Points.Made(a.f.Function, local.At)
	return variable != 0 && len(a.Stores[variable]) == 1 && a.isHidden(in.Args[0].Reg)
}

// isHidden reports whether a variable is only loaded from and stored to, on all paths to
// where the struct is made.
func (a *assignment) isHidden(variable int) bool {
	v := ir.Operand{Kind: ir.Register, Reg: variable}
	shows := func(in *ir.Instr) bool {
		return in.Op != ir.OpLoad && slices.Contains(in.Args, v) && !(in.Op == ir.OpStore && in.Args[1] != v)
	}
	for i := range a.f.Instructions() {
		if a.comesBefore(i.At) && shows(i.Instr()) {
			return false
		}
	}
	return true
}

// comesBefore reports whether an instruction can come before the struct is made, or makes it.
func (a *assignment) comesBefore(at pointsto.At) bool {
	if at.Block == a.made.Block {
		return at.Index <= a.made.Index
	}
	return a.f.Leads(at.Block, a.made.Block)
}

// follow follows the function from an instruction on, on all paths, up to where the field is
// set. It is not ok if somebody may look before; returned says that the function may return
// before.
func (a *assignment) follow(from pointsto.At) (returned, ok bool) {
	seen := map[int]bool{}
	work := []pointsto.At{from}
	if a.f.Recover >= 0 { // it may panic anywhere
		work = append(work, pointsto.At{Block: a.f.Recover})
	}
	for len(work) > 0 {
		at := work[len(work)-1]
		work = work[:len(work)-1]
		set, shown := a.inBlock(at)
		if shown {
			return true, false
		}
		if set {
			continue
		}
		block := &a.f.Blocks[at.Block]
		returned = returned || block.Terminator().Op == ir.OpReturn
		for _, e := range block.Succs {
			if slices.ContainsFunc(e.Moves, func(m ir.Move) bool { return a.isOn(m.From) }) {
				return true, false
			}
			if !seen[e.Block] {
				seen[e.Block] = true
				work = append(work, pointsto.At{Block: e.Block})
			}
		}
	}
	return returned, true
}

// inBlock follows a block: the field is set there, or the struct shown before.
func (a *assignment) inBlock(at pointsto.At) (set, shown bool) {
	for ; at.Index < len(a.f.Blocks[at.Block].Instrs); at.Index++ {
		if set, shown = a.at(a.f.At(at)); set || shown {
			return set, shown
		}
	}
	return false, false
}

// isOn reports whether an operand is an address on the way.
func (a *assignment) isOn(v ir.Operand) bool {
	if v.Kind != ir.Register {
		return false
	}
	_, ok := a.passed[v.Reg]
	return ok || a.kept[v.Reg]
}

// isKept reports whether an operand is a local variable that holds the address.
func (a *assignment) isKept(v ir.Operand) bool { return v.Kind == ir.Register && a.kept[v.Reg] }

// at says what an instruction does to the struct.
func (a *assignment) at(i supergraph.Instruction) (set, shown bool) {
	in := i.Instr()
	switch in.Op {
	case ir.OpStore:
		return a.isSetBy(i), a.isOn(in.Args[1]) && !a.isKept(in.Args[0]) || a.isKept(in.Args[1])
	case ir.OpLoad:
		return false, a.isOn(in.Args[0]) && !a.isKept(in.Args[0])
	case ir.OpFieldAddr, ir.OpCopy, ir.OpBinary, ir.OpUnknown, ir.OpUpdate:
		return false, false
	case ir.OpCall:
		return a.isSetByCall(i)
	case ir.OpSelect:
		return false, slices.ContainsFunc(in.Cases, func(c ir.SelectCase) bool { return a.isOn(c.Chan) || a.isOn(c.Value) })
	}
	return false, slices.ContainsFunc(in.Args, a.isOn)
}

// isSetBy reports whether a store sets the field: alone, or with a copy of a whole struct,
// of which the same is asked.
func (a *assignment) isSetBy(i supergraph.Instruction) bool {
	in := i.Instr()
	if in.Args[0].Kind != ir.Register {
		return false
	}
	n, ok := a.passed[in.Args[0].Reg]
	return ok && (n == len(a.way) || a.isCopy(i))
}

// isCopy reports whether what is stored is a struct that was loaded from another variable
// that functions of the program make, here, in a function that returns it, or by who sends it.
func (o *outliner) isCopy(i supergraph.Instruction) bool {
	in := i.Instr()
	return in.Kind == ir.StructKind && o.isLoaded(i.Parent, in.Args[1], in.TypeName, 0)
}

func (o *outliner) isLoaded(f *supergraph.Function, v ir.Operand, typeName string, depth int) bool {
	if depth > deepestCallee || v.Kind != ir.Register {
		return false
	}
	if v.Reg < f.Params {
		return o.isGivenLoaded(f, v, typeName, depth)
	}
	from, ok := f.DefinedAt(v)
	if !ok {
		return false
	}
	in := from.Instr()
	switch in.Op {
	case ir.OpCall:
		return o.returnsLoaded(from, 0, typeName, depth)
	case ir.OpExtract:
		tuple, ok := f.DefinedAt(in.Args[0])
		if ok && tuple.Instr().Op != ir.OpCall {
			return o.isReceivedLoaded(from, tuple, typeName, depth)
		}
		return ok && o.returnsLoaded(tuple, in.Index, typeName, depth)
	case ir.OpReceive:
		return o.areSentLoaded(from, in.Args[0], false, typeName, depth)
	case ir.OpLoad:
		list := o.Points.Operand(f.Function, in.Args[0])
		return len(list) > 0 && !slices.ContainsFunc(list, func(l pointsto.Location) bool {
			made := &o.Points.Objects[l]
			return made.Kind != pointsto.Variable || made.Function == nil || !made.IsStruct() || made.Type != typeName
		})
	}
	return false
}

// isGivenLoaded is isLoaded for a parameter: all who call the function are known. The receiver of a
// method may be in an interface.
func (o *outliner) isGivenLoaded(f *supergraph.Function, v ir.Operand, typeName string, depth int) bool {
	if o.own || slices.Contains(o.Points.Operand(f.Function, v), pointsto.Outside) {
		return false
	}
	return !slices.ContainsFunc(f.Callers, func(call supergraph.Instruction) bool {
		if o.isElsewhere(call.Parent) {
			return false
		}
		if in := call.Instr(); v.Reg == 0 && in.Method != "" {
			isOther := func(l pointsto.Location) bool { return l != pointsto.Outside && !o.isBoxLoaded(l, typeName, depth+1) }
			return slices.ContainsFunc(o.Points.Operand(call.Parent.Function, in.Args[0]), isOther) || !o.isSeen(call.Parent, in.Args[0], supergraph.Registers{})
		}
		arg, ok := supergraph.Argument(call.Instr(), f, v.Reg)
		return !ok || !o.isLoaded(call.Parent, arg, typeName, depth+1)
	})
}

// isBoxLoaded reports whether an interface holds a struct of a type for which isLoaded holds, or
// something else. Instances of a generic type aren't told apart.
func (o *outliner) isBoxLoaded(l pointsto.Location, typeName string, depth int) bool {
	box := &o.Points.Objects[l]
	if name, _, _ := strings.Cut(box.Name, "["); box.Kind != pointsto.Box || name != typeName {
		return true
	}
	maker := o.Functions[box.Function]
	return maker != nil && o.isLoaded(maker, maker.At(box.At).Instr().Args[0], typeName, depth)
}

// isSeen reports whether what an operand may be was made where it is seen, or is passed by callers
// who aren't: they have no struct of the program's own that nobody has given them. Functions that
// aren't followed may return one.
func (o *outliner) isSeen(f *supergraph.Function, v ir.Operand, seen supergraph.Registers) bool {
	if v.Kind != ir.Register || !seen.Add(f, v.Reg) {
		return v.Kind != ir.GlobalConst
	}
	if v.Reg < f.Params+f.FreeVars {
		return o.areGiven(f, v.Reg, func(g *supergraph.Function, v ir.Operand) bool { return o.isSeen(g, v, seen) })
	}
	value := func(from ir.Operand) bool { return o.isSeen(f, from, seen) }
	return f.IsSetOnlyBy(v.Reg, value, func(i supergraph.Instruction) bool { return o.derivesFromSeen(i, seen) })
}

// derivesFromSeen is isSeen for the result of an instruction. What is loaded must have been stored
// where that is seen, too.
func (o *outliner) derivesFromSeen(i supergraph.Instruction, seen supergraph.Registers) bool {
	in := i.Instr()
	switch in.Op {
	case ir.OpMakeInterface:
		return true
	case ir.OpCopy, ir.OpTypeAssert:
		return o.isSeen(i.Parent, in.Args[0], seen)
	case ir.OpLoad, ir.OpMapLookup:
		isEmpty := func(l pointsto.Location) bool { return len(o.Points.Content(l)) == 0 }
		from := o.Points.Operand(i.Parent.Function, in.Args[0])
		held := o.Points.Operand(i.Parent.Function, ir.Operand{Kind: ir.Register, Reg: in.Dst})
		return len(from) > 0 && !slices.ContainsFunc(from, isEmpty) && !slices.Contains(held, pointsto.Outside)
	case ir.OpExtract:
		from, ok := i.Parent.DefinedAt(in.Args[0])
		return ok && o.derivesFromSeen(from, seen)
	case ir.OpCall:
		switch library.Find(in.Name).Meaning {
		case library.WithCancel, library.WithTimeout, library.SameContext:
			return o.isSeen(i.Parent, in.Args[0], seen)
		case library.Background, library.TestContext:
			return true
		}
		names := o.Points.Callees(i.Parent.Function, i.At)
		return len(names) > 0 && !slices.ContainsFunc(names, func(name string) bool {
			callee := o.Callee(name)
			return callee == nil || callee.Opaque || slices.ContainsFunc(callee.Returned(), func(v ir.Operand) bool { return !o.isSeen(callee, v, seen) })
		})
	}
	return false
}

// returnsLoaded is isLoaded for a result of a call.
func (o *outliner) returnsLoaded(call supergraph.Instruction, result int, typeName string, depth int) bool {
	in := call.Instr()
	callee := o.Callee(in.Name)
	if in.Op != ir.OpCall || in.Name == "" || callee == nil || callee.Opaque || callee.Recover >= 0 {
		return false
	}
	return !slices.ContainsFunc(callee.Blocks, func(b ir.Block) bool {
		end := b.Terminator()
		return end.Op == ir.OpReturn && (result >= len(end.Args) || !o.isLoaded(callee, end.Args[result], typeName, depth+1))
	})
}

// deepestCallee is how deep functions are followed that are given a struct.
const deepestCallee = 4

// isSetByCall says what a call does to the struct: it is given that, or has nothing to do
// with it.
func (a *assignment) isSetByCall(i supergraph.Instruction) (set, shown bool) {
	in := i.Instr()
	given := -1
	for n, arg := range in.Args {
		if a.isOn(arg) {
			if given >= 0 {
				return false, true
			}
			given = n
		}
	}
	if given < 0 {
		return false, false
	}
	callee := a.Callee(in.Name)
	n, ok := a.passed[in.Args[given].Reg]
	if in.Name == "" || callee == nil || callee.Opaque || given >= callee.Params || !ok || slices.Contains(a.calls, callee) || len(a.calls) >= deepestCallee {
		return false, true
	}
	inside := &assignment{outliner: a.outliner, f: callee, way: a.way[n:], calls: append(slices.Clone(a.calls), callee)}
	inside.derive(given)
	returned, ok := inside.follow(pointsto.At{})
	return !returned, !ok
}
