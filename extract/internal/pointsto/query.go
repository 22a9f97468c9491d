package pointsto

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/chancheck/chancheck/extract/ir"
)

// Functions are those that were reached, in the order in which they were found.
func (a *Analysis) Functions() []*ir.Function { return a.reached }

// Operand lists what an operand may hold or point to, increasing.
func (a *Analysis) Operand(f *ir.Function, o ir.Operand) []Location {
	switch o.Kind {
	case ir.Register:
		return a.Register(f, o.Reg)
	case ir.FunctionConst:
		return []Location{a.function(o.Text)}
	case ir.GlobalConst:
		return []Location{a.global(o.Text)}
	}
	return nil
}

// Register lists what a register may hold or point to, increasing; of a register
// with a tuple what its elements may.
func (a *Analysis) Register(f *ir.Function, register int) []Location {
	nodes := a.registersOf(f)
	if nodes == nil {
		return nil
	}
	n := nodes[register]
	list := a.sets[n]
	if elements := a.elementsOf(n); len(elements) > 0 {
		list = slices.Clone(list)
		for _, e := range elements {
			list = append(list, a.sets[e]...)
		}
		slices.Sort(list)
		list = slices.Compact(list)
	}
	return a.seen(list)
}

// Content lists what may be stored in a location.
func (a *Analysis) Content(l Location) []Location { return a.seen(a.stored(l)) }

// stored is Content with views as they are.
func (a *Analysis) stored(l Location) []Location {
	if n := a.Objects[l].content; n != 0 {
		return a.sets[n]
	}
	return nil
}

// Field is a field of a struct type, 0 if it was never met.
func (a *Analysis) Field(typeName string, index int, name string) Location {
	return a.fields[FieldName(typeName, index, name)]
}

// findTypes finds the types of structs, as far as fields of them are used.
func (a *Analysis) findTypes() {
	for _, f := range a.reached {
		for b := range f.Blocks {
			for i := range f.Blocks[b].Instrs {
				if in := &f.Blocks[b].Instrs[i]; in.Op == ir.OpFieldAddr {
					a.typed(a.sets[a.operand(f, in.Args[0])], in.TypeName)
				}
			}
		}
	}
}

func (a *Analysis) typed(list []Location, typeName string) {
	for _, l := range list {
		if o := &a.Objects[l]; o.Type == "" && o.Kind <= Field {
			o.Type = typeName
		}
	}
}

// Fields lists the fields of a struct type that were met.
func (a *Analysis) Fields(typeName string) []Location { return a.fieldsOf[typeName] }

// TypeOfField takes the type out of the name of a field.
func TypeOfField(name string) string {
	last := strings.LastIndexByte(name, ' ')
	return name[:strings.LastIndexByte(name[:last], '.')]
}

// Escapes reports whether code that isn't seen may get at a location, and do with it
// whatever it likes: see CanReceive.
func (a *Analysis) Escapes(l Location) bool { return a.escaped[l] }

// IsHanded reports whether code that isn't seen may get at a location itself, to do with it
// whatever it likes, and not only call functions that have captured it.
func (a *Analysis) IsHanded(l Location) bool { return a.handed[l] }

// CancelOf is the function that cancels a context which the program has made.
func (a *Analysis) CancelOf(context Location) (cancel Location, ok bool) {
	made := &a.Objects[context]
	cancel, ok = a.made[madeAt{made.Function, made.At, cancelVariant}]
	return cancel, ok
}

// GivesCancel reports whether code that isn't seen may get at the function that cancels a context.
func (a *Analysis) GivesCancel(context Location) bool {
	cancel, ok := a.CancelOf(context)
	return !ok || a.escaped[cancel]
}

// Exposed reports whether code that isn't seen may call a function, other than by
// its name.
func (a *Analysis) Exposed(name string) bool {
	if l, ok := a.functions[name]; ok && a.escaped[l] {
		return true
	}
	if a.exposedValues == nil {
		a.exposedValues = map[string]bool{}
		for l := range a.Objects {
			if o := &a.Objects[l]; o.Kind == Closure && a.escaped[l] {
				a.exposedValues[o.Name] = true
			}
		}
	}
	return a.exposedValues[name]
}

// Callees lists the functions that an instruction may call or start.
func (a *Analysis) Callees(f *ir.Function, at At) []string {
	switch in := at.in(f); in.Op {
	case ir.OpCall, ir.OpGo, ir.OpDefer:
		return a.callees[in]
	}
	return nil
}

// Made is the location that an instruction makes, or 0.
func (a *Analysis) Made(f *ir.Function, at At) Location { return a.made[madeAt{f, at, 0}] }

// Receivers lists what an instruction operates on whose callee has a meaning of
// its own: what its first argument points to, or what a method value has captured.
func (a *Analysis) Receivers(f *ir.Function, in *ir.Instr) []Location {
	if in.Name != "" {
		if len(in.Args) == 0 {
			return nil
		}
		return a.Operand(f, in.Args[0])
	}
	var list []Location
	for _, l := range a.Operand(f, in.Args[0]) {
		list = append(list, a.receivers(l, in.Method == "")...)
	}
	slices.Sort(list)
	return slices.Compact(list)
}

// receivers lists what an interface has in it, or what a function value has captured; that of a method of an
// interface is what is in there.
func (a *Analysis) receivers(l Location, isValue bool) (list []Location) {
	switch o := &a.Objects[l]; {
	case o.Kind == Box:
		return a.Content(l)
	case o.Kind == Closure && isValue && strings.HasSuffix(o.Name, BoundSuffix):
		for _, captured := range a.Content(l) {
			if list = append(list, captured); a.Objects[captured].Kind == Box {
				list = append(list, a.Content(captured)...)
			}
		}
		return list
	case o.Kind == Closure:
		return a.Content(l)
	}
	return nil
}

// IsCalledOn reports whether a location is one of what methods are called on that it holds: an interface, or the
// value of a method.
func (a *Analysis) IsCalledOn(l Location) bool {
	o := &a.Objects[l]
	return o.Kind == Box || o.Kind == Closure && strings.HasSuffix(o.Name, BoundSuffix)
}

// IsExported reports whether the name of a field, as FieldName makes it, is that
// of an exported field of an exported type, or another one that of an exported
// variable.
func IsExported(name string) bool {
	if !IsField(name) {
		return StartsUpper(name[strings.LastIndexByte(name, '.')+1:])
	}
	typeName := TypeOfField(name)
	typeName = typeName[strings.LastIndexByte(typeName, '.')+1:]
	return StartsUpper(typeName) && IsExportedField(name)
}

// IsExportedField reports whether a name of a field is exported, whatever the type is.
func IsExportedField(name string) bool { return StartsUpper(name[strings.LastIndexByte(name, ' ')+1:]) }

// Capacity is the capacity of a channel, if it is a constant that isn't huge: there is none of a variable that holds
// nil.
func (o *Object) Capacity() (n int, ok bool) {
	if o.Kind != Channel || o.Function == nil {
		return 0, false
	}
	made := o.At.in(o.Function)
	if made.Op != ir.OpMakeChan || len(made.Args) == 0 {
		return 0, false
	}
	capacity := made.Args[0]
	return int(capacity.Int), capacity.Kind == ir.IntConst && capacity.Int >= 0 && capacity.Int < 1<<20
}

// Overlap reports whether two lists have a location in common.
func Overlap(list, other []Location) bool {
	return slices.ContainsFunc(list, func(l Location) bool { return slices.Contains(other, l) })
}

// IsField reports whether a name is one of a field, not of a package-level variable.
func IsField(name string) bool { return strings.Contains(name, " ") }

// StartsUpper reports whether a name is exported.
func StartsUpper(name string) bool {
	first, _ := utf8.DecodeRuneInString(name)
	return unicode.IsUpper(first)
}
