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

// unit is the time that passes at once, in nanoseconds.
const unit = 1_000_000

// A moment is a configuration with how long its timers have run, in units: by process since it has come to its state, or since it begins to wait there if it
// is held up first, which isn't the case any more if it is ready; and those with numbers.
type moment struct {
	world   *world
	elapsed []int
	ready   []bool
	numbers []map[int]int
}

func (m *moment) key() string { return fmt.Sprint(m.world.key(), m.elapsed, m.ready, m.numbers) }

func (m *moment) clone() *moment {
	n := &moment{m.world.clone(), slices.Clone(m.elapsed), slices.Clone(m.ready), nil}
	for _, numbers := range m.numbers {
		n.numbers = append(n.numbers, maps.Clone(numbers))
	}
	return n
}

// longest is where timers are not counted any further.
const longest = 6

// A timed interpreter lets time pass, in which each timer that is known takes as long as it does.
type timed struct{ *oracle }

// arrive notes that a process has come to its state, by some step.
func (o timed) arrive(m *moment, p int, by *model.Transition) {
	m.elapsed[p], m.ready[p] = 0, m.world.at[p] >= 0 && !o.sys.Processes[p].States[m.world.at[p]].Busy
	if by == nil || len(o.transitions(m.world, p)) == 0 {
		m.numbers[p] = map[int]int{}
	} else if by.Event == model.Timeout {
		delete(m.numbers[p], by.Timer.Number)
	}
	o.startNumbers(m, p)
}

func (o timed) startNumbers(m *moment, p int) {
	for _, t := range o.transitions(m.world, p) {
		if _, runs := m.numbers[p][t.Timer.Number]; t.Timer.Number > 0 && !runs && m.ready[p] {
			m.numbers[p][t.Timer.Number] = 0
		}
	}
}

// age is how long the timer of a step has run.
func (m *moment) age(p int, t *model.Transition) int {
	switch {
	case t.Timer.Number > 0:
		return m.numbers[p][t.Timer.Number]
	case !m.ready[p]:
		return -1
	}
	return m.elapsed[p]
}

// isAtOnce reports whether a step takes no time.
func (o timed) isAtOnce(m *moment, e *event) bool {
	return e.last.Event == model.NoEvent && !slices.ContainsFunc(e.movers, func(p int) bool { return o.sys.Processes[p].States[m.world.at[p]].Busy })
}

// next are the moments after one.
func (o timed) next(m *moment) (list []*moment) {
	events := o.events(m.world)
	isHasty := slices.ContainsFunc(events, func(e event) bool { return o.isAtOnce(m, &e) })
	for _, e := range events {
		p, t := e.movers[0], e.last
		if t.Event == model.Timeout && (isHasty || t.Timer != model.Timer{} && m.age(p, &t)*unit < int(t.Timer.Least)) {
			continue
		}
		n := m.clone()
		n.world = e.next
		for q := range n.world.at {
			if slices.Contains(e.movers, q) {
				o.arrive(n, q, &t)
			} else if n.world.at[q] != m.world.at[q] {
				o.arrive(n, q, nil)
			}
		}
		list = append(list, n)
	}
	if !isHasty && !m.world.ended {
		list = append(list, o.later(m)...)
	}
	return list
}

// later are the moments in which somebody who was held up begins to wait, and that in which a unit of time has passed, if nobody has to go on before.
func (o timed) later(m *moment) (list []*moment) {
	isUrgent := false
	n := m.clone()
	for p := range m.elapsed {
		for _, t := range o.transitions(m.world, p) {
			isUrgent = isUrgent || t.Doubt == "" && m.ready[p] && t.Timer.Most > 0 && m.age(p, &t)*unit >= int(t.Timer.Most)
		}
		if m.world.at[p] >= 0 && !m.ready[p] {
			starts := m.clone()
			starts.ready[p] = true
			o.startNumbers(starts, p)
			list = append(list, starts)
		}
		if m.ready[p] {
			n.elapsed[p] = min(longest, n.elapsed[p]+1)
		}
		for number := range n.numbers[p] {
			n.numbers[p][number] = min(longest, n.numbers[p][number]+1)
		}
	}
	if !isUrgent {
		list = append(list, n)
	}
	return list
}

// reached are the local states that can be reached together; nil if there are too many moments.
func (o timed) reached(limit int) map[string]bool {
	start := &moment{world: &world{at: make([]int, len(o.sys.Processes)), queue: map[int][]int{}, num: map[string]int{}}}
	for p := range start.world.at {
		start.world.at[p] = -1
		start.numbers = append(start.numbers, map[int]int{})
	}
	start.world.at[0], start.elapsed, start.ready = 0, make([]int, len(start.world.at)), make([]bool, len(start.world.at))
	o.arrive(start, 0, nil)
	seen, found := map[string]bool{start.key(): true}, map[string]bool{}
	for queue := []*moment{start}; len(queue) > 0; queue = queue[1:] {
		found[fmt.Sprint(queue[0].world.at)] = true
		for _, n := range o.next(queue[0]) {
			if !seen[n.key()] {
				seen[n.key()] = true
				queue = append(queue, n)
			}
		}
		if len(seen) > limit || o.broken {
			return nil
		}
	}
	return found
}

// randomTimers are systems whose processes wait for timers, most of them of known length.
func randomTimers(r *rand.Rand) *model.System {
	sys := randomDoubts(r)
	for p := range sys.Processes {
		states := sys.Processes[p].States
		for s := range states {
			states[s].Busy = r.IntN(8) == 0
			if len(states[s].Transitions) == 0 || states[s].Transitions[0].Kind == model.Spawn || r.IntN(4) == 0 {
				continue
			}
			t := model.Transition{Kind: model.Tau, Object: -1, To: min(len(states)-1, s+1+r.IntN(3)-r.IntN(2)), Event: model.Timeout, Timer: randomTimer(r)}
			t.Site = model.Site{File: "f_test.go", Line: p*100 + s*10 + 9}
			if r.IntN(2) == 0 {
				states[s].Transitions = nil
			} else if r.IntN(5) == 0 {
				t.Kind = model.Default
			}
			switch {
			case t.Timer.Number == 0 && r.IntN(8) == 0:
				t.Event, t.Timer.Least = model.WorldEvent, 0
			case t.Kind == model.Tau && r.IntN(8) == 0:
				t.Doubt = "unknown"
			}
			states[s].Transitions = append(states[s].Transitions, t)
		}
	}
	return sys
}

func randomTimer(r *rand.Rand) model.Timer {
	d := int64(1+2*r.IntN(2)) * unit
	switch r.IntN(12) {
	case 0:
		return model.Timer{}
	case 1:
		return model.Timer{Most: d}
	case 2, 3:
		return model.Timer{Least: d, Number: 1 + r.IntN(2)}
	}
	return model.Timer{Least: d, Most: d}
}

// A clockTally counts what was compared.
type clockTally struct{ systems, fewer, exact int }

// clocksAgree compares what can be reached in one system with what can be as time passes.
func clocksAgree(t *testing.T, sys *model.System, count *clockTally) {
	t.Helper()
	inTime := timed{&oracle{sys: sys}}.reached(600)
	got, all := verify.Reached(sys, verify.Options{Patient: true})
	if inTime == nil || !all {
		return
	}
	for at := range inTime {
		if !got[at] {
			t.Errorf("%s can be reached in\n%s", at, textOf(t, sys))
			return
		}
	}
	untimed, _ := verify.Reached(withoutTimers(sys), verify.Options{Patient: true})
	count.systems++
	if len(got) < len(untimed) {
		count.fewer++
	}
	if len(got) < len(untimed) && len(got) == len(inTime) {
		count.exact++
	}
}

// withoutTimers is a system in which nothing is known of timers.
func withoutTimers(sys *model.System) *model.System {
	n := *sys
	n.Processes = slices.Clone(sys.Processes)
	for p := range n.Processes {
		n.Processes[p].States = slices.Clone(n.Processes[p].States)
		for s := range n.Processes[p].States {
			state := &n.Processes[p].States[s]
			state.Transitions = slices.Clone(state.Transitions)
			for i := range state.Transitions {
				state.Transitions[i].Timer = model.Timer{}
			}
		}
	}
	return &n
}

// TestClocksAgreeWithTime compares random systems with those in which time passes.
func TestClocksAgreeWithTime(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 8))
	var count clockTally
	systems := 1000
	if testing.Short() {
		systems = 500
	}
	for range systems {
		clocksAgree(t, randomTimers(r), &count)
		if t.Failed() {
			return
		}
	}
	t.Logf("%+v", count)
}

// TestSymmetryOfThoseWhoWait compares what is found where several goroutines do the same with what is where they are told apart.
func TestSymmetryOfThoseWhoWait(t *testing.T) {
	r := rand.New(rand.NewPCG(9, 10))
	compared := 0
	for range 400 {
		sys := randomTimers(r)
		multiplied(sys, 2)
		got := verify.Check(sys, verify.Options{Patient: true, States: 3000})
		want := verify.Check(sys, verify.Options{Patient: true, Distinct: true, States: 3000})
		if got.Inconclusive != "" || want.Inconclusive != "" {
			continue
		}
		compared++
		if a, b := kinds(sys, got), kinds(sys, want); !slices.Equal(a, b) || got.Answer != want.Answer {
			t.Fatalf("%v %v, want %v %v of\n%s", got.Answer, a, want.Answer, b, textOf(t, sys))
		}
	}
	t.Logf("%d systems", compared)
}

// TestClocksOfTheEndAreForgotten counts configurations: who waits once more for a timer, and has waited for it in another way, is where he was.
func TestClocksOfTheEndAreForgotten(t *testing.T) {
	sys, err := model.ParseText(strings.NewReader("system \"s\"\nfamily \"f\" { 1 }\nprocess \"p\"\nstate 0\nspawn 0 0 -> 1\nstate 1\ntau -1 0 -> 2 timer least 3000000\ntau -1 0 -> 2 world\nstate 2\ntau -1 0 -> 1 world\nprocess \"q\"\nstate 0\ntau -1 0 -> 0 world most 1000000\n"), "s")
	if err != nil {
		t.Fatal(err)
	}
	if result := verify.Check(sys, verify.Options{Patient: true, Plain: true}); result.States != 4 {
		t.Errorf("%d configurations", result.States)
	}
}

func FuzzClocksAgreeWithTime(f *testing.F) {
	f.Add(uint64(1), uint64(2))
	f.Fuzz(func(t *testing.T, a, b uint64) {
		clocksAgree(t, randomTimers(rand.New(rand.NewPCG(a, b))), &clockTally{})
	})
}
