package scope

import (
	"github.com/chancheck/chancheck/extract/internal/holding"
	"github.com/chancheck/chancheck/extract/internal/pointsto"
	"github.com/chancheck/chancheck/model"
)

// mayCome reports whether code that isn't seen may do what somebody waits for in vain here.
func (p *Package) mayCome(l pointsto.Location) bool {
	return p.points.Objects[l].Kind != pointsto.Context && !p.isConfined(l)
}

// The objects of a system with a goroutine that never ends: that by which it would say so, and what it waits for in vain.
const (
	endOfGoroutine = iota
	inVain
)

// endless adds that who closes a struct waits for the end of a goroutine that never ends.
func (c *certainties) endless(e holding.Endless) {
	const staying, closing = 1, 2 // the processes
	ends, awaits := endingBy(endOfGoroutine, e.IsCounted())
	ends.Site, awaits.Site, awaits.Via = e.Ends.Instr().Site, e.Awaits.Instr().Site, sitesOf(e.Calls)
	b := callersOf(model.WaitGroup, e.Awaits)
	if e.IsCounted() {
		b = callersOf(model.WaitGroup, e.Counted)
	} else {
		b.sys.Objects = []model.Object{c.channel(e.Object, "end")}
	}
	if len(e.Vain) > 0 {
		b.sys.Objects = append(b.sys.Objects, c.vainOf(e))
	}
	b.sys.Processes = append(b.sys.Processes, goingRound(e, ends))
	b.caller(e.Closes, []model.Transition{awaits})
	sys := b.startedBy(e.Started, []int{staying, closing})
	if e.IsCounted() {
		countFirst(sys, e.Counted, endOfGoroutine, 1)
	}
	c.add(sys, e.Started.Parent, closing, e.Awaits.Instr().Site)
}

// vainOf is what a goroutine waits for in vain, as a channel.
func (c *certainties) vainOf(e holding.Endless) model.Object {
	if o := &c.points.Objects[e.Vain[0]]; o.Kind != pointsto.Context {
		return c.channel(e.Vain[0], "message")
	}
	return model.Object{Kind: model.Channel, Name: e.VainText(), Owner: -1, Site: e.Stays.Instr().Site, Labels: []model.Label{{Name: "end"}}}
}

// goingRound is a goroutine that waits for something in vain, perhaps again and again as other things come, or does so without that. It
// would end after it, as the last step says.
func goingRound(e holding.Endless, ends model.Transition) model.Automaton {
	f, stays := e.Ends.Parent, e.Ends.Parent.Site
	if e.Stays.Parent != nil {
		stays = e.Stays.Instr().Site
	}
	ends.To = 2
	var first model.State
	if len(e.Vain) > 0 {
		first.Transitions = []model.Transition{{Kind: model.Receive, Object: inVain, Site: stays, To: 1}}
	}
	if !e.WaitsForEver() {
		first.Transitions = append(first.Transitions, model.Transition{Kind: model.Tau, Object: -1, Site: stays})
	}
	return model.Automaton{Name: f.Display, Site: f.Site, States: []model.State{first, {Transitions: []model.Transition{ends}}, {}}}
}
