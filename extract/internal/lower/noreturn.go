package lower

import (
	"go/token"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/chancheck/chancheck/extract/internal/library"
)

// neverReturns reports whether a function ends the program or the goroutine, or panics, on all its ways. Who recovers
// may return. An analysis driver has SSA end blocks at calls of such functions; for whole programs nobody does.
func (s *slicer) neverReturns(f *ssa.Function) bool {
	if library.EndsGoroutine(s.name(f)) {
		return true
	}
	if !s.source.owns(f) || len(f.Blocks) == 0 || f.Recover != nil {
		return false
	}
	never, known := s.endless[f]
	if known {
		return never
	}
	s.endless[f] = false // for those who ask meanwhile: recursion alone is no end
	s.endless[f] = !s.reachesReturn(f.Blocks[0])
	return s.endless[f]
}

// reachesReturn reports whether one comes from a block to the end of its function without a call that never returns.
func (s *slicer) reachesReturn(from *ssa.BasicBlock) bool {
	seen := map[*ssa.BasicBlock]bool{}
	work := []*ssa.BasicBlock{from}
	for len(work) > 0 {
		b := work[len(work)-1]
		work = work[:len(work)-1]
		if seen[b] || s.endsAtCall(b) {
			continue
		}
		seen[b] = true
		if _, returns := b.Instrs[len(b.Instrs)-1].(*ssa.Return); returns {
			return true
		}
		work = append(work, b.Succs...)
	}
	return false
}

func (s *slicer) endsAtCall(b *ssa.BasicBlock) bool {
	for _, in := range b.Instrs {
		if call, ok := in.(*ssa.Call); ok {
			if s.callsExit(call.Common()) {
				return true
			}
			if callee := staticCallee(call.Common()); callee != nil && s.neverReturns(callee) {
				return true
			}
		}
	}
	return false
}

// goesOnAfter reports whether the program may go on when an instruction has been executed: its function returns, or goes round.
func (s *slicer) goesOnAfter(in ssa.Instruction) bool {
	b := in.Block()
	return s.goesOn(b, slices.Index(b.Instrs, in)+1, map[*ssa.BasicBlock]bool{}, 0)
}

// goesOn is goesOnAfter from somewhere in a block on, as far as it is called deeper and deeper.
func (s *slicer) goesOn(b *ssa.BasicBlock, from int, seen map[*ssa.BasicBlock]bool, depth int) bool {
	for _, in := range b.Instrs[from:] {
		call, ok := in.(*ssa.Call)
		if ok && (s.callsExit(call.Common()) || s.endsProgram(staticCallee(call.Common()), depth)) {
			return false
		}
	}
	if _, returns := b.Instrs[len(b.Instrs)-1].(*ssa.Return); returns {
		return true
	}
	return slices.ContainsFunc(b.Succs, func(next *ssa.BasicBlock) bool {
		if next.Dominates(b) {
			return true
		}
		isNew := !seen[next]
		seen[next] = true
		return isNew && s.goesOn(next, 0, seen, depth)
	})
}

// endsProgram reports whether a function ends the program on all its ways.
func (s *slicer) endsProgram(f *ssa.Function, depth int) bool {
	switch {
	case f == nil || depth > deepestCall:
		return false
	case library.Find(s.name(f)).Meaning == library.Exit:
		return true
	}
	return s.source.owns(f) && len(f.Blocks) > 0 && f.Recover == nil && !s.goesOn(f.Blocks[0], 0, map[*ssa.BasicBlock]bool{}, depth+1)
}

// findExits finds the functions that may end the program: those that refer to os.Exit or the like (see relate), or to
// such a function. Who waits beside somebody who ends the program doesn't wait for ever, so that
// a call of one matters whatever it is given. The functions of the standard library that do so where they are
// used wrongly count only if they have a row.
func (s *slicer) findExits() {
	var work []*ssa.Function
	for _, f := range s.order {
		if s.exits[s.name(f)] {
			work = append(work, f)
		}
	}
	for len(work) > 0 {
		f := work[len(work)-1]
		work = work[:len(work)-1]
		for _, user := range s.users[s.name(f)] {
			if name := s.name(user); !s.exits[name] {
				s.exits[name] = true
				work = append(work, user)
			}
		}
	}
}

// mayExit reports whether a call of a function may end the program.
func (s *slicer) mayExit(f *ssa.Function) bool {
	name := s.name(f)
	return library.Find(name).Meaning == library.Exit || s.exits[name] || s.exitsElsewhere(f)
}

// exitsElsewhere reports whether a function of another package may end the program.
func (s *slicer) exitsElsewhere(f *ssa.Function) bool {
	name := s.name(f)
	if s.source.Standard || s.functions[name] != nil {
		return false
	}
	return library.Find(name).Meaning == library.Exit || s.standing(f) == bodyFunction && s.foreign[name] != nil && s.foreign[name].Exits
}

// findExitVariables finds the variables that are there to be replaced in tests, as in var exit = os.Exit, or with a
// function literal that calls it.
func (s *slicer) findExitVariables() {
	s.exitVariables = map[*ssa.Global]string{}
	for _, pkg := range s.source.Packages {
		for _, b := range pkg.Func("init").Blocks {
			for _, in := range b.Instrs {
				s.noteExitVariable(in)
			}
		}
	}
}

func (s *slicer) noteExitVariable(in ssa.Instruction) {
	store, ok := in.(*ssa.Store)
	if !ok {
		return
	}
	variable, isGlobal := store.Addr.(*ssa.Global)
	f, isFunction := store.Val.(*ssa.Function)
	if isGlobal && isFunction && (library.Find(s.name(f)).Meaning == library.Exit || s.callsToExit(f)) {
		s.exitVariables[variable] = s.name(f)
	}
}

// callsToExit reports whether a function itself calls one that ends the program.
func (s *slicer) callsToExit(f *ssa.Function) bool {
	for _, b := range f.Blocks {
		for _, in := range b.Instrs {
			call, ok := in.(ssa.CallInstruction)
			if ok && staticCallee(call.Common()) != nil && library.Find(s.name(staticCallee(call.Common()))).Meaning == library.Exit {
				return true
			}
		}
	}
	return false
}

// callsExit reports whether a call is one of a variable that holds a function which ends the program.
func (s *slicer) callsExit(c *ssa.CallCommon) bool {
	return !c.IsInvoke() && s.exitVariables[loadedFrom(c.Value)] != ""
}

// endsByName reports whether a call is one through an interface of a method that says by its name that the program
// ends.
func endsByName(c *ssa.CallCommon) bool { return c.IsInvoke() && library.EndsByName(c.Method.Name()) }

// loadedFrom is the package-level variable from which a value is loaded, or nil.
func loadedFrom(v ssa.Value) *ssa.Global {
	if load, ok := v.(*ssa.UnOp); ok && load.Op == token.MUL {
		variable, _ := load.X.(*ssa.Global)
		return variable
	}
	return nil
}
