package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chancheck/chancheck/internal/golden"
	"github.com/chancheck/chancheck/report"
)

// formatModule has a finding of each shape, a suppression that is used, one that isn't, and
// a package that doesn't compile if it is to.
func formatModule(t *testing.T, broken bool) files {
	t.Helper()
	source, err := os.ReadFile(filepath.Join("testdata", "formats", "p.go.txt"))
	if err != nil {
		t.Fatal(err)
	}
	module := files{"p.go": string(source), "p_test.go": "package p\n"}
	if broken {
		module["q/q.go"] = "package q\n\nvar x int = nope\n"
	}
	return module
}

// TestFormats compares each format of the same findings with a file.
func TestFormats(t *testing.T) {
	for _, format := range formats {
		t.Run(format, func(t *testing.T) {
			t.Parallel()
			status, stdout, _ := run(t, formatModule(t, false), "-suppressed", "-format="+format, ".")
			if status != statusFindings {
				t.Errorf("status %d", status)
			}
			golden.Compare(t, filepath.Join("testdata", "formats", format+".golden"), withoutVersion(stdout))
		})
	}
}

// withoutVersion takes away what hangs on how the test was built.
func withoutVersion(text string) string {
	quoted, _ := json.Marshal(moduleVersion())
	text = strings.Replace(text, `"version": `+string(quoted)+",", `"version": "v0.0.0",`, 1)
	return strings.Replace(text, "<small>"+moduleVersion()+"</small>", "<small>v0.0.0</small>", 1)
}

// TestFormatsOfErrors: what could not be analysed is told in each format that has room for it,
// and what could be is there all the same.
func TestFormatsOfErrors(t *testing.T) {
	for format, want := range map[string][]string{
		"text": {"[leak]"}, "json": {`"errors": [`, "undefined: nope", `"category": "leak"`},
		"sarif":  {`"executionSuccessful": false`, `"exitCode": 1`, `"level": "error"`, "undefined: nope", `"ruleId": "leak"`},
		"github": {"::error file=q/q.go,line=3,", "undefined: nope", "::warning file=p.go"}, "mermaid": {"sequenceDiagram"},
		"html": {"Not analysed", "undefined: nope", `data-category="leak"`},
	} {
		t.Run(format, func(t *testing.T) {
			t.Parallel()
			status, stdout, stderr := run(t, formatModule(t, true), "-format="+format, "./...")
			if status != statusError || !strings.Contains(stderr, "undefined: nope") {
				t.Errorf("status %d, %s", status, stderr)
			}
			for _, part := range want {
				if !strings.Contains(stdout, part) {
					t.Errorf("no %s in\n%s", part, stdout)
				}
			}
		})
	}
}

// TestSuppressedIsLeftOut unless somebody asks for it.
func TestSuppressedIsLeftOut(t *testing.T) {
	t.Parallel()
	for _, format := range []string{"json", "sarif"} {
		if _, stdout, _ := run(t, formatModule(t, false), "-format="+format); strings.Contains(stdout, "<known>") {
			t.Errorf("in %s there is what is suppressed", format)
		}
	}
}

// TestWorkflowNames: GitHub wants names below its checkout.
func TestWorkflowNames(t *testing.T) {
	dir := t.TempDir()
	below := filepath.Join(dir, "a", "b c")
	if err := os.MkdirAll(below, 0o755); err != nil {
		t.Fatal(err)
	}
	t.Chdir(below)
	for _, test := range []struct{ workspace, want string }{
		{"", "p.go"}, {below, "p.go"}, {dir, "a/b c/p.go"}, {filepath.Join(dir, "other"), "p.go"},
	} {
		t.Setenv("GITHUB_WORKSPACE", test.workspace)
		r := report.Report{Findings: []report.Finding{{}, {Steps: []report.Step{{}}}}}
		r.Findings[0].Site.File = "p.go"
		r.Findings[1].Site.File, r.Findings[1].Steps[0].Site.File = "/usr/p.go", "p.go"
		inCheckout(&r)
		if got := r.Findings[0].Site.File; got != test.want {
			t.Errorf("in %q: %s, want %s", test.workspace, got, test.want)
		}
		if f := &r.Findings[1]; f.Site.File != "/usr/p.go" || f.Steps[0].Site.File != test.want {
			t.Errorf("in %q: %s and %s", test.workspace, f.Site.File, f.Steps[0].Site.File)
		}
		if got := fromCheckout(func(file string) []string { return []string{file} })(test.want)[0]; got != "p.go" {
			t.Errorf("%s is read as %s", test.want, got)
		}
	}
}

// TestRules: each category has a page with a sentence and links that work from elsewhere.
func TestRules(t *testing.T) {
	on := map[string]bool{}
	for _, rule := range rules() {
		on[rule.ID] = rule.Default
		if rule.Short == "" || len(rule.Short) > 220 || strings.Contains(rule.Long, "\n") || !strings.HasPrefix(rule.Page, "# ") {
			t.Errorf("%s: %q, %q", rule.ID, rule.Short, rule.Long)
		}
		for _, link := range strings.Split(rule.Page, "](")[1:] {
			if !strings.HasPrefix(link, "https://") && !strings.HasPrefix(link, "report-1") {
				t.Errorf("%s has the link %.30s", rule.ID, link)
			}
		}
	}
	if !on["leak"] || !on["ignore"] || on["leak-failed"] || len(on) < 8 {
		t.Errorf("got %v", on)
	}
}

// TestOutput writes to a file, or says that it can't before anything is analysed.
func TestOutput(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	file := filepath.Join(dir, "out.json")
	if err := os.WriteFile(file, []byte("old"), 0o600); err != nil {
		t.Fatal(err)
	}
	link := filepath.Join(dir, "link")
	if err := os.Symlink(file, link); err != nil {
		t.Fatal(err)
	}
	status, stdout, _ := run(t, files{"p.go": stuck}, "-json", "-o", link, ".")
	text, err := os.ReadFile(file)
	if status != statusFindings || stdout != "" || err != nil || !json.Valid(text) {
		t.Errorf("status %d, printed %q, written %q, %v", status, stdout, text, err)
	}
	if info, err := os.Lstat(link); err != nil || info.Mode()&os.ModeSymlink == 0 {
		t.Error("the link is gone")
	}
	if info, err := os.Stat(file); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("the mode has changed: %v", info.Mode())
	}
	if rest, _ := filepath.Glob(filepath.Join(dir, ".chancheck-*")); len(rest) > 0 {
		t.Errorf("left behind: %v", rest)
	}
	for _, bad := range []string{dir, filepath.Join(dir, "no", "out")} {
		// The package doesn't exist: to find that out would take the go command.
		status, _, stderr := run(t, files{}, "-o", bad, "./nope")
		if status != statusError || !strings.HasPrefix(stderr, "chancheck: can't write "+bad) || strings.Contains(stderr, "nope") {
			t.Errorf("%s: status %d, %s", bad, status, stderr)
		}
	}
	if status, stdout, _ := run(t, files{"p.go": stuck}, "coverage", "-o", "/dev/stdout", "."); status != 0 || !strings.Contains(stdout, "channel judged") {
		t.Errorf("to a device: status %d, %q", status, stdout)
	}
}
