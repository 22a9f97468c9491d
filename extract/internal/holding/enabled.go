package holding

import (
	"slices"

	"github.com/chancheck/chancheck/extract/internal/dataflow"
	"github.com/chancheck/chancheck/extract/internal/supergraph"
	"github.com/chancheck/chancheck/extract/ir"
)

// A case of a select can't be taken as long as its channel is nil. What enables it may hang on what those ask who send.

// mayBeEnabled reports whether a case of the server's select is always enabled, or becomes so whatever the function that waits for
// it has asked.
func (a *Analysis) mayBeEnabled(c *Circle, n int) bool {
	list, mayBeIdle := a.enablingOf(c.Serves, n)
	return !mayBeIdle || slices.ContainsFunc(list, func(e enabling) bool { return !a.isBarred(c, n, e) })
}

// An enabling is an instruction that enables a case of a select, if it is a move by an edge of a branch with that side.
type enabling struct {
	supergraph.Instruction
	by []Side
}

// enablingOf lists what enables a case of a select, if that may be disabled.
func (a *Analysis) enablingOf(choice supergraph.Instruction, n int) (list []enabling, mayBeIdle bool) {
	f := choice.Parent
	o := f.Original(choice.Instr().Cases[n].Chan)
	if o.Kind != ir.Register || o.Reg < f.Params+f.FreeVars {
		return nil, false
	}
	i, ok := f.DefinedAt(o)
	if !ok {
		return movesTo(f, o.Reg, &dataflow.Set{})
	}
	return a.storesBefore(i)
}

// movesTo lists where a register is set on the ways to a block, unless that is to nil, and reports whether it may be nil.
func movesTo(f *supergraph.Function, register int, seen *dataflow.Set) (list []enabling, mayBeNil bool) {
	if !seen.Add(register) {
		return nil, false
	}
	for _, d := range f.Defined[register] {
		from := f.Original(d.From)
		_, isDefined := f.DefinedAt(from)
		switch {
		case d.At.Index >= 0:
			list = append(list, enabling{f.At(d.At), nil})
		case from.Kind == ir.NilConst:
			mayBeNil = true
		case from.Kind == ir.Register && from.Reg >= f.Params+f.FreeVars && !isDefined:
			more, isNil := movesTo(f, from.Reg, seen)
			list, mayBeNil = append(list, more...), mayBeNil || isNil
		default:
			list = append(list, moveBy(f, d))
		}
	}
	return list, mayBeNil
}

// moveBy is the end of a block, from which a register is set by one of its edges.
func moveBy(f *supergraph.Function, d supergraph.Definition) enabling {
	end := endOf(f, d.At.Block)
	if end.Instr().Op == ir.OpIf {
		return enabling{end, []Side{{end, d.Edge}}}
	}
	return enabling{end, nil}
}

// storesBefore lists where a field is set that an instruction loads as the channel of a case, and reports whether it is nil when it
// is new.
func (a *Analysis) storesBefore(load supergraph.Instruction) (list []enabling, mayBeIdle bool) {
	f := load.Parent
	if load.Instr().Op != ir.OpLoad {
		return nil, false
	}
	mayBeIdle = true
	for _, l := range a.Memory(f, load.Instr().Args[0]) {
		for _, store := range a.Stores[l] {
			in := store.Instr()
			switch {
			case in.Op == ir.OpStore && in.Args[1].Kind == ir.NilConst:
			case in.Op != ir.OpStore || isNew(store.Parent, store.Parent.BaseOfPart(in.Args[0])):
				mayBeIdle = false
			default:
				list = append(list, enabling{store, nil})
			}
		}
	}
	return list, mayBeIdle && len(list) > 0
}

// isBarred reports whether what enables a case of the server's select hangs on what the function asks that waits, or on messages
// of such as are kept from it. Which of those messages it is may hang on what is in it.
func (a *Analysis) isBarred(c *Circle, n int, e enabling) bool {
	if e.Parent != c.Serves.Parent {
		return a.asksOtherwise(c, e.Instruction)
	}
	asked, hangsOnMessage := a.askedByWaiting(c), false
	for _, s := range slices.Concat(a.decide(e.Instruction), e.by) {
		if choice, _, isCase := askedCase(s.Branch); isCase && choice == c.Serves {
			continue
		}
		g := a.groundsOf(s.Branch)
		if overlap(g.cells, asked) {
			return true
		}
		hangsOnMessage = hangsOnMessage || len(g.others) > 0
	}
	return slices.ContainsFunc(a.casesTo(c.Serves, e.Instruction), func(m int) bool {
		makers, areKnown := a.makersOf(c.Serves, m)
		isOther := func(maker supergraph.Instruction) bool { return !a.asksOtherwise(c, maker) }
		someDo := slices.ContainsFunc(makers, func(maker supergraph.Instruction) bool { return a.asksOtherwise(c, maker) })
		return m == n || areKnown && (!slices.ContainsFunc(makers, isOther) || hangsOnMessage && someDo)
	})
}
