package pointsto

import (
	"slices"
	"strings"

	"github.com/chancheck/chancheck/extract/ir"
)

// A test is a program of its own: of the package, only what it calls runs. Analysed alone, it
// isn't confused with what other tests pass to the same functions, which is what makes the
// analysis of a whole package imprecise, and slow: it has no contexts. (To begin with one
// entry is the oldest way to have one; see Smaragdakis and Balatsouras, Pointer Analysis,
// 2015, section 4.) But the other functions of the package are there:
//
//   - Some may have run before, and have left something in package-level variables: those
//     that a function changes which isn't in scope hold what comes from outside, too.
//   - So the outside has structs of the package's own types, and what is in their fields is
//     from outside.
//   - Code that isn't seen calls methods of what it gets, in scope or not.

// Surroundings are the functions of a package, of some of which a scope is made.
type Surroundings struct {
	// changers are the functions that may change a package-level variable.
	changers map[string][]*ir.Function
	// methods are those that others can call who have a value of a type.
	methods map[string][]*ir.Function
}

// Surrounding prepares what is around scopes of a package of which the functions are named.
func Surrounding(program Program, names []string) *Surroundings {
	s := &Surroundings{changers: map[string][]*ir.Function{}, methods: map[string][]*ir.Function{}}
	for _, name := range names {
		f := program.Function(name)
		if f == nil {
			continue
		}
		if IsExportedMethod(f) && f.Params > 0 && !f.Opaque {
			of := receiverType(f)
			s.methods[of] = append(s.methods[of], f)
		}
		eachChange(f, func(variable string) { s.changers[variable] = append(s.changers[variable], f) })
	}
	return s
}

// IsExportedMethod reports whether others can call a function who have a value of its type.
func IsExportedMethod(f *ir.Function) bool {
	name := f.Display[strings.LastIndexByte(f.Display, '.')+1:]
	return f.FreeVars == 0 && strings.HasPrefix(f.Display, "(") && StartsUpper(name)
}

// receiverType is the type of which a function is a method, whatever its type arguments.
func receiverType(f *ir.Function) string {
	typeName, _, _ := strings.Cut(strings.TrimPrefix(f.Name, "("), ").")
	return genericType(strings.TrimPrefix(typeName, "*"))
}

// genericType is a type without its type arguments.
func genericType(typeName string) string {
	generic, _, _ := strings.Cut(typeName, "[")
	return generic
}

// eachChange visits the package-level variables that a function uses otherwise than to read
// them, or something in them: it stores there, or hands the address on.
func eachChange(f *ir.Function, visit func(variable string)) {
	use := func(o ir.Operand) {
		if o.Kind == ir.GlobalConst {
			visit(o.Text)
		}
	}
	for b := range f.Blocks {
		for i := range f.Blocks[b].Instrs {
			in := &f.Blocks[b].Instrs[i]
			switch in.Op {
			case ir.OpLoad, ir.OpFieldAddr, ir.OpField, ir.OpIndexAddr, ir.OpMapLookup, ir.OpRange:
				continue
			}
			for _, o := range in.Args {
				use(o)
			}
			for c := range in.Cases {
				use(in.Cases[c].Value)
			}
		}
		for _, e := range f.Blocks[b].Succs {
			for _, m := range e.Moves {
				use(m.From)
			}
		}
	}
}

// meetOthers adds what is due to functions that aren't in scope, after all else. It reports
// whether that was something new.
func (a *Analysis) meetOthers() bool {
	return a.openVariables() || a.exposeMethods()
}

// openVariables lets package-level variables that others change hold what comes from outside.
func (a *Analysis) openVariables() (changed bool) {
	for _, name := range a.variables {
		isChanged := slices.ContainsFunc(a.scope.Around.changers[name], func(f *ir.Function) bool { return !a.isReached[f] })
		content := a.contentOf(a.globals[name])
		if isChanged && !slices.Contains(a.sets[content], Outside) {
			a.add(content, Outside)
			changed = true
		}
	}
	return changed
}

// An exposure is a method of something that the outside has.
type exposure struct {
	method *ir.Function
	of     Location
}

// exposeMethods lets the outside call the methods of what it gets.
func (a *Analysis) exposeMethods() (changed bool) {
	a.findTypes()
	for l := range a.Objects {
		if !a.handed[l] {
			continue
		}
		for _, f := range a.scope.Around.methods[a.Objects[l].ownType()] {
			key := exposure{f, Location(l)}
			if !a.exposures[key] {
				a.exposures[key] = true
				a.exposeMethod(f, Location(l))
				changed = true
			}
		}
	}
	return changed
}

// exposeMethod lets the outside call a method of an object, or of what is in a box.
func (a *Analysis) exposeMethod(f *ir.Function, of Location) {
	a.reach(f)
	receiver := a.registers[f][0]
	if a.Objects[of].Kind == Box {
		a.copies(a.contentOf(of), receiver)
	} else {
		a.add(receiver, of)
	}
	for i := 1; i < f.Params; i++ {
		a.add(a.registers[f][i], Outside)
	}
	for _, r := range a.resultsOf(f) {
		a.copies(r, a.outside)
	}
}

// ownType is the type of an object that is a struct, or of what is in a box; "" if it has no
// name.
func (o *Object) ownType() string {
	if o.Kind == Box {
		return genericType(strings.TrimPrefix(o.Name, "*"))
	}
	return genericType(o.Type)
}

// besides applies a constraint to a struct that may come from outside, where there are others
// in the package, who have structs of its types.
func (a *Analysis) besides(base, field node, kind constraintKind) {
	if a.scope.Around != nil && base != 0 && field != 0 {
		a.when(base, constraint{kind: kind, node: field})
	}
}
