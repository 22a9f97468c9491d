package supergraph

import (
	"slices"
	"strings"

	"github.com/chancheck/chancheck/extract/internal/dataflow"
	"github.com/chancheck/chancheck/extract/internal/pointsto"
	"github.com/chancheck/chancheck/extract/ir"
)

// A CountedLoop is a loop that a counter leaves after a number of turns.
type CountedLoop struct {
	// Tests are the blocks at whose ends it is asked whether there is one more turn, the first
	// one first: a loop over a number has one before it. The first edge of each begins a turn.
	Tests  []int
	Blocks map[int]bool
	// The turns are what an operand holds, and some more; nothing is held by the zero one.
	turns ir.Operand
	more  int64
}

// IsFixed reports whether the loop has the same number of turns each time.
func (c *CountedLoop) IsFixed() bool { return c.turns.Kind != ir.Register }

// Overlaps reports whether some blocks are in two loops.
func (c *CountedLoop) Overlaps(other *CountedLoop) bool {
	for b := range c.Blocks {
		if other.Blocks[b] {
			return true
		}
	}
	return false
}

// Share is a number divided by the turns of a loop; 0 if that isn't known.
func (f *Function) Share(sum ir.Operand, c *CountedLoop) int {
	switch sum = f.number(sum); {
	case c.turns.Kind != ir.Register && sum.Kind == ir.IntConst:
		if c.more > 0 && sum.Int > 0 && sum.Int%c.more == 0 {
			return int(sum.Int / c.more)
		}
	case c.turns.Kind == ir.Register && c.more == 0 && f.areSame(sum, c.turns):
		return 1
	}
	return 0
}

// mostTerms limits of how many numbers one is taken for the sum.
const mostTerms = 8

// Terms are what a number is the sum of: some registers, and a constant.
func (f *Function) Terms(number ir.Operand) (terms []ir.Operand, fixed int64) {
	for work := []ir.Operand{number}; len(work) > 0; {
		o := f.number(work[len(work)-1])
		work = work[:len(work)-1]
		in := f.Definition(o)
		base, n, isSum := exactSum(in)
		switch {
		case o.Kind == ir.IntConst:
			fixed += o.Int
		case isSum:
			work, fixed = append(work, base), fixed+n
		case in != nil && in.Op == ir.OpBinary && in.Name == "+" && !in.Wraps():
			work = append(work, in.Args...)
		default:
			terms = append(terms, o)
		}
		if len(terms)+len(work) > mostTerms {
			return []ir.Operand{number}, 0
		}
	}
	return terms, fixed
}

// areSame reports whether two operands hold the same number, however it was converted, as far as that loses no digits: the
// one that is copied, the length of what doesn't change or is made with it, or a field that nobody changes. That is value
// numbering (Alpern, Wegman and Zadeck 1988), of no more than such numbers: equal operations aren't looked for.
func (f *Function) areSame(a, b ir.Operand) bool {
	a, b = f.lengthOf(a), f.lengthOf(b)
	if a == b {
		return true
	}
	one, other := f.Definition(a), f.Definition(b)
	return f.IsLength(a) && f.IsLength(b) && one.Args[0] == other.Args[0] || f.isSameField(one, other)
}

// isSameField reports whether two instructions load the same field, which nobody changes any more.
func (f *Function) isSameField(one, other *ir.Instr) bool {
	if !isFinal(one) || !isFinal(other) {
		return false
	}
	base, steps := f.StepsTo(one.Args[0])
	otherBase, otherSteps := f.StepsTo(other.Args[0])
	return base == otherBase && steps == otherSteps
}

func isFinal(in *ir.Instr) bool { return in != nil && in.Op == ir.OpLoad && in.Index == ir.Final }

// number is the number that an operand is, however it was converted, but not if that has lost digits; of the capacity of a
// channel that with which it is made.
func (f *Function) number(o ir.Operand) ir.Operand {
	for in := f.Definition(o); in != nil; in = f.Definition(o) {
		switch in.Op {
		case ir.OpCopy:
			if in.Name == ir.Narrowed {
				return o
			}
		case ir.OpCap:
			if in = f.Definition(f.Original(in.Args[0])); in == nil || in.Op != ir.OpMakeChan {
				return o
			}
		default:
			return o
		}
		o = in.Args[0]
	}
	return o
}

// IsKept reports whether none of what a number comes from is set anew on the ways from an instruction to the first test of a loop.
func (f *Function) IsKept(number ir.Operand, from pointsto.At, c *CountedLoop) bool {
	test := c.Tests[0]
	if from.Block == test { // which comes at the end
		return true
	}
	for _, o := range f.sourcesOf(number) {
		if o.Kind != ir.Register {
			continue
		}
		for _, d := range f.Defined[o.Reg] {
			if d.At.Block == test || f.Reaches(f.SuccessorsOf(from.Block), d.At.Block, test) {
				return false
			}
		}
	}
	return true
}

// Turns is the number of turns of a loop, or that number without a few more.
func (c *CountedLoop) Turns() ir.Operand { return c.turns }

// More is how many turns there are beside that number: all, if the loop has the same number each time.
func (c *CountedLoop) More() int64 { return c.more }

// sourcesOf lists what a number comes from: itself, or that of which it is the length or a field.
func (f *Function) sourcesOf(number ir.Operand) []ir.Operand {
	number = f.number(number)
	in := f.Definition(number)
	switch made := f.lengthOf(number); {
	case made != number:
		return append(f.sourcesOf(made), f.Original(in.Args[0]))
	case f.IsLength(number):
		return []ir.Operand{f.Original(in.Args[0])}
	case isFinal(in):
		base, _ := f.StepsTo(in.Args[0])
		return []ir.Operand{base}
	}
	return []ir.Operand{number}
}

// lengthOf is the number that an operand is, and of the length of a slice that with which it is made.
func (f *Function) lengthOf(o ir.Operand) ir.Operand {
	o = f.number(o)
	if !f.IsLength(o) {
		return o
	}
	if made := f.Definition(f.Original(f.Definition(o).Args[0])); made != nil && made.Op == ir.OpMakeSlice {
		return f.lengthOf(made.Args[0])
	}
	return o
}

// IsLength reports whether a number is a length that doesn't change.
func (f *Function) IsLength(o ir.Operand) bool {
	in := f.Definition(o)
	return in != nil && in.Op == ir.OpLen && in.Index != ir.Changing
}

// Reaches reports whether a block is reached from some others, be it one of them, without
// coming through another one.
func (f *Function) Reaches(from []int, to, without int) bool {
	if to == without {
		return false
	}
	seen := make([]bool, len(f.Blocks))
	work := slices.Clone(from)
	for len(work) > 0 {
		last := work[len(work)-1]
		work = work[:len(work)-1]
		if last == to {
			return true
		}
		if last == without || seen[last] {
			continue
		}
		seen[last] = true
		for _, e := range f.Blocks[last].Succs {
			work = append(work, e.Block)
		}
	}
	return false
}

// AlwaysComesBefore reports whether a function has executed an instruction whenever it comes to another one.
func (i Instruction) AlwaysComesBefore(other Instruction) bool {
	if i.At.Block == other.At.Block {
		return i.At.Index < other.At.Index
	}
	return !i.Parent.Reaches([]int{0}, other.At.Block, i.At.Block)
}

// ReturnsWithout reports whether a function may return from some blocks, without coming through another one.
func (f *Function) ReturnsWithout(from []int, without int) bool {
	for b := range f.Reached(from, without) {
		if f.Blocks[b].Terminator().Op == ir.OpReturn {
			return true
		}
	}
	return false
}

// Reached are the blocks that are reached from some others, or are these, without coming through another one.
func (f *Function) Reached(from []int, without int) map[int]bool {
	from = slices.DeleteFunc(slices.Clone(from), func(b int) bool { return b == without })
	return dataflow.Reachable(from, func(b int) []int {
		return slices.DeleteFunc(f.SuccessorsOf(b), func(next int) bool { return next == without })
	})
}

// loopAt is the set of blocks of a loop: those to which only its header leads, and from which
// one comes to that again by way of such (Aho and others, Compilers, section 9.6.6).
func (f *Function) loopAt(header int) map[int]bool {
	otherwise := dataflow.Reachable([]int{0}, func(b int) []int {
		return slices.DeleteFunc(f.SuccessorsOf(b), func(next int) bool { return next == header })
	})
	before := map[int][]int{}
	for b := range f.Blocks {
		for _, next := range f.SuccessorsOf(b) {
			if b == header || !otherwise[b] {
				before[next] = append(before[next], b)
			}
		}
	}
	return dataflow.Reachable(before[header], func(b int) []int {
		if b == header {
			return nil
		}
		return before[b]
	})
}

// OnlyBy is the set of blocks to which the regular end of a loop alone leads.
func (f *Function) OnlyBy(c *CountedLoop) map[int]bool {
	otherwise := dataflow.Reachable([]int{0, max(0, f.Recover)}, func(b int) (list []int) {
		for n, next := range f.SuccessorsOf(b) {
			if n == 0 || !slices.Contains(c.Tests, b) {
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

// CountedLoops finds the loops that are counted, once.
func (f *Function) CountedLoops() []*CountedLoop {
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
func (f *Function) countedAt(last int) *CountedLoop {
	in := f.Blocks[last].Terminator()
	if in.Op != ir.OpIf || f.Loops[last] < 0 {
		return nil
	}
	test := f.Definition(in.Args[0])
	if test == nil || test.Op != ir.OpBinary {
		return nil
	}
	c := &CountedLoop{Tests: []int{last}, Blocks: f.loopAt(last)}
	if body := f.Blocks[last].Succs[0].Block; body == last || len(c.Blocks) == 0 { // the test comes after the turn
		c.Blocks = f.loopAt(body)
		guard, ok := f.guardOf(c, body, last)
		if !ok {
			return nil
		}
		c.Tests = []int{guard, last}
	}
	if !f.countTurns(c, test) {
		return nil
	}
	return c
}

// guardOf is the one block from which one comes to a loop whose test comes last.
func (f *Function) guardOf(c *CountedLoop, header, last int) (guard int, ok bool) {
	for b := range f.Blocks {
		if b == last || !slices.Contains(f.SuccessorsOf(b), header) {
			continue
		}
		if in := f.Blocks[b].Terminator(); ok || c.Blocks[b] || in.Op != ir.OpIf || f.Blocks[b].Succs[0].Block != header {
			return 0, false
		}
		guard, ok = b, true
	}
	return guard, ok && c.Blocks[last]
}

// countTurns works out the turns by the condition for one more of them.
func (f *Function) countTurns(c *CountedLoop, test *ir.Instr) bool {
	first, step, ok := f.counts(c, test.Args[0])
	if !ok {
		return false
	}
	limit := f.number(test.Args[1])
	switch {
	case len(c.Tests) > 1 && (strings.HasPrefix(test.Name, ">") || !f.isGuarded(c, test.Name, first, limit)):
		return false
	case test.Name == "<" && step == 1:
		return c.between(first, limit)
	case test.Name == ">" && step == -1:
		return c.between(limit, first)
	case test.Name == "<=" && step == 1 && !f.wrapsIn(c) && c.between(first, limit):
		c.more++
		return true
	}
	return false
}

// wrapsIn reports whether a counter of a loop may come to the last number of its type, and begin anew.
func (f *Function) wrapsIn(c *CountedLoop) bool {
	for i := range f.Instructions() {
		if in := i.Instr(); c.Blocks[i.At.Block] && in.Wraps() {
			return true
		}
	}
	return false
}

// isGuarded reports whether the test before a loop asks what the one at its end does.
func (f *Function) isGuarded(c *CountedLoop, operator string, first, limit ir.Operand) bool {
	test := f.Definition(f.Blocks[c.Tests[0]].Terminator().Args[0])
	return test != nil && test.Op == ir.OpBinary && test.Name == operator && test.Args[0] == first && f.areSame(test.Args[1], limit)
}

// between says that the turns are those from one number, a constant, to another one.
func (c *CountedLoop) between(low, high ir.Operand) bool {
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
func (f *Function) counts(c *CountedLoop, o ir.Operand) (first ir.Operand, step int64, ok bool) {
	if o.Kind != ir.Register {
		return first, 0, false
	}
	counter, ahead := o, int64(0)
	if in := f.Definition(o); in != nil { // the sum itself is asked for, as in range loops
		base, n, isSum := sum(in)
		if i, _ := f.DefinedAt(o); !isSum || i.At.Block != c.Tests[len(c.Tests)-1] {
			return first, 0, false
		}
		counter, ahead = base, n
	}
	for _, d := range f.Defined[counter.Reg] {
		n, added := f.adding(d.From, counter)
		switch {
		case d.At.Index >= 0, ok && !c.Blocks[d.At.Block] && first != d.From, c.Blocks[d.At.Block] && (!added || step != 0 && step != n):
			return first, 0, false
		case c.Blocks[d.At.Block]:
			step = n
		default:
			first, ok = d.From, true
		}
	}
	if ahead != 0 && step != ahead {
		return first, 0, false
	}
	if ahead != 0 && len(c.Tests) == 1 { // it is asked for before the turn
		if first.Kind != ir.IntConst {
			return first, 0, false
		}
		first.Int += ahead
	}
	return first, step, ok && step != 0
}

// adding is the number that is added to a counter, if a value is such a sum.
func (f *Function) adding(o, counter ir.Operand) (n int64, ok bool) {
	in := f.Definition(o)
	if in == nil {
		return 0, false
	}
	base, n, ok := sum(in)
	return n, ok && base == counter
}

// sum takes apart the sum of a register and a constant.
func sum(in *ir.Instr) (base ir.Operand, n int64, ok bool) {
	if in == nil || in.Op != ir.OpBinary || in.Args[0].Kind != ir.Register || in.Args[1].Kind != ir.IntConst {
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

// exactSum is sum for what doesn't count the turns of a loop, which ends before it wraps.
func exactSum(in *ir.Instr) (base ir.Operand, n int64, ok bool) {
	if in != nil && in.Wraps() {
		return base, 0, false
	}
	return sum(in)
}
