package slice

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/chancheck/chancheck/extract/internal/supergraph"
	"github.com/chancheck/chancheck/extract/ir"
)

// drawPart draws a graph of blocks, mostly of a program: later ones follow earlier ones.
func drawPart(r *rand.Rand) *part {
	blocks := make([]ir.Block, 2+r.IntN(14))
	for b := range blocks {
		for range r.IntN(3) {
			to := r.IntN(len(blocks))
			if r.IntN(4) > 0 {
				to = min(b+1+r.IntN(3), len(blocks)-1)
			}
			blocks[b].Succs = append(blocks[b].Succs, ir.Edge{Block: to})
		}
	}
	f := &supergraph.Function{Body: &supergraph.Body{Function: &ir.Function{Blocks: blocks}}}
	return &part{Function: f, effects: make([]bool, len(blocks)), moves: make([]bool, len(blocks)), branches: make([]bool, len(blocks))}
}

// TestWhatComesNextIsTheSameIfFoundAnew marks blocks one after the other, and compares what was changed for each
// with what is found for all blocks from nothing.
func TestWhatComesNextIsTheSameIfFoundAnew(t *testing.T) {
	changed := 0
	for n := range 4000 {
		r := rand.New(rand.NewPCG(1, uint64(n)))
		p := drawPart(r)
		for b := range p.Blocks {
			p.effects[b], p.moves[b] = r.IntN(4) == 0, r.IntN(6) == 0
		}
		for b := range p.Blocks {
			if p.following(b).count < 2 || r.IntN(4) == 0 {
				continue
			}
			stale := slices.Clone(p.next)
			p.markBranch(b)
			fresh := *p
			fresh.next = nil
			for other := range p.Blocks {
				got, want := p.following(other), fresh.following(other)
				if got.count != want.count || got.count == 1 && got.first != want.first {
					t.Fatalf("graph %d: after %d is marked, %+v comes next after %d, want %+v", n, b, got, other, want)
				}
			}
			if !slices.Equal(stale, p.next) {
				changed++
			}
		}
	}
	if changed < 100 {
		t.Errorf("%d branches changed what comes next after some block: the test tests little", changed)
	}
}
