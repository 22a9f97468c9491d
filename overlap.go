package chancheck

import (
	"slices"

	"github.com/chancheck/chancheck/extract"
	"github.com/chancheck/chancheck/model"
	"github.com/chancheck/chancheck/verify"
)

// Two calls of a struct may overlap, and what they do together go wrong though each of them is right:
// one asks whether the channel is closed, the other one closes it, the first one sends. Whether callers
// may do that at all the code doesn't say; most types aren't made for it, and who closes what others
// still send on has to know that they don't. So two calls at once are told only if the type is made for
// both of them, and that is read off what they do one after the other:
//
//   - in either order nothing goes wrong: then each of them looks after what the other one does, but not at
//     once. That is a violation of atomicity (Flanagan and Freund 2004), of which we ask only what
//     communication shows: any order is right, and no order does what happened;
//   - or the first one doesn't return before the second one is called, as one that serves and one that
//     stops it: then there is no other way to call them;
//   - or who is stuck has passed by a choice of what the other call brings about, as a select with the
//     channel that it closes: then he means to be called meanwhile, or later.
//
// A panic is told that comes about so, and who is stuck whatever is called later; but no panic if the one who closes may have
// waited for the others in ways that aren't followed, or whoever calls one of them in the package has a lock that the other one takes
// (holding.MayAwaitBefore, IsCalledWithLockOf). Nor is a function called twice at once, if just the module of an internal package can
// call it: what it ends may have one owner.

// An overlap is two calls at once, and nobody else who calls.
type overlap struct {
	*ownPanics
	system    *model.System
	callers   []int // two
	functions []string
	// others have states in which they call what they like, by process; nil if there is nobody else.
	others []model.Automaton
	// apart reports whether the calls may be kept apart in ways that aren't seen, so that nobody panics.
	apart func() bool
}

// tellOverlaps tells what goes wrong if two calls overlap, of all functions.
func (c *ownPanics) tellOverlaps() {
	names := c.clients.Entries()
	for i := range names {
		for j := range names[:i+1] {
			sys := calling(c.v.system, i, j)
			(&overlap{c, sys, subjectsOf(sys), []string{names[i], names[j]}, c.v.system.Processes, func() bool { return c.clients.AreKeptApart(i, j) }}).tell()
		}
	}
}

// tellPairs tells who panics if two calls overlap, of those functions that close a channel, and of others that
// close it or send on it.
func (r *reporter) tellPairs(clients extract.Clients) {
	for _, pair := range clients.Pairs() {
		if !r.affordsPanics() {
			return
		}
		full, ok := pair.InFull()
		if !ok {
			continue
		}
		c := &ownPanics{reporter: r, clients: full}
		if !c.judge() {
			continue
		}
		callers, functions := onceClientsOf(c.v.system), pair.Pair()
		if len(callers) == len(functions) {
			(&overlap{c, c.v.system, callers, functions, nil, func() bool { return false }}).tell()
		}
	}
}

// tell tells what goes wrong at once, but not in turn, or if one call comes while the other one runs, which doesn't
// return before.
func (o *overlap) tell() {
	if o.functions[0] == o.functions[1] && extract.IsInternal(o.pass.Pkg.Path()) {
		return
	}
	v := o.explored(o.system)
	list := wrongAmong(&v, o.callers)
	if len(list) == 0 {
		return
	}
	areRight := o.isRightInTurn(0, 1) && o.isRightInTurn(1, 0)
	list = slices.DeleteFunc(list, func(f *verify.Finding) bool { return !(o.areTogether(&v, f) && areRight || o.watches(&v, f)) })
	for _, f := range o.onePanicOfOne(list) {
		o.tellOverlap(&v, f)
	}
	if o.functions[0] != o.functions[1] {
		o.tellMeanwhile(0, 1)
		o.tellMeanwhile(1, 0)
	}
}

// onePanicOfOne leaves one of several panics where a function is called twice at once: it isn't made for that, which is one mistake. A second close of a
// channel says so best.
func (o *overlap) onePanicOfOne(list []*verify.Finding) []*verify.Finding {
	if o.functions[0] != o.functions[1] {
		return list
	}
	var told *verify.Finding
	for _, f := range list {
		if f.Category == verify.Panic && (told == nil || told.In(o.system).Kind != model.Close && f.In(o.system).Kind == model.Close) {
			told = f
		}
	}
	return slices.DeleteFunc(list, func(f *verify.Finding) bool { return f.Category == verify.Panic && f != told })
}

// tellMeanwhile tells who panics if the second call comes while the first one runs, which doesn't return before: who
// is stuck then may be so because of the first one alone.
func (o *overlap) tellMeanwhile(first, second int) {
	if !o.neverReturns(first, second) {
		return
	}
	v := o.explored(meanwhile(o.system, o.callers[first], o.callers[second]))
	for _, f := range wrongAmong(&v, o.callers) {
		if f.Category == verify.Panic {
			o.tellOverlap(&v, f)
		}
	}
}

// explored is the verdict on a system of calls.
func (o *overlap) explored(sys *model.System) verdict {
	v := o.v
	v.system = sys
	v.result = checkPart(sys, verify.Options{}, &o.left.panics)
	return v
}

// wrongAmong lists what goes wrong among the callers: one panics because of the other one, or is stuck, but not at a
// lock: that is told elsewhere (see tellClients).
func wrongAmong(v *verdict, callers []int) (list []*verify.Finding) {
	for _, f := range inOrder(v) {
		closer, victim := partiesOf(v.system, f)
		switch {
		case isAtChannel(v.system, f) && slices.Contains(callers, closer.process) && slices.Contains(callers, victim.process) && closer.process != victim.process:
			list = append(list, f)
		case f.Category == verify.Leak && f.Object >= 0 && !v.system.Objects[f.Object].Kind.IsLock() && slices.Contains(callers, f.Process):
			list = append(list, f)
		}
	}
	return list
}

// areTogether reports whether both callers have synchronised on one object before one of them is stuck or
// panics: who only looks at plain variables isn't made to run beside others.
func (o *overlap) areTogether(v *verdict, f *verify.Finding) bool {
	used := [2]map[int]bool{{}, {}}
	for _, s := range f.Trace {
		caller := slices.Index(o.callers, s.Process)
		if caller < 0 || s.Process == f.Process && s.State == f.State {
			continue
		}
		for _, t := range v.system.Processes[s.Process].States[s.State].Transitions {
			if t.Object >= 0 && t.Kind != model.Spawn && t.Kind != model.Close && isForMany(&v.system.Objects[t.Object]) {
				used[caller][t.Object] = true
			}
		}
	}
	for object := range used[0] {
		if used[1][object] {
			return true
		}
	}
	return false
}

// isForMany reports whether goroutines may use an object at once.
func isForMany(o *model.Object) bool { return o.Kind != model.Cell || o.Atomic }

// isRightInTurn reports whether nobody panics, and no caller gets stuck, if one call comes after the other
// one has returned.
func (o *overlap) isRightInTurn(first, second int) bool {
	v := o.explored(inTurn(o.system, o.callers[first], o.callers[second]))
	goesWrong := func(g *verify.Finding) bool {
		return g.Category == verify.Panic || (g.Category == verify.Leak || g.Category == verify.Deadlock) && slices.Contains(o.callers, g.Process)
	}
	return v.result.Inconclusive == "" && !mayComeAbout(&v.result, goesWrong)
}

// watches reports whether who is stuck has passed by a choice of what the other call brings about: a
// channel that it has closed was among the alternatives.
func (o *overlap) watches(v *verdict, f *verify.Finding) bool {
	if f.Category != verify.Leak {
		return false
	}
	closed := map[int]bool{}
	for _, s := range f.Trace {
		t := s.In(v.system)
		if s.Process != f.Process && slices.Contains(o.callers, s.Process) && (t.Kind == model.Close || t.Kind == model.Cancel) {
			closed[t.Object] = true
		}
	}
	return slices.ContainsFunc(f.Trace, func(s verify.Step) bool {
		return s.Process == f.Process && slices.ContainsFunc(v.system.Processes[s.Process].States[s.State].Transitions, func(t model.Transition) bool {
			return (t.Kind == model.Receive || t.Kind == model.ReceiveClosed) && closed[t.Object]
		})
	})
}

// neverReturns reports whether the first call returns in no execution in which the second one isn't called.
func (o *overlap) neverReturns(first, second int) bool {
	sys, _ := without(o.system, o.callers[second])
	caller := o.callers[first]
	end := len(sys.Processes[caller].States)
	atEnd(sys, caller, model.Transition{Kind: model.Tau, Object: -1})
	atEnd(sys, caller, model.Transition{Kind: model.Crash, Object: -1})
	return neverPasses(checkPart(sys, verify.Options{}, &o.left.panics), caller, end)
}

// tellOverlap tells a finding, if others can call what is called and nobody can help who is stuck.
func (o *overlap) tellOverlap(v *verdict, f *verify.Finding) {
	v.overlaps = o.namesFor(f.Process)
	if f.Category == verify.Panic {
		if !o.apart() {
			o.tellPanic(v, f)
		}
		return
	}
	isOpen := len(v.extraction.Open)+len(v.extraction.OpenOthers) > 0 // then others can do more
	if o.others == nil || isOpen || !o.clients.TellsFirst() {
		return
	}
	first := &firstCalls{reporter: o.reporter, clients: o.clients}
	full := *v
	full.system = amongOthers(v.system, o.others)
	if !isStarted(f.Trace, o.callers[0]) || !isStarted(f.Trace, o.callers[1]) || !first.areOpen(v.system, f) || !isWanted(v.system, f) || !first.staysStuck(&full, f) {
		return
	}
	told := *f
	told.Also = slices.DeleteFunc(slices.Clone(f.Also), func(b verify.Blocked) bool { return isOther(v.system, b.Process) || isReceiver(v.system, b.Process) })
	o.tellCaller(v, told, o.clients)
}

// namesFor are the functions of the two calls, that of one caller first.
func (o *overlap) namesFor(caller int) [2]string {
	if caller == o.callers[0] {
		return [2]string{o.functions[0], o.functions[1]}
	}
	return [2]string{o.functions[1], o.functions[0]}
}

// amongOthers is a system of calls with others who call what they like, as they do by themselves.
func amongOthers(sys *model.System, others []model.Automaton) *model.System {
	full := *sys
	full.Processes = slices.Clone(sys.Processes)
	for p := range full.Processes {
		if isOther(sys, p) {
			full.Processes[p].States = others[p].States
		}
	}
	return &full
}

// mayClose reports whether somebody closes a channel in a system.
func mayClose(systems []*model.System) bool {
	isClose := func(t model.Transition) bool { return t.Kind == model.Close || t.Kind == model.Cancel }
	for _, sys := range systems {
		for p := range sys.Processes {
			for _, s := range sys.Processes[p].States {
				if slices.ContainsFunc(s.Transitions, isClose) {
					return true
				}
			}
		}
	}
	return false
}
