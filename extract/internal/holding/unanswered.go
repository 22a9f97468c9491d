package holding

import (
	"slices"

	"github.com/chancheck/chancheck/extract/internal/pointsto"
	"github.com/chancheck/chancheck/extract/internal/supergraph"
	"github.com/chancheck/chancheck/extract/ir"
)

// An Unanswered is a message with a channel for the answer that its receiver never answers, if he takes one side of a
// branch: whoever waits for the answer waits for ever.
type Unanswered struct {
	// Received is where the message is received, Answer where it is answered on other ways.
	Received, Answer supergraph.Instruction
	// Asked is where somebody sends such a message, Awaits where he waits for the answer, and for nothing else.
	Asked, Awaits supergraph.Instruction
	// Requests and Answers are the channels for both.
	Requests, Answers pointsto.Location
	Side
}

// Unanswered lists the messages that a function that runs as a goroutine may leave unanswered.
func (a *Analysis) Unanswered(f *supergraph.Function) (list []Unanswered) {
	if !a.isGoroutine(f) {
		return nil
	}
	for _, m := range a.messagesOf(f) {
		q := a.questionFor(m)
		if q == nil {
			continue
		}
		w := a.flowIn(span{parent: f, from: m.from, ends: m.isUsed, none: m.isClosed})
		for s := range w.forgotten() {
			isBefore := func(i supergraph.Instruction) bool { return comesSince(m.from, i, s.Branch) }
			if a.mayTakeAfter(s.Branch, s.Edge, isBefore) && a.mayBeAsked(m, q.asked, s.Branch) && !a.IsDecidedBy(q.awaits, s.Branch) && !a.IsDecidedBy(q.asked, s.Branch) {
				list = append(list, Unanswered{m.received, m.answer, q.asked, q.awaits, a.channelOf(m), q.made, s})
				break
			}
		}
	}
	return list
}

// A message is one that a function receives, with all that it gets out of it and that leads to the channel for the
// answer.
type message struct {
	*supergraph.Function
	received supergraph.Instruction
	channel  ir.Operand             // on which it is received
	from     supergraph.Instruction // which sets the register that it is in first
	parts    map[int]bool
	answer   supergraph.Instruction
	answers  []pointsto.Location // the channels for the answers
}

// channelOf is a channel on which a message is received.
func (a *Analysis) channelOf(m *message) pointsto.Location {
	return a.Points.Operand(m.Function.Function, m.channel)[0]
}

// messagesOf lists the messages of a function that it answers on some way; not those on channels of which nothing is known.
func (a *Analysis) messagesOf(f *supergraph.Function) (list []*message) {
	for i := range f.Instructions() {
		switch in := i.Instr(); {
		case in.Dst < 0:
		case in.Op == ir.OpReceive && !in.CommaOk:
			list = append(list, &message{Function: f, received: i, channel: in.Args[0], from: i})
		case in.Op == ir.OpExtract:
			received, _ := f.DefinedAt(in.Args[0])
			if channel, ok := receivedFrom(f, in); ok {
				list = append(list, &message{Function: f, received: received, channel: channel, from: i})
			}
		}
	}
	return slices.DeleteFunc(list, func(m *message) bool {
		return len(a.Points.Operand(f.Function, m.channel)) == 0 || !a.isAnswered(m)
	})
}

// receivedFrom is the channel from which an instruction takes what was received, out of the result of a receive or
// select.
func receivedFrom(f *supergraph.Function, extract *ir.Instr) (channel ir.Operand, ok bool) {
	received := f.Definition(extract.Args[0])
	switch {
	case received == nil:
	case received.Op == ir.OpReceive && extract.Index == 0:
		return received.Args[0], true
	case received.Op == ir.OpSelect:
		n := extract.Index - 2
		for _, c := range received.Cases {
			if !c.Send {
				if n == 0 {
					return c.Chan, true
				}
				n--
			}
		}
	}
	return ir.Operand{}, false
}

// isAnswered finds the parts of a message, and where it is answered.
func (a *Analysis) isAnswered(m *message) bool {
	m.find(func(ir.Operand) bool { return true })
	for i := range m.Instructions() {
		if in := i.Instr(); (in.Op == ir.OpSend || in.Op == ir.OpClose) && m.isPart(in.Args[0]) {
			m.answer, m.answers = i, a.Points.Operand(m.Function.Function, in.Args[0])
		}
	}
	if len(m.answers) == 0 {
		return false
	}
	leading := map[pointsto.Location]bool{}
	for _, l := range m.answers {
		leading[l] = true
	}
	leading = a.Leads(leading)
	m.find(func(o ir.Operand) bool {
		return slices.ContainsFunc(a.Points.Operand(m.Function.Function, o), func(l pointsto.Location) bool { return leading[l] })
	})
	return true
}

// find collects what is got out of the message, as far as it matters.
func (m *message) find(matters func(ir.Operand) bool) {
	m.parts = map[int]bool{m.from.Instr().Dst: true}
	for grown := true; grown; {
		before := len(m.parts)
		for i := range m.Instructions() {
			in := i.Instr()
			switch {
			case in.Op == ir.OpStore && m.isPart(in.Args[1]) && m.isVariable(in.Args[0]):
				m.parts[in.Args[0].Reg] = true
			case in.Dst >= 0 && isTaking(in.Op) && slices.ContainsFunc(in.Args, m.isPart) && matters(ir.Operand{Kind: ir.Register, Reg: in.Dst}):
				m.parts[in.Dst] = true
			}
		}
		for b := range m.Blocks {
			for _, edge := range m.Blocks[b].Succs {
				for _, move := range edge.Moves {
					if m.isPart(move.From) {
						m.parts[move.To] = true
					}
				}
			}
		}
		grown = len(m.parts) > before
	}
}

// isTaking reports whether an operation takes something out of a value, or it is that under another name.
func isTaking(op ir.Op) bool {
	switch op {
	case ir.OpExtract, ir.OpCopy, ir.OpTypeAssert, ir.OpFieldAddr, ir.OpField, ir.OpLoad:
		return true
	}
	return false
}

func (m *message) isPart(o ir.Operand) bool { return o.Kind == ir.Register && m.parts[o.Reg] }

// isVariable reports whether an address is that of a variable of the function.
func (m *message) isVariable(address ir.Operand) bool {
	made := m.Definition(address)
	return made != nil && made.Op == ir.OpAlloc
}

// isClosed reports whether a side of a branch is the one that says that there was no message, as its channel is closed.
func (m *message) isClosed(s Side) bool {
	branch := s.Branch.Instr()
	if branch.Op != ir.OpIf {
		return false
	}
	o, isNegated := m.Negated(branch.Args[0])
	return m.isThere(o) && (s.Edge == 0) == isNegated
}

// isThere reports whether a value says that there was a message.
func (m *message) isThere(o ir.Operand) bool { return isOkOf(m.Original(o), m.received) }

// isUsed reports whether an instruction may answer a message, or give it to somebody who may.
func (m *message) isUsed(i supergraph.Instruction) bool {
	in := i.Instr()
	inCase := func(c ir.SelectCase) bool { return m.isPart(c.Chan) || m.isPart(c.Value) }
	switch {
	case slices.ContainsFunc(in.Cases, inCase):
		return true
	case in.Op == ir.OpStore && m.isVariable(in.Args[0]), isTaking(in.Op), in.Op == ir.OpBinary, in.Op == ir.OpNot, in.Op == ir.OpLen:
		return false
	}
	return slices.ContainsFunc(in.Args, m.isPart)
}
