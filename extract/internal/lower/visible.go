package lower

import (
	"go/types"

	"golang.org/x/tools/go/ssa"
)

// Methods with exported names can be called by other packages, if these can get at a
// value: by what the package exports, or as an interface.

// A visibility says at which types other packages can get.
type visibility struct {
	types map[types.Type]bool
	// boxed are the methods of values that are put into interfaces.
	boxed map[*types.Func]bool
	boxes map[types.Type]bool
	// lent are the types of which interfaces have a method that is one of something embedded.
	lent map[*types.Named]bool
}

func newVisibility() *visibility {
	return &visibility{
		types: map[types.Type]bool{}, boxed: map[*types.Func]bool{}, boxes: map[types.Type]bool{}, lent: map[*types.Named]bool{},
	}
}

// addExported adds what can be reached from the exported names of a package.
func (v *visibility) addExported(pkg *types.Package) {
	scope := pkg.Scope()
	for _, name := range scope.Names() {
		if o := scope.Lookup(name); o.Exported() {
			v.add(o.Type())
		}
	}
}

// add adds a type, and those to which its values lead by exported names.
func (v *visibility) add(t types.Type) {
	t = types.Unalias(t)
	if v.types[t] {
		return
	}
	v.types[t] = true
	switch t := t.(type) {
	case *types.Named:
		v.named(t)
	case *types.Map:
		v.add(t.Key())
		v.add(t.Elem())
	case interface{ Elem() types.Type }:
		v.add(t.Elem())
	case *types.Tuple:
		for o := range t.Variables() {
			v.add(o.Type())
		}
	case *types.Signature:
		v.add(t.Params())
		v.add(t.Results())
	case *types.Struct:
		for field := range t.Fields() {
			if field.Exported() || field.Embedded() {
				v.add(field.Type())
			}
		}
	case *types.Interface:
		for m := range t.Methods() {
			v.add(m.Signature())
		}
	}
}

// named adds what leads on from a type with a name: of a generic one once, and its
// arguments.
func (v *visibility) named(t *types.Named) {
	if origin := t.Origin(); t != origin {
		v.add(origin)
	} else {
		v.add(t.Underlying())
		for m := range t.Methods() {
			if m.Exported() {
				v.add(m.Signature())
			}
		}
	}
	if args := t.TypeArgs(); args != nil {
		for a := range args.Types() {
			v.add(a)
		}
	}
}

// box notes that values of a type are put into interfaces.
func (v *visibility) box(t types.Type) {
	if v.boxes[t] {
		return
	}
	v.boxes[t] = true
	set := types.NewMethodSet(t)
	for i := range set.Len() {
		v.boxed[set.At(i).Obj().(*types.Func).Origin()] = true
	}
}

// boxAll looks for values that are put into interfaces, or are given to a generic
// function that may do so.
func (v *visibility) boxAll(in ssa.Instruction) {
	if made, ok := in.(*ssa.MakeInterface); ok {
		v.box(made.X.Type())
		v.lend(made.X.Type(), made.Type())
	}
	call, ok := in.(ssa.CallInstruction)
	if !ok {
		return
	}
	if callee := staticCallee(call.Common()); callee != nil {
		for i, t := range callee.TypeArgs() {
			v.box(t)
			v.lend(t, callee.Origin().TypeParams().At(i).Constraint())
		}
	}
}

// lend notes that values of a type are put into an interface, or are of a type that is constrained by one. Whoever
// has them there calls the methods of the interface: that he asks for others, which he knows nothing of, is left out.
func (v *visibility) lend(t, as types.Type) {
	named := NamedOf(t)
	if named == nil || v.lent[named.Origin()] {
		return
	}
	set := types.NewMethodSet(t)
	for i := range set.Len() {
		m := set.At(i)
		if len(m.Index()) > 1 && hasMethod(as, m.Obj().Name()) {
			v.lent[named.Origin()] = true
		}
	}
}

// shown are the types of a package without exported names that other packages can get at, by name.
func (v *visibility) shown(pkg *types.Package) map[string]bool {
	set := map[string]bool{}
	for _, name := range pkg.Scope().Names() {
		declared, ok := pkg.Scope().Lookup(name).(*types.TypeName)
		if !ok || declared.Exported() || declared.IsAlias() {
			continue
		}
		if t, ok := declared.Type().(*types.Named); ok && (v.types[t] || v.lent[t]) {
			set[pkg.Path()+"."+name] = true
		}
	}
	return set
}

// callsMethod reports whether other packages may call a method with an exported name.
func (v *visibility) callsMethod(m *types.Func, main bool) bool {
	named := NamedOf(m.Signature().Recv().Type())
	return named == nil || v.boxed[m.Origin()] || !main && (named.Obj().Exported() || v.types[named.Origin()])
}
