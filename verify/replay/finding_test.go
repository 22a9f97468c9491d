package replay

import (
	"slices"
	"strings"
	"testing"

	"github.com/chancheck/chancheck/model"
	"github.com/chancheck/chancheck/verify"
)

// handover has one execution up to the point where process 1 has the lock: main
// starts two goroutines, tells the first to take it, and waits for it in vain.
const handover = `system "s"
object channel "c" labels { "go" ; "stop" }
object mutex "m"
family "f" { 1 }
family "g" { 2 }
process "main"
state 0
  spawn 0 0 -> 1
state 1
  spawn 1 0 -> 2
state 2
  send 0 0 -> 3
state 3
  receive 0 1 -> 4
state 4
  lock 1 0 -> 5
state 5
process "f"
state 0
  receive 0 0 -> 1
state 1
  lock 1 0 -> 2
state 2
  send 0 1 -> 3
state 3
process "g"
state 0
  receive 0 1 -> 0
`

// found is the finding of a category in a system.
func found(t *testing.T, sys *model.System, category verify.Category) verify.Finding {
	t.Helper()
	result := verify.Check(sys, verify.Options{})
	i := slices.IndexFunc(result.Findings, func(f verify.Finding) bool { return f.Category == category })
	if i < 0 {
		t.Fatalf("no %s in %+v", category, result)
	}
	f := result.Findings[i]
	f.Trace = slices.Clone(f.Trace)
	if err := Finding(sys, &f); err != nil {
		t.Fatal(err)
	}
	return f
}

// TestCorruptedExecutionsAreRefused changes an execution, each step of which
// needs the one before it.
func TestCorruptedExecutionsAreRefused(t *testing.T) {
	sys := parse(t, handover)
	f := found(t, sys, verify.Deadlock)
	refused := func(what string, change func(c *verify.Finding)) {
		c := f
		c.Trace = slices.Clone(f.Trace)
		change(&c)
		if Finding(sys, &c) == nil {
			t.Errorf("%s: %+v is not refused", what, c)
		}
	}
	for i := range f.Trace {
		refused("dropped", func(c *verify.Finding) { c.Trace = slices.Delete(c.Trace, i, i+1) })
		refused("doubled", func(c *verify.Finding) { c.Trace = slices.Insert(c.Trace, i, c.Trace[i]) })
		refused("cut", func(c *verify.Finding) { c.Trace = c.Trace[:i] })
		refused("another state", func(c *verify.Finding) { c.Trace[i].State++ })
		refused("another transition", func(c *verify.Finding) { c.Trace[i].Transition++ })
		if i > 0 {
			refused("swapped", func(c *verify.Finding) { c.Trace[i-1], c.Trace[i] = c.Trace[i], c.Trace[i-1] })
		}
		if f.Trace[i].Partner >= 0 {
			refused("the wrong partner", func(c *verify.Finding) { c.Trace[i].Partner, c.Trace[i].PartnerState = 2, 0 })
			refused("a partner elsewhere", func(c *verify.Finding) { c.Trace[i].PartnerState++ })
			refused("no partner", func(c *verify.Finding) { c.Trace[i].Partner = -1 })
		}
		if f.Trace[i].Spawned >= 0 {
			refused("the wrong goroutine", func(c *verify.Finding) { c.Trace[i].Spawned = 3 - c.Trace[i].Spawned })
		}
	}
}

// TestWrongEndsAreRefused changes what a finding says about the end of its
// execution.
func TestWrongEndsAreRefused(t *testing.T) {
	sys := parse(t, handover)
	f := found(t, sys, verify.Deadlock)
	for _, test := range []struct {
		change func(c *verify.Finding)
		want   string
	}{
		{func(c *verify.Finding) { c.Category = verify.Leak }, "it is about process 0"},
		{func(c *verify.Finding) { c.Category = verify.Panic }, "it is blocked"},
		{func(c *verify.Finding) { c.Category = "strange" }, "unknown category"},
		{func(c *verify.Finding) { c.Category = verify.Orphan }, "sends nothing"},
		{func(c *verify.Finding) { c.State, c.Object = 3, 0 }, "process 0 is at state 4, not 3"},
		{func(c *verify.Finding) { c.State = 99 }, "no transition"},
		{func(c *verify.Finding) { c.Transition = 1 }, "no transition"},
		{func(c *verify.Finding) { c.Process = 99 }, "no process"},
		{func(c *verify.Finding) { c.Object = 0 }, "is about object 1"},
		{func(c *verify.Finding) { c.Process, c.State, c.Object = 1, 3, -1 }, "no transition"},
	} {
		c := f
		test.change(&c)
		wants(t, test.want, Finding(sys, &c), test.want)
	}
}

// TestEndings follows a finding of each category to its end, and refuses one
// that the system doesn't have.
func TestEndings(t *testing.T) {
	const worker = "object channel \"c\" cap 1 labels { \"a\" }\nfamily \"f\" { 1 }\nprocess \"main\"\nstate 0\n  spawn 0 0 -> 1\n"
	tests := []struct {
		system   string
		category verify.Category
	}{
		{worker + "state 1\nprocess \"f\"\nstate 0\n  receive 0 0 -> 0\n", verify.Leak},
		{worker + "state 1\n  receive 0 0 -> 1\nprocess \"f\"\nstate 0\n", verify.Deadlock},
		{worker + "state 1\nprocess \"f\"\nstate 0\n  send 0 0 -> 1\nstate 1\n", verify.Orphan},
		{worker + "state 1\n  receive 0 0 -> 2\n  tau -1 0 -> 2\nstate 2\nprocess \"f\"\nstate 0\n  send 0 0 -> 1\nstate 1\n", verify.OrphanMay},
		{worker + "state 1\nprocess \"f\"\nstate 0\n  close 0 0 -> 1\nstate 1\n  close 0 0 -> 2\nstate 2\n", verify.Panic},
		{worker + "state 1\nprocess \"f\"\nstate 0\n  crash -1 0 -> 1 \"boom\"\nstate 1\n", verify.Panic},
	}
	for _, test := range tests {
		sys := parse(t, "system \"s\"\n"+test.system)
		f := found(t, sys, test.category)
		c := f
		c.Trace = f.Trace[:0]
		if Finding(sys, &c) == nil {
			t.Errorf("%s without its execution is not refused", test.category)
		}
	}
}

// TestSomebodyWhoCanMoveIsNotStuck has processes at operations that are enabled,
// alone or with a partner on either side.
func TestSomebodyWhoCanMoveIsNotStuck(t *testing.T) {
	const pair = "system \"s\"\nobject channel \"c\" labels { \"a\" }\nfamily \"f\" { 1 }\nprocess \"main\"\nstate 0\n  spawn 0 0 -> 1\nstate 1\n"
	spawn := verify.Step{Partner: -1, Spawned: 1}
	tests := []struct {
		system, want string
	}{
		{pair + "  send 0 0 -> 1\nprocess \"f\"\nstate 0\n  receive 0 0 -> 0\n", "process 1 is ready for it"},
		{pair + "  receive 0 0 -> 1\nprocess \"f\"\nstate 0\n  send 0 0 -> 0\n", "process 1 is ready for it"},
		{pair + "  receive 0 0 -> 1\n  tau -1 0 -> 1\nprocess \"f\"\nstate 0\n", "it is enabled"},
		{pair + "  close 0 0 -> 1\nprocess \"f\"\nstate 0\n", "it is enabled"},
	}
	for _, test := range tests {
		f := verify.Finding{Category: verify.Deadlock, State: 1, Trace: []verify.Step{spawn}}
		wants(t, test.want, Finding(parse(t, test.system), &f), test.want)
	}
}

// TestClaimsAboutOthersAreRefused has a second close at a state that says where its
// fault leads, and a message that somebody else has sent.
func TestClaimsAboutOthersAreRefused(t *testing.T) {
	recovered := parse(t, "system \"s\"\nobject channel \"c\" labels { \"a\" }\nprocess \"p\"\nstate 0\n  close 0 0 -> 0\n  fault 0 0 -> 0\n")
	closing := verify.Step{Partner: -1, Spawned: -1}
	f := verify.Finding{Category: verify.Panic, Trace: []verify.Step{closing}}
	wants(t, "recovered", Finding(recovered, &f), "recovered from")

	two := parse(t, "system \"s\"\nobject channel \"c\" cap 1 labels { \"a\" }\nprocess \"p\"\nstate 0\n  send 0 0 -> 1\n  send 0 0 -> 1\nstate 1\n")
	f = verify.Finding{Category: verify.Orphan, Transition: 1, Trace: []verify.Step{{Partner: -1, Spawned: -1}}}
	wants(t, "another send", Finding(two, &f), "has left no message")
	f.Transition = 0
	wants(t, "the send itself", Finding(two, &f), "")
	if err := Finding(two, &verify.Finding{Category: verify.Orphan, Trace: []verify.Step{{Process: 7}}}); err == nil || !strings.Contains(err.Error(), "step 1 of 1") {
		t.Errorf("got %v, want an error about step 1 of 1", err)
	}
}
