package extract_test

import (
	"fmt"
	"go/types"
	"slices"
	"strings"
	"testing"

	"github.com/chancheck/chancheck/extract"
	"github.com/chancheck/chancheck/extract/internal/ssatest"
)

// program has a bit of everything.
const program = `package p

import ("context"; "sync")

type queue struct { mu sync.Mutex; items []chan int; done chan struct{} }

func (q *queue) put(c chan int) {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.items = append(q.items, c)
}

func Run(ctx context.Context, n int, flag bool) error {
	q := &queue{done: make(chan struct{})}
	for i := 0; i < n; i++ {
		q.put(make(chan int, 1))
	}
	go func() {
		defer close(q.done)
		for _, c := range q.items {
			if flag { c <- 1 }
		}
	}()
	select {
	case <-q.done:
	case <-ctx.Done():
		return ctx.Err()
	}
	return nil
}

func Inert(n int) int {
	sum := 0
	for i := range n { sum += i }
	return sum
}
`

// slice builds the skeletons of a program.
func slice(t *testing.T, source string) *extract.Package {
	t.Helper()
	p := ssatest.Build(t, source)
	return extract.Slice(&extract.Source{
		Packages: p.Packages(), Files: p.Files, Functions: p.Functions,
		Imported: func(*types.Func) []*extract.Function { return nil },
	})
}

func TestRootIsExtractedWithItsGoroutine(t *testing.T) {
	for _, root := range extract.NewProgram(slice(t, program)).Roots() {
		if root.Function.Name != "p.Run" {
			continue
		}
		x := root.Extract(extract.Options{})
		if x.System == nil {
			t.Fatalf("no system: %+v", x)
		}
		if err := x.System.Validate(); err != nil {
			t.Error(err)
		}
		if n := len(x.System.Processes); n < 2 {
			t.Errorf("%d processes, want the root and its goroutine", n)
		}
		return
	}
	t.Error("p.Run is no root")
}

func TestExtractionIsDeterministic(t *testing.T) {
	text := func() string {
		var b strings.Builder
		for _, root := range extract.NewProgram(slice(t, program)).Roots() {
			if x := root.Extract(extract.Options{}); x.System != nil {
				if err := x.System.WriteText(&b); err != nil {
					t.Fatal(err)
				}
			}
		}
		return b.String()
	}
	first := text()
	for range 5 {
		if again := text(); again != first {
			t.Fatalf("got\n%s\nthen\n%s", first, again)
		}
	}
}

// TestRefiningGivesMoreInstances doubles the goroutines of a family, and the
// objects of a place, up to a limit.
func TestRefiningGivesMoreInstances(t *testing.T) {
	const loops = `package p

func Starts() {
	c := make(chan int)
	for range 3 {
		go func() { c <- 1 }()
	}
	<-c
}

func Makes() {
	for range 9 {
		c := make(chan int)
		go func() { c <- 1 }()
	}
}
`
	for _, root := range extract.NewProgram(slice(t, loops)).Roots() {
		options := extract.Options{Instances: 4}
		starts := root.Function.Name == "p.Starts"
		for want := 1; want <= 4; want *= 2 {
			x := root.Extract(options)
			if x.System == nil {
				t.Fatalf("%s: %s", root.Function.Name, x.Inconclusive)
			}
			members, objects := len(x.System.Families[0].Members), len(x.System.Objects)
			if starts && (members != want || len(x.System.Processes) != want+1 || objects != 1) || !starts && objects != want {
				t.Errorf("%s: %d goroutines of %d, %d objects, want %d", root.Function.Name, members, len(x.System.Processes), objects, want)
			}
			exhausted, conflicts := []int{0}, []int(nil)
			if !starts {
				exhausted, conflicts = nil, []int{0}
			}
			if got := root.Refine(exhausted, conflicts); starts && got != (want < 4) || !starts && !got {
				t.Errorf("%s: after %d there can be more: %v", root.Function.Name, want, got)
			}
		}
		if root.Refine(nil, nil) {
			t.Errorf("%s: nothing was needed", root.Function.Name)
		}
	}
}

// TestBudgetsAreKept sets each limit to less than a program needs.
func TestBudgetsAreKept(t *testing.T) {
	for want, options := range map[string]extract.Options{
		"more than 1 local states":                                 {LocalStates: 1},
		"more than 1 goroutines":                                   {Processes: 1},
		"more than 3 instructions to evaluate":                     {TotalSteps: 3},
		"a goroutine computes for too long between two operations": {Steps: 1},
	} {
		for _, root := range extract.NewProgram(slice(t, program)).Roots() {
			if root.Function.Name != "p.Run" {
				continue
			}
			if x := root.Extract(options); x.Inconclusive != want || x.System != nil {
				t.Errorf("with %+v: %q, want %q", options, x.Inconclusive, want)
			}
		}
	}
	roots := extract.NewProgram(slice(t, `package p
func F() { c := make(chan int); go func() { c <- 1 }(); <-c }
func G() { c := make(chan int); go func() { c <- 1 }(); <-c }
`)).Roots()
	options := extract.Options{PackageStates: 1}
	if x := roots[0].Extract(options); x.System == nil {
		t.Errorf("the first root: %s", x.Inconclusive)
	}
	if x := roots[1].Extract(options); x.Inconclusive != "the evaluation of the package has taken too long already" {
		t.Errorf("the second root: %q", x.Inconclusive)
	}
}

// TestCallersDoNotJudgeAgain: what is closed in a callee is no business of its
// callers, what it gives away is.
func TestCallersDoNotJudgeAgain(t *testing.T) {
	const calls = `package p

func inner() {
	c := make(chan int)
	go func() { c <- 1 }()
	<-c
}

func Outer() {
	inner()
}

func Outermost() {
	d := make(chan int, 1)
	d <- 1
	Outer()
}

func Caller() { Outermost() }

func makes() chan int {
	c := make(chan int)
	go func() { c <- 1 }()
	return c
}

func Uses() {
	<-makes()
}

func mixed(e chan int) {
	c := make(chan int)
	go func() { c <- 1 }()
	<-c
	e <- 1
}

func between(e chan int) { mixed(e) }

func Mixes() {
	e := make(chan int, 1)
	between(e)
}
`
	judged := map[string]int{}
	for _, root := range extract.NewProgram(slice(t, calls)).Roots() {
		if !root.Worthwhile() {
			judged[root.Function.Name] = -1
			continue
		}
		x := root.Extract(extract.Options{})
		judged[root.Function.Name] = len(x.Closed)
		root.Adopt(root, x.System != nil)
		root.Done()
	}
	for name, want := range map[string]int{"p.inner": 1, "p.Outer": -1, "p.Outermost": 1, "p.Caller": -1, "p.makes": 0, "p.Uses": 1, "p.mixed": 1, "p.between": -1, "p.Mixes": 1} {
		if got, ok := judged[name]; !ok && want >= 0 || ok && got != want {
			t.Errorf("%s has %d objects of its own (%v), want %d", name, got, ok, want)
		}
	}
}

// TestSizesStartAtZero counts the ways in which an unknown number of
// goroutines is tried.
func TestSizesStartAtZero(t *testing.T) {
	const sizes = `package p

func F(list []int) {
	c := make(chan int, len(list))
	go func() { c <- 1 }()
	<-c
}
`
	x := extract.NewProgram(slice(t, sizes)).Roots()[0].Extract(extract.Options{})
	var got []int
	for _, o := range x.System.Objects {
		got = append(got, o.Capacity)
	}
	slices.Sort(got)
	if want := []int{0, 1, 2}; !slices.Equal(got, want) || !x.Bounded {
		t.Errorf("capacities %v, want %v", got, want)
	}
}

// TestRootsKnowWhatCallsPass: all calls together, and each for itself where the answer
// hangs on it.
func TestRootsKnowWhatCallsPass(t *testing.T) {
	const calls = `package p

type options struct { silent bool }

func run(n int, log bool, o *options, name string) {
	done := make(chan struct{})
	if !log || n > 0 && !o.silent {
		go close(done)
	}
	<-done
}

func Many() { run(3, true, &options{}, "many") }

func None() { run(0, true, &options{silent: true}, "none") }

func More() { run(3, true, &options{}, "more") }

func Unasked(n int) {
	ch := make(chan int, 1)
	ch <- n
	<-ch
}

func Asks() { Unasked(0) }
`
	for _, root := range extract.NewProgram(slice(t, calls)).Roots() {
		all := root.ForAll()
		if x := all.Extract(extract.Options{}); x.System == nil {
			t.Fatalf("%s: %s", root.Function.Name, x.Inconclusive)
		}
		each, complete, _ := all.EachCall()
		if root.Function.Name != "p.run" {
			if all != root || all.AsksCallers() || len(each) > 0 {
				t.Errorf("%s asks its callers", root.Function.Name)
			}
			continue
		}
		var got []string
		for _, call := range each {
			x := call.Extract(extract.Options{})
			got = append(got, fmt.Sprintf("%s: %s: %d processes", call.Arguments().Caller, strings.Join(call.Passed(), ", "), len(x.System.Processes)))
		}
		want := []string{"Many: n == 3, !o.silent: 2 processes", "None: n == 0, o.silent: 1 processes"}
		if !slices.Equal(got, want) || !complete || all.AsksCallers() {
			t.Errorf("got %q, all of them: %v, want %q; asks though every case was looked at: %t", got, complete, want, all.AsksCallers())
		}
	}
}

// TestAnswersMayHangOnWhatCallersPass though nothing was found: where sizes are tried, or a
// function is called of which nothing is known.
func TestAnswersMayHangOnWhatCallersPass(t *testing.T) {
	const asks = `package p

func Sizes(n int) {
	c := make(chan int, 9)
	for i := 0; i < n; i++ {
		go func() { c <- 1 }()
	}
	for i := 0; i < n; i++ {
		<-c
	}
}

func Flag(x bool) {
	c := make(chan int, 1)
	if x {
		c <- 1
		<-c
	}
}

func Unused(n int, f func()) {
	c := make(chan int, 1)
	c <- n
	<-c
}

func Function(f func()) {
	c := make(chan int, 1)
	f()
	c <- 1
	<-c
}

var list []int

func Beside(x bool) {
	c := make(chan int, 9)
	for range list {
		c <- 1
	}
	if x {
		close(c)
	}
	for range list {
		<-c
	}
}

func Second(x bool, n int) {
	c := make(chan int, 1)
	if n == 1 {
		c <- 1
		<-c
	}
}
`
	want := map[string]bool{"Sizes": true, "Flag": false, "Unused": false, "Function": true, "Beside": true, "Second": false}
	for _, root := range extract.NewProgram(slice(t, asks)).Roots() {
		if root.AsksCallers() {
			t.Errorf("%s asks before it was looked at", root.Function.Display)
		}
		root.Extract(extract.Options{})
		if w, ok := want[root.Function.Display]; ok && root.AsksCallers() != w {
			t.Errorf("%s asks callers: %t", root.Function.Display, !w)
		}
	}
}

// TestStructsThatCallersPassAreKnown: a zero one, one with fields that are set, and none of which
// anything is known.
func TestStructsThatCallersPassAreKnown(t *testing.T) {
	const structs = `package p

type options struct { silent bool; n int }

func zero(o options) {
	done := make(chan struct{})
	if !o.silent && o.n == 0 {
		go close(done)
	}
	<-done
}

func Zero() { zero(options{}) }

func set(o options) {
	done := make(chan struct{})
	if o.silent && o.n == 2 {
		go close(done)
	}
	<-done
}

func Set() { set(options{silent: true, n: 2}) }

func Any(o options) {
	done := make(chan struct{})
	if o.silent {
		go close(done)
	}
	<-done
}
`
	for _, root := range extract.NewProgram(slice(t, structs)).Roots() {
		x := root.ForAll().Extract(extract.Options{})
		first := x.System.Processes[0].States[0].Transitions
		if known := len(first) == 1; known != (root.Function.Name != "p.Any") || len(x.System.Processes) != 2 {
			t.Errorf("%s: %d processes, and begins with %+v", root.Function.Name, len(x.System.Processes), first)
		}
	}
}
