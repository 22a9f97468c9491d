package supergraph

import "github.com/chancheck/chancheck/extract/ir"

// Most is how often something happens at most on one way through a function, given how often it does when each block runs:
// from when one of them runs, or the function begins if that is -1, until that one runs again. What happens on either side
// of a branch isn't added up. It is the longest path through the blocks, whose weight is looked for in each strongly
// connected component by itself: one is a loop that is counted, or there is no end to it. (Implicit path enumeration, Li
// and Malik 1995, which needs no program to be solved where all loops are counted.)
func (f *Function) Most(each map[int]Tally, after int) Tally {
	if len(each) == 0 {
		return Tally{}
	}
	start := max(after, 0)
	blocks := f.Reached(f.SuccessorsOf(start), after)
	blocks[start] = true
	w := &weighing{f, each}
	most := w.most(blocks, func(_, to int) bool { return to == after })
	if f.Recover > 0 { // after a panic
		most = most.Plus(w.most(f.Reached([]int{f.Recover}, after), func(_, to int) bool { return to == after }))
	}
	return most
}

// A weighing is of the blocks of a function.
type weighing struct {
	f    *Function
	each map[int]Tally
}

// most is that of the heaviest way within some blocks, on which some edges aren't taken.
func (w *weighing) most(blocks map[int]bool, isCut func(from, to int) bool) (most Tally) {
	next := func(b int) (list []int) {
		for _, to := range w.f.SuccessorsOf(b) {
			if blocks[b] && blocks[to] && !isCut(b, to) {
				list = append(list, to)
			}
		}
		return list
	}
	component := ir.Components(len(w.f.Blocks), next)
	members := make([][]int, len(w.f.Blocks))
	for b, c := range component {
		if blocks[b] {
			members[c] = append(members[c], b)
		}
	}
	from := make([]Tally, len(members))
	for c, list := range members { // those that follow come first
		isCycle := len(list) > 1
		for _, b := range list {
			for _, to := range next(b) {
				isCycle = isCycle || to == b
				if component[to] != c {
					from[c] = from[c].Or(from[component[to]])
				}
			}
		}
		from[c] = from[c].Plus(w.of(list, isCycle))
		most = most.Or(from[c])
	}
	return most
}

// of is the weight of a component: that of its turns, if it is a cycle.
func (w *weighing) of(list []int, isCycle bool) (most Tally) {
	blocks := map[int]bool{}
	for _, b := range list {
		blocks[b] = true
		most = most.Plus(w.each[b])
	}
	if !isCycle || most == (Tally{}) {
		return most
	}
	for _, c := range w.f.CountedLoops() {
		if last := c.Tests[len(c.Tests)-1]; blocks[last] && c.includes(list) && (len(c.Tests) > 1 || w.each[last] == Tally{}) {
			return w.most(blocks, func(from, _ int) bool { return from == last }).In(c.tally())
		}
	}
	return unknown
}

// includes reports whether some blocks are all in the loop: who stays there doesn't begin to count again.
func (c *CountedLoop) includes(blocks []int) bool {
	for _, b := range blocks {
		if !c.Blocks[b] {
			return false
		}
	}
	return true
}
