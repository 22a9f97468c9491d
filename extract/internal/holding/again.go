package holding

import (
	"slices"
	"strings"

	"github.com/chancheck/chancheck/extract/internal/library"
	"github.com/chancheck/chancheck/extract/internal/pointsto"
	"github.com/chancheck/chancheck/extract/internal/supergraph"
	"github.com/chancheck/chancheck/extract/ir"
	"github.com/chancheck/chancheck/model"
)

// A Reclosed is a channel that one goroutine closes whenever it has read something: who writes that may say it twice. What
// decides about it was read since the channel was closed, and nothing remembers the first time.
type Reclosed struct {
	Channel pointsto.Location
	// Closed is where it is closed, Calls lead there from the function with the loop.
	Closed supergraph.Instruction
	Calls  []supergraph.Instruction
	// Sides are those that lead there in each turn.
	Sides []Side
}

// In is the function with the loop.
func (r *Reclosed) In() *supergraph.Function { return r.first().Parent }

// first is the instruction of the loop that closes the channel, or calls what does.
func (r *Reclosed) first() supergraph.Instruction { return append(slices.Clip(r.Calls), r.Closed)[0] }

// Reclosed lists the channels that a function closes in such a loop of its own or of its caller.
func (a *Analysis) Reclosed(f *supergraph.Function) (list []Reclosed) {
	for closed := range f.Instructions() {
		if closed.Instr().Op != ir.OpClose {
			continue
		}
		channel, ok := a.oneOf(f, closed.Instr().Args[0])
		r := Reclosed{Channel: channel, Closed: closed}
		if ok && a.findTurns(&r, closed.Instr().Args[0]) {
			list = append(list, r)
		}
	}
	return list
}

// findTurns finds the loop in which a channel is closed that is the same in each turn: in the function, or in one that calls it.
func (a *Analysis) findTurns(r *Reclosed, channel ir.Operand) bool {
	at := r.first()
	f := at.Parent
	root, ok := lastingRoot(f, channel)
	switch {
	case !ok || len(r.Calls) == maxCalls || a.UnderRecover()[f]:
		return false
	case isInLoop(at):
		return (root.Kind != ir.Register || isSetBefore(f, root, at.At.Block)) && a.comesInEachTurn(r)
	case root.Kind != ir.Register || root.Reg >= f.Params:
		return false
	}
	return slices.ContainsFunc(f.Callers, func(call supergraph.Instruction) bool {
		given, ok := supergraph.Argument(call.Instr(), f, root.Reg)
		if !ok || call.Instr().Op != ir.OpCall || call.Instr().Name != f.Name {
			return false
		}
		outer := Reclosed{r.Channel, r.Closed, append([]supergraph.Instruction{call}, r.Calls...), nil}
		if !a.findTurns(&outer, given) {
			return false
		}
		*r = outer
		return true
	})
}

// lastingRoot is where the way to a value begins that is the same at any time: nothing but fields that are only set in new structs
// lead there.
func lastingRoot(f *supergraph.Function, o ir.Operand) (root ir.Operand, ok bool) {
	for {
		o = f.Original(o)
		in := f.Definition(o)
		switch {
		case in != nil && (in.Op == ir.OpFieldAddr || in.Op == ir.OpLoad && in.Index == ir.Final):
			o = in.Args[0]
		case o.Kind == ir.Register && o.Reg >= f.Params+f.FreeVars:
			return o, in != nil && in.Op != ir.OpLoad
		default:
			return o, o.Kind == ir.Register || o.Kind == ir.GlobalConst
		}
	}
}

// comesInEachTurn reports whether each turn of the loop may come to where the channel is closed, and go on from there.
func (a *Analysis) comesInEachTurn(r *Reclosed) bool {
	t := a.turnsOf(r.first())
	way := append(slices.Clip(r.Calls), r.Closed)
	for n, call := range r.Calls {
		t.callers[way[n+1].Parent] = call
	}
	for _, i := range way {
		sides := a.decide(i)
		if !t.mayTakeAll(sides) {
			return false
		}
		r.Sides = append(r.Sides, slices.DeleteFunc(sides, func(s Side) bool { return i == t.at && !t.isWithin(s.Branch.At.Block) })...)
	}
	on, ok := t.sidesOn(r.Sides)
	r.Sides = append(r.Sides, on...)
	return ok && t.reads && !t.exclude(r.Sides) && !slices.ContainsFunc(way, t.staysAround)
}

// The turns of a loop, in which a function comes to an instruction.
type turns struct {
	*Analysis
	in *supergraph.Function
	at supergraph.Instruction
	// callers are the calls by which it comes to the functions that are part of a turn.
	callers map[*supergraph.Function]supergraph.Instruction
	seen    supergraph.Registers
	// reads says that something was asked for that is read in a turn.
	reads bool
}

// turnsOf are those in which a function comes to an instruction.
func (a *Analysis) turnsOf(i supergraph.Instruction) *turns {
	return &turns{Analysis: a, in: i.Parent, at: i, callers: map[*supergraph.Function]supergraph.Instruction{}, seen: supergraph.Registers{}}
}

// mayTakeAsRead reports whether a side may be taken by what a caller reads, again and again, and then calls the function.
func (a *Analysis) mayTakeAsRead(s Side) bool {
	f := s.Branch.Parent
	return slices.ContainsFunc(f.Callers, func(call supergraph.Instruction) bool {
		if call.Instr().Op != ir.OpCall || call.Instr().Name != f.Name || !isInLoop(call) {
			return false
		}
		t := a.turnsOf(call)
		t.callers[f] = call
		return t.mayTake(s) && t.reads
	})
}

// isWithin reports whether a block is part of the loop.
func (t *turns) isWithin(block int) bool {
	return block == t.at.At.Block || t.in.Leads(block, t.at.At.Block) && t.in.Leads(t.at.At.Block, block)
}

func (t *turns) mayTakeAll(sides []Side) bool {
	return !slices.ContainsFunc(sides, func(s Side) bool { return !t.mayTake(s) })
}

// mayTake reports whether a side may be taken in each turn, or once, if it comes before the loop.
func (t *turns) mayTake(s Side) bool {
	f := s.Branch.Parent
	if f == t.in && !t.isWithin(s.Branch.At.Block) {
		return t.Analysis.mayTake(s.Branch, s.Edge)
	}
	if choice, n, isCase := askedCase(s.Branch); isCase {
		return choice.Instr().Default && s.Edge == 1 && t.comesFromWorld(f, &choice.Instr().Cases[n])
	}
	return t.isOpen(f, s.Branch.Instr().Args[0])
}

// isOpen reports whether a value is, for all that the program says, the same as before in another turn, if the same is read.
func (t *turns) isOpen(f *supergraph.Function, o ir.Operand) bool {
	if o.Kind != ir.Register {
		return o.Kind != ir.Unknown && o.Kind != ir.Unfollowed
	}
	call, isPartOfTurn := t.callers[f]
	switch {
	case !t.seen.Add(f, o.Reg):
		return true
	case o.Reg < f.Params && isPartOfTurn:
		given, ok := supergraph.Argument(call.Instr(), f, o.Reg)
		return ok && t.isOpen(call.Parent, given)
	case o.Reg < f.Params+f.FreeVars:
		return !isPartOfTurn
	}
	if i, ok := f.DefinedAt(o); ok {
		return t.isOpenResult(i)
	}
	return t.isChosenOpenly(f, o)
}

func (t *turns) areOpen(f *supergraph.Function, list []ir.Operand) bool {
	return !slices.ContainsFunc(list, func(o ir.Operand) bool { return !t.isOpen(f, o) })
}

// isOpenResult is isOpen for the result of an instruction.
func (t *turns) isOpenResult(i supergraph.Instruction) bool {
	in := i.Instr()
	switch in.Op {
	case ir.OpCopy, ir.OpNot, ir.OpBinary, ir.OpExtract, ir.OpField, ir.OpMakeInterface, ir.OpTypeAssert:
		return t.areOpen(i.Parent, in.Args)
	case ir.OpLen:
		return in.Index != ir.Changing && t.areOpen(i.Parent, in.Args)
	case ir.OpUnknown:
		return in.Name == ir.ComputedResult && len(in.Args) > 0 && t.areOpen(i.Parent, in.Args)
	case ir.OpCall:
		if len(t.CalleesAt(i)) > 0 || !reads(in) || t.readsMemory(i) {
			return false
		}
		t.reads = t.reads || i.Parent != t.in || t.isWithin(i.At.Block)
		return true
	case ir.OpLoad:
		return in.Index != 0 && t.areOpen(i.Parent, in.Args) || t.isRead(i)
	case ir.OpFieldAddr:
		return t.areOpen(i.Parent, in.Args)
	}
	return false
}

// reads reports whether a call reads something, or finds out what that means: it says so by its name, and is one of a package that
// reads what it is given, or by an interface. Whoever reads from a file himself may have closed that, which skeletons don't show.
func reads(in *ir.Instr) bool {
	name := in.CalledName()
	isAny := func(verbs ...string) bool {
		return slices.ContainsFunc(verbs, func(verb string) bool { return strings.HasPrefix(name, verb) })
	}
	if isAny("Parse", "Unmarshal") {
		return true
	}
	return (in.Method != "" || library.Reads(strings.TrimPrefix(in.Name, "(*"))) && (isAny("Read", "Scan", "Decode", "Receive") || name == "Recv" || name == "Text" || name == "Bytes")
}

// readsMemory reports whether what a call reads from may be what the program itself has written down, a file that it knows, or what
// a process says that it may kill, which skeletons don't show.
func (t *turns) readsMemory(call supergraph.Instruction) bool {
	makesReader := func(f *supergraph.Function) bool {
		return f.Contains(func(in *ir.Instr) bool {
			isPipe := in.Op == ir.OpCall && strings.HasPrefix(in.Name, "(*os/exec.Cmd).Std")
			return isPipe || in.Op == ir.OpMakeInterface && strings.HasPrefix(in.TypeName, "*") && library.IsStandard(in.TypeName[1:])
		})
	}
	return makesReader(call.Parent) || slices.ContainsFunc(t.in.Callers, func(caller supergraph.Instruction) bool { return makesReader(caller.Parent) })
}

// isRead reports whether a value is loaded from a variable that a function makes in each turn, and in which nobody has stored but
// who has read it; or from a field in a struct of the standard library that was read, where nobody stores.
func (t *turns) isRead(load supergraph.Instruction) bool {
	f, address := load.Parent, load.Instr().Args[0]
	field, base := f.Definition(address), f.BaseOfPart(address)
	made, isMade := f.DefinedAt(base)
	for _, l := range t.Memory(f, address) {
		switch {
		case isMade && made.Instr().Op == ir.OpAlloc && (f != t.in || t.isWithin(made.At.Block)):
			if slices.ContainsFunc(t.Stores[l], func(store supergraph.Instruction) bool { return !t.isStoredAsRead(store) }) {
				return false
			}
		case field == nil || field.Op != ir.OpFieldAddr || !library.IsStandard(strings.TrimPrefix(field.TypeName, "*")) || len(t.Stores[l]) > 0:
			return false
		default:
			if !t.isOpen(f, base) {
				return false
			}
		}
	}
	return true
}

// isStoredAsRead reports whether a library has stored what it has read in a call just before.
func (t *turns) isStoredAsRead(store supergraph.Instruction) bool {
	if store.Instr().Op != ir.OpForget || store.Instr().Name == ir.Rearranged {
		return false
	}
	for n := store.At.Index - 1; n >= 0; n-- {
		call := at(store.Parent, store.At.Block, n)
		if call.Instr().Op == ir.OpCall && call.Instr().Site == store.Instr().Site {
			return t.isOpenResult(call)
		}
	}
	return false
}

// isChosenOpenly is isOpen for a value that hangs on the way on which a function has come: on no branch of the loop that isn't open,
// and if an earlier turn has chosen it, the turn that has closed the channel has set it to what it was first.
func (t *turns) isChosenOpenly(f *supergraph.Function, o ir.Operand) bool {
	for branch := range branchesOf(f) {
		if (f != t.in || t.isWithin(branch.At.Block)) && !t.mayTake(Side{branch, 1}) {
			return false
		}
	}
	first := ir.Operand{}
	for _, d := range f.Defined[o.Reg] {
		if f == t.in && !t.isWithin(d.At.Block) {
			first = d.From
		}
	}
	return !slices.ContainsFunc(f.Defined[o.Reg], func(d supergraph.Definition) bool {
		if d.At.Index >= 0 || !t.isOpen(f, d.From) {
			return true
		}
		return f == t.in && t.isAfter(d) && d.From != first
	})
}

// isAfter reports whether a register is set when the loop has come past its instruction, and is to begin again.
func (t *turns) isAfter(d supergraph.Definition) bool {
	target := t.in.SuccessorsOf(d.At.Block)[d.Edge]
	if t.in.Reaches([]int{0}, d.At.Block, target) { // it isn't where the loop begins
		return false
	}
	return d.At.Block == t.at.At.Block || t.in.Reaches(t.in.SuccessorsOf(t.at.At.Block), d.At.Block, target)
}

// staysAround reports whether a function always waits for others when it has come to an instruction, or before, or may end then,
// or end the reading.
func (t *turns) staysAround(i supergraph.Instruction) bool {
	for other := range i.Parent.Instructions() {
		isAfter := other != i && ComesBefore(i, other)
		isBefore := other.AlwaysComesBefore(i)
		isPassed := isBefore || isAfter && alwaysComesAfter(other, i)
		isNext := isAfter && (i != t.at || t.comesInSameTurn(other))
		if isAfter && t.mayEnd(other) || isPassed && t.waitsAround(other) || (isBefore || isNext) && t.mayEndReading(other) || isNext && t.isToldOutside(other) {
			return true
		}
	}
	return false
}

// waitsAround reports whether an instruction waits for others, itself or by what it calls.
func (t *turns) waitsAround(i supergraph.Instruction) bool {
	isPart := slices.ContainsFunc(t.CalleesAt(i), func(f *supergraph.Function) bool { _, ok := t.callers[f]; return ok })
	if i.Instr().Op == ir.OpGo || isPart {
		return false
	}
	return slices.ContainsFunc(t.OperationsOf(i), func(o supergraph.Operation) bool { return o.Kind == model.Channel && t.isWaitForOthers(o) }) ||
		slices.ContainsFunc(t.CalleesAt(i), t.mayWait)
}
