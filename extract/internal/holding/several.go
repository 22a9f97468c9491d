package holding

import (
	"slices"

	"github.com/chancheck/chancheck/extract/internal/library"
	"github.com/chancheck/chancheck/extract/internal/pointsto"
	"github.com/chancheck/chancheck/extract/internal/supergraph"
	"github.com/chancheck/chancheck/extract/ir"
)

// A loop may have one turn only, and a branch in it may be for the first turn, or the last. Whoever says what goes wrong in the second one says
// who brings that about.

// several are the least number of which something may be more than one.
const several = 2

// areAsMany reports whether a function may start as many goroutines at a place, two or more, for all that the program says: in a loop whose number
// of turns is a constant, or up to others, and on branches that hang on what isn't counted.
func (a *Analysis) areAsMany(start supergraph.Instruction, least int64) bool {
	if start.Parent == nil || !isInLoop(start) {
		return false
	}
	isCounted, again, leaves := false, false, false
	for _, s := range a.decide(start) {
		c := countedBy(s, start)
		switch {
		case isEndOfRange(s, start):
		case c != nil:
			if !a.hasTurns(c, 1, start) {
				return false
			}
			isCounted, again = true, again || a.hasTurns(c, least, start)
		case isForNext(s.Branch):
			if !a.isOverAsMany(s.Branch, least) || least > several && a.isLimited(start, least) {
				return false
			}
			isCounted, again = true, true
		case hangsOnCounter(s.Branch) || comparesVariable(s.Branch) || !a.mayGoOn(s):
			return false
		default:
			leaves = leaves || start.Parent.Leads(start.At.Block, s.Branch.At.Block)
		}
	}
	return again || leaves && !isCounted
}

// comparesVariable reports whether a branch compares a number in a variable of its function, as the counter of a loop is that a literal has
// captured: each turn has another one then, and how many there are isn't known.
func comparesVariable(branch supergraph.Instruction) bool {
	f := branch.Parent
	test := f.Definition(branch.Instr().Args[0])
	if test == nil || test.Op != ir.OpBinary {
		return false
	}
	return slices.ContainsFunc(test.Args, func(o ir.Operand) bool {
		loaded := f.Definition(f.Original(o))
		if loaded == nil || loaded.Op != ir.OpLoad || loaded.Kind != ir.IntKind {
			return false
		}
		variable := f.Definition(f.Original(loaded.Args[0]))
		return variable == nil && f.Original(loaded.Args[0]).Reg >= f.Params+f.FreeVars || variable != nil && variable.Op == ir.OpAlloc
	})
}

// countedBy is the loop around an instruction of which a side begins a turn, if that is counted.
func countedBy(s Side, i supergraph.Instruction) *supergraph.CountedLoop {
	for _, c := range i.Parent.CountedLoops() {
		if s.Edge == 0 && c.Blocks[i.At.Block] && slices.Contains(c.Tests, s.Branch.At.Block) {
			return c
		}
	}
	return nil
}

// hasTurns reports whether a loop may have some turns in which a function comes to an instruction: no branch on the way says that it has fewer.
func (a *Analysis) hasTurns(c *supergraph.CountedLoop, least int64, i supergraph.Instruction) bool {
	f, number := i.Parent, c.Turns()
	if c.IsFixed() {
		return c.More() >= least
	}
	if !a.mayBeAsLarge(f, number, max(least, several), maxDepth) || a.isOfAskedList(c, i) {
		return false
	}
	counts := endOf(f, c.Tests[0])
	counted, isKnown := a.sumOf(counts, number)
	asked := constraints{}
	asked.add(comparison{left: counted, operator: ">=", right: sum{number: max(least-c.More(), 0)}}, [2]bool{true, false})
	test := a.groundsOf(counts)
	for _, s := range a.decide(i) {
		if countedBy(s, i) != nil || isEndOfRange(s, i) || !a.groundsOf(s.Branch).shares(test) {
			continue
		}
		compared, ok := a.comparisonOf(s.Branch)
		if !ok || !isKnown {
			return false
		}
		asked.add(compared, leadingEdges(s.Branch, i))
	}
	return !isKnown || asked.arePossible()
}

// isOverAsMany reports whether a branch asks for the next one in a map, or the like, in which there may be as many.
func (a *Analysis) isOverAsMany(branch supergraph.Instruction, least int64) bool {
	next, _ := nextOf(branch.Parent, branch.Instr().Args[0])
	if next == nil {
		return false
	}
	ranges := branch.Parent.Definition(next.Args[0])
	return ranges != nil && a.mayBeAsLarge(branch.Parent, ranges.Args[0], least, maxDepth)
}

// isLimited reports whether a function comes to an instruction only if some number isn't as large, which may be that of what it goes over.
func (a *Analysis) isLimited(i supergraph.Instruction, least int64) bool {
	return slices.ContainsFunc(a.decide(i), func(s Side) bool {
		compared, ok := a.comparisonOf(s.Branch)
		if !ok || countedBy(s, i) != nil {
			return false
		}
		asked := constraints{}
		asked.add(comparison{left: compared.left, operator: ">=", right: sum{number: least}}, [2]bool{true, false})
		asked.add(compared, leadingEdges(s.Branch, i))
		return !compared.isWithNumber() || !asked.arePossible()
	})
}

// hangsOnCounter reports whether a branch hangs on which turn of a loop it is.
func hangsOnCounter(branch supergraph.Instruction) (is bool) {
	f, seen := branch.Parent, map[int]bool{}
	var visit func(o ir.Operand)
	visit = func(o ir.Operand) {
		if o.Kind != ir.Register || o.Reg < f.Params+f.FreeVars || seen[o.Reg] {
			return
		}
		seen[o.Reg] = true
		is = is || len(f.Defined[o.Reg]) > 1 && isCounter(f, o.Reg)
		if in := f.Definition(o); in != nil && in.Op != ir.OpLoad {
			for _, arg := range in.Args {
				visit(arg)
			}
		}
	}
	visit(branch.Instr().Args[0])
	return is
}

// mayGoOn reports whether a side may be taken again: others send, as often as they like, what is received there.
func (a *Analysis) mayGoOn(s Side) bool {
	f := s.Branch.Parent
	if choice, n, isCase := askedCase(s.Branch); isCase && s.Edge == 0 {
		return a.mayBeLarge(f, choice.Instr().Cases[n].Chan, maxDepth)
	}
	if in := f.Definition(s.Branch.Instr().Args[0]); in != nil && in.Op == ir.OpExtract && in.Index == 1 {
		if receives := f.Definition(in.Args[0]); receives != nil && receives.Op == ir.OpReceive {
			return a.mayBeLarge(f, receives.Args[0], maxDepth)
		}
	}
	return asksForType(s.Branch) || isSomething(s) || a.mayTake(s.Branch, s.Edge)
}

// mayBeLarge reports whether a number, or how many there are in a slice or map or come from a channel, is two or more, or up to others.
func (a *Analysis) mayBeLarge(f *supergraph.Function, o ir.Operand, depth int) bool {
	return a.mayBeAsLarge(f, o, several, depth)
}

// mayBeAsLarge reports whether a number, or how many there are in a slice or map or come from a channel, is as large, or up to others.
func (a *Analysis) mayBeAsLarge(f *supergraph.Function, o ir.Operand, least int64, depth int) bool {
	o = f.Original(o)
	i, isOne := f.DefinedAt(o)
	switch {
	case o.Kind == ir.IntConst:
		return o.Int >= least
	case o.Kind != ir.Register:
		return false
	case o.Reg < f.Params && a.isOpen(f):
		return true
	case depth == 0:
		return false
	case o.Reg < f.Params:
		return a.isGivenLarge(f, o.Reg, least, depth)
	case o.Reg < f.Params+f.FreeVars:
		return a.AreCaptured(f, o.Reg, func(f *supergraph.Function, o ir.Operand) bool { return a.mayBeAsLarge(f, o, least, depth-1) })
	}
	return isOne && a.isLargeResult(i, least, depth)
}

// isGivenLarge reports whether the package gives a function a parameter that may be large, and doesn't ask about that before.
func (a *Analysis) isGivenLarge(f *supergraph.Function, parameter int, least int64, depth int) bool {
	return slices.ContainsFunc(f.Callers, func(call supergraph.Instruction) bool {
		given, ok := supergraph.Argument(call.Instr(), f, parameter)
		if !ok || !slices.Contains(a.CalleesAt(call), f) {
			return false
		}
		given = call.Parent.Original(given)
		isAsked := given.Kind == ir.Register && given.Reg < call.Parent.Params && a.isAsked(call, given, nil)
		return !isAsked && a.mayBeAsLarge(call.Parent, given, least, depth-1)
	})
}

// isLargeResult reports whether what an instruction yields may be large.
func (a *Analysis) isLargeResult(i supergraph.Instruction, least int64, depth int) bool {
	f, in := i.Parent, i.Instr()
	switch in.Op {
	case ir.OpLen, ir.OpCap, ir.OpMakeSlice, ir.OpExtract:
		return a.mayBeAsLarge(f, in.Args[0], least, depth-1)
	case ir.OpSlice:
		isWhole := !slices.ContainsFunc(in.Args[1:], func(bound ir.Operand) bool { return bound.Kind != ir.NilConst })
		return isWhole && (int64(in.Index) >= least || in.Index < 0 && a.mayBeAsLarge(f, in.Args[0], least, depth-1))
	case ir.OpBinary:
		isSum := in.Name == "+" || in.Name == "-"
		return isSum && in.Args[1].Kind == ir.IntConst && in.Args[0].Kind == ir.Register && a.mayBeAsLarge(f, in.Args[0], least, depth-1)
	case ir.OpAppend:
		return a.isOpen(f) && len(a.decide(i)) == 0 && (least <= several || a.mayBeAsLarge(f, in.Args[0], least, depth-1))
	case ir.OpLoad:
		return a.isLoadedLarge(i, least, depth)
	case ir.OpUnknown:
		return in.Name == ir.OutsideResult || in.Name == ir.FallibleResult || a.isLargeList(i, in.Method, least, depth)
	case ir.OpCall:
		return in.Name == "" && len(a.CalleesAt(i)) == 0 || a.isLargeList(i, in.Name, least, depth)
	}
	return false
}

// isLargeList reports whether a function of the standard library has made a list, in which there may be as many as that of which it is made allows, and a limit, if
// there is one.
func (a *Analysis) isLargeList(i supergraph.Instruction, made string, least int64, depth int) bool {
	f, in := i.Parent, i.Instr()
	l, ok := library.Lists(made)
	if !ok || least > several || len(in.Args) <= max(l.Of, l.Limit) || !a.mayBeAsLarge(f, in.Args[l.Of], least, depth-1) {
		return false
	}
	isUnlimited := l.Limit < 0 || in.Args[l.Limit].Kind == ir.IntConst && in.Args[l.Limit].Int < 0
	return isUnlimited || a.mayBeAsLarge(f, in.Args[l.Limit], least, depth-1)
}

// isOfAskedList reports whether a loop goes over a list that the standard library has made, and a function comes to an instruction in it
// only if something else is so that hangs on the list, or on what was made one: that may say how much is in it.
func (a *Analysis) isOfAskedList(c *supergraph.CountedLoop, i supergraph.Instruction) bool {
	f := i.Parent
	length := f.Definition(f.Original(c.Turns()))
	if length == nil || length.Op != ir.OpLen {
		return false
	}
	list := f.Original(length.Args[0])
	made := f.Definition(list)
	if made == nil {
		return false
	}
	l, ok := library.Lists(made.Name)
	if made.Op == ir.OpUnknown {
		l, ok = library.Lists(made.Method)
	}
	return ok && (a.isAsked(i, list, c.Blocks) || a.isAsked(i, f.Original(made.Args[l.Of]), c.Blocks))
}

// isAsked reports whether a function comes to an instruction by a branch that hangs on a value, be it by a call that is given that; branches in some
// blocks are left out.
func (a *Analysis) isAsked(i supergraph.Instruction, value ir.Operand, except map[int]bool) bool {
	return slices.ContainsFunc(a.decide(i), func(s Side) bool {
		return !except[s.Branch.At.Block] && isMadeOf(i.Parent, s.Branch.Instr().Args[0], value)
	})
}

// isMadeOf reports whether a value may be made of another one, be it by calls that are given that. Of calls that aren't followed it isn't known
// what they are given, if they tell nothing of the outside world.
func isMadeOf(f *supergraph.Function, o, of ir.Operand) bool {
	seen := map[int]bool{}
	var visit func(o ir.Operand) bool
	visit = func(o ir.Operand) bool {
		if o == of {
			return true
		}
		if o.Kind != ir.Register || o.Reg < f.Params+f.FreeVars || seen[o.Reg] {
			return false
		}
		seen[o.Reg] = true
		return slices.ContainsFunc(f.Defined[o.Reg], func(d supergraph.Definition) bool {
			if d.At.Index < 0 {
				return visit(d.From)
			}
			in := f.At(d.At).Instr()
			return in.Op == ir.OpUnknown && len(in.Args) == 0 && !isFallible(in) || slices.ContainsFunc(in.Args, visit)
		})
	}
	return visit(o)
}

// isLoadedLarge reports whether what is loaded may be large: it is in what others give, and they set it, or have it set.
func (a *Analysis) isLoadedLarge(load supergraph.Instruction, least int64, depth int) bool {
	f, address := load.Parent, load.Instr().Args[0]
	if stored, ok := storedFirst(load); ok {
		return a.mayBeAsLarge(f, stored, least, depth-1)
	}
	if root := rootOf(f, address); root.Kind != ir.Register || root.Reg >= f.Params || !a.mayBeAsLarge(f, root, least, depth-1) {
		return false
	}
	return slices.ContainsFunc(a.Memory(f, address), func(l pointsto.Location) bool {
		return l == pointsto.Outside || pointsto.IsExportedField(a.Points.Objects[l].Name) || slices.ContainsFunc(a.Stores[l], func(store supergraph.Instruction) bool {
			return store.Instr().Op == ir.OpStore && !a.isAsked(store, store.Parent.Original(store.Instr().Args[1]), nil) &&
				a.mayBeAsLarge(store.Parent, store.Instr().Args[1], least, depth-1)
		})
	})
}

// rootOf is where an address begins: that of which it is a part, or to which that leads, be it in a copy of a parameter.
func rootOf(f *supergraph.Function, o ir.Operand) ir.Operand {
	for {
		o = f.Original(o)
		in := f.Definition(o)
		copied, isCopy := copiedTo(f, o)
		switch {
		case isCopy:
			o = copied
		case in != nil && (in.Op == ir.OpFieldAddr || in.Op == ir.OpIndexAddr || in.Op == ir.OpLoad):
			o = in.Args[0]
		default:
			return o
		}
	}
}
