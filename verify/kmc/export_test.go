package kmc

import "github.com/chancheck/chancheck/model"

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
