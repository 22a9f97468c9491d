package slice

import (
	"slices"

	"github.com/chancheck/chancheck/extract/internal/library"
	"github.com/chancheck/chancheck/extract/internal/pointsto"
	"github.com/chancheck/chancheck/extract/ir"
	"github.com/chancheck/chancheck/model"
)

// Routes are the ways on which goroutines come to what they do: which waits they may
// have passed by then. Functions are told apart by the functions that they are given,
// and stand-ins for library functions by the objects, too.
type routes struct {
	*index
	waits       []wait
	waitNumbers map[string]int
	in          map[*function]bool
	all         []*activation
	// inOrder are all, callees first.
	inOrder  []*activation
	found    map[string]*activation
	variants map[*function]int
	// spent is on what they are charged: see Work.
	spent *int
	// operating lists the activations that operate on an object.
	operating map[pointsto.Location][]*activation
}

// An activation is a function that is called with certain arguments.
type activation struct {
	*function
	position   int // in the order of callees before callers
	at         context
	operations []Operation
	waits      []waitAt
	calls      []activationCall
	callers    []*activation
	// isRoot says that it may be called by code that isn't seen, isStarted that it is a
	// goroutine, or the end of a test.
	isRoot, isStarted bool
	inside, before    numberSet
	// passed is what is passed in each block.
	passed []*numberSet
	// steps are what matters of each block, deferred are those of them that are deferred.
	steps    [][]step
	deferred []*step
}

// A step is an instruction that may wait, serve or call, or that ends a function.
type step struct {
	at         pointsto.At
	op         ir.Op
	waits      numberSet
	operations []Operation
	callees    []*activation
	announces  bool // a writer says that he waits for readers
}

// An activationCall is a call, a go statement or a deferred call.
type activationCall struct {
	at      pointsto.At
	op      ir.Op
	callees []*activation
	// last says that it is made at the end of a test.
	last bool
}

// isNow reports whether a function is run where it is called: not in a goroutine of its
// own, nor at the end of a test.
func (c *activationCall) isNow() bool { return c.op != ir.OpGo && !c.last }

// mostVariants limits how many activations are told apart of one function.
const mostVariants = 50

// routes works out the routes in some functions.
func (s *Slicer) routes(functions []*function, spent *int) *routes {
	r := &routes{
		index: s.index, spent: spent, waitNumbers: map[string]int{}, in: map[*function]bool{},
		found: map[string]*activation{}, variants: map[*function]int{},
		operating: map[pointsto.Location][]*activation{},
	}
	for _, f := range functions {
		r.in[f] = true
	}
	for _, f := range functions {
		if r.startsRoute(f) {
			r.activation(f, nil).isRoot = true
		}
	}
	for done, next := 0, 0; ; {
		for ; done < len(r.all); done++ {
			r.connect(r.all[done])
		}
		for next < len(functions) && r.variants[functions[next]] > 0 {
			next++
		}
		if next == len(functions) {
			break
		}
		r.activation(functions[next], nil).isRoot = true // one of a circle
	}
	r.inOrder = inPostorder(r.all, func(a *activation) *int { return &a.position }, (*activation).callees)
	for _, a := range r.all {
		r.findSteps(a)
	}
	r.computeInside()
	r.spread(r.all, func(a *activation) *numberSet { return &a.before }, nil)
	return r
}

// isSpent reports whether nothing is left of the budget: what was found then isn't all.
func (r *routes) isSpent() bool { return *r.spent > mostOutlined }

// callees are the activations that one may call or start.
func (a *activation) callees() (list []*activation) {
	for _, call := range a.calls {
		list = append(list, call.callees...)
	}
	return list
}

// startsRoute reports whether a function may be called by code that isn't seen, or by
// none.
func (r *routes) startsRoute(f *function) bool {
	return f.Exported || r.points.Exposed(f.Name) || !slices.ContainsFunc(f.callers, func(call instruction) bool { return r.in[call.f] })
}

func (r *routes) activation(f *function, at context) *activation {
	key := f.Name + " " + at.key()
	if a := r.found[key]; a != nil {
		return a
	}
	if len(at) > 0 && r.variants[f] >= mostVariants {
		return r.activation(f, nil)
	}
	a := &activation{function: f, at: at}
	r.found[key] = a
	r.variants[f]++
	r.all = append(r.all, a)
	a.operations = r.operationsFor(a)
	a.waits = r.waitsOf(f, a.operations)
	return a
}

// operationsFor are the operations of a function on what it is given.
func (r *routes) operationsFor(a *activation) []Operation {
	operations := r.operations(a.function)
	if len(a.at) == 0 {
		return operations
	}
	operations = slices.Clone(operations)
	for i := range operations {
		o := &operations[i]
		in := (instruction{a.function, o.at}).get()
		if len(in.Args) == 0 || in.Name == "" {
			continue
		}
		if bound, ok := a.at.of(a.function, in.Args[0]); ok {
			o.Objects = slices.DeleteFunc(slices.Clone(o.Objects), func(l pointsto.Location) bool { return !slices.Contains(bound.locations, l) })
		}
	}
	return operations
}

// connect finds the calls of an activation.
func (r *routes) connect(a *activation) {
	for i := range a.instructions() {
		if !i.calls() {
			continue
		}
		call := activationCall{at: i.at, op: i.get().Op, last: r.comesLast(a.function, i.at)}
		for _, name := range r.calleesIn(i, a.at) {
			if callee := r.callee(name); callee != nil && r.in[callee] {
				to := r.activation(callee, r.bind(a, i.get(), callee))
				call.callees = appendNew(call.callees, to)
				to.callers = appendNew(to.callers, a)
				to.isStarted = to.isStarted || !call.isNow()
			}
		}
		if len(call.callees) > 0 {
			a.calls = append(a.calls, call)
		}
	}
}

// findSteps finds the steps of an activation, whose waits, operations and calls are in
// the order of its instructions, and enters it with the objects.
func (r *routes) findSteps(a *activation) {
	a.steps = make([][]step, len(a.Blocks))
	waits, operations, calls := a.waits, a.operations, a.calls
	for i := range a.instructions() {
		st := step{at: i.at, op: i.get().Op, announces: library.Find(i.get().Name).Action == model.Announce}
		for ; len(waits) > 0 && waits[0].at == st.at; waits = waits[1:] {
			st.waits.add(waits[0].number)
		}
		count := 0
		for ; count < len(operations) && operations[count].at == st.at; count++ {
			r.enterOperating(a, operations[count].Objects)
		}
		st.operations, operations = operations[:count], operations[count:]
		if len(calls) > 0 && calls[0].at == st.at {
			st.callees, calls = calls[0].callees, calls[1:]
		}
		if st.matters() && !r.comesLast(a.function, st.at) {
			a.steps[i.at.Block] = append(a.steps[i.at.Block], st)
		}
	}
	for b := range a.steps {
		for i := range a.steps[b] {
			if st := &a.steps[b][i]; st.op == ir.OpDefer {
				a.deferred = append(a.deferred, st)
			}
		}
	}
}

func (s *step) matters() bool {
	return len(s.waits) > 0 || len(s.operations) > 0 || len(s.callees) > 0 || s.op == ir.OpReturn || s.op == ir.OpRunDefers
}

// enterOperating notes that an activation operates on objects.
func (r *routes) enterOperating(a *activation, objects []pointsto.Location) {
	for _, l := range objects {
		if list := r.operating[l]; len(list) == 0 || list[len(list)-1] != a {
			r.operating[l] = append(list, a)
		}
	}
}

// bind works out the context in which an instruction calls a function: the parameters
// that are functions, and all those of stand-ins.
func (r *routes) bind(a *activation, in *ir.Instr, callee *function) context {
	c := context{}
	for p, arg := range passed(in, callee) {
		bound, ok := a.at.of(a.function, arg)
		if !ok {
			bound.locations = r.points.Operand(a.Function, arg)
		}
		if slices.ContainsFunc(bound.locations, r.isFunction) || !callee.Site.IsValid() {
			c[p] = bound
		}
	}
	return c
}

// computeInside finds the waits that are passed in each activation and what it calls.
func (r *routes) computeInside() {
	for _, a := range r.all {
		for _, w := range a.waits {
			a.inside.add(w.number)
		}
	}
	var work worklist
	for i := range r.inOrder {
		work.add(i)
	}
	for n, ok := work.next(); ok; n, ok = work.next() {
		a := r.inOrder[n]
		for _, caller := range a.callers {
			if caller.runs(a) && caller.inside.addAll(a.inside) {
				work.add(caller.position)
			}
		}
	}
}

// runs reports whether an activation runs another one, other than as a goroutine.
func (a *activation) runs(callee *activation) bool {
	return slices.ContainsFunc(a.calls, func(c activationCall) bool { return c.op != ir.OpGo && slices.Contains(c.callees, callee) })
}

// spread adds to what is passed before functions are called, what is passed before they
// are called by some activations, and so on; to none if only is there and doesn't have it.
func (r *routes) spread(from []*activation, before func(*activation) *numberSet, only map[*activation]bool) {
	work := downwards(len(r.inOrder))
	var seen numberSet
	for _, a := range from {
		seen.add(a.position)
		work.add(a.position)
	}
	for n, ok := work.next(); ok; n, ok = work.next() {
		a := r.inOrder[n]
		for _, call := range a.calls {
			var passed numberSet
			for _, callee := range call.callees {
				if only != nil && !only[callee] {
					continue
				}
				if passed == nil {
					passed = r.passedBefore(a, call.at, *before(a))
				}
				if grew := before(callee).addAll(passed); seen.add(callee.position) || grew {
					work.add(callee.position)
				}
			}
		}
	}
}

// passedBefore are the waits that may be passed before an instruction runs: in the
// blocks from which it is reached, and before the function is called. A deferred call
// comes after everything in the function, and what a test does at its end after everything.
func (r *routes) passedBefore(a *activation, at pointsto.At, before numberSet) numberSet {
	if r.comesLast(a.function, at) {
		return r.everything()
	}
	set := slices.Clone(before)
	if a.size > largestFunction || a.Blocks[at.Block].Instrs[at.Index].Op == ir.OpDefer {
		set.addAll(a.inside)
		return set
	}
	r.addRange(&set, a, at.Block, 0, at.Index)
	for _, b := range reachingOf(a.function, at.Block) {
		set.addAll(*r.block(a, b))
	}
	return set
}

// everything is what is passed in any activation.
func (r *routes) everything() (set numberSet) {
	for _, a := range r.all {
		set.addAll(a.inside)
	}
	return set
}

// block is the set of waits that are passed in a block.
func (r *routes) block(a *activation, b int) *numberSet {
	if a.passed == nil {
		a.passed = make([]*numberSet, len(a.Blocks))
	}
	if a.passed[b] == nil {
		a.passed[b] = &numberSet{}
		r.addRange(a.passed[b], a, b, 0, len(a.Blocks[b].Instrs))
	}
	return a.passed[b]
}

// addRange adds the waits that are passed in some instructions of a block.
func (r *routes) addRange(set *numberSet, a *activation, b, from, to int) {
	for _, w := range a.waits {
		if w.at.Block == b && from <= w.at.Index && w.at.Index < to {
			set.add(w.number)
		}
	}
	for _, call := range a.calls {
		if call.op != ir.OpGo && call.at.Block == b && from <= call.at.Index && call.at.Index < to {
			for _, callee := range call.callees {
				set.addAll(callee.inside)
			}
		}
	}
}

// passedOnce are the waits that are passed while something is done once that an operation
// ends: who waits for that waits for one who has begun.
func (r *routes) passedOnce(a *activation, end *Operation) (set numberSet, found bool) {
	if end.Kind != model.Once {
		return nil, false
	}
	for _, o := range a.operations {
		if o.Waits && o.Kind == model.Once && meet(o.Objects, end.Objects) {
			found = true
			set.addAll(r.passedBetween(a, o.at, end.at))
		}
	}
	return set, found
}

// passedBetween are the waits that are passed after one instruction and before another
// one, or before the function ends if that is a deferred call. Of a function that is too
// long for an outline, these are all that it may pass, here and in passedBefore.
func (r *routes) passedBetween(a *activation, from, to pointsto.At) (set numberSet) {
	if r.comesLast(a.function, to) {
		return r.everything()
	}
	deferred := a.Blocks[to.Block].Instrs[to.Index].Op == ir.OpDefer
	if !deferred && from.Block == to.Block && from.Index < to.Index && a.loops[from.Block] < 0 {
		r.addRange(&set, a, from.Block, from.Index+1, to.Index)
		return set
	}
	if a.size > largestFunction {
		return slices.Clone(a.inside)
	}
	r.addRange(&set, a, from.Block, from.Index+1, len(a.Blocks[from.Block].Instrs))
	before := reachingOf(a.function, to.Block)
	if !deferred {
		r.addRange(&set, a, to.Block, 0, to.Index)
	}
	for b := range a.Blocks {
		if (deferred || slices.Contains(before, b)) && slices.Contains(reachingOf(a.function, b), from.Block) {
			set.addAll(*r.block(a, b))
		}
	}
	return set
}
