package chancheck

import (
	"slices"

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
// A panic is told that comes about so, and who is stuck whatever is called later.

// An overlap is two calls at once, by their numbers among the entries.
type overlap struct {
	*ownPanics
	first, second int
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

// tellOverlaps tells what goes wrong if two calls overlap.
func (c *ownPanics) tellOverlaps() {
	for i := range c.clients.Entries() {
		for j := range c.clients.Entries() {
			o := &overlap{c, i, j}
			if o.tellAtOnce(); i != j {
				o.tellMeanwhile()
			}
		}
	}
}

// tellAtOnce tells what goes wrong at once, but not in turn.
func (o *overlap) tellAtOnce() {
	if o.second < o.first {
		return
	}
	v := o.explored(calling(o.v.system, o.first, o.second))
	for _, f := range wrongAmong(&v) {
		if o.areTogether(&v, f) && o.isRightInTurn(o.first, o.second) && o.isRightInTurn(o.second, o.first) || o.watches(&v, f) {
			o.tellOverlap(&v, f)
		}
	}
}

// tellMeanwhile tells what goes wrong if the second call comes while the first one runs, which doesn't
// return before.
func (o *overlap) tellMeanwhile() {
	v := o.explored(meanwhile(calling(o.v.system, o.first, o.second)))
	if list := wrongAmong(&v); len(list) > 0 && o.neverReturns() {
		for _, f := range list {
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

// wrongAmong lists what goes wrong among those who call once: one panics because of the other one, or is
// stuck.
func wrongAmong(v *verdict) (list []*verify.Finding) {
	for _, f := range inOrder(v) {
		closer, victim := partiesOf(v.system, f)
		switch {
		case isAtChannel(v.system, f) && isSubject(v.system, closer.process) && isSubject(v.system, victim.process) && closer.process != victim.process:
			list = append(list, f)
		case f.Category == verify.Leak && f.Object >= 0 && isSubject(v.system, f.Process):
			list = append(list, f)
		}
	}
	return list
}

// areTogether reports whether both callers have synchronised on one object before one of them is stuck or
// panics: who only looks at plain variables isn't made to run beside others.
func (o *overlap) areTogether(v *verdict, f *verify.Finding) bool {
	callers := subjectsOf(v.system)
	used := [2]map[int]bool{{}, {}}
	for _, s := range f.Trace {
		caller := slices.Index(callers, s.Process)
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
	v := o.explored(inTurn(calling(o.v.system, first, second)))
	if v.result.Inconclusive != "" {
		return false
	}
	goesWrong := func(g *verify.Finding) bool {
		return g.Category == verify.Panic || (g.Category == verify.Leak || g.Category == verify.Deadlock) && isSubject(v.system, g.Process)
	}
	return !slices.ContainsFunc(v.result.Findings, func(g verify.Finding) bool { return goesWrong(&g) }) &&
		!slices.ContainsFunc(v.result.Hangs, func(d verify.Doubt) bool { return goesWrong(&d.Finding) })
}

// watches reports whether who is stuck has passed by a choice of what the other call brings about: a
// channel that it has closed was among the alternatives.
func (o *overlap) watches(v *verdict, f *verify.Finding) bool {
	if f.Category != verify.Leak {
		return false
	}
	closed := map[int]bool{}
	for _, s := range f.Trace {
		t := v.system.Processes[s.Process].States[s.State].Transitions[s.Transition]
		if s.Process != f.Process && isSubject(v.system, s.Process) && (t.Kind == model.Close || t.Kind == model.Cancel) {
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
func (o *overlap) neverReturns() bool {
	sys := calling(o.v.system, o.first)
	caller := subjectsOf(sys)[0]
	end := len(sys.Processes[caller].States)
	atEnd(sys, caller, model.Transition{Kind: model.Tau, Object: -1})
	atEnd(sys, caller, model.Transition{Kind: model.Crash, Object: -1})
	return neverPasses(checkPart(sys, verify.Options{}, &o.left.panics), caller, end)
}

// tellOverlap tells a finding, if others can call what is called and nobody can help who is stuck.
func (o *overlap) tellOverlap(v *verdict, f *verify.Finding) {
	v.overlaps = o.namesOf(v.system, f.Process)
	if f.Category == verify.Panic {
		o.tellPanic(v, f)
		return
	}
	first := &firstCalls{reporter: o.reporter, clients: o.clients}
	full := *v
	full.system = o.amongOthers(v.system)
	if !isStarted(f.Trace, subjectsOf(v.system)[1]) || !first.areOpen(v.system, f) || !isWanted(v.system, f) || !first.staysStuck(&full, f) {
		return
	}
	told := *f
	told.Also = slices.DeleteFunc(slices.Clone(f.Also), func(b verify.Blocked) bool { return isOther(v.system, b.Process) })
	o.caller(v, told, o.clients)
}

// namesOf are the functions of the two calls, that of one caller first.
func (o *overlap) namesOf(sys *model.System, caller int) [2]string {
	names := [2]string{o.clients.Entries()[o.first], o.clients.Entries()[o.second]}
	if subjectsOf(sys)[0] != caller {
		names[0], names[1] = names[1], names[0]
	}
	return names
}

// amongOthers is a system of calls with others who call what they like.
func (o *overlap) amongOthers(sys *model.System) *model.System {
	full := *sys
	full.Processes = slices.Clone(sys.Processes)
	for p := range full.Processes {
		if isOther(sys, p) {
			full.Processes[p].States = o.v.system.Processes[p].States
		}
	}
	return &full
}
