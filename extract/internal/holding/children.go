package holding

import (
	"slices"

	"github.com/chancheck/chancheck/extract/internal/pointsto"
	"github.com/chancheck/chancheck/extract/internal/supergraph"
	"github.com/chancheck/chancheck/extract/ir"
)

// A parent has its children in a field, and each child its parent: in one that is set where the child is made,
// and never again. That each child is among those of its own parent is certain if nothing else is ever put into
// the field of a parent than what was made with that parent, in the same function.

// isOfFamily reports whether an order is of a parent's lock and that of a child, and the other one of a child's and
// that of its parent.
func (a *Analysis) isOfFamily(parents, childs *Order) bool {
	p, c := parents.second, childs.second
	if parents.first.isFound() || childs.first.isFound() || !p.isFound() || !c.isFound() || c.isOneOfMany ||
		parents.first.isGlobal() || childs.first.isGlobal() || p.isGlobal() || c.isGlobal() {
		return false
	}
	return parents.first.steps == c.steps && p.steps == childs.first.steps &&
		a.typeOfOwner(p.field) == parents.Parent.ParamType(p.root.Reg) && a.typeOfOwner(c.field) == childs.Parent.ParamType(c.root.Reg) &&
		a.areChildren(p.field, c.field)
}

func (a *Analysis) typeOfOwner(field pointsto.Location) string {
	return pointsto.TypeOfField(a.Points.Objects[field].Name)
}

// areChildren reports whether what is in one field of a struct has that struct in another field, for certain.
func (a *Analysis) areChildren(children, parent pointsto.Location) bool {
	key := [2]pointsto.Location{children, parent}
	is, known := a.families[key]
	if !known {
		is = a.isSetOnce(parent) && a.isHidden(children) && a.onlyHasChildren(children, parent)
		a.families[key] = is
	}
	return is
}

// onlyHasChildren looks at all that is stored in a field, and in the maps and slices that are in it.
func (a *Analysis) onlyHasChildren(children, parent pointsto.Location) bool {
	n := &nursery{a, children, parent}
	if len(a.Stores[children]) == 0 || slices.ContainsFunc(a.Stores[children], func(store supergraph.Instruction) bool { return !n.fills(store) }) {
		return false
	}
	return !slices.ContainsFunc(a.Points.Content(children), func(l pointsto.Location) bool {
		if a.Points.Objects[l].IsStruct() {
			return false
		}
		return a.Points.Escapes(l) || slices.ContainsFunc(a.Stores[l], func(store supergraph.Instruction) bool { return !n.puts(store) })
	})
}

// A nursery is a field with children, and that of theirs with the parent.
type nursery struct {
	*Analysis
	children, parent pointsto.Location
}

// fills reports whether a store to the field itself stores a child, or a map or slice of children.
func (n *nursery) fills(store supergraph.Instruction) bool {
	f, in := store.Parent, store.Instr()
	p, ok := n.fieldAt(f, in.Args[0])
	return ok && in.Op == ir.OpStore && (n.isChild(f, in.Args[1], p.base) || n.isCollection(f, in.Args[1], p.base))
}

// puts reports whether an instruction that changes a map or slice in the field puts a child of the one who has the
// field there, or takes something away.
func (n *nursery) puts(store supergraph.Instruction) bool {
	f, in := store.Parent, store.Instr()
	switch in.Op {
	case ir.OpMapDelete, ir.OpAppend: // what is appended is stored then
		return true
	case ir.OpMapUpdate:
		p, ok := n.fieldAt(f, loadedFrom(f, in.Args[0]))
		return ok && p.field == n.children && !slices.ContainsFunc(in.Args[1:], func(o ir.Operand) bool { return !n.isPlain(f, o) && !n.isChild(f, o, p.base) })
	case ir.OpStore:
		element := f.Definition(f.Original(in.Args[0]))
		if element == nil || element.Op != ir.OpIndexAddr {
			return false
		}
		if made := f.Definition(element.Args[0]); made != nil && made.Op == ir.OpAlloc { // see isCollection
			return true
		}
		p, ok := n.fieldAt(f, loadedFrom(f, element.Args[0]))
		return ok && p.field == n.children && (in.Args[1].Kind == ir.NilConst || n.isChild(f, in.Args[1], p.base))
	}
	return false
}

// isPlain reports whether an operand points to nothing.
func (n *nursery) isPlain(f *supergraph.Function, o ir.Operand) bool {
	return o.Kind != ir.Register && o.Kind != ir.Unknown || o.Kind == ir.Register && len(n.Points.Operand(f.Function, o)) == 0
}

// isChild reports whether an operand is a struct that the function has made with a parent.
func (n *nursery) isChild(f *supergraph.Function, o, parent ir.Operand) bool {
	o = f.Original(o)
	return isNew(f, o) && slices.ContainsFunc(n.Stores[n.parent], func(store supergraph.Instruction) bool {
		if store.Parent != f {
			return false
		}
		p, ok := n.fieldAt(f, store.Instr().Args[0])
		return ok && p.base == o && f.Original(store.Instr().Args[1]) == parent
	})
}

// isCollection reports whether an operand is a map or slice of nothing but children of a parent: a new one, the one in
// its field, or made of these.
func (n *nursery) isCollection(f *supergraph.Function, o, parent ir.Operand) bool {
	o = f.Original(o)
	if o.Kind == ir.NilConst {
		return true
	}
	in := f.Definition(o)
	if in == nil {
		return false
	}
	switch in.Op {
	case ir.OpMakeMap, ir.OpMakeSlice:
		return usesOf(f, o) == 1
	case ir.OpLoad:
		p, ok := n.fieldAt(f, in.Args[0])
		return ok && p.field == n.children && p.base == parent
	case ir.OpSlice:
		return n.isCollection(f, in.Args[0], parent)
	case ir.OpAppend:
		return n.isCollection(f, in.Args[0], parent) && n.isCollection(f, in.Args[1], parent)
	case ir.OpAlloc:
		return n.isListOfChildren(f, o, parent)
	}
	return false
}

// isListOfChildren reports whether nothing but children of a parent are stored in an array, as append is given it.
func (n *nursery) isListOfChildren(f *supergraph.Function, array, parent ir.Operand) bool {
	stored := storedIn(f, array)
	return len(stored) > 0 && !slices.ContainsFunc(stored, func(o ir.Operand) bool { return !n.isChild(f, o, parent) })
}

// storedIn is what a function stores in the elements of an array.
func storedIn(f *supergraph.Function, array ir.Operand) (list []ir.Operand) {
	for i := range f.Instructions() {
		in := i.Instr()
		if in.Op != ir.OpStore {
			continue
		}
		if element := f.Definition(in.Args[0]); element != nil && element.Op == ir.OpIndexAddr && element.Args[0] == array {
			list = append(list, in.Args[1])
		}
	}
	return list
}

// usesOf counts the instructions that use a register.
func usesOf(f *supergraph.Function, o ir.Operand) (n int) {
	for i := range f.Instructions() {
		if slices.Contains(i.Instr().Args, o) {
			n++
		}
	}
	return n
}

// removalsFrom lists the instructions by which something may be taken out of a field, once it is there.
func (a *Analysis) removalsFrom(field pointsto.Location) (list []supergraph.Instruction) {
	for _, store := range a.Stores[field] {
		if !a.grows(store) {
			list = append(list, store)
		}
	}
	for _, l := range a.Points.Content(field) {
		for _, store := range a.Stores[l] {
			if store.Instr().Op == ir.OpMapDelete {
				list = append(list, store)
			}
		}
	}
	return list
}

// grows reports whether a store to a field makes more of what is there, or sets it in a new struct.
func (a *Analysis) grows(store supergraph.Instruction) bool {
	f, in := store.Parent, store.Instr()
	p, ok := a.fieldAt(f, in.Args[0])
	if !ok || in.Op != ir.OpStore {
		return false
	}
	value := f.Definition(f.Original(in.Args[1]))
	return isNew(f, p.base) || value != nil && value.Op == ir.OpAppend && loadedFrom(f, value.Args[0]) != (ir.Operand{})
}
