package verify

import (
	"slices"
	"strings"

	"github.com/chancheck/chancheck/model"
	"github.com/chancheck/chancheck/verify/internal/components"
)

// Systems in which nobody waits for anything but locks need no exploration, however many
// goroutines there are: each automaton is looked at by itself. Nothing goes wrong if
//
//   - each process takes a lock only if it doesn't have it, releases only what it has, and
//     has none where it ends;
//   - there is an order of the locks in which all are taken: whoever waits for one has none
//     that comes after it;
//   - whoever has a lock goes on, however steps in doubt turn out: no loop in which he has
//     it contains one, and fairness leads out of the others, by steps that are possible
//     again and again: a Once begins once only, and an attempt fails only if another one
//     has the lock.
//
// Then, of those who have locks, the one with the last lock in that order waits for none
// that another one has, and comes to release it. (GoodLock, Havelund, Using runtime
// analysis to guide model checking of Java programs, 2000, looks for cycles in the order
// of an execution; here it is that of all of them, with what a proof needs besides.) A
// Once is a lock while somebody runs its function.
//
// That none of this holds says nothing: the system is explored then.

// A lockOrder collects who takes what while holding what.
type lockOrder struct {
	sys *model.System
	// wants lists, for each lock, those that somebody waits for who has it.
	wants [][]stride
	// isRoot says that it looks at process 0.
	isRoot bool
	// steps counts what was looked at.
	steps, most int
}

// inOrder reports whether nothing can go wrong in a system because all locks are taken in
// order. No more than most local states of processes, with what they have, are looked at.
func inOrder(sys *model.System, most int) bool {
	o := &lockOrder{sys: sys, wants: make([][]stride, len(sys.Objects)), most: most}
	for i := range sys.Objects {
		switch sys.Objects[i].Kind {
		case model.Mutex, model.RWMutex, model.Once:
		default:
			return false
		}
	}
	for p := range sys.Processes {
		o.isRoot = p == 0
		if !o.isTwin(p) && !o.process(&sys.Processes[p]) {
			return false
		}
	}
	return o.isAcyclic()
}

// isAcyclic reports whether there is an order of the locks.
func (o *lockOrder) isAcyclic() bool {
	component := componentsOf(o.wants)
	for lock, wanted := range o.wants {
		if slices.ContainsFunc(wanted, func(w stride) bool { return component[w.to] == component[lock] }) {
			return false
		}
	}
	return true
}

// isTwin reports whether a process is another member of a family that was looked at.
func (o *lockOrder) isTwin(p int) bool {
	return slices.ContainsFunc(o.sys.Families, func(f model.Family) bool {
		return slices.Contains(f.Members[1:], p) && sameStates(o.sys, f.Members[0], p)
	})
}

func sameStates(sys *model.System, a, b int) bool {
	return len(sys.Processes[a].States) > 0 && &sys.Processes[a].States[0] == &sys.Processes[b].States[0]
}

// What a process has of a lock, one letter for each lock.
const (
	hasNone      = '-'
	hasAnnounced = 'a' // it waits for the readers to go
	hasWrite     = 'w'
	hasRead      = 'r'
)

// A stand is where a process stands, and what it has.
type stand struct {
	state int
	has   string
}

// A stride leads from one stand to another one.
type stride struct {
	to      int
	certain bool // it is in no doubt
	recurs  bool // who comes by again and again can take it again and again
}

// process looks at one process. It is not ok if what it does is no proof.
func (o *lockOrder) process(a *model.Automaton) bool {
	if len(a.States) == 0 {
		return true
	}
	start := stand{0, strings.Repeat(string(hasNone), len(o.sys.Objects))}
	index, list := map[stand]int{start: 0}, []stand{start}
	var strides [][]stride
	for i := 0; i < len(list); i++ {
		from, found := list[i], []stride(nil)
		if o.steps++; o.steps > o.most {
			return false
		}
		good := o.each(&a.States[from.state], from.has, func(to stand, certain, recurs bool) {
			n, known := index[to]
			if !known {
				n = len(list)
				index[to], list = n, append(list, to)
			}
			found = append(found, stride{n, certain, recurs})
		})
		if !good {
			return false
		}
		strides = append(strides, found)
	}
	return letsGo(list, strides, start.has)
}

// each visits what comes after a state.
func (o *lockOrder) each(state *model.State, has string, visit func(to stand, certain, recurs bool)) (ok bool) {
	contains := func(kind model.Kind, object int) bool {
		return slices.ContainsFunc(state.Transitions, func(t model.Transition) bool { return t.Kind == kind && t.Object == object })
	}
	tries := contains(model.Default, -1)
	takes := slices.ContainsFunc(state.Transitions, func(t model.Transition) bool {
		_, possible, _ := o.does(&t, has)
		return possible && t.Kind != model.Default && t.Kind != model.Tau
	})
	for i := range state.Transitions {
		t := &state.Transitions[i]
		if t.Kind == model.OnceSkip && !contains(model.OnceBegin, t.Object) || t.Kind == model.OnceBegin && !contains(model.OnceSkip, t.Object) {
			return false // it waits for somebody who begins, or for nobody when that is over
		}
		after, possible, ok := o.does(t, has)
		switch {
		case !ok, !possible && !tries:
			return false
		case possible:
			recurs := t.Kind != model.OnceBegin && (t.Kind != model.Default || !takes)
			visit(stand{t.To, after}, t.Doubt == "", recurs)
		}
	}
	return true
}

// does carries out a transition. It is not possible if it waits for what the process itself
// has, and not ok if it may be wrong, or is about something else than locks.
func (o *lockOrder) does(t *model.Transition, has string) (after string, possible, ok bool) {
	switch t.Kind {
	case model.Tau, model.Default, model.Spawn:
		return has, true, true
	case model.Exit:
		if o.isRoot && isEndOfMain(*t) { // others may have waited for what it has
			return has, true, true
		}
		return strings.Repeat(string(hasNone), len(has)), true, true
	}
	if t.Object < 0 {
		return has, false, false
	}
	now := has[t.Object]
	become := func(from, to byte) (string, bool, bool) {
		return has[:t.Object] + string(to) + has[t.Object+1:], true, now == from
	}
	switch t.Kind {
	case model.Lock:
		if now == hasAnnounced {
			return become(hasAnnounced, hasWrite)
		}
		fallthrough
	case model.Announce, model.RLock, model.OnceBegin, model.OnceSkip:
		o.want(has, t.Object)
		if now != hasNone { // who reads may read once more, and then has more than is noted
			return has, false, t.Kind != model.RLock || now != hasRead
		}
		return become(hasNone, taken(t.Kind))
	case model.Unlock, model.OnceEnd:
		return become(hasWrite, hasNone)
	case model.RUnlock:
		return become(hasRead, hasNone)
	}
	return has, false, false
}

// taken is what a process has of a lock after an action.
func taken(k model.Kind) byte {
	switch k {
	case model.Announce:
		return hasAnnounced
	case model.RLock:
		return hasRead
	case model.OnceSkip:
		return hasNone
	}
	return hasWrite
}

// want notes that somebody who has some locks waits for another one.
func (o *lockOrder) want(has string, lock int) {
	for held := range has {
		if w := (stride{to: lock}); held != lock && has[held] != hasNone && !slices.Contains(o.wants[held], w) {
			o.wants[held] = append(o.wants[held], w)
		}
	}
}

// letsGo reports whether a process comes to release what it has: it doesn't end before, and
// no loop can keep it.
func letsGo(list []stand, strides [][]stride, none string) bool {
	holding := make([][]stride, len(list))
	for i, steps := range strides {
		if list[i].has == none {
			continue
		}
		if len(steps) == 0 {
			return false
		}
		for _, s := range steps {
			if list[s.to].has != none {
				holding[i] = append(holding[i], s)
			}
		}
	}
	component := componentsOf(holding)
	loops := make([]bool, len(list)) // by component
	for i := range holding {
		for _, s := range holding[i] {
			if component[s.to] != component[i] {
				continue
			}
			if loops[component[i]] = true; !s.certain {
				return false
			}
		}
	}
	leaves := leavesLoop(list, strides, component, none)
	for i := range list {
		if list[i].has != none && loops[component[i]] && !leaves[i] {
			return false
		}
	}
	return true
}

// leavesLoop tells of each stand in which a process has something whether steps that recur
// lead out of its component.
func leavesLoop(list []stand, strides [][]stride, component []int, none string) []bool {
	leaves, before := make([]bool, len(list)), make([][]int, len(list))
	var todo []int
	for i, steps := range strides {
		for _, s := range steps {
			switch inside := list[s.to].has != none && component[s.to] == component[i]; {
			case list[i].has == none, !s.certain, !s.recurs:
			case inside:
				before[s.to] = append(before[s.to], i)
			case !leaves[i]:
				leaves[i] = true
				todo = append(todo, i)
			}
		}
	}
	for ; len(todo) > 0; todo = todo[1:] {
		for _, i := range before[todo[0]] {
			if !leaves[i] {
				leaves[i] = true
				todo = append(todo, i)
			}
		}
	}
	return leaves
}

// componentsOf numbers the strongly connected components of a graph.
func componentsOf(graph [][]stride) []int {
	var first []uint32
	var all []stride
	for _, steps := range graph {
		first = append(first, uint32(len(all)))
		all = append(all, steps...)
	}
	number := make([]int, len(graph))
	components.Each(append(first, uint32(len(all))), all, func(n int, members []uint32) {
		for _, m := range members {
			number[m] = n
		}
	})
	return number
}

func (s stride) Target() uint32 { return uint32(s.to) }

// LockCircle is how many locks there are at most of which each may be waited for by one who
// has another one of them: that many goroutines can wait for each other in a circle. It is
// 0 if the locks are taken in order. No more than most local states are looked at; beyond,
// all locks are taken to be in one circle.
func LockCircle(sys *model.System, most int) int {
	o := &lockOrder{sys: sys, wants: make([][]stride, len(sys.Objects)), most: most}
	for p := range sys.Processes {
		if !o.isTwin(p) && !o.follow(&sys.Processes[p]) {
			return locksIn(sys)
		}
	}
	size, largest := map[int]int{}, 0
	for _, component := range componentsOf(o.wants) {
		if size[component]++; size[component] > 1 {
			largest = max(largest, size[component])
		}
	}
	return largest
}

func locksIn(sys *model.System) (n int) {
	for i := range sys.Objects {
		if k := sys.Objects[i].Kind; k == model.Mutex || k == model.RWMutex || k == model.Once {
			n++
		}
	}
	return n
}

// follow notes what a process wants while it has something, whatever else it does. It is
// not ok if that is too much.
func (o *lockOrder) follow(a *model.Automaton) (ok bool) {
	if len(a.States) == 0 {
		return true
	}
	list := []stand{{0, strings.Repeat(string(hasNone), len(o.sys.Objects))}}
	seen := map[stand]bool{list[0]: true}
	for i := 0; i < len(list); i++ {
		if o.steps++; o.steps > o.most {
			return false
		}
		from := list[i]
		for t := range a.States[from.state].Transitions {
			t := &a.States[from.state].Transitions[t]
			after, _, _ := o.does(t, from.has)
			if to := (stand{t.To, after}); !seen[to] {
				seen[to] = true
				list = append(list, to)
			}
		}
	}
	return true
}
