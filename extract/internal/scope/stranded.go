package scope

import (
	"github.com/chancheck/chancheck/extract/internal/holding"
	"github.com/chancheck/chancheck/model"
)

// stranded adds that somebody waits for the answer to a message that is still in its channel when the one who receives has ended.
func (c *certainties) stranded(s holding.Stranded) {
	const ends = 2 // the object: see requests and answers
	asker, receiver := s.Asked.Parent, s.Received.Parent
	b := callersOf(model.Channel, s.Received)
	b.sys.Objects = []model.Object{c.channel(s.Requests, "message"), c.channel(s.Answers, "answer"), c.end(s.Ending)}
	b.sys.Objects[requests].Capacity, b.sys.Objects[answers].Capacity = s.Capacity, 1
	b.asks(s.Asked, s.Awaits)
	site := s.Received.Instr().Site
	b.sys.Processes = append(b.sys.Processes, model.Automaton{Name: receiver.Display, Site: receiver.Site, States: []model.State{
		{Transitions: []model.Transition{{Kind: model.Receive, Object: requests, Site: site, To: 1}, {Kind: model.ReceiveClosed, Object: ends, Site: site, To: 2}}},
		{Transitions: []model.Transition{answered(s.Answer)}},
		{},
	}})
	ender, steps := ending(s.Ending, s.Started.Parent)
	steps[0].Object = ends
	b.caller(ender, steps)
	c.add(b.startedBy(s.Started, []int{answering, asking, answering + 1}), asker, asking, s.Asked.Instr().Site)
}
