package interp

import "github.com/chancheck/chancheck/extract/ir"

// A loop that counts up, or down, to something that it doesn't change comes to its end, whatever is known of the
// numbers. If nothing but the comparison leaves it, who goes round leaves there at last (model.Transition.Leaves).

// wayOut is the successor of a block by which such a loop is left, if the block asks whether to leave it; or -1.
func wayOut(f *ir.Function, block int) int {
	b := &f.Blocks[block]
	branch := b.Terminator()
	if branch.Op != ir.OpIf || branch.Args[0].Kind != ir.Register {
		return -1
	}
	asked := definedIn(b, branch.Args[0].Reg)
	if asked == nil || asked.Op != ir.OpBinary {
		return -1
	}
	for side := range 2 {
		body := around(f, block, b.Succs[1-side].Block)
		if body == nil || body[b.Succs[side].Block] || b.Succs[side].Block == block {
			continue
		}
		if (loop{f, block, body}).ends(asked, side == 0) {
			return side
		}
	}
	return -1
}

// definedIn is the instruction of a block that sets a register, or nil.
func definedIn(b *ir.Block, register int) *ir.Instr {
	for i := range b.Instrs {
		if b.Instrs[i].Dst == register {
			return &b.Instrs[i]
		}
	}
	return nil
}

// around are the blocks to which control comes from one block without another one, if it comes back to that
// in any case, by way of each of them; nil if not.
func around(f *ir.Function, header, first int) map[int]bool {
	body := map[int]bool{}
	if first == header {
		return body
	}
	body[first] = true
	for list := []int{first}; len(list) > 0; list = list[1:] {
		succs := f.Blocks[list[0]].Succs
		if len(succs) == 0 {
			return nil
		}
		for _, s := range succs {
			if s.Block != header && !body[s.Block] {
				body[s.Block] = true
				list = append(list, s.Block)
			}
		}
	}
	return body
}

// A loop has a block that asks whether to leave it, and those of its body.
type loop struct {
	function *ir.Function
	header   int
	body     map[int]bool
}

// ends reports whether the loop is left at last by a comparison, if that is so or isn't.
func (l loop) ends(asked *ir.Instr, leavesIfTrue bool) bool {
	operator := asked.Name
	if !leavesIfTrue {
		operator = negated(operator)
	}
	counter, bound := asked.Args[0], asked.Args[1]
	for range 2 {
		switch l.direction(counter) {
		case 1:
			if (operator == ">" || operator == ">=") && l.lasts(bound) {
				return true
			}
		case -1:
			if (operator == "<" || operator == "<=") && l.lasts(bound) {
				return true
			}
		}
		counter, bound, operator = bound, counter, mirrored(operator)
	}
	return false
}

// negated is the operator that holds where another one doesn't.
func negated(operator string) string {
	switch operator {
	case "<":
		return ">="
	case "<=":
		return ">"
	case ">":
		return "<="
	case ">=":
		return "<"
	}
	return ""
}

// lasts reports whether an operand is the same in all rounds.
func (l loop) lasts(o ir.Operand) bool {
	if o.Kind != ir.Register {
		return o.Kind == ir.IntConst
	}
	if l.sets(l.header, o.Reg) {
		return false
	}
	for b := range l.body {
		if l.sets(b, o.Reg) {
			return false
		}
	}
	return true
}

// sets reports whether a block sets a register, or control that comes to it from the loop does.
func (l loop) sets(block, register int) bool {
	if definedIn(&l.function.Blocks[block], register) != nil {
		return true
	}
	for from := range l.function.Blocks {
		if from != l.header && !l.body[from] {
			continue
		}
		for _, edge := range l.function.Blocks[from].Succs {
			if _, moved := moveTo(edge, register); edge.Block == block && moved {
				return true
			}
		}
	}
	return false
}

// moveTo is what control moves to a register along an edge.
func moveTo(edge ir.Edge, register int) (from ir.Operand, moved bool) {
	for _, m := range edge.Moves {
		if m.To == register {
			return m.From, true
		}
	}
	return ir.Operand{}, false
}

// direction says whether an operand grows in each round, 1, or shrinks, -1; 0 if that isn't known.
func (l loop) direction(o ir.Operand) int {
	counter, _, ok := l.offset(o)
	if !ok {
		return 0
	}
	direction := 0
	for from := range l.function.Blocks {
		if !l.body[from] && from != l.header {
			continue
		}
		for _, edge := range l.function.Blocks[from].Succs {
			if edge.Block != l.header {
				continue
			}
			next, moved := moveTo(edge, counter)
			base, step, known := l.offset(next)
			if !moved || !known || base != counter || step == 0 || direction*step < 0 {
				return 0
			}
			direction = sign(step)
		}
	}
	return direction
}

func sign(n int) int {
	switch {
	case n > 0:
		return 1
	case n < 0:
		return -1
	}
	return 0
}

// offset is the register that a value counts from, which control sets that comes to the header, and how far the
// value is from it.
func (l loop) offset(o ir.Operand) (counter, distance int, ok bool) {
	for range 4 { // i + 1 + 1 is rare
		if o.Kind != ir.Register {
			return 0, 0, false
		}
		in := l.definition(o.Reg)
		switch {
		case in == nil:
			return o.Reg, distance, l.sets(l.header, o.Reg)
		case in.Op != ir.OpBinary || in.Name != "+" && in.Name != "-" || in.Args[1].Kind != ir.IntConst:
			return 0, 0, false
		case in.Name == "+":
			distance += int(in.Args[1].Int)
		default:
			distance -= int(in.Args[1].Int)
		}
		o = in.Args[0]
	}
	return 0, 0, false
}

// definition is the instruction of the loop that sets a register, or nil.
func (l loop) definition(register int) *ir.Instr {
	if in := definedIn(&l.function.Blocks[l.header], register); in != nil {
		return in
	}
	for b := range l.body {
		if in := definedIn(&l.function.Blocks[b], register); in != nil {
			return in
		}
	}
	return nil
}
