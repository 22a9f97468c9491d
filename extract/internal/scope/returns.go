package scope

import (
	"slices"

	"github.com/chancheck/chancheck/extract/internal/holding"
	"github.com/chancheck/chancheck/extract/internal/interp"
	"github.com/chancheck/chancheck/extract/internal/pointsto"
	"github.com/chancheck/chancheck/extract/internal/supergraph"
	"github.com/chancheck/chancheck/extract/ir"
	"github.com/chancheck/chancheck/model"
)

// A Return is where a function returns with a lock that it has taken. It is for the words of a finding alone: that it does, others
// have found out.
type Return struct {
	Site model.Site
	// If is the side of a branch, as code, that leads there and nowhere else; "" if there is none.
	If string
}

// ReturnWith finds the return statement by which a function leaves with a lock that it has taken at a place, and that has come to
// another place last, and if that is a branch taken the side that is some text. It is not ok if there are several, or if the
// function never releases the lock: it is its caller who should then, if the package calls it.
func (p *Package) ReturnWith(taken, last model.Site, side string, called bool) (r Return, ok bool) {
	for _, f := range p.graph.Order {
		for _, t := range p.holds().Takings(f) {
			if t.Instr().Site == taken {
				return p.returnWith(t, last, side, called)
			}
		}
	}
	return r, false
}

func (p *Package) returnWith(t holding.Taking, last model.Site, side string, called bool) (r Return, ok bool) {
	w := &ways{func(i supergraph.Instruction) bool { return i.Instr().Op != ir.OpDefer && p.holds().Releases(i, t) }}
	isRelease := func(i supergraph.Instruction) bool { return p.holds().Releases(i, t) }
	if called && !slices.ContainsFunc(slices.Collect(t.Parent.Instructions()), isRelease) {
		return r, false
	}
	at := lastAt(t, last)
	returns, _ := w.from(at, otherSide(at, side))
	if len(returns) != 1 || !returns[0].Instr().Site.IsValid() {
		return r, false
	}
	return Return{returns[0].Instr().Site, w.whyAt(t, returns[0])}, true
}

// Ways are followed in a function up to what ends them.
type ways struct {
	ends func(supergraph.Instruction) bool
}

// whyAt is the side of a branch by which alone a function comes to a return after it has taken a lock, where it releases that on the
// other one: of several the one that is next to it.
func (w *ways) whyAt(t holding.Taking, at supergraph.Instruction) (why string) {
	for branch := range t.Parent.Instructions() {
		in := branch.Instr()
		if in.Op != ir.OpIf || in.Text == "" {
			continue
		}
		for edge := range t.Parent.SuccessorsOf(branch.At.Block) {
			side := holding.Side{Branch: branch, Edge: edge}
			otherwise, _ := w.from(t.Instruction, &side)
			_, isReleased := w.from(branch, &side)
			if isReleased && !slices.Contains(otherwise, at) {
				why = interp.Assumption(in.Text, edge == 0)
			}
		}
	}
	return why
}

// lastAt is the instruction at a place at which a function may be that has taken a lock, or where it has.
func lastAt(t holding.Taking, place model.Site) supergraph.Instruction {
	at := t.Instruction
	for i := range t.Parent.Instructions() {
		if in := i.Instr(); in.Site == place && (in.Op == ir.OpIf || i.Calls()) {
			at = i
		}
	}
	return at
}

// otherSide is the side of a branch that is not some text, nil if there is none.
func otherSide(branch supergraph.Instruction, side string) *holding.Side {
	in := branch.Instr()
	for edge := range branch.Parent.SuccessorsOf(branch.At.Block) {
		if in.Op == ir.OpIf && in.Text != "" && side == interp.Assumption(in.Text, edge == 0) {
			return &holding.Side{Branch: branch, Edge: 1 - edge}
		}
	}
	return nil
}

// from lists where a function returns after an instruction, if it doesn't take one side of a branch; ended says that some way ends.
func (w *ways) from(after supergraph.Instruction, without *holding.Side) (returns []supergraph.Instruction, ended bool) {
	f, seen := after.Parent, map[int]bool{}
	var follow func(block, first int)
	follow = func(block, first int) {
		for n := first; n < len(f.Blocks[block].Instrs); n++ {
			i := f.At(pointsto.At{Block: block, Index: n})
			switch {
			case w.ends(i):
				ended = true
				return
			case i.Instr().Op == ir.OpReturn:
				returns = append(returns, i)
			}
		}
		for edge, next := range f.SuccessorsOf(block) {
			isShut := without != nil && without.Branch.At.Block == block && without.Edge == edge
			if !isShut && !seen[next] {
				seen[next] = true
				follow(next, 0)
			}
		}
	}
	follow(after.At.Block, after.At.Index+1)
	return returns, ended
}

// IsCalledElsewhere reports whether others come to what is called at a place: other callers in the package, or anybody. A method with
// an exported name is made for that, be its type one that others can't get at.
func (p *Package) IsCalledElsewhere(call model.Site) bool {
	for _, f := range p.graph.Order {
		for i := range f.Instructions() {
			if i.Instr().Site != call || !i.Calls() {
				continue
			}
			for _, callee := range p.graph.CalleesAt(i) {
				isOther := func(by supergraph.Instruction) bool { return by.Instr().Site != call }
				return p.isCallable(callee.Function) || p.points.Exposed(callee.Name) || slices.ContainsFunc(callee.Callers, isOther)
			}
		}
	}
	return false
}
