package kmc_test

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/chancheck/chancheck/model"
	"github.com/chancheck/chancheck/verify/kmc"
)

var kmcSystems = flag.Int("kmc.systems", 4000, "random systems per test of k-MC properties")

// systems is how many to draw: in short mode, those that find most.
func systems() int {
	if testing.Short() {
		return min(*kmcSystems, 600)
	}
	return *kmcSystems
}

var kmcSeed = flag.Uint64("kmc.seed", 1, "seed of the random systems")

// A maker draws random systems of communicating session automata.
type maker struct {
	*rand.Rand
	sys      *model.System
	channels map[string]int
	directed directedness
}

// A directedness says which choices are of labels on one channel.
type directedness int

const (
	anyChoices directedness = iota
	directedReceptions
	directedAll
)

// draw makes a system of two to four participants. Half of them follow a
// random protocol, so that messages meet receptions, with some changes.
func draw(seed uint64, directed directedness) *model.System {
	m := &maker{rand.New(rand.NewPCG(seed, 7)), &model.System{}, map[string]int{}, directed}
	for p := range 2 + m.IntN(3) {
		a := model.Automaton{Name: string(rune('p' + p)), States: make([]model.State, 1)}
		m.sys.Processes = append(m.sys.Processes, a)
	}
	switch n := m.IntN(8); {
	case n > 5:
		m.protocol()
	case n > 4:
		m.shuffle()
	case n > 0:
		at := make([]int, len(m.sys.Processes))
		m.tree(at, at, 2+m.IntN(3))
		if m.IntN(4) > 0 {
			break
		}
		fallthrough
	default:
		for range m.IntN(4) {
			m.random()
		}
	}
	for c := range m.sys.Objects {
		for len(m.sys.Objects[c].Labels) < 2 && m.IntN(2) == 0 {
			labelNamed(m.sys, c, string(rune('a'+len(m.sys.Objects[c].Labels))))
		}
	}
	return m.sys
}

// drawTree makes a system of three or four participants that is a tree, or
// leads back to its root.
func drawTree(seed uint64) *model.System {
	m := &maker{Rand: rand.New(rand.NewPCG(seed, 9)), sys: &model.System{}, channels: map[string]int{}}
	for p := range 3 + m.IntN(2) {
		m.sys.Processes = append(m.sys.Processes, model.Automaton{Name: string(rune('p' + p)), States: make([]model.State, 1)})
	}
	at := make([]int, len(m.sys.Processes))
	m.tree(at, at, 3+m.IntN(3))
	return m.sys
}

// protocol adds a walk of exchanges, with returns to earlier points.
func (m *maker) protocol() {
	at := make([]int, len(m.sys.Processes))
	points := [][]int{slices.Clone(at)}
	for range 2 + m.IntN(6) {
		p, q := m.two()
		label := m.IntN(2)
		toP, toQ := m.target(p), m.target(q)
		if m.IntN(4) == 0 {
			back := points[m.IntN(len(points))]
			toP, toQ = back[p], back[q]
		}
		if m.add(p, at[p], toP, p, q, label, model.Send) {
			at[p] = toP
			if m.IntN(12) > 0 && m.add(q, at[q], toQ, p, q, label, model.Receive) {
				at[q] = toQ
			}
		}
		points = append(points, slices.Clone(at))
		if m.IntN(3) == 0 {
			at = slices.Clone(points[m.IntN(len(points))])
		}
	}
}

// tree adds a protocol with choices by one participant each, of whom it tells
// and what. Participants that aren't told stay where they are, and so come to
// choose between what the branches have for them.
func (m *maker) tree(root, at []int, depth int) {
	if depth == 0 {
		return
	}
	p, q := m.two()
	for branch := range 1 + m.IntN(3)/2 {
		if branch > 0 && m.IntN(2) == 0 {
			if _, q = m.two(); q == p {
				continue
			}
		}
		next := slices.Clone(at)
		next[p], next[q] = m.fresh(p), m.fresh(q)
		if depth == 1 && m.IntN(3) == 0 {
			next[p], next[q] = root[p], root[q]
		}
		if m.add(p, at[p], next[p], p, q, branch, model.Send) && m.add(q, at[q], next[q], p, q, branch, model.Receive) {
			m.tree(root, next, depth-1)
		}
	}
}

// shuffle adds a sequence of messages, or a loop of it, that some participants
// send earlier than they would have to: that takes larger bounds.
func (m *maker) shuffle() {
	events := make([][]act, len(m.sys.Processes))
	for range 3 + m.IntN(5) {
		p, q := m.two()
		if p > q && m.IntN(2) == 0 {
			p, q = q, p
		}
		label := m.IntN(2)
		events[p] = append(events[p], act{send: true, process: q, label: label})
		events[q] = append(events[q], act{process: p, label: label})
	}
	loop := m.IntN(2) == 0
	for p, list := range events {
		if m.IntN(2) == 0 {
			slices.SortStableFunc(list, func(a, b act) int {
				return map[bool]int{true: 0, false: 1}[a.send] - map[bool]int{true: 0, false: 1}[b.send]
			})
		}
		at := 0
		for i, e := range list {
			to := 0
			if i < len(list)-1 || !loop {
				to = m.fresh(p)
			}
			if e.send {
				m.add(p, at, to, p, e.process, e.label, model.Send)
			} else {
				m.add(p, at, to, e.process, p, e.label, model.Receive)
			}
			at = to
		}
	}
}

// fresh is a new state of a process.
func (m *maker) fresh(p int) int {
	a := &m.sys.Processes[p]
	a.States = append(a.States, model.State{})
	return len(a.States) - 1
}

// random adds any transition.
func (m *maker) random() {
	p, q := m.two()
	n := len(m.sys.Processes[p].States)
	if m.IntN(2) == 0 {
		m.add(p, m.IntN(n), m.target(p), p, q, m.IntN(2), model.Send)
	} else {
		m.add(p, m.IntN(n), m.target(p), q, p, m.IntN(2), model.Receive)
	}
}

func (m *maker) two() (p, q int) {
	p = m.IntN(len(m.sys.Processes))
	q = m.IntN(len(m.sys.Processes) - 1)
	if q >= p {
		q++
	}
	return p, q
}

// target is a state of a process, often a new one.
func (m *maker) target(p int) int {
	a := &m.sys.Processes[p]
	if len(a.States) < 5 && m.IntN(3) > 0 {
		a.States = append(a.States, model.State{})
		return len(a.States) - 1
	}
	return m.IntN(len(a.States))
}

func (m *maker) mustBeDirected(kind model.Kind) bool {
	return m.directed == directedAll || m.directed == directedReceptions && kind == model.Receive
}

// add adds a transition if the automaton stays in the class. It reports
// whether there is such a transition afterwards.
func (m *maker) add(p, from, to, sender, receiver, label int, kind model.Kind) bool {
	state := &m.sys.Processes[p].States[from]
	c := channelNamed(m.sys, m.channels, fmt.Sprintf("%c%c", 'p'+sender, 'p'+receiver))
	for len(m.sys.Objects[c].Labels) <= label {
		labelNamed(m.sys, c, string(rune('a'+len(m.sys.Objects[c].Labels))))
	}
	for _, t := range state.Transitions {
		if t.Kind != kind || t.Object == c && t.Label == label || t.Object != c && m.mustBeDirected(kind) {
			return t.Kind == kind && t.Object == c && t.Label == label && t.To == to
		}
	}
	state.Transitions = append(state.Transitions, model.Transition{Kind: kind, Object: c, Label: label, To: to})
	return true
}

func uniform(sys *model.System, k int) []int {
	bounds := make([]int, len(sys.Objects))
	for c := range bounds {
		bounds[c] = k
	}
	return bounds
}

// mostMoments limits what is given to the oracle.
const mostMoments = 250

// A definition is a property with the oracle's check of one configuration.
type definition struct {
	name  string
	holds func(int, *moment) bool
	// prefix says that the witness ends where the property fails.
	prefix bool
}

func definitions(b *book) []definition {
	return []definition{
		{kmc.PropOBI, b.outputAt, true},
		{kmc.PropIBI, b.inputAt, true},
		{kmc.PropSIBI, b.strongAt(false), false},
		{kmc.PropCIBI, b.chainedAt(false), false},
		{kmc.PropCIBIMessages, b.chainedAt(true), false},
		{kmc.PropEventualReception, b.receptionAt, true},
		{kmc.PropProgress, b.progressAt, true},
		{kmc.PropExhaustive, b.exhaustiveAt, true},
		{kmc.PropStable, b.stableAt, true},
	}
}

func reducedDefinitions(b *book) []definition {
	return []definition{
		{kmc.PropReducedOBI, b.outputAt, true},
		{kmc.PropReducedIBI, b.inputAt, true},
		{kmc.PropReducedSIBI, b.strongAt(true), false},
		{kmc.PropReducedCIBI, b.chainedAt(false), false},
		{kmc.PropReducedMessages, b.chainedAt(true), false},
	}
}

// TestPropertiesAgainstOracle decides all properties of random systems with
// and without the reduction, and compares them with their definitions.
func TestPropertiesAgainstOracle(t *testing.T) {
	counts := map[string]int{}
	for n := range systems() {
		seed := *kmcSeed<<32 + uint64(n)
		sys := draw(seed, directedness(n%5/2))
		k := 1 + n%2
		if !compare(t, sys, uniform(sys, k), k, counts) {
			t.Fatalf("seed %d, k=%d:\n%s", seed, k, spell(sys))
		}
	}
	atLeast(t, counts, map[string]int{"compared": 300, "safe": 140, "unsafe": 140, "fails k-IBI": 5, "fails k-OBI": 30, "fails reduced k-OBI": 10})
}

// atLeast reports whether there were so many cases of each kind: a test of which all cases are
// undecided says nothing.
func atLeast(t *testing.T, counts, floors map[string]int) {
	t.Helper()
	t.Log(counts)
	for kind, floor := range floors {
		if counts[kind] < floor {
			t.Errorf("%d cases of %q, want %d at least", counts[kind], kind, floor)
		}
	}
}

// compare reports whether everything agrees.
func compare(t *testing.T, sys *model.System, bounds []int, k int, counts map[string]int) bool {
	t.Helper()
	b := newBook(sys, bounds)
	if !b.explore(mostMoments) {
		counts["too large"]++
		return true
	}
	counts["compared"]++
	options := kmc.Options{K: k, Thorough: true}
	if k == 0 {
		options.Bounds = bounds
	}
	with, err := kmc.Decide(sys, options)
	if err != nil {
		t.Error(err)
		return false
	}
	options.NoReduction = true
	without, err := kmc.Decide(sys, options)
	if err != nil {
		t.Error(err)
		return false
	}
	ok := agrees(t, b, without, definitions(b), true, true, counts) && agrees(t, b, with, definitions(b), false, with.States > 0, counts)
	if with.Verdict != without.Verdict {
		t.Errorf("verdict %v (%s) with the reduction, %v (%s) without", with.Verdict, with.Reason, without.Verdict, without.Reason)
		ok = false
	}
	if without.States != len(b.moments) {
		t.Errorf("%d configurations, want %d", without.States, len(b.moments))
		ok = false
	}
	counts[with.Verdict.String()]++
	if (with.Verdict == kmc.Unsafe) != (with.Violation != nil) {
		t.Errorf("%v with violation %v", with.Verdict, with.Violation)
		ok = false
	} else if with.Violation != nil {
		safety := definition{name: kmc.PropSafe, holds: func(i int, m *moment) bool { return b.receptionAt(i, m) && b.progressAt(i, m) }}
		ok = replays(t, b, safety, with.Violation, false) && ok
	}
	if k > 0 {
		r := b.reduce()
		if with.ReducedStates != len(r.moments) {
			t.Errorf("%d configurations of the reduced system, want %d", with.ReducedStates, len(r.moments))
			ok = false
		}
		ok = agrees(t, r, with, reducedDefinitions(r), true, false, counts) && ok
	}
	return ok
}

// agrees compares the results with the definitions. complete says that none
// may be undecided, shortest that witnesses must be shortest ones.
func agrees(t *testing.T, b *book, r *kmc.Result, list []definition, complete, shortest bool, counts map[string]int) bool {
	t.Helper()
	ok := true
	for _, d := range list {
		got := r.Property(d.name)
		want := kmc.Fails
		if b.all(d.holds) {
			want = kmc.Holds
		}
		if got.Status == kmc.Undecided && (!complete || got.Note == "not defined for rendezvous channels") {
			counts["undecided "+d.name]++
			continue
		}
		if got.Status != want {
			t.Errorf("%s: %v (%s), want %v", d.name, got.Status, got.Note, want)
			ok = false
		}
		if want == kmc.Fails && ok {
			counts["fails "+d.name]++
			ok = replays(t, b, d, got.Witness, shortest)
		}
	}
	return ok
}

// replays runs a witness in the oracle, and reports whether the property fails
// at some configuration on its way, at the last one unless the witness goes on
// to show what follows.
func replays(t *testing.T, b *book, d definition, w *kmc.Witness, shortest bool) bool {
	t.Helper()
	if w == nil {
		t.Errorf("%s fails without a witness", d.name)
		return false
	}
	if depth := b.depth(d); shortest && d.prefix && len(w.Steps) != depth {
		t.Errorf("%s: a witness of %d steps, but %d are needed", d.name, len(w.Steps), depth)
		return false
	}
	m := b.initial()
	fails := func() bool { i, ok := b.index[m.key()]; return ok && !d.holds(i, m) }
	failed := fails()
	for i, s := range w.Steps {
		a := b.acts[s.Process][s.State][s.Transition]
		if m.at[s.Process] != s.State || !b.enabled(m, a) {
			t.Errorf("%s: step %d of the witness can't be taken", d.name, i)
			return false
		}
		m, _ = b.do(m, a)
		failed = failed || fails()
	}
	if !failed {
		t.Errorf("%s: nothing fails along the witness", d.name)
	}
	return failed
}

// depth is the number of steps to the nearest configuration where a property
// fails.
func (b *book) depth(d definition) int {
	depth := make([]int, len(b.moments))
	for i := range b.moments {
		if !d.holds(i, b.moments[i]) {
			return depth[i]
		}
		for _, deed := range b.deeds[i] {
			if depth[deed.to] == 0 && deed.to != 0 {
				depth[deed.to] = depth[i] + 1
			}
		}
	}
	return -1
}

// spell writes a system in the notation of machines.
func spell(sys *model.System) string {
	text := ""
	for p := range sys.Processes {
		text += sys.Processes[p].Name + ":"
		for q, state := range sys.Processes[p].States {
			for _, tr := range state.Transitions {
				o := &sys.Objects[tr.Object]
				mark := "?"
				if tr.Kind == model.Send {
					mark = "!"
				}
				text += fmt.Sprintf(" %d -%s%s%s-> %d,", q, o.Name, mark, o.Labels[tr.Label].Name, tr.To)
			}
		}
		text += "\n"
	}
	return text
}
