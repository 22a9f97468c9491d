package lower

import (
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/chancheck/chancheck/extract/internal/library"
	"github.com/chancheck/chancheck/extract/ir"
)

// Package io copies by calling Read and Write in the goroutine that asks for it. Where it is known of which
// type the reader or the writer is, and that nobody else gets the interface value, a stand-in that does so
// comes before the call (library.CopyAll and others), and nothing is handed over.

// copying is the stand-in for a call, with its arguments; "" if there is none.
func (s *slicer) copying(c *ssa.CallCommon) (standIn string, args []ssa.Value) {
	callee := staticCallee(c)
	if callee == nil {
		return "", nil
	}
	copies := library.Copies(s.name(callee))
	if copies.From == 0 || len(c.Args) < max(copies.From, copies.Into) {
		return "", nil
	}
	reader := c.Args[copies.From-1]
	if copies.Part {
		return onlyIf(s.isCopied(reader, "Read", ""), library.ReadPart), []ssa.Value{reader}
	}
	reads := s.isCopied(reader, "Read", "WriteTo")
	if copies.Into == 0 {
		return onlyIf(reads, library.ReadAll), []ssa.Value{reader}
	}
	writer := c.Args[copies.Into-1]
	switch writes := s.isCopied(writer, "Write", "ReadFrom"); {
	case reads && writes:
		standIn = library.CopyAll
	case writes:
		standIn = library.CopyInto
	case reads && loadedGlobal(inInterface(writer)) != nil: // os.Stdout, io.Discard: it isn't for them to fail
		return library.ReadAll, []ssa.Value{reader}
	default:
		standIn = onlyIf(reads, library.CopyFrom)
	}
	return standIn, []ssa.Value{writer, reader}
}

// mayCopy reports whether a call may have a stand-in.
func (s *slicer) mayCopy(c *ssa.CallCommon) bool {
	callee := staticCallee(c)
	return callee != nil && library.Copies(s.name(callee)).From > 0
}

func onlyIf(is bool, name string) string {
	if is {
		return name
	}
	return ""
}

// isCopied reports whether a value becomes an interface for a call that copies, or comes from a field that
// nobody else uses, and the call calls a method of it that matters, and no better one.
func (s *slicer) isCopied(v ssa.Value, method, better string) bool {
	if load, ok := v.(*ssa.UnOp); ok {
		field := s.copyFieldOf(load.X)
		return field != nil && slices.ContainsFunc(field.stored, func(v ssa.Value) bool { return s.calls(v, method) }) &&
			!slices.ContainsFunc(field.stored, func(v ssa.Value) bool { return better != "" && hasMethod(inInterface(v).Type(), better) })
	}
	in, ok := v.(*ssa.MakeInterface)
	return ok && len(*in.Referrers()) == 1 && (better == "" || !hasMethod(in.X.Type(), better)) && s.calls(in, method)
}

// calls reports whether a method matters of what becomes an interface.
func (s *slicer) calls(v ssa.Value, method string) bool {
	in, ok := v.(*ssa.MakeInterface)
	if !ok || !s.types.communicative(types.Unalias(in.X.Type())) {
		return false
	}
	for _, f := range s.methodsOf(in.X.Type(), func(m *types.Func) bool { return m.Name() == method }) {
		if s.standing(f) != inertFunction {
			return true
		}
	}
	return false
}

// isForCopying reports whether a new interface value is the argument of such a call.
func (s *slicer) isForCopying(in *ssa.MakeInterface) bool {
	call, index := soleReader(in)
	if call == nil || index >= 0 {
		return false
	}
	standIn, args := s.copying(call.Common())
	if standIn == "" {
		return false
	}
	_, isCall := call.(*ssa.Call)
	return isCall && (args[0] == in && s.isCopied(in, "Write", "ReadFrom") && len(args) > 1 || args[len(args)-1] == in && s.isCopied(in, "Read", "WriteTo"))
}

// copies translates the call of a stand-in, if there is one for a call.
func (t *translator) copies(v *ssa.Call) {
	if standIn, args := t.s.copying(v.Common()); standIn != "" {
		t.emit(ir.Instr{Op: ir.OpCall, Dst: -1, Name: standIn, Args: t.operands(args...), Site: t.s.text.site(v.Pos())})
	}
}
