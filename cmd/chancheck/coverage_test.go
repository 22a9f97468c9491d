package main

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chancheck/chancheck/docs"
	"github.com/chancheck/chancheck/internal/golden"
	"github.com/chancheck/chancheck/report"
)

// coverageModule has a place of each kind and one of each status.
func coverageModule(t *testing.T) files {
	t.Helper()
	module := files{}
	for _, name := range []string{"p.go", "p_test.go", "px_test.go"} {
		source, err := os.ReadFile(filepath.Join("testdata", "coverage", name+".txt"))
		if err != nil {
			t.Fatal(err)
		}
		module[name] = string(source)
	}
	return module
}

// TestCoverage compares the output for a package that has each kind and each
// status, with its tests and without what is in them.
func TestCoverage(t *testing.T) {
	for name, args := range map[string][]string{
		"text.golden": {"coverage", "."}, "json.golden": {"coverage", ".", "-json"}, "notest.golden": {"coverage", "-test=false"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			status, stdout, stderr := run(t, coverageModule(t), args...)
			if status != statusClean || stderr != "" {
				t.Errorf("status %d, %s", status, stderr)
			}
			golden.Compare(t, filepath.Join("testdata", "coverage", name), stdout)
		})
	}
}

// TestCoverageHasAll keeps the module of TestCoverage complete, and the totals
// equal to what they count.
func TestCoverageHasAll(t *testing.T) {
	t.Parallel()
	_, stdout, _ := run(t, coverageModule(t), "coverage", "-json")
	var c report.Coverage
	if err := json.Unmarshal([]byte(stdout), &c); err != nil {
		t.Fatal(err)
	}
	seen := map[string]int{}
	for _, p := range c.Places {
		seen[p.Kind]++
		seen[string(p.Status)]++
		if (p.Certificate != "") != p.Status.LookedAt() || p.Why == "" && len(p.Functions) == 0 {
			t.Errorf("%s: certificate %q, no reason, or both: %s", p.Place, p.Certificate, p.Words())
		}
	}
	for _, want := range []string{
		"channel", "mutex", "rwmutex", "waitgroup", "once", "cond", "judged", "bounded", "open", "inconclusive", "unreached",
	} {
		if seen[want] == 0 {
			t.Errorf("no place is %s", want)
		}
	}
	sum := 0
	for _, total := range c.Totals {
		sum += total.Places
		if n := total.Judged + total.Bounded + total.Open + total.Inconclusive + total.Unreached; n != total.Places {
			t.Errorf("%s: %d places, %d statuses", total.Kind, total.Places, n)
		}
	}
	if sum != len(c.Places) {
		t.Errorf("the totals have %d places of %d", sum, len(c.Places))
	}
}

// TestWhatMayWaitIsNotJudged has channels of which something may go wrong that isn't told.
func TestWhatMayWaitIsNotJudged(t *testing.T) {
	for name, source := range map[string]string{
		"a lock of the package, held while who serves needs it": `package p

import "sync"

var mu sync.Mutex

func F() {
	done := make(chan bool)
	mu.Lock()
	go func() { mu.Lock(); mu.Unlock(); close(done) }()
	<-done
	mu.Unlock()
}
`,
		"a channel that may be nil": `package p

func F(ok bool) {
	c := make(chan bool, 1)
	c <- true
	var d chan bool
	if ok {
		d = c
	}
	<-d
}
`,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			const want = "looked at 0 of 1 channels"
			status, stdout, stderr := run(t, files{"p.go": source})
			if status == statusClean && !strings.HasPrefix(stderr, want) {
				t.Errorf("nothing is told, but %q, %s", stderr, stdout)
			}
		})
	}
}

// TestCoverageTellsTerms: what is judged on a condition is told with that.
func TestCoverageTellsTerms(t *testing.T) {
	t.Parallel()
	const source = `package p

type Task struct{ done chan int }

func Start() *Task {
	t := &Task{done: make(chan int)}
	go func() { <-t.done }()
	return t
}

func (t *Task) Finish() { close(t.done) }

func (t *Task) Abort() { close(t.done) }

type Timer struct {
	state int
	quit  chan int
}

func NewTimer() *Timer {
	t := &Timer{quit: make(chan int)}
	go func() { <-t.quit }()
	return t
}

func (t *Timer) Kill() { close(t.quit) }

func (t *Timer) Stop() {
	if t.state == 0 {
		t.state = 1
		close(t.quit)
	}
}
`
	const want = `p.go:6:19: channel judged (in clients of t.done if one of (*Task).Finish and (*Task).Abort is called once)
p.go:21:20: channel judged (in clients of t.quit if nothing panics at p.go:26 or p.go:31)
`
	if _, stdout, _ := run(t, files{"p.go": source}, "coverage", "."); !strings.HasPrefix(stdout, want) {
		t.Errorf("got\n%s\nwant\n%s", stdout, want)
	}
}

// TestNobodyWaitsInShippedCode: what tests do with a channel makes no difference to those who
// have it otherwise; for one that a test has made it does.
func TestNobodyWaitsInShippedCode(t *testing.T) {
	t.Parallel()
	module := files{"p.go": `package p

type Bell struct{ rung chan int }

func NewBell() *Bell { return &Bell{make(chan int, 1)} }

func (b *Bell) Ring() {
	select {
	case b.rung <- 1:
	default:
	}
}

func (b *Bell) Hear() {
	select {
	case <-b.rung:
	default:
	}
}
`, "p_test.go": `package p

import "testing"

func bells() (bells []*Bell) {
	for range 3 {
		bells = append(bells, &Bell{make(chan int, 1)})
	}
	return bells
}

func TestBells(t *testing.T) {
	all := append(bells(), NewBell())
	all[0].Ring()
	<-all[len(all)-1].rung
}
`}
	_, stdout, _ := run(t, module, "coverage", ".")
	if want := "p.go:5:37: channel judged (nobody waits for it alone)\n"; !strings.HasPrefix(stdout, want) {
		t.Errorf("got\n%s\nwant\n%s", stdout, want)
	}
	if strings.Count(stdout, "nobody waits") > 1 {
		t.Errorf("a test waits, but got\n%s", stdout)
	}
}

// TestRepliesAreJudgedForAllCalls: a reply that is closed is judged wherever its request goes, if
// whoever waits for it waits for the end of the server, too. That this never comes is told of what
// says so.
func TestRepliesAreJudgedForAllCalls(t *testing.T) {
	t.Parallel()
	server := func(name, close string) string {
		return strings.NewReplacer("NAME", name, "CLOSE", close).Replace(`
type NAME struct {
	asking   sync.WaitGroup
	requests chan *request
	stop     chan struct{}
}

func newNAME() *NAME {
	s := &NAME{requests: make(chan *request), stop: make(chan struct{})} // made by newNAME
	go s.serve()
	return s
}

func (s *NAME) Ask() {
	s.asking.Add(1)
	defer s.asking.Done()
	r := &request{done: make(chan struct{})} // of NAME
	select {
	case s.requests <- r:
	case <-s.stop:
		return
	}
	select {
	case <-r.done:
	case <-s.stop:
	}
}

func (s *NAME) serve() {
	var pending []*request
	for {
		select {
		case r := <-s.requests:
			pending = append(pending, r)
		case <-s.stop:
			return
		}
		if len(pending) == 7 {
			for _, r := range pending {
				close(r.done)
			}
			pending = nil
		}
	}
}

func (s *NAME) Close() {
	CLOSE
}
`)
	}
	source := `package p

import "sync"

type request struct{ done chan struct{} }
` + server("good", "close(s.stop)\n\ts.asking.Wait()") + server("bad", "s.asking.Wait()\n\tclose(s.stop)")
	_, stdout, _ := run(t, files{"go.mod": "module example.com/p\n\ngo 1.25\n", "p.go": source}, "coverage", ".")
	status := func(text string) (list []string) {
		for i, line := range strings.Split(source, "\n") {
			if !strings.HasSuffix(line, text) {
				continue
			}
			for _, place := range strings.Split(stdout, "\n") {
				if strings.HasPrefix(place, fmt.Sprintf("p.go:%d:", i+1)) {
					list = append(list, place[strings.Index(place, ": ")+2:])
				}
			}
		}
		return list
	}
	for _, name := range []string{"good", "bad"} {
		if got := status("// of " + name)[0]; !strings.HasPrefix(got, "channel judged") {
			t.Errorf("%s: a reply is %s", name, got)
		}
	}
	for _, place := range status("// made by newgood") {
		if !strings.HasPrefix(place, "channel judged") {
			t.Errorf("of what ends, %s\n%s", place, stdout)
		}
	}
	if got := status("// made by newbad")[1]; strings.HasPrefix(got, "channel judged") || strings.HasPrefix(got, "channel bounded") {
		t.Errorf("of what never ends, %s", got)
	}
}

// TestBubblesWithoutLocksAreJudged: time may not pass there as long as somebody wants a lock.
func TestBubblesWithoutLocksAreJudged(t *testing.T) {
	t.Parallel()
	const source = `package p

import (
	"sync"
	"testing"
	"testing/synctest"
	"time"
)

func TestReply(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := make(chan int)
		go func() { time.Sleep(time.Second); c <- 1 }()
		<-c
	})
}

func TestLock(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var mu sync.Mutex
		mu.Lock()
		go func() { mu.Lock(); mu.Unlock() }()
		time.Sleep(time.Second)
		mu.Unlock()
	})
}

func TestForgotten(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := make(chan int)
		go func() { c <- 1 }()
	})
}

func TestTold(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c, d := make(chan int, 1), make(chan int, 1)
		c <- 2
		if n := <-c; n == 2 {
			d <- n
		}
		<-d
	})
}
`
	const want = `p_test.go:12:8: channel judged (in TestReply$1)
p_test.go:20:7: mutex unreached (functions that are given to testing/synctest are not judged)
p_test.go:30:8: channel unreached (functions that are given to testing/synctest are not judged; without data: a goroutine may leak at p_test.go:31)
p_test.go:37:11: channel judged (nobody waits for it alone)
p_test.go:37:30: channel judged (in TestTold$1)
`
	if _, stdout, _ := run(t, files{"p_test.go": source}, "coverage", "."); !strings.HasPrefix(stdout, want) {
		t.Errorf("got\n%s\nwant\n%s", stdout, want)
	}
}

// TestExtent is about the last line of a report.
func TestExtent(t *testing.T) {
	const half = "package p\n\nimport \"sync\"\n\nvar mu sync.Mutex\n"
	tests := []struct {
		name   string
		module files
		args   []string
		stderr string
	}{
		{"all", files{"p.go": stuck}, nil, "looked at 1 of 1 channels\n"},
		{"nothing", files{"p.go": "package p\n"}, nil, ""},
		{"part", files{"p.go": half, "q.go": stuck}, nil, "looked at 1 of 1 channels, 0 of 1 locks and wait groups; chancheck coverage lists the rest\n"},
		{"without channels", files{"p.go": half}, nil, "looked at 0 of 1 locks and wait groups; chancheck coverage lists the rest\n"},
		{"in several packages", files{"p.go": half, "q/q.go": stuck}, []string{"./..."}, "looked at 1 of 1 channels, 0 of 1 locks and wait groups; chancheck coverage lists the rest\n"},
		{"with tests", files{"p.go": half, "p_test.go": stuck}, nil, "looked at 1 of 1 channels, 0 of 1 locks and wait groups; chancheck coverage lists the rest\n"},
		{"without tests", files{"p.go": half, "p_test.go": stuck}, []string{"-test=false"}, "looked at 0 of 1 locks and wait groups; chancheck coverage lists the rest\n"},
		{"JSON", files{"p.go": stuck}, []string{"-json"}, ""},
		{"capacity", files{"p.go": stuck}, []string{"capacity", "."}, ""},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			if _, _, stderr := run(t, test.module, test.args...); stderr != test.stderr {
				t.Errorf("got %q, want %q", stderr, test.stderr)
			}
		})
	}
}

// TestExtentJSON has the same numbers in the summary.
func TestExtentJSON(t *testing.T) {
	t.Parallel()
	_, stdout, _ := run(t, files{"p.go": stuck, "q.go": "package p\n\nimport \"sync\"\n\nvar mu sync.Mutex\n"}, "-json")
	var r report.Report
	if err := json.Unmarshal([]byte(stdout), &r); err != nil {
		t.Fatal(err)
	}
	if r.Summary == nil || r.Summary.Channels != (report.Reached{Places: 1, LookedAt: 1}) || r.Summary.Locks != (report.Reached{Places: 1}) {
		t.Errorf("got %+v", r.Summary)
	}
}

// TestCoveragePage runs the example of the page.
func TestCoveragePage(t *testing.T) {
	t.Parallel()
	page, _ := docs.Page("coverage")
	_, rest, _ := strings.Cut(page, "```go\n")
	source, rest, _ := strings.Cut(rest, "```\n")
	_, rest, _ = strings.Cut(rest, "$ chancheck coverage .\n")
	want, _, _ := strings.Cut(rest, "```\n")
	if _, got, _ := run(t, files{"p.go": source}, "coverage", "."); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

// TestTestsAreLookedAtByThemselves where who can touch what takes too long in all that is tested for all but for whom
// nobody waits alone: everybody may receive from all channels.
func TestTestsAreLookedAtByThemselves(t *testing.T) {
	t.Parallel()
	var shipped strings.Builder
	shipped.WriteString("package p\n\nvar all = map[string]chan int{}\n")
	shipped.WriteString("func Put() {\n" + strings.Repeat("\tall[\"\"] = make(chan int)\n", 1500) + "}\n")
	shipped.WriteString("func Get() {\n" + strings.Repeat("\t<-all[\"\"]\n", 3000) + "}\n")
	test := `package p

import (
	"sync"
	"testing"
)

func TestGet(t *testing.T) {
	numbers := make(chan int)
	go func() {
		for range numbers {
		}
	}()
	Get()
	lost := make(chan int)
	go func() { lost <- 1 }()
` + strings.Repeat("\tnumbers <- 1\n", 400) + `	close(numbers)
}

func TestGates(t *testing.T) {
	gate, other := make(chan int), make(chan int)
	var served, unserved sync.WaitGroup
	for range 20 {
		served.Add(1)
		unserved.Add(1)
		go func() {
			<-gate
			served.Done()
			<-other
			if len(all) == 0 {
				unserved.Done()
			}
		}()
	}
	numbers := make(chan int, 400)
` + strings.Repeat("\tnumbers <- 1\n", 400) + `	close(gate)
	served.Wait()
	if len(all) > 0 {
		close(other)
		unserved.Wait()
	}
}
`
	_, stdout, _ := run(t, files{"p.go": shipped.String(), "p_test.go": test}, "coverage")
	for _, want := range []string{
		"p_test.go:9:13: channel bounded (in TestGet, apart from what it tests)\n",
		"p_test.go:15:10: channel inconclusive (",
		"p_test.go:421:17: channel judged (nobody waits for it alone)\n",
		"p_test.go:421:33: channel inconclusive (",
		"p_test.go:422:6: waitgroup judged (nobody waits for it alone)\n",
		"p_test.go:435:13: channel bounded (in TestGates, apart from what it tests)\n",
		"p_test.go:422:14: waitgroup inconclusive (",
	} {
		if !strings.Contains(stdout, want) {
			_, tests, _ := strings.Cut(stdout, "p_test.go")
			t.Errorf("want %q in ...p_test.go%s", want, tests)
		}
	}
}

// TestTestsAreLookedAtByThemselvesIfNothingIsKnown: what may go wrong with all that a test runs
// counts, whatever it does by itself, and who finds nobody is stuck all the same.
func TestTestsAreLookedAtByThemselvesIfNothingIsKnown(t *testing.T) {
	t.Parallel()
	const shipped = `package p

import (
	"os"
	"time"
)

type Alarm struct{ timer *time.Timer }

func Set(f func()) *Alarm {
	a := &Alarm{}
	a.timer = time.AfterFunc(time.Second, f)
	return a
}

func (a *Alarm) Sooner() { a.timer.Reset(time.Millisecond) }

func Ring(rung chan int) *Alarm { return Set(func() { rung <- 1 }) }

func Serve(f func()) {
	if os.Getenv("SERVE") != "" {
		f()
	}
}
`
	const test = `package p

import (
	"testing"
	"testing/synctest"
)

func TestRings(t *testing.T) {
	rung := make(chan int, 1)
	Set(func() {
		select {
		case rung <- 1:
		default:
		}
	}).Sooner()
	<-rung
}

func TestNobodyHears(t *testing.T) {
	lost := make(chan int)
	Set(func() { lost <- 1 }).Sooner()
}

func TestNobodyRings(t *testing.T) {
	never := make(chan int)
	Set(func() {}).Sooner()
	go func() { Set(func() { never <- 1 }).Sooner() }()
	never <- 1
}

func TestServedPerhaps(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		served := make(chan int, 1)
		go Serve(func() {
			select {
			case served <- 1:
			default:
			}
		})
		<-served
	})
}

func TestIsRung(t *testing.T) {
	rung := make(chan int, 1)
	Ring(rung).Sooner()
	<-rung
}

func TestRingsItself(t *testing.T) {
	rung := make(chan int, 1)
	Ring(rung).Sooner()
	rung <- 1
	<-rung
}
`
	_, stdout, _ := run(t, files{"p.go": shipped, "p_test.go": test}, "coverage", ".")
	for _, want := range []string{
		"p_test.go:9:10: channel bounded (in TestRings, apart from what it tests)\n",
		"p_test.go:20:10: channel open (in TestNobodyHears: passed to time.AfterFunc)\n",
		"p_test.go:25:11: channel open (in TestNobodyRings: passed to time.AfterFunc)\n",
		"p_test.go:33:13: channel unreached (functions that are given to testing/synctest are not judged; without data: there may be a deadlock at p_test.go:40)\n",
		"p_test.go:45:10: channel bounded (in TestIsRung, apart from what it tests)\n",
		"p_test.go:51:10: channel open (in TestRingsItself: passed to time.AfterFunc)\n",
	} {
		if !strings.Contains(stdout, want) {
			t.Errorf("want %q in\n%s", want, stdout)
		}
	}
}

// TestBubblesAreLookedAtByThemselves where it isn't known what the timers of the package do.
func TestBubblesAreLookedAtByThemselves(t *testing.T) {
	t.Parallel()
	const shipped = `package p

import "time"

func Set(f func()) { time.AfterFunc(time.Second, f).Reset(time.Millisecond) }
`
	const test = `package p

import (
	"testing"
	"testing/synctest"
)

func TestRings(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		rung := make(chan int, 1)
		Set(func() {
			select {
			case rung <- 1:
			default:
			}
		})
		<-rung
	})
}

func TestNobodyHears(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		lost := make(chan int)
		Set(func() { lost <- 1 })
	})
}
`
	_, stdout, _ := run(t, files{"p.go": shipped, "p_test.go": test}, "coverage", ".")
	for _, want := range []string{
		"p_test.go:10:11: channel bounded (in TestRings$1, apart from what it tests)\n",
		"p_test.go:23:11: channel unreached (",
	} {
		if !strings.Contains(stdout, want) {
			t.Errorf("want %q in\n%s", want, stdout)
		}
	}
}
