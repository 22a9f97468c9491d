package waitfor

import (
	"slices"

	"github.com/chancheck/chancheck/extract/internal/dataflow"
	"github.com/chancheck/chancheck/extract/internal/library"
	"github.com/chancheck/chancheck/extract/internal/pointsto"
	"github.com/chancheck/chancheck/extract/internal/supergraph"
	"github.com/chancheck/chancheck/extract/ir"
	"github.com/chancheck/chancheck/model"
)

// Routes are the ways on which goroutines come to what they do: which waits they may
// have passed by then. Functions are told apart by the functions that they are given,
// and stand-ins for library functions by the objects, too.
type routes struct {
	*supergraph.Graph
	waits       []wait
	waitNumbers map[string]int
	in          map[*supergraph.Function]bool
	all         []*activation
	// inOrder are all, callees first.
	inOrder  []*activation
	found    map[string]*activation
	variants map[*supergraph.Function]int
	// spent is on what they are charged: see Work.
	spent *Spent
	// operating lists the activations that operate on an object.
	operating map[pointsto.Location][]*activation
}

// An activation is a function that is called with certain arguments.
type activation struct {
	*supergraph.Function
	position   int // in the order of callees before callers
	at         supergraph.Context
	operations []supergraph.Operation
	waits      []waitAt
	calls      []activationCall
	callers    []*activation
	// isRoot says that it may be called by code that isn't seen, isStarted that it is a
	// goroutine, or the end of a test.
	isRoot, isStarted bool
	inside, before    dataflow.Set
	// passed is what is passed in each block.
	passed []*dataflow.Set
	// steps are what matters of each block, deferred are those of them that are deferred.
	steps    [][]step
	deferred []*step
}

// A step is an instruction that may wait, serve or call, or that ends a function.
type step struct {
	at         pointsto.At
	op         ir.Op
	waits      dataflow.Set
	operations []supergraph.Operation
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
func (x *Analysis) routes(functions []*supergraph.Function, spent *Spent) *routes {
	r := &routes{
		Graph: x.Graph, spent: spent, waitNumbers: map[string]int{}, in: map[*supergraph.Function]bool{},
		found: map[string]*activation{}, variants: map[*supergraph.Function]int{},
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
	r.inOrder = dataflow.InPostorder(r.all, func(a *activation) *int { return &a.position }, (*activation).callees)
	for _, a := range r.all {
		r.findSteps(a)
	}
	r.computeInside()
	r.spread(r.all, func(a *activation) *dataflow.Set { return &a.before }, nil)
	return r
}

// isSpent reports whether nothing is left of the budget: what was found then isn't all.
func (r *routes) isSpent() bool { return r.spent.IsAll() }

// callees are the activations that one may call or start.
func (a *activation) callees() (list []*activation) {
	for _, call := range a.calls {
		list = append(list, call.callees...)
	}
	return list
}

// startsRoute reports whether a function may be called by code that isn't seen, or by
// none.
func (r *routes) startsRoute(f *supergraph.Function) bool {
	return f.Exported || r.Points.Exposed(f.Name) || !slices.ContainsFunc(f.Callers, func(call supergraph.Instruction) bool { return r.in[call.Parent] })
}

func (r *routes) activation(f *supergraph.Function, at supergraph.Context) *activation {
	key := f.Name + " " + at.Key()
	if a := r.found[key]; a != nil {
		return a
	}
	if len(at) > 0 && r.variants[f] >= mostVariants {
		return r.activation(f, nil)
	}
	a := &activation{Function: f, at: at}
	r.found[key] = a
	r.variants[f]++
	r.all = append(r.all, a)
	a.operations = r.operationsFor(a)
	a.waits = r.waitsOf(f, a.operations)
	return a
}

// operationsFor are the operations of a function on what it is given.
func (r *routes) operationsFor(a *activation) []supergraph.Operation {
	operations := r.Operations(a.Function)
	if len(a.at) == 0 {
		return operations
	}
	operations = slices.Clone(operations)
	for i := range operations {
		o := &operations[i]
		in := a.Function.At(o.At).Instr()
		if len(in.Args) == 0 || in.Name == "" {
			continue
		}
		if bound, ok := a.at.Of(a.Function, in.Args[0]); ok {
			o.Objects = slices.DeleteFunc(slices.Clone(o.Objects), func(l pointsto.Location) bool { return !slices.Contains(bound.Locations, l) })
		}
	}
	return operations
}

// connect finds the calls of an activation.
func (r *routes) connect(a *activation) {
	for i := range a.Instructions() {
		if !i.Calls() {
			continue
		}
		call := activationCall{at: i.At, op: i.Instr().Op, last: r.ComesLast(a.Function, i.At)}
		for _, name := range r.CalleesIn(i, a.at) {
			if callee := r.Callee(name); callee != nil && r.in[callee] {
				to := r.activation(callee, r.Bind(i, a.at, callee))
				if !slices.Contains(call.callees, to) {
					call.callees = append(call.callees, to)
				}
				if !slices.Contains(to.callers, a) {
					to.callers = append(to.callers, a)
				}
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
	for i := range a.Instructions() {
		st := step{at: i.At, op: i.Instr().Op, announces: library.Find(i.Instr().Name).Action == model.Announce}
		for ; len(waits) > 0 && waits[0].at == st.at; waits = waits[1:] {
			st.waits.Add(waits[0].number)
		}
		count := 0
		for ; count < len(operations) && operations[count].At == st.at; count++ {
			r.enterOperating(a, operations[count].Objects)
		}
		st.operations, operations = operations[:count], operations[count:]
		if len(calls) > 0 && calls[0].at == st.at {
			st.callees, calls = calls[0].callees, calls[1:]
		}
		if st.matters() && !r.ComesLast(a.Function, st.at) {
			a.steps[i.At.Block] = append(a.steps[i.At.Block], st)
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

// computeInside finds the waits that are passed in each activation and what it calls.
func (r *routes) computeInside() {
	for _, a := range r.all {
		for _, w := range a.waits {
			a.inside.Add(w.number)
		}
	}
	var work dataflow.Worklist
	for i := range r.inOrder {
		work.Add(i)
	}
	for n, ok := work.Next(); ok; n, ok = work.Next() {
		a := r.inOrder[n]
		for _, caller := range a.callers {
			if caller.runs(a) && caller.inside.AddAll(a.inside) {
				work.Add(caller.position)
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
func (r *routes) spread(from []*activation, before func(*activation) *dataflow.Set, only map[*activation]bool) {
	work := dataflow.Downwards(len(r.inOrder))
	var seen dataflow.Set
	for _, a := range from {
		seen.Add(a.position)
		work.Add(a.position)
	}
	for n, ok := work.Next(); ok; n, ok = work.Next() {
		a := r.inOrder[n]
		for _, call := range a.calls {
			var passed dataflow.Set
			for _, callee := range call.callees {
				if only != nil && !only[callee] {
					continue
				}
				if passed == nil {
					passed = r.passedBefore(a, call.at, *before(a))
				}
				if grew := before(callee).AddAll(passed); seen.Add(callee.position) || grew {
					work.Add(callee.position)
				}
			}
		}
	}
}

// passedBefore are the waits that may be passed before an instruction runs: in the
// blocks from which it is reached, and before the function is called. A deferred call
// comes after everything in the function, and what a test does at its end after everything.
func (r *routes) passedBefore(a *activation, at pointsto.At, before dataflow.Set) dataflow.Set {
	if r.ComesLast(a.Function, at) {
		return r.everything()
	}
	set := slices.Clone(before)
	if a.Size > LargestFunction || a.Blocks[at.Block].Instrs[at.Index].Op == ir.OpDefer {
		set.AddAll(a.inside)
		return set
	}
	r.addRange(&set, a, at.Block, 0, at.Index)
	a.Function.BlocksBefore(at.Block).Each(func(b int) { set.AddAll(*r.block(a, b)) })
	return set
}

// everything is what is passed in any activation.
func (r *routes) everything() (set dataflow.Set) {
	for _, a := range r.all {
		set.AddAll(a.inside)
	}
	return set
}

// block is the set of waits that are passed in a block.
func (r *routes) block(a *activation, b int) *dataflow.Set {
	if a.passed == nil {
		a.passed = make([]*dataflow.Set, len(a.Blocks))
	}
	if a.passed[b] == nil {
		a.passed[b] = &dataflow.Set{}
		r.addRange(a.passed[b], a, b, 0, len(a.Blocks[b].Instrs))
	}
	return a.passed[b]
}

// addRange adds the waits that are passed in some instructions of a block.
func (r *routes) addRange(set *dataflow.Set, a *activation, b, from, to int) {
	for _, w := range a.waits {
		if w.at.Block == b && from <= w.at.Index && w.at.Index < to {
			set.Add(w.number)
		}
	}
	for _, call := range a.calls {
		if call.op != ir.OpGo && call.at.Block == b && from <= call.at.Index && call.at.Index < to {
			for _, callee := range call.callees {
				set.AddAll(callee.inside)
			}
		}
	}
}

// passedOnce are the waits that are passed while something is done once that an operation
// ends: who waits for that waits for one who has begun.
func (r *routes) passedOnce(a *activation, end *supergraph.Operation) (set dataflow.Set, found bool) {
	if end.Kind != model.Once {
		return nil, false
	}
	for _, o := range a.operations {
		if o.Waits && o.Kind == model.Once && o.IsOn(end.Objects) {
			found = true
			set.AddAll(r.passedBetween(a, o.At, end.At))
		}
	}
	return set, found
}

// passedBetween are the waits that are passed after one instruction and before another
// one, or before the function ends if that is a deferred call. Of a function that is too
// long for an outline, these are all that it may pass, here and in passedBefore.
func (r *routes) passedBetween(a *activation, from, to pointsto.At) (set dataflow.Set) {
	if r.ComesLast(a.Function, to) {
		return r.everything()
	}
	deferred := a.Blocks[to.Block].Instrs[to.Index].Op == ir.OpDefer
	if !deferred && from.Block == to.Block && from.Index < to.Index && a.Loops[from.Block] < 0 {
		r.addRange(&set, a, from.Block, from.Index+1, to.Index)
		return set
	}
	if a.Size > LargestFunction {
		return slices.Clone(a.inside)
	}
	r.addRange(&set, a, from.Block, from.Index+1, len(a.Blocks[from.Block].Instrs))
	if !deferred {
		r.addRange(&set, a, to.Block, 0, to.Index)
	}
	for b := range a.Blocks {
		if (deferred || a.Function.Leads(b, to.Block)) && a.Function.Leads(from.Block, b) {
			set.AddAll(*r.block(a, b))
		}
	}
	return set
}
