package holding

import (
	"fmt"
	"slices"
	"strings"

	"github.com/chancheck/chancheck/extract/internal/library"
	"github.com/chancheck/chancheck/extract/internal/supergraph"
	"github.com/chancheck/chancheck/extract/ir"
)

// How a turn goes on that has closed a channel. Who has read the last message says so twice: where he closes the channel, and where
// he leaves the loop. So whatever leads on must be read anew, or be something else than what has led to the close.

// sidesOn are the sides by which each turn goes on once it has closed the channel. It is not ok if what has led there may be the
// reason to leave the loop, or something that isn't read.
func (t *turns) sidesOn(sides []Side) (on []Side, ok bool) {
	asked := supergraph.Registers{}
	for _, s := range sides {
		t.addBasis(asked, s.Branch.Parent, s.Branch.Instr().Args[0])
	}
	for branch := range branchesOf(t.in) {
		s, isExit := t.staying(branch)
		isNext := t.comesInSameTurn(branch)
		if !isExit || !isNext && !t.leadsToClose(branch) {
			continue
		}
		if !t.mayTake(s) || t.asksAgain(branch, branch.Instr().Args[0], asked) {
			return nil, false
		}
		if isNext && alwaysComesAfter(branch, t.at) {
			on = append(on, s)
		}
	}
	return on, true
}

// staying is the side of a branch of the loop by which a turn stays in that, if it leaves it by the other one.
func (t *turns) staying(branch supergraph.Instruction) (s Side, ok bool) {
	next := t.in.SuccessorsOf(branch.At.Block)
	if !t.isWithin(branch.At.Block) || t.isWithin(next[0]) == t.isWithin(next[1]) {
		return Side{}, false
	}
	edge := slices.IndexFunc(next, t.isWithin)
	return Side{branch, edge}, true
}

// head is the block with which turns begin, nowhere if there are several.
func (t *turns) head() int {
	head := nowhere
	for from := range t.in.Blocks {
		for _, to := range t.in.SuccessorsOf(from) {
			switch {
			case t.isWithin(from) || !t.isWithin(to) || to == head:
			case head != nowhere:
				return nowhere
			default:
				head = to
			}
		}
	}
	return head
}

// comesInSameTurn reports whether an instruction of the function with the loop may be executed after the close, before another
// turn begins.
func (t *turns) comesInSameTurn(i supergraph.Instruction) bool {
	if i.At.Block == t.at.At.Block && i.At.Index > t.at.At.Index {
		return true
	}
	return t.isWithin(i.At.Block) && t.in.Reaches(t.in.SuccessorsOf(t.at.At.Block), i.At.Block, t.head())
}

// leadsToClose reports whether a turn may come from a branch to the close.
func (t *turns) leadsToClose(branch supergraph.Instruction) bool {
	return t.in.Reaches(t.in.SuccessorsOf(branch.At.Block), t.at.At.Block, t.head())
}

// addBasis adds the registers of a turn on which a value hangs.
func (t *turns) addBasis(list supergraph.Registers, f *supergraph.Function, o ir.Operand) {
	if call, isPartOfTurn := t.callers[f]; isPartOfTurn && o.Kind == ir.Register && o.Reg < f.Params {
		if given, ok := supergraph.Argument(call.Instr(), f, o.Reg); ok {
			t.addBasis(list, call.Parent, given)
		}
		return
	}
	isOutside := func(d supergraph.Definition) bool { return f == t.in && !t.isWithin(d.At.Block) }
	if o.Kind != ir.Register || o.Reg < f.Params+f.FreeVars || !slices.ContainsFunc(f.Defined[o.Reg], func(d supergraph.Definition) bool { return !isOutside(d) }) || !list.Add(f, o.Reg) {
		return
	}
	for _, d := range f.Defined[o.Reg] {
		for _, arg := range argumentsOf(f, d) {
			t.addBasis(list, f, arg)
		}
	}
}

// argumentsOf are the values on which one that is set hangs: none if it is read.
func argumentsOf(f *supergraph.Function, d supergraph.Definition) []ir.Operand {
	if d.At.Index < 0 {
		return []ir.Operand{d.From}
	}
	if in := f.At(d.At).Instr(); in.Op != ir.OpCall || !reads(in) {
		return in.Args
	}
	return nil
}

// asksAgain reports whether a value that a branch hangs on may be what a turn has asked for that comes there after the close, or may
// have been chosen by that.
func (t *turns) asksAgain(branch supergraph.Instruction, o ir.Operand, asked supergraph.Registers) bool {
	f := branch.Parent
	if o.Kind != ir.Register || o.Reg < f.Params+f.FreeVars {
		return false
	}
	set, ok := f.DefinedAt(o)
	switch {
	case !ok:
		return true
	case !t.isWithin(set.At.Block):
		return false
	case !t.isSetSince(set, branch):
		return t.hangsOn(asked, o)
	case set.Instr().Op == ir.OpCall:
		return tellsWhatWasRead(set.Instr()) && t.comesInSameTurn(branch)
	}
	return slices.ContainsFunc(set.Instr().Args, func(arg ir.Operand) bool { return t.asksAgain(branch, arg, asked) })
}

// tellsWhatWasRead reports whether a call says what another one has read.
func tellsWhatWasRead(call *ir.Instr) bool {
	name := call.CalledName()
	return name == "Text" || name == "Bytes"
}

// hangsOn reports whether a value of the loop hangs on one of some registers.
func (t *turns) hangsOn(asked supergraph.Registers, o ir.Operand) bool {
	own := supergraph.Registers{}
	t.addBasis(own, t.in, o)
	for register := range own {
		if asked[register] {
			return true
		}
	}
	return false
}

// isSetSince reports whether a turn that comes from the close to a branch always comes past an instruction.
func (t *turns) isSetSince(set, branch supergraph.Instruction) bool {
	switch {
	case set.At.Block == t.at.At.Block && set.At.Index > t.at.At.Index:
		return true
	case branch.At.Block == t.at.At.Block:
		return false
	case set.At.Block == branch.At.Block:
		return true
	}
	return !t.in.Reaches(t.in.SuccessorsOf(t.at.At.Block), branch.At.Block, set.At.Block)
}

// A demand is what a side asks for: that two values are equal, or aren't, or that a single one is true, or isn't.
type demand struct {
	of, other string
	is        bool
}

// exclude reports whether one of some sides may ask for the contrary of what another one does, in whatever function of a turn.
func (t *turns) exclude(sides []Side) bool {
	for n, s := range sides {
		d := t.demandOf(s)
		for _, before := range sides[:n] {
			if d.excludes(t.demandOf(before)) {
				return true
			}
		}
	}
	return false
}

func (d demand) excludes(other demand) bool {
	switch {
	case d.of != other.of:
		return false
	case d.other == other.other:
		return d.is != other.is
	}
	return d.is && other.is
}

// demandOf is that of a side.
func (t *turns) demandOf(s Side) demand {
	f := s.Branch.Parent
	o, negated := f.Negated(s.Branch.Instr().Args[0])
	is := (s.Edge == 0) != negated
	in := f.Definition(o)
	if in == nil || in.Op != ir.OpBinary || in.Name != "==" && in.Name != "!=" {
		return demand{of: t.textOf(f, o), is: is}
	}
	of, other := in.Args[0], in.Args[1]
	if of.Kind != ir.Register {
		of, other = other, of
	}
	return demand{t.textOf(f, of), t.textOf(f, other), is == (in.Name == "==")}
}

// textOf is a text that is the same for values that are computed alike of the same ones.
func (t *turns) textOf(f *supergraph.Function, o ir.Operand) string {
	o = f.Original(o)
	if o.Kind != ir.Register {
		return fmt.Sprint(o)
	}
	if call, isPartOfTurn := t.callers[f]; isPartOfTurn && o.Reg < f.Params {
		if given, ok := supergraph.Argument(call.Instr(), f, o.Reg); ok {
			return t.textOf(call.Parent, given)
		}
	}
	in := f.Definition(o)
	if in == nil || in.Op == ir.OpAlloc || in.Op == ir.OpCall && !tellsWhatWasRead(in) {
		return fmt.Sprint(f.Name, "#", o.Reg)
	}
	parts := []string{fmt.Sprint(in.Op, in.Name, in.Index)}
	for _, arg := range in.Args {
		parts = append(parts, t.textOf(f, arg))
	}
	return "(" + strings.Join(parts, " ") + ")"
}

// mayEndReading reports whether an instruction, or what it calls, may close what is read from, or runs code that isn't known.
func (t *turns) mayEndReading(i supergraph.Instruction) (is bool) {
	isEnd := func(in *ir.Instr) bool {
		return (in.Op == ir.OpCall || in.Op == ir.OpGo) && (endsByName(in.CalledName()) || in.CallsValue())
	}
	if isEnd(i.Instr()) {
		return true
	}
	for _, callee := range t.CalleesAt(i) {
		t.VisitReached(callee, func(f *supergraph.Function) { is = is || f.Contains(isEnd) })
	}
	return is
}

// endsByName reports whether a method says by its name that nothing comes any more from what it is called on.
func endsByName(method string) bool {
	switch method {
	case "CloseRead", "CloseWithError", "Kill", "Signal", "Cancel", "Abort", "SetDeadline", "SetReadDeadline":
		return true
	}
	return library.ClosesByName(method)
}

// isToldOutside reports whether an instruction calls code that isn't seen with what wasn't made in the turn: that may be what is read
// from, or lead to it, and there may be nothing to read any more then.
func (t *turns) isToldOutside(i supergraph.Instruction) bool {
	in := i.Instr()
	return (in.Op == ir.OpCall || in.Op == ir.OpGo) && len(t.CalleesAt(i)) == 0 && !reads(in) &&
		slices.ContainsFunc(in.Args, func(o ir.Operand) bool { return t.comesFromOutside(i.Parent, o) })
}

// comesFromOutside reports whether a value may be, or lead to, what was there before the turn began.
func (t *turns) comesFromOutside(f *supergraph.Function, o ir.Operand) bool {
	seen := supergraph.Registers{}
	var visit func(f *supergraph.Function, o ir.Operand) bool
	visit = func(f *supergraph.Function, o ir.Operand) bool {
		switch call, isPartOfTurn := t.callers[f]; {
		case o.Kind != ir.Register || !seen.Add(f, o.Reg):
			return false
		case o.Reg < f.Params && isPartOfTurn:
			given, ok := supergraph.Argument(call.Instr(), f, o.Reg)
			return !ok || visit(call.Parent, given)
		case o.Reg < f.Params+f.FreeVars:
			return true
		}
		return slices.ContainsFunc(f.Defined[o.Reg], func(d supergraph.Definition) bool {
			return f == t.in && !t.isWithin(d.At.Block) ||
				slices.ContainsFunc(argumentsOf(f, d), func(arg ir.Operand) bool { return visit(f, arg) })
		})
	}
	return visit(f, o)
}
