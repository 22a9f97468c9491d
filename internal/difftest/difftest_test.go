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
)

var (
	programs = flag.Int("programs", 500, "number of random programs")
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

// outcomes are things that happened or are foretold: "leak prog0001.go:7".
type outcomes map[string]bool

// TestPipelineAgreesWithRuntime wants everything that the runtime ever does
// with a program in the verdict on it.
func TestPipelineAgreesWithRuntime(t *testing.T) {
	compare(t, *programs, false, 10)
}

// TestPipelineAgreesOnData does the same with programs that decide by data. What
// is protected by a lock that models don't have leaves more of them unjudged.
func TestPipelineAgreesOnData(t *testing.T) {
	compare(t, *programs/2, true, 50)
}

// compare makes n programs of which the given part, in percent, may be unjudged.
func compare(t *testing.T, n int, data bool, unjudgedPercent int) {
	t.Helper()
	if testing.Short() {
		n /= 10
	}
	dir := t.TempDir()
	if err := WriteModule(dir, *seed, n, data); err != nil {
		t.Fatal(err)
	}
	foretold, unjudged := analyse(t, dir)
	observed := execute(t, dir, n)
	seen, confirmed, missed := 0, 0, 0
	for _, what := range sorted(observed) {
		if !foretold[what] {
			what = atSelect(dir, what)
		}
		if unjudged[program(what)] {
			continue
		}
		seen++
		if !foretold[what] {
			missed++
			t.Errorf("the runtime did %s; the analyzer doesn't say so:\n%s", what, source(dir, what))
		}
	}
	for what := range foretold {
		if observed[what] {
			confirmed++
		} else {
			t.Logf("not observed: %s", what)
		}
	}
	t.Logf("%d programs, %d not judged; %d outcomes observed, %d missed; %d foretold, %d of them observed",
		n, len(unjudged), seen, missed, len(foretold), confirmed)
	if len(unjudged)*100 > n*unjudgedPercent {
		t.Errorf("%d of %d programs could not be judged", len(unjudged), n)
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

func sorted(o outcomes) []string {
	var list []string
	for what := range o {
		list = append(list, what)
	}
	slices.Sort(list)
	return list
}

var programName = regexp.MustCompile(`prog\d{4}`)

func program(what string) string { return programName.FindString(what) }

func source(dir, what string) string {
	text, _ := os.ReadFile(filepath.Join(dir, program(what)+".go"))
	return string(text)
}

// A diagnostic is what go vet -json prints.
type diagnostic struct {
	Posn     string       `json:"posn"`
	Category string       `json:"category"`
	Message  string       `json:"message"`
	Related  []diagnostic `json:"related"`
}

// analyse returns what the analyzer foretells, and which programs it can't
// judge.
func analyse(t *testing.T, dir string) (foretold outcomes, unjudged map[string]bool) {
	t.Helper()
	tool, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	output := command(t, dir, []string{toolVariable + "=1"}, "go", "vet", "-vettool="+tool, "-json", "-chancheck.verbose=true", "-chancheck.replay=true", ".")
	foretold, unjudged = outcomes{}, map[string]bool{}
	var object bytes.Buffer
	for line := range bytes.Lines(output) {
		if !bytes.HasPrefix(line, []byte("#")) {
			object.Write(line)
		}
	}
	var packages map[string]map[string][]diagnostic
	if err := json.Unmarshal(object.Bytes(), &packages); err != nil {
		t.Fatalf("%v in\n%s", err, output)
	}
	for _, d := range packages["differential"]["chancheck"] {
		switch d.Category {
		case "internal":
			t.Errorf("%s: %s", d.Posn, d.Message)
		case "inconclusive":
			unjudged[program(d.Posn)] = true
		case "panic":
			foretold["panic "+place(d.Posn)] = true
		case "deadlock", "leak":
			foretold["leak "+place(d.Posn)] = true
			for _, r := range d.Related {
				if strings.HasPrefix(r.Message, "also blocked") {
					foretold["leak "+place(r.Posn)] = true
				}
			}
		}
	}
	return foretold, unjudged
}

var fileLine = regexp.MustCompile(`(prog\d{4}\.go:\d+)`)

func place(posn string) string { return fileLine.FindString(posn) }

// execute runs all programs and collects what happens.
func execute(t *testing.T, dir string, n int) outcomes {
	t.Helper()
	binary := filepath.Join(t.TempDir(), "programs")
	command(t, dir, []string{"GOEXPERIMENT=goroutineleakprofile"}, "go", "build", "-o", binary, ".")
	observed := outcomes{}
	var mutex sync.Mutex
	var group sync.WaitGroup
	slots := make(chan struct{}, 8)
	for i := range n * *runs {
		slots <- struct{}{}
		group.Add(1)
		go func() {
			defer group.Done()
			for _, what := range once(binary, i / *runs) {
				mutex.Lock()
				observed[what] = true
				mutex.Unlock()
			}
			<-slots
		}()
	}
	group.Wait()
	return observed
}

// misuse begins the message of a check that the runtime makes now and then, when
// goroutines race for a wait group. The model doesn't have it (docs/panic.md).
const misuse = "panic: sync: WaitGroup "

// once runs one program in a process of its own.
func once(binary string, i int) []string {
	run := exec.Command(binary, fmt.Sprint(i), "40")
	run.Env = append(os.Environ(), fmt.Sprint("GOMAXPROCS=", 1+i%2))
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
