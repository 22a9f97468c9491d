package holding

import (
	"slices"

	"github.com/chancheck/chancheck/extract/internal/dataflow"
	"github.com/chancheck/chancheck/extract/internal/pointsto"
	"github.com/chancheck/chancheck/extract/internal/supergraph"
	"github.com/chancheck/chancheck/extract/ir"
)

// An Unclosed is a loop that ends when its channel is closed, which never comes to pass: the one function that closes it does so when it
// has left the loop, or returns.
type Unclosed struct {
	Channel pointsto.Location
	// Receives is where the loop stays, Started where the goroutine is started that runs it, if it is one.
	Receives, Started supergraph.Instruction
	// Closed is where the channel would be closed.
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
		if ok && a.neverLeaves(i) && a.isRun(&u) {
			u.Sent = a.sentElsewhere(&u)
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

// isDeferredOnlyBy reports whether a function is called only as another one returns.
func isDeferredOnlyBy(g, f *supergraph.Function) bool {
	return len(g.Callers) > 0 && !slices.ContainsFunc(g.Callers, func(call supergraph.Instruction) bool { return call.Parent != f || call.Instr().Op != ir.OpDefer })
}

// reachedWhileOpen are the blocks to which a function comes as long as the channel isn't closed from which an instruction receives.
func (a *Analysis) reachedWhileOpen(receives supergraph.Instruction) map[int]bool {
	f := receives.Parent
	return dataflow.Reachable([]int{0}, func(block int) []int {
		next := f.SuccessorsOf(block)
		last := at(f, block, len(f.Blocks[block].Instrs)-1)
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
