package holding

import (
	"slices"
	"strings"

	"github.com/chancheck/chancheck/extract/internal/dataflow"
	"github.com/chancheck/chancheck/extract/internal/library"
	"github.com/chancheck/chancheck/extract/internal/pointsto"
	"github.com/chancheck/chancheck/extract/internal/supergraph"
	"github.com/chancheck/chancheck/extract/ir"
	"github.com/chancheck/chancheck/model"
)

// An Abandoned is a channel without a buffer that a function makes for the answer of a goroutine, and leaves if
// something else comes first: a context that ends, a time, an error, or that it is told to. Nobody else receives from it, so that
// the goroutine stays where it sends the answer.
type Abandoned struct {
	Channel pointsto.Location
	Beginning
	// Sent is where the goroutine sends.
	Sent supergraph.Instruction
	// Sides are those that the goroutine takes on its way there, if it may take each as it likes; deciding counts them all.
	Sides    []Side
	deciding int
	// Waits is where the function waits for the answer, Case the case of that select by which it leaves; if it leaves by
	// a branch, that is Leaving.
	Waits   supergraph.Instruction
	Case    int
	Leaving *Side
	// Repeated says that the goroutine sends again and again, Kept that the channel stays in the struct (see Vacated).
	Repeated, Kept bool
}

// A Beginning is how a function has a goroutine: it starts it itself, or calls another function that does.
type Beginning struct {
	// Started is where the goroutine is started, Called the call in which that is done, if the function doesn't do it itself.
	Started, Called supergraph.Instruction
}

// at is what of it the function does itself.
func (b *Beginning) at() supergraph.Instruction {
	if b.Called.Parent != nil {
		return b.Called
	}
	return b.Started
}

// beginningsIn are those in a function.
func (a *Analysis) beginningsIn(f *supergraph.Function) (list []Beginning) {
	for i := range f.Instructions() {
		switch callees := a.CalleesAt(i); {
		case len(callees) != 1 || callees[0] == f:
		case i.Instr().Op == ir.OpGo:
			list = append(list, Beginning{Started: i})
		case i.Instr().Op == ir.OpCall:
			for start := range callees[0].Instructions() {
				if start.Instr().Op == ir.OpGo {
					list = append(list, Beginning{start, i})
				}
			}
		}
	}
	return list
}

// Abandoned lists the channels that a function abandons, one for each goroutine that it starts: one with the fewest
// branches on the way to the send, and the last one of these, as errors come first.
func (a *Analysis) Abandoned(f *supergraph.Function) (list []Abandoned) {
	for _, from := range a.beginningsIn(f) {
		callees := a.CalleesAt(from.Started)
		if len(callees) != 1 || !a.isStartedOnlyBy(callees[0], from.Started) {
			continue
		}
		var least *Abandoned
		for _, o := range a.Operations(callees[0]) {
			if next, ok := a.abandonedBy(from, o); ok && (least == nil || next.deciding <= least.deciding) {
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
func (a *Analysis) abandonedBy(from Beginning, o supergraph.Operation) (found Abandoned, ok bool) {
	sent := o.Function.At(o.At)
	if sent.Instr().Op != ir.OpSend || len(o.Objects) != 1 || !a.isForAnswer(o.Objects[0], from, o.Function) || a.hangsOn(sent, from.at().Parent) {
		return found, false
	}
	found = Abandoned{Channel: o.Objects[0], Beginning: from, Sent: sent, Repeated: isInLoop(sent)}
	sides, isFree := a.sidesTo(sent)
	if found.deciding = len(sides); isFree {
		found.Sides = sides
	}
	return found, a.mayComeTo(sent) && a.findLeftCase(&found) || isFree && a.findLeftBranch(&found)
}

// isStartedOnlyBy reports whether a function runs as one goroutine, which an instruction starts, or as one that takes
// its place.
func (a *Analysis) isStartedOnlyBy(f *supergraph.Function, start supergraph.Instruction) bool {
	return a.isGoroutine(f) && !slices.ContainsFunc(f.Callers, func(call supergraph.Instruction) bool { return call != start && call.Parent != f })
}

// isForAnswer reports whether a function has got a channel without a buffer for a goroutine, a new one each
// time, from which nobody else receives, and which nobody but the goroutine closes.
func (a *Analysis) isForAnswer(channel pointsto.Location, from Beginning, sender *supergraph.Function) bool {
	maker := from.Started.Parent
	made, ok := a.madeIn(maker, channel, sender, from.at().Parent)
	return ok && a.hasNoBuffer(channel) && maker.Loops[made.At.Block] == maker.Loops[from.Started.At.Block] && made.AlwaysComesBefore(from.Started) &&
		a.isClosedOnlyIn(channel, sender) && (maker == from.at().Parent && a.isReceivedOnlyIn(channel, maker) || a.isReturnedTo(channel, from))
}

// madeIn is where a function makes a channel that functions have from each other, or where it has a struct made with such a channel;
// others have one such struct, too.
func (a *Analysis) madeIn(f *supergraph.Function, channel pointsto.Location, others ...*supergraph.Function) (made supergraph.Instruction, ok bool) {
	o := &a.Points.Objects[channel]
	maker := a.Functions[o.Function]
	if maker == f && a.isForFunctions(channel) {
		return f.At(o.At), true
	}
	if maker == nil || !a.isInUnkept(channel, append([]*supergraph.Function{f, maker}, others...)...) {
		return made, false
	}
	if maker == f {
		return f.At(o.At), true
	}
	return a.onlyCallIn(f, maker)
}

// isForFunctions reports whether only functions of the package receive from a channel, who have it from each other: it is in no field or
// package-level variable.
func (a *Analysis) isForFunctions(channel pointsto.Location) bool {
	return !a.Points.Escapes(channel) && !a.Points.CanReceive(channel) && !slices.ContainsFunc(a.Into[channel], func(l pointsto.Location) bool {
		return a.Points.Objects[l].Kind == pointsto.Field || a.Points.Objects[l].IsGlobal()
	})
}

// isReturnedTo reports whether a function gets the channel that another one makes, and returns once it has started the goroutine, from one
// call of that, as all do who receive from such channels.
func (a *Analysis) isReturnedTo(channel pointsto.Location, from Beginning) bool {
	f, maker := from.at().Parent, from.Started.Parent
	isReturned := a.returns(maker, channel) || a.isInField(channel) // with the struct that has it
	if maker == f || isInLoop(from.Started) || !isReturned || !a.returnsOnlyAfter(from.Started) {
		return false
	}
	isCall := func(call supergraph.Instruction) bool { return call.Parent == f }
	if n := slices.IndexFunc(maker.Callers, isCall); n < 0 || slices.ContainsFunc(maker.Callers[n+1:], isCall) {
		return false
	}
	return !slices.ContainsFunc(a.Users[channel], func(user *supergraph.Function) bool {
		isCaller := slices.ContainsFunc(maker.Callers, func(call supergraph.Instruction) bool { return call.Parent == user })
		return !isCaller && slices.ContainsFunc(a.Operations(user), func(o supergraph.Operation) bool {
			return slices.Contains(o.Objects, channel) && (o.Receives || user.At(o.At).Instr().Op == ir.OpLen)
		})
	})
}

// returnsOnlyAfter reports whether a function executes an instruction before it returns in any case.
func (a *Analysis) returnsOnlyAfter(i supergraph.Instruction) bool {
	return !i.Parent.ReturnsWithout([]int{0}, i.At.Block)
}

// hasNoBuffer reports whether something is a channel without a buffer for certain.
func (a *Analysis) hasNoBuffer(channel pointsto.Location) bool {
	o := &a.Points.Objects[channel]
	capacity, known := o.Capacity()
	return o.Kind == pointsto.Channel && known && capacity == 0
}

// findLeftCase finds the select in which a function waits for what a goroutine sends on a channel, and the case for something else after which it returns without having received on any way. Of several messages it may
// have received some before.
func (a *Analysis) findLeftCase(l *Abandoned) bool {
	got := a.gotAt(l.Channel, l.at())
	f := got.Parent
	for _, o := range a.Operations(f) {
		waits := f.At(o.At)
		in := waits.Instr()
		if in.Op != ir.OpSelect || in.Default || !a.waitsForAnswer(l, o) || !l.Repeated && a.receivesBefore(waits, got, l.Channel) {
			continue
		}
		for n := range in.Cases {
			if first, ok := f.AfterCase(waits, n); ok && a.isUpToOthers(waits, n, l.Sent.Parent) && a.returnsWithout(got, first, l.Channel) {
				l.Waits, l.Case = waits, n
				return true
			}
		}
	}
	return false
}

// gotAt is where a function gets the channel of a goroutine: where it makes that, or calls who does.
func (a *Analysis) gotAt(channel pointsto.Location, at supergraph.Instruction) supergraph.Instruction {
	if o := &a.Points.Objects[channel]; o.Function == at.Parent.Function {
		return at.Parent.At(o.At)
	}
	return at
}

// waitsForAnswer reports whether an operation of a function receives what the goroutine sends that it has started, of one
// message in the same turn of a loop.
func (a *Analysis) waitsForAnswer(l *Abandoned, o supergraph.Operation) bool {
	at := l.at()
	f := at.Parent
	waits := f.At(o.At)
	return o.Receives && slices.Equal(o.Objects, []pointsto.Location{l.Channel}) && at.AlwaysComesBefore(waits) && (l.Repeated || f.Loops[waits.At.Block] == f.Loops[at.At.Block])
}

// isInLoop reports whether a function may execute an instruction again and again.
func isInLoop(i supergraph.Instruction) bool { return i.Parent.Loops[i.At.Block] >= 0 }

// receivesBefore reports whether a function may have received from a channel before it comes to an instruction, since it has got that
// at some place.
func (a *Analysis) receivesBefore(i, since supergraph.Instruction, channel pointsto.Location) bool {
	return slices.ContainsFunc(a.Operations(i.Parent), func(o supergraph.Operation) bool {
		other := i.Parent.At(o.At)
		return other != i && o.Receives && slices.Contains(o.Objects, channel) && comesSince(since, other, i)
	})
}

// isUpToOthers reports whether a case of a select is one that others may make ready than the functions that its own runs, or another one, whom it
// leaves: the world, or a function that waits for nobody first.
func (a *Analysis) isUpToOthers(choice supergraph.Instruction, n int, left *supergraph.Function) bool {
	f, c := choice.Parent, &choice.Instr().Cases[n]
	if a.comesFromWorld(f, c) {
		return true
	}
	known := slices.DeleteFunc(slices.Clone(a.Points.Operand(f.Function, c.Chan)), func(l pointsto.Location) bool { return l <= pointsto.Beside })
	isEnded := func(l pointsto.Location) bool { return a.isServedByOthers(l, f, left) }
	isContext := func(l pointsto.Location) bool { return a.Points.Objects[l].Kind == pointsto.Context }
	if slices.ContainsFunc(known, isContext) { // one in a field may have others before, which nobody ends
		return slices.ContainsFunc(known, func(l pointsto.Location) bool { return isContext(l) && isEnded(l) })
	}
	return !c.Send && len(known) > 0 && !slices.ContainsFunc(known, func(l pointsto.Location) bool { return !isEnded(l) })
}

// isServedByOthers reports whether a function that others call sends on a channel, or closes it, or ends a context, itself or by a callee,
// and waits for nobody first. It is none that one of two functions runs.
func (a *Analysis) isServedByOthers(l pointsto.Location, one, other *supergraph.Function) bool {
	users := a.Users[l]
	if a.Points.Objects[l].Kind == pointsto.Context {
		users = a.Order // who cancels it has a function for that
	}
	return slices.ContainsFunc(users, func(user *supergraph.Function) bool {
		return slices.ContainsFunc(a.Operations(user), func(o supergraph.Operation) bool {
			isServing := slices.Contains(o.Objects, l) && (o.Sends || o.IsClose()) && !a.waitsItselfBefore(user.At(o.At)) &&
				!a.asksTheSame(user.At(o.At), one) && !a.asksTheSame(user.At(o.At), other)
			return isServing && (a.isCalledByOthers(user, one, other) || slices.ContainsFunc(user.Callers, func(call supergraph.Instruction) bool {
				return call.Instr().Op == ir.OpCall && a.isCalledByOthers(call.Parent, one, other) && !a.waitsItselfBefore(call)
			}))
		})
	})
}

// isCalledByOthers reports whether others may call a function at any time, which is none that one of two others runs, or that runs these.
func (a *Analysis) isCalledByOthers(f, one, other *supergraph.Function) bool {
	return a.isOpen(f) && !a.runs(one, f) && !a.runs(other, f) && !a.runs(f, one) && !a.runs(f, other)
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
// channel, before it gets a new one, or may end the program.
func (a *Analysis) returnsWithout(got supergraph.Instruction, block int, channel pointsto.Location) bool {
	f, made := got.Parent, got.At.Block
	reached := f.Reached([]int{block}, made)
	return f.ReturnsWithout([]int{block}, made) && !a.receivesIn(f, reached, channel) && !slices.ContainsFunc(f.Running(), func(call supergraph.Instruction) bool {
		isExit := library.Find(call.Instr().Name).Meaning == library.Exit
		return reached[call.At.Block] && (isExit || slices.ContainsFunc(a.CalleesAt(call), func(callee *supergraph.Function) bool { return a.MayExit[callee] }))
	})
}

// hangsOn reports whether a goroutine waits, before it sends, for what the function does that has started it, be it in
// functions that they call, or sends only if that function found the same that it has asked for itself. What it does with a channel
// besides may be left out.
func (a *Analysis) hangsOn(sent supergraph.Instruction, starter *supergraph.Function, besides ...pointsto.Location) bool {
	g := sent.Parent
	var serving []supergraph.Operation
	for f := range a.callable(starter) {
		serving = append(serving, a.Operations(f)...)
	}
	waits := func(o supergraph.Operation) bool {
		return o.Waits && !slices.Equal(o.Objects, besides) && slices.ContainsFunc(serving, func(other supergraph.Operation) bool { return serves(other, o) })
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

// serves reports whether an operation may be what another one waits for: who just waits for the same end as somebody else doesn't end it.
func serves(o, waiting supergraph.Operation) bool {
	if !o.Serves || !pointsto.Overlap(o.Objects, waiting.Objects) {
		return false
	}
	return o.Kind != model.Channel || o.IsClose() || o.Sends && waiting.Receives || o.Receives && waiting.Sends
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
