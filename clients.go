package chancheck

import (
	"cmp"
	"slices"
	"strings"

	"github.com/chancheck/chancheck/extract"
	"github.com/chancheck/chancheck/model"
	"github.com/chancheck/chancheck/report"
	"github.com/chancheck/chancheck/verify"
)

// clients judges the objects that live in fields and package-level variables, with
// the most general client: see extract/internal/slice, and outline. What goes wrong there is told
// only if no client is to blame, who need not exist: where callers get stuck at locks
// alone, which they can't take in a wrong order, as they don't take them themselves; or
// where nobody ever comes past, see tellSubject.
//
// It returns what is left to do when all roots are judged: what a root has found, with
// the calls that lead there, isn't told again. Last comes what panics: so much the less of the
// budgets is left for it.
func (r *reporter) clients() (tell, last []func()) {
	if judgesWhole(r.scopes) {
		return nil, nil
	}
	var l leftToTell
	list, mixed := r.scopes.Clients()
	for _, clients := range list {
		r.guard(r.packagePos(), func() { r.judgeClients(clients, &l) })
	}
	for _, clients := range mixed {
		l.tell = append(l.tell, func() { r.tellMixed(clients) })
		l.wait = append(l.wait, func() { r.tellWaiters(clients) })
		l.meet = append(l.meet, func() { r.tellMeetings(clients) })
		l.last = append(l.last, func() { r.tellOwned(clients, true) })
	}
	for _, clients := range r.scopes.Exposed() {
		l.tell = append(l.tell, func() { r.relocks(clients) })
	}
	for _, clients := range r.scopes.Shown() {
		l.last = append(l.last, func() { r.tellOwned(clients, true) })
	}
	return slices.Concat(l.tell, l.meet, l.wait), l.last
}

// A leftToTell is what is left to do when all clients are judged. Those who meet, and who wait, come after all else that gets
// stuck, as they may be many.
type leftToTell struct{ tell, meet, wait, last []func() }

// judgeClients judges objects of which all is known that may be done to them.
func (r *reporter) judgeClients(clients extract.Clients, l *leftToTell) {
	clients = forCircle(clients, outlinesOf(clients))
	clean, mayPanic := r.areClean(clients)
	if !clean || mayClose(outlinesOf(clients)) { // who declines to wait may wait all the same
		l.last = append(l.last, func() { r.tellOwned(clients, mayPanic) })
	}
	if clean {
		return
	}
	v := judgeLevels(nil, r.scopes, clients.At, settings.limits, &r.left.parts)
	if more := forCircle(clients, []*model.System{v.system}); more.AtOnce() > clients.AtOnce() {
		clients = more
		v = judgeLevels(nil, r.scopes, clients.At, settings.limits, &r.left.parts)
	}
	bound(&v, clients)
	why := whyInPart(&v, clients)
	if why != "" {
		r.ledger.limit(clients.Outlines(), clients.Name()+" are not judged: "+why)
		l.tell = append(l.tell, func() { r.relocks(clients) })
	}
	if !v.isClean() {
		l.tell = append(l.tell, func() { r.tellFirst(clients) })
		l.wait = append(l.wait, func() { r.tellWaiters(clients) })
	}
	l.meet = append(l.meet, func() { r.tellMeetings(clients) })
	if v.extraction != nil {
		r.tellJudged(clients, &v, why, l)
	}
}

// tellJudged tells what was found out about objects, of which something isn't known if there is a reason why.
func (r *reporter) tellJudged(clients extract.Clients, v *verdict, why string, l *leftToTell) {
	if why == "" {
		v.terms = ifAll(calledOnce(clients.Once()))
		r.ledger.clients(v, clients.Name())
		l.tell = append(l.tell, func() { r.tellPresumed(clients, v) })
	}
	switch {
	case v.hasCause():
		l.tell = append(l.tell, func() { r.tellClients(clients, v, func(w *verdict) *verdict { return w }) })
	case len(v.result.Findings) > 0:
		l.tell = append(l.tell, func() { r.tellSubject(clients) })
	}
}

// tellMixed tells what goes wrong with objects to which more is done than that.
func (r *reporter) tellMixed(clients extract.Clients) {
	if why := r.tellSubject(clients); why != "" {
		r.ledger.tied(clients.Tied(), clients.Name()+" are not judged: "+why)
		r.relocks(clients)
	}
	r.tellFirst(clients)
}

// whyInPart is why a verdict on clients isn't about all that may be done to the objects, "" if it is.
func whyInPart(v *verdict, clients extract.Clients) string {
	switch {
	case v.inconclusive != "" || v.extraction == nil:
		return v.inconclusive
	case !clients.IsWhole():
		return "something else is done to it that isn't followed"
	case len(v.extraction.Open) > 0: // whoever operates on that goes on, whatever he has locked
		open := v.extraction.Open[0]
		return "it hangs on " + cmp.Or(open.Name, "a channel") + ", which is " + open.Reason
	}
	return ""
}

// affordsParts reports whether something is left of the budget for parts. It is asked before a
// question is put, too, as that slices them.
func (r *reporter) affordsParts() bool { return r.scopes.Affords(settings.limits) }

// outlinesOf are the systems of the outlines of clients.
func outlinesOf(clients extract.Clients) (list []*model.System) {
	for _, outline := range clients.Outlines() {
		list = append(list, outline.System)
	}
	return list
}

// mostCallers limits the clients at once of which a circle may be made for want of slots. If it
// would take more, what is found with them is bounded.
const mostCallers = 4

// forCircle has as many clients at once as there may be locks in a circle in some systems, or
// as it takes to fill a channel: fewer can't all wait for each other.
func forCircle(clients extract.Clients, systems []*model.System) extract.Clients {
	most := clients.AtOnce()
	for _, sys := range systems {
		if sys != nil {
			most = max(most, verify.LockCircle(sys, settings.states/shareOfOutlines), min(callersFor(sys), mostCallers))
		}
	}
	if most == clients.AtOnce() {
		return clients
	}
	return clients.Together(most)
}

// bound notes in a verdict on clients that it would take more of them to see all.
func bound(v *verdict, clients extract.Clients) {
	if v.extraction != nil && callersFor(v.system) > clients.AtOnce() {
		v.extraction.Bounded = true
	}
}

// areClean judges clients without data. It reports whether nothing can go wrong with any of
// the objects, or else whether it may be that somebody panics.
func (r *reporter) areClean(clients extract.Clients) (all, mayPanic bool) {
	all = true
	for i, outline := range clients.Outlines() {
		v := judgeOutline(nil, outline, &r.left.outlines)
		if v.isSettled() && keepsSlots(v.system) {
			v.inconclusive, v.unclear = "somebody may return with a slot", true
		}
		bound(&v, clients)
		if v.unclear {
			r.ledger.unclear(&v)
			if v.undecided {
				r.apart(nil, clients.Name(), clients.Apart(i))
			}
		} else {
			r.ledger.clients(&v, clients.Name())
		}
		all, mayPanic = all && v.isSettled(), mayPanic || v.unclear || v.panicFree
	}
	return all, mayPanic
}

// hasCause reports whether callers wait for each other at locks, and not for others alone.
func (v *verdict) hasCause() bool {
	return slices.ContainsFunc(v.result.Findings, func(f verify.Finding) bool { return companyOf(v.system, &f) != nobody })
}

// tellClients tells what goes wrong for callers of the functions of the package, as far
// as it still does with all objects of the type, as seen by view. If these are too many, only what
// a caller does alone is certain.
func (r *reporter) tellClients(clients extract.Clients, v *verdict, view func(*verdict) *verdict) {
	aloneTells, _ := clients.Tells()
	if !aloneTells || releasesFirst(v.system) {
		return
	}
	wider, ok := clients.Wider()
	w := judgeLevels(nil, r.scopes, wider.At, settings.limits, &r.left.parts)
	if w.inconclusive != "" || w.extraction == nil {
		r.tellCallers(v, clients, alone)
		r.tellCallers(v, clients, left)
		return
	}
	seen := view(&w)
	aloneTells, together := wider.Tells()
	if aloneTells {
		r.tellCallers(seen, wider, alone)
		r.tellCallers(seen, wider, left)
	}
	if ok && (together || aloneTells && isProgram(w.system)) {
		r.tellCallers(seen, wider, inCompany)
	}
}

// releasesFirst reports whether a caller may release a lock that it has not taken:
// then it is for others to do that, and there may be more of them.
func releasesFirst(sys *model.System) bool {
	for p := range sys.Processes {
		if !isClient(sys, p) {
			continue
		}
		for _, s := range beforeFirst(sys.Processes[p].States) {
			if slices.ContainsFunc(sys.Processes[p].States[s].Transitions, func(t model.Transition) bool {
				return t.Kind == model.Unlock || t.Kind == model.RUnlock
			}) {
				return true
			}
		}
	}
	return false
}

// beforeFirst lists the states of a client from the choice of a function up to the
// first operation in it.
func beforeFirst(states []model.State) []int {
	seen := make([]bool, len(states))
	list := []int{0}
	seen[0] = true
	for i := 0; i < len(list); i++ {
		for _, t := range states[list[i]].Transitions {
			if isSilent(t) && !seen[t.To] {
				seen[t.To] = true
				list = append(list, t.To)
			}
		}
	}
	return list
}

// isSilent reports whether a step does nothing that others could notice: what is made anew
// is nobody else's yet, and what an unknown is, is so from the start.
func isSilent(t model.Transition) bool {
	return t.Kind == model.Tau || t.Kind == model.New || t.Kind == model.Assume
}

// tellCallers reports the findings of a kind that are causes.
func (r *reporter) tellCallers(v *verdict, clients extract.Clients, want company) {
	for _, f := range inOrder(v) {
		if companyOf(v.system, f) == want && r.isForClients(v, clients, f, want) {
			r.caller(v, v.insists.plain(f), clients)
		}
	}
}

// comesThere reports whether the execution of a finding may be one of the program, for all that the
// objects say that were left out.
func comesThere(sys *model.System, f *verify.Finding, clients extract.Clients) bool {
	attained := clients.Attained()
	isRuledOut := func(t *model.Transition) bool {
		may, known := attained[t.Site]
		return known && !may
	}
	return !isRuledOut(f.In(sys)) && !comesBy(sys, f, isRuledOut)
}

// isForClients reports whether clients who exist for certain can run into a finding.
func (r *reporter) isForClients(v *verdict, clients extract.Clients, f *verify.Finding, of company) bool {
	_, together := clients.Tells()
	switch {
	case of == left, v.insists.isIn(f):
		return r.isFirstKept(v.system, clients, f)
	case of == alone && !together && needsWriter(v.system, f):
		return false // nobody says whether the main function has both called at once
	case of == alone: // between two calls others of the package may release what the first one has returned with
		return callsOf(v.system, f) < 2 || areOpen(v.system, clients, f)
	}
	return (!isProgram(v.system) || !needsClients(v.system, f)) && !areGated(v.system, clients, f)
}

// areGated reports whether two of those who wait for each other may be kept apart by what isn't in the system.
func areGated(sys *model.System, clients extract.Clients, f *verify.Finding) bool {
	called, waits := calledIn(sys, f.Trace, clients.Entries()), waitsAfter(sys, f)
	for p, name := range called {
		for q, other := range called {
			at, areStuck := waits[p]
			meanwhile, areBoth := waits[q]
			if p < q && areStuck && areBoth && clients.AreGated(name, other, siteIn(sys, p, at), siteIn(sys, q, meanwhile)) {
				return true
			}
		}
	}
	return false
}

// calledIn are the functions that callers have called last, for people.
func calledIn(sys *model.System, trace []verify.Step, entries []string) map[int]string {
	called := map[int]string{}
	for p := range sys.Processes {
		if isOnceClient(sys, p) {
			called[p] = strings.TrimPrefix(sys.Processes[p].Name, extract.OnceName)
		}
	}
	for _, s := range trace {
		if isCall(sys, s) && s.Transition < len(entries) {
			called[s.Process] = entries[s.Transition]
		}
	}
	return called
}

// siteIn is where a process waits for something in a state.
func siteIn(sys *model.System, process, state int) model.Site {
	for _, t := range sys.Processes[process].States[state].Transitions {
		if !isSilent(t) {
			return t.Site
		}
	}
	return model.Site{}
}

// needsWriter reports whether somebody waits for what he has taken himself just for reading, and wants so again: he
// does only if somebody else wants to write meanwhile.
func needsWriter(sys *model.System, f *verify.Finding) bool {
	again := f.In(sys)
	had := again.Kind
	for _, s := range f.Trace {
		t := s.In(sys)
		if s.Process == f.Process && t.Object == again.Object && (t.Kind == model.Lock || t.Kind == model.RLock) {
			had = t.Kind
		}
	}
	return again.Kind == model.RLock && had == model.RLock
}

// isProgram reports whether the main function runs in a system.
func isProgram(sys *model.System) bool {
	return slices.ContainsFunc(sys.Processes, func(p model.Automaton) bool { return p.Name == extract.MainName })
}

// needsClients reports whether clients take part in an execution, beside the program
// itself: then it is open whether they can at the same time.
func needsClients(sys *model.System, f *verify.Finding) bool {
	return slices.ContainsFunc(f.Trace, func(s verify.Step) bool {
		return strings.HasPrefix(sys.Processes[s.Process].Name, extract.ClientName)
	})
}

// A company says who takes part in what goes wrong.
type company int

const (
	nobody    company = iota // it is no cause, but a victim
	alone                    // one caller, who waits for himself
	inCompany                // several, who wait for each other
	left                     // one waits for another one whose call has returned, or who has ended
)

// letCallersWait lets clients decline the first thing that they would wait for in a
// function, as if they had not called it yet: they hold nothing then. So there is
// always one who can call something else, as if there were any number of them, and
// none of them is to blame for having called what waits for another call. If it is
// about one subject, others may give up anywhere: they are as many as it takes. What is called
// once isn't declined: there is no other time for it. Nor is what nobody can ever do: there is
// no time for that either.
func letCallersWait(sys *model.System) {
	subject := subjectsIn(sys) == 1
	attained := sys.Attain()
	for p := 1; p < len(sys.Processes); p++ {
		if !isClient(sys, p) {
			continue
		}
		decline := beforeFirst(sys.Processes[p].States)
		states := unroll(sys.Processes[p].States, decline)
		if subject {
			decline = everywhere(states)
		}
		for _, i := range decline {
			if slices.ContainsFunc(states[i].Transitions, func(t model.Transition) bool { return !isSilent(t) && attained.MayPass(p, &t) }) {
				states[i].Transitions = append(states[i].Transitions, model.Transition{Kind: model.Tau, Object: -1, To: 0})
			}
		}
		sys.Processes[p].States = states
	}
}

// subjectsIn is how many clients call only once whatever they like.
func subjectsIn(sys *model.System) (n int) {
	for p := range sys.Processes {
		if isSubject(sys, p) {
			n++
		}
	}
	return n
}

// everywhere lists all states.
func everywhere(states []model.State) []int {
	list := make([]int, len(states))
	for i := range list {
		list[i] = i
	}
	return list
}

// unroll tells the states before the first operation of a call from those that are the
// same but come later, in a loop: these become new states. The choice of a function
// stays as it is.
func unroll(states []model.State, first []int) []model.State {
	later := map[int]int{}
	for _, i := range first[1:] {
		later[i] = len(states)
		states = append(states, states[i])
		states[len(states)-1].Transitions = slices.Clone(states[i].Transitions)
	}
	isFirst := func(i int) bool { return i == 0 || later[i] > 0 }
	for i := range states {
		for n := range states[i].Transitions {
			t := &states[i].Transitions[n]
			if copied := later[t.To]; copied > 0 && !(isFirst(i) && isSilent(*t)) {
				t.To = copied
			}
		}
	}
	return states
}

// caller reports a finding about a caller of one of the entries.
func (r *reporter) caller(v *verdict, f verify.Finding, clients extract.Clients) {
	if comesThere(v.system, &f, clients) {
		r.tellCaller(v, f, clients)
	}
}

// tellCaller reports a finding that comes about.
func (r *reporter) tellCaller(v *verdict, f verify.Finding, clients extract.Clients) {
	r.ledger.finding(v, f.Object, clients.Name(), v.inconclusive != "" || v.extraction.Bounded || clients.AtOnce() == 1)
	named := *v
	named.system = nameCallers(v.system, f.Trace, clients.Constructor(), clients.Entries())
	named.returned = returnedIn(v.system, f.Trace)
	if f.Category.IsStuck() && isCaller(v.system, f.Process) {
		f.Category = verify.Deadlock
	}
	r.finding(&named, &f)
}

// isCaller reports whether a process is a client of some kind.
func isCaller(sys *model.System, p int) bool { return isOther(sys, p) || isSubject(sys, p) }

// isCall reports whether somebody chooses a function to call in a step. Clients do so in the first state of the
// loop that they are, and in one for each thing that they may remember of former calls.
func isCall(sys *model.System, s verify.Step) bool {
	if !isClient(sys, s.Process) && !isSubject(sys, s.Process) {
		return false
	}
	a := &sys.Processes[s.Process]
	chosen := func(t model.Transition) bool { return t.Kind == model.Tau && t.Site == a.Site }
	return s.State == 0 || slices.IndexFunc(a.States[s.State].Transitions, func(t model.Transition) bool { return !chosen(t) }) < 0
}

// nameCallers names the processes of clients by the function that they have called
// last. What comes first is done
// where the objects are made.
func nameCallers(sys *model.System, trace []verify.Step, constructor string, entries []string) *model.System {
	named := *sys
	named.Processes = slices.Clone(sys.Processes)
	if constructor != "" {
		named.Processes[0].Name = report.CallOf + constructor
	}
	chooses := func(p int) bool { return isClient(sys, p) || isSubject(sys, p) }
	for p := range named.Processes {
		switch {
		case chooses(p):
			named.Processes[p].Name = report.CallOf + "a function" // until it has chosen
		case isOnceClient(sys, p):
			named.Processes[p].Name = report.CallOf + strings.TrimPrefix(named.Processes[p].Name, extract.OnceName)
		case named.Processes[p].Name == extract.MainName:
			named.Processes[p].Name = report.CallOf + "main"
		}
	}
	for _, s := range trace {
		if isCall(sys, s) && s.Transition < len(entries) {
			named.Processes[s.Process].Name = report.CallOf + entries[s.Transition]
		}
	}
	return &named
}

// companyOf says who takes part when a process is stuck at a lock: if it has taken
// that itself, or somebody has who waits for it in turn, or who has returned. Who waits
// for another one who is stuck, or has gone on, is a victim.
func companyOf(sys *model.System, f *verify.Finding) company {
	if f.Category != verify.Leak {
		return nobody
	}
	taken := takingIn(sys)
	holders := taken.holders(sys, f.Trace)
	waits := waitsAfter(sys, f)
	seen := map[int]bool{}
	for p := f.Process; !seen[p]; {
		seen[p] = true
		state, stuck := waits[p]
		if !stuck {
			if len(seen) == 2 && (hasReturned(sys, f.Trace, p) || hasEnded(sys, f.Trace, p)) {
				return left
			}
			return nobody
		}
		object, isLock := taken.at(sys, p, state)
		switch list := holders[object]; {
		case !isLock || len(list) == 0:
			return nobody
		case taken[object] != model.Tau && slices.Contains(list, f.Process):
			return nobody // who takes several slots may take all of them
		case slices.Contains(list, f.Process) && len(seen) == 1:
			return alone
		case slices.Contains(list, f.Process):
			return inCompany
		default:
			p = list[0]
		}
	}
	return nobody
}

// waitsAfter has the states of those who are stuck after the execution of a finding.
// Others can be stuck in other states after other executions.
func waitsAfter(sys *model.System, f *verify.Finding) map[int]int {
	waits := map[int]int{f.Process: f.State}
	for _, b := range f.Also {
		if at, moved := stateAfter(sys, f.Trace, b.Process); b.Process != f.Process && (!moved || at == b.State) {
			waits[b.Process] = b.State
		}
	}
	return waits
}

// stateAfter is the state of a process after an execution in which it has moved.
func stateAfter(sys *model.System, trace []verify.Step, p int) (state int, moved bool) {
	for _, s := range slices.Backward(trace) {
		switch p {
		case s.Process:
			return sys.Processes[p].States[s.State].Transitions[s.Transition].To, true
		case s.Partner:
			return sys.Processes[p].States[s.PartnerState].Transitions[s.PartnerTransition].To, true
		}
	}
	return 0, false
}

// at is the lock or slot that a process waits for.
func (s taking) at(sys *model.System, process, state int) (object int, ok bool) {
	for _, t := range sys.Processes[process].States[state].Transitions {
		if s.takes(&t) {
			return t.Object, true
		}
	}
	return 0, false
}

// holders lists who has taken what after an execution; readers can be several, as can those who
// have slots.
func (s taking) holders(sys *model.System, trace []verify.Step) map[int][]int {
	holders := map[int][]int{}
	for _, step := range trace {
		switch t := step.In(sys); {
		case s.has(t):
			holders[t.Object] = append(holders[t.Object], step.Process)
		case s.gives(t):
			if i := slices.Index(holders[t.Object], step.Process); i >= 0 {
				holders[t.Object] = slices.Delete(holders[t.Object], i, i+1)
			}
		}
	}
	return holders
}
