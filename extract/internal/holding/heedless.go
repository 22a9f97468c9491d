package holding

import (
	"slices"

	"github.com/chancheck/chancheck/extract/internal/pointsto"
	"github.com/chancheck/chancheck/extract/internal/supergraph"
	"github.com/chancheck/chancheck/extract/ir"
)

// A Heedless is a send, on a channel without a buffer, by a goroutine that doesn't look at what it is ended by, though it does elsewhere in its loop, and
// though all who receive look at it, and leave: whoever closes that leaves the goroutine at the send.
type Heedless struct {
	Channel pointsto.Location
	// Started is where the goroutine is started, Looks its select with a case for what is closed, Quit, at Closed.
	Started, Looks, Closed supergraph.Instruction
	Quit                   pointsto.Location
	// Sent is the send, Received one of those selects in which somebody receives, or leaves.
	Sent, Received supergraph.Instruction
	Sides          []Side
}

// Heedless lists such sends of a function that runs as a goroutine, one for each of its channels.
func (a *Analysis) Heedless(f *supergraph.Function) (list []Heedless) {
	start, ok := a.StartOf(f)
	if !ok || isInLoop(start) {
		return nil
	}
	for looks := range f.Instructions() {
		if looks.Instr().Op != ir.OpSelect || looks.Instr().Default || !isInLoop(looks) {
			continue
		}
		for ending := range looks.Instr().Cases {
			quit, closed, ok := a.endOf(looks, ending)
			if !ok || !a.isEndedByOthers(f, closed.Parent) {
				continue
			}
			for sent := range f.Instructions() {
				h := Heedless{Started: start, Looks: looks, Closed: closed, Quit: quit, Sent: sent}
				isKnown := func(other Heedless) bool { return other.Channel == h.Channel }
				if a.isHeedless(&h) && !slices.ContainsFunc(list, isKnown) {
					list = append(list, h)
				}
			}
		}
	}
	return list
}

// isEndedByOthers reports whether others than a goroutine call, by an exported name, what ends it.
func (a *Analysis) isEndedByOthers(f, closer *supergraph.Function) bool {
	isExported := func(other *supergraph.Function) bool {
		return a.isOpen(other) && hasExportedName(other) && a.runs(other, closer)
	}
	return !a.runs(f, closer) && slices.ContainsFunc(a.Order, isExported)
}

// isHeedless finds on which channel a send in the loop is, and reports whether nobody need receive from that when the
// goroutine is told to end.
func (a *Analysis) isHeedless(h *Heedless) bool {
	in, f := h.Sent.Instr(), h.Sent.Parent
	if in.Op != ir.OpSend || !f.Leads(h.Looks.At.Block, h.Sent.At.Block) || !f.Leads(h.Sent.At.Block, h.Looks.At.Block) {
		return false
	}
	objects := a.Points.Operand(f.Function, in.Args[0])
	if len(objects) != 1 || !a.isInField(objects[0]) || !a.isOfOne(objects[0]) || a.isKnownElsewhere(objects[0]) || !a.isClosedOnlyIn(objects[0], nil) {
		return false
	}
	h.Channel = objects[0]
	if !a.hasNoBuffer(h.Channel) || a.looksAtEnd(h.Sent, h.Quit) || a.isSteeredBy(h.Sent, h.Closed.Parent) {
		return false
	}
	var isPossible bool
	h.Sides, isPossible = a.sidesInTurn(h.Sent)
	return isPossible && a.comesAbout(h.Sent) && a.allLeave(h)
}

// allLeave reports whether all who receive from a channel look at what is closed, and return then; it finds one of them.
func (a *Analysis) allLeave(h *Heedless) bool {
	for _, user := range a.Users[h.Channel] {
		for _, o := range a.Operations(user) {
			if !o.Receives || !slices.Contains(o.Objects, h.Channel) {
				continue
			}
			received := user.At(o.At)
			if !a.leavesFor(received, h.Quit, h.Channel) {
				return false
			}
			h.Received = received
		}
	}
	return h.Received.Parent != nil && !a.runs(h.Closed.Parent, h.Received.Parent)
}

// leavesFor reports whether a select has a case for what is closed, after which its function receives nothing from a channel
// any more, and returns.
func (a *Analysis) leavesFor(received supergraph.Instruction, quit, channel pointsto.Location) bool {
	if in := received.Instr(); in.Op != ir.OpSelect || in.Default {
		return false
	}
	n := a.caseFrom(received, quit)
	return n >= 0 && !a.receivesAfter(received, n, channel)
}
