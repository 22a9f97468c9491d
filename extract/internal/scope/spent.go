package scope

import (
	"strings"

	"github.com/chancheck/chancheck/extract/internal/supergraph"
	"github.com/chancheck/chancheck/extract/ir"
	"github.com/chancheck/chancheck/model"
)

// spent adds that a function waits for a timer from which nothing comes any more. It is somebody's call, or the goroutine
// that runs the function.
func (c *certainties) spent(receives supergraph.Instruction) {
	const waiting = 1 // the process
	f, in := receives.Parent, receives.Instr()
	name := "the channel of a timer"
	if channel := f.Definition(f.Original(in.Args[0])); channel != nil && channel.Text != "" {
		name = channel.Text
	}
	if in.Spent.Ticker && c.main {
		return // it ends with the program, at the latest
	}
	b := callersOf(model.Channel, receives)
	b.sys.Objects = []model.Object{{Kind: model.Channel, Name: name, Owner: -1, Capacity: 1, Site: in.Site, Labels: []model.Label{{Name: "time"}}}}
	waits := model.Transition{Kind: model.Receive, Site: in.Site}
	if in.Spent.Never {
		waits.Object = -1
		b.caller(f, []model.Transition{waits})
	} else {
		before := model.Transition{Kind: model.Tau, Object: -1, Site: in.Spent.Site, Text: spentText(in.Spent, strings.TrimSuffix(name, ".C"))}
		b.caller(f, []model.Transition{before, waits})
		otherwise := model.Transition{Kind: model.Tau, Object: -1, Site: in.Spent.Site, To: 2}
		b.sys.Processes[waiting].States[0].Transitions = append(b.sys.Processes[waiting].States[0].Transitions, otherwise)
	}
	sys := b.system()
	c.nameStarted(sys, waiting, f)
	c.add(sys, f, waiting, in.Site)
}

// spentText says what has been done to a timer.
func spentText(s *ir.Spending, timer string) string {
	switch {
	case s.Ticker:
		return timer + model.TicksNoMore
	case s.Stopped:
		return timer + model.WasStopped
	}
	return timer + model.HasRunOut
}
