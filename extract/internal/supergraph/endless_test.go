package supergraph_test

import (
	"testing"

	"github.com/chancheck/chancheck/extract/internal/supergraphtest"
	"github.com/chancheck/chancheck/extract/ir"
)

// repeated are programs with one select that has a default, and whether it may be carried out again and again without end.
var repeated = []struct {
	name, source string
	want         bool
}{
	{"once", `
		func f(c chan int) { select { case <-c: println(); default: } }`, false},
	{"until somebody sends", `
		func f(c chan int) { for { select { case <-c: return; default: } } }`, true},
	{"in each turn of a loop that counts", `
		func f(c chan int, n int) { for range n { select { case <-c: return; default: } } }`, false},
	{"in each turn of a loop over a map", `
		func f(c chan int, m map[int]int) { for range m { select { case <-c: return; default: } } }`, false},
	{"until the world says so", `
		func f(c chan int) { for { if _, err := os.Open("x"); err != nil { return }; select { case <-c: println(); default: } } }
		`, false},
	{"again before the world is asked", `
		func f(c chan int) { for { select { case <-c: default: continue }; if _, err := os.Open("x"); err != nil { return } } }`, true},
	{"in a loop that counts in one without end", `
		func f(c chan int, n int) { for { for range n { select { case <-c: return; default: } } } }`, true},
	{"in two loops that count", `
		func f(c chan int, n int) { for range n { for range n { select { case <-c: return; default: } } } }`, false},
	{"in a loop that counts what is received", `
		func f(c chan int) { for n := 0; n < 3; { select { case <-c: n++; default: } } }`, true},
	{"in a loop that begins to count again", `
		func f(c chan int) { for n := 0; n < 3; n++ { select { case <-c: return; default: n = 0 } } }`, true},
	{"in a loop that is left from one inside", `
		func f(c chan int, x bool) { for { for n := 0; ; n++ { if n > 3 { return }; select { case <-c: println(); default: }; if x { break } } } }`, true},
	{"until a variable is set", `
		var stop bool
		func end() { stop = true }
		func f(c chan int) { for !stop { select { case <-c: println(); default: } } }`, true},
	{"in what is called in a loop that counts", `
		func f(c chan int, n int) { for range n { if took(c) { return } } }
		func took(c chan int) bool { select { case <-c: return true; default: return false } }`, false},
	{"in what is called until it has received", `
		func f(c chan int) { for !took(c) { } }
		func took(c chan int) bool { select { case <-c: return true; default: return false } }`, true},
	{"in what calls itself", `
		func f(c chan int) { select { case <-c: println(); default: f(c) } }`, true},
}

// TestRepeatsForEver asks it of the select of each program.
func TestRepeatsForEver(t *testing.T) {
	for _, test := range repeated {
		w := supergraphtest.Build(t, "import \"os\"\nvar _ = os.Open\n"+test.source)
		found := false
		for _, f := range w.Order {
			for i := range f.Instructions() {
				if i.Instr().Op != ir.OpSelect {
					continue
				}
				if found = true; w.RepeatsForEver(f, i.At) != test.want {
					t.Errorf("%s: %t, want %t", test.name, !test.want, test.want)
				}
			}
		}
		if !found {
			t.Errorf("%s: no select", test.name)
		}
	}
}
