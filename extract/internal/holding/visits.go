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
		held := slices.DeleteFunc(sides, func(s Side) bool { return !w.holdsAt(s.Branch) })
		for _, call := range f.Callers {
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
		if wanted.isSame(taken) && !a.isSettledBefore(i, w.sides) {
			return Chain{append([]supergraph.Instruction{call, i}, w.Calls...), w.Taking, t.path}, w.sides, true
		}
	}
	return again, nil, false
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

// isSettledBefore reports whether a function may set, or asks for, what one asks for whom it calls, before it does.
func (a *Analysis) isSettledBefore(call supergraph.Instruction, sides []Side) bool {
	return slices.ContainsFunc(sides, func(w Side) bool {
		g := a.groundsOf(w.Branch)
		asks := slices.ContainsFunc(a.decide(call), func(s Side) bool { return a.groundsOf(s.Branch).sharesMemory(g) })
		return asks || a.setsBefore(call, g.cells)
	})
}
