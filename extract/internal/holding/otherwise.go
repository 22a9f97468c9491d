package holding

import (
	"slices"

	"github.com/chancheck/chancheck/extract/internal/dataflow"
	"github.com/chancheck/chancheck/extract/internal/supergraph"
	"github.com/chancheck/chancheck/extract/ir"
)

// Two functions that ask for the same memory may be told otherwise, so that one of them goes on only where the other one doesn't. But
// where both want the same answer, and neither changes it, both may go on.

// sidesOfWaiting are those that a function takes to where it waits for a server, and to where it is called for that.
func (a *Analysis) sidesOfWaiting(c *Circle) []Side {
	calls, _ := a.callsTo(c.Parent, map[*supergraph.Function]bool{})
	list := a.decide(c.Waits)
	for _, call := range slices.Concat(calls, c.Calls) {
		list = append(list, a.decide(call)...)
	}
	return list
}

// askedByWaiting are the cells on which it hangs whether a function waits for a server.
func (a *Analysis) askedByWaiting(c *Circle) (cells dataflow.Set) {
	for _, s := range a.sidesOfWaiting(c) {
		a.groundsOf(s.Branch).cells.Each(func(n int) { cells.Add(n) })
	}
	return cells
}

// asksOtherwise reports whether a function may come to an instruction only where another one doesn't wait for a server.
func (a *Analysis) asksOtherwise(c *Circle, i supergraph.Instruction) bool {
	calls, _ := a.callsTo(i.Parent, map[*supergraph.Function]bool{})
	sides := a.decide(i)
	for _, call := range calls {
		sides = append(sides, a.decide(call)...)
	}
	waiting := a.sidesOfWaiting(c)
	return slices.ContainsFunc(sides, func(s Side) bool {
		return slices.ContainsFunc(waiting, func(other Side) bool {
			g := a.groundsOf(s.Branch)
			if !g.sharesMemory(a.groundsOf(other.Branch)) {
				return false
			}
			sets := a.mayStoreInOne(i.Parent, g.cells) || a.mayStoreInOne(c.Parent, g.cells)
			return sets || !a.wantSame(s, other)
		})
	})
}

// wantSame reports whether two sides of branches, of whatever functions, are taken for the same answer.
func (a *Analysis) wantSame(s, other Side) bool {
	f, g := s.Branch.Parent, other.Branch.Parent
	one, isNegated := f.Negated(s.Branch.Instr().Args[0])
	two, isOtherNegated := g.Negated(other.Branch.Instr().Args[0])
	isSameSide := (s.Edge == 0) != isNegated == ((other.Edge == 0) != isOtherNegated)
	return isSameSide && a.areSameQuestion(f, g, one, two)
}

// areSameQuestion reports whether two operands, of whatever functions, are the same memory, or the same comparison of it with a
// constant.
func (a *Analysis) areSameQuestion(f, g *supergraph.Function, one, two ir.Operand) bool {
	if one.Kind != ir.Register || two.Kind != ir.Register {
		return one == two && one.Kind != ir.Unknown && one.Kind != ir.Unfollowed
	}
	x, y := f.Definition(f.Original(one)), g.Definition(g.Original(two))
	if x == nil || y == nil || x.Op != y.Op || x.Name != y.Name {
		return false
	}
	switch x.Op {
	case ir.OpLoad:
		cells := a.Memory(f, x.Args[0])
		return len(cells) == 1 && slices.Equal(cells, a.Memory(g, y.Args[0]))
	case ir.OpBinary:
		return a.areSameQuestion(f, g, x.Args[0], y.Args[0]) && a.areSameQuestion(f, g, x.Args[1], y.Args[1])
	}
	return false
}
