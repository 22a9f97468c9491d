package holding

import (
	"slices"

	"github.com/chancheck/chancheck/extract/internal/library"
	"github.com/chancheck/chancheck/extract/internal/pointsto"
	"github.com/chancheck/chancheck/extract/internal/supergraph"
	"github.com/chancheck/chancheck/extract/ir"
	"github.com/chancheck/chancheck/model"
)

// A SelfAwaited is a goroutine that waits for its own end (a circle of one: Coffman, Elphick and Shoshani 1971): for a
// wait group in which it counts, or a channel that it closes when it returns.
type SelfAwaited struct {
	Object pointsto.Location
	// Started is where the goroutine is started, Counted, of a wait group, where it was counted.
	Started, Counted supergraph.Instruction
	// Waits is where it waits, at the end of Calls, Ends where it would say, at last, that it has ended.
	Waits, Ends supergraph.Instruction
	Calls       []supergraph.Instruction
	// Sides are those that it takes to there.
	Sides []Side
	to    path // to the object, in the goroutine
}

// SelfAwaited lists such waits of a function that runs as a goroutine, one for each object.
func (a *Analysis) SelfAwaited(f *supergraph.Function) (list []SelfAwaited) {
	if !a.isGoroutine(f) {
		return nil
	}
	for ends := range f.Instructions() {
		s, ok := a.endingAt(ends)
		isKnown := func(other SelfAwaited) bool { return other.Object == s.Object }
		if ok && !slices.ContainsFunc(list, isKnown) && a.findSelfAwaited(&s) {
			list = append(list, s)
		}
	}
	return list
}

// endingAt is what a goroutine says by an instruction that only it can say: that it is done, or by a channel that it closes.
func (a *Analysis) endingAt(ends supergraph.Instruction) (s SelfAwaited, ok bool) {
	f := ends.Parent
	s.Ends = ends
	if s.Object, s.to, ok = a.doneAt(ends); ok && a.isDoneByGoroutines([]pointsto.Location{s.Object}) {
		s.Started, s.Counted, ok = a.countOf(f, s.to, a.pathOf)
		return s, ok && s.Counted.AlwaysComesBefore(s.Started)
	}
	for _, o := range a.OperationsOf(ends) {
		if o.IsClose() && len(o.Objects) == 1 && len(f.Callers) == 1 && a.isEndOf(o.Objects[0], f) {
			s.Object, s.Started, s.to = o.Objects[0], f.Callers[0], a.pathOf(f, ends.Instr().Args[0])
			return s, true
		}
	}
	return s, false
}

// doneAt is the wait group to which an instruction says that somebody is done, itself or by what it calls, on all ways, and the path to that.
func (a *Analysis) doneAt(i supergraph.Instruction) (group pointsto.Location, to path, ok bool) {
	if groups := a.groupsAt(i, library.Done); len(groups) == 1 {
		return groups[0], a.pathOf(i.Parent, i.Instr().Args[0]), true
	}
	callees := a.CalleesAt(i)
	if i.Instr().Op == ir.OpGo || len(callees) != 1 {
		return 0, path{}, false
	}
	for done := range callees[0].Instructions() {
		groups := a.groupsAt(done, library.Done)
		if len(groups) != 1 || !a.comesToInAnyCase(done) {
			continue
		}
		if to, ok = a.givenPath(i, callees[0], a.pathOf(callees[0], done.Instr().Args[0])); ok {
			return groups[0], to, true
		}
	}
	return 0, path{}, false
}

// isEndOf reports whether a channel says nothing but that a function has ended: that closes it, and nobody else does, or sends.
func (a *Analysis) isEndOf(channel pointsto.Location, f *supergraph.Function) bool {
	return a.isInField(channel) && !a.Points.Escapes(channel) && !a.IsSentOn(channel) && a.isClosedOnlyIn(channel, f)
}

// findSelfAwaited finds where the goroutine waits, itself or by what it calls or defers, and hasn't said that it has ended.
func (a *Analysis) findSelfAwaited(s *SelfAwaited) bool {
	f := s.Ends.Parent
	for i := range f.Instructions() {
		waits, ok := a.awaitsAt(i)
		if !ok || waits.object != s.Object || !waits.to.isSame(s.to) || !a.isBeforeEnd(s, i) || !a.comesAbout(i) {
			continue
		}
		if sides, isPossible := a.sidesTo(i); isPossible {
			s.Waits, s.Calls, s.Sides = waits.Instruction, waits.calls, sides
			return true
		}
	}
	return false
}

// isBeforeEnd reports whether on all ways to an instruction the goroutine hasn't said yet that it has ended, nor may it be gone, nor does it
// say so where it waits, by what it calls. Of what is deferred the last comes first.
func (a *Analysis) isBeforeEnd(s *SelfAwaited, i supergraph.Instruction) bool {
	f, isLast := i.Parent, i.Instr().Op == ir.OpDefer
	if slices.ContainsFunc(a.CalleesAt(i), func(callee *supergraph.Function) bool { return a.mayRunDone(callee, s.Object) }) {
		return false
	}
	if isLast && (s.Ends.Instr().Op != ir.OpDefer || !s.Ends.AlwaysComesBefore(i)) {
		return false
	}
	for other := range f.Instructions() {
		isEarlier := ComesBefore(other, i)
		if other.Instr().Op == ir.OpDefer {
			isEarlier = isLast && other != s.Ends && ComesBefore(i, other)
		}
		if (isEarlier || isLast && other.Instr().Op != ir.OpDefer) && (a.mayEnd(other) || a.saysEnd(other, s.Object)) {
			return false
		}
	}
	return true
}

// saysEnd reports whether an instruction says that a goroutine has ended, which only that does itself.
func (a *Analysis) saysEnd(i supergraph.Instruction, object pointsto.Location) bool {
	return slices.Contains(a.groupsAt(i, library.Done), object) || slices.ContainsFunc(a.OperationsOf(i), func(o supergraph.Operation) bool {
		return o.IsClose() && slices.Contains(o.Objects, object)
	}) || i.Instr().Op != ir.OpGo && slices.ContainsFunc(a.CalleesAt(i), func(callee *supergraph.Function) bool { return a.mayRunDone(callee, object) })
}

// mayRunDone reports whether a function may say that somebody is done, or run another one that does and is no goroutine itself.
func (a *Analysis) mayRunDone(f *supergraph.Function, group pointsto.Location) bool {
	return slices.ContainsFunc(a.Users[group], func(user *supergraph.Function) bool {
		return !a.isGoroutine(user) && a.runs(f, user) && user.Contains(func(in *ir.Instr) bool { return library.Find(in.Name).Meaning == library.Done })
	})
}

// awaitsAt is for what an instruction waits, and nothing else, itself or by what it calls, on all ways: a wait group, or the end of
// a channel. It may be deferred.
func (a *Analysis) awaitsAt(i supergraph.Instruction) (w wait, ok bool) {
	in := i.Instr()
	isGroup := i.Calls() && in.Op != ir.OpGo && library.Find(in.Name).Action == model.Wait
	if isGroup || in.Op == ir.OpReceive {
		objects := a.Points.Operand(i.Parent.Function, in.Args[0])
		w = wait{Instruction: i, to: a.pathOf(i.Parent, in.Args[0])}
		if len(objects) != 1 {
			return w, false
		}
		w.object = objects[0]
		kind := a.Points.Objects[w.object].Kind
		return w, isGroup && kind == pointsto.Field || !isGroup && kind == pointsto.Channel && a.isOfOne(w.object)
	}
	callee, given, ok := a.runAt(i)
	if !ok {
		return w, false
	}
	for _, w := range a.awaitsOf(callee) {
		if o, isGiven := given(w.to.root.Reg); isGiven {
			w.to, w.calls = w.to.of(a.pathOf(i.Parent, o)), append([]supergraph.Instruction{i}, w.calls...)
			return w, in.Name != library.OnceDo || a.pathOf(i.Parent, in.Args[0]).isOfOwnerOf(w.to)
		}
	}
	return w, false
}

// runAt is the function that an instruction calls or defers, or has a sync.Once run, of which others wait for the end, and what it is given,
// or has captured, by register.
func (a *Analysis) runAt(i supergraph.Instruction) (callee *supergraph.Function, given func(register int) (ir.Operand, bool), ok bool) {
	in := i.Instr()
	if literal, captured, isOnce := a.runByOnce(i); isOnce {
		return literal, func(register int) (ir.Operand, bool) { return captured[register-literal.Params], true }, true
	}
	callees := a.CalleesAt(i)
	if in.Op != ir.OpCall && in.Op != ir.OpDefer || in.Name == "" || len(callees) != 1 {
		return nil, nil, false
	}
	return callees[0], func(register int) (ir.Operand, bool) { return supergraph.Argument(in, callees[0], register) }, true
}

// awaitsOf is for what a function waits on all ways of what it is given, or has captured, found once: functions call each other again and
// again.
func (a *Analysis) awaitsOf(f *supergraph.Function) (list []wait) {
	list, isKnown := a.awaited[f]
	if isKnown {
		return list
	}
	a.awaited[f] = nil // if it calls itself
	for i := range f.Instructions() {
		w, ok := a.awaitsAt(i)
		if ok && w.to.root.Kind == ir.Register && w.to.root.Reg < f.Params+f.FreeVars && a.comesToInAnyCase(i) {
			list = append(list, w)
		}
	}
	a.awaited[f] = list
	return list
}

// comesToInAnyCase reports whether a function returns on no way without having come to an instruction, nor may it be gone before.
func (a *Analysis) comesToInAnyCase(i supergraph.Instruction) bool {
	return isAlwaysPassed(i.Parent, i.At.Block) && !slices.ContainsFunc(slices.Collect(comingBefore(i)), a.mayEnd)
}
