// Package interp evaluates skeletons on an abstract heap. Each goroutine that a
// root starts becomes an automaton, and all of them a system.
package interp

import (
	"slices"
	"strings"

	"github.com/chancheck/chancheck/extract/internal/domain"
	"github.com/chancheck/chancheck/extract/internal/library"
	"github.com/chancheck/chancheck/extract/ir"
	"github.com/chancheck/chancheck/model"
)

// A Program is a package with everything that its functions call, as far as
// there are skeletons of it.
type Program struct {
	paths     []string // of the package
	functions map[string]*ir.Function
	own       []string
	flows     map[*ir.Function]*flow
	flowSize  int // in words
	flowCount int
	types     map[string]*typeTable
	walk      *rootWalk
	called    map[string]bool // see IsCalled
	listed    map[string]bool // see OwnsSkeleton
	callers   map[string]*ir.Callers
	captured  map[string][]ir.Argument
	lacking   map[string][]string
	// whole is the program of which this is a part, or nil; leavesOut says that the part
	// doesn't have all objects: see LeaveOut.
	whole     *Program
	leavesOut bool
	// spent counts what all roots have taken so far, those of parts, too.
	spent *spending
	// parts counts what the parts of all roots have taken. They have a budget of
	// their own, a share of that of the roots.
	parts *spending
	// calls counts what roots have taken that were judged for one call. They have a
	// share of the budget, too.
	calls *spending
	// alone counts what questions about one function each have taken: they are small, and asked
	// last, when others may have spent the budget of the parts.
	alone *spending
	// panics counts what questions about panics have taken, which come after all these.
	panics *spending
	// waits counts what questions have taken about who waits for a condition.
	waits *spending
}

// A spending counts local states and instructions.
type spending struct{ states, steps int }

// A typeTable has what is known of a concrete type, from all functions that
// mention it.
type typeTable struct {
	methods    map[string]string
	fixed      map[string]ir.FixedResult
	implements map[string]bool
}

// NewProgram prepares the functions of a package for evaluation.
func NewProgram(pkg *ir.Package) *Program {
	p := &Program{
		paths: pkg.Paths, functions: pkg.Functions, own: pkg.Own, callers: pkg.Callers, captured: pkg.Captured, lacking: pkg.Lacks, flows: map[*ir.Function]*flow{},
		types: map[string]*typeTable{}, spent: &spending{}, parts: &spending{}, calls: &spending{}, alone: &spending{}, panics: &spending{}, waits: &spending{},
	}
	for _, f := range pkg.Functions {
		for _, t := range f.Types {
			p.addType(&t)
		}
	}
	return p
}

// Function returns the skeleton of a function, or nil if it has none.
func (p *Program) Function(name string) *ir.Function {
	if f := library.StandIn(name); f != nil {
		return f
	}
	if f := p.functions[name]; f != nil || p.whole == nil {
		return f
	}
	if f := p.whole.functions[name]; f != nil && f.Opaque {
		return f
	}
	return nil
}

// Method returns the function behind a method of a concrete type, or "" if calling
// it doesn't matter.
func (p *Program) Method(typeName, method string) string {
	if rest, ok := strings.CutPrefix(typeName, "*"); ok {
		if name := "(*" + rest + ")." + method; library.IsKnown(name) {
			return name
		}
	}
	if t := p.types[typeName]; t != nil {
		return t.methods[method]
	}
	return ""
}

// succeeds reports whether a method of a library type, which is a pointer, never returns an error.
func succeeds(typeName, method string) bool {
	rest, isPointer := strings.CutPrefix(typeName, "*")
	return isPointer && library.Find("(*"+rest+")."+method).Succeeds
}

// fixedResult is what is known of the result of a method without a skeleton.
func (p *Program) fixedResult(typeName, method string) (ir.FixedResult, bool) {
	if succeeds(typeName, method) {
		return ir.FixedResult{Method: method, Results: 2, Value: ir.Operand{Kind: ir.NilConst}}, true
	}
	if t := p.types[typeName]; t != nil {
		known, ok := t.fixed[method]
		return known, ok
	}
	return ir.FixedResult{}, false
}

// Own lists the functions of the package itself, in source order.
func (p *Program) Own() []string { return p.own }

// isOwn reports whether a function, or the type that it is a method of, is one of the package, with
// a skeleton or without.
func (p *Program) isOwn(name string) bool {
	return ir.IsIn(strings.TrimLeft(name, "(*"), p.paths)
}

// OwnsSkeleton reports whether Own lists a function.
func (p *Program) OwnsSkeleton(name string) bool {
	if p.listed == nil {
		p.listed = map[string]bool{}
		for _, own := range p.own {
			p.listed[own] = true
		}
	}
	return p.listed[name]
}

// Part is the root in a part of the program: functions stand for those of the same
// names, others do nothing unless they can't be seen. The types, and the budget, are those of the program.
func (r *Root) Part(functions map[string]*ir.Function) *Root {
	part := r.program.part(functions)
	return &Root{Function: functions[r.Function.Name], program: part, reach: r.reach, walk: r.walk, arguments: r.arguments}
}

// LeaveOut says of a part that objects are left out for which somebody may wait for ever:
// then it isn't certain that the program ends where it looks as if it did.
func (r *Root) LeaveOut() { r.program.leavesOut = true }

// Part is a root that is made up, in a part of the program: see Root.Part.
func (p *Program) Part(root string, functions map[string]*ir.Function) *Root {
	return p.madeUp(root, p.part(functions))
}

// PartOfOne is Part for a question about one function, which is charged by itself.
func (p *Program) PartOfOne(root string, functions map[string]*ir.Function, steps int) *Root {
	return p.madeUp(root, p.part(functions).charging(p.alone, steps))
}

// PartOfPanics is Part for a question about panics, which is charged by itself, too.
func (p *Program) PartOfPanics(root string, functions map[string]*ir.Function, steps int) *Root {
	return p.madeUp(root, p.part(functions).charging(p.panics, steps))
}

// PartOfWaits is Part for a question about who waits for a condition, which is charged by itself, too.
func (p *Program) PartOfWaits(root string, functions map[string]*ir.Function, steps int) *Root {
	return p.madeUp(root, p.part(functions).charging(p.waits, steps))
}

// charging charges the steps that a part has taken so far, and what it will take, to a budget.
func (p *Program) charging(budget *spending, steps int) *Program {
	budget.steps += steps
	p.spent = budget
	return p
}

func (p *Program) madeUp(root string, part *Program) *Root {
	functions := part.functions
	return &Root{Function: functions[root], program: part, reach: &reach{makes: true}, walk: part.walk}
}

// IsMadeUp reports whether the root is no function of the program.
func (r *Root) IsMadeUp() bool { return r.program.makesUp(r.Function) }

// CallOnce says of a root that is made up that nobody in it calls what he likes as often as he likes:
// it is a program that there can be.
func (r *Root) CallOnce() { r.callsOnce = true }

// makesUp reports whether a part of a program has a function that the program doesn't have.
func (p *Program) makesUp(f *ir.Function) bool {
	return p.whole != nil && p.whole.functions[f.Name] == nil
}

// Charge takes steps off the budget for the parts of roots.
func (p *Program) Charge(steps int) { p.parts.steps += steps }

// AffordsParts reports whether something is left of that budget.
func (p *Program) AffordsParts(options Options) bool {
	return p.parts.isWithinShare(options.WithDefaults())
}

// AffordsOne reports whether something is left of the budget for questions about one function.
func (p *Program) AffordsOne(options Options) bool {
	return p.alone.isWithinShare(options.WithDefaults())
}

// AffordsPanics reports whether something is left of the budget for questions about panics.
func (p *Program) AffordsPanics(options Options) bool {
	return p.panics.isWithinShare(options.WithDefaults())
}

// AffordsWaits reports whether something is left of the budget for questions about who waits for a condition.
func (p *Program) AffordsWaits(options Options) bool {
	return p.waits.isWithinShare(options.WithDefaults())
}

// spending is what is charged for the root, affords reports whether something is left
// of its budget.
func (r *Root) spending() *spending {
	if r.isOneCall {
		return r.program.calls
	}
	return r.program.spent
}

func (r *Root) affords() bool {
	if r.isOneCall {
		return r.program.calls.isWithinShare(r.options)
	}
	return r.program.spent.isWithin(r.options)
}

// shareOfSlices is what part of the budget of roots parts have: slices cost as much as evaluating them does, and are one more try.
const shareOfSlices = 4

// isWithinShare reports whether what was spent is within the share of the budget that
// parts have, and single calls.
func (s *spending) isWithinShare(options Options) bool {
	options.PackageStates /= shareOfSlices
	options.PackageSteps /= shareOfSlices
	return s.isWithin(options)
}

func (s *spending) isWithin(options Options) bool {
	return s.states <= options.PackageStates && s.steps <= options.PackageSteps
}

// Adopt takes what was learnt in a part, or in the root itself, for what is known
// of the root: if it was judged, what is closed there is not judged again in callers.
func (r *Root) Adopt(part *Root, judged bool) {
	if part.learnt == nil || part.itinerary != nil { // one execution says nothing of others
		return
	}
	if judged {
		given := part.learnt.givenSites()
		for _, site := range part.newlyClosed() {
			if !given[site] { // what callers do with it, they are judged for
				r.reach.judged = append(r.reach.judged, site.String())
			}
		}
	}
	r.reach.gives = r.reach.gives || (judged || part.learnt.stop == "") && part.givesAway()
}

// AdoptSites takes what is made at some places for judged in the root.
func (r *Root) AdoptSites(sites []model.Site) {
	for _, site := range sites {
		r.reach.judged = append(r.reach.judged, site.String())
	}
}

func (p *Program) part(functions map[string]*ir.Function) *Program {
	part := &Program{whole: p, paths: p.paths, functions: functions, flows: map[*ir.Function]*flow{}, types: p.types, spent: p.parts}
	part.walk = &rootWalk{p: part, known: map[string]*reach{}, own: map[string]bool{}}
	return part
}

// looksAside reports whether a call that only matters for package-level variables is
// one of a function in this part of the program.
func (p *Program) looksAside(name string) bool { return p.whole != nil && p.functions[name] != nil }

func (p *Program) addType(t *ir.TypeInfo) {
	table := p.types[t.Name]
	if table == nil {
		table = &typeTable{methods: map[string]string{}, fixed: map[string]ir.FixedResult{}, implements: map[string]bool{}}
		p.types[t.Name] = table
	}
	for _, m := range t.Methods {
		table.methods[m.Method] = m.Function
	}
	for _, m := range t.Fixed {
		table.fixed[m.Method] = m
	}
	for _, i := range t.Implements {
		table.implements[i] = true
	}
}

// isInert reports whether calling a function affects nothing of its caller's.
func (p *Program) isInert(name string) bool {
	f := p.Function(name)
	return !library.IsKnown(strings.TrimSuffix(name, "$bound")) && (f == nil || f.Inert)
}

func (p *Program) implements(typeName, interfaceName string) bool {
	t := p.types[typeName]
	return t != nil && t.implements[interfaceName]
}

func (p *Program) lacks(typeName, interfaceName string) bool {
	for p.whole != nil {
		p = p.whole
	}
	return slices.Contains(p.lacking[typeName], interfaceName)
}

func (p *Program) flowOf(f *ir.Function) *flow {
	fl := p.flows[f]
	if fl == nil {
		fl = analyse(f)
		p.flowCount++
		fl.number = p.flowCount
		p.flows[f] = fl
		p.flowSize += len(f.Blocks) * (f.Registers/64 + 1)
	}
	return fl
}

// mostFlows limits, in words, what is kept of the flows of functions between
// one root and the next.
const mostFlows = 2 << 20

// forgetFlows makes room if there are too many.
func (p *Program) forgetFlows() {
	if p.flowSize > mostFlows {
		clear(p.flows)
		p.flowSize = 0
	}
}

// isMain reports whether f is the main function of a program.
func (p *Program) isMain(f *ir.Function) bool {
	return f.Main
}

// Roots returns the functions of the package in which goroutines communicate
// over something that can be made there, callees before callers: whatever a
// callee judges is no business of its callers.
func (p *Program) Roots() []*Root {
	w := &rootWalk{p: p, known: map[string]*reach{}, own: map[string]bool{}, bubbles: p.findBubbles()}
	p.walk = w
	for _, name := range p.own {
		w.own[name] = true
	}
	for bubble := range w.bubbles {
		delete(w.own, bubble)
	}
	for _, name := range p.own {
		w.visit(name)
	}
	return w.roots
}

// Bubbles returns, after Roots, the functions of the package that are given to testing/synctest.
// Time stands still there until all wait, which decides races that are open elsewhere: only that nothing can
// go wrong elsewhere says something of them.
func (p *Program) Bubbles() (list []*Root) {
	for _, name := range p.own {
		if f := p.functions[name]; p.walk.bubbles[name] && !f.Opaque {
			list = append(list, &Root{Function: f, program: p, reach: p.walk.visit(name), walk: p.walk})
		}
	}
	return list
}

// A reach is what happens in a function and in what it calls or starts.
type reach struct {
	makes    bool // itself makes something to communicate over
	operates bool // it, or what it calls, operates on something
	ends     bool // it, or what it calls, can end the program
	// endless says that it makes a context that nobody cancels, waits that it
	// or a closure in it waits for something. Only together they are worth a look: such a
	// context is made everywhere, to be handed on.
	endless, waits bool
	callees        []string
	// contained says that what it makes is no business of its callers.
	contained bool
	// judged are the places of the objects that the function was judged for.
	judged []string
	// gives says that something made here goes to the caller, pending that it may be
	// closed there.
	gives, pending bool
	// tooLarge is the function that has too many local states: this one, or
	// one that it calls.
	tooLarge string
	// consulted are the parameters that had been asked about by then.
	consulted map[int]bool
}

// passesOn reports whether callers may have to judge what is made here.
func (r *reach) passesOn() bool { return r.pending && !r.contained }

// A rootWalk visits functions in depth-first order.
type rootWalk struct {
	p   *Program
	own map[string]bool
	// bubbles are the functions that are given to testing/synctest.
	bubbles map[string]bool
	known   map[string]*reach
	roots   []*Root
}

func (w *rootWalk) visit(name string) *reach {
	if r := w.known[name]; r != nil {
		return r
	}
	r := &reach{}
	w.known[name] = r
	f := w.p.functions[name]
	if f == nil {
		r.operates = library.IsKnown(name)
		r.makes = library.Find(name).Makes
		r.ends = library.EndsGoroutine(name)
		r.pending = r.makes
		return r
	}
	r.contained = f.Inert || f.Writes
	for b := range f.Blocks {
		for i := range f.Blocks[b].Instrs {
			w.instruction(r, &f.Blocks[b].Instrs[i])
		}
	}
	for _, t := range f.Types {
		if strings.HasPrefix(t.Name, "*testing.") {
			continue // every test gives itself to helpers; few ask for its context
		}
		for _, m := range t.Methods {
			w.refer(r, m.Function)
		}
	}
	if c := w.p.callers[name]; c != nil && c.PassNil(f.ParamKinds) { // what is waited for then is made nowhere
		r.makes = true
	}
	for _, callee := range r.callees {
		r.waits = r.waits || strings.HasPrefix(callee, name+"$") && w.known[callee].waits
	}
	r.makes = r.makes || r.endless && r.waits
	r.pending = r.makes
	for _, callee := range r.callees {
		r.pending = r.pending || w.known[callee].passesOn()
	}
	if r.pending && r.operates && w.own[name] && !f.Opaque {
		w.roots = append(w.roots, &Root{Function: f, program: w.p, reach: r, walk: w})
	}
	return r
}

// canEnd reports whether a call of a function can end the program.
func (p *Program) canEnd(name string) bool {
	return p.walk != nil && p.walk.visit(name).ends
}

// refer notes that a function is called or its value is taken.
func (w *rootWalk) refer(r *reach, name string) {
	callee := w.visit(name)
	r.operates = r.operates || callee.operates && !callee.contained
	r.ends = r.ends || callee.ends
	r.callees = append(r.callees, name)
}

// instruction notes what one instruction does.
func (w *rootWalk) instruction(r *reach, in *ir.Instr) {
	for _, o := range in.Args {
		if o.Kind == ir.FunctionConst {
			w.refer(r, o.Text)
		}
	}
	switch in.Op {
	case ir.OpPanic:
		r.ends = true
	case ir.OpMakeChan:
		r.makes = true
	case ir.OpAlloc: // a channel variable that is shared can stay nil
		r.makes = r.makes || in.Index == 1 || in.Kind == ir.ChanKind
	case ir.OpSend, ir.OpReceive, ir.OpClose:
		r.operates, r.waits = true, true
		r.makes = r.makes || in.Args[0].Kind == ir.NilConst
	case ir.OpSelect:
		r.operates, r.waits = true, true
		for _, c := range in.Cases {
			r.makes = r.makes || c.Chan.Kind == ir.NilConst
		}
	case ir.OpMakeClosure:
		w.refer(r, in.Name)
	case ir.OpCall, ir.OpGo, ir.OpDefer:
		if in.Name != "" {
			w.refer(r, in.Name)
			r.endless = r.endless || library.Find(in.Name).Endless
		}
	}
}

// Worthwhile reports whether the root makes something itself, or a callee
// makes something that it could not judge but its callers might.
func (r *Root) Worthwhile() bool {
	if r.reach.makes {
		return true
	}
	for _, callee := range r.reach.callees {
		if r.walk.known[callee].passesOn() {
			return true
		}
	}
	r.reach.pending = false
	return false
}

// tooLarge returns a function that the root calls and that had too many local
// states already when it was evaluated alone, or "". It may have fewer here if the root
// says more than that of what is asked about.
func (r *Root) tooLarge() string {
	for _, name := range r.reach.callees {
		if callee := r.walk.known[name]; callee.tooLarge != "" && !r.passesConstants(name, callee.consulted) {
			r.reach.tooLarge = callee.tooLarge
			return callee.tooLarge
		}
	}
	return ""
}

// Done says that all parts of the root were adopted. What is closed is not judged
// again in callers; what went to the caller may be; of a root that is inconclusive
// the callers could not say more. What was learnt is forgotten.
func (r *Root) Done() {
	r.reach.pending = r.reach.gives
	r.learnt, r.last = nil, nil
	r.program.forgetFlows()
}

// judgedBelow collects the places of the objects for which functions that the
// root calls or starts were judged.
func (r *Root) judgedBelow() map[string]bool {
	places := map[string]bool{}
	seen := map[*reach]bool{r.reach: true}
	work := []*reach{r.reach}
	for len(work) > 0 {
		last := work[len(work)-1]
		work = work[:len(work)-1]
		for _, name := range last.callees {
			callee := r.walk.known[name]
			if seen[callee] {
				continue
			}
			seen[callee] = true
			work = append(work, callee)
			for _, place := range callee.judged {
				places[place] = true
			}
		}
	}
	return places
}

// givesAway reports whether something that the root makes goes to its caller.
func (r *Root) givesAway() bool {
	if r.learnt == nil {
		return false
	}
	for _, why := range []map[domain.ObjectID]string{r.learnt.open, r.learnt.givenWhy} {
		for o, reason := range why {
			if r.learnt.IsMade(o) && isHandedOn(reason) {
				return true
			}
		}
	}
	return false
}

// Reasons for which an object is open here, but need not be in a caller.
const (
	returned = "returned to the caller"
	outlives = ", which outlives the scope"
	cleansUp = "passed to Cleanup" // which a test, who calls this, runs at its end
)

// isHandedOn reports whether a reason is one of those.
func isHandedOn(reason string) bool {
	return reason == returned || reason == cleansUp || strings.HasSuffix(reason, outlives)
}

// A Root is a function that may be the smallest scope of some object.
type Root struct {
	Function *ir.Function
	program  *Program
	reach    *reach
	walk     *rootWalk
	learnt   *knowledge
	// arguments is what is known of what the caller passes, or nil.
	arguments *ir.Arguments
	passed    []string // see Passed
	isOneCall bool     // see EachCall
	options   Options
	last      *round
	itinerary *model.Itinerary // see Along
	callsOnce bool             // see CallOnce
	beyond    bool             // see Beyond
	// familyIDs and entityIDs lead from the last system back to what was
	// learnt.
	familyIDs, entityIDs []int
}
