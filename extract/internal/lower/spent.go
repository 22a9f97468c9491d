package lower

import (
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/chancheck/chancheck/extract/internal/library"
	"github.com/chancheck/chancheck/extract/ir"
)

// A timer sends once for each time that it is set (a typestate: Strom and Yemini 1986). Once somebody has received that, or
// has stopped the timer before, nothing comes until it is set again, and Stop says false, just as it does of one that has run
// out and was not emptied: `if !t.Stop() { <-t.C }` waits for ever then. Channels of timers in Go 1.23 differ in
// nothing that matters here.

// spentBefore is what has emptied, or stopped, a timer before a function receives from it, if it may come from there to the
// receive whichever way branches on data go, without setting the timer, and nobody else sets it; nil if there is no such thing.
func (s *slicer) spentBefore(receive *ssa.UnOp) *ir.Spending {
	timer := timerBehind(receive.X)
	switch {
	case timer == nil:
		return nil
	case s.hasNoChannel(timer):
		return &ir.Spending{Never: true}
	}
	if sp := s.spentOnWay(timer, target{at: receive}); sp != nil {
		return sp
	}
	return s.spentByCaller(receive, timer)
}

// A target is the instruction to which a function has to come: a receive, the call of another function that receives, or the end,
// where it runs what it has deferred at the instruction.
type target struct {
	at    ssa.Instruction
	atEnd bool
}

// spentOnWay is what has emptied, or stopped, a timer in a function before that comes to a target.
func (s *slicer) spentOnWay(timer ssa.Value, to target) *ir.Spending {
	w := &spending{s: s, f: to.at.Parent(), timer: timer, sets: map[ssa.Instruction]bool{}}
	if !w.isAlwaysThere() || !w.areSettingsKnown() {
		return nil
	}
	for _, b := range w.f.Blocks {
		if to.atEnd && !to.at.Block().Dominates(b) {
			continue
		}
		for n, in := range b.Instrs {
			if sp := w.spendsAt(b, n, in, to); sp != nil {
				return sp
			}
		}
	}
	return nil
}

// timerBehind is the timer from whose channel one receives, or nil.
func timerBehind(channel ssa.Value) ssa.Value {
	if timer := tickingBehind(channel); timer != nil && isTimer(timer.Type()) {
		return timer
	}
	return nil
}

// A spending looks for what is done to one timer in a function.
type spending struct {
	s     *slicer
	f     *ssa.Function
	timer ssa.Value
	// sets are the instructions of the function that set the timer, or put another one in its place.
	sets map[ssa.Instruction]bool
	// stored are those of other functions that put one there.
	stored int
	// looked is how many blocks were looked at for one receive.
	looked int
}

// mostLooked limits how many blocks are looked at for one receive.
const mostLooked = 20_000

// isAlwaysThere reports whether the function finds the same timer each time: in a variable, or a field of a struct that it was
// given, or has from outside, and that is never replaced as a whole. What it loads from memory first may be another struct
// the next time.
func (w *spending) isAlwaysThere() bool {
	load, ok := w.timer.(*ssa.UnOp)
	if !ok {
		return true // it makes it: see areSettingsKnown
	}
	address := load.X
	for {
		switch a := address.(type) {
		case *ssa.FieldAddr:
			if w.s.isReplaced(elementOf(a.X)) {
				return false
			}
			address = a.X
		case *ssa.UnOp:
			return isCapturedByValue(w.s, a)
		case *ssa.Parameter, *ssa.FreeVar, *ssa.Global:
			return true
		case *ssa.Alloc:
			return a.Block().Index == 0
		default:
			return false
		}
	}
}

// isReplaced reports whether the package stores a struct of a type as a whole somewhere.
func (s *slicer) isReplaced(structType types.Type) bool {
	if s.replaced == nil {
		s.findStored()
	}
	return s.replaced[types.TypeString(structType, nil)]
}

// findStored finds which structs are stored as a whole, and in which fields somebody stores nil.
func (s *slicer) findStored() {
	s.replaced, s.cleared = map[string]bool{}, map[*types.Var]bool{}
	for _, f := range s.source.Functions {
		for _, b := range f.Blocks {
			for _, in := range b.Instrs {
				store, ok := in.(*ssa.Store)
				if !ok {
					continue
				}
				if _, isStruct := store.Val.Type().Underlying().(*types.Struct); isStruct {
					s.replaced[types.TypeString(store.Val.Type(), nil)] = true
				}
				if field, ok := store.Addr.(*ssa.FieldAddr); ok && isNilConst(store.Val) {
					s.cleared[fieldOf(field).Origin()] = true
				}
			}
		}
	}
}

// areSettingsKnown finds what sets the timer. It is not so if others than the function set it once it is there, or may.
func (w *spending) areSettingsKnown() bool {
	flow := &timerFlow{s: w.s, seen: map[any]bool{}, sets: w.isSetting}
	switch timer := w.timer.(type) {
	case *ssa.Call:
		if callee := staticCallee(timer.Common()); callee == nil || library.Find(w.s.name(callee)).Timer != library.MakesTimer {
			return false
		}
		w.sets[timer] = true
		flow.add(timer)
	case *ssa.UnOp:
		if timer.Op != token.MUL || !flow.keptIn(timer.X) {
			return false
		}
	default:
		return false
	}
	return flow.isKept()
}

// isSetting reports whether an instruction is one of the function that sets the timer, or the one elsewhere that puts it
// where the function finds it: in a new struct, or in what a literal has captured.
func (w *spending) isSetting(in ssa.Instruction, flow *timerFlow) bool {
	if in.Parent() == w.f {
		w.sets[in] = true
	}
	store, ok := in.(*ssa.Store)
	if !ok {
		call, isCall := in.(*ssa.Call)
		return isCall && w.sets[in] && w.s.usesTimer(call, library.SetsTimer)
	}
	made, ok := store.Val.(*ssa.Call)
	if !ok || !w.s.usesTimer(made, library.MakesTimer) {
		return false
	}
	flow.add(made)
	if w.sets[in] {
		return true
	}
	w.stored++
	return w.stored == 1 && (store.Parent() == w.f.Parent() || w.s.isInNew(store.Addr))
}

// usesTimer reports whether a call is one that does something to a timer.
func (s *slicer) usesTimer(call *ssa.Call, use library.TimerUse) bool {
	callee := staticCallee(call.Common())
	return callee != nil && library.Find(s.name(callee)).Timer == use
}

// isInNew reports whether an address is in a struct that the function makes, which its literals may have captured.
func (s *slicer) isInNew(address ssa.Value) bool {
	for {
		if field, ok := address.(*ssa.FieldAddr); ok {
			address = field.X
			continue
		}
		if load, ok := address.(*ssa.UnOp); ok && s.isByValue(load.X) {
			address = s.captured(load.X)
		}
		_, isNew := address.(*ssa.Alloc)
		return isNew
	}
}

// spendsAt is what an instruction does to the timer, if the function may come from there to a target.
func (w *spending) spendsAt(b *ssa.BasicBlock, n int, in ssa.Instruction, target target) *ir.Spending {
	to := &toReceive{spending: w, target: target, leads: map[*ssa.BasicBlock]bool{}}
	switch in := in.(type) {
	case *ssa.UnOp:
		if w.receivesFrom(in) && to.comesFrom(b, n+1) {
			return &ir.Spending{Site: w.s.text.site(in.Pos())}
		}
	case *ssa.Call:
		to.stopped = in
		if w.stops(in) && to.comesFrom(b, n+1) {
			return &ir.Spending{Site: w.s.text.site(in.Pos()), Stopped: true}
		}
	case *ssa.Select:
		for state, c := range in.States {
			if c.Dir != types.RecvOnly || !w.isChannel(c.Chan) {
				continue
			}
			w.looked += len(w.f.Blocks)
			if first := blockOfCase(in, state); first != nil && to.comesFrom(first, 0) {
				return &ir.Spending{Site: w.s.text.site(c.Pos)}
			}
		}
	}
	return nil
}

// blockOfCase is the block to which control comes when a select has taken a case, nil if that isn't known.
func blockOfCase(v *ssa.Select, state int) *ssa.BasicBlock {
	for _, b := range v.Parent().Blocks {
		if asked, n, ok := askedCase(b); ok && asked == v && n == state {
			return b.Succs[0]
		}
	}
	return nil
}

// askedCase is the case of a select for which the branch at the end of a block asks.
func askedCase(b *ssa.BasicBlock) (v *ssa.Select, state int, ok bool) {
	branch, ok := b.Instrs[len(b.Instrs)-1].(*ssa.If)
	if !ok {
		return nil, 0, false
	}
	test, ok := branch.Cond.(*ssa.BinOp)
	if !ok || test.Op != token.EQL {
		return nil, 0, false
	}
	index, ok := test.X.(*ssa.Extract)
	number, isConst := test.Y.(*ssa.Const)
	if !ok || !isConst || index.Index != 0 {
		return nil, 0, false
	}
	if v, ok = index.Tuple.(*ssa.Select); !ok {
		return nil, 0, false
	}
	return v, int(number.Int64()), true
}

func (w *spending) receivesFrom(v *ssa.UnOp) bool { return v.Op == token.ARROW && w.isChannel(v.X) }

func (w *spending) isChannel(v ssa.Value) bool {
	timer := timerBehind(v)
	return timer != nil && w.s.isSamePlace(timer, w.timer)
}

func (w *spending) stops(call *ssa.Call) bool {
	return w.s.stops(call) && w.s.isSamePlace(call.Call.Args[0], w.timer)
}

// isSamePlace reports whether two values of a function are one, or are loaded from the same variable, or the same field of
// the same struct, whatever is stored there.
func (s *slicer) isSamePlace(v, other ssa.Value) bool {
	if v == other {
		return true
	}
	switch v := v.(type) {
	case *ssa.UnOp:
		second, ok := other.(*ssa.UnOp)
		if !ok || v.Op != token.MUL || second.Op != token.MUL {
			return false
		}
		field, isField := v.X.(*ssa.FieldAddr)
		return isField && s.isSamePlace(field, second.X) || v.X == second.X && (isTimer(v.Type()) || s.isByValue(v.X))
	case *ssa.FieldAddr:
		second, ok := other.(*ssa.FieldAddr)
		if !ok || v.Field != second.Field {
			return false
		}
		_, isPointer := v.X.(*ssa.UnOp)
		return v.X == second.X || (!isPointer || isCapturedByValue(s, v.X)) && s.isSamePlace(v.X, second.X)
	}
	return false
}

// isCapturedByValue reports whether a value is loaded from a variable that is set once.
func isCapturedByValue(s *slicer, v ssa.Value) bool {
	load, ok := v.(*ssa.UnOp)
	return ok && load.Op == token.MUL && s.isByValue(load.X)
}

// A toReceive finds whether a function comes to its target with a timer that is spent. Of a branch that hangs on data both
// sides have to lead there, but for one that asks whether there is enough of what is gathered (see filling); which case a select takes, whether that has received something and whether a call fails is free,
// and of a spent timer Stop says false.
type toReceive struct {
	*spending
	target target
	// stopped is the call that has stopped the timer, if that was it: there it says true.
	stopped *ssa.Call
	leads   map[*ssa.BasicBlock]bool
}

// comesFrom reports whether it does from an instruction of a block on.
func (w *toReceive) comesFrom(b *ssa.BasicBlock, n int) bool {
	for _, in := range b.Instrs[n:] {
		if in == w.target.at {
			return !w.target.atEnd
		}
		switch in := in.(type) {
		case *ssa.UnOp:
			if w.receivesFrom(in) {
				return false
			}
		case *ssa.RunDefers:
			return w.target.atEnd
		case *ssa.If:
			return w.comesWhenFull(b, in) || w.comesAfter(b, in, w.comesTo)
		case *ssa.Jump:
			return w.comesTo(b.Succs[0])
		}
		if w.sets[in] {
			return false
		}
	}
	return false
}

// comesTo is comesFrom for a whole block. One that leads only to itself leads nowhere.
func (w *toReceive) comesTo(b *ssa.BasicBlock) bool {
	leads, known := w.leads[b]
	if w.looked++; !known && w.looked < mostLooked {
		w.leads[b] = false
		leads = w.comesFrom(b, 0)
		w.leads[b] = leads
	}
	return leads
}

// comesAfter reports whether it comes from a branch to where it should, as comesTo says of blocks.
func (w *toReceive) comesAfter(b *ssa.BasicBlock, branch *ssa.If, comesTo func(*ssa.BasicBlock) bool) bool {
	cond, yes, no := branch.Cond, b.Succs[0], b.Succs[1]
	if not, ok := cond.(*ssa.UnOp); ok && not.Op == token.NOT {
		cond, yes, no = not.X, no, yes
	}
	if v, state, ok := askedCase(b); ok {
		channel := v.States[state].Chan
		isOpen := !w.isChannel(channel) && !w.mayBeNil(channel)
		return isOpen && comesTo(yes) || comesTo(no)
	}
	if call, ok := cond.(*ssa.Call); ok && w.stops(call) {
		if call == w.stopped {
			w.stopped = nil
			return comesTo(yes)
		}
		return call.Block() == b && comesTo(no)
	}
	if (isOfCall(cond) || isReceived(cond)) && isAskedOnce(cond) {
		return comesTo(yes) || comesTo(no)
	}
	return comesTo(yes) && comesTo(no)
}

// mayBeNil reports whether there may be nothing in the place of a channel, so that a case is never taken: somebody may have put
// that there, or it is what one of the program's own functions returns.
func (w *spending) mayBeNil(channel ssa.Value) bool {
	switch v := channel.(type) {
	case *ssa.Phi:
		return true
	case *ssa.Call:
		callee := staticCallee(v.Common())
		return callee != nil && callee.Pkg != nil && callee.Pkg == w.f.Pkg
	case *ssa.UnOp:
		field, ok := v.X.(*ssa.FieldAddr)
		if ok && w.s.cleared == nil {
			w.s.findStored()
		}
		return ok && w.s.cleared[fieldOf(field).Origin()] || w.isStoredHere(v)
	}
	return false
}

// isStoredHere reports whether the function itself stores something where a value is loaded.
func (w *spending) isStoredHere(load *ssa.UnOp) bool {
	for _, b := range w.f.Blocks {
		w.looked++
		for _, in := range b.Instrs {
			if store, ok := in.(*ssa.Store); ok && load.Op == token.MUL && isSameField(store.Addr, load.X) {
				return true
			}
		}
	}
	return false
}

// isSameField reports whether two addresses are one, or those of one field, of whatever structs.
func isSameField(address, other ssa.Value) bool {
	field, ok := address.(*ssa.FieldAddr)
	second, isField := other.(*ssa.FieldAddr)
	return address == other || ok && isField && fieldOf(field) == fieldOf(second)
}

// isOfCall reports whether a condition asks whether a call has failed.
func isOfCall(cond ssa.Value) bool {
	test, ok := cond.(*ssa.BinOp)
	if !ok || !isNilConst(test.Y) || !types.Identical(test.X.Type(), types.Universe.Lookup("error").Type()) {
		return false
	}
	switch v := test.X.(type) {
	case *ssa.Call:
		return true
	case *ssa.Extract:
		_, ok := v.Tuple.(*ssa.Call)
		return ok
	}
	return false
}

// isAskedOnce reports whether a function asks only once for what it has received, or for the error that it asks about: else the
// answers hang together.
func isAskedOnce(cond ssa.Value) bool {
	if test, ok := cond.(*ssa.BinOp); ok {
		isTest := func(user ssa.Instruction) bool { _, ok := user.(*ssa.BinOp); return ok }
		tests := slices.DeleteFunc(usesOf(test.X), func(user ssa.Instruction) bool { return !isTest(user) })
		return len(tests) == 1 && len(usesOf(cond)) == 1
	}
	return len(usesOf(cond)) == 1
}

// isReceived reports whether a condition is that a select has received something, and not found the channel closed.
func isReceived(cond ssa.Value) bool {
	of, ok := cond.(*ssa.Extract)
	if !ok || of.Index != 1 {
		return false
	}
	_, ok = of.Tuple.(*ssa.Select)
	return ok
}
