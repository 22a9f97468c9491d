package lower

import (
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/chancheck/chancheck/extract/internal/library"
	"github.com/chancheck/chancheck/extract/ir"
)

// callValue translates a call with a result.
func (t *translator) callValue(v *ssa.Call, i ir.Instr) {
	if b, ok := v.Call.Value.(*ssa.Builtin); ok {
		t.builtin(v, b.Name(), &i)
		t.emit(i)
		if b.Name() == "copy" {
			t.havoc(v.Common())
		}
		return
	}
	if t.fails(v) || t.isKnown(v, i) {
		return
	}
	if t.lasts(v) {
		t.emit(ir.Instr{Op: ir.OpCall, Dst: -1, Name: library.LastingCall, Site: i.Site})
	}
	switch matters := t.callMatters(v.Common()); {
	case !matters && (t.lasts(v) || t.asserted[v] || t.mayBeRecovered(v) && !t.isEntered(v)) && !t.used(v):
		t.havoc(v.Common())
	case matters || t.reads(v.Common()):
		t.follow(v, i)
	default:
		t.pass(v, i)
	}
}

// isKnown translates a call of which it is known what it does, or returns, without its being followed; false if it isn't one.
func (t *translator) isKnown(v *ssa.Call, i ir.Instr) bool {
	switch {
	case t.s.isJoin(v.Common()):
		t.joins(v, i)
	case i.Kind == ir.ErrorKind && t.s.neverFails(v.Common()):
		noError(v.Type()).translate(&i)
		t.emit(i)
		t.havoc(v.Common())
	case t.s.asksAboutError(v.Common()):
		t.questionError(v, i)
	case t.s.isOfEnded(v):
		fixedResult{}.translate(&i)
		t.emit(i)
	case t.s.sharesOutTurns(v):
		i.Op, i.Name, i.Text = ir.OpUnknown, ir.SharedOutResult, t.s.text.describe(v)
		t.emit(i)
	case t.s.sleeps(v):
		t.emit(ir.Instr{Op: ir.OpCall, Dst: -1, Name: library.SleepingCall, Args: []ir.Operand{t.duration(v)}, Site: i.Site})
	default:
		return false
	}
	return true
}

// follow translates a call that is followed, whatever is known of its result.
func (t *translator) follow(v *ssa.Call, i ir.Instr) {
	if t.startsTimer(v, i) || t.atomic(v, i) || t.condition(v, i) || t.semaphore(v, i) || t.mapCall(v, i) {
		return
	}
	if t.isAside(v.Common()) && i.Kind != ir.TupleKind {
		if r, ok := t.s.fixed(v.Common(), 0); ok {
			t.call(ir.OpCall, v.Common(), -1, v.Pos(), nil)
			r.translate(&i)
			t.emit(i)
			t.havoc(v.Common())
			return
		}
	}
	if t.s.asksGiven(v) {
		t.call(ir.OpCall, v.Common(), -1, v.Pos(), nil)
		i.Op, i.Name, i.Text = ir.OpUnknown, ir.DrivenResult, t.s.text.describe(v)
		t.emit(i)
		return
	}
	t.copies(v)
	t.call(ir.OpCall, v.Common(), i.Dst, v.Pos(), v)
	t.mayEnd(v.Common(), i)
	if callee := staticCallee(v.Common()); callee != nil && t.s.standing(callee) == inertFunction {
		t.havoc(v.Common())
	}
}

// pass translates a call that isn't followed: what is left of it is the result, and what it may have changed.
func (t *translator) pass(v *ssa.Call, i ir.Instr) {
	i.Op, i.Text = ir.OpUnknown, t.s.text.describe(v)
	if r, ok := t.s.fixed(v.Common(), 0); ok && i.Kind != ir.TupleKind {
		r.translate(&i)
	} else if draws(v.Common()) {
		i.Name, i.Args = ir.DrawnResult, t.operands(v.Call.Args[len(v.Call.Args)-1])
	} else if t.s.asksGiven(v) {
		i.Name = ir.DrivenResult
	} else if name := t.sourceOfResult(v); name == ir.ComputedResult {
		i.Name, i.Args = name, t.operands(v.Call.Args...)
		if callee := t.s.name(t.s.calleeOf(v.Common())); isListing(callee) {
			i.Method = callee
		}
	} else {
		i.Name = name
	}
	t.emit(i)
	t.havoc(v.Common())
}

// sourceOfResult says where the result of a call comes from, if nothing else is known of it: the world, say, or a computation.
func (t *translator) sourceOfResult(v *ssa.Call) string {
	callee := t.s.calleeOf(v.Common())
	switch {
	case callee != nil && library.Find(t.s.name(callee)).Outside:
		return ir.OutsideResult
	case callee != nil && library.ReadsClock(t.s.name(callee)):
		return ir.ClockResult
	case callee != nil && callee.Pkg != nil && library.FailsByWorld(callee.Pkg.Pkg.Path(), callee.Name()):
		return ir.FallibleResult
	case callee != nil && usesGlobals(callee):
		return ir.GlobalsResult
	case callee != nil && t.s.isComputed(callee):
		return ir.ComputedResult
	case t.s.asksAgain(v):
		return ir.RepeatedResult
	case callee != nil && !t.s.source.owns(callee) && library.ReadsByName(callee.Name()):
		return ir.ReadResult
	}
	return ""
}

// isAside reports whether a call is kept only because it uses package-level variables.
func (n *needs) isAside(c *ssa.CallCommon) bool {
	callee := staticCallee(c)
	return callee != nil && n.s.isTouching(callee) && !n.callAffects(c, callee) && !n.reads(c)
}

// element translates the use of one of several results.
func (t *translator) element(v *ssa.Extract, i *ir.Instr) {
	i.Op, i.Args, i.Index, i.Text = ir.OpExtract, t.operands(v.Tuple), v.Index, t.s.text.describe(v)
	call, ok := v.Tuple.(*ssa.Call)
	if ok && isLast(v) && i.Kind == ir.ErrorKind && (t.s.failsAfterClose(call) || t.s.neverFails(call.Common())) {
		i.Index, i.Args = 0, nil
		outcome := fixedResult{}
		if t.s.neverFails(call.Common()) {
			outcome = noError(v.Type())
		}
		outcome.translate(i)
		return
	}
	if !ok || (t.callMatters(call.Common()) || t.reads(call.Common())) && !t.isAside(call.Common()) {
		return
	}
	if r, ok := t.s.fixed(call.Common(), v.Index); ok {
		i.Index = 0
		r.translate(i)
	}
}

// usesGlobals reports whether a function reads or writes a package-level
// variable itself.
func usesGlobals(f *ssa.Function) bool {
	for _, b := range f.Blocks {
		for _, in := range b.Instrs {
			switch in := in.(type) {
			case *ssa.Store:
				if _, ok := in.Addr.(*ssa.Global); ok {
					return true
				}
			case *ssa.UnOp:
				if _, ok := in.X.(*ssa.Global); ok && in.Op == token.MUL {
					return true
				}
			}
		}
	}
	return false
}

// wrapperCheck is what SSA has in the wrapper of a method that is declared on a
// value and called through a pointer: it returns the pointer, which isn't nil.
const wrapperCheck = "ssa:wrapnilchk"

func (t *translator) builtin(v *ssa.Call, name string, i *ir.Instr) {
	args := v.Call.Args
	switch name {
	case "close":
		i.Op, i.Dst, i.Args = ir.OpClose, -1, t.operands(args[0])
	case "recover":
		i.Op = ir.OpRecover
		t.out.Recovers = true
	case "len":
		i.Op, i.Args, i.Text = ir.OpLen, t.operands(args[0]), t.s.text.describe(args[0])
		if k := kindOf(args[0].Type()); k == ir.MapKind || k == ir.ChanKind {
			i.Index = ir.Changing
		}
	case "cap":
		i.Op, i.Args, i.Text = ir.OpCap, t.operands(args[0]), t.s.text.describe(args[0])
	case wrapperCheck:
		i.Op, i.Args = ir.OpCopy, t.operands(args[0])
	case "append":
		i.Op, i.Args = ir.OpAppend, t.operands(args...)
	case "copy":
		i.Op, i.Args = ir.OpCopySlice, t.operands(args...)
	case "delete", "clear":
		i.Op, i.Dst, i.Args = ir.OpMapDelete, -1, t.operands(args...)
		i.Kind = clearedKind(args[0].Type())
	case "min", "max":
		i.Op, i.Name, i.Args = ir.OpUnknown, ir.ComputedResult, t.operands(args...)
		if len(args) == 2 && i.Kind == ir.IntKind {
			i.Op, i.Name = ir.OpBinary, name
		}
	default:
		i.Op = ir.OpUnknown
	}
}

// clearedKind is what remains of the type of the elements of a slice; of a map, it
// doesn't matter.
func clearedKind(t types.Type) ir.ValueKind {
	switch u := t.Underlying().(type) {
	case *types.Slice:
		return kindOf(u.Elem())
	case *types.Interface:
		return ir.GenericKind
	}
	return ir.OtherKind
}

// call translates a call, go or defer.
func (t *translator) call(op ir.Op, c *ssa.CallCommon, dst int, pos token.Pos, v *ssa.Call) {
	i := ir.Instr{Op: op, Dst: dst, Site: t.s.text.site(pos)}
	if v != nil {
		i.Kind, i.Text = kindOf(v.Type()), t.s.text.describe(v)
		if v.Type() == nil || !t.used(v) {
			i.Dst = -1
		}
	}
	switch callee := staticCallee(c); {
	case c.IsInvoke():
		i.Method, i.TypeName = c.Method.Name(), typeName(c.Value.Type())
		i.Args = t.operands(append([]ssa.Value{c.Value}, c.Args...)...)
	case isBuiltin(c):
		i.Name, i.Args = "builtin "+c.Value.Name(), t.operands(c.Args...)
	case callee != nil:
		t.static(&i, callee, c)
		if library.Find(i.Name).Meaning == library.WithCancel {
			t.asksParent(&i, c)
		}
		if library.Find(i.Name).Timer == library.SetsDeadline {
			i.Args[1] = t.deadline(c)
		}
	case t.s.callsExit(c):
		i.Name, i.Args = t.s.exitVariables[loadedFrom(c.Value)], t.operands(c.Args...)
	default:
		i.TypeName, i.Args = t.calledAs(c), t.operands(append([]ssa.Value{c.Value}, c.Args...)...)
	}
	t.emit(i)
}

// parameterIn is the type parameter that is the type of what an interface was made of, if it is one.
func parameterIn(v ssa.Value) string {
	from := v
	switch v := v.(type) {
	case *ssa.MakeInterface:
		from = v.X
	case *ssa.ChangeType: // its underlying type is its constraint
		from = v.X
	}
	if !isTypeParam(from.Type()) {
		return ""
	}
	return typeName(from.Type())
}

// asksParent asks the parent of a new context what ends that, as the context package does: of a
// type of the program's own it is whatever the method Done returns.
func (t *translator) asksParent(i *ir.Instr, c *ssa.CallCommon) {
	if i.Args[0].Kind != ir.Register {
		return
	}
	done := t.newRegister()
	t.emit(ir.Instr{
		Op: ir.OpCall, Dst: done, Kind: ir.ChanKind, Method: "Done", TypeName: typeName(c.Args[0].Type()), Args: i.Args[:1:1], Site: i.Site,
	})
	i.Args = append(i.Args, ir.Operand{Kind: ir.Register, Reg: done})
}

// calledAs is the type of a function value that is called, as far as that is known: see
// signatureOf.
func (t *translator) calledAs(c *ssa.CallCommon) string {
	signature, ok := c.Value.Type().Underlying().(*types.Signature)
	if !ok || isOfGeneric(t.f) {
		return ""
	}
	return typeName(signature)
}

// signatureOf is the type of a function as a value: the receiver of a method is its first
// parameter. That of one with type parameters isn't the same in all its instances.
func signatureOf(f *ssa.Function) string {
	if isOfGeneric(f) {
		return ""
	}
	var params []*types.Var
	for _, p := range f.Params {
		params = append(params, types.NewParam(token.NoPos, nil, "", p.Type()))
	}
	return typeName(types.NewSignatureType(nil, nil, nil, types.NewTuple(params...), f.Signature.Results(), f.Signature.Variadic()))
}

// isOfGeneric reports whether a function has type parameters: a literal has those of the
// function around it.
func isOfGeneric(f *ssa.Function) bool { return f.Origin() != nil || f.TypeParams().Len() > 0 }

func isBuiltin(c *ssa.CallCommon) bool {
	_, ok := c.Value.(*ssa.Builtin)
	return ok
}

// static names the callee. A closure that is called where it is made passes
// its captured variables behind the arguments.
func (t *translator) static(i *ir.Instr, callee *ssa.Function, c *ssa.CallCommon) {
	i.Name = t.s.name(callee)
	if t.s.standing(callee) == unknownFunction || t.s.standing(callee) == inertFunction && t.s.passesThrough(c) {
		i.Name = ir.Unseen + i.Name
	}
	if t.isAside(c) {
		i.Index = 1
	}
	values := c.Args
	if closure, ok := c.Value.(*ssa.MakeClosure); ok {
		values = append(append([]ssa.Value(nil), values...), closure.Bindings...)
	}
	i.Args = t.operands(values...)
	if isOneSlot(i.Name, c) {
		i.Name, i.Args = library.OneSlot(i.Name), i.Args[:library.AmountOf(i.Name)]
	}
}

// isListing reports whether a function of the standard library makes a list of what it is given.
func isListing(name string) bool {
	_, ok := library.Lists(name)
	return ok
}
