package holding

import (
	"slices"

	"github.com/chancheck/chancheck/extract/internal/pointsto"
	"github.com/chancheck/chancheck/extract/internal/supergraph"
	"github.com/chancheck/chancheck/extract/ir"
)

// An Endless is a goroutine for whose end the function waits that closes its struct, or that has told it to end, but that never ends: all ways to where it returns
// come by what nobody ever does, be it to close a channel or to cancel a context, or there are none, as where break leaves a select
// but not the loop around it.
type Endless struct {
	Object pointsto.Location
	// Started is where the goroutine is started, Counted, of a wait group, where it was counted, Ends where it would say that it has
	// ended.
	Started, Counted, Ends supergraph.Instruction
	Rounds
	// Awaits is where Closes, which closes the struct, waits for its end, at the end of Calls.
	Closes *supergraph.Function
	Awaits supergraph.Instruction
	Calls  []supergraph.Instruction
}

// Endless lists those for whom a function waits that closes a struct, or a channel for them: the first one.
func (a *Analysis) Endless(f *supergraph.Function) (list []Endless) {
	if !a.isOpen(f) || f.Params == 0 {
		return nil
	}
	for i := range f.Instructions() {
		waits, ok := a.awaitsAt(i)
		if !ok || !waits.to.known || waits.to.root != receiver || !a.mayComeTo(i) || a.mayEndBefore(i) {
			continue
		}
		for _, s := range a.endsOfGoroutines()[waits.object] {
			e := Endless{Object: s.Object, Started: s.Started, Counted: s.Counted, Ends: s.Ends, Rounds: Rounds{Analysis: a, last: s.Ends, comesNever: a.neverComes, closesNever: a.NeverCloses}, Closes: f, Awaits: waits.Instruction, Calls: waits.calls}
			if (isClosing(f) || a.tellsInVain(f, s.Ends.Parent)) && a.isOfStruct(s, waits.to.steps) && a.mayComeTo(s.Started) && !a.asksHowMade(i) && e.neverEnd(s.Ends.Parent) {
				return []Endless{e}
			}
		}
	}
	return nil
}

// tellsInVain reports whether a function closes a channel of which a goroutine learns in each turn of a loop, by a case of a select, and goes
// on: who closes that doesn't just let it begin.
func (a *Analysis) tellsInVain(f, g *supergraph.Function) bool {
	return slices.ContainsFunc(a.Order, func(h *supergraph.Function) bool {
		return a.runs(g, h) && slices.ContainsFunc(a.Operations(h), func(o supergraph.Operation) bool {
			choice := h.At(o.At)
			return o.Receives && choice.Instr().Op == ir.OpSelect && len(o.Objects) == 1 && a.goesOnAfter(choice, o.Objects[0]) && a.mayClose(f, o.Objects[0])
		})
	})
}

// goesOnAfter reports whether a function comes to a select again that has received from a channel, the same each time.
func (a *Analysis) goesOnAfter(choice supergraph.Instruction, channel pointsto.Location) bool {
	f, n := choice.Parent, a.caseFrom(choice, channel)
	if n < 0 || a.Points.Objects[channel].Kind != pointsto.Channel || !a.wayTo(f, choice.Instr().Cases[n].Chan).known {
		return false
	}
	next, ok := f.AfterCase(choice, n)
	return ok && f.Reaches([]int{next}, choice.At.Block, nowhere)
}

// mayClose reports whether a function closes a channel, itself or by what it runs.
func (a *Analysis) mayClose(f *supergraph.Function, channel pointsto.Location) bool {
	return slices.ContainsFunc(a.Users[channel], func(user *supergraph.Function) bool { return a.runs(f, user) && a.Closes(user, channel) })
}

// mayEndBefore reports whether a goroutine may be gone before it comes to an instruction.
func (a *Analysis) mayEndBefore(i supergraph.Instruction) bool {
	return slices.ContainsFunc(slices.Collect(comingBefore(i)), a.mayEnd)
}

// asksHowMade reports whether a function comes to an instruction or not by what whoever makes the struct has set: the one that has
// this goroutine may be another one than those for which it waits.
func (a *Analysis) asksHowMade(i supergraph.Instruction) bool {
	return slices.ContainsFunc(a.decide(i), func(s Side) (is bool) {
		a.groundsOf(s.Branch).cells.Each(func(l int) { is = is || slices.ContainsFunc(a.Stores[pointsto.Location(l)], isStoreToNew) })
		return is
	})
}

// endsOfGoroutines are where goroutines say that they have ended, by the object.
func (a *Analysis) endsOfGoroutines() map[pointsto.Location][]SelfAwaited {
	if a.endings != nil {
		return a.endings
	}
	a.endings = map[pointsto.Location][]SelfAwaited{}
	for _, g := range a.Order {
		if !a.isGoroutine(g) || len(g.Callers) != 1 {
			continue
		}
		for i := range g.Instructions() {
			if s, ok := a.endingAt(i); ok {
				a.endings[s.Object] = append(a.endings[s.Object], s)
			}
		}
	}
	return a.endings
}

// isOfStruct reports whether a goroutine says that it has ended to the struct with which it was started, which whoever starts it has made,
// or is called with: by what some steps lead to.
func (a *Analysis) isOfStruct(s SelfAwaited, steps string) bool {
	g, start := s.Ends.Parent, s.Started
	end := s.to
	if !end.known || end.root.Kind != ir.Register || end.steps != steps {
		return false
	}
	o, ok := supergraph.Argument(start.Instr(), g, end.root.Reg)
	if o = start.Parent.Original(o); !ok {
		return false
	}
	return a.isJustMade(start.Parent, o) || o == receiver && start.Parent.ParamType(0) != ""
}

// neverComes reports whether nobody ever sends on the channel from which a case receives, or closes it, nor ends the context that it is
// of: that doesn't derive from one that may end.
func (a *Analysis) neverComes(f *supergraph.Function, c *ir.SelectCase) bool {
	if c.Send || !a.NeverServes(f, c) {
		return false
	}
	return !slices.ContainsFunc(a.Points.Operand(f.Function, c.Chan), func(l pointsto.Location) bool {
		o := &a.Points.Objects[l]
		return o.Kind == pointsto.Context && !a.derivesFromEndless(o)
	})
}

// derivesFromEndless reports whether a context is made of one that nobody ends.
func (a *Analysis) derivesFromEndless(o *pointsto.Object) bool {
	maker := a.Functions[o.Function]
	if maker == nil {
		return false
	}
	made := maker.At(o.At).Instr()
	return made.Op == ir.OpCall && len(made.Args) > 0 && a.NeverEnd(a.Points.Operand(o.Function, made.Args[0]))
}

// IsCounted reports whether the goroutine says by a wait group that it has ended.
func (e *Endless) IsCounted() bool { return e.Counted.Parent != nil }
