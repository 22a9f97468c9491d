package kmc_test

import (
	"slices"
	"testing"

	"github.com/chancheck/chancheck/verify/kmc"
)

// A projected graph is the union of two books seen by a participant
// (Definition 14): deeds of others are silent.
type projected struct {
	silent  [][]int         // reflexive and transitive
	visible []map[act][]int // weak steps: silence, an act, silence
}

// projection makes the projected graph onto p; the second book's
// configurations come after the first's.
func projection(p int, books ...*book) *projected {
	r := &projected{}
	offset := 0
	for _, b := range books {
		for i := range b.moments {
			var silent []int
			b.reachBy(i, func(d deed) bool { return !d.by(p) }, func(j int) { silent = append(silent, offset+j) })
			r.silent = append(r.silent, silent)
		}
		offset += len(b.moments)
	}
	offset = 0
	for _, b := range books {
		for i := range b.moments {
			weak := map[act][]int{}
			for _, j := range r.silent[offset+i] {
				for _, d := range b.deeds[j-offset] {
					if d.by(p) {
						a := d.ownAct(p)
						weak[a] = append(weak[a], r.silent[offset+d.to]...)
					}
				}
			}
			r.visible = append(r.visible, weak)
		}
		offset += len(b.moments)
	}
	return r
}

// reachBy calls visit for what some deeds lead to.
func (b *book) reachBy(from int, deeds func(deed) bool, visit func(int)) {
	seen := map[int]bool{from: true}
	for work := []int{from}; len(work) > 0; {
		i := work[len(work)-1]
		work = work[:len(work)-1]
		visit(i)
		for _, d := range b.deeds[i] {
			if !seen[d.to] && deeds(d) {
				seen[d.to] = true
				work = append(work, d.to)
			}
		}
	}
}

// ownAct is what a participant does in a deed, whatever state it is at.
func (d deed) ownAct(p int) act {
	i := slices.IndexFunc(d.acts, func(a act) bool { return a.process == p })
	return act{send: d.acts[i].send, channel: d.acts[i].channel, label: d.acts[i].label}
}

// related is the largest weak bisimulation, by removing pairs.
func (r *projected) related() [][]bool {
	pairs := make([][]bool, len(r.silent))
	for i := range pairs {
		pairs[i] = slices.Repeat([]bool{true}, len(pairs))
	}
	for changed := true; changed; {
		changed = false
		for i := range pairs {
			for j := range pairs {
				if pairs[i][j] && (!r.simulates(i, j, pairs) || !r.simulates(j, i, pairs)) {
					pairs[i][j], pairs[j][i], changed = false, false, true
				}
			}
		}
	}
	return pairs
}

// simulates reports whether every weak step of i has one of j to a related
// configuration.
func (r *projected) simulates(i, j int, pairs [][]bool) bool {
	matches := func(from, to []int) bool {
		for _, x := range from {
			if !slices.ContainsFunc(to, func(y int) bool { return pairs[x][y] }) {
				return false
			}
		}
		return true
	}
	if !matches(r.silent[i], r.silent[j]) {
		return false
	}
	for a, from := range r.visible[i] {
		if !matches(from, r.visible[j][a]) {
			return false
		}
	}
	return true
}

// TestTheorem3Converse is the counter-example to Theorem 3 (2): all its
// premises hold, and the projections onto q differ.
func TestTheorem3Converse(t *testing.T) {
	r := decideAt(t, machines(t, `
		p: 0 -pq!a-> 0, 0 -pq!b-> 0
		q: 0 -pq?a-> 0, 0 -pq?b-> 0`), 1)
	if r.Verdict != kmc.Safe {
		t.Errorf("verdict %v", r.Verdict)
	}
	expect(t, r, kmc.PropExhaustive, kmc.Holds)
	expect(t, r, kmc.PropUnboundedIBI, kmc.Holds)
	expect(t, r, kmc.PropBoundAgnostic, kmc.Fails)
}

// TestBoundAgnostic compares local bound-agnosticity with the largest weak
// bisimulation, both as decided by Theorem 3 (1) and by search.
func TestBoundAgnostic(t *testing.T) {
	counts := map[string]int{}
	for n := range systems() / 4 {
		seed := *kmcSeed<<34 + uint64(n)
		sys := draw(seed, directedness(n/2%3))
		k := 1 + n%2
		low, high := newBook(sys, uniform(sys, k)), newBook(sys, uniform(sys, k+1))
		if !low.explore(60) || !high.explore(60) {
			continue
		}
		want := kmc.Holds
		for p := range sys.Processes {
			r := projection(p, low, high)
			if !r.related()[0][len(low.moments)] {
				want = kmc.Fails
			}
		}
		result := decideAt(t, sys, k)
		got := result.Property(kmc.PropBoundAgnostic)
		if want == kmc.Fails && result.Verdict == kmc.Safe {
			counts["premises of Theorem 3 (2), not its conclusion"]++
		}
		counts[want.String()]++
		counts[got.Note]++
		if got.Status != want {
			t.Errorf("seed %d, k=%d: bound-agnostic %v (%s), want %v\n%s", seed, k, got.Status, got.Note, want, spell(sys))
		}
		if p := kmc.BoundAgnosticBySearch(sys, k); (p < 0) != (want == kmc.Holds) {
			t.Errorf("seed %d, k=%d: by search %d, want %v\n%s", seed, k, p, want, spell(sys))
		}
	}
	atLeast(t, counts, map[string]int{"holds": 40, "fails": 15, "the projections are weakly bisimilar": 30, "not k-exhaustive (Theorem 3)": 10})
}
