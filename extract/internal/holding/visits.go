package holding

import (
	"slices"

	"github.com/chancheck/chancheck/extract/internal/supergraph"
	"github.com/chancheck/chancheck/extract/ir"
)

// visits lists where a function that has a lock calls a function which it was given, and a caller gives it a literal that
// knows the struct with the lock, and wants the lock, too: the body of a loop over what is in the struct.
func (a *Analysis) visits(t Taking) (list []Relock) {
	f := t.Parent
	for i := range f.Instructions() {
		given, ok := callsGiven(i)
		if !ok || !t.path.beginsOutside(f) || t.path.root.Kind != ir.Register {
			continue
		}
		sides, isPossible := a.sidesInTurn(i)
		w := a.flowOf(t)
		if !isPossible || !w.holdsAt(i) || a.mayLetGo(i, t) {
			continue
		}
		held := slices.DeleteFunc(slices.Clone(sides), func(s Side) bool { return !w.holdsAt(s.Branch) })
		sides = append(sides, a.decide(t.Instruction)...)
		for _, call := range f.Callers {
			if slices.ContainsFunc(sides, func(s Side) bool { return !a.isOpenTo(call, s, t) }) {
				continue
			}
			if again, wanting, ok := a.visitOf(t, i, call, given); ok {
				list = append(list, Relock{Taking: t, Again: again, Sides: slices.Concat(held, wanting), By: call})
			}
		}
	}
	return list
}

// callsGiven is the parameter that an instruction calls, if it calls one.
func callsGiven(i supergraph.Instruction) (parameter int, ok bool) {
	in := i.Instr()
	if in.Op != ir.OpCall || in.Name != "" || in.Method != "" {
		return 0, false
	}
	o := i.Parent.Original(in.Args[0])
	return o.Reg, o.Kind == ir.Register && o.Reg < i.Parent.Params
}

// visitOf is the lock that a literal wants which a caller gives for a parameter, if that is the lock which the function has
// taken, and nothing says which way the literal goes.
func (a *Analysis) visitOf(t Taking, i, call supergraph.Instruction, parameter int) (again Chain, wanting []Side, ok bool) {
	literal, made := a.literalGiven(call, t.Parent, parameter)
	owner, isGiven := supergraph.Argument(call.Instr(), t.Parent, t.path.root.Reg)
	if literal == nil || !isGiven || call.Instr().Op != ir.OpCall {
		return again, nil, false
	}
	taken := t.path.of(a.pathOf(call.Parent, owner))
	for _, w := range a.wishesIn(literal) {
		captured := w.path.root.Reg - literal.Params
		if w.path.root.Kind != ir.Register || captured < 0 || captured >= len(made.Args) {
			continue
		}
		wanted := w.path.of(a.pathOf(call.Parent, made.Args[captured]))
		isTold := func(s Side) bool {
			return a.isToldBy(i, s, literal) || a.isAnsweredBefore(i, a.decide(i), s.Branch)
		}
		if wanted.isSame(taken) && !slices.ContainsFunc(w.sides, isTold) {
			return Chain{append([]supergraph.Instruction{call, i}, w.Calls...), w.Taking, t.path}, w.sides, true
		}
	}
	return again, nil, false
}

// isOpenTo reports whether a side may be taken whatever a call passes to the function: it comes into a loop, or hangs on nothing
// that is passed but what the caller is given himself, by others who may give anything, and on no memory but that of the struct
// with the lock.
func (a *Analysis) isOpenTo(call supergraph.Instruction, s Side, t Taking) bool {
	if ranged, entersRange := rangedOver(s); entersRange {
		o := t.Parent.Original(ranged)
		given, isGiven := supergraph.Argument(call.Instr(), t.Parent, o.Reg)
		isParameter := o.Kind == ir.Register && o.Reg < t.Parent.Params
		return !isParameter || isGiven && a.isChosenByCallers(call.Parent, call.Parent.Original(given))
	}
	g := a.groundsOf(s.Branch)
	isOfOwner := len(g.cells) == 0 || asksFieldsOf(s.Branch, t.path.root)
	return isOfOwner && a.isGivenFreely(call, s.Branch)
}

// isToldBy reports whether a literal comes to where it wants the lock by a branch on what it is passed by who calls it, but for what
// that finds in a loop, or one that it calls by what that is passed.
func (a *Analysis) isToldBy(i supergraph.Instruction, s Side, literal *supergraph.Function) (is bool) {
	f := s.Branch.Parent
	a.groundsOf(s.Branch).given.Each(func(register int) {
		switch {
		case register >= f.Params:
		case f != literal || register+1 >= len(i.Instr().Args):
			is = true
		default:
			found := i.Parent.Definition(i.Parent.Original(i.Instr().Args[register+1]))
			is = is || found == nil || found.Op != ir.OpExtract && found.Op != ir.OpLoad
		}
	})
	return is
}

// literalGiven is the literal that a call passes for a parameter, and what makes it; nil if it is none.
func (a *Analysis) literalGiven(call supergraph.Instruction, f *supergraph.Function, parameter int) (literal *supergraph.Function, made *ir.Instr) {
	given, ok := supergraph.Argument(call.Instr(), f, parameter)
	if !ok {
		return nil, nil
	}
	made = call.Parent.Definition(call.Parent.Original(given))
	if made == nil || made.Op != ir.OpMakeClosure {
		return nil, nil
	}
	return a.Callee(made.Name), made
}
