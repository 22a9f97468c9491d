package verify_test

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/chancheck/chancheck/model"
	"github.com/chancheck/chancheck/verify"
)

// randomSystem makes a small system with all kinds of objects and actions, one
// in two of them with steps in doubt.
func randomSystem(r *rand.Rand) *model.System { return randomSystemWith(r, 2) }

// randomSystemWith is randomSystem with steps in doubt in one of n.
func randomSystemWith(r *rand.Rand, n int) *model.System {
	sys := &model.System{}
	processes := 2 + r.IntN(3)
	for i := range 1 + r.IntN(3) {
		o := model.Object{Kind: model.ObjectKind(r.IntN(int(model.Cell) + 1)), Name: fmt.Sprint("o", i), Owner: -1}
		if r.IntN(2) == 0 {
			o.Kind = model.Channel
		}
		if o.Kind == model.Channel {
			o.Capacity = r.IntN(3)
		}
		if o.Kind == model.Channel || o.Kind == model.Cell {
			for l := range 1 + r.IntN(3) {
				o.Labels = append(o.Labels, model.Label{Name: fmt.Sprint(l)})
			}
		}
		sys.Objects = append(sys.Objects, o)
	}
	for p := 1; p < processes; p++ {
		sys.Families = append(sys.Families, model.Family{Members: []int{p}})
	}
	doubts := r.IntN(n) == 0
	for p := range processes {
		sys.Processes = append(sys.Processes, randomAutomaton(r, sys, p, doubts))
	}
	if r.IntN(4) == 0 {
		o := &sys.Objects[r.IntN(len(sys.Objects))]
		o.Owner = r.IntN(processes)
	}
	return sys
}

func randomAutomaton(r *rand.Rand, sys *model.System, p int, doubts bool) model.Automaton {
	a := model.Automaton{States: make([]model.State, 2+r.IntN(3))}
	for s := range a.States {
		state := &a.States[s]
		if r.IntN(6) == 0 {
			state.Refs = []int{r.IntN(len(sys.Objects))}
		}
		if s == len(a.States)-1 && r.IntN(3) > 0 {
			break // final
		}
		if p == 0 && s == 0 { // something must be started
			state.Transitions = []model.Transition{{Kind: model.Spawn, Object: r.IntN(len(sys.Families)), To: 1}}
			continue
		}
		for range 1 + r.IntN(2) {
			t := randomTransition(r, sys)
			if doubts && r.IntN(3) == 0 {
				t = model.Transition{Kind: model.Tau, Object: -1, Doubt: "unknown"}
			}
			t.To = r.IntN(len(a.States))
			t.Lasts = p == 0 && t.Kind == model.Tau && r.IntN(2) == 0
			t.Site = model.Site{File: "f", Line: p*100 + s*10 + len(state.Transitions) + 1}
			state.Transitions = append(state.Transitions, t)
		}
	}
	return a
}

// actionsOf are the actions that apply to an object, likely ones several times.
var actionsOf = map[model.ObjectKind][]model.Kind{
	model.Channel:   {model.Send, model.Send, model.Receive, model.Receive, model.ReceiveClosed, model.Close, model.Cancel, model.New, model.Fault},
	model.Mutex:     {model.Lock, model.Lock, model.Unlock, model.New, model.Fault},
	model.RWMutex:   {model.Announce, model.Lock, model.Unlock, model.RLock, model.RUnlock},
	model.WaitGroup: {model.Add, model.Add, model.Wait, model.New, model.Fault},
	model.Once:      {model.OnceBegin, model.OnceEnd, model.OnceSkip},
	model.Cond:      {model.CondEnqueue, model.CondWake, model.Signal, model.Broadcast},
	model.Cell:      {model.Read, model.Write, model.Update, model.Assume},
}

func randomTransition(r *rand.Rand, sys *model.System) model.Transition {
	switch r.IntN(14) {
	case 0, 1:
		return model.Transition{Kind: model.Tau, Object: -1}
	case 2:
		return model.Transition{Kind: model.Spawn, Object: r.IntN(len(sys.Families))}
	case 3:
		return model.Transition{Kind: model.Default, Object: -1}
	case 4:
		kinds := []model.Kind{model.Exit, model.Crash, model.Send, model.Receive, model.Close}
		return model.Transition{Kind: kinds[r.IntN(len(kinds))], Object: -1}
	}
	x := r.IntN(len(sys.Objects))
	o := &sys.Objects[x]
	kinds := actionsOf[o.Kind]
	t := model.Transition{Kind: kinds[r.IntN(len(kinds))], Object: x}
	switch {
	case t.Kind == model.Add:
		t.Label = r.IntN(3) - 1
	case t.Kind == model.Receive && r.IntN(2) == 0:
		t.Label = model.AnyLabel
	case len(o.Labels) > 0 && (t.Kind == model.Send || t.Kind == model.Receive || t.Kind == model.Read || t.Kind == model.Write || t.Kind == model.Update || t.Kind == model.Assume):
		t.Label = r.IntN(len(o.Labels))
		if t.Kind == model.Update {
			t.Set = r.IntN(len(o.Labels))
		}
	}
	return t
}

// told is the verdict of Check in the oracle's words.
func told(result verify.Result) []string {
	found := map[string]bool{}
	for _, f := range result.Findings {
		switch f.Category {
		case verify.Deadlock, verify.Leak:
			found[fmt.Sprint("stuck ", f.Process, " ", f.State)] = true
			for _, b := range f.Also {
				found[fmt.Sprint("stuck ", b.Process, " ", b.State)] = true
			}
		}
	}
	return slices.Sorted(maps.Keys(found))
}

// withoutChoices leaves out what is here or there in any case: TestDoubtsAgreeWithResolutions compares that.
func withoutChoices(result verify.Result) verify.Result {
	result.Findings = slices.DeleteFunc(slices.Clone(result.Findings), func(f verify.Finding) bool { return len(f.Or) > 0 })
	return result
}

// agree compares Check with the oracle. What is compared of those that are
// stuck is the set of places, because one finding stands for all members and
// all stories of an operation.
func agree(t *testing.T, sys *model.System) (judged, doubted bool) {
	t.Helper()
	if err := sys.Validate(); err != nil {
		t.Fatal(err)
	}
	const limit = 1500
	all := checked(t, sys, verify.Options{States: limit, Plain: true})
	result := withoutChoices(all)
	o := &oracle{sys: sys}
	want, doubtful, ok := o.verdict(limit)
	if !ok || result.Inconclusive != "" {
		// Counters that grow for ever make both give up, one way or another.
		if ok && result.Inconclusive != "" && len(result.Exhausted)+len(result.Conflicts) > 0 {
			t.Errorf("Check is inconclusive (%s), the oracle is not", result.Inconclusive)
		}
		if !ok && o.broken && result.Inconclusive == "" {
			t.Errorf("the oracle ran out of something, Check did not")
		}
		return false, false
	}
	var stuck, panics []string
	for _, w := range want {
		if w[0] == 's' {
			stuck = append(stuck, w)
		} else {
			panics = append(panics, w)
		}
	}
	// Every place that Check names is one of the oracle's, and the other way
	// round.
	for _, f := range told(result) {
		if !slices.Contains(stuck, f) {
			t.Errorf("%s, says Check; the oracle knows only %v", f, stuck)
		}
	}
	if (len(stuck) > 0) != (len(told(result)) > 0) {
		t.Errorf("Check tells %v, the oracle %v", told(result), stuck)
	}
	if len(doubtful) > 0 && len(all.Doubtful) == 0 && len(all.Findings) == len(result.Findings) {
		t.Errorf("Check is sure, but the oracle knows of %v after steps in doubt", doubtful)
	}
	comparePlaces(t, result, stuck)
	comparePanics(t, result, panics)
	return true, len(doubtful) > 0
}

// comparePlaces wants a finding, or a line in one, for every operation at
// which the oracle has somebody stuck.
func comparePlaces(t *testing.T, result verify.Result, stuck []string) {
	t.Helper()
	told := told(result)
	for _, s := range stuck {
		if !slices.Contains(told, s) {
			t.Errorf("%s, says the oracle; Check tells only %v", s, told)
		}
	}
}

func comparePanics(t *testing.T, result verify.Result, want []string) {
	t.Helper()
	got := map[string]bool{}
	for _, f := range result.Findings {
		if f.Category == verify.Panic {
			got[fmt.Sprint("panic ", f.Trace != nil)] = true
		}
	}
	if (len(got) > 0) != (len(want) > 0) {
		t.Errorf("Check tells panics %v, the oracle %v", got, want)
	}
}

// sample is how many of n random systems a test looks at: few in short mode.
func sample(n int) int {
	if testing.Short() {
		return n / 12
	}
	return n
}

// TestCheckAgreesWithOracle compares more than 20 000 random systems that can be judged.
func TestCheckAgreesWithOracle(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	judged, doubted := 0, 0
	for i := range sample(36_000) {
		sys := randomSystem(r)
		ok, doubt := agree(t, sys)
		if ok {
			judged++
		}
		if doubt {
			doubted++
		}
		if t.Failed() {
			t.Fatalf("system %d: %+v", i, sys)
		}
	}
	t.Logf("%d systems judged of %d, %d of them with something in doubt", judged, sample(36_000), doubted)
	if judged < sample(20_000) || doubted < sample(100) {
		t.Errorf("only %d systems could be judged, %d with something in doubt", judged, doubted)
	}
}

func FuzzCheckAgreesWithOracle(f *testing.F) {
	f.Add(uint64(1), uint64(2))
	f.Fuzz(func(t *testing.T, a, b uint64) {
		agree(t, randomSystem(rand.New(rand.NewPCG(a, b))))
	})
}

// TestNamesAndOrderDoNotMatter renames everything and reverses objects,
// families and the order of transitions: the verdict stays the same.
func TestNamesAndOrderDoNotMatter(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for range 2000 {
		sys := randomSystem(r)
		before := checked(t, sys, verify.Options{States: 1500})
		after := checked(t, turned(sys), verify.Options{States: 1500})
		if before.Inconclusive != "" || after.Inconclusive != "" {
			continue
		}
		if a, b := told(before), told(after); !slices.Equal(a, b) {
			t.Fatalf("%v became %v for %+v", a, b, sys)
		}
		if before.States != after.States {
			t.Fatalf("%d configurations became %d for %+v", before.States, after.States, sys)
		}
	}
}

// turned is the same system with its objects and families in reverse order.
func turned(sys *model.System) *model.System {
	n := &model.System{Name: "turned"}
	objects, families := len(sys.Objects), len(sys.Families)
	for i := range sys.Objects {
		o := sys.Objects[objects-1-i]
		o.Name += "'"
		n.Objects = append(n.Objects, o)
	}
	for i := range sys.Families {
		n.Families = append(n.Families, sys.Families[families-1-i])
	}
	for _, p := range sys.Processes {
		a := model.Automaton{Name: p.Name + "'"}
		for _, s := range p.States {
			var state model.State
			for _, ref := range slices.Backward(s.Refs) {
				state.Refs = append(state.Refs, objects-1-ref)
			}
			for _, tr := range s.Transitions {
				switch {
				case tr.Kind == model.Spawn:
					tr.Object = families - 1 - tr.Object
				case tr.Object >= 0:
					tr.Object = objects - 1 - tr.Object
				}
				state.Transitions = append(state.Transitions, tr)
			}
			a.States = append(a.States, state)
		}
		n.Processes = append(n.Processes, a)
	}
	return n
}

// TestIdleGoroutineChangesNothing adds a goroutine that ends at once.
func TestIdleGoroutineChangesNothing(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	for range 2000 {
		sys := randomSystem(r)
		before := checked(t, sys, verify.Options{States: 1500})
		sys.Processes = append(sys.Processes, model.Automaton{States: make([]model.State, 1)})
		sys.Families = append(sys.Families, model.Family{Members: []int{len(sys.Processes) - 1}})
		after := checked(t, sys, verify.Options{States: 1500})
		if !slices.Equal(told(before), told(after)) || before.States != after.States {
			t.Fatalf("%v became %v for %+v", before, after, sys)
		}
	}
}

// rings is a system of n processes in a ring over n channels.
func rings(n, capacity int) *model.System {
	sys := &model.System{Name: "ring"}
	for i := range n {
		sys.Objects = append(sys.Objects, model.Object{
			Kind: model.Channel, Name: fmt.Sprint("c", i), Capacity: capacity, Owner: -1, Labels: []model.Label{{Name: "m"}},
		})
	}
	var start model.Automaton
	for p := 1; p < n; p++ {
		sys.Families = append(sys.Families, model.Family{Members: []int{p}})
		start.States = append(start.States, model.State{Transitions: []model.Transition{{Kind: model.Spawn, Object: p - 1, To: p}}})
	}
	for p := range n {
		a := model.Automaton{}
		if p == 0 {
			a = start
		}
		first := len(a.States)
		a.States = append(a.States,
			model.State{Transitions: []model.Transition{{Kind: model.Send, Object: p, To: first + 1}}},
			model.State{Transitions: []model.Transition{
				{Kind: model.Receive, Object: (p + n - 1) % n, Label: model.AnyLabel, To: first},
			}})
		sys.Processes = append(sys.Processes, a)
	}
	return sys
}

// BenchmarkExplore explores ten processes over ten channels.
func BenchmarkExplore(b *testing.B) {
	sys := rings(10, 1)
	states := 0
	b.ReportAllocs()
	for b.Loop() {
		result := verify.Check(sys, verify.Options{States: 1 << 22})
		if result.Inconclusive != "" {
			b.Fatal(result.Inconclusive)
		}
		states += result.States
	}
	b.ReportMetric(float64(states)/b.Elapsed().Seconds(), "states/s")
}

// BenchmarkDoubts is BenchmarkExplore where, before it sends, each process asks
// something that is in doubt.
func BenchmarkDoubts(b *testing.B) {
	sys := rings(8, 1)
	for p := range sys.Processes {
		a := &sys.Processes[p]
		last := len(a.States) - 1
		a.States = append(a.States, model.State{Transitions: []model.Transition{
			{Kind: model.Tau, Object: -1, Doubt: "more", To: last - 1},
			{Kind: model.Tau, Object: -1, Doubt: "more", To: last + 1},
		}})
		a.States[last].Transitions[0].To = last + 1
	}
	states := 0
	b.ReportAllocs()
	for b.Loop() {
		result := verify.Check(sys, verify.Options{States: 1 << 22})
		if result.Answer != verify.Unknown || len(result.Hangs) == 0 {
			b.Fatal(result.Answer)
		}
		states += result.States
	}
	b.ReportMetric(float64(states)/b.Elapsed().Seconds(), "states/s")
	b.ReportMetric(float64(states)/float64(b.N), "states")
}

// TestReductionAgreesWithPlainExploration compares what is found, and how often
// the reduction saves something.
func TestReductionAgreesWithPlainExploration(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	judged, smaller := 0, 0
	for i := range sample(30_000) {
		sys := randomSystem(r)
		if i%3 == 0 {
			sys = randomDoubts(r)
		}
		plain, reduced := reductionAgrees(t, sys)
		if plain.Inconclusive != "" {
			continue
		}
		judged++
		if reduced.States < plain.States {
			smaller++
		}
	}
	t.Logf("%d systems judged, %d of them smaller with the reduction", judged, smaller)
	if judged < sample(10_000) || smaller < sample(300) {
		t.Errorf("%d systems judged, %d smaller", judged, smaller)
	}
}

// reductionAgrees compares one system. What is judged without the reduction
// is judged with it; the other way round it may have too few members of a
// family only without.
func reductionAgrees(t *testing.T, sys *model.System) (plain, reduced verify.Result) {
	t.Helper()
	plain = checked(t, sys, verify.Options{States: 1500, Plain: true})
	reduced = checked(t, sys, verify.Options{States: 1500})
	if plain.Inconclusive != "" {
		return plain, reduced
	}
	if got, want := places(sys, reduced), places(sys, plain); reduced.Inconclusive != "" || !slices.Equal(got, want) {
		t.Fatalf("%+v\nfound with the reduction: %v (%s)\nwithout: %v", sys, got, reduced.Inconclusive, want)
	}
	got := hangs(reduced)
	for _, d := range hangs(plain) { // private.go says why there may be more
		if !slices.Contains(got, d) {
			t.Fatalf("%s\nmay go wrong with the reduction: %v\nwithout: %s", textOf(t, sys), got, d)
		}
	}
	return plain, reduced
}

func FuzzReductionAgrees(f *testing.F) {
	f.Add(uint64(1), uint64(2))
	f.Fuzz(func(t *testing.T, a, b uint64) {
		reductionAgrees(t, randomSystem(rand.New(rand.NewPCG(a, b))))
	})
}

// hangs lists what may go wrong without its executions; messages by the channel that they may
// be left in, as whose they are depends on the execution (see places).
func hangs(result verify.Result) []string {
	var list []string
	for _, d := range result.Hangs {
		if isMessage(d.Category) {
			list = appendNew(list, fmt.Sprint(d.Category, " in ", d.Object))
			continue
		}
		list = append(list, fmt.Sprint(d.Category, d.Process, d.State, d.Transition))
	}
	return list
}

// isMessage reports whether findings of a category are about a message that is left.
func isMessage(c verify.Category) bool { return c == verify.Orphan || c == verify.OrphanMay }

// places lists the findings without their executions. If there are steps in doubt, there
// is one execution of each, and who else is stuck depends on it, and whose message is left
// of those in a channel.
func places(sys *model.System, result verify.Result) []string {
	var list []string
	doubts := strings.Contains(fmt.Sprintf("%+v", sys), "Doubt:unknown")
	for _, f := range result.Findings {
		switch {
		case !doubts:
			list = append(list, fmt.Sprint(f.Category, f.Process, f.State, f.Transition, f.Also))
		case isMessage(f.Category):
			list = appendNew(list, fmt.Sprint(f.Category, " in ", f.Object))
		default:
			list = append(list, fmt.Sprint(f.Category, f.Process, f.State, f.Transition))
		}
	}
	return list
}

func appendNew(list []string, s string) []string {
	if slices.Contains(list, s) {
		return list
	}
	return append(list, s)
}
