package holding

import (
	"slices"

	"github.com/chancheck/chancheck/extract/internal/pointsto"
	"github.com/chancheck/chancheck/extract/internal/supergraph"
	"github.com/chancheck/chancheck/extract/ir"
)

// Who waits for a goroutine may have heard from it before. It says how it went (`started <- err; if err != nil { return }`), so that
// only those wait who have heard that it went well; or it only says something on another way than the one on which it returns.

// hasHeard reports whether somebody who waits for a channel may have heard before which side of a branch a goroutine takes.
func (a *Analysis) hasHeard(waits supergraph.Instruction, channel pointsto.Location, branch supergraph.Instruction) bool {
	f := branch.Parent
	for i := range f.Instructions() {
		switch {
		case i == branch || !a.tells(i, channel):
		case comesFirst(i, branch) && a.saysWhatIsAsked(i, branch):
			if a.isReceivedBefore(i, waits, channel) {
				return true
			}
		case !ComesBefore(i, branch) && a.isAlwaysReceivedBefore(i, waits, channel):
			return true
		}
	}
	return false
}

// tells reports whether an instruction sends on another channel than one, or closes it, or calls what does.
func (a *Analysis) tells(i supergraph.Instruction, channel pointsto.Location) bool {
	return len(a.toldOn(i, channel)) > 0
}

// toldOn are the channels on which an instruction sends, or calls what does, or that it closes, but for one.
func (a *Analysis) toldOn(i supergraph.Instruction, channel pointsto.Location) (list []pointsto.Location) {
	operations := a.OperationsOf(i)
	if i.Instr().Op == ir.OpCall || i.Instr().Op == ir.OpGo {
		operations = a.operationsThrough(i)
	}
	for _, o := range operations {
		if o.Sends || o.IsClose() {
			list = append(list, o.Objects...)
		}
	}
	return slices.DeleteFunc(list, func(l pointsto.Location) bool { return l == channel })
}

// saysWhatIsAsked reports whether what an instruction sends, or gives to what does, may hang on what a branch asks for.
func (a *Analysis) saysWhatIsAsked(i, branch supergraph.Instruction) bool {
	in := i.Instr()
	said := in.Args
	if in.Op == ir.OpSend || in.Op == ir.OpClose {
		said = in.Args[1:]
	}
	for _, c := range in.Cases {
		if c.Send {
			said = append(slices.Clip(said), c.Value)
		}
	}
	return slices.ContainsFunc(said, func(o ir.Operand) bool { return a.carries(i.Parent, o, a.groundsOf(branch), maxDepth) })
}

// carries reports whether a value, or what a function has stored in it, may hang on something.
func (a *Analysis) carries(f *supergraph.Function, o ir.Operand, g *grounds, depth int) bool {
	if o.Kind == ir.Unknown || o.Kind == ir.Unfollowed {
		return true
	}
	of := &grounds{callees: map[string]bool{}}
	a.ground(of, f, o)
	if g.shares(of) {
		return true
	}
	base := f.BaseOfPart(o)
	if in := f.Definition(base); in != nil && in.Op == ir.OpLoad {
		base = f.BaseOfPart(in.Args[0])
	}
	return depth > 0 && isInOwn(f, base) && f.Contains(func(in *ir.Instr) bool {
		return in.Op == ir.OpStore && f.BaseOfPart(in.Args[0]) == base && a.carries(f, in.Args[1], g, depth-1)
	})
}

// isReceivedBefore reports whether somebody may receive what a goroutine tells, unless it is only who waits, when he has waited.
func (a *Analysis) isReceivedBefore(told, waits supergraph.Instruction, channel pointsto.Location) bool {
	return a.receivesWhere(a.toldOn(told, channel), func(i supergraph.Instruction) bool {
		if i.Parent == waits.Parent {
			return ComesBefore(i, waits)
		}
		return i.Parent != told.Parent
	})
}

// isAlwaysReceivedBefore reports whether who waits has received what a goroutine tells.
func (a *Analysis) isAlwaysReceivedBefore(told, waits supergraph.Instruction, channel pointsto.Location) bool {
	return a.receivesWhere(a.toldOn(told, channel), func(i supergraph.Instruction) bool {
		return i.Parent == waits.Parent && i.AlwaysComesBefore(waits)
	})
}

// receivesWhere reports whether somebody receives from one of some channels at an instruction of which something holds.
func (a *Analysis) receivesWhere(channels []pointsto.Location, holds func(supergraph.Instruction) bool) bool {
	return slices.ContainsFunc(channels, func(channel pointsto.Location) bool {
		return slices.ContainsFunc(a.Users[channel], func(user *supergraph.Function) bool {
			return slices.ContainsFunc(a.Operations(user), func(o supergraph.Operation) bool {
				return o.Receives && slices.Contains(o.Objects, channel) && holds(user.At(o.At))
			})
		})
	})
}
