package holding

import (
	"slices"

	"github.com/chancheck/chancheck/extract/internal/supergraph"
	"github.com/chancheck/chancheck/extract/ir"
)

// Who tells a goroutine to end, and doesn't wait until it has, may not close a channel on which it sends: it may be just there. That he tells
// it to end says that it is there when he is called.

// Surprised lists the sends of a goroutine on channels that whoever tells it to end closes then, one for each channel.
func (a *Analysis) Surprised(f *supergraph.Function) (list []Late) {
	if _, isStarted := a.StartOf(f); !isStarted || a.UnderRecover()[f] {
		return nil
	}
	for i := range f.Instructions() {
		for _, l := range a.sendsFrom(i) {
			isKnown := func(other Late) bool { return other.Channel == l.Channel }
			if !a.UnderRecover()[l.Sent.Parent] && a.isInField(l.Channel) && a.isOfOne(l.Channel) && !slices.ContainsFunc(list, isKnown) && a.findSurprise(&l, i) {
				list = append(list, l)
			}
		}
	}
	return list
}

// sendsFrom are the sends, each on one channel, that an instruction is, or that what it calls comes to in any case.
func (a *Analysis) sendsFrom(i supergraph.Instruction) (list []Late) {
	for _, c := range i.Instr().Cases {
		if channels := a.Points.Operand(i.Parent.Function, c.Chan); c.Send && len(channels) == 1 {
			list = append(list, Late{Channel: channels[0], Sent: i})
		}
	}
	for _, channel := range a.sentAt(i) {
		if sent, _, _, ok := a.sendsAt(i, channel); ok {
			list = append(list, Late{Channel: channel, Sent: sent})
		}
	}
	return list
}

// findSurprise finds who closes the channel, and reports whether a goroutine may come to the send meanwhile, by an instruction of its own.
func (a *Analysis) findSurprise(l *Late, at supergraph.Instruction) bool {
	closed, ok := a.closedByCall(l.Channel)
	if !ok || a.runs(at.Parent, closed.Parent) || !a.tellsToEnd(closed, at) || a.mayDelay(closed) {
		return false
	}
	if l.Closed = closed; a.areKeptApart(l) || a.releasesGiven(at.Parent, a.locksOf(closed.Parent)) || a.isAlwaysGated(l.Sent.Parent, closed.Parent) {
		return false
	}
	l.Sides = a.decide(l.Sent)
	_, isFree := a.sidesTo(closed)
	return isFree && a.mayComeTo(at) && a.comesAbout(at) && a.mayComeTo(l.Sent) && a.comesAbout(l.Sent)
}

// tellsToEnd reports whether the function that closes a channel also does what a goroutine ends by in whose loop an instruction is.
func (a *Analysis) tellsToEnd(closed, in supergraph.Instruction) bool {
	if !isInLoop(in) {
		return false
	}
	isTold := slices.ContainsFunc(a.endingsOf(in.Parent), func(e Ending) bool {
		return e.By != nil && a.runs(closed.Parent, e.Set.Parent)
	})
	return isTold || slices.ContainsFunc(a.Operations(in.Parent), func(o supergraph.Operation) bool {
		i := in.Parent.At(o.At)
		isRange := i.Instr().Op == ir.OpReceive && i.Instr().CommaOk && len(o.Objects) == 1 && i.Parent.Leads(in.At.Block, i.At.Block)
		return isRange && a.Closes(closed.Parent, o.Objects[0])
	})
}

// mayDelay reports whether a function goes round in a loop before an instruction, waits, locks what isn't seen, or calls a value, of which nobody
// knows what it waits for, unless it ends a context: what goes on elsewhere may be over then.
func (a *Analysis) mayDelay(i supergraph.Instruction) bool {
	for before := range comingBefore(i) {
		in := before.Instr()
		isOfValue := in.Op == ir.OpCall && in.Name == "" && in.Method == ""
		ends := slices.ContainsFunc(a.OperationsOf(before), func(o supergraph.Operation) bool { return o.IsClose() })
		if isInLoop(before) || isOfValue && !ends || in.Op == ir.OpReceive || in.Op == ir.OpSelect && !in.Default {
			return true
		}
	}
	return a.locksUnseenBefore(i)
}
