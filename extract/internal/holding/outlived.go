package holding

import (
	"slices"
	"time"

	"github.com/chancheck/chancheck/extract/internal/pointsto"
	"github.com/chancheck/chancheck/extract/internal/supergraph"
	"github.com/chancheck/chancheck/extract/ir"
)

// An Outlived is a send by which others reach the one goroutine that receives, unless that has left because a time is over: who sends can't
// know whether it has, as it may be just then that the time is. What he asks before helps as little as what the goroutine tells afterwards.
type Outlived struct {
	Channel pointsto.Location
	Started supergraph.Instruction
	// Received is the select of the goroutine, Timer the case by which it leaves.
	Received supergraph.Instruction
	Timer    int
	Sent     supergraph.Instruction
}

// Outlived lists those to a function that runs as a goroutine, once for each.
func (a *Analysis) Outlived(f *supergraph.Function) (list []Outlived) {
	if !a.isGoroutine(f) || len(f.Callers) != 1 || isInLoop(f.Callers[0]) {
		return nil
	}
	for received := range f.Instructions() {
		if in := received.Instr(); in.Op != ir.OpSelect || in.Default {
			continue
		}
		for n := range received.Instr().Cases {
			c := &received.Instr().Cases[n]
			channels := a.Points.Operand(f.Function, c.Chan)
			if c.Send || len(channels) != 1 || !a.isOnlyReceivedAt(received, channels[0]) {
				continue
			}
			o := Outlived{Channel: channels[0], Started: f.Callers[0], Received: received}
			if a.findTimer(&o) && a.findOutlivedSend(&o) {
				return append(list, o)
			}
		}
	}
	return list
}

// isOnlyReceivedAt reports whether somebody receives from a channel without a buffer only at an instruction, the channel is made with the goroutine that does
// so, and nobody closes it.
func (a *Analysis) isOnlyReceivedAt(received supergraph.Instruction, channel pointsto.Location) bool {
	f, o := received.Parent, &a.Points.Objects[channel]
	capacity, known := o.Capacity()
	maker := a.Functions[o.Function]
	isOutside := a.Points.ReceivesItself(channel) || a.Points.SendsItself(channel) || a.isKnownElsewhere(channel)
	if o.Kind != pointsto.Channel || !known || capacity > 0 || maker == nil || isOutside || !a.isReceivedOnlyIn(channel, f) || !a.isStartedBy(maker, f) {
		return false
	}
	return !slices.ContainsFunc(a.Users[channel], func(user *supergraph.Function) bool {
		return a.Closes(user, channel) || slices.ContainsFunc(a.Operations(user), func(o supergraph.Operation) bool {
			return o.Receives && slices.Contains(o.Objects, channel) && user.At(o.At) != received
		})
	})
}

// isStartedBy reports whether a function starts a goroutine, or calls the one that does, which nobody else calls.
func (a *Analysis) isStartedBy(maker, f *supergraph.Function) bool {
	starter := f.Callers[0].Parent
	return starter == maker || !a.isOpen(starter) && len(starter.Callers) == 1 && starter.Callers[0].Parent == maker && !isInLoop(starter.Callers[0])
}

// findTimer finds the case by which the goroutine leaves when a time is over, and doesn't receive any more.
func (a *Analysis) findTimer(o *Outlived) bool {
	for n := range o.Received.Instr().Cases {
		first, ok := o.Received.Parent.AfterCase(o.Received, n)
		if ok && isOver(&o.Received.Instr().Cases[n]) && a.returnsFrom(o.Received.Parent, first) && !callsBack(o.Received.Parent, first) && !a.receivesAfter(o.Received, n, o.Channel) {
			o.Timer = n
			return true
		}
	}
	return false
}

// callsBack reports whether a function may call a function value when it has come to a block: that may end the program, as a watchdog's does.
func callsBack(f *supergraph.Function, block int) bool {
	reached := reachedFrom(f, block)
	return slices.ContainsFunc(slices.Collect(f.Instructions()), func(i supergraph.Instruction) bool {
		return reached[i.At.Block] && i.Instr().Op == ir.OpCall && i.Instr().CallsValue()
	})
}

// neverOver is a time that is over when nobody waits for it any more.
const neverOver = 365 * 24 * time.Hour

// isOver reports whether a case of a select comes about as a time is over.
func isOver(c *ir.SelectCase) bool {
	return c.RunsOut && !c.Send && (c.Value.Kind != ir.IntConst || time.Duration(c.Value.Int) < neverOver)
}

// findOutlivedSend finds where a function that others call, when the goroutine was started, sends on the channel, and does nothing else if that blocks.
func (a *Analysis) findOutlivedSend(o *Outlived) bool {
	receiver, starter := o.Received.Parent, o.Started.Parent
	for _, user := range a.Users[o.Channel] {
		isRun := user == starter || slices.ContainsFunc(user.Callers, func(call supergraph.Instruction) bool { return a.runs(starter, call.Parent) })
		if !a.isOpen(user) || a.runs(receiver, user) || isRun || a.runs(user, starter) {
			continue
		}
		for sent := range user.Instructions() {
			if sent.Instr().Op == ir.OpSend && a.sendsOn(sent, o.Channel) && !a.hangsOn(sent, receiver) && !a.isSteeredBy(sent, receiver) && a.mayComeTo(sent) && a.comesAbout(sent) {
				o.Sent = sent
				return true
			}
		}
	}
	return false
}
