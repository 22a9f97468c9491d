package verify

import (
	"slices"

	"github.com/chancheck/chancheck/model"
)

// Systems with steps in doubt (model.Transition.Doubt) can do more than the
// program. Where a process has a choice of such steps, the program takes one of
// them, but nobody knows which. So what is found must hold in spite of that:
//
//   - it comes about whatever the program chooses there: the configurations
//     from which it does are an attractor, computed backwards. A configuration
//     is in it if the thing is there already, if some step that is certain
//     leads into it, or if some process has a choice in doubt of which all
//     steps lead into it. An assumption that is made after a choice in doubt
//     may be one that the choice depends on: it is no free choice there, but
//     must not matter either. Before all choices in doubt it is free. Of a choice
//     whether a loop goes on that ends at last, it is enough that the way out leads
//     into it, and that the loop can come back to the same choice: see loops.go;
//   - it lasts for all steps, in doubt or not: a process is stuck in a
//     configuration if it moves in none that can be reached from there, and a
//     message is left if it stays in all of those.
//
// Terminal components say who may be stuck, and where. But with doubts a
// process may be stuck for certain long before a component that it can't leave
// is reached for certain, so that all configurations are asked.
//
// What isn't certain but may be is no finding; the result says on what it
// hangs: see game.go.

// An outlook is what is known about a graph with steps in doubt.
type outlook struct {
	// component numbers the strongly connected components, and alive has, for
	// each of them, a set of the classes of processes that move in what can be reached
	// from there; all of them if the program can end.
	component []int32
	alive     [][]uint64
	// into lists the edges by their ends: those into configuration i are
	// into[firstInto[i]:firstInto[i+1]].
	into      []backEdge
	firstInto []uint32
}

// A backEdge is an edge seen from its end.
type backEdge struct {
	from                uint32
	mover               uint16
	doubtful, universal bool
}

// hasDoubts reports whether a system has a step in doubt.
func hasDoubts(sys *model.System) bool {
	for p := range sys.Processes {
		for s := range sys.Processes[p].States {
			for _, t := range sys.Processes[p].States[s].Transitions {
				if t.Doubt != "" {
					return true
				}
			}
		}
	}
	return false
}

// doubtOf is why a step is in doubt, "" if it isn't. Only internal steps can be.
func (g *graph) doubtOf(at []uint64, m *move) string {
	return g.state(at, m.process).Transitions[m.transition].Doubt
}

// assumes reports whether a step makes an assumption: it is one of several
// internal steps, or decides something for others, too.
func (g *graph) assumes(at []uint64, m *move) bool {
	state := g.state(at, m.process)
	switch state.Transitions[m.transition].Kind {
	case model.Assume:
		return true
	case model.Tau:
		for i := range state.Transitions {
			if i != m.transition && state.Transitions[i].Kind == model.Tau {
				return true
			}
		}
	}
	return false
}

// look makes room for an outlook, and turns the edges round.
func (g *graph) look() {
	n := g.table.Size
	o := &outlook{component: make([]int32, n), firstInto: make([]uint32, n+1), into: make([]backEdge, len(g.edges))}
	for _, e := range g.edges {
		o.firstInto[e.to+1]++
	}
	for i := range n {
		o.firstInto[i+1] += o.firstInto[i]
	}
	next := slices.Clone(o.firstInto)
	for i := range n {
		for _, e := range g.edgesOf(i) {
			o.into[next[e.to]] = backEdge{uint32(i), e.mover, e.doubtful(), e.universal()}
			next[e.to]++
		}
	}
	g.outlook = o
}

// addComponent notes who moves in a component and after it. The components
// after it are known already.
func (o *outlook) addComponent(g *graph, members []int) {
	alive := make([]uint64, (g.classes()+63)/64)
	set := func(class int) { alive[class/64] |= 1 << (class % 64) }
	for _, i := range members {
		o.component[i] = int32(len(o.alive))
		if g.ended.Get(g.table.At(i)) != 0 {
			for class := range g.classes() {
				set(class)
			}
		}
	}
	for _, i := range members {
		c := g.table.At(i)
		for _, e := range g.edgesOf(i) {
			set(g.class(c, int(e.mover)))
			set(g.class(c, e.other()))
			if after := o.component[e.to]; int(after) < len(o.alive) {
				for w, word := range o.alive[after] {
					alive[w] |= word
				}
			}
		}
	}
	o.alive = append(o.alive, alive)
}

// isStuck reports whether a process that runs never moves from i on.
func (g *graph) isStuck(i, process int) bool {
	state := g.state(g.table.At(i), process)
	if state == nil || len(state.Transitions) == 0 {
		return false
	}
	class := g.class(g.table.At(i), process)
	return g.outlook.alive[g.outlook.component[i]][class/64]&(1<<(class%64)) == 0
}

// An attraction is an attractor while it grows.
type attraction struct {
	g *graph
	// next is, for each configuration of the attractor, the one after it on
	// the way to the goal: itself at the goal, -1 outside.
	next []int32
	// open counts the steps of a choice in doubt that don't lead into the
	// attractor yet.
	open  map[choice]int
	queue []uint32
	// whole says that all of it is wanted, whether or not configuration 0 is in it.
	whole bool
}

// A choice is that of a process in a configuration.
type choice struct {
	at    uint32
	mover uint16
}

// attractor computes the configurations from which a goal comes about for
// certain, nearest first, until configuration 0 is in it or nothing is left.
func (g *graph) attractor(goal []int) *attraction {
	a := &attraction{g: g, next: make([]int32, g.table.Size), open: map[choice]int{}}
	for i := range a.next {
		a.next[i] = -1
	}
	for _, i := range goal {
		if a.next[i] < 0 {
			a.add(uint32(i), int32(i))
		}
	}
	a.growCertain()
	for a.next[0] < 0 && a.leaveLoops() {
		a.growCertain()
	}
	for i, next := range a.next {
		if next >= 0 {
			a.queue = append(a.queue, uint32(i))
		}
	}
	a.grow(func(e backEdge) bool { return !e.doubtful })
	return a
}

// growCertain adds the configurations from which every step of a choice leads into the attractor.
func (a *attraction) growCertain() {
	a.grow(func(e backEdge) bool { return !e.universal || a.settles(e) })
}

// grow adds the configurations from which an edge leads into the attractor that
// counts.
func (a *attraction) grow(counts func(backEdge) bool) {
	into, first := a.g.outlook.into, a.g.outlook.firstInto
	for len(a.queue) > 0 && (a.whole || a.next[0] < 0) {
		i := a.queue[0]
		a.queue = a.queue[1:]
		for _, e := range into[first[i]:first[i+1]] {
			if a.next[e.from] < 0 && counts(e) {
				a.add(e.from, int32(i))
			}
		}
	}
}

func (a *attraction) add(i uint32, next int32) {
	a.next[i] = next
	a.queue = append(a.queue, i)
}

// settles notes that one more step of a choice that isn't free leads into the
// attractor, and reports whether that was the last.
func (a *attraction) settles(e backEdge) bool {
	c := choice{e.from, e.mover}
	if a.whole && a.g.leavesLoop(c) {
		return false // see loops.go
	}
	left, known := a.open[c]
	if !known {
		for _, other := range a.g.edgesOf(int(e.from)) {
			if other.mover == e.mover && other.universal() {
				left++
			}
		}
	}
	a.open[c] = left - 1
	return left == 1
}

// path is an execution from configuration 0 to the goal, as configurations;
// nil if there is none that is certain.
func (a *attraction) path() []int {
	if a.next[0] < 0 {
		return nil
	}
	path := []int{0}
	for i := 0; int(a.next[i]) != i; {
		i = int(a.next[i])
		path = append(path, i)
	}
	return path
}

// mayBeStuck collects who is stuck in a terminal component with configuration
// i. It may be unreachable for the program.
func (c *collector) mayBeStuck(i int, stuck []Blocked) {
	root := slices.ContainsFunc(stuck, func(b Blocked) bool { return b.Process == 0 })
	for _, b := range stuck {
		category := stuckCategory(b.Process)
		c.add(category, i, b.Process, b.State, 0, "", nil)
		if !root {
			c.alone[c.keyOf(category, b.Process, b.State, 0)] = true
		}
	}
}

func stuckCategory(process int) Category {
	if process == 0 {
		return Deadlock
	}
	return Leak
}

// certain keeps of what was collected what comes about for certain, and says
// what that is, parts of other stories too.
func (c *collector) certain() map[findingKey]bool {
	c.stuckAnywhere()
	sure := map[findingKey]bool{}
	var open []findingKey
	for _, key := range c.keys() {
		path := c.pathTo(key)
		if path == nil {
			open = append(open, key)
			continue
		}
		sure[key] = true
		c.settle(key, path)
	}
	together := c.alternatives(open)
	for _, f := range c.found { // the executions take one of each choice
		f.Also = slices.DeleteFunc(f.Also, func(b Blocked) bool {
			return !sure[c.keyOf(stuckCategory(b.Process), b.Process, b.State, 0)]
		})
	}
	c.mergeLeaks()
	for _, key := range together {
		sure[key] = true
	}
	return sure
}

// lost finds messages that stay for ever, whatever is done: those in sets of
// configurations that no step leaves, in doubt or not.
func (c *collector) lost(a *game) {
	a.all = true
	for o := range c.g.sys.Objects {
		set := a.within(c.g.holding(o))
		if len(set) == 0 {
			continue
		}
		for _, s := range c.g.senders(o) {
			c.add(c.orphanCategory(o), int(set[0]), s.process, s.state, s.transition, "", nil)
			key := c.keyOf(c.orphanCategory(o), s.process, s.state, s.transition)
			for _, i := range set {
				c.goals[key] = append(c.goals[key], int(i))
			}
			for _, i := range c.past(s, set) {
				c.sent[key] = append(c.sent[key], int(i))
			}
		}
	}
}

// pathTo is an execution to a finding that is certain, nil if there is none. To a message that is left it is one
// that sends it, if there is such a one.
func (c *collector) pathTo(key findingKey) []int {
	if len(c.sent[key]) > 0 {
		path, f := c.g.attractor(c.sent[key]).path(), *c.found[key]
		if path != nil {
			c.g.tell(&f, path)
		}
		if path != nil && c.sentBy(&f, key) {
			return path
		}
	}
	return c.g.attractor(c.goals[key]).path()
}

// past are those of some configurations in which a process can't be but by way of a send: the nearest one in
// which a message is lost may be one before that, with somebody else's.
func (c *collector) past(send operation, set []uint32) []uint32 {
	key := c.keyOf(Orphan, send.process, send.state, send.transition)
	before := c.g.statesWithout(send.process, func(state, transition int) bool {
		return c.g.sys.Processes[send.process].States[state].Transitions[transition].Kind == model.Send &&
			c.keyOf(Orphan, send.process, state, transition) == key
	})
	isBefore := func(i uint32) bool {
		state := c.g.processes[send.process].Get(c.g.table.At(int(i))) - 1
		return state < 0 || before[state]
	}
	return slices.DeleteFunc(slices.Clone(set), isBefore)
}

// statesWithout says to which local states a process comes without some of its operations.
func (g *graph) statesWithout(process int, shut func(state, transition int) bool) []bool {
	states := g.sys.Processes[process].States
	seen := make([]bool, len(states))
	for todo := []int{0}; len(todo) > 0; {
		at := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		if seen[at] {
			continue
		}
		seen[at] = true
		for i, t := range states[at].Transitions {
			if !shut(at, i) {
				todo = append(todo, t.To)
			}
		}
	}
	return seen
}

// holding lists the configurations in which a message lies in a channel where
// it may be lost, while nobody is stuck for certain: if somebody is, it is the
// least of the troubles.
func (g *graph) holding(object int) []uint32 {
	if !canKeep(&g.sys.Objects[object]) {
		return nil
	}
	var list []uint32
	for i := range g.table.Size {
		at := g.table.At(i)
		if g.objects[object].count.Get(at) > 0 && g.ended.Get(at) == 0 && !g.anyStuck(i) {
			list = append(list, uint32(i))
		}
	}
	return list
}

func (g *graph) anyStuck(i int) bool {
	for p := range g.processes {
		if g.isStuck(i, p) {
			return true
		}
	}
	return false
}

// stuckAnywhere finds all configurations in which one of those who may be stuck
// is.
func (c *collector) stuckAnywhere() {
	for i := range c.g.table.Size {
		for _, b := range c.stuckIn(i) {
			key := c.keyOf(stuckCategory(b.Process), b.Process, b.State, 0)
			c.goals[key] = append(c.goals[key], i)
		}
	}
}

// stuckIn lists who is stuck in configuration i.
func (c *collector) stuckIn(i int) []Blocked {
	var list []Blocked
	for p := range c.g.processes {
		if c.g.isStuck(i, p) {
			list = append(list, Blocked{p, c.g.processes[p].Get(c.g.table.At(i)) - 1})
		}
	}
	return list
}

// settle makes a finding that of the configuration to which its execution
// leads: there it may be another member of the family that is stuck.
func (c *collector) settle(key findingKey, path []int) {
	f, end := c.found[key], path[len(path)-1]
	switch f.Category {
	case Panic:
		c.settlePanic(f, key, end)
	case Deadlock, Leak:
		stuck := c.stuckIn(end)
		for _, b := range stuck {
			if c.keyOf(f.Category, b.Process, b.State, 0) == key {
				f.Process, f.State = b.Process, b.State
			}
		}
		f.Also = slices.DeleteFunc(stuck, func(b Blocked) bool { return b.Process == f.Process })
	}
	c.g.tell(f, path)
}

// settlePanic makes a finding that of the process that panics in configuration i.
func (c *collector) settlePanic(f *Finding, key findingKey, i int) {
	for _, p := range c.g.crashes {
		if p.at == i && c.keyOf(Panic, p.process, p.state, p.transition) == key {
			f.Process, f.State, f.Transition, f.Text = p.process, p.state, p.transition, p.reason
			return
		}
	}
}

// mergeLeaks makes the leaks that are seen only together with a stuck root a
// part of its story.
func (c *collector) mergeLeaks() {
	var root *Finding
	keys := c.keys()
	for _, key := range keys {
		if key.category == Deadlock && root == nil {
			root = c.found[key]
		}
	}
	for _, key := range keys {
		if f := c.found[key]; root != nil && key.category == Leak && !c.alone[key] && len(f.Or) == 0 {
			root.Also = distinct(append(root.Also, Blocked{f.Process, f.State}))
			delete(c.found, key)
		}
	}
}
