package holding

import (
	"slices"

	"github.com/chancheck/chancheck/extract/internal/dataflow"
	"github.com/chancheck/chancheck/extract/internal/pointsto"
	"github.com/chancheck/chancheck/extract/internal/supergraph"
	"github.com/chancheck/chancheck/extract/ir"
)

// Who sends to those who have joined, with the lock by which they do and leave, may send to one who is about to leave. But many who do have
// agreed on something: each member gets just one message, for which he waits, or there is room; or nobody leaves of whom the sender doesn't
// know. So nothing is said unless a member leaves where he would have received, for what nobody else in the package decides, and the sender
// asks for nothing but who has joined.

// joiningOf is where a function joins others with the channel from which it receives: it puts that, or the struct that it is in, into a map or slice
// of the owner, or calls the method of that which does so for it; and the steps from the owner to the map or slice.
func (a *Analysis) joiningOf(f *supergraph.Function, received ir.Operand, channel pointsto.Location) (joins supergraph.Instruction, owner path, among string) {
	maker := a.Functions[a.Points.Objects[channel].Function]
	if maker == nil {
		return joins, owner, ""
	}
	p := a.entryOf(maker.At(a.Points.Objects[channel].At))
	shared, ok := p.sharedAt()
	at := a.collectionAt(shared)
	if !ok || !at.known {
		return joins, owner, ""
	}
	if maker == f && p.isPromise(received) {
		return shared, path{root: at.root, known: true}, at.steps
	}
	joins, ok = gotFrom(f, structOf(f, received))
	if !ok || !slices.Equal(a.CalleesAt(joins), []*supergraph.Function{maker}) {
		return joins, owner, ""
	}
	if given, ok := supergraph.Argument(joins.Instr(), maker, at.root.Reg); ok && at.root.Kind == ir.Register {
		owner = a.pathOf(f, given)
	}
	return joins, owner, at.steps
}

// structOf is the struct from a field of which a value was loaded, or the value itself if there is none.
func structOf(f *supergraph.Function, o ir.Operand) ir.Operand {
	if in := f.Definition(f.Original(o)); in != nil && in.Op == ir.OpLoad {
		return f.BaseOfPart(in.Args[0])
	}
	return o
}

// leavesFreely reports whether a member leaves where he else would receive, for something that the sender has no part in, and receives
// nothing from then on. If the sender lets him go, that is before he has received anything.
func (a *Analysis) leavesFreely(c *Circle, joins supergraph.Instruction) bool {
	server, leaves := c.Serves.Parent, false
	waiting := a.reachedWithoutReceiving(joins, c.Object)
	isLetGo := a.remembersSending(*c)
	for _, s := range c.Departing {
		if a.isReceived(s, c.Object) {
			continue
		}
		if !a.isFreeToTake(s) {
			return false
		}
		next := server.SuccessorsOf(s.Branch.At.Block)
		isAsked := !isLetGo || waiting[s.Branch.At.Block]
		leaves = leaves || isAsked && !a.mayReceiveFrom(server, next[s.Edge], c.Object) && (a.isInsteadOf(s, c.Object) || a.mayReceiveFrom(server, next[1-s.Edge], c.Object))
	}
	isDeferred := func(i supergraph.Instruction) bool { return i.Instr().Op == ir.OpDefer && a.mayReceiveAt(i, c.Object) }
	return leaves && !slices.ContainsFunc(slices.Collect(server.Instructions()), isDeferred)
}

// reachedWithoutReceiving are the blocks to which a function may come from an instruction without having received from a channel.
func (a *Analysis) reachedWithoutReceiving(from supergraph.Instruction, channel pointsto.Location) map[int]bool {
	f, receiving := from.Parent, map[int]bool{}
	for i := range f.Instructions() {
		if i.Instr().Op != ir.OpSelect && a.mayReceiveAt(i, channel) && !(i.At.Block == from.At.Block && i.At.Index < from.At.Index) {
			receiving[i.At.Block] = true
		}
	}
	for branch := range branchesOf(f) {
		if choice, n, isCase := askedCase(branch); isCase && !choice.Instr().Cases[n].Send && a.isOn(channel, choice, n) {
			receiving[f.SuccessorsOf(branch.At.Block)[0]] = true
		}
	}
	return dataflow.Reachable([]int{from.At.Block}, func(block int) []int {
		if receiving[block] {
			return nil
		}
		return f.SuccessorsOf(block)
	})
}

// isInsteadOf reports whether a side is that of a case of a select that receives from a channel in another one.
func (a *Analysis) isInsteadOf(s Side, channel pointsto.Location) bool {
	choice, n, isCase := askedCase(s.Branch)
	return isCase && s.Edge == 0 && !a.isOn(channel, choice, n) && a.receivesAt(choice, channel)
}

// isFreeToTake reports whether a branch is one on the cases of a select (see isEndedFreely), on whether the context of a caller is over, on an
// error that others have returned, or on the answer of a function that somebody has passed.
func (a *Analysis) isFreeToTake(s Side) bool {
	if _, _, isCase := askedCase(s.Branch); isCase {
		return true
	}
	f := s.Branch.Parent
	o, _ := f.Negated(s.Branch.Instr().Args[0])
	if isErrorTest(s.Branch) {
		o = f.Original(f.Definition(o).Args[0])
	}
	call, ok := f.DefinedAt(returnedBy(f, o))
	if !ok || call.Instr().Op != ir.OpCall {
		return false
	}
	in := call.Instr()
	switch {
	case in.TypeName == ir.ContextType:
		return a.isOfWorld(f, in.Args[0])
	case !isErrorTest(s.Branch):
		return in.Name == "" && len(a.CalleesAt(call)) == 0
	}
	return isOfOthers(call) || a.handsOnErrors(call)
}

// mayReceiveFrom reports whether a function that has come to a block may receive from a channel, itself or by what it calls.
func (a *Analysis) mayReceiveFrom(f *supergraph.Function, block int, channel pointsto.Location) bool {
	reached := reachedFrom(f, block)
	return slices.ContainsFunc(slices.Collect(f.Instructions()), func(i supergraph.Instruction) bool {
		return reached[i.At.Block] && i.Instr().Op != ir.OpDefer && a.mayReceiveAt(i, channel)
	})
}

// mayReceiveAt reports whether an instruction may receive from a channel, or what it calls.
func (a *Analysis) mayReceiveAt(i supergraph.Instruction, channel pointsto.Location) bool {
	return a.receivesAt(i, channel) || a.receivesWhere([]pointsto.Location{channel}, func(received supergraph.Instruction) bool {
		return slices.ContainsFunc(a.CalleesAt(i), func(callee *supergraph.Function) bool { return a.runs(callee, received.Parent) })
	})
}

// sendsToAll reports whether a function sends to who has joined, and asks for nothing else but what stays as it is: no answer, no permission,
// and, if there is room for messages, callers may have it send as often as they like.
func (a *Analysis) sendsToAll(c *Circle) bool {
	sides := a.decide(c.Waits)
	if slices.ContainsFunc(sides, a.asksForLeave) || a.awaitsBefore(c.Waits) {
		return false
	}
	return c.Capacity == 0 || slices.ContainsFunc(sides, isTurn) && a.isAlwaysDone(c.Waits, maxCalls)
}

// asksForLeave reports whether a branch hangs on what a function answers, or on which case of a select is ready.
func (a *Analysis) asksForLeave(s Side) bool {
	_, _, isCase := askedCase(s.Branch)
	g := a.groundsOf(s.Branch)
	return isCase || !isTurn(s) && (g.chosen || len(g.callees) > 0)
}

// isAlwaysDone reports whether callers of the package may have a function come to an instruction as often as they like: it asks for nothing but what
// stays as it is.
func (a *Analysis) isAlwaysDone(i supergraph.Instruction, depth int) bool {
	f := i.Parent
	changes := func(l pointsto.Location) bool { return !a.isSetOnce(l) }
	if slices.ContainsFunc(a.decide(i), func(s Side) bool {
		g := a.groundsOf(s.Branch)
		return !isTurn(s) && (!g.others.IsEmpty() || g.askOf(changes))
	}) {
		return false
	}
	return a.isOpen(f) && hasExportedName(f) || depth > 0 && slices.ContainsFunc(f.Callers, func(call supergraph.Instruction) bool {
		return call.Instr().Op == ir.OpCall && a.Callee(call.Instr().Name) == f && a.isAlwaysDone(call, depth-1)
	})
}

// awaitsBefore reports whether a function may wait for a message or for others before it comes to an instruction, itself or by what it calls: that may
// be leave to go on.
func (a *Analysis) awaitsBefore(i supergraph.Instruction) bool {
	awaits := func(i supergraph.Instruction) bool {
		in := i.Instr()
		return in.Op == ir.OpReceive || in.Op == ir.OpSelect || isWait(in)
	}
	for before := range comingBefore(i) {
		if awaits(before) {
			return true
		}
		for f := range a.callable(a.CalleesAt(before)...) {
			if before.Instr().Op == ir.OpCall && slices.ContainsFunc(slices.Collect(f.Instructions()), awaits) {
				return true
			}
		}
	}
	return false
}

// closesFirst reports whether the member may close its channel before it has the lock: whoever sends panics then, and may recover from that.
func (a *Analysis) closesFirst(c *Circle) bool {
	return slices.ContainsFunc(a.Users[c.Object], func(user *supergraph.Function) bool {
		return a.runs(c.Serves.Parent, user) && slices.ContainsFunc(a.Operations(user), func(o supergraph.Operation) bool {
			return o.IsClose() && slices.Contains(o.Objects, c.Object) && !pointsto.Overlap(a.locksAt(user.At(o.At)), c.Locks)
		})
	})
}
