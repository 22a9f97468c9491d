package scope

import (
	"slices"

	"github.com/chancheck/chancheck/extract/internal/holding"
	"github.com/chancheck/chancheck/extract/ir"
	"github.com/chancheck/chancheck/model"
)

// The objects of a system in which somebody waits with a lock: that, and what he waits for.
const (
	locked = iota
	awaited
)

// The processes of such a system: the goroutine that wants the lock, who waits with it, and who has counted and started
// the goroutine, if there is a wait group.
const (
	wanting = iota + 1
	holder
	counter
)

// circle adds that a caller waits with a lock for a goroutine that wants that lock first. He calls again and again, so
// that the goroutine has something to do, and the channel is full in the end.
func (c *certainties) circle(h holding.Circle) {
	b := newCallers(h.Taking)
	served, serves, waits := c.awaited(h)
	b.sys.Objects = append(b.sys.Objects, served)
	b.sys.Processes = append(b.sys.Processes, c.goroutineOf(b, h, serves))
	steps := append(append(b.take(h.Taking, nil), c.assumeAlong(h.Sides, h.Calls)...), waits)
	b.caller(h.Parent, append(steps, b.release(h.Taking)...))
	again := b.sys.Processes[holder].States
	last := &again[len(again)-2].Transitions[0]
	last.To, b.sys.Processes[holder].States = 0, again[:len(again)-1]
	b.orClosed(holder, len(steps)-1)
	b.orElse(len(b.take(h.Taking, nil)), h.Sides, b.release(h.Taking)[0])
	c.add(b.startingServer(h), h.Parent, holder, h.Instr().Site)
}

// startingServer is the system in which somebody has counted and started who is awaited.
func (b *callers) startingServer(h holding.Circle) *model.System {
	isCalled := h.Started.Parent == nil
	if isCalled {
		b.sys.Processes[wanting].Name = ClientName + b.sys.Processes[wanting].Name
	}
	if h.Counted.Parent == nil {
		if isCalled {
			return b.starting([]int{holder, wanting})
		}
		return b.startedBy(h.Started, []int{wanting, holder})
	}
	counts := []model.Transition{counting(h.Counted)}
	counts[0].Object = awaited
	if isCalled {
		b.caller(h.Counted.Parent, counts)
		return b.starting([]int{counter, holder, wanting})
	}
	starts := func(process int) model.Transition {
		return model.Transition{Kind: model.Spawn, Object: process - 1, Site: h.Started.Instr().Site}
	}
	// Who waits with the lock comes last: whoever counts may need that, too.
	b.caller(h.Started.Parent, append(counts, starts(wanting), starts(holder)))
	return b.starting([]int{counter})
}

// awaited is what is waited for, with the steps of who does that and who waits.
func (c *certainties) awaited(h holding.Circle) (o model.Object, serves, waits model.Transition) {
	served, waited := h.Serves.Instr(), h.Waits.Instr()
	serves, waits = model.Transition{Object: awaited, Site: served.Site}, model.Transition{Object: awaited, Site: waited.Site}
	for _, call := range h.Calls {
		waits.Via = append(waits.Via, call.Instr().Site)
	}
	switch {
	case waited.Op == ir.OpCall:
		group := callersOf(model.WaitGroup, h.Waits)
		serves.Kind, serves.Label, waits.Kind = model.Add, -1, model.Wait
		return group.sys.Objects[0], serves, waits
	case waited.Op == ir.OpSend:
		serves.Kind, waits.Kind = model.Receive, model.Send
	case served.Op == ir.OpSend || served.Op == ir.OpSelect:
		serves.Kind, waits.Kind = model.Send, model.Receive
	default:
		serves.Kind, waits.Kind = model.Close, model.Receive
	}
	o = c.channel(h.Object, "message")
	o.Capacity = h.Capacity
	return o, serves, waits
}

// goroutineOf is the goroutine that wants the lock, when it has received something, or, as a caller does, before it does
// what is awaited, once.
func (c *certainties) goroutineOf(b *callers, h holding.Circle, serves model.Transition) model.Automaton {
	if h.Departs || h.Elsewhere {
		return c.departing(b, h, serves)
	}
	f := h.Serves.Parent
	steps := c.wanting(b, h)
	loops := serves.Kind == model.Receive && h.Started.Parent != nil
	if loops {
		steps = append([]model.Transition{serves}, steps...)
	} else {
		steps = append(steps, serves)
	}
	a := model.Automaton{Name: f.Display, Site: f.Site}
	for n, t := range steps {
		t.To = n + 1
		if loops && n == len(steps)-1 {
			t.To = 0
		}
		list := []model.Transition{t}
		if t.Kind == model.Tau { // the other side: it does what is awaited without the lock
			list = append(list, model.Transition{Kind: model.Tau, Object: -1, Site: t.Site, To: slices.IndexFunc(steps, func(t model.Transition) bool { return t.Object == awaited })})
		}
		a.States = append(a.States, model.State{Transitions: list})
	}
	if !loops {
		a.States = append(a.States, model.State{})
	}
	return a
}

// wanting are the steps of who takes the lock and releases it, on the sides of branches that lead there.
func (c *certainties) wanting(b *callers, h holding.Circle) (steps []model.Transition) {
	for _, s := range h.Wanting {
		if step := takeSide(s); step.Text != "" {
			step.Via = c.along(s, h.Wants.Calls)
			steps = append(steps, step)
		}
	}
	return slices.Concat(steps, b.take(h.Wants.Taking, h.Wants.Calls), b.release(h.Wants.Taking))
}

// departing is who receives until he takes the lock, and receives no longer, or when he has released it.
func (c *certainties) departing(b *callers, h holding.Circle, serves model.Transition) model.Automaton {
	f := h.Serves.Parent
	leaves := model.Transition{Kind: model.Tau, Object: -1, Site: f.Site, To: 1}
	a := model.Automaton{Name: f.Display, Site: f.Site, States: []model.State{{Transitions: []model.Transition{serves, leaves}}}}
	for _, t := range c.leaving(b, h) {
		stays := model.Transition{Kind: model.Tau, Object: -1, Site: t.Site}
		t.To = len(a.States) + 1
		list := []model.Transition{t}
		if t.Kind == model.Tau {
			list = append(list, stays)
		}
		a.States = append(a.States, model.State{Transitions: list})
	}
	if h.Elsewhere {
		a.States[len(a.States)-1].Transitions[0].To = 0
		return a
	}
	a.States = append(a.States, model.State{})
	return a
}

// leaving are the steps of who takes the lock and releases it, when he doesn't receive.
func (c *certainties) leaving(b *callers, h holding.Circle) (steps []model.Transition) {
	if h.Elsewhere {
		return c.wanting(b, h)
	}
	for _, s := range withText(h.Departing) {
		steps = append(steps, takeSide(s))
	}
	return slices.Concat(steps, b.take(h.Wants.Taking, h.Wants.Calls), b.release(h.Wants.Taking))
}

// withText are those of some sides of which there is something to say.
func withText(sides []holding.Side) []holding.Side {
	return slices.DeleteFunc(slices.Clone(sides), func(s holding.Side) bool { return takeSide(s).Text == "" })
}

// takeSide is the step of taking a side of a branch, be it a case of a select.
func takeSide(s holding.Side) model.Transition {
	step := assume(s)
	if chosen, at, ok := s.Chosen(); ok {
		step.Text, step.Site = "", at
		if chosen != "" {
			step.Text = "<-" + chosen + model.IsReady
		}
	}
	return step
}
