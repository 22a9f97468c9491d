package kmc

import "fmt"

// This file lists every property with its status, what that rests on, and a
// witness where it fails.
//
// A property has a status only if the space that decides it was explored
// completely, or if a theorem gives it. Where the reduced system decides, the
// note says so. The properties named "reduced" are about the reduced system as
// such, and nothing else is concluded from them but what Lemma 3 says.

// result fills in all properties for the reader.
func (d *decision) result(a answer) *Result {
	r := &Result{
		Verdict: a.verdict, Reason: a.reason, Violation: a.violation, Inconclusive: a.stop != "",
		K: d.k, Bounds: d.bounds,
	}
	d.exploreMore()
	r.Properties = append(d.properties(), d.unboundedProperties(a)...)
	if d.full != nil {
		r.States, r.Transitions = d.full.size(), len(d.full.arcs)
	}
	if d.reduced != nil {
		r.ReducedStates, r.ReducedTransitions = d.reduced.size(), len(d.reduced.arcs)
	}
	return r
}

// exploreMore explores the full system where the reduced one doesn't say all:
// what fails there may have a shorter execution, and the stable property may
// hold although the reduced system has no stable configuration.
func (d *decision) exploreMore() {
	if !d.trusted || d.full != nil {
		return
	}
	f := d.reduced
	if !d.sendDirected || f.ends.unstable || f.isUnsafe() || !f.isExhaustive() {
		d.exploreFull(min(d.options.States, max(fewSteps, 20*f.size())))
	}
}

// properties decides each property, in the order of the constants.
func (d *decision) properties() []PropertyResult {
	list := []PropertyResult{
		{Name: PropCSA, Status: Holds},
		d.directedness(PropSendDirected, true),
		d.directedness(PropReceiveDirected, false),
	}
	list = append(list, d.boundProperties()...)
	list = append(list, d.reducedProperties()...)
	list = append(list, d.safetyProperties()...)
	return list
}

// directedness decides whether all choices between sends, or between
// receptions, are of one channel.
func (d *decision) directedness(name string, sending bool) PropertyResult {
	p, q := d.undirected(sending)
	if p < 0 {
		return PropertyResult{Name: name, Status: Holds}
	}
	return PropertyResult{
		Name: name, Status: Fails,
		Note: d.participant(p) + " chooses between channels: " + d.actions(&d.automata[p].states[q]),
	}
}

// judged makes a result of a search for a failure in a space.
func (s *space) judged(name string, bad *failure, note string) PropertyResult {
	r := PropertyResult{Name: name, Status: Holds, Note: note}
	if bad != nil {
		r.Status, r.Witness = Fails, s.witness(bad)
	}
	return r
}

// undecided is the result without an answer.
func undecided(name, why string) PropertyResult {
	return PropertyResult{Name: name, Note: why}
}

// boundProperties decides independence of bounds on the full system.
func (d *decision) boundProperties() []PropertyResult {
	return []PropertyResult{
		d.outputProperty(),
		d.inputProperty(PropIBI, func(f *future) (*failure, bool) { return f.inputIndependent(), true }),
		d.inputProperty(PropSIBI, func(f *future) (*failure, bool) { return f.stronglyIndependent(false), true }),
		d.inputProperty(PropCIBI, d.chainsOf(false)),
		d.inputProperty(PropCIBIMessages, d.chainsOf(true)),
	}
}

// chainsOf is the search for unchained conflicts, in either reading.
func (d *decision) chainsOf(messages bool) func(*future) (*failure, bool) {
	return func(f *future) (*failure, bool) { return f.chained(messages, d.searchLimit()) }
}

// outputProperty decides k-OBI. Directed senders have it, except to rendezvous
// channels, where each message needs its own partner.
func (d *decision) outputProperty() PropertyResult {
	switch {
	case d.sendDirected && !d.rendezvous:
		return PropertyResult{Name: PropOBI, Status: Holds, Note: "send-directed (Proposition 1)"}
	case d.full != nil:
		return d.full.judged(PropOBI, d.full.outputIndependent(), "")
	case d.reduced != nil && d.reduced.outputIndependent() != nil:
		return d.reduced.judged(PropOBI, d.reduced.outputIndependent(), "not reduced k-OBI (Lemma 3)")
	}
	return undecided(PropOBI, d.notExplored())
}

// notExplored says why there is no full system.
func (d *decision) notExplored() string {
	if d.fullStop != "" {
		return "the full system has " + d.fullStop
	}
	return "the full system was not explored"
}

// inputProperty decides a property of choices between senders.
func (d *decision) inputProperty(name string, find func(*future) (*failure, bool)) PropertyResult {
	switch {
	case d.receiveDirected:
		return PropertyResult{Name: name, Status: Holds, Note: "receive-directed (Proposition 1)"}
	case d.full == nil:
		return undecided(name, d.notExplored())
	case d.rendezvous && name != PropIBI:
		return undecided(name, "not defined for rendezvous channels")
	}
	bad, ok := find(d.full)
	if !ok {
		return undecided(name, "the search for dependency chains was cut short")
	}
	return d.full.judged(name, bad, "")
}

// reducedProperties decides the variants on the reduced system.
func (d *decision) reducedProperties() []PropertyResult {
	f := d.reduced
	kinds := []struct {
		name string
		find func() (*failure, bool)
	}{
		{PropReducedOBI, func() (*failure, bool) { return f.outputIndependent(), true }},
		{PropReducedIBI, func() (*failure, bool) { return f.inputIndependent(), true }},
		{PropReducedSIBI, func() (*failure, bool) { return f.stronglyIndependent(true), true }},
		{PropReducedCIBI, func() (*failure, bool) { return f.chained(false, d.searchLimit()) }},
		{PropReducedMessages, func() (*failure, bool) { return f.chained(true, d.searchLimit()) }},
	}
	var list []PropertyResult
	for _, kind := range kinds {
		if f == nil {
			list = append(list, undecided(kind.name, d.notReduced()))
		} else if bad, ok := kind.find(); !ok {
			list = append(list, undecided(kind.name, "the search for dependency chains was cut short"))
		} else {
			list = append(list, f.judged(kind.name, bad, ""))
		}
	}
	return list
}

// notReduced says why there is no reduced system.
func (d *decision) notReduced() string {
	switch {
	case d.options.NoReduction:
		return "the reduction is off"
	case d.rendezvous:
		return "the reduction is not defined for rendezvous channels"
	}
	return "the reduced system has " + d.reducedStop
}

// safetyProperties decides what k-MC consists of.
func (d *decision) safetyProperties() []PropertyResult {
	list := []PropertyResult{d.unboundedInput()}
	names := []string{PropEventualReception, PropProgress, PropSafe, PropExhaustive, PropKMC}
	f := d.main()
	if f == nil {
		for _, name := range append(names, PropStable) {
			list = append(list, undecided(name, d.notExplored()))
		}
		return list
	}
	note := ""
	if f != d.full {
		note = "decided on the reduced system (Theorem 6)"
	}
	mc := f.unsafe()
	if mc == nil {
		mc = f.exhaustive()
	}
	for i, bad := range []*failure{f.eventualReception(), f.progress(), f.unsafe(), f.exhaustive(), mc} {
		list = append(list, f.judged(names[i], bad, note))
	}
	return append(list, d.stableProperty())
}

// stableProperty decides the stable property within the bound. Any execution
// of the full system can be extended to one that is equivalent to one of the
// reduced system; so it is enough if that can always become stable. It isn't
// necessary, as the order chosen may always leave some message in some queue.
func (d *decision) stableProperty() PropertyResult {
	f := d.main()
	bad := f.stableProperty()
	switch {
	case f == d.full:
		return f.judged(PropStable, bad, "")
	case bad == nil:
		return f.judged(PropStable, nil, "already in the reduced system")
	}
	return undecided(PropStable, d.notExplored())
}

// unboundedInput decides IBI without a bound, where that follows.
func (d *decision) unboundedInput() PropertyResult {
	if d.ibi == nil {
		r := d.findUnboundedInput()
		d.ibi = &r
	}
	return *d.ibi
}

// findUnboundedInput tries what IBI can follow from, or be refuted by.
func (d *decision) findUnboundedInput() PropertyResult {
	name := PropUnboundedIBI
	if d.receiveDirected {
		return PropertyResult{Name: name, Status: Holds, Note: "receive-directed (Proposition 1)"}
	}
	f := d.full
	if f == nil {
		return undecided(name, d.notExplored())
	}
	if bad := f.inputIndependent(); bad != nil {
		return f.judged(name, bad, "not even within the bound")
	}
	if !f.everPressed() {
		return PropertyResult{Name: name, Status: Holds, Note: "k-IBI, and no bound is ever in the way"}
	}
	if premise, _ := d.failingPremise(false); premise != "" {
		return d.inputFurther(premise)
	}
	_, class := d.inputClass(false)
	return PropertyResult{Name: name, Status: Holds, Note: "k-OBI, k-exhaustive and " + class + " (Lemma 2)"}
}

// inputFurther looks for two receptions that are possible together at larger
// bounds, when nothing rules them out.
func (d *decision) inputFurther(premise string) PropertyResult {
	for k := 1; k <= mostFurther; k++ {
		larger := decide(d.Machines, 0, raisedBy(d.bounds, k), Options{NoReduction: true})
		if !larger.exploreFull(mostAround) {
			break
		}
		if bad := larger.full.inputIndependent(); bad != nil {
			return larger.full.judged(PropUnboundedIBI, bad, fmt.Sprintf("not with bounds larger by %d", k))
		}
	}
	return undecided(PropUnboundedIBI, premise)
}
