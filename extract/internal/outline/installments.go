package outline

import (
	"slices"

	"github.com/chancheck/chancheck/extract/internal/library"
	"github.com/chancheck/chancheck/extract/internal/supergraph"
	"github.com/chancheck/chancheck/extract/ir"
	"github.com/chancheck/chancheck/model"
)

// Who adds to a wait group what the goroutines will count down that a loop is about to
// start, may as well add an installment in each turn: if nobody waits before the loop has
// come to its regular end, nobody can tell the difference, and the sum is the same. So turns
// needn't be counted, of which outlines know nothing.

// An installment is what is added in each turn of a loop.
type installment struct {
	add  supergraph.Instruction // what adds all of it in the program
	each int
}

// installments are those of a function, by the blocks of the tests of the loops: what is added
// at one place is paid in one loop, the first that will do.
func (o *outliner) installments(f *supergraph.Function) map[int]installment {
	if paid, known := o.paid[f]; known {
		return paid
	}
	paid := map[int]installment{}
	o.paid[f] = paid
	for i := range f.Instructions() {
		if in := i.Instr(); in.Op != ir.OpCall || library.Find(in.Name).Meaning != library.Add || len(in.Args) < 2 {
			continue
		}
		for _, c := range f.CountedLoops() {
			if each := o.eachTurn(i, c); each > 0 && paid[c.Tests[0]].each == 0 {
				for _, test := range c.Tests {
					paid[test] = installment{i, each}
				}
				break
			}
		}
	}
	return paid
}

// isInstallment reports whether what an instruction adds is paid in the turns of a loop.
func (o *outliner) isInstallment(add supergraph.Instruction) bool {
	for _, paid := range o.installments(add.Parent) {
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
		b.step(at, step{kind: model.Add, object: object, label: paid.each, site: paid.add.Instr().Site, to: next})
	}, func(string) int { return next })
	return place
}

// paysLater passes an addition that is paid in installments. A negative number would panic there,
// as does who counts down from nothing.
func (b *summarizer) paysLater(place int, add supergraph.Instruction, object, next int) {
	negative := mayBeNegative(add)
	b.step(place, step{kind: model.Tau, object: -1, doubt: negative, to: next})
	if negative {
		panics := b.fresh()
		b.step(place, step{kind: model.Tau, object: -1, doubt: true, to: panics})
		b.step(panics, step{kind: model.Add, object: object, label: -1, site: add.Instr().Site, to: next})
	}
}

// eachTurn is what may be added in each turn of a loop instead of before it; 0 if it may not.
func (o *outliner) eachTurn(add supergraph.Instruction, c *supergraph.CountedLoop) int {
	each := add.Parent.Share(add.Instr().Args[1], c)
	if each == 0 || !o.isPaidInTurns(add, c) {
		return 0
	}
	return each
}

// mayBeNegative reports whether what an instruction adds may be less than nothing, which panics.
func mayBeNegative(add supergraph.Instruction) bool {
	sum := add.Instr().Args[1]
	return sum.Kind != ir.IntConst && !add.Parent.IsLength(sum)
}

// isPaidInTurns reports whether a loop in which goroutines are started comes after an
// addition, each time and once, and whoever waits for the wait group does so after the regular
// end of the loop. All that happens once: else somebody may still wait, or have called the
// function, who was here before.
func (o *outliner) isPaidInTurns(add supergraph.Instruction, c *supergraph.CountedLoop) bool {
	f, at, first := add.Parent, add.At.Block, c.Tests[0]
	if o.region == nil || !o.region.once[f] || !o.region.comesOnceIn(f, at) || !o.startsIn(f, c.Blocks) || f.Reaches([]int{0}, first, at) {
		return false
	}
	var after []int
	for b := range c.Blocks {
		after = append(after, f.SuccessorsOf(b)...)
	}
	after = slices.DeleteFunc(after, func(b int) bool { return c.Blocks[b] })
	if f.Reaches(after, first, at) || f.Reaches(f.SuccessorsOf(at), at, first) {
		return false
	}
	regular := f.OnlyBy(c)
	locations := o.Points.Receivers(f.Function, add.Instr())
	for g := range o.scope {
		for _, operation := range o.Operations(g) {
			if operation.Waits && operation.Kind == model.WaitGroup && operation.IsOn(locations) && !o.isAfter(g.At(operation.At), f, regular, nil) {
				return false
			}
		}
	}
	return true
}

// isAfter reports whether an instruction runs only after a function has come to some blocks:
// it is in one of them, or in what is called or started only after that.
func (o *outliner) isAfter(i supergraph.Instruction, f *supergraph.Function, blocks map[int]bool, seen []*supergraph.Function) bool {
	if i.Parent == f {
		return blocks[i.At.Block]
	}
	if o.isGiven(o.region, i.Parent) || i.Parent == o.region.f || len(i.Parent.Callers) == 0 || slices.Contains(seen, i.Parent) {
		return false
	}
	seen = append(seen, i.Parent)
	return !slices.ContainsFunc(i.Parent.Callers, func(call supergraph.Instruction) bool {
		return o.scope[call.Parent] && !o.isAfter(call, f, blocks, seen)
	})
}

// startsIn reports whether a goroutine that does something is started in some blocks.
func (o *outliner) startsIn(f *supergraph.Function, blocks map[int]bool) bool {
	for i := range f.Instructions() {
		acts := func() bool {
			return slices.ContainsFunc(o.OperationsOf(i), o.isAbout) || slices.ContainsFunc(o.CalleesAt(i), func(g *supergraph.Function) bool { return o.acts[g] })
		}
		if blocks[i.At.Block] && i.Instr().Op == ir.OpGo && acts() {
			return true
		}
	}
	return false
}
