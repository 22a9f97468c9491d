package holding

import (
	"slices"
	"strings"

	"github.com/chancheck/chancheck/extract/internal/pointsto"
	"github.com/chancheck/chancheck/extract/internal/supergraph"
	"github.com/chancheck/chancheck/extract/ir"
)

// A field of a pointer, map or channel that whoever makes the struct sets before anybody else has it, and that nobody
// sets to nil, is never nil (type-state of fields: Fähndrich and Leino, Declaring and checking non-null types in an
// object-oriented language, 2003; but inferred): what a function does where it finds nil there, is dead code.

// asksWhatIsMade reports whether a branch asks whether a field is nil that whoever makes the struct has set.
func (a *Analysis) asksWhatIsMade(branch supergraph.Instruction) bool {
	f := branch.Parent
	of, _, ok := askedForNil(f, branch.Instr().Args[0])
	asked := f.Definition(f.Original(of))
	if !ok || asked == nil || asked.Op != ir.OpLoad {
		return false
	}
	fields := a.Memory(f, asked.Args[0])
	return !slices.ContainsFunc(fields, func(l pointsto.Location) bool { return !a.isSetWhenMade(l, f) })
}

// askedForNil is what a condition asks for, whether it is nil, and whether the condition holds if it is.
func askedForNil(f *supergraph.Function, condition ir.Operand) (asked ir.Operand, ifNil, ok bool) {
	o, negated := f.Negated(condition)
	in := f.Definition(o)
	if in == nil || in.Op != ir.OpBinary || in.Name != "==" && in.Name != "!=" || in.Args[1].Kind != ir.NilConst {
		return asked, false, false
	}
	return in.Args[0], (in.Name == "==") != negated, true
}

// isSetWhenMade reports whether a field isn't nil in any struct that a function may see.
func (a *Analysis) isSetWhenMade(l pointsto.Location, f *supergraph.Function) bool {
	o := &a.Points.Objects[l]
	if o.Kind != pointsto.Field || pointsto.IsExportedField(o.Name) {
		return false
	}
	typeName := pointsto.TypeOfField(o.Name)
	if pointsto.StartsUpper(typeName[strings.LastIndexByte(typeName, '.')+1:]) || len(a.Copies[typeName]) > 0 {
		return false // others make such structs, too, or whole ones are stored
	}
	isNil := func(store supergraph.Instruction) bool {
		return store.Instr().Op != ir.OpStore || store.Instr().Args[1].Kind != ir.Register
	}
	if len(a.Stores[l]) == 0 || slices.ContainsFunc(a.Stores[l], isNil) {
		return false
	}
	for n := range a.Points.Objects {
		made := &a.Points.Objects[n]
		if made.Kind == pointsto.Variable && made.Type == typeName && (made.Function == nil || !a.setsFirst(made, l, f)) {
			return false
		}
	}
	return true
}

// setsFirst reports whether the function that makes a struct sets a field of it before it hands the struct on, to
// others than methods that don't run a function that asks for the field.
func (a *Analysis) setsFirst(made *pointsto.Object, field pointsto.Location, asking *supergraph.Function) bool {
	maker := a.Functions[made.Function]
	if maker == nil {
		return false
	}
	at := maker.At(made.At)
	itself := ir.Operand{Kind: ir.Register, Reg: at.Instr().Dst}
	isSetting := func(i supergraph.Instruction) bool {
		return i.Parent == maker && maker.BaseOfPart(i.Instr().Args[0]) == itself
	}
	n := slices.IndexFunc(a.Stores[field], isSetting)
	if n < 0 {
		return false
	}
	set := a.Stores[field][n]
	for i := range maker.Instructions() {
		isUse := slices.ContainsFunc(i.Instr().Args, func(arg ir.Operand) bool { return maker.Original(arg) == itself })
		if isUse && i.Instr().Op != ir.OpFieldAddr && i.Instr().Op != ir.OpCopy && i != set && !set.AlwaysComesBefore(i) && !a.isHarmless(i, itself, asking) {
			return false
		}
	}
	return true
}

// isHarmless reports whether an instruction calls a method of a struct that runs no function that asks for a field.
func (a *Analysis) isHarmless(i supergraph.Instruction, itself ir.Operand, asking *supergraph.Function) bool {
	callees := a.CalleesAt(i)
	return i.Instr().Op == ir.OpCall && len(callees) == 1 && i.Parent.Original(i.Instr().Args[0]) == itself && !a.runs(callees[0], asking)
}
