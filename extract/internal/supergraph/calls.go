package supergraph

import (
	"slices"

	"github.com/chancheck/chancheck/extract/internal/dataflow"
	"github.com/chancheck/chancheck/extract/internal/library"
	"github.com/chancheck/chancheck/extract/internal/pointsto"
	"github.com/chancheck/chancheck/extract/ir"
)

// Argument is what a call passes for a parameter. The captured variables of a
// closure that isn't called where it is made are passed when it is made. What package testing
// passes to a function that it runs isn't known.
func Argument(in *ir.Instr, f *Function, parameter int) (ir.Operand, bool) {
	if RunsArgument(in.Name) {
		return ir.Operand{}, false
	}
	args := in.Args
	if in.Name == "" && in.Method == "" { // args[0] is the function
		args = args[1:]
	}
	if parameter < len(args) {
		return args[parameter], true
	}
	return ir.Operand{}, false
}

// RunsArgument reports whether a function of package testing runs the one that it is
// given: now, or at the end of the test.
func RunsArgument(name string) bool {
	meaning := library.Find(name).Meaning
	return meaning == library.Subtest || meaning == library.Cleanup
}

// ComesLast reports whether an instruction only registers what is done at the end of a
// test, after all that the function and its callers do.
func (x *Graph) ComesLast(f *Function, at pointsto.At) bool {
	return library.Find(f.Blocks[at.Block].Instrs[at.Index].Name).Meaning == library.Cleanup
}

// Callee is the function of a name, nil if it isn't part of the graph.
func (x *Graph) Callee(name string) *Function {
	f := x.Program.Function(name)
	if f == nil {
		return nil
	}
	return x.Functions[f]
}

// A Call is an instruction that may run functions of the program, with these.
type Call struct {
	Instruction
	Callees []*Function
}

// CallsIn lists the calls of a function, in order. They are asked for again and again, so that
// functions are looked up by their names once.
func (x *Graph) CallsIn(f *Function) []Call {
	if f.listedCalls {
		return f.calls
	}
	f.listedCalls = true
	for i := range f.Instructions() {
		if !i.Calls() {
			continue
		}
		call := Call{Instruction: i}
		for _, name := range x.Points.Callees(f.Function, i.At) {
			if callee := x.Callee(name); callee != nil {
				call.Callees = append(call.Callees, callee)
			}
		}
		if len(call.Callees) > 0 {
			f.calls = append(f.calls, call)
		}
	}
	return f.calls
}

// CalleesAt lists the functions of the program that an instruction may run. Who changes the list
// has to clone it.
func (x *Graph) CalleesAt(i Instruction) []*Function {
	calls := x.CallsIn(i.Parent)
	n, found := slices.BinarySearchFunc(calls, i.At, func(c Call, at pointsto.At) int { return c.At.Compare(at) })
	if !found {
		return nil
	}
	return calls[n].Callees
}

// GivenTo lists the functions that a call of code which isn't seen is given as arguments: it may call them before it
// returns.
func (x *Graph) GivenTo(call Instruction) (list []*Function) {
	for _, arg := range call.Instr().Args {
		for _, name := range x.functionsAmong(x.Points.Operand(call.Parent.Function, arg)) {
			if f := x.Callee(name); f != nil {
				list = append(list, f)
			}
		}
	}
	return list
}

// WithCallers adds to a set the functions that are something by themselves, and those
// from which calls that count lead to them.
func (x *Graph) WithCallers(set map[*Function]bool, is func(*Function) bool, counts func(call Instruction) bool) {
	var work []*Function
	for _, f := range x.Order {
		if is(f) {
			set[f] = true
			work = append(work, f)
		}
	}
	for len(work) > 0 {
		f := work[len(work)-1]
		work = work[:len(work)-1]
		for _, call := range f.Callers {
			if !set[call.Parent] && counts(call) {
				set[call.Parent] = true
				work = append(work, call.Parent)
			}
		}
	}
}

// UnderRecover is the set of functions that recover from what panics in them, or are called by
// one.
func (x *Graph) UnderRecover() map[*Function]bool {
	if x.recovering == nil {
		x.recovering = dataflow.Reachable(slices.DeleteFunc(slices.Clone(x.Order), func(f *Function) bool { return !x.DefersRecover(f) }), func(f *Function) (list []*Function) {
			for _, call := range x.CallsIn(f) {
				if call.Instr().Op != ir.OpGo {
					list = append(list, call.Callees...)
				}
			}
			return list
		})
	}
	return x.recovering
}

// DefersRecover reports whether a function recovers from what panics in it.
func (x *Graph) DefersRecover(f *Function) bool {
	return slices.ContainsFunc(x.CallsIn(f), func(call Call) bool {
		return call.Instr().Op == ir.OpDefer && slices.ContainsFunc(call.Callees, func(g *Function) bool { return g.Recovers })
	})
}

// findEnders finds the functions that end their goroutine, some time, or panic: by
// a call of one that does.
func (x *Graph) findEnders() {
	isCall := func(i Instruction) bool { return i.Instr().Op == ir.OpCall }
	x.WithCallers(x.MayEnd, func(f *Function) bool { return f.ends }, isCall)
	x.WithCallers(x.MayGoexit, func(f *Function) bool { return f.goexits }, isCall)
	x.WithCallers(x.MayGiveUp, func(f *Function) bool { return f.givesUp }, isCall)
	x.WithCallers(x.MayExit, func(f *Function) bool { return f.exits }, isCall)
	x.WithCallers(x.MayPanic, func(f *Function) bool { return f.panics }, isCall)
}

// RefersTo lists the functions that a function may call or start, and of which it
// makes values.
func (x *Graph) RefersTo(f *Function) []*Function {
	if f.referred {
		return f.refers
	}
	add := func(name string) {
		if callee := x.Callee(name); callee != nil && !slices.Contains(f.refers, callee) {
			f.refers = append(f.refers, callee)
		}
	}
	for i := range f.Instructions() {
		for _, name := range x.Points.Callees(f.Function, i.At) {
			add(name)
		}
		if in := i.Instr(); in.Op == ir.OpMakeClosure {
			add(in.Name)
		}
	}
	f.referred = true
	return f.refers
}

// VisitReached visits a function and what it may call, start or make a value.
func (x *Graph) VisitReached(f *Function, visit func(*Function)) {
	seen := make(dataflow.Set, (len(x.Order)+63)/64)
	seen.Add(f.Number)
	work := []*Function{f}
	for len(work) > 0 {
		f := work[len(work)-1]
		work = work[:len(work)-1]
		visit(f)
		for _, callee := range x.RefersTo(f) {
			if seen.Add(callee.Number) {
				work = append(work, callee)
			}
		}
	}
}

// LeadingTo are some functions, and those that refer to one of them.
func (x *Graph) LeadingTo(functions []*Function) map[*Function]bool {
	return dataflow.Reachable(functions, func(f *Function) (list []*Function) {
		for _, i := range slices.Concat(f.Callers, x.Closures[f]) {
			list = append(list, i.Parent)
		}
		return list
	})
}

// Names are those of all functions.
func (x *Graph) Names() (list []string) {
	for _, f := range x.Order {
		list = append(list, f.Name)
	}
	return list
}

// Called lists functions with those that they may call, start or make a value, in the
// order in which all were found.
func (x *Graph) Called(names []string) []string {
	var from []*Function
	for _, name := range names {
		if f := x.ByName[name]; f != nil {
			from = append(from, f)
		}
	}
	set := dataflow.Reachable(from, x.RefersTo)
	var list []string
	for _, f := range x.Order {
		if set[f] {
			list = append(list, f.Name)
		}
	}
	return list
}
