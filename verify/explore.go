package verify

import (
	"cmp"
	"slices"

	"github.com/chancheck/chancheck/model"
)

// A graph is the explored part of the configurations of a system, in breadth-
// first order: parents come before children, and paths over parents are
// shortest.
type graph struct {
	*stepper
	table *table
	// edges of configuration i are edges[first[i]:first[i+1]].
	edges  []edge
	first  []uint32
	parent []uint32
	// crashes are the places where the program panics, with the configuration
	// where each is seen first; received are the objects somebody receives from.
	crashes  []crash
	crashed  map[crashPlace]bool
	received []bool
	// doubts says that the system has steps in doubt; outlook is nil if not.
	doubts  bool
	outlook *outlook
}

// A crash is a panic that nobody recovers.
type crash struct {
	crashPlace
	at     int
	reason string
}

type crashPlace struct {
	process, state, transition int
}

// An edge leads to a configuration; mover and partner move (partner is mover
// itself if nobody else does).
type edge struct {
	to             uint32
	mover, partner uint16 // partner with the bits inDoubt and isBranch, if the step is
}

// inDoubt marks an edge that the program may be unable to take, isBranch one that
// makes an assumption. Processes have smaller numbers: see Check.
const (
	inDoubt  = 1 << 15
	isBranch = 1 << 14
)

func (e edge) other() int      { return int(e.partner &^ (inDoubt | isBranch)) }
func (e edge) doubtful() bool  { return e.partner&inDoubt != 0 }
func (e edge) universal() bool { return e.partner&(inDoubt|isBranch) != 0 }

// explore builds the graph.
func explore(sys *model.System, options Options) *graph {
	g := &graph{stepper: newStepper(sys), crashed: map[crashPlace]bool{}, received: make([]bool, len(sys.Objects)), doubts: hasDoubts(sys)}
	if !options.Plain {
		g.private = findPrivate(sys)
	}
	g.table = newTable(g.words)
	g.table.intern(g.initial())
	g.parent = append(g.parent, 0)
	for i := 0; i < g.table.size && g.stop == ""; i++ {
		g.first = append(g.first, uint32(len(g.edges)))
		g.expand(i)
		if g.table.size > options.States {
			g.stop = tooManyStates(options.States)
		}
	}
	g.first = append(g.first, uint32(len(g.edges)))
	return g
}

// expand adds the edges of configuration i.
func (g *graph) expand(i int) {
	at := g.table.at(i)
	g.steps(at, func(m move, next []uint64) {
		g.note(at, i, &m)
		to, isNew := g.table.intern(next)
		if isNew {
			g.parent = append(g.parent, uint32(i))
		}
		partner := m.partner
		if partner < 0 {
			partner = m.process
		}
		e := edge{uint32(to), uint16(m.process), uint16(partner)}
		switch {
		case !g.doubts:
		case g.doubtOf(at, &m) != "":
			e.partner |= inDoubt
		case g.assumes(at, &m):
			e.partner |= isBranch
		}
		g.edges = append(doubled(g.edges, 1), e)
	})
}

// note records what findings need to know of a step beyond its ends.
func (g *graph) note(at []uint64, i int, m *move) {
	state := g.processes[m.process].get(at) - 1
	t := &g.sys.Processes[m.process].States[state].Transitions[m.transition]
	switch {
	case m.partner >= 0 || t.Kind == model.Receive && t.Object >= 0:
		g.received[t.Object] = true
	case m.fault != "" || t.Kind == model.Crash:
		place := crashPlace{m.process, state, m.transition}
		if !g.crashed[place] || g.doubts {
			g.crashed[place] = true
			g.crashes = append(g.crashes, crash{place, i, cmp.Or(m.fault, t.Text)})
		}
	}
}

func (g *graph) edgesOf(i int) []edge { return g.edges[g.first[i]:g.first[i+1]] }

// terminal calls visit for each terminal component: the strongly connected
// components that no edge leaves. Tarjan's algorithm with an explicit stack
// finds components in reverse topological order, so that a component is
// terminal if all edges of its members stay inside.
func (g *graph) terminal(visit func(members []int)) {
	t := tarjan{g: g, index: make([]uint32, g.table.size), low: make([]uint32, g.table.size), done: make([]bool, g.table.size)}
	t.run(visit)
}

// tarjan is the state of Tarjan's algorithm. index 0 is not visited.
type tarjan struct {
	g          *graph
	index, low []uint32
	done       []bool // its component is complete
	stack      []int
	count      uint32
}

// A visitAt is a configuration on the way down, and its next edge.
type visitAt struct {
	node int
	next int
}

// run visits everything from configuration 0, from which all are reachable.
func (t *tarjan) run(visit func([]int)) {
	work := []visitAt{t.enter(0)}
	for len(work) > 0 {
		v := &work[len(work)-1]
		edges := t.g.edgesOf(v.node)
		if v.next < len(edges) {
			to := int(edges[v.next].to)
			v.next++
			if t.index[to] == 0 {
				work = append(work, t.enter(to))
			} else if !t.done[to] {
				t.low[v.node] = min(t.low[v.node], t.index[to])
			}
			continue
		}
		node := v.node
		work = work[:len(work)-1]
		if len(work) > 0 {
			parent := work[len(work)-1].node
			t.low[parent] = min(t.low[parent], t.low[node])
		}
		if t.low[node] == t.index[node] {
			t.complete(node, visit)
		}
	}
}

func (t *tarjan) enter(node int) visitAt {
	t.count++
	t.index[node], t.low[node] = t.count, t.count
	t.stack = append(t.stack, node)
	return visitAt{node, 0}
}

// complete takes the component of root off the stack.
func (t *tarjan) complete(root int, visit func([]int)) {
	i := len(t.stack) - 1
	for t.stack[i] != root {
		i--
	}
	members := t.stack[i:]
	t.stack = t.stack[:i]
	// Members are marked only after the check: an edge to a configuration
	// that is done already leaves the component.
	leaves := false
	for _, m := range members {
		for _, e := range t.g.edgesOf(m) {
			leaves = leaves || t.done[e.to]
		}
	}
	for _, m := range members {
		t.done[m] = true
	}
	if t.g.outlook != nil {
		t.g.outlook.addComponent(t.g, members)
	}
	if !leaves {
		sorted := slices.Clone(members)
		slices.Sort(sorted)
		visit(sorted)
	}
}
