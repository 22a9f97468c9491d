package scope

import (
	"slices"

	"github.com/chancheck/chancheck/extract/internal/holding"
	"github.com/chancheck/chancheck/extract/internal/supergraph"
	"github.com/chancheck/chancheck/model"
)

// undone adds that somebody waits for a wait group that a goroutine has forgotten: whoever started it, if he waits
// later, or else another caller.
func (c *certainties) undone(u holding.Undone) {
	waits := slices.DeleteFunc(c.holds().Waits(u.Groups), func(wait supergraph.Instruction) bool {
		return c.holds().IsDecidedBy(wait, u.Branch) || !c.mayRun(wait.Parent)
	})
	if len(waits) == 0 {
		return
	}
	wait := waits[0]
	isLater := func(wait supergraph.Instruction) bool { return wait.Parent == u.Started.Parent }
	if n := slices.IndexFunc(waits, isLater); n >= 0 {
		wait = waits[n]
	}
	b := callersOf(model.WaitGroup, u.Counted)
	starter := u.Started.Parent
	steps := []model.Transition{
		counting(u.Counted),
		{Kind: model.Spawn, Object: forgetting - 1, Site: u.Started.Instr().Site},
	}
	waiting := model.Transition{Kind: model.Wait, Site: wait.Instr().Site}
	if isLater(wait) {
		b.caller(starter, append(steps, waiting))
		b.goroutine(u)
		c.add(b.starting([]int{starting}), starter, starting, u.Counted.Instr().Site)
		return
	}
	b.caller(starter, steps)
	b.goroutine(u)
	b.caller(wait.Parent, []model.Transition{waiting})
	c.add(b.starting([]int{starting, other}), starter, other, u.Counted.Instr().Site)
}

// The processes of a system with a wait group that is forgotten: who starts the goroutine, that itself, and another
// caller.
const (
	starting = iota + 1
	forgetting
	other
)

// goroutine adds the goroutine that forgets a wait group, on one side of a branch.
func (b *callers) goroutine(u holding.Undone) {
	f := u.Done.Parent
	forgets, does := assume(u.Side), assume(u.Other())
	forgets.To, does.To = 1, 2
	done := model.Transition{Kind: model.Add, Label: -1, Site: u.Done.Instr().Site, To: 3}
	b.sys.Processes = append(b.sys.Processes, model.Automaton{Name: f.Display, Site: f.Site, States: []model.State{
		{Transitions: []model.Transition{forgets, does}}, {}, {Transitions: []model.Transition{done}}, {},
	}})
}
