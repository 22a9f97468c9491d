package supergraph_test

import (
	"testing"

	"github.com/chancheck/chancheck/extract/internal/supergraph"
	"github.com/chancheck/chancheck/extract/internal/supergraphtest"
	"github.com/chancheck/chancheck/extract/ir"
)

// TestForgottenDataIsStoredByAll instructions that forget it, and no graph is made if that is one too many.
func TestForgottenDataIsStoredByAll(t *testing.T) {
	w := supergraphtest.Build(t, `
import ("encoding/binary"; "io")
type Inner struct { n int; c chan int }
type Outer struct { in *Inner; ok bool }
func F(r io.Reader) {
	o := &Outer{in: &Inner{c: make(chan int)}}
	binary.Read(r, binary.BigEndian, o)
	binary.Read(r, binary.BigEndian, o)
	binary.Read(r, binary.BigEndian, o.in)
	if o.ok && o.in.n > 0 {
		o.in.c <- 1
	}
}`)
	forgets, all := map[string]int{}, 0
	for l, stores := range w.Stores {
		for _, store := range stores {
			if store.Instr().Op == ir.OpForget {
				forgets[w.NameOf(l)]++
				all++
			}
		}
	}
	if forgets["ok"] != 2 || forgets["n"] != 3 || forgets["c"] != 0 {
		t.Errorf("forgotten are %v, want ok twice, n three times and c never", forgets)
	}
	for most, want := range map[int]bool{all - 1: false, all: true} {
		if supergraph.Within(w.Points, w.Program, supergraph.Bodies{}, most) != nil != want {
			t.Errorf("a graph is made where %d of %d stores may be noted: %v", most, all, !want)
		}
	}
}
