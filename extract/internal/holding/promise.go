package holding

import (
	"slices"

	"github.com/chancheck/chancheck/extract/internal/library"
	"github.com/chancheck/chancheck/extract/internal/pointsto"
	"github.com/chancheck/chancheck/extract/internal/supergraph"
	"github.com/chancheck/chancheck/extract/ir"
	"github.com/chancheck/chancheck/model"
)

// A promise is a channel that a function makes each time that it is called, or a wait group in a struct that it makes, of
// which it counts one.
type promise struct {
	*Analysis
	*supergraph.Function
	channel pointsto.Location
	// counted is where the function counts, if it is a wait group.
	counted supergraph.Instruction
	value   ir.Operand
	// entry is the address of the struct in which the channel is, if it is in one that the function makes.
	entry ir.Operand
	// fulfilled are the places where it is closed, or sent on, by the server.
	fulfilled []supergraph.Instruction
	server    *supergraph.Function
}

// promiseAt is the promise that is made at an instruction, if nobody fulfils it but the function that has made it, or
// what that runs with it.
func (a *Analysis) promiseAt(made supergraph.Instruction) (p *promise, ok bool) {
	p = a.entryOf(made)
	if p.channel == 0 || a.Points.Escapes(p.channel) {
		return nil, false
	}
	return p, p.findFulfilled()
}

// groupAt is the promise that a function makes by counting one of a wait group in a struct that it has made.
func (a *Analysis) groupAt(counted supergraph.Instruction) (p *promise, ok bool) {
	in := counted.Instr()
	groups := a.groupsAt(counted, library.Add)
	if in.Op != ir.OpCall || len(groups) != 1 || in.Args[1].Kind != ir.IntConst || in.Args[1].Int != 1 {
		return nil, false
	}
	p = &promise{Analysis: a, Function: counted.Parent, channel: groups[0], counted: counted, entry: counted.Parent.BaseOfPart(in.Args[0])}
	p.value = p.entry
	if !p.isOwn(in.Args[0]) || a.Points.Escapes(p.channel) {
		return nil, false
	}
	return p, p.findFulfilled()
}

// isGroup reports whether the promise is a wait group.
func (p *promise) isGroup() bool { return p.counted.Parent != nil }

// fulfils reports whether an operation fulfils a promise of its kind. It is not ok if a wait group is counted anew.
func (p *promise) fulfils(o supergraph.Operation, i supergraph.Instruction) (is, ok bool) {
	switch {
	case !p.isGroup():
		return o.Sends || o.IsClose(), true
	case o.Waits || i == p.counted:
		return false, true
	}
	return true, library.Find(i.Instr().Name).Meaning == library.Done
}

// entryOf is a channel that is made at an instruction, with the struct that it is in.
func (a *Analysis) entryOf(made supergraph.Instruction) *promise {
	f := made.Parent
	p := &promise{Analysis: a, Function: f, value: ir.Operand{Kind: ir.Register, Reg: made.Instr().Dst}}
	if locations := a.Points.Operand(f.Function, p.value); len(locations) == 1 {
		p.channel = locations[0]
	}
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
			if !slices.Contains(o.Objects, p.channel) {
				continue
			}
			is, ok := p.fulfils(o, i)
			if !ok {
				return false
			}
			if !is {
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
	return o == p.value || in != nil && in.Op == ir.OpLoad && isOfEntry() || p.isGroup() && p.BaseOfPart(o) == p.entry
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
		case ir.OpMapUpdate:
			isShared = slices.ContainsFunc(in.Args[1:], p.isIn)
		case ir.OpAppend:
			isShared = p.isAppended(in.Args[1])
		case ir.OpStore:
			isShared = p.isIn(in.Args[1]) && !isInOwn(p.Function, in.Args[0])
		}
		if isShared && !isInLoop(i) {
			list = append(list, i)
		}
	}
	return list
}

// isAppended reports whether the promise is in a list that the function has made to append it.
func (p *promise) isAppended(list ir.Operand) bool {
	made := p.Definition(p.Original(list))
	return made != nil && made.Op == ir.OpSlice && slices.ContainsFunc(storedIn(p.Function, made.Args[0]), p.isIn)
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
	isHandedOn := i.Parent == p.Function && (i.Calls() || in.Op == ir.OpMakeClosure) && slices.ContainsFunc(in.Args, p.isIn)
	return isHandedOn || slices.Contains(p.fulfilled, i)
}

// isHeldFrom reports whether a function has a lock on all ways from an instruction to another one: who wants that
// finds nothing meanwhile.
func (a *Analysis) isHeldFrom(from, to supergraph.Instruction) bool {
	return slices.ContainsFunc(a.Takings(from.Parent), func(t Taking) bool {
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
	if !ok || p.server != maker || !a.isOpen(maker) || maker == waits.Parent && p.isPromise(waits.Instr().Args[0]) || p.asksWhatIsStored(waits) || a.asksElsewhere(waits) {
		return c, false
	}
	shared, ok := p.sharedAt()
	if !ok {
		return c, false
	}
	c = Circle{Taking: t, Waits: waits, Object: channel, Serves: p.fulfilled[0]}
	c.Capacity, ok = o.Capacity()
	for _, wants := range a.Takings(maker) {
		isBetween := shared.AlwaysComesBefore(wants.Instruction) && wants.Instruction.AlwaysComesBefore(c.Serves)
		if isBetween && !a.isHeldFrom(shared, wants.Instruction) && (t.How == model.Lock || wants.How == model.Lock) && a.isOfOneOwner(t, waits, wants, shared) {
			c.Wants = Chain{nil, wants, wants.path}
			return c, ok
		}
	}
	return c, false
}

// asksElsewhere reports whether a function comes to an instruction by a branch on what a call answers, or on something
// that isn't followed.
func (a *Analysis) asksElsewhere(i supergraph.Instruction) bool {
	return slices.ContainsFunc(a.decide(i), func(s Side) bool {
		g := a.groundsOf(s.Branch)
		return g.chosen || len(g.callees) > 0
	})
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
