package kmc_test

import (
	"math/rand/v2"
	"testing"

	"github.com/chancheck/chancheck/verify"
	"github.com/chancheck/chancheck/verify/kmc"
)

// TestCertificatesAgree compares certificates about random programs with exploration: at their
// own capacities, which may be 0, and with each channel larger, alone and with all others. What
// is safe by k-MC has no message that can be left behind, either.
func TestCertificatesAgree(t *testing.T) {
	safe, unknown := 0, 0
	for seed := range uint64(systems()) {
		r := rand.New(rand.NewPCG(seed, 6))
		sys := started(draw(seed, directedness(seed%3)), r)
		if seed%2 == 0 {
			loosen(sys, r)
		}
		c, err := kmc.Certify(sys, 20_000)
		if err != nil {
			continue
		}
		if c.Verdict != kmc.Safe {
			unknown++
			if c.Reason == "" {
				t.Errorf("seed %d: %v for no reason", seed, c.Verdict)
			}
			continue
		}
		safe++
		own, all := make([]int, len(sys.Objects)), make([]int, len(sys.Objects))
		for i := range own {
			own[i], all[i] = sys.Objects[i].Capacity, sys.Objects[i].Capacity+1
		}
		raised := [][]int{own, all}
		for i := range own {
			one := append([]int(nil), own...)
			one[i]++
			raised = append(raised, one)
		}
		for _, capacities := range raised {
			if !isSafe(t, sys, capacities) {
				t.Errorf("seed %d: %s, but not with %v", seed, c.Reason, capacities)
			}
		}
		if found := verify.Check(sys, verify.Options{}).Findings; len(found) > 0 {
			t.Errorf("seed %d: %s, but %v", seed, c.Reason, found)
		}
	}
	t.Logf("%d safe, %d not known to be", safe, unknown)
	if safe < 20 || unknown < 20 {
		t.Error("the test tests nothing")
	}
}
