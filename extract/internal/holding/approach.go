package holding

import (
	"slices"

	"github.com/chancheck/chancheck/extract/internal/supergraph"
	"github.com/chancheck/chancheck/extract/ir"
)

// An Approach is how others come to a function: by calling another one, or as a goroutine that is started somewhere, and
// what that calls then.
type Approach struct {
	// Top is the function that others call, Start where the goroutine is started, that runs it, if it is one.
	Top   *supergraph.Function
	Start supergraph.Instruction
	Calls []supergraph.Instruction
	// conditions are those of Top, or of who starts it.
	conditions []Condition
	// given is the path to the struct with the locks, or with one of them, from what Top is given, or from where the goroutine is
	// started.
	given path
}

// maxApproaches limits the ways to a function that are tried, maxHeight their calls, and maxAscents the calls that are looked at.
const maxApproaches, maxHeight, maxAscents = 8, 5, 200

// approaches lists ways in which others come to an order.
func (a *Analysis) approaches(o *Order, isRun map[*supergraph.Function]bool) []Approach {
	visit := &ascent{Analysis: a, isRun: isRun}
	visit.from(o, Approach{Top: o.Parent, conditions: o.all, given: path{root: o.rootOperand(), known: true}}, maxHeight)
	return visit.list
}

// An ascent goes from a function to its callers.
type ascent struct {
	*Analysis
	isRun map[*supergraph.Function]bool
	list  []Approach
	seen  int // calls
}

// from adds the ways to the top of an approach.
func (v *ascent) from(o *Order, w Approach, height int) {
	if len(v.list) == maxApproaches {
		return
	}
	if v.isCalledFreely(o, &w) {
		v.list = append(v.list, w)
	}
	if height == 0 {
		return
	}
	for _, call := range v.callersOf(w.Top) {
		if v.seen++; v.seen > maxAscents {
			return
		}
		next, ok := v.above(w, call)
		switch {
		case !ok:
		case call.Instr().Op == ir.OpGo:
			v.list = append(v.list, next)
		case call.Parent != w.Top && !v.isFresh(call.Parent, next.given.root):
			v.from(o, next, height-1)
		}
	}
}

// givenFrom is what an approach is given, as a caller of its top knows it.
func (a *Analysis) givenFrom(w Approach, call supergraph.Instruction) path {
	if w.given.root.Kind != ir.Register {
		return w.given
	}
	o, ok := a.passed(call, w.Top, w.given.root.Reg)
	if !ok {
		return path{}
	}
	if o = call.Parent.Original(o); isNew(call.Parent, o) {
		return w.given.of(path{root: o, known: true})
	}
	return w.given.of(a.pathOf(call.Parent, o))
}

// above is an approach from where an instruction calls its top, or starts it.
func (v *ascent) above(w Approach, call supergraph.Instruction) (next Approach, ok bool) {
	conditions, ok := v.conditionsFrom(call, w.Top, w.conditions)
	own, isPossible := v.conditionsTo(call)
	if !ok || !isPossible || !call.Parent.Site.IsValid() {
		return next, false
	}
	next = Approach{Top: call.Parent, Calls: append([]supergraph.Instruction{call}, w.Calls...), given: v.givenFrom(w, call)}
	isGiven := slices.ContainsFunc(conditions, func(c Condition) bool { return c.isGiven() })
	next.conditions = slices.Concat(own, conditions)
	switch call.Instr().Op {
	case ir.OpGo:
		next.Top, next.Start, next.Calls = w.Top, call, w.Calls
		return next, !isGiven && v.isRun[call.Parent] && v.areCompatible(next.conditions)
	case ir.OpCall:
		return next, v.areCompatible(next.conditions)
	}
	return next, false
}

// isFresh reports whether a function has made a struct itself, or one in which it has found it, which others need not have yet.
func (a *Analysis) isFresh(f *supergraph.Function, o ir.Operand) bool {
	for range maxDepth {
		in := f.Definition(f.BaseOfPart(o))
		switch {
		case in == nil:
			return false
		case in.Op == ir.OpAlloc || in.Op == ir.OpCall || in.Op == ir.OpExtract:
			return true
		case in.Op != ir.OpLoad:
			return false
		}
		o = in.Args[0]
	}
	return false
}

// isCalledFreely reports whether others call the top of an approach as they like: they get what it is given, if the package
// calls it, too. A function that nobody calls was written for others.
func (v *ascent) isCalledFreely(o *Order, w *Approach) bool {
	f := w.Top
	if !v.isRun[f] || !v.isOpen(f) {
		return false
	}
	if len(f.Callers) == 0 || o.rootOperand().Kind != ir.Register {
		return true
	}
	given := 0 // what it finds the struct in isn't known
	if w.given.beginsOutside(f) {
		given = w.given.root.Reg
	}
	return v.isReturned(f.ParamType(given))
}

// isReturned reports whether others get structs of a type.
func (a *Analysis) isReturned(typeName string) bool {
	isOne := func(f *supergraph.Function, v ir.Operand) bool {
		for _, l := range a.Points.Operand(f.Function, v) {
			if made := &a.Points.Objects[l]; made.IsStruct() && made.Type == typeName {
				return true
			}
		}
		return false
	}
	return slices.ContainsFunc(a.Order, func(f *supergraph.Function) bool {
		return a.isOpen(f) && slices.ContainsFunc(f.Returned(), func(v ir.Operand) bool { return isOne(f, v) })
	})
}
