package dataflow

import "math/bits"

// postorder numbers the nodes of a graph, 0 to n-1, in the order in which a depth-first
// search leaves them: successors first, but for edges that close a circle. Who propagates
// along edges does so in this order, or the other way round, and has to come back for
// circles only (Kam and Ullman, Global data flow analysis and iterative algorithms, 1976).
func postorder(n int, successors func(int) []int) []int {
	number := make([]int, n)
	for i := range number {
		number[i] = -1
	}
	type visit struct {
		node int
		rest []int
	}
	count := 0
	entered := make([]bool, n)
	var work []visit
	enter := func(node int) {
		if !entered[node] {
			entered[node] = true
			work = append(work, visit{node, successors(node)})
		}
	}
	for start := range n {
		enter(start)
		for len(work) > 0 {
			v := &work[len(work)-1]
			if len(v.rest) == 0 {
				number[v.node] = count
				count++
				work = work[:len(work)-1]
				continue
			}
			next := v.rest[0]
			v.rest = v.rest[1:]
			enter(next)
		}
	}
	return number
}

// InPostorder sorts nodes by postorder, and says to each one its turn: its index then.
func InPostorder[Node any](nodes []Node, turn func(Node) *int, successors func(Node) []Node) []Node {
	for i, node := range nodes {
		*turn(node) = i
	}
	turns := postorder(len(nodes), func(i int) (list []int) {
		for _, to := range successors(nodes[i]) {
			list = append(list, *turn(to))
		}
		return list
	})
	sorted := make([]Node, len(nodes))
	for i, node := range nodes {
		*turn(node) = turns[i]
		sorted[turns[i]] = node
	}
	return sorted
}

// A Worklist has numbers that wait, each once, and gives the smallest one first; one that is
// made by Downwards, the largest.
type Worklist struct {
	waiting Set
	from    int // none below waits
	// largest is the largest number, if that comes first; they are kept the other way round.
	largest int
	isDown  bool
}

// Downwards is a worklist of numbers below n of which the largest one comes first.
func Downwards(n int) Worklist { return Worklist{largest: n - 1, isDown: true} }

// turned makes of a number what is kept of it, and the other way round.
func (w *Worklist) turned(n int) int {
	if w.isDown {
		return w.largest - n
	}
	return n
}

// Add lets a number wait, unless it does already.
func (w *Worklist) Add(n int) {
	n = w.turned(n)
	w.waiting.Add(n)
	w.from = min(w.from, n)
}

// Next takes the first number from the list. It is not ok if none waits.
func (w *Worklist) Next() (n int, ok bool) {
	for i := w.from / 64; i < len(w.waiting); i++ {
		if word := w.waiting[i]; word != 0 {
			w.from = i*64 + bits.TrailingZeros64(word)
			w.waiting.Remove(w.from)
			return w.turned(w.from), true
		}
	}
	w.from = 64 * len(w.waiting)
	return 0, false
}
