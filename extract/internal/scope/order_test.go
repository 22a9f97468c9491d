package scope

import (
	"slices"
	"testing"

	"github.com/chancheck/chancheck/model"
)

// TestStartInOrder: goroutines are started in the order of the source, but never across other steps, nor callers, who are there
// from the start.
func TestStartInOrder(t *testing.T) {
	states := make([]model.State, 0, 7)
	for i, line := range []int{30, 10, 20, 0, 40, 35} {
		kind := model.Spawn
		if line == 0 {
			kind = model.Send
		}
		states = append(states, model.State{Transitions: []model.Transition{{Kind: kind, Object: i, Site: model.Site{File: "a.go", Line: line}, To: i + 1}}})
	}
	states = append(states, model.State{})
	startInOrder(states)
	var lines, targets []int
	for _, s := range states[:6] {
		lines, targets = append(lines, s.Transitions[0].Site.Line), append(targets, s.Transitions[0].To)
	}
	if want := []int{10, 20, 30, 0, 35, 40}; !slices.Equal(lines, want) || !slices.Equal(targets, []int{1, 2, 3, 4, 5, 6}) {
		t.Errorf("got %v to %v, want %v", lines, targets, want)
	}
}
