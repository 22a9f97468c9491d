package holding

import (
	"slices"

	"github.com/chancheck/chancheck/extract/internal/pointsto"
	"github.com/chancheck/chancheck/extract/internal/supergraph"
	"github.com/chancheck/chancheck/extract/ir"
)

// A channel may be in a field of a struct, and yet be for one call: where functions make such structs, and hand them to each other, but
// keep them nowhere, who has got one has that one alone.

// isInUnkept reports whether a channel is in a field of structs that nobody keeps where others find them, or he himself later, each
// with the channel with which it was made, and each of some functions has just one such struct.
func (a *Analysis) isInUnkept(channel pointsto.Location, functions ...*supergraph.Function) bool {
	if a.Points.Escapes(channel) || a.Points.CanReceive(channel) || !a.isOfOne(channel) || a.isKnownElsewhere(channel) {
		return false
	}
	field := a.holdersOf(channel)[0] // the one that isOfOne has found
	typeName := pointsto.TypeOfField(a.Points.Objects[field].Name)
	structs := a.structsOf(typeName)
	if len(a.Stores[field]) != 1 || len(a.Copies[typeName]) > 0 || len(structs) != 1 || !a.isUnkept(structs[0]) || !a.isSetIn(structs[0], a.Stores[field][0]) {
		return false
	}
	return !slices.ContainsFunc(functions, func(f *supergraph.Function) bool { return !a.hasOne(f, structs[0]) })
}

// structsOf are the structs of a type that functions make, each for all that are made there.
func (a *Analysis) structsOf(typeName string) (list []pointsto.Location) {
	for l := range a.Points.Objects {
		if o := &a.Points.Objects[l]; o.Kind == pointsto.Variable && o.Type == typeName {
			list = append(list, pointsto.Location(l))
		}
	}
	return list
}

// isUnkept reports whether a struct is in nothing but variables of functions, and what literals capture, as far as is known.
func (a *Analysis) isUnkept(l pointsto.Location) bool {
	return a.Points.Objects[l].Function != nil && !slices.ContainsFunc(a.Into[l], func(in pointsto.Location) bool {
		o := &a.Points.Objects[in]
		return o.Kind != pointsto.Closure && (o.Kind != pointsto.Variable || o.Function == nil || o.IsStruct())
	})
}

// isSetIn reports whether a field is set where the struct is made, in the same turn of a loop.
func (a *Analysis) isSetIn(l pointsto.Location, store supergraph.Instruction) bool {
	f, o := store.Parent, &a.Points.Objects[l]
	return o.Function == f.Function && f.Loops[o.At.Block] == f.Loops[store.At.Block]
}

// hasOne reports whether a function has one struct of those that are made at some place: it is given that, or gets it once.
func (a *Analysis) hasOne(f *supergraph.Function, structs pointsto.Location) bool {
	has := func(register int) bool {
		return slices.Contains(a.Points.Operand(f.Function, ir.Operand{Kind: ir.Register, Reg: register}), structs)
	}
	found := 0
	for register := range f.Params + f.FreeVars {
		if has(register) {
			found++
		}
	}
	for i := range f.Instructions() {
		switch in := i.Instr(); in.Op {
		case ir.OpAlloc, ir.OpCall, ir.OpReceive, ir.OpSelect, ir.OpMapLookup, ir.OpIndex, ir.OpNext, ir.OpUnknown:
			if in.Dst >= 0 && has(in.Dst) {
				found++
			}
		}
	}
	return found == 1
}
