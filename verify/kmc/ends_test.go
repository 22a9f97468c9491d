package kmc_test

import (
	"math/rand/v2"
	"testing"

	"github.com/chancheck/chancheck/verify/kmc"
)

// TestEndsTellAll compares what the ends of executions tell with a search of all configurations, at
// bounds from 0 to 2.
func TestEndsTellAll(t *testing.T) {
	var failures [3]int
	compared := 0
	for seed := range uint64(systems()) {
		r := rand.New(rand.NewPCG(seed, 8))
		sys := draw(seed, directedness(seed%3))
		bounds := make([]int, len(sys.Objects))
		for c := range bounds {
			bounds[c] = r.IntN(3)
		}
		told, found := kmc.Ends(sys, bounds)
		if told != found {
			t.Errorf("seed %d, bounds %v: the ends tell %v, a search finds %v\n%s", seed, bounds, told, found, spell(sys))
		}
		compared++
		for i, fails := range found {
			if fails {
				failures[i]++
			}
		}
	}
	t.Logf("%v of %d", failures, compared)
	for _, n := range failures {
		if n*10 < compared || n*10 > compared*9 {
			t.Error("the test tests little")
		}
	}
}

// TestChainSearchesAreLimited has a choice of A's between x and y, of which y comes only at the end of a chain
// by way of D, and one in which C may send it without.
func TestChainSearchesAreLimited(t *testing.T) {
	chain := machines(t, `
		A: 0 -BA?x-> 1, 0 -CA?y-> 3, 1 -AD!go-> 2, 2 -CA?y-> 3
		B: 0 -BA!x-> 1
		C: 0 -DC?go-> 1, 1 -CA!y-> 2
		D: 0 -AD?go-> 1, 1 -DC!go-> 2`)
	free := machines(t, `
		A: 0 -BA?x-> 1, 0 -CA?y-> 3, 1 -CA?y-> 3
		B: 0 -BA!x-> 1
		C: 0 -CD!go-> 1, 1 -CA!y-> 2
		D: 0 -CD?go-> 1`)
	for _, limit := range []int{0, 1000} {
		if found, ok := kmc.Unchained(chain, 1, limit); found || !ok {
			t.Errorf("a chain, limit %d: found %v, ok %v", limit, found, ok)
		}
	}
	if found, ok := kmc.Unchained(chain, 1, 1); found || ok {
		t.Errorf("a chain, after one node: found %v, ok %v", found, ok)
	}
	if found, ok := kmc.Unchained(free, 1, 0); !found || !ok {
		t.Errorf("no chain: found %v, ok %v", found, ok)
	}
}
