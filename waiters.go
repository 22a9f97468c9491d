package chancheck

import (
	"slices"

	"github.com/chancheck/chancheck/extract"
	"github.com/chancheck/chancheck/model"
	"github.com/chancheck/chancheck/verify"
)

// Who waits for a condition has released its lock: he is in nobody's way, and others may call what wakes him
// at any time. So it is no bug that he waits, and none that a call which has returned doesn't wake him. But if
// he could go on before another call, and can't after it, whatever anybody calls from then on, and as often as
// he likes, then that call has taken away what he waits for, or the condition that others ask before they
// wake him: it should have woken him itself.
//
// To be told he must wait while the other call still runs: who calls something on a struct that has been
// closed has only himself to blame. And he must not be bound to wait as long as the other one hasn't called: he
// may have come too early then, and nobody can help that.

// tellWaiters tells who waits for a condition for ever because of another call.
func (r *reporter) tellWaiters(clients extract.Clients) {
	if !r.affordsWaits() {
		return
	}
	subject := clients.Subject()
	if !clients.AwaitsCond() {
		return
	}
	w := waiters{firstCalls: firstCalls{reporter: r, clients: subject.TwoAmongMany(), callers: 2}}
	for _, level := range []extract.Level{extract.Coarse, extract.Fine} {
		part := w.clients.At(level)
		if part == nil || !w.clients.TellsFirst() || !r.affordsWaits() {
			return
		}
		w.v, _ = judgeFirst(part, &r.left.parts)
		if w.v.system == nil || w.v.inconclusive != "" {
			return
		}
		if w.v.doubtful == "" || level == extract.Fine {
			break
		}
	}
	letOthersGiveUp(w.v.system)
	w.tellPairs()
}

// letOthersGiveUp lets clients give up wherever they may have to wait, so that they are as many as it takes.
func letOthersGiveUp(sys *model.System) {
	for p := range sys.Processes {
		if !isClient(sys, p) {
			continue
		}
		for s := range sys.Processes[p].States {
			if list := &sys.Processes[p].States[s].Transitions; slices.ContainsFunc(*list, mayBlock) {
				*list = append(slices.Clip(*list), model.Transition{Kind: model.Tau, Object: -1, To: 0})
			}
		}
	}
}

// mayBlock reports whether a step is one for which a process may have to wait.
func mayBlock(t model.Transition) bool {
	return slices.Contains(blocking, t.Kind) || t.Kind == model.OnceBegin
}

// affordsWaits reports whether something is left of the budget for that. Slices are charged to it, too.
func (r *reporter) affordsWaits() bool { return r.scopes.AffordsWaits(settings.limits) }

// A waiters tells who waits for ever of two calls, among others.
type waiters struct {
	firstCalls
	v verdict
}

// tellPairs tells the first one, of all pairs of functions, who waits at each place.
func (w *waiters) tellPairs() {
	if len(subjectsOf(w.v.system)) != 2 {
		return
	}
	told := map[model.Site]bool{}
	for waiter := range w.clients.Entries() {
		for other := range w.clients.Entries() {
			for _, f := range w.forsaken(waiter, other) {
				w.told = false
				site := f.system.Processes[f.Process].States[f.State].Transitions[0].Site
				if !told[site] {
					w.tellIfStuck(&f.verdict, &f.Finding)
					told[site] = w.told
				}
			}
		}
	}
}

// A forsaken is a finding about one who waits, and the system in which he does.
type forsaken struct {
	verdict
	verify.Finding
}

// forsaken lists who waits for a condition until after the call of another function, and nobody of the two wakes
// him, though others could have done so before.
func (w *waiters) forsaken(waiter, other int) (list []forsaken) {
	v := w.v
	v.system = calling(w.v.system, waiter, other)
	callers := subjectsOf(v.system)
	if !slices.ContainsFunc(v.system.Processes[callers[0]].States, awaitsCond) {
		return nil
	}
	o := watch(v.system, callers[0], callers[1])
	result := checkPart(o.watched, verify.Options{}, &w.left.parts)
	if result.Inconclusive != "" {
		return nil
	}
	names := w.clients.Entries()
	v.overlaps = [2]string{names[waiter], names[other]}
	v.system = amongOthers(v.system, w.v.system.Processes)
	for _, f := range result.Findings {
		if f.Process != callers[0] || f.State >= len(v.system.Processes[f.Process].States) || !awaitsCond(v.system.Processes[f.Process].States[f.State]) {
			continue
		}
		if !o.isOver(&f) || w.waitsAnyway(&v, waiter, f.State) {
			continue
		}
		list = append(list, forsaken{v, o.original(f)})
	}
	return list
}

// waitsAnyway reports whether a function may have to wait for ever in a state though the other one of the two
// hasn't been called, or if that isn't known.
func (w *waiters) waitsAnyway(v *verdict, function, state int) bool {
	result := checkPart(calling(w.v.system, function), verify.Options{}, &w.left.parts)
	return result.Inconclusive != "" || slices.ContainsFunc(result.Findings, func(f verify.Finding) bool {
		return f.Process == subjectsOf(v.system)[0] && f.State == state && w.staysStuck(v, &f)
	})
}

// awaitsCond reports whether a process waits in a state to be woken.
func awaitsCond(s model.State) bool {
	return slices.ContainsFunc(s.Transitions, func(t model.Transition) bool { return t.Kind == model.CondWake })
}

// An outlasting is a system of two calls, in which it matters whether one of them still takes a lock after the other
// one has begun to wait for a condition.
type outlasting struct {
	system, watched *model.System
	waiter, other   int
}

// watch adds to a system a channel that the waiter closes when he waits, and lets the other one look whether it is
// closed before he takes a lock, if he likes. If he hasn't seen that till his end, he wakes everybody for ever, so that
// nobody is stuck.
func watch(sys *model.System, waiter, other int) *outlasting {
	watched := *sys
	o := &outlasting{sys, &watched, waiter, other}
	watched.Processes = slices.Clone(sys.Processes)
	watched.Objects = append(slices.Clone(sys.Objects), model.Object{Kind: model.Channel, Owner: -1})
	watched.Processes[waiter].States = announcing(sys.Processes[waiter].States, len(sys.Objects))
	watched.Processes[other].States = o.looking(len(sys.Objects))
	return o
}

// announcing are states in which whoever waits for a condition closes a channel.
func announcing(states []model.State, channel int) []model.State {
	list := slices.Clone(states)
	for s := range states {
		list[s].Transitions = slices.Clone(list[s].Transitions)
		for i := range list[s].Transitions {
			if t := &list[s].Transitions[i]; t.Kind == model.CondEnqueue {
				list = append(list, model.State{Transitions: []model.Transition{{Kind: model.Cancel, Object: channel, To: t.To}}})
				t.To = len(list) - 1
			}
		}
	}
	return list
}

// looking are the states of the other one twice: before he has looked whether a channel is closed, which he does before
// he takes a lock, and after that.
func (o *outlasting) looking(channel int) []model.State {
	states := o.system.Processes[o.other].States
	n := len(states)
	list := slices.Concat(states, states)
	for s := range n {
		list[s].Transitions, list[n+s].Transitions = slices.Clone(states[s].Transitions), slices.Clone(states[s].Transitions)
		for i := range list[n+s].Transitions {
			list[n+s].Transitions[i].To += n
		}
		switch {
		case len(states[s].Transitions) == 0:
			list[s].Transitions = o.wakeAll(s)
		case slices.ContainsFunc(states[s].Transitions, isTaking):
			list[s].Transitions = append(list[s].Transitions, model.Transition{Kind: model.Tau, Object: -1, To: len(list)})
			list = append(list, model.State{Transitions: []model.Transition{{Kind: model.ReceiveClosed, Object: channel, To: n + s}}})
		}
	}
	return list
}

// isTaking reports whether a lock is taken in a step.
func isTaking(t model.Transition) bool { return t.Kind == model.Lock || t.Kind == model.RLock }

// wakeAll are steps that wake all who wait for a condition, and lead back to where they come from.
func (o *outlasting) wakeAll(from int) (list []model.Transition) {
	for i := range o.system.Objects {
		if o.system.Objects[i].Kind == model.Cond {
			list = append(list, model.Transition{Kind: model.Broadcast, Object: i, To: from})
		}
	}
	return list
}

// isOver reports whether the other call is over after the execution of a finding, and has taken a lock since somebody
// waits.
func (o *outlasting) isOver(f *verify.Finding) bool {
	state, moved := stateAfter(o.watched, f.Trace, o.other)
	states := o.system.Processes[o.other].States
	n := len(states)
	return moved && state >= n && state < 2*n && len(states[state-n].Transitions) == 0
}

// original is a finding as one of the system without the channel.
func (o *outlasting) original(f verify.Finding) verify.Finding {
	n := len(o.system.Processes[o.other].States)
	var trace []verify.Step
	for _, s := range f.Trace {
		if o.isAdded(&s) {
			continue
		}
		if s.Process == o.other {
			s.State %= n
		}
		if s.Partner == o.other {
			s.PartnerState %= n
		}
		trace = append(trace, s)
	}
	f.Trace = trace
	return f
}

// isAdded reports whether a step isn't one of the system without the channel: it comes from a state or is a choice that
// isn't there.
func (o *outlasting) isAdded(s *verify.Step) bool {
	states := o.system.Processes[s.Process].States
	switch n := len(states); {
	case s.Process == o.other:
		return s.State >= 2*n || s.Transition >= len(states[s.State%n].Transitions)
	case s.Process == o.waiter:
		return s.State >= n
	}
	return false
}
