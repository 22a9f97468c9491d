package holding

import (
	"slices"

	"github.com/chancheck/chancheck/extract/internal/pointsto"
	"github.com/chancheck/chancheck/extract/internal/supergraph"
	"github.com/chancheck/chancheck/extract/ir"
)

// A Crowd is one of goroutines that a function starts in a loop, each of which sends it an answer on a channel without a buffer, and
// which it leaves at the first error: the others stay where they send theirs. Even if the error came in an answer that says
// nothing of the others.
type Crowd struct {
	Channel pointsto.Location
	// Started is where the goroutines are started, Sent where each sends, Received where the function receives.
	Started, Sent, Received supergraph.Instruction
	// Sides are those that a goroutine takes on its way there, Leaving the one on which the function returns.
	Sides   []Side
	Leaving Side
	// Early says that it returns before it has received anything.
	Early bool
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
			if c.Sent.Instr().Op == ir.OpSend && len(o.Objects) == 1 && a.isForCrowd(o.Objects[0], start) && a.sendsFreely(&c) && a.findFirstError(&c, o.Objects[0]) {
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
	f, o := start.Parent, &a.Points.Objects[channel]
	if o.Function != f.Function || !a.hasNoBuffer(channel) || !a.isForFunctions(channel) {
		return false
	}
	made := f.At(o.At)
	return made.AlwaysComesBefore(start) && !f.Leads(start.At.Block, made.At.Block) && a.isReceivedOnlyIn(channel, f) && !a.Closes(f, channel)
}

// sendsFreely reports whether each of the goroutines may send, whatever the others have done, and without anything of the function.
func (a *Analysis) sendsFreely(c *Crowd) (is bool) {
	c.Sides, is = a.sidesTo(c.Sent)
	return is && !a.isSteeredBy(c.Sent, c.Sent.Parent) && !a.hangsOn(c.Sent, c.Started.Parent)
}

// findFirstError finds the branch on which the function has got an error, and returns without receiving any more.
func (a *Analysis) findFirstError(c *Crowd, channel pointsto.Location) bool {
	f, made := c.Started.Parent, a.gotAt(channel, c.Started)
	c.Channel = channel
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
