package chancheck

import (
	"fmt"
	"slices"

	"github.com/chancheck/chancheck/extract"
	"github.com/chancheck/chancheck/model"
	"github.com/chancheck/chancheck/verify"
)

// A struct may own goroutines, which its constructor or a method has started, and share channels
// with them that methods close. Whoever closes a channel that has been closed, or sends on it,
// panics. Clients are to blame for that if they close it twice, or go on sending. What they can't
// know is what the goroutines have done meanwhile. So it is told
//
//   - what panics where one function is called once, of a new struct, or none: that is what the
//     struct is for;
//   - what panics if one function is called after another one has returned, each once, and one of
//     those who close the channel, or send on it, is a goroutine of the struct, the other one the
//     second call, which closes it. If the goroutine is bound to close it after the first call, to
//     call both is to close it twice: see mayBeLeftOpen.
//
// Other than with who is stuck, what is left out could be what keeps somebody from coming there. So
// all objects are there on which the functions operate.

// tellOwned tells what panics in a struct by itself, if something may, and what goes wrong where calls
// overlap: of two of them each, if all that anybody may call is too much.
func (r *reporter) tellOwned(clients extract.Clients, mayPanic bool) {
	if !r.affordsPanics() {
		return
	}
	full, ok := clients.InFull()
	key := "panics of " + full.Key()
	if r.seen[key] {
		return
	}
	r.seen[key] = true
	if !ok || !r.tellInFull(full, mayPanic) {
		r.tellPairs(clients)
	}
}

// tellInFull tells what goes wrong with one call and with two, and reports whether it is known.
func (r *reporter) tellInFull(clients extract.Clients, mayPanic bool) bool {
	if one := (&ownPanics{reporter: r, clients: clients}); mayPanic && one.judge() {
		for i := range clients.Entries() {
			one.tell(i)
		}
	}
	two := &ownPanics{reporter: r, clients: clients.TwoSubjects()}
	if two.judge() {
		two.tellOfTwo()
		return true
	}
	return false
}

// tellOfTwo tells what goes wrong with two calls.
func (c *ownPanics) tellOfTwo() {
	if c.panics() {
		for i := range c.clients.Entries() {
			for j := range c.clients.Entries() {
				c.tellInOrder(i, j)
			}
		}
	}
	if len(wrongAmong(&c.v, subjectsOf(c.v.system))) > 0 {
		c.tellOverlaps()
	}
}

// affordsPanics reports whether something is left of the budget for that. Slices are charged to it,
// too.
func (r *reporter) affordsPanics() bool { return r.scopes.AffordsPanics(settings.limits) }

// An ownPanics tells what panics after some calls.
type ownPanics struct {
	*reporter
	clients extract.Clients
	v       verdict
}

// judge explores what callers can do. It reports whether findings about that can be relied on. Maps are followed where something is open without
// that: that there are no other clients is more to be followed, too.
func (c *ownPanics) judge() bool {
	if c.judgeOnce() {
		return true
	}
	following, ok := c.clients.FollowingMaps()
	if !ok || c.v.system == nil || len(c.v.extraction.Open) == 0 {
		return false
	}
	c.clients = following
	return c.judgeOnce()
}

// judgeOnce does so, with as much data as it takes.
func (c *ownPanics) judgeOnce() bool {
	for _, level := range []extract.Level{extract.Coarse, extract.Fine} {
		if !c.affordsPanics() {
			return false
		}
		part := c.clients.At(level)
		if part == nil || !c.clients.TellsOfOne() {
			return false
		}
		c.v = verdict{root: part, part: true, received: c.clients.Received()}
		c.v.clients = c.clients.Pair() == nil
		c.v.alone = c.v.clients
		c.v.explore(part, limitsOfClients(settings.limits), &c.left.panics)
		if c.v.system == nil || c.v.inconclusive != "" {
			return false
		}
		if c.v.doubtful == "" && c.isClosed() {
			break
		}
	}
	return c.isClosed()
}

// isClosed reports whether nothing is open, nor passed on to where it isn't followed.
func (c *ownPanics) isClosed() bool { return len(c.v.extraction.Open) == 0 && !c.v.extraction.Passes }

// panics reports whether somebody panics at a channel for certain.
func (c *ownPanics) panics() bool {
	return slices.ContainsFunc(c.v.result.Findings, func(f verify.Finding) bool { return isAtChannel(c.v.system, &f) })
}

// isAtChannel reports whether a finding is a panic at a channel that is closed.
func isAtChannel(sys *model.System, f *verify.Finding) bool {
	closer, _ := partiesOf(sys, f)
	return f.Category == verify.Panic && closer.step != nil
}

// tell tells what panics if one function is called, or none.
func (c *ownPanics) tell(entry int) {
	v := c.v
	v.system = calling(c.v.system, entry)
	v.result = checkPart(v.system, verify.Options{}, &c.left.panics)
	for _, f := range inOrder(&v) {
		if isAtChannel(v.system, f) && !isSameRole(v.system, f) {
			c.tellPanic(&v, f)
		}
	}
}

// tellInOrder tells what panics if one function is called after another one has returned.
func (c *ownPanics) tellInOrder(first, second int) {
	v := c.v
	v.system = calling(c.v.system, first, second)
	callers := subjectsOf(v.system)
	v.system = inTurn(v.system, callers[0], callers[1])
	v.result = checkPart(v.system, verify.Options{}, &c.left.panics)
	for _, f := range inOrder(&v) {
		if isAtChannel(v.system, f) && isOwnersFault(v.system, f) && !isSameRole(v.system, f) && c.isUnforced(first, v.system, f) {
			c.tellPanic(&v, f)
		}
	}
}

// isUnforced reports whether a channel may stay open after a call, if it is closed for the second
// time; else anybody may close it.
func (c *ownPanics) isUnforced(call int, sys *model.System, f *verify.Finding) bool {
	_, victim := partiesOf(sys, f)
	return victim.step.Kind != model.Close || mayBeLeftOpen(calling(c.v.system, call), victim.step.Object, &c.left.panics)
}

// tellPanic tells one, if others can call what is called.
func (c *ownPanics) tellPanic(v *verdict, f *verify.Finding) {
	if !(&firstCalls{clients: c.clients}).areOpen(v.system, f) || !c.replays(v, f) {
		return
	}
	closer, victim := partiesOf(v.system, f)
	if other := "panic " + fmt.Sprint(victim.step.Site, closer.step.Site); victim.step.Kind == model.Close && c.seen[other] {
		return // it may as well be the other one who comes first
	}
	c.seen["panic "+fmt.Sprint(closer.step.Site, victim.step.Site)] = true
	c.tellCaller(v, *f, c.clients) // nothing is left out that could be in the way
}

// A party is who has closed a channel, or panics at it, and with which step.
type party struct {
	process int
	step    *model.Transition
}

// partiesOf are who has closed the channel of a panic, and who panics. There is no closer, or no step
// of his, if it is another panic.
func partiesOf(sys *model.System, f *verify.Finding) (closer, victim party) {
	closer.process, victim.process = -1, f.Process
	for _, s := range f.Trace {
		t := s.In(sys)
		if s.Process == f.Process && t.Kind == model.Fault {
			victim.step = faulting(sys.Processes[s.Process].States[s.State].Transitions, t)
		}
	}
	if own := f.In(sys); own.Kind != model.Crash {
		victim.step = own
	}
	if victim.step == nil || victim.step.Kind != model.Close && victim.step.Kind != model.Send {
		return closer, victim
	}
	for _, s := range f.Trace {
		t := s.In(sys)
		if t.Object == victim.step.Object && (t.Kind == model.Close || t.Kind == model.Cancel) && t != victim.step {
			closer = party{s.Process, t}
		}
	}
	return closer, victim
}

// faulting is the step for which another one is taken that says where its panic leads.
func faulting(list []model.Transition, fault *model.Transition) *model.Transition {
	for i := range list {
		if list[i].Object == fault.Object && list[i].Kind != model.Fault {
			return &list[i]
		}
	}
	return nil
}

// goroutineOf is that of two parties which is a goroutine of the struct, if the other one is a call.
func goroutineOf(sys *model.System, a, b party) (goroutine, call party, ok bool) {
	switch {
	case a.step == nil || isSubject(sys, a.process) == isSubject(sys, b.process):
		return a, b, false
	case isSubject(sys, a.process):
		return b, a, true
	}
	return a, b, true
}

// isOwnersFault reports whether the second call closes a channel that a goroutine closes or sends on
// which it hasn't started itself.
func isOwnersFault(sys *model.System, f *verify.Finding) bool {
	closer, victim := partiesOf(sys, f)
	goroutine, call, ok := goroutineOf(sys, closer, victim)
	callers := subjectsOf(sys)
	return ok && call.process == callers[len(callers)-1] && call.step.Kind == model.Close && !isStartedBy(f.Trace, goroutine.process, call.process)
}

// isStartedBy reports whether a process was started by another one in an execution, or by one that
// was.
func isStartedBy(trace []verify.Step, process, by int) bool {
	for _, s := range slices.Backward(trace) {
		if s.Spawned > 0 && s.Spawned == process {
			process = s.Process
		}
	}
	return process == by
}

// isSameRole reports whether a caller who panics because of a goroutine, or the other way round, does
// himself what that does: he has called what it runs, which is once too often.
func isSameRole(sys *model.System, f *verify.Finding) bool {
	closer, victim := partiesOf(sys, f)
	goroutine, call, ok := goroutineOf(sys, closer, victim)
	return ok && slices.ContainsFunc(sys.Processes[call.process].States, func(s model.State) bool {
		return slices.ContainsFunc(s.Transitions, func(t model.Transition) bool {
			own := goroutine.step
			return t.Kind == own.Kind && t.Object == own.Object && t.Site == own.Site && len(t.Via) >= len(own.Via) &&
				slices.Equal(t.Via[len(t.Via)-len(own.Via):], own.Via)
		})
	})
}
