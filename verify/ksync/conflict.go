package ksync

import (
	"slices"

	"github.com/chancheck/chancheck/verify/internal/components"
)

// An End is one of the two actions of a message.
type End uint8

// The ends of a message.
const (
	Sending End = iota
	Receiving
)

// String returns S or R, as the paper writes them.
func (e End) String() string { return [...]string{"S", "R"}[e] }

// An Edge of a conflict graph says that an end of a message comes before an end
// of another on one process.
type Edge struct {
	From, To       int // messages
	Leaves, Enters End // of From, and of To
}

// Target makes edges arcs of a graph.
func (e Edge) Target() uint32 { return uint32(e.To) }

// A ConflictGraph has the messages of an execution as vertices, and an edge for
// each two of them with ends on one process (Definition 5).
type ConflictGraph struct {
	Execution *Execution
	Edges     []Edge // by From, then in the order of the actions
	// Components are the strongly connected components in topological order,
	// with their messages in the order of the execution.
	Components [][]int
	component  []int // by message
}

// Conflicts returns the conflict graph of an execution.
func (e *Execution) Conflicts() *ConflictGraph {
	g := &ConflictGraph{Execution: e, component: make([]int, len(e.Messages))}
	edges := make([][]Edge, len(e.Messages))
	earlier := map[int][]int{} // actions by process
	for i := range e.Actions {
		a := &e.Actions[i]
		for _, j := range earlier[a.Process()] {
			edge := Edge{e.message[j], e.message[i], endOf(&e.Actions[j]), endOf(a)}
			edges[edge.From] = append(edges[edge.From], edge)
		}
		earlier[a.Process()] = append(earlier[a.Process()], i)
	}
	first := []uint32{0}
	for _, list := range edges {
		g.Edges = append(g.Edges, list...)
		first = append(first, uint32(len(g.Edges)))
	}
	components.Each(first, g.Edges, func(_ int, members []uint32) {
		var list []int
		for _, m := range members {
			list = append(list, int(m))
		}
		slices.Sort(list)
		g.Components = append(g.Components, list)
	})
	slices.Reverse(g.Components)
	for n, list := range g.Components {
		for _, m := range list {
			g.component[m] = n
		}
	}
	return g
}

func endOf(a *Action) End {
	if a.Send {
		return Sending
	}
	return Receiving
}

// Turn returns an edge from a reception to a send that lies on a cycle; nil if
// there is none. An edge lies on one just if both of its ends are in one
// strongly connected component.
func (g *ConflictGraph) Turn() *Edge {
	for i := range g.Edges {
		e := &g.Edges[i]
		if e.Leaves == Receiving && e.Enters == Sending && g.component[e.From] == g.component[e.To] {
			return e
		}
	}
	return nil
}

// Component returns the messages of the component of a message.
func (g *ConflictGraph) Component(message int) []int { return g.Components[g.component[message]] }

// Largest returns the component with the largest size, the first of them, in a
// measure; nil if there are no messages.
func (g *ConflictGraph) Largest(measure Measure) (largest []int) {
	for _, list := range g.Components {
		if g.size(list, measure) > g.size(largest, measure) {
			largest = list
		}
	}
	return largest
}

// size measures messages.
func (g *ConflictGraph) size(messages []int, measure Measure) (size int) {
	for _, m := range messages {
		size += measure.of(g.Execution.Messages[m].Matched())
	}
	return size
}

// Synchronous reports whether the message sequence chart of the execution, which must be
// causally delivered, is k-synchronous: whether it is the one of a sequence of
// exchanges. That is so just if no component is larger than an exchange, and no
// edge from a reception to a send lies on a cycle (Theorem 8). The components in
// topological order, sends first in each, are the exchanges then.
func (g *ConflictGraph) Synchronous(k int, measure Measure) bool {
	return g.size(g.Largest(measure), measure) <= measure.limit(k) && g.Turn() == nil
}

// A Measure says what the size of an exchange is.
type Measure uint8

// The measures of the literature.
const (
	// Messages: an exchange has at most k sends (Di Giusto, Laversa, Lozes).
	Messages Measure = iota
	// Actions: it has at most 2k sends and receptions (Definition 24 of Lange
	// and Yoshida). An orphan takes half as much as what is received.
	Actions
)

// of is the size of a message.
func (m Measure) of(matched bool) int {
	if m == Actions && matched {
		return 2
	}
	return 1
}

// limit is the size of the largest k-exchange.
func (m Measure) limit(k int) int {
	if m == Actions {
		return 2 * k
	}
	return k
}
