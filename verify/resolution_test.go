package verify_test

import (
	"flag"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/chancheck/chancheck/model"
	"github.com/chancheck/chancheck/verify"
)

// The oracle for the three answers takes steps in doubt as they are meant: the
// program takes one of them. A resolution says which, for each process in each
// configuration, and makes a system without doubts of one with them. All
// resolutions are listed, one by one, and in each it is seen from the
// definitions what goes wrong.
//
// That the choice is made for a configuration and not for each of the ways to
// it loses nothing. What may go wrong: a program whose choices depend on its
// past, and that gets p stuck, goes on from there through configurations in
// which some choice of its own keeps p stuck; one choice for each of them does
// as well, and a way to them that is without loops needs one choice each, too.
// What goes wrong in any case goes wrong for these programs, too, as an
// attractor is reached whatever the choices rest on; that the other direction
// is not exact is known, and counted.

var long = flag.Bool("long", false, "compare many more random systems")

// A resolver goes through the resolutions of a system with at most 64
// configurations.
type resolver struct {
	sys    *model.System
	worlds []*world
	steps  [][]resolvedStep
	left   int // resolutions that may still be looked at
	count  int
	// some is what goes wrong in a resolution, every what does so in all.
	some, every map[string]bool
	// Of the resolution that is looked at: the steps of each configuration, and
	// the set of those that can be reached from it.
	taken [][]resolvedStep
	after []uint64
	// fair lets a program that goes round and round leave the loop in the end: see open.
	fair bool
	// mixed says that loops are left and entered on the way round others: which of them the program leaves
	// isn't said by a choice for each configuration.
	mixed bool
	// panicFree leaves out of each resolution what the programs don't come to that never
	// panic, and those resolutions that always do: see withoutPanics.
	panicFree bool
}

// A resolvedStep is an event between numbered configurations.
type resolvedStep struct {
	event
	to int
}

// A pending choice is that of a process in a configuration.
type pending struct{ at, process int }

// resolve explores a system and goes through its resolutions; nil if that is
// too much.
func resolve(sys *model.System, resolutions int, panicFree bool) *resolver {
	return resolveFair(sys, resolutions, panicFree, false)
}

// resolveFair is resolve, with loops that end, or not.
func resolveFair(sys *model.System, resolutions int, panicFree, fair bool) *resolver {
	o := &oracle{sys: sys}
	start, found, events := o.explore(64)
	if found == nil || o.broken {
		return nil
	}
	r := &resolver{sys: sys, left: resolutions, panicFree: panicFree, fair: fair, some: map[string]bool{}}
	number := map[string]int{}
	keys := append([]string{start}, slices.DeleteFunc(slices.Sorted(maps.Keys(found)), func(k string) bool { return k == start })...)
	for i, key := range keys {
		number[key] = i
		r.worlds = append(r.worlds, found[key])
	}
	for _, key := range keys {
		var list []resolvedStep
		for _, e := range events[key] {
			list = append(list, resolvedStep{e, number[e.next.key()]})
		}
		r.steps = append(r.steps, list)
	}
	if !r.settle(map[pending]int{}) || r.mixed {
		return nil
	}
	return r
}

// settle completes a resolution in all ways. It gives up if there are too many.
func (r *resolver) settle(picked map[pending]int) bool {
	open := r.open(picked)
	if open == nil {
		r.left--
		r.count++
		r.judge()
		return r.left >= 0
	}
	for i, s := range r.steps[open.at] {
		if s.doubt && s.movers[0] == open.process {
			picked[*open] = i
			if !r.settle(picked) {
				return false
			}
		}
	}
	delete(picked, *open)
	return true
}

// open finds a choice that can be reached and isn't settled. Of a resolution
// that leaves none it prepares the graph.
func (r *resolver) open(picked map[pending]int) *pending {
	outs := map[pending]bool{}
	seen, choice := r.take(picked, outs)
	for choice == nil && r.fair && r.findWaysOut(picked, seen, outs) {
		seen, choice = r.take(picked, outs)
	}
	if choice != nil {
		return choice
	}
	if r.panicFree {
		seen = r.withoutPanics()
	}
	r.after = make([]uint64, len(r.worlds))
	for i := range seen {
		r.after[i] = 1 << i
	}
	for changed := true; changed; {
		changed = false
		for i := range seen {
			before := r.after[i]
			for _, s := range r.taken[i] {
				r.after[i] |= r.after[s.to]
			}
			changed = changed || r.after[i] != before
		}
	}
	return nil
}

// take finds the steps of a resolution, and the ways out of some loops, and what can be reached by them, or a choice
// that isn't settled.
func (r *resolver) take(picked map[pending]int, outs map[pending]bool) (seen map[int]bool, open *pending) {
	r.taken = make([][]resolvedStep, len(r.worlds))
	seen = map[int]bool{0: true}
	for list := []int{0}; len(list) > 0; list = list[1:] {
		i := list[0]
		for j, s := range r.steps[i] {
			choice := pending{i, s.movers[0]}
			settled, ok := picked[choice]
			switch {
			case s.doubt && !ok:
				return nil, &choice
			case s.doubt && settled != j && !(s.last.Leaves && outs[choice]):
				continue
			}
			r.taken[i] = append(r.taken[i], s)
			if !seen[s.to] {
				seen[s.to] = true
				list = append(list, s.to)
			}
		}
	}
	return seen, nil
}

// findWaysOut finds choices to go on in a loop that come back to themselves: a program that makes them leaves the
// loop after some rounds. It reports whether there was a new one.
func (r *resolver) findWaysOut(picked map[pending]int, seen map[int]bool, outs map[pending]bool) bool {
	found := false
	for choice, i := range picked {
		on := r.steps[choice.at][i]
		isOut := func(s resolvedStep) bool { return s.doubt && s.last.Leaves && s.movers[0] == choice.process }
		if !seen[choice.at] || outs[choice] || on.last.Leaves || !slices.ContainsFunc(r.steps[choice.at], isOut) {
			continue
		}
		switch {
		case r.leads(on.to, choice.at, false):
			outs[choice], found = true, true
		case r.leads(on.to, choice.at, true):
			r.mixed = true
		}
	}
	return found
}

// leads reports whether the steps of a resolution lead from one configuration to another one, by way of
// other choices whether to leave a loop or not.
func (r *resolver) leads(from, to int, byOthers bool) bool {
	seen := map[int]bool{from: true}
	for list := []int{from}; len(list) > 0; list = list[1:] {
		if list[0] == to {
			return true
		}
		for _, s := range r.taken[list[0]] {
			if !seen[s.to] && (byOthers || !s.doubt || !r.mayLeave(list[0], s.movers[0])) {
				seen[s.to] = true
				list = append(list, s.to)
			}
		}
	}
	return false
}

// mayLeave reports whether a process has the choice to leave a loop in a configuration.
func (r *resolver) mayLeave(at, process int) bool {
	return slices.ContainsFunc(r.steps[at], func(s resolvedStep) bool { return s.doubt && s.last.Leaves && s.movers[0] == process })
}

// withoutPanics takes steps out of a resolution: those that panic, those to where one of them
// is possible, or where a process can't do anything but take such a step, or the program has
// chosen one, and so on. It
// returns the configurations that can be reached then; none if the first one is left out.
func (r *resolver) withoutPanics() map[int]bool {
	isOut := make([]bool, len(r.worlds))
	leaves := func(s resolvedStep) bool { return s.crash != "" || isOut[s.to] }
	for changed := true; changed; {
		changed = false
		for i, steps := range r.taken {
			stays := map[int]bool{}
			for _, s := range steps {
				for _, p := range s.movers {
					stays[p] = stays[p] || !leaves(s)
				}
			}
			if isOut[i] {
				continue
			}
			for _, s := range steps {
				isOut[i] = isOut[i] || s.doubt && leaves(s) || slices.ContainsFunc(s.movers, func(p int) bool { return !stays[p] })
			}
			changed = changed || isOut[i]
		}
	}
	reached := map[int]bool{}
	list := []int{0}
	for ; len(list) > 0; list = list[1:] {
		if i := list[0]; !isOut[i] && !reached[i] {
			reached[i] = true
			r.taken[i] = slices.DeleteFunc(r.taken[i], leaves)
			for _, s := range r.taken[i] {
				list = append(list, s.to)
			}
		}
	}
	return reached
}

// judge notes what goes wrong in a resolution.
func (r *resolver) judge() {
	if r.after[0] == 0 {
		return
	}
	wrong := map[string]bool{}
	received := map[int]bool{}
	for i := range r.worlds {
		if r.after[i] == 0 {
			continue
		}
		for _, s := range r.taken[i] {
			if s.crash != "" {
				wrong["panic "+s.crash] = true
				wrong[fmt.Sprint("crash of ", s.movers[0])] = true
			}
			received[s.reception()] = true
		}
		r.lasting(i, wrong)
	}
	for o := range r.sys.Objects {
		if !received[o] {
			wrong[fmt.Sprint("unread ", o)] = true
		}
	}
	for f := range wrong {
		r.some[f] = true
	}
	if r.every == nil {
		r.every = maps.Clone(wrong)
	}
	maps.DeleteFunc(r.every, func(f string, _ bool) bool { return !wrong[f] })
}

// reception is the channel out of which a step takes a message, or -1.
func (s *resolvedStep) reception() int {
	if s.last.Kind == model.Receive && s.crash == "" {
		return s.last.Object
	}
	return -1
}

// lasting notes what stays as it is from a configuration on: who is stuck, and
// messages that stay; "left" are those that stay while nobody is stuck. Who gets
// stuck later is stuck in a configuration that this one doesn't come back from.
func (r *resolver) lasting(i int, wrong map[string]bool) {
	moves, ends, comesBack := map[int]bool{}, false, true
	for j := range r.worlds {
		if r.after[i]&(1<<j) == 0 {
			continue
		}
		ends = ends || r.worlds[j].ended
		comesBack = comesBack && r.after[j]&(1<<i) != 0
		for _, s := range r.taken[j] {
			for _, p := range s.movers {
				moves[p] = true
			}
		}
	}
	if ends {
		return
	}
	somebody := false
	o := &oracle{sys: r.sys}
	for p := range r.sys.Processes {
		if !moves[p] && len(o.transitions(r.worlds[i], p)) > 0 {
			somebody = true
			wrong[fmt.Sprint("stuck ", p, " ", r.worlds[i].at[p])] = true
			wrong[fmt.Sprint("at a stop ", p)] = true
		}
	}
	for x, object := range r.sys.Objects {
		if object.Kind != model.Channel || object.Capacity == 0 || object.Counted || r.isEmptyAfter(i, x) {
			continue
		}
		wrong[fmt.Sprint("kept ", x)] = true
		if !somebody && comesBack {
			wrong[fmt.Sprint("left ", x)] = true
		}
	}
}

// isEmptyAfter reports whether a channel can become empty.
func (r *resolver) isEmptyAfter(i, object int) bool {
	for j := range r.worlds {
		if r.after[i]&(1<<j) != 0 && len(r.worlds[j].queue[object]) == 0 {
			return true
		}
	}
	return false
}

// randomDoubts makes a system in which all goroutines run from early on and have
// many choices in doubt: loops that may never end, and those who wait for them.
func randomDoubts(r *rand.Rand) *model.System {
	sys := &model.System{}
	kinds := []model.ObjectKind{model.Channel, model.Channel, model.Channel, model.Mutex, model.WaitGroup, model.Cell}
	for i := range 1 + r.IntN(3) {
		o := model.Object{Kind: kinds[r.IntN(len(kinds))], Name: fmt.Sprint("o", i), Owner: -1}
		switch o.Kind {
		case model.Channel:
			o.Capacity, o.Labels = r.IntN(3), make([]model.Label, 1+r.IntN(2))
		case model.Cell:
			o.Labels = make([]model.Label, 2)
		}
		sys.Objects = append(sys.Objects, o)
	}
	processes := 2 + r.IntN(2)
	for p := range processes {
		var a model.Automaton
		for q := 1; p == 0 && q < processes; q++ {
			sys.Families = append(sys.Families, model.Family{Members: []int{q}})
			a.States = append(a.States, model.State{Transitions: []model.Transition{{Kind: model.Spawn, Object: q - 1, To: q}}})
		}
		first := len(a.States)
		a.States = append(a.States, make([]model.State, 2+r.IntN(4))...)
		for s := first; s < len(a.States); s++ {
			if s < len(a.States)-1 || r.IntN(3) == 0 {
				a.States[s].Transitions = randomChoice(r, sys)
			}
			for j := range a.States[s].Transitions {
				t := &a.States[s].Transitions[j]
				t.To = first + r.IntN(len(a.States)-first)
				t.Site = model.Site{File: "f", Line: p*100 + s*10 + j + 1}
			}
		}
		sys.Processes = append(sys.Processes, a)
	}
	return sys
}

// randomChoice makes the transitions of a state: a choice in doubt, one of the
// outside world, operations, or a mixture.
func randomChoice(r *rand.Rand, sys *model.System) []model.Transition {
	tau := model.Transition{Kind: model.Tau, Object: -1}
	doubt := tau
	doubt.Doubt = "unknown"
	operation := func() model.Transition {
		for {
			t := randomTransition(r, sys)
			if t.Kind != model.Tau && t.Object >= 0 && (t.Kind != model.Spawn || r.IntN(4) == 0) {
				return t
			}
		}
	}
	switch r.IntN(12) {
	case 0, 1, 2:
		return []model.Transition{doubt, doubt}
	case 3:
		return []model.Transition{doubt, doubt, operation()}
	case 4:
		return []model.Transition{tau, tau}
	case 5:
		return []model.Transition{tau, doubt, doubt}
	case 6:
		return []model.Transition{operation(), operation()}
	case 7:
		return []model.Transition{operation(), tau}
	}
	return []model.Transition{operation()}
}

// A tally counts what was compared.
type tally struct {
	systems, resolutions    int
	found, clean, unknown   int // answers
	inAnyCase, hangs, exact int
	hereOrThere             int // findings of which one of several comes about
	settled, sufficed       int // hangs whose steps were settled, and those that became findings
}

// checkedPlainly is what Check says of a small system without any reduction, with each object at a place of its own.
func checkedPlainly(t *testing.T, sys *model.System) verify.Result {
	t.Helper()
	for i := range sys.Objects {
		sys.Objects[i].Site = model.Site{File: "o", Line: i + 1}
	}
	return checked(t, sys, verify.Options{States: 64, Plain: true})
}

// resolutionsAgree compares the three answers on one system.
func resolutionsAgree(t *testing.T, sys *model.System, count *tally) {
	t.Helper()
	result := checkedPlainly(t, sys)
	if result.Inconclusive != "" {
		return
	}
	r := resolve(sys, 100, false)
	if r == nil {
		return
	}
	count.systems++
	count.resolutions += r.count
	sure, may := toldWith(sys, result, r.some)
	for f := range sure {
		if !r.every[f] {
			t.Errorf("%s is a finding, but doesn't come about in every resolution", f)
		}
	}
	for f := range may {
		if !sure[f] && !r.some[f] {
			t.Errorf("%s may go wrong, says Check, but does in no resolution", f)
		}
	}
	for f := range r.some {
		if (f[0] == 's' || f[0] == 'p') && !may[f] {
			t.Errorf("%s comes about in a resolution, Check doesn't know it", f)
		}
	}
	for x := range sys.Objects {
		leftAgree(t, sys, x, r, result)
	}
	count.answer(t, result, r, sure)
	count.hereOrThere += len(result.Findings) - len(withoutChoices(result).Findings)
	for i := range result.Hangs {
		stepsSuffice(t, sys, &result.Hangs[i], count)
	}
}

// stepsSuffice settles the steps on which something hangs against the program:
// those that its execution takes are certain, the others aren't there. Then it
// must be a finding. An orphan isn't, if somebody may be stuck besides; and what
// is reached by a step in doubt need not last if the same step would also lead
// out.
func stepsSuffice(t *testing.T, sys *model.System, d *verify.Doubt, count *tally) {
	t.Helper()
	taken := map[verify.DoubtfulStep]bool{}
	for _, s := range d.Trace {
		taken[verify.DoubtfulStep{Process: s.Process, State: s.State, Transition: s.Transition}] = true
	}
	settled := *sys
	settled.Processes = nil
	for p, a := range sys.Processes {
		a.States = slices.Clone(a.States)
		for s := range a.States {
			a.States[s].Transitions = slices.Clone(a.States[s].Transitions)
		}
		settled.Processes = append(settled.Processes, a)
		for _, step := range slices.Backward(d.Steps) {
			if step.Process != p {
				continue
			}
			transitions := &a.States[step.State].Transitions
			switch {
			case (*transitions)[step.Transition].Doubt == "":
				t.Errorf("%v hangs on %v, which isn't in doubt", d, step)
			case taken[step]:
				(*transitions)[step.Transition].Doubt = ""
			default:
				*transitions = slices.Delete(*transitions, step.Transition, step.Transition+1)
			}
		}
	}
	if d.Category == verify.Orphan || d.Category == verify.OrphanMay {
		return
	}
	result := checked(t, &settled, verify.Options{States: 64, Plain: true})
	wanted := fmt.Sprint("stuck ", d.Process, " ", d.State)
	if d.Category == verify.Panic {
		wanted = "panic " + siteOf(sys, d.Process, d.State, d.Transition)
	}
	count.settled++
	sure, _ := toldWith(&settled, result, nil)
	if sure[wanted] {
		count.sufficed++
	} else if !slices.ContainsFunc(d.Steps, func(s verify.DoubtfulStep) bool { return taken[s] }) {
		t.Errorf("%s is no finding when the steps %v are settled against the program", wanted, d.Steps)
	}
}

// toldWith is what Check says goes wrong for certain, and what may, those that
// are certain included, in the oracle's words.
func toldWith(sys *model.System, result verify.Result, some map[string]bool) (sure, may map[string]bool) {
	sure, may = map[string]bool{}, map[string]bool{}
	for _, f := range told(withoutChoices(result)) {
		sure[f] = true
	}
	for _, f := range result.Findings {
		if len(f.Or) > 0 {
			oneOf(sys, &f, some, sure, may)
			continue
		}
		if f.Category == verify.Panic {
			sure["panic "+siteOf(sys, f.Process, f.State, f.Transition)] = true
		}
		if f.Category == verify.Orphan || f.Category == verify.OrphanMay {
			sure[fmt.Sprint("kept ", f.Object)] = true
		}
		if f.Category == verify.Orphan {
			sure[fmt.Sprint("unread ", f.Object)] = true
		}
	}
	for f := range sure {
		may[f] = true
	}
	for _, d := range result.Hangs {
		switch d.Category {
		case verify.Panic:
			may["panic "+siteOf(sys, d.Process, d.State, d.Transition)] = true
		case verify.Orphan:
			may[fmt.Sprint("unread ", d.Object)] = true
			may[fmt.Sprint("kept ", d.Object)] = true
		case verify.OrphanMay:
			may[fmt.Sprint("kept ", d.Object)] = true
		default:
			may[fmt.Sprint("stuck ", d.Process, " ", d.State)] = true
		}
	}
	return sure, may
}

// oneOf is what is said of a process that is stuck or panics in one place or another: that it is or
// does so somewhere, and where it may be. At which step of a state it may panic isn't said: at
// those at which it does in some resolution.
func oneOf(sys *model.System, f *verify.Finding, some, sure, may map[string]bool) {
	if f.Category == verify.Panic {
		sure[fmt.Sprint("crash of ", f.Process)] = true
	} else {
		sure[fmt.Sprint("at a stop ", f.Process)] = true
	}
	for _, b := range f.Also { // they are stuck in any case
		sure[fmt.Sprint("stuck ", b.Process, " ", b.State)] = true
	}
	for _, b := range append([]verify.Blocked{{Process: f.Process, State: f.State}}, f.Or...) {
		if f.Category != verify.Panic {
			may[fmt.Sprint("stuck ", b.Process, " ", b.State)] = true
			continue
		}
		for j := range sys.Processes[b.Process].States[b.State].Transitions {
			if panics := "panic " + siteOf(sys, b.Process, b.State, j); some[panics] {
				may[panics] = true
			}
		}
	}
}

func siteOf(sys *model.System, process, state, transition int) string {
	return sys.Processes[process].States[state].Transitions[transition].Site.String()
}

// leftAgree wants a word about a message that is left in some resolution while
// nobody is stuck, unless somebody may be stuck or panic at the place of a send.
func leftAgree(t *testing.T, sys *model.System, x int, r *resolver, result verify.Result) {
	t.Helper()
	if !r.some[fmt.Sprint("left ", x)] {
		return
	}
	worse := map[string]bool{}
	orphan := func(c verify.Category) bool { return c == verify.Orphan || c == verify.OrphanMay }
	for _, f := range result.Findings {
		if orphan(f.Category) && f.Object == x {
			return
		}
		worse[siteOf(sys, f.Process, f.State, f.Transition)] = true
	}
	for _, d := range result.Hangs {
		if orphan(d.Category) && d.Object == x {
			return
		}
		worse[siteOf(sys, d.Process, d.State, d.Transition)] = true
	}
	for p, a := range sys.Processes {
		for s, state := range a.States {
			for j, tr := range state.Transitions {
				if tr.Kind == model.Send && tr.Object == x && worse[siteOf(sys, p, s, j)] {
					return
				}
			}
		}
	}
	t.Errorf("a message is left in object %d in a resolution; Check says %v, %v", x, result.Findings, result.Hangs)
}

// answer compares the answer as a whole and counts it.
func (c *tally) answer(t *testing.T, result verify.Result, r *resolver, sure map[string]bool) {
	t.Helper()
	wrong := 0
	for f := range r.some {
		if f[0] == 's' || f[0] == 'p' || f[0] == 'l' {
			wrong++
		}
	}
	switch result.Answer {
	case verify.Clean:
		c.clean++
		if wrong > 0 {
			t.Errorf("clean, says Check, but there are resolutions with %v", r.some)
		}
	case verify.Found:
		c.found++
	case verify.Unknown:
		c.unknown++
		if len(result.Doubtful) == 0 {
			t.Errorf("unknown, says Check, and not why")
		}
	}
	for f := range r.every {
		if f[0] == 's' || f[0] == 'p' {
			c.inAnyCase++
			if sure[f] {
				c.exact++
			}
		}
	}
	c.hangs += len(result.Hangs)
}

// TestDoubtsAgreeWithResolutions compares Check with all resolutions of the
// steps in doubt of random systems.
func TestDoubtsAgreeWithResolutions(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 8))
	want := sample(3_000)
	if *long {
		want = 50_000
	}
	var count tally
	for i := 0; count.systems < want; i++ {
		sys := randomDoubts(r)
		if i%4 == 0 {
			sys = randomSystemWith(r, 1)
		}
		resolutionsAgree(t, sys, &count)
		if t.Failed() {
			t.Fatalf("system %d: %s", i, textOf(t, sys))
		}
	}
	t.Logf("%+v", count)
	if count.hereOrThere == 0 {
		t.Error("nothing is found here or there")
	}
	if count.sufficed < count.settled*98/100 {
		t.Errorf("the steps suffice for %d of %d hangs only", count.sufficed, count.settled)
	}
	if count.unknown < want/20 || count.found < want/20 || count.clean < want/20 {
		t.Errorf("some answers are rare: %+v", count)
	}
}

func FuzzDoubtsAgreeWithResolutions(f *testing.F) {
	f.Add(uint64(1), uint64(2))
	f.Add(uint64(964), uint64(244)) // a new channel beside a receive with the same successor
	f.Fuzz(func(t *testing.T, a, b uint64) {
		resolutionsAgree(t, randomDoubts(rand.New(rand.NewPCG(a, b))), &tally{})
	})
}

// textOf is a system in its text form.
func textOf(t *testing.T, sys *model.System) string {
	t.Helper()
	var b strings.Builder
	if err := sys.WriteText(&b); err != nil {
		t.Fatal(err)
	}
	return b.String()
}
