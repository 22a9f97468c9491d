// Package components finds the strongly connected components of large graphs.
package components

// Each calls complete for each strongly connected component of a graph,
// in reverse topological order, with its number from 0 on. It is Tarjan's
// algorithm with an explicit stack.
// Arcs of node i are arcs[first[i]:first[i+1]].
func Each[A Arc](first []uint32, arcs []A, complete func(number int, members []uint32)) {
	t := componentSearch[A]{first: first, arcs: arcs, index: make([]uint32, len(first)-1), complete: complete}
	for node := range t.index {
		if t.index[node] == 0 {
			t.enter(uint32(node))
			t.run()
		}
	}
}

// An Arc leads to a node.
type Arc interface{ Target() uint32 }

// A componentSearch is the state of Tarjan's algorithm.
type componentSearch[A Arc] struct {
	first    []uint32
	arcs     []A
	complete func(number int, members []uint32)

	index []uint32 // the order of visits, from 1; completed once a component has it
	open  []uint32 // nodes of components that aren't complete
	way   []onWay  // the way down
	count uint32
	found int
}

// completed is larger than any index.
const completed = 1<<32 - 1

// An onWay is a node on the way down, with its next arc.
type onWay struct{ node, low, next uint32 }

// enter visits a node that wasn't visited.
func (t *componentSearch[A]) enter(node uint32) {
	t.count++
	t.index[node] = t.count
	t.open = append(t.open, node)
	t.way = append(t.way, onWay{node, t.count, t.first[node]})
}

// run visits all that the node entered last leads to.
func (t *componentSearch[A]) run() {
	for len(t.way) > 0 {
		v := &t.way[len(t.way)-1]
		if v.next == t.first[v.node+1] {
			t.leave(*v)
			continue
		}
		to := t.arcs[v.next].Target()
		v.next++
		if t.index[to] == 0 {
			t.enter(to)
		} else if t.index[to] != completed {
			v.low = min(v.low, t.index[to])
		}
	}
}

// leave goes back up, and completes the component if the node was its first.
func (t *componentSearch[A]) leave(v onWay) {
	t.way = t.way[:len(t.way)-1]
	if len(t.way) > 0 {
		above := &t.way[len(t.way)-1]
		above.low = min(above.low, v.low)
	}
	if v.low != t.index[v.node] {
		return
	}
	start := len(t.open) - 1
	for t.open[start] != v.node {
		start--
	}
	members := t.open[start:]
	for _, m := range members {
		t.index[m] = completed
	}
	t.open = t.open[:start]
	t.complete(t.found, members)
	t.found++
}
