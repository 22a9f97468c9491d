package lower

import (
	"go/types"
	"reflect"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/chancheck/chancheck/extract/internal/library"
	"github.com/chancheck/chancheck/extract/ir"
)

// A function that isn't followed may store data in all that its arguments lead to: that is forgotten, wherever it is,
// in a variable, a field, or behind a pointer. Own functions do so that are writers, see findInert, and those of other
// packages unless it is known that they only read.

// stored lists the arguments of a call through which a function may store something that is asked for.
func (s *slicer) stored(c *ssa.CallCommon) (list []ssa.Value) {
	if b, ok := c.Value.(*ssa.Builtin); ok {
		if b.Name() == "copy" {
			return handedIn(c.Args[0])
		}
		return nil
	}
	callee := staticCallee(c)
	if callee == nil || s.standing(callee).communicates() || s.types.lockedField(c) != nil || s.leavesAlone(callee) {
		return nil
	}
	for i, arg := range c.Args {
		if s.isFollowed(c, i) {
			continue
		}
		_, isTakenApart := varargsOf(arg)
		onlyOut := isTakenApart && library.FillsOnlyOut(nameInPackage(c))
		for _, v := range handedIn(arg) {
			if onlyOut {
				list = append(list, destinations(v)...)
			} else if s.isStorable(v.Type(), callee) {
				list = append(list, v)
			}
		}
	}
	return list
}

// destinations lists where a statement of a database stores something that is given a value: it does if that is a sql.Out, by itself or
// with a name.
func destinations(v ssa.Value) (list []ssa.Value) {
	switch v := v.(type) {
	case *ssa.Call:
		for _, arg := range v.Call.Args {
			list = append(list, destinations(inInterface(arg))...)
		}
	case *ssa.UnOp:
		out, ok := v.X.(*ssa.Alloc)
		if !ok || types.TypeString(v.Type(), nil) != "database/sql.Out" {
			return nil
		}
		for _, user := range *out.Referrers() {
			if field, ok := user.(*ssa.FieldAddr); ok && fieldOf(field).Name() == "Dest" {
				for _, use := range *field.Referrers() {
					if store, ok := use.(*ssa.Store); ok {
						list = append(list, handedIn(store.Val)...)
					}
				}
			}
		}
	}
	return list
}

// isFollowed reports whether an argument of a call is a reader or writer whose methods a stand-in calls, or may
// call as long as it isn't known which methods matter.
func (s *slicer) isFollowed(c *ssa.CallCommon, i int) bool {
	if !s.settled {
		copies := library.Copies(s.name(staticCallee(c)))
		return copies.From == i+1 || copies.Into == i+1
	}
	standIn, args := s.copying(c)
	return standIn != "" && slices.Contains(args, c.Args[i])
}

// leavesAlone reports whether a function stores nothing in what it is given.
func (s *slicer) leavesAlone(f *ssa.Function) bool {
	object, _ := f.Object().(*types.Func)
	if object == nil || object.Pkg() == nil || library.OnlyPrints(s.name(f)) {
		return true
	}
	if s.functions[s.name(f)] != nil {
		return s.standing(f) == inertFunction
	}
	return library.LeavesAlone(object.Pkg().Path(), object.Name())
}

// isStorable reports whether a value of a type leads to data. What a library keeps in its own structs isn't asked for.
func (s *slicer) isStorable(t types.Type, callee *ssa.Function) bool {
	switch u := t.Underlying().(type) {
	case *types.Pointer:
		if _, isStruct := u.Elem().Underlying().(*types.Struct); isStruct {
			return s.holdsData(u.Elem(), callee, 0)
		}
		switch kind := kindOf(u.Elem()); kind {
		case ir.ChanKind, ir.FuncKind, ir.OtherKind:
			return false
		}
		return true
	case *types.Slice:
		return tracked(u.Elem())
	case *types.Map:
		return true
	case *types.Interface:
		return kindOf(t) != ir.ErrorKind && !isContext(t)
	}
	return false
}

// holdsData reports whether a struct has data that a function may store, itself or in a struct that it is made of.
func (s *slicer) holdsData(t types.Type, callee *ssa.Function, depth int) bool {
	u, isStruct := t.Underlying().(*types.Struct)
	if !isStruct || depth > deepestSearch {
		kind := kindOf(t)
		return kind != ir.ChanKind && kind != ir.FuncKind && kind != ir.OtherKind
	}
	if named := NamedOf(t); named != nil && named.Obj().Pkg() != nil && !s.source.declares(named.Obj()) {
		if pkg := named.Obj().Pkg(); pkg.Path() == "sync" || s.isForeignData(named) || callee.Object() != nil && pkg == callee.Object().Pkg() {
			return false
		}
	}
	for i := range u.NumFields() {
		if s.holdsData(u.Field(i).Type(), callee, depth+1) {
			return true
		}
	}
	return false
}

// leadsToKept reports whether somebody asks for memory to which a value leads: it is that of a variable that
// is kept, or others may.
func (n *needs) leadsToKept(v ssa.Value) bool {
	for {
		v = n.s.captured(baseOf(v))
		switch inner := v.(type) {
		case *ssa.Slice:
			v = inner.X
		case *ssa.UnOp:
			v = inner.X
		case *ssa.ChangeType:
			v = inner.X
		case *ssa.Alloc:
			return n.keep[inner] && n.s.forgettable(inner)
		case *ssa.Parameter, *ssa.FreeVar, *ssa.Global:
			return true
		case ssa.Instruction:
			return n.keep[inner]
		default:
			return false
		}
	}
}

// havoc forgets what a callee may have stored.
func (t *translator) havoc(c *ssa.CallCommon) {
	for _, v := range t.s.stored(c) {
		if !t.leadsToKept(v) {
			continue
		}
		i := ir.Instr{Op: ir.OpForget, Dst: -1, TypeName: structName(innermost(v.Type())), Args: []ir.Operand{t.operand(v)}, Site: t.s.text.site(c.Pos())}
		switch path, name := nameInPackage(c); {
		case t.s.isOwnCall(c):
		case library.Rearranges(path):
			i.Name = ir.Rearranged
		case library.StoresFromOutside(path, name):
			i.Name = ir.FromOutside
		default:
			i.Name = ir.FromGiven
			i.Args = append(i.Args, t.operands(sources(c, v, path == "" || library.IsStandard(path))...)...)
		}
		if tag, decodes := library.Decodes(nameInPackage(c)); decodes {
			t.fill(i, v.Type(), tag, 0)
		} else {
			t.emit(i)
		}
	}
}

// fill forgets what a decoder stores in what its argument, of some type, points to: in exported fields of structs that aren't tagged
// otherwise. What a type stores that has methods of its own for that, the program says.
func (t *translator) fill(i ir.Instr, to types.Type, tag string, depth int) {
	if decodesItself(to) {
		i.Name, i.Args = "", i.Args[:1]
	}
	pointer, ok := to.Underlying().(*types.Pointer)
	if !ok || i.Name == "" || depth == deepestSearch {
		t.emit(i)
		return
	}
	structure, ok := pointer.Elem().Underlying().(*types.Struct)
	if !ok {
		t.emit(i)
		return
	}
	for n := range structure.NumFields() {
		if field := structure.Field(n); isFilled(structure, n, tag) {
			part, address := i, t.newRegister()
			t.emit(ir.Instr{
				Op: ir.OpFieldAddr, Dst: address, Index: n, Name: field.Name(), TypeName: ownerName(pointer), Args: i.Args[:1], Site: i.Site,
			})
			part.Args = append([]ir.Operand{{Kind: ir.Register, Reg: address}}, i.Args[1:]...)
			part.TypeName = structName(innermost(field.Type()))
			t.fill(part, types.NewPointer(field.Type()), tag, depth+1)
		}
	}
}

// isFilled reports whether a decoder that goes by tags with some key may store something in a field of a struct.
func isFilled(of *types.Struct, n int, tag string) bool {
	name, isTagged := reflect.StructTag(of.Tag(n)).Lookup(tag)
	return (of.Field(n).Exported() || of.Field(n).Embedded()) && !(isTagged && name == "-")
}

// decodesItself reports whether a type has a method that a decoder calls to fill a value.
func decodesItself(t types.Type) bool {
	methods := types.NewMethodSet(t)
	for n := range methods.Len() {
		if library.Fills(methods.At(n).Obj().Name()) {
			return true
		}
	}
	return false
}

// isOwnCall reports whether a call is one of a function that is looked at here.
func (s *slicer) isOwnCall(c *ssa.CallCommon) bool {
	callee := staticCallee(c)
	return callee != nil && s.functions[s.name(callee)] != nil
}

// nameInPackage is the path of the package of a static callee, and its name there; empty for a builtin function.
func nameInPackage(c *ssa.CallCommon) (path, name string) {
	callee := staticCallee(c)
	if callee == nil || callee.Object() == nil || callee.Object().Pkg() == nil {
		return "", ""
	}
	return callee.Object().Pkg().Path(), callee.Name()
}

// innermost is what pointers, slices and maps of a type lead to.
func innermost(t types.Type) types.Type {
	for range deepestSearch {
		inner, ok := t.Underlying().(interface{ Elem() types.Type })
		if !ok {
			break
		}
		t = inner.Elem()
	}
	return t
}

// sources are what a callee may have the data from that it stores somewhere: what else it is given, or what that was
// made of. Of other libraries than the standard one, constants don't say what they store.
func sources(c *ssa.CallCommon, where ssa.Value, standard bool) (list []ssa.Value) {
	for _, arg := range c.Args {
		for _, v := range handedIn(arg) {
			if _, constant := v.(*ssa.Const); v != where && (standard || !constant) {
				list = append(list, origins(v, deepestCall)...)
			}
		}
	}
	return list
}

// origins are what something was made of that a library has made, as a decoder of a reader.
func origins(v ssa.Value, depth int) (list []ssa.Value) {
	call, ok := inInterface(v).(*ssa.Call)
	if !ok || depth == 0 || len(call.Call.Args) == 0 || staticCallee(call.Common()) == nil || !strings.HasPrefix(staticCallee(call.Common()).Name(), "New") {
		return []ssa.Value{v}
	}
	for _, arg := range call.Call.Args {
		list = append(list, origins(arg, depth-1)...)
	}
	return list
}

// handedIn lists the values that an argument stands for: what is in an
// interface, and the variadic arguments.
func handedIn(arg ssa.Value) []ssa.Value {
	switch v := arg.(type) {
	case *ssa.MakeInterface:
		return []ssa.Value{v.X}
	case *ssa.Slice:
		array, ok := varargsOf(v)
		if !ok {
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

// varargsOf is the array that a call makes for the variadic arguments that it names one by one.
func varargsOf(arg ssa.Value) (array *ssa.Alloc, ok bool) {
	slice, ok := arg.(*ssa.Slice)
	if !ok {
		return nil, false
	}
	array, ok = slice.X.(*ssa.Alloc)
	return array, ok && array.Comment == "varargs"
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

// forgettable reports whether a variable has data that others may set: not what a library keeps in its own types.
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
	return true
}
