package holding

import (
	"slices"

	"github.com/chancheck/chancheck/extract/internal/dataflow"
	"github.com/chancheck/chancheck/extract/internal/pointsto"
	"github.com/chancheck/chancheck/extract/internal/supergraph"
	"github.com/chancheck/chancheck/extract/ir"
)

// A Lingering is a channel without a buffer that a function makes and puts on a list, to be given something over it, and
// leaves there if something else comes first: a context that ends, or a time. Whoever finds it there sends to nobody.
type Lingering struct {
	Channel pointsto.Location
	// Waits is the select in which the function waits, Case the case by which it leaves.
	Waits supergraph.Instruction
	Case  int
	// Sent is where somebody sends who has found the channel, and does nothing else if that blocks, Sides are those that he
	// takes on his way there.
	Sent  supergraph.Instruction
	Sides []Side
}

// Lingering lists those that a function leaves on a list.
func (a *Analysis) Lingering(f *supergraph.Function) (list []Lingering) {
	for made := range f.Instructions() {
		if made.Instr().Op != ir.OpMakeChan || isInLoop(made) {
			continue
		}
		p := a.entryOf(made)
		if p.channel == 0 || a.Points.Escapes(p.channel) || !a.isReceivedOnlyIn(p.channel, f) || !a.isClosedOnlyIn(p.channel, nil) {
			continue
		}
		shared, isShared := p.sharedAt()
		if !a.hasNoBuffer(p.channel) || !isShared {
			continue
		}
		if l, ok := p.lingersAfter(shared); ok {
			list = append(list, l)
		}
	}
	return list
}

// lingersAfter finds where the function leaves the channel, and who sends to it then.
func (p *promise) lingersAfter(shared supergraph.Instruction) (l Lingering, ok bool) {
	for _, o := range p.Operations(p.Function) {
		waits := p.At(o.At)
		in := waits.Instr()
		if in.Op != ir.OpSelect || in.Default || !o.Receives || !slices.Equal(o.Objects, []pointsto.Location{p.channel}) ||
			!shared.AlwaysComesBefore(waits) || isInLoop(waits) || p.receivesBefore(waits, p.gotAt(p.channel, waits), p.channel) {
			continue
		}
		for n := range in.Cases {
			first, ok := p.AfterCase(waits, n)
			if !ok || !p.comesFromWorld(p.Function, &in.Cases[n]) || !p.returnsWithout(p.gotAt(p.channel, waits), first, p.channel) {
				continue
			}
			if sent, sides, ok := p.sentAfter(shared, first); ok {
				return Lingering{p.channel, waits, n, sent, sides}, true
			}
		}
	}
	return l, false
}

// sentAfter is where somebody sends who has found the channel where it was put, whatever the function has done from a block
// on: it takes nothing away from there, nor sets what the sender asks for.
func (p *promise) sentAfter(shared supergraph.Instruction, first int) (sent supergraph.Instruction, sides []Side, ok bool) {
	for _, user := range p.Users[p.channel] {
		for _, o := range p.Operations(user) {
			i := user.At(o.At)
			if i.Instr().Op != ir.OpSend || user == p.Function || !slices.Equal(o.Objects, []pointsto.Location{p.channel}) || !p.isPutWhere(shared, i) {
				continue
			}
			sides, isPossible := p.sidesTo(i) // a side is asked for again that was found before
			if isPossible && !p.setsFrom(first, p.heeds(i, shared, sides)) || p.hasFoundBefore(i, sides) {
				return i, sides, true
			}
		}
	}
	return sent, nil, false
}

// hasFoundBefore reports whether a sender has found the channel in a map with a lock, and sends without one, so that nothing that is done to the
// map meanwhile keeps him from it.
func (a *Analysis) hasFoundBefore(sent supergraph.Instruction, sides []Side) bool {
	found, ok := a.entryAt(sent.Parent, sent.Instr().Args[0])
	if !ok || len(a.locksAt(found.Instruction)) == 0 || a.locksUnseenBefore(sent) {
		return false
	}
	isLocked := slices.ContainsFunc(a.locksOf(sent.Parent), func(lock pointsto.Location) bool { return a.isLockedFrom(found.Instruction, sent, lock) })
	return !isLocked && !slices.ContainsFunc(sides, func(s Side) bool {
		return !asksForEntry(s.Branch, found) && (found.AlwaysComesBefore(s.Branch) || !a.mayTake(s.Branch, s.Edge))
	})
}

// isPutWhere reports whether a sender has found the channel where an instruction has put it.
func (p *promise) isPutWhere(shared, sent supergraph.Instruction) bool {
	return pointsto.Overlap(p.sources(sent.Parent, sent.Instr().Args[0]).places, p.placesOf(shared))
}

// placesOf are the variables, maps and slices into which an instruction puts the channel.
func (p *promise) placesOf(shared supergraph.Instruction) []pointsto.Location {
	in := shared.Instr()
	if in.Op == ir.OpStore {
		return p.Memory(p.Function, in.Args[0])
	}
	return append(p.sources(p.Function, in.Args[0]).places, p.Points.Operand(p.Function.Function, in.Args[0])...)
}

// heeds is the memory that says whether a sender comes to where he sends: where he finds the channel, and for what he asks.
func (p *promise) heeds(sent, shared supergraph.Instruction, sides []Side) (cells dataflow.Set) {
	for _, l := range append(p.sources(sent.Parent, sent.Instr().Args[0]).places, p.placesOf(shared)...) {
		if l > pointsto.Beside {
			cells.Add(int(l))
		}
	}
	for _, s := range sides {
		p.groundsOf(s.Branch).cells.Each(func(n int) { cells.Add(n) })
	}
	return cells
}

// setsFrom reports whether the function may set one of some cells when it has come to a block, or in what it has deferred.
func (p *promise) setsFrom(block int, cells dataflow.Set) bool {
	reached := reachedFrom(p.Function, block)
	for i := range p.Instructions() {
		if (reached[i.At.Block] || i.Instr().Op == ir.OpDefer) && p.sets(i, cells) {
			return true
		}
	}
	return false
}
