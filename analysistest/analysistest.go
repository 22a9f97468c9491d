// Package analysistest runs chancheck over programs with `// want` marks.
//
// It is a layer over the runner of the same name in golang.org/x/tools, which
// analyses in one process. Users meet the analyzer through go vet, which
// analyses every package in a process of its own and hands facts from one to
// the next as bytes. Both must say the same, word for word.
package analysistest

import (
	"bytes"
	"encoding/json"
	"errors"
	"go/token"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"sync"
	"testing"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/analysistest"

	"github.com/chancheck/chancheck"
	"github.com/chancheck/chancheck/model"
	"github.com/chancheck/chancheck/report"
)

// Run analyses the packages dir/src/<topic>, compares what is reported with
// the marks, and then, but in short mode, with what go vet reports. It returns what is said in process, with the notes,
// which no mark is about.
//
// The execution of each finding is followed, and each verdict compared with what k-MC says about the same system, with
// the capacities of the program and with larger ones. Where they differ there is an internal error.
func Run(t *testing.T, dir string, topics ...string) *report.Report {
	t.Helper()
	dir = absolute(t, dir)
	read(t, dir, topics...)
	set(t, "replay")
	set(t, "verbose")
	var said report.Report
	results := analysistest.Run(t, dir, marked(chancheck.Analyzer, dir, &said), topics...)
	if t.Failed() || testing.Short() {
		return &said // go vet would only say the same once more
	}
	for _, r := range results {
		if counts := r.Result.(*report.Counts); counts.Internal > 0 {
			t.Errorf("%s: %d internal errors, which -v shows", r.Pass.Pkg.Path(), counts.Internal)
		}
	}
	compare(t, said.Findings, Vet(t, dir, []string{"-replay"}, topics...).Findings)
	return &said
}

// marked is an analyzer that reports only what marks are about, and notes all that is said.
func marked(of *analysis.Analyzer, dir string, said *report.Report) *analysis.Analyzer {
	var mu sync.Mutex
	analyzer := *of
	analyzer.Run = func(pass *analysis.Pass) (any, error) {
		inner := *pass
		inner.Report = func(d analysis.Diagnostic) {
			mu.Lock()
			defer mu.Unlock()
			switch f := finding(pass, dir, &d); {
			case d.Category == chancheck.CategorySummary:
			case chancheck.IsNote(d.Category):
				said.Notes = append(said.Notes, f)
			default:
				said.Findings = append(said.Findings, f)
				pass.Report(d)
			}
		}
		return of.Run(&inner)
	}
	return &analyzer
}

// read reads the programs, which another process loads: the go command would take a result from its cache if it
// didn't know that they have changed.
func read(t *testing.T, dir string, topics ...string) {
	t.Helper()
	for _, topic := range topics {
		err := filepath.WalkDir(filepath.Join(dir, "src", topic), func(path string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() {
				return err
			}
			_, err = os.Stat(path)
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
}

// set sets a flag of the analyzer until the test ends.
func set(t *testing.T, flag string) {
	t.Helper()
	if err := chancheck.Analyzer.Flags.Set(flag, "true"); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { chancheck.Analyzer.Flags.Set(flag, "false") })
}

// RunFacts compares the facts of the packages dir/src/<topic> with the marks,
// which have the form `// want name:"skeletons"`.
func RunFacts(t *testing.T, dir string, topics ...string) {
	t.Helper()
	analysistest.Run(t, absolute(t, dir), chancheck.Skeletons, topics...)
}

// Topics lists the directories below dir/src, each a package to test. One whose name has a dot is no such topic: it
// has packages of modules that topics import. What is internal to one is a topic, too.
func Topics(t *testing.T, dir string) []string {
	t.Helper()
	entries, err := os.ReadDir(filepath.Join(dir, "src"))
	if err != nil {
		t.Fatal(err)
	}
	var topics []string
	for _, e := range entries {
		if e.IsDir() && !strings.Contains(e.Name(), ".") {
			topics = append(topics, e.Name())
		}
		internal := filepath.Join(e.Name(), "internal")
		if _, err := os.Stat(filepath.Join(dir, "src", internal)); err == nil {
			topics = append(topics, internal)
		}
	}
	return topics
}

// Vet returns what the command says, through go vet and with some of its flags, of the packages
// dir/src/<topic>.
func Vet(t *testing.T, dir string, flags []string, topics ...string) *report.Report {
	t.Helper()
	vet := exec.Command(buildCommand(t), slices.Concat([]string{"-json"}, flags, topics)...)
	vet.Dir = absolute(t, dir)
	// As x/tools does: the directory is a GOPATH.
	vet.Env = append(os.Environ(), "GOPATH="+vet.Dir, "GO111MODULE=off", "GOWORK=off", "GOFLAGS=")
	var stdout, stderr bytes.Buffer
	vet.Stdout, vet.Stderr = &stdout, &stderr
	var exit *exec.ExitError
	if err := vet.Run(); err != nil && (!errors.As(err, &exit) || stderr.Len() > 0) {
		t.Fatalf("chancheck: %v\n%s", err, &stderr)
	}
	var r report.Report
	if err := json.Unmarshal(stdout.Bytes(), &r); err != nil {
		t.Fatalf("chancheck -json: %v\n%s", err, &stdout)
	}
	for i := range r.Findings {
		r.Findings[i] = plain(&r.Findings[i])
	}
	return &r
}

// plain is what every driver hands on of a finding: not the end of its place, nor what the front
// end alone knows, who acts and what the finding is called.
func plain(f *report.Finding) report.Finding {
	p := report.Finding{Category: f.Category, Site: startOf(f.Site), Message: f.Message}
	for _, s := range f.Steps {
		p.Steps = append(p.Steps, report.Step{Site: s.Site, Text: s.Text})
	}
	return p
}

// buildCommand builds the command. The go command identifies a vet tool by
// its content, not by its path, so its cache serves later runs.
func buildCommand(t *testing.T) string {
	t.Helper()
	tool := filepath.Join(t.TempDir(), "chancheck")
	build := exec.Command("go", "build", "-o", tool, "github.com/chancheck/chancheck/cmd/chancheck")
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("building the command: %v\n%s", err, out)
	}
	return tool
}

// finding is a diagnostic as the front end has it: plain, with file names
// relative to dir.
func finding(pass *analysis.Pass, dir string, d *analysis.Diagnostic) report.Finding {
	// The front end takes the category off the text again: it has a field for it.
	f := report.Finding{Category: d.Category, Message: strings.TrimSuffix(d.Message, " ["+d.Category+"]")}
	f.Site = site(pass, dir, d.Pos)
	for _, r := range d.Related {
		f.Steps = append(f.Steps, report.Step{Site: site(pass, dir, r.Pos), Text: r.Message})
	}
	return f
}

func site(pass *analysis.Pass, dir string, pos token.Pos) model.Site {
	p := pass.Fset.Position(pos)
	file, err := filepath.Rel(dir, p.Filename)
	if err != nil {
		file = p.Filename
	}
	return model.Site{File: file, Line: p.Line, Column: p.Column}
}

func absolute(t *testing.T, dir string) string {
	t.Helper()
	path, err := filepath.Abs(dir)
	if err != nil {
		t.Fatal(err)
	}
	return path
}

// startOf drops the end of a place: not every driver hands it on.
func startOf(s model.Site) model.Site {
	s.EndLine, s.EndColumn = 0, 0
	return s
}

// compare wants the same findings from both drivers.
func compare(t *testing.T, inProcess, vet []report.Finding) {
	t.Helper()
	inProcess = slices.Clone(inProcess)
	slices.SortFunc(inProcess, func(a, b report.Finding) int {
		if c := a.Site.Compare(b.Site); c != 0 {
			return c
		}
		return strings.Compare(a.Category, b.Category)
	})
	// A package with tests is also analysed without them; the command tells once what both say.
	inProcess = slices.CompactFunc(inProcess, func(a, b report.Finding) bool { return reflect.DeepEqual(a, b) })
	for i := range max(len(inProcess), len(vet)) {
		switch {
		case i >= len(vet):
			t.Errorf("not by go vet: %s: %s", inProcess[i].Site, inProcess[i].Message)
		case i >= len(inProcess):
			t.Errorf("only by go vet: %s: %s", vet[i].Site, vet[i].Message)
		case !reflect.DeepEqual(inProcess[i], vet[i]):
			t.Errorf("in process\n%+v\nby go vet\n%+v", inProcess[i], vet[i])
			return // what follows may only be shifted
		}
	}
}
