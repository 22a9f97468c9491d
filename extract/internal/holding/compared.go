package holding

import (
	"slices"
	"strconv"
	"strings"

	"github.com/chancheck/chancheck/extract/internal/pointsto"
	"github.com/chancheck/chancheck/extract/internal/supergraph"
	"github.com/chancheck/chancheck/extract/ir"
)

// Two branches that compare the same two values can't rule each other out wherever one order of the values takes both
// as they have to be taken: after `if a < b { return }` there is still a > b.

// A comparison is what a branch compares: two values that are the same wherever they have the same names, or one
// with a number.
type comparison struct {
	left, right string // right is "" if it is a number
	number      int64
	operator    string
	negated     bool
	// below says that it is asked whether a number is less than zero, which it may be.
	below bool
}

// comparisonOf is what a branch compares, if that is all that it asks.
func (a *Analysis) comparisonOf(branch supergraph.Instruction) (c comparison, ok bool) {
	f := branch.Parent
	of, negated := f.Negated(branch.Instr().Args[0])
	in := f.Definition(of)
	c.negated = negated
	if in == nil || in.Op != ir.OpBinary || flipped[in.Name] == "" {
		return c, false
	}
	c.operator = in.Name
	left, right := firstOf(f, in.Args[0]), firstOf(f, in.Args[1])
	if left.Kind == ir.IntConst {
		left, right, c.operator = right, left, flipped[c.operator]
	}
	c.left = a.valueOf(f, left)
	if right.Kind == ir.IntConst || right.Kind == ir.NilConst { // which is one of its values, as 0 is
		c.number = right.Int
		c.below = c.number == 0 && (c.operator == "<" || c.operator == ">=") && a.mayBeNegative(f, left)
		return c, c.left != "" && c.number >= 0
	}
	c.right = a.valueOf(f, right)
	if c.left > c.right {
		c.left, c.right, c.operator = c.right, c.left, flipped[c.operator]
	}
	return c, c.left != "" && c.right != ""
}

// mayBeNegative reports whether a value that is compared with zero may be less, for all that is known: what callers give, a difference, what is
// in a variable or comes from a function of the package only if somebody has written such a number there, and of what comes from others only
// where something is, which may be nowhere. What else one gets is a count, for the most part.
func (a *Analysis) mayBeNegative(f *supergraph.Function, o ir.Operand) bool {
	i, ok := f.DefinedAt(f.Original(o))
	if !ok {
		return true
	}
	switch in := i.Instr(); in.Op {
	case ir.OpLoad:
		isNegative := func(store supergraph.Instruction) bool {
			value, ok := setBy(store)
			return ok && isLess(value)
		}
		return slices.ContainsFunc(a.Memory(f, in.Args[0]), func(l pointsto.Location) bool { return slices.ContainsFunc(a.Stores[l], isNegative) })
	case ir.OpBinary:
		return in.Name == "-"
	case ir.OpCall:
		return slices.ContainsFunc(a.CalleesAt(i), func(callee *supergraph.Function) bool { return slices.ContainsFunc(callee.Returned(), isLess) })
	}
	return strings.Contains(i.Instr().Text, "Index")
}

func isLess(o ir.Operand) bool { return o.Kind == ir.IntConst && o.Int < 0 }

// firstOf is what a register holds first that counts the turns of a loop; others are themselves. Later turns ask again,
// but a function that comes past the first one has come there.
func firstOf(f *supergraph.Function, o ir.Operand) ir.Operand {
	if o.Kind != ir.Register {
		return o
	}
	if in := f.Definition(o); in != nil && in.Op == ir.OpBinary && in.Name == "+" && in.Args[1].Kind == ir.IntConst {
		if first := firstOf(f, in.Args[0]); first.Kind == ir.IntConst {
			return ir.Operand{Kind: ir.IntConst, Int: first.Int + in.Args[1].Int}
		}
		return o
	}
	first := o
	for _, d := range f.Defined[o.Reg] {
		switch {
		case d.At.Index >= 0 || d.From.Kind != ir.IntConst:
		case first != o:
			return o
		default:
			first = d.From
		}
	}
	if !isCounter(f, o.Reg) {
		return o
	}
	return first
}

// flipped are the operators for operands in the other order.
var flipped = map[string]string{"<": ">", "<=": ">=", ">": "<", ">=": "<=", "==": "==", "!=": "!="}

// valueOf is a name of a value, the same for all loads of one address, "" if it has none.
func (a *Analysis) valueOf(f *supergraph.Function, o ir.Operand) string {
	o = f.Original(o)
	in := f.Definition(o)
	switch {
	case o.Kind != ir.Register:
		return ""
	case in != nil && in.Op == ir.OpLoad:
		if p := a.pathOf(f, in.Args[0]); p.known {
			return "*" + strconv.Itoa(int(p.root.Kind)) + p.root.Text + strconv.Itoa(p.root.Reg) + p.steps
		}
		return ""
	case in != nil && in.Op == ir.OpLen:
		if of := a.valueOf(f, in.Args[0]); of != "" {
			return "len " + of
		}
		return ""
	case o.Reg < f.Params+f.FreeVars || isLasting(f, o):
		return strconv.Itoa(o.Reg)
	}
	return ""
}

// takes is the edge that a branch takes which compares two numbers so.
func (c comparison) takes(left, right int64) int {
	if c.right == "" {
		right = c.number
	}
	is, _ := ir.Compare(c.operator, left, right)
	if is != c.negated {
		return 0
	}
	return 1
}

// isDefault reports whether a branch is left for what isn't equal to a constant.
func (c comparison) isDefault(edges [2]bool) bool {
	if c.right != "" || c.operator != "==" && c.operator != "!=" {
		return false
	}
	return !edges[c.takes(c.number, 0)]
}

// An order has the branches of a function that compare the same, with the edges that may be taken of each.
type order struct {
	list  []comparison
	edges [][2]bool
}

// add adds a branch; it is not ok if that compares something else.
func (o *order) add(c comparison, edges [2]bool) (ok bool) {
	if len(o.list) > 0 && (c.left != o.list[0].left || c.right != o.list[0].right) {
		return false
	}
	o.list, o.edges = append(o.list, c), append(o.edges, edges)
	return true
}

// isPossible reports whether some two values take an edge of each branch that may be taken. Numbers that are compared
// with constants are taken not to be less than zero, as lengths aren't, unless that is asked. What is none of some constants may be nothing
// at all: these may be all that there are.
func (o *order) isPossible() bool {
	if len(o.list) > 1 && o.list[0].isDefault(o.edges[0]) {
		return false
	}
	points := []int64{0, 1}
	for _, c := range o.list {
		if c.right == "" {
			points = append(points, max(c.number-1, 0), c.number, c.number+1)
		}
		if c.below {
			points = append(points, -1)
		}
	}
	for _, left := range points {
		for _, right := range points {
			if o.isTakenBy(left, right) {
				return true
			}
		}
	}
	return false
}

func (o *order) isTakenBy(left, right int64) bool {
	for n, c := range o.list {
		if !o.edges[n][c.takes(left, right)] {
			return false
		}
	}
	return true
}

// leadingEdges are the edges of a branch from which one comes to an instruction without coming to the branch again.
func leadingEdges(branch, to supergraph.Instruction) (edges [2]bool) {
	f := branch.Parent
	for edge, next := range f.SuccessorsOf(branch.At.Block) {
		edges[edge] = next != branch.At.Block && (next == to.At.Block || f.Reaches([]int{next}, to.At.Block, branch.At.Block))
	}
	return edges
}
