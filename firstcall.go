package chancheck

import (
	"slices"
	"strings"

	"github.com/chancheck/chancheck/extract"
	"github.com/chancheck/chancheck/model"
	"github.com/chancheck/chancheck/verify"
)

// What a constructor has started is nobody else's fault, and who calls one function with the
// struct that he was given can hardly have called another one too early. So what gets stuck
// then is told if nobody can free it, whatever is called meanwhile and later, by as many as
// it takes. Two questions are asked. With one caller alone, who gets stuck? And from there
// on, with others who call what they like, does it ever go on? A caller may still have
// forgotten to start what he waits for, and be in the way of those who would: it must be there,
// stuck as well, and at a lock of his if he has any, or going round for ever; or nobody ever does that.
//
// Whoever waits with a lock for one who needs that lock is stuck whatever anybody has called
// before: then there may be two callers. As nobody else releases the lock, only what he waits
// for could still be done by others, and one call of each is enough for that.

// tellFirst tells what gets stuck with the first call of a function, or the first two.
func (r *reporter) tellFirst(clients extract.Clients) {
	if !r.affordsParts() {
		return
	}
	clients = clients.Subject()
	one := firstCalls{reporter: r, clients: clients, callers: 1}
	if one.tell(); !one.told && clients.MixLocks() {
		two := firstCalls{reporter: r, clients: clients.TwoSubjects(), callers: 2}
		two.tell()
	}
}

// A firstCalls tells what gets stuck if some number of callers call a function once each.
type firstCalls struct {
	*reporter
	clients extract.Clients
	callers int
	told    bool
	// exhausted and conflicts are as in a verify.Result, of what was asked with others.
	exhausted, conflicts []int
}

func (c *firstCalls) tell() {
	for _, level := range []extract.Level{extract.Coarse, extract.Fine} {
		if !c.affordsParts() {
			return
		}
		part := c.clients.At(level)
		if part == nil || !c.clients.TellsFirst() {
			return
		}
		v, explored := judgeFirst(part, &c.left.parts)
		if v.system == nil || v.inconclusive != "" {
			return
		}
		if v.doubtful != "" && level == extract.Coarse {
			continue
		}
		c.tellStuck(&v)
		c.tellOfMore(explored)
		return
	}
}

// tellOfMore asks again where others need more goroutines and objects than callers alone. These are of the system that was
// explored last.
func (c *firstCalls) tellOfMore(explored *extract.Root) {
	for range mostRefinements {
		if c.told || len(c.exhausted)+len(c.conflicts) == 0 || !explored.Refine(c.exhausted, c.conflicts) {
			return
		}
		c.exhausted, c.conflicts = nil, nil
		v := newFirst(explored)
		if v.exploreOnce(explored, limitsOfClients(settings.limits), &c.left.parts); v.inconclusive == "" {
			c.tellStuck(&v)
		}
	}
}

// judgeFirst judges what the first call of a client alone can lead to. The system is that with
// all others, of the root that was explored last.
func judgeFirst(part *extract.Root, budget *int) (v verdict, explored *extract.Root) {
	v = newFirst(part)
	explored = v.explore(part, limitsOfClients(settings.limits), budget)
	return v, explored
}

func newFirst(part *extract.Root) verdict {
	return verdict{root: part, part: true, clients: true, alone: true}
}

// checkPart explores a system as far as a part may cost, and takes that off a budget.
func checkPart(sys *model.System, options verify.Options, budget *int) verify.Result {
	if *budget <= 0 {
		return verify.Result{Inconclusive: tookTooLong}
	}
	options.States = min(max(1, settings.states/shareOfParts), *budget)
	result := verify.Check(sys, options)
	*budget -= result.States
	return result
}

// withoutOthers is a system in which clients do nothing but the one who calls only once: they
// wait on the nil channel.
func withoutOthers(sys *model.System) *model.System {
	alone := *sys
	alone.Processes = slices.Clone(sys.Processes)
	for p := range alone.Processes {
		if isOther(sys, p) {
			alone.Processes[p].States = []model.State{{Transitions: []model.Transition{{Kind: model.Receive, Object: -1}}}}
		}
	}
	return &alone
}

// isOther reports whether a process is a client, but not the one who calls only once.
func isOther(sys *model.System, p int) bool { return isClient(sys, p) || isOnceClient(sys, p) }

// isOnceClient reports whether a process is a client who calls what is to be called once.
func isOnceClient(sys *model.System, p int) bool {
	return strings.HasPrefix(sys.Processes[p].Name, extract.OnceName)
}

// tellStuck tells who gets stuck for good: a caller, or else what was started for him.
func (c *firstCalls) tellStuck(v *verdict) {
	for _, f := range inOrder(v) {
		if isSubject(v.system, f.Process) && (c.isHindered(v.system, f) || isHopeless(v.system, f)) {
			c.tellIfStuck(v, f)
		}
	}
	if c.told || c.callers > 1 {
		return
	}
	for _, f := range inOrder(v) {
		if !isCaller(v.system, f.Process) && c.isThrough(v.system, f) {
			c.tellIfStuck(v, f)
		}
	}
}

func (c *firstCalls) tellIfStuck(v *verdict, f *verify.Finding) {
	isOpen := len(v.extraction.Open)+len(v.extraction.OpenOthers) > 0 // then others can do more
	if f.Category != verify.Leak || f.Object < 0 || isOpen || !isWanted(v.system, f) || !c.areOpen(v.system, f) || !c.staysStuck(v, f) || !c.staysInstead(v, f) {
		return
	}
	c.told = true
	f.Also = slices.DeleteFunc(f.Also, func(b verify.Blocked) bool { return isOther(v.system, b.Process) })
	c.caller(v, *f, c.clients)
}

// areOpen reports whether others can call what callers have called in an execution.
func (c *firstCalls) areOpen(sys *model.System, f *verify.Finding) bool {
	return !slices.ContainsFunc(f.Trace, func(s verify.Step) bool {
		return isSubject(sys, s.Process) && isCall(sys, s) && !c.clients.IsOpen(s.Transition)
	})
}

// isThrough reports whether the caller has called nothing after an execution, or is through
// with it. If there is none, because the one constructor fails, nobody could do anything.
func (c *firstCalls) isThrough(sys *model.System, f *verify.Finding) bool {
	i := slices.IndexFunc(f.Trace, func(s verify.Step) bool { return s.Spawned > 0 && isSubject(sys, s.Spawned) })
	if i < 0 {
		return c.clients.NeedsObject() && c.clients.Constructor() != ""
	}
	caller := f.Trace[i].Spawned
	state, moved := stateAfter(sys, f.Trace, caller)
	return !moved || len(sys.Processes[caller].States[state].Transitions) == 0
}

// isHindered reports whether somebody is there who could free one who is stuck, but is stuck
// himself: at a lock of the other one, if that has any, as he must if there are two callers.
func (c *firstCalls) isHindered(sys *model.System, f *verify.Finding) bool {
	waits := sys.Processes[f.Process].States[f.State].Transitions
	has := map[int]bool{}
	for object, list := range (taking{}).holders(sys, f.Trace) {
		if slices.Contains(list, f.Process) {
			has[object] = true
		}
	}
	for p, state := range waitsAfter(sys, f) {
		lock, isLock := (taking{}).at(sys, p, state)
		if p != f.Process && !isOther(sys, p) && (len(has) == 0 && c.callers == 1 || isLock && has[lock]) && mayServe(sys.Processes[p].States, state, waits) {
			return true
		}
	}
	return len(has) == 0 && c.callers == 1 && goesRound(sys, f)
}

// goesRound reports whether somebody is there who could free one who is stuck, and isn't stuck himself, but goes round.
func goesRound(sys *model.System, f *verify.Finding) bool {
	waits := sys.Processes[f.Process].States[f.State].Transitions
	stuck := waitsAfter(sys, f)
	return slices.ContainsFunc(f.Trace, func(s verify.Step) bool {
		_, isStuck := stuck[s.Spawned]
		if s.Spawned <= 0 || isStuck || isOther(sys, s.Spawned) || isSubject(sys, s.Spawned) {
			return false
		}
		state, _ := stateAfter(sys, f.Trace, s.Spawned)
		return mayServe(sys.Processes[s.Spawned].States, state, waits)
	})
}

// isHopeless reports whether nobody ever does what one waits for who has done something before:
// if he had not, he might wait for ever on purpose.
func isHopeless(sys *model.System, f *verify.Finding) bool {
	states := sys.Processes[f.Process].States
	if slices.Contains(beforeFirst(states), f.State) {
		return false
	}
	return !slices.ContainsFunc(sys.Processes, func(a model.Automaton) bool {
		return len(a.States) > 0 && mayServe(a.States, 0, states[f.State].Transitions)
	})
}

// mayServe reports whether a goroutine could come to what others wait for, if it went on.
func mayServe(states []model.State, from int, waits []model.Transition) bool {
	seen := make([]bool, len(states))
	for todo := []int{from}; len(todo) > 0; todo = todo[1:] {
		if seen[todo[0]] {
			continue
		}
		seen[todo[0]] = true
		for i := range states[todo[0]].Transitions {
			t := &states[todo[0]].Transitions[i]
			if slices.ContainsFunc(waits, func(w model.Transition) bool { return t.Serves(&w) }) {
				return true
			}
			todo = append(todo, t.To)
		}
	}
	return false
}

// staysStuck reports whether a process that is stuck after an execution never goes on from
// there, whatever others do.
func (c *firstCalls) staysStuck(v *verdict, f *verify.Finding) bool {
	marked, past := mark(v.system, f.Process, f.State)
	result := checkPart(marked, verify.Options{After: f.Trace}, &c.left.parts)
	c.exhausted, c.conflicts = result.Exhausted, result.Conflicts
	return neverPasses(result, f.Process, past)
}

// staysInstead reports whether nobody ever comes past the other places where somebody may be stuck instead, as that hangs on
// what is in doubt: one where he waits for what others do is no trouble.
func (r *reporter) staysInstead(v *verdict, f *verify.Finding) bool {
	return !slices.ContainsFunc(f.Or, func(b verify.Blocked) bool { return !r.isDeadEnd(v, b.Process, b.State) })
}

// mark lets a process crash where it leaves one of some states.
func mark(sys *model.System, process int, from ...int) (marked *model.System, past int) {
	states := slices.Clone(sys.Processes[process].States)
	past = len(states)
	states = append(states, model.State{Transitions: []model.Transition{{Kind: model.Crash, Object: -1, To: past + 1}}}, model.State{})
	for _, state := range from {
		states[state].Transitions = slices.Clone(states[state].Transitions)
		for i := range states[state].Transitions {
			states[state].Transitions[i].To = past
		}
	}
	copied := *sys
	copied.Processes = slices.Clone(sys.Processes)
	copied.Processes[process].States = states
	return &copied, past
}

// neverPasses reports whether a process that was marked leaves the state in no execution.
func neverPasses(result verify.Result, process, past int) bool {
	isPast := func(f *verify.Finding) bool {
		return f.Category == verify.Panic && f.Process == process && f.State == past
	}
	return result.Inconclusive == "" && !mayComeAbout(&result, isPast)
}

// mayComeAbout reports whether something of a kind comes about, for certain or for some way to settle what is in doubt.
func mayComeAbout(result *verify.Result, is func(*verify.Finding) bool) bool {
	return slices.ContainsFunc(result.Findings, func(f verify.Finding) bool { return is(&f) }) ||
		slices.ContainsFunc(result.Hangs, func(d verify.Doubt) bool { return is(&d.Finding) })
}
