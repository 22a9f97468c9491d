package main

import (
	"fmt"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"
)

// wanted are comments about what is to be found in their lines.
var wanted = regexp.MustCompile(`// want "(.*)"`)

// TestProgram judges programs of several packages. Where something goes wrong a comment says so.
func TestProgram(t *testing.T) {
	list, err := filepath.Glob("testdata/program/*.txtar")
	if err != nil || len(list) == 0 {
		t.Fatal(err, "no programs")
	}
	for _, file := range list {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".txtar"), func(t *testing.T) {
			t.Parallel()
			module, main, want := readProgram(t, file)
			dir := t.TempDir()
			writeModule(t, dir, module)
			_, stdout, _ := runIn(t, dir, "-program", main)
			compareWanted(t, want, findingsIn(stdout))
		})
	}
}

// readProgram has the files of a module, the package with the main function, or else all, and what is to be found by
// file and line.
func readProgram(t *testing.T, file string) (module files, main string, want map[string]string) {
	t.Helper()
	archive, err := txtar.ParseFile(file)
	if err != nil {
		t.Fatal(err)
	}
	module, main, want = files{}, "./...", map[string]string{}
	for _, f := range archive.Files {
		module[f.Name] = string(f.Data)
		if strings.HasPrefix(module[f.Name], "package main\n") {
			main = "./" + filepath.ToSlash(filepath.Dir(f.Name))
		}
		for i, line := range strings.Split(module[f.Name], "\n") {
			if m := wanted.FindStringSubmatch(line); m != nil {
				want[fmt.Sprintf("%s:%d", f.Name, i+1)] = m[1]
			}
		}
	}
	return module, main, want
}

// findingsIn has the messages of a report by file and line.
func findingsIn(report string) map[string]string {
	found := map[string]string{}
	for line := range strings.Lines(report) {
		if place := strings.SplitN(line, ":", 4); !strings.HasPrefix(line, "\t") && len(place) == 4 {
			found[place[0]+":"+place[1]] = place[3]
		}
	}
	return found
}

func compareWanted(t *testing.T, want, found map[string]string) {
	t.Helper()
	for place, message := range found {
		if text, ok := want[place]; !ok || !strings.Contains(message, text) {
			t.Errorf("%s: found%swant %q", place, message, text)
		}
	}
	for place, text := range want {
		if found[place] == "" {
			t.Errorf("%s: %q is not found", place, text)
		}
	}
}

// TestProgramTellsWhereItIs runs with -program and without: what goes wrong in another package is told once, at the
// call or where it is.
func TestProgramTellsWhereItIs(t *testing.T) {
	module, main, want := readProgram(t, "testdata/program/exported.txtar")
	dir := t.TempDir()
	writeModule(t, dir, module)
	_, alone, _ := runIn(t, dir, "./...")
	if found := findingsIn(alone); len(found) != 1 || !strings.Contains(found["cmd/shop/main.go:11"], "send on q.Orders") {
		t.Errorf("each package alone: %s", alone)
	}
	status, together, _ := runIn(t, dir, "-program", main)
	if found := findingsIn(together); status != statusFindings || len(found) != len(want) {
		t.Errorf("together: status %d, %s", status, together)
	}
	if _, again, _ := runIn(t, dir, "-program", main); again != together {
		t.Errorf("a second run tells something else:\n%s\n%s", together, again)
	}
}

// TestProgramThatCannotBeJudged says what is wrong, and where.
func TestProgramThatCannotBeJudged(t *testing.T) {
	for name, test := range map[string]struct {
		main, pattern string
		status        int
		says          []string
	}{
		"doesn't compile": {"package main\n\nfunc main() { undefined() }\n", ".", statusError, []string{"main.go:3:15", "undefined"}},
		"syntax error":    {"package main\n\nfunc main() {\n", ".", statusError, []string{"main.go:3:15", "expected '}'"}},
		"no such package": {"package main\n\nfunc main() {}\n", "./nowhere", statusError, []string{"nowhere"}},
	} {
		t.Run(name, func(t *testing.T) {
			args := []string{"-program", test.pattern}
			status, _, stderr := run(t, files{"main.go": test.main}, args...)
			isSaid := func(text string) bool { return strings.Contains(stderr, text) }
			if status != test.status || slices.ContainsFunc(test.says, func(text string) bool { return !isSaid(text) }) {
				t.Errorf("status %d, %s", status, stderr)
			}
		})
	}
}
