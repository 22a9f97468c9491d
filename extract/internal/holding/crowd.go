package holding

import (
	"slices"

	"github.com/chancheck/chancheck/extract/internal/pointsto"
	"github.com/chancheck/chancheck/extract/internal/supergraph"
	"github.com/chancheck/chancheck/extract/ir"
	"github.com/chancheck/chancheck/model"
)

// A Crowd is one of goroutines that a function starts in a loop, each of which sends it an answer on a channel without a buffer, and
// which it leaves at the first error: the others stay where they send theirs. Even if the error came in an answer that says
// nothing of the others. It may also leave when others tell it to, before anybody has answered.
type Crowd struct {
	Channel pointsto.Location
	// Started is where the goroutines are started, Sent where each sends, Received where the function receives.
	Started, Sent, Received supergraph.Instruction
	// Sides are those that a goroutine takes on its way there, Leaving the one on which the function returns.
	Sides   []Side
	Leaving Side
	// Early says that it returns before it has received anything.
	Early bool
	// Case is where the case is by which it leaves, if it does so where it waits for an answer.
	Case model.Site
}

// Crowds lists those that a function leaves.
func (a *Analysis) Crowds(f *supergraph.Function) (list []Crowd) {
	for start := range f.Instructions() {
		callees := a.CalleesAt(start)
		if start.Instr().Op != ir.OpGo || !isInLoop(start) || len(callees) != 1 || !a.isStartedOnlyBy(callees[0], start) {
			continue
		}
		for _, o := range a.Operations(callees[0]) {
			c := Crowd{Started: start, Sent: o.Function.At(o.At)}
			if c.Sent.Instr().Op == ir.OpSend && len(o.Objects) == 1 && a.isForCrowd(o.Objects[0], start) && a.sendsAlone(&c) && a.isLeft(&c, o.Objects[0]) {
				list = append(list, c)
				break
			}
		}
	}
	return list
}

// isForCrowd reports whether a function makes a channel without a buffer for all goroutines that it starts in a loop, from which nobody else
// receives, and which it doesn't close itself.
func (a *Analysis) isForCrowd(channel pointsto.Location, start supergraph.Instruction) bool {
	f := start.Parent
	made, ok := a.madeIn(f, channel, a.CalleesAt(start)[0])
	return ok && a.hasNoBuffer(channel) && made.AlwaysComesBefore(start) && !f.Leads(start.At.Block, made.At.Block) && a.isReceivedOnlyIn(channel, f) &&
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
	return isFree && a.findFirstError(c) || a.mayComeTo(c.Sent) && a.mayComeTo(c.Started) && a.findLeavingCase(c)
}

// findFirstError finds the branch on which the function has got an error, and returns without receiving any more.
func (a *Analysis) findFirstError(c *Crowd) bool {
	f, channel, made := c.Started.Parent, c.Channel, a.gotAt(c.Channel, c.Started)
	for branch := range branchesOf(f) {
		if !ComesBefore(c.Started, branch) || f.Leads(branch.At.Block, c.Started.At.Block) {
			continue
		}
		side, stays, ok := a.walksOut(branch, made, channel)
		for _, o := range a.Operations(f) {
			if ok && o.Receives && slices.Contains(o.Objects, channel) && stays[o.At.Block] {
				c.Received, c.Leaving, c.Early = f.At(o.At), Side{branch, side}, !f.Leads(o.At.Block, branch.At.Block)
				return true
			}
		}
	}
	return false
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
