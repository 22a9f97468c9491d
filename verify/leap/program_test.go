package leap_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/chancheck/chancheck/model"
	"github.com/chancheck/chancheck/verify/leap"
)

// A world is a state of a program's system, naively: processes may run or not, and there are locks and
// cells.
type world struct {
	global
	running []bool
	values  []int // of cells; of locks, 1 if it is held
}

func (w *world) key() string { return fmt.Sprint(w.at, w.queues, w.closed, w.running, w.values) }

func (w *world) clone() *world {
	return &world{global{slices.Clone(w.at), slices.Clone(w.queues), slices.Clone(w.closed)}, slices.Clone(w.running), slices.Clone(w.values)}
}

// A run is an exploration of a program's system.
type run struct {
	sys       *model.System
	executed  map[leap.Place]bool
	overflows map[leap.Place]bool
	bad       bool // something panics, or a family has too few members
	seen      map[string]bool
}

func explored(sys *model.System, most int) *run {
	r := &run{sys, map[leap.Place]bool{}, map[leap.Place]bool{}, false, map[string]bool{}}
	first := &world{*initial(sys), make([]bool, len(sys.Processes)), make([]int, len(sys.Objects))}
	first.running[0] = true
	for work := []*world{first}; len(work) > 0 && len(r.seen) < most; work = work[1:] {
		w := work[0]
		if r.seen[w.key()] {
			continue
		}
		r.seen[w.key()] = true
		for p := range w.at {
			if w.running[p] {
				work = append(work, r.steps(w, p)...)
			}
		}
	}
	return r
}

func (r *run) steps(w *world, p int) []*world {
	var next []*world
	for i, t := range r.sys.Processes[p].States[w.at[p]].Transitions {
		place := leap.Place{Process: p, State: w.at[p], Transition: i}
		if t.Kind == model.Send && w.closed[t.Object] {
			r.bad = true
		}
		if t.Kind == model.Send && r.capacity(&t) > 0 && len(w.queues[t.Object]) == r.capacity(&t) {
			r.overflows[place] = true
		}
		for _, n := range r.take(w, p, &t) {
			r.executed[place] = true
			next = append(next, n)
		}
	}
	return next
}

func (r *run) capacity(t *model.Transition) int { return r.sys.Objects[t.Object].Capacity }

// take takes a transition in all ways.
func (r *run) take(w *world, p int, t *model.Transition) []*world {
	n := w.clone()
	n.at[p] = t.To
	ok := false
	switch t.Kind {
	case model.Tau:
		ok = true
	case model.Spawn:
		members := r.sys.Families[t.Object].Members
		m := slices.IndexFunc(members, func(q int) bool {
			return !w.running[q] || len(r.sys.Processes[q].States[w.at[q]].Transitions) == 0
		})
		if ok = m >= 0; ok {
			n.running[members[m]], n.at[members[m]] = true, 0
		}
		r.bad = r.bad || !ok
	case model.Send:
		if r.capacity(t) == 0 {
			return r.meet(w, p, t)
		}
		ok = !w.closed[t.Object] && len(w.queues[t.Object]) < r.capacity(t)
		n.queues[t.Object] = append(slices.Clone(w.queues[t.Object]), t.Label)
	case model.Receive:
		if ok = len(w.queues[t.Object]) > 0 && (t.Label == w.queues[t.Object][0] || t.Label == model.AnyLabel); ok {
			n.queues[t.Object] = w.queues[t.Object][1:]
		}
	case model.ReceiveClosed:
		ok = w.closed[t.Object] && len(w.queues[t.Object]) == 0
	case model.Close:
		ok = !w.closed[t.Object]
		r.bad = r.bad || !ok
		n.closed[t.Object] = true
	case model.Lock:
		ok = w.values[t.Object] == 0
		n.values[t.Object] = 1
	case model.Unlock:
		ok = w.values[t.Object] == 1
		n.values[t.Object] = 0
	case model.Read:
		ok = w.values[t.Object] == t.Label
	case model.Write:
		ok = true
		n.values[t.Object] = t.Label
	}
	if !ok {
		return nil
	}
	return []*world{n}
}

// meet is a send without a buffer, with each who receives.
func (r *run) meet(w *world, p int, t *model.Transition) []*world {
	var list []*world
	for q := range w.at {
		if q == p || !w.running[q] || w.closed[t.Object] {
			continue
		}
		for i, o := range r.sys.Processes[q].States[w.at[q]].Transitions {
			if o.Kind == model.Receive && o.Object == t.Object && (o.Label == t.Label || o.Label == model.AnyLabel) {
				n := w.clone()
				n.at[p], n.at[q] = t.To, o.To
				r.executed[leap.Place{Process: q, State: w.at[q], Transition: i}] = true
				list = append(list, n)
			}
		}
	}
	return list
}

// drawProgram makes a system as one that was extracted: process 0 starts others.
func drawProgram(r *rand.Rand) *model.System {
	sys := &model.System{Objects: []model.Object{{Kind: model.Mutex, Owner: -1}, {Kind: model.Cell, Labels: make([]model.Label, 2), Owner: -1}}}
	channels := 1 + r.IntN(3)
	for range channels {
		sys.Objects = append(sys.Objects, model.Object{Kind: model.Channel, Capacity: r.IntN(3), Labels: make([]model.Label, r.IntN(3)), Owner: -1})
	}
	processes := 2 + r.IntN(3)
	for p := 1; p < processes; p++ {
		if n := len(sys.Families); n > 0 && r.IntN(3) == 0 {
			sys.Families[n-1].Members = append(sys.Families[n-1].Members, p)
			continue
		}
		sys.Families = append(sys.Families, model.Family{Members: []int{p}})
	}
	others := r.IntN(2) == 0 // than channels
	for p := range processes {
		sys.Processes = append(sys.Processes, drawGoroutine(r, sys, p, others))
	}
	return sys
}

// drawGoroutine mostly goes forward, and starts what there is to start first.
func drawGoroutine(r *rand.Rand, sys *model.System, p int, others bool) model.Automaton {
	var a model.Automaton
	starts := 0
	if p == 0 {
		starts = len(sys.Families)
	}
	length := starts + 2 + r.IntN(3)
	for q := range length {
		var state model.State
		if q < starts {
			state.Transitions = []model.Transition{{Kind: model.Spawn, Object: q, To: q + 1}}
		} else {
			for range []int{1, 1, 1, 2, 2}[r.IntN(5)] {
				t := drawOperation(r, sys, others)
				t.To = min(q+1+r.IntN(2), length)
				if r.IntN(8) == 0 {
					t.To = r.IntN(length)
				}
				state.Transitions = append(state.Transitions, t)
			}
		}
		a.States = append(a.States, state)
	}
	a.States = append(a.States, model.State{})
	return a
}

func drawOperation(r *rand.Rand, sys *model.System, others bool) model.Transition {
	if others && r.IntN(3) == 0 {
		return []model.Transition{
			{Kind: model.Lock, Object: 0}, {Kind: model.Unlock, Object: 0}, {Kind: model.Write, Object: 1, Label: r.IntN(2)},
			{Kind: model.Read, Object: 1, Label: r.IntN(2)}, {Kind: model.Spawn, Object: r.IntN(len(sys.Families))},
		}[r.IntN(5)]
	}
	t := model.Transition{Object: 2 + r.IntN(len(sys.Objects)-2)}
	labels := len(sys.Objects[t.Object].Labels)
	switch r.IntN(10) {
	case 0:
		return model.Transition{Kind: model.Tau, Object: -1}
	case 1:
		t.Kind = model.Close
	case 2:
		t.Kind = model.ReceiveClosed
	case 3, 4, 5:
		t.Kind, t.Label = model.Receive, r.IntN(labels+1)-1
	default:
		t.Kind = model.Send
		if labels == 0 {
			return model.Transition{Kind: model.Tau, Object: -1}
		}
		t.Label = r.IntN(labels)
	}
	return t
}

// TestPrograms holds what is said of random programs against all of their executions.
func TestPrograms(t *testing.T) {
	systems := *leapSystems / 4
	if testing.Short() {
		systems = min(systems, 1500)
	}
	counts := map[string]int{}
	for i := range systems {
		sys := drawProgram(rand.New(rand.NewPCG(*leapSeed+2, uint64(i))))
		if err := sys.Validate(); err != nil {
			t.Fatal(err)
		}
		r := explored(sys, 5000)
		if len(r.seen) >= 5000 {
			counts["too large"]++
			continue
		}
		c, err := leap.Communicate(sys, 20_000)
		if err != nil {
			counts["not told"]++
			continue
		}
		if !told(t, r, c, counts) {
			t.Fatalf("system %d of seed %d:\n%s", i, *leapSeed, spelled(t, sys))
		}
	}
	t.Log(counts)
	for kind, floor := range map[string]int{"told": 50, "never": 40, "never, all of them": 30, "blocking": 5, "blocking, all of them": 5} {
		if counts[kind]*100 < floor*systems {
			t.Errorf("%d cases of %q in %d systems, want %d%%", counts[kind], kind, systems, floor)
		}
	}
}

func spelled(t *testing.T, sys *model.System) string {
	var text strings.Builder
	if err := sys.WriteText(&text); err != nil {
		t.Error(err)
	}
	return text.String()
}

// told reports whether what is said is true.
func told(t *testing.T, r *run, c *leap.Communication, counts map[string]int) bool {
	t.Helper()
	counts["told"]++
	for _, place := range c.Never {
		if r.executed[place] {
			t.Errorf("%v is executed", place)
			return false
		}
	}
	for _, o := range c.Blocking {
		if !r.overflows[o.Place] {
			t.Errorf("%v doesn't block", o)
			return false
		}
	}
	count(counts, "never", len(c.Never) > 0)
	count(counts, "blocking", len(c.Blocking) > 0)
	count(counts, "blocking, all of them", len(c.Blocking) > 0 && len(c.Blocking) == len(r.overflows))
	count(counts, "never, all of them", len(c.Never) > 0 && len(c.Never) == r.never())
	return true
}

// never is how many operations on channels are not executed.
func (r *run) never() int {
	n := 0
	for p := range r.sys.Processes {
		for q, state := range r.sys.Processes[p].States {
			for i, t := range state.Transitions {
				onChannel := t.Kind != model.Spawn && t.Object > 1
				if onChannel && !r.executed[leap.Place{Process: p, State: q, Transition: i}] {
					n++
				}
			}
		}
	}
	return n
}

// TestStartedAgain has a goroutine that starts another one, and is started twice itself.
func TestStartedAgain(t *testing.T) {
	sys := parse(t, `system "twice"
object channel "c" cap 0 labels { "x" ; "y" }
family "outer" { 1 }
family "inner" { 2 }
process "main"
state 0
  spawn 0 0 -> 1
state 1
  send 0 0 -> 2
state 2
  spawn 0 0 -> 3
state 3
  send 0 1 -> 4
state 4
process "outer"
state 0
  spawn 1 0 -> 1
state 1
process "inner"
state 0
  receive 0 0 -> 1
  receive 0 1 -> 1
state 1
`)
	if c, err := leap.Communicate(sys, 1000); err != nil || len(c.Never) > 0 {
		t.Errorf("%v, %+v", err, c)
	}
}

// TestNotTold has programs of which nothing is said, and why.
func TestNotTold(t *testing.T) {
	const start = "family \"f\" { 1 }\nprocess \"main\"\nstate 0\n  spawn 0 0 -> 0\n"
	tests := []struct{ text, want string }{
		{"object channel \"c\" cap 1 owner 1\n" + start + "process \"f\"\nstate 0\n", "f is started again and again, and has objects of its own"},
		{"object channel \"c\" cap 1\nprocess \"main\"\nstate 0\n  new 0 0 -> 0\n", "c is made again"},
		{"object channel \"c\" cap 1\nprocess \"main\"\nstate 0\n  close 0 0 -> 1\nstate 1\n  close 0 0 -> 0\n", "main comes to use channel \"c\" after it was closed"},
		{"object channel \"c\" cap 100 labels { \"x\" }\nprocess \"main\"\nstate 0\n  send 0 0 -> 0\n", "more than 50 configurations"},
	}
	for _, test := range tests {
		if c, err := leap.Communicate(parse(t, test.text), 50); err == nil || err.Error() != test.want || c != nil && len(c.Never) > 0 {
			t.Errorf("%v, %+v, want %s", err, c, test.want)
		}
	}
}

// TestExact tells what can block only if nothing was added to the executions.
func TestExact(t *testing.T) {
	const program = `object channel "c" cap 1 labels { "x" }
object mutex "m"
family "f" { 1 }
process "main"
state 0
  spawn 0 0 -> 1
state 1
  %s -> 2
state 2
  send 0 0 -> 3
state 3
  send 0 0 -> 4
state 4
process "f"
state 0
  receive 0 0 -> 0
`
	for step, want := range map[string]int{
		"tau -1 0": 1, "receive-closed 0 0": 0, "lock 1 0": 0, "default -1 0": 0, "exit -1 0": 0, "spawn 0 0": 0,
	} {
		c, err := leap.Communicate(parse(t, fmt.Sprintf(program, step)), 1000)
		if err != nil || len(c.Blocking) != want {
			t.Errorf("%s: %v, %+v, want %d", step, err, c, want)
		}
	}
	doubtful := strings.Replace(fmt.Sprintf(program, "tau -1 0"), "-> 2", "-> 2 doubt \"why\"", 1)
	if c, err := leap.Communicate(parse(t, doubtful), 1000); err != nil || len(c.Blocking) > 0 {
		t.Errorf("in doubt: %v, %+v", err, c)
	}
}
