package holding

import (
	"slices"

	"github.com/chancheck/chancheck/extract/internal/pointsto"
	"github.com/chancheck/chancheck/extract/internal/supergraph"
	"github.com/chancheck/chancheck/extract/ir"
)

// An Unfetched is an answer that a goroutine of a struct sends to those who call its methods, and wait for it as long as a context or a
// time lets them. When they have left, the goroutine stays where it sends unless somebody calls again, and who closes the struct doesn't
// end it. It is what Vacated is with the goroutine of a call.
type Unfetched struct {
	Channel pointsto.Location
	// Started is where the goroutine is started, Sent where it sends, by some sides of branches, if they are known.
	Started, Sent supergraph.Instruction
	Sides         []Side
	// Waits is the select in which callers wait, at the end of Calls, Case the case by which they leave.
	Waits supergraph.Instruction
	Calls []supergraph.Instruction
	Case  int
	// Closes closes the struct.
	Closes *supergraph.Function
}

// Unfetched lists the channels from which a function receives that others call, and that it leaves.
func (a *Analysis) Unfetched(f *supergraph.Function) (list []Unfetched) {
	calls, isCalled := a.callsTo(f, map[*supergraph.Function]bool{})
	if !isCalled || slices.ContainsFunc(calls, isInLoop) || a.runsByItself(f) {
		return nil
	}
	for waits := range f.Instructions() {
		in := waits.Instr()
		if in.Op != ir.OpSelect || in.Default {
			continue
		}
		for n := range in.Cases {
			u := Unfetched{Waits: waits, Calls: calls, Case: n}
			if a.leavesToWorld(waits, n) && a.findUnfetched(&u) {
				list = append(list, u)
				break
			}
		}
	}
	return list
}

// leavesToWorld reports whether a function returns by a case of a select that the world makes ready, and isn't run again by what it runs then.
func (a *Analysis) leavesToWorld(waits supergraph.Instruction, n int) bool {
	f := waits.Parent
	first, ok := f.AfterCase(waits, n)
	return ok && a.comesFromWorld(f, &waits.Instr().Cases[n]) && a.returnsFrom(f, first) && !a.callsFrom(f, first, f)
}

// findUnfetched finds the channel on which a goroutine of the struct sends, and who closes that.
func (a *Analysis) findUnfetched(u *Unfetched) bool {
	f := u.Waits.Parent
	for _, o := range a.OperationsOf(u.Waits) {
		if !o.Receives || len(o.Objects) != 1 || !a.isKeptForCallers(o.Objects[0]) {
			continue
		}
		u.Channel = o.Objects[0]
		typeName, ok := a.structWith(u.Channel)
		first, _ := f.AfterCase(u.Waits, u.Case)
		if !ok || a.receivesIn(f, reachedFrom(f, first), u.Channel) || !a.findAnswer(u) {
			continue
		}
		if u.Closes, ok = a.closesOnly(typeName, u.Channel); ok {
			return true
		}
	}
	return false
}

// isKeptForCallers reports whether each struct has a channel without a buffer of its own, which nobody closes, and from which only callers
// receive, where the world lets them leave.
func (a *Analysis) isKeptForCallers(channel pointsto.Location) bool {
	if !a.hasNoBuffer(channel) || !a.isInField(channel) || !a.isOfOne(channel) || a.Points.Escapes(channel) || a.isKnownElsewhere(channel) || !a.isClosedOnlyIn(channel, nil) {
		return false
	}
	return !slices.ContainsFunc(a.Users[channel], func(user *supergraph.Function) bool {
		return slices.ContainsFunc(a.Operations(user), func(o supergraph.Operation) bool {
			return o.Receives && slices.Contains(o.Objects, channel) && (a.runsByItself(user) || !a.mayLeave(user.At(o.At)))
		})
	})
}

// mayLeave reports whether a function waits at an instruction in a select that the world may end, so that it returns.
func (a *Analysis) mayLeave(waits supergraph.Instruction) bool {
	for n := range waits.Instr().Cases {
		if a.leavesToWorld(waits, n) {
			return true
		}
	}
	return false
}

// findAnswer finds where one goroutine of the struct sends on the channel, and does nothing else if that blocks. Whatever has to be so that it
// comes there, it is so where a caller gets what is sent: he may as well leave just before.
func (a *Analysis) findAnswer(u *Unfetched) bool {
	f := u.Waits.Parent
	for _, user := range a.Users[u.Channel] {
		start, isStarted := a.goroutineOf(user)
		if !isStarted || isInLoop(start) || hasFinalizer(start.Parent) || a.runs(f, start.Parent) {
			continue
		}
		for sent := range user.Instructions() {
			if a.sendsOn(sent, u.Channel) && (a.mayComeTo(sent) || a.isOnlySend(sent, u.Channel)) && a.comesAbout(sent) {
				u.Started, u.Sent = start, sent
				if sides, isFree := a.sidesTo(sent); isFree {
					u.Sides = sides
				}
				return true
			}
		}
	}
	return false
}

// goroutineOf is StartOf for a function that the goroutine may call again and again, and comes to for all that is known.
func (a *Analysis) goroutineOf(f *supergraph.Function) (start supergraph.Instruction, ok bool) {
	for n := 0; n < maxCalls && !a.isOpen(f) && len(f.Callers) == 1; n++ {
		call := f.Callers[0]
		if call.Instr().Op == ir.OpGo {
			return call, a.mayComeTo(call)
		}
		if call.Instr().Op != ir.OpCall || !a.mayComeTo(call) || !a.comesAbout(call) {
			break
		}
		f = call.Parent
	}
	return start, false
}

// isOnlySend reports whether nobody sends on a channel but at one instruction: that isn't dead code, or else those who receive all wait for
// nothing.
func (a *Analysis) isOnlySend(sent supergraph.Instruction, channel pointsto.Location) bool {
	return !slices.ContainsFunc(a.Users[channel], func(user *supergraph.Function) bool {
		return slices.ContainsFunc(a.Operations(user), func(o supergraph.Operation) bool {
			return o.Sends && slices.Contains(o.Objects, channel) && user.At(o.At) != sent
		})
	})
}
