package lower

import (
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/chancheck/chancheck/extract/ir"
)

// A function literal that is judged by itself knows of what it has captured what the function
// around it does: its calls are many and unknown, but there is one place where it is made.

// findBindings notes what is known of the variables that function literals have captured by value.
func (c *callSurvey) findBindings(concerned map[*ssa.Function]bool) {
	c.s.result.Captured = map[string][]ir.Argument{}
	for _, f := range c.s.order {
		if made := c.s.closureOf(f); made != nil && concerned[outermost(f)] {
			if list := c.bindings(made); slices.ContainsFunc(list, func(a ir.Argument) bool { return a.IsKnown() }) {
				c.s.result.Captured[c.s.name(f)] = list
			}
		}
	}
}

// bindings is what is known of each variable that a literal captures. Of functions nothing is said:
// there is much in them that doesn't matter.
func (c *callSurvey) bindings(made *ssa.MakeClosure) []ir.Argument {
	var all *ir.Arguments
	for _, env := range c.environments(made.Parent()) {
		e := &estimate{s: c.s, function: made.Parent(), env: env, busy: map[ssa.Value]bool{}}
		one := ir.Arguments{}
		for _, v := range made.Bindings {
			one.Values = append(one.Values, e.binding(v, made.Block()))
		}
		if all != nil {
			both := ir.Callers{Calls: []ir.Arguments{*all, one}}
			one = both.Join()
		}
		all = &one
	}
	return all.WithoutFunctions().Values
}

// binding is what is known of a variable that is captured in a block, if it is by value.
func (e *estimate) binding(address ssa.Value, block *ssa.BasicBlock) ir.Argument {
	if !e.s.isByValue(address) {
		return ir.Argument{}
	}
	known := e.content(address)
	for _, g := range guardsOf(block) {
		for _, user := range *address.Referrers() {
			if load, ok := user.(*ssa.UnOp); ok {
				e.refine(&known, load, g)
			}
		}
	}
	return known
}
