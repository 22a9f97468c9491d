package leap_test

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/chancheck/chancheck/model"
	"github.com/chancheck/chancheck/verify/leap"
)

var (
	leapSystems = flag.Int("leap.systems", 8_000, "random systems to compare searches on")
	leapSeed    = flag.Uint64("leap.seed", 1, "seed of the random systems")
)

// A source says what comes next: random numbers, or the bytes of a fuzzer.
type source interface{ IntN(n int) int }

// draw makes a system of two to four processes, with at most six channels and bounds up to 2.
func draw(r source) (sys *model.System, bounds []int) {
	sys = &model.System{}
	processes := 2 + r.IntN(3)
	for range 1 + r.IntN(6) {
		from := r.IntN(processes)
		to := (from + 1 + r.IntN(processes-1)) % processes
		o := model.Object{Kind: model.Channel, Name: fmt.Sprintf("c%d:%d→%d", len(sys.Objects), from, to), Receiver: to + 1, Owner: -1}
		for l := range 1 + r.IntN(2) {
			o.Labels = append(o.Labels, model.Label{Name: string(rune('a' + l))})
		}
		sys.Objects = append(sys.Objects, o)
		bounds = append(bounds, []int{0, 1, 1, 1, 2}[r.IntN(5)])
	}
	if r.IntN(3) > 0 {
		for c := range bounds { // as the chapter has it
			bounds[c] = max(bounds[c], 1)
		}
	}
	for p := range processes {
		sys.Processes = append(sys.Processes, drawProcess(r, sys, p))
	}
	if r.IntN(3) == 0 {
		for range 1 + r.IntN(3) {
			drawClose(r, sys)
		}
	}
	return sys, bounds
}

// drawClose lets somebody close a channel and end, and somebody find it closed. Where nobody
// carries anything, both may be anybody.
func drawClose(r source, sys *model.System) {
	c := r.IntN(len(sys.Objects))
	var from, to int
	fmt.Sscanf(sys.Objects[c].Name, fmt.Sprintf("c%d:%%d→%%d", c), &from, &to)
	kind := model.Close
	if !carries(sys, c) {
		from, to = r.IntN(len(sys.Processes)), r.IntN(len(sys.Processes))
		kind = model.Cancel
	}
	states := &sys.Processes[from].States
	end := r.IntN(len(*states)) // may panic then
	if r.IntN(4) > 0 {
		end = len(*states)
		*states = append(*states, model.State{})
	}
	insert := func(p int, t model.Transition) {
		list := &sys.Processes[p].States[r.IntN(min(len(sys.Processes[p].States), 3))].Transitions
		*list = append(*list, t)
	}
	insert(from, model.Transition{Kind: kind, Object: c, To: end})
	insert(to, model.Transition{Kind: model.ReceiveClosed, Object: c, To: r.IntN(len(sys.Processes[to].States))})
}

func carries(sys *model.System, channel int) bool {
	for p := range sys.Processes {
		for _, state := range sys.Processes[p].States {
			for _, t := range state.Transitions {
				if t.Object == channel && (t.Kind == model.Send || t.Kind == model.Receive || t.Kind == model.Close) {
					return true
				}
			}
		}
	}
	return false
}

func drawProcess(r source, sys *model.System, p int) model.Automaton {
	a := model.Automaton{Name: fmt.Sprint("p", p), States: make([]model.State, 2+r.IntN(3))}
	for q := range a.States {
		seen := map[string]bool{}
		for range []int{0, 1, 1, 1, 2, 2, 3}[r.IntN(7)] {
			t, ok := drawTransition(r, sys, p, len(a.States))
			if key := fmt.Sprint(t.Kind, t.Object, t.Label, t.To); ok && !seen[key] {
				seen[key] = true
				a.States[q].Transitions = append(a.States[q].Transitions, t)
			}
		}
	}
	return a
}

// drawTransition draws one of a process. It is not ok if no channel has an end there.
func drawTransition(r source, sys *model.System, p, states int) (t model.Transition, ok bool) {
	t = model.Transition{Kind: model.Tau, Object: -1, To: r.IntN(states)}
	if r.IntN(12) == 0 {
		return t, true
	}
	first := r.IntN(len(sys.Objects))
	for i := range sys.Objects {
		t.Object = (first + i) % len(sys.Objects)
		o := &sys.Objects[t.Object]
		if strings.Contains(o.Name, fmt.Sprintf(":%d→", p)) {
			t.Kind = model.Send
		} else if o.Receiver == p+1 {
			t.Kind = model.Receive
		} else {
			continue
		}
		t.Label = r.IntN(len(o.Labels))
		if t.Kind == model.Receive && r.IntN(6) == 0 {
			t.Label = model.AnyLabel
		}
		return t, true
	}
	return t, false
}

// drawSet draws a set of channels, often all or none.
func drawSet(r source, n int) []bool {
	set := make([]bool, n)
	kind := r.IntN(4)
	for c := range set {
		set[c] = kind == 0 || kind > 1 && r.IntN(2) == 0
	}
	return set
}

// mostStates is how many states of a system are explored naively.
const mostStates = 1500

// TestRandom compares each search with full exploration on what it claims, and its graph with that of a
// naive search that does the same.
func TestRandom(t *testing.T) {
	systems := *leapSystems
	if testing.Short() {
		systems = min(systems, 400)
	}
	counts := map[string]int{}
	for i := range systems {
		r := rand.New(rand.NewPCG(*leapSeed, uint64(i)))
		sys, bounds := draw(r)
		if !compare(t, r, sys, bounds, counts) {
			t.Fatalf("system %d of seed %d", i, *leapSeed)
		}
	}
	t.Log(counts)
	for kind, floor := range map[string]int{
		"compared": 95, "rendezvous": 10, "closes": 20, "faults": 1, "no progress": 60, "not executable": 60, "reception": 40, "overflow": 40,
		"fewer states": 50, "missed by l*": 5,
	} {
		if counts[kind]*100 < floor*systems {
			t.Errorf("%d cases of %q in %d systems, want %d%%", counts[kind], kind, systems, floor)
		}
	}
}

// TestShared compares what is promised of channels with several senders and receivers with
// full exploration.
func TestShared(t *testing.T) {
	systems := *leapSystems / 4
	if testing.Short() {
		systems = min(systems, 3000)
	}
	counts := map[string]int{}
	for i := range systems {
		r := rand.New(rand.NewPCG(*leapSeed+1, uint64(i)))
		sys, bounds := draw(r)
		if r.IntN(2) == 0 {
			clear(bounds) // all are rendezvous, which are committed or not
		}
		share(r, sys)
		if !compareShared(t, sys, bounds, counts) {
			t.Fatalf("system %d of seed %d", i, *leapSeed+1)
		}
	}
	t.Log(counts)
	for kind, floor := range map[string]int{"compared": 50, "no progress": 25, "not executable": 25, "fewer states": 10} {
		if counts[kind]*100 < floor*systems {
			t.Errorf("%d cases of %q in %d systems, want %d%%", counts[kind], kind, systems, floor)
		}
	}
}

// share lets some actions be on another channel.
func share(r source, sys *model.System) {
	for p := range sys.Processes {
		for _, state := range sys.Processes[p].States {
			seen := map[string]bool{}
			for i := range state.Transitions {
				s := &state.Transitions[i]
				if r.IntN(3) == 0 && (s.Kind == model.Send || s.Kind == model.Receive) {
					s.Object = r.IntN(len(sys.Objects))
					s.Label = min(s.Label, len(sys.Objects[s.Object].Labels)-1)
				}
				key := fmt.Sprint(s.Kind, s.Object, s.Label, s.To)
				if seen[key] {
					*s = model.Transition{Kind: model.Tau, Object: -1, To: s.To}
				}
				seen[key] = true
			}
		}
	}
}

func compareShared(t *testing.T, sys *model.System, bounds []int, counts map[string]int) bool {
	t.Helper()
	full := newNaive(sys, bounds, nil, nil).search(leap.Full, mostStates)
	if full.stopped || full.faults {
		counts["too large or faulty"]++
		return true
	}
	counts["compared"]++
	count(counts, "no progress", len(full.nonProgress) > 0)
	for _, search := range []leap.Search{leap.Full, leap.Proper, leap.Star, leap.Extended, leap.DepthFirst} {
		c := comparison{T: t, sys: sys, full: full, options: leap.Options{Search: search, Bounds: bounds, Shared: true}}
		r, err := leap.Explore(sys, c.options)
		if err != nil {
			t.Error(err)
			return false
		}
		if search == leap.Full && (r.States != len(full.states) || r.Leaps != full.leaps) {
			return c.fail("%d states and %d leaps, a naive search has %d and %d", r.States, r.Leaps, len(full.states), full.leaps)
		}
		count(counts, "fewer states", search == leap.Star && r.States < len(full.states))
		if !c.progress(r) || !c.executable(r, counts) || !c.overflowsAreThere(r) {
			return false
		}
	}
	return true
}

// overflowsAreThere holds each overflow against those that there are. Of receptions nothing is said where several
// processes receive.
func (c *comparison) overflowsAreThere(r *leap.Result) bool {
	c.Helper()
	for _, o := range r.Overflows {
		if !c.full.overflows[o.Place] {
			return c.fail("overflow %v is not there", o)
		}
	}
	for _, f := range r.Receptions {
		if n := receivers(c.sys, f.Channel); n > 1 {
			return c.fail("reception %v is of %d processes", f, n)
		}
	}
	return true
}

// receivers is how many processes receive from a channel.
func receivers(sys *model.System, channel int) int {
	n := 0
	for p := range sys.Processes {
		if slices.ContainsFunc(sys.Processes[p].States, func(s model.State) bool {
			return slices.ContainsFunc(s.Transitions, func(t model.Transition) bool { return t.Kind == model.Receive && t.Object == channel })
		}) {
			n++
		}
	}
	return n
}

// compare reports whether all searches agree with full exploration.
func compare(t *testing.T, r source, sys *model.System, bounds []int, counts map[string]int) bool {
	t.Helper()
	full := newNaive(sys, bounds, nil, nil).search(leap.Full, mostStates)
	if full.stopped {
		counts["too large"]++
		return true
	}
	counts["compared"]++
	count(counts, "closes", closes(sys))
	count(counts, "faults", full.faults)
	count(counts, "rendezvous", slices.Contains(bounds, 0))
	count(counts, "no progress", len(full.nonProgress) > 0)
	count(counts, "reception", len(full.receptions) > 0)
	count(counts, "overflow", len(full.overflows) > 0)
	for _, search := range []leap.Search{leap.Full, leap.Proper, leap.Star} {
		c := comparison{T: t, sys: sys, full: full, options: leap.Options{Search: search, Bounds: bounds}}
		if !c.agrees(counts) {
			return false
		}
	}
	for range 4 {
		j, k := drawSet(r, len(sys.Objects)), drawSet(r, len(sys.Objects))
		for _, search := range []leap.Search{leap.Extended, leap.DepthFirst} {
			c := comparison{T: t, sys: sys, full: full, options: leap.Options{Search: search, Bounds: bounds, J: j, K: k}}
			if !c.agrees(counts) {
				return false
			}
		}
	}
	return true
}

// closes reports whether somebody does.
func closes(sys *model.System) bool {
	for p := range sys.Processes {
		for _, state := range sys.Processes[p].States {
			for _, t := range state.Transitions {
				if t.Kind == model.Close || t.Kind == model.Cancel {
					return true
				}
			}
		}
	}
	return false
}

func count(counts map[string]int, kind string, is bool) {
	if is {
		counts[kind]++
	}
}

// A comparison is that of one search.
type comparison struct {
	*testing.T
	sys     *model.System
	full    *book
	options leap.Options
}

func (c *comparison) agrees(counts map[string]int) bool {
	c.Helper()
	result, err := leap.Explore(c.sys, c.options)
	if err != nil {
		c.Error(err)
		return false
	}
	replayAll(c.T, c.sys, result)
	if tells := c.options.Search.TellsExecutable(); c.full.faults && (tells || result.Stop != "") {
		if !strings.HasSuffix(result.Stop, "after it was closed") {
			return c.fail("stopped by %q, not by a panic", result.Stop)
		}
		return true
	}
	j, k := c.options.J, c.options.K
	own := newNaive(c.sys, c.options.Bounds, j, k).search(c.options.Search, mostStates)
	if result.States != len(own.states) || result.Leaps != own.leaps {
		return c.fail("%d states and %d leaps, a naive search has %d and %d", result.States, result.Leaps, len(own.states), own.leaps)
	}
	count(counts, "fewer states", c.options.Search == leap.DepthFirst && result.States < len(c.full.states))
	return c.progress(result) && c.executable(result, counts) && c.receptions(result, counts) && c.overflows(result, counts)
}

func (c *comparison) fail(format string, args ...any) bool {
	c.Helper()
	var text strings.Builder
	if err := c.sys.WriteText(&text); err != nil {
		c.Error(err)
	}
	c.Errorf("%v, bounds %v, J %v, K %v: "+format+"\n%s", slices.Concat(
		[]any{c.options.Search, c.options.Bounds, c.options.J, c.options.K}, args, []any{text.String()})...)
	return false
}

// progress holds the states in which nobody moves against all there are.
func (c *comparison) progress(r *leap.Result) bool {
	c.Helper()
	if len(r.NonProgress) != len(c.full.nonProgress) {
		return c.fail("%d states without progress, of %d", len(r.NonProgress), len(c.full.nonProgress))
	}
	return true // each is one, as they were replayed
}

func (c *comparison) executable(r *leap.Result, counts map[string]int) bool {
	c.Helper()
	if !c.options.Search.TellsExecutable() {
		return true
	}
	never := map[leap.Place]bool{}
	for _, place := range r.NonExecutable {
		never[place] = true
	}
	count(counts, "not executable", c.options.Search == leap.Full && len(never) > 0)
	for p := range c.sys.Processes {
		for q, state := range c.sys.Processes[p].States {
			for i := range state.Transitions {
				if place := (leap.Place{Process: p, State: q, Transition: i}); never[place] == c.full.executed[place] {
					return c.fail("%v: not executable is %v", place, never[place])
				}
			}
		}
	}
	return true
}

func (c *comparison) receptions(r *leap.Result, counts map[string]int) bool {
	c.Helper()
	got := map[[4]int]bool{}
	for _, f := range r.Receptions {
		got[[4]int{f.Process, f.State, f.Channel, f.Label}] = true
	}
	for pair := range c.full.receptions {
		asked := c.options.Search == leap.Full || c.options.J != nil && c.options.J[pair[2]]
		if !got[pair] && asked {
			return c.fail("reception %v is missing", pair)
		}
		count(counts, "missed by l*", !got[pair] && c.options.Search == leap.Star)
	}
	return true
}

func (c *comparison) overflows(r *leap.Result, counts map[string]int) bool {
	c.Helper()
	got := map[leap.Place]bool{}
	for _, o := range r.Overflows {
		got[o.Place] = true
	}
	for place := range c.full.overflows {
		channel := c.sys.Processes[place.Process].States[place.State].Transitions[place.Transition].Object
		asked := c.options.Search == leap.Full || c.options.K != nil && c.options.K[channel]
		if !got[place] && asked {
			return c.fail("overflow %v is missing", place)
		}
		count(counts, "missed by l*", !got[place] && c.options.Search == leap.Star)
	}
	return true
}
