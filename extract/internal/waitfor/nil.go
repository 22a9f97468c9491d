package waitfor

import (
	"slices"

	"github.com/chancheck/chancheck/extract/internal/supergraph"
	"github.com/chancheck/chancheck/extract/ir"
)

// Who waits on a channel that is nil waits for ever, and for no object: nobody else is to blame. So may do who waits on one
// that isn't certainly made.

// mayWaitOnNil reports whether an instruction may wait only on what is nil, or on a timer that is spent.
func (x *Analysis) mayWaitOnNil(i supergraph.Instruction) bool {
	switch in := i.Instr(); in.Op {
	case ir.OpSend, ir.OpReceive:
		return in.Spent != nil || !x.isMade(i, in.Args[0])
	case ir.OpSelect:
		return !in.Default && !slices.ContainsFunc(in.Cases, func(c ir.SelectCase) bool { return x.isMade(i, c.Chan) })
	}
	return false
}

// staying has the functions that may wait so, or call one that does, be it by way of a library.
func (x *Analysis) staying() map[*supergraph.Function]bool {
	if x.stayers == nil {
		x.stayers = map[*supergraph.Function]bool{}
		for before := -1; len(x.stayers) > before; {
			before = len(x.stayers)
			x.WithCallers(x.stayers, x.mayStayOnNil, func(call supergraph.Instruction) bool { return call.Instr().Op != ir.OpGo })
		}
	}
	return x.stayers
}

// mayStayOnNil reports whether a function may wait so itself, or has a library run what does.
func (x *Analysis) mayStayOnNil(f *supergraph.Function) bool {
	for i := range f.Instructions() {
		if x.mayWaitOnNil(i) || i.Calls() && len(x.CalleesAt(i)) == 0 && x.mayRunStaying(i) {
			return true
		}
	}
	return false
}

// mayRunStaying reports whether an instruction runs a function that may wait so, or has a library run one.
func (x *Analysis) mayRunStaying(i supergraph.Instruction) bool {
	return i.Instr().Op != ir.OpGo && slices.ContainsFunc(x.runBy(i), func(f *supergraph.Function) bool { return x.staying()[f] })
}

// runBy are the functions that an instruction runs, be it by way of a library.
func (x *Analysis) runBy(i supergraph.Instruction) []*supergraph.Function {
	if callees := x.CalleesAt(i); !i.Calls() || len(callees) > 0 {
		return callees
	}
	return x.GivenTo(i)
}
