package holding

import (
	"slices"

	"github.com/chancheck/chancheck/extract/internal/library"
	"github.com/chancheck/chancheck/extract/internal/pointsto"
	"github.com/chancheck/chancheck/extract/internal/supergraph"
	"github.com/chancheck/chancheck/extract/ir"
	"github.com/chancheck/chancheck/model"
)

// A goroutine takes another case of its select only if somebody makes that ready. He may never do so while one waits who sends to
// it: a gate keeps them apart, or it is the constructor that does, before anybody can call, or one of the two is called
// only where the other one does nothing.

// isBarredFrom reports whether a server may be on its way to an instruction, by another case of the select by which it serves,
// only while nobody waits for it with the lock.
func (a *Analysis) isBarredFrom(c *Circle, i supergraph.Instruction) bool {
	return slices.ContainsFunc(a.casesTo(c.Serves, i), func(n int) bool {
		return !a.isMadeReady(c, n, a.isKeptApart) || !a.mayBeEnabled(c, n)
	})
}

// casesTo are the cases of a select of which one has always been taken where its function comes to an instruction.
func (a *Analysis) casesTo(choice, i supergraph.Instruction) (list []int) {
	for _, s := range a.decide(i) {
		if of, n, isCase := askedCase(s.Branch); isCase && of == choice && s.Edge == 0 && s.Branch.AlwaysComesBefore(i) {
			list = append(list, n)
		}
	}
	return list
}

// isMadeReady reports whether the outside world makes a case of the server's select ready, or somebody who isn't kept from
// that.
func (a *Analysis) isMadeReady(c *Circle, n int, isKept func(*Circle, supergraph.Instruction) bool) bool {
	makers, areKnown := a.makersOf(c.Serves, n)
	return !areKnown || slices.ContainsFunc(makers, func(maker supergraph.Instruction) bool { return !isKept(c, maker) })
}

// makersOf lists where others than the function with a select make a case of that ready, in functions that are ever called; they
// aren't known if the channel is one of the outside world.
func (a *Analysis) makersOf(choice supergraph.Instruction, n int) (list []supergraph.Instruction, areKnown bool) {
	one := &choice.Instr().Cases[n]
	channels := a.Points.Operand(choice.Parent.Function, one.Chan)
	isOutside := func(l pointsto.Location) bool {
		return a.Points.Objects[l].Kind != pointsto.Channel || a.Points.Escapes(l)
	}
	if len(channels) == 0 || slices.ContainsFunc(channels, isOutside) {
		return nil, false
	}
	for _, f := range a.Order {
		for _, o := range a.Operations(f) {
			makes := o.Receives && one.Send || (o.Sends || o.IsClose()) && !one.Send
			if makes && f != choice.Parent && pointsto.Overlap(o.Objects, channels) && a.isEverCalled(f, map[*supergraph.Function]bool{}) {
				list = append(list, f.At(o.At))
			}
		}
	}
	return list, true
}

// isKeptApart reports whether one who makes a case ready, and the server goes on by that, is always past it when a function waits.
func (a *Analysis) isKeptApart(c *Circle, maker supergraph.Instruction) bool {
	return a.isGatedFrom(c, maker) || a.isBeforeAll(c, maker) || a.asksOtherwise(c, maker)
}

// isGatedFrom reports whether a gate keeps one who makes a case ready from a function which waits. It does so until the server has
// come back only if the one who has it waits for that.
func (a *Analysis) isGatedFrom(c *Circle, maker supergraph.Instruction) bool {
	waits := a.waysWith(a.barriersAt(c.first()), c.Parent)
	makes := a.waysWith(a.barriersAt(maker), maker.Parent)
	return excludeAll(waits, makes) && a.keepsGates(maker)
}

// first is where the function that has the lock waits, or calls what does.
func (c *Circle) first() supergraph.Instruction {
	if len(c.Calls) > 0 {
		return c.Calls[0]
	}
	return c.Waits
}

// barriersAt are the gates at an instruction, and the channels and conditions for which functions may have waited that are
// called before: who waits for his turn has it then.
func (a *Analysis) barriersAt(i supergraph.Instruction) []gate {
	list := a.gatesAt(i)
	for before := range comingBefore(i) {
		if before.Instr().Op == ir.OpCall && before != i && before.AlwaysComesBefore(i) {
			list = append(list, gatesOf(a.awaitedIn(before), model.Lock)...)
		}
	}
	return list
}

// awaitedIn are the channels and conditions for which the functions may wait that an instruction calls.
func (a *Analysis) awaitedIn(call supergraph.Instruction) (list []pointsto.Location) {
	for f := range a.callable(a.CalleesAt(call)...) {
		for _, o := range a.Operations(f) {
			if o.Waits && (o.Kind == model.Channel || o.Kind == model.Cond) {
				list = append(list, o.Objects...)
			}
		}
	}
	return list
}

// keepsGates reports whether a function may wait for something, after an instruction, with locks that it has there. If it has
// none of its own, or doesn't give one back, it is for others to say when that is.
func (a *Analysis) keepsGates(i supergraph.Instruction) bool {
	f := i.Parent
	own := slices.DeleteFunc(slices.Clone(a.Takings(f)), func(t Taking) bool { return t.Instruction == i || !a.flowOf(t).holdsAt(i) })
	isKept := func(t Taking) bool {
		w := a.flowOf(t)
		return a.releasesOthers(t.Locks) || a.waitsAfter(i, w.holdsAt)
	}
	if len(own) > 0 {
		return slices.ContainsFunc(own, isKept)
	}
	return a.isOpen(f) && !a.tries(i) || a.waitsAfter(i, func(supergraph.Instruction) bool { return true }) ||
		slices.ContainsFunc(f.Callers, func(call supergraph.Instruction) bool { return call.Parent != f && a.keepsGates(call) })
}

// tries reports whether a function has tried to take a lock before an instruction.
func (a *Analysis) tries(i supergraph.Instruction) bool {
	for before := range comingBefore(i) {
		if before.Calls() && library.Find(before.Instr().Name).Meaning == library.TryLock {
			return true
		}
	}
	return false
}

// waitsAfter reports whether a function may wait for others than the holders of locks when it has executed an instruction, while
// something holds.
func (a *Analysis) waitsAfter(i supergraph.Instruction, holds func(supergraph.Instruction) bool) bool {
	for later := range i.Parent.Instructions() {
		isLater := later != i && ComesBefore(i, later) && holds(later) || later.Instr().Op == ir.OpDefer
		if isLater && (a.mayBlockAt(later) || slices.ContainsFunc(a.CalleesAt(later), a.mayWait) && later.Instr().Op != ir.OpGo) {
			return true
		}
	}
	return false
}

// mayBlockAt reports whether an instruction waits itself for others than the holders of locks.
func (a *Analysis) mayBlockAt(i supergraph.Instruction) bool {
	return slices.ContainsFunc(a.OperationsOf(i), a.isWaitForOthers)
}

// isBeforeAll reports whether nobody makes a case ready but the function that makes what a function waits for, or what that calls
// itself, and it waits before it hands out what it has made.
func (a *Analysis) isBeforeAll(c *Circle, maker supergraph.Instruction) bool {
	made := a.Functions[a.Points.Objects[c.Object].Function]
	return made != nil && a.isWithin(maker, made, map[*supergraph.Function]bool{})
}

// isPastAtStart reports whether a goroutine is past an instruction when anybody can call who doesn't start it: who makes what it works on
// waits for what it does thereafter, before he returns.
func (a *Analysis) isPastAtStart(start, i supergraph.Instruction) bool {
	f, server := start.Parent, i.Parent
	makes := func(o ir.Operand) bool { return isNew(f, f.Original(o)) }
	if start.Instr().Op != ir.OpGo || server.Leads(i.At.Block, i.At.Block) || !slices.ContainsFunc(start.Instr().Args, makes) {
		return false
	}
	return slices.ContainsFunc(a.Operations(f), func(o supergraph.Operation) bool {
		waits := f.At(o.At)
		return waits.Instr().Op == ir.OpReceive && len(o.Objects) == 1 && alwaysComesAfter(waits, start) && a.isServedOnlyAfter(o.Objects[0], i)
	})
}

// isServedOnlyAfter reports whether nobody but a goroutine that is past an instruction sends on a channel, or closes it.
func (a *Analysis) isServedOnlyAfter(channel pointsto.Location, i supergraph.Instruction) bool {
	return !a.Points.Escapes(channel) && !slices.ContainsFunc(a.Users[channel], func(user *supergraph.Function) bool {
		return slices.ContainsFunc(slices.Collect(user.Instructions()), func(serves supergraph.Instruction) bool {
			return a.serves(serves, channel, ir.OpReceive) && (user != i.Parent || serves.Instr().Op == ir.OpDefer || ComesBefore(serves, i))
		})
	})
}

// isWithin reports whether an instruction is executed only in the course of functions that make something, by calling who does,
// and on each way there may be a wait after it.
func (a *Analysis) isWithin(i supergraph.Instruction, made *supergraph.Function, seen map[*supergraph.Function]bool) bool {
	f := i.Parent
	waits := a.waitsAfter(i, func(supergraph.Instruction) bool { return true })
	if a.runs(f, made) {
		return waits
	}
	if a.isOpen(f) || len(f.Callers) == 0 || seen[f] {
		return false
	}
	seen[f] = true
	return !slices.ContainsFunc(f.Callers, func(call supergraph.Instruction) bool {
		isPart := waits && a.runs(call.Parent, made) || a.isWithin(call, made, seen)
		return call.Instr().Op != ir.OpCall || !isPart
	})
}
