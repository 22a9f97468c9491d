package leap_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/chancheck/chancheck/model"
	"github.com/chancheck/chancheck/verify/leap"
)

// This file has what the chapter says about its examples, and what follows from its definitions.

// sample is the protocol of Example 5.6 (Figure 5.2). Nobody sends m41, and P3 never
// reads what P2 sends.
const sample = `
.outputs P1
.state graph
10 P2 ! m12 11
10 P4 ? m41 12
.marking 10
.end
.outputs P2
.state graph
20 P3 ! m23 21
20 P1 ? m12 22
.marking 20
.end
.outputs P3
.state graph
30 P4 ! m34 31
31 P4 ? m43 30
.marking 30
.end
.outputs P4
.state graph
40 P3 ! m43 41
41 P3 ? m34 40
.marking 40
.end
`

// looping is the same with a first process that sends for ever.
var looping = strings.Replace(sample, "10 P2 ! m12 11", "10 P2 ! m12 10", 1)

func parse(t testing.TB, text string) *model.System {
	t.Helper()
	sys, err := model.ParseMixed(text, "x")
	if err != nil {
		t.Fatal(err)
	}
	return sys
}

// uniform gives all objects the same bound.
func uniform(sys *model.System, bound int) []int {
	return slices.Repeat([]int{bound}, len(sys.Objects))
}

// channels is a set of channels, given by their names, as in "P1→P2 P4→P3", or "all".
func channels(sys *model.System, names string) []bool {
	set := make([]bool, len(sys.Objects))
	for i, o := range sys.Objects {
		set[i] = names == "all" || slices.Contains(strings.Fields(names), o.Name)
	}
	return set
}

// stateName is a state's name in the text, which may stand after another one of the
// same index.
func stateName(sys *model.System, p, q int) string {
	if name := sys.Processes[p].States[q].Name; name != "" {
		return name
	}
	return fmt.Sprint(q)
}

func spellPlaces(sys *model.System, list []leap.Place) string {
	var names []string
	for _, at := range list {
		t := sys.Processes[at.Process].States[at.State].Transitions[at.Transition]
		mark := map[model.Kind]string{model.Send: "-", model.Receive: "+"}[t.Kind]
		names = append(names, fmt.Sprintf("(%s, %s%s)", stateName(sys, at.Process, at.State), mark, sys.Objects[t.Object].Labels[t.Label].Name))
	}
	return strings.Join(names, " ")
}

func spellReceptions(sys *model.System, list []leap.Reception) string {
	var names []string
	for _, r := range list {
		names = append(names, fmt.Sprintf("(%s,%s)", stateName(sys, r.Process, r.State), sys.Objects[r.Channel].Labels[r.Label].Name))
	}
	slices.Sort(names)
	return strings.Join(names, " ")
}

func spellOverflows(sys *model.System, list []leap.Overflow) string {
	var places []leap.Place
	for _, o := range list {
		places = append(places, o.Place)
	}
	return spellPlaces(sys, places)
}

const (
	three = "(21,m12) (30,m23) (31,m23)"
	five  = "(21,m12) (30,m23) (30,m43) (31,m23) (40,m34)"
	both  = "(30, -m34) (40, -m43)"
)

// TestSample has the figures that the chapter has of its protocol (Figures 5.4 and 5.5, Examples 5.14,
// 5.28, 5.44 and 5.57), and what the same definitions make of other J, K and capacities.
func TestSample(t *testing.T) {
	const j1, j2, j3 = "P4→P1 P1→P2", "P2→P3 P4→P3", "P3→P4"
	tests := []struct {
		bound         int
		search        leap.Search
		j, k          string
		states, leaps int
		receptions    string
		overflows     string
	}{
		{leap.Unlimited, leap.Full, "", "", 40, 100, five, ""},
		{leap.Unlimited, leap.Proper, "", "", 2, 2, "", ""},
		{leap.Unlimited, leap.Star, "", "", 10, 18, three, ""},
		{leap.Unlimited, leap.Extended, "all", "", 29, 69, five, ""},
		{leap.Unlimited, leap.Extended, j1, "", 10, 18, three, ""},
		{leap.Unlimited, leap.Extended, j2, "", 22, 51, "(21,m12) (30,m23) (30,m43) (31,m23)", ""},
		{leap.Unlimited, leap.Extended, j3, "", 15, 32, "(21,m12) (30,m23) (31,m23) (40,m34)", ""},
		{leap.Unlimited, leap.DepthFirst, "", "", 9, 13, three, ""},
		{leap.Unlimited, leap.DepthFirst, "all", "", 28, 48, five, ""},
		{leap.Unlimited, leap.DepthFirst, j2, "", 19, 28, "(21,m12) (30,m23) (30,m43) (31,m23)", ""},
		{leap.Unlimited, leap.DepthFirst, j3, "", 13, 19, "(21,m12) (30,m23) (31,m23) (40,m34)", ""},

		{1, leap.Full, "", "", 30, 70, five, both},
		{1, leap.Extended, "", "all", 20, 45, three, both},
		{1, leap.Star, "", "", 10, 18, three, ""},
		{1, leap.Extended, "", "P3→P4", 14, 31, three, "(30, -m34)"},
		{1, leap.Extended, "", "P4→P3", 14, 31, three, "(40, -m43)"},
		{1, leap.DepthFirst, "", "all", 20, 43, three, both},
		{1, leap.Extended, "all", "all", 30, 70, five, both},

		{2, leap.Full, "", "", 40, 100, five, ""},
		{2, leap.Extended, "", "all", 36, 88, five, ""},
	}
	sys := parse(t, sample)
	for _, test := range tests {
		name := fmt.Sprintf("%v J=%s K=%s bound %d", test.search, test.j, test.k, test.bound)
		r := explore(t, sys, leap.Options{
			Search: test.search, Bounds: uniform(sys, test.bound), J: channels(sys, test.j), K: channels(sys, test.k),
		})
		if r.States != test.states || r.Leaps != test.leaps || len(r.NonProgress) > 0 || r.Stop != "" {
			t.Errorf("%s: %d states, %d leaps, %d without progress (%s), want %d and %d",
				name, r.States, r.Leaps, len(r.NonProgress), r.Stop, test.states, test.leaps)
		}
		if got := spellReceptions(sys, r.Receptions); got != test.receptions {
			t.Errorf("%s: receptions %s, want %s", name, got, test.receptions)
		}
		if got := spellOverflows(sys, r.Overflows); got != test.overflows && got != swapped(test.overflows) {
			t.Errorf("%s: overflows %s, want %s", name, got, test.overflows)
		}
		if got := spellPlaces(sys, r.NonExecutable); test.search != leap.Proper && got != "(10, +m41)" {
			t.Errorf("%s: %s are not executable, want (10, +m41)", name, got)
		}
		if test.search == leap.Proper && r.NonExecutable != nil {
			t.Errorf("%s tells what is not executable", name)
		}
	}
}

// swapped are two places in the other order.
func swapped(places string) string {
	if first, second, ok := strings.Cut(places, ") ("); ok {
		return "(" + second + " " + first + ")"
	}
	return places
}

// explore searches, and replays all that is found.
func explore(t testing.TB, sys *model.System, options leap.Options) *leap.Result {
	t.Helper()
	r, err := leap.Explore(sys, options)
	if err != nil {
		t.Fatal(err)
	}
	replayAll(t, sys, r)
	return r
}

// replayAll follows the execution of each finding, and looks whether it is there.
func replayAll(t testing.TB, sys *model.System, r *leap.Result) {
	t.Helper()
	n := newNaive(sys, r.Bounds, nil, nil)
	reach := func(at int, what string, there func(b *book, g *global) bool) {
		t.Helper()
		g, err := n.replay(r.Execution(at))
		if err != nil {
			t.Fatalf("%s: %v", what, err)
		}
		b := n.book()
		n.look(b, g)
		if !there(b, g) || !isState(r, at, g) {
			t.Fatalf("%s is not in %v", what, g)
		}
	}
	for _, at := range r.NonProgress {
		reach(at, "no progress", func(b *book, g *global) bool { return b.nonProgress[g.key()] })
	}
	for _, f := range r.Receptions {
		reach(f.At, fmt.Sprint(f), func(b *book, _ *global) bool {
			return b.receptions[[4]int{f.Process, f.State, f.Channel, f.Label}]
		})
	}
	for _, o := range r.Overflows {
		reach(o.At, fmt.Sprint(o), func(b *book, _ *global) bool { return b.overflows[o.Place] })
	}
}

// isState reports whether a result says the same of a global state.
func isState(r *leap.Result, at int, g *global) bool {
	for p, q := range g.at {
		if r.Local(at, p) != q {
			return false
		}
	}
	for c, queue := range g.queues {
		if !slices.Equal(r.Messages(at, c), queue) {
			return false
		}
	}
	return true
}

// TestSimultaneous has the figures for simultaneous reachability analysis, which is here
// to be compared with.
func TestSimultaneous(t *testing.T) {
	sys := parse(t, sample)
	for _, test := range []struct {
		j             string
		states, leaps int
	}{{"", 10, 20}, {"P2→P3 P4→P3", 25, 84}} {
		n := newNaive(sys, uniform(sys, leap.Unlimited), channels(sys, test.j), nil)
		if b := n.explore(1000, n.simultaneous); len(b.states) != test.states || b.leaps != test.leaps {
			t.Errorf("J=%s: %d states, %d leaps, want %d and %d", test.j, len(b.states), b.leaps, test.states, test.leaps)
		}
	}
	n := newNaive(sys, uniform(sys, leap.Unlimited), nil, nil)
	if all, simultaneous := n.leapSets(initial(sys)), n.simultaneous(initial(sys)); len(all) != 15 || len(simultaneous) != 4 {
		t.Errorf("%d leap sets, %d simultaneous ones, want 15 and 4", len(all), len(simultaneous))
	}
}

// TestSampleStates has the sets that belong to single states (Example 5.6, Table 5.1, Example 5.32).
func TestSampleStates(t *testing.T) {
	sys := parse(t, sample)
	const t11, t12, t21, t22 = "(10, -m12)", "(10, +m41)", "(20, -m23)", "(20, +m12)"
	const t31, t32, t41, t42 = "(30, -m34)", "(31, +m43)", "(40, -m43)", "(41, +m34)"
	tests := []struct {
		at                    string // states
		messages              string // channels that hold their message
		j, k                  string
		bound                 int
		executable, potential string
		waiting               []int // from 1
		proper, extended      []string
	}{
		{"10 20 30 40", "", "", "", leap.Unlimited, t11 + " " + t21 + " " + t31 + " " + t41, t12 + " " + t22, []int{1, 2},
			[]string{t31 + " " + t41}, []string{t31 + " " + t41, t31 + " " + t41 + " " + t11, t31 + " " + t41 + " " + t21}},
		{"11 20 30 40", "P1→P2", "", "", leap.Unlimited, t21 + " " + t22 + " " + t31 + " " + t41, "", []int{1},
			[]string{t21 + " " + t31 + " " + t41, t22 + " " + t31 + " " + t41}, []string{t21 + " " + t31 + " " + t41, t22 + " " + t31 + " " + t41}},
		// Table 5.1 has no potentially executable transition here, which is a misprint: its
		// own wait set has P1.
		{"10 21 31 41", "P2→P3 P3→P4 P4→P3", "", "", leap.Unlimited, t11 + " " + t32 + " " + t42, t12, []int{1, 2},
			[]string{t32 + " " + t42}, []string{t32 + " " + t42, t32 + " " + t42 + " " + t11}},
		{"10 21 31 41", "P2→P3 P3→P4 P4→P3", "P2→P3 P4→P3", "P3→P4", leap.Unlimited, t11 + " " + t32 + " " + t42, t12, []int{1, 2, 4},
			[]string{t32}, []string{t32, t32 + " " + t11, t32 + " " + t42}},
		{"10 20 30 40", "", "all", "", leap.Unlimited, t11 + " " + t21 + " " + t31 + " " + t41, t12 + " " + t22, []int{1, 2, 3, 4},
			[]string{t11, t21, t31, t41}, []string{t11, t21, t31, t41}},
		{"10 20 31 40", "P3→P4", "all", "", leap.Unlimited, t11 + " " + t21 + " " + t41, t12 + " " + t22 + " " + t32, []int{1, 2, 3},
			[]string{t41}, []string{t41, t41 + " " + t11, t41 + " " + t21}},
		{"10 20 30 41", "P3→P4", "", "all", 1, t11 + " " + t21 + " " + t42, t12 + " " + t22 + " " + t31, []int{1, 2, 3, 4},
			[]string{t11, t21, t42}, []string{t11, t21, t42}},
	}
	for _, test := range tests {
		options := leap.Options{Search: leap.Extended, Bounds: uniform(sys, test.bound), J: channels(sys, test.j), K: channels(sys, test.k)}
		v, err := leap.ViewOf(sys, options, statesOf(t, sys, test.at), messagesOf(sys, test.messages))
		if err != nil {
			t.Fatal(err)
		}
		var waiting []int
		for _, p := range v.Waiting {
			waiting = append(waiting, p+1)
		}
		got := fmt.Sprint(spellPlaces(sys, v.Executable), spellPlaces(sys, v.Potential), waiting, spellSets(sys, v.Proper), spellSets(sys, v.Extended))
		want := fmt.Sprint(test.executable, test.potential, test.waiting, test.proper, test.extended)
		if got != want {
			t.Errorf("at %s with %s wrt %s, %s:\n%s\nwant\n%s", test.at, test.messages, test.j, test.k, got, want)
		}
	}
}

func spellSets(sys *model.System, sets [][]leap.Place) []string {
	var list []string
	for _, set := range sets {
		list = append(list, spellPlaces(sys, set))
	}
	return list
}

// statesOf are the indices of states by their names.
func statesOf(t *testing.T, sys *model.System, names string) []int {
	var list []int
	for p, name := range strings.Fields(names) {
		q := slices.IndexFunc(sys.Processes[p].States, func(s model.State) bool { return s.Name == name })
		if q < 0 {
			t.Fatalf("no state %s", name)
		}
		list = append(list, q)
	}
	return list
}

// messagesOf is one message in each of some channels.
func messagesOf(sys *model.System, names string) [][]int {
	list := make([][]int, len(sys.Objects))
	for c, in := range channels(sys, names) {
		if in {
			list[c] = []int{0}
		}
	}
	return list
}

// TestSmall has the chapter's other protocols.
func TestSmall(t *testing.T) {
	// Figure 5.1: who takes only the largest leap sets misses the deadlock after P2 has received.
	figure := parse(t, "P1: P2!a; end P2: {P1!b; end, P1?a; end}")
	for _, test := range []struct {
		search        leap.Search
		states, leaps int
	}{{leap.Proper, 4, 3}, {leap.Full, 5, 5}} {
		r := explore(t, figure, leap.Options{Search: test.search, Bounds: uniform(figure, leap.Unlimited)})
		if r.States != test.states || r.Leaps != test.leaps || len(r.NonProgress) != 2 {
			t.Errorf("%v: %d states, %d leaps, %d without progress", test.search, r.States, r.Leaps, len(r.NonProgress))
		}
	}
	loop := parse(t, "P1: rec x. P2!m; x P2: rec x. P1?m; x")
	if r := explore(t, loop, leap.Options{Search: leap.Star, Bounds: uniform(loop, leap.Unlimited)}); r.States != 2 || r.Leaps != 2 || r.Stop != "" {
		t.Errorf("loop: %d states, %d leaps, %s", r.States, r.Leaps, r.Stop)
	}
	sys := parse(t, looping)
	if r := explore(t, sys, leap.Options{Search: leap.Proper, Bounds: uniform(sys, leap.Unlimited)}); r.States != 2 || r.Leaps != 2 {
		t.Errorf("looping: %d states, %d leaps", r.States, r.Leaps)
	}
	r := explore(t, sys, leap.Options{Search: leap.Star, Bounds: uniform(sys, leap.Unlimited), States: 2000})
	if r.Stop != "more than 2000 configurations" || r.NonExecutable != nil {
		t.Errorf("looping: stopped by %q", r.Stop)
	}
}

// TestCombinations stops where the leaps are too many, although there is one state.
func TestCombinations(t *testing.T) {
	var b strings.Builder
	for i := range 40 {
		fmt.Fprintf(&b, "P%d: rec x. {Q%d!a; x, Q%d!b; x}\nQ%d: rec x. {P%d?a; x, P%d?b; x}\n", i, i, i, i, i, i)
	}
	sys := parse(t, b.String())
	for thorough, want := range map[bool]int{false: 1280, true: 81920} {
		r := explore(t, sys, leap.Options{Search: leap.Proper, Bounds: uniform(sys, 0), States: 20, Thorough: thorough})
		if r.Stop != fmt.Sprintf("more than %d leaps", want) || r.States != 1 || r.Leaps != want+1 {
			t.Errorf("stopped by %q, %d states, %d leaps", r.Stop, r.States, r.Leaps)
		}
	}
}

// TestManyWays has one state with more ways on than are looked at together: it finds all, or so many as it
// may.
func TestManyWays(t *testing.T) {
	var sends, receptions []string
	for i := range 150 {
		sends, receptions = append(sends, fmt.Sprintf("B!m%d; end", i)), append(receptions, fmt.Sprintf("A?m%d; end", i))
	}
	sys := parse(t, "A: {"+strings.Join(sends, ", ")+"} B: {"+strings.Join(receptions, ", ")+"}")
	for search := leap.DepthFirst; search <= leap.Full; search++ {
		if r := explore(t, sys, leap.Options{Search: search}); r.States != 152 || r.Leaps != 300 || r.Stop != "" {
			t.Errorf("%v: %d states, %d leaps, stopped by %q", search, r.States, r.Leaps, r.Stop)
		}
		if r := explore(t, sys, leap.Options{Search: search, States: 100}); r.States != 101 || r.Leaps != 100 || r.Stop != "more than 100 configurations" {
			t.Errorf("%v: %d of 100 states, %d leaps, stopped by %q", search, r.States, r.Leaps, r.Stop)
		}
	}
}

// TestOutside refuses what isn't in the class, with its place.
func TestOutside(t *testing.T) {
	const one = "object channel \"c\" cap 1 labels { \"a\" }\n"
	tests := []struct{ text, want string }{
		{one + "process \"p\"\nstate 0\n  new 0 0 -> 0 @ \"f.go\" 3:4-3:5\n", "f.go:3:4: p, state 0: new is neither a send nor a receive"},
		{one + "process \"p\"\nstate 0\n  send 0 0 -> 0\nprocess \"q\"\nstate 0\n  close 0 0 -> 0\n", "q, state 0: channel \"c\" has another sender, p"},
		{one + "process \"p\"\nstate 0\n  send 0 0 -> 0\nprocess \"q\"\nstate 0\n  cancel 0 0 -> 0\n", "q, state 0: channel \"c\" carries messages, and is cancelled"},
		{one + "process \"p\"\nstate 0\n  receive 0 0 -> 0\nprocess \"q\"\nstate 0\n  receive-closed 0 0 -> 0\n", "q, state 0: channel \"c\" has another receiver, p"},
		{one + "process \"p\"\nstate 0\n  send 0 0 -> 0\n  receive 0 0 -> 0\n", "p, state 0: channel \"c\" would lead from the process to itself"},
		{one + "process \"p\"\nstate 0\n  send 0 0 -> 0\nprocess \"q\"\nstate 0 \"s\"\n  send 0 0 -> 0\n", "q, state s: channel \"c\" has another sender, p"},
		{one + "process \"p\"\nstate 0\n  receive 0 0 -> 0\nprocess \"\"\nstate 0\n  receive 0 0 -> 0\n", "process 1, state 0: channel \"c\" has another receiver, p"},
		{one + "process \"p\"\nstate 0\n  send -1 0 -> 0\n", "p, state 0: send on the nil channel"},
		{one + "process \"p\"\nstate 0\n  tau -1 0 -> 0 doubt \"x\"\n", "p, state 0: a step that the program may be unable to take: x"},
		{one + "process \"p\"\nstate 0\n  send 0 0 -> 0 @ \"f.go\" 3:4-3:5\n", "f.go:3:4: p, state 0: nobody receives from channel \"c\""},
		{one + "process \"p\"\nstate 0\n  default -1 0 -> 0\n", "p, state 0: default is neither a send nor a receive"},
	}
	for _, test := range tests {
		sys := parse(t, test.text)
		if r, err := leap.Explore(sys, leap.Options{}); err == nil || err.Error() != test.want || r != nil {
			t.Errorf("got %v, want %s", err, test.want)
		}
	}
}

// TestOptions refuses what makes no sense.
func TestOptions(t *testing.T) {
	sys := parse(t, sample)
	for _, options := range []leap.Options{
		{Search: leap.Full + 1}, {States: -1}, {Bounds: []int{1}}, {Bounds: uniform(sys, -1)},
		{J: []bool{true}}, {Search: leap.Extended, K: []bool{true}},
	} {
		if _, err := leap.Explore(sys, options); err == nil {
			t.Errorf("%+v is accepted", options)
		}
	}
	for search := leap.DepthFirst; search <= leap.Full; search++ {
		r := explore(t, sys, leap.Options{Search: search})
		if r.Search != search || r.Stop != "" || !slices.Equal(r.Bounds, uniform(sys, 1)) {
			t.Errorf("%v: %+v", search, r)
		}
	}
}

// TestRepeated says of each of several equal transitions what is true of all.
func TestRepeated(t *testing.T) {
	sys := parse(t, "object channel \"c\" cap 1 labels { \"a\" ; \"b\" ; \"c\" }\nprocess \"p\"\nstate 0\n  send 0 1 -> 1\n  send 0 1 -> 1\nstate 1\n"+
		"process \"q\"\nstate 0\n  receive 0 0 -> 1\n  receive 0 2 -> 1\n  receive 0 1 -> 1\n  receive 0 -1 -> 1\n  receive 0 0 -> 0\nstate 1\n")
	r := explore(t, sys, leap.Options{})
	want := []leap.Place{{Process: 1, Transition: 0}, {Process: 1, Transition: 1}, {Process: 1, Transition: 4}}
	if !slices.Equal(r.NonExecutable, want) || r.Leaps != 2 {
		t.Errorf("not executable: %v in %d leaps", r.NonExecutable, r.Leaps)
	}
}

// TestThirdParty has a sender and a receiver that can meet, and a third process that comes to receive
// on the sender's other channel: the two aren't committed.
func TestThirdParty(t *testing.T) {
	sys := parse(t, `object channel "c" cap 0 labels { "x" }
object channel "d" cap 0 labels { "y" }
process "s"
state 0
  send 0 0 -> 1
  send 1 0 -> 1
state 1
process "first"
state 0
  receive 1 0 -> 1
state 1
  receive 0 0 -> 2
state 2
process "third"
state 0
  tau -1 0 -> 1
state 1
  receive 0 0 -> 2
state 2
`)
	for search := leap.DepthFirst; search <= leap.Full; search++ {
		r, err := leap.Explore(sys, leap.Options{Search: search, Shared: true})
		if err != nil || len(r.NonProgress) != 2 {
			t.Errorf("%v: %v, %d states without progress, want 2", search, err, len(r.NonProgress))
			continue
		}
		if want := []leap.Place{{Process: 1, State: 1}}; search.TellsExecutable() && !slices.Equal(r.NonExecutable, want) {
			t.Errorf("%v: %v are not executable, want %v", search, r.NonExecutable, want)
		}
	}
	if _, err := leap.Explore(sys, leap.Options{}); err == nil {
		t.Error("two receivers are accepted")
	}
}

// TestQueuesOutgrowTheirRoom has two senders of five messages of two kinds each, whose receivers wait for
// something else for ever: each has sent any of 63 sequences. When a queue gets longer than there is room for,
// there are states that were found and not entered yet.
func TestQueuesOutgrowTheirRoom(t *testing.T) {
	const side = `
.outputs S
.state graph
0 R ! m 1
0 R ! n 1
1 R ! m 2
1 R ! n 2
2 R ! m 3
2 R ! n 3
3 R ! m 4
3 R ! n 4
4 R ! m 5
4 R ! n 5
.marking 0
.end
.outputs R
.state graph
0 T ? z 1
1 S ? m 2
2 S ? n 3
3 T ! q 4
.marking 0
.end
.outputs T
.state graph
0 R ? q 1
1 R ! z 2
.marking 0
.end`
	text := side + strings.NewReplacer("S", "S2", "R", "R2", "T", "T2").Replace(side)
	sys, err := model.ParseMixed(text, "test")
	if err != nil {
		t.Fatal(err)
	}
	r := explore(t, sys, leap.Options{Search: leap.Full, Bounds: uniform(sys, leap.Unlimited)})
	if r.States != 63*63 || r.Leaps != 2*2*31*63 || len(r.NonProgress) != 32*32 {
		t.Errorf("%d states, %d leaps, %d states without progress", r.States, r.Leaps, len(r.NonProgress))
	}
}

// TestLeapsOfVeryManyProcesses has each of many processes send, and then receive, all of them at once; one has
// a choice, after which it is done or goes on.
func TestLeapsOfVeryManyProcesses(t *testing.T) {
	const choice = `
.outputs A
.state graph
0 B ! a 1
0 B ! b 2
2 B ! c 3
.marking 0
.end
.outputs B
.state graph
0 A ? a 1
0 A ? b 2
2 A ? c 3
.marking 0
.end
`
	sys, err := model.ParseMixed(pairs(1, 700, 1)+choice, "test")
	if err != nil {
		t.Fatal(err)
	}
	r := explore(t, sys, leap.Options{Search: leap.Proper, Bounds: uniform(sys, 1)})
	if r.States != 7 || r.Leaps != 6 || len(r.NonProgress) != 2 || len(r.Execution(6)) != 4*700+4 {
		t.Errorf("%d states, %d leaps, without progress %v", r.States, r.Leaps, r.NonProgress)
	}
}
