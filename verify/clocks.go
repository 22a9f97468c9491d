package verify

import (
	"github.com/chancheck/chancheck/model"
	"github.com/chancheck/chancheck/verify/internal/packed"
)

// Where time passes only while nobody has anything to do (patience.go), a timer doesn't run out before a shorter one that
// was started no later, and has not run out. That is all that is asked of how long timers take: not for how long two have run,
// as clocks of timed automata would say (Alur and Dill 1994), but which was started no later than which.
// So what isn't possible for a reason that takes more than two timers, as that one of a second doesn't run out before
// three of a tenth have done so one after the other, is possible here.
//
// Of each process that waits it is known by when it goes on at last, if nobody lets it go on before: when the shortest timer of
// its state has run out. Of each timer of which it is known how long it takes at least, a configuration has
//   - whether it was started, and no time has passed since then;
//   - who waits, and has begun to wait no later than it was started.
//
// Whoever begins to wait while no time has passed since a timer was started has begun no later. Before a step time may pass if nobody
// has anything to do that takes no time.
//
// This can't keep everybody waiting: of all who wait for timers one has the shortest, for which nobody else is waited.
//
// TestClocksAgreeWithTime compares it with the passing of time.

// leastDifference is by how many nanoseconds a timer has to be shorter so that it runs out first: a goroutine takes some time until it
// is where it starts its timer, and then until it goes on.
const leastDifference = 1_000_000

// A clock is what a configuration has of one timer of a process.
type clock struct {
	process, number int
	least           int64 // the longest that it takes at least
	runs            packed.Field
	isFresh         packed.Field
	// waited are those who may have begun to wait no later than it was started, by process; nil for those who never wait for less.
	waited []*packed.Field
}

// clocks are the timers of a system of which one may have to give way to another one.
type clocks struct {
	list []*clock
	// most is, by process and state, how long it takes at most until the process goes on, 0 if that isn't known.
	most [][]int64
	// starts are, by process and state, those that run there, and first of which process which are.
	starts [][][]*clock
	of     [][]*clock
}

// findClocks finds them, nil if there are none.
func findClocks(sys *model.System, p *packed.Packing) *clocks {
	k := &clocks{}
	shortest := make([]int64, len(sys.Processes))
	for p := range sys.Processes {
		k.most = append(k.most, mostOf(&sys.Processes[p]))
		for _, most := range k.most[p] {
			if most > 0 && (shortest[p] == 0 || most < shortest[p]) {
				shortest[p] = most
			}
		}
	}
	k.of = make([][]*clock, len(sys.Processes))
	for q := range sys.Processes {
		k.starts = append(k.starts, make([][]*clock, len(sys.Processes[q].States)))
		for s := range sys.Processes[q].States {
			for _, t := range sys.Processes[q].States[s].Transitions {
				if t.Event == model.Timeout && t.Timer.Least > 0 {
					k.add(q, s, &t.Timer)
				}
			}
		}
	}
	for _, c := range k.list {
		c.runs, c.isFresh = p.Add(1), p.Add(1)
		c.waited = make([]*packed.Field, len(sys.Processes))
		for q, most := range shortest {
			if isShorter(most, c.least) {
				field := p.Add(1)
				c.waited[q] = &field
			}
		}
	}
	if len(k.list) == 0 {
		return nil
	}
	return k
}

func isShorter(most, least int64) bool { return most > 0 && least-most >= leastDifference }

// mostOf is, by state, how long a process waits there at most, 0 if that isn't known: who is held up first begins to wait nobody knows when, and who
// may be unable to take a step in doubt doesn't wait for that.
func mostOf(a *model.Automaton) []int64 {
	list := make([]int64, len(a.States))
	for s := range a.States {
		for _, t := range a.States[s].Transitions {
			if most := t.Timer.Most; t.Doubt == "" && !a.States[s].Busy && most > 0 && (list[s] == 0 || most < list[s]) {
				list[s] = most
			}
		}
	}
	return list
}

// add notes that a timer runs in a state of a process.
func (k *clocks) add(process, state int, t *model.Timer) {
	var found *clock
	for _, c := range k.of[process] {
		if c.number == t.Number {
			found = c
		}
	}
	if found == nil {
		found = &clock{process: process, number: t.Number}
		k.list, k.of[process] = append(k.list, found), append(k.of[process], found)
	}
	found.least = max(found.least, t.Least)
	k.starts[process][state] = append(k.starts[process][state], found)
}

// isTimed reports whether something of a configuration says how long a process waits.
func (k *clocks) isTimed(process int) bool {
	if k == nil {
		return false
	}
	for _, c := range k.list {
		if c.process == process || c.waited[process] != nil {
			return true
		}
	}
	return false
}

// isBefore reports whether somebody has to go on before a timer of a process can run out in a configuration.
func (s *stepper) isBefore(c []uint64, process int, t *model.Timer) bool {
	for _, clock := range s.clocks.of[process] {
		if clock.number != t.Number {
			continue
		}
		for q, waited := range clock.waited {
			if waited != nil && waited.Get(c) != 0 && isShorter(s.clocks.most[q][s.processes[q].Get(c)-1], t.Least) {
				return true
			}
		}
	}
	return false
}

// tick brings the clocks of a configuration up to date after a step from another one, by which some processes move. If there is none
// before, it is the initial one.
func (s *stepper) tick(before, after []uint64, t *model.Transition, movers ...int) {
	if before != nil && !s.anyPrompt(before) {
		for _, c := range s.clocks.list {
			c.isFresh.Set(after, 0)
		}
	}
	for _, p := range movers {
		if p >= 0 {
			s.endClocks(before, after, p, t)
			s.startClocks(after, p)
		}
	}
	for _, p := range movers {
		if p >= 0 {
			for _, c := range s.clocks.list {
				s.noteWait(after, c, p, c.isFresh.Get(after) != 0)
			}
		}
	}
}

// endClocks stops those timers of a process that it doesn't wait for any more.
func (s *stepper) endClocks(before, after []uint64, p int, t *model.Transition) {
	isEnd := s.state(after, p) == nil || len(s.state(after, p).Transitions) == 0
	isNew := before == nil || s.state(before, p) == nil || len(s.state(before, p).Transitions) == 0
	for _, c := range s.clocks.of[p] {
		if c.number != 0 && !isEnd && !isNew && !(t.Event == model.Timeout && t.Timer.Number == c.number) {
			continue
		}
		c.stop(after)
	}
}

// stop makes a configuration one in which a timer isn't running.
func (c *clock) stop(in []uint64) {
	c.runs.Set(in, 0)
	c.isFresh.Set(in, 0)
	for _, waited := range c.waited {
		if waited != nil {
			waited.Set(in, 0)
		}
	}
}

// forget makes a configuration one in which none is.
func (k *clocks) forget(in []uint64) {
	for _, c := range k.list {
		c.stop(in)
	}
}

// startClocks starts those timers of the state to which a process has come that don't run.
func (s *stepper) startClocks(after []uint64, p int) {
	state := s.processes[p].Get(after) - 1
	if state < 0 {
		return
	}
	for _, c := range s.clocks.starts[p][state] {
		if c.runs.Get(after) != 0 {
			continue
		}
		c.runs.Set(after, 1)
		c.isFresh.Set(after, 1)
		for q := range s.processes {
			s.noteWait(after, c, q, true)
		}
	}
}

// noteWait notes whether a process has begun to wait no later than a timer was started.
func (s *stepper) noteWait(after []uint64, c *clock, q int, noLater bool) {
	if c.waited[q] == nil {
		return
	}
	state := s.processes[q].Get(after) - 1
	if noLater && state >= 0 && isShorter(s.clocks.most[q][state], c.least) {
		c.waited[q].Set(after, 1)
	} else {
		c.waited[q].Set(after, 0)
	}
}
