package holding

import (
	"slices"
	"strings"

	"github.com/chancheck/chancheck/extract/internal/library"
	"github.com/chancheck/chancheck/extract/internal/pointsto"
	"github.com/chancheck/chancheck/extract/internal/supergraph"
	"github.com/chancheck/chancheck/extract/ir"
	"github.com/chancheck/chancheck/model"
)

// An Overtaken is a send of a goroutine on a channel that the function which has started it, or one that has called that, closes without having
// waited for anybody: the goroutine may not even have begun. It is the end of a context at most that comes before, which nobody of the program need
// bring about.
type Overtaken struct {
	Channel pointsto.Location
	// Started is where the goroutine is started, after Called, if the one who closes the channel calls what starts it.
	Started, Called supergraph.Instruction
	// Sent is where the goroutine sends, by Sides.
	Sent  supergraph.Instruction
	Sides []Side
	// Closed is where the channel is closed.
	Closed supergraph.Instruction
	// Case is where the case is by which the function goes on when a context ends, if it waits for that.
	Case model.Site
}

// Overtaken lists such sends of goroutines that a function starts, or what it calls, on channels that it closes, one for each place where one is
// started.
func (a *Analysis) Overtaken(f *supergraph.Function) (list []Overtaken) {
	for _, closes := range a.Operations(f) {
		if !closes.IsClose() || len(closes.Objects) != 1 || a.Points.Objects[closes.Objects[0]].Kind != pointsto.Channel {
			continue
		}
		closed := f.At(closes.At)
		for _, from := range a.beginningsIn(f) {
			o := Overtaken{Channel: closes.Objects[0], Started: from.Started, Called: from.Called, Closed: closed}
			if a.sendsOvertaken(&o) && a.overtakes(&o) {
				list = append(list, o)
			}
		}
	}
	return list
}

// sendsOvertaken finds a send on the same channel to which the goroutine comes whatever anybody does, and whatever is stored anywhere.
func (a *Analysis) sendsOvertaken(o *Overtaken) bool {
	callees := a.CalleesAt(o.Started)
	if len(callees) != 1 || a.UnderRecover()[callees[0]] || a.UnderRecover()[o.Started.Parent] {
		return false
	}
	g, to := callees[0], a.wayTo(o.Closed.Parent, channelOf(o.Closed.Instr()))
	if locks := a.locksOf(g); pointsto.Overlap(locks, a.locksOf(o.Started.Parent)) || pointsto.Overlap(locks, a.locksOf(o.Closed.Parent)) {
		return false
	}
	for i := range g.Instructions() {
		if i.Instr().Op != ir.OpSend || !a.leadsToClosed(o, a.wayTo(g, i.Instr().Args[0]), to) || !a.mayComeFreely(i) || a.hangsOn(i, o.Closed.Parent) {
			continue
		}
		sides, isFree := a.sidesTo(i)
		if isFree && !a.askOf(sides, func(pointsto.Location) bool { return true }) {
			o.Sent, o.Sides = i, sides
			return true
		}
	}
	return false
}

// channelOf is the channel that an instruction closes, be it later.
func channelOf(in *ir.Instr) ir.Operand { return in.Args[len(in.Args)-1] }

// leadsToClosed reports whether a path in the goroutine is one that leads to what is closed, by way of where it is started, and called.
func (a *Analysis) leadsToClosed(o *Overtaken, way, to path) bool {
	way, ok := a.wayInto(o.Started, way)
	if ok && o.Called.Parent != nil {
		way, ok = a.wayInto(o.Called, way)
	}
	return ok && way.isSame(to)
}

// wayInto is a path in the function that an instruction calls, or starts, as one where it does so: it begins at an argument, or at something that
// is captured.
func (a *Analysis) wayInto(call supergraph.Instruction, to path) (from path, ok bool) {
	in := call.Instr()
	if !to.known || to.root.Kind != ir.Register || in.Name == "" {
		return path{}, false
	}
	given, ok := supergraph.Argument(in, a.CalleesAt(call)[0], to.root.Reg)
	return to.of(a.wayTo(call.Parent, given)), ok
}

// overtakes reports whether the function comes from where the goroutine is started to where it closes the channel without waiting for anybody, and
// without asking anything.
func (a *Analysis) overtakes(o *Overtaken) bool {
	w, last := walk{Analysis: a, closed: o.Closed}, o.Started
	if o.Called.Parent != nil {
		if last = o.Called; !w.returnsFrom(o.Started) || !a.mayComeFreely(o.Called) {
			return false
		}
	}
	isDeferred := o.Closed.Instr().Op == ir.OpDefer
	if !a.mayComeFreely(o.Started) || isDeferred && !(o.Closed.AlwaysComesBefore(last) && w.returnsFrom(last)) || !isDeferred && w.from(last) != o.Closed {
		return false
	}
	o.Case = w.ended
	return true
}

// mayComeFreely reports whether an instruction isn't dead code, and others bring about what the function waits for before.
func (a *Analysis) mayComeFreely(i supergraph.Instruction) bool {
	return a.mayComeTo(i) && a.comesAbout(i)
}

// A walk goes the one way that there is from an instruction on: past the end of a context, and out of loops that go over something.
type walk struct {
	*Analysis
	closed supergraph.Instruction
	// begin is the block where it begins.
	begin int
	// ended is where it went past the end of a context.
	ended model.Site
}

// returnsFrom reports whether the way leads from an instruction to a return, and nothing that is deferred waits for anybody.
func (w *walk) returnsFrom(from supergraph.Instruction) bool {
	for i := range from.Parent.Instructions() {
		if i.Instr().Op == ir.OpDefer && i != w.closed && w.holdsUp(i) {
			return false
		}
	}
	end := w.from(from)
	return end.Parent != nil && end.Instr().Op == ir.OpReturn
}

// from is where the way from an instruction ends: at the close, or a return; none, if it isn't known.
func (w *walk) from(i supergraph.Instruction) (end supergraph.Instruction) {
	f, block, index := i.Parent, i.At.Block, i.At.Index+1
	w.begin = block
	for range f.Blocks {
		var ok bool
		if end, block, ok = w.through(f, block, index); !ok || end.Parent != nil {
			return end
		}
		index = 0
	}
	return supergraph.Instruction{}
}

// through is where the way ends in a block, if it does, and else which block comes after that.
func (w *walk) through(f *supergraph.Function, block, index int) (end supergraph.Instruction, next int, ok bool) {
	for n := index; n < len(f.Blocks[block].Instrs); n++ {
		i := at(f, block, n)
		switch in := i.Instr(); {
		case i == w.closed || in.Op == ir.OpReturn:
			return i, 0, true
		case in.Op == ir.OpSelect:
			next, ok = w.pastContext(i)
			return end, next, ok
		case in.Op == ir.OpReceive && w.isEnd(f, &ir.SelectCase{Chan: in.Args[0], Site: in.Site}):
		case in.Op != ir.OpGo && in.Op != ir.OpDefer && w.holdsUp(i):
			return end, 0, false
		}
	}
	next, ok = w.onlyWay(at(f, block, len(f.Blocks[block].Instrs)-1))
	return end, next, ok
}

// pastContext is the block to which a function comes by the end of a context for which it waits.
func (w *walk) pastContext(choice supergraph.Instruction) (block int, ok bool) {
	f := choice.Parent
	for n := range choice.Instr().Cases {
		if block, ok = f.AfterCase(choice, n); ok && w.isEnd(f, &choice.Instr().Cases[n]) {
			return block, true
		}
	}
	return 0, false
}

// isEnd reports whether a case is the end of a context that others may end, the first one on the way.
func (w *walk) isEnd(f *supergraph.Function, c *ir.SelectCase) bool {
	if w.ended != (model.Site{}) || !w.isContextOfWorld(f, c) {
		return false
	}
	w.ended = c.Site
	return true
}

// onlyWay is the block to which a function comes at the end of another one, if it asks nothing there but whether there is one more turn of the loop
// in which the way begins: there is none.
func (w *walk) onlyWay(last supergraph.Instruction) (block int, ok bool) {
	f := last.Parent
	next := f.SuccessorsOf(last.At.Block)
	switch {
	case len(next) == 1:
		return next[0], true
	case last.Instr().Op == ir.OpIf && (isTest(last) || isForNext(last)) && f.Leads(next[0], w.begin) && !f.Reaches(next[1:], w.begin, nowhere):
		return next[1], true
	}
	return 0, false
}

// isTest reports whether a branch asks whether there is one more turn of a loop that is counted.
func isTest(branch supergraph.Instruction) bool {
	return slices.ContainsFunc(branch.Parent.CountedLoops(), func(c *supergraph.CountedLoop) bool { return slices.Contains(c.Tests, branch.At.Block) })
}

// holdsUp reports whether an instruction waits for anybody but the holder of a lock, for time, or what it calls may.
func (a *Analysis) holdsUp(i supergraph.Instruction) bool {
	in := i.Instr()
	isWait := func(o supergraph.Operation) bool { return o.Waits && !o.IsLock() }
	if in.Op == ir.OpSend || in.Op == ir.OpReceive || in.Op == ir.OpSelect || slices.ContainsFunc(a.OperationsOf(i), isWait) {
		return true
	}
	if !i.Calls() {
		return false
	}
	callees := a.CalleesAt(i)
	waits := len(callees) == 0 && mayHoldUp(in)
	for _, callee := range callees {
		waits = waits || a.MayStay[callee]
		a.VisitReached(callee, func(g *supergraph.Function) {
			waits = waits || slices.ContainsFunc(a.Operations(g), isWait)
		})
	}
	return waits
}

// mayHoldUp reports whether a call of a function that isn't seen may wait for others of the program: it is a value, waits for the world, or says so by
// its name.
func mayHoldUp(in *ir.Instr) bool {
	if in.Name == "" && in.Method == "" || library.Find(in.Name).Waits {
		return true
	}
	isAny := func(verb string) bool { return strings.HasPrefix(in.CalledName(), verb) }
	return !strings.HasPrefix(in.Name, "(*time.T") && slices.ContainsFunc([]string{"Wait", "Stop", "Shutdown", "Close", "Join", "Drain", "Flush", "Sleep"}, isAny)
}
