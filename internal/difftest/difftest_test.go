package difftest

import (
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"

	"golang.org/x/tools/go/analysis/unitchecker"

	"github.com/chancheck/chancheck"
	"github.com/chancheck/chancheck/report"
)

var (
	programs = flag.Int("programs", 400, "number of random programs, of all kinds together")
	seed     = flag.Uint64("seed", 1, "seed of the random programs")
	runs     = flag.Int("runs", 3, "processes for each program, each of which runs it 40 times")
)

// toolVariable makes the test binary a tool of go vet, so that the analyzer is
// the one under test.
const toolVariable = "DIFFTEST_TOOL"

func TestMain(m *testing.M) {
	if os.Getenv(toolVariable) != "" {
		unitchecker.Main(chancheck.Analyzer)
	}
	os.Exit(m.Run())
}

// TestPipelineAgreesWithRuntime wants everything that the runtime ever does
// with a program in the verdict on it.
func TestPipelineAgreesWithRuntime(t *testing.T) {
	compare(t, *programs/2, Channels, 10)
}

// TestPipelineAgreesOnData does the same with programs that decide by data. What
// is protected by a lock that models don't have leaves more of them unjudged.
func TestPipelineAgreesOnData(t *testing.T) {
	compare(t, *programs/5, Data, 50)
}

// TestPipelineAgreesOnClusters does the same with several groups of objects, in
// structs with methods, too.
func TestPipelineAgreesOnClusters(t *testing.T) {
	compare(t, *programs/5, Clusters, 80)
}

// TestPipelineAgreesOnGlobals does the same with variables of the package.
func TestPipelineAgreesOnGlobals(t *testing.T) {
	compare(t, *programs/10, Globals, 100)
}

// mostInPackage is how many programs are one package: the analyzer has a budget
// for each.
const mostInPackage = 250

// compare makes n programs of which the given part, in percent, may be unjudged.
func compare(t *testing.T, n int, kind Kind, unjudgedPercent int) {
	t.Helper()
	if testing.Short() {
		n /= 10
	}
	var sum tally
	for first := 0; first < n; first += mostInPackage {
		sum.add(t, first, min(n-first, mostInPackage), kind)
	}
	t.Logf("%d programs, %d not judged; of the others %d outcomes observed, %d missed; %d foretold, %d of them observed",
		n, sum.unjudged, sum.observed, sum.missed, sum.foretold, sum.confirmed)
	if sum.unjudged*100 > n*unjudgedPercent {
		t.Errorf("%d of %d programs could not be judged", sum.unjudged, n)
	}
}

// A tally counts programs that can't be judged as a whole, and the outcomes of
// the others.
type tally struct{ unjudged, observed, missed, foretold, confirmed int }

// add compares n programs from one on.
func (sum *tally) add(t *testing.T, first, n int, kind Kind) {
	t.Helper()
	dir := t.TempDir()
	if err := WriteModule(dir, *seed, first, n, kind); err != nil {
		t.Fatal(err)
	}
	foretold, unjudged := analyse(t, dir, kind)
	sum.unjudged += len(unjudged)
	m := build(t, dir)
	m.run(often(first, n))
	m.run(m.alone(foretold, unjudged))
	for _, what := range sorted(m.observed) {
		if !foretold[what] {
			what = atSelect(dir, what)
			m.observed[what] = true
		}
		if unjudged[program(what)] {
			continue
		}
		sum.observed++
		if !foretold[what] {
			sum.missed++
			t.Errorf("the runtime did %s; the analyzer doesn't say so:\n%s", what, source(dir, what))
		}
	}
	for _, what := range sorted(foretold) {
		switch {
		case unjudged[program(what)]:
			continue
		case m.observed[what]:
			sum.confirmed++
		default:
			t.Logf("not observed: %s", what)
		}
		sum.foretold++
	}
}

// atSelect moves a panic from the line of a case to that of its select, where
// the analyzer reports it: the compiler has it both ways.
func atSelect(dir, what string) string {
	file, number, _ := strings.Cut(what, ".go:")
	lines := strings.Split(source(dir, what), "\n")
	n, err := strconv.Atoi(number)
	for err == nil && n > 1 && n <= len(lines) && strings.HasPrefix(strings.TrimSpace(lines[n-1]), "case ") {
		for n--; n > 1 && strings.TrimSpace(lines[n-1]) != "select {"; n-- {
		}
	}
	return fmt.Sprint(file, ".go:", n)
}

var anyProgram = regexp.MustCompile(`prog\d{4}`)

func program(what string) string { return anyProgram.FindString(what) }

func source(dir, what string) string {
	files, _ := filepath.Glob(filepath.Join(dir, "*", program(what)+".go")) // copies
	text, _ := os.ReadFile(slices.Concat(files, []string{filepath.Join(dir, program(what)+".go")})[0])
	return string(text)
}

// elsewhere are the lines that a message names where the same may go wrong instead.
var elsewhere = regexp.MustCompile(` or at line (\d+)`)

// operations are the places of what goes wrong, there or at one of some lines of the file.
func operations(d *Diagnostic) []string {
	first := place(d.Operation())
	file, _, _ := strings.Cut(first, ":")
	list := []string{first}
	for _, line := range elsewhere.FindAllStringSubmatch(d.Message, -1) {
		list = append(list, file+":"+line[1])
	}
	return list
}

// analyse returns what the analyzer foretells, and which programs it can't
// judge.
func analyse(t *testing.T, dir string, kind Kind) (foretold outcomes, unjudged map[string]bool) {
	t.Helper()
	foretold, unjudged = outcomes{}, map[string]bool{}
	for _, d := range vet(t, dir, nil, patternOf(kind), "verbose=true", "replay=true", "coverage=true") {
		switch d.Category {
		case "internal":
			t.Errorf("%s: %s", d.Posn, d.Message)
		case "inconclusive":
			unjudged[program(d.Posn)] = true
		case "coverage":
			if !lookedAt(t, d.Message) {
				unjudged[program(d.Posn)] = true
			}
		case "panic":
			for _, at := range operations(&d) {
				foretold["panic "+at] = true
			}
		case "deadlock", "leak":
			for _, at := range operations(&d) {
				foretold["leak "+at] = true
			}
			for _, r := range d.Related {
				if strings.HasPrefix(r.Message, "also blocked") {
					foretold["leak "+place(r.Posn)] = true
				}
			}
		}
	}
	return foretold, unjudged
}

// patternOf is what to analyse of a module.
func patternOf(kind Kind) string {
	if kind == Globals {
		return "./each/..."
	}
	return "."
}

// vet runs the analyzer with some of its flags.
func vet(t *testing.T, dir string, env []string, pattern string, flags ...string) []Diagnostic {
	t.Helper()
	tool, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	args := []string{"vet", "-vettool=" + tool, "-json"}
	for _, f := range flags {
		args = append(args, "-chancheck."+f)
	}
	return diagnostics(t, command(t, dir, append(env, toolVariable+"=1"), "go", append(args, pattern)...))
}

// unused are the reasons why a place is unreached, of several, which
// say that there is nothing to judge.
var unused = []string{"no execution ", "nobody "}

// lookedAt reports whether a clean answer says something about a place: it was
// judged, or nobody uses it but functions that nobody calls, and executions that
// don't get so far.
func lookedAt(t *testing.T, message string) bool {
	t.Helper()
	p, err := report.ParsePlace(message)
	if err != nil {
		t.Fatal(err)
	}
	return p.Status.LookedAt() || p.Status == report.Unreached && slices.ContainsFunc(unused, func(why string) bool { return strings.HasPrefix(p.Why, why) })
}

// diagnostics reads what go vet -json prints: an object for each package, and
// comments.
func diagnostics(t *testing.T, output []byte) []Diagnostic {
	t.Helper()
	var objects bytes.Buffer
	for line := range bytes.Lines(output) {
		if !bytes.HasPrefix(line, []byte("#")) {
			objects.Write(line)
		}
	}
	var list []Diagnostic
	for decoder := json.NewDecoder(&objects); decoder.More(); {
		var packages map[string]map[string][]Diagnostic
		if err := decoder.Decode(&packages); err != nil {
			t.Fatalf("%v in\n%s", err, output)
		}
		for _, analyzers := range packages {
			list = append(list, analyzers["chancheck"]...)
		}
	}
	return list
}

var fileLine = regexp.MustCompile(`(prog\d{4}\.go:\d+)`)

func place(posn string) string { return fileLine.FindString(posn) }

// A job is a process that runs a program several times at once.
type job struct {
	program string
	times   int
}

// A machine runs programs and collects what happens.
type machine struct {
	binary   string
	mutex    sync.Mutex
	observed outcomes
}

// build makes a machine for the programs of a module.
func build(t *testing.T, dir string) *machine {
	t.Helper()
	m := &machine{binary: filepath.Join(t.TempDir(), "programs"), observed: outcomes{}}
	command(t, dir, []string{"GOEXPERIMENT=goroutineleakprofile"}, "go", "build", "-o", m.binary, ".")
	return m
}

// often are jobs that run n programs, from one on, often.
func often(first, n int) []job {
	var jobs []job
	for range *runs {
		for i := first; i < first+n; i++ {
			jobs = append(jobs, job{programName(i), 40})
		}
	}
	return jobs
}

// alone are jobs that run programs alone: where many run at once, a panic in one
// ends all others before they leak.
func (m *machine) alone(foretold outcomes, unjudged map[string]bool) []job {
	var jobs []job
	last := ""
	for _, what := range sorted(foretold) {
		p := program(what)
		if m.observed[what] || unjudged[p] || p == last {
			continue
		}
		last = p
		for range 20 * *runs {
			jobs = append(jobs, job{p, 1})
		}
	}
	return jobs
}

// run runs jobs, on one processor and on two.
func (m *machine) run(jobs []job) {
	var group sync.WaitGroup
	slots := make(chan struct{}, 8)
	for i, j := range jobs {
		slots <- struct{}{}
		group.Add(1)
		go func() {
			defer group.Done()
			for _, what := range j.run(m.binary, 1+i%2) {
				m.mutex.Lock()
				m.observed[what] = true
				m.mutex.Unlock()
			}
			<-slots
		}()
	}
	group.Wait()
}

// misuse begins the message of a check that the runtime makes now and then, when
// goroutines race for a wait group. The model doesn't have it (docs/panic.md).
const misuse = "panic: sync: WaitGroup "

// run runs one process.
func (j job) run(binary string, processors int) []string {
	run := exec.Command(binary, j.program, strconv.Itoa(j.times))
	run.Env = append(os.Environ(), fmt.Sprint("GOMAXPROCS=", processors))
	var stdout, stderr bytes.Buffer
	run.Stdout, run.Stderr = &stdout, &stderr
	failed := run.Run() != nil
	var list []string
	if failed && !strings.Contains(stderr.String(), misuse) {
		// The first goroutine in the trace of a panic is the one that panics.
		if where := fileLine.FindString(stderr.String()); where != "" {
			list = append(list, "panic "+where)
		}
	}
	for _, block := range strings.Split(stdout.String(), "\n\n") {
		if strings.Contains(block, "(leaked)") {
			if where := fileLine.FindString(block); where != "" {
				list = append(list, "leak "+where)
			}
		}
	}
	return list
}

func command(t *testing.T, dir string, env []string, name string, args ...string) []byte {
	t.Helper()
	c := exec.Command(name, args...)
	c.Dir, c.Env = dir, append(os.Environ(), append(env, "GOFLAGS=", "GOWORK=off")...)
	output, err := c.CombinedOutput()
	if err != nil {
		t.Fatalf("%s %v: %v\n%s", name, args, err, output)
	}
	return output
}
