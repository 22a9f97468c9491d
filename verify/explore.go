package verify

import (
	"cmp"
	"slices"

	"github.com/chancheck/chancheck/model"
	"github.com/chancheck/chancheck/verify/internal/components"
	"github.com/chancheck/chancheck/verify/internal/packed"
)

// A graph is the explored part of the configurations of a system, in breadth-
// first order: parents come before children, and paths over parents are
// shortest.
type graph struct {
	*stepper
	table *packed.Table
	// edges of configuration i are edges[first[i]:first[i+1]].
	edges  []edge
	first  []uint32
	parent []uint32
	// crashes are the places where the program panics, with the configuration
	// where each is seen first; received are the objects somebody receives from.
	crashes  []crash
	crashed  map[operation]bool
	received []bool
	// symmetry says which processes are interchangeable, see symmetry.go.
	symmetry *symmetry
	// suspect is something that may go wrong, if that was asked for.
	suspect *Finding
	// large says that there are more configurations than the limit.
	large bool
	// doubts says that the system has steps in doubt; outlook is nil if not.
	doubts  bool
	outlook *outlook
	// loops says that one of them leaves a loop that ends.
	loops bool
	// barred, unless nil, is what is left out: see panicfree.go.
	barred *bars
}

// A crash is a panic that nobody recovers.
type crash struct {
	operation
	at     int
	reason string
}

// An operation is a transition of a process.
type operation struct {
	process, state, transition int
}

// An edge leads to a configuration; mover and partner move (partner is mover
// itself if nobody else does).
type edge struct {
	to             uint32
	mover, partner uint16 // partner with the bits inDoubt, isBranch, isPanic and isWayOut, if the step is
}

// inDoubt marks an edge that the program may be unable to take, isBranch one that
// makes an assumption, isPanic one at which the program panics, isWayOut one in doubt that is
// taken at last by who has the choice again and again. Processes have smaller
// numbers: see Check.
const (
	inDoubt  = 1 << 15
	isBranch = 1 << 14
	isPanic  = 1 << 13
	isWayOut = 1 << 12
)

// Target is where an edge leads, which is all that package components asks of one.
func (e edge) Target() uint32 { return e.to }

func (e edge) other() int      { return int(e.partner &^ (inDoubt | isBranch | isPanic | isWayOut)) }
func (e edge) doubtful() bool  { return e.partner&inDoubt != 0 }
func (e edge) universal() bool { return e.partner&(inDoubt|isBranch) != 0 }
func (e edge) panics() bool    { return e.partner&isPanic != 0 }
func (e edge) leaves() bool    { return e.partner&isWayOut != 0 }

// explore builds the graph, but for what is barred.
func explore(sys *model.System, options Options, barred *bars) *graph {
	g := &graph{stepper: newStepper(sys, options.Patient), crashed: map[operation]bool{}, received: make([]bool, len(sys.Objects)), doubts: hasDoubts(sys), barred: barred}
	g.goesOn = options.goesOn
	if !options.Plain && !options.NoPanic && !options.Patient {
		g.private = findPrivate(sys)
	}
	if !options.Plain && !options.Distinct {
		g.symmetry = findSymmetry(sys, g.clocks)
	}
	g.table = packed.NewTable(g.Words)
	start, ok := g.after(options.After)
	if !ok {
		g.stop = "what is to come first can't be done"
	}
	g.table.Intern(start)
	g.parent = append(g.parent, 0)
	for i := 0; i < g.table.Size && g.stop == ""; i++ {
		g.first = append(g.first, uint32(len(g.edges)))
		g.expand(i)
		if options.Suspect && g.suspects(i) {
			break
		}
		if g.table.Size > options.States && g.stop == "" {
			g.stop = packed.TooManyStates(options.States)
			g.large = true
		}
	}
	g.first = append(g.first, uint32(len(g.edges)))
	return g
}

// suspects finds something that goes wrong in configuration i, which has just been expanded:
// a crash, or somebody who waits where nothing moves any more.
func (g *graph) suspects(i int) bool {
	if len(g.crashes) > 0 {
		c := g.crashes[0]
		g.suspect = &Finding{Category: Panic, Process: c.process, State: c.state, Transition: c.transition, Text: c.reason}
		return true
	}
	at := g.table.At(i)
	if len(g.edges) > int(g.first[i]) || g.ended.Get(at) != 0 || g.stop != "" {
		return false
	}
	for p := range g.processes {
		if state := g.state(at, p); state != nil && len(state.Transitions) > 0 {
			g.suspect = &Finding{Category: stuckCategory(p), Process: p, State: g.processes[p].Get(at) - 1, Object: state.Transitions[0].Object}
			return true
		}
	}
	return false
}

// expand adds the edges of configuration i.
func (g *graph) expand(i int) {
	at := g.table.At(i)
	g.steps(at, func(m move, next []uint64) {
		g.represent(next)
		panics := g.panicsAt(at, &m)
		if g.barred != nil && (panics || g.barred.barsAll(next)) {
			return
		}
		g.note(at, i, &m, panics)
		to, isNew := g.table.Intern(next)
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
			if g.state(at, m.process).Transitions[m.transition].Leaves {
				e.partner |= isWayOut
				g.loops = true
			}
		case g.assumes(at, &m):
			e.partner |= isBranch
		}
		if panics {
			e.partner |= isPanic
		}
		g.edges = append(packed.Doubled(g.edges, 1), e)
	})
}

// panicsAt reports whether the program panics at a step.
func (g *graph) panicsAt(at []uint64, m *move) bool {
	return m.fault != "" || g.state(at, m.process).Transitions[m.transition].Kind == model.Crash
}

// note records what findings need to know of a step beyond its ends.
func (g *graph) note(at []uint64, i int, m *move, panics bool) {
	state := g.processes[m.process].Get(at) - 1
	t := &g.sys.Processes[m.process].States[state].Transitions[m.transition]
	switch {
	case m.partner >= 0 || t.Kind == model.Receive && t.Object >= 0:
		g.received[t.Object] = true
	case panics:
		place := operation{m.process, state, m.transition}
		if !g.crashed[place] || g.doubts {
			g.crashed[place] = true
			g.crashes = append(g.crashes, crash{place, i, cmp.Or(m.fault, t.Text)})
		}
	}
}

func (g *graph) edgesOf(i int) []edge { return g.edges[g.first[i]:g.first[i+1]] }

// terminal calls visit for each terminal component: the strongly connected
// components that no edge leaves. As those that a component leads to are
// complete before it, it is terminal if all edges stay inside.
func (g *graph) terminal(visit func(members []int)) {
	component := make([]uint32, g.table.Size)
	components.Each(g.first, g.edges, func(number int, found []uint32) {
		members := make([]int, len(found))
		for i, m := range found {
			component[m], members[i] = uint32(number), int(m)
		}
		if g.outlook != nil {
			g.outlook.addComponent(g, members)
		}
		for _, m := range members {
			for _, e := range g.edgesOf(m) {
				if component[e.to] != uint32(number) {
					return
				}
			}
		}
		slices.Sort(members)
		visit(members)
	})
}
