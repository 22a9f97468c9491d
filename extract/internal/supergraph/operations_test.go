package supergraph_test

import (
	"testing"

	"github.com/chancheck/chancheck/extract/internal/pointsto"
	"github.com/chancheck/chancheck/extract/internal/supergraphtest"
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
