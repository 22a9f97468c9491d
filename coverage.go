package chancheck

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/chancheck/chancheck/extract"
	"github.com/chancheck/chancheck/model"
	"github.com/chancheck/chancheck/report"
)

// CategoryCoverage is that of the diagnostics which tell, on request, how far
// each place was judged where something to communicate over is made. Their
// messages are for report.ParsePlace.
const CategoryCoverage = "coverage"

// A ledger collects what is learnt about the places of one package while its
// roots are judged. Whoever judges may enter everything that he made out: sites
// that are no places are dropped in the end. What was judged of another package,
// by a test of package p_test for example, is told apart: who knows all packages
// knows whether it is a place there.
type ledger struct {
	pkg      *extract.Package
	accounts map[place]*account
	// operated has the operations in systems that were judged. Wait of a condition variable is one on its lock, too: those on
	// such variables themselves are in conditions.
	operated, conditions map[place]*account
	// unclearAt says why operations must be known with data.
	unclearAt map[place]reason
	// madeApart and operatedApart have what was judged apart from others on which it hangs.
	madeApart, operatedApart map[place]*account
	// found are the operations of which something was found in clients of an object, limited
	// why clients of one aren't judged.
	found   map[place]*account
	limited map[place]string
	// released are the operations on locks because of which alone nobody is stuck.
	released map[place]bool
	// elsewhere has what was judged of other packages.
	elsewhere map[place]*account
	// blocked are the functions that roots run which can't be judged, with the
	// reason of the first one; run are those of the roots that could.
	blocked map[string]string
	run     map[string]bool
	program *extract.Program
}

// A place is a site without its end, which doesn't matter here.
type place struct {
	file         string
	line, column int
}

func placeOf(s model.Site) place { return place{s.File, s.Line, s.Column} }

// An account is what was entered about one place.
type account struct {
	functions terms // in which it was judged
	bounded   bool  // in one of them for some sizes only
	entries   int   // how often it was judged
	// certificate is what k-MC says about all systems in which it was judged.
	certificate  certificate
	open         string // why
	handedOn     string
	idle         string // in which function nobody operates on it
	inconclusive string
	unclear      reason // why it can't be judged without data
	// confined says that it was judged with all that the package may do to it.
	confined bool
	suspect  bool   // something may go wrong with it, data and all
	tied     string // why it isn't judged with what it hangs on
	unwaited bool   // nobody waits for it
	calm     string // on which condition nobody does, "" if it isn't known
}

// A reason is why something isn't known.
type reason struct {
	why string
	// answered says that it is what may go wrong, and not why that couldn't be asked.
	answered bool
}

// or is the first of two reasons, or what may go wrong: people can look at that.
func (r reason) or(later reason) reason {
	if r.why == "" || later.answered && !r.answered {
		return later
	}
	return r
}

func newLedger(pkg *extract.Package, program *extract.Program) *ledger {
	l := &ledger{
		pkg:           pkg,
		program:       program,
		accounts:      map[place]*account{},
		operated:      map[place]*account{},
		conditions:    map[place]*account{},
		madeApart:     map[place]*account{},
		operatedApart: map[place]*account{},
		unclearAt:     map[place]reason{},
		elsewhere:     map[place]*account{},
		found:         map[place]*account{},
		limited:       map[place]string{},
		released:      map[place]bool{},
		blocked:       map[string]string{},
		run:           map[string]bool{},
	}
	for i := range pkg.Places {
		l.accounts[placeOf(pkg.Places[i].Site)] = &account{functions: terms{}}
	}
	return l
}

// account finds what is known about a place; what is written about others is
// lost.
func (l *ledger) account(site model.Site) *account {
	if a := l.accounts[placeOf(site)]; a != nil {
		return a
	}
	return &account{functions: terms{}}
}

// judged enters that every operation on what a function makes at a place was
// looked at by a verdict, or for the sizes that were tried.
func (l *ledger) judged(site model.Site, function string, v *verdict) {
	if l.accounts[placeOf(site)] == nil {
		v.enter(l.elsewhere, site, function)
		return
	}
	v.enter(l.accounts, site, function)
}

// enter notes that something was judged in a function.
func (v *verdict) enter(in map[place]*account, site model.Site, function string) {
	enter(in, site, function, v.terms, v.extraction.Bounded, v.certificate)
}

// enter notes in which function something was judged, and on which terms.
func enter(in map[place]*account, site model.Site, function, condition string, bounded bool, c certificate) {
	a := in[placeOf(site)]
	if a == nil {
		a = &account{functions: terms{}}
		in[placeOf(site)] = a
	}
	a.functions.add(function, condition)
	a.bounded = a.bounded || bounded
	if a.entries++; a.entries == 1 {
		a.certificate = c
	} else {
		a.certificate = a.certificate.and(c)
	}
}

// open enters that code which isn't known can operate on what is made at a
// place. Of several reasons the first one counts, here and below.
func (l *ledger) open(site model.Site, why string) {
	a := l.account(site)
	a.open = cmp.Or(a.open, why)
}

// handedOn enters that what is made at a place goes to callers. They may have
// judged it: then that counts.
func (l *ledger) handedOn(site model.Site, why string) {
	a := l.account(site)
	a.handedOn = cmp.Or(a.handedOn, why)
}

// idle enters that nobody operates on what a function makes at a place. Others
// that run the same may.
func (l *ledger) idle(site model.Site, function string) {
	a := l.account(site)
	a.idle = cmp.Or(a.idle, function)
}

// inconclusive enters that a function which would judge a place can't.
func (l *ledger) inconclusive(site model.Site, why string) {
	a := l.account(site)
	a.inconclusive = cmp.Or(a.inconclusive, why)
}

// isJudged reports whether what is made at a place was judged as it is.
func (l *ledger) isJudged(site model.Site) bool {
	a := l.accounts[placeOf(site)]
	return a != nil && (a.unwaited || len(a.functions) > 0 && a.isWhole())
}

// isWhole reports whether it counts that something was judged in a function: nothing else is
// done to it, or all that may be was looked at.
func (a *account) isWhole() bool { return a.confined || a.open == "" && a.tied == "" }

// apart enters what was judged apart from others on which it hangs.
func (l *ledger) apart(v *verdict, name string) {
	for _, site := range v.extraction.Closed {
		v.enter(l.madeApart, site, name)
	}
	v.eachOperated(func(site model.Site) { v.enter(l.operatedApart, site, name) })
	v.eachOfConditions(func(site model.Site) { v.enter(l.conditions, site, name) })
}

// operation enters an operation in a system that was judged: a place that is
// used by its name alone is judged if all its operations are.
func (l *ledger) operation(site model.Site, function string, v *verdict) {
	v.enter(l.operated, site, function)
}

// finding enters that something was found in clients of an object: by all that was looked at,
// or only in some calls.
func (l *ledger) finding(v *verdict, object int, name string, bounded bool) {
	if object < 0 {
		return
	}
	eachOperation(v.system, func(t *model.Transition) {
		if t.Object == object {
			enter(l.found, t.Site, name, "", bounded, certificate{})
		}
	})
}

// limit enters why clients of some objects are not judged, by the operations on these.
func (l *ledger) limit(outlines []*extract.Outline, why string) {
	for _, outline := range outlines {
		for _, site := range outline.Operations {
			l.limitAt(site, why)
		}
	}
}

// limitAt enters why clients of something aren't judged, by an operation on it.
func (l *ledger) limitAt(site model.Site, why string) {
	l.limited[placeOf(site)] = cmp.Or(l.limited[placeOf(site)], why)
}

// foundAt is what was found of something with a name, nil if nothing was.
func (l *ledger) foundAt(p *extract.Place) *account {
	for _, o := range p.Operations {
		if a := l.found[placeOf(o.Site)]; a != nil && !p.Handled {
			return a
		}
	}
	return nil
}

// tied enters that what is made at places hangs on what others have, too, and that it can't
// be judged with that.
func (l *ledger) tied(sites []model.Site, why string) {
	for _, site := range sites {
		a := l.account(site)
		a.tied = cmp.Or(a.tied, why)
	}
}

// unwaited enters that nobody waits for what is made at places, or nobody does if nothing panics.
func (l *ledger) unwaited(list []extract.Unwaited) {
	for _, u := range list {
		a := l.account(u.Site)
		if condition := ifAll(noPanicsAt(u.Panics)); condition != "" {
			a.calm = condition
		} else {
			a.unwaited = true
		}
	}
}

// releases enters the operations on locks because of which alone nobody is stuck.
func (l *ledger) releases(sites []model.Site) {
	for _, site := range sites {
		l.released[placeOf(site)] = true
	}
}

// verdict enters what is known about one root.
func (l *ledger) verdict(v *verdict) {
	name := v.root.Function.Display
	if v.inconclusive != "" || v.doubtful != "" {
		l.notJudged(v, name)
		return
	}
	if v.extraction == nil {
		return
	}
	v.root.Walk(func(f string) bool {
		seen := l.run[f]
		l.run[f] = true
		return !seen
	})
	for _, site := range v.extraction.Closed {
		l.judged(site, name, v)
		l.account(site).confined = l.account(site).confined || v.confined
	}
	for _, site := range v.extraction.Idle {
		l.idle(site, name)
	}
	for _, o := range slices.Concat(v.extraction.Open, v.extraction.OpenOthers) {
		if o.HandedOn {
			l.handedOn(o.Site, "in "+name+": "+o.Reason)
		} else {
			l.open(o.Site, "in "+name+": "+o.Reason)
		}
	}
	if v.system != nil {
		l.operations(v, name)
	}
}

// part enters a part of a root in which nothing goes wrong.
func (l *ledger) part(v *verdict) {
	if v.extraction == nil { // nothing is left of it
		return
	}
	name := v.root.Function.Display
	for _, site := range v.extraction.Closed {
		l.judged(site, name, v)
		l.account(site).confined = l.account(site).confined || v.confined
	}
	if v.system != nil {
		l.operations(v, name)
	}
}

// unclear enters why more than what is done to objects must be known, all that decides about
// it included.
func (l *ledger) unclear(v *verdict) {
	because := reason{v.inconclusive, !v.undecided}
	for _, site := range v.extraction.Closed {
		a := l.account(site)
		a.unclear = a.unclear.or(because)
	}
	for _, site := range v.operations {
		l.unclearAt[placeOf(site)] = l.unclearAt[placeOf(site)].or(because)
	}
}

// whyLimited is why clients of something with a name aren't judged, "" if nobody has said.
func (l *ledger) whyLimited(p *extract.Place) (why string) {
	for _, o := range p.Operations {
		why = cmp.Or(why, l.limited[placeOf(o.Site)])
	}
	return why
}

// reasonOf is why more than what is done to what is made at a place must be known, as far as
// somebody has said.
func (l *ledger) reasonOf(p *extract.Place, a *account) reason {
	because := a.unclear
	for _, o := range p.Operations {
		because = because.or(l.unclearAt[placeOf(o.Site)])
	}
	return because
}

// clients enters what is known about objects of the package whose clients were
// judged: all functions that may use them.
func (l *ledger) clients(v *verdict, name string) {
	if !v.isClean() {
		why := v.inconclusive
		if why == "" {
			why = "something may go wrong: " + cmp.Or(v.doubtful, "callers may get stuck")
		}
		why = name + " are not judged: " + why
		for _, site := range v.extraction.Closed {
			l.inconclusive(site, why)
		}
		if v.system != nil {
			eachOperation(v.system, func(t *model.Transition) { l.limitAt(t.Site, why) })
		}
		l.suspect(v)
		return
	}
	for _, site := range v.extraction.Closed {
		l.judged(site, name, v)
		l.account(site).confined = true
	}
	if v.system != nil {
		l.operations(v, name)
	}
}

// notJudged enters a root without an answer. It stands in the way of all that
// it runs, unless somebody else judges that.
func (l *ledger) notJudged(v *verdict, name string) {
	why := name + " is not judged: " + v.inconclusive
	if v.inconclusive == "" {
		why = name + " is judged only in part: " + v.doubtful
	}
	if v.extraction != nil {
		for _, site := range v.extraction.Closed {
			l.inconclusive(site, why)
		}
	}
	l.suspect(v)
	v.root.Walk(func(f string) bool {
		_, seen := l.blocked[f]
		if !seen {
			l.blocked[f] = why
		}
		return !seen
	})
}

// operations enters those of a system.
func (l *ledger) operations(v *verdict, function string) {
	v.eachOperated(func(site model.Site) { l.operation(site, function, v) })
	v.eachOfConditions(func(site model.Site) { v.enter(l.conditions, site, function) })
}

// eachOfConditions visits the places of the operations on condition variables that were looked at.
func (v *verdict) eachOfConditions(visit func(model.Site)) {
	if !slices.ContainsFunc(v.system.Objects, func(o model.Object) bool { return o.Kind == model.Cond }) {
		return
	}
	v.eachOperated(visit)
}

// eachOperated visits the places of the operations that were looked at.
func (v *verdict) eachOperated(visit func(model.Site)) {
	for _, site := range v.operations {
		visit(site)
	}
	eachOperation(v.system, func(t *model.Transition) { visit(t.Site) })
}

// eachOperation visits what is done to objects in a system.
func eachOperation(sys *model.System, visit func(*model.Transition)) {
	for p := range sys.Processes {
		for s := range sys.Processes[p].States {
			for t := range sys.Processes[p].States[s].Transitions {
				if t := &sys.Processes[p].States[s].Transitions[t]; t.Object >= 0 && t.Kind != model.Spawn {
					visit(t)
				}
			}
		}
	}
}

// places lists the places of the package with what is known in the end.
func (l *ledger) places() []report.Place {
	var list []report.Place
	for i := range l.pkg.Places {
		p := &l.pkg.Places[i]
		entry := report.Place{Site: p.Site, Kind: p.Kind.String(), Test: p.Test}
		l.settle(p, &entry)
		list = append(list, entry)
	}
	return list
}

// judgedElsewhere lists what was judged of other packages, without the kind.
func (l *ledger) judgedElsewhere() []report.Place {
	var list []report.Place
	for at, a := range l.elsewhere {
		entry := report.Place{Place: model.Site{File: at.file, Line: at.line, Column: at.column}.String()}
		a.certify(&entry)
		list = append(list, entry)
	}
	slices.SortFunc(list, func(a, b report.Place) int { return strings.Compare(a.Place, b.Place) })
	return list
}

// unwaited is why a place is judged for which nobody waits.
const unwaited = "nobody waits for it alone"

// settle finds the status of a place, and why. That one function gives it away
// outweighs that another one was judged, as there are operations then which
// nobody has looked at.
func (l *ledger) settle(p *extract.Place, entry *report.Place) {
	a := l.account(p.Site)
	known := l.known(p, a)
	switch {
	case p.Leaf && !p.Exported:
		entry.Status, entry.Certificate, entry.Why = report.Judged, exact, "nobody waits while holding it"
	case p.Copied:
		entry.Status, entry.Why = report.Open, "it is copied or replaced as it is"
	case a.unwaited && p.Kind == model.Channel, (a.unwaited || l.isReleased(p)) && (known == nil || known.bounded):
		entry.Status, entry.Certificate, entry.Why = report.Judged, exact, unwaited
	case known != nil:
		known.certify(entry)
	case a.calm != "":
		entry.Status, entry.Certificate, entry.Why = report.Judged, exact, unwaited+a.calm
	case a.open != "" && !a.confined:
		entry.Status, entry.Why = report.Open, a.open
	case a.tied != "" && !a.confined:
		entry.Status, entry.Why = report.Inconclusive, a.tied
	default:
		entry.Status, entry.Why = l.obstacle(p, a)
		if entry.Status == report.Judged {
			entry.Certificate = exact
		}
	}
	isJudged := entry.Status == report.Judged || entry.Status == report.Bounded
	if why := l.reasonOf(p, a).why; why != "" && a.open == "" && !isJudged {
		entry.Why += "; without data: " + why
	}
}

// known is the account which says how a place was judged, nil if it wasn't: as it is, if that
// counts, or else apart from others on which it hangs.
func (l *ledger) known(p *extract.Place, a *account) *account {
	if a.isWhole() {
		if len(a.functions) > 0 {
			return a
		}
		if known := cmp.Or(l.covers(p), l.foundAt(p)); known != nil {
			return known
		}
	}
	return l.madeApart[placeOf(p.Site)]
}

// Certificates of places that are judged.
const (
	exact = "exact"
	tried = "bounded" // for some sizes only
	kMC   = "k-mc"    // for all capacities from these on
)

// certify makes an entry of what was judged.
func (a *account) certify(entry *report.Place) {
	entry.Status, entry.Certificate = report.Judged, exact
	switch {
	case a.bounded:
		entry.Status, entry.Certificate = report.Bounded, tried
	case a.certificate.known && a.certificate.premise == "":
		entry.Certificate = kMC
	}
	if a.certificate.known {
		entry.Capacities = a.certificate.String()
	}
	for _, function := range slices.Sorted(maps.Keys(a.functions)) {
		entry.Functions = append(entry.Functions, function+a.functions[function])
	}
}

// covers tells in which functions all operations on something with a name were
// judged, nil if one wasn't. What tests do to it makes no difference to what others do.
func (l *ledger) covers(p *extract.Place) *account {
	if p.Handled || p.Exported || len(p.Operations) == 0 {
		return nil
	}
	all := &account{functions: terms{}, certificate: certificate{known: true}}
	for _, o := range p.Operations {
		if o.Site.IsInTest() && !p.Test {
			continue
		}
		a := cmp.Or(l.operated[placeOf(o.Site)], l.operatedApart[placeOf(o.Site)])
		if p.Kind == model.Cond {
			a = l.conditions[placeOf(o.Site)]
		}
		if a == nil {
			return nil
		}
		for function, condition := range a.functions {
			all.functions.require(function, condition)
		}
		all.bounded = all.bounded || a.bounded
		all.certificate = all.certificate.and(a.certificate)
	}
	if len(all.functions) == 0 {
		return nil
	}
	return all
}

// isReleased reports whether a place is one of locks because of which alone nobody is stuck: all that is done to
// it is done to such a lock, and nobody has it where time stands still while another one wants it.
func (l *ledger) isReleased(p *extract.Place) bool {
	return len(p.Operations) > 0 && !p.Handled && !p.Exported && !slices.ContainsFunc(p.Operations, func(o extract.Operation) bool {
		return (p.Test || !o.Site.IsInTest()) && (!l.released[placeOf(o.Site)] || l.program.InBubble(o.Function))
	})
}

// obstacle says why a place isn't judged, unless it is because there is nothing
// to judge.
func (l *ledger) obstacle(p *extract.Place, a *account) (report.Status, string) {
	if l.pkg.Broken != "" {
		return report.Inconclusive, "internal error"
	}
	if a.inconclusive != "" {
		return report.Inconclusive, a.inconclusive
	}
	if why := l.whyLimited(p); why != "" {
		return report.Inconclusive, why
	}
	if p.Holder == extract.Global {
		return report.Open, "a package-level variable holds it, which any function can use"
	}
	for _, f := range p.Functions {
		if why, ok := l.blocked[f]; ok {
			return report.Inconclusive, why
		}
	}
	switch {
	case a.handedOn != "":
		return report.Open, a.handedOn
	case p.Exported:
		return report.Open, "other packages can use it by its name"
	case p.Handled && p.Holder == extract.Field:
		return report.Open, "its address is kept or passed on, so that other code can use it"
	case a.idle != "":
		return report.Judged, "nobody operates on it in " + a.idle
	}
	return l.outOfReach(p)
}

// outOfReach says why a place isn't judged that no judged function gives away.
func (l *ledger) outOfReach(p *extract.Place) (report.Status, string) {
	ran := slices.ContainsFunc(p.Functions, func(f string) bool { return l.run[f] })
	switch {
	case p.Dead:
		return report.Unreached, "no execution comes here"
	case slices.ContainsFunc(p.Functions, l.program.InBubble):
		return report.Unreached, "functions that are given to testing/synctest are not judged"
	case ran && p.Holder == extract.Field:
		return report.Open, "the struct comes from outside of the functions that are judged"
	case ran:
		return report.Unreached, "no execution that was judged uses it"
	case len(p.Functions) == 0 && p.Holder == extract.Value:
		return report.Unreached, "it is made by a function that only a package-level variable holds"
	case len(p.Functions) == 0:
		return report.Unreached, "nobody uses it"
	}
	outer := l.outermost(p.Functions)
	names := strings.Join(l.display(outer), ", ")
	switch {
	case slices.ContainsFunc(outer, l.program.IsCalled):
		return report.Unreached, "no function of the package that could be judged runs " + names
	case slices.ContainsFunc(outer, l.program.Operates):
		return report.Unreached, "nobody in the package calls " + names
	}
	why := "nothing in " + names + " operates on channels or locks"
	if p.Holder == extract.Value {
		return report.Open, why + ": it is for others"
	}
	return report.Unreached, why
}

// outermost are the declared functions around functions.
func (l *ledger) outermost(functions []string) []string {
	var list []string
	for _, f := range functions {
		outer, _, _ := strings.Cut(f, "$")
		list = append(list, outer)
	}
	slices.Sort(list)
	return slices.Compact(list)
}

// display are the names of functions for people.
func (l *ledger) display(names []string) []string {
	var list []string
	for _, name := range names {
		if f := l.pkg.Functions[name]; f != nil {
			name = f.Display
		}
		list = append(list, name)
	}
	return list
}

// coverage reports the places of the package, and at its beginning what was
// judged of others, on request.
func (r *reporter) coverage() {
	if !settings.coverage {
		return
	}
	for _, p := range r.ledger.places() {
		if pos := r.places.pos(p.Site); pos.IsValid() {
			r.pass.Report(analysis.Diagnostic{Pos: pos, Category: CategoryCoverage, Message: p.String()})
		}
	}
	for _, p := range r.ledger.judgedElsewhere() {
		r.pass.Report(analysis.Diagnostic{Pos: r.packagePos(), Category: CategoryCoverage, Message: p.String()})
	}
}
