package slice

import (
	"cmp"
	"slices"

	"github.com/chancheck/chancheck/extract/internal/pointsto"
	"github.com/chancheck/chancheck/extract/internal/supergraph"
	"github.com/chancheck/chancheck/extract/ir"
)

// Who looks at one function alone doesn't know what others have left in the fields of the struct
// that it is given: whatever the package stores there, at some time. Such a field has a value of
// which nothing is known, the same for all who ask before somebody stores another one. Who lets go
// of a lock lets others come: from then on it has another one. But what all stores of the package
// only set is never reset: what has ended doesn't begin again.

// A leftField is a field that other functions set than the one that is looked at.
type leftField struct {
	address *ir.Instr // an instruction that finds it
	kind    ir.ValueKind
	// others is what they store there, as the Name of an OpStore.
	others string
}

// leave stores in the fields of a struct what others may have left there, if one function is looked
// at alone.
func (d *driver) leave(w *writer, typeName string, object ir.Operand) {
	if d.question.Only == "" {
		return
	}
	for _, field := range d.fieldsLeft(typeName) {
		address, value := w.register(), w.register()
		at := *field.address
		at.Dst, at.Args = address, []ir.Operand{object}
		w.emit(at)
		w.emit(ir.Instr{Op: ir.OpUnknown, Dst: value, Kind: field.kind, Name: ir.ArgumentResult, Text: at.Name})
		w.emit(ir.Instr{Op: ir.OpStore, Dst: -1, Kind: field.kind, Name: field.others, Args: []ir.Operand{{Kind: ir.Register, Reg: address}, {Kind: ir.Register, Reg: value}}})
	}
}

// fieldsLeft lists the fields of a struct type that are loaded in the slice, and in which others
// store, in the order of the struct. Fields that lead to the objects aren't among them, nor numbers
// that are nothing but a few constants: which of them go together isn't known.
func (d *driver) fieldsLeft(typeName string) (list []leftField) {
	seen := map[pointsto.Location]bool{}
	for _, f := range d.members {
		for i := range f.Instructions() {
			in := i.Instr()
			if in.Op != ir.OpLoad || !d.parts[f].kept[i.Number()] {
				continue
			}
			address := f.Definition(in.Args[0])
			if address == nil || address.Op != ir.OpFieldAddr || address.TypeName != typeName {
				continue
			}
			l := d.Points.Field(typeName, address.Index, address.Name)
			if l != 0 && !seen[l] && !d.leading[l] && !d.objects[l] && d.isLeft(l, in.Kind) {
				list = append(list, leftField{address, in.Kind, d.storedByOthers(l, in.Kind)})
			}
			seen[l] = true
		}
	}
	slices.SortFunc(list, func(a, b leftField) int { return cmp.Compare(a.address.Index, b.address.Index) })
	return list
}

// isLeft reports whether other functions store something in a field than the one that is looked at
// and the constructors, which have run before.
func (d *driver) isLeft(field pointsto.Location, kind ir.ValueKind) bool {
	isConstant := func(o ir.Operand) bool { return o.Kind == ir.IntConst || o.Kind == ir.StringConst }
	switch kind {
	case ir.BoolKind, ir.IntKind, ir.StringKind, ir.ErrorKind, ir.PointerKind, ir.InterfaceKind:
	default:
		return false
	}
	return slices.ContainsFunc(d.Stores[field], func(store supergraph.Instruction) bool {
		in := store.Instr()
		return !d.isConstructing(store.Parent) && !(in.Op == ir.OpStore && isConstant(in.Args[1]))
	})
}

// storedByOthers is what others store in a field, as the Name of an OpStore. Nobody says how numbers
// and strings change, nor booleans that are computed: they may be the states of a machine that only
// goes forward. And under a lock of which the slice knows nothing, others may have to wait.
func (d *driver) storedByOthers(field pointsto.Location, kind ir.ValueKind) string {
	if kind == ir.IntKind || kind == ir.StringKind || d.takesOtherLocks() {
		return ir.PerhapsSetByOthers
	}
	sets, clears := false, false
	for _, store := range d.Stores[field] {
		if d.isConstructing(store.Parent) {
			continue
		}
		zero, known := isZero(store.Instr(), kind)
		if !known {
			return ir.PerhapsSetByOthers
		}
		sets, clears = sets || !zero, clears || zero
	}
	switch {
	case !clears:
		return ir.LatchedByOthers
	case !sets:
		return ir.ClearedByOthers
	}
	return ir.SetByOthers
}

// isZero reports whether an instruction stores the zero value in a variable of a kind. A pointer or
// the like that is computed isn't nil: who takes something away says so.
func isZero(in *ir.Instr, kind ir.ValueKind) (zero, known bool) {
	if in.Op != ir.OpStore || in.Kind != kind {
		return false, false
	}
	switch v := in.Args[1]; v.Kind {
	case ir.BoolConst:
		return v.Int == 0, true
	case ir.NilConst:
		return true, true
	default:
		return false, kind != ir.BoolKind
	}
}

// takesOtherLocks reports whether the function that is looked at alone takes locks, itself or by
// what it calls, that the slice leaves out.
func (d *driver) takesOtherLocks() bool {
	found := false
	d.VisitReached(d.ByName[d.question.Only], func(f *supergraph.Function) {
		found = found || slices.ContainsFunc(d.Operations(f), func(o supergraph.Operation) bool {
			return o.IsLock() && !slices.ContainsFunc(o.Objects, func(l pointsto.Location) bool { return d.objects[l] })
		})
	})
	return found
}
