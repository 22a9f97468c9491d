package pointsto_test

import (
	"go/types"
	"slices"
	"strings"
	"testing"

	"github.com/chancheck/chancheck/extract/internal/interp"
	"github.com/chancheck/chancheck/extract/internal/lower"
	"github.com/chancheck/chancheck/extract/internal/pointsto"
	"github.com/chancheck/chancheck/extract/internal/ssatest"
	"github.com/chancheck/chancheck/extract/ir"
)

// unlimited is a budget that no test exhausts.
const unlimited = 1 << 20

// A world is a program with its analysis. Comments in the source say what is
// expected: "// make a" calls what the line makes a, "// make a escapes" says that
// others may get at it, and "// on a b" says what the operation of the line is on.
type world struct {
	*pointsto.Analysis
	*interp.Program
	lines []string
}

func lowered(t *testing.T, source string) *ir.Package {
	t.Helper()
	p := ssatest.Build(t, source)
	return lower.Slice(&lower.Source{
		Packages: p.Packages(), Files: p.Files, Functions: p.Functions,
		Imported: func(*types.Func) []*ir.Function { return nil },
	})
}

func analyse(t *testing.T, source string) *world {
	t.Helper()
	pkg := lowered(t, source)
	program := interp.NewProgram(pkg)
	isEntry := func(f *ir.Function) bool { return f.Exported }
	a := pointsto.Analyse(program, pointsto.Scope{Functions: pkg.Own, IsEntry: isEntry, IsVisible: pointsto.IsExported, Budget: unlimited})
	if a == nil {
		t.Fatal("the analysis gave up")
	}
	return &world{a, program, strings.Split(source, "\n")}
}

// note is what the comment on a line says after a keyword.
func (w *world) note(line int, keyword string) ([]string, bool) {
	if line < 1 || line > len(w.lines) {
		return nil, false
	}
	_, comment, _ := strings.Cut(w.lines[line-1], "// ")
	words := strings.Fields(comment)
	if len(words) == 0 || words[0] != keyword {
		return nil, false
	}
	return words[1:], true
}

// label is what the source calls a location, or what the IR does.
func (w *world) label(l pointsto.Location) string {
	o := &w.Objects[l]
	if words, ok := w.note(o.Site.Line, "make"); ok && o.Kind != pointsto.Field {
		return words[0]
	}
	return o.Name[strings.LastIndexByte(o.Name, ' ')+1:]
}

func (w *world) labels(list []pointsto.Location) []string {
	var names []string
	for _, l := range list {
		names = append(names, w.label(l))
	}
	slices.Sort(names)
	return slices.Compact(names)
}

// operands lists what the operation is on that an instruction carries out.
func (w *world) operands(f *ir.Function, in *ir.Instr) []pointsto.Location {
	switch in.Op {
	case ir.OpSend, ir.OpReceive, ir.OpClose:
		return w.Operand(f, in.Args[0])
	case ir.OpSelect:
		var list []pointsto.Location
		for _, c := range in.Cases {
			list = append(list, w.Operand(f, c.Chan)...)
		}
		return list
	case ir.OpCall, ir.OpGo, ir.OpDefer:
		if w.Function(in.Name) == nil { // one with a meaning of its own
			return w.Receivers(f, in)
		}
	}
	return nil
}

// compare compares what the operations are on with what the comments say.
func (w *world) compare(t *testing.T) {
	t.Helper()
	got := map[int][]pointsto.Location{}
	for _, f := range w.Functions() {
		for b := range f.Blocks {
			for i := range f.Blocks[b].Instrs {
				in := &f.Blocks[b].Instrs[i]
				if _, ok := w.note(in.Site.Line, "on"); ok {
					if in.Op == ir.OpReceive && !slices.IsSorted(w.operands(f, in)) {
						t.Errorf("line %d is on %v, in no order", in.Site.Line, w.operands(f, in))
					}
					got[in.Site.Line] = append(got[in.Site.Line], w.operands(f, in)...)
				}
			}
		}
	}
	for line := range w.lines {
		want, ok := w.note(line+1, "on")
		here := slices.DeleteFunc(got[line+1], func(l pointsto.Location) bool { return l == pointsto.Outside })
		if names := w.labels(here); ok && !slices.Equal(names, want) {
			t.Errorf("%q is on %v", strings.TrimSpace(w.lines[line]), names)
		}
	}
	w.compareEscapes(t)
}

// compareEscapes compares who gets out with what the comments say.
func (w *world) compareEscapes(t *testing.T) {
	t.Helper()
	for l := range w.Objects {
		o := &w.Objects[l]
		words, ok := w.note(o.Site.Line, "make")
		if !ok || o.View != 0 || o.Kind != pointsto.Channel && o.Kind != pointsto.Context && (o.Kind != pointsto.Variable || o.Type == "") {
			continue
		}
		if got, want := w.Escapes(pointsto.Location(l)), slices.Contains(words, "escapes"); got != want {
			t.Errorf("%s escapes: %v", words[0], got)
		}
		for word, can := range map[string]func(pointsto.Location) bool{"received": w.CanReceive, "sent": w.CanSend} {
			if got, want := can(pointsto.Location(l)), slices.Contains(words, "escapes") || slices.Contains(words, word); got != want {
				t.Errorf("%s can be %s by others: %v", words[0], word, got)
			}
		}
	}
}

// holds are programs by what they show. Each has two objects that could be
// confused.
var holds = map[string]string{
	"locals": `
		func f() {
			c := make(chan int) // make c
			d := make(chan int) // make d
			c <- 1              // on c
			<-d                 // on d
			close(c)            // on c
		}`,
	"a φ": `
		func f(b bool) {
			x := make(chan int)         // make c
			if b { x = make(chan int) } // make d
			<-x                         // on c d
		}`,
	"a loop carries the channel of the iteration before": `
		func f(n int) {
			prev := make(chan int)   // make c
			for range n {
				next := make(chan int) // make d
				go func() { <-prev }() // on c d
				next <- 1              // on d
				prev = next
			}
		}`,
	"arguments": `
		func f() { c := make(chan int); take(c) } // make c
		func g() { d := make(chan int); take(d) } // make d
		func take(x chan int) { <-x }             // on c d`,
	"a result": `
		func f() {
			c := make(chan int)     // make c
			<-same(c)               // on c
		}
		func same(x chan int) chan int { return x }`,
	"several results": `
		func two() (a, b chan int) {
			a = make(chan int)      // make c
			b = make(chan int)      // make d
			return
		}
		func f() {
			a, b := two()
			<-a                     // on c
			<-b                     // on d
		}`,
	"a captured variable": `
		func f() {
			c := make(chan int)     // make c
			d := make(chan int)     // make d
			go func() { c <- 1 }()  // on c
			<-d                     // on d
		}`,
	"a captured variable that changes": `
		func f() {
			c := make(chan int)     // make c
			show := func() { <-c }  // on c d
			c = make(chan int)      // make d
			show()
		}`,
	"a function value": `
		func f(b bool) {
			c := make(chan int)     // make c
			g := first
			if b { g = second }
			g(c)
		}
		func first(x chan int) { <-x }   // on c
		func second(x chan int) { <-x }  // on c
		func third(x chan int) { <-x }   // on`,
	"a field is one of all structs of its type": `
		type t struct { a, b chan int }
		type u struct { a chan int }
		func f() {
			x := &t{a: make(chan int)} // make c
			y := &t{a: make(chan int)} // make d
			y.b = make(chan int)       // make e
			z := &u{make(chan int)}    // make u
			<-x.a                      // on c d
			<-x.b                      // on e
			<-y.a                      // on c d
			<-z.a                      // on u
		}`,
	"a struct by value": `
		type t struct { a, b chan int }
		func f() {
			x := t{make(chan int), nil} // make c
			take(x)
		}
		func take(x t) {
			y := x
			<-y.a                       // on c
		}`,
	"a struct without a name": `
		func f() {
			x := struct{ a chan int }{}
			x.a = make(chan int)     // make c
			go func() { x.a <- 1 }() // on c
		}`,
	"a struct in a slice": `
		type t struct { a chan int }
		func f() {
			list := []t{{make(chan int)}} // make c
			for _, x := range list {
				<-x.a                       // on c
			}
		}`,
	"slices": `
		func f(n int) {
			list := make([]chan int, n)
			other := make([]chan int, n)
			list[0] = make(chan int)     // make c
			other[n-1] = make(chan int)  // make d
			for _, x := range list { <-x } // on c
			<-other[0]                   // on d
		}`,
	"append and copy": `
		func f() {
			var list []chan int
			list = append(list, make(chan int)) // make c
			other := make([]chan int, 1)
			copy(other, list)
			<-other[0]                 // on c
			both := append(list[:0:0], list...)
			<-both[0]                  // on c
		}`,
	"an array": `
		func f() {
			var list [2]chan int
			for i := range list { list[i] = make(chan int) } // make c
			go func() { <-list[1] }()  // on c
		}`,
	"maps, by key and by element": `
		func f(n int) {
			byName := map[string]chan int{}
			set := map[chan int]bool{}
			byName["x"] = make(chan int)  // make c
			set[make(chan int)] = true    // make d
			if x, ok := byName["x"]; ok { <-x }  // on c
			for x := range set { <-x }    // on d
			for _, x := range byName { <-x } // on c
		}`,
	"a channel of channels": `
		func f() {
			mail := make(chan chan int, 1) // make mail
			mail <- make(chan int)         // make c
			x := <-mail                    // on mail
			x <- 1                         // on c
			y, ok := <-mail                // on mail
			if ok { <-y }                  // on c
		}`,
	"a select receives a channel": `
		func f() {
			a := make(chan chan int)
			b := make(chan chan int)
			go func() { a <- make(chan int) }() // make c
			select {
			case b <- make(chan int):           // make d
			case x := <-a:
				<-x                               // on c
			}
			y := <-b                            // on b
			<-y                                 // on d
		}`,
	"boxes and their methods": `
		type waiter interface { wait() }
		type t struct { c chan int }
		type u struct { c chan int }
		func (x *t) wait() { <-x.c }  // on c
		func (x *u) wait() { <-x.c }  // on d
		func f(b bool) {
			var w waiter = &t{make(chan int)}     // make c
			if b { w = &u{make(chan int)} }       // make d
			w.wait()
		}`,
	"a type that nobody puts in an interface": `
		type waiter interface { wait(chan int) }
		type t struct{}
		type u struct{}
		func (t) wait(x chan int) { <-x }  // on c
		func (u) wait(x chan int) { <-x }  // on
		func f() {
			var w waiter = t{}
			w.wait(make(chan int))           // make c
		}`,
	"a type of which nothing is known": `
		import "sync"
		type keeper interface { Put(any) }
		func f() {
			var k keeper = new(sync.Pool)
			k.Put(make(chan int))            // make c escapes
		}`,
	"a method of what is embedded": `
		type waiter interface { wait(chan int) }
		type t struct { waiter }
		var W waiter
		func f() {
			var w waiter = t{W}
			w.wait(make(chan int))           // make c escapes
		}`,
	"assertions": `
		func f(b bool) {
			var x any = make(chan int)        // make c
			if b { x = make(chan bool) }      // make d
			<-x.(chan int)                    // on c
			if y, ok := x.(chan bool); ok {
				<-y                             // on d
			}
		}`,
	"a method value": `
		type t struct { c chan int }
		func (x *t) wait() { <-x.c }  // on c
		func f() {
			x := &t{make(chan int)}     // make c
			go x.wait()
			g := x.wait
			g()
		}`,
	"locks, by address and by method value": `
		import "sync"
		func f(x bool) {
			var a sync.Mutex            // make a
			var b sync.Mutex            // make b
			var c sync.Mutex            // make c
			a.Lock()                    // on a
			unlock := b.Unlock
			if x { unlock = c.Unlock }
			unlock()                    // on b c
		}`,
	"a lock in a field": `
		import "sync"
		type t struct { n int; mu sync.Mutex }
		func f(x *t, c chan int) {
			x.mu.Lock()               // on mu
			<-c
		}`,
	"a package-level variable": `
		var c chan int
		func init() { c = make(chan int) } // make c
		func f() { <-c }                   // on c`,
	"a context is waited for as its parents are": `
		import "context"
		func f() {
			parent, stop := context.WithCancel(context.Background())  // make parent
			defer stop()                                              // on parent
			child, end := context.WithCancel(parent)                  // make child
			defer end()                                               // on child
			<-child.Done()                                            // on child parent
		}`,
	"a key of a map of numbers": `
		func f(n int) {
			m := map[chan int]int{}
			m[make(chan int, n)] = n  // make c
			for c, n := range m {
				c <- n                // on c
			}
		}`,
	"recursion": `
		func f(n int, x chan int) chan int {
			if n == 0 { return make(chan int) } // make c
			<-x                                 // on c
			return f(n-1, f(n-2, x))
		}`,
	"a type that contains itself": `
		type node struct { next *node; c chan int }
		func f(n *node) {
			n.next = &node{n, make(chan int)}  // make c
			for ; n != nil; n = n.next { <-n.c } // on c
		}`,
}

func TestOperationsAreOnWhatTheirOperandsMayHold(t *testing.T) {
	for name, source := range holds {
		t.Run(name, func(t *testing.T) { analyse(t, "package p\n"+source).compare(t) })
	}
}

// escapes are programs by how something gets, or doesn't get, into hands that
// aren't seen.
var escapes = map[string]string{
	"what an exported function returns": `
		func F() chan int { return make(chan int) }         // make c escapes`,
	"what another one returns doesn't": `
		func f() chan int { return make(chan int) }         // make c`,
	"through an exported field of an exported type": `
		type T struct { C chan int }
		func f(t *T) { t.C = make(chan int) }               // make c escapes`,
	"not through an unexported field, nor one of an unexported type": `
		type T struct { c chan int }
		type u struct { C chan int }
		func f(t *T) { t.c = make(chan int) }               // make c
		func g(t *u) { t.C = make(chan int) }               // make d`,
	"not because the struct is returned": `
		type T struct { c chan int }
		func New() *T {
			c := make(chan int)                               // make c
			return &T{c}
		}`,
	"through a method that returns the field": `
		type T struct { c chan int }
		func New() *T { return &T{make(chan int)} }         // make c escapes
		func (t *T) Chan() chan int { return t.c }`,
	"in one direction, through methods that return the field": `
		type T struct { c, d, e, f chan int }
		func New() *T {
			t := &T{}
			t.c = make(chan int)                              // make c received
			t.d = make(chan int)                              // make d sent
			t.e = make(chan int)                              // make e received sent
			t.f = make(chan int)                              // make f
			return t
		}
		func (t *T) Done() <-chan int { return t.c }
		func (t *T) In() chan<- int { return t.d }
		func (t *T) Ends() (<-chan int, chan<- int) { return t.e, t.e }
		func (t *T) look() <-chan int { return t.f }`,
	"seen in one direction, the last first": `
		func F(x bool) {
			a := make(chan int)                               // make a
			b := make(chan int)                               // make b
			var last <-chan int = b
			var first <-chan int = a
			if x { last = first }
			<-last                                            // on a b
		}`,
	"in one direction, by way of others": `
		type Ends struct { Out <-chan int }
		func New() *Ends {
			c := make(chan int)                               // make c received
			d := make(chan int)                               // make d escapes
			e := make(chan (<-chan int), 1)                   // make e escapes
			f := make(chan int)                               // make f received
			e <- f
			kept = append(kept, e)
			var back any = d
			Anything = back
			return &Ends{c}
		}
		var kept []chan (<-chan int)
		var Anything any
		func Kept() []chan (<-chan int) { return kept }`,
	"over a channel that escapes": `
		func F() chan chan int {
			mail := make(chan chan int, 1)                    // make mail escapes
			mail <- make(chan int)                            // make c escapes
			return mail
		}`,
	"in a slice, a map and an interface": `
		func F() []chan int { return []chan int{make(chan int)} }              // make c escapes
		func G() map[int]chan int { return map[int]chan int{1: make(chan int)} } // make d escapes
		func H() any { return make(chan int) }              // make e escapes`,
	"to a method of an interface that comes from elsewhere": `
		type Sink interface { Put(chan int) }
		func F(s Sink) { s.Put(make(chan int)) }            // make c escapes`,
	"not to a function of the package": `
		func F() { do(make(chan int)) }                     // make c
		func do(c chan int) { <-c }`,
	"what a function returns that escapes": `
		func F() func() chan int {
			c := make(chan int)                               // make c escapes
			d := make(chan int)                               // make d
			go func() { <-d }()
			return func() chan int { return c }
		}`,
	"what a function has captured that escapes": `
		func F() func() {
			c := make(chan int)                               // make c escapes
			go func() { <-c }()
			return func() { c <- 1 }
		}`,
	"by panicking": `
		func f() { panic(make(chan int)) }                  // make c escapes`,
	"not what an unexported package-level variable holds": `
		var c chan int
		func init() { c = make(chan int) }                  // make c`,
	"to a function that is linked in": `
		func linked(c chan int)
		func f() { linked(make(chan int)) }                 // make c escapes`,
	"to the library": `
		import "reflect"
		func f() { reflect.ValueOf(make(chan int)) }        // make c escapes`,
	"not to what only prints": `
		import "fmt"
		func f() { fmt.Println(make(chan int)) }            // make c`,
}

func TestEscapeIsByHandsThatAreNotSeen(t *testing.T) {
	for name, source := range escapes {
		t.Run(name, func(t *testing.T) { analyse(t, "package p\n"+source).compare(t) })
	}
}

func TestAnAnalysisGivesUpAfterItsBudget(t *testing.T) {
	pkg := lowered(t, "package p\n"+holds["recursion"])
	isEntry := func(*ir.Function) bool { return true }
	if pointsto.Analyse(interp.NewProgram(pkg), pointsto.Scope{Functions: pkg.Own, IsEntry: isEntry, IsVisible: pointsto.IsExported, Budget: 1}) != nil {
		t.Error("one step is too little")
	}
}

// calls lists what a function may call or start.
func (w *world) calls(name string) (list []string) {
	f := w.Function(name)
	for b := range f.Blocks {
		for i := range f.Blocks[b].Instrs {
			list = append(list, w.Callees(f, pointsto.At{Block: b, Index: i})...)
		}
	}
	slices.Sort(list)
	return list
}

func TestCalleesAreFoundThroughValuesAndBoxes(t *testing.T) {
	w := analyse(t, `package p
		type waiter interface { wait() }
		type t struct{ c chan int }
		type u struct{ c chan int }
		type v struct{ c chan int }
		func (x *t) wait() { <-x.c }
		func (x *u) wait() { <-x.c }
		func (x *v) wait() { <-x.c }
		func static(x *t) { x.wait() }
		func dynamic(b bool) {
			var w waiter = &t{}
			if b { w = &u{} }
			w.wait()
		}
		func value(c chan int) {
			f := func() { <-c }
			f()
		}
		func unknown(w func()) { w() }
		func table(c chan int) {
			row := struct{ act func(chan int); check func(int, ...int) }{receive, func(n int, more ...int) { c <- n }}
			row.act(c)
			row.check(1)
		}
		func receive(c chan int) { <-c }
		func apply[T any](f func(T), x T) { f(x) }
		func instance(c chan int) { apply(receive, c) }
		func thunk(x *t) { f := (*t).wait; f(x) }
		func drain[T any](c chan T) { <-c }
		func generic(c chan int, x bool) {
			f := drain[int]
			if x { f = receive }
			f(c)
		}
		func sender[T any](c chan T) func(T) { return func(x T) { c <- x } }
		func made(c chan int) { f := sender(c); f(1) }
	`)
	for name, want := range map[string][]string{
		"static":  {"(*p.t).wait"},
		"dynamic": {"(*p.t).wait", "(*p.u).wait"},
		"value":   {"p.value$1"},
		"unknown": nil,
		// A struct without a name is one with its fields, but functions have types.
		"table":    {"p.receive", "p.table$1"},
		"instance": {"p.apply"},
		"apply":    {"p.receive"},
		"thunk":    {"(*p.t).wait$thunk"},
		"generic":  {"p.drain", "p.receive"},
		"made":     {"p.sender", "p.sender$1"},
	} {
		if got := w.calls("p." + name); !slices.Equal(got, want) {
			t.Errorf("%s calls %v, want %v", name, got, want)
		}
	}
}

// TestScalarsLeadToNothing: what is read from a field or an element, converted, received or
// returned as one, whatever else is there.
func TestScalarsLeadToNothing(t *testing.T) {
	w := analyse(t, `package p
		type t struct { n int; s string; b bool; c chan int }
		func F(x *t, a []string, m map[string]int, q chan bool, k int) (int, bool) {
			row := struct{ n int; x *t }{k, x}
			x.n = row.n + len(a)
			x.s = a[x.n] + string(rune(k))
			x.b = <-q
			any := m[x.s]
			for key, n := range m { any += n; x.s = key }
			n, _ := F(x, a, m, q, any)
			return n, x.b
		}`)
	f := w.Function("p.F")
	for b := range f.Blocks {
		for i := range f.Blocks[b].Instrs {
			in := &f.Blocks[b].Instrs[i]
			if in.Dst < 0 || !in.Kind.IsScalar() || in.Op == ir.OpAlloc || in.Op == ir.OpNext {
				continue
			}
			if list := w.Register(f, in.Dst); len(list) > 0 {
				t.Errorf("%v, a scalar, leads to %v", in.Op, list)
			}
		}
	}
	for p, want := range []bool{true, true, true, true, false} {
		if got := len(w.Register(f, p)) > 0; got != want {
			t.Errorf("parameter %d leads to something: %v", p, got)
		}
	}
}

func TestFunctionsAreExposedByGettingOut(t *testing.T) {
	w := analyse(t, `package p
		func F(c chan int) func() {
			go func() { c <- 1 }()
			return func() { <-c }
		}
		func G() func(chan int) { return given }
		func given(c chan int) { <-c }
		func kept(c chan int) { <-c }
		func H(c chan int) { f := kept; f(c) }
	`)
	for name, want := range map[string]bool{
		"p.F$1": false, "p.F$2": true, "p.given": true, "p.kept": false,
	} {
		if got := w.Exposed(name); got != want {
			t.Errorf("%s is exposed: %v", name, got)
		}
	}
}

func TestFieldsHaveANameAndAType(t *testing.T) {
	name := pointsto.FieldName("example.org/p.T[int]", 3, "done")
	if got := pointsto.TypeOfField(name); got != "example.org/p.T[int]" {
		t.Errorf("%q is a field of %q", name, got)
	}
	for field, want := range map[string]bool{
		pointsto.FieldName("example.org/p.T", 0, "C"): true,
		pointsto.FieldName("example.org/p.T", 0, "c"): false,
		pointsto.FieldName("example.org/p.t", 0, "C"): false,
	} {
		if got := pointsto.IsExported(field); got != want {
			t.Errorf("%q is exported: %v", field, got)
		}
	}
}

func TestACapturedVariableHoldsNilOnlyIfThatCanBeSeen(t *testing.T) {
	for _, test := range []struct {
		name, body string
		want       int // channels that may be sent on
	}{
		{"set where it is declared", `c := make(chan int); go func() { c <- 1 }()`, 1},
		{"set later", `var c chan int; go func() { c <- 1 }(); c = make(chan int)`, 2},
		{"set in one case", `var c chan int; if x { c = make(chan int) }; go func() { c <- 1 }()`, 2},
		{"set to nil", `c := chan int(nil); go func() { c <- 1 }(); c = make(chan int)`, 2},
	} {
		w := analyse(t, "package p\nfunc f(x bool) { "+test.body+" }")
		found := -1
		for _, f := range w.Functions() {
			for b := range f.Blocks {
				for i := range f.Blocks[b].Instrs {
					if in := &f.Blocks[b].Instrs[i]; in.Op == ir.OpSend {
						found = len(w.Operand(f, in.Args[0]))
					}
				}
			}
		}
		if found != test.want {
			t.Errorf("a variable %s: a send may be on %d channels, not %d", test.name, found, test.want)
		}
	}
}

// TestRegistersWithTuplesListLocationsOnce: increasing, also where two elements of a
// tuple may be the same.
func TestRegistersWithTuplesListLocationsOnce(t *testing.T) {
	w := analyse(t, `package p
		func two(a, b chan int) (chan int, chan int) {
			if len(a) > 0 { return a, b }
			return b, a
		}
		func f() {
			c, d := make(chan int), make(chan int)
			x, y := two(d, c)
			<-x
			<-y
		}`)
	longest := 0
	for _, f := range w.Functions() {
		for r := range f.Registers {
			list := w.Register(f, r)
			if !slices.IsSorted(list) || len(slices.Compact(slices.Clone(list))) != len(list) {
				t.Errorf("register %d of %s: %v", r, f.Name, list)
			}
			longest = max(longest, len(list))
		}
	}
	if longest != 2 {
		t.Errorf("%d locations at most, want the two channels", longest)
	}
}
