package lower

import (
	"go/token"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/chancheck/chancheck/extract/internal/library"
	"github.com/chancheck/chancheck/extract/ir"
	"github.com/chancheck/chancheck/model"
)

// A function is inert if a call of it can't affect the communicating objects
// of its caller: it only reads, computes, and minds its own business. What
// comes from the caller is found by taint: parameters and captured variables,
// and whatever is computed or loaded from them. This is a may-analysis over
// registers; memory is covered because storing something relevant that is tainted
// counts as an effect, and a variable in which a plain pointer is kept is tainted.
//
// A function writes if it is inert but for plain data that it stores through
// pointers of its caller's. A short one is followed, as it may set a flag that
// the caller asks for; of a long one the caller only learns that this data has
// changed.
//
// A function is silent if it is inert but for what it stores and returns: it
// may hand on a channel of the caller's, but it doesn't use it.
//
// A function is quiet if it is silent as far as is known before it is known what
// writes and what is inert, which hang on that: see handsOver.
//
// A function relays if it is inert but for the calls of functions that it is
// given: as sort.Slice is.

// findInert computes which functions write, are inert, silent, or relay. If a
// lock has turned out to be no leaf, it is called again: that can only make the
// sets smaller.
func (s *slicer) findInert() {
	if s.writes == nil {
		s.quiet, s.writes, s.inert, s.silent, s.relays = s.all(), s.all(), s.all(), s.all(), s.all()
		s.users, s.exits = map[string][]*ssa.Function{}, map[string]bool{}
		s.findExitVariables()
		for _, f := range s.order {
			s.relate(f)
		}
		s.findExits()
		for _, f := range s.order {
			if name := s.name(f); IsTest(f) && len(s.users[name]) == 0 {
				s.writes[name], s.inert[name], s.silent[name], s.relays[name] = false, false, false, false
			}
		}
	}
	for _, f := range s.order { // what types hold hangs on the leaf locks
		s.relateMethods(f)
	}
	for first := 0; first < len(s.order); { // looking may add wrappers
		start := s.order[first:]
		first = len(s.order)
		s.inertOpen, s.writesOpen = true, true // what is found must not depend on them
		s.greatest(s.quiet, start, (*taint).operates)
		s.writesOpen = false
		s.greatest(s.writes, start, (*taint).affectsMore)
		s.inertOpen = false
		s.greatest(s.inert, start, (*taint).affects)
		s.greatest(s.silent, start, (*taint).operates)
		s.greatest(s.relays, start, (*taint).affectsItself)
	}
	s.settled = true
	s.findTouching()
}

// IsTest reports whether a function is one that the go command runs. Nobody
// calls it, so that it doesn't matter what a call would do; but tests can be most
// of a package.
func IsTest(f *ssa.Function) bool {
	if f.Parent() != nil || f.Signature.Recv() != nil || !isInTestFile(f.Prog.Fset, f.Pos()) {
		return false
	}
	return slices.ContainsFunc([]string{"Test", "Benchmark", "Fuzz", "Example"}, func(prefix string) bool {
		return strings.HasPrefix(f.Name(), prefix)
	})
}

func isInTestFile(fset *token.FileSet, pos token.Pos) bool {
	return model.Site{File: fset.Position(pos).Filename}.IsInTest()
}

// all is the set of all functions.
func (s *slicer) all() map[string]bool {
	set := map[string]bool{}
	for _, f := range s.order {
		set[s.name(f)] = true
	}
	return set
}

// greatest shrinks a set to the greatest one in it of functions without an
// instruction that breaks it, as things stand; all but those to start with have
// none as far as is known. Recursion alone makes no effect.
// Whoever refers to a function that drops out is looked at again; so are those
// that give an interface value to code about data, as they depend on methods
// that they don't name.
func (s *slicer) greatest(set map[string]bool, start []*ssa.Function, breaks func(*taint, ssa.Instruction) bool) {
	var work []*ssa.Function
	waits := map[*ssa.Function]bool{} // so that one with many callees isn't looked at for each of them
	push := func(list []*ssa.Function) {
		for _, f := range list {
			if !waits[f] && set[s.name(f)] {
				waits[f] = true
				work = append(work, f)
			}
		}
	}
	for push(start); len(work) > 0; {
		changed := false
		for len(work) > 0 {
			f := work[len(work)-1]
			work = work[:len(work)-1]
			waits[f] = false
			if name := s.name(f); set[name] && !s.check(f, breaks) {
				set[name] = false
				changed = true
				push(s.users[name])
			}
		}
		if changed {
			push(s.givers)
		}
	}
}

// relate notes to which functions a function refers, whether it may give an
// interface value to code about data, and whether it calls what ends the program: see findExits.
func (s *slicer) relate(f *ssa.Function) {
	gives, exits := false, false
	var operands []*ssa.Value
	for _, b := range f.Blocks {
		for _, in := range b.Instrs {
			made, ok := in.(*ssa.MakeInterface)
			gives = gives || ok && (s.isForeignData(made.Type()) || s.goesToData(made))
			call, ok := in.(ssa.CallInstruction)
			gives = gives || ok && s.mayCopy(call.Common())
			exits = exits || ok && (s.callsExit(call.Common()) || endsByName(call.Common()))
			operands = in.Operands(operands[:0])
			for _, o := range operands {
				if callee, ok := (*o).(*ssa.Function); ok {
					name := s.name(callee)
					s.users[name] = append(s.users[name], f)
					exits = exits || s.exitsElsewhere(callee)
				}
			}
		}
	}
	if exits && !s.source.Standard {
		s.exits[s.name(f)] = true
	}
	if gives {
		s.givers = append(s.givers, f)
	}
}

// relateMethods notes on which methods it hangs what a function hands over.
func (s *slicer) relateMethods(f *ssa.Function) {
	for _, b := range f.Blocks {
		for _, in := range b.Instrs {
			made, ok := in.(*ssa.MakeInterface)
			if !ok || !s.types.communicative(made.X.Type()) {
				continue
			}
			for _, method := range s.everybodys(made) {
				name := s.name(method)
				s.users[name] = append(s.users[name], f)
			}
		}
	}
}

// check checks one function against what is known of the others.
func (s *slicer) check(f *ssa.Function, breaks func(*taint, ssa.Instruction) bool) bool {
	t := s.taintOf(f)
	defer func() { s.spare = t }()
	for _, b := range f.Blocks {
		for _, in := range b.Instrs {
			if breaks(t, in) {
				return false
			}
		}
	}
	return true
}

// A taint is the set of values of a function that come from its caller.
type taint struct {
	s       *slicer
	library bool // the function is one of the standard library
	from    map[ssa.Value]bool
	work    []ssa.Value // memory to be used again
}

// taintOf computes the taint of a function, in the memory of a spare one.
func (s *slicer) taintOf(f *ssa.Function) *taint {
	t := s.spare
	s.spare = nil
	if t == nil {
		t = &taint{s: s, from: map[ssa.Value]bool{}}
	}
	clear(t.from)
	t.library = s.isLibrary(f)
	t.spread(f)
	return t
}

// spread computes the tainted values.
func (t *taint) spread(f *ssa.Function) {
	work := t.work[:0]
	add := func(v ssa.Value) {
		if !t.from[v] {
			t.from[v] = true
			work = append(work, v)
		}
	}
	for _, p := range f.Params {
		add(p)
	}
	for _, v := range f.FreeVars {
		add(v)
	}
	for len(work) > 0 {
		v := work[len(work)-1]
		work = work[:len(work)-1]
		for _, user := range *v.Referrers() {
			if derived, ok := user.(ssa.Value); ok && t.passesOn(user) {
				add(derived)
			}
			if variable := keptIn(user, v); variable != nil {
				add(variable)
			}
		}
	}
	t.work = work
}

// keptIn is the local variable in which an instruction stores a value through
// which more can be reached, or nil.
func keptIn(in ssa.Instruction, v ssa.Value) *ssa.Alloc {
	store, ok := in.(*ssa.Store)
	if !ok || store.Val != v {
		return nil
	}
	if kind := kindOf(v.Type()); kind == ir.OtherKind || kind.IsPlain() {
		return nil
	}
	return variableOf(store.Addr)
}

// passesOn reports whether the value of an instruction with a tainted operand
// is tainted.
func (t *taint) passesOn(in ssa.Instruction) bool {
	call, ok := in.(*ssa.Call)
	if !ok {
		return true
	}
	callee := staticCallee(call.Common())
	return callee == nil || t.s.standing(callee).communicates() || kindOf(call.Type()) == ir.PointerKind
}

// relevant reports whether a value can lead to something of the caller's. An
// interface value leads where what is in it does.
func (t *taint) relevant(v ssa.Value) bool {
	v = inInterface(v)
	return t.from[v] && t.s.types.relevant(v.Type())
}

// inInterface is what an interface value was made of, if that is seen.
func inInterface(v ssa.Value) ssa.Value {
	if made, ok := v.(*ssa.MakeInterface); ok {
		return made.X
	}
	return v
}

// leads reports whether a value can lead to something relevant, whoever made it.
func (t *taint) leads(v ssa.Value) bool {
	typ := inInterface(v).Type()
	return t.s.types.relevant(typ) && (!t.library || t.s.types.communicative(typ))
}

// affects reports whether an instruction is an effect on the caller.
func (t *taint) affects(in ssa.Instruction) bool {
	return t.changes(in) || t.affectsMore(in)
}

// changes reports whether an instruction stores plain data through a pointer of
// the caller's, who may decide by it.
func (t *taint) changes(in ssa.Instruction) bool {
	switch in := in.(type) {
	case *ssa.Store:
		return t.reaches(in.Addr) && variableOf(in.Addr) == nil && tracked(in.Val.Type())
	case *ssa.MapUpdate:
		return t.reaches(in.Map)
	case *ssa.MakeClosure:
		f := in.Fn.(*ssa.Function)
		return t.s.standing(f) != inertFunction && slices.ContainsFunc(in.Bindings, func(v ssa.Value) bool { return t.from[v] })
	case ssa.CallInstruction:
		return t.changesByCall(in.Common())
	}
	return false
}

// reaches reports whether a value leads to memory of the caller's, or to that of
// the whole program.
func (t *taint) reaches(v ssa.Value) bool {
	return t.from[v] || pointsOutside(v)
}

// changesByCall reports whether a call may do so.
func (t *taint) changesByCall(c *ssa.CallCommon) bool {
	if b, ok := c.Value.(*ssa.Builtin); ok {
		switch b.Name() {
		case "delete", "clear", "copy":
			return t.reaches(c.Args[0])
		}
		return false
	}
	callee := staticCallee(c)
	switch {
	case callee == nil || t.s.types.lockedField(c) != nil:
		return false
	case t.s.isPlainAtomic(c):
		return library.SetsAtomically(t.s.name(callee)) && t.reaches(c.Args[0])
	case t.s.standing(callee) == inertFunction:
		return slices.ContainsFunc(t.s.stored(c), t.reaches)
	}
	return t.anyTainted(c.Args) || t.tainted(c.Value)
}

// affectsMore reports whether an instruction is an effect on the caller other
// than to store plain data.
func (t *taint) affectsMore(in ssa.Instruction) bool {
	switch in := in.(type) {
	case *ssa.Store:
		return t.stores(in.Addr, in.Val) || t.from[in.Val] && t.s.handsOver(in)
	case *ssa.MakeInterface:
		return t.from[in.X] && t.s.handsOver(in)
	case *ssa.MapUpdate:
		return t.stores(in.Map, in.Value)
	case *ssa.Return:
		return t.returns(in)
	case ssa.CallInstruction:
		return t.calls(in.Common())
	case *ssa.MakeClosure:
		return t.closes(in)
	}
	return t.communicates(in)
}

// operates reports whether an instruction is an effect on the caller other than
// to hand something on.
func (t *taint) operates(in ssa.Instruction) bool {
	call, ok := in.(ssa.CallInstruction)
	if !ok {
		return t.communicates(in)
	}
	c := call.Common()
	if callee := staticCallee(c); callee != nil && t.s.isSilent(callee) {
		return false
	}
	if b, ok := c.Value.(*ssa.Builtin); ok && (b.Name() == "append" || b.Name() == "copy" || b.Name() == "clear") {
		return false
	}
	return t.calls(c)
}

// affectsItself reports whether an instruction is an effect on the caller other
// than to call a function of the caller's, or to pass it on to a function that
// relays. That local structs hold it on the way is no effect.
func (t *taint) affectsItself(in ssa.Instruction) bool {
	switch in := in.(type) {
	case *ssa.Store:
		if kindOf(in.Val.Type()) == ir.FuncKind && isLocal(in.Addr) {
			return false
		}
	case *ssa.Call:
		c := in.Common()
		if _, builtin := c.Value.(*ssa.Builtin); builtin || c.IsInvoke() {
			break
		}
		callee := staticCallee(c)
		if callee == nil {
			return t.anyRelevant(c.Args)
		}
		if !t.s.standing(callee).communicates() {
			return t.copies(c) || t.changesByCall(c)
		}
		if t.s.relaysTo(callee) {
			return false
		}
	}
	return t.affects(in)
}

// isLocal reports whether an address is that of a local variable or its field.
func isLocal(address ssa.Value) bool {
	if field, ok := address.(*ssa.FieldAddr); ok {
		address = field.X
	}
	_, ok := address.(*ssa.Alloc)
	return ok
}

// relaysTo reports whether a static callee relays.
func (s *slicer) relaysTo(f *ssa.Function) bool {
	return s.hasProperty(f, s.relays, func(f *ir.Function) bool { return f.Relays })
}

// communicates reports whether an instruction is an operation on a channel of
// the caller's, or sends something of the caller's, or waits until others have changed memory.
func (t *taint) communicates(in ssa.Instruction) bool {
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
	case *ssa.If:
		return !t.library && t.s.spins(in)
	}
	return false
}

// stores reports whether a store keeps something relevant of the caller's, or
// gives it something relevant.
func (t *taint) stores(where, v ssa.Value) bool {
	return (t.from[inInterface(v)] || t.from[where]) && t.leads(v)
}

// returns reports whether a result leads to something relevant: of the
// caller's, or made here and of a type that communicates, be it behind an interface.
func (t *taint) returns(in *ssa.Return) bool {
	for _, v := range in.Results {
		if t.s.types.communicative(v.Type()) && !isNilConst(v) {
			return true
		}
		if kindOf(v.Type()) == ir.InterfaceKind && !t.library && t.s.leadsBehind(v) {
			return true
		}
		if t.relevant(v) && !t.library {
			return true
		}
	}
	return false
}

// leadsBehind reports whether what is made behind an interface is of a type that communicates, here or in
// a function that returns it.
func (s *slicer) leadsBehind(v ssa.Value) bool {
	switch v := v.(type) {
	case *ssa.MakeInterface:
		return s.types.communicative(v.X.Type())
	case *ssa.ChangeInterface:
		return s.leadsBehind(v.X)
	case *ssa.Extract:
		return s.leadsBehind(v.Tuple)
	case *ssa.Call:
		callee := staticCallee(v.Common())
		return callee != nil && s.standing(callee) == bodyFunction
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
	if t.s.isWriter(f) {
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
		case "recover", "panic":
			return true
		case "close":
			return t.from[c.Args[0]]
		case "clear":
			return t.relevant(c.Args[0]) && t.s.types.communicative(c.Args[0].Type())
		case "append", "copy":
			return len(c.Args) > 1 && t.relevant(c.Args[1]) && t.s.types.communicative(c.Args[1].Type())
		}
		return false
	}
	if t.s.givesGoexit(c) {
		return true
	}
	callee := staticCallee(c)
	if callee == nil {
		return t.s.callsExit(c) || t.from[c.Value] || t.anyRelevant(c.Args)
	}
	if t.s.types.lockedField(c) != nil || t.s.isPlainAtomic(c) {
		return false
	}
	if t.copies(c) {
		return true
	}
	standing := t.s.standing(callee)
	switch {
	case !standing.communicates() || t.s.isWriter(callee):
		return t.s.passesThrough(c) && t.anyTainted(c.Args)
	case standing == unknownFunction:
		return t.anyRelevant(c.Args) && !t.library
	}
	return t.s.neverReturns(callee) || t.s.mayExit(callee) || t.anyRelevant(c.Args) || t.tainted(c.Value)
}

// copies reports whether a call reads or writes by methods of something of the caller's.
func (t *taint) copies(c *ssa.CallCommon) bool {
	standIn, args := t.s.copying(c)
	return standIn != "" && t.anyRelevant(args)
}

// isPlainAtomic reports whether a call is one of package sync/atomic that keeps
// nothing that could lead to communication.
func (s *slicer) isPlainAtomic(c *ssa.CallCommon) bool {
	callee := staticCallee(c)
	if callee == nil || len(c.Args) == 0 || !library.IsAtomic(s.name(callee)) {
		return false
	}
	for _, arg := range c.Args[1:] {
		if s.types.relevant(arg.Type()) {
			return false
		}
	}
	return true
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
	if harmlessMethod(c.Method) {
		return false
	}
	if endsByName(c) {
		return true
	}
	if t.s.types.communicative(c.Value.Type()) && t.from[c.Value] {
		return true
	}
	return !t.library && (t.from[c.Value] || t.anyRelevant(c.Args))
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
		if t.from[v] && (t.s.types.relevant(v.Type()) || kindOf(v.Type()) == ir.PointerKind) {
			return true
		}
	}
	return false
}
