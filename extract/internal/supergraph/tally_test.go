package supergraph_test

import (
	"testing"

	"github.com/chancheck/chancheck/extract/internal/supergraph"
	"github.com/chancheck/chancheck/extract/ir"
)

// TestTalliesAreSums of what is counted with one operand at most.
func TestTalliesAreSums(t *testing.T) {
	n := ir.Operand{Kind: ir.Register, Reg: 1}
	one, turns := supergraph.Tally{Fixed: 1}, supergraph.Tally{Times: 1, Of: n}
	unknown := supergraph.Tally{IsUnknown: true}
	for _, test := range []struct {
		name      string
		got, want supergraph.Tally
	}{
		{"one and one", one.Plus(one), supergraph.Tally{Fixed: 2}},
		{"one more than there are turns", one.Plus(turns), supergraph.Tally{Fixed: 1, Times: 1, Of: n}},
		{"turns of two loops", turns.Plus(turns), unknown},
		{"something unknown", one.Plus(unknown), unknown},
		{"one in each of two calls", one.In(supergraph.Tally{Fixed: 2}), supergraph.Tally{Fixed: 2}},
		{"three in each of two calls", supergraph.Tally{Fixed: 3}.In(supergraph.Tally{Fixed: 2}), supergraph.Tally{Fixed: 6}},
		{"one in each turn", one.In(turns), turns},
		{"two in each turn", supergraph.Tally{Fixed: 2}.In(turns), unknown},
		{"none in each turn", supergraph.Tally{}.In(turns), supergraph.Tally{}},
		{"turns of a loop of what is called once", turns.In(one), unknown},
		{"one in each of unknown calls", one.In(unknown), unknown},
	} {
		if test.got != test.want {
			t.Errorf("%s: %v, want %v", test.name, test.got, test.want)
		}
	}
}
