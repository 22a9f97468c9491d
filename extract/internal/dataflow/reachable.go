package dataflow

// Reachable is the set of what is reached from some nodes of a graph, and of these.
func Reachable[Node comparable](from []Node, next func(Node) []Node) map[Node]bool {
	set := map[Node]bool{}
	var work []Node
	visit := func(list []Node) {
		for _, n := range list {
			if !set[n] {
				set[n] = true
				work = append(work, n)
			}
		}
	}
	visit(from)
	for len(work) > 0 {
		last := work[len(work)-1]
		work = work[:len(work)-1]
		visit(next(last))
	}
	return set
}
