package difftest

import (
	"testing"
)

// TestClustersFindWhatTheWholeFinds evaluates random programs in slices, one for
// each cluster, and all at once: both find the same.
func TestClustersFindWhatTheWholeFinds(t *testing.T) {
	for _, kind := range []Kind{Channels, Data, Clusters, Globals} {
		n := *programs / 5
		if testing.Short() {
			n /= 10
		}
		dir := t.TempDir()
		if err := WriteModule(dir, *seed, 0, n, kind); err != nil {
			t.Fatal(err)
		}
		look := func(whole string) *Survey {
			return NewSurvey(dir, program, vet(t, dir, nil, patternOf(kind), "verbose=true", "replay=true", "orphan-may=true", "whole="+whole))
		}
		differences, agreement := look("false").Compare(look("true"), nil)
		for _, d := range differences {
			t.Error(d)
		}
		t.Log(agreement)
	}
}
