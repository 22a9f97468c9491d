package outline

import (
	"maps"
	"slices"

	"github.com/chancheck/chancheck/extract/internal/pointsto"
	"github.com/chancheck/chancheck/extract/internal/supergraph"
	"github.com/chancheck/chancheck/extract/ir"
)

// Structs that code which isn't seen has made, or has kept for a while, have no location: of the receiver of an
// exported method nothing need be known. But what is stored in one of its fields is there when the method has returned,
// for whoever has the struct. So the fields of its type are at hand in a region that meets one.

// foreignTypes are the types of structs of which a function uses fields, or which it passes on, where the struct may be
// one that has no location.
type foreignTypes struct {
	// met are those that it has found anywhere, given those that are parameters.
	met, given []string
}

// foreign lists the types of the structs that a region meets and that may have no location. What parameters are is told
// by those who call the functions in the region; code that isn't seen calls methods of what it was given.
func (x *Outlines) foreign(r *region) []string {
	types := map[string]bool{}
	for f := range r.scope {
		t := x.foreignTypesOf(f)
		list := t.met
		if f == r.f || !x.isCallable(r, f) && !slices.ContainsFunc(f.Callers, func(call supergraph.Instruction) bool { return r.scope[call.Parent] }) {
			list = slices.Concat(t.met, t.given)
		}
		for _, typeName := range list {
			types[typeName] = true
		}
	}
	return slices.Sorted(maps.Keys(types))
}

// handedBack lists the types of structs that a region gives code that isn't seen, and of which some function gets one
// from there, as it does from a sync.Map.
func (x *Outlines) handedBack(r *region) (list []string) {
	if len(r.given) == 0 {
		return nil
	}
	if x.back == nil {
		x.back = map[string]bool{}
		for _, f := range x.Order {
			for _, typeName := range x.foreignTypesOf(f).met {
				x.back[typeName] = true
			}
		}
	}
	for l := range r.given {
		if typeName := x.typeOfGiven(l); x.back[typeName] {
			list = append(list, typeName)
		}
	}
	return list
}

// foreignTypesOf are those of a function, worked out once.
func (x *Outlines) foreignTypesOf(f *supergraph.Function) *foreignTypes {
	if t := x.foreigners[f]; t != nil {
		return t
	}
	t := &foreignTypes{}
	x.foreigners[f] = t
	for i := range f.Instructions() {
		in := i.Instr()
		if in.Op == ir.OpFieldAddr {
			x.meet(t, f, in.Args[0], in.TypeName)
		}
		if !i.Calls() {
			continue
		}
		for _, callee := range x.CalleesAt(i) {
			for p := range callee.Params {
				if arg, ok := supergraph.Argument(in, callee, p); ok {
					x.meet(t, f, arg, callee.ParamType(p))
				}
			}
		}
	}
	return t
}

// meet notes the type of a struct that a function uses by an operand, if it is one of the package: what others have in
// theirs they call as code that isn't seen does.
func (x *Outlines) meet(t *foreignTypes, f *supergraph.Function, o ir.Operand, typeName string) {
	if o = f.Original(o); o.Kind != ir.Register || typeName == "" || !x.ownsType(typeName) {
		return
	}
	locations := x.Points.Operand(f.Function, o)
	switch isForeign := len(locations) == 0 || slices.Contains(locations, pointsto.Outside); {
	case !isForeign:
	case o.Reg < f.Params:
		t.given = append(t.given, typeName)
	default:
		t.met = append(t.met, typeName)
	}
}
