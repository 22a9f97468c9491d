package interp

import (
	"fmt"
	"slices"

	"github.com/chancheck/chancheck/extract/internal/domain"
	"github.com/chancheck/chancheck/extract/ir"
	"github.com/chancheck/chancheck/model"
)

// A nodeID names a local state of a process.
type nodeID struct {
	process, node int
}

// A node is a local state of a process with what can happen there.
type node struct {
	state       *localState
	transitions []model.Transition
	// reaches are the objects that the process can still reach.
	reaches []domain.ObjectID
	// leans says, for each transition, that after it a branch was decided by
	// an earlier assumption.
	leans []bool
	// asksCaller says that what happens there is decided by what the caller of the
	// root passes.
	asksCaller bool
}

// A process is an automaton while it grows.
type process struct {
	nodes []*node
	index map[string]int
	// points has the states at each point.
	points map[string][]*localState
}

// A round computes the automata of all goroutines of a root on the knowledge
// that there is. What it learns is for the next round.
type round struct {
	*evaluator
	processes map[int]*process // by slot
	order     []int            // slots in the order in which they were found
	queue     []nodeID
	queued    map[nodeID]bool
	states    int
}

// run starts with the root goroutine and goes on until no automaton grows.
func (r *round) run(initial *localState) {
	r.start(0, initial)
	for len(r.queue) > 0 && r.stop == "" && !r.restart {
		id := r.dequeue()
		delete(r.queued, id)
		r.expand(id)
		r.wake()
	}
	for _, slot := range r.order {
		if r.stop == "" && !r.restart {
			r.processes[slot].prune()
			r.checkDivergence(r.processes[slot])
		}
	}
}

// prune drops the nodes that can't be reached: those that were found before a
// channel had its first message.
func (p *process) prune() {
	number := make([]int, len(p.nodes))
	kept := []*node{p.nodes[0]}
	for i := 0; i < len(kept); i++ {
		for _, t := range kept[i].transitions {
			if t.To != 0 && number[t.To] == 0 {
				number[t.To] = len(kept)
				kept = append(kept, p.nodes[t.To])
			}
		}
	}
	for _, n := range kept {
		for i := range n.transitions {
			n.transitions[i].To = number[n.transitions[i].To]
		}
	}
	p.nodes, p.index = kept, nil
}

// start adds a process that begins in a state.
func (r *round) start(slot int, initial *localState) {
	if len(r.order) >= r.options.Processes {
		r.giveUp(fmt.Sprintf("more than %d goroutines", r.options.Processes))
		return
	}
	r.processes[slot] = &process{index: map[string]int{}, points: map[string][]*localState{}}
	r.order = append(r.order, slot)
	r.process = slot
	s := initial.clone()
	r.advance(s)
	r.nodeOf(slot, s)
}

// roundsWorth limits the local states of all rounds together: to so many times
// the limit on those of one.
const roundsWorth = 6

// nodeOf finds or makes the node of a state that stands at a visible
// instruction.
func (r *round) nodeOf(slot int, s *localState) int {
	r.arrive(s)
	r.strand(s)
	p := r.processes[slot]
	key, canonical := r.canonical(s)
	if i, ok := p.index[key]; ok {
		return i
	}
	i := len(p.nodes)
	p.index[key] = i
	p.nodes = append(p.nodes, &node{
		state:   canonical,
		reaches: r.Reachable(canonical.memory, r.withVariables(canonical.everything())),
	})
	r.countPoint(p, canonical)
	r.allStates++
	r.states++
	r.limitStates()
	r.enqueue(nodeID{slot, i})
	return i
}

// limitStates gives up if there are too many local states.
func (r *round) limitStates() {
	limit := r.options.LocalStates
	switch {
	case r.restart || r.isCut():
	case r.states > limit && (r.clients && r.widenMost() || r.widenCounters() || r.unfollowMaps()):
		r.changed, r.restart = true, true
	case r.states > limit && r.changed && !r.overflowed: // what was learnt may make them fewer
		r.overflowed, r.restart = true, true
	case r.states > limit:
		r.giveUp(fmt.Sprintf("more than %d local states", limit))
	case r.allStates > roundsWorth*limit:
		r.giveUp(fmt.Sprintf("more than %d local states in all rounds", roundsWorth*limit))
	}
}

// dequeue takes the next node to expand. An itinerary is followed in depth: one way to its end is enough.
func (r *round) dequeue() (id nodeID) {
	if r.itinerary != nil {
		last := len(r.queue) - 1
		id, r.queue = r.queue[last], r.queue[:last]
		return id
	}
	id, r.queue = r.queue[0], r.queue[1:]
	return id
}

func (r *round) enqueue(id nodeID) {
	if !r.queued[id] {
		r.queued[id] = true
		r.queue = append(r.queue, id)
	}
}

// wake queues the nodes at which new messages can be received.
func (r *round) wake() {
	if len(r.grown) == 0 {
		return
	}
	ids := make([]nodeID, 0, len(r.grown))
	for id := range r.grown {
		if p := r.processes[id.process]; p != nil && id.node < len(p.nodes) {
			ids = append(ids, id)
		}
	}
	clear(r.grown)
	slices.SortFunc(ids, func(a, b nodeID) int {
		return (a.process-b.process)*1_000_000 + a.node - b.node
	})
	for _, id := range ids {
		r.enqueue(id)
	}
}

// expand computes the transitions of a node.
func (r *round) expand(id nodeID) {
	r.process, r.current = id.process, id
	n := r.processes[id.process].nodes[id.node]
	if len(n.state.frames) == 0 {
		if n.state.course.Lost {
			n.transitions, n.leans = gone(id.node), []bool{false}
		}
		return
	}
	s := n.state.clone()
	var list []alternative
	course := s.course
	r.asksCaller = false
	for list == nil && len(s.frames) > 0 && r.stop == "" {
		list = r.next(s)
	}
	n.transitions, n.leans, n.asksCaller = nil, nil, r.asksCaller
	for _, a := range list {
		r.leaned, a.next.heldUp = false, false
		r.proceed(&a, course)
		if len(a.next.frames) > 0 && !(a.transition.Object == -1 && blocks(a.transition.Kind)) {
			r.advance(a.next)
		}
		a.transition.To = r.nodeOf(id.process, a.next)
		n.transitions = append(n.transitions, a.transition)
		n.leans = append(n.leans, r.leaned)
		if a.transition.Kind == model.Spawn {
			r.startFamily(a.transition.Object)
			r.process = id.process
		}
	}
	n.mergeBranches()
}

// mergeBranches makes one internal step of several that lead to the same
// state: what was asked there doesn't matter.
func (n *node) mergeBranches() {
	if len(n.transitions) < 2 {
		return
	}
	for _, t := range n.transitions {
		if t.Kind != model.Tau || t.To != n.transitions[0].To {
			return
		}
	}
	first := n.transitions[0]
	first.Text, first.Doubt = "", ""
	leans := slices.Contains(n.leans, true)
	n.transitions, n.leans, n.asksCaller = []model.Transition{first}, []bool{leans}, false
}

// blocks reports whether an action on the nil channel is one that never
// happens.
func blocks(kind model.Kind) bool { return kind == model.Send || kind == model.Receive }

// startFamily adds the processes of a family, unless they are there.
func (r *round) startFamily(index int) {
	f := r.families[index]
	for member := range f.members {
		slot := r.slotOf(index, member)
		if r.processes[slot] == nil && r.stop == "" {
			r.start(slot, f.initial)
		}
	}
}

// slotOf numbers the processes of families, for all rounds. Slot 0 is the root.
func (k *knowledge) slotOf(family, member int) int {
	if len(k.slots) == 0 {
		k.slots = append(k.slots, slot{-1, 0})
	}
	if i := slices.Index(k.slots, slot{family, member}); i >= 0 {
		return i
	}
	k.slots = append(k.slots, slot{family, member})
	return len(k.slots) - 1
}

// checkDivergence gives up if a process can get into a part of its automaton
// that it never leaves, only because an unknown was asked about there and had
// to keep its value. In the program it may well change. A function that is made up calls others as
// long as it likes, and may end in between.
func (r *round) checkDivergence(p *process) {
	component := ir.Components(len(p.nodes), func(i int) []int {
		var list []int
		for _, t := range p.nodes[i].transitions {
			list = append(list, t.To)
		}
		return list
	})
	leaves := map[int]bool{}
	leans := map[int]bool{}
	for i, n := range p.nodes {
		leaves[component[i]] = leaves[component[i]] || len(n.transitions) == 0 || r.mayStop(n)
		for j, t := range n.transitions {
			if component[t.To] != component[i] {
				leaves[component[i]] = true
			} else if n.leans[j] {
				leans[component[i]] = true
			}
		}
	}
	for c := range leans {
		if !leaves[c] {
			r.giveUp("a loop goes on for ever only if something unknown never changes")
		}
	}
}

// mayStop reports whether a process is in no function that the program has.
func (r *round) mayStop(n *node) bool {
	frames := n.state.frames
	return r.clients && len(frames) == 1 && r.program.makesUp(frames[0].function)
}

// entitiesOf lists what goroutines synchronise on in an object, and the object itself if
// that is watched.
func (k *knowledge) entitiesOf(object domain.ObjectID) []int {
	list := k.byObject[object]
	if _, open := k.open[object]; open {
		list = nil
	}
	if i, ok := k.watched[object]; ok {
		list = append(slices.Clip(list), i)
	}
	return list
}

// renew notes that an object takes a place that an earlier object of the same
// site may have had: the next steps are a New for each of its entities.
func (e *evaluator) renew(s *localState, object domain.ObjectID, site model.Site) {
	for _, entity := range e.entitiesOf(object) {
		s.renewals = append(slices.Clip(s.renewals), renewal{entity, site}) // copies share them
	}
}

// executeRenewal takes the first of the steps that renew asked for.
func (e *evaluator) executeRenewal(s *localState) []alternative {
	n := s.clone()
	n.renewals = s.renewals[1:]
	first := s.renewals[0]
	return []alternative{{e.transition(s, model.New, first.entity, first.site), n}}
}
