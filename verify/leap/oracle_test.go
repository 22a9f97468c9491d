package leap_test

import (
	"fmt"
	"slices"

	"github.com/chancheck/chancheck/model"
	"github.com/chancheck/chancheck/verify"
	"github.com/chancheck/chancheck/verify/leap"
)

// This file has the semantics and the searches once more, naively: global states are plain slices,
// leap sets are what the definitions say. It shares no code with the package.

// A global state, as the chapter has it.
type global struct {
	at     []int
	queues [][]int // labels
	closed []bool
}

// key is a text that no other state has. States, labels and lengths are small.
func (g *global) key() string {
	var b []byte
	for _, q := range g.at {
		b = append(b, byte(q))
	}
	for c, queue := range g.queues {
		b = append(b, byte(len(queue)))
		for _, label := range queue {
			b = append(b, byte(label))
		}
		if g.closed[c] {
			b = append(b, 255)
		}
	}
	return string(b)
}

func initial(sys *model.System) *global {
	return &global{make([]int, len(sys.Processes)), make([][]int, len(sys.Objects)), make([]bool, len(sys.Objects))}
}

// A naive interpreter of a system with bounds.
type naive struct {
	sys    *model.System
	bounds []int
	ends   [][2]int // sender and receiver of each object, or -1
	j, k   []bool
}

func newNaive(sys *model.System, bounds []int, j, k []bool) *naive {
	n := &naive{sys, bounds, slices.Repeat([][2]int{{-1, -1}}, len(sys.Objects)), j, k}
	if n.j == nil {
		n.j = make([]bool, len(sys.Objects))
	}
	if n.k == nil {
		n.k = make([]bool, len(sys.Objects))
	}
	for c := range sys.Objects {
		n.ends[c][1] = sys.Objects[c].Receiver - 1
	}
	for p := range sys.Processes {
		for _, state := range sys.Processes[p].States {
			for _, t := range state.Transitions {
				switch t.Kind {
				case model.Send, model.Close:
					n.ends[t.Object][0] = p
				case model.Receive:
					n.ends[t.Object][1] = p
				case model.ReceiveClosed:
					if carries(sys, t.Object) {
						n.ends[t.Object][1] = p
					}
				}
			}
		}
	}
	return n
}

// A choice is a transition with the label that it is taken with, and of a rendezvous
// the other side: the sender's comes first.
type choice struct {
	process, transition, label int
	partner, partnerTransition int
}

func (n *naive) transition(g *global, process, index int) *model.Transition {
	return &n.sys.Processes[process].States[g.at[process]].Transitions[index]
}

// choices are the executable transitions of a process in which it is the first side.
func (n *naive) choices(g *global, p int) []choice {
	var list []choice
	var seen [][6]int // equal transitions are one
	for i, t := range n.sys.Processes[p].States[g.at[p]].Transitions {
		for _, c := range n.choicesOf(g, p, i, &t) {
			what := [6]int{int(t.Kind), t.Object, c.label, t.To, c.partner, -1}
			if c.partner >= 0 {
				what[5] = n.transition(g, c.partner, c.partnerTransition).To
			}
			if !slices.Contains(seen, what) {
				seen = append(seen, what)
				list = append(list, c)
			}
		}
	}
	return list
}

func (n *naive) choicesOf(g *global, p, i int, t *model.Transition) []choice {
	plain := []choice{{p, i, 0, -1, -1}}
	if t.Kind == model.Tau || t.Kind == model.Cancel {
		return plain
	}
	queue, bound := g.queues[t.Object], n.bounds[t.Object]
	switch {
	case t.Kind == model.ReceiveClosed && g.closed[t.Object] && len(queue) == 0:
		return plain
	case t.Kind == model.Close && !g.closed[t.Object]:
		return plain
	case t.Kind == model.ReceiveClosed || t.Kind == model.Close || t.Kind == model.Send && g.closed[t.Object]:
	case bound == 0 && t.Kind == model.Send:
		return n.meetings(g, p, i, t)
	case bound == 0:
	case t.Kind == model.Send && len(queue) < bound:
		return []choice{{p, i, t.Label, -1, -1}}
	case t.Kind == model.Receive && len(queue) > 0 && (t.Label == queue[0] || t.Label == model.AnyLabel):
		return []choice{{p, i, queue[0], -1, -1}}
	}
	return nil
}

// meetings are the joint steps of a send without a queue, with anybody who receives.
func (n *naive) meetings(g *global, p, i int, t *model.Transition) []choice {
	var list []choice
	for r := range g.at {
		if r == p {
			continue
		}
		for k, other := range n.sys.Processes[r].States[g.at[r]].Transitions {
			if other.Kind == model.Receive && other.Object == t.Object && (other.Label == t.Label || other.Label == model.AnyLabel) {
				list = append(list, choice{p, i, t.Label, r, k})
			}
		}
	}
	return list
}

// all are the executable transitions of all processes.
func (n *naive) all(g *global) []choice {
	var list []choice
	for p := range g.at {
		list = append(list, n.choices(g, p)...)
	}
	return list
}

// isPotential says of a transition of a process at its state that it isn't executable but may be.
func (n *naive) isPotential(g *global, t *model.Transition) bool {
	switch {
	case t.Kind == model.ReceiveClosed:
		return !g.closed[t.Object] && len(g.queues[t.Object]) == 0
	case t.Kind != model.Send && t.Kind != model.Receive || n.bounds[t.Object] == 0 || g.closed[t.Object]:
		return false
	case t.Kind == model.Send:
		return len(g.queues[t.Object]) >= n.bounds[t.Object]
	}
	return len(g.queues[t.Object]) == 0
}

// isFault says of a transition of a process at its state that it panics.
func isFault(g *global, t *model.Transition) bool {
	return (t.Kind == model.Send || t.Kind == model.Close) && g.closed[t.Object]
}

// waits is wait(G,J,K) for processes that take no part in a rendezvous.
func (n *naive) waits(g *global, p int) bool {
	for _, t := range n.sys.Processes[p].States[g.at[p]].Transitions {
		if n.isPotential(g, &t) {
			return true
		}
	}
	for c, ends := range n.ends {
		if ends[1] == p && carries(n.sys, c) && n.bounds[c] > 0 && n.j[c] && len(g.queues[c]) == 0 && !g.closed[c] {
			return true
		}
	}
	for _, c := range n.choices(g, p) {
		if t := n.transition(g, p, c.transition); t.Kind == model.Receive && n.k[t.Object] {
			return true
		}
	}
	return false
}

// mate is the only process with which p can do anything at its state, over channels without
// queues; -1 if there is none, -2 if it does something else.
func (n *naive) mate(g *global, p int) int {
	mates := map[int]bool{}
	for _, t := range n.sys.Processes[p].States[g.at[p]].Transitions {
		switch {
		case t.Kind != model.Send && t.Kind != model.Receive || n.bounds[t.Object] > 0:
			mates[-2] = true
		case t.Kind == model.Send:
			mates[n.ends[t.Object][1]] = true
		default:
			mates[n.ends[t.Object][0]] = true
		}
	}
	if len(mates) != 1 {
		return -2
	}
	for m := range mates {
		return m
	}
	return -2
}

func (n *naive) usesRendezvous(g *global, p int) bool {
	return slices.ContainsFunc(n.sys.Processes[p].States[g.at[p]].Transitions, func(t model.Transition) bool {
		return (t.Kind == model.Send || t.Kind == model.Receive) && n.bounds[t.Object] == 0
	})
}

// free lists the choices of each free process, those of two committed ones as one.
func (n *naive) free(g *global) [][]choice {
	var groups [][]choice
	for p := range g.at {
		own := n.choices(g, p)
		if n.usesRendezvous(g, p) {
			q := n.mate(g, p)
			if q < p || n.mate(g, q) != p || n.waits(g, p) || n.waits(g, q) {
				continue
			}
			own = append(own, n.choices(g, q)...)
		} else if n.waits(g, p) {
			continue
		}
		if len(own) > 0 {
			groups = append(groups, own)
		}
	}
	return groups
}

// isFree reports whether a choice is one of a free process.
func isFree(groups [][]choice, c choice) bool {
	return slices.ContainsFunc(groups, func(group []choice) bool { return slices.Contains(group, c) })
}

// proper is pleap, in order; extended is what xpleap adds.
func (n *naive) proper(g *global) [][]choice {
	groups := n.free(g)
	if len(groups) == 0 {
		return n.singles(g)
	}
	sets := [][]choice{nil}
	for _, group := range groups {
		var next [][]choice
		for _, set := range sets {
			for _, c := range group {
				next = append(next, append(slices.Clone(set), c))
			}
		}
		sets = next
	}
	return sets
}

func (n *naive) singles(g *global) [][]choice {
	var sets [][]choice
	for _, c := range n.all(g) {
		sets = append(sets, []choice{c})
	}
	return sets
}

func (n *naive) extended(g *global) [][]choice {
	groups := n.free(g)
	if len(groups) == 0 {
		return nil
	}
	first := n.proper(g)[0]
	var sets [][]choice
	for _, c := range n.all(g) {
		if !isFree(groups, c) {
			sets = append(sets, append(slices.Clone(first), c))
		}
	}
	return sets
}

// leapSets are all leap sets of a system without rendezvous.
func (n *naive) leapSets(g *global) [][]choice {
	sets := [][]choice{nil}
	for p := range g.at {
		for _, set := range sets {
			for _, c := range n.choices(g, p) {
				sets = append(sets, append(slices.Clone(set), c))
			}
		}
	}
	return sets[1:]
}

// simultaneous are the leap sets with a transition of every free process, which is what
// simultaneous reachability analysis takes.
func (n *naive) simultaneous(g *global) [][]choice {
	groups := n.free(g)
	return slices.DeleteFunc(n.leapSets(g), func(set []choice) bool {
		for _, group := range groups {
			if !slices.ContainsFunc(group, func(c choice) bool { return slices.Contains(set, c) }) {
				return true
			}
		}
		return false
	})
}

// do takes a choice, which must be executable.
func (n *naive) do(g *global, c choice) *global {
	next := &global{slices.Clone(g.at), slices.Clone(g.queues), g.closed}
	t := n.transition(g, c.process, c.transition)
	next.at[c.process] = t.To
	switch {
	case c.partner >= 0:
		next.at[c.partner] = n.transition(g, c.partner, c.partnerTransition).To
	case t.Kind == model.Send:
		next.queues[t.Object] = append(slices.Clone(g.queues[t.Object]), t.Label)
	case t.Kind == model.Receive:
		next.queues[t.Object] = g.queues[t.Object][1:]
	case t.Kind == model.Close || t.Kind == model.Cancel:
		next.closed = slices.Clone(g.closed)
		next.closed[t.Object] = true
	}
	return next
}

// leap takes a set, in order, and makes sure that each is executable when it is taken.
func (n *naive) leap(g *global, set []choice) *global {
	for _, c := range set {
		if !slices.Contains(n.choices(g, c.process), c) {
			panic(fmt.Sprintf("%v is not executable in %v", c, g))
		}
		g = n.do(g, c)
	}
	return g
}

// A book is what a naive search has seen.
type book struct {
	states      map[string]*global
	leaps       int
	stopped     bool
	faults      bool
	nonProgress map[string]bool
	executed    map[leap.Place]bool
	receptions  map[[4]int]bool
	overflows   map[leap.Place]bool
}

// look enters a state in the book.
func (n *naive) look(b *book, g *global) {
	choices := n.all(g)
	if len(choices) == 0 {
		b.nonProgress[g.key()] = true
	}
	for p, q := range g.at {
		for i, t := range n.sys.Processes[p].States[q].Transitions {
			place := leap.Place{Process: p, State: q, Transition: i}
			if n.isExecutable(g, p, i, &t) {
				b.executed[place] = true
			}
			b.faults = b.faults || isFault(g, &t)
			if t.Kind == model.Send && !g.closed[t.Object] && n.bounds[t.Object] > 0 && len(g.queues[t.Object]) == n.bounds[t.Object] {
				b.overflows[place] = true
			}
		}
	}
	for c, queue := range g.queues {
		if p := n.ends[c][1]; p >= 0 && len(queue) > 0 && !n.isSpecified(g.at[p], p, c, queue[0]) {
			b.receptions[[4]int{p, g.at[p], c, queue[0]}] = true
		}
	}
}

// isExecutable reports whether a transition is, on either side of a rendezvous.
func (n *naive) isExecutable(g *global, p, i int, t *model.Transition) bool {
	if len(n.choicesOf(g, p, i, t)) > 0 {
		return true
	}
	if t.Kind != model.Receive || n.bounds[t.Object] > 0 {
		return false
	}
	for sender := range g.at {
		for k, other := range n.sys.Processes[sender].States[g.at[sender]].Transitions {
			if other.Kind == model.Send && slices.Contains(n.choicesOf(g, sender, k, &other), choice{sender, k, other.Label, p, i}) {
				return true
			}
		}
	}
	return false
}

func (n *naive) isSpecified(state, process, channel, label int) bool {
	return slices.ContainsFunc(n.sys.Processes[process].States[state].Transitions, func(t model.Transition) bool {
		return t.Kind == model.Receive && t.Object == channel && (t.Label == label || t.Label == model.AnyLabel)
	})
}

// explore takes all that some function says from each state, breadth first, up to a number of states.
func (n *naive) explore(most int, leaps func(*global) [][]choice) *book {
	b := n.book()
	for work := []*global{initial(n.sys)}; len(work) > 0; work = work[1:] {
		g := work[0]
		if b.states[g.key()] != nil {
			continue
		}
		b.states[g.key()] = g
		if len(b.states) > most {
			b.stopped = true
			return b
		}
		n.look(b, g)
		for _, set := range leaps(g) {
			b.leaps++
			work = append(work, n.leap(g, set))
		}
	}
	return b
}

func (n *naive) book() *book {
	return &book{
		states: map[string]*global{}, nonProgress: map[string]bool{}, executed: map[leap.Place]bool{},
		receptions: map[[4]int]bool{}, overflows: map[leap.Place]bool{},
	}
}

// descend is l2(J,K)*, by recursion.
func (n *naive) descend(most int) *book {
	b := n.book()
	onPath := map[string]bool{}
	var visit func(g *global)
	visit = func(g *global) {
		if b.states[g.key()] = g; len(b.states) > most {
			b.stopped = true
			return
		}
		onPath[g.key()] = true
		n.look(b, g)
		sets := n.proper(g)
		if slices.ContainsFunc(sets, func(set []choice) bool { return onPath[n.leap(g, set).key()] }) {
			sets = append(sets, n.extended(g)...)
		}
		b.leaps += len(sets)
		for _, set := range sets {
			if next := n.leap(g, set); b.states[next.key()] == nil && !b.stopped {
				visit(next)
			}
		}
		onPath[g.key()] = false
	}
	visit(initial(n.sys))
	return b
}

// search does what a search of the package does.
func (n *naive) search(s leap.Search, most int) *book {
	switch s {
	case leap.Full:
		return n.explore(most, n.singles)
	case leap.Proper:
		return n.explore(most, n.proper)
	case leap.DepthFirst:
		return n.descend(most)
	}
	return n.explore(most, func(g *global) [][]choice { return append(n.proper(g), n.extended(g)...) })
}

// replay follows an execution, and returns where it leads, or why it can't be
// followed.
func (n *naive) replay(steps []verify.Step) (*global, error) {
	g := initial(n.sys)
	for i, s := range steps {
		if g.at[s.Process] != s.State {
			return nil, fmt.Errorf("step %d is of state %d, but process %d is in %d", i, s.State, s.Process, g.at[s.Process])
		}
		var found *choice
		for _, c := range n.choicesOf(g, s.Process, s.Transition, n.transition(g, s.Process, s.Transition)) {
			if c.partner == s.Partner && (c.partner < 0 || c.partnerTransition == s.PartnerTransition && g.at[c.partner] == s.PartnerState) {
				found = &c
			}
		}
		if found == nil {
			return nil, fmt.Errorf("step %d, %+v, is not executable", i, s)
		}
		g = n.do(g, *found)
	}
	return g, nil
}
