package holding

import (
	"slices"

	"github.com/chancheck/chancheck/extract/internal/pointsto"
	"github.com/chancheck/chancheck/extract/internal/supergraph"
	"github.com/chancheck/chancheck/extract/ir"
)

// A SelfServed is a send by which a goroutine waits for itself: on a channel without a buffer from which nobody but it
// receives, at another place, which it doesn't come to (a circle of one: Coffman, Elphick and Shoshani 1971).
type SelfServed struct {
	Channel pointsto.Location
	// Started is where the goroutine is started, Received where it receives, Sent where it sends, at the end of Calls.
	Started, Received, Sent supergraph.Instruction
	Calls                   []supergraph.Instruction
	// Sides are those that it takes to there.
	Sides []Side
}

// SelfServed lists such sends of a function that runs as a goroutine, one for each channel.
func (a *Analysis) SelfServed(f *supergraph.Function) (list []SelfServed) {
	start, ok := a.StartOf(f)
	if !ok || isInLoop(start) {
		return nil
	}
	served := map[pointsto.Location]bool{}
	for _, o := range a.Operations(f) {
		if !o.Receives || len(o.Objects) != 1 || served[o.Objects[0]] || !a.servesAlone(f, start, o.Objects[0]) {
			continue
		}
		s := SelfServed{Channel: o.Objects[0], Started: start, Received: f.At(o.At)}
		served[s.Channel] = true
		if a.findSelfServed(&s) {
			list = append(list, s)
		}
	}
	return list
}

// servesAlone reports whether nobody but one goroutine receives from a channel without a buffer, which is made where that is
// started: who starts another one makes another channel.
func (a *Analysis) servesAlone(f *supergraph.Function, start supergraph.Instruction, channel pointsto.Location) bool {
	if !a.hasNoBuffer(channel) || !a.isReceivedOnlyIn(channel, f) || !a.isOfOne(channel) || a.isKnownElsewhere(channel) {
		return false
	}
	o := &a.Points.Objects[channel]
	maker := a.Functions[o.Function]
	return maker != nil && a.runs(start.Parent, maker) && !isInLoop(maker.At(o.At))
}

// findSelfServed finds a send on the channel in the function that receives from it, or on all ways of one that it calls: the same
// channel, of the same struct.
func (a *Analysis) findSelfServed(s *SelfServed) bool {
	f := s.Received.Parent
	from := a.wayTo(f, a.servedBy(s.Received, s.Channel))
	for i := range f.Instructions() {
		sent, calls, to, ok := a.sendsAt(i, s.Channel)
		if !ok || !to.isSame(from) || !a.comesAbout(i) {
			continue
		}
		if sides, isPossible := a.sidesInTurn(i); isPossible {
			s.Sent, s.Calls, s.Sides = sent, calls, sides
			return true
		}
	}
	return false
}

// sendsAt is the send on a channel that an instruction is, or that the one function which it calls comes to in any case, and
// the path to the channel.
func (a *Analysis) sendsAt(i supergraph.Instruction, channel pointsto.Location) (sent supergraph.Instruction, calls []supergraph.Instruction, to path, ok bool) {
	if a.sendsOn(i, channel) {
		return i, nil, a.wayTo(i.Parent, i.Instr().Args[0]), true
	}
	callees := a.CalleesAt(i)
	if i.Instr().Op != ir.OpCall || i.Instr().Name == "" || len(callees) != 1 {
		return sent, nil, to, false
	}
	for j := range callees[0].Instructions() {
		if !a.sendsOn(j, channel) || !isAlwaysPassed(callees[0], j.At.Block) {
			continue
		}
		if from, ok := a.wayFrom(i, callees[0], a.wayTo(callees[0], j.Instr().Args[0])); ok {
			return j, []supergraph.Instruction{i}, from, true
		}
	}
	return sent, nil, to, false
}

// sendsOn reports whether an instruction sends on a channel.
func (a *Analysis) sendsOn(i supergraph.Instruction, channel pointsto.Location) bool {
	in := i.Instr()
	return in.Op == ir.OpSend && slices.Equal(a.Points.Operand(i.Parent.Function, in.Args[0]), []pointsto.Location{channel})
}

// sidesInTurn is sidesTo in a turn of a loop that serves others: what earlier turns have put into a map or slice is there.
func (a *Analysis) sidesInTurn(i supergraph.Instruction) (list []Side, ok bool) {
	list, _ = a.sidesTo(i)
	return list, a.mayTakeInTurn(list)
}

// mayTakeInTurn reports whether sides may be taken in a turn of a loop, before which others may have put something where it looks.
func (a *Analysis) mayTakeInTurn(sides []Side) bool {
	return !slices.ContainsFunc(sides, func(s Side) bool {
		_, entersRange := rangedOver(s)
		return !entersRange && !a.mayTake(s.Branch, s.Edge)
	})
}
