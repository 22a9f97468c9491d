package verify_test

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/chancheck/chancheck/model"
)

// The oracle is a naive interpreter of the actions, written from their
// documentation and sharing no code with the explorer: configurations are maps
// and strings, reachability is computed anew from every configuration, and
// "stuck" is the first definition of design section 3, not terminal
// components.

// A world is a configuration.
type world struct {
	ended bool
	at    []int          // local states; -1 for a process never started
	queue map[int][]int  // messages of channels, waiters of conditions
	num   map[string]int // everything else, by name
}

func (w *world) clone() *world {
	n := &world{w.ended, slices.Clone(w.at), map[int][]int{}, maps.Clone(w.num)}
	for o, q := range w.queue {
		n.queue[o] = slices.Clone(q)
	}
	return n
}

func (w *world) key() string {
	var parts []string
	for o, q := range w.queue {
		if len(q) > 0 {
			parts = append(parts, fmt.Sprint("q", o, q))
		}
	}
	for name, n := range w.num {
		if n != 0 {
			parts = append(parts, fmt.Sprint(name, "=", n))
		}
	}
	slices.Sort(parts)
	return fmt.Sprint(w.ended, w.at, strings.Join(parts, " "))
}

func name(what string, o int) string { return fmt.Sprint(what, o) }

// An event is a step: who moves, and where it leads; crash is the place of a
// panic.
type event struct {
	movers []int
	last   model.Transition // of the last mover
	next   *world
	crash  string
	doubt  bool
	branch bool // one of several internal steps, or a decision
}

// An oracle explores a system.
type oracle struct {
	sys    *model.System
	broken bool // a family or object ran out
	// goesOn says that the others go on when process 0 has ended the program.
	goesOn bool
}

func (o *oracle) transitions(w *world, p int) []model.Transition {
	if w.at[p] < 0 {
		return nil
	}
	return o.sys.Processes[p].States[w.at[p]].Transitions
}

// faulty reports whether the runtime would panic at a transition.
func (o *oracle) faulty(w *world, t model.Transition) bool {
	switch t.Kind {
	case model.Send:
		return t.Object >= 0 && w.num[name("closed", t.Object)] == 1
	case model.Close:
		return t.Object < 0 || w.num[name("closed", t.Object)] == 1
	case model.Unlock:
		return w.num[name("writer", t.Object)] == 0
	case model.RUnlock:
		return w.num[name("readers", t.Object)] == 0
	case model.Add:
		return w.num[name("counter", t.Object)]+t.Label < 0
	}
	return false
}

// possible reports whether a transition other than a rendezvous, a default and
// a fault can happen.
func (o *oracle) possible(w *world, p int, t model.Transition) bool {
	x := t.Object
	switch t.Kind {
	case model.Tau, model.Spawn, model.New, model.Crash, model.Exit:
		return true
	case model.Send:
		return x >= 0 && o.sys.Objects[x].Capacity > len(w.queue[x])
	case model.Receive:
		return x >= 0 && len(w.queue[x]) > 0 && (t.Label < 0 || w.queue[x][0] == t.Label)
	case model.ReceiveClosed:
		return w.num[name("closed", x)] == 1 && len(w.queue[x]) == 0
	case model.Announce:
		return w.num[name("writer", x)]+w.num[name("announced", x)] == 0
	case model.Lock:
		return w.num[name("writer", x)]+w.num[name("readers", x)] == 0
	case model.RLock:
		return w.num[name("writer", x)]+w.num[name("announced", x)] == 0
	case model.Wait:
		return w.num[name("counter", x)] == 0
	case model.OnceBegin:
		return w.num[name("once", x)] == 0
	case model.OnceSkip:
		return w.num[name("once", x)] == 2
	case model.CondWake:
		return !slices.Contains(w.queue[x], p)
	case model.Read, model.Update:
		return w.num[name("value", x)] == t.Label
	case model.Assume:
		return w.num[name("value", x)] == 0 || w.num[name("value", x)] == t.Label
	}
	return true
}

// events lists all steps from a configuration.
func (o *oracle) events(w *world) []event {
	var list []event
	if w.ended {
		return nil
	}
	for p := range w.at {
		ts := o.transitions(w, p)
		for _, t := range ts {
			list = append(list, o.eventsOf(w, p, t, ts)...)
		}
	}
	return list
}

func (o *oracle) eventsOf(w *world, p int, t model.Transition, all []model.Transition) []event {
	unbuffered := t.Object >= 0 && t.Kind == model.Send && o.sys.Objects[t.Object].Capacity == 0
	handled := slices.ContainsFunc(all, func(u model.Transition) bool { return u.Kind == model.Fault && u.Object == t.Object })
	switch {
	case t.Kind == model.Fault:
		if !slices.ContainsFunc(all, func(u model.Transition) bool { return u.Object == t.Object && o.faulty(w, u) }) {
			return nil
		}
	case o.faulty(w, t):
		if handled {
			return nil
		}
		n := w.clone()
		n.ended = true
		return []event{{[]int{p}, t, n, t.Site.String(), false, false}}
	case unbuffered:
		return o.meetings(w, p, t)
	case t.Kind == model.Default:
		if slices.ContainsFunc(all, func(u model.Transition) bool { return o.keepsDefaultAway(w, p, u) }) {
			return nil
		}
	case !o.possible(w, p, t):
		return nil
	}
	n := w.clone()
	n.at[p] = t.To
	if !o.effect(n, p, t) {
		o.broken = true
		return nil
	}
	crash := ""
	if t.Kind == model.Crash {
		crash = t.Site.String()
	}
	return []event{{[]int{p}, t, n, crash, t.Doubt != "", isBranch(t, all)}}
}

func (o *oracle) keepsDefaultAway(w *world, p int, u model.Transition) bool {
	if u.Kind == model.Tau || u.Kind == model.Default || u.Kind == model.Fault {
		return false
	}
	if o.faulty(w, u) {
		return true
	}
	if u.Object >= 0 && (u.Kind == model.Send || u.Kind == model.Receive) && o.sys.Objects[u.Object].Capacity == 0 {
		return false
	}
	return o.possible(w, p, u)
}

func (o *oracle) meetings(w *world, p int, t model.Transition) []event {
	var list []event
	for q := range w.at {
		if q == p {
			continue
		}
		for _, u := range o.transitions(w, q) {
			if u.Kind == model.Receive && u.Object == t.Object && (u.Label < 0 || u.Label == t.Label) {
				n := w.clone()
				n.at[p], n.at[q] = t.To, u.To
				list = append(list, event{[]int{p, q}, u, n, "", false, false})
			}
		}
	}
	return list
}

// effect changes a configuration as an action does; not ok if the system has
// too few of something.
func (o *oracle) effect(w *world, p int, t model.Transition) bool {
	x := t.Object
	switch t.Kind {
	case model.Send:
		w.queue[x] = append(w.queue[x], t.Label)
	case model.Receive:
		w.queue[x] = w.queue[x][1:]
	case model.Close, model.Cancel:
		w.num[name("closed", x)] = 1
	case model.Announce:
		w.num[name("announced", x)] = 1
	case model.Lock:
		w.num[name("announced", x)] = 0
		w.num[name("writer", x)] = 1
	case model.Unlock:
		w.num[name("writer", x)] = 0
	case model.RLock:
		w.num[name("readers", x)]++
	case model.RUnlock:
		w.num[name("readers", x)]--
	case model.Add:
		w.num[name("counter", x)] += t.Label
	case model.OnceBegin:
		w.num[name("once", x)] = 1
	case model.OnceEnd:
		w.num[name("once", x)] = 2
	case model.CondEnqueue:
		if !slices.Contains(w.queue[x], p) {
			w.queue[x] = append(w.queue[x], p)
		}
	case model.Signal:
		if len(w.queue[x]) > 0 {
			w.queue[x] = w.queue[x][1:]
		}
	case model.Broadcast:
		w.queue[x] = nil
	case model.Write, model.Assume:
		w.num[name("value", x)] = t.Label
	case model.Update:
		w.num[name("value", x)] = t.Set
	case model.Exit, model.Crash:
		if o.goesOn && isEndOfMain(p, t) {
			w.at[0] = -1
			return true
		}
		w.ended = true
	case model.New:
		return o.renew(w, p, x)
	case model.Spawn:
		return o.spawn(w, p, x)
	}
	return true
}

func (o *oracle) spawn(w *world, p, family int) bool {
	for _, q := range o.sys.Families[family].Members {
		if q == p || len(o.transitions(w, q)) > 0 {
			continue
		}
		again := w.at[q] >= 0
		w.at[q] = 0
		for x := range o.sys.Objects {
			if again && o.sys.Objects[x].Owner == q && !o.renew(w, q, x) {
				return false
			}
		}
		return true
	}
	return false
}

func (o *oracle) renew(w *world, p, x int) bool {
	for q := range w.at {
		if q != p && len(o.transitions(w, q)) > 0 && slices.Contains(o.sys.Processes[q].States[w.at[q]].Refs, x) {
			return false
		}
	}
	for y, object := range o.sys.Objects {
		if y == x {
			continue
		}
		var labels []int
		switch object.Kind {
		case model.Channel:
			labels = w.queue[y]
		case model.Cell:
			labels = []int{w.num[name("value", y)]}
		}
		for _, l := range labels {
			if slices.Contains(object.Labels[l].Refs, x) {
				return false
			}
		}
	}
	delete(w.queue, x)
	for _, what := range []string{"closed", "writer", "announced", "readers", "counter", "once", "value"} {
		delete(w.num, name(what, x))
	}
	return true
}

// verdict lists what goes wrong: "stuck 0 3" is process 0 stuck at state 3.
// What goes wrong only after a step in doubt is listed apart.
func (o *oracle) verdict(limit int) (findings, doubtful []string, ok bool) {
	start, worlds, events := o.explore(limit)
	if worlds == nil {
		return nil, nil, false
	}
	after := &oracle{sys: o.sys, goesOn: true}
	_, _, eventsAfter := after.explore(limit)
	if eventsAfter == nil || after.broken {
		return nil, nil, false
	}
	seen := map[string]map[string]bool{} // where each thing goes wrong
	for key := range worlds {
		here := map[string]bool{}
		o.wrongIn(worlds[key], events, here)
		after.stuckBeforeEnd(worlds[key], eventsAfter, here)
		for f := range here {
			if seen[f] == nil {
				seen[f] = map[string]bool{}
			}
			seen[f][key] = true
		}
	}
	for f := range seen {
		if comesAbout(start, worlds, events, seen[f]) {
			findings = append(findings, f)
		} else {
			doubtful = append(doubtful, f)
		}
	}
	slices.Sort(findings)
	return findings, doubtful, !o.broken
}

// explore lists the configurations and the steps from them, by the keys of the
// configurations; none if there are too many.
func (o *oracle) explore(limit int) (string, map[string]*world, map[string][]event) {
	start := &world{at: make([]int, len(o.sys.Processes)), queue: map[int][]int{}, num: map[string]int{}}
	for p := range start.at {
		start.at[p] = -1
	}
	start.at[0] = 0
	worlds := map[string]*world{start.key(): start}
	events := map[string][]event{}
	for queue := []*world{start}; len(queue) > 0; queue = queue[1:] {
		w := queue[0]
		events[w.key()] = o.events(w)
		for _, e := range events[w.key()] {
			if worlds[e.next.key()] == nil {
				worlds[e.next.key()] = e.next
				queue = append(queue, e.next)
			}
		}
		if len(worlds) > limit {
			return "", nil, nil
		}
	}
	return start.key(), worlds, events
}

func isBranch(t model.Transition, all []model.Transition) bool {
	taus := 0
	for _, u := range all {
		if u.Kind == model.Tau {
			taus++
		}
	}
	return t.Kind == model.Assume || t.Kind == model.Tau && taus > 1
}

// comesAbout reports whether the goal is reached from start whatever the
// program chooses where it is in doubt, and whatever is assumed after that.
func comesAbout(start string, worlds map[string]*world, events map[string][]event, goal map[string]bool) bool {
	for _, free := range []bool{false, true} {
		for changed := true; changed; {
			changed = false
			for key := range worlds {
				if !goal[key] && leadsInto(events[key], goal, free) {
					goal[key] = true
					changed = true
				}
			}
		}
	}
	return goal[start]
}

// leadsInto reports whether a step leads into the goal. Before everything in
// doubt, assumptions are free, and nothing else but certain steps will do.
func leadsInto(list []event, goal map[string]bool, free bool) bool {
	all := map[int]bool{}
	for _, e := range list {
		inside := goal[e.next.key()]
		if !e.doubt && inside && (free || !e.branch) {
			return true
		}
		if before, ok := all[e.movers[0]]; e.doubt || e.branch {
			all[e.movers[0]] = inside && (before || !ok)
		}
	}
	for _, inside := range all {
		if inside && !free {
			return true
		}
	}
	return false
}

// wrongIn finds what goes wrong in w.
func (o *oracle) wrongIn(w *world, events map[string][]event, found map[string]bool) {
	for _, e := range events[w.key()] {
		if e.crash != "" {
			found["panic "+e.crash] = true
		}
	}
	o.stuckIn(w, events, found)
}

// stuckIn finds the processes that move in no configuration reachable from w,
// if the program does not end in any.
func (o *oracle) stuckIn(w *world, events map[string][]event, found map[string]bool) {
	moves := map[int]bool{}
	seen := map[string]bool{w.key(): true}
	ends := w.ended
	for queue := []*world{w}; len(queue) > 0; queue = queue[1:] {
		for _, e := range events[queue[0].key()] {
			for _, p := range e.movers {
				moves[p] = true
			}
			ends = ends || e.next.ended
			if !seen[e.next.key()] {
				seen[e.next.key()] = true
				queue = append(queue, e.next)
			}
		}
	}
	if ends {
		return
	}
	for p := range w.at {
		if len(o.transitions(w, p)) > 0 && !moves[p] {
			// A process that is stuck stays where it is: all from here on are
			// in the same story, whoever else gets stuck later.
			found[fmt.Sprint("stuck ", p, " ", w.at[p])] = true
		}
	}
}

// isEndOfMain reports whether a transition is the regular end of the program by process 0.
func isEndOfMain(p int, t model.Transition) bool {
	return p == 0 && t.Kind == model.Exit && t.Text == ""
}

// stuckBeforeEnd finds the processes that move in no configuration reachable from w, though all
// but process 0 go on after its end, if that has to wait in w, and it isn't their rest.
func (o *oracle) stuckBeforeEnd(w *world, events map[string][]event, found map[string]bool) {
	if !o.mainWaits(w) {
		return
	}
	all := map[string]bool{}
	o.stuckIn(w, events, all)
	for p := 1; p < len(w.at); p++ {
		if what := fmt.Sprint("stuck ", p, " ", w.at[p]); all[what] && !o.isAtRest(p, w.at[p]) {
			found[what] = true
		}
	}
}

// mainWaits reports whether process 0 can't go on at once, and alone.
func (o *oracle) mainWaits(w *world) bool {
	ts := o.transitions(w, 0)
	blocked := len(ts) > 0 && !w.ended
	for _, t := range ts {
		if t.Lasts && !w.ended {
			return true
		}
		switch t.Kind {
		case model.Tau, model.Default, model.Spawn, model.New, model.Crash, model.Exit, model.Unlock, model.RUnlock,
			model.Close, model.Cancel, model.Add, model.OnceEnd, model.CondEnqueue, model.Signal, model.Broadcast, model.Write:
			blocked = false
		case model.Fault:
		default:
			alone := t.Kind != model.Send || t.Object >= 0 && o.sys.Objects[t.Object].Capacity > 0
			blocked = blocked && !o.faulty(w, t) && !(alone && t.Object >= 0 && o.possible(w, 0, t))
		}
	}
	return blocked
}

// isAtRest reports whether a process comes back to a local state at which it waits for channels
// or conditions, and doesn't only want to send what it has made of what it takes on the way.
func (o *oracle) isAtRest(p, at int) bool {
	takes, only := false, true
	for _, t := range o.sys.Processes[p].States[at].Transitions {
		switch t.Kind {
		case model.Send:
		case model.Receive, model.ReceiveClosed, model.CondWake:
			only = false
		default:
			return false
		}
	}
	for s, state := range o.sys.Processes[p].States {
		for _, t := range state.Transitions {
			inLoop := o.comesTo(p, at, s) && o.comesTo(p, t.To, at)
			takes = takes || inLoop && t.Kind == model.Receive
		}
	}
	comesBack := slices.ContainsFunc(o.sys.Processes[p].States[at].Transitions, func(t model.Transition) bool { return o.comesTo(p, t.To, at) })
	return comesBack && !(only && takes)
}

// comesTo reports whether a process may come from one local state to another one, or is there.
func (o *oracle) comesTo(p, from, to int) bool {
	seen := map[int]bool{from: true}
	for list := []int{from}; len(list) > 0; list = list[1:] {
		for _, t := range o.sys.Processes[p].States[list[0]].Transitions {
			if !seen[t.To] {
				seen[t.To] = true
				list = append(list, t.To)
			}
		}
	}
	return seen[to]
}
