package kmc

import (
	"slices"

	"github.com/chancheck/chancheck/model"
)

// BoundAgnosticBySearch compares the projections at k and k+1 whatever the
// theorems say; it returns a participant whose projections differ, or -1.
func BoundAgnosticBySearch(sys *model.System, k int) int {
	m, err := Communicating(sys)
	if err != nil {
		panic(err)
	}
	low, high := newSpace(m, m.uniform(k)), newSpace(m, m.uniform(k+1))
	low.exploreAll(nil, budget{})
	high.exploreAll(nil, budget{})
	p, _, _ := boundAgnostic(low, high, 0)
	return p
}

// FullSize is the number of configurations of the full system.
func FullSize(sys *model.System, k int) int {
	m, err := Communicating(sys)
	if err != nil {
		panic(err)
	}
	s := newSpace(m, m.uniform(k))
	s.exploreAll(nil, budget{})
	return s.size()
}

// PartsExceed reports whether the parts of the system tell that it is larger than that.
func PartsExceed(sys *model.System, k, states int) bool {
	m, err := Communicating(sys)
	if err != nil {
		panic(err)
	}
	d := &decision{Machines: m, k: k, bounds: m.uniform(k)}
	return d.exceeds(states)
}

// ReducedBytes is what the reduced system takes.
func ReducedBytes(sys *model.System, k int) int {
	m, err := Communicating(sys)
	if err != nil {
		panic(err)
	}
	s := newSpace(m, m.uniform(k))
	s.exploreReduced(budget{})
	return s.bytes(len(s.arcs))
}

// Overspent says which budget of a search up to bound k was hit, if one exploration may have limit configurations.
func Overspent(states, bytes, moved, k, limit int) string {
	return overspent(cost{states, bytes, moved}, k, Options{States: limit})
}

// full is the future of a full system.
func full(sys *model.System, bounds []int) *future {
	m, err := Communicating(sys)
	if err != nil {
		panic(err)
	}
	s := newSpace(m, bounds)
	s.exploreAll(nil, budget{})
	return newFuture(s)
}

// Ends says what the ends of executions tell of eventual reception, progress and the stable property, where
// true is a failure, and what a search of all configurations finds.
func Ends(sys *model.System, bounds []int) (told, found [3]bool) {
	f := full(sys, bounds)
	told = [3]bool{f.ends.unreceived, f.ends.stuck, f.ends.unstable}
	return told, [3]bool{f.findFirst(f.receptionAt) != nil, f.findFirst(f.progressAt) != nil, f.findUnstable() != nil}
}

// Unchained reports whether a search of some nodes, 0 for any number, finds that a message is sent without a
// chain, and whether they were enough.
func Unchained(sys *model.System, k, limit int) (found, ok bool) {
	f := full(sys, slices.Repeat([]int{k}, len(sys.Objects)))
	bad, ok := f.chained(false, limit)
	return bad != nil, ok
}
