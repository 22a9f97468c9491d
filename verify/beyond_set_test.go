package verify

import "testing"

// TestSetsOfActsHaveRoomForMany: what is added is in one, in more than one word, and nothing
// else.
func TestSetsOfActsHaveRoomForMany(t *testing.T) {
	const most = 200
	for added := range most {
		s := make(actSet, most/64+1)
		s.add(added)
		for i := range most {
			if s.has(i) != (i == added) {
				t.Fatalf("with %d in a set: has %d: %t", added, i, s.has(i))
			}
		}
		all := make(actSet, most/64+1)
		all.add(0)
		if changed := all.include(s); changed != (added != 0) || !all.has(added) || !all.has(0) {
			t.Errorf("including %d changes %t", added, changed)
		}
		if all.include(s) {
			t.Errorf("including %d twice is a change", added)
		}
	}
}
