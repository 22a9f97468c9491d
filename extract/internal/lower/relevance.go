package lower

import (
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/chancheck/chancheck/extract/internal/library"
	"github.com/chancheck/chancheck/extract/ir"
)

// kindOf is what remains of a type.
func kindOf(t types.Type) ir.ValueKind {
	if named, ok := types.Unalias(t).(*types.Named); ok && named.Obj() == types.Universe.Lookup("error") {
		return ir.ErrorKind
	}
	if _, ok := types.Unalias(t).(*types.TypeParam); ok {
		return ir.GenericKind
	}
	if isSyncMap(t) {
		return ir.MapKind
	}
	switch u := t.Underlying().(type) {
	case *types.Basic:
		return basicKind(u)
	case *types.Pointer:
		if isSemaphore(t) {
			return ir.ChanKind
		}
		return ir.PointerKind
	case *types.Chan:
		return ir.ChanKind
	case *types.Signature:
		return ir.FuncKind
	case *types.Interface:
		return ir.InterfaceKind
	case *types.Struct:
		return ir.StructKind
	case *types.Array:
		return ir.ArrayKind
	case *types.Slice:
		return ir.SliceKind
	case *types.Map:
		return ir.MapKind
	case *types.Tuple:
		return ir.TupleKind
	}
	return ir.OtherKind
}

func basicKind(b *types.Basic) ir.ValueKind {
	switch info := b.Info(); {
	case info&types.IsBoolean != 0:
		return ir.BoolKind
	case info&types.IsInteger != 0:
		return ir.IntKind
	case info&types.IsString != 0:
		return ir.StringKind
	}
	return ir.OtherKind
}

// channelType is the channel type that t is, or that the first term of its
// constraint is, if t is a type parameter; nil if there is none. Where Go allows
// an operation on a channel, all terms agree.
func channelType(t types.Type) *types.Chan {
	if p, ok := types.Unalias(t).(*types.TypeParam); ok {
		constraint, ok := p.Constraint().Underlying().(*types.Interface)
		if !ok || constraint.NumEmbeddeds() == 0 {
			return nil
		}
		t = constraint.EmbeddedType(0)
		if union, ok := t.(*types.Union); ok && union.Len() > 0 {
			t = union.Term(0).Type()
		}
	}
	c, _ := t.Underlying().(*types.Chan)
	return c
}

// directionOf is the direction of a channel type, 0 if it has both.
func directionOf(t types.Type) int {
	if c, ok := t.Underlying().(*types.Chan); ok {
		switch c.Dir() {
		case types.RecvOnly:
			return ir.ReceiveOnly
		case types.SendOnly:
			return ir.SendOnly
		}
	}
	return 0
}

// elementKind is what remains of the type of what a channel carries.
func elementKind(t types.Type) ir.ValueKind {
	if c := channelType(t); c != nil {
		return kindOf(c.Elem())
	}
	return ir.OtherKind
}

// A relevance says which types can hold something that goroutines communicate
// with. Answers are kept, because types are asked about again and again.
type relevance struct {
	holds   map[types.Type]bool
	carries map[types.Type]bool
	own     func(types.Object) bool // whose types are always looked into
	// leaf are the fields with leaf locks: they don't count.
	leaf map[*types.Var]bool
	// hides reports whether what a type of another package keeps to itself
	// doesn't matter: no method of it is about communication.
	hides func(*types.Named) bool
	// filled are the interfaces of the package as which it passes on what communicates: see fill.
	filled map[*types.TypeName]bool
}

func newRelevance(own func(types.Object) bool, leaf map[*types.Var]bool, hides func(*types.Named) bool) *relevance {
	return &relevance{
		own: own, holds: map[types.Type]bool{}, carries: map[types.Type]bool{},
		leaf: leaf, hides: hides, filled: map[*types.TypeName]bool{},
	}
}

// fill finds the interfaces that the package itself declares as which functions pass on what communicates:
// whatever has such an interface in it may have that.
func (r *relevance) fill(functions []*ssa.Function) {
	for found := true; found; {
		found = false
		for _, f := range functions {
			for _, b := range f.Blocks {
				for _, in := range b.Instrs {
					made, ok := in.(*ssa.MakeInterface)
					if ok && r.isNewlyFilled(made) {
						r.filled[NamedOf(made.Type()).Origin().Obj()], found = true, true
					}
				}
			}
		}
		if found {
			clear(r.carries)
		}
	}
}

func (r *relevance) isNewlyFilled(in *ssa.MakeInterface) bool {
	named := NamedOf(in.Type())
	return named != nil && r.own(named.Obj()) && !r.filled[named.Origin().Obj()] && r.communicative(in.X.Type())
}

// relevant reports whether a value of type t can lead to a channel, lock,
// context or function, be it through an interface.
func (r *relevance) relevant(t types.Type) bool {
	return r.answer(t, r.holds, true)
}

// communicative reports whether a value of type t leads to one for certain, by
// its declared type.
func (r *relevance) communicative(t types.Type) bool {
	return r.answer(t, r.carries, false)
}

// answer searches the types that t is made of. If none matters, none of those
// that were met on the way does.
func (r *relevance) answer(t types.Type, known map[types.Type]bool, interfaces bool) bool {
	if answer, ok := known[t]; ok {
		return answer
	}
	search := &typeSearch{relevance: r, known: known, interfaces: interfaces, seen: map[types.Type]bool{}}
	if search.leads(t) {
		return true
	}
	for other := range search.seen {
		known[other] = false
	}
	return false
}

// A typeSearch is a depth-first search through the structure of a type.
type typeSearch struct {
	*relevance
	known      map[types.Type]bool
	interfaces bool
	seen       map[types.Type]bool
}

// mostTypes limits the search: a generic type can be made of infinitely many
// instances of itself. What is larger is taken to be relevant.
const mostTypes = 10_000

// leads reports whether t, or a type that it is made of and that wasn't seen
// yet, matters.
func (w *typeSearch) leads(t types.Type) bool {
	if answer, ok := w.known[t]; ok {
		return answer
	}
	if w.seen[t] {
		return false
	}
	w.seen[t] = true
	if len(w.seen) > mostTypes || w.look(t) {
		w.known[t] = true
		return true
	}
	return false
}

func (w *typeSearch) look(t types.Type) bool {
	named, _ := types.Unalias(t).(*types.Named)
	if named != nil && named.Obj().Pkg() != nil && !w.own(named.Obj()) {
		switch path := named.Obj().Pkg().Path(); {
		case path == "sync" || path == "context" || path+"."+named.Obj().Name() == library.SemaphoreType:
			return true
		case types.IsInterface(named) || kindOf(named) == ir.FuncKind: // whoever declares it
		case path == "sync/atomic" || library.IsData(path):
			return false
		}
	}
	switch u := t.Underlying().(type) {
	case *types.Chan, *types.Signature:
		return true
	case *types.Interface:
		return kindOf(t) != ir.ErrorKind && (w.interfaces || named != nil && w.filled[named.Origin().Obj()])
	case *types.Pointer:
		return w.leads(u.Elem())
	case *types.Slice:
		return w.leads(u.Elem())
	case *types.Array:
		return u.Len() > 0 && w.leads(u.Elem())
	case *types.Map:
		return w.leads(u.Elem()) || w.leads(u.Key())
	case *types.Struct:
		return w.lookInto(u, named)
	case *types.Tuple:
		for i := range u.Len() {
			if w.leads(u.At(i).Type()) {
				return true
			}
		}
	}
	return false
}

// lookInto looks through the fields of a struct, which may have a name. What
// another package doesn't export is only reached through its functions: if no
// method of the type does anything that matters, nothing is.
func (w *typeSearch) lookInto(u *types.Struct, named *types.Named) bool {
	for i := range u.NumFields() {
		field := u.Field(i)
		if w.leaf[field.Origin()] || !w.leads(field.Type()) {
			continue
		}
		if field.Exported() || named == nil || !w.hides(named) {
			return true
		}
	}
	return false
}

// NamedOf is the named type that a type is, or is a pointer to; nil if there is
// none.
func NamedOf(t types.Type) *types.Named {
	t = types.Unalias(t)
	if p, ok := t.(*types.Pointer); ok {
		t = types.Unalias(p.Elem())
	}
	named, _ := t.(*types.Named)
	return named
}

// isContext reports whether t is context.Context.
func isContext(t types.Type) bool {
	named, ok := types.Unalias(t).(*types.Named)
	return ok && named.Obj().Name() == "Context" && named.Obj().Pkg() != nil && named.Obj().Pkg().Path() == "context"
}

// deepestSearch limits the nesting of structs that are looked through for locks.
const deepestSearch = 12

// holdsPrimitive reports whether a variable of type t has a lock, wait group
// or the like in itself, not behind a pointer, that isn't a leaf.
func (r *relevance) holdsPrimitive(t types.Type, depth int) bool {
	if named, ok := types.Unalias(t).(*types.Named); ok && named.Obj().Pkg() != nil && named.Obj().Pkg().Path() == "sync" {
		return library.IsPrimitive(named.Obj().Name())
	}
	if depth > deepestSearch {
		return false
	}
	switch u := t.Underlying().(type) {
	case *types.Array:
		return u.Len() > 0 && r.holdsPrimitive(u.Elem(), depth+1)
	case *types.Struct:
		for i := range u.NumFields() {
			if !r.leaf[u.Field(i).Origin()] && r.holdsPrimitive(u.Field(i).Type(), depth+1) {
				return true
			}
		}
	}
	return false
}
