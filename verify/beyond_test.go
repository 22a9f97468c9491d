package verify_test

import (
	"cmp"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/chancheck/chancheck/model"
	"github.com/chancheck/chancheck/verify"
)

// beyondAgrees compares what is found in a part of a system with what full
// exploration finds. That may be less where executions can end in a panic:
// nobody is stuck after it.
func beyondAgrees(t *testing.T, sys *model.System, limit int) (found int) {
	t.Helper()
	part := checked(t, sys, verify.Options{States: limit})
	if part.Inconclusive == "" || len(part.Findings) == 0 {
		return 0
	}
	full := verify.Check(sys, verify.Options{States: 1500})
	if full.Inconclusive != "" {
		return 0
	}
	if part.Answer != verify.Found {
		t.Errorf("the answer is %v, with findings", part.Answer)
	}
	known := map[string]bool{}
	panics := false
	for _, f := range full.Findings {
		known[wrongAt(sys, &f)] = true
		panics = panics || f.Category == verify.Panic
		for _, b := range f.Also {
			known["stuck "+siteOf(sys, b.Process, b.State, 0)] = true
		}
	}
	for _, d := range full.Hangs {
		panics = panics || d.Category == verify.Panic
	}
	for _, f := range part.Findings {
		what := wrongAt(sys, &f)
		if !known[what] && (!panics || f.Category == verify.Panic) {
			t.Errorf("%s with %d configurations, but full exploration knows %v only\n%s", what, limit, known, textOf(t, sys))
		}
		if known[what] {
			found++
		}
	}
	return found
}

// wrongAt says what a finding is and where, whichever member of a family it is.
func wrongAt(sys *model.System, f *verify.Finding) string {
	place := siteOf(sys, f.Process, f.State, f.Transition)
	if f.Category == verify.Deadlock || f.Category == verify.Leak {
		return "stuck " + place
	}
	return string(f.Category) + " " + place
}

// TestFindingsBeyondTheLimitAreFindings compares with full exploration.
func TestFindingsBeyondTheLimitAreFindings(t *testing.T) {
	r := rand.New(rand.NewPCG(11, 12))
	found := 0
	for i := range sample(60_000) {
		sys := randomDoubts(r)
		if i%2 == 0 {
			sys = randomSystem(r)
		}
		if i%3 == 0 {
			doubled(sys)
		}
		found += beyondAgrees(t, sys, 2+r.IntN(12))
		if t.Failed() {
			t.FailNow()
		}
	}
	t.Logf("%d findings", found)
	if found < sample(5_000) {
		t.Errorf("only %d findings", found)
	}
}

func FuzzFindingsBeyondTheLimit(f *testing.F) {
	f.Add(uint64(1), uint64(2), 5)
	f.Fuzz(func(t *testing.T, a, b uint64, limit int) {
		beyondAgrees(t, randomSystem(rand.New(rand.NewPCG(a, b))), max(limit, 1))
	})
}

// beyonds are systems like those of answers with what is known of them if one
// configuration is too many. Main always has something to do.
var beyonds = []struct {
	name    string
	main    string
	workers []string
	want    string
}{
	{
		"nobody uses the channel again",
		busy(""),
		[]string{"state 0\nreceive 0 0 -> 1\nstate 1"},
		"found; leak 1/0",
	},
	{
		"somebody may send",
		busy("send 0 0 -> 1"),
		[]string{"state 0\nreceive 0 0 -> 0"},
		"unknown",
	},
	{
		"somebody may send something else",
		busy("send 0 1 -> 1"),
		[]string{"state 0\nreceive 0 0 -> 0"},
		"found; deadlock 0/2 with 1/0; leak 1/0",
	},
	{
		"somebody else only receives as well",
		busy("receive 0 0 -> 1"),
		[]string{"state 0\nreceive 0 0 -> 0"},
		"found; deadlock 0/2 with 1/0; leak 1/0",
	},
	{
		"somebody may close the channel",
		"tau -1 0 -> 1\ntau -1 0 -> 2\nstate 2\nclose 0 0 -> 3\nstate 3\ntau -1 0 -> 3",
		[]string{"state 0\nreceive-closed 0 0 -> 0"},
		"unknown",
	},
	{
		"somebody may cancel the context",
		busy("cancel 0 0 -> 1"),
		[]string{"state 0\nreceive-closed 0 0 -> 0"},
		"unknown",
	},
	{
		"closing doesn't bring a message",
		busy("cancel 0 0 -> 1"),
		[]string{"state 0\nreceive 0 0 -> 0"},
		"found; leak 1/0",
	},
	{
		"one case of a select is served",
		busy("send 1 0 -> 1"),
		[]string{"state 0\nreceive 0 0 -> 0\nreceive 1 0 -> 0"},
		"unknown",
	},
	{
		"no case of a select is served",
		busy(""),
		[]string{"state 0\nreceive 0 0 -> 0\nreceive 1 0 -> 0"},
		"found; leak 1/0",
	},
	{
		"two wait for each other",
		"spawn 1 0 -> 2\nstate 2\ntau -1 0 -> 2\ntau -1 0 -> 3\nstate 3\ntau -1 0 -> 2",
		[]string{
			"state 0\nreceive 0 0 -> 1\nstate 1\nsend 1 0 -> 1",
			"state 0\nreceive 1 0 -> 1\nstate 1\nsend 0 0 -> 1",
		},
		"found; leak 1/0 with 2/0; leak 2/0 with 1/0",
	},
	{
		"a goroutine that is still to be started serves",
		busy("spawn 1 0 -> 3"),
		[]string{
			"state 0\nreceive 0 0 -> 0",
			"state 0\nsend 0 0 -> 1\nstate 1",
		},
		"unknown",
	},
	{
		"a goroutine that is one too many may serve",
		busy("spawn 0 0 -> 1"),
		[]string{"state 0\ntau -1 0 -> 1\ntau -1 0 -> 2\nstate 1\nreceive 0 0 -> 3\nstate 2\nsend 0 0 -> 3\nstate 3"},
		"unknown",
	},
	{
		"who would serve is served",
		"spawn 1 0 -> 2\nstate 2\ntau -1 0 -> 2\ntau -1 0 -> 3\nstate 3\nsend 1 0 -> 2",
		[]string{
			"state 0\nreceive 0 0 -> 0",
			"state 0\nreceive 1 0 -> 1\nstate 1\nsend 0 0 -> 0",
		},
		"unknown",
	},
	{
		"the program may end",
		busy("exit -1 0 -> 1"),
		[]string{"state 0\nreceive 0 0 -> 0"},
		"unknown",
	},
	{
		"the program may panic on purpose",
		busy("crash -1 0 -> 1"),
		[]string{"state 0\nreceive 0 0 -> 0"},
		"found; panic 0/2",
	},
	{
		"a step in doubt leads there",
		busy(""),
		[]string{"state 0\ntau -1 0 -> 1 doubt \"more\"\ntau -1 0 -> 2 doubt \"more\"\nstate 1\nreceive 0 0 -> 0\nstate 2"},
		"unknown",
	},
	{
		"the full buffer is emptied only by who is stuck",
		busy(""),
		[]string{"state 0\nsend 1 0 -> 1\nstate 1\nsend 1 0 -> 2\nstate 2\nreceive 1 0 -> 2"},
		"found; leak 1/1",
	},
	{
		"somebody may make the channel anew",
		busy("new 1 0 -> 1"),
		[]string{"state 0\nsend 1 0 -> 1\nstate 1\nsend 1 0 -> 2\nstate 2"},
		"unknown",
	},
	{
		"the root itself is stuck while others go on",
		"receive 0 0 -> 1",
		[]string{"state 0\nsend 1 0 -> 1\nstate 1\nreceive 1 0 -> 0"},
		"found; deadlock 0/1",
	},
	{
		"a panic that it has come to",
		busy("close -1 0 -> 1"),
		[]string{"state 0\nreceive 0 0 -> 0"},
		"found; leak 1/0; panic 0/2",
	},
}

// busy is what main does: fills and empties channel 1, and may do one thing more
// in between.
func busy(more string) string {
	return "tau -1 0 -> 2\ntau -1 0 -> 3\nstate 2\n" + cmp.Or(more, "tau -1 0 -> 1") + "\nstate 3\ntau -1 0 -> 1"
}

// TestBeyondTheLimit has one system for each rule.
func TestBeyondTheLimit(t *testing.T) {
	for _, test := range beyonds {
		t.Run(test.name, func(t *testing.T) {
			sys := systemOf(t, test.main, test.workers)
			full := verify.Check(sys, verify.Options{Plain: true})
			part := checked(t, sys, verify.Options{Plain: true, States: full.States - 1})
			if part.Inconclusive == "" {
				t.Errorf("%d configurations, the same as without a limit", part.States)
			}
			if got := summary(part); got != test.want {
				t.Errorf("%s\nwant %s", got, test.want)
			}
		})
	}
}

// TestBeyondTheLimitTellsShortExecutions wants the execution of a finding to end
// where somebody is stuck first.
func TestBeyondTheLimitTellsShortExecutions(t *testing.T) {
	main := "tau -1 0 -> 2\ntau -1 0 -> 3\nstate 2\ntau -1 0 -> 3\nstate 3\ntau -1 0 -> 4\nstate 4\ntau -1 0 -> 1"
	sys := systemOf(t, main, []string{"state 0\nreceive 0 0 -> 1\nstate 1"})
	full := verify.Check(sys, verify.Options{Plain: true})
	findings := checked(t, sys, verify.Options{Plain: true, States: full.States - 1}).Findings
	if len(findings) != 1 || len(findings[0].Trace) != 1 {
		t.Errorf("found %+v", findings)
	}
}

// TestTooFewMembersIsNoLimit has a system that hits the limit on configurations
// in the same step in which a family turns out to be too small. With more members
// it can be judged, and says so.
func TestTooFewMembersIsNoLimit(t *testing.T) {
	sys := systemOf(t, "spawn 0 0 -> 1\ntau -1 0 -> 2\nstate 2", []string{"state 0\nreceive 0 0 -> 1\nstate 1"})
	result := verify.Check(sys, verify.Options{Plain: true, States: 2})
	if !slices.Equal(result.Exhausted, []int{0}) || len(result.Findings) > 0 || !strings.Contains(result.Inconclusive, "goroutines") {
		t.Errorf("exhausted %v, %d findings: %s", result.Exhausted, len(result.Findings), result.Inconclusive)
	}
}

// TestBeyondRespawn has a channel that is made anew each time a goroutine runs:
// whoever waits for its buffer may be one who waits for the next.
func TestBeyondRespawn(t *testing.T) {
	sys := systemOf(t, busy("spawn 1 0 -> 1"), []string{
		"state 0\nsend 1 0 -> 1\nstate 1\nsend 1 0 -> 2\nstate 2",
		"state 0",
	})
	for owner, want := range map[int]string{-1: "found; leak 1/1", 2: "unknown"} {
		sys.Objects[1].Owner = owner
		full := verify.Check(sys, verify.Options{Plain: true})
		if got := summary(checked(t, sys, verify.Options{Plain: true, States: full.States - 1})); got != want {
			t.Errorf("owner %d: %s, want %s", owner, got, want)
		}
	}
}

// TestObjectsServe asks of each kind of object what frees who waits for it:
// process 1 waits after main has got it into that, and main may do one more
// thing to it.
func TestObjectsServe(t *testing.T) {
	tests := []struct {
		object, before, waits string
		serves, doesNot       []string
	}{
		{"channel", "send 1; send 2", "receive 2", []string{"receive 1"}, []string{"tau"}},
		{"channel", "tau", "receive 2", []string{"send 2"}, []string{"receive 1"}},
		{"channel", "send 1; close", "receive-closed", []string{"receive 1"}, []string{"tau"}},
		{"mutex", "lock", "lock", []string{"unlock", "new"}, []string{"lock"}},
		{"rwmutex", "rlock", "announce; lock", []string{"runlock"}, []string{"rlock"}},
		{"rwmutex", "announce; lock", "rlock", []string{"unlock", "lock"}, []string{"rlock"}},
		{"rwmutex", "announce; lock", "announce", []string{"unlock", "lock"}, []string{"rlock", "announce"}},
		{"waitgroup", "add 1", "wait", []string{"add -1", "new"}, []string{"add 1", "wait"}},
		{"once", "once-begin", "once-skip", []string{"once-end"}, []string{"once-begin"}},
		{"once", "once-begin", "once-begin", []string{"new"}, []string{"once-end", "once-skip"}},
		{"cond", "tau", "cond-enqueue; cond-wake", []string{"signal", "broadcast"}, []string{"cond-enqueue"}},
		{"cell", "write 1", "read 2", []string{"write 2", "assume 2"}, []string{"read 1"}},
		{"cell", "assume 1", "assume 2", []string{"write 2"}, []string{"read 1"}},
	}
	for _, test := range tests {
		for i, more := range append(slices.Clone(test.serves), test.doesNot...) {
			want := 0
			if i >= len(test.serves) {
				want = 1
			}
			sys := servingSystem(t, test.object, test.before, test.waits, more)
			full := verify.Check(sys, verify.Options{Plain: true})
			part := verify.Check(sys, verify.Options{Plain: true, States: full.States - 1})
			leaks := 0
			for _, f := range part.Findings {
				if f.Category == verify.Leak {
					leaks++
				}
			}
			if leaks != want {
				t.Errorf("%s %s: after %s, %s frees who waits: found %d leaks, want %d", test.object, test.waits, test.before, more, leaks, want)
			}
		}
	}
}

// servingSystem starts a worker after what main does before; then it goes round
// for ever, and does more or not.
func servingSystem(t *testing.T, object, before, waits, more string) *model.System {
	t.Helper()
	var b strings.Builder
	labels := ""
	switch object {
	case "cell":
		labels = ` labels { "0" ; "1" ; "2" }`
	case "channel":
		labels = ` cap 2 labels { "0" ; "1" ; "2" }`
	}
	fmt.Fprintf(&b, "object %s \"o\"%s\nfamily \"w\" { 1 }\nprocess \"main\"\n", object, labels)
	n := 0
	act := func(text string, to int) {
		kind, label, _ := strings.Cut(strings.TrimSpace(text), " ")
		target := 0
		if kind == "tau" {
			target = -1
		}
		fmt.Fprintf(&b, "state %d\n%s %d %s -> %d @ \"f\" %d:1-1:2\n", n, kind, target, cmp.Or(label, "0"), to, b.Len())
		n++
	}
	for _, text := range strings.Split(before, ";") {
		act(text, n+1)
	}
	fmt.Fprintf(&b, "state %d\nspawn 0 0 -> %d\n", n, n+1)
	n++
	fmt.Fprintf(&b, "state %d\ntau -1 0 -> %d\ntau -1 0 -> %d\n", n, n, n+1)
	n++
	next := n + 1
	if object == "cond" { // a signal helps only those who wait already
		next = n - 1
	}
	act(more, next)
	fmt.Fprintf(&b, "state %d\ntau -1 0 -> %d\nprocess \"w\"\n", n, n)
	n = 0
	for _, text := range strings.Split(waits, ";") {
		act(text, n+1)
	}
	fmt.Fprintf(&b, "state %d\n", n)
	sys, err := model.ParseText(strings.NewReader(b.String()), "serving")
	if err != nil {
		t.Fatal(err, b.String())
	}
	return sys
}
