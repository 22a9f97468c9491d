package supergraph_test

import (
	"maps"
	"testing"

	"github.com/chancheck/chancheck/extract/internal/pointsto"
	"github.com/chancheck/chancheck/extract/internal/supergraphtest"
	"github.com/chancheck/chancheck/extract/ir"
)

func TestReachListsWhatIsMadeThere(t *testing.T) {
	w := supergraphtest.Build(t, `
		func f(given chan int) {
			a := make(chan int)
			unused := make(chan int)
			_ = unused
			go g(a)
			<-given
			<-a
		}
		func g(x chan int) {
			b := make(chan int)
			go func() { <-b }()
			b <- 1
			x <- 1
		}`)
	for root, want := range map[string]string{"p.f": "a b", "p.g": "b", "p.none": ""} {
		var clusters [][]pointsto.Location
		for _, l := range w.Reach(root) {
			clusters = append(clusters, []pointsto.Location{l})
		}
		if got := w.NamesOf(clusters); got != want {
			t.Errorf("%s reaches %q, want %q", root, got, want)
		}
	}
}

func TestRunningAreCallsAndTheEndOfTheirFunction(t *testing.T) {
	w := supergraphtest.Build(t, `
		func f(c chan int, given func()) {
			defer g(c)
			c <- 1
			go g(c)
			given()
			if <-c > 0 {
				g(c)
			}
		}
		func g(c chan int) { <-c }`)
	counts := map[ir.Op]int{}
	f := w.ByName["p.f"]
	for _, i := range f.Running() {
		counts[i.Instr().Op]++
	}
	want := map[ir.Op]int{ir.OpDefer: 1, ir.OpGo: 1, ir.OpCall: 2}
	for i := range f.Instructions() {
		if i.Instr().Op == ir.OpRunDefers {
			want[ir.OpRunDefers]++
		}
	}
	if !maps.Equal(counts, want) || want[ir.OpRunDefers] == 0 {
		t.Errorf("there run %v, want %v", counts, want)
	}
	if len(w.ByName["p.g"].Running()) != 0 {
		t.Error("something runs where nothing is called")
	}
}
