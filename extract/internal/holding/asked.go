package holding

import (
	"slices"

	"github.com/chancheck/chancheck/extract/internal/pointsto"
	"github.com/chancheck/chancheck/extract/internal/supergraph"
	"github.com/chancheck/chancheck/extract/ir"
)

// questionFor finds somebody who sends such a message, with a channel that he has made for the answer, and waits for
// that and for nothing else; nil, if there is nobody, or others may answer.
func (a *Analysis) questionFor(m *message) *question {
	for _, l := range m.answers {
		o := &a.Points.Objects[l]
		if o.Kind != pointsto.Channel || o.Function == nil || a.Functions[o.Function] == nil || a.isAnsweredByOthers(l, m.Function) {
			continue
		}
		q := &question{Analysis: a, Function: a.Functions[o.Function], made: l}
		q.channel = ir.Operand{Kind: ir.Register, Reg: q.At(o.At).Instr().Dst}
		if q.find(m) {
			return q
		}
	}
	return nil
}

// isAnsweredByOthers reports whether another function than one sends on a channel, or closes it.
func (a *Analysis) isAnsweredByOthers(channel pointsto.Location, f *supergraph.Function) bool {
	return slices.ContainsFunc(a.Users[channel], func(user *supergraph.Function) bool {
		return user != f && slices.ContainsFunc(a.Operations(user), func(o supergraph.Operation) bool {
			in := user.At(o.At).Instr()
			isSend := in.Op == ir.OpSend || in.Op == ir.OpClose || in.Op == ir.OpSelect && slices.ContainsFunc(in.Cases, func(c ir.SelectCase) bool { return c.Send })
			return isSend && slices.Contains(o.Objects, channel)
		})
	})
}

// A question is asked by a function that makes a channel for the answer.
type question struct {
	*Analysis
	*supergraph.Function
	made          pointsto.Location
	channel       ir.Operand
	message       ir.Operand // the address of the struct in which the channel is sent, or the channel
	asked, awaits supergraph.Instruction
}

// find finds where the question is asked and where the answer is awaited, and nothing else is done with either.
func (q *question) find(m *message) bool {
	q.message = q.channel
	for i := range q.Instructions() {
		in := i.Instr()
		if in.Op == ir.OpStore && q.Original(in.Args[1]) == q.channel && q.isPart(in.Args[0]) {
			q.message = q.BaseOfPart(in.Args[0])
		}
	}
	for i := range q.Instructions() {
		in := i.Instr()
		switch {
		case in.Op == ir.OpSend && q.isMessage(in.Args[1]) && q.goesTo(in.Args[0], m):
			q.asked = i
		case in.Op == ir.OpSelect && slices.ContainsFunc(in.Cases, func(c ir.SelectCase) bool { return c.Send && q.isMessage(c.Value) && q.goesTo(c.Chan, m) }):
			q.asked = i
		case in.Op == ir.OpReceive && q.isChannel(in.Args[0]):
			q.awaits = i
		case q.isGivenAway(in):
			return false
		}
	}
	return q.asked.Parent != nil && q.awaits.Parent != nil && ComesBefore(q.asked, q.awaits) && q.awaitsAnyway()
}

// awaitsAnyway reports whether the answer is awaited whatever comes when the question has been asked.
func (q *question) awaitsAnyway() bool {
	return !slices.ContainsFunc(q.decide(q.awaits), func(s Side) bool {
		isOfAsking := q.asked.Instr().Dst >= 0 && q.groundsOf(s.Branch).others.Has(q.asked.Instr().Dst)
		return ComesBefore(q.asked, s.Branch) && !isOfAsking
	})
}

// isPart reports whether an address is that of a field of a struct that the function makes.
func (q *question) isPart(address ir.Operand) bool {
	in := q.Definition(address)
	if in == nil || in.Op != ir.OpFieldAddr {
		return false
	}
	made := q.Definition(q.BaseOfPart(address))
	return made != nil && made.Op == ir.OpAlloc
}

// isMessage reports whether a value is what the channel for the answer is sent in.
func (q *question) isMessage(o ir.Operand) bool {
	o = q.Original(o)
	in := q.Definition(o)
	return o == q.message || in != nil && in.Op == ir.OpLoad && q.Original(in.Args[0]) == q.message
}

// isChannel reports whether a value is the channel for the answer.
func (q *question) isChannel(o ir.Operand) bool {
	o = q.Original(o)
	in := q.Definition(o)
	isThere := func() bool {
		return q.BaseOfPart(in.Args[0]) == q.message && slices.Contains(q.Points.Operand(q.Function.Function, o), q.made)
	}
	return o == q.channel || in != nil && in.Op == ir.OpLoad && isThere()
}

// isGivenAway reports whether an instruction gives the channel, or the message, to somebody else, or keeps it.
func (q *question) isGivenAway(in *ir.Instr) bool {
	switch in.Op {
	case ir.OpFieldAddr, ir.OpLoad, ir.OpCopy:
		return false
	case ir.OpStore:
		if q.BaseOfPart(in.Args[0]) == q.message {
			return false
		}
	}
	isOne := func(o ir.Operand) bool { return q.isMessage(o) || q.isChannel(o) }
	return slices.ContainsFunc(in.Args, isOne)
}

// goesTo reports whether a channel may be the one on which a message is received.
func (q *question) goesTo(channel ir.Operand, m *message) bool {
	received := q.Points.Operand(m.Function.Function, m.channel)
	return pointsto.Overlap(q.Points.Operand(q.Function.Function, channel), received)
}

// mayBeAsked reports whether somebody may ask a question with which a branch goes either way: the branch doesn't ask
// for what is in the message, or only for what his callers have given him, who may give anything.
func (a *Analysis) mayBeAsked(m *message, asked, branch supergraph.Instruction) bool {
	isFree := func(part *ir.Instr) bool { return a.isOpen(asked.Parent) && a.isSetByCallers(asked.Parent, part) }
	return m.isFree(branch.Instr().Args[0], map[int]bool{}, isFree)
}

// isSetByCallers reports whether a function sets a field of a struct once, to what its callers give it and it doesn't
// ask about itself.
func (a *Analysis) isSetByCallers(f *supergraph.Function, part *ir.Instr) bool {
	found, isGiven := 0, true
	for i := range f.Instructions() {
		in := i.Instr()
		if in.Op != ir.OpStore {
			continue
		}
		if to := f.Definition(in.Args[0]); to != nil && to.Op == ir.OpFieldAddr && to.Index == part.Index && to.TypeName == part.TypeName {
			value := f.Original(in.Args[1])
			found++
			isGiven = isGiven && value.Kind == ir.Register && value.Reg < f.Params && !a.asksAbout(f, value.Reg)
		}
	}
	return found == 1 && isGiven
}

// asksAbout reports whether a branch of a function hangs on what is in a register.
func (a *Analysis) asksAbout(f *supergraph.Function, register int) bool {
	for branch := range branchesOf(f) {
		if a.groundsOf(branch).seen.Has(register) {
			return true
		}
	}
	return false
}

// isFree reports whether a value hangs on nothing in the message but fields that are free.
func (m *message) isFree(o ir.Operand, seen map[int]bool, isFieldFree func(part *ir.Instr) bool) bool {
	if o.Kind != ir.Register || seen[o.Reg] {
		return true
	}
	seen[o.Reg] = true
	i, ok := m.DefinedAt(o)
	if !ok {
		return !m.isPart(o)
	}
	in := i.Instr()
	switch {
	case m.isWhole(o), m.isThere(o):
		return false
	case (in.Op == ir.OpFieldAddr || in.Op == ir.OpField) && m.isWhole(in.Args[0]):
		return isFieldFree(in)
	case in.Op == ir.OpAlloc:
		for store := range m.Instructions() {
			if in := store.Instr(); in.Op == ir.OpStore && in.Args[0] == o && !m.isFree(in.Args[1], seen, isFieldFree) {
				return false
			}
		}
	}
	return !slices.ContainsFunc(in.Args, func(arg ir.Operand) bool { return !m.isFree(arg, seen, isFieldFree) })
}

// isWhole reports whether a value is the message as it was received, or the variable with it.
func (m *message) isWhole(o ir.Operand) bool {
	o = m.Original(o)
	received := m.from.Instr().Dst
	if o.Kind != ir.Register || o.Reg == received {
		return o.Kind == ir.Register
	}
	in := m.Definition(o)
	switch {
	case in == nil:
		return false
	case in.Op == ir.OpLoad:
		return m.isVariable(in.Args[0]) && m.isWhole(in.Args[0])
	case in.Op != ir.OpAlloc:
		return false
	}
	for i := range m.Instructions() {
		if in := i.Instr(); in.Op == ir.OpStore && in.Args[0] == o && m.Original(in.Args[1]).Kind == ir.Register && m.Original(in.Args[1]).Reg == received {
			return true
		}
	}
	return false
}
