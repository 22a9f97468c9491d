package scope_test

import (
	"fmt"
	"go/types"
	"strings"
	"testing"

	"github.com/chancheck/chancheck/extract/internal/interp"
	"github.com/chancheck/chancheck/extract/internal/lower"
	"github.com/chancheck/chancheck/extract/internal/scope"
	"github.com/chancheck/chancheck/extract/internal/ssatest"
	"github.com/chancheck/chancheck/extract/ir"
)

// testsAloneOf prepares the tests of a package.
func testsAloneOf(t testing.TB, shipped, test string) *scope.TestsAlone {
	t.Helper()
	p := ssatest.Build(t, "package p\n"+shipped, "package p\nimport (\"testing\"; \"testing/synctest\"; \"time\")\nvar _ testing.TB; var _ time.Time; var _ = synctest.Wait\n"+test)
	pkg := lower.Slice(&lower.Source{
		Packages: p.Packages(), Files: p.Files, Functions: p.Functions,
		Imported: func(*types.Func) []*ir.Function { return nil },
	})
	program := interp.NewProgram(pkg)
	program.Roots()
	return scope.NewTestsAlone(pkg, program)
}

// box is what the tests below pass around.
const box = `
	import "time"
	var _ = time.Second
	type box struct { c chan int }
	func wait(b *box) { <-b.c }
	func try(b *box) { select { case <-b.c: default: } }
	func fill(b *box) { select { case b.c <- 1: default: } }
	func drop(b *box) { println(b) }
	`

// TestWhomNobodyWaitsForInATest says so of the channels that Test makes, by their lines in the test file, each with
// those of the panics that are ruled out.
func TestWhomNobodyWaitsForInATest(t *testing.T) {
	for _, test := range []struct{ name, shipped, test, want string }{
		{"somebody waits in another test", "", `
			func Test(t *testing.T) { b := &box{make(chan int, 1)}; fill(b); try(b) }
			func TestOther(t *testing.T) { b := &box{make(chan int, 1)}; fill(b); wait(b) }`, "5"},
		{"somebody waits in this one", "", `
			func Test(t *testing.T) { b := &box{make(chan int, 1)}; go fill(b); wait(b) }
			func TestOther(t *testing.T) { b := &box{make(chan int, 1)}; fill(b); try(b) }`, ""},
		{"one of two is waited for", "", `
			func Test(t *testing.T) {
				a, b := &box{make(chan int, 1)}, &other{make(chan int, 1)}
				go fill(a)
				wait(a)
				tryOther(b)
			}
			type other struct{ c chan int }
			func tryOther(b *other) { select { case b.c <- 1: default: }; select { case <-b.c: default: } }`, "6"},
		{"nobody operates on it", "", `
			func Test(t *testing.T) { drop(&box{make(chan int)}) }
			func TestOther(t *testing.T) { b := &box{make(chan int)}; go wait(b); close(b.c) }`, "5"},
		{"nobody operates on it, but others may wait for it", "func wanted(c <-chan int) { println(c) }; var Wanted <-chan int", `
			func Test(t *testing.T) { Wanted = make(chan int) }`, ""},
		{"nobody operates on it, but others may send", "var Wanted chan<- int", `
			func Test(t *testing.T) { Wanted = make(chan int) }`, ""},
		{"others get it from a variable", "var kept *box; func drain() { wait(kept) }", `
			func Test(t *testing.T) { b := &box{make(chan int, 1)}; kept = b; fill(b); try(b) }
			func TestOther(t *testing.T) { drain() }`, ""},
		{"others get it from what a variable leads to", "var kept = &shelf{}; type shelf struct{ boxes []*box }; func drain() { wait(kept.boxes[0]) }", `
			func Test(t *testing.T) { b := &box{make(chan int, 1)}; kept.boxes = append(kept.boxes, b); fill(b); try(b) }`, ""},
		{"another test gets at the variable, another time", "var kept *box; func drain() { try(kept) }", `
			func Test(t *testing.T) { b := &box{make(chan int, 1)}; kept = b; fill(b); drain() }
			func TestOther(t *testing.T) { wait(kept) }`, "5"},
		{"others got at the variable before", "var kept *box; func init() { go func() { wait(kept) }() }", `
			func Test(t *testing.T) { b := &box{make(chan int, 1)}; kept = b; fill(b); try(b) }`, ""},
		{"a closure of it makes it", "", `
			func Test(t *testing.T) {
				t.Run("one", func(t *testing.T) { b := &box{make(chan int, 1)}; fill(b); try(b) })
			}`, "6"},
		{"a helper makes it, for others, too", "", `
			func Test(t *testing.T) { try(one()) }
			func TestOther(t *testing.T) { wait(one()) }
			func one() *box { return &box{make(chan int)} }`, ""},
		{"another test calls it", "var kept *box", `
			func Test(t *testing.T) { b := &box{make(chan int, 1)}; kept = b; fill(b); try(b) }
			func TestOther(t *testing.T) { Test(t); wait(kept) }`, ""},
		{"somebody waits who may only receive", "func await(c <-chan int) { <-c }", `
			func Test(t *testing.T) { await(make(chan int)) }`, ""},
		{"time stands still for some", "", `
			func Test(t *testing.T) { synctest.Test(t, func(t *testing.T) { b := &box{make(chan int, 1)}; fill(b); try(b) }) }`, ""},
		{"it is no test", "func Test(n int) { b := &box{make(chan int, 1)}; fill(b); try(b) }", "", ""},
		{"it may be closed twice", "", `
			func Test(t *testing.T) {
				b := &box{make(chan int, 1)}
				end(b)
				end(b)
			}
			func end(b *box) { try(b)
				close(b.c) }`, "6 unless 11"},
		{"it may be closed twice in another test", "", `
			func Test(t *testing.T) { b := &box{make(chan int, 1)}; fill(b); try(b) }
			func TestOther(t *testing.T) { b := &box{make(chan int, 1)}; close(b.c); try(b); end(b) }
			func end(b *box) { close(b.c) }`, "5"},
		{"a library calls who goes on", "", `
			func Test(t *testing.T) { b := &box{make(chan int, 1)}; t.Cleanup(func() { fill(b) }); time.AfterFunc(1, func() { fill(b) }); try(b) }`, "5"},
		{"a library calls who waits", "", `
			func Test(t *testing.T) { b := &box{make(chan int, 1)}; time.AfterFunc(1, func() { wait(b) }); fill(b); try(b) }`, ""},
	} {
		alone := testsAloneOf(t, box+test.shipped, test.test)
		if list := alone.Unwaited("p.TestNone"); len(list) > 0 {
			t.Errorf("%s: there is something in a test that isn't there", test.name)
		}
		var lines []string
		for _, u := range alone.Unwaited("p.Test") {
			line := fmt.Sprint(u.Site.Line)
			for _, site := range u.Panics {
				line += fmt.Sprint(" unless ", site.Line)
			}
			lines = append(lines, line)
		}
		if got := strings.Join(lines, ", "); got != test.want {
			t.Errorf("%s: %q, want %q", test.name, got, test.want)
		}
	}
}
