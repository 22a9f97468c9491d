package scope

import (
	"regexp"
	"slices"

	"github.com/chancheck/chancheck/extract/internal/holding"
	"github.com/chancheck/chancheck/extract/internal/supergraph"
	"github.com/chancheck/chancheck/model"
)

// late adds that somebody sends on a channel that another caller has closed since he has looked.
func (c *certainties) late(l holding.Late) {
	const sender = 1 // the process
	b := callersOf(model.Channel, l.Sent)
	b.sys.Objects = []model.Object{c.channel(l.Channel, "message")}
	b.sys.Objects[0].Capacity = 1
	sends := model.Transition{Kind: model.Send, Site: l.Sent.Instr().Site}
	sides := withText(l.Sides)
	closes := model.Transition{Kind: model.Close, Site: l.Closed.Instr().Site}
	sending, closing := []model.Transition{sends}, []model.Transition{closes}
	if flag, read, ok := asked(l.Asked); ok {
		b.sys.Objects = append(b.sys.Objects, flag)
		sending = []model.Transition{read, sends}
		closing = []model.Transition{{Kind: model.Write, Object: read.Object, Label: 1, Site: closes.Site}, closes}
	}
	b.caller(l.Sent.Parent, append(assumeAll(sides), sending...))
	b.orNothing(sides)
	b.orTooLate(len(sides))
	b.caller(l.Closed.Parent, closing)
	sys := b.system()
	c.nameStarted(sys, sender, l.Sent.Parent)
	c.add(sys, l.Sent.Parent, sender, l.Sent.Instr().Site)
	c.list[len(c.list)-1].Overlaps = [2]string{l.Sent.Parent.Display, l.Closed.Parent.Display}
}

// orTooLate adds that the last caller does nothing where he reads the other value of a variable, if he reads one in a state.
func (b *callers) orTooLate(state int) {
	a := &b.sys.Processes[len(b.sys.Processes)-1]
	if read := a.States[state].Transitions[0]; read.Kind == model.Read {
		read.Label, read.To = 1, len(a.States)-1
		a.States[state].Transitions = append(a.States[state].Transitions, read)
	}
}

// asked is the variable that is asked for where somebody takes a side of a branch, as far as the condition says it, and the step of
// reading it. Its first value is the one that leads there, and whoever closes the channel sets the other one.
func asked(s *holding.Side) (flag model.Object, read model.Transition, ok bool) {
	if s == nil {
		return flag, read, false
	}
	step := assume(*s)
	c, values := step.Condition(), []model.Label{{Name: "true"}, {Name: "false"}}
	if c.Is("!=", "nil") || c.Is("==", "nil") {
		values = []model.Label{{Name: "not nil"}, {Name: "nil"}}
	} else if c.Operator != "" {
		return flag, read, false
	}
	if c.Denied || c.Operator == "==" {
		slices.Reverse(values)
	}
	flag = model.Object{Kind: model.Cell, Name: c.Subject, Labels: values, Owner: -1}
	return flag, model.Transition{Kind: model.Read, Object: 1, Site: step.Site}, c.From == "" && isSelector.MatchString(c.Subject)
}

// isSelector matches a variable, or a field of one, or a call without arguments that says what it is.
var isSelector = regexp.MustCompile(`^[\pL_][\pL\d_.]*(\(\))?$`)

// closedTwice adds that two callers close what both have found.
func (c *certainties) closedTwice(l holding.Late) {
	c.closedByTwo(l)
	c.list[len(c.list)-1].Overlaps = [2]string{l.Sent.Parent.Display, l.Sent.Parent.Display}
}

// closedAgain adds that a caller closes what another one has closed before.
func (c *certainties) closedAgain(l holding.Late) {
	c.closedByTwo(l)
	c.list[len(c.list)-1].Closed = l.Sent.Parent.Display
}

// closedByTwo adds that two callers close a channel, for one reason or the other.
func (c *certainties) closedByTwo(l holding.Late) {
	const second = 2 // the process
	b := callersOf(model.Channel, l.Sent)
	b.sys.Objects = []model.Object{c.channel(l.Channel, "")}
	closes := model.Transition{Kind: model.Close, Site: l.Closed.Instr().Site}
	if l.Closed != l.Sent {
		closes.Via = sitesOf([]supergraph.Instruction{l.Sent})
	}
	for range 2 {
		b.caller(l.Sent.Parent, append(assumeAll(l.Sides), closes))
		b.orNothing(l.Sides)
	}
	c.add(b.system(), l.Sent.Parent, second, l.Closed.Instr().Site)
}
