package ir

// Components numbers the strongly connected components of a graph with nodes 0
// to n-1 (Tarjan's algorithm, with an explicit stack because functions can be
// long). A component has a smaller number than those from which it is reached.
func Components(n int, successors func(int) []int) []int {
	s := &componentSearch{
		component: make([]int, n), index: make([]int, n), low: make([]int, n), successors: successors,
	}
	for i := range s.component {
		s.component[i] = -1
	}
	for start := range n {
		if s.index[start] == 0 {
			s.from(start)
		}
	}
	return s.component
}

// A componentSearch is the state of the algorithm. Index 0 is not visited,
// component -1 not complete.
type componentSearch struct {
	component, index, low []int
	successors            func(int) []int
	stack                 []int
	count, found          int
}

// A nodeVisit is a node on the way down, with the successors still to come.
type nodeVisit struct {
	node int
	rest []int
}

func (s *componentSearch) enter(node int) nodeVisit {
	s.count++
	s.index[node], s.low[node] = s.count, s.count
	s.stack = append(s.stack, node)
	return nodeVisit{node, s.successors(node)}
}

// from visits everything that is reached from a node.
func (s *componentSearch) from(start int) {
	work := []nodeVisit{s.enter(start)}
	for len(work) > 0 {
		v := &work[len(work)-1]
		if len(v.rest) > 0 {
			next := v.rest[0]
			v.rest = v.rest[1:]
			if s.index[next] == 0 {
				work = append(work, s.enter(next))
			} else if s.component[next] < 0 {
				s.low[v.node] = min(s.low[v.node], s.index[next])
			}
			continue
		}
		node := v.node
		work = work[:len(work)-1]
		if len(work) > 0 {
			parent := work[len(work)-1].node
			s.low[parent] = min(s.low[parent], s.low[node])
		}
		if s.low[node] == s.index[node] {
			s.complete(node)
		}
	}
}

// complete takes the component of root off the stack.
func (s *componentSearch) complete(root int) {
	for {
		member := s.stack[len(s.stack)-1]
		s.stack = s.stack[:len(s.stack)-1]
		s.component[member] = s.found
		if member == root {
			s.found++
			return
		}
	}
}

// Cycles numbers the cycles of a function's blocks: for each block the number of
// the strongly connected component that it is in, or -1 if it can't come again
// in one activation.
func (f *Function) Cycles() []int {
	component := Components(len(f.Blocks), func(b int) []int {
		var list []int
		for _, e := range f.Blocks[b].Succs {
			list = append(list, e.Block)
		}
		return list
	})
	cyclic := map[int]bool{}
	for b := range f.Blocks {
		for _, e := range f.Blocks[b].Succs {
			if component[b] == component[e.Block] {
				cyclic[component[b]] = true // a single block has an edge to itself
			}
		}
	}
	for b, c := range component {
		if !cyclic[c] {
			component[b] = -1
		}
	}
	return component
}
