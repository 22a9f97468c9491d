package kmc_test

import (
	"fmt"
	"slices"

	"github.com/chancheck/chancheck/model"
)

// The oracle of the k-MC properties decides each by its definition: with the
// interpreter of Definition 3, reachability computed anew from every
// configuration, and paths followed one by one. It shares no code with the
// explorer, and is meant for systems of a few hundred configurations.

// An act is a transition of an automaton.
type act struct {
	process, state, to, transition int
	send                           bool
	channel, label                 int
}

// A moment is a configuration.
type moment struct {
	at    []int
	queue [][]int
}

func (m *moment) key() string { return fmt.Sprint(m.at, m.queue) }

func (m *moment) clone() *moment {
	n := &moment{at: slices.Clone(m.at)}
	for _, q := range m.queue {
		n.queue = append(n.queue, slices.Clone(q))
	}
	return n
}

// A deed is a transition between configurations; a joint step has two acts.
type deed struct {
	acts []act
	to   int
}

// A book is a system with the configurations that its bounds allow.
type book struct {
	acts    [][][]act // by process and state
	bounds  []int
	moments []*moment
	deeds   [][]deed
	index   map[string]int
}

func newBook(sys *model.System, bounds []int) *book {
	b := &book{bounds: bounds, index: map[string]int{}}
	for p := range sys.Processes {
		var states [][]act
		for q := range sys.Processes[p].States {
			var acts []act
			for i, t := range sys.Processes[p].States[q].Transitions {
				acts = append(acts, act{p, q, t.To, i, t.Kind == model.Send, t.Object, t.Label})
			}
			states = append(states, acts)
		}
		b.acts = append(b.acts, states)
	}
	return b
}

func (b *book) initial() *moment {
	return &moment{make([]int, len(b.acts)), make([][]int, len(b.bounds))}
}

func (b *book) actsAt(m *moment, p int) []act { return b.acts[p][m.at[p]] }

// partners are the acts that an act on a rendezvous channel can meet.
func (b *book) partners(m *moment, a act) (list []act) {
	for p := range b.acts {
		for _, o := range b.actsAt(m, p) {
			if p != a.process && o.channel == a.channel && o.label == a.label && o.send != a.send {
				list = append(list, o)
			}
		}
	}
	return list
}

// enabled is the premise of Definition 3, with bounds.
func (b *book) enabled(m *moment, a act) bool {
	q := m.queue[a.channel]
	switch {
	case b.bounds[a.channel] == 0:
		return len(b.partners(m, a)) > 0
	case a.send:
		return len(q) < b.bounds[a.channel]
	}
	return len(q) > 0 && q[0] == a.label
}

// do is the conclusion of Definition 3.
func (b *book) do(m *moment, a act) (*moment, []act) {
	n := m.clone()
	n.at[a.process] = a.to
	switch {
	case b.bounds[a.channel] == 0:
		o := b.partners(m, a)[0]
		n.at[o.process] = o.to
		return n, []act{a, o}
	case a.send:
		n.queue[a.channel] = append(n.queue[a.channel], a.label)
	default:
		n.queue[a.channel] = n.queue[a.channel][1:]
	}
	return n, []act{a}
}

func (b *book) add(m *moment) int {
	i, ok := b.index[m.key()]
	if !ok {
		i = len(b.moments)
		b.index[m.key()] = i
		b.moments = append(b.moments, m)
	}
	return i
}

// explore finds all configurations, or gives up beyond a number of them.
func (b *book) explore(limit int) bool {
	b.add(b.initial())
	for i := 0; i < len(b.moments); i++ {
		var deeds []deed
		m := b.moments[i]
		for p := range b.acts {
			for _, a := range b.actsAt(m, p) {
				if b.enabled(m, a) && (a.send || b.bounds[a.channel] > 0) {
					n, acts := b.do(m, a)
					deeds = append(deeds, deed{acts, b.add(n)})
				}
			}
		}
		b.deeds = append(b.deeds, deeds)
		if len(b.moments) > limit {
			return false
		}
	}
	return true
}

func (d deed) by(p int) bool {
	return slices.ContainsFunc(d.acts, func(a act) bool { return a.process == p })
}

// reach calls visit for what can be reached from a configuration, itself
// included, by deeds in which a participant has no part (-1: all deeds), until
// visit returns true, which reach then returns too.
func (b *book) reach(from, without int, visit func(i int) bool) bool {
	seen := map[int]bool{from: true}
	for work := []int{from}; len(work) > 0; {
		i := work[len(work)-1]
		work = work[:len(work)-1]
		if visit(i) {
			return true
		}
		for _, d := range b.deeds[i] {
			if !seen[d.to] && (without < 0 || !d.by(without)) {
				seen[d.to] = true
				work = append(work, d.to)
			}
		}
	}
	return false
}

// reachAct is reach for an act to be part of the next deed.
func (b *book) reachAct(from, without int, wanted func(a act) bool) bool {
	return b.reach(from, without, func(i int) bool {
		for _, d := range b.deeds[i] {
			if slices.ContainsFunc(d.acts, wanted) {
				return true
			}
		}
		return false
	})
}

// all reports whether something holds at every configuration.
func (b *book) all(holds func(i int, m *moment) bool) bool {
	for i, m := range b.moments {
		if !holds(i, m) {
			return false
		}
	}
	return true
}

// receptionAt is Definition 4 (1) at one configuration.
func (b *book) receptionAt(i int, m *moment) bool {
	for c, q := range m.queue {
		if len(q) > 0 && !b.reachAct(i, -1, func(a act) bool { return !a.send && a.channel == c && a.label == q[0] }) {
			return false
		}
	}
	return true
}

// progressAt is Definition 4 (2) at one configuration.
func (b *book) progressAt(i int, m *moment) bool {
	for p := range b.acts {
		acts := b.actsAt(m, p)
		if len(acts) > 0 && !acts[0].send && !b.reachAct(i, -1, func(a act) bool { return a.process == p && !a.send }) {
			return false
		}
	}
	return true
}

// stableAt is Definition 5 at one configuration, within the bounds.
func (b *book) stableAt(i int, _ *moment) bool {
	return b.reach(i, -1, func(j int) bool {
		return !slices.ContainsFunc(b.moments[j].queue, func(q []int) bool { return len(q) > 0 })
	})
}

// exhaustiveAt is Definition 9 at one configuration.
func (b *book) exhaustiveAt(i int, m *moment) bool {
	for p := range b.acts {
		for _, l := range b.actsAt(m, p) {
			if l.send && !b.reach(i, p, func(j int) bool { return b.enabled(b.moments[j], l) }) {
				return false
			}
		}
	}
	return true
}

// outputAt is Definition 6 at one configuration.
func (b *book) outputAt(_ int, m *moment) bool {
	for p := range b.acts {
		for _, l := range b.actsAt(m, p) {
			for _, o := range b.actsAt(m, p) {
				if l.send && b.enabled(m, l) && !b.enabled(m, o) {
					return false
				}
			}
		}
	}
	return true
}

// inputAt is Definition 7 at one configuration, read for rendezvous as "from
// one channel".
func (b *book) inputAt(_ int, m *moment) bool {
	for p := range b.acts {
		for _, l := range b.actsAt(m, p) {
			for _, o := range b.actsAt(m, p) {
				if !l.send && l.channel != o.channel && b.enabled(m, l) && b.enabled(m, o) {
					return false
				}
			}
		}
	}
	return true
}

// afterReception holds if no reception at a configuration is followed by a
// conflict: bad gets the place after it, or before it if fromHere, the
// reception and another one.
func (b *book) afterReception(i int, m *moment, fromHere bool, bad func(from int, first, other act) bool) bool {
	for _, d := range b.deeds[i] {
		l := d.acts[0]
		if l.send {
			continue
		}
		for _, o := range b.actsAt(m, l.process) {
			if o.channel == l.channel {
				continue
			}
			from := d.to
			if fromHere {
				from = i
			}
			if b.enabled(m, o) || bad(from, l, o) {
				return false
			}
		}
	}
	return true
}

// strongAt is Definition 12 at one configuration; 18 with fromHere.
func (b *book) strongAt(fromHere bool) func(int, *moment) bool {
	return func(i int, m *moment) bool {
		return b.afterReception(i, m, fromHere, func(from int, _, o act) bool {
			return b.reachAct(from, -1, func(a act) bool { return a.send && a.channel == o.channel && a.label == o.label })
		})
	}
}

// chainedAt is Definition 11 at one configuration. It follows executions with
// the set of actions at ends of chains, up to subject and channel, and with
// messages the dependent messages of each queue.
func (b *book) chainedAt(messages bool) func(int, *moment) bool {
	return func(i int, m *moment) bool {
		return b.afterReception(i, m, false, func(from int, l, o act) bool {
			return b.unchained(m, from, l, o, messages)
		})
	}
}

// A chainState is a configuration with what depends on the first reception.
type chainState struct {
	place  int
	ends   [][2]int // subjects and channels of actions at ends of chains
	marked [][]bool // dependent messages, by queue
}

func (b *book) unchained(start *moment, from int, first, other act, messages bool) bool {
	s := chainState{place: from, ends: [][2]int{{first.process, first.channel}}}
	for _, q := range b.moments[from].queue {
		s.marked = append(s.marked, make([]bool, len(q)))
	}
	seen := map[string]bool{}
	for work := []chainState{s}; len(work) > 0; {
		s := work[len(work)-1]
		work = work[:len(work)-1]
		key := fmt.Sprint(s)
		if seen[key] {
			continue
		}
		seen[key] = true
		for _, d := range b.deeds[s.place] {
			a := d.acts[0]
			dependent := slices.ContainsFunc(s.ends, func(e [2]int) bool {
				return e[0] == a.process || e[1] == a.channel && len(start.queue[a.channel]) == 0
			})
			next := chainState{place: d.to, ends: slices.Clone(s.ends)}
			for _, q := range s.marked {
				next.marked = append(next.marked, slices.Clone(q))
			}
			if !a.send {
				dependent = dependent || messages && s.marked[a.channel][0]
				next.marked[a.channel] = next.marked[a.channel][1:]
			} else {
				next.marked[a.channel] = append(next.marked[a.channel], dependent)
			}
			if a.send && a.channel == other.channel && a.label == other.label && !dependent {
				return true
			}
			if end := [2]int{a.process, a.channel}; dependent && !slices.Contains(next.ends, end) {
				next.ends = append(next.ends, end)
				slices.SortFunc(next.ends, func(x, y [2]int) int { return slices.Compare(x[:], y[:]) })
			}
			work = append(work, next)
		}
	}
	return false
}

// reduce keeps only the deeds of the reduced system: a naive reading of
// Algorithm 1 that visits configurations with their lists of participants.
func (b *book) reduce() *book {
	r := newReducedBook(b)
	type node struct {
		at   int
		list string
	}
	seen := map[node]bool{}
	var visit func(i int, list []int)
	visit = func(i int, list []int) {
		if seen[node{i, fmt.Sprint(list)}] {
			return
		}
		seen[node{i, fmt.Sprint(list)}] = true
		here := r.add(b.moments[i])
		if len(list) == 0 {
			list = b.partition(i)
		}
		if len(list) == 0 {
			return
		}
		for _, d := range b.deeds[i] {
			if d.acts[0].process == list[0] {
				to := r.add(b.moments[d.to])
				for len(r.deeds) < len(r.moments) {
					r.deeds = append(r.deeds, nil)
				}
				n := deed{d.acts, to}
				if !slices.ContainsFunc(r.deeds[here], func(o deed) bool { return o.acts[0] == n.acts[0] }) {
					r.deeds[here] = append(r.deeds[here], n)
				}
				visit(d.to, list[1:])
			}
		}
	}
	visit(0, nil)
	for len(r.deeds) < len(r.moments) {
		r.deeds = append(r.deeds, nil)
	}
	return r
}

func newReducedBook(b *book) *book {
	return &book{acts: b.acts, bounds: b.bounds, index: map[string]int{}}
}

// partition is Definition 15: participants that can move, by number of deeds.
func (b *book) partition(i int) (list []int) {
	count := make([]int, len(b.acts))
	for _, d := range b.deeds[i] {
		count[d.acts[0].process]++
	}
	for p, n := range count {
		if n > 0 {
			list = append(list, p)
		}
	}
	slices.SortStableFunc(list, func(p, q int) int { return count[p] - count[q] })
	return list
}
