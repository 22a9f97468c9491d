package holding

import (
	"slices"
	"strings"

	"github.com/chancheck/chancheck/extract/internal/pointsto"
	"github.com/chancheck/chancheck/extract/internal/supergraph"
	"github.com/chancheck/chancheck/extract/ir"
	"github.com/chancheck/chancheck/model"
)

// Who receives may go away, and take a lock for that: to say that he does, or to be taken off a list. Who sends to him with
// that lock waits for him, and he for the lock.

// departs finds where the one who receives from a channel takes the lock of somebody who sends with it, and doesn't
// receive any more.
func (a *Analysis) departs(c Circle, to path) (Circle, bool) {
	waits, server := c.Waits, c.Serves.Parent
	var known bool
	c.Capacity, known = a.Points.Objects[c.Object].Capacity()
	isFilled := c.Capacity == 0 || isInLoop(waits) || a.isRepeated(waits, c.Object)
	if waits.Instr().Op != ir.OpSend || !known || !isFilled || c.Capacity > 0 && a.remembersSending(c) || a.hasMet(c.Taking, server) || a.runs(waits.Parent, server) {
		return c, false
	}
	for _, wanted := range a.wantedBy(server) {
		i, chain := wanted.At, wanted.Chain
		if a.receivesFrom(i, c.Object) {
			continue
		}
		c.Departing = slices.DeleteFunc(a.decide(i), func(s Side) bool { return !s.Branch.AlwaysComesBefore(i) })
		joins, isOf := a.isOfReceiver(c, to, chain)
		if isOf && a.mayDepart(c, joins, i) && (c.How == model.Lock || chain.How == model.Lock) && a.isFreeAt(server, i, c.Locks) {
			c.Wants, c.Departs = chain, true
			ok := a.findStart(&c, server)
			return c, ok
		}
	}
	return c, false
}

// A wanted lock is one that a function takes At an instruction, be it where it runs what it has deferred.
type wanted struct {
	Chain
	At supergraph.Instruction
}

// wantedBy lists what locks a function takes, by what it calls, or in the end.
func (a *Analysis) wantedBy(f *supergraph.Function) (list []wanted) {
	for i := range f.Instructions() {
		for _, c := range a.takenAt(i) {
			list = append(list, wanted{c, i})
		}
		for _, c := range a.takenLater(i) {
			for end := range f.Instructions() {
				if end.Instr().Op == ir.OpRunDefers && i.AlwaysComesBefore(end) {
					list = append(list, wanted{c, end})
				}
			}
		}
	}
	return list
}

// remembersSending reports whether a function comes to where it sends by a branch on what it has stored in an earlier
// call, in the struct with the lock, that with the channel, a map or slice, or the package: it may send no more often than there is room.
func (a *Analysis) remembersSending(c Circle) bool {
	types := map[string]bool{}
	for _, l := range slices.Concat(c.Locks, a.Into[c.Object]) {
		if a.Points.Objects[l].Kind == pointsto.Field {
			types[a.typeOfOwner(l)] = true
		}
	}
	return a.askOf(a.decide(c.Waits), func(l pointsto.Location) bool {
		o := &a.Points.Objects[l]
		isKept := o.IsGlobal() || o.Kind == pointsto.Aggregate && o.Function != c.Waits.Parent.Function || o.Kind == pointsto.Field && types[pointsto.TypeOfField(o.Name)]
		return isKept && a.mayStoreIn(c.Waits.Parent, l)
	})
}

// receivesFrom reports whether a function may receive from a channel when it has come past an instruction.
func (a *Analysis) receivesFrom(i supergraph.Instruction, channel pointsto.Location) bool {
	after := i.Parent.Reached(i.Parent.SuccessorsOf(i.At.Block), nowhere)
	for j := range i.Parent.Instructions() {
		isAfter := after[j.At.Block] || j.At.Block == i.At.Block && j.At.Index > i.At.Index
		if isAfter && a.receivesAt(j, channel) {
			return true
		}
		if isAfter && slices.ContainsFunc(a.CalleesAt(j), func(callee *supergraph.Function) bool { return a.Touches(callee, channel) }) {
			return true
		}
	}
	return false
}

// mayDepart reports whether the receiver comes to where he takes the lock, for all that the program says, and the
// sender isn't told before. That there is one more the receiver tells him when he joins.
func (a *Analysis) mayDepart(c Circle, joins, i supergraph.Instruction) bool {
	_, isPossible := a.sidesTo(i)
	isTold := a.askOf(a.decide(c.Waits), func(l pointsto.Location) bool { return a.mayStoreBefore(i, joins, l) })
	return isPossible && !isTold && !a.isToldByMessage(c) && a.isEndedFreely(c)
}

// isToldByMessage reports whether the receiver goes away because of what he has received on the channel, or as that is
// closed: the sender knows.
func (a *Analysis) isToldByMessage(c Circle) bool {
	return slices.ContainsFunc(c.Departing, func(s Side) bool {
		if _, _, isCase := askedCase(s.Branch); isCase || a.isReceived(s, c.Object) {
			return false
		}
		return a.isOfMessage(s.Branch, c.Object) || a.asksAboutMessage(s.Branch, c.Object) || asksOwn(s.Branch.Parent, s.Branch.Instr().Args[0])
	})
}

// asksOwn reports whether a condition hangs on a variable of its function, in which what was received may be.
func asksOwn(f *supergraph.Function, condition ir.Operand) bool {
	in := f.Definition(f.Original(condition))
	switch {
	case in == nil:
		return false
	case in.Op == ir.OpLoad:
		made := f.Definition(f.BaseOfPart(in.Args[0]))
		return made != nil && made.Op == ir.OpAlloc
	}
	return slices.ContainsFunc(in.Args, func(arg ir.Operand) bool { return asksOwn(f, arg) })
}

// isReceived reports whether a side is that on which something was received from a channel which isn't closed.
func (a *Analysis) isReceived(s Side, channel pointsto.Location) bool {
	in := s.Branch.Parent.Definition(s.Branch.Instr().Args[0])
	return s.Edge == 0 && in != nil && in.Op == ir.OpExtract && in.Index == 1 && a.isOfMessage(s.Branch, channel)
}

// asksAboutMessage reports whether a branch hangs on the answer of a function of the package that is given what was
// received from a channel.
func (a *Analysis) asksAboutMessage(branch supergraph.Instruction, channel pointsto.Location) bool {
	f := branch.Parent
	o, _ := f.Negated(branch.Instr().Args[0])
	call, ok := f.DefinedAt(o)
	if !ok || call.Instr().Op != ir.OpCall || len(a.CalleesAt(call)) == 0 {
		return false
	}
	return slices.ContainsFunc(call.Instr().Args, func(arg ir.Operand) bool {
		in := f.Definition(f.Original(arg))
		if in != nil && in.Op == ir.OpExtract {
			arg = in.Args[0]
		}
		receives, ok := f.DefinedAt(f.Original(arg))
		return ok && a.receivesAt(receives, channel)
	})
}

// isOfMessage reports whether a branch hangs on what was received from a channel, or whether that was closed.
func (a *Analysis) isOfMessage(branch supergraph.Instruction, channel pointsto.Location) (is bool) {
	f := branch.Parent
	a.groundsOf(branch).others.Each(func(register int) {
		receives, ok := f.DefinedAt(ir.Operand{Kind: ir.Register, Reg: register})
		is = is || ok && a.receivesAt(receives, channel)
	})
	return is
}

// isEndedFreely reports whether the receiver goes away whatever the sender does: if somebody makes him, by what he looks at
// in a select, without the lock, and without having set what the sender asks for.
func (a *Analysis) isEndedFreely(c Circle) bool {
	for _, s := range c.Departing {
		choice, n, isCase := askedCase(s.Branch)
		if !isCase || s.Edge != 0 || a.comesFromWorld(choice.Parent, &choice.Instr().Cases[n]) || a.isOn(c.Object, choice, n) {
			continue
		}
		_, closed, ok := a.endOf(choice, n)
		if !ok {
			return false
		}
		for _, other := range a.Order {
			if a.runs(other, closed.Parent) && (a.isSteeredBy(c.Waits, other) || pointsto.Overlap(a.locksOf(other), c.Locks)) {
				return false
			}
		}
	}
	return true
}

// isOn reports whether a case of a select may be on a channel.
func (a *Analysis) isOn(channel pointsto.Location, choice supergraph.Instruction, n int) bool {
	return slices.Contains(a.Points.Operand(choice.Parent.Function, choice.Instr().Cases[n].Chan), channel)
}

// mayStoreBefore reports whether a function may store in a variable before it has executed an instruction, but by another
// one, or what stores what that has appended.
func (a *Analysis) mayStoreBefore(i, besides supergraph.Instruction, l pointsto.Location) bool {
	for store := range i.Parent.Instructions() {
		in := store.Instr()
		if in.Op == ir.OpDefer || store == i || store == besides || in.Op == ir.OpStore && isResultOf(store.Parent, in.Args[1], besides) {
			continue
		}
		isStore := slices.Contains(a.Stores[l], store)
		isStore = isStore || slices.ContainsFunc(a.CalleesAt(store), func(callee *supergraph.Function) bool { return a.mayStoreIn(callee, l) })
		if isStore && ComesBefore(store, i) && !i.AlwaysComesBefore(store) {
			return true
		}
	}
	return false
}

// isResultOf reports whether a value is what an instruction of its function has computed.
func isResultOf(f *supergraph.Function, o ir.Operand, computes supergraph.Instruction) bool {
	i, ok := f.DefinedAt(f.Original(o))
	return ok && i == computes
}

// isOfReceiver reports whether a lock that the receiver takes is that of the one who sends to him: of the struct in which
// both know the channel, or of the one that keeps it among others, as the receiver has got it from a method of that, by
// which he joins.
func (a *Analysis) isOfReceiver(c Circle, to path, wants Chain) (joins supergraph.Instruction, ok bool) {
	server := c.Serves.Parent
	operand := a.servedBy(c.Serves, c.Object)
	if wants.path.isOfSame(c.Taking.path, a.wayTo(server, operand), to) {
		return joins, true
	}
	if a.isOfKin(c, to, wants) {
		return joins, true
	}
	kept, isKept := to.collection()
	if !isKept || kept.root != c.Taking.path.root {
		return joins, false
	}
	joins, owner, among := a.joiningOf(server, operand, c.Object)
	isOf := owner.known && among == kept.steps && wants.path.isSame(c.Taking.path.of(owner))
	return joins, isOf && a.sendsToAll(&c) && a.leavesFreely(&c, joins) && !a.closesFirst(&c)
}

// isOfKin reports whether the receiver may be one of those that the sender finds in a field, and takes the lock of the one
// with that field, whom he knows.
func (a *Analysis) isOfKin(c Circle, to path, wants Chain) bool {
	server, found := c.Serves.Parent, a.elementAt(c.Waits)
	served := a.wayTo(server, a.servedBy(c.Serves, c.Object))
	_, channel, isElement := strings.Cut(to.steps, element)
	if len(c.Calls) > 0 || !isElement || !served.known || served.steps != channel || served.root != wants.path.root || !served.beginsOutside(server) {
		return false
	}
	owner := a.pathOf(c.Waits.Parent, found.base)
	return slices.ContainsFunc(a.kinIn(found.field), func(k kin) bool {
		rest, ok := strings.CutPrefix(wants.path.steps, k.back)
		return ok && k.back != "" && k.typeName == server.ParamType(served.root.Reg) && wants.path.known && (path{owner.root, owner.steps + rest, owner.known}).isSame(c.Taking.path)
	})
}

// elementAt is the field in which a function has found what it sends to, among others.
func (a *Analysis) elementAt(sent supergraph.Instruction) (found fieldOf) {
	f, o := sent.Parent, sent.Instr().Args[0]
	for range maxDepth {
		base, _ := f.StepsTo(o)
		if address, isOneOfMany := foundAt(f, base); isOneOfMany {
			found, _ = a.fieldAt(f, address)
			return found
		}
		in := f.Definition(base)
		if in == nil || in.Op != ir.OpLoad {
			break
		}
		o = in.Args[0]
	}
	return found
}

// gotFrom is the call by which a function has got a value.
func gotFrom(f *supergraph.Function, o ir.Operand) (call supergraph.Instruction, ok bool) {
	i, ok := f.DefinedAt(f.Original(o))
	if ok && i.Instr().Op == ir.OpExtract {
		i, ok = f.DefinedAt(i.Instr().Args[0])
	}
	return i, ok && i.Instr().Op == ir.OpCall
}
