package holding

import (
	"slices"

	"github.com/chancheck/chancheck/extract/internal/pointsto"
	"github.com/chancheck/chancheck/extract/internal/supergraph"
	"github.com/chancheck/chancheck/extract/ir"
	"github.com/chancheck/chancheck/model"
)

// A Reclosed is a channel that a function closes unless it receives from it first, in a select with a default, without
// anything that keeps two calls apart: both may find that it isn't closed (check-then-act, a violation of atomicity:
// Flanagan and Freund 2004). Who asks so means others to call it, too; who asks a plain field may not.
type Reclosed struct {
	Channel pointsto.Location
	Closed  supergraph.Instruction
	Sides   []Side
}

// Reclosed lists the channels that a function may close twice so, which others may call at any time.
func (a *Analysis) Reclosed(f *supergraph.Function) (list []Reclosed) {
	if !a.isOpen(f) || a.keepsApart(f) {
		return nil
	}
	for _, o := range a.Operations(f) {
		closed := f.At(o.At)
		if closed.Instr().Op != ir.OpClose || len(o.Objects) != 1 || f.Loops[o.At.Block] >= 0 || !a.isInField(o.Objects[0]) {
			continue
		}
		sides := a.decide(closed)
		isCheck := func(s Side) bool { return a.looksAt(s.Branch, o.Objects[0]) }
		isOther := func(s Side) bool { return !isCheck(s) && !a.mayTake(s.Branch, s.Edge) }
		if slices.ContainsFunc(sides, isCheck) && !slices.ContainsFunc(sides, isOther) {
			list = append(list, Reclosed{o.Objects[0], closed, slices.DeleteFunc(sides, isCheck)})
		}
	}
	return list
}

// isInField reports whether a channel is kept in a field of structs.
func (a *Analysis) isInField(channel pointsto.Location) bool {
	return a.Points.Objects[channel].Kind == pointsto.Channel && slices.ContainsFunc(a.Into[channel], func(l pointsto.Location) bool { return a.Points.Objects[l].Kind == pointsto.Field })
}

// keepsApart reports whether there may be something in a function that keeps two calls of it apart: a lock, be it one
// that the skeleton doesn't have, a token, or an atomic operation that only one of them wins.
func (a *Analysis) keepsApart(f *supergraph.Function) bool {
	isAtomic := func(i supergraph.Instruction) bool {
		in := i.Instr()
		return in.Guarded || in.Op == ir.OpUpdate || in.Op == ir.OpReceive || in.Op == ir.OpSend || in.Op == ir.OpSelect && !in.Default
	}
	for i := range f.Instructions() {
		callees := a.CalleesAt(i)
		if isAtomic(i) || i.Calls() && slices.ContainsFunc(callees, a.mayKeepApart) {
			return true
		}
	}
	return slices.ContainsFunc(a.Operations(f), func(o supergraph.Operation) bool { return o.IsLock() || o.Kind == model.Once })
}

// mayKeepApart reports whether a function, or what it calls, takes a lock or the like.
func (a *Analysis) mayKeepApart(f *supergraph.Function) (is bool) {
	a.VisitReached(f, func(g *supergraph.Function) {
		is = is || slices.ContainsFunc(a.Operations(g), func(o supergraph.Operation) bool { return o.IsLock() || o.Kind == model.Once }) ||
			g.Contains(func(in *ir.Instr) bool { return in.Guarded || in.Op == ir.OpUpdate })
	})
	return is
}

// looksAt reports whether a branch asks whether a channel has been closed.
func (a *Analysis) looksAt(branch supergraph.Instruction, channel pointsto.Location) bool {
	f := branch.Parent
	choice, ok := f.ChoiceOf(branch.At.Block)
	return ok && choice.Instr().Default && slices.ContainsFunc(choice.Instr().Cases, func(c ir.SelectCase) bool {
		return !c.Send && slices.Equal(a.Points.Operand(f.Function, c.Chan), []pointsto.Location{channel})
	})
}
