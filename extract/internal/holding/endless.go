package holding

import (
	"slices"

	"github.com/chancheck/chancheck/extract/internal/pointsto"
	"github.com/chancheck/chancheck/extract/internal/supergraph"
	"github.com/chancheck/chancheck/extract/ir"
)

// An Endless is a goroutine for whose end the function waits that closes its struct, but that never ends: all ways to where it returns
// come by what nobody ever does, be it to close a channel or to cancel a context, or there are none, as where break leaves a select
// but not the loop around it.
type Endless struct {
	Object pointsto.Location
	// Started is where the goroutine is started, Counted, of a wait group, where it was counted, Ends where it would say that it has
	// ended.
	Started, Counted, Ends supergraph.Instruction
	// Stays is where it waits for ever, or again and again, if that is known, Vain what it waits for that never comes.
	Stays supergraph.Instruction
	Vain  []pointsto.Location
	// isBlocked says that it comes to where it waits in vain only, places is how many there are where it waits.
	isBlocked bool
	places    int
	// ends says of functions that were looked at whether they never return, see neverReturns.
	ends map[*supergraph.Function]bool
	// Awaits is where Closes, which closes the struct, waits for its end, at the end of Calls.
	Closes *supergraph.Function
	Awaits supergraph.Instruction
	Calls  []supergraph.Instruction
}

// Endless lists those for whom a function waits that closes a struct: the first one.
func (a *Analysis) Endless(f *supergraph.Function) (list []Endless) {
	if !a.isOpen(f) || !isClosing(f) || f.Params == 0 {
		return nil
	}
	for i := range f.Instructions() {
		waits, ok := a.awaitsAt(i)
		if !ok || !waits.to.known || waits.to.root != receiver || !a.mayComeTo(i) || a.mayEndBefore(i) {
			continue
		}
		for _, s := range a.endsOfGoroutines()[waits.object] {
			e := Endless{Object: s.Object, Started: s.Started, Counted: s.Counted, Ends: s.Ends, Closes: f, Awaits: waits.Instruction, Calls: waits.calls}
			if a.isOfStruct(s, waits.to.steps) && a.mayComeTo(s.Started) && !a.asksHowMade(i) && e.neverEnds(a) {
				return []Endless{e}
			}
		}
	}
	return nil
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
	end := a.pathOf(g, s.Ends.Instr().Args[0])
	if !end.known || end.root.Kind != ir.Register || end.steps != steps {
		return false
	}
	o, ok := supergraph.Argument(start.Instr(), g, end.root.Reg)
	if o = start.Parent.Original(o); !ok {
		return false
	}
	return a.isJustMade(start.Parent, o) || o == receiver && start.Parent.ParamType(0) != ""
}

// neverEnds reports whether the goroutine never comes to its end.
func (e *Endless) neverEnds(a *Analysis) bool {
	e.ends = map[*supergraph.Function]bool{}
	return !a.DefersRecover(e.Ends.Parent) && e.neverReturns(a, e.Ends.Parent)
}

// neverReturns reports whether a function never returns, nor panics itself, where some things never come to pass. One that calls
// itself first isn't known to.
func (e *Endless) neverReturns(a *Analysis, f *supergraph.Function) bool {
	never, known := e.ends[f]
	if !known {
		e.ends[f] = false
		never = e.goesRound(a, f)
		e.ends[f] = never
	}
	return never
}

// goesRound reports whether no way through a function leads to where it ends.
func (e *Endless) goesRound(a *Analysis, f *supergraph.Function) bool {
	never := a.neverTaken(f)
	seen := map[int]bool{}
	for work := []int{0}; len(work) > 0; {
		block := work[0]
		work = work[1:]
		if seen[block] {
			continue
		}
		seen[block] = true
		goesOn, mayEnd := e.passes(a, f, block)
		if mayEnd {
			return false
		}
		for edge, next := range f.SuccessorsOf(block) {
			if goesOn && !never[Side{at(f, block, len(f.Blocks[block].Instrs)-1), edge}] {
				work = append(work, next)
			}
		}
	}
	return true
}

// passes reports whether a goroutine may go on past a block, and whether it may end there.
func (e *Endless) passes(a *Analysis, f *supergraph.Function, block int) (goesOn, mayEnd bool) {
	for n := range f.Blocks[block].Instrs {
		i := at(f, block, n)
		in := i.Instr()
		switch {
		case in.Op == ir.OpReturn || in.Op == ir.OpPanic || a.mayEndHere(i) || i == e.Ends && in.Op != ir.OpDefer:
			return false, true
		case a.isVain(i):
			e.stays(a, i)
			e.isBlocked = true
			return false, false
		case in.Op == ir.OpSelect && !in.Default:
			e.stays(a, i)
		case in.Op == ir.OpCall && in.Name != "": // who calls a value may call another one
			if callees := a.CalleesAt(i); len(callees) == 1 && e.neverReturns(a, callees[0]) {
				return false, false
			}
		}
	}
	return true, false
}

// mayEndHere reports whether a goroutine may be gone after a call that returns to others.
func (a *Analysis) mayEndHere(i supergraph.Instruction) bool {
	return a.mayEnd(i) && !slices.ContainsFunc(a.CalleesAt(i), func(callee *supergraph.Function) bool { return !returns(callee) && !a.MayEnd[callee] })
}

// stays notes where the goroutine stays, with what never comes there.
func (e *Endless) stays(a *Analysis, i supergraph.Instruction) {
	if e.places++; e.Stays.Parent == nil {
		e.Stays = i
	}
	in := i.Instr()
	if in.Op == ir.OpReceive {
		e.Vain = append(e.Vain, a.Points.Operand(i.Parent.Function, in.Args[0])...)
	}
	for _, c := range in.Cases {
		if a.neverComes(i.Parent, &c) {
			e.Vain = append(e.Vain, a.Points.Operand(i.Parent.Function, c.Chan)...)
		}
	}
}

// isVain reports whether whoever comes to an instruction waits there for what never comes.
func (a *Analysis) isVain(i supergraph.Instruction) bool {
	in := i.Instr()
	switch {
	case in.Op == ir.OpReceive:
		return a.neverComes(i.Parent, &ir.SelectCase{Chan: in.Args[0]})
	case in.Op == ir.OpSelect && !in.Default:
		return !slices.ContainsFunc(in.Cases, func(c ir.SelectCase) bool { return !a.neverComes(i.Parent, &c) })
	}
	return false
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

// neverTaken are the sides of branches in a function that take a case of a select that never comes, or find that a channel is closed
// that nobody closes; or none of its cases, where it has no default.
func (a *Analysis) neverTaken(f *supergraph.Function) map[Side]bool {
	never := map[Side]bool{}
	for branch := range branchesOf(f) {
		if choice, n, isCase := askedCase(branch); isCase {
			in := choice.Instr()
			never[Side{branch, 0}] = a.neverComes(f, &in.Cases[n])
			never[Side{branch, 1}] = n == len(in.Cases)-1 && !in.Default
			continue
		}
		for i := range f.Instructions() {
			if a.NeverCloses(i) && isOkOf(branch.Instr().Args[0], i) {
				never[Side{branch, 1}] = true
			}
		}
	}
	return never
}

// IsCounted reports whether the goroutine says by a wait group that it has ended.
func (e *Endless) IsCounted() bool { return e.Counted.Parent != nil }

// WaitsForEver reports whether the goroutine waits for what never comes, and for nothing else.
func (e *Endless) WaitsForEver() bool { return e.isBlocked && e.places == 1 }

// VainText is what it waits for in vain, as code, if that is known.
func (e *Endless) VainText() string {
	f, in := e.Stays.Parent, e.Stays.Instr()
	channels := []ir.Operand{}
	if in.Op == ir.OpReceive {
		channels = append(channels, in.Args[0])
	}
	for _, c := range in.Cases {
		channels = append(channels, c.Chan)
	}
	for _, o := range channels {
		if done := f.Definition(f.Original(o)); done != nil && done.Op == ir.OpCall && done.Text != "" {
			return done.Text
		}
	}
	return ""
}
