package holding

import (
	"slices"

	"github.com/chancheck/chancheck/extract/internal/pointsto"
	"github.com/chancheck/chancheck/extract/internal/supergraph"
	"github.com/chancheck/chancheck/extract/ir"
	"github.com/chancheck/chancheck/model"
)

// An Unfulfilled is a promise (a channel in the place of a result that is still to come: Friedman and Wise 1976, Liskov
// and Shrira 1988) that the function which has made it, and has put it where others find it, never fulfils if it takes
// one side of a branch: whoever has found it waits for ever.
type Unfulfilled struct {
	Channel pointsto.Location
	// Shared is where others can find it from then on, Fulfilled where it is closed, or sent on, on other ways.
	Shared, Fulfilled supergraph.Instruction
	// Awaits is where somebody waits for it who has found it, and for nothing else.
	Awaits supergraph.Instruction
	Side
}

// A promise is a channel that a function makes each time that it is called.
type promise struct {
	*Analysis
	*supergraph.Function
	channel pointsto.Location
	value   ir.Operand
	// entry is the address of the struct in which the channel is, if it is in one that the function makes.
	entry ir.Operand
	// fulfilled are the places where it is closed, or sent on, by the server.
	fulfilled []supergraph.Instruction
	server    *supergraph.Function
}

// Unfulfilled lists the promises that a function may leave unfulfilled, once each.
func (a *Analysis) Unfulfilled(f *supergraph.Function) (list []Unfulfilled) {
	if !a.isOpen(f) {
		return nil
	}
	for made := range f.Instructions() {
		if made.Instr().Op != ir.OpMakeChan || isInLoop(made) {
			continue
		}
		if p, ok := a.promiseAt(made); ok {
			if u, ok := p.unfulfilled(); ok {
				list = append(list, u)
			}
		}
	}
	return list
}

// unfulfilled finds somebody who has found the promise, and a branch on one side of which that is left then.
func (p *promise) unfulfilled() (u Unfulfilled, ok bool) {
	for _, shared := range p.shares() {
		awaits, ok := p.awaitedAt(shared)
		if !ok {
			continue
		}
		if side, ok := p.forgottenAfter(shared, awaits); ok {
			return Unfulfilled{p.channel, shared, p.fulfilled[0], awaits, side}, true
		}
	}
	return u, false
}

// forgottenAfter is the side of a branch on which nobody fulfils the promise that others may have found by then.
func (p *promise) forgottenAfter(shared, awaits supergraph.Instruction) (side Side, ok bool) {
	from := shared
	if p.server != p.Function {
		from = supergraph.Instruction{}
	}
	w := p.flowIn(span{p.server, from, p.mayFulfil})
	for s := range w.forgotten() {
		if p.mayTake(s.Branch, s.Edge) && p.isLetGo(shared, s.Branch) && !p.IsDecidedBy(awaits, s.Branch) {
			return s, true
		}
	}
	return side, false
}

// isLetGo reports whether the function has none of the locks any more by a branch that it had when it put the promise
// where others find it. A goroutine that the function has started comes there at any time.
func (p *promise) isLetGo(shared, branch supergraph.Instruction) bool {
	return !branch.Instr().Guarded && (branch.Parent != p.Function || !slices.ContainsFunc(p.Takings(p.Function), func(t Taking) bool {
		return p.flowOf(t).holdsAt(shared) && p.mayStillHold(shared, branch, t.Locks)
	}))
}

// promiseAt is the promise that is made at an instruction, if nobody fulfils it but the function that has made it, or
// what that runs with it.
func (a *Analysis) promiseAt(made supergraph.Instruction) (p *promise, ok bool) {
	p = a.entryOf(made)
	locations := a.Points.Operand(made.Parent.Function, p.value)
	if len(locations) != 1 || a.Points.Escapes(locations[0]) {
		return nil, false
	}
	p.channel = locations[0]
	return p, p.findFulfilled()
}

// entryOf is a channel that is made at an instruction, with the struct that it is in.
func (a *Analysis) entryOf(made supergraph.Instruction) *promise {
	f := made.Parent
	p := &promise{Analysis: a, Function: f, value: ir.Operand{Kind: ir.Register, Reg: made.Instr().Dst}}
	for i := range f.Instructions() {
		if in := i.Instr(); in.Op == ir.OpStore && f.Original(in.Args[1]) == p.value && p.isOwn(in.Args[0]) && f.BaseOfPart(in.Args[0]) != f.Original(in.Args[0]) {
			p.entry = f.BaseOfPart(in.Args[0])
		}
	}
	return p
}

// findFulfilled finds where the promise is fulfilled: by the function itself, or by a literal that it runs once. It is not
// ok if others do that, or nobody.
func (p *promise) findFulfilled() (ok bool) {
	for _, user := range p.Users[p.channel] {
		for _, o := range p.Operations(user) {
			i := user.At(o.At)
			if !slices.Contains(o.Objects, p.channel) || !o.Sends && !o.IsClose() {
				continue
			}
			if p.server != nil && p.server != user || !p.isOwnOf(user, channelAt(i, p.channel, p.Analysis)) {
				return false
			}
			p.server, p.fulfilled = user, append(p.fulfilled, i)
		}
	}
	return p.server != nil
}

// isOwnOf reports whether a function that fulfils the promise does it to this one, and not to one that it has found.
func (p *promise) isOwnOf(server *supergraph.Function, channel ir.Operand) bool {
	if server == p.Function {
		return p.isPromise(channel)
	}
	if p.isOpen(server) || len(server.Callers) != 1 || server.Callers[0].Parent != p.Function || isInLoop(server.Callers[0]) {
		return false
	}
	root := p.pathOf(server, channel).root
	given, ok := supergraph.Argument(server.Callers[0].Instr(), server, root.Reg)
	return ok && root.Kind == ir.Register && root.Reg < server.Params+server.FreeVars && p.isIn(given)
}

// channelAt is the operand of an instruction that closes a channel, or sends on it.
func channelAt(i supergraph.Instruction, channel pointsto.Location, a *Analysis) ir.Operand {
	for _, c := range i.Instr().Cases {
		if c.Send && slices.Contains(a.Points.Operand(i.Parent.Function, c.Chan), channel) {
			return c.Chan
		}
	}
	return i.Instr().Args[0]
}

// isOwn reports whether an address is in a variable that the function makes.
func (p *promise) isOwn(address ir.Operand) bool {
	made, ok := p.DefinedAt(p.BaseOfPart(address))
	return ok && made.Instr().Op == ir.OpAlloc && !isInLoop(made)
}

// isPromise reports whether a value is the channel.
func (p *promise) isPromise(o ir.Operand) bool {
	o = p.Original(o)
	in := p.Definition(o)
	isOfEntry := func() bool {
		return p.entry.Kind == ir.Register && p.BaseOfPart(in.Args[0]) == p.entry && slices.Contains(p.Points.Operand(p.Function.Function, o), p.channel)
	}
	return o == p.value || in != nil && in.Op == ir.OpLoad && isOfEntry()
}

// isIn reports whether a value leads to the channel: it, or the struct that it is in.
func (p *promise) isIn(o ir.Operand) bool {
	o = p.Original(o)
	in := p.Definition(o)
	isEntry := p.entry.Kind == ir.Register && (o == p.entry || in != nil && in.Op == ir.OpLoad && in.Args[0] == p.entry)
	return isEntry || p.isPromise(o)
}

// shares lists where the promise is put where others may find it: in memory that the function hasn't made.
func (p *promise) shares() (list []supergraph.Instruction) {
	for i := range p.Instructions() {
		in := i.Instr()
		isShared := false
		switch in.Op {
		case ir.OpMapUpdate, ir.OpAppend:
			isShared = slices.ContainsFunc(in.Args[1:], p.isIn)
		case ir.OpStore:
			isShared = p.isIn(in.Args[1]) && !p.isOwn(in.Args[0])
		}
		if isShared && !isInLoop(i) {
			list = append(list, i)
		}
	}
	return list
}

// sharedAt is the one place where the promise is put where others find it.
func (p *promise) sharedAt() (shared supergraph.Instruction, ok bool) {
	list := p.shares()
	if len(list) != 1 {
		return shared, false
	}
	return list[0], true
}

// mayFulfil reports whether an instruction may fulfil the promise, or hands it to what may.
func (p *promise) mayFulfil(i supergraph.Instruction) bool {
	in := i.Instr()
	if slices.Contains(p.fulfilled, i) || i.Parent != p.Function {
		return slices.Contains(p.fulfilled, i)
	}
	return (i.Calls() || in.Op == ir.OpMakeClosure) && slices.ContainsFunc(in.Args, p.isIn)
}

// awaitedAt is where somebody waits for the promise who has found it where it was put, whatever the function has stored in
// it.
func (p *promise) awaitedAt(shared supergraph.Instruction) (awaits supergraph.Instruction, ok bool) {
	for _, user := range p.Users[p.channel] {
		for _, o := range p.Operations(user) {
			i := user.At(o.At)
			if i.Instr().Op != ir.OpReceive || !slices.Contains(o.Objects, p.channel) || p.isRun(user) {
				continue
			}
			if p.isFoundAt(i, shared) && !p.asksWhatIsStored(i) {
				return i, true
			}
		}
	}
	return awaits, false
}

// isRun reports whether a function is a literal of the one that makes the promise, or of what that starts.
func (p *promise) isRun(user *supergraph.Function) bool {
	return user != p.Function && user.FreeVars > 0 && p.runs(p.Function, user)
}

// isFoundAt reports whether somebody who receives has found the channel where an instruction has put it, himself or by who
// calls him, with the lock that was had there: that is why he may find it at any time.
func (p *promise) isFoundAt(receives, shared supergraph.Instruction) bool {
	f := receives.Parent
	if p.isTakenFrom(f, receives.Instr().Args[0], shared) {
		return true
	}
	root := p.sources(f, receives.Instr().Args[0]).root
	if root.Kind != ir.Register || root.Reg >= f.Params {
		return false
	}
	return slices.ContainsFunc(f.Callers, func(call supergraph.Instruction) bool {
		o, ok := supergraph.Argument(call.Instr(), f, root.Reg)
		return ok && p.isTakenFrom(call.Parent, o, shared)
	})
}

// isTakenFrom reports whether a function has found a value where an instruction has put it.
func (p *promise) isTakenFrom(f *supergraph.Function, o ir.Operand, shared supergraph.Instruction) bool {
	in := shared.Instr()
	to := p.Points.Operand(p.Function.Function, in.Args[0])
	if in.Op == ir.OpStore {
		to = p.Memory(p.Function, in.Args[0])
	}
	found := p.sources(f, o)
	return pointsto.Overlap(found.places, to) && (found.isLocked || pointsto.Overlap(p.locksOf(f), p.locksAt(shared)))
}

// locksAt are the locks that a function has on all ways to an instruction.
func (a *Analysis) locksAt(i supergraph.Instruction) (list []pointsto.Location) {
	for _, t := range a.Takings(i.Parent) {
		if a.flowOf(t).holdsAt(i) {
			list = append(list, t.Locks...)
		}
	}
	return list
}

// An origin are the variables, maps and slices in which a function has found a value, one in the other, with what it has
// begun.
type origin struct {
	places []pointsto.Location
	root   ir.Operand
	// isLocked says that it had a lock that the skeleton doesn't have.
	isLocked bool
}

// sources is where a function has found a value.
func (a *Analysis) sources(f *supergraph.Function, o ir.Operand) (found origin) {
	for range 2 * maxDepth {
		found.root = f.Original(o)
		in := f.Definition(found.root)
		if in == nil {
			break
		}
		switch in.Op {
		case ir.OpLoad:
			found.places = append(found.places, a.Memory(f, in.Args[0])...)
			found.isLocked = found.isLocked || in.Guarded || in.Name == ir.AtomicLoad
		case ir.OpMapLookup, ir.OpRange, ir.OpIndexAddr:
			found.places = append(found.places, a.Points.Operand(f.Function, in.Args[0])...)
		case ir.OpFieldAddr, ir.OpField, ir.OpExtract, ir.OpNext, ir.OpTypeAssert:
		default:
			return found
		}
		o = in.Args[0]
	}
	return found
}

// asksWhatIsStored reports whether somebody waits only if he has found what the function stores, but for the promise: that
// may say that it isn't to be waited for.
func (p *promise) asksWhatIsStored(awaits supergraph.Instruction) bool {
	found := p.sources(awaits.Parent, awaits.Instr().Args[0]).places
	return slices.ContainsFunc(p.decide(awaits), func(s Side) (is bool) {
		p.groundsOf(s.Branch).cells.Each(func(n int) {
			is = is || !slices.Contains(found, locationOf(n)) && p.mayStoreIn(p.Function, locationOf(n))
		})
		return is
	})
}

// isHeldFrom reports whether a function has a lock on all ways from an instruction to another one: who wants that
// finds nothing meanwhile.
func (a *Analysis) isHeldFrom(from, to supergraph.Instruction) bool {
	return from.Parent == to.Parent && slices.ContainsFunc(a.Takings(from.Parent), func(t Taking) bool {
		w := a.flowOf(t)
		return w.holdsAt(from) && w.holdsAt(to)
	})
}

// promisedTo is the circle of somebody who waits for a promise with a lock that the one who has promised it takes before he
// fulfils it, when others can find it already.
func (a *Analysis) promisedTo(t Taking, waits supergraph.Instruction, channel pointsto.Location) (c Circle, ok bool) {
	o := &a.Points.Objects[channel]
	maker := a.Functions[o.Function]
	if waits.Instr().Op != ir.OpReceive || maker == nil || isInLoop(maker.At(o.At)) {
		return c, false
	}
	p, ok := a.promiseAt(maker.At(o.At))
	if !ok || p.server != maker || !a.isOpen(maker) || maker == waits.Parent && p.isPromise(waits.Instr().Args[0]) || p.asksWhatIsStored(waits) {
		return c, false
	}
	shared, ok := p.sharedAt()
	if !ok {
		return c, false
	}
	c = Circle{Taking: t, Waits: waits, Object: channel, Serves: p.fulfilled[0]}
	c.Capacity, ok = o.Capacity()
	for _, wants := range a.Takings(maker) {
		isBetween := alwaysComesBefore(shared, wants.Instruction) && alwaysComesBefore(wants.Instruction, c.Serves)
		if isBetween && !a.isHeldFrom(shared, wants.Instruction) && (t.How == model.Lock || wants.How == model.Lock) && a.isOfOneOwner(t, waits, wants, shared) {
			c.Wants = Chain{nil, wants, wants.path}
			return c, ok
		}
	}
	return c, false
}

// isOfOneOwner reports whether somebody has found what he waits for in the struct whose lock he has, and who has put it
// there wants the lock of that struct.
func (a *Analysis) isOfOneOwner(t Taking, waits supergraph.Instruction, wants Taking, shared supergraph.Instruction) bool {
	from, ok := a.wayTo(waits.Parent, waits.Instr().Args[0]).collection()
	to := a.collectionAt(shared)
	return ok && to.known && from.steps == to.steps && t.path.steps == wants.path.steps &&
		t.path.known && wants.path.known && from.root == t.path.root && to.root == wants.path.root
}

// collectionAt is the path to the map in which an instruction stores, or to the slice to which it appends.
func (a *Analysis) collectionAt(shared supergraph.Instruction) path {
	in := shared.Instr()
	if in.Op != ir.OpMapUpdate && in.Op != ir.OpAppend {
		return path{}
	}
	return a.pathOf(shared.Parent, loadedFrom(shared.Parent, in.Args[0]))
}
