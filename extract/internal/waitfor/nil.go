package waitfor

import (
	"slices"

	"github.com/chancheck/chancheck/extract/internal/supergraph"
	"github.com/chancheck/chancheck/extract/ir"
)

// Who waits on a channel that is nil waits for ever, and for no object: nobody else is to blame.

// waitsOnNil reports whether an instruction waits only on what is never made, or isn't on some way of the function.
func (x *Analysis) waitsOnNil(i supergraph.Instruction) bool {
	switch in := i.Instr(); in.Op {
	case ir.OpSend, ir.OpReceive:
		return x.mayBeNil(i.Parent, in.Args[0])
	case ir.OpSelect:
		return !in.Default && !slices.ContainsFunc(in.Cases, func(c ir.SelectCase) bool { return !x.mayBeNil(i.Parent, c.Chan) })
	}
	return false
}

// mayBeNil reports whether an operand is a channel that is never made, or isn't on some way.
func (x *Analysis) mayBeNil(f *supergraph.Function, channel ir.Operand) bool {
	channel = f.Original(channel)
	if channel.Kind == ir.NilConst || len(x.Points.Operand(f.Function, channel)) == 0 {
		return true
	}
	isNil := func(m ir.Move) bool { return m.To == channel.Reg && m.From.Kind == ir.NilConst }
	return channel.Kind == ir.Register && slices.ContainsFunc(f.Blocks, func(b ir.Block) bool {
		return slices.ContainsFunc(b.Succs, func(e ir.Edge) bool { return slices.ContainsFunc(e.Moves, isNil) })
	})
}

// staying has the functions that wait so, or call one that does.
func (x *Analysis) staying() map[*supergraph.Function]bool {
	if x.stayers == nil {
		x.stayers = map[*supergraph.Function]bool{}
		waits := func(f *supergraph.Function) bool {
			for i := range f.Instructions() {
				if x.waitsOnNil(i) {
					return true
				}
			}
			return false
		}
		x.WithCallers(x.stayers, waits, func(call supergraph.Instruction) bool { return call.Instr().Op != ir.OpGo })
	}
	return x.stayers
}
