package extract

import (
	"golang.org/x/tools/go/ssa"
)

// A function is inert if a call of it can't affect the communicating objects
// of its caller: it only reads, computes, and minds its own business. What
// comes from the caller is found by taint: parameters and captured variables,
// and whatever is computed or loaded from them. This is a may-analysis over
// registers; memory is covered because storing something tainted anywhere
// counts as an effect.

// findInert computes which functions are inert, starting from the assumption
// that all are, until nothing changes: recursion alone makes no effect.
func (s *slicer) findInert() {
	for _, f := range s.order {
		s.inert[nameOf(f)] = true
	}
	for changed := true; changed; {
		changed = false
		for i := 0; i < len(s.order); i++ {
			name := nameOf(s.order[i])
			if s.inert[name] && !s.isInert(s.order[i]) {
				s.inert[name] = false
				changed = true
			}
		}
	}
	s.settled = true
}

// isInert checks one function against what is known of the others.
func (s *slicer) isInert(f *ssa.Function) bool {
	t := &taint{s: s, from: map[ssa.Value]bool{}}
	t.spread(f)
	for _, b := range f.Blocks {
		for _, in := range b.Instrs {
			if t.affects(in) {
				return false
			}
		}
	}
	return true
}

// A taint is the set of values of a function that come from its caller.
type taint struct {
	s    *slicer
	from map[ssa.Value]bool
}

// spread computes the tainted values.
func (t *taint) spread(f *ssa.Function) {
	for _, p := range f.Params {
		t.from[p] = true
	}
	for _, v := range f.FreeVars {
		t.from[v] = true
	}
	for changed := true; changed; {
		changed = false
		for _, b := range f.Blocks {
			for _, in := range b.Instrs {
				if v, ok := in.(ssa.Value); ok && !t.from[v] && t.derived(in) {
					t.from[v] = true
					changed = true
				}
			}
		}
	}
}

// derived reports whether the value of an instruction comes from tainted ones.
func (t *taint) derived(in ssa.Instruction) bool {
	if call, ok := in.(*ssa.Call); ok {
		if callee := staticCallee(call.Common()); callee != nil && t.s.standing(callee) == inertFunction {
			return false
		}
	}
	for _, o := range in.Operands(nil) {
		if *o != nil && t.from[*o] {
			return true
		}
	}
	return false
}

// relevant reports whether a value can lead to something of the caller's.
func (t *taint) relevant(v ssa.Value) bool {
	return t.from[v] && t.s.types.relevant(v.Type())
}

// affects reports whether an instruction is an effect on the caller.
func (t *taint) affects(in ssa.Instruction) bool {
	switch in := in.(type) {
	case *ssa.Send:
		return t.from[in.Chan] || t.relevant(in.X)
	case *ssa.UnOp:
		return in.Op.String() == "<-" && t.from[in.X]
	case *ssa.Select:
		for _, state := range in.States {
			if t.from[state.Chan] || state.Send != nil && t.relevant(state.Send) {
				return true
			}
		}
	case *ssa.Store:
		return t.stores(in.Addr, in.Val)
	case *ssa.MapUpdate:
		return t.relevant(in.Value) || t.from[in.Map] && t.s.types.communicative(in.Value.Type())
	case *ssa.Return:
		return t.returns(in)
	case ssa.CallInstruction:
		return t.calls(in.Common())
	case *ssa.MakeClosure:
		return t.closes(in)
	}
	return false
}

// stores reports whether a store is seen by the caller and matters: it keeps
// something relevant, or changes plain data next to what communicates.
func (t *taint) stores(address, v ssa.Value) bool {
	if t.relevant(v) {
		return !t.s.source.Standard || t.s.types.communicative(v.Type())
	}
	if !t.from[address] {
		return false
	}
	if t.s.types.communicative(v.Type()) {
		return true
	}
	switch base := address.(type) {
	case *ssa.FreeVar:
		return kindOf(v.Type()) != OtherKind
	case *ssa.FieldAddr:
		return t.s.types.communicative(base.X.Type())
	}
	return false
}

// returns reports whether a result leads to something relevant: of the
// caller's, or made here and of a type that communicates.
func (t *taint) returns(in *ssa.Return) bool {
	for _, v := range in.Results {
		if t.s.types.communicative(v.Type()) && !isNilConst(v) {
			return true
		}
		if t.relevant(v) && !t.s.source.Standard {
			return true
		}
	}
	return false
}

func isNilConst(v ssa.Value) bool {
	c, ok := v.(*ssa.Const)
	return ok && c.Value == nil
}

// closes reports whether a closure over something of the caller's does
// anything to it when it is called.
func (t *taint) closes(in *ssa.MakeClosure) bool {
	f := in.Fn.(*ssa.Function)
	if t.s.standing(f) == inertFunction {
		return false
	}
	for _, b := range in.Bindings {
		if t.from[b] {
			return true
		}
	}
	return false
}

// calls reports whether a call, go or defer affects the caller.
func (t *taint) calls(c *ssa.CallCommon) bool {
	if c.IsInvoke() {
		return t.invokes(c)
	}
	if b, ok := c.Value.(*ssa.Builtin); ok {
		switch b.Name() {
		case "recover":
			return true
		case "close":
			return t.from[c.Args[0]]
		case "append", "copy":
			return len(c.Args) > 1 && t.relevant(c.Args[1]) && t.s.types.communicative(c.Args[1].Type())
		}
		return false
	}
	callee := staticCallee(c)
	if callee == nil {
		return t.from[c.Value] || t.anyRelevant(c.Args)
	}
	switch t.s.standing(callee) {
	case inertFunction:
		return t.s.passesThrough(c) && t.anyTainted(c.Args)
	case unknownFunction:
		return t.anyRelevant(c.Args) && !t.s.source.Standard
	}
	return endsGoroutine(nameOf(callee)) || t.anyTainted(c.Args) || t.tainted(c.Value)
}

// tainted reports whether a called closure has captured something tainted.
func (t *taint) tainted(v ssa.Value) bool {
	closure, ok := v.(*ssa.MakeClosure)
	return ok && t.anyTainted(closure.Bindings)
}

// invokes judges a call through an interface: it may do anything, except for
// the methods that everybody has for printing, and in the standard library,
// whose interfaces are about data.
func (t *taint) invokes(c *ssa.CallCommon) bool {
	switch c.Method.Name() {
	case "Error", "String", "GoString", "Format", "Len", "Less", "Swap":
		return false
	}
	if t.s.types.communicative(c.Value.Type()) && t.from[c.Value] {
		return true
	}
	return !t.s.source.Standard && (t.from[c.Value] || t.anyRelevant(c.Args))
}

func (t *taint) anyRelevant(values []ssa.Value) bool {
	for _, v := range values {
		if t.relevant(v) {
			return true
		}
	}
	return false
}

func (t *taint) anyTainted(values []ssa.Value) bool {
	for _, v := range values {
		if t.from[v] && (t.s.types.relevant(v.Type()) || kindOf(v.Type()) == PointerKind) {
			return true
		}
	}
	return false
}

// endsGoroutine reports whether a known function doesn't return.
func endsGoroutine(name string) bool {
	switch name {
	case "os.Exit", "syscall.Exit", "runtime.Goexit", "log.Fatal", "log.Fatalf", "log.Fatalln",
		"(*log.Logger).Fatal", "(*log.Logger).Fatalf", "(*log.Logger).Fatalln",
		"(*testing.common).FailNow", "(*testing.common).Fatal", "(*testing.common).Fatalf",
		"(*testing.common).SkipNow", "(*testing.common).Skip", "(*testing.common).Skipf":
		return true
	}
	return false
}
