package scope

import (
	"go/types"
	"slices"
	"strings"
	"testing"

	"github.com/chancheck/chancheck/extract/internal/interp"
	"github.com/chancheck/chancheck/extract/internal/lower"
	"github.com/chancheck/chancheck/extract/internal/ssatest"
	"github.com/chancheck/chancheck/extract/ir"
)

// withTest lowers a program of which TestF is in a test file.
func withTest(t *testing.T, source string) *ir.Package {
	t.Helper()
	p := ssatest.Build(t, source)
	pkg := lower.Slice(&lower.Source{
		Packages: p.Packages(), Files: p.Files, Functions: p.Functions,
		Imported: func(*types.Func) []*ir.Function { return nil },
	})
	for name, f := range pkg.Functions {
		if strings.HasPrefix(name, "p.TestF") {
			f.Site.File = "p_test.go"
		}
	}
	return pkg
}

// TestExposedLocksAreThoseOfShippedCode where a test comes first, of which nothing is counted.
func TestExposedLocksAreThoseOfShippedCode(t *testing.T) {
	pkg := withTest(t, `package p
		import "sync"
		type Box struct { sync.Mutex; n int }
		func TestF() { `+strings.Repeat("{ d := make(chan int); go func() { d <- 1 }(); <-d }; ", 10)+` }
		func (b *Box) Add() { b.Lock(); defer b.Unlock(); b.n++ }
		func (b *Box) Twice() { b.Lock(); defer b.Unlock(); b.Add() }`)
	var names []string
	for _, clients := range New(pkg, interp.NewProgram(pkg)).Exposed() {
		names = append(names, clients.Name())
	}
	if want := []string{"clients of Box.Mutex"}; !slices.Equal(names, want) {
		t.Errorf("questions about %v, want %v", names, want)
	}
}

// TestShippedCodeIsLookedAtWhereTestsAreTooMuch raises the budget of the points-to analysis
// until something can be looked at: the code without its test first.
func TestShippedCodeIsLookedAtWhereTestsAreTooMuch(t *testing.T) {
	pkg := withTest(t, `package p
		func f() { c := make(chan int); go func() { c <- 1 }(); <-c }
		func TestF() { `+strings.Repeat("{ d := make(chan int); go func() { d <- 1 }(); <-d }; ", 40)+`f() }`)
	program := interp.NewProgram(pkg)
	parts := func(s *Package) map[string]int {
		count := map[string]int{}
		for _, root := range program.Roots() {
			count[root.Function.Name] = len(s.Parts(root))
		}
		return count
	}
	budget := 1
	var s *Package
	for ; s == nil; budget++ {
		s = within(pkg, program, budget)
	}
	if got := parts(s); got["p.f"] != 1 || got["p.TestF"] != 0 {
		t.Errorf("parts with the least budget: %v", got)
	}
	s.Clients()
	for ; s.shipped == s; budget++ {
		s = within(pkg, program, budget)
		if budget > 100_000 {
			t.Fatal("the test is never looked at")
		}
	}
	if got := parts(s); got["p.f"] != 1 || got["p.TestF"] == 0 {
		t.Errorf("parts with more: %v", got)
	}
}

// TestAHookOfATestIsItsOwn: what a test stores in a variable that nothing else uses nobody else
// gets at, as it is a program of its own; where other functions use it, or do so before, they do.
func TestAHookOfATestIsItsOwn(t *testing.T) {
	pkg := withTest(t, `package p
		import "testing"
		var hook, other, started = func() {}, func() {}, func() {}
		func run() { hook() }
		func runOther() { other() }
		func init() { go func() { started() }() }
		func runStarted() { started() }
		func f() { c := make(chan int, 1); other = func() { c <- 1 }; go runOther(); <-c }
		func TestF(t *testing.T) { c := make(chan int, 1); hook = func() { c <- 1 }; go run(); <-c }
		func TestFOther(t *testing.T) { c := make(chan int, 1); other = func() { c <- 1 }; go runOther(); <-c }
		func TestFStarted(t *testing.T) { c := make(chan int, 1); started = func() { c <- 1 }; go runStarted(); <-c }`)
	program := interp.NewProgram(pkg)
	s := New(pkg, program)
	for _, root := range program.Roots() {
		found := 0
		for _, part := range s.Parts(root) {
			for _, piece := range part.Pieces() {
				for o := range piece.Outlines() {
					found += len(o.Operations) // of objects
					if isTest := root.Function.Name == "p.TestF"; (o.System != nil) != isTest {
						t.Errorf("%s: an outline, or none: %s", root.Function.Display, o.Problem)
					}
				}
			}
		}
		if found == 0 {
			t.Errorf("%s: nothing is looked at", root.Function.Display)
		}
	}
}

// TestUnwaitedAreKnownWhereTestsAreTooMuch for everything else: whether the rest was looked at or nothing at all.
func TestUnwaitedAreKnownWhereTestsAreTooMuch(t *testing.T) {
	pkg := withTest(t, `package p
		func try(c chan int) { select { case c <- 1: default: }; select { case <-c: default: } }
		func f() { try(make(chan int, 1)) }
		func TestF() { `+strings.Repeat("try(make(chan int, 1)); ", 40)+`f() }`)
	program := interp.NewProgram(pkg)
	budget := 1
	for within(pkg, program, budget) == nil {
		budget++
	}
	for _, known := range []*Package{nil, within(pkg, program, budget)} {
		if n := len(ForCertain(pkg, program, known).Unwaited()); n != 41 {
			t.Errorf("nobody waits for %d channels, want 41", n)
		}
	}
	if whole := within(pkg, program, largestAnalysis); ForCertain(pkg, program, whole) != whole {
		t.Error("what is known is found out again")
	}
}
