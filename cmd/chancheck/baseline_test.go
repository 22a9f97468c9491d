package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

const two = `package p

// One is stuck.
func One() {
	c := make(chan int)
	c <- 1
}

// Two is stuck at one line of two that are alike.
func Two(first bool) {
	c := make(chan int)
	if first {
		c <- 1
	}
	c <- 1
}
`

// A step of a script changes the module, runs the command and looks at what comes out.
type scriptStep struct {
	name           string
	change         files // "" removes a file
	args           []string
	status         int
	stdout, stderr string // parts; "" is nothing
}

func runScript(t *testing.T, dir string, steps []scriptStep) {
	t.Helper()
	for _, s := range steps {
		for name, text := range s.change {
			if text == "" {
				os.Remove(filepath.Join(dir, name))
				delete(s.change, name)
			}
		}
		writeModule(t, dir, s.change)
		status, stdout, stderr := runIn(t, dir, s.args...)
		if status != s.status || !strings.Contains(stdout, s.stdout) || s.stdout == "" && stdout != "" ||
			!strings.Contains(stderr, s.stderr) {
			t.Fatalf("%s: status %d, printed\n%s\nand\n%s\nwant %d, %q and %q", s.name, status, stdout, stderr, s.status, s.stdout, s.stderr)
		}
	}
}

// TestBaseline follows one through what happens to code.
func TestBaseline(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	moved := strings.Replace(strings.Replace(two, "// One", "// A line more.\n\n// One", 1), "\tc := make", "\n\tc  :=  make", 2)
	renamed := strings.Replace(two, "func One", "func Won", 1)
	oneLess := strings.Replace(two, "\tc <- 1\n}\n\n// Two", "\t_ = c\n}\n\n// Two", 1)
	with := func(mode string, more ...string) []string {
		return append([]string{"-baseline=known.json", "-baseline-mode=" + mode}, append(more, "./...")...)
	}
	runScript(t, dir, []scriptStep{
		{"no file", files{"go.mod": "module p\n\ngo 1.24\n", "p.go": two}, with("compare"), 1, "", "no baseline known.json; -baseline-mode=write makes one"},
		{"write", nil, with("write"), 0, "", "known.json written: 3 findings"},
		{"compare", nil, with("compare"), 0, "", "looked at"},
		{"lines move", files{"p.go": moved}, with("compare"), 0, "", "looked at"},
		{"the file is renamed", files{"p.go": "", "q.go": two}, with("compare"), 0, "", "looked at"},
		{"a function is renamed", files{"q.go": renamed}, with("compare"), 3, "Won blocks", "1 finding of known.json found no more"},
		{"one is mended", files{"q.go": oneLess}, with("compare"), 0, "", "1 finding of known.json found no more"},
		{"a category is off", nil, with("shrink", "-deadlock=false"), 0, "", "looked at"},
		{"tests are off", nil, with("shrink", "-test=false"), 0, "", "looked at"},
		{"another package", files{"r/r.go": "package r\n"}, []string{"-baseline=known.json", "-baseline-mode=shrink", "./r"}, 0, "", ""},
		{"all is there", files{"q.go": two}, with("shrink"), 0, "", "looked at"},
		{"something doesn't compile", files{"q.go": oneLess, "r/r.go": "package r\n\nvar x int = nope\n"}, with("shrink"), 1, "", "undefined: nope"},
		{"and is not written", nil, with("write"), 1, "", "known.json is not written, as not all could be analysed"},
		{"nothing was lost", files{"q.go": two, "r/r.go": "package r\n"}, with("compare"), 0, "", "looked at"},
		{"shrink", files{"q.go": oneLess}, with("shrink"), 0, "", "known.json shrunk: 1 finding gone, 2 left"},
		{"what is gone is new", files{"q.go": two}, with("compare"), 3, "q.go:6:2", ""},
		{"suppressed by a comment", files{"q.go": strings.Replace(two, "func One", "//lint:file-ignore chancheck all\nfunc One", 1)}, with("shrink"), 0, "", "looked at"},
		{"in SARIF", files{"q.go": oneLess}, with("compare", "-format=sarif", "-suppressed"), 0, `"baselineState": "unchanged"`, ""},
	})
	text, err := os.ReadFile(filepath.Join(dir, "known.json"))
	if err != nil || strings.Count(string(text), "fingerprint") != 2 {
		t.Errorf("got %s, %v", text, err)
	}
}

// TestBrokenBaseline says what is wrong, and where.
func TestBrokenBaseline(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct{ text, want string }{
		"empty":           {"", "b.json:1:1: not a baseline: unexpected end of JSON input"},
		"no JSON":         {"{\n\t\"version\": 1,\n\tfindings\n}", "b.json:3:2: not a baseline: invalid character 'f'"},
		"other JSON":      {"[]", "b.json:1:1: not a baseline: a JSON array, which doesn't belong here"},
		"other version":   {`{"version": 2, "findings": []}`, "b.json:1:1: not a baseline: version 2, and this program knows version 1"},
		"no entry":        {"{\"version\": 1, \"findings\": [\n {\"fingerprint\": 7}]}", "b.json:2:2: not a baseline: a JSON number, which doesn't belong into fingerprint"},
		"no fingerprint":  {"{\"version\": 1, \"findings\": [\n {\"fingerprint\": \"a\"},\n\t{}]}", "b.json:3:2: not a baseline: finding 2 has no fingerprint of its own"},
		"one of two":      {"{\"version\": 1, \"findings\": [\n {\"fingerprint\": \"a\"},\n {\"fingerprint\": \"a\"}]}", "b.json:3:2: not a baseline: finding 2 has no fingerprint of its own"},
		"conflict marker": {"{\"version\": 1, \"findings\": [\n<<<<<<< HEAD\n]}", "b.json:2:1: not a baseline: invalid character '<'"},
	} {
		t.Run(name, func(t *testing.T) {
			status, _, stderr := run(t, files{"b.json": test.text}, "-baseline=b.json", "./nope")
			if status != statusError || !strings.HasPrefix(stderr, "chancheck: "+test.want) {
				t.Errorf("status %d, %q, want %q", status, stderr, test.want)
			}
		})
	}
	if status, _, stderr := run(t, files{}, "-baseline=no/b.json", "-baseline-mode=write", "./nope"); status != statusError || stderr != "chancheck: can't write no/b.json: no such file or directory\n" {
		t.Errorf("status %d, %s", status, stderr)
	}
}

// TestNewFromRevision has a repository with a branch.
func TestNewFromRevision(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	inGit := func(args ...string) {
		t.Helper()
		args = append([]string{"-c", "user.name=n", "-c", "user.email=e@example.com", "-c", "commit.gpgSign=false"}, args...)
		if out, err := git(dir, args...); err != nil {
			t.Fatalf("git %v: %s, %v", args, out, err)
		}
	}
	relay := strings.Replace(relayed, "\t<-c\n\t<-c\n", "\t<-c\n", 1)
	writeModule(t, dir, files{"go.mod": "module p\n\ngo 1.24\n", "p.go": stuck, "relé.go": relayed})
	inGit("init", "-q", "-b", "main")
	inGit("add", ".")
	inGit("commit", "-q", "-m", "begin")
	inGit("checkout", "-q", "-b", "topic")
	since := []string{"-new-from-rev=main", "./..."}
	runScript(t, dir, []scriptStep{
		{"nothing changed", nil, since, 0, "", "1 finding not told, in functions that have not changed since main"},
		{"another function is new", files{"p.go": stuck + "\n// More is fine.\nfunc More() {}\n"}, since, 0, "", "1 finding not told"},
		{"a finding is new", files{"p.go": stuck + "\n// More is not.\nfunc More() {\n\tc := make(chan int)\n\t<-c\n}\n"}, since, 3, "p.go:12:2", "1 finding not told"},
		{"a file that git doesn't know", files{"p.go": stuck, "q.go": strings.Replace(stuck, "Stuck", "Other", 2)}, since, 3, "q.go:6:2", "1 finding not told"},
		{"a receive is taken away", files{"q.go": "", "relé.go": relay}, since, 3, "relé.go:6:", "1 finding not told"},
		{"a line that looks like a diff", files{"relé.go": relayed + "\nvar text = `\n++ b/p.go\n@@ -1 +1,99 @@\n`\n"}, since, 0, "", "1 finding not told"},
	})
	inGit("add", ".")
	inGit("commit", "-q", "-m", "branch")
	inGit("checkout", "-q", "main")
	writeModule(t, dir, files{"p.go": strings.Replace(stuck, "waits", "does wait", 1)})
	inGit("commit", "-q", "-a", "-m", "main goes on")
	inGit("checkout", "-q", "topic")
	runScript(t, dir, []scriptStep{
		{"what others changed is not new", nil, since, 0, "", "1 finding not told"},
		{"unknown revision", nil, []string{"-new-from-rev=nope", "./nope"}, 1, "", "chancheck: -new-from-rev: unknown revision \"nope\"\n"},
		{"a flag for git", nil, []string{"-new-from-rev=--help", "./nope"}, 1, "", "unknown revision \"--help\""},
	})
}

// TestNewFromRevisionWithoutGit needs a repository.
func TestNewFromRevisionWithoutGit(t *testing.T) {
	t.Parallel()
	status, _, stderr := run(t, files{}, "-new-from-rev=main")
	if status != statusError || !strings.HasPrefix(stderr, "chancheck: -new-from-rev needs a git repository: ") {
		t.Errorf("status %d, %s", status, stderr)
	}
}

const relayed = `package p

// Relayed sends twice.
func Relayed() {
	c := make(chan int)
	go func() { c <- 1; c <- 2 }()
	<-c
	<-c
}
`
