package holding

import (
	"slices"

	"github.com/chancheck/chancheck/extract/internal/pointsto"
	"github.com/chancheck/chancheck/extract/internal/supergraph"
	"github.com/chancheck/chancheck/extract/ir"
)

// Rounds are what a goroutine does that never ends, as some things never come to pass.
type Rounds struct {
	*Analysis
	// Stays is where it waits for ever, or again and again, if that is known, Vain what it waits for that never comes.
	Stays supergraph.Instruction
	Vain  []pointsto.Location
	// isBlocked says that it comes to where it waits in vain only, places is how many there are where it waits.
	isBlocked bool
	places    int
	// last is an instruction with which it ends, beside those that return.
	last supergraph.Instruction
	// comesNever reports whether that for which a case of a select waits never comes, closesNever whether nobody closes that from which an
	// instruction receives.
	comesNever  func(*supergraph.Function, *ir.SelectCase) bool
	closesNever func(supergraph.Instruction) bool
	// ends says of functions that were looked at whether they never return, see neverReturns.
	ends map[*supergraph.Function]bool
}

// neverEnd reports whether a goroutine never comes to its end that runs a function.
func (r *Rounds) neverEnd(f *supergraph.Function) bool {
	r.ends = map[*supergraph.Function]bool{}
	return !r.DefersRecover(f) && r.neverReturns(f)
}

// neverReturns reports whether a function never returns, nor panics itself, where some things never come to pass. One that calls
// itself first isn't known to.
func (r *Rounds) neverReturns(f *supergraph.Function) bool {
	never, known := r.ends[f]
	if !known {
		r.ends[f] = false
		never = r.goesRound(f)
		r.ends[f] = never
	}
	return never
}

// goesRound reports whether no way through a function leads to where it ends.
func (r *Rounds) goesRound(f *supergraph.Function) bool {
	never := r.neverTaken(f)
	seen := map[int]bool{}
	for work := []int{0}; len(work) > 0; {
		block := work[0]
		work = work[1:]
		if seen[block] {
			continue
		}
		seen[block] = true
		goesOn, mayEnd := r.passes(f, block)
		if mayEnd {
			return false
		}
		for edge, next := range f.SuccessorsOf(block) {
			if goesOn && !never[Side{endOf(f, block), edge}] {
				work = append(work, next)
			}
		}
	}
	return true
}

// passes reports whether a goroutine may go on past a block, and whether it may end there.
func (r *Rounds) passes(f *supergraph.Function, block int) (goesOn, mayEnd bool) {
	for n := range f.Blocks[block].Instrs {
		i := at(f, block, n)
		in := i.Instr()
		switch {
		case in.Op == ir.OpReturn || in.Op == ir.OpPanic || r.mayEndHere(i) || i == r.last && in.Op != ir.OpDefer:
			return false, true
		case r.isVain(i):
			r.stays(i)
			r.isBlocked = true
			return false, false
		case in.Op == ir.OpSelect && !in.Default:
			r.stays(i)
		case in.Op == ir.OpCall && in.Name != "": // who calls a value may call another one
			if callees := r.CalleesAt(i); len(callees) == 1 && r.neverReturns(callees[0]) {
				return false, false
			}
		}
	}
	return true, false
}

// mayEndHere reports whether a goroutine may be gone after a call that returns to others.
func (r *Rounds) mayEndHere(i supergraph.Instruction) bool {
	return r.mayEnd(i) && !slices.ContainsFunc(r.CalleesAt(i), func(callee *supergraph.Function) bool { return !returns(callee) && !r.MayEnd[callee] })
}

// stays notes where the goroutine stays, with what never comes there.
func (r *Rounds) stays(i supergraph.Instruction) {
	if r.places++; r.Stays.Parent == nil {
		r.Stays = i
	}
	in := i.Instr()
	if in.Op == ir.OpReceive {
		r.Vain = append(r.Vain, r.Points.Operand(i.Parent.Function, in.Args[0])...)
	}
	for _, c := range in.Cases {
		if r.comesNever(i.Parent, &c) {
			r.Vain = append(r.Vain, r.Points.Operand(i.Parent.Function, c.Chan)...)
		}
	}
}

// isVain reports whether whoever comes to an instruction waits there for what never comes.
func (r *Rounds) isVain(i supergraph.Instruction) bool {
	in := i.Instr()
	switch {
	case in.Op == ir.OpReceive:
		return r.comesNever(i.Parent, &ir.SelectCase{Chan: in.Args[0]})
	case in.Op == ir.OpSelect && !in.Default:
		return !slices.ContainsFunc(in.Cases, func(c ir.SelectCase) bool { return !r.comesNever(i.Parent, &c) })
	}
	return false
}

// neverTaken are the sides of branches in a function that take a case of a select that never comes, or find that a channel is closed
// that nobody closes; or none of its cases, where it has no default.
func (r *Rounds) neverTaken(f *supergraph.Function) map[Side]bool {
	never := map[Side]bool{}
	for branch := range branchesOf(f) {
		if choice, n, isCase := askedCase(branch); isCase {
			in := choice.Instr()
			never[Side{branch, 0}] = r.comesNever(f, &in.Cases[n])
			never[Side{branch, 1}] = n == len(in.Cases)-1 && !in.Default
			continue
		}
		for i := range f.Instructions() {
			if r.closesNever(i) && isOkOf(branch.Instr().Args[0], i) {
				never[Side{branch, 1}] = true
			}
		}
	}
	return never
}

// WaitsForEver reports whether the goroutine waits for what never comes, and for nothing else.
func (r *Rounds) WaitsForEver() bool { return r.isBlocked && r.places == 1 }

// VainText is what it waits for in vain, as code, if that is known.
func (r *Rounds) VainText() string {
	f, in := r.Stays.Parent, r.Stays.Instr()
	channels := []ir.Operand{}
	if in.Op == ir.OpReceive {
		channels = append(channels, in.Args[0])
	}
	for _, c := range in.Cases {
		channels = append(channels, c.Chan)
	}
	for _, o := range channels {
		if done := f.Definition(f.Original(o)); done != nil && done.Op == ir.OpCall && done.Text != "" {
			return done.Text
		}
	}
	return ""
}
