package verify

import (
	"cmp"
	"slices"

	"github.com/chancheck/chancheck/model"
)

// suspicions gathers what may go wrong and isn't certain: for each finding that
// it would be, the earliest configuration in which it shows.
type suspicions struct {
	*collector
	game *game
	sure map[findingKey]bool
	list map[findingKey]*suspicion
}

// A suspicion is seen first in configuration at.
type suspicion struct {
	Doubt
	at uint32
}

// hangs tells what may go wrong but for what is certain, and on which steps in
// doubt it hangs.
func (c *collector) hangs(sure map[findingKey]bool) []Doubt {
	s := &suspicions{c, newGame(c.g), sure, map[findingKey]*suspicion{}}
	for _, p := range c.g.crashes {
		s.suspect(Finding{Category: Panic, Process: p.process, State: p.state, Transition: p.transition, Text: p.reason}, uint32(p.at), nil)
	}
	for p := range c.g.processes {
		for state, set := range c.g.waiting(p) {
			s.stuck(p, state, set)
		}
	}
	for o := range c.g.sys.Objects {
		s.orphan(o)
	}
	return s.told()
}

// stuck asks whether a process may be stuck at a local state, given where it is
// there.
func (s *suspicions) stuck(process, state int, set []uint32) {
	if set = s.within(process, state, set); len(set) > 0 {
		s.suspect(Finding{Category: stuckCategory(process), Process: process, State: state}, set[0], s.leaving)
	}
}

// within are those of the configurations in which a process is at a local state in which it may
// be stuck.
func (s *suspicions) within(process, state int, set []uint32) []uint32 {
	s.game.forbidden = func(from uint32, e edge) bool {
		return s.g.isAt(from, int(e.mover), process, state) || s.g.isAt(from, e.other(), process, state)
	}
	return s.game.within(set)
}

// isAt reports whether a process is another one, or interchangeable with it, at
// a local state of that.
func (g *graph) isAt(i uint32, process, other, state int) bool {
	if g.symmetry == nil || g.symmetry.group[other] == 0 {
		return process == other
	}
	return g.symmetry.group[process] == g.symmetry.group[other] && g.processes[process].Get(g.table.At(int(i))) == state+1
}

// orphan asks whether a message may stay in a channel for ever. It is one that
// no execution receives if the bug can keep everybody from receiving any.
func (s *suspicions) orphan(object int) {
	set := s.g.holding(object)
	if len(set) == 0 {
		return
	}
	category, receptions := s.orphanCategory(object), []DoubtfulStep(nil)
	if category == OrphanMay && s.neverReceived(object) {
		category, receptions = Orphan, s.leaving(0)
	}
	s.game.forbidden = nil
	if set = s.game.within(set); len(set) == 0 {
		return
	}
	leave := append(s.leaving(set[0]), receptions...)
	for _, send := range remaining(s.g.sys, s.g.trace(int(set[0])), object) {
		s.suspect(Finding{Category: category, Process: send.Process, State: send.State, Transition: send.Transition}, set[0],
			func(uint32) []DoubtfulStep { return leave })
	}
}

// neverReceived reports whether the bug can keep everybody from receiving what
// is sent over a channel, or another one that is made at the same place.
func (s *suspicions) neverReceived(object int) bool {
	s.game.forbidden = func(from uint32, e edge) bool { return s.receives(from, e, s.g.sys.Objects[object].Site) }
	all := make([]uint32, s.g.table.Size)
	for i := range all {
		all[i] = uint32(i)
	}
	s.game.within(all)
	return s.game.has(0)
}

// receives reports whether a step takes a message out of a channel that is made
// at a place: it holds less afterwards and isn't made anew, or it is handed
// over to the other side of a rendezvous.
func (s *suspicions) receives(from uint32, e edge, site model.Site) bool {
	before, after := s.g.table.At(int(from)), s.g.table.At(int(e.to))
	for _, t := range s.g.state(before, e.other()).Transitions {
		if t.Kind != model.Receive || t.Object < 0 || s.g.sys.Objects[t.Object].Site != site {
			continue
		}
		count := s.g.objects[t.Object].count
		if count.Get(after) < count.Get(before) || s.hands(from, e, &t) {
			return true
		}
	}
	return false
}

// hands reports whether a step is a rendezvous with a receive.
func (s *suspicions) hands(from uint32, e edge, receive *model.Transition) bool {
	if e.other() == int(e.mover) {
		return false
	}
	for _, t := range s.g.state(s.g.table.At(int(from)), int(e.mover)).Transitions {
		if t.Object == receive.Object && matches(&t, receive) && s.g.leads(from, e, t.To, receive.To) {
			return true
		}
	}
	return false
}

// leads reports whether an edge is a step that changes nothing but the local
// states of those who move, and clocks.
func (g *graph) leads(from uint32, e edge, mover, other int) bool {
	next, to := slices.Clone(g.table.At(int(from))), g.table.At(int(e.to))
	g.processes[e.other()].Set(next, other+1)
	g.processes[e.mover].Set(next, mover+1)
	g.represent(next)
	if g.clocks != nil {
		to = slices.Clone(to)
		g.clocks.forget(next)
		g.clocks.forget(to)
	}
	return slices.Equal(next, to)
}

// suspect notes that something may go wrong from a configuration on, unless it
// does so for certain or that is known earlier.
func (s *suspicions) suspect(f Finding, at uint32, leaving func(at uint32) []DoubtfulStep) {
	key := s.keyOf(f.Category, f.Process, f.State, f.Transition)
	if known := s.list[key]; s.sure[key] || known != nil && known.at <= at {
		return
	}
	found := &suspicion{Doubt{Finding: f}, at}
	if leaving != nil {
		found.Steps = leaving(at)
	}
	s.list[key] = found
}

// leaving lists the steps in doubt that lead out of the last set of the game,
// from where it can be reached from one of its configurations. The game is over
// then.
func (s *suspicions) leaving(at uint32) []DoubtfulStep {
	var list []DoubtfulStep
	seen := map[DoubtfulStep]bool{}
	for _, i := range s.game.reach(at) {
		for _, e := range s.g.edgesOf(int(i)) {
			if s.game.has(e.to) {
				continue
			}
			for _, step := range s.g.doubtsBetween(i, e) {
				if !seen[step] {
					seen[step] = true
					list = append(list, step)
				}
			}
		}
	}
	return list
}

// doubtsBetween lists the transitions in doubt that an edge can stand for. They
// are internal: nothing changes but the state of the mover.
func (g *graph) doubtsBetween(from uint32, e edge) []DoubtfulStep {
	p := int(e.mover)
	state := g.processes[p].Get(g.table.At(int(from))) - 1
	var list []DoubtfulStep
	for j, t := range g.sys.Processes[p].States[state].Transitions {
		if t.Doubt != "" && g.leads(from, e, t.To, t.To) {
			list = append(list, DoubtfulStep{p, state, j})
		}
	}
	return list
}

// told lists the suspicions. A message that is left where somebody may be stuck
// or panic is the least of the troubles there.
func (s *suspicions) told() []Doubt {
	worse := map[string]bool{}
	for _, keys := range [][]findingKey{sortedFindings(s.found), sortedFindings(s.list)} {
		for _, key := range keys {
			worse[key.place] = worse[key.place] || !key.category.IsOrphan()
		}
	}
	var list []Doubt
	for _, key := range sortedFindings(s.list) {
		if !key.category.IsOrphan() || !worse[key.place] {
			list = append(list, s.list[key].tell(s.g))
		}
	}
	return list
}

// tell completes a suspicion with its execution.
func (s *suspicion) tell(g *graph) Doubt {
	d := s.Doubt
	d.Object, d.Steps = g.objectOf(operation{d.Process, d.State, d.Transition}), slices.Clone(s.Steps)
	g.tell(&d.Finding, g.shortest(int(s.at)))
	for _, step := range d.Trace {
		if step.In(g.sys).Doubt != "" {
			d.Steps = append(d.Steps, DoubtfulStep{step.Process, step.State, step.Transition})
		}
	}
	for i, step := range d.Steps {
		d.Steps[i].Process = g.peers(step.Process)[0]
	}
	slices.SortFunc(d.Steps, func(a, b DoubtfulStep) int {
		return cmp.Or(cmp.Compare(a.Process, b.Process), cmp.Compare(a.State, b.State), cmp.Compare(a.Transition, b.Transition))
	})
	d.Steps = slices.Compact(d.Steps)
	if len(d.Steps) == 0 && g.barred == nil {
		panic("verify: something may go wrong and hangs on nothing")
	}
	return d
}
