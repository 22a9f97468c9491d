package lower

import (
	"go/ast"
	"go/token"
	"go/types"
	"maps"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/chancheck/chancheck/extract/internal/library"
	"github.com/chancheck/chancheck/extract/ir"
)

// What the callers of a function pass decides what can happen there: a function
// judged with parameters of which nothing is known may go wrong in ways that none of
// them can bring about, or only for what one of them does pass. So the calls of each
// function are collected, with what is known of their arguments, in tuples, as they
// belong together: constants, where they come from constants, possibly by way of the
// parameters of the caller (Callahan, Cooper, Kennedy and Torczon, Interprocedural
// constant propagation, 1986, pass on constants like that, but one for all callers);
// and what the branches around the call say about them. arguments.go works that out.

// mostCalls is how many different calls of a function are kept apart. If there are
// more, only what they have in common is known.
const mostCalls = 32

// mostEnvironments is for how many calls of a function it is asked what it passes on.
const mostEnvironments = 8

// A callSurvey finds the calls of the functions of a package.
type callSurvey struct {
	s *slicer
	// functions are all of the package.
	functions []*ssa.Function
	// calls are the calls of a function, by its name, that name it.
	calls map[string][]ssa.CallInstruction
	// values are the functions that are used otherwise, and so may be called by
	// anybody; invoked the methods that are called through interfaces, by their ids.
	values, invoked map[string]bool
	// directives are the functions that a comment makes known to others.
	directives map[string]bool
	visible    *visibility
	known      map[string]*ir.Callers
}

// findCallers notes the callers of all functions of the package.
func (s *slicer) findCallers() {
	c := &callSurvey{
		s: s, calls: map[string][]ssa.CallInstruction{}, values: map[string]bool{}, invoked: map[string]bool{},
		visible: newVisibility(), known: map[string]*ir.Callers{},
	}
	c.functions = slices.Clone(s.source.Functions)
	for _, pkg := range s.source.Packages {
		if f := pkg.Func("init"); f != nil { // that of variables
			c.functions = append(c.functions, WithLiterals(f)...)
		}
	}
	concerned := c.concerned()
	if len(concerned) == 0 {
		return
	}
	for _, f := range c.functions {
		c.survey(f)
	}
	c.directives = s.linked()
	for _, pkg := range s.source.Packages {
		c.visible.addExported(pkg.Pkg)
	}
	c.instructions(c.visible.boxAll)
	s.result.Shown = map[string]bool{}
	for _, pkg := range s.source.Packages {
		maps.Copy(s.result.Shown, c.visible.shown(pkg.Pkg))
	}
	s.visible = c.visible
	c.findFields()
	s.result.Callers = map[string]*ir.Callers{}
	c.addCallers(concerned)
	c.findBindings(concerned)
	for _, f := range s.order {
		if !concerned[outermost(f)] {
			continue
		}
		if list := c.of(f); len(list.Calls) > 0 {
			s.result.Callers[s.name(f)] = list
		}
	}
}

// concerned is the set of the functions with something in them, or in a function in
// them, to communicate with: who calls others matters only as far as it passes something
// on to these.
func (c *callSurvey) concerned() map[*ssa.Function]bool {
	set := map[*ssa.Function]bool{}
	for _, f := range c.functions {
		outer := outermost(f)
		if !set[outer] && c.communicates(f) {
			set[outer] = true
		}
	}
	return set
}

// addCallers adds the functions that call those of a set: they may have what these make.
func (c *callSurvey) addCallers(set map[*ssa.Function]bool) {
	var list []*ssa.Function
	for f := range set {
		for _, call := range c.calls[c.s.name(f)] {
			list = append(list, outermost(call.Parent()))
		}
	}
	for _, f := range list {
		set[f] = true
	}
}

func outermost(f *ssa.Function) *ssa.Function {
	for f.Parent() != nil {
		f = f.Parent()
	}
	return f
}

// communicates reports whether a function has an operation on channels or locks, makes
// one, or is given a channel.
func (c *callSurvey) communicates(f *ssa.Function) bool {
	for _, p := range f.Params {
		if kindOf(p.Type()) == ir.ChanKind {
			return true
		}
	}
	for _, b := range f.Blocks {
		if slices.ContainsFunc(b.Instrs, c.isCommunication) {
			return true
		}
	}
	return false
}

func (c *callSurvey) isCommunication(in ssa.Instruction) bool {
	switch in := in.(type) {
	case *ssa.MakeChan, *ssa.Go, *ssa.Select, *ssa.Send:
		return true
	case *ssa.UnOp:
		return in.Op == token.ARROW
	case *ssa.Alloc:
		element := elementOf(in)
		return kindOf(element) == ir.ChanKind || c.s.types.holdsPrimitive(element, 0)
	case ssa.CallInstruction:
		callee := staticCallee(in.Common())
		return callee != nil && library.IsKnown(c.s.name(callee))
	}
	return false
}

// survey enters the functions that one refers to.
func (c *callSurvey) survey(f *ssa.Function) {
	var operands []*ssa.Value
	for _, b := range f.Blocks {
		for _, in := range b.Instrs {
			operands = in.Operands(operands[:0])
			if call, ok := in.(ssa.CallInstruction); ok {
				c.call(call)
				operands = operandsOf(call.Common())
			}
			if made, ok := in.(*ssa.MakeClosure); ok && isOnlyCalled(made) {
				continue
			}
			for _, o := range operands {
				if callee, ok := (*o).(*ssa.Function); ok {
					c.values[c.s.name(c.declared(callee))] = true
				}
			}
		}
	}
}

// operandsOf are those of a call but for a function that it names.
func operandsOf(call *ssa.CallCommon) []*ssa.Value {
	var list []*ssa.Value
	for i := range call.Args {
		list = append(list, &call.Args[i])
	}
	return list
}

// isOnlyCalled reports whether nothing is done with a closure but to call it.
func isOnlyCalled(made *ssa.MakeClosure) bool {
	for _, user := range *made.Referrers() {
		if _, debug := user.(*ssa.DebugRef); debug {
			continue
		}
		call, ok := user.(ssa.CallInstruction)
		if !ok || call.Common().Value != made || slices.Contains(call.Common().Args, ssa.Value(made)) {
			return false
		}
	}
	return true
}

// call enters a call.
func (c *callSurvey) call(call ssa.CallInstruction) {
	common := call.Common()
	if common.IsInvoke() {
		c.invoked[common.Method.Id()] = true
		return
	}
	callee := staticCallee(common)
	if callee == nil {
		return
	}
	f := c.declared(callee)
	name := c.s.name(f)
	if len(f.Params) != len(common.Args) || len(f.Params) > 0 && f != callee && callee.Origin() == nil && !types.Identical(f.Params[0].Type(), callee.Params[0].Type()) {
		c.values[name] = true // the receiver is a part of what is passed
		return
	}
	c.calls[name] = append(c.calls[name], call)
}

// declared is the method behind a function that SSA makes of a method expression, and
// the generic function behind an instance.
func (c *callSurvey) declared(f *ssa.Function) *ssa.Function {
	if origin := f.Origin(); origin != nil {
		return origin
	}
	if object, ok := f.Object().(*types.Func); ok && f.Synthetic != "" {
		if method := f.Prog.FuncValue(object.Origin()); method != nil {
			return method
		}
	}
	return f
}

// linked are the functions and variables that a comment makes known to the linker or to C.
func (s *slicer) linked() map[string]bool {
	if s.linkedNames != nil {
		return s.linkedNames
	}
	s.linkedNames = map[string]bool{}
	for _, file := range s.source.Files {
		for _, group := range file.Comments {
			for _, comment := range group.List {
				if name := linkedBy(comment); name != "" {
					s.linkedNames[name] = true
				}
			}
		}
	}
	return s.linkedNames
}

func linkedBy(comment *ast.Comment) (name string) {
	for _, prefix := range []string{"//go:linkname ", "//export "} {
		if rest, ok := strings.CutPrefix(comment.Text, prefix); ok {
			name, _, _ = strings.Cut(strings.TrimSpace(rest), " ")
		}
	}
	return name
}

// hasAll reports whether all calls of a function are known.
func (c *callSurvey) hasAll(f *ssa.Function) bool {
	if c.values[c.s.name(f)] {
		return false
	}
	object, ok := f.Object().(*types.Func)
	if !ok {
		return f.Parent() != nil
	}
	main := c.s.result.Main
	switch method := f.Signature.Recv() != nil; {
	case c.directives[object.Name()]:
		return false
	case !method:
		return main || !object.Exported()
	case object.Exported():
		return !c.visible.callsMethod(object, main)
	default:
		return !c.invoked[object.Id()]
	}
}

// of are the callers of a function. What a function that calls itself passes on of
// its own parameters isn't known.
func (c *callSurvey) of(f *ssa.Function) *ir.Callers {
	name := c.s.name(f)
	if list, ok := c.known[name]; ok {
		return list
	}
	list := &ir.Callers{}
	c.known[name] = list // for those who ask meanwhile
	calls := c.calls[name]
	if len(calls) == 0 || len(f.Params) == 0 {
		return list
	}
	collector := &collector{seen: map[string]bool{}}
	for _, call := range calls {
		for _, env := range c.environments(call.Parent()) {
			c.collect(collector, call, env)
		}
	}
	list.All, list.Calls = c.hasAll(f), collector.list
	if !list.All && len(list.Calls) == 1 && !isAnyKnown(&list.Calls[0]) {
		list.Calls = nil
	}
	return list
}

func isAnyKnown(a *ir.Arguments) bool {
	return slices.ContainsFunc(a.Values, func(v ir.Argument) bool { return v.IsKnown() })
}

// environments are what is known of the parameters of a function, for each of its
// calls if these are known; else nothing is, once.
func (c *callSurvey) environments(f *ssa.Function) [][]ir.Argument {
	callers := c.of(f)
	if !callers.All || len(callers.Calls) == 0 {
		return [][]ir.Argument{nil}
	}
	if len(callers.Calls) > mostEnvironments {
		return [][]ir.Argument{callers.Join().Values}
	}
	var list [][]ir.Argument
	for _, call := range callers.Calls {
		list = append(list, call.Values)
	}
	return list
}

// collect collects what is known of what a call passes in an environment.
func (c *callSurvey) collect(to *collector, call ssa.CallInstruction, env []ir.Argument) {
	e := &estimate{s: c.s, function: call.Parent(), env: env, busy: map[ssa.Value]bool{}}
	values := slices.Clone(call.Common().Args)
	for _, g := range guardsOf(call.Block()) {
		values = append(values, g.condition)
	}
	for _, e.fixed = range e.rows(values) {
		to.add(c.arguments(call, e))
	}
}

// arguments is what is known of what a call passes; nil if the call doesn't happen.
func (c *callSurvey) arguments(call ssa.CallInstruction, e *estimate) *ir.Arguments {
	guards := guardsOf(call.Block())
	if e.excludes(guards) {
		return nil
	}
	caller, _, _ := strings.Cut(c.s.source.display(call.Parent()), "$")
	result := &ir.Arguments{Caller: caller, Site: c.s.text.site(call.Pos())}
	for _, v := range call.Common().Args {
		a := e.value(v)
		for _, g := range guards {
			e.refine(&a, v, g)
		}
		result.Values = append(result.Values, a)
	}
	return result
}

// A collector collects different arguments, up to a limit.
type collector struct {
	list []ir.Arguments
	seen map[string]bool
	full bool
}

func (c *collector) add(a *ir.Arguments) {
	if a == nil {
		return
	}
	key := a.Key(func(int) bool { return true })
	switch {
	case c.seen[key]:
		return
	case c.full || len(c.list) == mostCalls:
		c.full = true
		both := ir.Callers{Calls: append(c.list, *a)}
		c.list = []ir.Arguments{both.Join()}
		return
	}
	c.seen[key] = true
	c.list = append(c.list, *a)
}

// A guard is a condition that holds, or doesn't, wherever control comes to a block.
type guard struct {
	condition ssa.Value
	holds     bool
}

// guardsOf are those of a block: branches that dominate it, of which one side does.
func guardsOf(b *ssa.BasicBlock) []guard {
	var list []guard
	for d := b; d != nil && len(list) < mostGuards; d = d.Idom() {
		if len(d.Preds) != 1 {
			continue
		}
		before := d.Preds[0]
		branch, ok := before.Instrs[len(before.Instrs)-1].(*ssa.If)
		if ok && before.Succs[0] != before.Succs[1] {
			list = append(list, guard{branch.Cond, before.Succs[0] == d})
		}
	}
	return list
}

// mostGuards limits how far out branches are looked for.
const mostGuards = 16

// negated is a condition without its negations.
func (g guard) negated() guard {
	for {
		not, ok := g.condition.(*ssa.UnOp)
		if !ok || not.Op != token.NOT {
			return g
		}
		g = guard{not.X, !g.holds}
	}
}
