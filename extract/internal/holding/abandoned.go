package holding

import (
	"slices"
	"strings"

	"github.com/chancheck/chancheck/extract/internal/dataflow"
	"github.com/chancheck/chancheck/extract/internal/library"
	"github.com/chancheck/chancheck/extract/internal/pointsto"
	"github.com/chancheck/chancheck/extract/internal/supergraph"
	"github.com/chancheck/chancheck/extract/ir"
)

// An Abandoned is a channel without a buffer that a function makes for the answer of a goroutine, and leaves if
// something else comes first: a context that ends, or a time. Nobody else receives from it, so that the goroutine
// stays where it sends the answer.
type Abandoned struct {
	Channel pointsto.Location
	// Started is where the goroutine is started, Sent where it sends.
	Started, Sent supergraph.Instruction
	// Sides are those that the goroutine takes on its way there.
	Sides []Side
	// Waits is the select in which the function waits for the answer, Case the case by which it leaves.
	Waits supergraph.Instruction
	Case  int
	// Repeated says that the goroutine sends again and again, Kept that the channel stays in the struct (see Vacated).
	Repeated, Kept bool
}

// Abandoned lists the channels that a function abandons, one for each goroutine that it starts: one with the fewest
// branches on the way to the send, and the last one of these, as errors come first.
func (a *Analysis) Abandoned(f *supergraph.Function) (list []Abandoned) {
	for start := range f.Instructions() {
		callees := a.CalleesAt(start)
		if start.Instr().Op != ir.OpGo || len(callees) != 1 || !a.isStartedOnlyBy(callees[0], start) {
			continue
		}
		var least *Abandoned
		for _, o := range a.Operations(callees[0]) {
			if next, ok := a.abandonedBy(start, o); ok && (least == nil || len(next.Sides) <= len(least.Sides)) {
				least = &next
			}
		}
		if least != nil {
			list = append(list, *least)
		}
	}
	return list
}

// abandonedBy is the channel on which a goroutine sends by an operation, if who has started it abandons that.
func (a *Analysis) abandonedBy(start supergraph.Instruction, o supergraph.Operation) (found Abandoned, ok bool) {
	sent := o.Function.At(o.At)
	if sent.Instr().Op != ir.OpSend || len(o.Objects) != 1 || !a.isForAnswer(o.Objects[0], start, o.Function) || a.hangsOn(sent, start.Parent) {
		return found, false
	}
	sides, isFree := a.sidesTo(sent)
	waits, leaving, ok := a.leftAt(start, sent, o.Objects[0])
	return Abandoned{o.Objects[0], start, sent, sides, waits, leaving, isInLoop(sent), false}, isFree && ok
}

// isStartedOnlyBy reports whether a function runs as one goroutine, which an instruction starts, or as one that takes
// its place.
func (a *Analysis) isStartedOnlyBy(f *supergraph.Function, start supergraph.Instruction) bool {
	return a.isGoroutine(f) && !slices.ContainsFunc(f.Callers, func(call supergraph.Instruction) bool { return call != start && call.Parent != f })
}

// isForAnswer reports whether a function that starts a goroutine has made a channel without a buffer for it before, each
// time, from which nobody else receives, and which nobody but the goroutine closes.
func (a *Analysis) isForAnswer(channel pointsto.Location, start supergraph.Instruction, sender *supergraph.Function) bool {
	f, o := start.Parent, &a.Points.Objects[channel]
	if o.Function != f.Function || !a.hasNoBuffer(channel) || a.Points.Escapes(channel) {
		return false
	}
	made := f.At(o.At)
	isShared := func(l pointsto.Location) bool {
		return a.Points.Objects[l].Kind == pointsto.Field || a.Points.Objects[l].IsGlobal()
	}
	return f.Loops[made.At.Block] == f.Loops[start.At.Block] && made.AlwaysComesBefore(start) && !slices.ContainsFunc(a.Into[channel], isShared) &&
		a.isReceivedOnlyIn(channel, f) && a.isClosedOnlyIn(channel, sender)
}

// hasNoBuffer reports whether something is a channel without a buffer for certain.
func (a *Analysis) hasNoBuffer(channel pointsto.Location) bool {
	o := &a.Points.Objects[channel]
	capacity, known := o.Capacity()
	return o.Kind == pointsto.Channel && known && capacity == 0
}

// leftAt is the select in which a function that has started a goroutine waits for what that sends on a channel, and the
// case for something else after which it returns without having received on any way. Of several messages it may have
// received some before.
func (a *Analysis) leftAt(start, sent supergraph.Instruction, channel pointsto.Location) (waits supergraph.Instruction, leaving int, ok bool) {
	f := start.Parent
	isOne := !isInLoop(sent)
	for _, o := range a.Operations(f) {
		waits := f.At(o.At)
		in := waits.Instr()
		if in.Op != ir.OpSelect || in.Default || !o.Receives || !slices.Equal(o.Objects, []pointsto.Location{channel}) ||
			!start.AlwaysComesBefore(waits) || isOne && (f.Loops[waits.At.Block] != f.Loops[start.At.Block] || a.receivesBefore(waits, channel)) {
			continue
		}
		for n := range in.Cases {
			if first, ok := f.AfterCase(waits, n); ok && a.comesFromWorld(f, &in.Cases[n]) && a.returnsWithout(f, first, channel) {
				return waits, n, true
			}
		}
	}
	return waits, 0, false
}

// isInLoop reports whether a function may execute an instruction again and again.
func isInLoop(i supergraph.Instruction) bool { return i.Parent.Loops[i.At.Block] >= 0 }

// receivesBefore reports whether a function may have received from a channel before it comes to an instruction.
func (a *Analysis) receivesBefore(i supergraph.Instruction, channel pointsto.Location) bool {
	made := i.Parent.At(a.Points.Objects[channel].At)
	return slices.ContainsFunc(a.Operations(i.Parent), func(o supergraph.Operation) bool {
		other := i.Parent.At(o.At)
		return other != i && o.Receives && slices.Contains(o.Objects, channel) && comesSince(made, other, i)
	})
}

// comesFromWorld reports whether a case of a select is about a context that others may end, or a time.
func (a *Analysis) comesFromWorld(f *supergraph.Function, c *ir.SelectCase) bool {
	i, ok := f.DefinedAt(f.Original(c.Chan))
	if c.Send || !ok { // it may be nil
		return false
	}
	in := i.Instr()
	return a.isContextOfWorld(f, c) || a.IsOutside(f, c.Chan) && (in.Op == ir.OpUnknown || isOfTimer(f, in))
}

// isContextOfWorld reports whether a case of a select is about a context that others may end.
func (a *Analysis) isContextOfWorld(f *supergraph.Function, c *ir.SelectCase) bool {
	in := f.Definition(f.Original(c.Chan))
	if c.Send || in == nil {
		return false
	}
	isContext := in.Method == "Done" && in.TypeName == ir.ContextType || in.Method == "" && strings.HasPrefix(in.Name, "(context.") && strings.HasSuffix(in.Name, ").Done")
	return isContext && a.isOfWorld(f, c.Chan)
}

// isOfWorld reports whether a context, or the channel of one, is of those that others may end.
func (a *Analysis) isOfWorld(f *supergraph.Function, o ir.Operand) bool {
	locations := a.Points.Operand(f.Function, o)
	return len(locations) == 0 || a.IsEndedByWorld(locations)
}

// isOfTimer reports whether a value is the channel of a timer or ticker that the function has made, and doesn't stop
// but at its end.
func isOfTimer(f *supergraph.Function, in *ir.Instr) bool {
	if in.Op != ir.OpLoad {
		return false
	}
	field := f.Definition(in.Args[0])
	if field == nil || field.Op != ir.OpFieldAddr || field.TypeName != "time.Timer" && field.TypeName != "time.Ticker" {
		return false
	}
	made := f.Definition(field.Args[0])
	isStopped := func(in *ir.Instr) bool {
		return in.Op == ir.OpCall && strings.HasPrefix(in.Name, "(*time.Ti") && strings.HasSuffix(in.Name, ").Stop")
	}
	return made != nil && made.Op == ir.OpUnknown && !f.Contains(isStopped)
}

// returnsWithout reports whether a function returns when it comes to a block, and on no way from there receives from a
// channel, before it makes a new one, or may end the program.
func (a *Analysis) returnsWithout(f *supergraph.Function, block int, channel pointsto.Location) bool {
	made := a.Points.Objects[channel].At.Block
	reached := f.Reached([]int{block}, made)
	return f.ReturnsWithout([]int{block}, made) && !a.receivesIn(f, reached, channel) && !slices.ContainsFunc(f.Running(), func(call supergraph.Instruction) bool {
		isExit := library.Find(call.Instr().Name).Meaning == library.Exit
		return reached[call.At.Block] && (isExit || slices.ContainsFunc(a.CalleesAt(call), func(callee *supergraph.Function) bool { return a.MayExit[callee] }))
	})
}

// hangsOn reports whether a goroutine waits, before it sends, for what the function does that has started it, be it in
// functions that they call, or sends only if that function found the same that it has asked for itself.
func (a *Analysis) hangsOn(sent supergraph.Instruction, starter *supergraph.Function) bool {
	g := sent.Parent
	served := map[pointsto.Location]bool{}
	for f := range a.callable(starter) {
		for _, o := range a.Operations(f) {
			for _, l := range o.Objects {
				served[l] = served[l] || o.Serves
			}
		}
	}
	waits := func(o supergraph.Operation) bool {
		return o.Waits && slices.ContainsFunc(o.Objects, func(l pointsto.Location) bool { return served[l] })
	}
	isBefore := func(o supergraph.Operation) bool {
		return g.At(o.At) != sent && ComesBefore(g.At(o.At), sent) && waits(o)
	}
	if slices.ContainsFunc(a.Operations(g), isBefore) {
		return true
	}
	for _, call := range a.CallsIn(g) {
		if call.Instr().Op != ir.OpCall || !ComesBefore(call.Instruction, sent) {
			continue
		}
		for f := range a.callable(call.Callees...) {
			if slices.ContainsFunc(a.Operations(f), waits) {
				return true
			}
		}
	}
	return a.asksTheSame(sent, starter)
}

// asksTheSame reports whether a function comes to an instruction by a branch on memory for which another one asks, too.
func (a *Analysis) asksTheSame(i supergraph.Instruction, other *supergraph.Function) bool {
	for branch := range branchesOf(other) {
		if a.IsDecidedBy(i, branch) {
			return true
		}
	}
	return false
}

// callable are some functions, and those that they may call in their own goroutine.
func (a *Analysis) callable(functions ...*supergraph.Function) map[*supergraph.Function]bool {
	return dataflow.Reachable(functions, func(f *supergraph.Function) (list []*supergraph.Function) {
		for _, call := range a.CallsIn(f) {
			if call.Instr().Op != ir.OpGo {
				list = append(list, call.Callees...)
			}
		}
		return list
	})
}
