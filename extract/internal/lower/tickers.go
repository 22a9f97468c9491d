package lower

import (
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/chancheck/chancheck/extract/internal/library"
	"github.com/chancheck/chancheck/extract/ir"
)

// A ticker that is stopped sends nothing any more, and its channel isn't closed: who ranges over that waits for ever.

// stoppedByOthers is where others stop the ticker from which a function receives, if it does nothing else in the end than
// receive from that, and nobody sets the ticker anew; nil if there is no such thing.
func (s *slicer) stoppedByOthers(receive *ssa.UnOp) *ir.Spending {
	of := tickingBehind(receive.X)
	if of == nil || isTimer(of.Type()) || !alwaysComesAgain(receive) || s.mayGoexit(receive.Parent()) {
		return nil
	}
	ticker := &tickerUse{s: s, goroutine: map[*ssa.Function]bool{}}
	if !ticker.runsAsGoroutine(receive.Parent()) || s.isReplacedAt(of) {
		return nil
	}
	flow := &timerFlow{s: s, seen: map[any]bool{}, sets: ticker.isMade}
	if kept, ok := of.(*ssa.UnOp); !ok || !flow.keptIn(kept.X) || !flow.isKept() || ticker.made != 1 {
		return nil
	}
	if stop := ticker.stopIn(flow); stop != nil {
		return &ir.Spending{Site: s.text.site(stop.Pos()), Stopped: true, Ticker: true}
	}
	return nil
}

// alwaysComesAgain reports whether a function that has received something comes back to the receive, if it comes anywhere.
func alwaysComesAgain(receive *ssa.UnOp) bool {
	work := receive.Block().Succs
	if branch, ok := receive.Block().Instrs[len(receive.Block().Instrs)-1].(*ssa.If); ok && isOkOf(branch.Cond, receive) {
		work = work[:1] // its channel is never closed
	}
	again, seen := false, map[*ssa.BasicBlock]bool{receive.Block(): true}
	for len(work) > 0 {
		b := work[0]
		work = work[1:]
		again = again || b == receive.Block()
		if seen[b] {
			continue
		}
		seen[b] = true
		if _, returns := b.Instrs[len(b.Instrs)-1].(*ssa.Return); returns {
			return false
		}
		work = append(work[:len(work):len(work)], b.Succs...)
	}
	return again
}

// isOkOf reports whether a condition is that a receive has received something.
func isOkOf(cond ssa.Value, receive *ssa.UnOp) bool {
	of, ok := cond.(*ssa.Extract)
	return ok && of.Tuple == receive && of.Index == 1
}

// isReplacedAt reports whether the struct in which a ticker is may be stored as a whole.
func (s *slicer) isReplacedAt(ticker ssa.Value) bool {
	load, ok := ticker.(*ssa.UnOp)
	if !ok {
		return false
	}
	field, ok := load.X.(*ssa.FieldAddr)
	return ok && s.isReplaced(elementOf(field.X))
}

// A tickerUse is what is done to a ticker beside receiving from it.
type tickerUse struct {
	s *slicer
	// goroutine are the functions that call each other until somebody receives, from the one on that is started.
	goroutine map[*ssa.Function]bool
	made      int // how many instructions keep a new ticker in its place
}

// runsAsGoroutine reports whether a function is only ever started, or called by one that is: what its callers do when it has
// returned doesn't count then.
func (u *tickerUse) runsAsGoroutine(f *ssa.Function) bool {
	if u.goroutine[f] {
		return true
	}
	u.goroutine[f] = true
	if f.Parent() == nil && f.Object() != nil && f.Object().Exported() {
		return false
	}
	calls := u.s.staticCallsOf(f)
	return len(calls) > 0 && !slices.ContainsFunc(calls, func(call ssa.CallInstruction) bool {
		_, starts := call.(*ssa.Go)
		return !starts && !u.runsAsGoroutine(call.Parent())
	})
}

// staticCallsOf lists the calls of a function in the package, those that start or defer it included, by which it is named.
func (s *slicer) staticCallsOf(f *ssa.Function) (list []ssa.CallInstruction) {
	for _, caller := range s.source.Functions {
		for _, b := range caller.Blocks {
			for _, in := range b.Instrs {
				if call, ok := in.(ssa.CallInstruction); ok && staticCallee(call.Common()) == f {
					list = append(list, call)
				}
			}
		}
	}
	return list
}

// isMade reports whether an instruction keeps a new ticker in a variable, or in a field of a new struct, or makes it.
func (u *tickerUse) isMade(in ssa.Instruction, flow *timerFlow) bool {
	store, ok := in.(*ssa.Store)
	if !ok {
		return false
	}
	_, isVariable := store.Addr.(*ssa.Alloc)
	if given, ok := store.Val.(*ssa.Parameter); ok {
		return isVariable && u.isGiven(given, flow)
	}
	return u.addMade(store.Val, flow) && (isVariable || u.s.isInNew(store.Addr))
}

// addMade follows a ticker from where it is made; false if it isn't made there.
func (u *tickerUse) addMade(v ssa.Value, flow *timerFlow) bool {
	made, ok := v.(*ssa.Call)
	if !ok || !u.s.usesTimer(made, library.MakesTicker) && !u.s.usesTimer(made, library.MakesTimer) {
		return false
	}
	u.made++
	flow.add(made)
	return true
}

// isGiven reports whether all who call a function make the ticker that they pass, and follows these.
func (u *tickerUse) isGiven(given *ssa.Parameter, flow *timerFlow) bool {
	f := given.Parent()
	if f.Parent() != nil || f.Object() == nil || f.Object().Exported() || u.s.isUsedAsValue(f) {
		return false
	}
	index, calls := slices.Index(f.Params, given), u.s.staticCallsOf(f)
	return len(calls) > 0 && !slices.ContainsFunc(calls, func(call ssa.CallInstruction) bool { return !u.addMade(call.Common().Args[index], flow) })
}

// stopIn is the first instruction, as the source has them, by which others stop the ticker of a flow, nil if there is none.
func (u *tickerUse) stopIn(flow *timerFlow) (first ssa.CallInstruction) {
	for kept := range flow.seen {
		v, ok := kept.(ssa.Value)
		if !ok || !hasTicks(v.Type()) {
			continue
		}
		for _, user := range usesOf(v) {
			stop, ok := user.(ssa.CallInstruction)
			if ok && u.s.stops(stop) && u.comesLater(stop, v, map[*ssa.Function]bool{}) && (first == nil || stop.Pos() < first.Pos()) {
				first = stop
			}
		}
	}
	return first
}

// comesLater reports whether an instruction may be executed once the goroutine has been started, but not by that, nor in a test: other packages
// call its function, or one does that they call, and if that starts the goroutine as well, it does so before. Where the program ends
// then, nobody waits any more. It is done to another ticker, made at the same place, where a function that doesn't start the goroutine has just
// made the one in the way to which it leads, be it by a function that makes one each time.
func (u *tickerUse) comesLater(in ssa.Instruction, ticker ssa.Value, seen map[*ssa.Function]bool) bool {
	f := in.Parent()
	if u.goroutine[f] || seen[f] || !u.s.goesOnAfter(in) || u.s.text.site(f.Pos()).IsInTest() {
		return false
	}
	seen[f] = true
	defer delete(seen, f)
	starts, owner := u.startsIn(f), ownerOf(ticker)
	if len(starts) > 0 && !slices.ContainsFunc(starts, func(start ssa.Instruction) bool { return u.leads(start, in) }) || len(starts) == 0 && u.isMadeBy(owner, 0) {
		return false
	}
	if f.Parent() != nil {
		return u.literalComesLater(f, seen)
	}
	if f.Object() != nil && f.Object().Exported() {
		return true
	}
	return slices.ContainsFunc(u.s.staticCallsOf(f), func(call ssa.CallInstruction) bool {
		var given ssa.Value
		if n := slices.IndexFunc(f.Params, func(p *ssa.Parameter) bool { return p == owner }); n >= 0 {
			given = call.Common().Args[n]
		}
		return u.comesLater(call, given, seen)
	})
}

// ownerOf is what a function has from elsewhere, or makes, that leads to a ticker by its fields, or the ticker itself.
func ownerOf(ticker ssa.Value) ssa.Value {
	for {
		switch v := ticker.(type) {
		case *ssa.UnOp:
			ticker = v.X
		case *ssa.FieldAddr:
			ticker = v.X
		default:
			return ticker
		}
	}
}

// isMadeBy reports whether a value is a new struct, or the result of a function of the package that makes one on all its ways.
func (u *tickerUse) isMadeBy(v ssa.Value, depth int) bool {
	switch v := v.(type) {
	case *ssa.Alloc:
		return v.Heap
	case *ssa.Call:
		callee := staticCallee(v.Common())
		return callee != nil && depth < deepestCall && u.s.source.owns(callee) && len(callee.Blocks) > 0 && !slices.ContainsFunc(callee.Blocks, func(b *ssa.BasicBlock) bool {
			end, ok := b.Instrs[len(b.Instrs)-1].(*ssa.Return)
			return ok && (len(end.Results) != 1 || !u.isMadeBy(end.Results[0], depth+1))
		})
	}
	return false
}

// literalComesLater is comesLater for what a literal does, which is done nowhere but where the function around it calls, defers or starts it, or hands it to
// code of another package.
func (u *tickerUse) literalComesLater(f *ssa.Function, seen map[*ssa.Function]bool) bool {
	later := false
	for _, b := range f.Parent().Blocks {
		for _, in := range b.Instrs {
			made, ok := in.(*ssa.MakeClosure)
			if !ok || made.Fn != f {
				continue
			}
			for _, user := range usesOf(made) {
				if u.isForGoroutine(user, f) {
					return false
				}
				later = later || u.comesLater(user, nil, seen)
			}
		}
	}
	return later
}

// isForGoroutine reports whether an instruction that uses a literal may hand it to the goroutine, or to a function of the package that calls it when
// it likes.
func (u *tickerUse) isForGoroutine(user ssa.Instruction, literal *ssa.Function) bool {
	switch user := user.(type) {
	case *ssa.MakeClosure:
		return true
	case *ssa.Store:
		_, isVariable := user.Addr.(*ssa.Alloc)
		return isVariable
	case ssa.CallInstruction:
		callee := staticCallee(user.Common())
		return callee != nil && callee != literal && u.s.source.owns(callee)
	}
	return false
}

// startsIn are the instructions of a function that start the goroutine, or call what does.
func (u *tickerUse) startsIn(f *ssa.Function) (list []ssa.Instruction) {
	for _, b := range f.Blocks {
		for _, in := range b.Instrs {
			if call, ok := in.(ssa.CallInstruction); ok {
				if callee := staticCallee(call.Common()); callee != nil && u.starts(callee, map[*ssa.Function]bool{f: true}) {
					list = append(list, in)
				}
			}
		}
	}
	return list
}

// starts reports whether a function is the goroutine's, or may start that.
func (u *tickerUse) starts(f *ssa.Function, seen map[*ssa.Function]bool) bool {
	if u.goroutine[f] {
		return true
	}
	if seen[f] || !u.s.source.owns(f) {
		return false
	}
	seen[f] = true
	return slices.ContainsFunc(f.Blocks, func(b *ssa.BasicBlock) bool {
		return slices.ContainsFunc(b.Instrs, func(in ssa.Instruction) bool {
			call, ok := in.(ssa.CallInstruction)
			if !ok {
				return false
			}
			callee := staticCallee(call.Common())
			return callee != nil && u.starts(callee, seen)
		})
	})
}

// leads reports whether a function may come from one instruction to another one, or to its end, if that is deferred, before it makes another ticker.
func (u *tickerUse) leads(from, to ssa.Instruction) bool {
	if _, isDeferred := to.(*ssa.Defer); isDeferred || from == to {
		return true
	}
	isMade := func(in ssa.Instruction) bool {
		call, ok := in.(*ssa.Call)
		return ok && u.s.usesTimer(call, library.MakesTicker)
	}
	return leadsTo(from.Block(), slices.Index(from.Block().Instrs, from)+1, to, isMade)
}

// ticksIn reports whether a channel is that of a ticker in a field which a function, and what it calls, stop only when it returns.
func (s *slicer) ticksIn(f *ssa.Function, channel ssa.Value) bool {
	ticker := tickingBehind(channel)
	return ticker != nil && !isTimer(ticker.Type()) && !s.stopsTickers(f, map[*ssa.Function]bool{})
}

// stopsTickers reports whether a function stops a ticker, but by a deferred call of its own, or one that it calls does.
func (s *slicer) stopsTickers(f *ssa.Function, seen map[*ssa.Function]bool) bool {
	seen[f] = true
	stops := func(in ssa.Instruction) bool {
		call, ok := in.(*ssa.Call)
		return ok && s.usesTimer(call, library.StopsTimer)
	}
	return containInstruction([]*ssa.Function{f}, stops) || slices.ContainsFunc(calledIn(f), func(callee *ssa.Function) bool {
		return !seen[callee] && s.source.owns(callee) && s.stopsTickers(callee, seen)
	})
}
