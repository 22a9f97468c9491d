package main

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chancheck/chancheck/docs"
	"github.com/chancheck/chancheck/report"
)

// runLRA runs chancheck lra in a directory with some files.
func runLRA(t *testing.T, texts files, stdin string, args ...string) (status int, stdout, stderr string) {
	t.Helper()
	return runOn(t, searchInLeaps, texts, stdin, args...)
}

const (
	mixedSystem = "A: { B!a; end, B?b; end }\nB: { A!b; end, A?a; end }\n"
	earlySystem = "A: B!a; end\nB: C?c; A?a; end\nC: B!c; end\n"
	loopSystem  = "A: rec x . B!a; x\nB: rec x . { A?a; x, A?z; end }\n"
	leftSystem  = "A: rec x . B!a; x\nB: C?z; end\nC: B!z; end\n"
	wrongSystem = "A: B!a; C!z; end\nB: { A?b; end, C?c; end }\nC: rec x . { B!c; x, A?z; end }\n"
)

const closingSystem = `object channel "c" cap 1 labels { "x" }
process "F"
state 0
  send 0 0 -> 1 @ "f.go" 5:2-5:9
state 1
  close 0 0 -> 2 @ "f.go" 6:2-6:9
state 2
process "G"
state 0
  receive 0 0 -> 0 @ "f.go" 7:2-7:6
  receive-closed 0 0 -> 1 @ "f.go" 7:2-7:6
state 1 "2"
  receive 0 0 -> 1 @ "f.go" 8:2-8:6
`

func TestLRA(t *testing.T) {
	all := files{
		"safe.lt": safeSystem, "stuck.lt": stuckSystem, "mixed.lt": mixedSystem, "early.lt": earlySystem, "loop.lt": loopSystem, "left.lt": leftSystem,
		"wrong.lt": wrongSystem, "unsafe.lt": unsafeSystem, "bad.lt": "A: B!a; end", "f.txt": textSystem,
		"new.txt":    strings.Replace(textSystem, "state 1\nprocess", "  new 0 0 -> 1 @ \"f.go\" 7:8-7:9\nstate 1\nprocess", 1),
		"closes.txt": closingSystem, "panics.txt": strings.Replace(closingSystem, "state 2\nprocess", "state 2\n  send 0 0 -> 2\nprocess", 1),
		"two.txt": textSystem + "process \"G\"\nstate 0\n  receive 0 -1 -> 0 @ \"f.go\" 9:1-9:2\n",
	}
	const promise = "\tno execution ends before all is done, and no message comes where it is never received; " +
		"whether somebody waits for ever while others go on is not looked at\n"
	tests := []struct {
		name   string
		args   []string
		status int
		stdout string
		stderr string // its start
	}{
		{"safe", []string{"safe.lt"}, 0, "safe.lt: safe at bound 1\n" + promise + "\tl2(J,K)*: 3 states, 2 leaps\n", ""},
		{"stuck", []string{"stuck.lt"}, 3, `stuck.lt:3:4: unsafe at bound 1
	nobody can move
	progress fails for C (3:4): to receive B→C?c
	in the way: B→C is empty; B has ended
	step  place  what happens         queue then
	1     1:16   A sends b to B       A→B: b
	2     2:21   B receives b from A  A→B is empty
	l2(J,K)*: 7 states, 6 leaps
`, ""},
		{"left", []string{"unsafe.lt", "-k=2", "-J=none"}, 3, `unsafe.lt:2:1: unsafe at bound 2
	all participants end, and a message is left
	progress fails for B at its end (2:1): A→B holds b, whose first is never received
	in the way: all participants have ended
	step  place  what happens         queue then
	1     1:4    A sends a to B       A→B: a
	2     1:9    A sends b to B       A→B: a b
	3     2:4    B receives a from A  A→B: b
	l2(J,K)*: 3 states, 2 leaps
`, ""},
		{"a choice of any kind", []string{"mixed.lt", "-search=star"}, 3, `mixed.lt:1:1: unsafe at bound 1
	a message comes that is never received
	reception fails for A at its end (1:1): B→A holds b, its bound, whose first is never received
	in the way: A has ended
	step  place  what happens    queue then
	1     1:6    A sends a to B  A→B: a
	2     2:6    B sends b to A  B→A: b
	unspecified reception: B at its end (2:1): A→B holds a, its bound, whose first is never received; B has ended
	no progress: B at its end (2:1): A→B holds a, its bound, whose first is never received; all participants have ended
	l*: 5 states, 6 leaps
`, ""},
		{"rendezvous", []string{"mixed.lt", "-k=0"}, 0, "mixed.lt: safe at bound 0\n" + promise + "\tl2(J,K)*: 2 states, 2 leaps\n", ""},
		{"wrong message", []string{"wrong.lt"}, 3, `wrong.lt:2:6: unsafe at bound 1
	a message comes that is never received
	reception fails for B (2:6): A→B holds a, its bound, whose first is never received
	in the way: B is at A→B?b or C→B?c
	step  place  what happens    queue then
	1     1:4    A sends a to B  A→B: a
`, ""},
		{"no unspecified receptions wanted", []string{"wrong.lt", "-J=C:B", "-search=jk"}, 3, "", ""},
		{"early", []string{"early.lt"}, 0, "early.lt: safe at bound 1\n" + promise + "\tl2(J,K)*: 4 states, 3 leaps\n", ""},
		{"early, as the literature has it", []string{"-strict", "early.lt"}, 3, `early.lt:2:4: unsafe at bound 1
	a message comes before it is waited for
	reception fails for B (2:4): to receive C→B?c
	in the way: A→B holds a, its bound, whose first is not among that
	step  place  what happens    queue then
	1     1:4    A sends a to B  A→B: a
	2     3:4    C sends c to B  C→B: c
	l2(J,K)*: 4 states, 3 leaps
`, ""},
		{"overflow", []string{"-K=all", "loop.lt"}, 3, `loop.lt:1:12: unsafe at bound 1
	a send finds its channel full
	room fails for A (1:12): to send A→B!a
	in the way: A→B holds a, its bound; B is at A→B?a or A→B?z
	step  place  what happens    queue then
	1     1:12   A sends a to B  A→B: a
	never executed: B (2:22): A→B?z
	l2(J,K)*: 2 states, 2 leaps
`, ""},
		{"no bound", []string{"-k=inf", "-search=l", "loop.lt"}, 0, "loop.lt: safe without bounds\n" +
			"\tno execution ends before all is done; whether somebody waits for ever while others go on is not looked at\n\tl: 2 states, 2 leaps\n", ""},
		{"growth", []string{"-k=inf", "-K=all", "-states=50", "loop.lt"}, 4, "loop.lt: unknown without bounds\n\tmore than 50 configurations\n\tl2(J,K)*: 51 states, 50 leaps\n", ""},
		{"unsafe and growth", []string{"-k=inf", "-states=50", "left.lt"}, 3, `left.lt:2:4: unsafe without bounds
	a message comes that is never received
	reception fails for B (2:4): A→B holds a, whose first is never received
	in the way: B is at C→B?z
	step  place  what happens    queue then
	1     1:12   A sends a to B  A→B: a
	2     3:4    C sends z to B  C→B: z
	unspecified reception: B at its end (2:1): A→B holds a a, whose first is never received; B has ended
	l2(J,K)*: 51 states, 50 leaps; stopped: more than 50 configurations
`, ""},
		{"bounds", []string{"-bounds=A:B=inf,C:B=2", "-J=A:B", "early.lt"}, 0, "early.lt: safe at the bounds A→B ∞, C→B 2\n" +
			"\tno execution ends before all is done, and no message comes where it is never received on A→B; " +
			"whether somebody waits for ever while others go on is not looked at\n\tl2(J,K)*: 4 states, 3 leaps\n", ""},
		{"capacities", []string{"f.txt"}, 0, "f.txt: safe at bound 3\n", ""},
		{"sizes", []string{"-sizes", "stuck.lt"}, 3, "", ""},
		{"worst of several", []string{"safe.lt", "stuck.lt", "safe.lt"}, 3, "", ""},
		{"error and unsafe", []string{"bad.lt", "stuck.lt"}, 1, "", "bad.lt:1:4: unknown participant B\n"},
		{"not in the class", []string{"new.txt"}, 1, "", "new.txt: f.go:7:8: F, state 0: new is neither a send nor a receive\n"},
		{"closes", []string{"closes.txt"}, 3, `f.go:8:2: unsafe at bound 1
	nobody can move
	progress fails for G at state 2 (f.go:8:2): to receive c?x
	in the way: c is closed; F has ended
	step  place     what happens         queue then
	1     f.go:5:2  F sends x to G       c: x
	2     f.go:6:2  F closes c           c: x
	3     f.go:7:2  G receives x from F  c is empty
	4     f.go:7:2  G finds c closed
`, ""},
		{"panics", []string{"panics.txt"}, 4, "panics.txt: unknown at bound 1\n\tF comes to use channel \"c\" after it was closed\n", ""},
		{"two receivers", []string{"two.txt"}, 1, "", "two.txt: f.go:9:1: G, state 0: channel \"ch\" has another receiver, F·1\n"},
		{"no arguments", nil, 2, "", "chancheck lra: no file\nusage: "},
		{"no such search", []string{"-search=l3", "safe.lt"}, 2, "", "chancheck lra: -search must be "},
		{"no such bound", []string{"-k=-1", "safe.lt"}, 2, "", "chancheck lra: -k must be "},
		{"no states", []string{"-states=0", "safe.lt"}, 2, "", "chancheck lra: -states must be "},
		{"no such channel", []string{"-bounds=A:C=1", "safe.lt"}, 1, "", "safe.lt: -bounds: no channel \"A:C\"; there is A→B\n"},
		{"no channel to look at", []string{"-J=A:C", "safe.lt"}, 1, "", "safe.lt: -J: no channel \"A:C\"; there is A→B\n"},
		{"no channel to fill", []string{"-K=A:C", "safe.lt"}, 1, "", "safe.lt: -K: no channel \"A:C\"; there is A→B\n"},
		{"no number", []string{"-bounds=A:B", "safe.lt"}, 2, "", "chancheck lra: -bounds: \"A:B\" is not CHANNEL=NUMBER\n"},
		{"one step", []string{"safe.lt", "-k=0"}, 0, "safe.lt: safe at bound 0\n" + promise + "\tl2(J,K)*: 2 states, 1 leap\n", ""},
		{"diagram", []string{"-mermaid", "stuck.lt"}, 3, `sequenceDiagram
    participant p0 as A
    participant p1 as B
    participant p2 as C
    p0-)p1: b
    Note over p1: receives b
    Note over p2: progress fails here: to receive B→C?c
`, ""},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			status, stdout, stderr := runLRA(t, all, "", test.args...)
			if status != test.status {
				t.Errorf("status %d, want %d", status, test.status)
			}
			if !strings.HasPrefix(stdout, test.stdout) {
				t.Errorf("stdout\n%s\nwant\n%s", stdout, test.stdout)
			}
			if !strings.HasPrefix(stderr, test.stderr) || test.stderr == "" && stderr != "" {
				t.Errorf("stderr %q, want %q", stderr, test.stderr)
			}
		})
	}
}

// TestLRAJSON checks that the JSON has what the text has, for each file.
func TestLRAJSON(t *testing.T) {
	status, stdout, _ := runLRA(t, files{"loop.lt": loopSystem, "bad.lt": "A:"}, earlySystem, "-json", "-K=all", "-sizes", "loop.lt", "-", "bad.lt")
	var got struct{ Answers []report.Answer }
	if err := json.Unmarshal([]byte(stdout), &got); err != nil || status != statusError || len(got.Answers) != 3 {
		t.Fatalf("status %d, %v, %s", status, err, stdout)
	}
	loop, early, bad := got.Answers[0], got.Answers[1], got.Answers[2]
	if loop.Verdict != "unsafe" || loop.Search != "l2(J,K)*" || loop.Site.Line != 1 || len(loop.Graphs) != 5 || len(loop.Execution.Events) != 1 {
		t.Errorf("got %+v", loop)
	}
	if len(loop.Findings) != 2 || loop.Findings[0].Kind != report.FoundOverflow || !loop.Findings[0].Fails || loop.Findings[1].Kind != report.FoundNever {
		t.Errorf("got %+v", loop.Findings)
	}
	if early.Verdict != "safe" || early.File != "stdin" || early.Execution != nil || early.Findings[0].Kind != report.FoundEarly || early.Findings[0].Execution == nil {
		t.Errorf("got %+v", early)
	}
	if !strings.HasPrefix(bad.Error, "bad.lt:1:3: expected a type") || bad.Verdict != "" {
		t.Errorf("got %+v", bad)
	}
}

// TestLRAVerbose has everything that was found, and the properties.
func TestLRAVerbose(t *testing.T) {
	_, stdout, _ := runLRA(t, files{"early.lt": earlySystem}, "", "-v", "early.lt")
	want := `	early message: B (2:4): to receive C→B?c; A→B holds a, its bound, whose first is not among that
	3 participants
	progress   holds
	reception  holds
	room       undecided  not asked
	execution  holds
	l2(J,K)*: 4 states, 3 leaps
`
	if !strings.HasSuffix(stdout, want) {
		t.Errorf("got\n%s\nwant\n%s", stdout, want)
	}
}

// TestLRADocumented runs the example of the page.
func TestLRADocumented(t *testing.T) {
	page, _ := docs.Page("lra")
	blocks := strings.Split(page, "```\n")
	file, session := blocks[1], blocks[3]
	command, want, _ := strings.Cut(session, "\n")
	_, got, _ := runLRA(t, files{"cancel.lt": file}, "", "-sizes", "cancel.lt")
	if command != "$ chancheck lra -sizes cancel.lt" || got != want {
		t.Errorf("%s says\n%s\nthe page has\n%s", command, got, want)
	}
}

// TestLRAAndKMC compares the two on the systems of the literature: what is safe at a bound by
// the one is not unsafe by the other.
func TestLRAAndKMC(t *testing.T) {
	paths, err := filepath.Glob("../../verify/kmc/testdata/kmc/*")
	if err != nil || len(paths) == 0 {
		t.Fatal(err, paths)
	}
	both := 0
	for _, path := range paths {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		for _, k := range []string{"1", "2", "3"} {
			var kmc, lra bytes.Buffer
			decideKMC([]string{"-k", k, "-json", "-"}, bytes.NewReader(text), &kmc, &kmc)
			searchInLeaps([]string{"-k", k, "-json", "-states=100000", "-"}, bytes.NewReader(text), &lra, &lra)
			safe, unsafe := holds(t, kmc.Bytes(), "k-safe"), verdictOf(t, lra.Bytes()) == "unsafe"
			if safe && unsafe {
				t.Errorf("%s is safe at %s, but in leaps\n%s", path, k, lra.String())
			}
			if safe {
				both++
			}
		}
	}
	if both < 40 {
		t.Errorf("%d systems are safe, want 40", both)
	}
}

// holds reports whether a property holds in the only answer.
func holds(t *testing.T, text []byte, property string) bool {
	t.Helper()
	for _, p := range onlyAnswer(t, text).Properties {
		if p.Name == property {
			return p.Status == "holds"
		}
	}
	return false
}

func verdictOf(t *testing.T, text []byte) string { return onlyAnswer(t, text).Verdict }

func onlyAnswer(t *testing.T, text []byte) report.Answer {
	t.Helper()
	var got struct{ Answers []report.Answer }
	if err := json.Unmarshal(text, &got); err != nil || len(got.Answers) != 1 {
		t.Fatalf("%v, %s", err, text)
	}
	return got.Answers[0]
}
