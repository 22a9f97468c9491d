package kmc_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/chancheck/chancheck/model"
	"github.com/chancheck/chancheck/verify/kmc"
)

// safeAt decides safety by definition; it is not ok if the system is too
// large for the oracle.
func safeAt(sys *model.System, bounds []int) (safe, exhaustive, ok bool) {
	b := newBook(sys, bounds)
	if !b.explore(2 * mostMoments) {
		return false, false, false
	}
	return b.all(b.receptionAt) && b.all(b.progressAt), b.all(b.exhaustiveAt), true
}

// raised adds to all bounds.
func raised(bounds []int, by int) []int {
	list := make([]int, len(bounds))
	for c := range list {
		list[c] = bounds[c] + by
	}
	return list
}

// drawBounds makes bounds of low or low+1 for each channel.
func drawBounds(r *rand.Rand, sys *model.System, low int) []int {
	bounds := make([]int, len(sys.Objects))
	for c := range bounds {
		bounds[c] = low + r.IntN(2)
	}
	return bounds
}

// TestVerdictsHoldAtLargerBounds is Theorem 1 and Lemma 1, uniform and per
// channel, from bound 1 and from rendezvous: what is safe stays safe, and what
// is unsafe stays unsafe.
func TestVerdictsHoldAtLargerBounds(t *testing.T) {
	counts := map[string]int{}
	for n := range systems() {
		seed := *kmcSeed<<32 + uint64(n)
		sys := draw(seed, directedness(n/8%3))
		r := rand.New(rand.NewPCG(seed, 8))
		bounds := uniform(sys, 1+n%2)
		kind := "uniform "
		switch n % 8 {
		case 1, 5:
			kind, bounds = "vector ", drawBounds(r, sys, 1)
		case 0, 2:
			kind, bounds = "mixed 0/1 ", drawBounds(r, sys, 0)
		case 4:
			kind, bounds = "rendezvous ", uniform(sys, 0)
		}
		result, err := kmc.Decide(sys, kmc.Options{Bounds: bounds, Peer: n%16 > 8})
		if err != nil {
			t.Fatal(err)
		}
		counts[kind+result.Verdict.String()]++
		if result.Verdict == kmc.Safe {
			counts[result.Reason]++
		}
		if result.Verdict == kmc.Unknown {
			continue
		}
		for by := range 3 {
			safe, exhaustive, ok := safeAt(sys, raised(bounds, by))
			if !ok {
				counts["too large"]++
				break
			}
			if strings.Contains(result.Reason, "Theorem 1") && !exhaustive {
				t.Errorf("seed %d: k-MC at %v (%s), but at bounds +%d not exhaustive\n%s", seed, bounds, result.Reason, by, spell(sys))
			}
			if safe != (result.Verdict == kmc.Safe) {
				t.Errorf("seed %d: %v at %v (%s), but at bounds +%d safe is %v\n%s",
					seed, result.Verdict, bounds, result.Reason, by, safe, spell(sys))
			}
		}
	}
	atLeast(t, counts, map[string]int{"uniform safe": 50, "uniform unsafe": 50, "vector safe": 30, "vector unsafe": 30, "rendezvous safe": 15, "rendezvous unsafe": 8})
}

// TestSearchFindsLeastBound compares the search over bounds with a decision at
// each; in directed systems, it skips bounds.
func TestSearchFindsLeastBound(t *testing.T) {
	counts := map[string]int{}
	for n := range systems() / 2 {
		seed := *kmcSeed<<35 + uint64(n)
		sys := draw(seed, directedness(n%3))
		const last = 6
		got, err := kmc.Decide(sys, kmc.Options{Max: last, States: 5000})
		if err != nil {
			t.Fatal(err)
		}
		if got.Inconclusive {
			continue
		}
		counts[fmt.Sprint(got.Verdict, " at ", got.K)]++
		for k := 1; k <= last; k++ {
			want, err := kmc.Decide(sys, kmc.Options{K: k, States: 5000})
			if err != nil {
				t.Fatal(err)
			}
			if want.Verdict == kmc.Unknown && k < last {
				continue
			}
			if got.K != k || got.Verdict != want.Verdict {
				t.Errorf("seed %d: %v at %d, want %v at %d\n%s", seed, got.Verdict, got.K, want.Verdict, k, spell(sys))
			}
			break
		}
	}
	atLeast(t, counts, map[string]int{"safe at 1": 70, "safe at 2": 2, "unsafe at 1": 70})
}

// TestReductionKeepsSafety is Theorem 6 for receive-directed systems, on the
// oracle's own reduced system: with reduced k-OBI, safety and exhaustivity of
// the reduced system are those of the full one, and the stable property of the
// reduced one is enough. It is Lemma 3 for all.
func TestReductionKeepsSafety(t *testing.T) {
	counts := map[string]int{}
	for n := range systems() {
		seed := *kmcSeed<<32 + uint64(n)
		sys := draw(seed, directedReceptions)
		b := newBook(sys, uniform(sys, 1+n%3))
		if !b.explore(mostMoments) {
			continue
		}
		r := b.reduce()
		if b.all(b.outputAt) && !r.all(r.outputAt) {
			t.Errorf("seed %d: k-OBI but not reduced k-OBI", seed)
		}
		m, err := kmc.Communicating(sys)
		if err != nil {
			t.Fatal(err)
		}
		if !m.ReceiveDirected() || !r.all(r.outputAt) {
			continue
		}
		counts["premise holds"]++
		if !m.SendDirected() {
			counts["premise holds, not send-directed"]++
		}
		for name, same := range map[string]bool{
			"eventual reception": b.all(b.receptionAt) == r.all(r.receptionAt),
			"progress":           b.all(b.progressAt) == r.all(r.progressAt),
			"k-exhaustive":       b.all(b.exhaustiveAt) == r.all(r.exhaustiveAt),
			"stable property":    b.all(b.stableAt) || !r.all(r.stableAt),
		} {
			if !same {
				t.Errorf("seed %d: %s differs on the reduced system\n%s", seed, name, spell(sys))
			}
		}
	}
	atLeast(t, counts, map[string]int{"premise holds": 250, "premise holds, not send-directed": 20})
}

// TestReducedIndependence is Lemmas 34 and 35: what the full system has, the
// reduced one has, too. The converse, Theorem 4, isn't true: see below. Its
// failures are counted.
func TestReducedIndependence(t *testing.T) {
	counts := map[string]int{}
	for n := range systems() / 2 {
		seed := *kmcSeed<<36 + uint64(n)
		sys := draw(seed, anyChoices)
		b := newBook(sys, uniform(sys, 1+n%2))
		if !b.explore(mostMoments) {
			continue
		}
		r := b.reduce()
		for name, both := range map[string][2]bool{
			"k-SIBI": {b.all(b.strongAt(false)), r.all(r.strongAt(true))},
			"k-CIBI": {b.all(b.chainedAt(false)), r.all(r.chainedAt(false))},
		} {
			full, reduced := both[0], both[1]
			if full && !reduced {
				t.Errorf("seed %d: %s but not reduced %s\n%s", seed, name, name, spell(sys))
			}
			if reduced && !full && r.all(r.outputAt) {
				counts["reduced "+name+", not "+name]++
			}
		}
		counts["systems"]++
	}
	atLeast(t, counts, map[string]int{"systems": 150})
}

// TestTheorem4 is a counter-example to Theorem 4 that remains with the reduced
// system corrected: reduced k-OBI and reduced k-CIBI, and not k-CIBI. That is
// why the approximations of IBI are decided on the full system.
func TestTheorem4(t *testing.T) {
	r := decideAt(t, machines(t, `
		p: 0 -rp?a-> 1, 1 -rp?b-> 2, 2 -pr!b-> 0
		q: 0 -qr!a-> 1
		r: 0 -rp!a-> 1, 1 -qr?a-> 2, 1 -pr?b-> 3, 2 -rp!b-> 1`), 2)
	expect(t, r, kmc.PropReducedOBI, kmc.Holds)
	expect(t, r, kmc.PropReducedCIBI, kmc.Holds)
	expect(t, r, kmc.PropCIBI, kmc.Fails)
}

// TestUndirectedVerdicts is Theorem 1 for systems with a choice between
// senders, which are rare among those drawn and mostly unsafe: protocols of
// trees only.
func TestUndirectedVerdicts(t *testing.T) {
	counts := map[string]int{}
	for n := range systems() * 2 {
		seed := *kmcSeed<<37 + uint64(n)
		sys := drawTree(seed)
		m, err := kmc.Communicating(sys)
		if err != nil {
			t.Fatal(err)
		}
		if m.ReceiveDirected() && (m.SendDirected() || n%4 > 0) {
			continue
		}
		bounds := uniform(sys, 1+n%2)
		result, err := kmc.Decide(sys, kmc.Options{Bounds: bounds, Peer: n%3 == 0})
		if err != nil {
			t.Fatal(err)
		}
		counts[result.Verdict.String()]++
		if result.Verdict == kmc.Unknown || result.Verdict == kmc.Unsafe && n%16 > 0 {
			continue // nearly all are unsafe
		}
		counts[result.Reason]++
		for by := range 3 {
			safe, _, ok := safeAt(sys, raised(bounds, by))
			if ok && safe != (result.Verdict == kmc.Safe) {
				t.Errorf("seed %d: %v at %v (%s), but at bounds +%d safe is %v\n%s",
					seed, result.Verdict, bounds, result.Reason, by, safe, spell(sys))
			}
		}
	}
	atLeast(t, counts, map[string]int{"safe": 1, "unsafe": 100})
}

// TestUnboundedIBI is Lemma 2: what makes for IBI within a bound makes for it
// at larger ones; and what is said to fail does.
func TestUnboundedIBI(t *testing.T) {
	counts := map[string]int{}
	for n := range systems() / 3 {
		seed := *kmcSeed<<38 + uint64(n)
		sys := drawTree(seed)
		k := 1 + n%2
		m, err := kmc.Communicating(sys)
		if err != nil {
			t.Fatal(err)
		}
		if m.ReceiveDirected() {
			continue
		}
		got := decideAt(t, sys, k).Property(kmc.PropUnboundedIBI)
		counts[got.Status.String()]++
		fails, explored := false, true
		for by := range 4 {
			b := newBook(sys, uniform(sys, k+by))
			if explored = explored && b.explore(2*mostMoments); explored {
				fails = fails || !b.all(b.inputAt)
			}
		}
		if got.Status == kmc.Holds && fails || got.Status == kmc.Fails && explored && !fails {
			t.Errorf("seed %d, k=%d: IBI %v (%s), but it fails: %v\n%s", seed, k, got.Status, got.Note, fails, spell(sys))
		}
	}
	atLeast(t, counts, map[string]int{"holds": 3, "fails": 5})
}
