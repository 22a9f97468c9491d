package main

import (
	"bytes"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chancheck/chancheck/report"
)

// The test binary is the command if it is told so: go vet runs what the front
// end says it is, and that must be the code under test.
func TestMain(m *testing.M) {
	if os.Getenv("CHANCHECK_TEST_MAIN") != "" {
		main()
		return
	}
	os.Exit(m.Run())
}

// files is a module: names and contents.
type files map[string]string

const stuck = `package p

// Stuck waits for ever.
func Stuck() {
	done := make(chan bool)
	<-done
}
`

const leaving = `package p

// Leaving leaves a message that nobody needs.
func Leaving(ok bool) {
	c := make(chan int, 1)
	//lint:ignore chancheck it was told with -orphan-may
	c <- 1
	if ok {
		<-c
	}
}
`

const large = `package p

// Large has two goroutines that go on for ever, and one that nobody frees.
func Large() {
	done := make(chan bool)
	go func() { <-done }()
	c, d := make(chan int), make(chan int)
	go func() {
		for {
			c <- 1
			<-d
		}
	}()
	for {
		<-c
		d <- 1
	}
}
`

const tied = `package p

// Tied has a channel that is safe with all capacities.
func Tied() int {
	a := make(chan int, 2)
	go func() { a <- 1; a <- 2 }()
	return <-a + <-a
}
`

// run writes a module and runs the command there.
func run(t *testing.T, module files, args ...string) (status int, stdout, stderr string) {
	t.Helper()
	dir := t.TempDir()
	module["go.mod"] = "module p\n\ngo 1.24\n"
	writeModule(t, dir, module)
	return runIn(t, dir, args...)
}

// writeModule writes the files of a module.
func writeModule(t *testing.T, dir string, module files) {
	t.Helper()
	for name, text := range module {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// runIn runs the command in a directory that has a module already.
func runIn(t *testing.T, dir string, args ...string) (status int, stdout, stderr string) {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(self, args...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "CHANCHECK_TEST_MAIN=1", "GOFLAGS=", "GOWORK=off", "GITHUB_WORKSPACE=", "GIT_CONFIG_GLOBAL=/dev/null")
	var out, errs bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &errs
	_ = cmd.Run() // the status tells
	return cmd.ProcessState.ExitCode(), out.String(), errs.String()
}

// unbuilt can't be loaded: another tool would have to make the file that it embeds.
const unbuilt = "package q\n\nimport _ \"embed\"\n\n//go:embed built\nvar Page string\n"

func TestStatus(t *testing.T) {
	clean := "package p\n"
	tests := []struct {
		name   string
		module files
		args   []string
		status int
		stdout string // part of it
		stderr string // part of it
	}{
		{"clean", files{"p.go": clean}, nil, 0, "", ""},
		{"findings", files{"p.go": stuck}, []string{"./..."}, 3, "p.go:6:2: in Stuck: receive from done blocks forever: nobody sends on it or closes it [deadlock]\n", "looked at 1 of 1 channels\n"},
		{"category off", files{"p.go": stuck}, []string{"-deadlock=false"}, 0, "", "looked at 1 of 1 channels\n"},
		{"no types", files{"p.go": "package p\n\nvar x int = nope\n"}, nil, 1, "", "p.go:3:13: undefined: nope"},
		{"no syntax", files{"p.go": "package p\n\nfunc {\n"}, nil, 1, "", "p.go:3:6"},
		{"one broken, one not", files{"p.go": stuck, "q/q.go": "package q\n\nvar x int = nope\n"}, []string{"./..."}, 1, "p.go:6:2:", "undefined: nope"},
		{"no syntax beside what has", files{"p.go": stuck, "q/q.go": "package q\n\nfunc {\n"}, []string{"./..."}, 1, "p.go:6:2:", "q.go:3:6: expected 'IDENT', found '{'"},
		{"what can't be loaded, and who imports it", files{"p.go": stuck, "q/q.go": unbuilt, "r/r.go": "package r\n\nimport _ \"p/q\"\n"}, []string{"./..."}, 1, "p.go:6:2:", "q.go:5:12: pattern built: no matching files found\nleft out, as they can't be loaded, or import what can't be: p/q, p/r\nlooked at 1 of 1 channels\n"},
		{"a test that can't be loaded", files{"p.go": stuck, "q/q.go": "package q\n", "q/q_test.go": unbuilt}, []string{"./..."}, 1, "p.go:6:2:", "q/q_test.go:5:12: pattern built: no matching files found\nlooked at without their tests, which can't be compiled: p/q\nlooked at 1 of 1 channels; not looked at: the tests of p/q, which can't be compiled\n"},
		{"coverage beside what can't be loaded", files{"p.go": stuck, "q/q.go": unbuilt}, []string{"coverage", "./..."}, 1, "p.go:5:10: channel judged (in Stuck)\n", "left out, as they can't be loaded, or import what can't be: p/q\n"},
		{"only what can't be loaded", files{"q/q.go": unbuilt}, []string{"./..."}, 1, "", "q.go:5:12: pattern built: no matching files found\n"},
		{"no package", files{"p.go": clean}, []string{"./nope"}, 1, "", "nope"},
		{"bad flag", files{"p.go": clean}, []string{"-nope"}, 2, "", "-nope"},
		{"flag after packages", files{"p.go": clean}, []string{".", "-v"}, 0, "summary: 0 functions", ""},
		{"in a test", files{"p.go": clean, "p_test.go": stuck}, nil, 3, "p_test.go:6:2:", "looked at 1 of 1 channels\n"},
		{"not in tests", files{"p.go": clean, "p_test.go": stuck}, []string{"-test=false"}, 0, "", ""},
		{"build tag", files{"p.go": clean, "q.go": "//go:build special\n\n" + stuck}, []string{"-tags=special"}, 3, "q.go:8:2:", "looked at 1 of 1 channels\n"},
		{"suppressed", files{"p.go": strings.Replace(stuck, "\t<-done", "\t//lint:ignore chancheck on purpose\n\t<-done", 1)}, nil, 0, "", "looked at 1 of 1 channels\n"},
		{"suppressed without reason", files{"p.go": strings.Replace(stuck, "\t<-done", "\t//lint:ignore chancheck\n\t<-done", 1)}, nil, 3, "needs a check and a reason", "looked at 1 of 1 channels\n"},
		{"file suppressed", files{"p.go": stuck, "q.go": strings.NewReplacer("Stuck", "Other", "package p", "//lint:file-ignore chancheck on purpose\n\npackage p").Replace(stuck)}, nil, 3, "p.go:6:2: in Stuck: receive from done blocks forever: nobody sends on it or closes it [deadlock]\n", "looked at"},
		{"unused suppression", files{"p.go": "package p\n\n//lint:ignore chancheck no more\nvar X int\n"}, nil, 0, "p.go:3:1: this suppresses nothing: chancheck reports nothing here with these flags [unused-ignore]\n", ""},
		{"unused for a file", files{"p.go": "package p\n\n//lint:file-ignore chancheck no more\nvar X int\n"}, nil, 0, "nothing in this file with these flags", ""},
		{"unused with a category off", files{"p.go": "package p\n\n//lint:ignore chancheck no more\nvar X int\n"}, []string{"-leak=false"}, 0, "", ""},
		{"unused without tests", files{"p.go": "package p\n\n//lint:ignore chancheck no more\nvar X int\n"}, []string{"-test=false"}, 0, "", ""},
		{"used with a category on", files{"p.go": leaving}, []string{"-orphan-may"}, 0, "", "looked at"},
		{"unused with the category off", files{"p.go": leaving}, nil, 0, "with these flags [unused-ignore]", "looked at"},
		{"used in a test variant only", files{"p.go": "package p\n\nimport \"sync\"\n\nfunc give(c chan int, wg *sync.WaitGroup) {\n\t//lint:ignore chancheck only a test does that\n\tc <- 1\n}\n", "p_test.go": "package p\n\nimport \"testing\"\n\nfunc TestGive(t *testing.T) { give(make(chan int), nil) }\n"}, nil, 0, "", "looked at"},
		{"file suppressed without reason", files{"p.go": "package p\n\n//lint:file-ignore chancheck\n"}, nil, 3, "malformed suppression: //lint:file-ignore needs a check and a reason", ""},
		{"generated, on request", files{"p.go": "// Code generated by p. DO NOT EDIT.\n\n" + stuck}, []string{"-generated"}, 3, "p.go:8:2: in Stuck", "looked at"},
		{"unknown format", files{}, []string{"-format=xml", "./nope"}, 2, "", "unknown format \"xml\"; there is text, json, sarif, github, mermaid, html"},
		{"two formats", files{}, []string{"-format=sarif", "-json", "./nope"}, 2, "", "-json and -format=sarif contradict each other"},
		{"format of coverage", files{}, []string{"coverage", "-format=sarif"}, 2, "", "unknown format \"sarif\"; there is text, json"},
		{"coverage as JSON", files{"p.go": stuck}, []string{"coverage", "-format=json"}, 0, "\"status\": \"judged\"", ""},
		{"format of extract", files{}, []string{"extract", "-format=json"}, 2, "", "-format"},
		{"unknown baseline mode", files{}, []string{"-baseline=b", "-baseline-mode=grow"}, 2, "", "unknown -baseline-mode \"grow\"; there is compare, write, shrink"},
		{"mode of no baseline", files{}, []string{"-baseline-mode=write"}, 2, "", "-baseline-mode=write needs a -baseline"},
		{"help on formats", files{}, []string{"help", "formats"}, 0, "# formats", ""},
		{"summary", files{"p.go": stuck}, []string{"-v"}, 3, "summary: 1 functions, 1 roots, 1 closed, 1 judged, 0 inconclusive, 0 internal, 1 findings\n", "looked at 1 of 1 channels\n"},
		{"too large but for a leak", files{"p.go": large}, []string{"-v", "-states=2"}, 3, "Large is judged only in part: more than 2 configurations [inconclusive]\nsummary: 3 functions, 1 roots, 3 closed, 0 judged, 1 inconclusive, 0 internal, 1 findings\n", "looked at 0 of 3 channels"},
		{"help", files{}, []string{"help"}, 0, "chancheck: find deadlocks", ""},
		{"help on a category", files{}, []string{"help", "leak"}, 0, "# leak", ""},
		{"help on lra", files{}, []string{"help", "lra"}, 0, "# lra", ""},
		{"help on kmc", files{}, []string{"help", "kmc"}, 0, "# kmc", ""},
		{"help on coverage", files{}, []string{"help", "coverage"}, 0, "# coverage", ""},
		{"help on capacity", files{}, []string{"help", "capacity"}, 0, "# capacity", ""},
		{"capacity of one function", files{"p.go": stuck}, []string{"capacity", "-func", "Stuck", "."}, 0, "done in Stuck has capacity 0, not safe: deadlocks with 0", ""},
		{"capacity outside of tests", files{"p.go": clean, "p_test.go": stuck}, []string{"capacity", "-test=false", "."}, 0, "", ""},
		{"capacity of none", files{"p.go": stuck}, []string{"capacity", "-func", "Other", "."}, 1, "", "no capacity of a function Other"},
		{"capacity of bad code", files{"p.go": "package p\n\nvar x int = nope\n"}, []string{"capacity", "."}, 1, "", "p.go:3:13: undefined: nope"},
		{"coverage", files{"p.go": stuck}, []string{"coverage", "."}, 0, "p.go:5:10: channel judged (in Stuck)\n", ""},
		{"coverage of nothing", files{"p.go": clean}, []string{"coverage"}, 0, "", ""},
		{"coverage of bad code", files{"p.go": "package p\n\nvar x int = nope\n"}, []string{"coverage", "."}, 1, "", "p.go:3:13: undefined: nope"},
		{"coverage of some bad code", files{"p.go": stuck, "q/q.go": "package q\n\nvar x int = nope\n"}, []string{"coverage", "./..."}, 1, "p.go:5:10: channel judged", "undefined: nope"},
		{"coverage of no package", files{"p.go": clean}, []string{"coverage", "./nope"}, 1, "", "nope"},
		{"coverage with a bad flag", files{"p.go": clean}, []string{"coverage", "-nope"}, 2, "", "-nope"},
		{"coverage of one function", files{"p.go": clean}, []string{"coverage", "-func", "F"}, 2, "", "-func"},
		{"kmc", files{"x.lt": "A: B!a; end B: A?a; end"}, []string{"kmc", "x.lt"}, 0, "x.lt: safe for every bound ≥ 1\n", ""},
		{"lra", files{"x.lt": "A: B!a; end B: A?a; end"}, []string{"lra", "x.lt"}, 0, "x.lt: safe at bound 1\n", ""},
		{"kmc on bad input", files{"x.lt": "A: B!a; end"}, []string{"kmc", "x.lt"}, 1, "", "x.lt:1:4: unknown participant B\n"},
		{"help on nothing", files{}, []string{"help", "nope"}, 2, "", "no help on \"nope\""},
		{"version", files{}, []string{"-version"}, 0, "chancheck ", ""},
		{"extract", files{"p.go": stuck}, []string{"extract", ".", "-func", "Stuck"}, 0, "system \"p.Stuck\"", ""},
		{"extract other", files{"p.go": stuck}, []string{"extract", ".", "-func", "Other"}, 1, "", "no system of a function Other"},
		{"capacity other", files{"p.go": tied}, []string{"capacity", ".", "-v", "-func", "Other"}, 1, "", "no capacity of a function Other"},
		{"limit of nothing", files{"p.go": stuck}, []string{"-states=0", "."}, 2, "", "invalid value \"0\" for flag -states: a limit is at least 1"},
		{"limit that is none", files{"p.go": stuck}, []string{"-depth=deep", "."}, 2, "", "a limit is a number"},
		{"extract too much", files{"p.go": stuck}, []string{"extract", ".", "-local-states=1"}, 0, "", "p.go:4:6: Stuck is not judged: more than 1 local states"},
		{"extract dot", files{"p.go": stuck}, []string{"extract", "-dot", "."}, 0, "digraph", ""},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			status, stdout, stderr := run(t, test.module, test.args...)
			if status != test.status {
				t.Errorf("status %d, want %d", status, test.status)
			}
			if !strings.Contains(stdout, test.stdout) || test.stdout == "" && stdout != "" {
				t.Errorf("stdout %q, want %q", stdout, test.stdout)
			}
			if !strings.Contains(stderr, test.stderr) || test.stderr == "" && stderr != "" {
				t.Errorf("stderr %q, want %q", stderr, test.stderr)
			}
		})
	}
}

// TestFindingOnce has a package whose test variant, and whose external tests,
// see the same code again.
func TestFindingOnce(t *testing.T) {
	t.Parallel()
	module := files{
		"p.go":       stuck,
		"p_test.go":  "package p\n\nimport \"testing\"\n\nfunc TestP(*testing.T) { _ = Stuck }\n",
		"px_test.go": "package p_test\n\nimport \"testing\"\nimport \"p\"\n\nfunc TestX(*testing.T) { _ = p.Stuck }\n",
	}
	_, stdout, _ := run(t, module, "-json", "-v", "./...")
	var r report.Report
	if err := json.Unmarshal([]byte(stdout), &r); err != nil {
		t.Fatal(err)
	}
	if len(r.Findings) != 1 || r.Summary == nil || r.Summary.Findings != 1 {
		t.Errorf("got %+v", r)
	}
}

// TestDeterminism compares the output for several packages, byte for byte.
func TestDeterminism(t *testing.T) {
	t.Parallel()
	module := files{}
	for _, name := range []string{"a", "b", "c", "d"} {
		module[name+"/p.go"] = stuck + strings.Replace(strings.TrimPrefix(stuck, "package p"), "Stuck", "Again", 2)
	}
	_, first, _ := run(t, module, "-v", "./...")
	if strings.Count(first, "[deadlock]") != 8 {
		t.Fatalf("got %s", first)
	}
	for range 2 {
		// In a directory of its own, so nothing comes from a cache.
		if _, again, _ := run(t, module, "-v", "./..."); again != first {
			t.Errorf("got\n%s\nthen\n%s", first, again)
		}
	}
}

// TestVet is the other face: the command as a tool of go vet.
func TestVet(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	for name, text := range (files{"go.mod": "module p\n\ngo 1.24\n", "p.go": stuck}) {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	vet := exec.Command("go", "vet", "-vettool="+self)
	vet.Dir = dir
	vet.Env = append(os.Environ(), "CHANCHECK_TEST_MAIN=1", "GOFLAGS=", "GOWORK=off")
	out, err := vet.CombinedOutput()
	if err == nil || !strings.Contains(string(out), "p.go:6:2: receive from done blocks forever") {
		t.Errorf("%v\n%s", err, out)
	}
}
