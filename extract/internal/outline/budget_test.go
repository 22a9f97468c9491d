package outline

import (
	"testing"

	"github.com/chancheck/chancheck/extract/internal/slice"
	"github.com/chancheck/chancheck/extract/internal/supergraph"
	"github.com/chancheck/chancheck/extract/internal/waitfor"
)

func TestOutlinesOfAPackageHaveABudget(t *testing.T) {
	for _, test := range []struct {
		spent waitfor.Spent
		want  string
	}{
		{waitfor.MostSpent, ""},
		{waitfor.MostSpent + 1, "the outlines of the package have taken too long already"},
	} {
		x := &Outlines{Graph: &supergraph.Graph{}, work: &waitfor.Work{Regions: test.spent}}
		if got := x.outlinerIn(&region{}, nil).problem; got != test.want || x.AffordsRegions() != (test.want == "") {
			t.Errorf("%d are spent on regions: %q, affords more: %v", test.spent, got, x.AffordsRegions())
		}
		x = &Outlines{Graph: &supergraph.Graph{}, work: &waitfor.Work{Clients: test.spent}}
		if got := x.clientOutliner(&slice.Client{}, nil).problem; got != test.want {
			t.Errorf("%d are spent on clients: %q", test.spent, got)
		}
	}
}

// TestAnAutomatonThatIsMadeSmallIsPaidFor has a function of which nothing is left in the end,
// but that takes all its places to find out.
func TestAnAutomatonThatIsMadeSmallIsPaidFor(t *testing.T) {
	s := &summary{}
	for i := range 100 {
		s.places = append(s.places, place{steps: []step{{object: i % 2, to: i - 1}}})
	}
	s.start = 99
	if work := s.contract(); work < 200 {
		t.Errorf("%d places and steps are counted", work)
	}
}
