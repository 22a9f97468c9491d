package kmc_test

import (
	"slices"
	"testing"

	"github.com/chancheck/chancheck/model"
	"github.com/chancheck/chancheck/verify/kmc"
)

// beside puts two systems side by side, the participants of both in turn.
func beside(a, b *model.System) *model.System {
	sys := &model.System{Objects: append(slices.Clone(a.Objects), b.Objects...)}
	for p := range max(len(a.Processes), len(b.Processes)) {
		if p < len(a.Processes) {
			sys.Processes = append(sys.Processes, a.Processes[p])
		}
		if p < len(b.Processes) {
			sys.Processes = append(sys.Processes, moved(b.Processes[p], len(a.Objects)))
		}
	}
	return sys
}

// moved is an automaton with the numbers of its channels raised.
func moved(a model.Automaton, by int) model.Automaton {
	a.States = slices.Clone(a.States)
	for q := range a.States {
		a.States[q].Transitions = slices.Clone(a.States[q].Transitions)
		for t := range a.States[q].Transitions {
			a.States[q].Transitions[t].Object += by
		}
	}
	return a
}

// TestPartsTellTheSizeOfTheWhole puts random systems side by side, and compares what the
// parts tell about the size of their full system with the system, at limits around it.
func TestPartsTellTheSizeOfTheWhole(t *testing.T) {
	told := 0
	for seed := range uint64(60) {
		sys := beside(draw(seed, directedness(seed%3)), draw(seed+1000, directedness(seed%3)))
		size := kmc.FullSize(sys, 1)
		for _, limit := range []int{1, size / 2, size - 1, size, size + 1, 2 * size} {
			if got := kmc.PartsExceed(sys, 1, limit); got != (size > limit) {
				t.Errorf("seed %d: %d configurations exceed %d: %v", seed, size, limit, got)
			}
		}
		if size > 1 {
			told++
		}
	}
	if told < 40 {
		t.Errorf("only %d systems do anything", told)
	}
}

// TestParticipantsCostWhatTheyDo decides systems of unrelated pairs: what is stored of a
// step must not grow with what else there is.
func TestParticipantsCostWhatTheyDo(t *testing.T) {
	bytes := func(m int) float64 {
		return float64(kmc.ReducedBytes(scaled(10, m, 1), 10)) / float64(40*m)
	}
	small, large := bytes(50), bytes(500)
	if large > 1.5*small {
		t.Errorf("%.0f bytes for a transition of 100 participants, %.0f of 1000", small, large)
	}
}
