package lower

import (
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/chancheck/chancheck/extract/internal/library"
	"github.com/chancheck/chancheck/extract/ir"
)

// A needs says which instructions of a function its skeleton keeps. It is the
// least set that contains the effects and is closed under "computes an operand
// of" and "decides which effect comes next". Control flow outside of it is
// collapsed: see frontier.
type needs struct {
	s    *slicer
	f    *ssa.Function
	keep map[ssa.Instruction]bool
	work []ssa.Instruction
	// operands and list are the memory of inputs, to be used again.
	operands []*ssa.Value
	list     []ssa.Value
	// effectful blocks have a kept instruction that isn't a φ.
	effectful map[*ssa.BasicBlock]bool
	// branches are the blocks whose condition matters.
	branches map[*ssa.BasicBlock]bool
	// asserted are the calls after which it matters that they have returned.
	asserted map[*ssa.Call]bool
	// deferring says that a deferred call is kept, so that they must be run.
	deferring bool
	// oneShots are timers that send no more after they have sent.
	oneShots []*oneShot
}

// An arrival is how control comes to the next block that matters: from is nil
// if the way there doesn't matter, because the block has no kept φ.
type arrival struct {
	from, to *ssa.BasicBlock
}

func (s *slicer) needsOf(f *ssa.Function) *needs {
	n := &needs{
		s: s, f: f, keep: map[ssa.Instruction]bool{},
		effectful: map[*ssa.BasicBlock]bool{}, branches: map[*ssa.BasicBlock]bool{}, asserted: map[*ssa.Call]bool{},
	}
	for _, b := range f.Blocks {
		for _, in := range b.Instrs {
			if d, ok := in.(*ssa.Defer); ok && n.callMatters(d.Common()) {
				n.deferring = true
			}
		}
	}
	for _, b := range f.Blocks {
		for _, in := range b.Instrs {
			if n.isEffect(in) {
				n.require(in)
			}
		}
	}
	n.findOneShots()
	n.complete()
	n.keepAsserts()
	n.keepFailures()
	return n
}

// complete keeps what the kept instructions need, and what decides which of them comes next.
func (n *needs) complete() {
	n.close()
	for n.findWriters() || n.findBranches() {
		n.close()
	}
}

// findWriters keeps the calls that aren't followed and may store something that somebody asks for. It reports
// whether there was a new one.
func (n *needs) findWriters() bool {
	found := false
	for _, b := range n.f.Blocks {
		for _, in := range b.Instrs {
			call, ok := in.(*ssa.Call)
			if !ok {
				continue
			}
			for _, v := range n.s.stored(call.Common()) {
				if n.leadsToKept(v) {
					found = n.requireStored(call, v) || found
				}
			}
		}
	}
	return found
}

// requireStored keeps a call that stores something, and what says where. It reports whether it wasn't kept before.
func (n *needs) requireStored(call *ssa.Call, v ssa.Value) bool {
	where, computed := v.(ssa.Instruction)
	if n.keep[call] && (!computed || n.keep[where]) {
		return false
	}
	n.require(call)
	if computed {
		n.require(where)
	}
	return true
}

// require keeps an instruction.
func (n *needs) require(in ssa.Instruction) {
	if n.keep[in] {
		return
	}
	n.keep[in] = true
	if _, ok := in.(*ssa.Phi); !ok {
		n.effectful[in.Block()] = true
	}
	n.work = append(n.work, in)
}

// close keeps what computes the operands of kept instructions.
func (n *needs) close() {
	for len(n.work) > 0 {
		in := n.work[len(n.work)-1]
		n.work = n.work[:len(n.work)-1]
		if v, ok := in.(ssa.Value); ok && n.s.isInitializer(n.f) {
			n.requireContent(v)
		}
		for _, v := range n.inputs(in) {
			if v == nil || untracked(v) {
				continue
			}
			if def, ok := v.(ssa.Instruction); ok {
				n.require(def)
			}
		}
	}
}

// inputs are the operands of an instruction that its skeleton reads. The slice is
// good until the next call.
func (n *needs) inputs(in ssa.Instruction) []ssa.Value {
	if call, ok := in.(*ssa.Call); ok && n.s.isJoin(call.Common()) {
		if list, named := joined(call.Common()); named {
			return list
		}
		return nil
	}
	if call, ok := in.(*ssa.Call); ok && !n.callMatters(call.Common()) && !n.reads(call.Common()) {
		return n.builtinInputs(call)
	}
	if store, ok := in.(*ssa.Store); ok && !tracked(store.Val.Type()) {
		return []ssa.Value{store.Addr}
	}
	if compare, ok := in.(*ssa.BinOp); ok {
		if err, _ := n.s.errorAskedFor(compare); err != nil {
			return []ssa.Value{err}
		}
	}
	if converted, ok := in.(*ssa.Convert); ok {
		if from := reinterpreted(converted); from != nil {
			return []ssa.Value{from}
		}
	}
	n.operands, n.list = in.Operands(n.operands[:0]), n.list[:0]
	for _, o := range n.operands {
		n.list = append(n.list, n.s.standsFor(*o))
	}
	return n.list
}

// builtinInputs are the operands of a call that isn't kept as a call.
func (n *needs) builtinInputs(call *ssa.Call) []ssa.Value {
	if n.s.asksAboutError(call.Common()) {
		return call.Call.Args
	}
	if callee := staticCallee(call.Common()); callee != nil && n.s.isComputed(callee) {
		return call.Call.Args
	}
	if draws(call.Common()) {
		return call.Call.Args[len(call.Call.Args)-1:]
	}
	if n.asserted[call] {
		return n.assertedArgs(call)
	}
	if b, ok := call.Call.Value.(*ssa.Builtin); ok {
		switch b.Name() {
		case "len", "cap", "append", "copy", "min", "max":
			return call.Call.Args
		case wrapperCheck:
			return call.Call.Args[:1]
		}
	}
	return nil
}

// untracked reports whether a value isn't followed at all. An iterator is, though
// its type is nothing that Go has.
func untracked(v ssa.Value) bool {
	_, iterator := v.(*ssa.Range)
	return !iterator && kindOf(v.Type()) == ir.OtherKind
}

// tracked reports whether values of a type are followed at all.
func tracked(t types.Type) bool { return kindOf(t) != ir.OtherKind }

// isFollowedWhole reports whether all is followed that is compared in values of a type.
func isFollowedWhole(t types.Type) bool {
	u, isStruct := t.Underlying().(*types.Struct)
	if !isStruct {
		return tracked(t) && kindOf(t) != ir.ArrayKind
	}
	for field := range u.Fields() {
		if !isFollowedWhole(field.Type()) {
			return false
		}
	}
	return true
}

// isEffect reports whether an instruction is kept for its own sake.
func (n *needs) isEffect(in ssa.Instruction) bool {
	if n.s.isInitializer(n.f) {
		return n.initializes(in)
	}
	if n.raises(in) != never {
		return true
	}
	switch in := in.(type) {
	case *ssa.Send, *ssa.Select, *ssa.Panic, *ssa.Return:
		return true
	case *ssa.UnOp:
		return in.Op == token.ARROW
	case *ssa.Go:
		return n.callMatters(in.Common()) || panics(in.Common())
	case *ssa.Defer:
		return n.callMatters(in.Common())
	case *ssa.RunDefers:
		return n.deferring
	case *ssa.Call:
		return n.callMatters(in.Common()) || countsMessages(in.Common()) || n.lasts(in) || n.mayBeRecovered(in)
	case *ssa.Store:
		return tracked(in.Val.Type()) && !n.boring(in.Addr) && !n.s.isByValue(in.Addr)
	case *ssa.MakeInterface:
		return n.s.handsOver(in)
	case *ssa.MapUpdate:
		return true
	}
	return false
}

// countsMessages reports whether a call asks for the length of a channel. What
// is done with the answer need not matter, but that somebody asks does.
func countsMessages(c *ssa.CallCommon) bool {
	b, ok := c.Value.(*ssa.Builtin)
	return ok && b.Name() == "len" && kindOf(c.Args[0].Type()) == ir.ChanKind
}

// panics reports whether a goroutine is started only to panic, perhaps: that
// ends the program.
func panics(c *ssa.CallCommon) bool {
	callee := staticCallee(c)
	if callee == nil {
		return false
	}
	for _, b := range callee.Blocks {
		if _, ok := b.Instrs[len(b.Instrs)-1].(*ssa.Panic); ok {
			return true
		}
	}
	return false
}

// boring reports whether an address is that of an array that holds the
// arguments of a variadic call of a function that doesn't matter.
func (n *needs) boring(address ssa.Value) bool {
	element, ok := address.(*ssa.IndexAddr)
	if !ok {
		return false
	}
	array, ok := element.X.(*ssa.Alloc)
	if !ok || array.Comment != "varargs" {
		return false
	}
	for _, user := range *array.Referrers() {
		slice, ok := user.(*ssa.Slice)
		if !ok {
			continue
		}
		for _, call := range *slice.Referrers() {
			c, ok := call.(ssa.CallInstruction)
			if !ok || isBuiltin(c.Common()) || n.callMatters(c.Common()) {
				return false
			}
		}
	}
	return true
}

// callMatters reports whether a call is kept as a call.
func (n *needs) callMatters(c *ssa.CallCommon) bool {
	if c.IsInvoke() {
		return !harmlessMethod(c.Method)
	}
	if b, ok := c.Value.(*ssa.Builtin); ok {
		switch b.Name() {
		case "delete", "clear":
			return true
		case "close", "recover", "panic", "copy":
			return b.Name() != "copy" || n.s.types.communicative(c.Args[1].Type()) || pointsOutside(c.Args[0])
		}
		return false
	}
	callee := n.s.calleeOf(c)
	if callee == nil {
		return true
	}
	if n.s.types.lockedField(c) != nil {
		return false
	}
	if standIn, _ := n.s.copying(c); standIn != "" {
		return true
	}
	return n.s.isTouching(callee) || n.callAffects(c, callee) || n.s.givesGoexit(c)
}

// callAffects reports whether a call does anything to what it is given.
func (n *needs) callAffects(c *ssa.CallCommon, callee *ssa.Function) bool {
	switch n.s.standing(callee) {
	case inertFunction:
		return n.s.passesThrough(c)
	case writerFunction:
		return n.s.passesThrough(c) || slices.ContainsFunc(c.Args, pointsOutside)
	case unknownFunction:
		return n.anyRelevant(c.Args)
	}
	return true
}

// pointsOutside reports whether a value is the address of something that was
// there before the function was called, or leads to it: then it isn't only the
// function itself that may ask for what is there.
func pointsOutside(v ssa.Value) bool {
	for {
		v = baseOf(v)
		switch inner := v.(type) {
		case *ssa.Slice:
			v = inner.X
		case *ssa.UnOp:
			v = inner.X
		case *ssa.Parameter, *ssa.FreeVar, *ssa.Global:
			switch kindOf(v.Type()) {
			case ir.PointerKind, ir.SliceKind, ir.MapKind, ir.InterfaceKind, ir.GenericKind:
				return true
			}
			return false
		default:
			return false
		}
	}
}

// reads reports whether the result of an inert callee may depend on something
// that communicates, or, where its body is at hand, on other memory. Such a
// call is kept if its result is needed.
func (n *needs) reads(c *ssa.CallCommon) bool {
	if c.IsInvoke() {
		return true // Len and the like: others are kept anyway
	}
	callee := staticCallee(c)
	if callee == nil || n.s.standing(callee).communicates() || library.Find(n.s.name(callee)).NonNil || n.s.isPromised(callee) {
		return false
	}
	if n.s.standing(callee) == writerFunction || n.anyRelevant(c.Args) {
		return true
	}
	return slices.ContainsFunc(c.Args, func(v ssa.Value) bool {
		switch kindOf(v.Type()) {
		case ir.PointerKind, ir.MapKind, ir.SliceKind, ir.ErrorKind:
			return true
		}
		return false
	})
}

// passesThrough reports whether an inert callee may hand back, in a result,
// something of an argument that communicates: as slices.Insert does. It is
// inert only in that it does nothing to it.
func (s *slicer) passesThrough(c *ssa.CallCommon) bool {
	if !s.types.communicative(c.Signature().Results()) {
		return false
	}
	for _, arg := range c.Args {
		if s.types.communicative(arg.Type()) && !isContext(arg.Type()) {
			return true
		}
	}
	return false
}

func (n *needs) anyRelevant(values []ssa.Value) bool {
	for _, v := range values {
		if n.s.types.relevant(v.Type()) {
			return true
		}
	}
	return false
}

// harmlessMethod reports whether a method is one that everybody has for
// printing or sorting, by its name and its results.
func harmlessMethod(method *types.Func) bool {
	results := method.Signature().Results()
	kind := ir.OtherKind
	if results.Len() == 1 {
		kind = kindOf(results.At(0).Type())
	}
	return library.IsHarmless(method.Name(), results.Len(), kind)
}

// hasKeptPhi reports whether it matters from where control comes to b.
func (n *needs) hasKeptPhi(b *ssa.BasicBlock) bool {
	for _, in := range b.Instrs {
		phi, ok := in.(*ssa.Phi)
		if !ok {
			return false
		}
		if n.keep[phi] {
			return true
		}
	}
	return false
}

// stops reports whether b must have a place of its own in the skeleton.
func (n *needs) stops(b *ssa.BasicBlock) bool {
	return n.effectful[b] || n.branches[b] || len(b.Succs) == 0
}

// findBranches looks for branches that decide what comes next, and keeps their
// conditions. It reports whether there was a new one.
func (n *needs) findBranches() bool {
	found := false
	for _, b := range n.f.Blocks {
		if len(b.Succs) != 2 || n.branches[b] {
			continue
		}
		branch, ok := b.Instrs[len(b.Instrs)-1].(*ssa.If)
		if len(n.frontier(b, 2)) < 2 && !(ok && n.s.spins(branch)) {
			continue
		}
		n.branches[b] = true
		found = true
		n.require(b.Instrs[len(b.Instrs)-1])
	}
	return found
}

// frontier lists the next places that matter after b, up to most of them, in
// a fixed order. A loop in which nothing matters is left, one way or another.
func (n *needs) frontier(b *ssa.BasicBlock, most int) []arrival {
	var list []arrival
	seen := map[*ssa.BasicBlock]bool{}
	type edge struct{ from, to *ssa.BasicBlock }
	var work []edge
	push := func(from *ssa.BasicBlock) {
		for i := len(from.Succs) - 1; i >= 0; i-- {
			work = append(work, edge{from, from.Succs[i]})
		}
	}
	push(b)
	for len(work) > 0 && len(list) < most {
		e := work[len(work)-1]
		work = work[:len(work)-1]
		switch {
		case n.hasKeptPhi(e.to):
			list = addArrival(list, arrival(e))
		case n.stops(e.to):
			list = addArrival(list, arrival{nil, e.to})
		case !seen[e.to]:
			seen[e.to] = true
			push(e.to)
		}
	}
	return list
}

func addArrival(list []arrival, a arrival) []arrival {
	for _, other := range list {
		if other == a {
			return list
		}
	}
	return append(list, a)
}
