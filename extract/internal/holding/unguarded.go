package holding

import (
	"slices"
	"strings"

	"github.com/chancheck/chancheck/extract/internal/pointsto"
	"github.com/chancheck/chancheck/extract/internal/supergraph"
	"github.com/chancheck/chancheck/extract/ir"
	"github.com/chancheck/chancheck/model"
)

// An Unguarded is a send that doesn't look at what ends the one function that receives, although another send to that
// does: whoever wrote this knew that somebody may send when it has ended (deviant behaviour: Engler and
// others, Bugs as deviant behavior, 2001; only that ours must come about as well).
type Unguarded struct {
	Channel pointsto.Location
	// Capacity is that of the channel.
	Capacity int
	// Started is where the receiver was started as a goroutine. If it wasn't, Within are the functions that call each other to
	// run it, of which others call the last one.
	Started supergraph.Instruction
	Within  []*supergraph.Function
	// Ending is what ends the receiver, in a case of its select.
	Ending Ending
	// Sent is the send, Guarded the other one, in a select beside what ends the receiver.
	Sent, Guarded supergraph.Instruction
	Sides         []Side
}

// Unguarded lists such sends to a function that runs as a goroutine, or that others call, for each of its channels one of callers, and
// one of a goroutine: who waits, and what leaks, is mended apart.
func (a *Analysis) Unguarded(f *supergraph.Function) (list []Unguarded) {
	var u Unguarded
	var ok bool
	if u.Started, ok = a.StartOf(f); !ok {
		u.Within, ok = a.withinCallsOf(f)
	} else if isInLoop(u.Started) {
		return nil
	}
	if !ok {
		return nil
	}
	for i := range f.Instructions() {
		if i.Instr().Op != ir.OpSelect || i.Instr().Default || !isInLoop(i) {
			continue
		}
		for ending := range i.Instr().Cases {
			list = append(list, a.unguardedAt(u, i, ending)...)
		}
	}
	return list
}

// StartOf is where a goroutine is started that a function is, or that does nothing but call it once.
func (a *Analysis) StartOf(f *supergraph.Function) (start supergraph.Instruction, ok bool) {
	for !a.isOpen(f) && len(f.Callers) == 1 {
		call := f.Callers[0]
		if call.Instr().Op == ir.OpGo {
			return call, true
		}
		if call.Instr().Op != ir.OpCall || call.Parent.Loops[call.At.Block] >= 0 || call.Parent == f {
			break
		}
		f = call.Parent
	}
	return start, false
}

// unguardedAt are those to a receiver that ends by a case of a select.
func (a *Analysis) unguardedAt(u Unguarded, received supergraph.Instruction, ending int) (list []Unguarded) {
	endings := a.endsBy(received, ending)
	if len(endings) == 0 {
		return nil
	}
	var served []pointsto.Location
	for _, o := range a.OperationsOf(received) {
		if o.Receives && len(o.Objects) == 1 && a.isInField(o.Objects[0]) && a.isLeftAtEnd(&endings[0], o.Objects[0]) {
			served = append(served, o.Objects[0])
		}
	}
	for _, u.Channel = range served {
		var known bool
		u.Capacity, known = a.Points.Objects[u.Channel].Capacity()
		for _, ofCallers := range []bool{true, false} {
			if known && slices.ContainsFunc(endings, func(e Ending) bool { u.Ending = e; return a.findUnguarded(&u, served, ofCallers) }) {
				list = append(list, u)
			}
		}
	}
	return list
}

// isLeftAtEnd reports whether a channel is one from which only the receiver receives, and always where it looks at what ends it.
func (a *Analysis) isLeftAtEnd(e *Ending, channel pointsto.Location) bool {
	f := e.Looks.Parent
	return a.isReceivedOnlyIn(channel, f) && !slices.ContainsFunc(a.Operations(f), func(o supergraph.Operation) bool {
		return o.Receives && slices.Contains(o.Objects, channel) && !a.isLeftAt(f.At(o.At), e, channel)
	})
}

// isLeftAt reports whether a select has a case for what ends the receiver, after which that returns, and receives no more.
func (a *Analysis) isLeftAt(received supergraph.Instruction, e *Ending, channel pointsto.Location) bool {
	n := a.caseForEnd(received, e)
	return n >= 0 && !a.receivesAfter(received, n, channel)
}

// endOf is what is closed for a goroutine to take a case of a select and return, and where somebody closes it who waits
// for nothing before.
func (a *Analysis) endOf(received supergraph.Instruction, ending int) (quit pointsto.Location, closed supergraph.Instruction, ok bool) {
	c := &received.Instr().Cases[ending]
	locations := a.Points.Operand(received.Parent.Function, c.Chan)
	if c.Send || len(locations) != 1 || a.Points.Objects[locations[0]].Kind != pointsto.Channel || a.IsSentOn(locations[0]) {
		return 0, closed, false
	}
	closed, ok = a.closeOf(locations[0])
	return locations[0], closed, ok
}

// closeOf is the one place where somebody closes a channel, or cancels a context, who waits for nothing before.
func (a *Analysis) closeOf(quit pointsto.Location) (closed supergraph.Instruction, ok bool) {
	users := a.Users[quit]
	if a.Points.Objects[quit].Kind == pointsto.Context {
		users = a.Order // who cancels it has a function for that
	}
	for _, user := range users {
		for _, o := range a.Operations(user) {
			if !o.IsClose() || !slices.Contains(o.Objects, quit) {
				continue
			}
			if ok || a.waitsBefore(user.At(o.At), map[*supergraph.Function]bool{}) {
				return closed, false
			}
			closed, ok = user.At(o.At), true
		}
	}
	return closed, ok
}

// waitsBefore reports whether a function, or one that calls it, may wait for others than the holders of locks before an
// instruction, or in a loop that others end: it may know then that nobody sends any more.
func (a *Analysis) waitsBefore(i supergraph.Instruction, seen map[*supergraph.Function]bool) bool {
	f := i.Parent
	seen[f] = true
	return a.waitsItselfBefore(i) || !a.isOpen(f) && slices.ContainsFunc(f.Callers, func(call supergraph.Instruction) bool {
		return !seen[call.Parent] && a.waitsBefore(call, seen)
	})
}

// waitsItselfBefore is waitsBefore of the function alone, or what it calls. What is deferred comes last, in an order that isn't
// asked for.
func (a *Analysis) waitsItselfBefore(i supergraph.Instruction) bool {
	f, isLast := i.Parent, i.Instr().Op == ir.OpDefer
	waits := slices.ContainsFunc(a.Operations(f), func(o supergraph.Operation) bool {
		return a.isWaitForOthers(o) && (isLast || ComesBefore(f.At(o.At), i))
	})
	return waits || a.MayStay[f] || slices.ContainsFunc(a.CallsIn(f), func(call supergraph.Call) bool {
		isBefore := call.Instr().Op == ir.OpCall && ComesBefore(call.Instruction, i) || call.Instr().Op != ir.OpGo && isLast
		return call.Instruction != i && isBefore && slices.ContainsFunc(call.Callees, a.mayWait)
	})
}

// mayWait reports whether a function, or what it runs, waits for others than the holders of locks.
func (a *Analysis) mayWait(f *supergraph.Function) (is bool) {
	a.VisitReached(f, func(g *supergraph.Function) {
		is = is || slices.ContainsFunc(a.Operations(g), a.isWaitForOthers)
	})
	return is || a.MayStay[f]
}

// isWaitForOthers reports whether an operation waits for others of the program than the holders of locks, and for
// nothing else.
func (a *Analysis) isWaitForOthers(o supergraph.Operation) bool {
	in := o.Function.At(o.At).Instr()
	isFromWorld := func(c ir.SelectCase) bool { return a.comesFromWorld(o.Function, &c) }
	return o.Waits && !o.IsLock() && o.Kind != model.Once && !(in.Op == ir.OpSelect && slices.ContainsFunc(in.Cases, isFromWorld))
}

// isInField reports whether a channel is kept in a field. Who sends when it has been closed is no better off.
func (a *Analysis) isInField(channel pointsto.Location) bool {
	return a.Points.Objects[channel].Kind == pointsto.Channel && slices.ContainsFunc(a.Into[channel], func(l pointsto.Location) bool { return a.Points.Objects[l].Kind == pointsto.Field })
}

// receivesAfter reports whether a function may still receive from a channel when it has taken a case of a select, or
// may not return then.
func (a *Analysis) receivesAfter(received supergraph.Instruction, taken int, channel pointsto.Location) bool {
	f := received.Parent
	first, ok := f.AfterCase(received, taken)
	if !ok {
		return true
	}
	return !f.ReturnsWithout([]int{first}, nowhere) || a.receivesIn(f, reachedFrom(f, first), channel)
}

// findUnguarded finds a send on the channel, in a function that others call or in a goroutine, that doesn't look at what ends the
// receiver, and another one to that, on one of some channels, that does.
func (a *Analysis) findUnguarded(u *Unguarded, served []pointsto.Location, ofCallers bool) bool {
	for _, user := range a.Users[u.Channel] {
		if a.isOpen(user) != ofCallers {
			continue
		}
		for _, o := range a.Operations(user) {
			sent := user.At(o.At)
			if sent.Instr().Op != ir.OpSend || len(o.Objects) != 1 || o.Objects[0] != u.Channel || u.Capacity > 0 && !a.isOpen(user) && !isInLoop(sent) {
				continue
			}
			sides, isFree := a.sidesTo(sent)
			guarded, ok := a.guardedBeside(sent, &u.Ending, served)
			if isFree && ok && a.mayComeLate(sent, u) {
				u.Sent, u.Guarded, u.Sides = sent, guarded, sides
				return true
			}
		}
	}
	return false
}

// guardedBeside is a send to the receiver in a select with what ends that, in the function that has the other send, or
// another one; one that others call, too, if that is so of the first.
func (a *Analysis) guardedBeside(sent supergraph.Instruction, e *Ending, served []pointsto.Location) (guarded supergraph.Instruction, ok bool) {
	for _, channel := range served {
		for _, user := range a.Users[channel] {
			if a.isOpen(sent.Parent) && !a.isOpen(user) && user != sent.Parent {
				continue
			}
			for _, o := range a.Operations(user) {
				at := user.At(o.At)
				if o.Sends && slices.Contains(o.Objects, channel) && a.caseForEnd(at, e) >= 0 {
					return at, true
				}
			}
		}
	}
	return guarded, false
}

// caseFrom is the case of a select in which something is received from one channel and no other, -1 if there is none.
func (a *Analysis) caseFrom(choice supergraph.Instruction, channel pointsto.Location) int {
	return slices.IndexFunc(choice.Instr().Cases, func(c ir.SelectCase) bool {
		return !c.Send && slices.Equal(a.Points.Operand(choice.Parent.Function, c.Chan), []pointsto.Location{channel})
	})
}

// mayComeLate reports whether somebody may send when the receiver has ended: others may call the function at any time, or
// it runs as another goroutine; it isn't part of what makes the channel, of the receiver, or of who ends that; it has
// asked for nothing that these set, nor whether the receiver has ended, and takes no lock that who ends it takes, too.
func (a *Analysis) mayComeLate(sent supergraph.Instruction, u *Unguarded) bool {
	f := sent.Parent
	if _, isStarted := a.StartOf(f); !a.isOpen(f) && !isStarted {
		return false
	}
	made, receiver := a.Functions[a.Points.Objects[u.Channel].Function], u.Ending.Looks.Parent
	if made == nil || a.runs(receiver, f) || a.isOpen(f) && (a.runs(made, f) || u.Ending.By != nil && a.runs(u.Ending.By, receiver)) {
		return false
	}
	if u.Capacity > 0 && !isInLoop(sent) && a.remembers(sent) || a.looksForEnd(sent, &u.Ending) {
		return false
	}
	if slices.ContainsFunc(u.Within, func(g *supergraph.Function) bool { return a.runs(f, g) }) {
		return false
	}
	return !a.isSteeredAtEnd(sent, u) && (u.Ending.By == nil || a.mayBeEndedBefore(sent, u))
}

// mayBeEndedBefore reports whether those who end the receiver leave it to others to know that nobody sends any more. A channel is
// closed once, by any of those who may; a context may be cancelled as often as they like, and one of them is enough.
func (a *Analysis) mayBeEndedBefore(sent supergraph.Instruction, u *Unguarded) bool {
	f, e := sent.Parent, &u.Ending
	closer := e.Set.Parent
	if a.callable(closer)[f] || a.runs(f, closer) {
		return false
	}
	made, locks := a.Functions[a.Points.Objects[u.Channel].Function], a.locksOf(f)
	mayKnow := func(by *supergraph.Function) bool {
		return a.isSteeredBy(sent, by) || by != made && pointsto.Overlap(locks, a.locksOf(by))
	}
	if a.Points.Objects[e.Quit].Kind == pointsto.Context {
		return !mayKnow(e.By)
	}
	return !slices.ContainsFunc(a.Order, func(by *supergraph.Function) bool { return a.runs(by, closer) && mayKnow(by) })
}

// hasExportedName reports whether the name of a function, or method, begins with a capital letter.
func hasExportedName(f *supergraph.Function) bool {
	return pointsto.StartsUpper(ir.LastName(f.Name))
}

// isOfExportedType reports whether a function is no method, or one of a type whose name begins with a capital letter: others may have that.
func isOfExportedType(f *supergraph.Function) bool {
	receiver, isMethod := strings.CutPrefix(f.Name, "(")
	if !isMethod {
		return true
	}
	receiver, _, _ = strings.Cut(strings.TrimPrefix(receiver, "*"), ")")
	receiver, _, _ = strings.Cut(receiver, "[")
	return pointsto.StartsUpper(ir.LastName(receiver))
}

// remembers reports whether a function comes to a send by a branch on memory, or on what a function answers: it may send
// only once.
func (a *Analysis) remembers(sent supergraph.Instruction) bool {
	return slices.ContainsFunc(a.decide(sent), func(s Side) bool {
		g := a.groundsOf(s.Branch)
		return len(g.cells)+len(g.callees) > 0
	})
}

// looksAtEnd reports whether a function may have looked whether a channel is closed before it sends, itself or by what it
// calls: in a select with a default, or in another function.
func (a *Analysis) looksAtEnd(sent supergraph.Instruction, quit pointsto.Location) bool {
	for f := range a.callable(sent.Parent) {
		for _, o := range a.Operations(f) {
			in := f.At(o.At).Instr()
			if slices.Contains(o.Objects, quit) && (f != sent.Parent || in.Op == ir.OpSelect && in.Default && ComesBefore(f.At(o.At), sent)) {
				return true
			}
		}
	}
	return false
}

// locksOf are the locks that a function, and what it calls, takes or releases, found once.
func (a *Analysis) locksOf(f *supergraph.Function) []pointsto.Location {
	list, known := a.locks[f]
	if !known {
		list = a.findLocksOf(f)
		a.locks[f] = list
	}
	return list
}

func (a *Analysis) findLocksOf(f *supergraph.Function) (list []pointsto.Location) {
	for g := range a.callable(f) {
		for i := range g.Instructions() {
			list = append(list, a.lockedBy(i)...)
		}
	}
	slices.Sort(list)
	return slices.Compact(list)
}

// lockedBy are the locks that an instruction itself takes or releases.
func (a *Analysis) lockedBy(i supergraph.Instruction) (list []pointsto.Location) {
	for _, name := range a.Points.Callees(i.Parent.Function, i.At) {
		if i.Calls() && supergraph.LockingBy(name) != model.Tau {
			list = append(list, a.Points.Receivers(i.Parent.Function, i.Instr())...)
		}
	}
	return list
}
