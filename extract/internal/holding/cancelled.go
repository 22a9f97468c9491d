package holding

import (
	"slices"

	"github.com/chancheck/chancheck/extract/internal/pointsto"
	"github.com/chancheck/chancheck/extract/internal/supergraph"
	"github.com/chancheck/chancheck/extract/ir"
)

// endsBy lists how others end a receiver by a case of its select: a channel in one way, a context of the package by each function
// that has it cancelled, and a context of theirs in a way of their own.
func (a *Analysis) endsBy(received supergraph.Instruction, ending int) []Ending {
	f, c := received.Parent, &received.Instr().Cases[ending]
	e := Ending{Looks: received}
	if done := f.Definition(f.Original(c.Chan)); done != nil && done.Op == ir.OpCall {
		e.Context, e.Text = done, contextText(done)
	}
	var list []Ending
	if quit, ok := a.quitOf(f, c); ok && a.Points.Objects[quit].Kind == pointsto.Context {
		list = a.cancelsOf(e, quit)
	} else if ok {
		e.Quit, e.Set, ok = a.endOf(received, ending)
		if ok && !a.runs(f, e.Set.Parent) && (a.findEnder(&e) || a.isEndedByStarter(&e)) {
			list = append(list, e)
		}
	}
	if theirs := (Ending{Looks: received, Context: e.Context, Text: e.Text}); e.Context != nil && a.isFor(f, c, &theirs) {
		list = append(list, theirs)
	}
	return list
}

// isEndedByStarter finds who ends a receiver as the function does that others call to start it, as a server does for one client.
func (a *Analysis) isEndedByStarter(e *Ending) bool {
	start, ok := a.StartOf(e.Looks.Parent)
	e.By = start.Parent
	return ok && a.mayEndBy(e.By, e)
}

// cancelsOf lists how others have a context cancelled: by an exported function that neither runs the receiver nor waits for anybody
// before it cancels.
func (a *Analysis) cancelsOf(e Ending, context pointsto.Location) (list []Ending) {
	e.Quit = context
	for _, user := range a.Order {
		for _, o := range a.Operations(user) {
			e.Set = user.At(o.At)
			if !o.IsClose() || !slices.Contains(o.Objects, e.Quit) {
				continue
			}
			straight := a.comeStraight(e.Set, map[*supergraph.Function]bool{})
			for _, e.By = range a.Order { // and not as the set has them: the first one is told
				if straight[e.By] && a.mayEndBy(e.By, &e) && !a.runs(e.By, e.Looks.Parent) {
					list = append(list, e)
				}
			}
		}
	}
	return list
}

// comeStraight are the functions, beside some that are known, that may come to an instruction without waiting for others than the
// holders of locks.
func (a *Analysis) comeStraight(i supergraph.Instruction, known map[*supergraph.Function]bool) map[*supergraph.Function]bool {
	if known[i.Parent] || a.waitsItselfBefore(i) {
		return known
	}
	known[i.Parent] = true
	for _, call := range i.Parent.Callers {
		a.comeStraight(call, known)
	}
	return known
}

// withinCallsOf are the functions in which a function runs as they call each other, the function first: each but the last is called
// in one place, and once, and others call the last one by an exported name.
func (a *Analysis) withinCallsOf(f *supergraph.Function) (list []*supergraph.Function, ok bool) {
	for !a.isOpen(f) {
		list = append(list, f)
		if len(f.Callers) != 1 || f.Callers[0].Instr().Op != ir.OpCall || isInLoop(f.Callers[0]) || slices.Contains(list, f.Callers[0].Parent) {
			return nil, false
		}
		f = f.Callers[0].Parent
	}
	return append(list, f), hasExportedName(f)
}

// caseForEnd is the case of a select for what ends a receiver, -1 if there is none.
func (a *Analysis) caseForEnd(choice supergraph.Instruction, e *Ending) int {
	return slices.IndexFunc(choice.Instr().Cases, func(c ir.SelectCase) bool {
		if e.By == nil {
			return a.isFor(choice.Parent, &c, e)
		}
		quit, ok := a.quitOf(choice.Parent, &c)
		return ok && quit == e.Quit
	})
}

// quitOf is the one channel or context that a case of a select waits for. A field may have had other contexts while its struct was made.
func (a *Analysis) quitOf(f *supergraph.Function, c *ir.SelectCase) (quit pointsto.Location, ok bool) {
	locations := a.Points.Operand(f.Function, c.Chan)
	if c.Send {
		return 0, false
	}
	if len(locations) == 1 {
		return locations[0], a.Points.Objects[locations[0]].Kind == pointsto.Channel || a.isCancellable(locations[0])
	}
	context := contextOf(f, c.Chan, "Done")
	if context.Kind == ir.Unknown {
		return 0, false
	}
	field := a.Memory(f, loadedFrom(f, context))
	if len(field) != 1 || a.Points.Objects[field[0]].Kind != pointsto.Field {
		return 0, false
	}
	return a.contextLeftIn(field[0])
}

// isCancellable reports whether a location is a context that the package makes with a function that cancels it.
func (a *Analysis) isCancellable(l pointsto.Location) bool {
	o := &a.Points.Objects[l]
	return o.Kind == pointsto.Context && !o.NeverEnds()
}

// contextLeftIn is the context that a field has when its struct is made: what else is stored there is stored before, or by functions
// that others have to call.
func (a *Analysis) contextLeftIn(field pointsto.Location) (context pointsto.Location, ok bool) {
	for _, last := range a.Stores[field] {
		if last.Instr().Op != ir.OpStore {
			return 0, false
		}
		if context, ok = a.contextMadeOf(last.Parent, last.Instr().Args[1]); ok && !a.isStoredAfter(field, last) {
			return context, true
		}
	}
	return 0, false
}

// contextMadeOf is the context that a function has just made to be cancelled; what it derives from may end it as well.
func (a *Analysis) contextMadeOf(f *supergraph.Function, o ir.Operand) (context pointsto.Location, ok bool) {
	first := f.Definition(f.Original(o))
	if first == nil || first.Op != ir.OpExtract {
		return 0, false
	}
	made, ok := f.DefinedAt(first.Args[0])
	if !ok {
		return 0, false
	}
	list := a.Points.Operand(f.Function, o)
	n := slices.IndexFunc(list, func(l pointsto.Location) bool {
		return a.isCancellable(l) && a.Points.Objects[l].Function == f.Function && a.Points.Objects[l].At == made.At
	})
	if n < 0 {
		return 0, false
	}
	return list[n], true
}

// isStoredAfter reports whether the package may store in a field after a store: elsewhere than before it in its function, or what that calls
// before.
func (a *Analysis) isStoredAfter(field pointsto.Location, last supergraph.Instruction) bool {
	isBefore := func(i supergraph.Instruction) bool {
		return i.Parent == last.Parent && !ComesBefore(last, i)
	}
	return slices.ContainsFunc(a.Stores[field], func(other supergraph.Instruction) bool {
		if other == last || isBefore(other) {
			return false
		}
		return other.Parent == last.Parent || slices.ContainsFunc(other.Parent.Callers, func(call supergraph.Instruction) bool { return !isBefore(call) })
	})
}

// looksForEnd reports whether a function may have looked whether what ends a receiver has done so before it sends, itself or by what
// it calls: in a select with a default, in another function, or by asking a context for its error.
func (a *Analysis) looksForEnd(sent supergraph.Instruction, e *Ending) bool {
	if e.By != nil && a.looksAtEnd(sent, e.Quit) {
		return true
	}
	for f := range a.callable(sent.Parent) {
		for i := range f.Instructions() {
			in, isElsewhere := i.Instr(), f != sent.Parent
			looks := in.Op == ir.OpSelect && (isElsewhere || in.Default) && a.caseForEnd(i, e) >= 0
			if (isElsewhere || ComesBefore(i, sent)) && (looks || isAskedForError(i)) {
				return true
			}
		}
	}
	return false
}

// isAskedForError reports whether an instruction asks a context why it has ended.
func isAskedForError(i supergraph.Instruction) bool {
	in := i.Instr()
	return i.Calls() && (in.Method == "Err" && in.TypeName == ir.ContextType || in.Name == "context.Cause")
}

// isSteeredAtEnd reports whether a function comes to a send by a branch on what the receiver may set as it ends, or the functions in
// which it runs may after that. What they set before says nothing of the end, unless both do so with a lock.
func (a *Analysis) isSteeredAtEnd(sent supergraph.Instruction, u *Unguarded) bool {
	looks := u.Ending.Looks
	if slices.ContainsFunc(append(u.Within, looks.Parent), func(g *supergraph.Function) bool {
		return pointsto.Overlap(a.locksOf(sent.Parent), a.locksOf(g)) && a.isSteeredBy(sent, g)
	}) {
		return true
	}
	first, _ := looks.Parent.AfterCase(looks, a.caseForEnd(looks, &u.Ending))
	last := reachedFrom(looks.Parent, first)
	if a.isSteeredWhere(sent, looks.Parent, func(i supergraph.Instruction) bool { return last[i.At.Block] }) {
		return true
	}
	for n := 1; n < len(u.Within); n++ {
		call := u.Within[n-1].Callers[0]
		if a.isSteeredWhere(sent, call.Parent, func(i supergraph.Instruction) bool { return ComesBefore(call, i) }) {
			return true
		}
	}
	return false
}

// isSteeredWhere reports whether a function comes to a send by a branch on what another one may set by some of its instructions, or by
// what it defers.
func (a *Analysis) isSteeredWhere(sent supergraph.Instruction, f *supergraph.Function, isThere func(supergraph.Instruction) bool) bool {
	return a.askOf(a.decide(sent), func(l pointsto.Location) bool {
		for i := range f.Instructions() {
			if (isThere(i) || i.Instr().Op == ir.OpDefer) && a.mayStoreAt(i, l) {
				return true
			}
		}
		return false
	})
}

// mayStoreAt reports whether an instruction may store at a location, or have that done.
func (a *Analysis) mayStoreAt(i supergraph.Instruction, l pointsto.Location) bool {
	return slices.Contains(a.Stores[l], i) || slices.ContainsFunc(a.CalleesAt(i), func(g *supergraph.Function) bool { return a.mayStoreIn(g, l) })
}
