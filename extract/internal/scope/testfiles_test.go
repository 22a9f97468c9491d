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
		Packages: p.Packages(), Files: p.Files, Functions: p.Functions,
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
		{"it is stored in a struct that what is tested has made", "type Server struct{ c chan int }; func New() *Server { return &Server{} }", `
			func Test(t *testing.T) {
				s, c := New(), make(chan int, 1)
				s.c = c
				c <- 1
				<-c
			}`, false},
		{"what is tested calls a function that captures nothing", "func Serve(v any, f func(any)) { f(v) }", `
			type mine struct{ c chan int }
			func Test(t *testing.T) {
				m := &mine{make(chan int, 1)}
				m.c <- 1
				Serve(m, func(v any) { <-v.(*mine).c })
				<-m.c
				m.c <- 1
				<-m.c
			}`, false},
		{"a method of what is tested is called by way of an interface", "type Queue chan int; func (q Queue) Take() { <-q }", `
			func Test(t *testing.T) {
				q := make(Queue, 1)
				var taker interface{ Take() } = q
				q <- 1
				taker.Take()
				<-q
			}`, false},
		{"what is tested calls what was stored when the package was initialized", "var hook func(any); func Serve(v any) { hook(v) }", `
			type mine struct{ c chan int }
			func init() { hook = take }
			func take(v any) { <-v.(*mine).c }
			func Test(t *testing.T) {
				m := &mine{make(chan int, 1)}
				m.c <- 1
				Serve(m)
				<-m.c
			}`, false},
		{"a field is embedded that has methods of what is tested", "type Base struct{ c chan int }; func (b *Base) Take() { <-b.c }; func Serve(v interface{ Take() }) { v.Take() }", `
			type mine struct{ *Base }
			func Test(t *testing.T) {
				m := mine{&Base{make(chan int, 1)}}
				m.c <- 1
				Serve(m)
				<-m.c
			}`, false},
		{"it is converted to a type of what is tested", "type Base struct{ c chan int }; func (b *Base) Take() { <-b.c }", `
			type mine struct{ c chan int }
			func Test(t *testing.T) {
				m := &mine{make(chan int, 1)}
				m.c <- 1
				(*Base)(m).Take()
				<-m.c
			}`, false},
		{"it is in an exported field, which reflection finds", "func Serve(v any) {}", `
			type mine struct{ C chan int }
			func Test(t *testing.T) {
				m := &mine{make(chan int, 1)}
				m.C <- 1
				Serve(m)
				<-m.C
			}`, false},
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

// TestNobodyInTestsWaits makes one channel in Test each time, on which others operate, too.
func TestNobodyInTestsWaits(t *testing.T) {
	for _, test := range []struct {
		name, shipped, test string
		want                bool
	}{
		{"others send on it", "func Serve(c chan int) { c <- 1 }", `
			func Test(t *testing.T) {
				c := make(chan int, 1)
				Serve(c)
				select {
				case <-c:
				default:
				}
			}`, true},
		{"others have it in a field", "type Server struct{ C chan int }; func (s *Server) Serve() { s.C <- 1 }", `
			func Test(t *testing.T) {
				s := &Server{C: make(chan int, 1)}
				s.Serve()
				select {
				case <-s.C:
				case <-time.After(1):
				}
			}`, true},
		{"a test waits for what others send", "func Serve(c chan int) { c <- 1 }", `
			func Test(t *testing.T) {
				c := make(chan int, 1)
				Serve(c)
				<-c
			}`, true},
		{"a test waits for what nobody sends", "func Serve() {}", `
			func Test(t *testing.T) {
				c := make(chan int, 1)
				Serve()
				<-c
			}`, false},
		{"a test may wait for nil", "func Serve(c chan int) { c <- 1 }; func Cond() bool { return false }", `
			func Test(t *testing.T) {
				var c chan int
				if Cond() {
					c = make(chan int, 1)
				}
				Serve(c)
				<-c
			}`, false},
		{"others receive what a test sends", "func Serve(c chan int) { <-c }", `
			func Test(t *testing.T) {
				c := make(chan int)
				go Serve(c)
				c <- 1
			}`, true},
		{"a test receives what it has sent", "func Serve(c chan int) { <-c }", `
			func Test(t *testing.T) {
				c := make(chan int, 2)
				go Serve(c)
				c <- 1
				<-c
			}`, false},
		{"a test closes what others wait for", "func Serve(c chan int) { <-c }", `
			func Test(t *testing.T) {
				c := make(chan int)
				go Serve(c)
				close(c)
			}`, true},
		{"a test closes it twice", "func Serve(c chan int) { <-c }", `
			func Test(t *testing.T) {
				c := make(chan int)
				go Serve(c)
				close(c)
				close(c)
			}`, false},
		{"others call who sends, as often as they like", "func Serve(f func()) { f(); f() }", `
			func Test(t *testing.T) {
				c := make(chan int, 1)
				Serve(func() {
					select {
					case c <- 1:
					default:
					}
				})
				select {
				case <-c:
				default:
				}
			}`, true},
		{"others call who waits until there is a slot", "func Serve(f func()) { f(); f() }", `
			func Test(t *testing.T) {
				c := make(chan int, 1)
				Serve(func() { c <- 1 })
				select {
				case <-c:
				default:
				}
			}`, false},
		{"others receive from it", "func Serve(c <-chan int) { <-c }", `
			func Test(t *testing.T) {
				c := make(chan int, 1)
				go Serve(c)
				select {
				case c <- 1:
				default:
				}
			}`, true},
	} {
		shipped := "import \"time\"\nvar _ = time.Now\n" + test.shipped
		files, program := testFilesOf(t, shipped, "import \"time\"\nvar _ = time.Now\n"+test.test)
		got := false
		for _, root := range program.Roots() {
			list, _ := files.Unwaited(root)
			got = got || len(list) > 0
		}
		if got != test.want {
			t.Errorf("%s: nobody waits is %v", test.name, got)
		}
	}
}
