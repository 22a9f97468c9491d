package kmc

import "fmt"

// This file says what theorems give about properties that no finite space
// shows: local bound-agnosticity (Theorem 3), existential boundedness of
// Kuske and Muscholl (Definition 22, Theorems 7, 8 and 10) and existential
// stable boundedness (Definition 23, Theorems 8 and 9).

// A basisFor is a status with what it rests on.
type basisFor struct {
	status Status
	why    string
}

// named makes it the result of a property.
func (b basisFor) named(name string) PropertyResult {
	return PropertyResult{Name: name, Status: b.status, Note: b.why}
}

// unbounded collects what is known about a system without bounds.
type unbounded struct {
	independent basisFor // (reduced) k-OBI and IBI: premises of Theorem 7
	// neverFull says that no bound is ever in the way: the system without
	// bounds has the same configurations.
	neverFull         bool
	exhaustive        Status
	reception, stable basisFor // without bounds
}

// unboundedFacts finds what is known without bounds. A system that isn't
// k-exhaustive may be so at a larger bound, where a safe answer gives eventual
// reception without bounds.
func (d *decision) unboundedFacts(a answer) unbounded {
	var u unbounded
	f := d.main()
	if f == nil {
		return u
	}
	u.neverFull = f == d.full && !f.everPressed()
	u.exhaustive = Holds
	if !f.isExhaustive() {
		u.exhaustive = Fails
	}
	u.findIndependence(d)
	u.findReception(d, a)
	if u.exhaustive == Fails && u.reception.status == Undecided {
		u.lookFurther(d)
	}
	return u
}

// findIndependence finds whether choices depend on bounds.
func (u *unbounded) findIndependence(d *decision) {
	strict := d.outputProperty().Status == Holds
	reduced := d.reduced != nil && d.reduced.outputIndependent() == nil
	if input := d.unboundedInput(); input.Status == Holds && (strict || reduced) {
		u.independent = basisFor{Holds, "k-OBI and IBI"}
		if !strict {
			u.independent.why = "reduced k-OBI and IBI"
		}
	}
}

// findReception decides eventual reception and the stable property without
// bounds where the bounded system shows them.
func (u *unbounded) findReception(d *decision, a answer) {
	f := d.main()
	stable := f.stableProperty() == nil
	switch {
	case u.neverFull:
		u.reception = basisFor{statusOf(f.eventualReception() == nil), "no bound is ever in the way"}
		u.stable = basisFor{statusOf(stable), u.reception.why}
		return
	case a.verdict == Safe && d.isStrict():
		u.reception = basisFor{Holds, "safe"}
	}
	if u.independent.status == Holds && u.exhaustive == Holds && stable {
		// From every configuration one of the bounded system can be reached.
		u.stable = basisFor{Holds, "k-exhaustive, and stable within the bound"}
	}
}

// isStrict reports whether an answer rests on no reading but the definitions'.
func (d *decision) isStrict() bool {
	if !d.options.Peer {
		return true
	}
	premise, _ := d.failingPremise(false)
	return premise == ""
}

// statusOf is the status of what is known either way.
func statusOf(holds bool) Status {
	if holds {
		return Holds
	}
	return Fails
}

// mostFurther is how many larger bounds are tried.
const mostFurther = 3

// lookFurther looks for a larger bound at which the system is safe.
func (u *unbounded) lookFurther(d *decision) {
	for k := 1; k <= mostFurther; k++ {
		options := d.options
		options.States = min(options.States, mostAround)
		options.Peer = false
		larger := decide(d.Machines, 0, raisedBy(d.bounds, k), options)
		a := larger.answer()
		if a.verdict == Safe {
			further := larger.unboundedFacts(a)
			u.reception, u.stable = further.reception, further.stable
			u.reception.why = "safe at larger bounds"
		}
		if a.verdict != Unknown || a.stop != "" {
			return
		}
	}
}

// raisedBy adds to all bounds.
func raisedBy(bounds []int, k int) []int {
	raised := make([]int, len(bounds))
	for c := range raised {
		raised[c] = bounds[c] + k
	}
	return raised
}

// existential decides the two kinds of existential boundedness by theorems.
// Where they say that one fails, refute looks for an execution to show.
//
// Theorem 7 (1) and (2) make existential boundedness k-exhaustivity, but for
// systems without eventual reception: messages that are never received don't
// count in Definition 22, while they fill the channels that k-exhaustivity
// wants to have room. Stable boundedness is about fewer executions, so that it
// follows (Theorem 8), and needs more to be refuted. synchronisable is what is
// known about that.
func (u *unbounded) existential(synchronisable Status) (plain, stable basisFor) {
	switch {
	case u.neverFull:
		plain = basisFor{Holds, "every execution stays within the bound"}
	case u.independent.status == Holds && u.exhaustive == Holds:
		plain = basisFor{Holds, u.independent.why + ", k-exhaustive (Theorem 7)"}
	case synchronisable == Holds:
		plain = basisFor{Holds, "k-synchronisable (Theorem 10)"}
	case u.exhaustive == Fails && u.reception.status == Holds:
		plain = basisFor{Fails, "not k-exhaustive, with eventual reception: " + u.reception.why + " (Theorem 7)"}
	case u.exhaustive == Fails && u.stable.status == Holds:
		plain = basisFor{Fails, "not k-exhaustive, with the stable property (Theorem 9)"}
	default:
		plain = basisFor{Undecided, "no theorem applies"}
	}
	switch {
	case plain.status == Holds:
		stable = basisFor{Holds, "existentially bounded (Theorem 8)"}
	case u.exhaustive == Fails && u.stable.status == Holds:
		stable = basisFor{Fails, "not k-exhaustive, with the stable property (Theorem 9)"}
	default:
		stable = basisFor{Undecided, "no theorem applies"}
	}
	return plain, stable
}

// unboundedProperties decides what is about more than the bounded system.
func (d *decision) unboundedProperties(a answer) []PropertyResult {
	u := d.unboundedFacts(a)
	sync := d.synchronisable(&u)
	plain, stable := u.existential(sync.Status)
	if d.rendezvous {
		plain = basisFor{Undecided, "not defined for rendezvous channels"}
		stable = plain
	}
	list := []PropertyResult{d.agnostic(&u), plain.named(PropExistential), stable.named(PropExistentialStable), sync}
	if u.exhaustive == Fails && list[2].Status != Holds {
		d.refute(&list[2], true)
		d.refute(&list[1], true)
		if list[1].Witness == nil {
			d.refute(&list[1], false)
		}
	}
	return list
}

// refute looks for an execution that shows that a kind of existential
// boundedness fails.
func (d *decision) refute(r *PropertyResult, stable bool) {
	if r.Status == Holds {
		return
	}
	if w := d.refuteExistential(stable); w != nil {
		r.Witness = w
		if r.Status == Undecided {
			r.Status, r.Note = Fails, "by an execution"
		}
	}
}

// fewConfigurations limits the systems that are compared by weak bisimulation
// unless checks are to be thorough.
const fewConfigurations = 1000

// agnostic decides local bound-agnosticity between this bound and the next: by
// Theorem 3 (1) if that refutes it, else by weak bisimulation.
//
// Theorem 3 (2), that k-OBI, IBI and k-exhaustivity are enough for it, is not
// true. Let p send a or b to q for ever: this is 1-MC and directed. With bound
// 2, q can come to be certain to receive a and then b; with bound 1 it is
// never certain of more than one message, so that the projections onto q
// aren't weakly bisimilar.
func (d *decision) agnostic(u *unbounded) PropertyResult {
	name := PropBoundAgnostic
	f := d.main()
	switch {
	case f == nil:
		return undecided(name, d.notExplored())
	case u.neverFull:
		return PropertyResult{Name: name, Status: Holds, Note: "no bound is ever in the way"}
	case u.exhaustive == Fails:
		return f.judged(name, f.exhaustive(), "not k-exhaustive (Theorem 3)")
	}
	limit := fewConfigurations
	if d.options.Thorough {
		limit = d.options.States
	}
	if f != d.full && !d.exploreFull(limit) || d.full.size() > limit {
		return undecided(name, "weak bisimulation is for small systems, or thorough checks")
	}
	return d.agnosticBySearch(limit)
}

// agnosticBySearch compares the projections of this bound and the next.
func (d *decision) agnosticBySearch(limit int) PropertyResult {
	name := PropBoundAgnostic
	next := newSpace(d.Machines, raisedBy(d.bounds, 1))
	next.exploreAll(nil, d.limit(min(10*limit, d.options.States)))
	if next.stop != "" {
		return undecided(name, "at the next bound there are "+next.stop)
	}
	p, example, ok := boundAgnostic(d.full.space, next, d.bisimulationLimit())
	switch {
	case !ok:
		return undecided(name, "the comparison by weak bisimulation was cut short")
	case p >= 0:
		return next.judged(name, next.differs(example, p), fmt.Sprintf("the projections onto %s differ", d.participant(p)))
	}
	return PropertyResult{Name: name, Status: Holds, Note: "the projections are weakly bisimilar"}
}

// differs shows a configuration that, as a participant sees it, there is only
// with a larger bound.
func (s *space) differs(i, p int) *failure {
	at := s.table.At(i)
	bad := &failure{
		at: i, process: p, channel: -1,
		waits: "to be in a situation that there is at the smaller bound", inTheWay: s.whereabouts(at, p),
	}
	if state := s.local(at, p); !state.final() {
		bad.inTheWay += "; " + s.situation(at, p)
	}
	return bad
}

// bisimulationLimit is how many elements the sets of a comparison may have.
func (d *decision) bisimulationLimit() int { return 10 * d.searchLimit() }
