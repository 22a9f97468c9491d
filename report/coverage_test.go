package report_test

import (
	"reflect"
	"slices"
	"testing"

	"github.com/chancheck/chancheck/report"
)

// TestBetterStatusCounts merges a place with itself in every pair of statuses,
// in both orders, as a package comes with and without its tests.
func TestBetterStatusCounts(t *testing.T) {
	order := []report.Status{report.Judged, report.Bounded, report.Inconclusive, report.Open, report.Unreached}
	for i, better := range order {
		for _, worse := range order[i+1:] {
			for _, list := range [][]report.Place{
				{{Site: at(3), Kind: "channel", Status: better}, {Site: at(3), Kind: "channel", Status: worse}},
				{{Site: at(3), Kind: "channel", Status: worse}, {Site: at(3), Kind: "channel", Status: better}},
			} {
				if got := report.MergePlaces(list); len(got) != 1 || got[0].Status != better {
					t.Errorf("%s and %s are %+v", better, worse, got)
				}
			}
		}
	}
}

// TestMergedPlacesKeepAllFunctions has a place that is judged with tests and
// without, in different functions, and another one that stays alone.
func TestMergedPlacesKeepAllFunctions(t *testing.T) {
	got := report.MergePlaces([]report.Place{
		{Site: at(4), Kind: "mutex", Status: report.Open, Why: "because"},
		{Site: at(3), Kind: "channel", Status: report.Judged, Functions: []string{"F", "TestF"}},
		{Site: at(3), Kind: "channel", Status: report.Judged, Functions: []string{"F", "E"}},
	})
	want := []report.Place{
		{Site: at(3), Kind: "channel", Status: report.Judged, Functions: []string{"E", "F", "TestF"}},
		{Site: at(4), Kind: "mutex", Status: report.Open, Why: "because"},
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got %+v, want %+v", got, want)
	}
}

// TestJudgedElsewhere has a place that its package could not judge, but another
// one did, and one that no package named has.
func TestJudgedElsewhere(t *testing.T) {
	got := report.MergePlaces([]report.Place{
		{Site: at(3), Status: report.Judged, Functions: []string{"TestX"}},
		{Site: at(3), Kind: "channel", Test: true, Status: report.Open, Why: "because"},
		{Site: at(5), Status: report.Judged, Functions: []string{"TestX"}},
	})
	want := []report.Place{{Site: at(3), Kind: "channel", Test: true, Status: report.Judged, Functions: []string{"TestX"}}}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got %+v, want %+v", got, want)
	}
}

func TestPlaceTravelsAsText(t *testing.T) {
	want := report.Place{Kind: "once", Test: true, Status: report.Bounded, Certificate: "bounded", Why: "a \"b\"", Functions: []string{"(*T).M"}}
	got, err := report.ParsePlace(want.String())
	if err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("got %+v, %v", got, err)
	}
	if _, err := report.ParsePlace("no place"); err == nil {
		t.Error("no error for what is no place")
	}
}

func TestPlaceInWords(t *testing.T) {
	for want, p := range map[string]report.Place{
		"channel judged (in A, B)":               {Kind: "channel", Status: report.Judged, Functions: []string{"A", "B"}},
		"channel judged (in A, B, C and 2 more)": {Kind: "channel", Status: report.Judged, Functions: []string{"A", "B", "C", "D", "E"}},
		"mutex judged (nobody waits)":            {Kind: "mutex", Status: report.Judged, Why: "nobody waits"},
		"cond unreached":                         {Kind: "cond", Status: report.Unreached},
	} {
		if got := p.Words(); got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
}

// TestTotals counts by kind and apart for tests, and sums up in one line.
func TestTotals(t *testing.T) {
	places := []report.Place{
		{Kind: "channel", Status: report.Judged}, {Kind: "channel", Status: report.Bounded}, {Kind: "channel", Status: report.Open},
		{Kind: "channel", Test: true, Status: report.Inconclusive}, {Kind: "once", Status: report.Unreached}, {Kind: "mutex", Status: report.Judged},
	}
	c := report.NewCoverage(places)
	want := []report.Total{
		{Kind: "channel", Places: 3, Judged: 1, Bounded: 1, Open: 1},
		{Kind: "channel", Test: true, Places: 1, Inconclusive: 1},
		{Kind: "mutex", Places: 1, Judged: 1},
		{Kind: "once", Places: 1, Unreached: 1},
	}
	if !slices.Equal(c.Totals, want) {
		t.Errorf("got %+v", c.Totals)
	}
	if got := c.Extent(); got != "looked at 2 of 4 channels, 1 of 2 locks and wait groups" || c.Complete() {
		t.Errorf("got %q, complete: %t", got, c.Complete())
	}
	if all := report.NewCoverage(places[:2]); all.Extent() != "looked at 2 of 2 channels" || !all.Complete() {
		t.Errorf("got %q, complete: %t", all.Extent(), all.Complete())
	}
	if none := report.NewCoverage(nil); none.Extent() != "" || !none.Complete() {
		t.Errorf("got %q of nothing", none.Extent())
	}
}
