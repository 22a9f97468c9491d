package main

import (
	"slices"
	"strings"
	"testing"
)

// TestNamedFirst has a package that a run before has named, and is only imported by what is named now: nothing is said of it.
func TestNamedFirst(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	writeModule(t, dir, files{
		"go.mod":     "module m\n\ngo 1.24\n",
		"p/p.go":     stuck,
		"app/app.go": "package main\n\nimport \"m/p\"\n\nfunc main() { p.Stuck() }\n",
	})
	runIn(t, dir, "./p")
	if status, stdout, stderr := runIn(t, dir, "./app"); status != statusClean || stdout+stderr != "" {
		t.Errorf("status %d, %s%s", status, stdout, stderr)
	}
}

// TestImportedFirst names packages that a run before has only imported: they are looked at all the same.
func TestImportedFirst(t *testing.T) {
	t.Parallel()
	const finding = "p.go:6:2: in Stuck: receive from done blocks forever"
	for _, c := range []struct {
		how, packages []string
		wanted        string
	}{
		{nil, []string{"./p"}, finding},
		{nil, []string{"./p", "./q"}, finding},
		{nil, []string{"./..."}, finding},
		{[]string{"-program"}, []string{"./app"}, finding},
		{[]string{"-v"}, []string{"./q"}, "summary: 1 functions"},
		{[]string{"coverage"}, []string{"./p"}, "p.go:5:10: channel judged"},
		{[]string{"extract"}, []string{"./p"}, `system "m/p.Stuck"`},
	} {
		dir := t.TempDir()
		writeModule(t, dir, files{
			"go.mod":      "module m\n\ngo 1.24\n",
			"p/p.go":      stuck,
			"p/p_test.go": "package p_test\n\nimport \"m/p\"\n\nfunc use() { p.Stuck() }\n",
			"q/q.go":      "package q\n\n// Nothing does nothing.\nfunc Nothing() {}\n",
			"app/app.go":  "package main\n\nimport (\n\t\"m/p\"\n\t\"m/q\"\n)\n\nfunc main() {\n\tq.Nothing()\n\tp.Stuck()\n}\n",
			"bad/bad.go":  "package bad\n\nvar _ int = \"\"\n",
		})
		runIn(t, dir, slices.Concat(c.how, []string{"./app"})...)
		_, stdout, stderr := runIn(t, dir, slices.Concat(c.how, c.packages)...)
		if strings.Count(stdout+stderr, c.wanted) != 1 {
			t.Errorf("%s %s: %s%s", c.how, c.packages, stdout, stderr)
		}
	}
}
