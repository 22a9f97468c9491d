package holding

import (
	"slices"

	"github.com/chancheck/chancheck/extract/internal/dataflow"
	"github.com/chancheck/chancheck/extract/internal/library"
	"github.com/chancheck/chancheck/extract/internal/pointsto"
	"github.com/chancheck/chancheck/extract/internal/supergraph"
	"github.com/chancheck/chancheck/extract/ir"
	"github.com/chancheck/chancheck/model"
)

// A Late is a send of somebody who has seen that nobody has closed the channel yet, where another call may close it
// before he sends: what he asks for, and the send, aren't one step (a violation of atomicity: Flanagan and Freund 2004;
// check-then-act). That he asks as one who isn't alone, with a lock, atomically, or whether another channel is closed, be it
// beside the send, says that there are other calls.
type Late struct {
	Channel pointsto.Location
	// Sent is where he sends.
	Sent supergraph.Instruction
	// Sides are those that he takes on his way there, but for what he takes as the channel is open.
	Sides []Side
	// Asked is the side that he takes as the channel is open, nil if that is a case of the select by which he sends.
	Asked *Side
	// Closed is where the channel is closed, by who sets what was asked for.
	Closed supergraph.Instruction
}

// Late lists the sends of a function that may come too late, one for each channel.
func (a *Analysis) Late(f *supergraph.Function) (list []Late) {
	if _, isStarted := a.StartOf(f); !(a.isOpen(f) && hasExportedName(f)) && !isStarted || a.DefersRecover(f) {
		return nil
	}
	for _, o := range a.Operations(f) {
		isKnown := func(l Late) bool { return l.Channel == o.Objects[0] }
		if !o.Sends || len(o.Objects) != 1 || !a.isInField(o.Objects[0]) || a.Points.Escapes(o.Objects[0]) || slices.ContainsFunc(list, isKnown) {
			continue
		}
		closed, ok := a.closedByCall(o.Objects[0])
		if !ok || a.runs(f, closed.Parent) || a.IsCalledWithLockOf(f, closed.Parent) || a.areGatedBoth(f, closed.Parent) || a.isSteeredBy(closed, f) {
			continue
		}
		l := Late{Channel: o.Objects[0], Sent: f.At(o.At), Closed: closed}
		if a.findAsked(&l) && !a.mayKnowOfSender(&l) {
			list = append(list, l)
		}
	}
	return list
}

// mayKnowOfSender reports whether the one who closes may know that nobody sends any more: he waits for somebody before, or asks whether he still has to. If
// callers have the channel to receive from it, it has to be up to them alone: it is they who call the one that sends, and no code that isn't
// seen is called before.
func (a *Analysis) mayKnowOfSender(l *Late) bool {
	f := l.Sent.Parent
	isUnseen := func(i supergraph.Instruction) bool {
		return a.RunsUnseenOn([]supergraph.Instruction{i.Parent.At(pointsto.At{Index: -1}), i})
	}
	isCalled := a.isOpen(f) && hasExportedName(f)
	asksOthers := func(s Side) bool { return asksByCall(s.Branch.Parent, s.Branch.Instr().Args[0]) }
	switch {
	case a.isBehind(l.Closed, a.awaitsBefore, map[*supergraph.Function]bool{}), !isCalled && slices.ContainsFunc(a.decide(l.Closed), asksOthers):
		return true
	case !a.Points.CanReceive(l.Channel):
		return false
	}
	return !isCalled || isUnseen(l.Sent) || a.isBehind(l.Closed, isUnseen, map[*supergraph.Function]bool{})
}

// asksByCall reports whether a condition hangs on what a call answers.
func asksByCall(f *supergraph.Function, o ir.Operand) bool {
	in := f.Definition(f.Original(o))
	if in == nil || in.Op == ir.OpCall || in.Op == ir.OpUnknown {
		return in != nil
	}
	isPart := in.Op == ir.OpBinary || in.Op == ir.OpNot || in.Op == ir.OpExtract
	return isPart && slices.ContainsFunc(in.Args, func(arg ir.Operand) bool { return asksByCall(f, arg) })
}

// isBehind reports whether something is so of an instruction, or of a call that leads to its function.
func (a *Analysis) isBehind(i supergraph.Instruction, is func(supergraph.Instruction) bool, seen map[*supergraph.Function]bool) bool {
	seen[i.Parent] = true
	return is(i) || slices.ContainsFunc(i.Parent.Callers, func(call supergraph.Instruction) bool { return !seen[call.Parent] && a.isBehind(call, is, seen) })
}

// closedByCall is the one place where a channel is closed, by a call that waits for nobody before.
func (a *Analysis) closedByCall(channel pointsto.Location) (closed supergraph.Instruction, ok bool) {
	for _, user := range a.Users[channel] {
		for _, o := range a.Operations(user) {
			if !o.IsClose() || !slices.Contains(o.Objects, channel) {
				continue
			}
			if ok || a.waitsBefore(user.At(o.At), map[*supergraph.Function]bool{}) || a.MayAwaitBefore(user.At(o.At)) {
				return closed, false
			}
			closed, ok = user.At(o.At), true
		}
	}
	return closed, ok && a.isRunByOthers(closed.Parent)
}

// isRunByOthers reports whether a function is one that others than the package call, or is run by such a one.
func (a *Analysis) isRunByOthers(f *supergraph.Function) bool {
	return slices.ContainsFunc(a.Order, func(root *supergraph.Function) bool {
		return a.isOpen(root) && hasExportedName(root) && a.runs(root, f)
	})
}

// areGatedBoth reports whether on all ways to two functions there is a gate that keeps the one from running while the other one does.
func (a *Analysis) areGatedBoth(f, other *supergraph.Function) bool {
	return excludeAll(a.waysTo(f), a.waysTo(other))
}

// findAsked finds where the sender asks for what the one who closes sets, or closes besides, and nothing that keeps these two
// apart.
func (a *Analysis) findAsked(l *Late) bool {
	l.Sides = a.decide(l.Sent)
	n := slices.IndexFunc(l.Sides, func(s Side) bool { return a.asksFor(l, s) })
	if n < 0 && !a.looksBeside(l) || a.areKeptApart(l) {
		return false
	}
	if n >= 0 {
		asked := l.Sides[n]
		l.Asked = &asked
		l.Sides = slices.Delete(l.Sides, n, n+1)
	}
	return !slices.ContainsFunc(l.Sides, func(s Side) bool { return !a.mayTake(s.Branch, s.Edge) })
}

// asksFor reports whether a branch asks for what the one who closes a channel sets, as one who isn't alone, or whether
// another channel is closed that he closes, too.
func (a *Analysis) asksFor(l *Late, s Side) bool {
	if choice, n, isCase := askedCase(s.Branch); isCase {
		return choice.Instr().Default && s.Edge == 1 && a.isClosedBeside(l, choice, &choice.Instr().Cases[n])
	}
	return slices.ContainsFunc(a.asked(s.Branch.Parent, s.Branch.Instr().Args[0]), func(q inquiry) bool {
		return q.isShared && a.setsBeside(l.Closed, q.cells)
	})
}

// looksBeside reports whether the sender would go on as well if another channel was closed: of two cases that are
// ready a select chooses any.
func (a *Analysis) looksBeside(l *Late) bool {
	in := l.Sent.Instr()
	return slices.ContainsFunc(in.Cases, func(c ir.SelectCase) bool { return a.isClosedBeside(l, l.Sent, &c) })
}

// isClosedBeside reports whether a case of a select receives from another channel that the one who closes the first one closes, too,
// and nobody sends on.
func (a *Analysis) isClosedBeside(l *Late, choice supergraph.Instruction, c *ir.SelectCase) bool {
	channels := a.Points.Operand(choice.Parent.Function, c.Chan)
	return !c.Send && len(channels) == 1 && channels[0] != l.Channel && !a.IsSentOn(channels[0]) &&
		slices.ContainsFunc(a.Operations(l.Closed.Parent), func(o supergraph.Operation) bool {
			return o.IsClose() && slices.Contains(o.Objects, channels[0])
		})
}

// An inquiry is where a function loads what a condition hangs on, or calls what does.
type inquiry struct {
	supergraph.Instruction
	cells []pointsto.Location
	// isShared says that it is loaded atomically, or with a lock.
	isShared bool
}

// asked lists the inquiries of a value.
func (a *Analysis) asked(f *supergraph.Function, o ir.Operand) (list []inquiry) {
	i, ok := f.DefinedAt(f.Original(o))
	if !ok {
		return nil
	}
	switch in := i.Instr(); in.Op {
	case ir.OpLoad:
		isShared := in.Name == ir.AtomicLoad || len(a.locksAt(i)) > 0
		return []inquiry{{i, a.Memory(f, in.Args[0]), isShared}}
	case ir.OpBinary, ir.OpNot:
		for _, arg := range in.Args {
			list = append(list, a.asked(f, arg)...)
		}
	case ir.OpCall:
		callees := a.CalleesAt(i)
		if len(callees) != 1 || callees[0] == f || a.asking[callees[0]] {
			return nil
		}
		a.asking[callees[0]] = true
		defer delete(a.asking, callees[0])
		for _, returned := range answers(callees[0]) {
			if in := callees[0].Definition(returned); in != nil && in.Op != ir.OpCall {
				for _, q := range a.asked(callees[0], returned) {
					list = append(list, inquiry{i, q.cells, q.isShared})
				}
			}
		}
	}
	return list
}

// answers are what a function returns; one that defers something keeps it in a variable until that is done.
func answers(f *supergraph.Function) []ir.Operand {
	if answer, ok := answerOf(f); ok {
		return []ir.Operand{answer}
	}
	return f.Returned()
}

// setsBeside reports whether the function that closes a channel stores in one of some variables.
func (a *Analysis) setsBeside(closed supergraph.Instruction, cells []pointsto.Location) bool {
	return slices.ContainsFunc(cells, func(l pointsto.Location) bool {
		return slices.ContainsFunc(a.Stores[l], func(store supergraph.Instruction) bool { return store.Parent == closed.Parent })
	})
}

// areKeptApart reports whether who sends may have a lock then that who closes takes, too.
func (a *Analysis) areKeptApart(l *Late) bool {
	if a.locksUnseenBefore(l.Sent) {
		return true
	}
	for _, lock := range a.locksOf(l.Closed.Parent) {
		one := []pointsto.Location{lock}
		for i := range comingBefore(l.Sent) {
			if a.mayBringLock(i, one) && a.mayStillHold(i, l.Sent, one) {
				return true
			}
		}
	}
	return false
}

// locksUnseenBefore reports whether a function calls something before an instruction that locks by its name, or by a value, but is no lock that is seen.
func (a *Analysis) locksUnseenBefore(i supergraph.Instruction) bool {
	for call := range comingBefore(i) {
		if in := call.Instr(); in.Op == ir.OpCall && (library.LocksByName(in.CalledName()) || a.locksByValue(call)) {
			if _, isSeen := a.takingAt(call); !isSeen {
				return true
			}
		}
	}
	return false
}

// locksByValue reports whether a call of a function value may be one of a method of a lock.
func (a *Analysis) locksByValue(call supergraph.Instruction) bool {
	return call.Instr().CallsValue() && slices.ContainsFunc(a.Points.Callees(call.Parent.Function, call.At), func(name string) bool { return supergraph.LockingBy(name) != model.Tau })
}

// mayBringLock reports whether after an instruction a function may have one of some locks: it takes that, or calls what
// may return with it.
func (a *Analysis) mayBringLock(i supergraph.Instruction, locks []pointsto.Location) bool {
	if i.Instr().Op != ir.OpCall {
		return false
	}
	t, takes := a.takingAt(i)
	return takes && pointsto.Overlap(t.Locks, locks) || a.triesAt(i, locks) || slices.ContainsFunc(a.CalleesAt(i), func(callee *supergraph.Function) bool { return a.mayReturnWith(callee, locks) })
}

// mayReturnWith reports whether a function may return with one of some locks that it has taken, or that it may have got without waiting, itself
// or by what it runs.
func (a *Analysis) mayReturnWith(f *supergraph.Function, locks []pointsto.Location) (is bool) {
	if a.touchesOneOf(f, locks) {
		a.VisitReached(f, func(g *supergraph.Function) { is = is || a.mayKeep(g, locks) || a.triesFor(g, locks) })
	}
	return is
}

// mayKeep reports whether a function may return with one of some locks that it has taken itself.
func (a *Analysis) mayKeep(f *supergraph.Function, locks []pointsto.Location) bool {
	return slices.ContainsFunc(a.Takings(f), func(t Taking) bool {
		_, returns := a.flowOf(t).since(t.At.Block, t.At.Index+1)
		return returns && pointsto.Overlap(t.Locks, locks)
	})
}

// triesFor reports whether a function takes one of some locks if nobody has it.
func (a *Analysis) triesFor(f *supergraph.Function, locks []pointsto.Location) bool {
	for i := range f.Instructions() {
		if i.Calls() && a.triesAt(i, locks) {
			return true
		}
	}
	return false
}

// triesAt reports whether a call takes one of some locks if nobody has it.
func (a *Analysis) triesAt(call supergraph.Instruction, locks []pointsto.Location) bool {
	isTry := func(name string) bool { return library.Find(name).Meaning == library.TryLock }
	return slices.ContainsFunc(a.Points.Callees(call.Parent.Function, call.At), isTry) && pointsto.Overlap(a.Points.Receivers(call.Parent.Function, call.Instr()), locks)
}

// mayStillHold reports whether a function comes from one instruction to another one without releasing one of some locks
// itself.
func (a *Analysis) mayStillHold(from, to supergraph.Instruction, locks []pointsto.Location) bool {
	f := from.Parent
	isHeldThrough := func(block, first, end int) bool {
		for n := first; n < end; n++ {
			if a.releasesOneOf(at(f, block, n), locks) {
				return false
			}
		}
		return true
	}
	if from.At.Block == to.At.Block && from.At.Index < to.At.Index && isHeldThrough(to.At.Block, from.At.Index, to.At.Index) {
		return true
	}
	if !isHeldThrough(from.At.Block, from.At.Index, len(f.Blocks[from.At.Block].Instrs)) {
		return false
	}
	held := dataflow.Reachable(f.SuccessorsOf(from.At.Block), func(b int) []int {
		if !isHeldThrough(b, 0, len(f.Blocks[b].Instrs)) {
			return nil
		}
		return f.SuccessorsOf(b)
	})
	return held[to.At.Block] && isHeldThrough(to.At.Block, 0, to.At.Index)
}

// releasesOneOf reports whether an instruction releases one of some locks, now.
func (a *Analysis) releasesOneOf(i supergraph.Instruction, locks []pointsto.Location) bool {
	in := i.Instr()
	isRelease := in.Op == ir.OpCall && supergraph.Releases(supergraph.LockingBy(in.Name)) != model.Tau
	return isRelease && pointsto.Overlap(a.Points.Receivers(i.Parent.Function, in), locks)
}
