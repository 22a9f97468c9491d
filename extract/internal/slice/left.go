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
// of a lock lets others come: from then on it has another one.

// A leftField is a field that other functions set than the one that is looked at.
type leftField struct {
	address *ir.Instr // an instruction that finds it
	kind    ir.ValueKind
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
		w.emit(ir.Instr{Op: ir.OpStore, Dst: -1, Kind: field.kind, Name: ir.SetByOthers, Args: []ir.Operand{{Kind: ir.Register, Reg: address}, {Kind: ir.Register, Reg: value}}})
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
				list = append(list, leftField{address, in.Kind})
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
