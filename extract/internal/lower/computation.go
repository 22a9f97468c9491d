package lower

import (
	"go/constant"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"
)

// A call of a function of the package that only computes, with constants, computes a constant: it
// is carried out. What isn't a number, boolean or string, or an array of these in the function
// itself, ends that, and so does everything at which Go panics.

// mostComputed is how many instructions are carried out for one call.
const mostComputed = 2000

// constantResult is the constant that a call computes, or nil.
func (s *slicer) constantResult(call *ssa.Call) *ssa.Const {
	if known, ok := s.computed[call]; ok {
		return known
	}
	s.computed[call] = nil
	callee := staticCallee(call.Common())
	if _, basic := call.Type().Underlying().(*types.Basic); !basic || callee == nil || !s.source.owns(callee) || len(callee.Blocks) == 0 {
		return nil
	}
	c := &computation{s: s}
	var args []content
	for _, arg := range call.Call.Args {
		v := c.argument(arg)
		if v == nil {
			return nil
		}
		args = append(args, v)
	}
	result, ok := c.call(callee, args).(constant.Value)
	if !ok {
		return nil
	}
	s.computed[call] = ssa.NewConst(result, call.Type())
	return s.computed[call]
}

// A content is what a value of a computation is: a constant, a place or a list, or nil if it can't
// be computed.
type content any

// A place is where a variable is: an element of what an allocation has made.
type place struct {
	cells []content
	index int
}

// A stretch is a slice.
type stretch []content

// A computation carries out calls.
type computation struct {
	s     *slicer
	steps int
}

// An activation has the values of the instructions of one call.
type activation struct {
	values map[ssa.Value]content
}

// argument is what is passed where the computation starts: a constant, or constants in an array
// that was made for the call alone, as for the last parameter of a function with any number of them.
func (c *computation) argument(v ssa.Value) content {
	if known, ok := c.s.standsFor(v).(*ssa.Const); ok {
		return contentOf(known)
	}
	slice, ok := v.(*ssa.Slice)
	if !ok || slice.Low != nil || slice.High != nil || slice.Max != nil {
		return nil
	}
	array, ok := slice.X.(*ssa.Alloc)
	if !ok {
		return nil
	}
	return c.list(array, slice)
}

// list is what is stored in an array of which nothing is done but to make a slice of it.
func (c *computation) list(array *ssa.Alloc, slice *ssa.Slice) content {
	made, ok := newCells(array.Type()).(place)
	if !ok || len(*slice.Referrers()) != 1 {
		return nil
	}
	for _, user := range *array.Referrers() {
		element, ok := user.(*ssa.IndexAddr)
		if user == slice {
			continue
		}
		if !ok || len(*element.Referrers()) != 1 {
			return nil
		}
		store, isStore := (*element.Referrers())[0].(*ssa.Store)
		index, isFixed := element.Index.(*ssa.Const)
		if !isStore || !isFixed || store.Addr != element {
			return nil
		}
		v, ok := c.s.standsFor(store.Val).(*ssa.Const)
		if !ok {
			return nil
		}
		made.cells[index.Int64()] = contentOf(v)
	}
	return stretch(made.cells)
}

// contentOf is what a constant is.
func contentOf(c *ssa.Const) content {
	if c.Value == nil || c.Value.Kind() == constant.Float || c.Value.Kind() == constant.Complex {
		return nil
	}
	return fitted(c.Value, c.Type())
}

// fitted is a number that is of a type; nothing that overflows is computed.
func fitted(v constant.Value, t types.Type) content {
	basic, ok := t.Underlying().(*types.Basic)
	if !ok {
		return nil
	}
	if basic.Info()&types.IsInteger == 0 {
		return v
	}
	v = constant.ToInt(v)
	if v.Kind() != constant.Int {
		return nil
	}
	size := machine.Sizeof(basic) * 8
	if basic.Info()&types.IsUnsigned != 0 {
		if constant.Sign(v) < 0 || int64(constant.BitLen(v)) > size {
			return nil
		}
		return v
	}
	if int64(constant.BitLen(v)) >= size {
		return nil
	}
	return v
}

// newCells is the place of a new variable with the value zero.
func newCells(pointer types.Type) content {
	t := pointer.Underlying().(*types.Pointer).Elem()
	n, of := int64(1), t
	if array, ok := t.Underlying().(*types.Array); ok {
		n, of = array.Len(), array.Elem()
	}
	basic, ok := of.Underlying().(*types.Basic)
	if !ok || n > mostComputed {
		return nil
	}
	cells := make([]content, n)
	for i := range cells {
		switch info := basic.Info(); {
		case info&types.IsBoolean != 0:
			cells[i] = constant.MakeBool(false)
		case info&types.IsInteger != 0:
			cells[i] = constant.MakeInt64(0)
		case info&types.IsString != 0:
			cells[i] = constant.MakeString("")
		default:
			return nil
		}
	}
	return place{cells, 0}
}

// call carries out a call and returns its only result, or nil.
func (c *computation) call(f *ssa.Function, args []content) content {
	if len(f.Blocks) == 0 || len(args) != len(f.Params) || f.Signature.Results().Len() != 1 || len(f.TypeArgs()) > 0 || f.TypeParams().Len() > 0 {
		return nil
	}
	a := &activation{values: map[ssa.Value]content{}}
	for i, p := range f.Params {
		a.values[p] = args[i]
	}
	var from *ssa.BasicBlock
	for b := f.Blocks[0]; b != nil; {
		if !a.enter(from, b) {
			return nil
		}
		for _, in := range b.Instrs {
			if c.steps++; c.steps > mostComputed {
				return nil
			}
			switch in := in.(type) {
			case *ssa.Phi, *ssa.DebugRef:
			case *ssa.Return:
				return a.content(in.Results[0])
			case *ssa.Jump:
				from, b = b, b.Succs[0]
			case *ssa.If:
				holds, ok := a.content(in.Cond).(constant.Value)
				if !ok {
					return nil
				}
				from = b
				if b = from.Succs[1]; constant.BoolVal(holds) {
					b = from.Succs[0]
				}
			default:
				if !c.carryOut(a, in) {
					return nil
				}
			}
		}
	}
	return nil
}

// enter gives the φs of a block their values, all at once.
func (a *activation) enter(from, b *ssa.BasicBlock) bool {
	values := map[ssa.Value]content{}
	for _, in := range b.Instrs {
		phi, ok := in.(*ssa.Phi)
		if !ok {
			break
		}
		for i, p := range b.Preds {
			if p == from {
				values[phi] = a.content(phi.Edges[i])
			}
		}
		if values[phi] == nil {
			return false
		}
	}
	for v, known := range values {
		a.values[v] = known
	}
	return true
}

// content is what an operand is.
func (a *activation) content(v ssa.Value) content {
	if c, ok := v.(*ssa.Const); ok {
		return contentOf(c)
	}
	return a.values[v]
}

// carryOut carries out an instruction, and reports whether that is possible.
func (c *computation) carryOut(a *activation, in ssa.Instruction) bool {
	if store, ok := in.(*ssa.Store); ok {
		to, isPlace := a.content(store.Addr).(place)
		v, isConstant := a.content(store.Val).(constant.Value)
		if isPlace && isConstant {
			to.cells[to.index] = v
		}
		return isPlace && isConstant
	}
	v, ok := in.(ssa.Value)
	if !ok {
		return false
	}
	a.values[v] = c.result(a, v)
	return a.values[v] != nil
}

// result is what an instruction makes, or nil.
func (c *computation) result(a *activation, v ssa.Value) content {
	switch v := v.(type) {
	case *ssa.Alloc:
		return newCells(v.Type())
	case *ssa.ChangeType:
		return a.content(v.X)
	case *ssa.Convert:
		return converted(a.content(v.X), v.X.Type(), v.Type())
	case *ssa.UnOp:
		return unary(v.Op, a.content(v.X), v.Type())
	case *ssa.BinOp:
		return binary(v.Op, a.content(v.X), a.content(v.Y), v)
	case *ssa.Slice:
		return whole(a.content(v.X), v)
	case *ssa.IndexAddr:
		return element(a.content(v.X), a.content(v.Index))
	case *ssa.Call:
		return c.inner(a, v)
	}
	return nil
}

// inner carries out a call within a computation.
func (c *computation) inner(a *activation, v *ssa.Call) content {
	var args []content
	for _, arg := range v.Call.Args {
		known := a.content(arg)
		if known == nil {
			return nil
		}
		args = append(args, known)
	}
	if b, ok := v.Call.Value.(*ssa.Builtin); ok {
		return builtin(b.Name(), args)
	}
	callee := staticCallee(v.Common())
	if callee == nil || !c.s.onlyComputes(callee) {
		return nil
	}
	return c.call(callee, args)
}

// builtin is the result of len, min and max.
func builtin(name string, args []content) content {
	if len(args) == 0 {
		return nil
	}
	if list, ok := args[0].(stretch); ok && name == "len" {
		return constant.MakeInt64(int64(len(list)))
	}
	first, ok := args[0].(constant.Value)
	switch {
	case !ok:
	case name == "len" && first.Kind() == constant.String:
		return constant.MakeInt64(int64(len(constant.StringVal(first))))
	case name == "min" || name == "max":
		operator := map[string]token.Token{"min": token.LSS, "max": token.GTR}[name]
		for _, arg := range args[1:] {
			v, ok := arg.(constant.Value)
			if !ok {
				return nil
			}
			if constant.Compare(v, operator, first) {
				first = v
			}
		}
		return first
	}
	return nil
}

// unary is the result of an operator, or what is at a place.
func unary(op token.Token, x content, t types.Type) content {
	switch x := x.(type) {
	case place:
		if _, isSingle := t.Underlying().(*types.Basic); op == token.MUL && isSingle {
			return x.cells[x.index] // of an array all cells would be loaded
		}
	case constant.Value:
		if op == token.NOT || op == token.SUB {
			return fitted(constant.UnaryOp(op, x, 0), t)
		}
	}
	return nil
}

// longestComputed limits the strings that are computed, in bytes: they could double with each step.
const longestComputed = 1000

// binary is the result of an operator.
func binary(op token.Token, x, y content, v *ssa.BinOp) content {
	a, isConstant := x.(constant.Value)
	b, ok := y.(constant.Value)
	if !isConstant || !ok || a.Kind() != b.Kind() {
		return nil
	}
	if a.Kind() == constant.String && len(constant.StringVal(a))+len(constant.StringVal(b)) > longestComputed {
		return nil
	}
	switch op {
	case token.EQL, token.NEQ, token.LSS, token.LEQ, token.GTR, token.GEQ:
		return constant.MakeBool(constant.Compare(a, op, b))
	case token.SHL, token.SHR:
		n, exact := constant.Uint64Val(b)
		if !exact || n > 64 {
			return nil
		}
		return fitted(constant.Shift(a, op, uint(n)), v.Type())
	case token.QUO, token.REM:
		if constant.Sign(b) == 0 {
			return nil
		}
		if op == token.QUO {
			op = token.QUO_ASSIGN // of integers
		}
	}
	return fitted(constant.BinaryOp(a, op, b), v.Type())
}

// converted is a number as one of another integer type.
func converted(x content, from, to types.Type) content {
	v, ok := x.(constant.Value)
	if !ok || !isInteger(from) || !isInteger(to) {
		return nil
	}
	return fitted(v, to)
}

func isInteger(t types.Type) bool {
	basic, ok := t.Underlying().(*types.Basic)
	return ok && basic.Info()&types.IsInteger != 0
}

// whole is a slice of a whole array.
func whole(x content, v *ssa.Slice) content {
	p, ok := x.(place)
	if !ok || v.Low != nil || v.High != nil || v.Max != nil {
		return nil
	}
	return stretch(p.cells)
}

// element is the place of an element.
func element(x, index content) content {
	i, ok := index.(constant.Value)
	if !ok {
		return nil
	}
	n, _ := constant.Int64Val(i)
	cells, _ := x.(stretch)
	if p, ok := x.(place); ok {
		cells = p.cells
	}
	if n < 0 || n >= int64(len(cells)) {
		return nil
	}
	return place{cells, int(n)}
}
