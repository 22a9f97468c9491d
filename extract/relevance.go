package extract

import "go/types"

// kindOf is what remains of a type.
func kindOf(t types.Type) ValueKind {
	if named, ok := types.Unalias(t).(*types.Named); ok && named.Obj() == types.Universe.Lookup("error") {
		return ErrorKind
	}
	switch u := t.Underlying().(type) {
	case *types.Basic:
		return basicKind(u)
	case *types.Pointer:
		return PointerKind
	case *types.Chan:
		return ChanKind
	case *types.Signature:
		return FuncKind
	case *types.Interface:
		return InterfaceKind // a type parameter, too: it can be anything
	case *types.Struct:
		return StructKind
	case *types.Array:
		return ArrayKind
	case *types.Slice:
		return SliceKind
	case *types.Map:
		return MapKind
	case *types.Tuple:
		return TupleKind
	}
	return OtherKind
}

func basicKind(b *types.Basic) ValueKind {
	switch info := b.Info(); {
	case info&types.IsBoolean != 0:
		return BoolKind
	case info&types.IsInteger != 0:
		return IntKind
	case info&types.IsString != 0:
		return StringKind
	}
	return OtherKind
}

// A relevance says which types can hold something that goroutines communicate
// with. Answers are kept, because types are asked about again and again.
type relevance struct {
	holds   map[types.Type]bool
	carries map[types.Type]bool
}

func newRelevance() *relevance {
	return &relevance{holds: map[types.Type]bool{}, carries: map[types.Type]bool{}}
}

// relevant reports whether a value of type t can lead to a channel, lock,
// context or function, be it through an interface.
func (r *relevance) relevant(t types.Type) bool {
	return r.search(t, r.holds, true, 0)
}

// communicative reports whether a value of type t leads to one for certain, by
// its declared type.
func (r *relevance) communicative(t types.Type) bool {
	return r.search(t, r.carries, false, 0)
}

// search looks through the structure of t. A type that is met again inside
// itself adds nothing.
func (r *relevance) search(t types.Type, known map[types.Type]bool, interfaces bool, depth int) bool {
	if answer, ok := known[t]; ok {
		return answer
	}
	known[t] = false
	answer := r.look(t, known, interfaces, depth)
	if answer || depth == 0 {
		known[t] = answer
	} else {
		delete(known, t) // it may have been cut short by a cycle
	}
	return answer
}

// deepestSearch limits the nesting of types that are looked through: what lies
// deeper is taken to be relevant.
const deepestSearch = 12

func (r *relevance) look(t types.Type, known map[types.Type]bool, interfaces bool, depth int) bool {
	if depth > deepestSearch {
		return true
	}
	if named, ok := types.Unalias(t).(*types.Named); ok && named.Obj().Pkg() != nil {
		switch path := named.Obj().Pkg().Path(); path {
		case "sync":
			return true
		case "context":
			return true
		case "time", "reflect", "sync/atomic":
			return false
		}
	}
	inside := func(t types.Type) bool { return r.search(t, known, interfaces, depth+1) }
	switch u := t.Underlying().(type) {
	case *types.Chan, *types.Signature:
		return true
	case *types.Interface:
		return interfaces && kindOf(t) != ErrorKind
	case *types.Pointer:
		return inside(u.Elem())
	case *types.Slice:
		return inside(u.Elem())
	case *types.Array:
		return inside(u.Elem())
	case *types.Map:
		return inside(u.Elem()) || inside(u.Key())
	case *types.Struct:
		for i := range u.NumFields() {
			if inside(u.Field(i).Type()) {
				return true
			}
		}
	case *types.Tuple:
		for i := range u.Len() {
			if inside(u.At(i).Type()) {
				return true
			}
		}
	}
	return false
}

// isContext reports whether t is context.Context.
func isContext(t types.Type) bool {
	named, ok := types.Unalias(t).(*types.Named)
	return ok && named.Obj().Name() == "Context" && named.Obj().Pkg() != nil && named.Obj().Pkg().Path() == "context"
}

// holdsPrimitive reports whether a variable of type t has a lock, wait group
// or the like in itself, not behind a pointer.
func holdsPrimitive(t types.Type, depth int) bool {
	if named, ok := types.Unalias(t).(*types.Named); ok && named.Obj().Pkg() != nil && named.Obj().Pkg().Path() == "sync" {
		switch named.Obj().Name() {
		case "Mutex", "RWMutex", "WaitGroup", "Once", "Cond":
			return true
		}
		return false
	}
	if depth > deepestSearch {
		return false
	}
	switch u := t.Underlying().(type) {
	case *types.Array:
		return holdsPrimitive(u.Elem(), depth+1)
	case *types.Struct:
		for i := range u.NumFields() {
			if holdsPrimitive(u.Field(i).Type(), depth+1) {
				return true
			}
		}
	}
	return false
}
