package holding

import (
	"slices"

	"github.com/chancheck/chancheck/extract/internal/pointsto"
	"github.com/chancheck/chancheck/extract/internal/supergraph"
	"github.com/chancheck/chancheck/extract/ir"
	"github.com/chancheck/chancheck/model"
)

// A Crossed is a pair of channels of which somebody empties one first, until it is closed, while the goroutine that is to
// close it may still send on the other one, which nobody else empties: each waits for the other one (hold and wait, with
// messages for resources).
type Crossed struct {
	// First is the channel that is emptied first, Second the one on which the goroutine sends meanwhile.
	First, Second pointsto.Location
	// Empties is where the first one is emptied, by a call at Called if that is another function than the one that comes to it
	// by a case of a select.
	Empties, Called supergraph.Instruction
	// Chosen is that case.
	Chosen Side
	// Started is where the goroutine is started, Sent where it sends, Closed where it would close the first channel.
	Started, Sent, Closed supergraph.Instruction
}

// Crossed lists those of a function that empties a channel.
func (a *Analysis) Crossed(f *supergraph.Function) (list []Crossed) {
	for _, o := range a.Operations(f) {
		empties := f.At(o.At)
		in := empties.Instr()
		if in.Op != ir.OpReceive || !in.CommaOk || o.Kind != model.Channel || len(o.Objects) != 1 || !isInLoop(empties) {
			continue
		}
		if c, ok := a.crossedAt(empties, o.Objects[0]); ok {
			list = append(list, c)
		}
	}
	return list
}

func (a *Analysis) crossedAt(empties supergraph.Instruction, first pointsto.Location) (c Crossed, ok bool) {
	c = Crossed{First: first, Empties: empties}
	server := a.closerOf(&c)
	if server == nil || !a.isGoroutine(server) || len(server.Callers) != 1 || a.runs(server, empties.Parent) {
		return c, false
	}
	c.Started = server.Callers[0]
	for _, o := range a.Operations(server) {
		c.Sent = server.At(o.At)
		if c.Sent.Instr().Op != ir.OpSend || len(o.Objects) != 1 || o.Objects[0] == first || !isInLoop(c.Sent) {
			continue
		}
		c.Second = o.Objects[0]
		capacity, known := a.Points.Objects[c.Second].Capacity()
		if known && capacity == 0 && (c.Closed.Instr().Op == ir.OpDefer || ComesBefore(c.Sent, c.Closed)) && a.isEmptiedLater(&c) && a.comesUntold(&c, server) {
			return c, true
		}
	}
	return c, false
}

// closerOf is the one function that does what ends a loop which empties a channel.
func (a *Analysis) closerOf(c *Crossed) (server *supergraph.Function) {
	for _, user := range a.Users[c.First] {
		for i := range user.Instructions() {
			if !a.serves(i, c.First, ir.OpReceive) {
				continue
			}
			if server != nil && server != user {
				return nil
			}
			server = user
			if op := i.Instr().Op; op == ir.OpClose || op == ir.OpDefer {
				c.Closed = i
			}
		}
	}
	if c.Closed.Parent == nil || a.Points.Escapes(c.First) {
		return nil
	}
	return server
}

// isEmptiedLater reports whether nobody receives from the second channel but who empties the first one, when that is done, or
// who calls him, and waits for him.
func (a *Analysis) isEmptiedLater(c *Crossed) bool {
	f := c.Empties.Parent
	return !a.Points.Escapes(c.Second) && !slices.ContainsFunc(a.Users[c.Second], func(user *supergraph.Function) bool {
		return slices.ContainsFunc(a.Operations(user), func(o supergraph.Operation) bool {
			if !o.Receives || !slices.Contains(o.Objects, c.Second) {
				return false
			}
			isLater := user == f && f.Loops[o.At.Block] != f.Loops[c.Empties.At.Block]
			return !isLater && (user == f || !a.isRunOnlyBy(f, user, map[*supergraph.Function]bool{}) || slices.ContainsFunc(f.Callers, func(call supergraph.Instruction) bool { return call.Instr().Op == ir.OpGo }))
		})
	})
}

// comesUntold reports whether somebody comes to empty the first channel by a case of a select that has nothing to do with
// the goroutine, and receives nothing from it on the way.
func (a *Analysis) comesUntold(c *Crossed, server *supergraph.Function) bool {
	f := c.Empties.Parent
	if a.mayReceiveBefore(c.Empties, server) {
		return false
	}
	if a.findCase(c, c.Empties, server) {
		return true
	}
	for _, call := range f.Callers {
		if call.Instr().Op == ir.OpCall && !a.mayReceiveBefore(call, server) && a.findCase(c, call, server) {
			c.Called = call
			return true
		}
	}
	return false
}

// findCase finds the case by which a function always comes to an instruction.
func (a *Analysis) findCase(c *Crossed, i supergraph.Instruction, server *supergraph.Function) bool {
	for _, s := range a.decide(i) {
		choice, n, ok := askedCase(s.Branch)
		if !ok || s.Edge != 0 || !s.Branch.AlwaysComesBefore(i) || choice.Instr().Cases[n].Send {
			continue
		}
		if a.isIndependent(choice.Parent, &choice.Instr().Cases[n], server) {
			c.Chosen = s
			return true
		}
	}
	return false
}

// isIndependent reports whether a case of a select becomes ready whatever a goroutine does: a context that was given ends, and
// the goroutine calls nothing that might end it, or somebody sends or closes who has waited for nobody.
func (a *Analysis) isIndependent(f *supergraph.Function, c *ir.SelectCase, server *supergraph.Function) bool {
	if a.comesFromWorld(f, c) {
		return isGivenContext(f, c.Chan) && !server.Contains(func(in *ir.Instr) bool { return in.Op == ir.OpCall && in.CallsValue() })
	}
	channels := a.Points.Operand(f.Function, c.Chan)
	if len(channels) != 1 || a.Touches(server, channels[0]) {
		return false
	}
	return slices.ContainsFunc(a.Users[channels[0]], func(user *supergraph.Function) bool {
		return !a.runs(server, user) && slices.ContainsFunc(a.Operations(user), func(o supergraph.Operation) bool {
			isServing := (o.Sends || o.IsClose()) && slices.Contains(o.Objects, channels[0])
			return isServing && !a.waitsBefore(user.At(o.At), map[*supergraph.Function]bool{})
		})
	})
}

// isGivenContext reports whether a channel is that of a context that a function is given.
func isGivenContext(f *supergraph.Function, channel ir.Operand) bool {
	in := f.Definition(f.Original(channel))
	if in == nil || in.Op != ir.OpCall || len(in.Args) == 0 {
		return false
	}
	of := f.Original(in.Args[0])
	return of.Kind == ir.Register && of.Reg < f.Params
}

// mayReceiveBefore reports whether a function may have received something from a goroutine before it comes to an
// instruction.
func (a *Analysis) mayReceiveBefore(i supergraph.Instruction, server *supergraph.Function) bool {
	f := i.Parent
	return slices.ContainsFunc(a.Operations(f), func(o supergraph.Operation) bool {
		isBefore := f.At(o.At) != i && ComesBefore(f.At(o.At), i) && f.Loops[o.At.Block] != f.Loops[i.At.Block]
		isCase := f.At(o.At).Instr().Op == ir.OpSelect
		return isBefore && o.Receives && !isCase && slices.ContainsFunc(o.Objects, func(l pointsto.Location) bool { return a.Touches(server, l) })
	})
}
