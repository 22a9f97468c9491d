package pointsto

import (
	"slices"
	"strings"

	"github.com/chancheck/chancheck/extract/internal/library"
	"github.com/chancheck/chancheck/extract/ir"
)

// BoundSuffix ends the name of a method of which the receiver is bound.
const BoundSuffix = "$bound"

const (
	readLocker = "*sync.rlocker"
)

// call adds the constraints of a call: at once where the callee is static, else
// as callees become known.
func (a *Analysis) call(c *callSite) {
	in := c.in
	switch {
	case in.Name != "":
		a.bind(c, in.Name, in.Args, nil)
	case in.Method != "":
		if n := a.operand(c.caller, in.Args[0]); n != 0 {
			a.when(n, constraint{kind: invokeOn, call: c})
		} else {
			a.toOutside(c, in.Args[1:])
		}
	case len(in.Args) > 0:
		if n := a.operand(c.caller, in.Args[0]); n != 0 {
			a.when(n, constraint{kind: callThem, call: c})
		}
		if in.Args[0].Kind == ir.Unknown {
			a.toOutside(c, in.Args[1:])
		}
	}
}

// mostElements is how many results of a call come from outside.
const mostElements = 16

// toOutside gives arguments to code that isn't seen.
func (a *Analysis) toOutside(c *callSite, args []ir.Operand) {
	for _, o := range args {
		a.copies(a.operand(c.caller, o), a.outside)
	}
	dst := a.result(c.caller, c.in)
	if dst == 0 {
		return
	}
	if c.in.Kind != ir.TupleKind {
		a.add(dst, Outside)
		return
	}
	for i := range mostElements {
		a.add(a.element(dst, i), Outside)
	}
}

// callLocation calls a function value.
func (a *Analysis) callLocation(c *callSite, l Location) {
	o := &a.Objects[l]
	if o.Kind != Closure || !a.hasType(o, c.in.TypeName) {
		return
	}
	if method, ok := strings.CutSuffix(o.Name, BoundSuffix); ok && library.IsKnown(method) && !c.inLibrary {
		a.noteCallee(c, method) // the receiver was captured: see Receivers
		return
	}
	a.bind(c, o.Name, c.in.Args[1:], o)
}

// hasType reports whether a function value may have a type: of those that flow together,
// regardless of contexts, only these can be called.
func (a *Analysis) hasType(o *Object, signature string) bool {
	f := a.program.Function(o.Name)
	return f == nil || f.Signature == "" || signature == "" || f.Signature == signature
}

// invokeLocation calls a method of what is in a box. Of types that aren't known it isn't seen.
func (a *Analysis) invokeLocation(c *callSite, l Location) {
	o := &a.Objects[l]
	if (o.Kind == Context || o.Kind == Channel) && c.in.Method == "Done" {
		a.give(a.result(c.caller, c.in), l)
		return
	}
	if o.Kind == Box {
		if name := a.program.Method(o.Name, c.in.Method); name != "" {
			a.invokeOn(c, name, a.contentOf(l))
			return
		}
		a.copies(a.contentOf(l), a.outside)
	}
	a.toOutside(c, c.in.Args[1:])
}

// invokeOn binds a method whose receiver is what a box holds.
func (a *Analysis) invokeOn(c *callSite, name string, receiver node) {
	a.noteCallee(c, name)
	f := a.program.Function(name)
	if f == nil || f.Opaque {
		if !library.IsKnown(name) {
			a.copies(receiver, a.outside)
		}
		a.toOutside(c, c.in.Args[1:])
		return
	}
	a.reach(f)
	if f.Params > 0 {
		a.copies(receiver, a.registers[f][0])
	}
	for i, o := range c.in.Args[1:] {
		if i+1 < f.Params {
			a.copies(a.operand(c.caller, o), a.registers[f][i+1])
		}
	}
	a.takeResults(c, f)
}

// bind connects the arguments and results of a call with a callee.
func (a *Analysis) bind(c *callSite, name string, args []ir.Operand, closure *Object) {
	if slices.Contains(c.known, name) {
		return
	}
	c.known = append(c.known, name)
	a.noteCallee(c, name)
	if strings.HasPrefix(name, ir.Unseen) {
		a.toOutside(c, args)
		return
	}
	if a.bindKnown(c, name, args) {
		return
	}
	f := a.program.Function(name)
	switch {
	case f == nil:
		return
	case f.Opaque:
		a.toOutside(c, args)
		return
	}
	a.reach(f)
	for i, o := range args {
		if i < f.Params+f.FreeVars && (closure == nil || i < f.Params) {
			a.copies(a.operand(c.caller, o), a.registers[f][i])
		}
	}
	a.takeResults(c, f)
}

// takeResults lets the caller have what a callee returns.
func (a *Analysis) takeResults(c *callSite, f *ir.Function) {
	dst := a.result(c.caller, c.in)
	if dst == 0 {
		return
	}
	results := a.resultsOf(f)
	if len(results) == 1 {
		a.copies(results[0], dst)
		return
	}
	for i, r := range results {
		a.copies(r, a.element(dst, i))
	}
}

// bindKnown is the call of a function with a meaning of its own.
func (a *Analysis) bindKnown(c *callSite, name string, args []ir.Operand) bool {
	known := library.Find(name)
	switch known.Meaning {
	case library.None:
		return false
	case library.Background, library.TestContext, library.WithCancel, library.WithTimeout:
		a.bindContext(c, known, args)
	case library.SameContext:
		if len(args) > 0 {
			a.copies(a.operand(c.caller, args[0]), a.result(c.caller, c.in))
		}
		for _, kept := range args[1:] { // whoever has the context gets at it
			a.copies(a.operand(c.caller, kept), a.outside)
		}
	case library.Subtest:
		a.callArgument(c, args, 2)
	case library.Cleanup:
		a.callArgument(c, args, 1)
	case library.ReadLocker:
		if dst := a.result(c.caller, c.in); dst != 0 && len(args) > 0 {
			l := a.makes(c.caller, c.at, 0, Object{Kind: Box, Name: readLocker})
			a.copies(a.operand(c.caller, args[0]), a.contentOf(l))
			a.add(dst, l)
		}
	case library.Opens, library.Atomic, library.Reflects:
		a.toOutside(c, args)
	}
	return true
}

// bindContext makes a context, and the function that cancels it. It is waited for
// as what ends its parents is, if something may: of a type of the program's own, the channels
// that it has for that.
func (a *Analysis) bindContext(c *callSite, known *library.Function, args []ir.Operand) {
	dst := a.result(c.caller, c.in)
	if dst == 0 {
		return
	}
	l := a.makes(c.caller, c.at, 0, Object{Kind: Context, Name: known.Name})
	if known.Meaning == library.Background || known.Meaning == library.TestContext {
		a.add(dst, l)
		return
	}
	ctx := a.element(dst, 0)
	a.add(ctx, l)
	if known.Meaning == library.WithCancel && len(args) > 1 {
		args = args[1:] // what ends the parent: it was asked for that
	}
	if len(args) > 0 {
		if parent := a.operand(c.caller, args[0]); parent != 0 {
			a.when(parent, constraint{kind: inheritTo, node: ctx})
			a.Objects[l].parent = parent
		}
	}
	cancel := a.makes(c.caller, c.at, cancelVariant, Object{Kind: Closure, Name: library.CancelFunction})
	a.add(a.contentOf(cancel), l)
	a.add(a.element(dst, 1), cancel)
}

// cancelVariant tells what an instruction makes to cancel a context from the context.
const cancelVariant = 1

// callArgument is a known function that calls one of its arguments.
func (a *Analysis) callArgument(c *callSite, args []ir.Operand, i int) {
	if i >= len(args) {
		return
	}
	if n := a.operand(c.caller, args[i]); n != 0 {
		in := *c.in
		in.Name, in.Args, in.Dst = "", []ir.Operand{args[i]}, -1
		inner := &callSite{caller: c.caller, at: c.at, in: &in, inLibrary: true}
		a.when(n, constraint{kind: callThem, call: inner})
	}
}

// noteCallee records the edge of the call graph.
func (a *Analysis) noteCallee(c *callSite, name string) {
	in := c.at.in(c.caller)
	if known := a.callees[in]; !slices.Contains(known, name) {
		a.callees[in] = append(known, name)
	}
}

// escape gives a location to the outside: it can reach what is stored there, and
// calls functions. What it stores there is nothing that stays within the package.
func (a *Analysis) escape(l Location) {
	if a.handed[l] {
		return
	}
	a.handed[l] = true
	a.capture(l)
	if kind := a.Objects[l].Kind; kind != Closure && kind != Context && kind != External {
		a.copies(a.contentOf(l), a.outside)
	}
}

// capture lets the outside call functions that may use a location.
func (a *Analysis) capture(l Location) {
	if a.escaped[l] {
		return
	}
	a.escaped[l] = true
	o := a.Objects[l]
	if o.View != 0 {
		a.given[o.View] |= 1 << o.Direction
	}
	switch o.Kind {
	case Closure:
		if f := a.program.Function(o.Name); f != nil && !f.Opaque {
			a.exposed(f)
		}
	case Context, External:
		return
	}
	a.copies(a.contentOf(l), a.captured)
}
