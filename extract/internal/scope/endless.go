package scope

import (
	"slices"

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
		b.sys.Objects = append(b.sys.Objects, c.vainOf(&e.Rounds))
	}
	b.sys.Processes = append(b.sys.Processes, goingRound(e, ends))
	b.caller(e.Closes, []model.Transition{awaits})
	sys := b.startedBy(e.Started, []int{staying, closing})
	if e.IsCounted() {
		countFirst(sys, e.Counted, endOfGoroutine, 1)
	}
	c.add(sys, e.Started.Parent, closing, e.Awaits.Instr().Site)
}

// vainOf is what a goroutine waits for in vain, as a channel: what would end it, if that is known.
func (c *certainties) vainOf(r *holding.Rounds) model.Object {
	if l := c.vainIn(r); c.points.Objects[l].Kind != pointsto.Context {
		return c.channel(l, "message")
	}
	return model.Object{Kind: model.Channel, Name: r.VainText(), Owner: -1, Site: r.Stays.Instr().Site, Labels: []model.Label{{Name: "end"}}}
}

func (c *certainties) vainIn(r *holding.Rounds) pointsto.Location {
	n := slices.IndexFunc(r.Vain, func(l pointsto.Location) bool { return c.graph.Transferred().Ended[l] })
	return r.Vain[max(n, 0)]
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
