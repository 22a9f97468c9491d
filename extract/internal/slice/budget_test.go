package slice

import (
	"testing"

	"github.com/chancheck/chancheck/extract/internal/pointsto"
)

func TestOutlinesOfAPackageHaveABudget(t *testing.T) {
	for _, test := range []struct {
		spent int
		want  string
	}{
		{mostOutlined, ""},
		{mostOutlined + 1, "the outlines of the package have taken too long already"},
	} {
		s := &Slicer{&index{allWork: &Work{regions: test.spent}}}
		if got := s.outlinerIn(&region{}, nil).problem; got != test.want || s.AffordsRegions() != (test.want == "") {
			t.Errorf("%d are spent on regions: %q, affords more: %v", test.spent, got, s.AffordsRegions())
		}
		s = &Slicer{&index{allWork: &Work{clients: test.spent}}}
		if got := s.clientOutliner(&Client{}, nil).problem; got != test.want {
			t.Errorf("%d are spent on clients: %q", test.spent, got)
		}
	}
}

// TestAnAutomatonThatIsMadeSmallIsPaidFor has a function of which nothing is left in the end,
// but that takes all its places to find out.
func TestAnAutomatonThatIsMadeSmallIsPaidFor(t *testing.T) {
	s := &summary{}
	for i := range 100 {
		s.places = append(s.places, outlinePlace{steps: []outlineStep{{object: i % 2, to: i - 1}}})
	}
	s.start = 99
	if work := s.contract(); work < 200 {
		t.Errorf("%d places and steps are counted", work)
	}
}

// TestObjectsAreSettledInRounds: one that hangs on others of its own round isn't, as these may
// hang on it.
func TestObjectsAreSettledInRounds(t *testing.T) {
	const of, other = pointsto.Location(1), pointsto.Location(2)
	for _, test := range []struct {
		name      string
		rank, its int
		want      bool
	}{
		{"one that has no rank yet", 0, 0, false},
		{"one with a rank, for what has none", 1, 0, true},
		{"one of a round before", 1, 2, true},
		{"one of the same round", 2, 2, false},
		{"one of a later round", 3, 2, false},
	} {
		c := &Chains{rank: map[pointsto.Location]int{other: test.rank, of: test.its}}
		if got := c.areSettled(map[pointsto.Location]bool{other: true, of: true}, of); got != test.want {
			t.Errorf("%s: settled %t", test.name, got)
		}
	}
}
