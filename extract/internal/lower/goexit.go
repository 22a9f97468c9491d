package lower

import (
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/chancheck/chancheck/extract/internal/library"
	"github.com/chancheck/chancheck/extract/ir"
)

// Code that isn't seen may call what it is given before it returns. If that is a function by which the goroutine ends
// (runtime.Goexit), the call of that code may be the last thing that the goroutine does but for its deferred calls. Of what is
// followed this need not be said: there the call of the function is seen.

// givesGoexit reports whether a call gives code that isn't seen a function by which the goroutine may end.
func (s *slicer) givesGoexit(c *ssa.CallCommon) bool {
	callee := staticCallee(c)
	if isBuiltin(c) || callee != nil && (s.functions[s.name(callee)] != nil || library.CallsInGoroutine(s.name(callee))) {
		return false
	}
	return slices.ContainsFunc(c.Args, func(arg ssa.Value) bool {
		f := functionIn(arg)
		return f != nil && s.mayGoexit(f)
	})
}

// functionIn is the function that a value is, be it with what it has captured; nil if it isn't known.
func functionIn(v ssa.Value) *ssa.Function {
	switch v := v.(type) {
	case *ssa.Function:
		return v
	case *ssa.MakeClosure:
		return v.Fn.(*ssa.Function)
	case *ssa.ChangeType:
		return functionIn(v.X)
	}
	return nil
}

// mayGoexit reports whether a function ends its goroutine, by itself or by a function of the package that it calls or
// gives to others: a least fixpoint.
func (s *slicer) mayGoexit(f *ssa.Function) bool {
	if s.goexits == nil {
		s.goexits = map[*ssa.Function]bool{}
		for grew := true; grew; {
			grew = false
			for _, f := range s.order {
				if !s.goexits[f] && s.callsGoexit(f) {
					s.goexits[f], grew = true, true
				}
			}
		}
	}
	return s.goexits[f] || library.Find(nameOf(f)).Meaning == library.Goexit
}

// callsGoexit reports whether a call of a function does so.
func (s *slicer) callsGoexit(f *ssa.Function) bool {
	return containInstruction([]*ssa.Function{f}, func(in ssa.Instruction) bool {
		call, ok := in.(*ssa.Call)
		if !ok {
			return false
		}
		callee := staticCallee(call.Common())
		return callee != nil && s.mayGoexit(callee) || s.givesGoexit(call.Common())
	})
}

// mayEnd says that the goroutine may end with a call.
func (t *translator) mayEnd(c *ssa.CallCommon, at ir.Instr) {
	if t.s.givesGoexit(c) {
		t.emit(ir.Instr{Op: ir.OpCall, Dst: -1, Name: library.MayEnd, Site: at.Site})
	}
}
