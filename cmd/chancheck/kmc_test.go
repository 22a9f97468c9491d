package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/chancheck/chancheck/docs"
	"github.com/chancheck/chancheck/report"
)

// runKMC writes files into a directory of their own, which becomes the working
// directory, and runs chancheck kmc.
func runKMC(t *testing.T, texts files, stdin string, args ...string) (status int, stdout, stderr string) {
	t.Helper()
	return runOn(t, decideKMC, texts, stdin, args...)
}

// Systems with each of the answers.
const (
	safeSystem    = "A: B!a; end\nB: A?a; end\n"
	unsafeSystem  = "A: B!a; B!b; end\nB: A?a; end\n"
	stuckSystem   = "A: { B!a; end, B!b; end }\nB: { A?a; C!c; end, A?b; end }\nC: B?c; end\n"
	unknownSystem = "A: rec x . B!a; B!a; B?b; x\nB: rec x . A!b; A!b; A?a; x\n"
	graphSystem   = ".outputs A\n.state graph\nq0 B ! a q1\n.marking q0\n.end\n.outputs B\n.state graph\nq0 A ? a q1\n.marking q0\n.end\n"
	textSystem    = `system "p.F"
object channel "ch" cap 3 labels { "int" }
process "F"
state 0
  send 0 0 -> 1 @ "f.go" 5:2-5:9
state 1
process "F·1"
state 0
  receive 0 -1 -> 1 @ "f.go" 7:2-7:6
state 1
`
)

func TestKMC(t *testing.T) {
	all := files{
		"safe.lt": safeSystem, "unsafe.lt": unsafeSystem, "stuck.lt": stuckSystem, "unknown.lt": unknownSystem,
		"late.lt": "A: B!a; B?b; end\nB: A!b; A?a; end\n", "deaf.lt": "A: B!a; end\nB: end\n",
		"x.graph": graphSystem, "f.txt": textSystem, "bad.lt": "A: B!a; end",
		"close.txt": strings.Replace(textSystem, "state 1\nprocess", "  close 0 0 -> 1 @ \"f.go\" 7:8-7:9\nstate 1\nprocess", 1),
		"go.txt":    "family \"G\" { 1 }\nprocess \"F\"\nstate 0\n  spawn 0 0 -> 1\nstate 1\nprocess \"G\"\nstate 0\n",
		"mixed.txt": strings.Replace(textSystem, "state 1\nprocess", "  receive 0 0 -> 1\nstate 1\nprocess", 1),
	}
	tests := []struct {
		name   string
		args   []string
		status int
		stdout string
		stderr string // its start
	}{
		{"safe", []string{"safe.lt"}, 0, "safe.lt: safe for every bound ≥ 1\n\tk-MC, send-directed, receive-directed (Theorem 1)\n", ""},
		{"safe graph", []string{"x.graph"}, 0, "x.graph: safe for every bound ≥ 1\n\tk-MC, send-directed, receive-directed (Theorem 1)\n", ""},
		{"safe from k", []string{"safe.lt", "-k", "7"}, 0, "safe.lt: safe for every bound ≥ 7\n\tk-MC, send-directed, receive-directed (Theorem 1)\n", ""},
		{"without queues", []string{"safe.lt", "-k", "0"}, 0, "safe.lt: safe for the bounds A→B 0, and all larger ones\n\tk-MC, send-directed, receive-directed (Theorem 1)\n", ""},
		{"one queue", []string{"late.lt", "-k", "0", "-bounds=A:B=1"}, 0, "late.lt: safe for the bounds A→B 1, B→A 0, and all larger ones\n\tk-MC, send-directed, receive-directed (Theorem 1)\n", ""},
		{"no queue", []string{"late.lt", "-k=0"}, 4, `late.lt:1:4: unknown at the bounds A→B 0, B→A 0
	not k-exhaustive
	k-exhaustive fails for A (1:4): to send A→B!a before anything else
	in the way: A→B is a rendezvous; B is at B→A!b
	from the start
`, ""},
		{"a message to who has ended", []string{"deaf.lt"}, 3, `deaf.lt:2:1: unsafe for every bound ≥ 1
	the premises hold, and the system is not k-safe
	eventual reception fails for B at its end (2:1): A→B holds a, its bound, whose first is never received
	in the way: B has ended
	step  place  what happens    queue then
	1     1:4    A sends a to B  A→B: a
`, ""},
		{"capacities", []string{"-bounds", "cap", "f.txt"}, 0, "f.txt: safe for the bounds ch 3, and all larger ones\n\tk-MC, send-directed, receive-directed (Theorem 1)\n", ""},
		{"no progress", []string{"stuck.lt"}, 3, `stuck.lt:3:4: unsafe for every bound ≥ 1
	the premises hold, and the system is not k-safe
	progress fails for C (3:4): to receive B→C?c
	in the way: B→C is empty; B is at A→B?a or A→B?b
	step  place  what happens    queue then
	1     1:16   A sends b to B  A→B: b
`, ""},
		{"no reception", []string{"-bounds=A:B=2", "unsafe.lt"}, 3, `unsafe.lt:2:1: unsafe for the bounds A→B 2, and all larger ones
	the premises hold, and the system is not k-safe
	eventual reception fails for B at its end (2:1): A→B holds b, whose first is never received
	in the way: B has ended
	step  place  what happens         queue then
	1     1:4    A sends a to B       A→B: a
	2     1:9    A sends b to B       A→B: a b
	3     2:4    B receives a from A  A→B: b
`, ""},
		{"unknown", []string{"-max=2", "unknown.lt"}, 4, `unknown.lt:1:17: unknown up to bound 2
	not k-exhaustive
	k-exhaustive fails for A (1:17): to send A→B!a before anything else
	in the way: A→B holds a a, its bound; B is at B→A!b
	step  place  what happens         queue then
	1     1:12   A sends a to B       A→B: a
	2     1:17   A sends a to B       A→B: a a
	3     2:12   B sends b to A       B→A: b
	4     1:22   A receives b from B  B→A is empty
	5     2:17   B sends b to A       B→A: b
	6     2:22   B receives a from A  A→B: a
	7     1:12   A sends a to B       A→B: a a
`, ""},
		{"worst of several", []string{"safe.lt", "unknown.lt", "unsafe.lt", "safe.lt"}, 3, "", ""},
		{"error and unsafe", []string{"bad.lt", "unsafe.lt"}, 1, "", "bad.lt:1:4: unknown participant B\n"},
		{"no file", []string{"nope.lt"}, 1, "", "chancheck kmc: open nope.lt: "},
		{"not in the class", []string{"mixed.txt"}, 1, "", "mixed.txt: F, state 0: mixed: "},
		{"not in the class, in its place", []string{"close.txt"}, 1, "", "close.txt: f.go:7:8: F, state 0: close is neither a send nor a receive\n"},
		{"no arguments", nil, 2, "", "chancheck kmc: no file\nusage: "},
		{"two forms", []string{"-json", "-dot", "safe.lt"}, 2, "", "chancheck kmc: only one of -json, -mermaid and -dot\n"},
		{"no such bound", []string{"-k=-1", "safe.lt"}, 2, "", "chancheck kmc: -k must be at least 0\n"},
		{"no such flag", []string{"safe.lt", "-nope"}, 2, "", "flag provided but not defined: -nope\n"},
		{"no such channel", []string{"-bounds=A:C=1", "safe.lt"}, 1, "", "safe.lt: -bounds: no channel \"A:C\"; there is A→B\n"},
		{"no number", []string{"-bounds=A:B", "safe.lt"}, 2, "", "chancheck kmc: -bounds: \"A:B\" is not CHANNEL=NUMBER\n"},
		{"a bound that is none", []string{"-bounds=A:B=x", "safe.lt"}, 2, "", "chancheck kmc: -bounds: \"x\" of A:B is no bound\n"},
		{"two bounds for one channel", []string{"-bounds=A:B=1,A→B=2", "safe.lt"}, 2, "", "chancheck kmc: -bounds: A→B is given twice\n"},
		{"nothing left for -k", []string{"-bounds=cap", "-k=3", "safe.lt"}, 2, "", "chancheck kmc: -bounds cap has the bounds of all channels: there are no others for -k\n"},
		{"no last bound", []string{"-max=0", "safe.lt"}, 2, "", "chancheck kmc: -max must be at least 1\n"},
		{"goroutines", []string{"go.txt"}, 1, "", "go.txt: F, state 0: spawn is neither a send nor a receive; for functions that start goroutines there is chancheck capacity PACKAGE -func F\n"},
		{"diagram", []string{"-mermaid", "stuck.lt"}, 3, `sequenceDiagram
    participant p0 as A
    participant p1 as B
    participant p2 as C
    p0-)p1: b
    Note over p2: progress fails here: to receive B→C?c
`, ""},
		{"nothing to draw", []string{"-mermaid", "safe.lt"}, 0, `sequenceDiagram
    participant p0 as A
    participant p1 as B
    %% safe for every bound ≥ 1: nothing to show
`, ""},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			status, stdout, stderr := runKMC(t, all, "", test.args...)
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

// TestKMCJSON checks that the JSON has what the text has, for each file.
func TestKMCJSON(t *testing.T) {
	status, stdout, _ := runKMC(t, files{"stuck.lt": stuckSystem, "bad.lt": "A:"}, safeSystem, "-json", "stuck.lt", "-", "bad.lt")
	var got struct{ Answers []report.Answer }
	if err := json.Unmarshal([]byte(stdout), &got); err != nil || status != statusError || len(got.Answers) != 3 {
		t.Fatalf("status %d, %v, %s", status, err, stdout)
	}
	stuck, safe, bad := got.Answers[0], got.Answers[1], got.Answers[2]
	if stuck.Verdict != "unsafe" || stuck.K != 1 || stuck.Site.Line != 3 || len(stuck.Properties) == 0 || len(stuck.Execution.Events) != 1 {
		t.Errorf("got %+v", stuck)
	}
	if safe.Verdict != "safe" || safe.File != "stdin" || safe.Execution != nil || safe.ReducedTransitions != 2 {
		t.Errorf("got %+v", safe)
	}
	if !strings.HasPrefix(bad.Error, "bad.lt:1:3: expected a type") || bad.Verdict != "" {
		t.Errorf("got %+v", bad)
	}
}

// TestKMCVerbose has all properties, with what their answers rest on.
func TestKMCVerbose(t *testing.T) {
	_, stdout, _ := runKMC(t, files{"unknown.lt": unknownSystem}, "", "-v", "unknown.lt")
	for _, want := range []string{"queue then", "k-OBI", "k-exhaustive", "2 participants"} {
		if !strings.Contains(stdout, want) {
			t.Errorf("no %q in\n%s", want, stdout)
		}
	}
}

func TestKMCDOT(t *testing.T) {
	status, stdout, _ := runKMC(t, files{"unsafe.lt": unsafeSystem}, "", "-dot", "unsafe.lt")
	if status != statusClean || !strings.HasPrefix(stdout, "digraph \"unsafe\" {\n") ||
		!strings.Contains(stdout, "p0_0 -> p0_1 [label=\"send A→B: a\"];") || !strings.Contains(stdout, "[label=\"receive A→B: a\"];") {
		t.Errorf("status %d, %s", status, stdout)
	}
}

// TestKMCDrawsWhatItDoesNotCheck has choices that are out of reach of the theory, and states with names.
func TestKMCDrawsWhatItDoesNotCheck(t *testing.T) {
	status, stdout, stderr := runKMC(t, files{"mixed.lt": mixedSystem}, graphSystem, "-dot", "mixed.lt", "-")
	if status != statusClean || !strings.Contains(stdout, "p0_0 -> p0_1 [label=\"receive B→A: b\"];") || stderr != "" {
		t.Errorf("status %d, %s%s", status, stdout, stderr)
	}
	if !strings.Contains(stdout, `p0_1 [label="1" shape=doublecircle]`) || !strings.Contains(stdout, `p1_1 [label="q1" shape=doublecircle]`) {
		t.Errorf("states are called otherwise: %s", stdout)
	}
}

// TestStandardInputHasOneName in what is wrong with it, and in answers.
func TestStandardInputHasOneName(t *testing.T) {
	for stdin, want := range map[string]string{"A:": "stdin:1:3: expected", safeSystem: "stdin: safe", unsafeSystem: "stdin:2:1: unsafe"} {
		if _, stdout, stderr := runKMC(t, nil, stdin, "-"); !strings.HasPrefix(stdout+stderr, want) {
			t.Errorf("%q: %s%s, want %s", stdin, stdout, stderr, want)
		}
	}
}

// TestProgress shows progress to a terminal only.
func TestProgress(t *testing.T) {
	var log bytes.Buffer
	if p := newProgress(&log); p != nil {
		t.Errorf("progress for what is no terminal")
	}
	p := &progress{out: &log}
	p.show(2, 1000, 3000)
	p.show(2, 1001, 3001) // too soon
	p.clear()
	if got, want := log.String(), "\r\x1b[Kbound 2: 1000 configurations, 3000 transitions\r\x1b[K"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

// TestKMCLimits has what no machine can explore, and wants the limit that was
// hit for an answer, soon.
func TestKMCLimits(t *testing.T) {
	var star strings.Builder
	star.WriteString("S: rec x . { P0?a; x")
	for i := 1; i < 1000; i++ {
		fmt.Fprintf(&star, ", P%d?a; x", i)
	}
	star.WriteString(" }\n")
	for i := range 1000 {
		fmt.Fprintf(&star, "P%d: rec x . S!a; x\n", i)
	}
	undirected := "A: rec x . { B!a; x, C!b; x } B: rec x . A?a; x C: rec x . A?b; x"
	tests := []struct {
		name, text string
		args       []string
	}{
		{"a thousand participants", star.String(), []string{"x.lt", "-states=2000"}},
		{"a bound of a million", undirected, []string{"x.lt", "-states=2000", "-k=1000000"}},
		{"all bounds up to a million", unknownSystem, []string{"x.lt", "-states=2000", "-max=1000000"}},
	}
	for _, test := range tests {
		status, stdout, stderr := runKMC(t, files{"x.lt": test.text}, "", test.args...)
		if status != statusUnknown || !strings.Contains(stdout, "configurations") || stderr != "" {
			t.Errorf("%s: status %d, %s%s", test.name, status, stdout, stderr)
		}
	}
}

// TestKMCDocumented runs the example of the page: its first two blocks are a
// file and what the command says about it.
func TestKMCDocumented(t *testing.T) {
	page, _ := docs.Page("kmc")
	blocks := strings.Split(page, "```\n")
	file, session := blocks[1], blocks[3]
	command, want, _ := strings.Cut(session, "\n")
	_, got, _ := runKMC(t, files{"client.lt": file}, "", "client.lt")
	if command != "$ chancheck kmc client.lt" || got != want {
		t.Errorf("%s says\n%s\nthe page has\n%s", command, got, want)
	}
}
