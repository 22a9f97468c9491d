package scope

import (
	"slices"

	"github.com/chancheck/chancheck/extract/internal/holding"
	"github.com/chancheck/chancheck/extract/internal/library"
	"github.com/chancheck/chancheck/extract/internal/supergraph"
	"github.com/chancheck/chancheck/model"
)

// ended is the object, after those of a missed wakeup, by which a waiter says that he has ended, for whom somebody waits.
const ended = question + 1

// unwoken adds that who closes a struct doesn't wake those who wait for a condition, or just one of them: he waits for their end in vain,
// or they wait for ever.
func (c *certainties) unwoken(u holding.Unwoken) {
	const waiter, closer = 1, 2 // the processes
	b := newCallers(u.Lock)
	b.add(model.Cond, u.Waits)
	asks, sets := b.asking(holding.Missed{Asked: u.Asked, Set: u.Set})
	if u.Awaits.Parent != nil {
		b.sys.Objects = append(b.sys.Objects, c.endOf(u))
	}
	b.waiting(u, asks)
	b.caller(u.Closes, b.closing(u, sets))
	if u.Awaits.Parent != nil && u.Counted.Parent == nil {
		b.orClosed(closer, len(b.sys.Processes[closer].States)-2)
	}
	all := []int{waiter, closer}
	if u.Wakes.Parent != nil {
		b.waiting(u, asks)
		all = []int{waiter, closer + 1, closer}
	}
	if u.Started.Parent == nil {
		c.add(b.system(), u.Lock.Parent, waiter, u.Waits.Instr().Site)
		c.list[len(c.list)-1].Closed = u.Closes.Display
		return
	}
	for _, p := range all[:len(all)-1] {
		b.sys.Processes[p].Name = u.Started.Parent.Display
	}
	victim, site := waiter, u.Waits.Instr().Site
	if u.Awaits.Parent != nil {
		victim, site = closer, u.Awaits.Instr().Site
	}
	c.add(b.startedCounted(u, all), u.Started.Parent, victim, site)
}

// endOf is the object by which a waiter says that he has ended.
func (c *certainties) endOf(u holding.Unwoken) model.Object {
	if u.Counted.Parent == nil {
		return c.channel(u.End, "end")
	}
	name, _ := spelled(u.Counted.Instr().Text)
	return model.Object{Kind: model.WaitGroup, Name: name, Owner: -1, Site: u.Counted.Instr().Site}
}

// waiting adds somebody who waits for a condition, until a flag is set, and says then that he has ended.
func (b *callers) waiting(u holding.Unwoken, asks []model.Transition) {
	wait := func(kind model.Kind, object int) model.Transition {
		return model.Transition{Kind: kind, Object: object, Site: u.Waits.Instr().Site}
	}
	takes := b.take(u.Lock, nil)
	asked := len(takes) + len(asks) - 1
	waits := []model.Transition{wait(model.CondEnqueue, condition), wait(model.Unlock, locker), wait(model.CondWake, condition), wait(model.Lock, locker)}
	steps := slices.Concat(takes, asks, waits)
	for n := range steps {
		steps[n].Via = sitesOf(u.Calls)
	}
	f := u.Lock.Parent
	b.caller(f, steps)
	a := &b.sys.Processes[len(b.sys.Processes)-1]
	again := &a.States[len(a.States)-2].Transitions[0]
	again.To = len(takes)
	release := releasing(u.Lock.How, u.Lock.Instr().Site)
	release.Via = sitesOf(u.Calls)
	b.orAnswered(asked, release)
	if u.Awaits.Parent == nil {
		return
	}
	ends, _ := endingBy(ended, u.Counted.Parent != nil)
	ends.Site, ends.To = u.Ends.Instr().Site, len(a.States)
	last := a.States[len(a.States)-1].Transitions[0].To
	a.States[last].Transitions = []model.Transition{ends}
	a.States = append(a.States, model.State{})
}

// closing are the steps of who closes the struct.
func (b *callers) closing(u holding.Unwoken, sets model.Transition) (steps []model.Transition) {
	steps = []model.Transition{sets}
	if t := u.SetLock; t.Parent != nil {
		steps = slices.Concat(b.take(t, nil), steps, b.release(t))
	}
	if wakes := u.Wakes; wakes.Parent != nil {
		steps = append(steps, model.Transition{Kind: library.Find(wakes.Instr().Name).Action, Object: condition, Site: wakes.Instr().Site})
	}
	if u.Awaits.Parent != nil {
		_, awaits := endingBy(ended, u.Counted.Parent != nil)
		awaits.Site, awaits.Via = u.Awaits.Instr().Site, sitesOf(u.AwaitsCalls)
		steps = append(steps, awaits)
	}
	return steps
}

// startedCounted is startedBy where those that wait are counted first, if they are, and the closer is there after that.
func (b *callers) startedCounted(u holding.Unwoken, all []int) *model.System {
	sys := b.startedBy(u.Started, all)
	first := &sys.Processes[0]
	for n := range all[:len(all)-1] {
		first.States[n].Transitions[0].Site = u.Started.Instr().Site
	}
	if u.Counted.Parent == nil {
		return sys
	}
	countFirst(sys, u.Counted, ended, len(all)-1)
	return sys
}

// countFirst has the function that starts a goroutine, or several, count them in a wait group before.
func countFirst(sys *model.System, counted supergraph.Instruction, group, several int) {
	count := counting(counted)
	if count.Text == "" {
		count.Label *= several
	}
	count.Object, count.To = group, 1
	first := &sys.Processes[0]
	for n := range first.States {
		for m := range first.States[n].Transitions {
			first.States[n].Transitions[m].To++
		}
	}
	first.States = append([]model.State{{Transitions: []model.Transition{count}}}, first.States...)
}
