package waitfor

import (
	"testing"

	"github.com/chancheck/chancheck/extract/internal/pointsto"
)

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
