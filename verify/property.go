package verify

import (
	"cmp"
	"maps"
	"slices"

	"github.com/chancheck/chancheck/model"
)

// A findingKey says which findings are one for the reader: same kind, same
// operation reached by the same calls, whichever member of a family it is.
type findingKey struct {
	category Category
	group    int // process, or -1 - family
	place    string
}

// A collector gathers findings from components.
type collector struct {
	g        *graph
	families map[int]int // process to family
	found    map[findingKey]*Finding
	depth    map[findingKey]int // the configuration where it is seen first
	received map[model.Site]bool
	// goals, with doubts and of messages that stay behind, are the configurations
	// where a finding is seen; alone are the leaks that are seen while the root is
	// not stuck.
	goals map[findingKey][]int
	alone map[findingKey]bool
	// sent, with doubts, are those goals in which it is known that the message of the finding has been sent.
	sent map[findingKey][]int
}

// findings reads the findings off the graph, and what else may go wrong.
func (g *graph) findings() (list []Finding, hangs []Doubt) {
	if g.doubts {
		g.look()
	}
	c := newCollector(g)
	for _, p := range g.crashes {
		c.add(Panic, p.at, p.process, p.state, p.transition, p.reason, nil)
	}
	for o, received := range g.received {
		c.received[g.sys.Objects[o].Site] = c.received[g.sys.Objects[o].Site] || received
	}
	g.terminal(c.component)
	if g.doubts {
		c.lost(newGame(g))
		hangs = c.hangs(c.certain())
	}
	return c.sorted(), hangs
}

func newCollector(g *graph) *collector {
	c := &collector{
		g: g, families: map[int]int{}, found: map[findingKey]*Finding{},
		depth: map[findingKey]int{}, received: map[model.Site]bool{},
		goals: map[findingKey][]int{}, alone: map[findingKey]bool{}, sent: map[findingKey][]int{},
	}
	for i, f := range g.sys.Families {
		for _, m := range f.Members {
			c.families[m] = i
		}
	}
	return c
}

// component finds who is stuck in a terminal component, and what messages stay
// behind there.
func (c *collector) component(members []int) {
	g := c.g
	at := g.table.At(members[0])
	if g.ended.Get(at) != 0 {
		return
	}
	moves := make([]bool, g.classes())
	for _, i := range members {
		c := g.table.At(i)
		for _, e := range g.edgesOf(i) {
			moves[g.class(c, int(e.mover))], moves[g.class(c, e.other())] = true, true
		}
	}
	var stuck []Blocked
	for p := range g.processes {
		state := g.state(at, p)
		if state != nil && len(state.Transitions) > 0 && !moves[g.class(at, p)] {
			stuck = append(stuck, Blocked{p, g.processes[p].Get(at) - 1})
		}
	}
	switch {
	case c.g.doubts:
		c.mayBeStuck(members[0], stuck)
	case len(stuck) > 0:
		c.stuck(members[0], stuck)
	default:
		c.orphans(members)
	}
}

// stuck adds the findings for the processes that are stuck together. If the
// root is among them, the others are part of its story.
func (c *collector) stuck(i int, stuck []Blocked) {
	for j, b := range stuck {
		others := append(slices.Clone(stuck[:j]), stuck[j+1:]...)
		if b.Process == 0 {
			c.add(Deadlock, i, 0, b.State, 0, "", others)
			return
		}
		c.add(Leak, i, b.Process, b.State, 0, "", others)
	}
}

// orphans finds messages that stay in a buffer all through a terminal
// component. Who may have sent them is read off the automata: any send on the
// channel; orphan.go asks for an execution with that send in it.
func (c *collector) orphans(members []int) {
	g := c.g
	for o := range g.sys.Objects {
		if !canKeep(&g.sys.Objects[o]) {
			continue
		}
		stays := true
		for _, i := range members {
			stays = stays && g.objects[o].count.Get(g.table.At(i)) > 0
		}
		if stays {
			c.orphan(members[0], o)
		}
	}
}

// canKeep reports whether a message that stays in an object is lost.
func canKeep(o *model.Object) bool {
	return o.Kind == model.Channel && o.Capacity > 0 && !o.Counted
}

func (c *collector) orphan(i, object int) {
	for _, s := range c.g.senders(object) {
		c.add(c.orphanCategory(object), i, s.process, s.state, s.transition, "", nil)
	}
}

func (c *collector) orphanCategory(object int) Category {
	if c.received[c.g.sys.Objects[object].Site] {
		return OrphanMay
	}
	return Orphan
}

// senders lists the sends on a channel. Who sent a message that is left there,
// is read off the automata: any of them.
func (g *graph) senders(object int) []operation {
	var list []operation
	for p := range g.sys.Processes {
		for s := range g.sys.Processes[p].States {
			for j, t := range g.sys.Processes[p].States[s].Transitions {
				if t.Kind == model.Send && t.Object == object {
					list = append(list, operation{p, s, j})
				}
			}
		}
	}
	return list
}

// keyOf says which finding an operation stands for.
func (c *collector) keyOf(category Category, process, state, transition int) findingKey {
	t := &c.g.sys.Processes[process].States[state].Transitions[transition]
	key := findingKey{category, process, t.Site.String()}
	for _, via := range t.Via {
		key.place += " " + via.String()
	}
	if f, ok := c.families[process]; ok {
		key.group = -1 - f
	}
	return key
}

// add notes a finding that shows in configuration i, unless an equal one shows
// earlier.
func (c *collector) add(category Category, i, process, state, transition int, text string, also []Blocked) {
	key := c.keyOf(category, process, state, transition)
	if c.g.doubts || category.IsOrphan() {
		c.goals[key] = append(c.goals[key], i)
	}
	if known := c.found[key]; known != nil {
		// Who else can be stuck is gathered over all executions.
		also = append(slices.Clone(known.Also), also...)
	}
	also = distinct(also)
	if known, ok := c.depth[key]; ok && known <= i {
		c.found[key].Also = also
		return
	}
	c.depth[key] = i
	c.found[key] = &Finding{
		Category: category, Process: process, State: state, Transition: transition,
		Object: c.g.objectOf(operation{process, state, transition}), Also: also, Text: text,
	}
}

// objectOf is what an operation is about, -1 if there is nothing.
func (g *graph) objectOf(op operation) int {
	t := &g.sys.Processes[op.process].States[op.state].Transitions[op.transition]
	if t.Kind == model.Spawn {
		return -1
	}
	return t.Object
}

// distinct sorts blocked processes and drops repetitions.
func distinct(list []Blocked) []Blocked {
	slices.SortFunc(list, func(a, b Blocked) int {
		return cmp.Or(cmp.Compare(a.Process, b.Process), cmp.Compare(a.State, b.State))
	})
	return slices.Compact(list)
}

// keys lists what was found, in order.
func (c *collector) keys() []findingKey { return sortedFindings(c.found) }

// sortedFindings are the keys of a map in the order of findings.
func sortedFindings[V any](m map[findingKey]V) []findingKey {
	return slices.SortedFunc(maps.Keys(m), func(a, b findingKey) int {
		return cmp.Or(cmp.Compare(a.place, b.place), cmp.Compare(a.category, b.category), cmp.Compare(a.group, b.group))
	})
}

// sorted completes the findings with their executions and puts them in order.
func (c *collector) sorted() []Finding {
	keys := c.keys()
	worse := map[string]bool{} // places at which somebody is stuck or panics
	for _, key := range keys {
		worse[key.place] = worse[key.place] || !key.category.IsOrphan()
	}
	list := make([]Finding, 0, len(keys))
	for _, key := range keys {
		if worse[key.place] && key.category.IsOrphan() {
			continue // the message is the least of the troubles there
		}
		f := *c.found[key]
		if key.category.IsOrphan() {
			if !c.leaves(&f, key) {
				continue
			}
		} else if !c.g.doubts {
			c.g.tell(&f, c.g.shortest(c.depth[key]))
		}
		list = append(list, f)
	}
	slices.SortStableFunc(list, c.simplestFirst)
	return list
}

// simplestFirst orders what is found of several processes at one place, of which one is told for all: the one with the shortest
// execution, which assumes least.
func (c *collector) simplestFirst(f, g Finding) int {
	a := c.keyOf(f.Category, f.Process, f.State, f.Transition)
	b := c.keyOf(g.Category, g.Process, g.State, g.Transition)
	return cmp.Or(cmp.Compare(a.place, b.place), cmp.Compare(a.category, b.category), cmp.Compare(len(f.Trace), len(g.Trace)))
}

func sortedKeys(m map[int]bool) []int {
	keys := make([]int, 0, len(m))
	for k := range m {
		keys = append(keys, k)
	}
	slices.Sort(keys)
	return keys
}
