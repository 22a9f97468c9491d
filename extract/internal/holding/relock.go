package holding

import (
	"slices"
	"strings"

	"github.com/chancheck/chancheck/extract/internal/dataflow"
	"github.com/chancheck/chancheck/extract/internal/pointsto"
	"github.com/chancheck/chancheck/extract/internal/supergraph"
	"github.com/chancheck/chancheck/extract/ir"
	"github.com/chancheck/chancheck/model"
)

// A Chain are calls, one in the other, at the end of which a lock is taken, whatever the functions do
// that are called.
type Chain struct {
	Calls []supergraph.Instruction
	Taking
	path path // in the function with the first of them
}

// A Relock is a lock that a function takes on all ways to where it, or what it calls, takes it again.
type Relock struct {
	Taking
	Again Chain
	// Sides are those of branches that lead from the one to the other, in their order.
	Sides []Side
	// By is the call of the function, if it is the caller's doing: Again begins with it then.
	By supergraph.Instruction
}

// A Side is one edge of a branch.
type Side struct {
	Branch supergraph.Instruction
	Edge   int
}

// Other is the other edge of the branch.
func (s Side) Other() Side { return Side{s.Branch, 1 - s.Edge} }

// Relocks lists the locks that a function takes while it holds them.
func (a *Analysis) Relocks(f *supergraph.Function) (list []Relock) {
	for _, t := range a.Takings(f) {
		if !t.path.known || a.releasesOthers(t.Locks) || a.mayReplace(f, t.Locks) {
			continue
		}
		if sides, ok := a.sidesTo(t.Instruction); ok && a.comesAgain(t) {
			list = append(list, Relock{Taking: t, Again: Chain{nil, t, t.path}, Sides: sides})
			continue
		}
		for i := range f.Instructions() {
			for _, c := range a.takenAt(i) {
				if i == t.Instruction || !c.path.isSame(t.path) {
					continue
				}
				w := a.flowOf(t)
				if !w.holdsAt(i) && i.Parent.Leads(i.At.Block, i.At.Block) {
					w = a.flowTo(t, i)
				}
				if sides, ok := a.sidesWith(t, i); ok && w.holdsAt(i) {
					list = append(list, Relock{Taking: t, Again: c, Sides: slices.DeleteFunc(sides, func(s Side) bool { return !w.holdsAt(s.Branch) })})
				}
			}
		}
		list = slices.Concat(list, a.entered(t), a.deferred(t), a.echoes(t), a.visits(t))
	}
	return list
}

// comesAgain reports whether a function takes a lock in each turn of a loop, and releases it in none: what is
// deferred comes when the loop is done.
func (a *Analysis) comesAgain(t Taking) bool {
	f, block := t.Parent, t.At.Block
	if !f.Leads(block, block) || t.path.root.Kind == ir.Register && !isSetBefore(f, t.path.root, block) {
		return false
	}
	for i := range f.Instructions() {
		b := i.At.Block
		inLoop := b == block || f.Leads(block, b) && f.Leads(b, block)
		if inLoop && (i.Instr().Op != ir.OpDefer && a.Releases(i, t) || i.Instr().Op == ir.OpReceive || i.Instr().Op == ir.OpSelect) {
			return false
		}
	}
	return true
}

// isSetBefore reports whether a register has been set when a function comes to a block for the first time, and is not
// set again.
func isSetBefore(f *supergraph.Function, o ir.Operand, block int) bool {
	if o.Reg < f.Params+f.FreeVars {
		return true
	}
	i, ok := f.DefinedAt(o)
	return ok && !f.Leads(block, i.At.Block)
}

// sidesTo lists the sides that a function has to take to come to an instruction. It does so, for all that the
// program says, if each of these branches goes either way.
func (a *Analysis) sidesTo(i supergraph.Instruction) (list []Side, ok bool) {
	list = slices.DeleteFunc(a.decide(i), func(s Side) bool { return isEndOfRange(s, i) || isOfNextTurn(s, i) })
	return list, !slices.ContainsFunc(list, func(s Side) bool { return !a.mayTake(s.Branch, s.Edge) })
}

// isOfNextTurn reports whether a side leads to an instruction in a loop again, which comes before the branch the first time.
func isOfNextTurn(s Side, i supergraph.Instruction) bool {
	return i.Parent.Leads(i.At.Block, s.Branch.At.Block) && !s.isPassedTo(i)
}

// isPassedTo reports whether one comes to an instruction by way of the block of the branch alone.
func (s Side) isPassedTo(i supergraph.Instruction) bool {
	return !i.Parent.Reaches([]int{0}, i.At.Block, s.Branch.At.Block)
}

// isEndOfRange reports whether a side ends a loop over a map, a slice or numbers, and an instruction comes after that: such
// a loop ends in any case.
func isEndOfRange(s Side, i supergraph.Instruction) bool {
	f, block := s.Branch.Parent, s.Branch.At.Block
	if f.Loops[block] < 0 || f.Leads(i.At.Block, block) || !f.Leads(f.SuccessorsOf(block)[1-s.Edge], block) {
		return false
	}
	return isTurn(s)
}

// isTurn reports whether a branch is that of a loop over a map, a slice or numbers.
func isTurn(s Side) bool { return isForNext(s.Branch) || countsTurns(s.Branch) }

// countsTurns reports whether a branch asks whether a loop over numbers has had all its turns.
func countsTurns(branch supergraph.Instruction) bool {
	in := branch.Parent.Definition(branch.Instr().Args[0])
	return in != nil && in.Op == ir.OpBinary && in.Name == "<" && firstOf(branch.Parent, in.Args[0]).Kind == ir.IntConst
}

// decide lists the sides of branches that decide whether a function comes to an instruction, in their order.
func (a *Analysis) decide(i supergraph.Instruction) (list []Side) {
	for branch := range branchesOf(i.Parent) {
		if !i.Parent.Leads(branch.At.Block, i.At.Block) {
			continue
		}
		switch leadingEdges(branch, i) {
		case [2]bool{true, false}:
			list = append(list, Side{branch, 0})
		case [2]bool{false, true}:
			list = append(list, Side{branch, 1})
		}
	}
	return list
}

// hangTogether reports whether two functions come to two instructions by branches that ask for the same memory: then
// the one may come there only where the other one doesn't.
func (a *Analysis) hangTogether(i, other supergraph.Instruction) bool {
	return slices.ContainsFunc(a.decide(i), func(s Side) bool { return a.IsDecidedBy(other, s.Branch) })
}

// IsDecidedBy reports whether a function comes to an instruction by a branch that asks for the same memory as another
// one, of whatever function.
func (a *Analysis) IsDecidedBy(i, branch supergraph.Instruction) bool {
	return slices.ContainsFunc(a.decide(i), func(s Side) bool { return a.groundsOf(s.Branch).sharesMemory(a.groundsOf(branch)) })
}

// takenAt lists what an instruction takes, itself or by what it calls, on all ways.
func (a *Analysis) takenAt(i supergraph.Instruction) (list []Chain) {
	in := i.Instr()
	if in.Op != ir.OpCall || isPartOfWait(i) || in.Method != "" && !a.isInvokedOnOne(i) {
		return nil
	}
	if t, ok := a.takingAt(i); ok {
		return []Chain{{nil, t, t.path}}
	}
	callees := a.CalleesAt(i)
	if len(callees) != 1 || supergraph.LockingBy(in.Name) != model.Tau {
		return nil
	}
	return a.takenBy(i, callees[0])
}

// takenBy lists what a function takes on all ways that an instruction calls, or defers.
func (a *Analysis) takenBy(call supergraph.Instruction, callee *supergraph.Function) (list []Chain) {
	for _, c := range a.atEntry(callee) {
		if from := a.calledFrom(call, callee, c); from.path != (path{}) {
			list = append(list, from)
		}
	}
	return list
}

// isInvokedOnOne reports whether what a method is called on through an interface is of one type of the package.
func (a *Analysis) isInvokedOnOne(i supergraph.Instruction) bool {
	boxes := a.Points.Operand(i.Parent.Function, i.Instr().Args[0])
	isOther := func(l pointsto.Location) bool {
		o := &a.Points.Objects[l]
		return o.Kind != pointsto.Box || o.Name != a.Points.Objects[boxes[0]].Name
	}
	return len(boxes) > 0 && !slices.ContainsFunc(boxes, isOther)
}

// atEntry lists the locks of what it is given, or has captured, or of the package's variables, that a function takes on all
// its ways on which there are such locks, itself or by what it calls or defers. Callees come first; of those that call each other
// nothing is known.
func (a *Analysis) atEntry(f *supergraph.Function) []Chain {
	if a.entries == nil {
		a.entries = map[*supergraph.Function][]Chain{}
		for _, f := range a.InTurn {
			a.entries[f] = a.takenAlways(f)
		}
	}
	return a.entries[f]
}

func (a *Analysis) takenAlways(f *supergraph.Function) (list []Chain) {
	if !returns(f) {
		return nil
	}
	for i := range f.Instructions() {
		for _, c := range slices.Concat(a.takenAt(i), a.takenLater(i)) {
			if c.path.beginsAround(f) && a.isAlwaysTaken(i, c.path) && !a.releasesOthers(c.Locks) && !a.releasesGiven(f, c.Locks) {
				list = append(list, c)
			}
		}
	}
	return list
}

// isAlwaysTaken reports whether a function returns from no way without having come to the instruction that takes a lock, but
// where it has found that a pointer by which one gets to the lock is nil: there is none then.
func (a *Analysis) isAlwaysTaken(i supergraph.Instruction, lock path) bool {
	f, block := i.Parent, i.At.Block
	passed := dataflow.Reachable([]int{0}, func(b int) (next []int) {
		for edge, to := range f.SuccessorsOf(b) {
			if b != block && !a.hasNoLock(f, b, edge, lock) {
				next = append(next, to)
			}
		}
		return next
	})
	for b := range passed {
		if b != block && f.Blocks[b].Terminator().Op == ir.OpReturn {
			return false
		}
	}
	return true
}

// hasNoLock reports whether a function comes out of a block by an edge only if a pointer on the path to a lock is nil.
func (a *Analysis) hasNoLock(f *supergraph.Function, block, edge int, lock path) bool {
	end := f.Blocks[block].Terminator()
	if end.Op != ir.OpIf {
		return false
	}
	asked, ifNil, ok := askedForNil(f, end.Args[0])
	if !ok {
		return false
	}
	to := a.pathOf(f, asked)
	return ifNil == (edge == 0) && to.root == lock.root && strings.HasPrefix(lock.steps, to.steps)
}
