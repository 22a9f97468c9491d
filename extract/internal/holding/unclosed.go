package holding

import (
	"slices"

	"github.com/chancheck/chancheck/extract/internal/dataflow"
	"github.com/chancheck/chancheck/extract/internal/pointsto"
	"github.com/chancheck/chancheck/extract/internal/supergraph"
	"github.com/chancheck/chancheck/extract/ir"
)

// An Unclosed is a loop that ends when its channel is closed, which never comes to pass: the one function that closes it does so when it
// has left the loop, or returns, or nobody does, and who has made it takes it away from where others find it before he starts the goroutine
// with the loop: each call leaves one behind.
type Unclosed struct {
	Channel pointsto.Location
	// Receives is where the loop stays, Started where the goroutine is started that runs it, if it is one.
	Receives, Started supergraph.Instruction
	// Closed is where the channel would be closed, if anybody did.
	Closed supergraph.Instruction
	// Sent is where somebody sends to it, if anybody does: that goes well.
	Sent supergraph.Instruction
}

// Unclosed lists such loops of a function.
func (a *Analysis) Unclosed(f *supergraph.Function) (list []Unclosed) {
	for i := range f.Instructions() {
		if i.Instr().Op != ir.OpReceive || !i.Instr().CommaOk || !isInLoop(i) {
			continue
		}
		channels := a.Points.Operand(f.Function, i.Instr().Args[0])
		if len(channels) != 1 || a.Points.Objects[channels[0]].Kind != pointsto.Channel {
			continue
		}
		closed, ok := a.closedAfter(i, channels[0])
		u := Unclosed{Channel: channels[0], Receives: i, Closed: closed}
		if (ok || a.isForgotten(&u)) && a.neverLeaves(i) && a.isRun(&u) {
			if ok {
				u.Sent = a.sentElsewhere(&u)
			}
			list = append(list, u)
		}
	}
	return list
}

// neverLeaves reports whether a function never returns if the channel is never closed from which an instruction receives.
func (a *Analysis) neverLeaves(i supergraph.Instruction) bool {
	r := Rounds{Analysis: a, comesNever: a.neverComes, closesNever: func(j supergraph.Instruction) bool { return j == i }}
	return r.neverEnd(i.Parent)
}

// closedAfter is where the function that receives closes the channel, or what it has deferred does, if nobody else does, and it comes there
// only when it has found the channel closed, or returns: nobody is the first to close it. A panic would be, from which somebody recovers.
func (a *Analysis) closedAfter(receives supergraph.Instruction, channel pointsto.Location) (closed supergraph.Instruction, ok bool) {
	f := receives.Parent
	if a.UnderRecover()[f] {
		return closed, false
	}
	before := a.reachedWhileOpen(receives)
	for _, user := range a.Users[channel] {
		for _, o := range a.Operations(user) {
			if !o.IsClose() || !slices.Contains(o.Objects, channel) {
				continue
			}
			closed, ok = user.At(o.At), true
			if user != f && !isDeferredOnlyBy(user, f) || user == f && closed.Instr().Op != ir.OpDefer && before[closed.At.Block] {
				return closed, false
			}
		}
	}
	return closed, ok
}

// isForgotten reports whether nobody closes a channel, which a function makes for the goroutine with the loop each time that it is called, and
// has nowhere any more when it starts that.
func (a *Analysis) isForgotten(u *Unclosed) bool {
	start, isStarted := a.StartOf(u.Receives.Parent)
	o := &a.Points.Objects[u.Channel]
	if !isStarted || o.Function != start.Parent.Function || !a.isOpen(start.Parent) || !hasExportedName(start.Parent) || isInLoop(start) || a.UnderRecover()[u.Receives.Parent] {
		return false
	}
	made := start.Parent.At(o.At)
	return made.AlwaysComesBefore(start) && a.isClosedOnlyIn(u.Channel, nil) && !a.returns(start.Parent, u.Channel) && a.isTakenAway(u.Channel, start) && a.isSentAsFound(u.Channel, start)
}

// isSentAsFound reports whether all who send on a channel have found it in a field just then, or are the function that starts a goroutine, before
// it does so: whoever has kept it elsewhere may send for ever, so that the loop is meant.
func (a *Analysis) isSentAsFound(channel pointsto.Location, start supergraph.Instruction) bool {
	return !slices.ContainsFunc(a.Users[channel], func(user *supergraph.Function) bool {
		return slices.ContainsFunc(a.Operations(user), func(o supergraph.Operation) bool {
			i := user.At(o.At)
			if !o.Sends || !slices.Contains(o.Objects, channel) || user == start.Parent && !ComesBefore(start, i) {
				return false
			}
			sent := sentOn(i.Instr(), func(c ir.SelectCase) bool { return slices.Contains(a.Points.Operand(user.Function, c.Chan), channel) })
			address := user.Definition(loadedFrom(user, sent))
			return address == nil || address.Op != ir.OpFieldAddr
		})
	})
}

// isTakenAway reports whether a channel is in some field, and in none any more when a function starts a goroutine, nor in a map, slice or variable
// of the package.
func (a *Analysis) isTakenAway(channel pointsto.Location, start supergraph.Instruction) (is bool) {
	for _, holder := range a.Into[channel] {
		switch o := &a.Points.Objects[holder]; {
		case o.Kind == pointsto.Field && a.isTakenFrom(holder, start):
			is = true
		case o.Kind != pointsto.Variable && o.Kind != pointsto.Closure || o.IsGlobal() || o.Function != start.Parent.Function:
			return false
		}
	}
	return is
}

// isTakenFrom reports whether only a function that starts a goroutine stores channels in a field, and stores none there before it does that.
func (a *Analysis) isTakenFrom(field pointsto.Location, start supergraph.Instruction) (is bool) {
	f := start.Parent
	for _, store := range a.Stores[field] {
		in := store.Instr()
		isNone := in.Op == ir.OpStore && in.Args[1].Kind == ir.NilConst
		if in.Op != ir.OpStore || !isNone && (store.Parent != f || ComesBefore(start, store)) {
			return false
		}
		is = is || isNone && store.Parent == f && store.AlwaysComesBefore(start) && !a.isStoredSince(field, store, start) && a.isOfSameAsOthers(store)
	}
	return is
}

// isOfSameAsOthers reports whether a function that stores in a field in several places does so in the same struct.
func (a *Analysis) isOfSameAsOthers(store supergraph.Instruction) bool {
	f, in := store.Parent, store.Instr()
	of, isField := a.fieldAt(f, in.Args[0])
	own := a.pathOf(f, in.Args[0])
	return isField && own.known && !slices.ContainsFunc(a.Stores[of.field], func(other supergraph.Instruction) bool {
		return other.Parent == f && a.pathOf(f, other.Instr().Args[0]) != own
	})
}

// isStoredSince reports whether a function may store in a field between two instructions.
func (a *Analysis) isStoredSince(field pointsto.Location, from, to supergraph.Instruction) bool {
	return slices.ContainsFunc(a.Stores[field], func(store supergraph.Instruction) bool {
		return store != from && store.Parent == from.Parent && store.Instr().Args[1].Kind != ir.NilConst && ComesBefore(from, store) && ComesBefore(store, to)
	})
}

// isDeferredOnlyBy reports whether a function is called only as another one returns.
func isDeferredOnlyBy(g, f *supergraph.Function) bool {
	return len(g.Callers) > 0 && !slices.ContainsFunc(g.Callers, func(call supergraph.Instruction) bool { return call.Parent != f || call.Instr().Op != ir.OpDefer })
}

// reachedWhileOpen are the blocks to which a function comes as long as the channel isn't closed from which an instruction receives.
func (a *Analysis) reachedWhileOpen(receives supergraph.Instruction) map[int]bool {
	f := receives.Parent
	return dataflow.Reachable([]int{0}, func(block int) []int {
		next := f.SuccessorsOf(block)
		last := endOf(f, block)
		if last.Instr().Op == ir.OpIf && asksWhetherClosed(last, receives) {
			next = next[:1]
		}
		return next
	})
}

// isRun reports whether somebody comes to the loop, for all that is known: the goroutine that runs it, by the calls that lead there, or
// who calls the function.
func (a *Analysis) isRun(u *Unclosed) bool {
	i := u.Receives
	start, isStarted := a.StartOf(i.Parent)
	for i.Parent != start.Parent {
		if !a.mayComeTo(i) || !a.comesAbout(i) {
			return false
		}
		if !isStarted {
			return a.isOpen(i.Parent)
		}
		i = i.Parent.Callers[0]
	}
	u.Started = start
	return a.mayComeTo(start)
}

// sentElsewhere is where another function than that with the loop sends on the channel, if one does.
func (a *Analysis) sentElsewhere(u *Unclosed) (sent supergraph.Instruction) {
	for _, user := range a.Users[u.Channel] {
		for _, o := range a.Operations(user) {
			if o.Sends && !o.IsClose() && user != u.Receives.Parent && slices.Contains(o.Objects, u.Channel) {
				return user.At(o.At)
			}
		}
	}
	return sent
}
