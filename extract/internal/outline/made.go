package outline

import (
	"slices"

	"github.com/chancheck/chancheck/extract/internal/pointsto"
	"github.com/chancheck/chancheck/extract/internal/supergraph"
	"github.com/chancheck/chancheck/extract/ir"
)

// Whoever waits on a channel that is nil waits for ever, and for no object. That a channel isn't nil is known of one that is
// certainly made: whatever it comes from, be it what callers pass, functions return or variables hold whenever somebody looks
// (see assigned.go), is one that the program makes. So is one that comes from outside: to give a channel that is nil is a
// bug of others. Whatever isn't followed, such as what is taken out of a map or a slice, may be nil. That is a must-analysis,
// where mayBeNil, of outlines, is a may-analysis.

// making finds the channels that are certainly made.
type making struct {
	*outliner
	// held says of locations whether they hold such channels whenever somebody looks, as far as somebody has asked.
	held map[pointsto.Location]bool
}

// IsMade reports whether a channel for which an instruction waits is certainly made.
func (x *Outlines) IsMade(i supergraph.Instruction, channel ir.Operand) bool {
	if x.making == nil {
		o := x.outliner(nil)
		for _, f := range x.Order {
			o.scope[f] = true
		}
		x.making = &making{o, map[pointsto.Location]bool{}}
	}
	return x.making.isMade(i.Parent, channel, supergraph.Registers{}) || x.making.isAskedFor(i, channel)
}

// isMade reports whether a value is a channel that is made, wherever it comes from.
func (m *making) isMade(f *supergraph.Function, v ir.Operand, seen supergraph.Registers) bool {
	if v.Kind != ir.Register || !seen.Add(f, v.Reg) {
		return v.Kind == ir.Register
	}
	if v.Reg < f.Params+f.FreeVars {
		return m.areGiven(f, v.Reg, func(g *supergraph.Function, v ir.Operand) bool { return m.isMade(g, v, seen) })
	}
	value := func(from ir.Operand) bool { return m.isMade(f, from, seen) }
	result := func(i supergraph.Instruction) bool { return m.givesMade(i, seen) }
	return len(f.Defined[v.Reg]) > 0 && f.IsSetOnlyBy(v.Reg, value, result)
}

// givesMade is isMade for the result of an instruction.
func (m *making) givesMade(i supergraph.Instruction, seen supergraph.Registers) bool {
	f, in := i.Parent, i.Instr()
	switch in.Op {
	case ir.OpMakeChan, ir.OpUnknown:
		return true
	case ir.OpCopy:
		return m.isMade(f, in.Args[0], seen)
	case ir.OpLoad:
		isOther := func(l pointsto.Location) bool { return !m.holdsMade(l) }
		return in.Index == ir.Initial || m.isWhole(f, in.Args[0]) && !slices.ContainsFunc(m.Points.Operand(f.Function, in.Args[0]), isOther)
	case ir.OpField:
		return m.holdsMade(m.Points.Field(in.TypeName, in.Index, in.Name))
	case ir.OpCall:
		return m.returnsMade(i, 0, seen)
	case ir.OpExtract:
		from, ok := f.DefinedAt(in.Args[0])
		return ok && from.Instr().Op == ir.OpCall && m.returnsMade(from, in.Index, seen)
	}
	return false
}

// isWhole reports whether an address isn't that of a part of a struct without a name, which is one with the struct.
func (m *making) isWhole(f *supergraph.Function, address ir.Operand) bool {
	in := f.Definition(f.Original(address))
	return in == nil || in.Op != ir.OpFieldAddr || in.TypeName != ""
}

// holdsMade reports whether a location holds such a channel whenever somebody looks.
func (m *making) holdsMade(l pointsto.Location) bool {
	object := &m.Points.Objects[l]
	if object.Kind == pointsto.External || object.Kind == pointsto.Field && !m.ownsType(pointsto.TypeOfField(object.Name)) {
		return true
	}
	holds, known := m.held[l]
	if !known {
		m.held[l] = false // as long as that is found out
		isSet := slices.ContainsFunc(m.Stores[l], func(i supergraph.Instruction) bool {
			return i.Instr().Op == ir.OpStore && i.Instr().Kind == ir.ChanKind
		})
		holds = isSet && m.isFilled(l, func(f *supergraph.Function, v ir.Operand) bool { return m.isMade(f, v, supergraph.Registers{}) })
		m.held[l] = holds
	}
	return holds
}

// returnsMade reports whether a result of all functions that an instruction may call is made. That of a context which nobody
// ends isn't.
func (m *making) returnsMade(call supergraph.Instruction, result int, seen supergraph.Registers) bool {
	in := call.Instr()
	if in.Method == "Done" && slices.ContainsFunc(m.Points.Operand(call.Parent.Function, in.Args[0]), m.IsEndless) {
		return false
	}
	for callee, v := range m.returned(call, result) {
		if !m.isMade(callee, v, seen) {
			return false
		}
	}
	return true
}

// isAskedFor reports whether a function comes to an instruction only by ways on which it has seen that a value isn't nil.
func (m *making) isAskedFor(i supergraph.Instruction, v ir.Operand) bool {
	f := i.Parent
	v = f.Original(v)
	return comesOnlyBy(i, func(condition ir.Operand) (side int, ok bool) {
		in := f.Definition(condition)
		if in == nil || in.Op != ir.OpBinary || in.Name != "==" && in.Name != "!=" {
			return 0, false
		}
		if in.Name == "==" {
			side = 1
		}
		isNil := func(n int) bool { return in.Args[n].Kind == ir.NilConst && f.Original(in.Args[1-n]) == v }
		return side, isNil(0) || isNil(1)
	})
}
