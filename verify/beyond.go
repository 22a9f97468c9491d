package verify

import (
	"slices"

	"github.com/chancheck/chancheck/model"
)

// What is known of a system that is too large to explore. That nobody frees a
// process can be seen without following what the others do: a process that is
// blocked at operations on some objects stays there if nobody who can move will
// ever come to an action that makes one of them possible. The Go runtime's leak
// detector argues like that about memory (Saioc, Lee, Møller and Chabbi, Dynamic
// Partial Deadlock Detection and Recovery via Garbage Collection, ASPLOS 2025):
// who holds no reference to a channel can't use it. An automaton says more: not
// what can be reached, but what will still be done with it.
//
// The dead of a configuration are the greatest set of processes that are blocked
// there, none of whose operations is served by what the others do in any local
// state that their automata can come to, nor by goroutines that they start, and
// so on. In an execution from there, the first of the dead that moves would need
// its operation to become possible, and only the living have moved: they don't
// serve it. All steps count, those in doubt, too. Objects that somebody gets to
// know by a message need no care: automata name the objects, however they got
// them.
//
// A family that the living can start counts with all its members from their
// first state on, the dead ones, too, and as if all that these own were made
// anew: a goroutine that is one too many for the family may do the same.
//
// Where the living can end the program nobody is stuck for certain, as with
// isStuck. That they may panic doesn't count: whoever is dead stays so until
// then, and the panic is a bug of its own.

// An act is what a transition does, as far as it can serve others.
type act struct {
	kind   model.Kind
	object int // a family for Spawn
	label  int // where it matters to others
}

// An afterlife says what processes can still do.
type afterlife struct {
	g    *graph
	acts []act
	// of numbers the acts, on lists those on each object.
	of map[act]int
	on [][]int
	// may has, for each local state, the set of what can be done from there on.
	may [][]actSet
	// prev leads back to configuration 0 by certain steps; -1 if there is no way.
	prev []int32
	dead map[int][]bool // of configurations that were asked for
}

// An actSet is a set of acts.
type actSet []uint64

func (s actSet) has(i int) bool { return s[i/64]&(1<<(i%64)) != 0 }

func (s actSet) add(i int) { s[i/64] |= 1 << (i % 64) }

// include adds another set and reports whether that changes anything.
func (s actSet) include(other actSet) bool {
	changed := false
	for w, word := range other {
		changed = changed || word&^s[w] != 0
		s[w] |= word
	}
	return changed
}

// beyond finds what goes wrong for certain in a graph that isn't complete: who
// is dead in some of its configurations, and panics that it has come to. What
// hangs on steps in doubt is left out.
func (g *graph) beyond() []Finding {
	a := newAfterlife(g)
	c := newCollector(g)
	for _, p := range g.crashes {
		if a.prev[p.at] >= 0 {
			c.add(Panic, p.at, p.process, p.state, p.transition, p.reason, nil)
		}
	}
	for p := range g.processes {
		for state, at := range g.waiting(p) {
			if i := a.burial(p, state, at); i >= 0 && c.found[c.keyOf(stuckCategory(p), p, state, 0)] == nil {
				c.stuck(i, a.deadIn(i))
			}
		}
	}
	var list []Finding
	for _, key := range c.keys() {
		f := *c.found[key]
		g.tell(&f, a.path(c.depth[key]))
		list = append(list, f)
	}
	slices.SortStableFunc(list, c.simplestFirst)
	return list
}

func newAfterlife(g *graph) *afterlife {
	a := &afterlife{g: g, of: map[act]int{}, on: make([][]int, len(g.sys.Objects)), dead: map[int][]bool{}}
	for p := range g.sys.Processes {
		for s := range g.sys.Processes[p].States {
			for i := range g.sys.Processes[p].States[s].Transitions {
				a.number(a.actOf(&g.sys.Processes[p].States[s].Transitions[i]))
			}
		}
	}
	for o := range g.sys.Objects {
		a.number(act{model.New, o, 0})
	}
	a.look()
	a.walk()
	return a
}

// number gives an act a number if it has none.
func (a *afterlife) number(x act) {
	if _, ok := a.of[x]; ok {
		return
	}
	a.of[x] = len(a.acts)
	if x.kind != model.Spawn && x.object >= 0 {
		a.on[x.object] = append(a.on[x.object], len(a.acts))
	}
	a.acts = append(a.acts, x)
}

// actOf is what a transition does. Labels matter to those who meet, and whether
// a counter goes down.
func (a *afterlife) actOf(t *model.Transition) act {
	x := act{t.Kind, t.Object, 0}
	switch t.Kind {
	case model.Send, model.Receive:
		if t.Object >= 0 && a.g.sys.Objects[t.Object].Capacity == 0 {
			x.label = t.Label
		}
	case model.Add:
		x.label = max(min(t.Label, 0), -1)
	}
	return x
}

// look computes what can be done from each local state on.
func (a *afterlife) look() {
	for p := range a.g.sys.Processes {
		states := a.g.sys.Processes[p].States
		may := make([]actSet, len(states))
		for s := range states {
			may[s] = make(actSet, (len(a.acts)+63)/64)
			for i := range states[s].Transitions {
				may[s].add(a.of[a.actOf(&states[s].Transitions[i])])
			}
		}
		for changed := true; changed; {
			changed = false
			for s := len(states) - 1; s >= 0; s-- {
				for i := range states[s].Transitions {
					changed = may[s].include(may[states[s].Transitions[i].To]) || changed
				}
			}
		}
		a.may = append(a.may, may)
	}
}

// walk finds the configurations that are reached by certain steps, breadth
// first.
func (a *afterlife) walk() {
	a.prev = make([]int32, a.g.table.Size)
	for i := range a.prev {
		a.prev[i] = -1
	}
	a.prev[0] = 0
	for list := []uint32{0}; len(list) > 0; list = list[1:] {
		if int(list[0]) >= len(a.g.first)-1 { // not explored
			continue
		}
		for _, e := range a.g.edgesOf(int(list[0])) {
			if a.prev[e.to] < 0 && !e.doubtful() {
				a.prev[e.to] = int32(list[0])
				list = append(list, e.to)
			}
		}
	}
}

// path is the way to a configuration.
func (a *afterlife) path(i int) []int {
	path := []int{i}
	for ; i != 0; i = int(a.prev[i]) {
		path = append(path, int(a.prev[i]))
	}
	slices.Reverse(path)
	return path
}

// mostAsked is how many configurations are asked about one local state.
const mostAsked = 16

// burial returns the first configuration of an execution in which a process is
// dead, given where it is at some local state; -1 if there is none among those
// that are asked.
func (a *afterlife) burial(process, state int, at []uint32) int {
	for _, i := range a.late(at) {
		if !a.isBuried(i, process, state) {
			continue
		}
		for _, before := range a.path(i) {
			if a.isBuried(before, process, state) {
				return before
			}
		}
	}
	return -1
}

// late picks some of a set of configurations. Who is dead stays dead, so that
// late ones tell what early ones do; and where many are dead there are few
// steps.
func (a *afterlife) late(set []uint32) []int {
	set = slices.DeleteFunc(set, func(i uint32) bool { return a.prev[i] < 0 })
	if len(set) == 0 {
		return nil
	}
	var list []int
	fewest := set[0]
	for _, i := range set {
		if int(i) < len(a.g.first)-1 && len(a.g.edgesOf(int(i))) < len(a.g.edgesOf(int(fewest))) {
			fewest = i
		}
	}
	if int(fewest) < len(a.g.first)-1 {
		list = append(list, int(fewest))
	}
	for k := range min(len(set), mostAsked) {
		list = append(list, int(set[len(set)-1-k*len(set)/min(len(set), mostAsked)]))
	}
	return list
}

// isBuried reports whether a process, or one that is interchangeable with it, is
// dead at a local state.
func (a *afterlife) isBuried(i, process, state int) bool {
	for _, q := range a.g.peers(process) {
		if a.g.processes[q].Get(a.g.table.At(i)) == state+1 && a.isDead(i, q) {
			return true
		}
	}
	return false
}

func (a *afterlife) isDead(i, process int) bool {
	dead, known := a.dead[i]
	if !known {
		dead = a.among(a.g.table.At(i))
		a.dead[i] = dead
	}
	return dead != nil && dead[process]
}

func (a *afterlife) deadIn(i int) []Blocked {
	var list []Blocked
	for p := range a.g.processes {
		if a.isDead(i, p) {
			list = append(list, Blocked{p, a.g.processes[p].Get(a.g.table.At(i)) - 1})
		}
	}
	return list
}

// among finds the dead of a configuration; nil if there are none.
func (a *afterlife) among(c []uint64) []bool {
	if a.g.ended.Get(c) != 0 {
		return nil
	}
	dead := make([]bool, len(a.g.processes))
	for p := range dead {
		state := a.g.state(c, p)
		dead[p] = state != nil && canBlock(state) && !a.g.canMove(c, p, state)
	}
	for slices.Contains(dead, true) {
		deeds := a.deeds(c, dead)
		if deeds == nil {
			return nil
		}
		changed := false
		for p := range dead {
			if dead[p] && a.served(c, p, deeds) {
				dead[p], changed = false, true
			}
		}
		if !changed {
			return dead
		}
	}
	return nil
}

// canMove reports whether a process that can be blocked at a local state isn't.
func (g *graph) canMove(c []uint64, p int, state *model.State) bool {
	return g.canMoveAlone(c, p, state) ||
		slices.ContainsFunc(state.Transitions, func(t model.Transition) bool { return g.meets(c, p, &t) })
}

// canMoveAlone is canMove without rendezvous.
func (g *graph) canMoveAlone(c []uint64, p int, state *model.State) bool {
	for i := range state.Transitions {
		t := &state.Transitions[i]
		switch {
		case t.Kind == model.Fault: // is possible if another transition faults
		case g.fault(c, t) != "":
			return true
		case t.Object >= 0 && t.Kind == model.Send && g.sys.Objects[t.Object].Capacity == 0:
		case g.enabled(c, p, t):
			return true
		}
	}
	return false
}

// meets reports whether there is somebody at the other side of a rendezvous.
func (g *graph) meets(c []uint64, p int, t *model.Transition) bool {
	if t.Object < 0 || g.sys.Objects[t.Object].Capacity > 0 {
		return false
	}
	for q := range g.processes {
		state := g.state(c, q)
		if q == p || state == nil {
			continue
		}
		for i := range state.Transitions {
			u := &state.Transitions[i]
			if u.Object == t.Object && (matches(t, u) || matches(u, t)) {
				return true
			}
		}
	}
	return false
}

// deeds is what the living can still do, and who they start; nil if they can end
// the program.
func (a *afterlife) deeds(c []uint64, dead []bool) actSet {
	set := make(actSet, (len(a.acts)+63)/64)
	for p := range a.g.processes {
		if i := a.g.processes[p].Get(c); i > 0 && !dead[p] {
			set.include(a.may[p][i-1])
		}
	}
	for changed := true; changed; {
		changed = false
		for i, x := range a.acts {
			switch {
			case !set.has(i):
			case x.kind == model.Exit || x.kind == model.Crash:
				return nil
			case x.kind == model.Spawn:
				for _, m := range a.g.sys.Families[x.object].Members {
					changed = a.start(set, m) || changed
				}
			}
		}
	}
	return set
}

// start adds what a process does from its start on. What it owns is made anew.
func (a *afterlife) start(set actSet, process int) bool {
	changed := set.include(a.may[process][0])
	for o := range a.g.sys.Objects {
		if i := a.of[act{model.New, o, 0}]; a.g.sys.Objects[o].Owner == process && !set.has(i) {
			set.add(i)
			changed = true
		}
	}
	return changed
}

// served reports whether somebody can make an operation possible at which a
// process is blocked.
func (a *afterlife) served(c []uint64, p int, deeds actSet) bool {
	for i := range a.g.state(c, p).Transitions {
		t := &a.g.state(c, p).Transitions[i]
		if t.Object < 0 {
			continue
		}
		for _, x := range a.on[t.Object] {
			if deeds.has(x) && a.serves(c, a.acts[x], t) {
				return true
			}
		}
	}
	return false
}

// serves reports whether an act can be what makes an operation possible that
// isn't. An object that is made anew serves all: who waits may not be told from
// who would wait for the new one.
func (a *afterlife) serves(c []uint64, x act, t *model.Transition) bool {
	if x.kind == model.New {
		return true
	}
	rendezvous := a.g.sys.Objects[t.Object].Kind == model.Channel && a.g.sys.Objects[t.Object].Capacity == 0
	holds := a.g.objects[t.Object].count.Get(c) > 0
	switch t.Kind {
	case model.Send:
		return x.kind == model.Close || x.kind == model.Cancel ||
			x.kind == model.Receive && (!rendezvous || x.label == t.Label || x.label == model.AnyLabel)
	case model.Receive:
		return x.kind == model.Receive && holds ||
			x.kind == model.Send && (!rendezvous || x.label == t.Label || t.Label == model.AnyLabel)
	case model.ReceiveClosed:
		return x.kind == model.Close || x.kind == model.Cancel || x.kind == model.Receive && holds
	case model.Announce, model.RLock:
		return x.kind == model.Unlock || x.kind == model.Lock
	case model.Lock:
		return x.kind == model.Unlock || x.kind == model.RUnlock
	case model.Wait:
		return x.kind == model.Add && x.label < 0
	case model.OnceBegin:
		return false
	case model.OnceSkip:
		return x.kind == model.OnceEnd
	case model.CondWake:
		return x.kind == model.Signal || x.kind == model.Broadcast
	case model.Read, model.Update, model.Assume:
		return x.kind == model.Write || x.kind == model.Update || x.kind == model.Assume
	}
	return true
}
