package slice

import (
	"maps"
	"slices"

	"github.com/chancheck/chancheck/extract/internal/dataflow"
)

// A following says how many places that matter come next after a block, up to two, and which one is
// the first. A loop in which nothing matters is left, one way or another.
type following struct {
	count int
	first arrival
}

// add counts what comes next by another way.
func (n *following) add(other following) {
	switch {
	case other.count == 0 || n.count == 2:
	case n.count == 0:
		*n = other
	case other.count == 2 || n.first != other.first:
		n.count = 2
	}
}

// mark notes that a block matters in a way, one of effects and moves.
func (p *part) mark(way []bool, block int) {
	if !way[block] {
		way[block] = true
		p.next = nil
	}
}

// markBranch notes that the condition of a block matters. Branches are found one by one, each with what the ones
// before it have changed: what comes next is found anew only for the blocks that saw what is behind this one.
func (p *part) markBranch(block int) {
	stopped := p.stops(block) || p.moves[block]
	p.branches[block] = true
	if p.next == nil || stopped {
		return // where a way stops already, nobody sees anything behind it
	}
	seen := p.seeing(block)
	for _, b := range seen {
		p.next[b] = following{}
	}
	p.settle(seen)
}

// seeing lists the blocks that come to a block without one in between that has a place of its own, the last one first.
func (p *part) seeing(block int) []int {
	seen := dataflow.Reachable(p.Before(block), func(b int) []int {
		if p.stops(b) || p.moves[b] {
			return nil
		}
		return p.Before(b)
	})
	return slices.SortedFunc(maps.Keys(seen), func(a, b int) int { return b - a })
}

// following says what comes next after a block. It is found for all blocks at once, as long as
// nothing else matters.
func (p *part) following(block int) following {
	if p.next == nil {
		p.next = make([]following, len(p.Blocks))
		all := make([]int, len(p.Blocks))
		for i := range all {
			all[i] = len(all) - 1 - i
		}
		p.settle(all)
	}
	return p.next[block]
}

// settle finds what comes next after some blocks: the least fixpoint over their edges, in which each changes twice
// at most. What comes next after the others is known, or isn't seen by these.
func (p *part) settle(blocks []int) {
	for changed := true; changed; {
		changed = false
		for _, b := range blocks {
			next := p.next[b]
			for e := range p.Blocks[b].Succs {
				if a, matters := p.arrives(b, e); matters {
					next.add(following{1, a})
				} else {
					next.add(p.next[a.to])
				}
			}
			changed = changed || next != p.next[b]
			p.next[b] = next
		}
	}
}
