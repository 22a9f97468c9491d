package lower

import (
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/chancheck/chancheck/extract/ir"
)

// A timer sends once, until it is set again. Where a function comes back to a select without having set the timer for which that waits, a
// variable stands for the channel, which is nil as long as the timer is spent: the select can't take the case then, and the automaton
// remembers it as it remembers any variable. See also spentBefore, for those who wait for nothing else.

// A oneShot is a timer of that sort.
type oneShot struct {
	*spending
	// variable is the register with the address of the variable, spent are the blocks to which control comes by a case that has emptied the timer.
	variable int
	spent    []*ssa.BasicBlock
}

// findOneShots finds those of the function, and has it keep the blocks where they are set, and where they are spent.
func (n *needs) findOneShots() {
	for _, b := range n.f.Blocks {
		for _, in := range b.Instrs {
			if v, ok := in.(*ssa.Select); ok {
				for state := range v.States {
					n.findOneShot(v, state)
				}
			}
		}
	}
	for _, o := range n.oneShots {
		for in := range o.sets {
			n.effectful[in.Block()] = true
		}
		for _, b := range o.spent {
			n.effectful[b] = true
		}
	}
}

// findOneShot notes the timer of a case of a select if it is one.
func (n *needs) findOneShot(v *ssa.Select, state int) {
	timer := timerBehind(v.States[state].Chan)
	if timer == nil || v.States[state].Dir != types.RecvOnly {
		return
	}
	first := blockOfCase(v, state)
	if first == nil || len(first.Preds) != 1 {
		return
	}
	o := n.oneShotOf(timer)
	if o == nil {
		o = &oneShot{spending: &spending{s: n.s, f: n.f, timer: timer, sets: map[ssa.Instruction]bool{}}}
		if !o.isAlwaysThere() || !o.areSettingsKnown() || !o.comesAgain(first, v) {
			return
		}
		n.oneShots = append(n.oneShots, o)
	}
	o.spent = append(o.spent, first)
}

// comesAgain reports whether a function may come from a block to a select without setting the timer.
func (o *oneShot) comesAgain(first *ssa.BasicBlock, v *ssa.Select) bool {
	return leadsTo(first, 0, v, func(in ssa.Instruction) bool { return o.sets[in] })
}

// leadsTo reports whether a function may come from an instruction of a block, by its number, to another one without passing one of some kind.
func leadsTo(b *ssa.BasicBlock, n int, to ssa.Instruction, isBetween func(ssa.Instruction) bool) bool {
	seen := map[*ssa.BasicBlock]bool{}
	var from func(b *ssa.BasicBlock, n int) bool
	from = func(b *ssa.BasicBlock, n int) bool {
		for _, in := range b.Instrs[n:] {
			if in == to {
				return true
			}
			if isBetween(in) {
				return false
			}
		}
		return slices.ContainsFunc(b.Succs, func(next *ssa.BasicBlock) bool {
			isNew := !seen[next]
			seen[next] = true
			return isNew && from(next, 0)
		})
	}
	return from(b, n)
}

// oneShotOf is the one that was found for a timer, or nil.
func (n *needs) oneShotOf(timer ssa.Value) *oneShot {
	for _, o := range n.oneShots {
		if n.s.isSamePlace(timer, o.timer) {
			return o
		}
	}
	return nil
}

// firstVariables is how many instructions at the beginning of a function make its variables, or are there before it makes one: what recovers
// from a panic may read these.
func firstVariables(f *ssa.Function) (n int) {
	for i, in := range f.Blocks[0].Instrs {
		if _, isVariable := in.(*ssa.Alloc); isVariable {
			n = i + 1
		} else if call, ok := in.(*ssa.Call); ok && staticCallee(call.Common()) != nil {
			break
		}
	}
	return n
}

// makeOneShots makes the variables, with a channel in each: somebody else has set the timer.
func (t *translator) makeOneShots() {
	for _, o := range t.oneShots {
		o.variable = t.newRegister()
		t.emitAside(ir.Instr{Op: ir.OpAlloc, Dst: o.variable, Kind: ir.ChanKind})
		t.setOneShot(o)
	}
}

// setOneShot has the variable stand for a channel from which something comes.
func (t *translator) setOneShot(o *oneShot) {
	channel := t.newRegister()
	t.emitAside(ir.Instr{Op: ir.OpUnknown, Dst: channel, Kind: ir.ChanKind, Name: ir.NonNilResult})
	t.storeOneShot(o, ir.Operand{Kind: ir.Register, Reg: channel})
}

func (t *translator) storeOneShot(o *oneShot, channel ir.Operand) {
	t.emitAside(ir.Instr{Op: ir.OpStore, Dst: -1, Kind: ir.ChanKind, Args: []ir.Operand{{Kind: ir.Register, Reg: o.variable}, channel}})
}

// spendOneShots empties the timers that were emptied by control having come to a block.
func (t *translator) spendOneShots(b *ssa.BasicBlock) {
	for _, o := range t.oneShots {
		if slices.Contains(o.spent, b) {
			t.storeOneShot(o, ir.Operand{Kind: ir.NilConst})
		}
	}
}

// setOneShots sets the timers that an instruction sets.
func (t *translator) setOneShots(in ssa.Instruction) {
	for _, o := range t.oneShots {
		if o.sets[in] {
			t.setOneShot(o)
		}
	}
}

// channelOfCase is the channel of a case of a select: that which stands for it, if it is the one of such a timer.
func (t *translator) channelOfCase(channel ssa.Value) ir.Operand {
	if timer := timerBehind(channel); timer != nil {
		if o := t.oneShotOf(timer); o != nil {
			loaded := t.newRegister()
			t.emitAside(ir.Instr{Op: ir.OpLoad, Dst: loaded, Kind: ir.ChanKind, Args: []ir.Operand{{Kind: ir.Register, Reg: o.variable}}})
			return ir.Operand{Kind: ir.Register, Reg: loaded}
		}
	}
	return t.operand(channel)
}

// emitAside emits an instruction that the program doesn't have: whether time may have passed is a matter of the next one that it has.
func (t *translator) emitAside(in ir.Instr) {
	late := t.late
	t.late = false
	t.emit(in)
	t.late = late
}
