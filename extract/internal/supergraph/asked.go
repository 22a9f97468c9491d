package supergraph

import (
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/chancheck/chancheck/extract/ir"
)

// A function that is told by a flag whether it has to take a lock asks for that flag twice: before it takes the
// lock, and before it releases that, be it in functions that it passes the flag on to. Its ways are looked at with
// the flag set, and not set, so that those are left out that take one side first and the other one later
// (path-sensitivity as in ESP: Das, Lerner and Seigle 2002; but ways are told apart by what is asked, not by what
// they have done).

// A condition is what a branch asks: a value that is the same wherever it is asked for, or whether two such values are
// equal.
type condition struct{ left, right ir.Operand }

// An answer says which edge a branch takes.
type answer map[condition]bool

// mostAsked bounds the conditions that are told apart in a function: each doubles the work.
const mostAsked = 3

// asking is what the branch at the end of a block asks, see conditionOf.
type asking struct {
	condition
	edge int
	ok   bool
}

// conditionOf is what a branch asks, and the edge that it takes if that is so. It is not ok if that may be another
// thing each time. All locks ask for it, so it is worked out once.
func (f *Function) conditionOf(block int) (c condition, edge int, ok bool) {
	if f.conditions == nil {
		f.conditions = make([]asking, len(f.Blocks))
		for b := range f.conditions {
			a := &f.conditions[b]
			a.condition, a.edge, a.ok = f.findCondition(b)
		}
	}
	a := &f.conditions[block]
	return a.condition, a.edge, a.ok
}

func (f *Function) findCondition(block int) (c condition, edge int, ok bool) {
	end := f.Blocks[block].Terminator()
	if end.Op != ir.OpIf {
		return c, 0, false
	}
	o, negated := f.Negated(end.Args[0])
	if negated {
		edge = 1
	}
	in := f.Definition(o)
	if in != nil && in.Op == ir.OpBinary && (in.Name == "==" || in.Name == "!=") {
		if in.Name == "!=" {
			edge = 1 - edge
		}
		c = condition{f.Original(in.Args[0]), f.Original(in.Args[1])}
		return c, edge, f.isSetOnce(c.left) && f.isSetOnce(c.right)
	}
	return condition{left: o}, edge, f.isSetOnce(o)
}

// isSetOnce reports whether an operand is the same value wherever a call of the function uses it.
func (f *Function) isSetOnce(o ir.Operand) bool {
	if o.Kind != ir.Register || o.Reg < f.Params+f.FreeVars {
		return o.Kind != ir.Unknown && o.Kind != ir.Unfollowed
	}
	i, ok := f.DefinedAt(o)
	return ok && f.Loops[i.At.Block] < 0
}

// answersTo lists the answers that there can be to some conditions, a few of them.
func answersTo(conditions []condition) []answer {
	list := []answer{{}}
	for _, c := range conditions[:min(len(conditions), mostAsked)] {
		for _, a := range slices.Clone(list) {
			with := maps.Clone(a)
			a[c], with[c] = false, true
			list = append(list, with)
		}
	}
	return list
}

// key is a text that differs from that of other answers about what a function is given.
func (a answer) key() string {
	var list []string
	for c, is := range a {
		list = append(list, strconv.Itoa(c.left.Reg)+strconv.FormatBool(is))
	}
	slices.Sort(list)
	return strings.Join(list, ",")
}

// successorsWith are the blocks that may follow one if a function gets some answers.
func (f *Function) successorsWith(a answer, block int) []int {
	list := f.SuccessorsOf(block)
	if len(a) == 0 {
		return list
	}
	c, edge, ok := f.conditionOf(block)
	is, asked := a[c]
	if !ok || !asked {
		return list
	}
	if !is {
		edge = 1 - edge
	}
	return list[edge : edge+1]
}
