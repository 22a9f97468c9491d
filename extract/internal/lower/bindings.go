package lower

import (
	"go/token"
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

// bindings is what is known of each variable that a literal captures.
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
	return all.Values
}

// binding is what is known of a variable that is captured in a block, if it is by value.
func (e *estimate) binding(address ssa.Value, block *ssa.BasicBlock) ir.Argument {
	if !e.s.isByValue(address) {
		alloc, _ := e.variable(address)
		return ir.Argument{Computed: alloc != nil && isData(kindOf(elementOf(alloc))) && isComputed(alloc)}
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

// isData reports whether values of a kind lead to nothing else.
func isData(kind ir.ValueKind) bool {
	return kind == ir.IntKind || kind == ir.BoolKind || kind == ir.StringKind || kind == ir.ErrorKind
}

// isComputed reports whether all that is ever stored in a variable is computed from constants and from itself.
func isComputed(alloc *ssa.Alloc) bool {
	c := &computedVariable{names: []ssa.Value{alloc}}
	for n := 0; n < len(c.names); n++ {
		for _, user := range *c.names[n].Referrers() {
			if !c.admits(user, c.names[n]) {
				return false
			}
		}
	}
	return true
}

// A computedVariable is one with the names that it has in function literals.
type computedVariable struct{ names []ssa.Value }

// admits reports whether an instruction that uses the address of the variable does no more than to load it, to store
// what is computed, or to capture it.
func (c *computedVariable) admits(user ssa.Instruction, address ssa.Value) bool {
	switch user := user.(type) {
	case *ssa.DebugRef:
		return true
	case *ssa.UnOp:
		return user.Op == token.MUL
	case *ssa.Store:
		return user.Addr == address && c.computes(user.Val, 0)
	case *ssa.MakeClosure:
		for i, v := range user.Bindings {
			if v == address {
				c.names = append(c.names, user.Fn.(*ssa.Function).FreeVars[i])
			}
		}
		return true
	}
	return false
}

// computes reports whether a value is computed from constants and from the variable.
func (c *computedVariable) computes(v ssa.Value, depth int) bool {
	if depth > deepestEstimate {
		return false
	}
	switch v := v.(type) {
	case *ssa.Const:
		return true
	case *ssa.BinOp:
		return c.computes(v.X, depth+1) && c.computes(v.Y, depth+1)
	case *ssa.UnOp:
		if v.Op == token.MUL {
			return slices.Contains(c.names, v.X)
		}
		return v.Op != token.ARROW && c.computes(v.X, depth+1)
	}
	return false
}
