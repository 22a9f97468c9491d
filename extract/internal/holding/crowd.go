package holding

import (
	"slices"

	"github.com/chancheck/chancheck/extract/internal/pointsto"
	"github.com/chancheck/chancheck/extract/internal/supergraph"
	"github.com/chancheck/chancheck/extract/ir"
	"github.com/chancheck/chancheck/model"
)

// A Crowd is one of goroutines that a function starts in a loop, each of which sends it an answer on a channel, and which it leaves
// at the first error: the others stay where they send theirs, but for as many as there is room in the channel. Even if the error came
// in an answer that says nothing of the others. It may also leave when others tell it to, before anybody has answered.
type Crowd struct {
	Channel pointsto.Location
	// Slots is the capacity of the channel: two goroutines more are enough, one of whom the function hears.
	Slots int
	// Started is where the goroutines are started, Sent where each sends, Received where the function receives.
	Started, Sent, Received supergraph.Instruction
	// Sides are those that a goroutine takes on its way there, Leaving the one on which the function returns.
	Sides   []Side
	Leaving Side
	// Early says that it returns before it has received anything.
	Early bool
	// First says that it returns as soon as it has received a message, whatever that is.
	First bool
	// Case is where the case is by which it leaves, if it does so where it waits for an answer.
	Case model.Site
}

// Crowds lists those that a function leaves.
func (a *Analysis) Crowds(f *supergraph.Function) (list []Crowd) {
	for start := range f.Instructions() {
		callees := a.CalleesAt(start)
		if start.Instr().Op != ir.OpGo || len(callees) != 1 || !a.isStartedOnlyBy(callees[0], start) || !a.areAsMany(start, several) {
			continue
		}
		for _, o := range a.Operations(callees[0]) {
			c := Crowd{Started: start, Sent: o.Function.At(o.At)}
			if a.isLeftCrowd(&c, o.Objects) {
				list = append(list, c)
				break
			}
		}
	}
	return list
}

// isLeftCrowd reports whether goroutines send on one of some objects, and the function that starts them leaves them there.
func (a *Analysis) isLeftCrowd(c *Crowd, objects []pointsto.Location) bool {
	if c.Sent.Instr().Op != ir.OpSend || len(objects) != 1 {
		return false
	}
	channel := objects[0]
	return a.isForCrowd(channel, c.Started) && a.isTooSmallFor(c, channel) && a.sendsAlone(c) && a.isLeft(c, channel)
}

// isTooSmallFor reports whether there may be more goroutines than a channel has room for, and one whose answer the function has heard.
// A constant that is larger than mostSlots was meant to be large enough.
func (a *Analysis) isTooSmallFor(c *Crowd, channel pointsto.Location) bool {
	const mostSlots = 5
	capacity, known := a.Points.Objects[channel].Capacity()
	c.Slots = capacity
	return known && capacity <= mostSlots && (capacity == 0 || a.areAsMany(c.Started, int64(capacity)+several))
}

// isForCrowd reports whether a function makes a channel for all goroutines that it starts in a loop, from which nobody else receives, and
// which it doesn't close itself.
func (a *Analysis) isForCrowd(channel pointsto.Location, start supergraph.Instruction) bool {
	f := start.Parent
	made, ok := a.madeIn(f, channel, a.CalleesAt(start)[0])
	return ok && a.Points.Objects[channel].Kind == pointsto.Channel && made.AlwaysComesBefore(start) && !f.Leads(start.At.Block, made.At.Block) && a.isReceivedOnlyIn(channel, f) &&
		!a.Closes(f, channel)
}

// sendsAlone reports whether each of the goroutines sends whatever the others have done, and without anything of the function.
func (a *Analysis) sendsAlone(c *Crowd) bool {
	return !a.isSteeredBy(c.Sent, c.Sent.Parent) && !a.hangsOn(c.Sent, c.Started.Parent)
}

// isLeft reports whether the function leaves the goroutines, by a branch or by a case of a select.
func (a *Analysis) isLeft(c *Crowd, channel pointsto.Location) bool {
	sides, isFree := a.sidesTo(c.Sent)
	if isFree {
		c.Sides = sides
	}
	c.Channel = channel
	return isFree && (a.findFirstError(c) || a.findFirstMessage(c)) || a.mayComeTo(c.Sent) && a.mayComeTo(c.Started) && a.findLeavingCase(c)
}

// findFirstError finds the branch on which the function has got an error, and returns without receiving any more.
func (a *Analysis) findFirstError(c *Crowd) bool {
	f, channel, made := c.Started.Parent, c.Channel, a.gotAt(c.Channel, c.Started)
	for branch := range branchesOf(f) {
		if !ComesBefore(c.Started, branch) || f.Leads(branch.At.Block, c.Started.At.Block) {
			continue
		}
		side, stays, ok := a.walksOut(branch, made, channel)
		if !ok || !a.isOfAnyTurn(branch) || !a.mayBeSentError(c, branch) {
			continue
		}
		for _, o := range a.Operations(f) {
			if o.Receives && slices.Contains(o.Objects, channel) && stays[o.At.Block] {
				c.Received, c.Leaving, c.Early = f.At(o.At), Side{branch, side}, !f.Leads(o.At.Block, branch.At.Block)
				return true
			}
		}
	}
	return false
}

// findFirstMessage finds where the function receives one message, and returns without receiving any more. Each goroutine sends in any case, or if
// something outside of the program has failed, or hasn't: if it asks for anything else, one alone may find that, as who has claimed something.
func (a *Analysis) findFirstMessage(c *Crowd) bool {
	f, made := c.Started.Parent, a.gotAt(c.Channel, c.Started)
	isOfAll := func(s Side) bool { return isEndOfRange(s, c.Sent) || a.failsOutside(s.Branch) }
	if a.MayGoexit[c.Sent.Parent] || a.UnderRecover()[c.Sent.Parent] || slices.ContainsFunc(c.Sides, func(s Side) bool { return !isOfAll(s) }) {
		return false
	}
	for _, o := range a.Operations(f) {
		i := f.At(o.At)
		isPlain := i.Instr().Op == ir.OpReceive && o.Receives && slices.Contains(o.Objects, c.Channel) && !f.Leads(i.At.Block, c.Started.At.Block)
		if isPlain && a.comesWithoutReceiving(c.Started, i, c.Channel) && a.mayComeTo(i) && a.isTheLast(i, made, c.Channel) {
			c.Received, c.First = i, true
			return true
		}
	}
	return false
}

// failsOutside reports whether a branch asks for an error of a function of the library, which the goroutines don't share.
func (a *Analysis) failsOutside(branch supergraph.Instruction) bool {
	f := branch.Parent
	o, _ := f.Negated(branch.Instr().Args[0])
	if !isErrorTest(branch) {
		return false
	}
	err := f.Original(f.Definition(o).Args[0])
	call, ok := f.DefinedAt(returnedBy(f, err))
	return ok && a.hasErrorsOfAnySort(f, err) && call.Instr().Method == ""
}

// isTheLast reports whether a function that has received a message at an instruction returns without receiving any more, unless it is closed.
func (a *Analysis) isTheLast(receives, made supergraph.Instruction, channel pointsto.Location) bool {
	f := receives.Parent
	last := endOf(f, receives.At.Block)
	next := f.SuccessorsOf(last.At.Block)
	if last.Instr().Op == ir.OpIf && isMessage(Side{last, 0}) {
		next = next[:1]
	}
	isAnother := func(o supergraph.Operation) bool {
		return o.At.Block == receives.At.Block && f.At(o.At) != receives && o.Receives && slices.Contains(o.Objects, channel)
	}
	return !slices.ContainsFunc(a.Operations(f), isAnother) && !slices.ContainsFunc(next, func(block int) bool { return !a.returnsWithout(made, block, channel) }) &&
		(len(next) > 0 || last.Instr().Op == ir.OpReturn)
}

// findLeavingCase finds where the function waits for the first answer, and a case that others may make ready meanwhile by which it returns without
// receiving any more.
func (a *Analysis) findLeavingCase(c *Crowd) bool {
	f, made := c.Started.Parent, a.gotAt(c.Channel, c.Started)
	for waits := range f.Instructions() {
		in := waits.Instr()
		if in.Op != ir.OpSelect || in.Default || a.caseFrom(waits, c.Channel) < 0 || f.Leads(waits.At.Block, c.Started.At.Block) ||
			!a.comesWithoutReceiving(c.Started, waits, c.Channel) || !a.mayComeTo(waits) {
			continue
		}
		for n := range in.Cases {
			if first, ok := f.AfterCase(waits, n); ok && a.isUpToOthers(waits, n, c.Sent.Parent) && a.returnsWithout(made, first, c.Channel) {
				c.Received, c.Case = waits, in.Cases[n].Site
				return true
			}
		}
	}
	return false
}

// isOfAnyTurn reports whether a function may come to a branch in any turn of the loop around that.
func (a *Analysis) isOfAnyTurn(branch supergraph.Instruction) bool {
	return !slices.ContainsFunc(a.decide(branch), func(s Side) bool {
		return !isOfNextTurn(s, branch) && !isEndOfRange(s, branch) && countedBy(s, branch) == nil && hangsOnCounter(s.Branch)
	})
}

// mayBeSentError reports whether a branch doesn't ask for an error in what a goroutine sends who never has one.
func (a *Analysis) mayBeSentError(c *Crowd, branch supergraph.Instruction) bool {
	f := branch.Parent
	asked := f.Definition(branch.Instr().Args[0])
	if asked == nil || len(asked.Args) == 0 {
		return true
	}
	received, ok := f.DefinedAt(f.Original(asked.Args[0]))
	return !ok || !a.receivesAt(received, c.Channel) || a.mayBeError(c.Sent.Parent, c.Sent.Instr().Args[1], maxDepth)
}

// mayBeError reports whether an error isn't nil in any case: code that isn't seen returns it, or the package does so somewhere.
func (a *Analysis) mayBeError(f *supergraph.Function, o ir.Operand, depth int) bool {
	o = f.Original(o)
	if o.Kind != ir.Register || depth == 0 {
		return o.Kind != ir.NilConst && depth > 0
	}
	if o.Reg < f.Params+f.FreeVars {
		return true
	}
	mayBe := false
	f.IsSetOnlyBy(o.Reg, func(from ir.Operand) bool {
		mayBe = mayBe || a.mayBeError(f, from, depth-1)
		return true
	}, func(i supergraph.Instruction) bool {
		mayBe = mayBe || a.yieldsError(i, depth-1)
		return true
	})
	return mayBe
}

// yieldsError reports whether an instruction may yield an error: a call may if one of the functions that are called returns one.
func (a *Analysis) yieldsError(i supergraph.Instruction, depth int) bool {
	f, in, result := i.Parent, i.Instr(), 0
	if in.Op == ir.OpExtract {
		i, _ = f.DefinedAt(in.Args[0])
		result = in.Index
	}
	switch {
	case i.Parent == nil:
		return true
	case i.Instr().Op != ir.OpCall:
		name := i.Instr().Name // of a result that the package computes, and that isn't followed, nothing is known
		return name != ir.ComputedResult && name != ir.GlobalsResult
	}
	callees := a.CalleesAt(i)
	if len(callees) == 0 || i.Instr().Name == "" && a.mayBeLarge(f, i.Instr().Args[0], depth) { // others may give another one
		return !neverFails(i.Instr())
	}
	return slices.ContainsFunc(callees, func(callee *supergraph.Function) bool { return a.mayReturnError(callee, result, depth) })
}

// mayReturnError reports whether one of the results of a function may be an error, unless constants say that it never comes there.
func (a *Analysis) mayReturnError(f *supergraph.Function, result, depth int) bool {
	isSettled := func(s Side) bool { return a.groundsOf(s.Branch).isSettled() }
	for b := range f.Blocks {
		end := endOf(f, b)
		in := end.Instr()
		if in.Op == ir.OpReturn && result < len(in.Args) && !slices.ContainsFunc(a.decide(end), isSettled) && a.mayBeError(f, in.Args[result], depth) {
			return true
		}
	}
	return false
}
