package lower

import (
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"
)

// Beside variables and fields a timer may be handed on: to a function of the package, by one that returns it, and in a map.

// handsOn follows a timer to where an instruction hands it on; false if that isn't seen.
func (f *timerFlow) handsOn(in ssa.Instruction, timer ssa.Value) bool {
	switch in := in.(type) {
	case ssa.CallInstruction:
		return f.passedTo(in, timer)
	case *ssa.Return:
		return f.returnedBy(in, timer)
	case *ssa.MapUpdate:
		return in.Value == timer && in.Key != timer && f.addMap(in.Map)
	case *ssa.Extract:
		f.add(in)
		return true
	}
	return false
}

// passedTo follows a timer into a function that is called with it.
func (f *timerFlow) passedTo(call ssa.CallInstruction, timer ssa.Value) bool {
	callee := staticCallee(call.Common())
	if callee == nil || !f.s.source.owns(callee) || len(callee.Params) != len(call.Common().Args) {
		return false
	}
	for n, arg := range call.Common().Args {
		if arg == timer {
			f.add(callee.Params[n])
		}
	}
	return true
}

// returnedBy follows a timer to those who call a function that returns it, who are all known.
func (f *timerFlow) returnedBy(end *ssa.Return, timer ssa.Value) bool {
	callee := end.Parent()
	if callee.Parent() != nil || callee.Object() == nil || callee.Object().Exported() || f.s.isUsedAsValue(callee) {
		return false
	}
	for _, call := range f.s.staticCallsOf(callee) {
		result, ok := call.(*ssa.Call)
		if !ok {
			continue
		}
		if len(end.Results) == 1 {
			f.add(result)
			continue
		}
		for _, user := range usesOf(result) {
			if part, ok := user.(*ssa.Extract); ok && end.Results[part.Index] == timer {
				f.add(part)
			}
		}
	}
	return true
}

// isUsedAsValue reports whether the package does something else with a function than to call it by its name.
func (s *slicer) isUsedAsValue(f *ssa.Function) bool {
	if f.Signature.Recv() != nil && slices.ContainsFunc(s.source.Functions, func(g *ssa.Function) bool { return g.Synthetic != "" && g.Object() == f.Object() }) {
		return true // through a wrapper
	}
	return containInstruction(s.source.Functions, func(in ssa.Instruction) bool {
		var operands []*ssa.Value
		used := in.Operands(operands)
		call, isCall := in.(ssa.CallInstruction)
		return slices.ContainsFunc(used, func(o *ssa.Value) bool {
			return *o == f && !(isCall && o == &call.Common().Value) || isThunkOf(*o, f)
		})
	})
}

// isThunkOf reports whether a value is a function that was made to call a method.
func isThunkOf(v ssa.Value, method *ssa.Function) bool {
	g, ok := v.(*ssa.Function)
	if closure, isClosure := v.(*ssa.MakeClosure); isClosure {
		g, ok = closure.Fn.(*ssa.Function), true
	}
	return ok && g != nil && g != method && g.Synthetic != "" && g.Object() != nil && g.Object() == method.Object()
}

// isTimerMap reports whether a type is one of maps with timers.
func isTimerMap(t types.Type) bool {
	m, ok := t.Underlying().(*types.Map)
	return ok && hasTicks(m.Elem())
}

// addMap follows what is in a map that the package has in a field, or makes.
func (f *timerFlow) addMap(m ssa.Value) bool {
	switch m := m.(type) {
	case *ssa.MakeMap:
		f.add(m)
		return true
	case *ssa.UnOp:
		return f.keptIn(m.X)
	}
	return false
}

// keepsMap reports whether an instruction does nothing to a map with a timer but to put others there, to take some out, and to keep it.
func (f *timerFlow) keepsMap(in ssa.Instruction, m ssa.Value) bool {
	switch in := in.(type) {
	case *ssa.MapUpdate:
		return in.Map == m
	case *ssa.Lookup:
		f.add(in)
		return true
	case *ssa.Range:
		for _, next := range usesOf(in) {
			f.add(next.(ssa.Value))
		}
		return true
	case *ssa.Store:
		return in.Val == m && f.keptIn(in.Addr)
	case *ssa.BinOp:
		return true
	case *ssa.Call:
		_, ok := in.Call.Value.(*ssa.Builtin)
		return ok
	}
	return false
}

// keepsFound follows what was found in a map, which is a value and more.
func (f *timerFlow) keepsFound(in ssa.Instruction) bool {
	part, ok := in.(*ssa.Extract)
	if ok && hasTicks(part.Type()) {
		f.add(part)
	}
	return ok
}
