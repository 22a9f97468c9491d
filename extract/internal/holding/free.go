package holding

import (
	"maps"
	"slices"
	"strings"

	"github.com/chancheck/chancheck/extract/internal/dataflow"
	"github.com/chancheck/chancheck/extract/internal/pointsto"
	"github.com/chancheck/chancheck/extract/internal/supergraph"
	"github.com/chancheck/chancheck/extract/ir"
)

// Whoever wrote a branch took it that it goes either way, unless the program itself says more: the function
// has asked for the same thing before, or has set it; its callers pass it, who are all known; or the answer
// was chosen on another way, as a flag is that remembers what was done.

// Grounds are what the condition of a branch hangs on.
type grounds struct {
	cells   dataflow.Set    // memory that is loaded
	read    dataflow.Set    // memory that functions read which are asked, and don't set it
	callees map[string]bool // functions that are asked, but for errors: one call may fail, and the next one not
	given   dataflow.Set    // registers of parameters and captured variables
	others  dataflow.Set    // registers with results of calls that may be errors, or with what was received
	// chosen says that a value was chosen on the way, open that something else is asked that may differ, keyed that
	// something is looked up in a map by a key that is no constant.
	chosen, open, keyed bool
	seen                dataflow.Set
}

// groundsOf are those of a branch. They are not to be changed.
func (a *Analysis) groundsOf(branch supergraph.Instruction) *grounds {
	if g := a.grounds[branch]; g != nil {
		return g
	}
	g := &grounds{callees: map[string]bool{}}
	a.ground(g, branch.Parent, branch.Instr().Args[0])
	a.grounds[branch] = g // chosen, if they hang on a function that is being asked
	return g
}

func (a *Analysis) ground(g *grounds, f *supergraph.Function, o ir.Operand) {
	switch {
	case o.Kind == ir.Unknown || o.Kind == ir.Unfollowed:
		g.chosen = true
	case o.Kind != ir.Register || !g.seen.Add(o.Reg):
	case o.Reg < f.Params+f.FreeVars:
		g.given.Add(o.Reg)
	default:
		i, ok := f.DefinedAt(o)
		g.chosen = g.chosen || !ok && !isCounter(f, o.Reg)
		if ok {
			a.groundResult(g, i)
		}
	}
}

// isCounter reports whether a register counts the turns of a loop: how many there are hangs on what it
// is compared with.
func isCounter(f *supergraph.Function, register int) bool {
	return f.IsSetOnlyBy(register, func(from ir.Operand) bool {
		in := f.Definition(from)
		return from.Kind == ir.IntConst || in != nil && in.Op == ir.OpBinary && in.Name == "+" &&
			in.Args[0].Kind == ir.Register && in.Args[0].Reg == register && in.Args[1].Kind == ir.IntConst
	}, func(supergraph.Instruction) bool { return false })
}

// groundResult adds what the result of an instruction hangs on.
func (a *Analysis) groundResult(g *grounds, i supergraph.Instruction) {
	in := i.Instr()
	args := in.Args
	switch in.Op {
	case ir.OpLoad:
		a.groundLoaded(g, i)
		return
	case ir.OpUpdate:
		g.load(a.Memory(i.Parent, args[0]))
		return
	case ir.OpMapLookup, ir.OpRange:
		g.load(a.Memory(i.Parent, args[0]))
		g.keyed = g.keyed || in.Op == ir.OpMapLookup && args[1].Kind == ir.Register
		args = args[:1]
	case ir.OpExtract:
		if a.groundPart(g, i) {
			return
		}
	case ir.OpCall:
		if in.Kind == ir.ErrorKind {
			g.others.Add(in.Dst)
		} else {
			g.callees[in.Name+"."+in.Method] = true
			g.chosen = g.chosen || a.isSteered(i)
			a.groundRead(g, i)
		}
		a.groundAnswer(g, i)
		return
	case ir.OpUnknown:
		if isFallible(in) && in.Kind == ir.ErrorKind {
			g.others.Add(in.Dst)
			return
		}
		g.open = g.open || in.Name == ir.ClockResult
		g.chosen = g.chosen || len(args) == 0 && in.Name != ir.ClockResult // by whatever isn't followed
	case ir.OpLen:
		if in.Index == ir.Changing { // of a map it is a matter of what is in it
			g.load(a.Memory(i.Parent, args[0]))
		}
	case ir.OpReceive, ir.OpSelect:
		g.others.Add(in.Dst) // which channel it is doesn't say what comes
		return
	case ir.OpBinary, ir.OpNot, ir.OpCopy, ir.OpCap:
	default:
		g.open = true
	}
	for _, arg := range args {
		a.ground(g, i.Parent, arg)
	}
}

// groundLoaded adds what a loaded value hangs on: what was stored last, if that is known.
func (a *Analysis) groundLoaded(g *grounds, i supergraph.Instruction) {
	if i.Instr().Index == ir.Sentinel { // it is what it is
		return
	}
	stored, ok := justStored(i)
	if !ok {
		stored, ok = storedFirst(i)
	}
	if !ok {
		stored, ok = storedWhole(i)
	}
	if ok && !a.isFixedPart(i, stored) {
		a.ground(g, i.Parent, stored)
		return
	}
	g.load(a.Memory(i.Parent, i.Instr().Args[0]))
}

// groundPart adds what one of the results of a call hangs on, if that is other than what the call hangs on.
func (a *Analysis) groundPart(g *grounds, i supergraph.Instruction) bool {
	in := i.Instr()
	call, ok := i.Parent.DefinedAt(in.Args[0])
	if ok && isFallible(call.Instr()) && in.Kind == ir.ErrorKind {
		g.others.Add(in.Dst)
		return true
	}
	if !ok || call.Instr().Op != ir.OpCall {
		return false
	}
	switch in.Kind {
	case ir.ErrorKind:
		g.others.Add(call.Instr().Dst) // one of the two is nil, as a rule
		g.others.Add(in.Dst)
		g.chosen = g.chosen || neverFails(call.Instr())
		a.groundAnswer(g, call)
		return true
	case ir.PointerKind, ir.InterfaceKind:
		g.others.Add(call.Instr().Dst)
	}
	return false
}

// isFallible reports whether an instruction stands for a call that fails if the outside world makes it.
func isFallible(in *ir.Instr) bool {
	return in.Op == ir.OpUnknown && (in.Name == ir.FallibleResult || in.Name == ir.OutsideResult)
}

// neverFails reports whether a call of a function of the standard library returns an error that is always nil.
func neverFails(call *ir.Instr) bool {
	return strings.HasPrefix(call.Name, "(*bytes.Buffer).Write") || strings.HasPrefix(call.Name, "(*strings.Builder).Write") ||
		call.Name == "crypto/rand.Read" || strings.HasPrefix(call.TypeName, "hash.Hash") && call.Method == "Write"
}

// justStored is what was stored where an instruction loads, if that was in the same block and nothing was
// stored or called since.
func justStored(load supergraph.Instruction) (stored ir.Operand, ok bool) {
	for n := load.At.Index - 1; n >= 0; n-- {
		i := at(load.Parent, load.At.Block, n)
		switch in := i.Instr(); {
		case in.Op == ir.OpStore && isSameAddress(load.Parent, in.Args[0], load.Instr().Args[0]):
			return in.Args[1], true
		case in.Op == ir.OpStore || in.Op == ir.OpUpdate || i.Calls():
			return ir.Operand{}, false
		}
	}
	return ir.Operand{}, false
}

// isSameAddress reports whether two operands of one block are the same address: a register, or the same field of it.
func isSameAddress(f *supergraph.Function, o, other ir.Operand) bool {
	o, other = f.Original(o), f.Original(other)
	a, b := f.Definition(o), f.Definition(other)
	return o == other || a != nil && b != nil && a.Op == ir.OpFieldAddr && b.Op == ir.OpFieldAddr && a.Index == b.Index && isSameAddress(f, a.Args[0], b.Args[0])
}

// storedFirst is what a function stores in a variable of its own when it begins, as it does with a parameter that a
// literal captures, if nothing else is done to the variable before an instruction loads it.
func storedFirst(load supergraph.Instruction) (stored ir.Operand, ok bool) {
	f, variable := load.Parent, load.Instr().Args[0]
	if made, ok := f.DefinedAt(variable); !ok || made.Instr().Op != ir.OpAlloc || made.At.Block != 0 {
		return ir.Operand{}, false
	}
	for i := range f.Instructions() {
		switch in := i.Instr(); {
		case in.Op == ir.OpLoad || !slices.Contains(in.Args, variable) || !ComesBefore(i, load):
		case in.Op != ir.OpStore || in.Args[0] != variable || i.At.Block != 0 || ok:
			return ir.Operand{}, false
		default:
			stored, ok = in.Args[1], true
		}
	}
	return stored, ok && f.Loops[0] < 0
}

// storedWhole is the struct that a call has returned and a function has stored in a variable of its own, if all else that is done to the variable
// is that parts of it are loaded, as an instruction does. What a message says is another matter: its sender knows.
func storedWhole(load supergraph.Instruction) (stored ir.Operand, ok bool) {
	f := load.Parent
	variable := f.BaseOfPart(load.Instr().Args[0])
	if made, ok := f.DefinedAt(variable); !ok || made.Instr().Op != ir.OpAlloc || variable == f.Original(load.Instr().Args[0]) {
		return ir.Operand{}, false
	}
	for i := range f.Instructions() {
		in := i.Instr()
		isUse := slices.ContainsFunc(in.Args, func(o ir.Operand) bool { return o.Kind == ir.Register && f.BaseOfPart(o) == variable })
		switch {
		case !isUse || in.Op == ir.OpLoad || in.Op == ir.OpFieldAddr:
		case in.Op != ir.OpStore || in.Args[0] != variable || ok || !i.AlwaysComesBefore(load):
			return ir.Operand{}, false
		default:
			stored, ok = in.Args[1], true
		}
	}
	call := f.Definition(returnedBy(f, f.Original(stored)))
	return stored, ok && call != nil && call.Op == ir.OpCall
}

// isFixedPart reports whether what a function loads is part of a struct that functions of the package have returned, each of which sets that part
// to one constant, or not at all.
func (a *Analysis) isFixedPart(load supergraph.Instruction, stored ir.Operand) bool {
	f := load.Parent
	part := f.Definition(f.Original(load.Instr().Args[0]))
	call, ok := f.DefinedAt(returnedBy(f, stored))
	if !ok || part == nil || part.Op != ir.OpFieldAddr {
		return false
	}
	isSet := func(in *ir.Instr, to *ir.Instr) bool {
		return to != nil && to.Op == ir.OpFieldAddr && to.TypeName == part.TypeName && to.Index == part.Index && in.Args[1].Kind == ir.Register
	}
	callees := a.CalleesAt(call)
	return len(callees) > 0 && !slices.ContainsFunc(callees, func(callee *supergraph.Function) bool {
		return callee.Contains(func(in *ir.Instr) bool {
			return in.Op == ir.OpStore && isSet(in, callee.Definition(callee.Original(in.Args[0])))
		})
	})
}

func (g *grounds) load(list []pointsto.Location) {
	for _, l := range list {
		g.cells.Add(int(l))
	}
}

// groundAnswer adds what the branches hang on of functions that a call may run and that return nothing but
// constants: which of them is a matter of these. What they are given is added where they are called.
func (a *Analysis) groundAnswer(g *grounds, call supergraph.Instruction) {
	for _, callee := range a.CalleesAt(call) {
		answers, constant := answersOf(callee)
		switch {
		case !constant:
		case len(answers) < 2 || a.asking[callee]:
			g.chosen = true
		default:
			a.asking[callee] = true
			for branch := range branchesOf(callee) {
				g.add(a.groundsOf(branch))
			}
			delete(a.asking, callee)
		}
	}
}

// isSteered reports whether a call passes a constant, on which it hangs what a function answers that it may run:
// the one who wrote the call may know the answer.
func (a *Analysis) isSteered(call supergraph.Instruction) bool {
	return slices.ContainsFunc(a.CalleesAt(call), func(callee *supergraph.Function) (is bool) {
		a.steering(callee).Each(func(parameter int) {
			passed, known := supergraph.Argument(call.Instr(), callee, parameter)
			is = is || known && passed.Kind != ir.Register
		})
		return is
	})
}

// steering are the parameters that branches, or answers, of a function hang on: all, if it calls itself.
func (a *Analysis) steering(f *supergraph.Function) (given dataflow.Set) {
	add := func(n int) { given.Add(n) }
	if a.asking[f] {
		for n := range f.Params {
			given.Add(n)
		}
		return given
	}
	a.asking[f] = true
	defer delete(a.asking, f)
	for b := range f.Blocks {
		switch end := endOf(f, b); {
		case end.Instr().Op == ir.OpIf:
			a.groundsOf(end).given.Each(add)
		case end.Instr().Op == ir.OpReturn:
			for _, o := range end.Instr().Args {
				if o.Kind == ir.Register && o.Reg < f.Params {
					given.Add(o.Reg)
				}
			}
		}
	}
	return given
}

// answersOf are what a function returns, each once, if these are constants.
func answersOf(f *supergraph.Function) (list [][]ir.Operand, constant bool) {
	isConstant := func(o ir.Operand) bool { return o.Kind != ir.Register && o.Kind != ir.Unknown }
	for b := range f.Blocks {
		end := f.Blocks[b].Terminator()
		if end.Op != ir.OpReturn {
			continue
		}
		if len(end.Args) == 0 || slices.ContainsFunc(end.Args, func(o ir.Operand) bool { return !isConstant(o) }) {
			return nil, false
		}
		if !slices.ContainsFunc(list, func(answer []ir.Operand) bool { return slices.Equal(answer, end.Args) }) {
			list = append(list, end.Args)
		}
	}
	return list, len(list) > 0
}

// add adds what a function asks for that is called. Its registers are its own.
func (g *grounds) add(other *grounds) {
	other.cells.Each(func(n int) { g.cells.Add(n) })
	other.read.Each(func(n int) { g.read.Add(n) })
	maps.Copy(g.callees, other.callees)
	g.chosen = g.chosen || other.chosen
	g.keyed = g.keyed || other.keyed
	g.open = g.open || other.open || len(other.given)+len(other.others) > 0
}

// askOf reports whether one of some branches hangs on memory of which something holds.
func (a *Analysis) askOf(sides []Side, holds func(pointsto.Location) bool) bool {
	return slices.ContainsFunc(sides, func(s Side) bool { return a.groundsOf(s.Branch).askOf(holds) })
}

// askOf reports whether a condition hangs on memory of which something holds.
func (g *grounds) askOf(holds func(pointsto.Location) bool) (is bool) {
	for _, cells := range []dataflow.Set{g.cells, g.read} {
		cells.Each(func(n int) { is = is || holds(locationOf(n)) })
	}
	return is
}

// locationOf is the location that is a cell.
func locationOf(cell int) pointsto.Location { return pointsto.Location(cell) }

// shares reports whether two conditions of a function hang on something that both ask for.
func (g *grounds) shares(other *grounds) bool {
	return g.sharesMemory(other) || overlap(g.given, other.given) || overlap(g.others, other.others)
}

// sharesMemory reports whether two conditions, of whatever functions, hang on memory, or answers, that both ask for.
func (g *grounds) sharesMemory(other *grounds) bool {
	for name := range g.callees {
		if other.callees[name] {
			return true
		}
	}
	return overlap(g.cells, other.cells)
}

func overlap(s, other dataflow.Set) (is bool) {
	s.Each(func(n int) { is = is || other.Has(n) })
	return is
}

// mayTake reports whether a branch takes an edge, and as well the other one, for all that the program says.
func (a *Analysis) mayTake(branch supergraph.Instruction, edge int) bool {
	return a.mayTakeAfter(branch, edge, func(i supergraph.Instruction) bool { return comesFirst(i, branch) })
}

// mayComeTo reports whether an instruction isn't dead code for all that is known, whatever leads there: each branch that is passed on all ways may
// go there, or goes by what a value is or isn't, of which it may be many things.
func (a *Analysis) mayComeTo(i supergraph.Instruction) bool {
	return !slices.ContainsFunc(a.decide(i), func(s Side) bool {
		return s.isPassedTo(i) && !isEndOfRange(s, i) && !countsTurns(s.Branch) && !asksForType(s.Branch) && !isSomething(s) && !a.mayTake(s.Branch, s.Edge)
	})
}

// asksForType reports whether a branch asks whether a value is of a type.
func asksForType(branch supergraph.Instruction) bool {
	in := branch.Parent.Definition(branch.Instr().Args[0])
	if in == nil || in.Op != ir.OpExtract || in.Index != 1 {
		return false
	}
	asserted := branch.Parent.Definition(in.Args[0])
	return asserted != nil && asserted.Op == ir.OpTypeAssert
}

// isSomething reports whether a side is the one on which a value isn't nil that comes from several places, none of which has it written down.
func isSomething(s Side) bool {
	f := s.Branch.Parent
	in := f.Definition(s.Branch.Instr().Args[0])
	if in == nil || in.Op != ir.OpBinary || in.Args[1].Kind != ir.NilConst || in.Args[0].Kind != ir.Register || (in.Name == "==") != (s.Edge == 1) {
		return false
	}
	_, isOne := f.DefinedAt(in.Args[0])
	return !isOne && f.IsSetOnlyBy(in.Args[0].Reg, func(from ir.Operand) bool { return from.Kind == ir.Register }, func(supergraph.Instruction) bool { return true })
}

// isSettledBranch reports whether a branch that hangs on some grounds asks for what the program, or all callers, have settled.
func (a *Analysis) isSettledBranch(branch supergraph.Instruction, g *grounds) bool {
	return len(g.given) > 0 && !a.mayBeGivenAny(branch) || g.isSettled() || a.asksWhatIsMade(branch) ||
		!a.asksOfNew(branch, g) && a.isSettledByCallers(branch.Parent, g, map[*supergraph.Function]bool{})
}

// mayTakeAfter is mayTake where just some instructions have a say that may have been executed before.
func (a *Analysis) mayTakeAfter(branch supergraph.Instruction, edge int, isBefore func(supergraph.Instruction) bool) bool {
	f := branch.Parent
	if is, known := a.isFilled(Side{branch, edge}); known {
		return is
	}
	if is, known := a.takesKnownEdge(branch, edge); known {
		return is
	}
	all := *a.groundsOf(branch)
	g := &all
	g.cells = a.changing(g.cells)
	if g.chosen || a.isSettledBranch(branch, g) {
		return false
	}
	added := -1
	if q, ok := a.quantityOf(branch, g); ok {
		if added = q.most; added > 0 && edge == q.more && !a.growsFreely(&q) {
			return false
		}
	}
	var before []supergraph.Instruction
	for i := range f.Instructions() {
		switch {
		case i == branch || !isBefore(i) || isOfEmptyMap(i) || i.Instr().Op != ir.OpIf && isReadBefore(branch, i):
		case isAnswering(i, branch) && !a.sets(i, a.besideElements(g.cells)): // but elements that it has sorted, for example
		case a.setsAsKnown(i, g.read):
			return false
		case a.sets(i, g.cells):
			if added--; added < 0 || !a.isAdding(i) {
				return false
			}
		case i.Instr().Op == ir.OpIf && g.shares(a.groundsOf(i)):
			if !isOpenAfter(i, branch, edge) && !isAnotherCase(i, branch) && !asksWhatIsNext(branch, i) && !asksWhatCame(branch, i) &&
				!a.comparesWithGiven(i, branch, isBefore) {
				before = append(before, i)
			}
		}
	}
	return a.isLeftOpen(branch, edge, before, isBefore)
}

// mayBeGivenAny reports whether others give, as they like, the arguments that a branch hangs on: to its function, or to all
// who hand them on to that.
func (a *Analysis) mayBeGivenAny(branch supergraph.Instruction) bool {
	f := branch.Parent
	return a.isOpen(f) || len(f.Callers) > 0 && !slices.ContainsFunc(f.Callers, func(call supergraph.Instruction) bool {
		return !a.isGivenFreely(call, branch)
	})
}

// isForNext reports whether a branch asks whether there is another one in a map or the like.
func isForNext(branch supergraph.Instruction) bool {
	_, index := nextOf(branch.Parent, branch.Instr().Args[0])
	return index == 0
}

// nextOf is the instruction that takes the next one out of a map or the like of which a value is a part, and which: whether there
// is one, its key, or what is there; -1 if it is none.
func nextOf(f *supergraph.Function, o ir.Operand) (next *ir.Instr, index int) {
	in := f.Definition(f.Original(o))
	if in == nil || in.Op != ir.OpExtract {
		return nil, -1
	}
	if next = f.Definition(in.Args[0]); next == nil || next.Op != ir.OpNext {
		return nil, -1
	}
	return next, in.Index
}

// takenOf is nextOf, or the same of what takes the next message out of a channel: whether there is one, or it.
func takenOf(f *supergraph.Function, o ir.Operand) (taken *ir.Instr, index int) {
	in := f.Definition(f.Original(o))
	if in == nil || in.Op != ir.OpExtract {
		return nil, -1
	}
	if taken = f.Definition(in.Args[0]); taken == nil || taken.Op != ir.OpReceive {
		return nextOf(f, o)
	}
	return taken, 1 - in.Index
}

// asksWhatIsNext reports whether a branch asks for nothing but what the one is like that there is by another branch: that there is one
// doesn't say so.
func asksWhatIsNext(branch, isThere supergraph.Instruction) bool {
	f := branch.Parent
	next, index := takenOf(f, isThere.Instr().Args[0])
	if index != 0 {
		return false
	}
	isOf := false
	var visit func(o ir.Operand, depth int) bool
	visit = func(o ir.Operand, depth int) bool {
		o = f.Original(o)
		if found, index := takenOf(f, o); index > 0 && found == next {
			isOf = true
			return true
		}
		in := f.Definition(o)
		switch {
		case o.Kind != ir.Register:
			return o.Kind != ir.Unknown && o.Kind != ir.Unfollowed
		case in == nil || depth == 0:
			return false
		case in.Op == ir.OpLoad || in.Op == ir.OpFieldAddr || in.Op == ir.OpField || in.Op == ir.OpBinary || in.Op == ir.OpNot:
			return !slices.ContainsFunc(in.Args, func(arg ir.Operand) bool { return !visit(arg, depth-1) })
		}
		return false
	}
	return visit(branch.Instr().Args[0], maxDepth) && isOf
}

// asksWhatCame reports whether a branch asks for what was received where another one asks which case of a select that was: which it
// is doesn't say what comes.
func asksWhatCame(branch, other supergraph.Instruction) bool {
	_, _, isCase := askedCase(branch)
	_, _, asksForCase := askedCase(other)
	return asksForCase && !isCase
}

// isAnswering reports whether a branch asks for the answer of a call.
func isAnswering(call, branch supergraph.Instruction) bool {
	o, _ := branch.Parent.Negated(branch.Instr().Args[0])
	asked, ok := branch.Parent.DefinedAt(o)
	return ok && asked == call && call.Instr().Op == ir.OpCall
}

// besideElements are those of some cells that aren't elements of slices, arrays or maps, be they from outside.
func (a *Analysis) besideElements(cells dataflow.Set) (others dataflow.Set) {
	cells.Each(func(n int) {
		if kind := a.Points.Objects[locationOf(n)].Kind; kind != pointsto.Aggregate && locationOf(n) != pointsto.Outside {
			others.Add(n)
		}
	})
	return others
}

// isReadBefore reports whether all that a branch hangs on has been read when a function comes to an instruction: whatever
// that sets, it is asked what was there before.
func isReadBefore(branch, i supergraph.Instruction) bool {
	f, seen := branch.Parent, map[int]bool{}
	var visit func(o ir.Operand) bool
	visit = func(o ir.Operand) bool {
		if o.Kind != ir.Register || o.Reg < f.Params+f.FreeVars || seen[o.Reg] {
			return true
		}
		seen[o.Reg] = true
		read, ok := f.DefinedAt(o)
		if !ok {
			return false
		}
		switch in := read.Instr(); in.Op {
		case ir.OpCopy, ir.OpNot, ir.OpBinary, ir.OpExtract, ir.OpField:
			return !slices.ContainsFunc(in.Args, func(arg ir.Operand) bool { return !visit(arg) })
		case ir.OpLoad, ir.OpMapLookup:
			return read.AlwaysComesBefore(i) && !ComesBefore(i, read)
		}
		return false
	}
	return visit(branch.Instr().Args[0])
}

// isOfEmptyMap reports whether an instruction asks whether there is a map, to make one if not, or stores that: nobody
// who looks something up finds more or less by it.
func isOfEmptyMap(i supergraph.Instruction) bool {
	f := i.Parent
	if i.Instr().Op == ir.OpIf {
		return slices.ContainsFunc(f.SuccessorsOf(i.At.Block), func(next int) bool { return makesMapIn(i, next) })
	}
	if !isNewMap(i) {
		return false
	}
	for branch := range branchesOf(f) {
		if makesMapIn(branch, i.At.Block) {
			return true
		}
	}
	return false
}

// makesMapIn reports whether a branch asks whether a variable is nil, and a block stores a new map there.
func makesMapIn(branch supergraph.Instruction, block int) bool {
	f := branch.Parent
	asked := f.Definition(branch.Instr().Args[0])
	if asked == nil || asked.Op != ir.OpBinary || asked.Name != "==" || asked.Args[1].Kind != ir.NilConst || f.SuccessorsOf(branch.At.Block)[0] != block {
		return false
	}
	makes := false
	for n := range f.Blocks[block].Instrs {
		i := at(f, block, n)
		if i.Instr().Op == ir.OpMapUpdate { // it isn't empty
			return false
		}
		makes = makes || isNewMap(i) && isSameAddress(f, i.Instr().Args[0], loadedFrom(f, asked.Args[0]))
	}
	return makes
}

// isNewMap reports whether an instruction stores a new map.
func isNewMap(i supergraph.Instruction) bool {
	if i.Instr().Op != ir.OpStore {
		return false
	}
	made := i.Parent.Definition(i.Parent.Original(i.Instr().Args[1]))
	return made != nil && made.Op == ir.OpMakeMap
}

// changing are those of some cells that anybody sets to something, or others have: the rest have their zero value for ever.
func (a *Analysis) changing(cells dataflow.Set) (set dataflow.Set) {
	cells.Each(func(n int) {
		l := locationOf(n)
		if l <= pointsto.Beside || slices.ContainsFunc(a.Stores[l], storesSomething) || a.Points.Escapes(l) || pointsto.IsExportedField(a.Points.Objects[l].Name) {
			set.Add(n)
		}
	})
	return set
}

// storesSomething reports whether an instruction may store another value than the zero value, or writes to a map or the like.
func storesSomething(i supergraph.Instruction) bool {
	return i.Instr().Op != ir.OpStore || !i.Instr().Args[1].IsZero()
}

// isSettled reports whether a condition hangs on constants alone.
func (g *grounds) isSettled() bool {
	return !g.open && len(g.cells)+len(g.callees)+len(g.given)+len(g.others) == 0
}

// sets reports whether an instruction stores in one of some cells, or calls what may.
func (a *Analysis) sets(i supergraph.Instruction, cells dataflow.Set) (is bool) {
	callees := a.CalleesAt(i)
	cells.Each(func(n int) {
		l := locationOf(n)
		is = is || slices.Contains(a.Stores[l], i) || slices.ContainsFunc(callees, func(callee *supergraph.Function) bool { return a.mayStoreIn(callee, l) })
	})
	return is
}

// isAdding reports whether an instruction adds an entry to a map, an element to a slice, or one to a number, once.
func (a *Analysis) isAdding(i supergraph.Instruction) bool {
	in := i.Instr()
	if i.Parent.Loops[i.At.Block] >= 0 {
		return false
	}
	if in.Op != ir.OpStore {
		return in.Op == ir.OpMapUpdate
	}
	sum := i.Parent.Definition(in.Args[1])
	if sum == nil || !isPlusOne(sum) && !(sum.Op == ir.OpAppend && appendsOne(i.Parent, sum)) {
		return false
	}
	before := i.Parent.Definition(sum.Args[0])
	return before != nil && before.Op == ir.OpLoad && slices.Equal(a.Memory(i.Parent, before.Args[0]), a.Memory(i.Parent, in.Args[0]))
}

func isPlusOne(in *ir.Instr) bool {
	return in.Op == ir.OpBinary && in.Name == "+" && in.Args[1].Kind == ir.IntConst && in.Args[1].Int == 1
}

// appendsOne reports whether what is appended is one element, which the call lists.
func appendsOne(f *supergraph.Function, in *ir.Instr) bool {
	list := f.Definition(in.Args[1])
	if list == nil || list.Op != ir.OpSlice {
		return false
	}
	made, elements := f.Definition(list.Args[0]), 0
	for i := range f.Instructions() {
		if element := i.Instr(); element.Op == ir.OpIndexAddr && element.Args[0] == list.Args[0] {
			elements++
		}
	}
	return made != nil && made.Op == ir.OpAlloc && elements == 1
}
