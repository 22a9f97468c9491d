package holding

import (
	"slices"

	"github.com/chancheck/chancheck/extract/internal/dataflow"
	"github.com/chancheck/chancheck/extract/internal/pointsto"
	"github.com/chancheck/chancheck/extract/internal/supergraph"
	"github.com/chancheck/chancheck/extract/ir"
)

// A SelfServed is a send by which a goroutine waits for itself: on a channel from which nobody but it receives, at another
// place, which it doesn't come to (a circle of one: Coffman, Elphick and Shoshani 1971). If the channel has a buffer, that is full:
// others have sent, or the goroutine itself, in the turn before.
type SelfServed struct {
	Channel pointsto.Location
	// Capacity is that of the channel.
	Capacity int
	// Started is where the goroutine is started, Received where it receives, Sent where it sends, at the end of Calls.
	Started, Received, Sent supergraph.Instruction
	Calls                   []supergraph.Instruction
	// Sides are those that it takes to there.
	Sides []Side
	// Fills is where others send, if that is how the buffer gets full, by some sides of branches. IsOfMessage says that the goroutine
	// sends when it has received.
	Fills       supergraph.Instruction
	Before      []Side
	IsOfMessage bool
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
		s.Capacity, _ = a.Points.Objects[s.Channel].Capacity()
		served[s.Channel] = true
		if a.findSelfServed(&s) {
			list = append(list, s)
		}
	}
	return list
}

// servesAlone reports whether nobody but one goroutine receives from a channel with a known capacity, which is made where that is
// started: who starts another one makes another channel.
func (a *Analysis) servesAlone(f *supergraph.Function, start supergraph.Instruction, channel pointsto.Location) bool {
	if _, isKnown := a.Points.Objects[channel].Capacity(); !isKnown || !a.isReceivedOnlyIn(channel, f) || !a.isOfOne(channel) || a.isKnownElsewhere(channel) {
		return false
	}
	o := &a.Points.Objects[channel]
	maker := a.Functions[o.Function]
	return maker != nil && a.runs(start.Parent, maker) && !isInLoop(maker.At(o.At))
}

// findSelfServed finds a send on the channel in the function that receives from it, or on all ways of one that it calls: the same
// channel, of the same struct. Where there is a buffer, what is called may send on some ways only.
func (a *Analysis) findSelfServed(s *SelfServed) bool {
	f := s.Received.Parent
	from := a.wayTo(f, a.servedBy(s.Received, s.Channel))
	for i := range f.Instructions() {
		sent, calls, to, within, ok := a.mayServeAt(i, s)
		if !ok || !to.isSame(from) || !a.comesAbout(i) {
			continue
		}
		sides, isPossible := a.sidesSince(s.Received, i)
		s.Sent, s.Calls, s.Sides = sent, calls, slices.Concat(sides, within)
		if isPossible && (s.Capacity == 0 || !a.shareMemory(s.Sides) && (a.isFilledByOthers(s) || a.fillsItself(s, i))) {
			return true
		}
	}
	return false
}

// mayServeAt is sendsAt, and where there is a buffer also the send to which the one function comes by some sides that an instruction calls.
func (a *Analysis) mayServeAt(i supergraph.Instruction, s *SelfServed) (sent supergraph.Instruction, calls []supergraph.Instruction, to path, sides []Side, ok bool) {
	sent, calls, to, ok = a.sendsAt(i, s.Channel)
	if ok || s.Capacity == 0 {
		return sent, calls, to, nil, ok
	}
	if sent, to, ok = a.sendCalledAt(i, s.Channel, func(j supergraph.Instruction) bool { return j.Parent != i.Parent }); ok {
		calls = []supergraph.Instruction{i}
		sides, _ = a.sidesTo(sent)
	}
	return sent, calls, to, sides, ok
}

// isFilledByOthers finds where others than the goroutine send on the channel whenever there is room, again and again, before it sends in its
// loop, whatever it has received: what it sends before that, nobody may yet have got at.
func (a *Analysis) isFilledByOthers(s *SelfServed) bool {
	server := s.Received.Parent
	if !server.Leads(s.Received.At.Block, s.first().At.Block) || slices.ContainsFunc(s.Sides, a.hangsOnMessage) {
		return false
	}
	for _, user := range a.Users[s.Channel] {
		if !a.mayBeCalledAgain(user) || a.runs(user, server) || a.runs(server, user) || pointsto.Overlap(a.locksOf(user), a.locksOf(server)) {
			continue
		}
		for _, o := range a.Operations(user) {
			sent := user.At(o.At)
			if !o.Sends || !slices.Equal(o.Objects, []pointsto.Location{s.Channel}) || !a.waitsForNothingElse(sent) {
				continue
			}
			sides, isPossible := a.sidesTo(sent)
			if isPossible && a.isTakenAgain(sides, user, server) {
				s.Fills, s.Before, s.IsOfMessage = sent, sides, a.comesOfMessage(s)
				return true
			}
		}
	}
	return false
}

// mayBeCalledAgain reports whether others may call a method again and again on one struct, of which they know the type: who makes one of a type
// that isn't exported may call its methods as often as that is right.
func (a *Analysis) mayBeCalledAgain(f *supergraph.Function) bool {
	return a.isOpen(f) && f.Params > 0 && pointsto.IsExported(f.ParamType(0))
}

// hangsOnMessage reports whether a side hangs on what was received, and not on what a call makes of it: others may never send what it takes.
// Which case of a select it is hangs on no message.
func (a *Analysis) hangsOnMessage(s Side) (is bool) {
	_, _, isCase := askedCase(s.Branch)
	a.groundsOf(s.Branch).others.Each(func(register int) {
		made, ok := s.Branch.Parent.DefinedAt(ir.Operand{Kind: ir.Register, Reg: register})
		is = is || ok && (made.Instr().Op == ir.OpReceive || made.Instr().Op == ir.OpSelect && !isCase)
	})
	return is
}

// comesOfMessage reports whether the goroutine comes to where it sends when it has received from the channel.
func (a *Analysis) comesOfMessage(s *SelfServed) bool {
	f, to := s.Received.Parent, s.first()
	if s.Received.Instr().Op == ir.OpReceive {
		return s.Received.AlwaysComesBefore(to)
	}
	block, ok := f.AfterCase(s.Received, a.caseFrom(s.Received, s.Channel))
	return ok && f.Reaches([]int{block}, to.At.Block, s.Received.At.Block)
}

// first is the instruction of the goroutine that sends, or calls what does.
func (s *SelfServed) first() supergraph.Instruction { return append(slices.Clip(s.Calls), s.Sent)[0] }

// waitsForNothingElse reports whether the function that sends at an instruction waits for nothing else than for room, and locks: it may
// send no more than somebody lets it, be it code that isn't seen and is called before.
func (a *Analysis) waitsForNothingElse(sent supergraph.Instruction) bool {
	f := sent.Parent
	begin := f.At(pointsto.At{Index: -1})
	return !a.MayStay[f] && !a.RunsUnseenOn([]supergraph.Instruction{begin, sent}) && !slices.ContainsFunc(a.Operations(f), func(o supergraph.Operation) bool {
		return f.At(o.At) != sent && a.isWaitForOthers(o)
	}) && !slices.ContainsFunc(a.CallsIn(f), func(call supergraph.Call) bool {
		return call.Instr().Op != ir.OpGo && slices.ContainsFunc(call.Callees, a.mayWait)
	})
}

// isTakenAgain reports whether sides that were taken once may be taken again, for all that some functions set. Who answers that isn't
// seen may remember what he was asked.
func (a *Analysis) isTakenAgain(sides []Side, functions ...*supergraph.Function) bool {
	return !slices.ContainsFunc(sides, func(s Side) bool {
		cells, isSeen := a.askedOf(s.Branch)
		return !isSeen || slices.ContainsFunc(functions, func(f *supergraph.Function) bool { return a.mayStoreInOne(f, cells) })
	})
}

// askedOf are the cells that a branch hangs on, and those that functions load which it asks; it is not ok if one of these isn't seen, but
// for those of whose errors it asks.
func (a *Analysis) askedOf(branch supergraph.Instruction) (cells dataflow.Set, ok bool) {
	add := func(n int) { cells.Add(n) }
	g := a.groundsOf(branch)
	g.cells.Each(add)
	seen := map[string]bool{}
	for _, call := range a.CallsIn(branch.Parent) {
		name := call.Instr().Name + "." + call.Instr().Method
		isAsked := g.callees[name]
		if isAsked && len(call.Callees) > 0 {
			seen[name] = true
		}
		if dst := call.Instr().Dst; isAsked || dst >= 0 && g.others.Has(dst) {
			a.loadedBy(call.Callees).Each(add)
		}
	}
	return cells, len(seen) == len(g.callees)
}

// fillsItself reports whether a goroutine that has sent into a buffer with room for one may come to an instruction by which it sends again,
// as something else came to pass twice for which its select waits.
func (a *Analysis) fillsItself(s *SelfServed, i supergraph.Instruction) bool {
	f, choice := i.Parent, s.Received
	in := choice.Instr()
	if s.Capacity != 1 || in.Op != ir.OpSelect || in.Default || !f.Leads(i.At.Block, choice.At.Block) || !a.isTakenAgain(s.Sides, f) {
		return false
	}
	for n := range in.Cases {
		first, ok := f.AfterCase(choice, n)
		if !ok || !in.Cases[n].Ticks {
			continue
		}
		turn := f.Reached([]int{first}, choice.At.Block)
		if turn[i.At.Block] && !a.receivesIn(f, turn, s.Channel) {
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
	if sent, to, ok = a.sendCalledAt(i, channel, func(j supergraph.Instruction) bool { return isAlwaysPassed(j.Parent, j.At.Block) }); ok {
		calls = []supergraph.Instruction{i}
	}
	return sent, calls, to, ok
}

// sendCalledAt is a wanted send on a channel in the one function that an instruction calls, and the path to the channel.
func (a *Analysis) sendCalledAt(i supergraph.Instruction, channel pointsto.Location, isWanted func(supergraph.Instruction) bool) (sent supergraph.Instruction, to path, ok bool) {
	callees := a.CalleesAt(i)
	if i.Instr().Op != ir.OpCall || i.Instr().Name == "" || len(callees) != 1 {
		return sent, to, false
	}
	for j := range callees[0].Instructions() {
		if !a.sendsOn(j, channel) || !isWanted(j) {
			continue
		}
		if from, ok := a.wayFrom(i, callees[0], a.wayTo(callees[0], j.Instr().Args[0])); ok {
			return j, from, true
		}
	}
	return sent, to, false
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

// sidesSince is sidesInTurn of a turn that begins with an instruction, where nothing that earlier turns do has a say.
func (a *Analysis) sidesSince(begins, i supergraph.Instruction) (list []Side, ok bool) {
	list, ok = a.sidesInTurn(i)
	return list, ok || a.isTakenAgain(list, i.Parent) && !slices.ContainsFunc(list, func(s Side) bool {
		return !a.mayTakeAfter(s.Branch, s.Edge, func(other supergraph.Instruction) bool { return comesSince(begins, other, s.Branch) })
	})
}

// mayTakeInTurn reports whether sides may be taken in a turn of a loop, before which others may have put something where it looks.
func (a *Analysis) mayTakeInTurn(sides []Side) bool {
	return !slices.ContainsFunc(sides, func(s Side) bool {
		_, entersRange := rangedOver(s)
		return !entersRange && !a.mayTake(s.Branch, s.Edge)
	})
}
