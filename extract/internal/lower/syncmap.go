package lower

import (
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/chancheck/chancheck/extract/internal/library"
	"github.com/chancheck/chancheck/extract/ir"
	"github.com/chancheck/chancheck/model"
)

// A sync.Map is a map that is made with the variable that it is (see package library). Calls of its methods are
// translated where they are, as others of package sync are. A range calls its function here and now, as the body of a
// loop.

// isSyncMap reports whether variables of a type are such maps.
func isSyncMap(t types.Type) bool {
	named, ok := types.Unalias(t).(*types.Named)
	return ok && named.Obj().Pkg() != nil && named.Obj().Pkg().Path()+"."+named.Obj().Name() == library.MapType
}

// makesMaps makes the maps in a new variable, or one that is zero again. Those in arrays aren't followed.
func (t *translator) makesMaps(variable ir.Operand, typ types.Type) {
	if isSyncMap(typ) {
		made := t.newRegister()
		t.emit(ir.Instr{Op: ir.OpMakeMap, Dst: made, Kind: ir.MapKind, Name: ir.BuiltInMap})
		t.emit(ir.Instr{Op: ir.OpStore, Dst: -1, Kind: ir.MapKind, Args: []ir.Operand{variable, {Kind: ir.Register, Reg: made}}})
		return
	}
	structure, ok := typ.Underlying().(*types.Struct)
	if !ok {
		return
	}
	for i := range structure.NumFields() {
		if field := structure.Field(i).Type(); holdsMap(field) {
			address := t.newRegister()
			t.emit(ir.Instr{
				Op: ir.OpFieldAddr, Dst: address, Kind: ir.PointerKind, Index: i, Name: structure.Field(i).Name(),
				TypeName: ownerName(typ), Args: []ir.Operand{variable},
			})
			t.makesMaps(ir.Operand{Kind: ir.Register, Reg: address}, field)
		}
	}
}

// holdsMap reports whether there are such maps in a variable, but for those in arrays.
func holdsMap(t types.Type) bool {
	if isSyncMap(t) {
		return true
	}
	structure, ok := t.Underlying().(*types.Struct)
	if !ok {
		return false
	}
	for field := range structure.Fields() {
		if holdsMap(field.Type()) {
			return true
		}
	}
	return false
}

// makesMapsOfPackage makes those in the package-level variables that are held, at the start of an initializer.
func (t *translator) makesMapsOfPackage() {
	for _, g := range t.s.held() {
		if g.Pkg == t.f.Pkg {
			t.makesMaps(ir.Operand{Kind: ir.GlobalConst, Text: g.String()}, elementOf(g))
		}
	}
}

// mapCall translates a call of a method of a sync.Map, and reports whether it is one.
func (t *translator) mapCall(v *ssa.Call, i ir.Instr) bool {
	callee := staticCallee(v.Common())
	if callee == nil {
		return false
	}
	method, ok := library.MapMethod(t.s.name(callee))
	if !ok || method == "Load" && !t.used(v) {
		return ok
	}
	if method == "Range" && t.callsNothing(v.Call.Args[1]) {
		return true
	}
	c := &mapCall{translator: t, call: v, site: i.Site}
	m := c.value(library.LoadMap(0, t.operand(v.Call.Args[0])))
	args := t.operands(v.Call.Args[1:]...)
	list, straight := library.StraightMapCall(method, i.Dst, m, args)
	for _, in := range list {
		c.add(in)
	}
	if !straight {
		c.rangesOver(m, args[0])
	}
	return true
}

// callsNothing reports whether a function, which is known, does nothing that matters.
func (t *translator) callsNothing(v ssa.Value) bool {
	f := functionIn(v)
	return f != nil && !t.s.isTouching(f) && t.s.standing(f) == inertFunction
}

// A mapCall is a call of a method of a sync.Map that is translated.
type mapCall struct {
	*translator
	call *ssa.Call
	site model.Site
}

func (c *mapCall) add(in ir.Instr) {
	in.Site, in.Text = c.site, c.s.text.describe(c.call)
	c.emit(in)
}

// value adds an instruction with a new register for what it makes.
func (c *mapCall) value(in ir.Instr) ir.Operand {
	in.Dst = c.newRegister()
	c.add(in)
	return ir.Operand{Kind: ir.Register, Reg: in.Dst}
}

func (c *mapCall) extract(tuple ir.Operand, index int, kind ir.ValueKind) ir.Operand {
	return c.value(ir.Instr{Op: ir.OpExtract, Index: index, Kind: kind, Args: []ir.Operand{tuple}})
}

// asks branches on a condition that the source doesn't have.
func (c *mapCall) asks(condition ir.Operand) {
	c.emit(ir.Instr{Op: ir.OpIf, Dst: -1, Args: []ir.Operand{condition}, Site: c.site})
}

// rangesOver calls a function with the entries as long as that says so.
func (c *mapCall) rangesOver(m, function ir.Operand) {
	iterator := c.value(library.IterateOver(0, m))
	turns, calls, further := c.newBlock(), c.newBlock(), c.newBlock()
	c.add(ir.Instr{Op: ir.OpJump, Dst: -1})
	c.goOn(turns, ir.Edge{Block: turns})
	entry := c.value(library.NextEntry(0, iterator))
	c.asks(c.extract(entry, 0, ir.BoolKind))
	c.goOn(calls, ir.Edge{Block: calls}, ir.Edge{Block: further})
	goesOn := c.value(c.callWith(function, c.extract(entry, 1, ir.InterfaceKind), c.extract(entry, 2, ir.InterfaceKind)))
	c.asks(goesOn)
	c.goOn(further, ir.Edge{Block: turns}, ir.Edge{Block: further})
}

// callWith calls the function that a range is given.
func (c *mapCall) callWith(function, key, v ir.Operand) ir.Instr {
	in := ir.Instr{Op: ir.OpCall, Kind: ir.BoolKind, Args: []ir.Operand{key, v}}
	given := c.call.Call.Args[1]
	for named, ok := given.(*ssa.ChangeType); ok; named, ok = given.(*ssa.ChangeType) {
		given = named.X
	}
	if f := functionIn(given); f != nil {
		in.Name = c.s.name(f)
		if closure, ok := given.(*ssa.MakeClosure); ok {
			in.Args = append(in.Args, c.operands(closure.Bindings...)...)
		}
		return in
	}
	in.TypeName = typeName(given.Type().Underlying())
	in.Args = append([]ir.Operand{function}, in.Args...)
	return in
}

// newBlock is the number of a block that is there beside those of the source.
func (t *translator) newBlock() int {
	t.order = append(t.order, nil)
	t.out.Blocks = append(t.out.Blocks, ir.Block{})
	return len(t.order) - 1
}

// goOn ends a block, and goes on with another one.
func (t *translator) goOn(next int, edges ...ir.Edge) {
	t.block.Succs = edges
	t.endBlock()
	t.beginBlock(next)
}
