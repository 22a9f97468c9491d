package leap

import (
	"slices"

	"github.com/chancheck/chancheck/verify"
)

// Shortest returns a shortest execution to a global state by its number, if full exploration
// comes to it within a number of states; else that which the search has found. Leaps take along
// what has nothing to do with where they lead, and a depth-first search goes a long way.
func (r *Result) Shortest(at, states int) []verify.Step {
	found := r.Execution(at)
	target := r.snapshot(at)
	options := r.search.options
	options.Search, options.States, options.Progress = Full, states, nil
	s := newSearch(r.search.protocol, options)
	for i := 0; i < len(s.parent) && s.stop == ""; i++ {
		s.expand(i)
		full := &Result{search: s}
		if s.isAt(target) && full.snapshot(i).equal(target) {
			return full.Execution(i)
		}
	}
	return found
}

// A snapshot is a global state in plain slices, whatever the layout.
type snapshot struct {
	local    []int
	messages [][]int
	closed   []bool
}

func (r *Result) snapshot(at int) snapshot {
	var s snapshot
	for p := range r.search.automata {
		s.local = append(s.local, r.Local(at, p))
	}
	for c := range r.search.channels {
		s.messages = append(s.messages, r.Messages(at, c))
		s.closed = append(s.closed, r.IsClosed(at, c))
	}
	return s
}

func (s snapshot) equal(other snapshot) bool {
	return slices.Equal(s.local, other.local) && slices.Equal(s.closed, other.closed) &&
		slices.EqualFunc(s.messages, other.messages, slices.Equal[[]int])
}

// isAt reports whether the processes are in the states of a snapshot.
func (s *search) isAt(target snapshot) bool { return slices.Equal(s.local, target.local) }
