package holding

import (
	"slices"

	"github.com/chancheck/chancheck/extract/internal/supergraph"
	"github.com/chancheck/chancheck/extract/ir"
)

// A function remembers in a variable of its own what it has found, or counts it, and asks for that later: whether it has found
// something is no matter of what led to the question, but of what it did on the way. It goes on as if it had where it may come to
// what sets the variable, and from there to the question, for all that the program says.

// sidesWith is sidesTo for an instruction to which a function comes with a lock, whichever way it takes. What it has asked without
// the lock it may be told otherwise.
func (a *Analysis) sidesWith(t Taking, i supergraph.Instruction) (list []Side, ok bool) {
	list, ok = a.sidesTo(i)
	if ok {
		return list, true
	}
	var ways []Side
	for _, s := range list {
		if a.mayTake(s.Branch, s.Edge) || a.flowOf(t).holdsAt(s.Branch) && a.mayTakeSince(t, s) {
			continue
		}
		way, isRemembered := a.remembered(s)
		if !isRemembered {
			return list, false
		}
		ways = append(ways, way...)
	}
	return list, a.areIndependent(ways, list)
}

// areIndependent reports whether the sides of some ways can be taken together, and with others: no two branches hang on the same thing.
func (a *Analysis) areIndependent(ways, others []Side) bool {
	all := slices.Concat(ways, others)
	return !slices.ContainsFunc(ways, func(s Side) bool {
		return slices.ContainsFunc(all, func(other Side) bool {
			switch {
			case isTurn(s) || isTurn(other):
				return false
			case s.Branch == other.Branch:
				return s.Edge != other.Edge
			}
			return a.hangOnSame(s.Branch, other.Branch)
		})
	})
}

// hangOnSame reports whether two branches hang on something that both ask for.
func (a *Analysis) hangOnSame(branch, other supergraph.Instruction) bool {
	g, o := a.groundsOf(branch), a.groundsOf(other)
	return branch.Parent == other.Parent && g.shares(o) || g.sharesMemory(o)
}

// A recollection is what a branch asks for on one of its sides: a variable of the function, be it a register or in memory, and what that has to be.
type recollection struct {
	supergraph.Instruction // the branch
	of                     ir.Operand
	compared               string // "" if it is a flag
	with                   ir.Operand
	isSo                   bool
}

// recollectionOf is that of a side; it is not ok if that asks for something else.
func recollectionOf(s Side) (r recollection, ok bool) {
	f := s.Branch.Parent
	of, negated := f.Negated(s.Branch.Instr().Args[0])
	r = recollection{s.Branch, of, "", ir.Operand{}, (s.Edge == 0) != negated}
	if in := f.Definition(of); in != nil && in.Op == ir.OpBinary && flipped[in.Name] != "" {
		r.of, r.compared, r.with = f.Original(in.Args[0]), in.Name, in.Args[1]
	}
	return r, r.of.Kind == ir.Register && (r.compared == "" || r.with.Kind == ir.IntConst || r.with.Kind == ir.NilConst)
}

// holdsFor reports whether the branch takes the side if the variable is a constant, with some number added.
func (r *recollection) holdsFor(value ir.Operand, added int64) bool {
	switch {
	case r.compared == "":
		return value.Kind == ir.BoolConst && (value.Int != 0) == r.isSo
	case value.Kind != ir.IntConst || r.with.Kind != ir.IntConst:
		return false
	}
	is, ok := ir.Compare(r.compared, value.Int+added, r.with.Int)
	return ok && is == r.isSo
}

// remembered are the sides of a way on which a function sets what it asks for by a branch so that it takes a side.
func (a *Analysis) remembered(s Side) (way []Side, ok bool) {
	r, ok := recollectionOf(s)
	if !ok {
		return nil, false
	}
	if i, isOne := s.Branch.Parent.DefinedAt(r.of); isOne {
		return a.stored(&r, i)
	}
	for _, set := range a.settingsOf(&r) {
		before, mayCome := a.sidesToEdge(s.Branch.Parent, set.block, set.edge)
		if !mayCome {
			continue
		}
		if after, leads := a.wayOn(&r, set); leads {
			return slices.Concat(before, after), true
		}
	}
	return nil, false
}

// A setting is where a register gets a value, on an edge of a block.
type setting struct {
	block, edge, register int
}

// settingsOf are those of a variable by which the side is taken: to a constant, or a sum of one that it had before.
func (a *Analysis) settingsOf(r *recollection) (list []setting) {
	f := r.Parent
	web, constants := webOf(f, r.of.Reg)
	for _, register := range web {
		for _, d := range f.Defined[register] {
			sum := f.Definition(d.From)
			isSum := sum != nil && sum.Op == ir.OpBinary && sum.Name == "+" && sum.Args[1].Kind == ir.IntConst && sum.Args[0].Kind == ir.Register && slices.Contains(web, sum.Args[0].Reg)
			holdsForOne := func(c ir.Operand) bool { return isSum && r.holdsFor(c, sum.Args[1].Int) }
			if d.At.Index < 0 && (r.holdsFor(d.From, 0) || slices.ContainsFunc(constants, holdsForOne)) {
				list = append(list, setting{d.At.Block, d.Edge, register})
			}
		}
	}
	return list
}

// webOf are the registers from which a value may have been moved to one, and the constants that are moved to these.
func webOf(f *supergraph.Function, register int) (web []int, constants []ir.Operand) {
	web = []int{register}
	for n := 0; n < len(web); n++ {
		for _, d := range f.Defined[web[n]] {
			switch {
			case d.At.Index >= 0:
			case d.From.Kind != ir.Register:
				constants = append(constants, d.From)
			case len(f.Defined[d.From.Reg]) > 1 && !slices.Contains(web, d.From.Reg):
				web = append(web, d.From.Reg)
			}
		}
	}
	return web, constants
}

// sidesToEdge is sidesTo for an edge of a block.
func (a *Analysis) sidesToEdge(f *supergraph.Function, block, edge int) (list []Side, ok bool) {
	end := endOf(f, block)
	list, ok = a.sidesTo(end)
	if s := (Side{end, edge}); end.Instr().Op == ir.OpIf {
		list, ok = append(list, s), ok && (isTurn(s) || a.mayTake(end, edge))
	}
	return list, ok
}

// wayOn are the sides that lead from where a register is set to the branch that asks for the variable, if this has the value still; it is
// not ok if there is no such way for all that the program says.
func (a *Analysis) wayOn(r *recollection, set setting) (way []Side, ok bool) {
	f := r.Parent
	first := stop{f.SuccessorsOf(set.block)[set.edge], set.register}
	return a.leads(f, []stop{first}, stop{r.At.Block, r.of.Reg}, func(from stop, edge int) []int {
		return movedOn(f.Blocks[from.block].Succs[edge].Moves, from.register)
	})
}

// A stop is a block to which a function comes with a value in a register.
type stop struct{ block, register int }

// leads are the sides of the shortest way between stops, if there is one for all that the program says; onward are the registers that have
// the value on an edge from a stop.
func (a *Analysis) leads(f *supergraph.Function, first []stop, last stop, onward func(from stop, edge int) []int) (way []Side, ok bool) {
	ways := map[stop][]Side{}
	for _, from := range first {
		ways[from] = nil
	}
	for work := first; len(work) > 0; work = work[1:] {
		from := work[0]
		if from == last {
			return ways[from], true
		}
		for n, e := range f.Blocks[from.block].Succs {
			s := Side{endOf(f, from.block), n}
			taken := ways[from]
			if s.Branch.Instr().Op == ir.OpIf {
				taken = append(slices.Clip(taken), s)
			}
			if from.block == last.block || len(taken) > len(ways[from]) && !isTurn(s) && !a.mayTake(s.Branch, n) {
				continue
			}
			for _, register := range onward(from, n) {
				next := stop{e.Block, register}
				if _, known := ways[next]; !known {
					ways[next] = taken
					work = append(work, next)
				}
			}
		}
	}
	return nil, false
}

// movedOn are the registers that have a value of one after some moves.
func movedOn(moves []ir.Move, register int) (list []int) {
	isKept := true
	for _, m := range moves {
		isKept = isKept && m.To != register
		if m.From.Kind == ir.Register && m.From.Reg == register {
			list = append(list, m.To)
		}
	}
	if isKept {
		list = append(list, register)
	}
	return list
}

// stored are the sides of a way on which a variable of a function in memory is set, by that itself or by a literal that is called, before
// the function asks for it by a branch.
func (a *Analysis) stored(r *recollection, load supergraph.Instruction) (way []Side, ok bool) {
	if load.Instr().Op != ir.OpLoad {
		return nil, false
	}
	f, variable := r.Parent, load.Instr().Args[0]
	if made := f.Definition(variable); made == nil || made.Op != ir.OpAlloc {
		return nil, false
	}
	cells := a.Points.Operand(f.Function, variable)
	if len(cells) != 1 || a.Points.Escapes(cells[0]) {
		return nil, false
	}
	for n, store := range a.Stores[cells[0]] {
		others := slices.Delete(slices.Clone(a.Stores[cells[0]]), n, n+1)
		isElsewhere := slices.ContainsFunc(others, func(other supergraph.Instruction) bool { return other.Parent != f })
		if isElsewhere || !r.isSetFirst(store) {
			continue
		}
		if way, ok = a.wayByStore(store, load, others); ok {
			return way, true
		}
	}
	return nil, false
}

// wayByStore are the sides of a way by an instruction that sets a variable, be it in a literal that is called, to one that loads it.
func (a *Analysis) wayByStore(store, load supergraph.Instruction, others []supergraph.Instruction) (way []Side, ok bool) {
	within, mayCome := a.sidesTo(store)
	if !mayCome {
		return nil, false
	}
	if store.Parent == load.Parent {
		after, leads := a.wayFromStore(store, load, others)
		return slices.Concat(within, after), leads
	}
	for call := range comingBefore(load) {
		before, isCalled := a.sidesToLiteral(call, store.Parent)
		if !isCalled {
			continue
		}
		if after, leads := a.wayFromStore(call, load, others); leads {
			return slices.Concat(before, within, after), true
		}
	}
	return nil, false
}

// wayFromStore are the sides that lead from an instruction which sets a variable to one that loads it, on a way on which nothing else does.
func (a *Analysis) wayFromStore(set, load supergraph.Instruction, others []supergraph.Instruction) (way []Side, ok bool) {
	f := set.Parent
	isSet := func(block, first, last int) bool {
		return slices.ContainsFunc(others, func(other supergraph.Instruction) bool {
			return other.Parent == f && other.At.Block == block && other.At.Index > first && other.At.Index < last
		})
	}
	switch last := len(f.Blocks[set.At.Block].Instrs); {
	case set.At.Block == load.At.Block && set.At.Index < load.At.Index:
		return nil, !isSet(set.At.Block, set.At.Index, load.At.Index)
	case isSet(set.At.Block, set.At.Index, last) || isSet(load.At.Block, -1, load.At.Index):
		return nil, false
	}
	var first []stop
	for edge, next := range f.SuccessorsOf(set.At.Block) {
		if end := endOf(f, set.At.Block); end.Instr().Op != ir.OpIf || isTurn(Side{end, edge}) || a.mayTake(end, edge) {
			first = append(first, stop{next, nowhere})
		}
	}
	return a.leads(f, first, stop{load.At.Block, nowhere}, func(from stop, _ int) []int {
		if isSet(from.block, -1, len(f.Blocks[from.block].Instrs)) {
			return nil
		}
		return []int{nowhere}
	})
}

// isSetFirst reports whether the branch takes the side if an instruction sets the variable, which has had its zero value: to a constant, or
// to one more.
func (r *recollection) isSetFirst(store supergraph.Instruction) bool {
	f, in := store.Parent, store.Instr()
	if in.Op != ir.OpStore {
		return false
	}
	sum := f.Definition(in.Args[1])
	isCounted := sum != nil && isPlusOne(sum) && loadedFrom(f, sum.Args[0]) == f.Original(in.Args[0])
	return r.holdsFor(in.Args[1], 0) || isCounted && r.holdsFor(ir.Operand{Kind: ir.IntConst}, 1)
}

// sidesToLiteral are the sides on which a function comes to a call that runs a literal for all that the program says, and those that are
// taken there.
func (a *Analysis) sidesToLiteral(call supergraph.Instruction, literal *supergraph.Function) (sides []Side, ok bool) {
	if call.Instr().Op != ir.OpCall {
		return nil, false
	}
	sides, ok = a.sidesTo(call)
	if !ok {
		return nil, false
	}
	for _, by := range literal.Callers {
		isRun := by == call || slices.ContainsFunc(a.CalleesAt(call), func(callee *supergraph.Function) bool { return a.runs(callee, by.Parent) })
		if within, mayCall := a.sidesInTurn(by); isRun && mayCall && by.Instr().Op == ir.OpCall {
			return slices.Concat(sides, within), true
		}
	}
	return nil, false
}
