package holding

import (
	"github.com/chancheck/chancheck/extract/internal/pointsto"
	"github.com/chancheck/chancheck/extract/internal/supergraph"
	"github.com/chancheck/chancheck/extract/ir"
)

// A place says which lock it is in a function: in a parameter or a variable of the package, or in what was
// found in a field of such a struct, itself or as one of several in a map or slice there.
type place struct {
	root ir.Operand
	// steps are the fields that lead to the lock: from the root, or from what was found.
	steps string
	// field is where that was found, 0 if it is the root.
	field       pointsto.Location
	isOneOfMany bool
}

func (p place) isGlobal() bool { return p.root.Kind == ir.GlobalConst }

// isFound reports whether the lock is in what was found in a field.
func (p place) isFound() bool { return p.field != 0 }

// placeIn is the place of a lock that is taken at the end of calls, in the function with the first of them.
func (a *Analysis) placeIn(i supergraph.Instruction, c Chain) (p place, ok bool) {
	if len(c.Calls) == 0 {
		return a.placeOf(i.Parent, i.Instr().Args[0], "")
	}
	next, rest := c.Instruction, c
	if rest.Calls = c.Calls[1:]; len(rest.Calls) > 0 {
		next = rest.Calls[0]
	}
	p, ok = a.placeIn(next, rest)
	if !ok || p.isGlobal() {
		return p, ok
	}
	o, ok := supergraph.Argument(i.Instr(), next.Parent, p.root.Reg)
	switch {
	case !ok:
		return place{}, false
	case p.isFound(): // the struct with the field has to be given
		p.root = i.Parent.Original(o)
		return p, isRoot(i.Parent, p.root)
	}
	return a.placeOf(i.Parent, o, p.steps)
}

// placeOf is the place of a lock to which some steps lead from an address.
func (a *Analysis) placeOf(f *supergraph.Function, o ir.Operand, steps string) (p place, ok bool) {
	o, to := f.StepsTo(o)
	steps = to + steps
	if isRoot(f, o) {
		return place{root: o, steps: steps}, true
	}
	address, isOneOfMany := foundAt(f, o)
	in := f.Definition(address)
	if in == nil || in.Op != ir.OpFieldAddr {
		return place{}, false
	}
	root, list := f.Original(in.Args[0]), a.Points.Operand(f.Function, address)
	if !isRoot(f, root) || len(list) != 1 || a.Points.Objects[list[0]].Kind != pointsto.Field {
		return place{}, false
	}
	return place{root, steps, list[0], isOneOfMany}, true
}

// isRoot reports whether an operand is a parameter, or the address of a variable of the package.
func isRoot(f *supergraph.Function, o ir.Operand) bool {
	return o.Kind == ir.GlobalConst || o.Kind == ir.Register && o.Reg < f.Params
}

// foundAt is the address of the variable in which a value was found: that holds it, or the map or slice of which
// it is one of many.
func foundAt(f *supergraph.Function, o ir.Operand) (address ir.Operand, isOneOfMany bool) {
	in := f.Definition(o)
	if in == nil {
		return ir.Operand{}, false
	}
	switch in.Op {
	case ir.OpLoad:
		at := f.Original(in.Args[0])
		if element := f.Definition(at); element != nil && element.Op == ir.OpIndexAddr {
			return loadedFrom(f, element.Args[0]), true
		}
		return at, false
	case ir.OpExtract:
		tuple := f.Definition(in.Args[0])
		if tuple == nil || tuple.Op != ir.OpNext && tuple.Op != ir.OpMapLookup {
			return ir.Operand{}, false
		}
		if in = tuple; in.Op == ir.OpNext {
			if in = f.Definition(tuple.Args[0]); in == nil {
				return ir.Operand{}, false
			}
		}
		return loadedFrom(f, in.Args[0]), true
	case ir.OpMapLookup:
		return loadedFrom(f, in.Args[0]), true
	}
	return ir.Operand{}, false
}

// loadedFrom is the address from which a value was loaded.
func loadedFrom(f *supergraph.Function, o ir.Operand) ir.Operand {
	if in := f.Definition(f.Original(o)); in != nil && in.Op == ir.OpLoad {
		return f.Original(in.Args[0])
	}
	return ir.Operand{}
}

// A fieldOf is a field of one struct, whose address is the base.
type fieldOf struct {
	base  ir.Operand
	field pointsto.Location
}

// fieldAt is the field at an address; it is not ok if that is none, or it isn't known which one.
func (a *Analysis) fieldAt(f *supergraph.Function, address ir.Operand) (p fieldOf, ok bool) {
	in := f.Definition(f.Original(address))
	if in == nil || in.Op != ir.OpFieldAddr {
		return fieldOf{}, false
	}
	list := a.Points.Operand(f.Function, address)
	if len(list) != 1 {
		return fieldOf{}, false
	}
	return fieldOf{f.Original(in.Args[0]), list[0]}, true
}

// isHidden reports whether nobody else gets at a field, by its name or otherwise, and no whole struct with it is stored.
func (a *Analysis) isHidden(field pointsto.Location) bool {
	o := &a.Points.Objects[field]
	return o.Kind == pointsto.Field && !pointsto.IsExportedField(o.Name) && !a.Points.Escapes(field) &&
		len(a.Copies[pointsto.TypeOfField(o.Name)]) == 0
}

// isSetOnce reports whether a field is set where its struct is made, and never again.
func (a *Analysis) isSetOnce(field pointsto.Location) bool {
	if !a.isHidden(field) {
		return false
	}
	type made struct {
		f *supergraph.Function
		o ir.Operand
	}
	set := map[made]bool{}
	for _, store := range a.Stores[field] {
		p, ok := a.fieldAt(store.Parent, store.Instr().Args[0])
		m := made{store.Parent, p.base}
		if !ok || store.Instr().Op != ir.OpStore || set[m] || !isWhereMade(store, p.base) {
			return false
		}
		set[m] = true
	}
	return len(set) > 0
}

// isWhereMade reports whether an instruction stores to a struct in the block where that is made.
func isWhereMade(store supergraph.Instruction, base ir.Operand) bool {
	made, ok := store.Parent.DefinedAt(base)
	return ok && isNew(store.Parent, base) && made.At.Block == store.At.Block
}

// makesStruct reports whether a function itself makes a struct of a type.
func makesStruct(f *supergraph.Function, typeName string) bool {
	return f.Contains(func(in *ir.Instr) bool { return in.Op == ir.OpAlloc && in.TypeName == typeName })
}

// isNew reports whether an operand is the address of a struct that the function makes.
func isNew(f *supergraph.Function, o ir.Operand) bool {
	in := f.Definition(o)
	return in != nil && in.Op == ir.OpAlloc && in.Kind.IsAggregate()
}
