package kmc

import (
	"fmt"

	"github.com/chancheck/chancheck/verify/internal/packed"
)

// This file decides everything about a system at one bound: which spaces to
// explore, which of them may decide what, and whether an answer holds for all
// larger bounds.
//
// What decides what. Safety and exhaustivity are those of the reduced system
// where that is trusted (see decision.trusted), else those of the full one.
// k-OBI and the approximations of IBI are always those of the automata, if
// these are directed, or else of the full system: the reduced one may have no
// configuration where a choice is constrained (Example 6) or where two
// receptions are possible.
//
// What an answer rests on. "Safe" is Theorem 1, by one of the classes of
// Figure 5, or the observation that no send is ever held up: then larger
// bounds give the very same system. "Unsafe" is a violation under the premises
// of Theorem 1, which a larger bound would have too (Lemma 1), or one of
// forever.go. All other cases are unknown at this bound.

// A decision is what is known about a system at one bound. Spaces are explored
// when they are wanted.
type decision struct {
	*Machines
	k       int // the bound of all channels, or 0
	bounds  []int
	options Options

	// sendDirected and receiveDirected are properties of the automata;
	// rendezvous says that some channel has bound 0.
	sendDirected, receiveDirected, rendezvous bool

	reduced, full         *future // nil: not explored, or not completely
	reducedStop, fullStop string  // the budget that ended an exploration
	fullTried             int     // the largest limit tried for the full system
	exceeded              int     // the full system is known to have more configurations than this
	spent                 cost    // of all explorations so far

	// trusted says that the reduced system decides safety and exhaustivity
	// (Theorem 6): no conflict between receptions is possible, as choices
	// between senders don't exist, and it is reduced k-OBI.
	trusted bool

	ibi *PropertyResult // IBI without a bound, once it was decided
}

// decide prepares a decision, with the reduced system if there is one. Bounds
// are per object; k is their number if they are all the same, else 0.
func decide(m *Machines, k int, bounds []int, options Options) *decision {
	d := &decision{Machines: m, k: k, bounds: bounds, options: options}
	d.sendDirected, d.receiveDirected = m.SendDirected(), m.ReceiveDirected()
	for c, ends := range m.channels {
		d.rendezvous = d.rendezvous || ends.sender >= 0 && bounds[c] == 0
	}
	if !options.NoReduction && !d.rendezvous {
		d.exploreReduced()
	}
	return d
}

// directed systems have k-OBI and IBI by Proposition 1.
func (d *decision) directed() bool { return d.sendDirected && d.receiveDirected }

// limit is the budget of one exploration.
func (d *decision) limit(states int) budget {
	return budget{states: states, progress: func(states, transitions int) {
		if d.options.Progress != nil {
			d.options.Progress(d.k, states, transitions)
		}
	}}
}

// exploreReduced explores RTS_k, and finds out what it may decide.
func (d *decision) exploreReduced() {
	s := newSpace(d.Machines, d.bounds)
	s.exploreReduced(d.limit(d.options.States))
	d.spend(s)
	if d.reducedStop = s.stop; s.stop != "" {
		return
	}
	d.reduced = newFuture(s)
	d.exceeded = s.size() - 1 // its configurations are some of the full system's
	d.trusted = d.receiveDirected && (d.sendDirected || d.reduced.outputIndependent() == nil)
}

// exploreFull explores TS_k unless as large a limit was hit before, and reports
// whether it is there.
func (d *decision) exploreFull(states int) bool {
	if d.full != nil || states <= d.fullTried {
		return d.full != nil
	}
	d.fullTried = states
	if states <= d.exceeded || d.exceeds(states) {
		d.exceeded = max(d.exceeded, states)
		d.fullStop = packed.TooManyStates(states)
		return false
	}
	s := newSpace(d.Machines, d.bounds)
	s.exploreAll(nil, d.limit(states))
	d.spend(s)
	if d.fullStop = s.stop; s.stop == "" {
		d.full = newFuture(s)
	} else if s.size() > states {
		d.exceeded = states
	}
	return d.full != nil
}

// spend accounts for an exploration, for the search over bounds.
func (d *decision) spend(s *space) {
	d.spent.add(cost{states: s.size(), bytes: s.bytes(len(s.arcs)), moved: s.table.Moved})
}

// main is the space that decides safety and exhaustivity: the full one if it
// was explored, else the reduced one where it can be trusted, else nil.
func (d *decision) main() *future {
	switch {
	case d.full != nil:
		return d.full
	case d.trusted:
		return d.reduced
	}
	return nil
}

// An answer is a verdict for all larger bounds, with its reason.
type answer struct {
	verdict   Verdict
	reason    string
	violation *Witness
	stop      string // a budget that was hit
}

// answer decides the verdict with as little exploration as it takes.
func (d *decision) answer() answer {
	if !d.trusted && !d.exploreFull(d.options.States) {
		return answer{reason: d.fullStop, stop: d.fullStop}
	}
	premise, stop := d.failingPremise(d.options.Peer)
	switch f := d.main(); {
	case premise == "":
		if bad := f.unsafe(); bad != nil {
			return answer{verdict: Unsafe, reason: "the premises hold, and the system is not k-safe", violation: f.witness(bad)}
		}
		return answer{verdict: Safe, reason: d.basis()}
	case d.full != nil:
		return d.answerWithout(premise)
	}
	if bad := d.unsafeFromReduced(); bad != nil {
		return answer{verdict: Unsafe, reason: forGood, violation: bad}
	}
	if d.reduced.isUnsafe() && d.exploreFull(mostAround) {
		return d.answerWithout(premise)
	}
	return answer{reason: premise, stop: stop}
}

const forGood = "a violation of safety that no larger bound mends"

// answerWithout decides what can be decided on the full system when a premise
// fails.
func (d *decision) answerWithout(premise string) answer {
	f := d.full
	if bad := f.unsafeForGood(); bad != nil {
		return answer{verdict: Unsafe, reason: forGood, violation: f.witness(bad)}
	}
	if !f.everPressed() && !f.isUnsafe() {
		return answer{verdict: Safe, reason: "k-safe, and no bound is ever in the way: larger ones change nothing"}
	}
	return answer{reason: premise}
}

// basis says what a safe verdict rests on.
func (d *decision) basis() string {
	output := "send-directed"
	switch {
	case d.sendDirected:
	case d.full == nil || d.full.outputIndependent() != nil:
		output = "reduced k-OBI (Theorem 5)"
	default:
		output = "k-OBI"
	}
	input := "receive-directed"
	if !d.receiveDirected {
		_, input = d.inputClass(d.options.Peer)
	}
	return fmt.Sprintf("k-MC, %s, %s (Theorem 1)", output, input)
}

// failingPremise returns the first premise of Algorithm 2 that fails or can't
// be decided, "" if all hold; and the budget that was hit, if that is why.
// The order is that of what must hold for the next to mean something. peer
// accepts the readings of Options.Peer.
func (d *decision) failingPremise(peer bool) (premise, stop string) {
	if d.rendezvous && !d.directed() {
		return "with rendezvous channels only directed systems have an answer for larger bounds", ""
	}
	if premise, stop = d.outputPremise(peer); premise != "" {
		return premise, stop
	}
	if premise, stop = d.inputPremise(peer); premise != "" {
		return premise, stop
	}
	if !d.main().isExhaustive() {
		return "not k-exhaustive", ""
	}
	return "", ""
}

// outputPremise decides k-OBI, for which the reduced system doesn't do.
func (d *decision) outputPremise(peer bool) (premise, stop string) {
	if d.sendDirected {
		return "", ""
	}
	if peer && d.reduced != nil && d.reduced.outputIndependent() == nil {
		return "", ""
	}
	if !d.exploreFull(d.options.States) {
		return "k-OBI is undecided: " + d.fullStop, d.fullStop
	}
	if d.full.outputIndependent() != nil {
		return "not k-OBI", ""
	}
	return "", ""
}

// inputPremise decides whether IBI follows (Proposition 1, Lemma 2).
func (d *decision) inputPremise(peer bool) (premise, stop string) {
	if d.receiveDirected {
		return "", ""
	}
	status, why := d.inputClass(peer)
	switch status {
	case Holds:
		return "", ""
	case Undecided:
		return "k-CIBI is undecided: " + why, why
	}
	return "neither receive-directed nor k-SIBI nor k-CIBI", ""
}

// inputClass finds the approximation of IBI that the full system is in.
func (d *decision) inputClass(peer bool) (Status, string) {
	if d.full.stronglyIndependent(false) == nil {
		return Holds, "k-SIBI"
	}
	found, ok := d.full.chained(false, d.searchLimit())
	if ok && found == nil {
		return Holds, "k-CIBI"
	}
	if peer {
		if found, ok := d.full.chained(true, d.searchLimit()); ok && found == nil {
			return Holds, "k-CIBI with chains that follow messages"
		}
	}
	if !ok {
		return Undecided, fmt.Sprintf("more than %d steps of dependency chains", d.searchLimit())
	}
	return Fails, ""
}

// fewSteps limits searches that aren't linear in the space unless they are to
// be thorough.
const fewSteps = 20_000

// searchLimit is how many steps such a search may take.
func (d *decision) searchLimit() int {
	if d.options.Thorough {
		return d.options.States
	}
	return min(fewSteps, d.options.States)
}

// mostAround is how many configurations after a violation of the reduced system
// are explored to find out whether a bound is in the way there.
const mostAround = 5_000

// mostTried is how many of them.
const mostTried = 4

// unsafeFromReduced looks at the configurations where the reduced system
// violates safety, and explores what can follow them in the full one. It may
// miss those that only the full one has.
func (d *decision) unsafeFromReduced() *Witness {
	f := d.reduced
	if !f.isUnsafe() {
		return nil
	}
	tried := map[uint32]bool{}
	for i := f.size() - 1; i >= 0 && len(tried) < mostTried; i-- {
		if tried[f.component[i]] {
			continue
		}
		if f.unsafeAt(i) == nil {
			continue
		}
		tried[f.component[i]] = true
		if bad := f.motionlessAt(i); bad != nil {
			return f.witness(bad)
		}
		if d.staysUnsafe(f.sibling(), f.table.At(i)) {
			return f.witness(f.unsafeAt(i))
		}
	}
	return nil
}

// staysUnsafe explores what follows a configuration in an empty space, and
// reports whether it violates safety under all larger bounds.
func (d *decision) staysUnsafe(around *space, from []uint64) bool {
	around.exploreAll(from, budget{states: mostAround, until: around.pressed})
	d.spend(around)
	if around.stop != "" {
		return false
	}
	f := newFuture(around)
	return f.unsafeForGoodAt(0) != nil
}
