package pointsto_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/chancheck/chancheck/extract/internal/interp"
	"github.com/chancheck/chancheck/extract/internal/pointsto"
	"github.com/chancheck/chancheck/extract/ir"
)

// others are programs by what functions that aren't in scope may do to what one waits for. The
// scope is f: it waits on the line that ends in "waits".
var others = map[string]struct {
	source string
	want   bool // it may come from outside
}{
	"nobody changes the variable": {`
		var c = make(chan int)
		func f() { <-c } // waits
		func g() { close(c) }`, false},
	"the function itself changes it": {`
		var c chan int
		func f() {
			c = make(chan int)
			<-c // waits
		}`, false},
	"another one changes it": {`
		var c = make(chan int)
		func f() { <-c } // waits
		func g() { c = nil }`, true},
	"another one has its address": {`
		var c = make(chan int)
		func f() { <-c } // waits
		func g() *chan int { return &c }`, true},
	"what the function calls changes it": {`
		var c = make(chan int)
		func f() {
			g()
			<-c // waits
		}
		func g() { c = make(chan int) }`, false},
	"a field of a variable": {`
		type s struct { c chan int }
		var v = s{make(chan int)}
		func f() { <-v.c } // waits
		func g() { v.c = nil }`, true},
	"a field of a struct in a variable": {`
		type s struct { c chan int }
		var v = &s{make(chan int)}
		func f() { <-v.c } // waits
		func g() { v.c = nil }`, true},
	"a field of a struct in a field": {`
		type inner struct { c chan int }
		type s struct { i *inner }
		var v = &s{&inner{make(chan int)}}
		func f() { <-v.i.c } // waits
		func g() { v.i.c = nil }`, true},
	"a field of a struct that the function has made": {`
		type s struct { c chan int }
		var v = &s{}
		func f() {
			x := &s{make(chan int)}
			<-x.c // waits
		}
		func g() { v.c = nil }`, false},
	"an element": {`
		var v = []chan int{make(chan int)}
		func f() { <-v[0] } // waits
		func g() { v[0] = nil }`, true},
	"an element of an array": {`
		var v = [1]chan int{make(chan int)}
		func f() { <-v[0] } // waits
		func g() { v[0] = nil }`, true},
	"a value of a map": {`
		var v = map[int]chan int{1: make(chan int)}
		func f() { <-v[1] } // waits
		func g() { v[1] = nil }`, true},
	"a variable that functions in variables have captured": {`
		var get func() chan int
		var set func(chan int)
		func pair() {
			c := make(chan int)
			get, set = func() chan int { return c }, func(d chan int) { c = d }
		}
		func f() {
			pair()
			<-get() // waits
		}
		func g() { set(nil) }`, true},
	"a field of what the function is given": {`
		type s struct { c chan int }
		func (x *s) set() { x.c = make(chan int) }
		func f(x *s) {
			x.set()
			<-x.c // waits
		}`, true},
}

// TestOthersMayHaveChangedWhatLastsLonger asks whether what a function waits for may come from
// outside, if nothing but what it calls is in scope.
func TestOthersMayHaveChangedWhatLastsLonger(t *testing.T) {
	for name, test := range others {
		w := aloneWith(t, "package p\n"+test.source, "p.f")
		found := false
		for _, f := range w.Functions() {
			for b := range f.Blocks {
				for i := range f.Blocks[b].Instrs {
					in := &f.Blocks[b].Instrs[i]
					if _, ok := w.note(in.Site.Line, "waits"); !ok || in.Op != ir.OpReceive {
						continue
					}
					found = true
					list := w.Operand(f, in.Args[0])
					if got := len(list) == 0 || slices.Contains(list, pointsto.Outside); got != test.want {
						t.Errorf("%s: it may come from outside: %v", name, got)
					}
				}
			}
		}
		if !found {
			t.Errorf("%s: nobody waits", name)
		}
	}
}

// aloneWith analyses one function of a program, with the others around.
func aloneWith(t *testing.T, source, function string) *world {
	t.Helper()
	pkg := lowered(t, source)
	program := interp.NewProgram(pkg)
	a := pointsto.Analyse(program, pointsto.Scope{
		Functions: []string{function, pkg.Initializer}, IsEntry: func(*ir.Function) bool { return false }, IsVisible: pointsto.IsExported,
		Around: pointsto.Surrounding(program, pkg.Own), Budget: unlimited,
	})
	if a == nil {
		t.Fatal("the analysis gave up")
	}
	return &world{a, program, strings.Split(source, "\n")}
}

// TestMethodsOfWhatIsGivenAwayAreExposed has types with methods of which one is given away.
func TestMethodsOfWhatIsGivenAwayAreExposed(t *testing.T) {
	w := aloneWith(t, `package p
		var Keep func(any)
		type given struct { c chan int }
		func (g *given) Wait() { <-g.c } // waits
		type kept struct { c chan int }
		func (k *kept) Wait() { <-k.c }
		type table map[int]chan int
		func (t table) Wait() { <-t[1] }
		func f() {
			Keep(&given{make(chan int)})
			_ = &kept{make(chan int)}
			Keep(table{1: make(chan int)})
		}`, "p.f")
	var names []string
	for _, f := range w.Functions() {
		names = append(names, f.Name)
	}
	for name, want := range map[string]bool{"(*p.given).Wait": true, "(p.table).Wait": true, "(*p.kept).Wait": false} {
		if got := slices.Contains(names, name); got != want {
			t.Errorf("%s is in scope: %v", name, got)
		}
	}
	wait := w.Function("(p.table).Wait")
	for i := range wait.Blocks[0].Instrs {
		in := &wait.Blocks[0].Instrs[i]
		isChannel := func(l pointsto.Location) bool { return w.Objects[l].Kind == pointsto.Channel }
		if in.Op == ir.OpReceive && !slices.ContainsFunc(w.Operand(wait, in.Args[0]), isChannel) {
			t.Error("the receiver isn't what was given away")
		}
	}
}
