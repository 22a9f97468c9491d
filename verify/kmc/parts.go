package kmc

// This file takes a system apart into the participants that communicate with each
// other, directly or by way of others. The parts of a system have nothing to do with
// each other: its full system is their product. So one that is too large to be
// explored is known by its parts, which are small.

// parts are the participants of each part, in order.
func (m *Machines) parts() [][]int {
	above := make([]int, len(m.automata)) // a forest, with a tree for each part
	for p := range above {
		above[p] = p
	}
	root := func(p int) int {
		for above[p] != p {
			above[p] = above[above[p]]
			p = above[p]
		}
		return p
	}
	for _, ends := range m.channels {
		if ends.sender >= 0 && ends.receiver >= 0 {
			a, b := root(ends.sender), root(ends.receiver)
			above[max(a, b)] = min(a, b)
		}
	}
	index := map[int]int{}
	var parts [][]int
	for p := range above {
		r := root(p)
		if r == p {
			index[r] = len(parts)
			parts = append(parts, nil)
		}
		parts[index[r]] = append(parts[index[r]], p)
	}
	return parts
}

// exceeds reports whether the parts tell that the full system has more
// configurations than a number: they are explored until their product has.
func (d *decision) exceeds(states int) bool {
	parts := d.parts()
	product := 1
	for _, part := range parts {
		if len(parts) == 1 || product > states {
			break
		}
		s := newSpace(d.Machines, d.bounds)
		s.moving = part
		s.exploreAll(nil, d.limit(states))
		d.spend(s)
		product *= s.size()
	}
	return product > states
}
