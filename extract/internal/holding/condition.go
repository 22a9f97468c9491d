package holding

import (
	"slices"

	"github.com/chancheck/chancheck/extract/internal/supergraph"
	"github.com/chancheck/chancheck/extract/ir"
)

// A Condition is a side of a branch that a function takes, itself or in what it calls.
type Condition struct {
	Side
	// Calls lead to the function with the branch.
	Calls []supergraph.Instruction
	// flag is the register of the function in which it is given what the branch asks for, which has to be isTrue; -1 if it
	// isn't just given.
	flag   int
	isTrue bool
	// isCompared says that what is at the end of a path is compared with a constant, or with what the function is given in the
	// register that is with, if that isn't -1.
	of         path
	comparison comparison
	with       int
	isCompared bool
}

// conditionOf is a side of a branch as a condition of its function.
func (a *Analysis) conditionOf(s Side) Condition {
	f := s.Branch.Parent
	c := Condition{Side: s, flag: -1, with: -1}
	of, negated := f.Negated(s.Branch.Instr().Args[0])
	if of.Kind == ir.Register && of.Reg < f.Params+f.FreeVars {
		c.flag, c.isTrue = of.Reg, s.Edge == 0 != negated
		return c
	}
	in := f.Definition(of)
	if in == nil || in.Op != ir.OpBinary || flipped[in.Name] == "" {
		return c
	}
	c.comparison = comparison{operator: in.Name, negated: negated}
	left, right := f.Original(in.Args[0]), f.Original(in.Args[1])
	if load := f.Definition(left); load == nil || load.Op != ir.OpLoad {
		left, right, c.comparison.operator = right, left, flipped[in.Name]
	}
	load := f.Definition(left)
	if load == nil || load.Op != ir.OpLoad {
		return c
	}
	c.of = a.pathOf(f, load.Args[0])
	switch {
	case right.Kind == ir.IntConst:
		c.comparison.number, c.isCompared = right.Int, true
	case right.Kind == ir.Register && right.Reg < f.Params+f.FreeVars:
		c.with, c.isCompared = right.Reg, true
	}
	return c
}

// conditionFrom is a condition of a function as one of its caller, isMet says that this meets it in any case; it is not ok if it
// doesn't, or may know that it doesn't.
func (a *Analysis) conditionFrom(call supergraph.Instruction, callee *supergraph.Function, c Condition) (from Condition, isMet, ok bool) {
	c.Calls = append([]supergraph.Instruction{call}, c.Calls...)
	if c.flag >= 0 {
		o, ok := a.passed(call, callee, c.flag)
		o = call.Parent.Original(o)
		if o.Kind == ir.BoolConst {
			return c, true, ok && c.isTrue == (o.Int != 0)
		}
		c.flag = o.Reg
		return c, false, ok && o.Kind == ir.Register && o.Reg < call.Parent.Params+call.Parent.FreeVars
	}
	isKnown := !c.isCompared || a.compareFrom(call, callee, &c)
	return c, false, isKnown && !a.setsBefore(call, a.groundsOf(c.Branch).cells)
}

// compareFrom says in terms of a caller what a condition compares; it is not ok if it isn't known with what.
func (a *Analysis) compareFrom(call supergraph.Instruction, callee *supergraph.Function, c *Condition) (ok bool) {
	if c.of.root.Kind == ir.Register {
		o, ok := a.passed(call, callee, c.of.root.Reg)
		of := c.of
		if c.of = (path{}); ok {
			c.of = of.of(a.pathOf(call.Parent, o))
		}
	}
	if c.with < 0 {
		return true
	}
	o, ok := a.passed(call, callee, c.with)
	switch o = call.Parent.Original(o); {
	case o.Kind == ir.IntConst:
		c.comparison.number, c.with = o.Int, -1
	case o.Kind == ir.Register && o.Reg < call.Parent.Params+call.Parent.FreeVars:
		c.with = o.Reg
	default:
		return false
	}
	return ok
}

// isGiven reports whether it hangs on an argument which side is taken, so that nothing else is asked about it.
func (c *Condition) isGiven() bool { return c.flag >= 0 || c.with >= 0 }

// conditionsTo lists what has to be for a function to come to an instruction; it is not ok if that can't be, for all that the program
// says.
func (a *Analysis) conditionsTo(i supergraph.Instruction) (list []Condition, ok bool) {
	fellows := a.fellowsAt(i)
	for _, s := range a.decide(i) {
		if isEndOfRange(s, i) {
			continue
		}
		c := a.conditionOf(s)
		enters := func(c fellow) bool { return a.entersRangeOf(s, c.field) }
		if !c.isGiven() && !slices.ContainsFunc(fellows, enters) && !a.mayTake(s.Branch, s.Edge) {
			return nil, false
		}
		list = append(list, c)
	}
	return list, true
}

// areCompatible reports whether no two of some conditions, of different functions, rule each other out: they don't ask for the same,
// or compare one number with constants, and there is one that meets them all.
func (a *Analysis) areCompatible(list []Condition) bool {
	for n, c := range list {
		for _, other := range list[:n] {
			switch {
			case c.flag >= 0 && c.flag == other.flag && c.isTrue != other.isTrue:
				return false
			case c.Branch.Parent == other.Branch.Parent || !a.groundsOf(c.Branch).sharesMemory(a.groundsOf(other.Branch)):
			case !c.isCompared || !other.isCompared || !c.of.isSame(other.of) || !arePossible(c.of, list):
				return false
			}
		}
	}
	return true
}

// arePossible reports whether one number meets all conditions that compare what is at the end of a path with constants.
func arePossible(of path, list []Condition) bool {
	var all order
	for _, c := range slices.Backward(list) { // those that are asked last come first
		if c.isCompared && c.with < 0 && c.of == of {
			all.add(c.comparison, [2]bool{c.Edge == 0, c.Edge == 1})
		}
	}
	for n, c := range all.list {
		isEqual := c.operator == "==" || c.operator == "!="
		if isEqual && !c.isDefault(all.edges[n]) {
			return all.isTakenBy(c.number, 0)
		}
	}
	return all.isPossible()
}

// isMetByZero reports whether a condition compares what a variable holds with a constant, and is met by what is there first.
func (c *Condition) isMetByZero() bool {
	if c.isCompared {
		return c.with < 0 && c.comparison.takes(0, 0) == c.Edge
	}
	f := c.Branch.Parent
	of, negated := f.Negated(c.Branch.Instr().Args[0])
	in := f.Definition(of)
	return in != nil && in.Op == ir.OpLoad && in.Kind == ir.BoolKind && (c.Edge == 0) == negated
}
