package scope_test

import (
	"go/types"
	"slices"
	"testing"

	"github.com/chancheck/chancheck/extract/internal/interp"
	"github.com/chancheck/chancheck/extract/internal/lower"
	"github.com/chancheck/chancheck/extract/internal/scope"
	"github.com/chancheck/chancheck/extract/internal/ssatest"
	"github.com/chancheck/chancheck/extract/ir"
)

// testFilesOf looks at a package by its test file, with its roots.
func testFilesOf(t *testing.T, shipped, test string) (*scope.TestFiles, *interp.Program) {
	t.Helper()
	p := ssatest.Build(t, "package p\n"+shipped, "package p\nimport \"testing\"\n"+test)
	source := &lower.Source{
		Package: p.SSA, Files: p.Files, Functions: p.Functions,
		Imported: func(*types.Func) []*ir.Function { return nil },
	}
	pkg := lower.Slice(source)
	pkg.OnlyInTests = lower.OnlyInTests(source)
	program := interp.NewProgram(pkg)
	return scope.NewTestFiles(pkg, program), program
}

// TestTestsByThemselves makes one channel in Test each time.
func TestTestsByThemselves(t *testing.T) {
	for _, test := range []struct {
		name, shipped, test string
		clean               bool
	}{
		{"what is tested comes back", "func Serve() {}", `
			func Test(t *testing.T) {
				done := make(chan int)
				go func() { Serve(); close(done) }()
				<-done
			}`, true},
		{"nobody receives", "func Serve() {}", `
			func Test(t *testing.T) {
				done := make(chan int)
				go func() { Serve(); done <- 1 }()
			}`, false},
		{"it is given to what is tested", "func Serve(c chan int) { <-c; <-c }", `
			func Test(t *testing.T) {
				c := make(chan int)
				go func() { c <- 1 }()
				Serve(c)
			}`, false},
		{"it is stored in a field of what is tested", "type Server struct{ c chan int }", `
			func Test(t *testing.T) {
				s := &Server{c: make(chan int)}
				go func() { s.c <- 1 }()
				<-s.c
			}`, false},
		{"it is stored in a variable of what is tested", "var hook chan int", `
			func Test(t *testing.T) {
				hook = make(chan int, 1)
				hook <- 1
				<-hook
			}`, false},
		{"it is in a type that only tests have a name for", "func Serve() {}", `
			type server struct{ c chan int }
			func Test(t *testing.T) {
				s := &server{c: make(chan int)}
				go func() { Serve(); s.c <- 1 }()
				<-s.c
			}`, true},
		{"a function of what is tested declares a type of the same name", "func serve() { type server struct{} }", `
			type server struct{ c chan int }
			func Test(t *testing.T) {
				s := &server{c: make(chan int)}
				go func() { serve(); s.c <- 1 }()
				<-s.c
			}`, false},
		{"what is tested calls a function as often as it likes", "func Serve(f func()) { f(); f() }", `
			func Test(t *testing.T) {
				c := make(chan int, 1)
				go Serve(func() { c <- 1 })
				<-c
			}`, false},
		{"what is tested calls a function that waits for what comes", "func Serve(f func()) { f(); f() }", `
			func Test(t *testing.T) {
				c := make(chan int)
				go Serve(func() { <-c })
				close(c)
			}`, true},
		{"what is tested calls a method that isn't exported", "type handler interface{ handle() }; func Serve(h handler) { h.handle() }", `
			type mine struct{ c chan int }
			func (m *mine) handle() { close(m.c) }
			func Test(t *testing.T) {
				m := &mine{c: make(chan int)}
				Serve(m)
				close(m.c)
			}`, false},
	} {
		files, program := testFilesOf(t, test.shipped, test.test)
		clean := false
		for _, root := range program.Roots() {
			parts := files.Parts(root)
			isClean := func(p scope.Part) bool { return slices.ContainsFunc(slices.Collect(p.Outlines()), outlineIsClean) }
			clean = clean || slices.ContainsFunc(parts, isClean)
			if root.Function.Name != "p.Test" && len(parts) > 0 {
				t.Errorf("%s: %s is looked at", test.name, root.Function.Name)
			}
		}
		if clean != test.clean {
			t.Errorf("%s: clean is %v", test.name, clean)
		}
	}
}
