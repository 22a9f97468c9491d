package lower

import (
	"go/token"
	"go/types"
	"math"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/chancheck/chancheck/extract/internal/library"
	"github.com/chancheck/chancheck/extract/ir"
)

// What runs when a timer runs out is a goroutine that starts later, if nobody stops the timer
// before. When that is, nobody knows; but if nobody has the timer, it comes to that.

// startsTimer translates a call of time.AfterFunc, unless the timer may be set again, or is
// given to others, who may do so.
func (t *translator) startsTimer(v *ssa.Call, i ir.Instr) bool {
	callee := staticCallee(v.Common())
	if callee == nil || t.s.name(callee) != library.AfterFunc {
		return false
	}
	body := library.WhenTimerFires
	if len(usesOf(v)) > 0 {
		if !t.s.isOnlyStopped(v) {
			return false
		}
		body = library.IfTimerFires
	}
	t.emit(ir.Instr{Op: ir.OpGo, Dst: -1, Name: body, Args: t.operands(v.Call.Args[1]), Site: i.Site})
	if t.used(v) {
		i.Op, i.Name = ir.OpUnknown, ir.NonNilResult
		t.emit(i)
	}
	return true
}

// usesOf are the instructions that use a value.
func usesOf(v ssa.Value) []ssa.Instruction {
	return slices.DeleteFunc(slices.Clone(*v.Referrers()), func(user ssa.Instruction) bool {
		_, isDebug := user.(*ssa.DebugRef)
		return isDebug
	})
}

// stops reports whether an instruction stops a timer or ticker.
func (s *slicer) stops(in ssa.Instruction) bool {
	call, ok := in.(ssa.CallInstruction)
	if !ok {
		return false
	}
	callee := staticCallee(call.Common())
	return callee != nil && library.Find(s.name(callee)).Timer == library.StopsTimer
}

func isTimer(t types.Type) bool { return types.TypeString(t, nil) == "*time.Timer" }

// A timerFlow follows one timer through the package: to the variables and fields where it is kept,
// and to whoever loads it there. It takes all structs of a type for one, and no account of the order
// of things, as pointer analyses do that are based on fields (Heintze and Tardieu 2001).
type timerFlow struct {
	s *slicer
	// work are timers, and the addresses of such as may hold the one, that are to be looked at;
	// seen are those that were, and the fields that were found.
	work []ssa.Value
	seen map[any]bool
	// sets reports whether something else may be done to it, or be stored where it is kept; if that is nil, nothing else may be
	// done, and anything be stored.
	sets func(ssa.Instruction, *timerFlow) bool
}

// isOnlyStopped reports whether nothing is done to a timer but to stop it, to compare it, and to keep
// it where only the package gets at it.
func (s *slicer) isOnlyStopped(timer ssa.Value) bool {
	f := &timerFlow{s: s, seen: map[any]bool{}}
	f.add(timer)
	return f.isKept()
}

// isKept reports whether nothing else than is allowed is done to what was added.
func (f *timerFlow) isKept() bool {
	for len(f.work) > 0 {
		v := f.work[len(f.work)-1]
		f.work = f.work[:len(f.work)-1]
		keeps := f.keepsAt
		switch {
		case hasTicks(v.Type()):
			keeps = f.keeps
		case isTimerMap(v.Type()):
			keeps = f.keepsMap
		case isTuple(v.Type()):
			keeps = func(in ssa.Instruction, _ ssa.Value) bool { return f.keepsFound(in) }
		}
		if slices.ContainsFunc(usesOf(v), func(user ssa.Instruction) bool { return !keeps(user, v) }) {
			return false
		}
	}
	return true
}

func (f *timerFlow) add(v ssa.Value) {
	if f.seen[v] {
		return
	}
	f.seen[v] = true
	f.work = append(f.work, v)
	if captured, ok := v.(*ssa.FreeVar); ok {
		f.addCaptured(captured)
	}
}

// keeps reports whether an instruction stops, keeps or compares a timer.
func (f *timerFlow) keeps(in ssa.Instruction, timer ssa.Value) bool {
	switch in := in.(type) {
	case *ssa.BinOp, *ssa.FieldAddr: // of its channel, which is nil
		return true
	case *ssa.Phi:
		f.add(in)
		return true
	case *ssa.Store:
		return in.Val == timer && f.keptIn(in.Addr)
	}
	return f.s.stops(in) || f.sets != nil && f.sets(in, f) || f.handsOn(in, timer)
}

// keptIn follows what is at an address, if that is one of a local variable, or of a field that
// other packages can't use, nor what is in it by another name.
func (f *timerFlow) keptIn(address ssa.Value) bool {
	switch a := address.(type) {
	case *ssa.Alloc, *ssa.FreeVar:
		f.add(a)
		return true
	case *ssa.FieldAddr:
		field := fieldOf(a)
		if field.Exported() || field.Embedded() || !hasTicks(field.Origin().Type()) && !isTimerMap(field.Origin().Type()) {
			return false
		}
		f.addField(f.s.timerFields().keyOf(elementOf(a.X), field))
		return true
	}
	return false
}

// keepsAt reports whether an instruction does no more with an address than to store or load
// there, or to let a literal do so.
func (f *timerFlow) keepsAt(in ssa.Instruction, address ssa.Value) bool {
	switch in := in.(type) {
	case *ssa.UnOp:
		f.add(in)
		return true
	case *ssa.MakeClosure:
		for i, binding := range in.Bindings {
			if binding == address {
				f.add(in.Fn.(*ssa.Function).FreeVars[i])
			}
		}
		return true
	case *ssa.Store:
		if in.Addr == address && isTimerMap(in.Val.Type()) {
			return f.addMap(in.Val)
		}
		return in.Addr == address && (f.sets == nil || f.sets(in, f))
	}
	return false
}

// addCaptured adds the variable that a literal has captured, as those around it know it.
func (f *timerFlow) addCaptured(v *ssa.FreeVar) {
	literal := v.Parent()
	index := slices.Index(literal.FreeVars, v)
	for _, block := range literal.Parent().Blocks {
		for _, in := range block.Instrs {
			if closure, ok := in.(*ssa.MakeClosure); ok && closure.Fn == literal {
				f.add(closure.Bindings[index])
			}
		}
	}
}

func (f *timerFlow) addField(key any) {
	if f.seen[key] {
		return
	}
	f.seen[key] = true
	for _, v := range f.s.timerFields().accesses[key] {
		f.add(v)
	}
}

// The timerFields of a package are its accesses to fields that hold timers, by these: their
// addresses, and loads from structs that are values.
type timerFields struct {
	accesses map[any][]ssa.Value
	// converted says that structs with timers are converted to other types, by which their
	// fields have other types, too, but the same names.
	converted bool
}

// timerFields finds them, once.
func (s *slicer) timerFields() *timerFields {
	if s.timersKept != nil {
		return s.timersKept
	}
	s.timersKept = &timerFields{accesses: map[any][]ssa.Value{}}
	s.eachValue(func(v ssa.Value) {
		switch v := v.(type) {
		case *ssa.ChangeType:
			s.timersKept.convert(v.X.Type(), v.Type())
		case *ssa.Convert:
			s.timersKept.convert(v.X.Type(), v.Type())
		}
	})
	s.eachValue(func(v ssa.Value) {
		switch v := v.(type) {
		case *ssa.FieldAddr:
			s.timersKept.access(elementOf(v.X), v.Field, v)
		case *ssa.Field:
			s.timersKept.access(v.X.Type(), v.Field, v)
		}
	})
	return s.timersKept
}

// eachValue visits the instructions of the package that are values.
func (s *slicer) eachValue(visit func(ssa.Value)) {
	for _, f := range s.source.Functions {
		for _, block := range f.Blocks {
			for _, in := range block.Instrs {
				if v, ok := in.(ssa.Value); ok {
					visit(v)
				}
			}
		}
	}
}

func (t *timerFields) convert(types ...types.Type) {
	t.converted = t.converted || slices.ContainsFunc(types, hasTimers)
}

func (t *timerFields) access(structType types.Type, index int, v ssa.Value) {
	field := fieldNumber(structType, index)
	if hasTicks(field.Type()) || isTimerMap(field.Type()) {
		key := t.keyOf(structType, field)
		t.accesses[key] = append(t.accesses[key], v)
	}
}

// keyOf tells a field from others: by its name alone, where types without a name, or several with
// one, may stand for each other.
func (t *timerFields) keyOf(structType types.Type, field *types.Var) any {
	if _, named := types.Unalias(structType).(*types.Named); !named || t.converted {
		return field.Name()
	}
	return field
}

// hasTimers reports whether structs of a type, or behind pointers of one, have timers.
func hasTimers(t types.Type) bool {
	switch u := t.Underlying().(type) {
	case *types.Pointer:
		return hasTicks(t) || holdsTimers(u.Elem())
	default:
		return holdsTimers(t)
	}
}

// holdsTimers reports whether what has a type has timers in it.
func holdsTimers(t types.Type) bool {
	switch u := t.Underlying().(type) {
	case *types.Struct:
		for i := range u.NumFields() {
			if hasTicks(u.Field(i).Type()) || holdsTimers(u.Field(i).Type()) {
				return true
			}
		}
	case *types.Array:
		return hasTicks(u.Elem()) || holdsTimers(u.Elem())
	}
	return false
}

// ticksOn reports whether a condition is that the channel of a timer or ticker, from which
// was just received, is still open: nobody closes one, nor does Stop, so that a loop that ranges
// over it never ends. Who makes timers with channels of his own, for tests, may close these.
func (s *slicer) ticksOn(condition ssa.Value) bool {
	isOpen, ok := condition.(*ssa.Extract)
	if !ok || isOpen.Index != 1 {
		return false
	}
	receive, ok := isOpen.Tuple.(*ssa.UnOp)
	return ok && receive.Op == token.ARROW && isTickers(receive.X) && !s.makesTimers()
}

// makesTimers reports whether the package gives a timer or ticker a channel of its own.
func (s *slicer) makesTimers() bool {
	if s.timersMade == nil {
		found := containInstruction(s.source.Functions, makesTimer)
		s.timersMade = &found
	}
	return *s.timersMade
}

func makesTimer(in ssa.Instruction) bool {
	field := storedField(in)
	return field != nil && hasTicks(field.X.Type())
}

// storedField is the field that an instruction sets, nil if it sets none.
func storedField(in ssa.Instruction) *ssa.FieldAddr {
	store, ok := in.(*ssa.Store)
	if !ok {
		return nil
	}
	field, _ := store.Addr.(*ssa.FieldAddr)
	return field
}

// containInstruction reports whether there is an instruction of some kind in functions.
func containInstruction(functions []*ssa.Function, is func(ssa.Instruction) bool) bool {
	return slices.ContainsFunc(functions, func(f *ssa.Function) bool {
		return slices.ContainsFunc(f.Blocks, func(b *ssa.BasicBlock) bool { return slices.ContainsFunc(b.Instrs, is) })
	})
}

// hasTicks reports whether a type is a pointer to a timer or ticker.
func hasTicks(t types.Type) bool {
	return isTimer(t) || types.TypeString(t, nil) == "*time.Ticker"
}

func isTuple(t types.Type) bool {
	_, ok := t.(*types.Tuple)
	return ok
}

// tickingBehind is the timer or ticker whose channel a value is, or nil.
func tickingBehind(channel ssa.Value) ssa.Value {
	load, ok := channel.(*ssa.UnOp)
	if !ok || load.Op != token.MUL {
		return nil
	}
	if field, ok := load.X.(*ssa.FieldAddr); ok && hasTicks(field.X.Type()) {
		return field.X
	}
	return nil
}

// isTickers reports whether a channel is that of a timer or ticker.
func isTickers(channel ssa.Value) bool {
	if c, ok := channel.(*ssa.Call); ok {
		callee := staticCallee(c.Common())
		return callee != nil && library.Find(callee.String()).Timer == library.MakesTicks
	}
	return tickingBehind(channel) != nil
}

// hasNoChannel reports whether a timer that a function has found runs another one when it runs out: it sends nothing. Who makes
// it himself and stops it at once knows that it hasn't run out, and doesn't come to wait for it.
func (s *slicer) hasNoChannel(timer ssa.Value) bool {
	load, ok := timer.(*ssa.UnOp)
	if !ok || load.Op != token.MUL || asksForChannel(load.Parent()) {
		return false
	}
	made := 0
	f := &timerFlow{s: s, seen: map[any]bool{}, sets: func(in ssa.Instruction, _ *timerFlow) bool {
		store, ok := in.(*ssa.Store)
		if !ok {
			return true // whatever is done to it
		}
		call, ok := store.Val.(*ssa.Call)
		if ok = ok && s.makesCaller(call) && call.Parent() != load.Parent(); ok {
			made++
		}
		return ok || isNilConst(store.Val)
	}}
	return f.keptIn(load.X) && f.isKept() && made > 0
}

// asksForChannel reports whether a function compares the channel of a timer: it knows of such timers.
func asksForChannel(f *ssa.Function) bool {
	for _, b := range f.Blocks {
		for _, in := range b.Instrs {
			test, ok := in.(*ssa.BinOp)
			if ok && (timerBehind(test.X) != nil || timerBehind(test.Y) != nil) {
				return true
			}
		}
	}
	return false
}

// makesCaller reports whether a call makes a timer that runs a function, and may run out: one that waits for the longest time
// there is was made to be set later.
func (s *slicer) makesCaller(call *ssa.Call) bool {
	callee := staticCallee(call.Common())
	if callee == nil || s.name(callee) != library.AfterFunc {
		return false
	}
	wait, known := call.Call.Args[0].(*ssa.Const)
	return !known || wait.Value == nil || wait.Int64() < math.MaxInt64
}
