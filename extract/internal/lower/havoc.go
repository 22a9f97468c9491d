package lower

import (
	"golang.org/x/tools/go/ssa"

	"github.com/chancheck/chancheck/extract/internal/library"
	"github.com/chancheck/chancheck/extract/ir"
)

// havoc forgets the variables whose address a callee that isn't followed is
// given: it may set them. Those that only print don't, nor those that only compute.
func (t *translator) havoc(c *ssa.CallCommon) {
	if callee := staticCallee(c); callee != nil && (library.OnlyPrints(t.s.name(callee)) || onlyComputes(callee)) {
		return
	}
	for _, arg := range c.Args {
		for _, v := range handedIn(arg) {
			t.forget(v, c)
		}
	}
}

// onlyComputes reports whether a function calls nothing, and stores only in variables of its own.
func onlyComputes(f *ssa.Function) bool {
	if len(f.Blocks) == 0 {
		return false
	}
	for _, b := range f.Blocks {
		for _, in := range b.Instrs {
			switch in := in.(type) {
			case *ssa.Store:
				if variableOf(in.Addr) == nil {
					return false
				}
			case *ssa.MapUpdate, *ssa.Send, *ssa.Select, *ssa.Go, *ssa.Defer, *ssa.RunDefers, *ssa.MakeClosure:
				return false
			case *ssa.Call:
				if _, isBuiltin := in.Call.Value.(*ssa.Builtin); !isBuiltin || in.Call.Value.Name() != "len" && in.Call.Value.Name() != "cap" {
					return false
				}
			}
		}
	}
	return true
}

// handedIn lists the values that an argument stands for: what is in an
// interface, and the variadic arguments.
func handedIn(arg ssa.Value) []ssa.Value {
	switch v := arg.(type) {
	case *ssa.MakeInterface:
		return []ssa.Value{v.X}
	case *ssa.Slice:
		array, ok := v.X.(*ssa.Alloc)
		if !ok || array.Comment != "varargs" {
			return []ssa.Value{v.X}
		}
		var list []ssa.Value
		for _, user := range *array.Referrers() {
			element, ok := user.(*ssa.IndexAddr)
			if !ok {
				continue
			}
			for _, use := range *element.Referrers() {
				if store, ok := use.(*ssa.Store); ok {
					list = append(list, handedIn(store.Val)...)
				}
			}
		}
		return list
	}
	return []ssa.Value{arg}
}

// variableOf is the local variable in which an address lies, or nil.
func variableOf(address ssa.Value) *ssa.Alloc {
	alloc, _ := baseOf(address).(*ssa.Alloc)
	return alloc
}

// baseOf is what the address of a field or element is computed from.
func baseOf(address ssa.Value) ssa.Value {
	for {
		switch inner := address.(type) {
		case *ssa.FieldAddr:
			address = inner.X
		case *ssa.IndexAddr:
			address = inner.X
		default:
			return address
		}
	}
}

// isFlagAddress reports whether a value is the address of a boolean field, or variable of
// the package: whoever has it may set what others ask for.
func isFlagAddress(v ssa.Value) bool {
	switch v.(type) {
	case *ssa.FieldAddr, *ssa.Global:
		return kindOf(elementOf(v)) == ir.BoolKind
	}
	return false
}

// forget makes a local variable unknown, given an address in it, or a flag, as a call may set it.
func (t *translator) forget(address ssa.Value, c *ssa.CallCommon) {
	alloc := variableOf(address)
	if alloc == nil && isFlagAddress(address) {
		t.emit(ir.Instr{Op: ir.OpStore, Dst: -1, Kind: ir.BoolKind, Args: []ir.Operand{t.operand(address), {}}, Site: t.s.text.site(c.Pos())})
		return
	}
	if alloc == nil || !t.keep[alloc] || !t.s.forgettable(alloc) {
		return
	}
	i := ir.Instr{
		Op: ir.OpStore, Dst: -1, Kind: kindOf(elementOf(alloc)), TypeName: structName(alloc.Type()),
		Args: []ir.Operand{t.operand(alloc), {}}, Site: t.s.text.site(c.Pos()),
	}
	if callee := staticCallee(c); callee != nil && callee.Object() != nil && library.Rearranges(callee.Object().Pkg().Path()) {
		i.Index = ir.Rearranged
	}
	t.emit(i)
}

// forgettable reports whether a variable has data that others may set. Locks
// have not, nor what a library keeps in its own types.
func (s *slicer) forgettable(alloc *ssa.Alloc) bool {
	element := elementOf(alloc)
	switch kindOf(element) {
	case ir.OtherKind, ir.ChanKind, ir.FuncKind, ir.TupleKind:
		return false
	case ir.StructKind:
		if s.isForeignData(element) {
			return false
		}
	}
	return !s.types.holdsPrimitive(element, 0)
}
