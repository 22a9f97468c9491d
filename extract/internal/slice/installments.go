package slice

import (
	"slices"

	"github.com/chancheck/chancheck/extract/internal/library"
	"github.com/chancheck/chancheck/extract/ir"
	"github.com/chancheck/chancheck/model"
)

// Who adds to a wait group what the goroutines will count down that a loop is about to
// start, may as well add an installment in each turn: if nobody waits before the loop has
// come to its regular end, nobody can tell the difference, and the sum is the same. So turns
// needn't be counted, of which outlines know nothing.

// An installment is what is added in each turn of a loop.
type installment struct {
	add  instruction // what adds all of it in the program
	each int
}

// A counted is a loop that a counter leaves after a number of turns.
type counted struct {
	// tests are the blocks at whose ends it is asked whether there is one more turn, the first
	// one first: a loop over a number has one before it. The first edge of each begins a turn.
	tests  []int
	blocks map[int]bool
	// The turns are what an operand holds, and some more; nothing is held by the zero one.
	turns ir.Operand
	more  int64
}

// installments are those of a function, by the blocks of the tests of the loops: what is added
// at one place is paid in one loop, the first that will do.
func (o *outliner) installments(f *function) map[int]installment {
	if paid, known := o.paid[f]; known {
		return paid
	}
	paid := map[int]installment{}
	o.paid[f] = paid
	for i := range f.instructions() {
		if in := i.get(); in.Op != ir.OpCall || library.Find(in.Name).Meaning != library.Add || len(in.Args) < 2 {
			continue
		}
		for _, c := range f.countedLoops() {
			if each := o.eachTurn(i, c); each > 0 && paid[c.tests[0]].each == 0 {
				for _, test := range c.tests {
					paid[test] = installment{i, each}
				}
				break
			}
		}
	}
	return paid
}

// isInstallment reports whether what an instruction adds is paid in the turns of a loop.
func (o *outliner) isInstallment(add instruction) bool {
	for _, paid := range o.installments(add.f) {
		if paid.add == add {
			return true
		}
	}
	return false
}

// pays makes the place at which an installment is added.
func (b *summarizer) pays(paid installment, next int) int {
	place := b.fresh()
	b.operates(place, b.receiver(paid.add), func(at, object int) {
		b.step(at, outlineStep{kind: model.Add, object: object, label: paid.each, site: paid.add.get().Site, to: next})
	}, func(string) int { return next })
	return place
}

// paysLater passes an addition that is paid in installments. A negative number would panic there,
// as does who counts down from nothing.
func (b *summarizer) paysLater(place int, add instruction, object, next int) {
	negative := add.f.mayBeNegative(add)
	b.step(place, outlineStep{kind: model.Tau, object: -1, doubt: negative, to: next})
	if negative {
		panics := b.fresh()
		b.step(place, outlineStep{kind: model.Tau, object: -1, doubt: true, to: panics})
		b.step(panics, outlineStep{kind: model.Add, object: object, label: -1, site: add.get().Site, to: next})
	}
}

// eachTurn is what may be added in each turn of a loop instead of before it; 0 if it may not.
func (o *outliner) eachTurn(add instruction, c *counted) int {
	each := add.f.share(add.get().Args[1], c)
	if each == 0 || !o.isPaidInTurns(add, c) {
		return 0
	}
	return each
}

// share is a number divided by the turns of a loop; 0 if that isn't known.
func (f *function) share(sum ir.Operand, c *counted) int {
	switch {
	case c.turns.Kind != ir.Register && sum.Kind == ir.IntConst:
		if c.more > 0 && sum.Int > 0 && sum.Int%c.more == 0 {
			return int(sum.Int / c.more)
		}
	case c.turns.Kind == ir.Register && c.more == 0 && f.areSame(sum, c.turns):
		return 1
	}
	return 0
}

// areSame reports whether two operands hold the same number. One that is converted may be
// another one.
func (f *function) areSame(a, b ir.Operand) bool {
	return a == b || f.isLength(a) && f.isLength(b) && f.definition(a).Args[0] == f.definition(b).Args[0]
}

// isLength reports whether a number is a length that doesn't change.
func (f *function) isLength(o ir.Operand) bool {
	in := f.definition(o)
	return in != nil && in.Op == ir.OpLen && in.Index != ir.Changing
}

// mayBeNegative reports whether what an instruction adds may be less than nothing, which panics.
func (f *function) mayBeNegative(add instruction) bool {
	sum := add.get().Args[1]
	return sum.Kind != ir.IntConst && !f.isLength(sum)
}

// isPaidInTurns reports whether a loop in which goroutines are started comes after an
// addition, each time and once, and whoever waits for the wait group does so after the regular
// end of the loop. All that happens once: else somebody may still wait, or have called the
// function, who was here before.
func (o *outliner) isPaidInTurns(add instruction, c *counted) bool {
	f, at, first := add.f, add.at.Block, c.tests[0]
	if o.region == nil || !o.region.once[f] || !o.region.comesOnceIn(f, at) || !o.startsIn(f, c.blocks) || f.reaches([]int{0}, first, at) {
		return false
	}
	var after []int
	for b := range c.blocks {
		after = append(after, f.successorsOf(b)...)
	}
	after = slices.DeleteFunc(after, func(b int) bool { return c.blocks[b] })
	if f.reaches(after, first, at) || f.reaches(f.successorsOf(at), at, first) {
		return false
	}
	regular := f.onlyBy(c)
	locations := o.points.Receivers(f.Function, add.get())
	for g := range o.scope {
		for _, operation := range o.operations(g) {
			if operation.Waits && operation.Kind == model.WaitGroup && meet(operation.Objects, locations) && !o.isAfter(instruction{g, operation.at}, f, regular, nil) {
				return false
			}
		}
	}
	return true
}

// isAfter reports whether an instruction runs only after a function has come to some blocks:
// it is in one of them, or in what is called or started only after that.
func (o *outliner) isAfter(i instruction, f *function, blocks map[int]bool, seen []*function) bool {
	if i.f == f {
		return blocks[i.at.Block]
	}
	if o.isGiven(o.region, i.f) || i.f == o.region.f || len(i.f.callers) == 0 || slices.Contains(seen, i.f) {
		return false
	}
	seen = append(seen, i.f)
	return !slices.ContainsFunc(i.f.callers, func(call instruction) bool { return o.scope[call.f] && !o.isAfter(call, f, blocks, seen) })
}

// startsIn reports whether a goroutine that does something is started in some blocks.
func (o *outliner) startsIn(f *function, blocks map[int]bool) bool {
	for i := range f.instructions() {
		acts := func() bool {
			return slices.ContainsFunc(o.operationsOf(i), o.isAbout) || slices.ContainsFunc(o.calleesAt(i), func(g *function) bool { return o.acts[g] })
		}
		if blocks[i.at.Block] && i.get().Op == ir.OpGo && acts() {
			return true
		}
	}
	return false
}

// reaches reports whether a block is reached from some others, be it one of them, without
// coming through another one.
func (f *function) reaches(from []int, to, without int) bool {
	from = slices.DeleteFunc(slices.Clone(from), func(b int) bool { return b == without })
	return reachable(from, func(b int) []int {
		return slices.DeleteFunc(f.successorsOf(b), func(next int) bool { return next == without })
	})[to]
}

// loopAt is the set of blocks of a loop: those to which only its header leads, and from which
// one comes to that again by way of such (Aho and others, Compilers, section 9.6.6).
func (f *function) loopAt(header int) map[int]bool {
	otherwise := reachable([]int{0}, func(b int) []int {
		return slices.DeleteFunc(f.successorsOf(b), func(next int) bool { return next == header })
	})
	before := map[int][]int{}
	for b := range f.Blocks {
		for _, next := range f.successorsOf(b) {
			if b == header || !otherwise[b] {
				before[next] = append(before[next], b)
			}
		}
	}
	return reachable(before[header], func(b int) []int {
		if b == header {
			return nil
		}
		return before[b]
	})
}

// onlyBy is the set of blocks to which the regular end of a loop alone leads.
func (f *function) onlyBy(c *counted) map[int]bool {
	otherwise := reachable([]int{0, max(0, f.Recover)}, func(b int) (list []int) {
		for n, next := range f.successorsOf(b) {
			if n == 0 || !slices.Contains(c.tests, b) {
				list = append(list, next)
			}
		}
		return list
	})
	only := map[int]bool{}
	for b := range f.Blocks {
		only[b] = !otherwise[b]
	}
	return only
}

// countedLoops finds the loops that are counted, once.
func (f *function) countedLoops() []*counted {
	if !f.countedListed {
		f.countedListed = true
		for b := range f.Blocks {
			if c := f.countedAt(b); c != nil {
				f.counted = append(f.counted, c)
			}
		}
	}
	return f.counted
}

// countedAt is the loop that ends by a test at the end of a block, if it is counted.
func (f *function) countedAt(last int) *counted {
	in := f.Blocks[last].Terminator()
	if in.Op != ir.OpIf || f.loops[last] < 0 {
		return nil
	}
	test := f.definition(in.Args[0])
	if test == nil || test.Op != ir.OpBinary {
		return nil
	}
	c := &counted{tests: []int{last}, blocks: f.loopAt(last)}
	if body := f.Blocks[last].Succs[0].Block; body == last || len(c.blocks) == 0 { // the test comes after the turn
		c.blocks = f.loopAt(body)
		guard, ok := f.guardOf(c, body, last)
		if !ok {
			return nil
		}
		c.tests = []int{guard, last}
	}
	if !f.countTurns(c, test) {
		return nil
	}
	return c
}

// guardOf is the one block from which one comes to a loop whose test comes last.
func (f *function) guardOf(c *counted, header, last int) (guard int, ok bool) {
	for b := range f.Blocks {
		if b == last || !slices.Contains(f.successorsOf(b), header) {
			continue
		}
		if in := f.Blocks[b].Terminator(); ok || c.blocks[b] || in.Op != ir.OpIf || f.Blocks[b].Succs[0].Block != header {
			return 0, false
		}
		guard, ok = b, true
	}
	return guard, ok && c.blocks[last]
}

// countTurns works out the turns by the condition for one more of them.
func (f *function) countTurns(c *counted, test *ir.Instr) bool {
	first, step, ok := f.counts(c, test.Args[0])
	if !ok {
		return false
	}
	limit := test.Args[1]
	switch {
	case len(c.tests) > 1 && (test.Name != "<" || !f.isGuarded(c, first, limit)):
		return false
	case test.Name == "<" && step == 1:
		return c.between(first, limit)
	case test.Name == ">" && step == -1:
		return c.between(limit, first)
	}
	return false // with <= and >= there may be no end to it: the last number may be the limit
}

// isGuarded reports whether the test before a loop asks what the one at its end does.
func (f *function) isGuarded(c *counted, first, limit ir.Operand) bool {
	test := f.definition(f.Blocks[c.tests[0]].Terminator().Args[0])
	return test != nil && test.Op == ir.OpBinary && test.Name == "<" && test.Args[0] == first && test.Args[1] == limit
}

// between says that the turns are those from one number, a constant, to another one.
func (c *counted) between(low, high ir.Operand) bool {
	if low.Kind != ir.IntConst {
		return false
	}
	c.more = -low.Int
	switch high.Kind {
	case ir.IntConst:
		c.more += high.Int
	case ir.Register:
		c.turns = high
	default:
		return false
	}
	return true
}

// counts is what a counter holds in the first turn of a loop if there is one, and by how much
// it changes in each turn.
func (f *function) counts(c *counted, o ir.Operand) (first ir.Operand, step int64, ok bool) {
	if o.Kind != ir.Register {
		return first, 0, false
	}
	counter, ahead := o, int64(0)
	if in := f.definition(o); in != nil { // the sum itself is asked for, as in range loops
		base, n, isSum := sum(in)
		if i, _ := f.definedAt(o); !isSum || i.at.Block != c.tests[len(c.tests)-1] {
			return first, 0, false
		}
		counter, ahead = base, n
	}
	for _, d := range f.defined[counter.Reg] {
		n, added := f.adding(d.from, counter)
		switch {
		case d.at.Index >= 0, ok && !c.blocks[d.at.Block] && first != d.from, c.blocks[d.at.Block] && (!added || step != 0 && step != n):
			return first, 0, false
		case c.blocks[d.at.Block]:
			step = n
		default:
			first, ok = d.from, true
		}
	}
	if ahead != 0 && step != ahead {
		return first, 0, false
	}
	if ahead != 0 && len(c.tests) == 1 { // it is asked for before the turn
		if first.Kind != ir.IntConst {
			return first, 0, false
		}
		first.Int += ahead
	}
	return first, step, ok && step != 0
}

// adding is the number that is added to a counter, if a value is such a sum.
func (f *function) adding(o, counter ir.Operand) (n int64, ok bool) {
	in := f.definition(o)
	if in == nil {
		return 0, false
	}
	base, n, ok := sum(in)
	return n, ok && base == counter
}

// sum takes apart the sum of a register and a constant.
func sum(in *ir.Instr) (base ir.Operand, n int64, ok bool) {
	if in.Op != ir.OpBinary || in.Args[0].Kind != ir.Register || in.Args[1].Kind != ir.IntConst {
		return base, 0, false
	}
	switch in.Name {
	case "+":
		return in.Args[0], in.Args[1].Int, true
	case "-":
		return in.Args[0], -in.Args[1].Int, true
	}
	return base, 0, false
}
