package main

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/chancheck/chancheck/docs"
	"github.com/chancheck/chancheck/report"
)

// runKSync runs chancheck ksync in a directory with some files.
func runKSync(t *testing.T, texts files, stdin string, args ...string) (status int, stdout, stderr string) {
	t.Helper()
	return runOn(t, decideKSync, texts, stdin, args...)
}

const (
	crossingSystem = "A: B!a; B?b; end\nB: A!b; A?a; end\n"
	turnedSystem   = "p: q!a; q?c; q!b; q?d; end\nq: p!c; p!d; p?a; p?b; end\n"
	mailboxSystem  = "p: r!a; q!b; end\nq: p?b; r!c; end\nr: q?c; p?a; end\n"
	wideSystem     = "A: B!a; B!a; B!a; B!a; B!a; B!a; B!a; B?b; end\nB: A!b; A?a; A?a; A?a; A?a; A?a; A?a; A?a; end\n"
	// Two processes send on one channel.
	sendersSystem = `system "p.F"
object channel "ch" cap 3 labels { "int" }
process "F"
state 0
  receive 0 -1 -> 0 @ "f.go" 5:2-5:9
process "G"
state 0
  send 0 0 -> 1 @ "f.go" 7:2-7:6
state 1 "done"
process "H"
state 0
  tau -1 0 -> 1
  tau -1 0 -> 2
state 1
  send 0 0 -> 2 @ "f.go" 9:2-9:6
state 2
`
)

func TestKSync(t *testing.T) {
	all := files{
		"crossing.lt": crossingSystem, "turned.lt": turnedSystem, "mailbox.lt": mailboxSystem, "stuck.lt": stuckSystem, "wide.lt": wideSystem,
		"x.graph": graphSystem, "bad.lt": "A: B!a; end", "senders.txt": sendersSystem,
		"two.txt":   sendersSystem + "process \"I\"\nstate 0\n  receive 0 -1 -> 0 @ \"f.go\" 11:1-11:2\n",
		"close.txt": strings.Replace(textSystem, "state 1\nprocess", "  close 0 0 -> 1 @ \"f.go\" 7:8-7:9\nstate 1\nprocess", 1),
	}
	const crossing = `crossing.lt:2:9: not 1-synchronisable, with one queue per channel
	2 messages of an execution can't be taken apart: that is more than 1 message
	step  place  A        B
	1     1:4    !a to B  │
	2     2:4    │        !b to A
	3     1:9    ?b       │
	4     2:9    │        ?a
	tied together: a, b
`
	tests := []struct {
		name   string
		args   []string
		status int
		stdout string
		stderr string // its start
	}{
		{"crossing", []string{"crossing.lt"}, 0, "crossing.lt: 2-synchronisable, with one queue per channel\n\tevery execution is a sequence of exchanges of at most 2 messages, in some order\n", ""},
		{"more than one", []string{"crossing.lt", "-k", "1"}, 3, crossing, ""},
		{"turned", []string{"turned.lt", "-queues=pair"}, 3, `turned.lt:2:14: not k-synchronisable for any k, with one queue per pair of participants
	4 messages of an execution can't be taken apart, and one of them must be received before another is sent: no exchange has that
	step  place  p                        q
	1     1:4    !a to q                  │
	2     2:4    │                        !c to p
	3     1:9    ?c                       │
	4     1:14   !b to q, never received  │
	5     2:9    │                        !d to p
	6     1:19   ?d                       │
	7     2:14   │                        ?a
	tied together: a, c, b, d
	in the way: p receives c before it sends b
`, ""},
		{"a mailbox", []string{"-queues", "receiver", "mailbox.lt"}, 0, "mailbox.lt: 1-synchronisable, with one queue per receiver\n" +
			"\tevery execution is a sequence of exchanges of at most 1 message, in some order\n\tnever executed: r (3:4): q→r?c\n\tnever executed: r (3:9): p→r?a\n", ""},
		{"no mailbox", []string{"mailbox.lt"}, 3, "", ""},
		{"graph", []string{"x.graph"}, 0, "", ""},
		{"several senders", []string{"senders.txt"}, 0, "", ""},
		{"reached", []string{"senders.txt", "-reach", "H=2,G=done"}, 0, `senders.txt: 1-synchronisable, with one queue per channel
	every execution is a sequence of exchanges of at most 1 message, in some order
	reaching H=2,G=done: holds, by an execution
	step  place     G
	1     f.go:7:2  !int to F, never received
`, ""},
		{"never reached", []string{"stuck.lt", "-reach", "A=1,B=0,C=1"}, 0, "stuck.lt: 1-synchronisable, with one queue per channel\n" +
			"\tevery execution is a sequence of exchanges of at most 1 message, in some order\n\treaching A=1,B=0,C=1: fails, no execution leads there, however much the queues hold\n", ""},
		{"not known to be reached", []string{"-k=1", "crossing.lt", "-reach", "A=2,B=2"}, 3, "", ""},
		{"more than is tried", []string{"wide.lt"}, 4, "", ""},
		{"limit", []string{"stuck.lt", "-states", "3"}, 4, "stuck.lt: unknown for k = 1, with one queue per channel\n\tmore than 3 configurations between exchanges\n", ""},
		{"worst of several", []string{"crossing.lt", "turned.lt", "wide.lt"}, 3, "", ""},
		{"error and not", []string{"bad.lt", "turned.lt"}, 1, "", "bad.lt:1:4: unknown participant B\n"},
		{"two receivers", []string{"two.txt"}, 1, "", "two.txt: f.go:11:1: I, state 0: channel \"ch\" has another receiver, F\n"},
		{"not in the class", []string{"close.txt"}, 1, "", "close.txt: f.go:7:8: F, state 0: close is neither a send nor a receive\n"},
		{"no arguments", nil, 2, "", "chancheck ksync: no file\nusage: "},
		{"no such size", []string{"-k=0", "turned.lt"}, 2, "", "chancheck ksync: -k must be at least 1: an exchange has a message\n"},
		{"no last size", []string{"-max=0", "turned.lt"}, 2, "", "chancheck ksync: -max must be at least 1: an exchange has a message\n"},
		{"no such queues", []string{"-queues=none", "turned.lt"}, 2, "", "chancheck ksync: -queues must be channel, pair or receiver, not \"none\"\n"},
		{"no such limit", []string{"-states=0", "turned.lt"}, 2, "", "chancheck ksync: -states must be at least 1\n"},
		{"no such participant", []string{"-reach=Z=1", "turned.lt"}, 1, "", "turned.lt: -reach: no participant \"Z\"; there is p, q\n"},
		{"no such state", []string{"-reach=p=9", "turned.lt"}, 1, "", "turned.lt: -reach: p has no state \"9\"; there is 0, 1, 2, 3, 4\n"},
		{"no such named state", []string{"-reach=A=q", "x.graph"}, 1, "", "x.graph: -reach: A has no state \"q\"; there is q0, q1\n"},
		{"no target", []string{"-reach=", "turned.lt"}, 2, "", "chancheck ksync: -reach: \"\" is not PARTICIPANT=STATE\n"},
		{"two targets", []string{"-reach=p=1,p=2", "turned.lt"}, 2, "", "chancheck ksync: -reach: p is given twice\n"},
		{"diagram", []string{"-mermaid", "-k=1", "crossing.lt"}, 3, `sequenceDiagram
    participant p0 as A
    participant p1 as B
    p0-)p1: a
    p1-)p0: b
    Note over p0: receives b
    Note over p1: receives a
    Note over p0,p1: 2 messages of an execution can't be taken apart: that is more than 1 message
`, ""},
		{"chart", []string{"-dot", "-k=1", "crossing.lt"}, 3, `digraph "crossing" {
  label="not 1-synchronisable, with one queue per channel";
  node [shape=plaintext];
  line0 [label="A" shape=box];
  step1 [label="!a to B"];
  line0 -> step1 [arrowhead=none weight=100];
  step3 [label="?b"];
  step1 -> step3 [arrowhead=none weight=100];
  line1 [label="B" shape=box];
  step2 [label="!b to A"];
  line1 -> step2 [arrowhead=none weight=100];
  step4 [label="?a"];
  step2 -> step4 [arrowhead=none weight=100];
  step1 -> step4 [label="a" color=red constraint=false];
  step2 -> step3 [label="b" color=red constraint=false];
}
`, ""},
		{"nothing to draw", []string{"-dot", "x.graph"}, 0, "digraph \"x\" {\n  label=\"1-synchronisable, with one queue per channel\";\n  node [shape=plaintext];\n}\n", ""},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			status, stdout, stderr := runKSync(t, all, "", test.args...)
			if status != test.status {
				t.Errorf("status %d, want %d", status, test.status)
			}
			if test.stdout != "" && stdout != test.stdout {
				t.Errorf("stdout\n%s\nwant\n%s", stdout, test.stdout)
			}
			if !strings.HasPrefix(stderr, test.stderr) || test.stderr == "" && stderr != "" {
				t.Errorf("stderr %q, want %q", stderr, test.stderr)
			}
		})
	}
}

// TestKSyncUnknown says up to which size it is known.
func TestKSyncUnknown(t *testing.T) {
	_, stdout, _ := runKSync(t, files{"wide.lt": wideSystem}, "", "wide.lt")
	if want := ": unknown: not 7-synchronisable, and larger k were not tried, with one queue per channel\n"; !strings.Contains(stdout, want) {
		t.Errorf("got %s", stdout)
	}
}

// TestKSyncJSON has the chart and its conflict graph, for each file.
func TestKSyncJSON(t *testing.T) {
	status, stdout, _ := runKSync(t, files{"turned.lt": turnedSystem, "bad.lt": "A:"}, crossingSystem, "-json", "-reach=p=0", "turned.lt", "bad.lt")
	var got struct{ Answers []report.Answer }
	if err := json.Unmarshal([]byte(stdout), &got); err != nil || status != statusError || len(got.Answers) != 2 {
		t.Fatalf("status %d, %v, %s", status, err, stdout)
	}
	turned := got.Answers[0]
	if turned.Verdict != "unsynchronisable" || turned.Site.Line != 2 || len(turned.Execution.Events) != 7 || turned.Target.Status != "holds" {
		t.Errorf("got %+v", turned)
	}
	m := turned.Chart.Messages[2]
	if m != (report.ChartMessage{Message: "b", From: "p", To: "q", Sent: 4, Exchange: 1, Tied: true}) {
		t.Errorf("got %+v", m)
	}
	if d := turned.Chart.Conflicts[0]; d != (report.Conflict{From: 1, To: 2, Kind: "SR"}) || !strings.Contains(stdout, `"turned": true`) {
		t.Errorf("got %+v", d)
	}
}

// TestKSyncDocumented runs the examples of the page: its first block is a file, those after it are what the
// command says about it.
func TestKSyncDocumented(t *testing.T) {
	page, _ := docs.Page("ksync")
	blocks := strings.Split(page, "```\n")
	for _, n := range []int{3, 5} {
		command, want, _ := strings.Cut(blocks[n], "\n")
		args := strings.Fields(strings.TrimPrefix(command, "$ chancheck ksync "))
		if _, got, _ := runKSync(t, files{"depot.lt": blocks[1]}, "", args...); got != want {
			t.Errorf("%s says\n%s\nthe page has\n%s", command, got, want)
		}
	}
}
