package outline

import (
	"maps"
	"slices"

	"github.com/chancheck/chancheck/extract/internal/dataflow"
	"github.com/chancheck/chancheck/extract/internal/pointsto"
	"github.com/chancheck/chancheck/extract/internal/supergraph"
	"github.com/chancheck/chancheck/extract/ir"
)

// What operands are bound to in an outline. What a parameter is given stays the same as long
// as the function runs: where that is in doubt, the call is one of several, of which each
// gives it something certain, and all that the function does with it is about the same.

// bind works out the context in which an instruction calls a function: the parameters
// that are objects, structs with objects in them, or functions, or for other callers are.
func (o *outliner) bind(i supergraph.Instruction, at supergraph.Context, callee *supergraph.Function) supergraph.Context {
	c := supergraph.Context{}
	for p, arg := range supergraph.Passed(i.Instr(), callee) {
		isChannel := p < len(callee.ParamKinds) && (callee.ParamKinds[p] == ir.ChanKind || callee.ParamKinds[p] == ir.InterfaceKind)
		bound := o.located(i.Parent, at, arg)
		if isChannel {
			bound = o.resolve(i.Parent, at, arg)
		}
		switch {
		case slices.ContainsFunc(bound.Locations, o.matters), bound.Nilable && isChannel:
			c[p] = bound
		case slices.ContainsFunc(o.met(o.Points.Register(callee.Function, p)), o.matters):
			c[p] = somethingOf(bound, isChannel)
		}
	}
	return c
}

// somethingOf is bound where it is none of the objects: of a channel it may make a difference
// which one it is.
func somethingOf(bound supergraph.Binding, isChannel bool) supergraph.Binding {
	if !isChannel {
		bound.Locations = nil
	}
	bound.Exact = false
	return bound
}

// mostAlternatives limits the calls of which one may be one.
const mostAlternatives = 8

// bindings are the contexts in which an instruction may call a function: one for each way to
// settle what its parameters are, if these are few.
func (o *outliner) bindings(i supergraph.Instruction, at supergraph.Context, callee *supergraph.Function) []supergraph.Context {
	all := []supergraph.Context{o.bind(i, at, callee)}
	for p := range callee.Params + callee.FreeVars {
		options := o.options(all[0], p, callee)
		if len(options) < 2 || len(all)*len(options) > mostAlternatives {
			continue
		}
		var next []supergraph.Context
		for _, c := range all {
			for _, option := range options {
				settled := maps.Clone(c)
				settled[p] = option
				next = append(next, settled)
			}
		}
		all = next
	}
	return all
}

// options are what a parameter may be that is bound to several locations of which some are
// objects, or have some: each of these, or another one.
func (o *outliner) options(c supergraph.Context, p int, callee *supergraph.Function) (list []supergraph.Binding) {
	bound, ok := c[p]
	if !ok || bound.Exact || bound.Nilable || slices.ContainsFunc(bound.Locations, o.IsFunction) {
		return nil
	}
	isChannel := p < len(callee.ParamKinds) && callee.ParamKinds[p] != ir.PointerKind
	var others []pointsto.Location
	for _, l := range bound.Locations {
		if o.matters(l) {
			list = append(list, supergraph.Binding{Locations: []pointsto.Location{l}, Exact: true})
		} else {
			others = append(others, l)
		}
	}
	return append(list, somethingOf(supergraph.Binding{Locations: others}, isChannel))
}

// matters reports whether it makes a difference that an argument is a location: an object, a
// struct with one in it, or a function.
func (o *outliner) matters(l pointsto.Location) bool {
	_, ok := o.objects[l]
	return ok || o.holders[l] || o.isFollowed(l) || o.IsFunction(l)
}

// findHolders finds the structs of which objects are fields, or fields of fields. Of clients,
// the types say what they have.
func (o *outliner) findHolders() {
	if o.own {
		return
	}
	o.holders = dataflow.Reachable(slices.Concat(o.list, slices.Collect(maps.Keys(o.flags))), func(l pointsto.Location) []pointsto.Location {
		if o.Points.Objects[l].Kind != pointsto.Field {
			return nil
		}
		return o.Within[l]
	})
}

// isOfBound reports whether an operand is a parameter that is bound, or a field of what that
// leads to.
func (o *outliner) isOfBound(at supergraph.Context, f *supergraph.Function, operand ir.Operand) bool {
	if _, ok := at.Of(f, operand); ok {
		return true
	}
	in := f.Definition(f.Original(operand))
	return in != nil && in.Op == ir.OpFieldAddr && o.isOfBound(at, f, in.Args[0])
}

// fieldOf is what the address of a field may be, of a struct that is bound. Fields of structs
// without a name are where these are.
func (o *outliner) fieldOf(f *supergraph.Function, operand ir.Operand, base supergraph.Binding) supergraph.Binding {
	isOf := func(l pointsto.Location) bool {
		return slices.ContainsFunc(base.Locations, func(h pointsto.Location) bool { return l == h || slices.Contains(o.Within[l], h) })
	}
	locations := slices.DeleteFunc(slices.Clone(o.met(o.Points.Operand(f.Function, operand))), func(l pointsto.Location) bool {
		return o.matters(l) && !isOf(l)
	})
	if len(locations) != 1 || !base.Exact {
		return supergraph.Binding{Locations: locations}
	}
	if locations[0] == base.Locations[0] {
		return base
	}
	holder, ok := o.holderOf(locations[0])
	return supergraph.Binding{Locations: locations, Exact: ok && holder == base.Locations[0]}
}

// resolve finds out what an operand may be.
func (o *outliner) resolve(f *supergraph.Function, at supergraph.Context, operand ir.Operand) supergraph.Binding {
	bound := o.located(f, at, operand)
	if bound.Nilable = bound.Nilable || o.mayBeNil(f, at, operand, supergraph.Registers{}); bound.Nilable {
		bound.Exact = false
	}
	return bound
}

// located is resolve but for nil.
func (o *outliner) located(f *supergraph.Function, at supergraph.Context, operand ir.Operand) supergraph.Binding {
	if operand = f.Original(operand); operand.Kind == ir.Register {
		if bound, ok := at.Of(f, operand); ok {
			return bound
		}
		if in := f.Definition(operand); in != nil {
			switch {
			case in.Op == ir.OpCall && in.Method == "Done":
				return o.resolveDone(f, operand, in)
			case in.Op == ir.OpFieldAddr && o.isOfBound(at, f, in.Args[0]):
				return o.fieldOf(f, operand, o.located(f, at, in.Args[0]))
			}
		}
	}
	locations := o.met(o.Points.Operand(f.Function, operand))
	return supergraph.Binding{Locations: locations, Exact: len(locations) == 1 && o.isCertain(f, operand, locations[0])}
}

// resolveDone is what a channel may be that a context has: the context, and those from
// which it derives that may end. Of a type of the program's own it is what the method returns; who
// derives from that waits for what closes it, but must not take its messages.
func (o *outliner) resolveDone(f *supergraph.Function, operand ir.Operand, in *ir.Instr) supergraph.Binding {
	contexts := o.met(o.Points.Operand(f.Function, in.Args[0]))
	locations := o.met(o.Points.Operand(f.Function, operand))
	certain := operand
	for _, l := range contexts {
		switch o.Points.Objects[l].Kind {
		case pointsto.Context:
			certain = in.Args[0]
		case pointsto.Channel:
			if o.IsSentOn(l) {
				o.giveUp("a context of a type of its own")
			}
		}
	}
	return supergraph.Binding{Locations: locations, Exact: len(locations) == 1 && o.isCertain(f, certain, locations[0])}
}

// isCertain reports whether an operand that can be no other location of the program is
// the one object that it stands for.
func (o *outliner) isCertain(f *supergraph.Function, operand ir.Operand, l pointsto.Location) bool {
	if o.Points.Objects[l].IsGlobal() {
		return true
	}
	if operand.Kind != ir.Register {
		return false
	}
	if !f.IsSetOnlyBy(operand.Reg, func(from ir.Operand) bool { return from.Kind == ir.Register }, isPlainSource) {
		return false
	}
	if in := f.Definition(operand); in != nil && in.Op == ir.OpLoad && in.Args[0].Kind == ir.GlobalConst {
		return true
	}
	if o.own {
		return o.isOwn(f, operand, supergraph.Registers{})
	}
	if o.Points.Objects[l].Kind != pointsto.Field {
		return true
	}
	holder, ok := o.holderOf(l)
	base, known := o.baseOf(f, operand)
	return ok && known && slices.Equal(o.met(o.Points.Operand(f.Function, base)), []pointsto.Location{holder})
}

// isPlainSource reports whether the result of an instruction is what it makes, or what a
// variable holds: not nil, nor what may be nil.
func isPlainSource(i supergraph.Instruction) bool {
	switch i.Instr().Op {
	case ir.OpMakeChan, ir.OpAlloc, ir.OpLoad, ir.OpCopy, ir.OpFieldAddr, ir.OpCall:
		return true
	case ir.OpExtract: // a context, or what cancels it
		from := i.Parent.Definition(i.Instr().Args[0])
		return from != nil && isLibrary(from.Name)
	}
	return false
}

// baseOf is the struct of which an operand is the address of a field. Which element of an
// array that is isn't known.
func (o *outliner) baseOf(f *supergraph.Function, operand ir.Operand) (ir.Operand, bool) {
	in := f.Definition(operand)
	if in == nil || in.Op != ir.OpFieldAddr || isOfElement(f, in.Args[0]) {
		return ir.Operand{}, false
	}
	return in.Args[0], true
}

// isOfElement reports whether an address is that of an element of an array or slice, or of
// a field of one.
func isOfElement(f *supergraph.Function, address ir.Operand) bool {
	in := f.Definition(address)
	if in == nil {
		return false
	}
	switch in.Op {
	case ir.OpIndexAddr:
		return true
	case ir.OpFieldAddr, ir.OpCopy:
		return isOfElement(f, in.Args[0])
	}
	return false
}
