package holding

import (
	"slices"

	"github.com/chancheck/chancheck/extract/internal/pointsto"
	"github.com/chancheck/chancheck/extract/internal/supergraph"
	"github.com/chancheck/chancheck/extract/ir"
	"github.com/chancheck/chancheck/model"
)

// Whoever looks something up in a map with a lock, and uses it without, may use what another one has looked up, too, and has
// closed since: the lock says that there are others, and that one asks whether there is an entry, that they remove some.

// An entry is where a function finds something in a map: by a key, or as the next one.
type entry struct {
	supergraph.Instruction
	field pointsto.Location // with the map
	// collected is where it is put in a slice with others, if it is.
	collected []supergraph.Instruction
}

// entryAt is where a function has found a value, or what leads to it by fields that are only set in new structs, be it that it has
// collected it with others in a slice.
func (a *Analysis) entryAt(f *supergraph.Function, o ir.Operand) (e entry, ok bool) {
	o = f.Original(o)
	for in := f.Definition(o); in != nil && in.Op == ir.OpLoad && in.Index == ir.Final; in = f.Definition(o) {
		o, _ = f.StepsTo(in.Args[0])
	}
	if collected, filling, ok := a.collectedAt(f, o); ok {
		e, ok = a.entryAt(f, collected)
		e.collected = append(e.collected, filling)
		return e, ok
	}
	found, ok := f.DefinedAt(o)
	if ok && found.Instr().Op == ir.OpExtract {
		found, ok = f.DefinedAt(found.Instr().Args[0])
	}
	address, isOneOfMany := foundAt(f, o)
	if !ok || !isOneOfMany || found.Instr().Op != ir.OpMapLookup && found.Instr().Op != ir.OpNext {
		return entry{}, false
	}
	of, ok := a.fieldAt(f, address)
	return entry{Instruction: found, field: of.field}, ok && a.isHidden(of.field)
}

// collectedAt is what a function has collected in a slice of its own from which it has a value, if it does so in one place.
func (a *Analysis) collectedAt(f *supergraph.Function, o ir.Operand) (collected ir.Operand, filling supergraph.Instruction, ok bool) {
	element := f.Definition(loadedFrom(f, o))
	if element == nil || element.Op != ir.OpIndexAddr {
		return collected, filling, false
	}
	fillings, ok := a.fillingsOf(f, element.Args[0])
	if !ok || len(fillings) != 1 || fillings[0].Instr().Op != ir.OpAppend || !appendsOne(f, fillings[0].Instr()) {
		return collected, filling, false
	}
	stored := appended(f, ir.Operand{Kind: ir.Register, Reg: fillings[0].Instr().Dst})
	if len(stored) == 0 {
		return collected, filling, false
	}
	return stored[0], fillings[0], true
}

// cells are the map, and the variable that holds it.
func (a *Analysis) cells(e entry) []pointsto.Location {
	return append(slices.Clone(a.Points.Content(e.field)), e.field)
}

// isRemovedBefore reports whether a function, or what it calls, may change the map, or who made it nil it, before an
// instruction: what it has taken out nobody else finds.
func (a *Analysis) isRemovedBefore(e entry, i supergraph.Instruction) bool {
	for other := range comingBefore(i) {
		if a.changes(other, e) {
			return true
		}
	}
	return false
}

// isRemovedAfter reports whether a function, or what it calls, may change the map after an instruction.
func (a *Analysis) isRemovedAfter(e entry, i supergraph.Instruction) bool {
	for other := range i.Parent.Instructions() {
		if ComesBefore(i, other) && a.changes(other, e) {
			return true
		}
	}
	return false
}

// changes reports whether an instruction changes a map, or replaces it, itself or by what it calls.
func (a *Analysis) changes(i supergraph.Instruction, e entry) bool {
	return slices.ContainsFunc(a.cells(e), func(l pointsto.Location) bool {
		return slices.Contains(a.Stores[l], i) || i.Calls() && slices.ContainsFunc(a.CalleesAt(i), func(f *supergraph.Function) bool { return a.mayStoreIn(f, l) })
	})
}

// asksForEntry reports whether a branch asks whether there is an entry, or whether that is nil.
func asksForEntry(branch supergraph.Instruction, e entry) bool {
	f := branch.Parent
	o, _ := f.Negated(branch.Instr().Args[0])
	in := f.Definition(o)
	if in != nil && in.Op == ir.OpBinary && in.Args[1].Kind == ir.NilConst {
		in = f.Definition(f.Original(in.Args[0]))
	}
	if in != nil && in.Op == ir.OpExtract {
		in = f.Definition(in.Args[0])
	}
	return e.Instr().Op == ir.OpMapLookup && in == e.Instr()
}

// Stale lists the sends of a function on what it has looked up, one for each channel: who closes that takes it out of the map with
// the lock with which it was found.
func (a *Analysis) Stale(f *supergraph.Function) (list []Late) {
	for _, o := range a.Operations(f) {
		isKnown := func(l Late) bool { return l.Channel == o.Objects[0] }
		if !o.Sends || len(o.Objects) != 1 || a.Points.Objects[o.Objects[0]].Kind != pointsto.Channel || slices.ContainsFunc(list, isKnown) {
			continue
		}
		l := Late{Channel: o.Objects[0], Sent: f.At(o.At)}
		found, ok := a.entryAt(f, sentOn(l.Sent.Instr(), func(c ir.SelectCase) bool { return slices.Contains(a.Points.Operand(f.Function, c.Chan), l.Channel) }))
		if !ok || !a.findRemoval(&l, found) || a.runs(l.Closed.Parent, f) || a.runs(f, l.Closed.Parent) {
			continue
		}
		if a.isLeftAlone(&l, found) {
			list = append(list, l)
		}
	}
	return list
}

// sentOn is the channel of a send, be it one of those of a select, that is meant; nothing known, if there is none.
func sentOn(in *ir.Instr, isMeant func(ir.SelectCase) bool) ir.Operand {
	if in.Op == ir.OpSend {
		return in.Args[0]
	}
	if n := slices.IndexFunc(in.Cases, func(c ir.SelectCase) bool { return c.Send && isMeant(c) }); n >= 0 {
		return in.Cases[n].Chan
	}
	return ir.Operand{}
}

// findRemoval finds the one place where the entries of a map are closed, and removed in the same call, with a lock with which
// one was found.
func (a *Analysis) findRemoval(l *Late, found entry) (ok bool) {
	if l.Closed, ok = a.closedByCall(l.Channel); !ok || l.Closed.Instr().Op != ir.OpClose {
		return false
	}
	closer := l.Closed.Parent
	removed, ok := a.entryAt(closer, l.Closed.Instr().Args[0])
	if !ok || removed.field != found.field || !pointsto.Overlap(a.locksAt(found.Instruction), a.locksAt(l.Closed)) {
		return false
	}
	for i := range closer.Instructions() {
		if a.changes(i, removed) && pointsto.Overlap(a.locksAt(i), a.locksAt(found.Instruction)) {
			return a.areClosedFreely(l, removed) && !a.mayBeOfOtherKind(l, found, removed)
		}
	}
	return false
}

// areClosedFreely reports whether it hangs on nothing that who sends sets, or somebody who calls that one, whether an entry is closed that there is.
func (a *Analysis) areClosedFreely(l *Late, removed entry) bool {
	running := map[*supergraph.Function]bool{}
	a.WithCallers(running, func(f *supergraph.Function) bool { return f == l.Sent.Parent }, supergraph.Instruction.Calls)
	isSet := func(cell pointsto.Location) bool {
		return slices.ContainsFunc(a.Order, func(f *supergraph.Function) bool { return running[f] && a.mayStoreIn(f, cell) })
	}
	return !slices.ContainsFunc(a.decide(l.Closed), func(s Side) bool {
		return !isUsual(s, removed) && (!a.mayTake(s.Branch, s.Edge) || a.groundsOf(s.Branch).askOf(isSet))
	})
}

// isUsual reports whether a branch asks for nothing but whether there is an entry, or for whom.
func isUsual(s Side, e entry) bool {
	return asksForEntry(s.Branch, e) || isForNext(s.Branch) || asksToBeFirst(s.Branch)
}

// mayBeOfOtherKind reports whether who closes entries and who sends to one both ask for what an entry is, which it stays: for a field that is
// set when it is made, or for its key. There may be kinds of entries that are sent to, and others that are closed.
func (a *Analysis) mayBeOfOtherKind(l *Late, found, removed entry) bool {
	sides := a.decide(l.Sent)
	for _, i := range found.collected {
		sides = append(sides, a.decide(i)...)
	}
	isFixed := func(cell pointsto.Location) bool {
		return len(a.Stores[cell]) > 0 && !slices.ContainsFunc(a.Stores[cell], func(store supergraph.Instruction) bool { return !isStoreToNew(store) })
	}
	picksKey := found.Instr().Op == ir.OpMapLookup && found.Instr().Args[1].Kind != ir.Register || slices.ContainsFunc(sides, func(s Side) bool { return asksForKey(s.Branch, found) })
	return slices.ContainsFunc(a.decide(l.Closed), func(s Side) bool {
		if isUsual(s, removed) {
			return false
		}
		asksTheSame := a.groundsOf(s.Branch).askOf(func(cell pointsto.Location) bool {
			return isFixed(cell) && a.askOf(sides, func(other pointsto.Location) bool { return other == cell })
		})
		return asksTheSame || picksKey && asksForKey(s.Branch, removed)
	})
}

// asksForKey reports whether a branch hangs on the key of an entry.
func asksForKey(branch supergraph.Instruction, e entry) bool {
	f, seen := branch.Parent, supergraph.Registers{}
	var hangs func(o ir.Operand) bool
	hangs = func(o ir.Operand) bool {
		o = f.Original(o)
		if o.Kind != ir.Register || !seen.Add(f, o.Reg) {
			return false
		}
		if e.Instr().Op == ir.OpMapLookup && o == f.Original(e.Instr().Args[1]) {
			return true
		}
		in := f.Definition(o)
		if in == nil || in == e.Instr() {
			return false
		}
		if in.Op == ir.OpExtract && f.Definition(in.Args[0]) == e.Instr() {
			return e.Instr().Op == ir.OpNext && in.Index == 1
		}
		return slices.ContainsFunc(in.Args, hangs)
	}
	return hangs(branch.Instr().Args[0])
}

// mayTakeTurns reports whether who sends and who closes may both wait for their turn, before, in a way that isn't followed: each calls a value, or
// passes a channel that he uses both ways.
func (a *Analysis) mayTakeTurns(l *Late) bool {
	if a.callsValuesAround(l.Sent) && a.callsValuesAround(l.Closed) {
		return true
	}
	others := a.usedBothWays(l.Closed.Parent)
	return slices.ContainsFunc(a.usedBothWays(l.Sent.Parent), func(c pointsto.Location) bool { return c != l.Channel && slices.Contains(others, c) })
}

// callsValuesAround reports whether a function calls a value before an instruction, and one afterwards, be it that it has deferred that.
func (a *Analysis) callsValuesAround(i supergraph.Instruction) bool {
	return a.callsValueBefore(i) && slices.ContainsFunc(slices.Collect(i.Parent.Instructions()), func(later supergraph.Instruction) bool {
		in := later.Instr()
		return (in.Op == ir.OpDefer || in.Op == ir.OpCall && ComesBefore(i, later)) && in.CallsValue()
	})
}

// usedBothWays are the channels on which a function, or what it calls, sends, and from which it receives.
func (a *Analysis) usedBothWays(f *supergraph.Function) (list []pointsto.Location) {
	sent, received := map[pointsto.Location]bool{}, map[pointsto.Location]bool{}
	a.VisitReached(f, func(g *supergraph.Function) {
		for _, o := range a.Operations(g) {
			for _, l := range o.Objects {
				sent[l], received[l] = sent[l] || o.Sends, received[l] || o.Receives
			}
		}
	})
	for l := range sent {
		if received[l] && a.Points.Objects[l].Kind == pointsto.Channel {
			list = append(list, l)
		}
	}
	return list
}

// isAlwaysGated reports whether on all ways to a function somebody has a lock that another one takes, too.
func (a *Analysis) isAlwaysGated(f, other *supergraph.Function) bool {
	locks := a.locksOf(other)
	return !slices.ContainsFunc(a.waysTo(f), func(way []gate) bool {
		return !slices.ContainsFunc(way, func(g gate) bool { return slices.Contains(locks, g.object) })
	})
}

// comesFromOthers reports whether a function is run by callers, or goroutines, that don't make the map: who makes it may be the only
// one who has it.
func (a *Analysis) comesFromOthers(f *supergraph.Function, e entry) bool {
	return slices.ContainsFunc(a.Order, func(root *supergraph.Function) bool {
		_, isStarted := a.StartOf(root)
		makes := func(l pointsto.Location) bool {
			maker := a.Functions[a.Points.Objects[l].Function]
			return maker != nil && a.runs(root, maker)
		}
		return (isStarted || a.isOpen(root) && hasExportedName(root)) && a.runs(root, f) && !slices.ContainsFunc(a.Points.Content(e.field), makes)
	})
}

// asksToBeFirst reports whether a branch hangs on an atomic update of the same function: the first one who comes there may go on.
func asksToBeFirst(branch supergraph.Instruction) bool {
	f := branch.Parent
	o, _ := f.Negated(branch.Instr().Args[0])
	in := f.Definition(o)
	if in != nil && in.Op == ir.OpBinary {
		in = f.Definition(f.Original(in.Args[0]))
	}
	return in != nil && in.Op == ir.OpUpdate
}

// isLeftAlone reports whether nothing keeps a function, once it has found an entry, from coming where it uses that, or from
// being late then.
func (a *Analysis) isLeftAlone(l *Late, found entry) bool {
	f := l.Sent.Parent
	if a.UnderRecover()[f] || a.isRemovedBefore(found, l.Sent) || a.areKeptApart(l) || a.mayTakeTurns(l) || a.isAlwaysGated(f, l.Closed.Parent) || a.areGatedBoth(f, l.Closed.Parent) || !a.comesFromOthers(f, found) {
		return false
	}
	l.Sides = slices.DeleteFunc(a.decide(l.Sent), func(s Side) bool { return isEndOfRange(s, l.Sent) })
	isAsked := found.Instr().Op == ir.OpNext || slices.ContainsFunc(l.Sides, func(s Side) bool { return asksForEntry(s.Branch, found) })
	return isAsked && !slices.ContainsFunc(l.Sides, func(s Side) bool {
		return !asksForEntry(s.Branch, found) && !a.mayTake(s.Branch, s.Edge) && !a.mayTakeAsRead(s)
	})
}

// ClosedTwice lists the channels that two calls of a function may close: each has found the entry before the other one removes
// it.
func (a *Analysis) ClosedTwice(f *supergraph.Function) (list []Late) {
	if !a.isOpen(f) || !hasExportedName(f) {
		return nil
	}
	for i := range f.Instructions() {
		closed, of, ok := a.closedAt(i)
		if !ok {
			continue
		}
		l := Late{Channel: closed.channel, Sent: i, Closed: closed.Instruction}
		found, ok := a.entryAt(f, of)
		if !ok || found.Instr().Op != ir.OpMapLookup || !a.isChosenByCallers(f, f.Original(found.Instr().Args[1])) || len(a.locksAt(found.Instruction)) == 0 {
			continue
		}
		if a.isClosedByBoth(&l, found) {
			list = append(list, l)
		}
	}
	return list
}

// A closing is where a channel is closed.
type closing struct {
	supergraph.Instruction
	channel pointsto.Location
}

// closedAt is the channel that an instruction closes, be it by a method of what has it in a field, and what that is in
// the function.
func (a *Analysis) closedAt(i supergraph.Instruction) (closed closing, of ir.Operand, ok bool) {
	if in := i.Instr(); in.Op == ir.OpClose {
		channel, ok := a.oneOf(i.Parent, in.Args[0])
		return closing{i, channel}, in.Args[0], ok
	}
	callees := a.CalleesAt(i)
	if i.Instr().Op != ir.OpCall || len(callees) != 1 || callees[0].Name != i.Instr().Name {
		return closing{}, of, false
	}
	for next := range callees[0].Instructions() {
		if next.Instr().Op != ir.OpClose || len(a.decide(next)) > 0 {
			continue
		}
		inner, o, ok := a.closedAt(next)
		root, lasts := lastingRoot(next.Parent, o)
		given, isGiven := supergraph.Argument(i.Instr(), next.Parent, root.Reg)
		if ok && lasts && root.Kind == ir.Register && root.Reg < next.Parent.Params && isGiven {
			return inner, given, len(a.locksOf(callees[0])) == 0
		}
	}
	return closing{}, of, false
}

// oneOf is one of the channels that a value may be, which are made in several places, and that code which isn't seen doesn't close.
func (a *Analysis) oneOf(f *supergraph.Function, o ir.Operand) (channel pointsto.Location, ok bool) {
	channels := a.Points.Operand(f.Function, o)
	isForeign := func(l pointsto.Location) bool {
		return a.Points.Objects[l].Kind != pointsto.Channel || a.Points.Escapes(l)
	}
	if len(channels) == 0 || slices.ContainsFunc(channels, isForeign) {
		return 0, false
	}
	return channels[0], true
}

// isClosedByBoth reports whether nothing keeps two calls from both closing what they have found: no lock that they still have, nor
// anything that one of them sets and the other one asks for.
func (a *Analysis) isClosedByBoth(l *Late, found entry) bool {
	f := l.Sent.Parent
	apart := *l
	apart.Closed = l.Sent
	isGuard := func(s Side) bool { return !asksForEntry(s.Branch, found) && !a.mayBeTakenAgain(s) }
	l.Sides = a.decide(l.Sent)
	if !slices.ContainsFunc(l.Sides, func(s Side) bool { return asksForEntry(s.Branch, found) }) || !a.isRemovedAfter(found, l.Sent) {
		return false
	}
	if a.UnderRecover()[f] || a.UnderRecover()[l.Closed.Parent] || a.isRemovedBefore(found, l.Sent) || a.areKeptApart(&apart) || slices.ContainsFunc(l.Sides, isGuard) {
		return false
	}
	isWait := func(o supergraph.Operation) bool {
		return o.Kind == model.Channel && a.isWaitForOthers(o) && ComesBefore(f.At(o.At), l.Sent)
	}
	return !slices.ContainsFunc(a.Operations(f), isWait)
}
