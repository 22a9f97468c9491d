package scope

import (
	"github.com/chancheck/chancheck/extract/internal/holding"
	"github.com/chancheck/chancheck/extract/internal/pointsto"
	"github.com/chancheck/chancheck/extract/internal/supergraph"
	"github.com/chancheck/chancheck/extract/ir"
	"github.com/chancheck/chancheck/model"
)

// The objects of a system with a message that isn't answered: the channel for messages, and that for the answer.
const (
	requests = iota
	answers
)

// The processes of such a system: who asks, and who doesn't answer.
const (
	asking = iota + 1
	answering
)

// unanswered adds that somebody waits for the answer to a message whose receiver takes a side of a branch on which he
// never answers. He stays ready for other messages, if he comes back to where he receives them.
func (c *certainties) unanswered(u holding.Unanswered) {
	asker, receiver := u.Asked.Parent, u.Received.Parent
	b := callersOf(model.Channel, u.Received)
	b.sys.Objects = []model.Object{c.channel(u.Requests, "message"), c.channel(u.Answers, "answer")}
	b.sys.Objects[answers].Capacity = 1
	b.asks(u.Asked, u.Awaits)
	forgets, does := assume(u.Side), assume(u.Other())
	forgets.To, does.To = 0, 2
	if next, block := receiver.SuccessorsOf(u.Branch.At.Block)[u.Edge], u.Received.At.Block; u.Branch.Parent == receiver && next != block && !receiver.Leads(next, block) {
		forgets.To = 3
	}
	b.sys.Processes = append(b.sys.Processes, model.Automaton{Name: receiver.Display, Site: receiver.Site, States: []model.State{
		{Transitions: []model.Transition{{Kind: model.Receive, Object: requests, Site: u.Received.Instr().Site, To: 1}}},
		{Transitions: []model.Transition{forgets, does}},
		{Transitions: []model.Transition{answered(u.Answer)}},
		{},
	}})
	c.add(b.startedBy(receiver.Callers[0], []int{answering, asking}), asker, asking, u.Received.Instr().Site)
}

// asks adds who asks, and waits for the answer. He is the first process.
func (b *callers) asks(asked, awaits supergraph.Instruction) {
	b.caller(asked.Parent, []model.Transition{
		{Kind: model.Send, Object: requests, Site: asked.Instr().Site},
		{Kind: model.Receive, Object: answers, Site: awaits.Instr().Site},
	})
	b.orClosed(asking, 1)
}

// answered is the step of who answers, and begins anew.
func answered(answer supergraph.Instruction) model.Transition {
	t := model.Transition{Kind: model.Send, Object: answers, Site: answer.Instr().Site}
	if answer.Instr().Op == ir.OpClose {
		t.Kind = model.Close
	}
	return t
}

// channel is a channel that a function makes, for one kind of message.
func (c *certainties) channel(l pointsto.Location, message string) model.Object {
	o := &c.points.Objects[l]
	return model.Object{Kind: model.Channel, Name: o.Name, Owner: -1, Site: o.Site, Labels: []model.Label{{Name: message}}}
}
