package lower

import (
	"cmp"
	"fmt"
	"go/constant"
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/chancheck/chancheck/extract/ir"
)

// A translator writes the skeleton of one function.
type translator struct {
	*needs
	out       *ir.Function
	registers map[ssa.Value]int
	numbered  int // registers so far
	blocks    map[*ssa.BasicBlock]int
	order     []*ssa.BasicBlock
	block     *ir.Block         // that is written
	at        int               // its number
	late      bool              // time may have passed since its last instruction
	types     map[string]bool   // names of the types in out.Types
	timers    []ssa.Instruction // calls that start timers, by the numbers of these
}

// translate makes the skeleton of f.
func (s *slicer) translate(f *ssa.Function) {
	name := s.name(f)
	out := &ir.Function{
		Name: name, Display: s.source.display(f), Signature: signatureOf(f), Site: s.text.site(f.Pos()),
		Params: len(f.Params), FreeVars: len(f.FreeVars), Recover: -1,
		Inert: s.inert[name], Writes: s.writes[name] && !s.inert[name], Silent: s.silent[name], Relays: s.relays[name], Exits: s.exits[name],
		Exported: s.isExported(f),
		Main:     isMain(f),
	}
	s.result.Functions[name] = out
	t := &translator{
		needs: s.needsOf(f), out: out, blocks: map[*ssa.BasicBlock]int{}, types: map[string]bool{},
	}
	t.registers = make(map[ssa.Value]int, len(t.keep))
	t.parameters()
	t.body()
	out.Registers = t.numbered
	t.limitLength()
	out.Slow = !s.isPrompt(f)
	out.Panics = out.Inert && out.IsShort() && s.recovering().matters(f)
	out.NonNil = out.Inert && s.neverNil(f, 0)
	out.Reader = out.Inert && !s.isLibrary(f) && len(out.Results) > 0 && t.anyRelevant(paramValues(f)) && out.IsShort()
}

// isMain reports whether a function is the main function of a program.
func isMain(f *ssa.Function) bool {
	return f.Pkg != nil && f.Pkg.Pkg.Name() == "main" && f.Name() == "main" && f.Parent() == nil && f.Signature.Recv() == nil
}

// longestFunction limits the instructions of a function.
const longestFunction = 30_000

// limitLength gives up a function that is too long.
func (t *translator) limitLength() {
	instructions := 0
	for _, b := range t.out.Blocks {
		instructions += len(b.Instrs)
	}
	if instructions > longestFunction {
		t.out.Unmodelled = fmt.Sprintf("%d instructions, too many to follow", instructions)
	}
}

func paramValues(f *ssa.Function) []ssa.Value {
	var list []ssa.Value
	for _, p := range f.Params {
		list = append(list, p)
	}
	return list
}

// parameters gives parameters and captured variables the first registers.
func (t *translator) parameters() {
	add := func(v ssa.Value, typ types.Type) {
		t.registers[v] = t.newRegister()
		t.out.ParamKinds = append(t.out.ParamKinds, kindOf(typ))
		t.out.ParamNames = append(t.out.ParamNames, v.Name())
		t.out.ParamTypes = append(t.out.ParamTypes, paramType(typ))
	}
	for _, p := range t.f.Params {
		add(p, p.Type())
	}
	for _, v := range t.f.FreeVars {
		add(v, t.s.typeOfCaptured(v))
	}
	results := t.f.Signature.Results()
	for i := range results.Len() {
		t.out.Results = append(t.out.Results, kindOf(results.At(i).Type()))
	}
}

// isExported reports whether other packages can call a function by its name.
func (s *slicer) isExported(f *ssa.Function) bool {
	object, ok := f.Object().(*types.Func)
	if !ok || !object.Exported() || object.Pkg() == nil || object.Pkg().Name() == "main" {
		return false
	}
	recv := object.Signature().Recv()
	if recv == nil {
		return f.Parent() == nil
	}
	named := NamedOf(recv.Type())
	return named == nil || named.Obj().Exported() || s.visible != nil && s.visible.types[named.Origin()]
}

// paramType is what is known of the type of a parameter by its name.
func paramType(t types.Type) string {
	if isContext(t) {
		return ir.ContextType
	}
	return structName(t)
}

// structName is the name of the struct type that a type is or points to, the same
// for all instances of a generic one; empty if there is none with a name.
func structName(t types.Type) string {
	named := NamedOf(t)
	if named == nil {
		return ""
	}
	if _, ok := named.Underlying().(*types.Struct); !ok || named.Obj().Pkg() == nil {
		return ""
	}
	return named.Obj().Pkg().Path() + "." + named.Obj().Name()
}

// ownerName is the name of the struct type that a field belongs to: empty for sync.Cond, as
// stand-ins use its locker, too, and a condition variable has its own.
func ownerName(t types.Type) string {
	if name := structName(t); name != "sync.Cond" {
		return name
	}
	return ""
}

// body translates the blocks that are reached, the entry first.
func (t *translator) body() {
	t.place(t.f.Blocks[0])
	if t.f.Recover != nil && t.deferring {
		t.out.Recover = t.place(t.f.Recover)
	}
	for i := 0; i < len(t.order); i++ {
		if t.order[i] != nil { // or it is there already, see inDoubt
			t.translateBlock(i)
		}
	}
}

// place numbers a block; it will be translated.
func (t *translator) place(b *ssa.BasicBlock) int {
	i, ok := t.blocks[b]
	if !ok {
		i = len(t.order)
		t.blocks[b] = i
		t.order = append(t.order, b)
		t.out.Blocks = append(t.out.Blocks, ir.Block{})
	}
	return i
}

func (t *translator) translateBlock(i int) {
	b := t.order[i]
	t.beginBlock(i)
	if i == 0 && t.s.isInitializer(t.f) {
		t.makesMapsOfPackage()
	}
	t.spendOneShots(b)
	t.late = t.arrivesLate(b, map[*ssa.BasicBlock]bool{b: true})
	makes := -1
	if i == 0 && len(t.oneShots) > 0 {
		makes = firstVariables(t.f)
	}
	for n, in := range b.Instrs {
		if n == makes {
			t.makeOneShots()
		}
		t.late = t.late || t.s.isSlow(in) && !t.isFollowed(in)
		if !t.keep[in] {
			t.setOneShots(in)
			continue
		}
		at, before := t.at, len(t.block.Instrs)
		t.instruction(in)
		if t.at != at { // it has taken several blocks
			before = 0
		}
		t.guard(in, t.block.Instrs[before:])
		if call, ok := in.(*ssa.Call); ok && t.asserted[call] {
			t.assert(call)
		} else if ok && t.mayBeRecovered(call) && !t.isEntered(call) {
			t.panicsPerhaps(call)
		} else if how := t.raises(in); how != never {
			t.raised(in, how)
		}
		t.setOneShots(in)
	}
	t.terminate(b)
	t.endBlock()
}

// guard says of the instructions that stand for one whether they are under a lock that isn't kept.
func (t *translator) guard(in ssa.Instruction, list []ir.Instr) {
	guarded, isUnderLock := t.s.guarded[in]
	for i := range list {
		list[i].Guarded = list[i].Guarded || guarded
		if isUnderLock && !guarded && list[i].Op == ir.OpLoad && list[i].Name != ir.BuiltInMap {
			list[i].Name = ir.AtomicLoad
		}
	}
}

func (t *translator) beginBlock(i int) {
	t.at, t.block, t.late = i, &ir.Block{Instrs: t.s.scratch[:0]}, false
}

func (t *translator) endBlock() {
	t.s.scratch = t.block.Instrs
	t.block.Instrs = slices.Clone(t.block.Instrs)
	t.out.Blocks[t.at] = *t.block
}

func (t *translator) emit(in ir.Instr) {
	in.Late, t.late = t.late, false
	t.block.Instrs = append(t.block.Instrs, in)
}

func (t *translator) register(v ssa.Value) int {
	r, ok := t.registers[v]
	if !ok {
		r = t.newRegister()
		t.registers[v] = r
	}
	return r
}

func (t *translator) newRegister() int {
	t.numbered++
	return t.numbered - 1
}

// operand translates a use of a value.
func (t *translator) operand(v ssa.Value) ir.Operand {
	v = t.s.standsFor(v)
	switch v := v.(type) {
	case nil:
		return ir.Operand{Kind: ir.NilConst}
	case *ssa.Const:
		return constOperand(v)
	case *ssa.Function:
		t.s.standing(v)
		return ir.Operand{Kind: ir.FunctionConst, Text: t.s.name(v)}
	case *ssa.Global:
		return ir.Operand{Kind: ir.GlobalConst, Text: v.String()}
	}
	if isInitialized(v) {
		return ir.Operand{Kind: ir.BoolConst}
	}
	if load, ok := v.(*ssa.UnOp); ok && (t.s.isNilField(load) || t.s.isNilError(load)) {
		return ir.Operand{Kind: ir.NilConst}
	}
	if in, ok := v.(ssa.Instruction); ok && !t.keep[in] || untracked(v) {
		return ir.Operand{}
	}
	return ir.Operand{Kind: ir.Register, Reg: t.register(v)}
}

func constOperand(c *ssa.Const) ir.Operand {
	if c.Value == nil {
		switch kindOf(c.Type()) {
		case ir.StructKind, ir.ArrayKind:
			return ir.Operand{Kind: ir.ZeroConst}
		case ir.OtherKind:
			return ir.Operand{}
		}
		return ir.Operand{Kind: ir.NilConst}
	}
	switch kindOf(c.Type()) {
	case ir.BoolKind:
		n := int64(0)
		if constant.BoolVal(c.Value) {
			n = 1
		}
		return ir.Operand{Kind: ir.BoolConst, Int: n}
	case ir.IntKind:
		if n, ok := constant.Int64Val(constant.ToInt(c.Value)); ok {
			return ir.Operand{Kind: ir.IntConst, Int: n}
		}
	case ir.StringKind:
		if text := constant.StringVal(c.Value); len(text) <= longestConstant {
			return ir.Operand{Kind: ir.StringConst, Text: text}
		}
	default:
		return ir.Operand{}
	}
	return ir.Operand{Kind: ir.Unfollowed, Text: "a constant of this size"}
}

// longestConstant is the length up to which a string is known, in bytes.
const longestConstant = 1024

func (t *translator) operands(values ...ssa.Value) []ir.Operand {
	list := make([]ir.Operand, len(values))
	for i, v := range values {
		list[i] = t.operand(v)
	}
	return list
}

// instruction translates one kept instruction.
func (t *translator) instruction(in ssa.Instruction) {
	switch in := in.(type) {
	case *ssa.Phi, *ssa.If, *ssa.Jump:
		return // moves and terminators
	case *ssa.Return:
		t.emit(ir.Instr{Op: ir.OpReturn, Dst: -1, Args: t.operands(in.Results...), Site: t.s.text.site(in.Pos())})
	case *ssa.Panic:
		t.emit(ir.Instr{Op: ir.OpPanic, Dst: -1, Args: t.operands(in.X), Site: t.s.text.site(in.Pos())})
	case *ssa.RunDefers:
		t.emit(ir.Instr{Op: ir.OpRunDefers, Dst: -1})
	case *ssa.Store:
		i := ir.Instr{Op: ir.OpStore, Dst: -1, Args: t.operands(in.Addr, in.Val), Kind: kindOf(in.Val.Type()), Site: t.s.text.site(in.Pos())}
		i.Opens, i.TypeName = t.s.handsOver(in), structName(in.Val.Type())
		t.emit(i)
		if c, ok := in.Val.(*ssa.Const); ok && c.Value == nil {
			t.makesMaps(t.operand(in.Addr), in.Val.Type())
		}
	case *ssa.MapUpdate:
		t.emit(ir.Instr{Op: ir.OpMapUpdate, Dst: -1, Args: t.operands(in.Map, in.Key, in.Value), Kind: kindOf(in.Value.Type()), Site: t.s.text.site(in.Pos())})
	case *ssa.Send:
		t.emit(ir.Instr{Op: ir.OpSend, Dst: -1, Args: t.operands(in.Chan, in.X), Site: t.s.text.site(in.Pos())})
	case *ssa.Go:
		t.call(ir.OpGo, in.Common(), -1, in.Pos(), nil)
	case *ssa.Defer:
		if in.DeferStack != nil && t.f.Parent() != nil {
			t.out.Unmodelled = "a defer statement in the body of a range over a function"
		}
		t.call(ir.OpDefer, in.Common(), -1, in.Pos(), nil)
	case ssa.Value:
		t.value(in)
	}
}

// value translates an instruction that makes a value.
func (t *translator) value(v ssa.Value) {
	in := v.(ssa.Instruction)
	pos := in.Pos()
	i := ir.Instr{Dst: t.register(v), Kind: kindOf(v.Type()), Site: t.s.text.site(pos)}
	switch v := v.(type) {
	case *ssa.Call:
		t.callValue(v, i)
		return
	case *ssa.UnOp:
		t.unary(v, &i)
	case *ssa.BinOp:
		if err, ifFailed := t.s.errorAskedFor(v); err != nil {
			i.Op, i.Name, i.Kind, i.Args = ir.OpBinary, token.EQL.String(), ir.ErrorKind, []ir.Operand{t.operand(err), {Kind: ir.NilConst}}
			if ifFailed {
				i.Name = token.NEQ.String()
			}
			break
		}
		if answer, decided := t.s.isDecided(v); decided {
			i.Op, i.Kind, i.Args = ir.OpCopy, ir.BoolKind, []ir.Operand{constOperand(ssa.NewConst(constant.MakeBool(answer), v.Type()))}
			break
		}
		i.Op, i.Name, i.Kind = ir.OpBinary, v.Op.String(), kindOf(v.X.Type())
		i.Args = t.operands(compared(v))
		if isUnsigned(v.X) && kindOf(v.Type()) == ir.BoolKind {
			i.Index = ir.Unsigned
		}
		i.Bits = bitsOf(v.Type())
		if i.Kind.IsAggregate() && !isFollowedWhole(v.X.Type()) {
			i.Op, i.Name, i.Kind = ir.OpUnknown, ir.ComputedResult, ir.BoolKind
		}
	case *ssa.Alloc:
		element := elementOf(v)
		i.Op, i.Name, i.Kind, i.TypeName = ir.OpAlloc, t.allocName(v), kindOf(element), structName(element)
		if t.s.types.holdsPrimitive(element, 0) {
			i.Index = 1
		}
	case *ssa.FieldAddr:
		i.Op, i.Index, i.Name, i.Args = ir.OpFieldAddr, v.Field, fieldName(v.X.Type(), v.Field), t.operands(v.X)
		i.TypeName = ownerName(v.X.Type())
	case *ssa.Field:
		i.Op, i.Index, i.Name, i.Args = ir.OpField, v.Field, fieldName(v.X.Type(), v.Field), t.operands(v.X)
		i.TypeName = ownerName(v.X.Type())
	case *ssa.IndexAddr:
		i.Op, i.Args = ir.OpIndexAddr, t.operands(v.X, v.Index)
	case *ssa.Index:
		i.Op, i.Args = ir.OpIndex, t.operands(v.X, v.Index)
	case *ssa.MakeChan:
		i.Op, i.Name, i.Args = ir.OpMakeChan, t.nameMade(v), t.operands(v.Size)
		i.Kind = elementKind(v.Type())
	case *ssa.Select:
		t.selects(v, &i)
	default:
		t.otherValue(v, &i)
	}
	t.emit(i)
	if made, ok := v.(*ssa.Alloc); ok {
		t.makesMaps(ir.Operand{Kind: ir.Register, Reg: i.Dst}, elementOf(made))
	}
}

// otherValue translates what is less common.
func (t *translator) otherValue(v ssa.Value, i *ir.Instr) {
	switch v := v.(type) {
	case *ssa.MakeClosure:
		t.s.standing(v.Fn.(*ssa.Function))
		i.Op, i.Name, i.Args = ir.OpMakeClosure, t.s.name(v.Fn.(*ssa.Function)), t.operands(v.Bindings...)
	case *ssa.MakeInterface:
		if isTypeParam(v.X.Type()) {
			i.Op, i.Args = ir.OpCopy, t.operands(v.X)
			return
		}
		i.Op, i.Args, i.TypeName = ir.OpMakeInterface, t.operands(v.X), t.s.typeInfo(v.X.Type()).Name
		i.Opens = t.s.handsOver(v) && !t.callBack(v) && !t.s.isForCopying(v)
		t.mention(v.X.Type())
	case *ssa.TypeAssert:
		i.Op, i.Args, i.TypeName, i.CommaOk = ir.OpTypeAssert, t.operands(v.X), typeName(v.AssertedType), v.CommaOk
		i.Kind = kindOf(v.AssertedType)
		i.Name = parameterIn(v.X)
		if types.IsInterface(v.AssertedType) && !isTypeParam(v.AssertedType) {
			i.Index = 1
		}
	case *ssa.Extract:
		t.element(v, i)
	case *ssa.MakeSlice:
		i.Op, i.Args = ir.OpMakeSlice, t.operands(v.Len, v.Cap)
	case *ssa.Slice:
		i.Op, i.Args, i.Index = ir.OpSlice, t.operands(v.X, v.Low, v.High, v.Max), arrayLength(v.X.Type())
	case *ssa.MakeMap:
		i.Op = ir.OpMakeMap
	case *ssa.Lookup:
		i.Op, i.Args, i.CommaOk, i.Index = ir.OpMapLookup, t.operands(v.X, v.Index), v.CommaOk, t.s.writtenDown(v.X)
		if v.CommaOk {
			i.Kind = kindOf(v.Type().(*types.Tuple).At(0).Type())
		}
	case *ssa.Range:
		i.Op, i.Args, i.Index = ir.OpRange, t.operands(v.X), t.s.writtenDown(v.X)
	case *ssa.Next:
		i.Op, i.Args, i.Kind = ir.OpNext, t.operands(v.Iter), kindOf(v.Type().(*types.Tuple).At(2).Type())
		i.Index = int(kindOf(v.Type().(*types.Tuple).At(1).Type()))
		if over, ok := rangeOf(v); ok {
			i.Text, i.Site = t.s.text.describe(over.X), t.s.text.site(over.Pos())
		}
	case *ssa.ChangeType:
		i.Op, i.Args, i.Index = ir.OpCopy, t.operands(v.X), directionOf(v.Type())
		if from, to := structName(v.X.Type()), structName(v.Type()); from != to {
			i.TypeName, i.Text = to, from
		}
	case *ssa.ChangeInterface:
		i.Op, i.Args = ir.OpCopy, t.operands(v.X)
	case *ssa.Convert:
		t.convert(v, i)
	default:
		i.Op = ir.OpUnknown
	}
}

// compared are what a comparison compares: of a difference with zero, the two numbers. Of numbers that are never negative, no
// difference is, so that it says no more than whether they are equal. Nobody has numbers with a difference that wraps.
func compared(v *ssa.BinOp) (x, y ssa.Value) {
	difference, ok := v.X.(*ssa.BinOp)
	zero, isConstant := v.Y.(*ssa.Const)
	if !ok || !isConstant || difference.Op != token.SUB || kindOf(difference.Type()) != ir.IntKind || constant.Sign(zero.Value) != 0 {
		return v.X, v.Y
	}
	switch v.Op {
	case token.EQL, token.NEQ:
		return difference.X, difference.Y
	case token.LSS, token.LEQ, token.GTR, token.GEQ:
		if !isUnsigned(difference) && sizeOf(difference) > 2 { // see ir.Instr.Wraps
			return difference.X, difference.Y
		}
	}
	return v.X, v.Y
}

// convert keeps the value where integers, or strings, stay what they are.
func (t *translator) convert(v *ssa.Convert, i *ir.Instr) {
	if kindOf(v.X.Type()) == kindOf(v.Type()) {
		i.Op, i.Args = ir.OpCopy, t.operands(v.X)
		if narrows(v) {
			i.Name = ir.Narrowed
		}
		if isUnsigned(v) && !isUnsigned(v.X) {
			i.Index = ir.Unsigned
		}
		if narrows(v) || isUnsigned(v) != isUnsigned(v.X) {
			i.Bits = bitsOf(v.Type())
		}
		return
	}
	i.Op, i.Text, i.Name, i.Args = ir.OpUnknown, t.s.text.describe(v), ir.ComputedResult, t.operands(v.X)
	if _, isConst := v.X.(*ssa.Const); isConst {
		i.Args = []ir.Operand{{Kind: ir.Unfollowed, Text: "what a constant becomes"}}
	}
	if from := reinterpreted(v); from != nil {
		i.Args, i.Opens, i.TypeName = t.operands(from), true, structName(innermost(from.Type()))
	}
}

// reinterpreted is the pointer that is converted to one of another type by way of unsafe.Pointer, by which others get at what it
// points to; nil if a value is something else, is used for no more than to get at a pointer of no type, or comes from a call,
// which need not be kept.
func reinterpreted(v *ssa.Convert) ssa.Value {
	through, ok := v.X.(*ssa.Convert)
	if !ok || !isUnsafePointer(through.Type()) || kindOf(through.X.Type()) != ir.PointerKind || kindOf(v.Type()) != ir.PointerKind || isUnsafePointer(elementOf(v)) {
		return nil
	}
	if _, isResult := through.X.(*ssa.Call); isResult {
		return nil
	}
	return through.X
}

func isUnsafePointer(t types.Type) bool {
	basic, ok := t.Underlying().(*types.Basic)
	return ok && basic.Kind() == types.UnsafePointer
}

// isUnsigned reports whether a value is a number that is never negative, by its type.
func isUnsigned(v ssa.Value) bool {
	basic, ok := v.Type().Underlying().(*types.Basic)
	return ok && basic.Info()&types.IsUnsigned != 0
}

// narrows reports whether a conversion may lose digits of a number.
func narrows(v *ssa.Convert) bool {
	return kindOf(v.Type()) == ir.IntKind && sizeOf(v) < sizeOf(v.X)
}

// sizeOf is the size of a value in bytes.
func sizeOf(v ssa.Value) int64 { return machine.Sizeof(v.Type().Underlying()) }

// machine is one with words of 64 bits.
var machine = types.SizesFor("gc", "amd64")

// bitsOf are the Bits of numbers of a type, 0 if it isn't one of these.
func bitsOf(t types.Type) int {
	basic, ok := t.Underlying().(*types.Basic)
	if !ok || basic.Info()&types.IsInteger == 0 {
		return 0
	}
	switch bits := int(machine.Sizeof(basic)) * 8; {
	case basic.Info()&types.IsUnsigned != 0:
		return -bits
	case bits < 64:
		return bits
	}
	return 0
}

// arrayLength is the length of the array that a slice expression is about, or
// -1.
func arrayLength(t types.Type) int {
	if p, ok := t.Underlying().(*types.Pointer); ok {
		if a, ok := p.Elem().Underlying().(*types.Array); ok {
			return int(a.Len())
		}
	}
	return -1
}

// mention adds the methods of a type to the function's tables.
func (t *translator) mention(typ types.Type) {
	info := t.s.typeInfo(typ)
	if t.types[info.Name] {
		return
	}
	t.types[info.Name] = true
	if len(info.Methods)+len(info.Fixed)+len(info.Implements) > 0 {
		t.out.Types = append(t.out.Types, *info)
	}
}

func (t *translator) unary(v *ssa.UnOp, i *ir.Instr) {
	switch v.Op {
	case token.MUL:
		if o, ok := t.s.fixedField(v); ok {
			i.Op, i.Args = ir.OpCopy, []ir.Operand{o}
			return
		}
		if i.Text = t.s.text.describe(v); t.s.isDriven(v) {
			i.Op, i.Name = ir.OpUnknown, ir.DrivenResult
			return
		}
		if t.s.isDeclared(v) {
			i.Op, i.Name = ir.OpUnknown, ir.ComputedResult
			return
		}
		i.Op, i.Args = ir.OpLoad, t.operands(v.X)
		switch {
		case t.s.isFinal(v.X), i.Kind == ir.IntKind && t.s.isPartOfFinal(v.X):
			i.Index = ir.Final
		case i.Kind == ir.ErrorKind && t.s.isSentinel(v.X):
			i.Index = ir.Sentinel
		case t.s.isSetOnce(v.X):
			i.Index = ir.Initial
		}
		if t.s.isClosing(v.X) {
			i.Name = ir.ClosingLoad
		}
		if t.s.isByValue(v.X) {
			i.Op = ir.OpCopy
		}
	case token.NOT:
		i.Op, i.Args = ir.OpNot, t.operands(v.X)
	case token.ARROW:
		if t.isForever(v) {
			i.Op, i.Dst = ir.OpSelect, -1
			return
		}
		i.Op, i.Args, i.CommaOk = ir.OpReceive, t.operands(v.X), v.CommaOk
		i.Kind, i.Spent = elementKind(v.X.Type()), cmp.Or(t.s.spentBefore(v), t.s.stoppedByOthers(v))
		if isTimed(v.X) {
			t.waits(v, i)
		}
		if !t.used(v) {
			i.Dst = -1
		}
	default:
		i.Op, i.Name, i.Args = ir.OpUnknown, ir.ComputedResult, t.operands(v.X)
	}
}

// isForever reports whether a channel is made only to be waited for, as in <-make(chan int), which says the same as
// select {}. One with a name has been forgotten.
func (t *translator) isForever(receive *ssa.UnOp) bool {
	made, ok := receive.X.(*ssa.MakeChan)
	return ok && len(*made.Referrers()) == 1 && t.s.text.name(made.Pos(), 0) == "" && !t.used(receive)
}

// used reports whether some kept instruction reads v, or the variable that is only a name
// for it.
func (t *translator) used(v ssa.Value) bool {
	for _, user := range *v.Referrers() {
		if t.keep[user] {
			return true
		}
		if store, ok := user.(*ssa.Store); ok && store.Val == v && t.s.isByValue(store.Addr) && t.used(store.Addr) {
			return true
		}
	}
	return false
}

func (t *translator) selects(v *ssa.Select, i *ir.Instr) {
	i.Op, i.Default = ir.OpSelect, !v.Blocking
	received := 0
	for _, state := range v.States {
		c := ir.SelectCase{
			Send: state.Dir == types.SendOnly, Chan: t.channelOfCase(state.Chan),
			Kind: elementKind(state.Chan.Type()),
			Site: t.s.text.site(state.Pos),
		}
		if t.s.isStopped(state.Chan, v) {
			c.Chan = ir.Operand{Kind: ir.NilConst}
		}
		if c.Send {
			c.Value = t.operand(state.Send)
		} else {
			c.Needed, c.Patient, c.Ticks = t.extracts(v, 2+received), t.s.isPatient(v, state.Chan), t.s.ticksIn(t.f, state.Chan)
			if isTimed(state.Chan) {
				c.Timed, c.Value = t.timing(state.Chan, v)
				c.RunsOut = t.s.runsOut(state.Chan, v)
			}
			received++
		}
		i.Cases = append(i.Cases, c)
	}
}

// extracts reports whether element number index of a tuple is read.
func (t *translator) extracts(v ssa.Value, index int) bool {
	for _, user := range *v.Referrers() {
		if e, ok := user.(*ssa.Extract); ok && e.Index == index && t.keep[e] {
			return true
		}
	}
	return false
}
