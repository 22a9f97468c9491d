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
//   - Some may have run before, or pass something to the test that isn't seen. Package-level
//     variables that a function which isn't in scope changes hold what comes from outside, too,
//     as the parameters of the test do; and so do fields, elements and captured variables of
//     what such variables lead to, if it uses them.
//   - So the outside has structs of the package's own types, and what is in their fields is
//     from outside.
//   - Code that isn't seen calls methods of what it gets, in scope or not.

// Surroundings are the functions of a package, of some of which a scope is made.
type Surroundings struct {
	// users are the functions that use a package-level variable, changers those that may
	// change it itself.
	users, changers map[string][]*ir.Function
	// methods are those of a type.
	methods map[string][]*ir.Function
}

// Surrounding prepares what is around scopes of a package of which the functions are named.
func Surrounding(program Program, names []string) *Surroundings {
	s := &Surroundings{users: map[string][]*ir.Function{}, changers: map[string][]*ir.Function{}, methods: map[string][]*ir.Function{}}
	for _, name := range names {
		f := program.Function(name)
		if f == nil {
			continue
		}
		if isMethod(f) && f.Params > 0 && !f.Opaque {
			of := receiverType(f)
			s.methods[of] = append(s.methods[of], f)
		}
		EachVariable(f, func(o ir.Operand, changes bool) {
			s.users[o.Text] = append(s.users[o.Text], f)
			if changes {
				s.changers[o.Text] = append(s.changers[o.Text], f)
			}
		})
	}
	return s
}

// Users lists the functions of the package that use a package-level variable.
func (s *Surroundings) Users(variable string) []*ir.Function { return s.users[variable] }

// CanCallMethod reports whether a function is one that code which isn't seen can call who has a
// value of its type.
func (a *Analysis) CanCallMethod(f *ir.Function) bool {
	name := f.Display[strings.LastIndexByte(f.Display, '.')+1:]
	return isMethod(f) && (a.scope.IsFragment || StartsUpper(name))
}

func isMethod(f *ir.Function) bool { return f.FreeVars == 0 && strings.HasPrefix(f.Display, "(") }

// receiverType is the type of which a function is a method, whatever its type arguments.
func receiverType(f *ir.Function) string {
	typeName, _, _ := strings.Cut(strings.TrimPrefix(f.Name, "("), ").")
	return GenericType(strings.TrimPrefix(typeName, "*"))
}

// GenericType is the name of a type without its type arguments.
func GenericType(typeName string) string {
	generic, _, _ := strings.Cut(typeName, "[")
	return generic
}

// EachVariable visits the operands of a function that are package-level variables. It changes one
// unless it only reads it, or something in it: it stores there, or hands the address on.
func EachVariable(f *ir.Function, visit func(o ir.Operand, changes bool)) {
	use := func(o ir.Operand, changes bool) {
		if o.Kind == ir.GlobalConst {
			visit(o, changes)
		}
	}
	for b := range f.Blocks {
		for i := range f.Blocks[b].Instrs {
			in := &f.Blocks[b].Instrs[i]
			for _, o := range in.Args {
				use(o, !isPart(in.Op))
			}
			for c := range in.Cases {
				use(in.Cases[c].Value, true)
			}
		}
		for _, e := range f.Blocks[b].Succs {
			for _, m := range e.Moves {
				use(m.From, true)
			}
		}
	}
}

// isPart reports whether an instruction reads a variable, or finds a field in one.
func isPart(op ir.Op) bool {
	switch op {
	case ir.OpLoad, ir.OpFieldAddr, ir.OpField:
		return true
	}
	return false
}

// meetOthers adds what is due to functions that aren't in scope, after all else. It reports
// whether that was something new.
func (a *Analysis) meetOthers() bool {
	return a.openVariables() || a.exposeMethods()
}

// openVariables lets package-level variables that others change hold what comes from outside,
// and what others get at by such variables.
func (a *Analysis) openVariables() (changed bool) {
	isOther := func(f *ir.Function) bool { return !a.isReached[f] }
	var used []Location
	for _, name := range a.variables {
		l := a.globals[name]
		if slices.ContainsFunc(a.scope.Around.changers[name], isOther) {
			changed = a.open(l) || changed
		}
		if slices.ContainsFunc(a.scope.Around.users[name], isOther) {
			used = append(used, l)
		}
	}
	for _, l := range a.heldBy(used) {
		changed = a.share(l) || changed
	}
	return changed
}

// heldBy lists objects, what they hold, what that holds, and so on.
func (a *Analysis) heldBy(list []Location) []Location {
	seen := map[Location]bool{Outside: true, Beside: true}
	var held []Location
	for len(list) > 0 {
		l := list[len(list)-1]
		list = list[:len(list)-1]
		if !seen[l] {
			seen[l] = true
			held = append(held, l)
			list = append(list, a.Content(l)...)
		}
	}
	return held
}

// share notes that others get at an object, and reports whether that is new: what is in it, or
// in its fields, may be theirs.
func (a *Analysis) share(l Location) bool {
	if a.others[l] {
		return false
	}
	a.others[l] = true
	if o := &a.Objects[l]; o.Kind == Aggregate || o.Kind == Variable && o.Function != nil {
		a.open(l)
	}
	for _, c := range a.parts[l] {
		a.applyOutside(c)
	}
	return true
}

// open lets an object hold what comes from outside, and reports whether that is new.
func (a *Analysis) open(l Location) bool {
	content := a.contentOf(l)
	if slices.Contains(a.sets[content], Outside) {
		return false
	}
	a.add(content, Outside)
	return true
}

// An exposure is a method of something that the outside has.
type exposure struct {
	method *ir.Function
	of     Location
}

// exposeMethods lets the outside call the methods of what it gets.
func (a *Analysis) exposeMethods() (changed bool) {
	for l := range a.Objects {
		if !a.handed[l] {
			continue
		}
		for _, f := range a.scope.Around.methods[a.Objects[l].ownType()] {
			key := exposure{f, Location(l)}
			if a.CanCallMethod(f) && !a.exposures[key] {
				a.exposures[key] = true
				a.exposeMethod(f, Location(l))
				changed = true
			}
		}
	}
	return changed
}

// CalledFromOutside is the set of functions that the outside may call itself: the methods of what
// it gets, and functions that it gets.
func (a *Analysis) CalledFromOutside() map[*ir.Function]bool {
	if a.calledFromOutside != nil {
		return a.calledFromOutside
	}
	a.calledFromOutside = map[*ir.Function]bool{}
	for e := range a.exposures {
		a.calledFromOutside[e.method] = true
	}
	for l := range a.Objects {
		if o := &a.Objects[l]; o.Kind == Closure && a.handed[l] {
			if f := a.program.Function(strings.TrimSuffix(o.Name, BoundSuffix)); f != nil && !f.Opaque {
				a.calledFromOutside[f] = true
			}
		}
	}
	return a.calledFromOutside
}

// IsFragment reports whether code that isn't seen is of the same package, too.
func (a *Analysis) IsFragment() bool { return a.scope.IsFragment }

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
		return GenericType(strings.TrimPrefix(o.Name, "*"))
	}
	return GenericType(o.Type)
}

// besides applies a constraint to a struct that may come from outside, or that others have,
// where there are others in the package, who have structs of its types.
func (a *Analysis) besides(base, field node, kind constraintKind) {
	if a.scope.Around != nil && base != 0 && field != 0 {
		a.when(base, constraint{kind: kind, node: field})
	}
}

// part takes a part of an object: of one that others have, what they may have stored there.
func (a *Analysis) part(c constraint, l Location) {
	if a.others[l] {
		a.applyOutside(c)
		return
	}
	a.parts[l] = append(a.parts[l], c)
}
