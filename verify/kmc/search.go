package kmc

import (
	"cmp"
	"fmt"
	"strings"

	"github.com/chancheck/chancheck/model"
	"github.com/chancheck/chancheck/verify/internal/packed"
)

// This file finds the bound to decide at: the one asked for, or the least one
// with an answer (Algorithm 2), within the budgets.

// Decide decides the properties of a system and a verdict for all larger bounds.
// The error says why a system isn't in the class (see Communicating) or why
// the options make no sense; a budget that was hit is no error.
func Decide(sys *model.System, options Options) (*Result, error) {
	m, err := Communicating(sys)
	if err != nil {
		return nil, err
	}
	if err := options.complete(sys); err != nil {
		return nil, err
	}
	var d *decision
	var a answer
	switch {
	case options.Bounds != nil:
		d = decide(m, 0, options.Bounds, options)
		a = d.answer()
	case options.K > 0:
		d = decide(m, options.K, m.uniform(options.K), options)
		a = d.answer()
	default:
		d, a = search(m, options)
	}
	return d.result(a), nil
}

// complete checks the options, which come from outside, and fills in what
// isn't given.
func (o *Options) complete(sys *model.System) error {
	objects := len(sys.Objects)
	if o.States == 0 {
		o.States = min(DefaultStates, mostLooks/max(len(sys.Processes), 1))
	}
	if o.Max == 0 {
		o.Max = DefaultMax
	}
	switch {
	case o.K < 0 || o.Max < 0:
		return fmt.Errorf("a bound must be at least 1")
	case max(o.K, o.Max) > mostBound:
		return fmt.Errorf("a bound must be at most %d", mostBound)
	case o.States < 0:
		return fmt.Errorf("the limit on states must be at least 1")
	case o.Bounds != nil && len(o.Bounds) != objects:
		return fmt.Errorf("%d bounds for %d objects", len(o.Bounds), objects)
	}
	for c, bound := range o.Bounds {
		if bound < 0 || bound > mostBound {
			return fmt.Errorf("bound %d of object %d must be from 0 to %d", bound, c, mostBound)
		}
	}
	return nil
}

// mostLooks is how many configurations times participants are explored by
// default: each configuration costs a look at every participant.
const mostLooks = 200_000_000

// mostBound is the largest bound: a queue's length must fit into a field.
const mostBound = 1<<31 - 1

// uniform gives all channels the same bound.
func (m *Machines) uniform(k int) []int {
	bounds := make([]int, len(m.channels))
	for c := range bounds {
		bounds[c] = k
	}
	return bounds
}

// A search over bounds doesn't go on after this many times the configurations
// that one exploration may have, or after so many bytes of them: more than those if
// more configurations are asked for. Nor does it after as much copying as one exploration may do.
const (
	searchFactor    = 4
	mostSearchBytes = 128 << 20
	bytesPerState   = 64
)

// A cost is what explorations have taken.
type cost struct {
	states, bytes int
	moved         int // words; see packed.Tree
}

// add adds what an exploration has taken.
func (c *cost) add(other cost) {
	c.states += other.states
	c.bytes += other.bytes
	c.moved += other.moved
}

// overspent returns the budget of a search up to bound k that was hit, or "".
func overspent(spent cost, k int, options Options) string {
	mostBytes := max(mostSearchBytes, bytesPerState*options.States)
	stop := ""
	switch {
	case spent.states > searchFactor*options.States:
		stop = packed.TooManyStates(searchFactor * options.States)
	case spent.bytes > mostBytes:
		stop = fmt.Sprintf("more than %d MB of configurations", mostBytes>>20)
	default:
		if stop = movedTooMuch(spent.moved, options.States); stop == "" {
			return ""
		}
	}
	return fmt.Sprintf("%s in the search up to bound %d", stop, k)
}

// search is Algorithm 2: it finds the least bound with an answer.
//
// A directed system has k-OBI and IBI whatever the bound, and an answer at one
// bound is one at all larger bounds: k-MC at k is k-MC at k+1 (Lemma 1), and a
// violation that no bound can mend stays one. So bounds are tried in doubling
// steps, and the least is found by bisection, in the time of a few explorations
// instead of k. In other systems k-OBI can come and go, and bounds are tried
// one by one. Without an answer, the last decision is the one at the largest
// bound tried.
//
// A full system that was too large at one bound is so at all larger ones, which
// have its configurations, too: it isn't explored again and again.
func search(m *Machines, options Options) (*decision, answer) {
	s := &boundSearch{Machines: m, options: options}
	if !m.SendDirected() || !m.ReceiveDirected() {
		for k := 1; !s.try(k) && s.goesOn(k); k++ {
		}
		return s.last, s.answer
	}
	below, k := 0, 1 // no answer below or at the first
	for !s.try(k) && s.goesOn(k) {
		below, k = k, min(2*k, options.Max)
	}
	if s.answer.verdict == Unknown {
		return s.last, s.answer
	}
	return s.bisect(below, k)
}

// A boundSearch tries bounds, one after the other.
type boundSearch struct {
	*Machines
	options Options
	// last is the decision at the bound tried last, with its answer.
	last    *decision
	answer  answer
	tried   []*decision // what is left of all: bounds, and whether full systems were too large
	spent   cost
	premise string // that failed at the last bound where one could be asked
}

// try decides at a bound, and reports whether there is an answer.
func (s *boundSearch) try(k int) bool {
	d := decide(s.Machines, k, s.uniform(k), s.options)
	for _, other := range s.tried {
		if other.k < k {
			d.exceeded = max(d.exceeded, other.exceeded)
		}
	}
	a := d.answer()
	s.tried = append(s.tried, &decision{k: k, exceeded: d.exceeded})
	s.spent.add(d.spent)
	if a.verdict == Unknown && a.stop == "" {
		s.premise = fmt.Sprintf("%s at bound %d", a.reason, k)
		if k < s.options.Max {
			a.stop = overspent(s.spent, k, s.options)
			a.reason = cmp.Or(a.stop, a.reason)
		}
	}
	if a.stop != "" {
		a.reason = strings.TrimPrefix(s.premise+"; "+a.reason, "; ")
	}
	s.last, s.answer = d, a
	return a.verdict != Unknown
}

// goesOn reports whether larger bounds than one are to be tried.
func (s *boundSearch) goesOn(k int) bool { return s.answer.stop == "" && k < s.options.Max }

// bisect finds the least bound with an answer above one without, up to the one tried last.
func (s *boundSearch) bisect(below, k int) (*decision, answer) {
	best, a := s.last, s.answer
	for k-below > 1 {
		middle := below + (k-below)/2
		if s.try(middle) {
			k, best, a = middle, s.last, s.answer
		} else {
			below = middle
		}
	}
	return best, a
}
