package verify_test

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/chancheck/chancheck/model"
	"github.com/chancheck/chancheck/verify"
	"github.com/chancheck/chancheck/verify/replay"
)

// checked is Check, and replays every finding and what may be one.
func checked(t *testing.T, sys *model.System, options verify.Options) verify.Result {
	t.Helper()
	result := verify.Check(sys, options)
	for i := range result.Findings {
		if err := replay.Finding(sys, &result.Findings[i]); err != nil {
			t.Errorf("finding %d, %+v: %v\nin %+v", i, result.Findings[i], err, sys)
		}
	}
	for _, d := range result.Hangs {
		if err := replay.Finding(sys, &d.Finding); err != nil {
			t.Errorf("%+v may go wrong: %v\nin %+v", d, err, sys)
		}
	}
	return result
}

// TestFindingsOfFamiliesReplay wants the executions of findings in systems that
// have several members of each family: a finding stands for all of them, but its
// execution ends with one.
func TestFindingsOfFamiliesReplay(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 8))
	found := 0
	for range 30_000 {
		sys := randomSystem(r)
		doubled(sys)
		found += len(checked(t, sys, verify.Options{States: 1500}).Findings)
		if t.Failed() {
			t.FailNow()
		}
	}
	t.Logf("%d findings replayed", found)
	if found < 10_000 {
		t.Errorf("only %d findings", found)
	}
}

// doubled gives each family a second member.
func doubled(sys *model.System) {
	for i := range sys.Families {
		f := &sys.Families[i]
		second := sys.Processes[f.Members[0]]
		second.States = slices.Clone(second.States)
		f.Members = append(f.Members, len(sys.Processes))
		sys.Processes = append(sys.Processes, second)
	}
}

// TestPanicOfAnotherMemberReplays has two goroutines that close one channel, or
// take a step in doubt first: the execution that comes about for certain ends
// with another member than the one that is seen to panic first.
func TestPanicOfAnotherMemberReplays(t *testing.T) {
	closing := `state 0
  tau -1 0 -> 3 @ "f" 1:1-1:2
  close 0 0 -> 1 @ "f" 2:1-2:2
state 1
  tau -1 0 -> 1 doubt "unknown"
  tau -1 0 -> 0 doubt "unknown"
state 2
state 3
  tau -1 0 -> 0 doubt "unknown"
  tau -1 0 -> 1 doubt "unknown"
`
	sys, err := model.ParseText(strings.NewReader(`system "s"
object channel "c" cap 1 labels { "m" }
family "f" { 1 2 }
process "main"
state 0
  spawn 0 0 -> 1
state 1
  send 0 0 -> 0
process "f"
`+closing+"process \"f\"\n"+closing), "s")
	if err != nil {
		t.Fatal(err)
	}
	result := checked(t, sys, verify.Options{})
	if !slices.ContainsFunc(result.Findings, func(f verify.Finding) bool { return f.Text == "close of closed channel" }) {
		t.Errorf("found %+v, want a second close", result)
	}
}
