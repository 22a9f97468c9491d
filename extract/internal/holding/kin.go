package holding

import (
	"slices"
	"strconv"
	"strings"

	"github.com/chancheck/chancheck/extract/internal/dataflow"
	"github.com/chancheck/chancheck/extract/internal/pointsto"
	"github.com/chancheck/chancheck/extract/internal/supergraph"
	"github.com/chancheck/chancheck/extract/ir"
)

// What is in a field of a struct may know that struct: a child its parent, a listener the one that it listens to, a
// literal what it has captured. Where the program puts such a one there, a function that finds those in the field may
// have found it; that there are others doesn't matter.

// A kin is one that knows the struct in a field of which it is.
type kin struct {
	// put is where it is put there.
	put supergraph.Instruction
	// typeName is that of a struct, literal a function that is one.
	typeName string
	literal  *supergraph.Function
	// back are the steps by which the struct leads to the one that it knows, captured is the register in which a literal
	// has that.
	back     string
	captured int
	// by is the field of the kin that back goes by.
	by pointsto.Location
}

// kinIn lists those that are put into a field.
func (a *Analysis) kinIn(field pointsto.Location) []kin {
	list, known := a.kin[field]
	if known {
		return list
	}
	for _, p := range a.putsInto(field) {
		list = append(list, a.kinAt(p, maxDepth)...)
	}
	a.kin[field] = list
	return list
}

// A putting puts a value into a field of a struct, or into a map or slice that is there.
type putting struct {
	at    supergraph.Instruction
	value ir.Operand
	owner ir.Operand
}

// putsInto lists those into a field.
func (a *Analysis) putsInto(field pointsto.Location) (list []putting) {
	for _, store := range a.Stores[field] {
		f, in := store.Parent, store.Instr()
		if in.Op != ir.OpStore {
			continue
		}
		if p, ok := a.fieldAt(f, in.Args[0]); ok {
			for _, v := range append(appended(f, in.Args[1]), in.Args[1]) {
				list = append(list, putting{store, v, p.base})
			}
		}
	}
	for _, l := range a.Points.Content(field) {
		if l <= pointsto.Beside || a.Points.Objects[l].IsStruct() {
			continue
		}
		for _, store := range a.Stores[l] {
			f, in := store.Parent, store.Instr()
			if in.Op != ir.OpStore && in.Op != ir.OpMapUpdate { // a send in a select has no operands
				continue
			}
			collection := in.Args[0]
			if element := f.Definition(f.Original(collection)); in.Op == ir.OpStore && element != nil && element.Op == ir.OpIndexAddr {
				collection = element.Args[0]
			} else if in.Op != ir.OpMapUpdate {
				continue
			}
			if p, ok := a.fieldAt(f, loadedFrom(f, collection)); ok && p.field == field {
				for _, v := range in.Args[1:] {
					list = append(list, putting{store, v, p.base})
				}
			}
		}
	}
	return list
}

// appended are the values of which a function makes a slice longer.
func appended(f *supergraph.Function, o ir.Operand) []ir.Operand {
	in := f.Definition(f.Original(o))
	if in == nil || in.Op != ir.OpAppend {
		return nil
	}
	of := f.Definition(f.Original(in.Args[1]))
	if of == nil || of.Op != ir.OpSlice {
		return nil
	}
	return storedIn(f, f.Original(of.Args[0]))
}

// kinAt lists what is known of a value that is put into a field of a struct that it knows: that may be the caller's
// doing, who gives both.
func (a *Analysis) kinAt(p putting, depth int) (list []kin) {
	f, v := p.at.Parent, unboxed(p.at.Parent, p.value)
	switch in := f.Definition(v); {
	case v.Kind != ir.Register || depth == 0:
	case v.Reg < f.Params:
		for _, call := range f.Callers {
			given, isGiven := supergraph.Argument(call.Instr(), f, v.Reg)
			owner, isOwned := given, p.owner.Kind == ir.Register && p.owner.Reg < f.Params
			if isOwned {
				owner, isOwned = supergraph.Argument(call.Instr(), f, p.owner.Reg)
			}
			if isGiven && isOwned && call.Instr().Op == ir.OpCall {
				list = append(list, a.kinAt(putting{call, given, call.Parent.Original(owner)}, depth-1)...)
			}
		}
	case in != nil && in.Op == ir.OpMakeClosure:
		return a.literalKin(p, in)
	default:
		return a.structKin(p, v)
	}
	return list
}

// unboxed is what is in an interface, or the value itself.
func unboxed(f *supergraph.Function, o ir.Operand) ir.Operand {
	o = f.Original(o)
	if in := f.Definition(o); in != nil && in.Op == ir.OpMakeInterface {
		return unboxed(f, in.Args[0])
	}
	return o
}

// literalKin is a literal that has captured the struct, or a method of what knows it.
func (a *Analysis) literalKin(p putting, made *ir.Instr) (list []kin) {
	f := p.at.Parent
	if method, isMethod := strings.CutSuffix(made.Name, pointsto.BoundSuffix); isMethod {
		called := a.Callee(method)
		if called == nil || len(made.Args) != 1 {
			return nil
		}
		list = a.structKin(p, unboxed(f, made.Args[0]))
		for n := range list {
			list[n].literal = called
		}
		return list
	}
	called := a.Callee(made.Name)
	for n, arg := range made.Args {
		if called != nil && f.Original(arg) == p.owner {
			list = append(list, kin{put: p.at, literal: called, captured: called.Params + n})
		}
	}
	return list
}

// structKin is a struct with a field for the one that it is put into, in which nothing else is ever stored, or that one
// itself.
func (a *Analysis) structKin(p putting, v ir.Operand) (list []kin) {
	f := p.at.Parent
	if v == p.owner {
		return []kin{{put: p.at, typeName: a.typeIn(f, v)}}
	}
	maker, made, owner := a.madeBy(f, v, p.owner)
	if maker == nil {
		return nil
	}
	for i := range maker.Instructions() {
		in := i.Instr()
		if in.Op != ir.OpStore || maker.Original(in.Args[1]) != owner {
			continue
		}
		field, ok := a.fieldAt(maker, in.Args[0])
		if ok && field.base == made && a.isSetOnce(field.field) {
			step := maker.Definition(maker.Original(in.Args[0])).Index
			list = append(list, kin{put: p.at, typeName: a.typeOfOwner(field.field), back: "." + strconv.Itoa(step) + "*", by: field.field})
		}
	}
	return list
}

// madeBy is the function that makes a struct, the struct as it is known there, and so the one that it may know: a
// function makes it itself, or calls one that does.
func (a *Analysis) madeBy(f *supergraph.Function, v, owner ir.Operand) (maker *supergraph.Function, made, known ir.Operand) {
	if isNew(f, v) {
		return f, v, owner
	}
	call, ok := f.DefinedAt(v)
	if !ok || call.Instr().Op != ir.OpCall || len(a.CalleesAt(call)) != 1 {
		return nil, made, known
	}
	maker = a.CalleesAt(call)[0]
	returned := maker.Returned()
	if len(returned) != 1 || !isNew(maker, unboxed(maker, returned[0])) {
		return nil, made, known
	}
	for n := range maker.Params {
		if given, ok := supergraph.Argument(call.Instr(), maker, n); ok && f.Original(given) == owner {
			return maker, unboxed(maker, returned[0]), ir.Operand{Kind: ir.Register, Reg: n}
		}
	}
	return nil, made, known
}

// typeIn is the type of the struct to which an operand points, "" if it isn't known.
func (a *Analysis) typeIn(f *supergraph.Function, o ir.Operand) string {
	if o.Kind == ir.Register && o.Reg < f.Params {
		return f.ParamType(o.Reg)
	}
	if list := a.Points.Operand(f.Function, o); len(list) == 1 {
		return a.Points.Objects[list[0]].Type
	}
	return ""
}

// leadsBack reports whether a path in a function that is given a kin as one of its arguments begins at the struct that it
// knows, and what is left of the path from there.
func (k *kin) leadsBack(f *supergraph.Function, given int, p path) (rest string, ok bool) {
	switch {
	case !p.known || p.root.Kind != ir.Register || k.literal != nil && k.literal != f:
		return "", false
	case k.literal != nil && k.typeName == "":
		return p.steps, p.root.Reg == k.captured
	case p.root.Reg != given || given >= f.Params || f.ParamType(given) != k.typeName:
		return "", false
	}
	return strings.CutPrefix(p.steps, k.back)
}

// A fellow is what a function calls, or gives to one that it calls, that it has found in a field of a struct, and the path to
// that struct.
type fellow struct {
	call supergraph.Instruction
	// given is the number of the argument that it is.
	given int
	of    path
	field fieldOf
}

// fellowsAt are those at an instruction.
func (a *Analysis) fellowsAt(i supergraph.Instruction) (list []fellow) {
	in := i.Instr()
	if in.Op != ir.OpCall || in.Name != "" && len(a.CalleesAt(i)) == 0 {
		return nil
	}
	for n, arg := range in.Args {
		found, _ := foundAt(i.Parent, i.Parent.Original(arg))
		field, ok := a.fieldAt(i.Parent, found)
		if !ok || n > 0 && in.Name == "" {
			continue
		}
		if of := a.pathOf(i.Parent, field.base); of.known {
			list = append(list, fellow{i, n, of, field})
		}
	}
	return list
}

// echoes lists where a function that has a lock calls one that it has found in the struct with the lock, and that knows the
// struct and wants the lock, too.
func (a *Analysis) echoes(t Taking) (list []Relock) {
	f := t.Parent
	var w *flow
	for i := range f.Instructions() {
		for _, c := range a.fellowsAt(i) {
			if w == nil {
				w = a.flowOf(t)
			}
			if !w.holdsAt(i) || a.mayLetGo(i, t) {
				continue
			}
			sides, isPossible := a.sidesToFellow(i, c)
			if !isPossible {
				continue
			}
			if again, wanting, ok := a.echoAt(t, i, c, sides); ok {
				held := slices.DeleteFunc(sides, func(s Side) bool { return !w.holdsAt(s.Branch) })
				list = append(list, Relock{Taking: t, Again: again, Sides: slices.Concat(held, wanting)})
				break
			}
		}
	}
	return list
}

// sidesToFellow is sidesTo where a function calls one that it finds in a map or slice: that there is one, the program says.
func (a *Analysis) sidesToFellow(i supergraph.Instruction, c fellow) (list []Side, ok bool) {
	list = slices.DeleteFunc(a.decide(i), func(s Side) bool { return isEndOfRange(s, i) })
	return list, !slices.ContainsFunc(list, func(s Side) bool { return !a.entersRangeOf(s, c.field) && !a.mayTake(s.Branch, s.Edge) })
}

// entersRangeOf reports whether a side comes into a loop over the map or slice in a field.
func (a *Analysis) entersRangeOf(s Side, of fieldOf) bool {
	ranged, ok := rangedOver(s)
	if !ok {
		return false
	}
	field, ok := a.fieldAt(s.Branch.Parent, loadedFrom(s.Branch.Parent, ranged))
	return ok && field == of
}

// rangedOver is the map or slice over which a loop goes into which a side comes; it is not ok if it comes into none.
func rangedOver(s Side) (ranged ir.Operand, ok bool) {
	f := s.Branch.Parent
	in := f.Definition(s.Branch.Instr().Args[0])
	if in == nil || s.Edge != 0 || f.Loops[s.Branch.At.Block] < 0 {
		return ranged, false
	}
	switch in.Op {
	case ir.OpExtract:
		if next := f.Definition(in.Args[0]); next != nil && next.Op == ir.OpNext {
			return f.Definition(next.Args[0]).Args[0], true
		}
	case ir.OpBinary:
		if length := f.Definition(in.Args[1]); in.Name == "<" && length != nil && length.Op == ir.OpLen {
			return length.Args[0], true
		}
	}
	return ranged, false
}

// echoAt is the lock that one of those wants whom a function calls by an instruction.
func (a *Analysis) echoAt(t Taking, i supergraph.Instruction, c fellow, sides []Side) (again Chain, wanting []Side, ok bool) {
	for _, k := range a.kinIn(c.field.field) {
		for _, callee := range a.CalleesAt(i) {
			for _, w := range a.wishesIn(callee) {
				rest, isBack := k.leadsBack(callee, c.given, w.path)
				isLeftOut := func(s Side) bool { return a.leavesOut(&k, c, s) }
				if !isBack || !(path{c.of.root, c.of.steps + rest, true}).isSame(t.path) || slices.ContainsFunc(sides, isLeftOut) || !a.goEitherWay(&k, c, sides, w.sides) {
					continue
				}
				return Chain{append([]supergraph.Instruction{i}, w.Calls...), w.Taking, t.path}, w.sides, true
			}
		}
	}
	return again, nil, false
}

// leavesOut reports whether a function calls what it finds on a side of a branch that asks whom that knows, unless it does so
// for those who know the struct in which it has found them.
func (a *Analysis) leavesOut(k *kin, c fellow, s Side) bool {
	f, asksWhom := s.Branch.Parent, k.back != "" && a.groundsOf(s.Branch).cells.Has(int(k.by))
	found := f.Original(c.call.Instr().Args[c.given])
	of, negated := f.Negated(s.Branch.Instr().Args[0])
	in := f.Definition(of)
	if in == nil || in.Op != ir.OpBinary || in.Name != "==" && in.Name != "!=" {
		return asksWhom
	}
	for n, arg := range in.Args {
		arg = f.Original(arg)
		known := f.Definition(arg)
		isKnown := asksWhom && known != nil && known.Op == ir.OpLoad && f.BaseOfPart(known.Args[0]) == found || k.back == "" && arg == found
		if isKnown && a.pathOf(f, in.Args[1-n]) == c.of {
			return ((s.Edge == 0) == (in.Name == "==")) == negated
		}
	}
	return asksWhom
}

// wishesIn lists the locks that a function takes on some way, itself or by what it calls.
func (a *Analysis) wishesIn(f *supergraph.Function) (list []wish) {
	for i := range f.Instructions() {
		if i.Instr().Op != ir.OpCall {
			continue
		}
		wishes := a.wishesAt(i, maxCalls)
		if len(wishes) == 0 {
			continue
		}
		sides, isPossible := a.sidesTo(i)
		for _, w := range wishes {
			if all := slices.Concat(sides, w.sides); isPossible && !a.releasesOthers(w.Locks) && !a.shareMemory(all) && a.isFreeAt(f, i, w.Locks) {
				list = append(list, wish{w.Chain, all})
			}
		}
	}
	return list
}

// goEitherWay reports whether no branch on the way of a function to the call of a kin, and nothing that it does before, says
// which way the kin goes.
func (a *Analysis) goEitherWay(k *kin, c fellow, sides, wanting []Side) bool {
	return !a.mayBeRemoved(c) && !slices.ContainsFunc(wanting, func(w Side) bool {
		if !a.isGivenFreely(c.call, w.Branch) {
			return true
		}
		if k.back != "" && a.asksOfItself(w.Branch, c) {
			return false
		}
		return a.isAnsweredBefore(c.call, sides, w.Branch)
	})
}

// isAnsweredBefore reports whether a function asks, on the sides that it takes to a call, for the memory that a branch asks for, or
// may set that before it comes there.
func (a *Analysis) isAnsweredBefore(call supergraph.Instruction, sides []Side, branch supergraph.Instruction) bool {
	g := a.groundsOf(branch)
	isSame := func(s Side) bool { return a.groundsOf(s.Branch).sharesMemory(g) }
	return slices.ContainsFunc(sides, isSame) || a.setsBefore(call, g.cells)
}

// mayBeRemoved reports whether a function may have taken something out of a field before it calls what it finds there.
func (a *Analysis) mayBeRemoved(c fellow) bool {
	return slices.ContainsFunc(a.removalsFrom(c.field.field), func(removal supergraph.Instruction) bool {
		if removal.Parent == c.call.Parent && ComesBefore(removal, c.call) {
			return true
		}
		isRun := func(call supergraph.Call) bool {
			return call.Instruction != c.call && ComesBefore(call.Instruction, c.call) && slices.ContainsFunc(call.Callees, func(callee *supergraph.Function) bool { return a.runs(callee, removal.Parent) })
		}
		return slices.ContainsFunc(a.CallsIn(c.call.Parent), isRun)
	})
}

// isGivenFreely reports whether a branch of one who is called hangs on no argument but what the caller is given himself, by
// others who may give anything, and doesn't ask about.
func (a *Analysis) isGivenFreely(call, branch supergraph.Instruction) (is bool) {
	g := branch.Parent
	is = true
	isFree := func(f *supergraph.Function, o ir.Operand) bool {
		o = f.Original(o)
		return a.isPassedOn(f, o, maxDepth)
	}
	a.groundsOf(branch).given.Each(func(register int) {
		if register >= g.Params {
			is = is && a.AreCaptured(g, register, isFree)
			return
		}
		given, ok := supergraph.Argument(call.Instr(), g, register)
		is = is && ok && slices.Contains(a.CalleesAt(call), g) && isFree(call.Parent, given)
	})
	return is
}

// isPassedOn reports whether a value is what anybody gives who calls a function, or all who call it, who pass it on by at most some calls:
// nobody on the way asks about it.
func (a *Analysis) isPassedOn(f *supergraph.Function, o ir.Operand, depth int) bool {
	if isElementOfGiven(f, o) {
		return !a.asksAbout(f, o.Reg)
	}
	if o.Kind != ir.Register || o.Reg >= f.Params || a.asksAbout(f, o.Reg) || depth == 0 {
		return false
	}
	return a.isOpen(f) || len(f.Callers) > 0 && !slices.ContainsFunc(f.Callers, func(call supergraph.Instruction) bool {
		given, ok := supergraph.Argument(call.Instr(), f, o.Reg)
		return !ok || !slices.Contains(a.CalleesAt(call), f) || !a.isPassedOn(call.Parent, call.Parent.Original(given), depth-1)
	})
}

// setsBefore reports whether a function may set one of some cells before it comes to a call, itself or by what it calls.
func (a *Analysis) setsBefore(call supergraph.Instruction, cells dataflow.Set) bool {
	for i := range comingBefore(call) {
		if i != call && a.sets(i, cells) {
			return true
		}
	}
	return false
}

// asksOfItself reports whether a method asks for nothing but fields of its own struct, while a function that calls it, and
// has another one of the type, stores, and asks for, only those of that.
func (a *Analysis) asksOfItself(branch supergraph.Instruction, c fellow) bool {
	if !asksFieldsOf(branch, ir.Operand{Kind: ir.Register}) {
		return false
	}
	asked := a.groundsOf(branch).cells
	for i := range comingBefore(c.call) {
		in := i.Instr()
		switch {
		case i == c.call:
		case in.Op == ir.OpIf && overlap(a.groundsOf(i).cells, asked) && !asksFieldsOf(i, c.field.base):
			return false
		case a.sets(i, asked) && (in.Op != ir.OpStore || i.Parent.BaseOfPart(in.Args[0]) != c.field.base):
			return false
		}
	}
	return true
}

// asksFieldsOf reports whether a branch hangs on nothing but fields of one struct.
func asksFieldsOf(branch supergraph.Instruction, base ir.Operand) bool {
	f, isOne := branch.Parent, false
	var visit func(o ir.Operand) bool
	visit = func(o ir.Operand) bool {
		in := f.Definition(f.Original(o))
		switch {
		case o.Kind != ir.Register:
			return true
		case in == nil:
			return false
		case in.Op == ir.OpLoad:
			isOne = true
			return f.BaseOfPart(in.Args[0]) == base
		case in.Op == ir.OpNot || in.Op == ir.OpBinary || in.Op == ir.OpLen:
			return !slices.ContainsFunc(in.Args, func(arg ir.Operand) bool { return !visit(arg) })
		}
		return false
	}
	return visit(branch.Instr().Args[0]) && isOne
}

// isElementOfGiven reports whether a value is one of those in a slice or map that a function is given.
func isElementOfGiven(f *supergraph.Function, o ir.Operand) bool {
	in := f.Definition(o)
	if in == nil || in.Op != ir.OpLoad {
		return false
	}
	element := f.Definition(f.Original(in.Args[0]))
	if element == nil || element.Op != ir.OpIndexAddr {
		return false
	}
	of := f.Original(element.Args[0])
	return of.Kind == ir.Register && of.Reg < f.Params
}
