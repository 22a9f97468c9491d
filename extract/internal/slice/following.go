package slice

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

// mark notes that a block matters in a way, one of effects, moves and branches.
func (p *part) mark(way []bool, block int) {
	if !way[block] {
		way[block] = true
		p.next = nil
	}
}

// following says what comes next after a block. It is found for all blocks at once, as long as
// nothing else matters: the least fixpoint over the edges, in which each block changes twice at most.
func (p *part) following(block int) following {
	if p.next != nil {
		return p.next[block]
	}
	p.next = make([]following, len(p.Blocks))
	for changed := true; changed; {
		changed = false
		for b := len(p.Blocks) - 1; b >= 0; b-- {
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
	return p.next[block]
}
