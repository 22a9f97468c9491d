package outline

import (
	"slices"

	"github.com/chancheck/chancheck/extract/internal/pointsto"
	"github.com/chancheck/chancheck/extract/internal/supergraph"
	"github.com/chancheck/chancheck/extract/ir"
)

// A struct that is received is one that somebody has sent, unless the channel is closed: then it is an empty one. Where who
// receives has seen that it isn't, as under a range, that makes no difference.

// isReceivedLoaded is isLoaded for what an instruction takes out of what was received.
func (o *outliner) isReceivedLoaded(extract, received supergraph.Instruction, typeName string, depth int) bool {
	in, n := received.Instr(), extract.Instr().Index
	if in.Op == ir.OpReceive {
		return o.areSentLoaded(received, in.Args[0], o.hasSeenOpen(extract, in.Dst), typeName, depth)
	}
	receives := slices.DeleteFunc(slices.Clone(in.Cases), func(c ir.SelectCase) bool { return c.Send })
	return n >= 2 && n-2 < len(receives) && o.areSentLoaded(received, receives[n-2].Chan, false, typeName, depth)
}

// areSentLoaded reports whether all that is sent on a channel are structs for which isLoaded holds, and only those are received.
func (o *outliner) areSentLoaded(i supergraph.Instruction, channel ir.Operand, isOpen bool, typeName string, depth int) bool {
	list := o.Points.Operand(i.Parent.Function, channel)
	return !slices.ContainsFunc(list, func(l pointsto.Location) bool {
		isOther := func(send supergraph.Instruction) bool { return !o.sendsLoaded(send, l, typeName, depth) }
		return o.Points.CanSend(l) || !isOpen && o.Transferred().Ended[l] || slices.ContainsFunc(o.Stores[l], isOther)
	})
}

// sendsLoaded reports whether what an instruction may send on a channel is loaded.
func (o *outliner) sendsLoaded(i supergraph.Instruction, channel pointsto.Location, typeName string, depth int) bool {
	in := i.Instr()
	if in.Op == ir.OpSend {
		return o.isLoaded(i.Parent, in.Args[1], typeName, depth+1)
	}
	return in.Op == ir.OpSelect && !slices.ContainsFunc(in.Cases, func(c ir.SelectCase) bool {
		return c.Send && slices.Contains(o.Points.Operand(i.Parent.Function, c.Chan), channel) && !o.isLoaded(i.Parent, c.Value, typeName, depth+1)
	})
}

// hasSeenOpen reports whether a function comes to an instruction only by ways on which it has seen that it has received
// something.
func (o *outliner) hasSeenOpen(i supergraph.Instruction, received int) bool {
	f := i.Parent
	return comesOnlyBy(i, func(condition ir.Operand) (side int, ok bool) {
		in := f.Definition(condition)
		return 0, in != nil && in.Op == ir.OpExtract && in.Args[0] == ir.Operand{Kind: ir.Register, Reg: received}
	})
}

// comesOnlyBy reports whether a function comes to an instruction only by one side of branches: those whose condition, or its
// negation, is asked for, which says which side that is.
func comesOnlyBy(i supergraph.Instruction, asks func(condition ir.Operand) (side int, ok bool)) bool {
	f := i.Parent
	passed := func(block int) int {
		end := f.Blocks[block].Terminator()
		if end.Op != ir.OpIf {
			return -1
		}
		condition, negated := f.Negated(end.Args[0])
		side, ok := asks(condition)
		switch {
		case !ok:
			return -1
		case negated:
			return 1 - side
		}
		return side
	}
	seen := map[int]bool{0: true}
	for work := []int{0}; len(work) > 0; work = work[1:] {
		if work[0] == i.At.Block {
			return false
		}
		only := passed(work[0])
		for n, next := range f.SuccessorsOf(work[0]) {
			if n != only && !seen[next] {
				seen[next] = true
				work = append(work, next)
			}
		}
	}
	return true
}
