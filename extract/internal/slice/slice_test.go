package slice_test

import (
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/chancheck/chancheck/extract/internal/pointsto"
	"github.com/chancheck/chancheck/extract/internal/slice"
	"github.com/chancheck/chancheck/extract/internal/ssatest"
	"github.com/chancheck/chancheck/extract/internal/supergraphtest"
	"github.com/chancheck/chancheck/extract/internal/waitfor"
	"github.com/chancheck/chancheck/extract/ir"
	"github.com/chancheck/chancheck/model"
)

// A world is a program, ready to be sliced.
type world struct {
	*supergraphtest.World
	slicer *slice.Slicer
	waits  *waitfor.Analysis // for clusters to slice
	t      *testing.T
}

func prepare(t *testing.T, p *ssatest.Package) *world {
	t.Helper()
	return analysed(t, supergraphtest.Lower(p))
}

func analysed(t *testing.T, pkg *ir.Package) *world {
	t.Helper()
	w := supergraphtest.Analyse(t, pkg)
	return &world{w, slice.New(w.Graph), waitfor.New(w.Graph, &waitfor.Work{}, nil), t}
}

func build(t *testing.T, source string) *world {
	t.Helper()
	return prepare(t, ssatest.Build(t, "package p\n"+source))
}

// of is what matters of p.f, and of what it calls, for some objects: the skeletons in
// the order of their names, without what is known of the source.
func (w *world) of(level slice.Level, names ...string) string {
	w.t.Helper()
	return w.sliceText(w.slicer.Of([]string{"p.f"}, w.Objects(names...), level))
}

// sliceText writes the functions of a slice that the package has.
func (w *world) sliceText(s *slice.Slice) string {
	w.t.Helper()
	check(w.t, s)
	var b strings.Builder
	for _, name := range slices.Sorted(maps.Keys(s.Functions)) {
		if slices.ContainsFunc([]string{"p.", "(p.", "(*p.", "clients of "}, func(own string) bool { return strings.HasPrefix(name, own) }) {
			b.WriteString(plain(s.Functions[name]).String())
		}
	}
	return b.String()
}

// doubt stands for what is in doubt, which is no part of the IR of a program.
var doubt = ir.Operand{Kind: ir.StringConst, Text: "in doubt"}

// plain is a function without what is known of its source, and of how long it takes, and with doubt in it.
func plain(f *ir.Function) *ir.Function {
	out := *f
	out.Site, out.Blocks, out.Slow = model.Site{}, nil, false
	for _, b := range f.Blocks {
		b.Instrs = slices.Clone(b.Instrs)
		for i := range b.Instrs {
			in := &b.Instrs[i]
			in.Site, in.Text, in.Late = model.Site{}, "", false
			in.Args, in.Cases = slices.Clone(in.Args), slices.Clone(in.Cases)
			for a := range in.Args {
				markDoubt(&in.Args[a])
			}
			for c := range in.Cases {
				markDoubt(&in.Cases[c].Chan)
			}
		}
		out.Blocks = append(out.Blocks, b)
	}
	return &out
}

func markDoubt(o *ir.Operand) {
	if o.Kind == ir.Unfollowed {
		*o = doubt
	}
}

// check checks that what is left are sound functions.
func check(t *testing.T, s *slice.Slice) {
	t.Helper()
	for _, name := range slices.Sorted(maps.Keys(s.Functions)) {
		if err := ir.Check(plain(s.Functions[name])); err != nil {
			t.Errorf("%s: %v\n%v", name, err, s.Functions[name])
		}
	}
}

// slicings are slices by what they show, as text: want of both levels, or coarse and
// fine.
var slicings = []struct {
	name, source string
	objects      []string
	coarse, fine string
}{
	{"data, a loop over it and a logger are gone", `
		import "log"
		func f(data []int) int {
			done := make(chan bool)
			go func() {
				log.Println("start")
				done <- true
			}()
			sum := 0
			for _, x := range data { sum += x }
			log.Println(sum)
			<-done
			return sum
		}`, []string{"done"}, `
		func p.f(r0 data slice) (int)
		0:
			r1 = make chan bool 0 "done"
			go p.f$1(r1) other
			jump 1
		1:
			r2 = r1
			<-r2 bool
			return ?
		func p.f$1() [r0 done chan]
		0:
			r1 = r0
			r1 <- true
			return`, ``},
	{"a branch that decides is in doubt, then followed", `
		func f(n int) {
			done := make(chan bool)
			b := n * n
			if b > 10 { close(done) }
			<-done
		}`, []string{"done"}, `
		func p.f(r0 n int)
		0:
			r1 = make chan bool 0 "done"
			if "in doubt" 1 else 2
		1:
			close r1
			jump 2
		2:
			<-r1 bool
			return`, `
		func p.f(r0 n int)
		0:
			r1 = make chan bool 0 "done"
			r2 = r0 * r0 int
			r3 = r2 > 10 int
			if r3 1 else 2
		1:
			close r1
			jump 2
		2:
			<-r1 bool
			return`},
	{"a branch that decides nothing is gone", `
		func f(n int) {
			done := make(chan bool, 1)
			if n > 10 { n++ } else { n-- }
			done <- n > 10
			<-done
		}`, []string{"done"}, `
		func p.f(r0 n int)
		0:
			r1 = make chan bool 1 "done"
			jump 1
		1:
			r1 <- ?
			<-r1 bool
			return`, ``},
	{"a call that decides is in doubt, then followed", `
		func f() {
			done := make(chan bool)
			if ask() { close(done) }
			<-done
		}
		var n int
		func ask() bool { n++; return n == 1 }`, []string{"done"}, `
		func p.f()
		0:
			r0 = make chan bool 0 "done"
			if "in doubt" 1 else 2
		1:
			close r0
			jump 2
		2:
			<-r0 bool
			return`, `
		func p.ask() (bool)
		0:
			r0 = *&p.n int
			r1 = r0 + 1 int
			*&p.n = r1 int
			r2 = *&p.n int
			r3 = r2 == 1 int
			return r3
		func p.f()
		0:
			r0 = make chan bool 0 "done"
			r1 = call p.ask() bool
			if r1 1 else 2
		1:
			close r0
			jump 2
		2:
			<-r0 bool
			return`},
	{"the world decides", `
		import "os"
		func f() {
			done := make(chan bool)
			if _, err := os.Open("x"); err != nil { close(done) }
			<-done
		}`, []string{"done"}, `
		func p.f()
		0:
			r0 = make chan bool 0 "done"
			if ? 1 else 2
		1:
			close r0
			jump 2
		2:
			<-r0 bool
			return`, `
		func p.f()
		0:
			r0 = make chan bool 0 "done"
			r1 = unknown tuple outside
			r2 = extract r1 #1 error
			r3 = r2 != nil error
			if r3 1 else 2
		1:
			close r0
			jump 2
		2:
			<-r0 bool
			return`},
	{"how an operation ended is followed", `
		func f() {
			done := make(chan bool)
			close(done)
			if _, ok := <-done; ok { <-done }
		}`, []string{"done"}, `
		func p.f()
		0:
			r0 = make chan bool 0 "done"
			close r0
			r1 = <-r0, ok bool
			r2 = extract r1 #1 bool
			if r2 1 else 2
		1:
			<-r0 bool
			jump 2
		2:
			return`, ``},
	{"the number of goroutines is followed", `
		func f(n int) {
			done := make(chan bool)
			for i := 0; i < n; i++ { go send(done) }
			<-done
		}
		func send(done chan bool) { done <- true }`, []string{"done"}, `
		func p.f(r0 n int)
		0:
			r1 = make chan bool 0 "done"
			jump 1 {r2 = 0}
		1:
			r3 = r2 < r0 int
			if r3 2 else 3
		2:
			go p.send(r1) other
			r4 = r2 + 1 int
			jump 1 {r2 = r4}
		3:
			<-r1 bool
			return
		func p.send(r0 done chan)
		0:
			r0 <- true
			return`, ``},
	{"operations on others pass", `
		func f() {
			a := make(chan bool)
			b := make(chan bool)
			go send(a, b)
			a <- true
			<-b
		}
		func send(a, b chan bool) { <-a; b <- true }`, []string{"b"}, `
		func p.f()
		0:
			r0 = make chan bool 0 "b"
			go p.send(?, r0) other
			<-r0 bool
			return
		func p.send(r0 a chan, r1 b chan)
		0:
			r1 <- true
			return`, ``},
	{"a select has a case for another object, one for the world, and a default", `
		import "time"
		func f() {
			a := make(chan bool)
			b := make(chan bool)
			go func() { select { case <-b: case <-a: case <-time.After(1): } }()
			select { case a <- true: default: }
			close(b)
		}`, []string{"b"}, `
		func p.f()
		0:
			r0 = make chan bool 0 "b"
			go p.f$1(r0, ?) other
			r1 = r0
			close r1
			return
		func p.f$1() [r0 b chan, r1 a chan]
		0:
			r2 = r0
			r3 = select {<-r2 bool; <-"in doubt" bool; <-? struct patient timed 2 1 runs out}
			r4 = extract r3 #0 int
			r5 = r4 == 0 int
			if r5 1 else 2
		1:
			return
		2:
			r6 = r4 == 1 int
			if r6 1 else 3
		3:
			r7 = r4 == 2 int
			if r7 1 else 4
		4:
			panic ?`, ``},
	{"a channel that is sent", `
		func f() {
			mail := make(chan chan int, 1)
			c := make(chan int)
			mail <- c
			close(<-mail)
		}`, []string{"c"}, `
		func p.f()
		0:
			r0 = make chan chan 1 "mail"
			r1 = make chan int 0 "c"
			r0 <- r1
			r2 = <-r0 chan
			close r2
			return`, ``},
	{"who waits for memory to change", `
		import "sync"
		func f() {
			var mu sync.Mutex
			stop := false
			done := make(chan bool)
			go func() {
				mu.Lock()
				stop = true
				mu.Unlock()
				<-done
			}()
			for {
				mu.Lock()
				b := stop
				mu.Unlock()
				if b { break }
			}
			done <- true
		}`, []string{"done"}, `
		func p.f()
		0:
			r0 = make chan bool 0 "done"
			go p.f$1(?, ?, r0) other
			jump 1
		1:
			if "in doubt" 2 else 1
		2:
			r1 = r0
			r1 <- true
			return
		func p.f$1() [r0 mu pointer, r1 stop pointer, r2 done chan]
		0:
			r3 = r2
			<-r3 bool
			return`, `
		func p.f()
		0:
			r0 = alloc bool "stop"
			*r0 = false bool
			r1 = make chan bool 0 "done"
			go p.f$1(?, r0, r1) other
			jump 1
		1:
			r2 = *r0 bool
			if r2 2 else 1
		2:
			r3 = r1
			r3 <- true
			return
		func p.f$1() [r0 mu pointer, r1 stop pointer, r2 done chan]
		0:
			*r1 = true bool
			r3 = r2
			<-r3 bool
			return`},
	{"recover in a deferred function", `
		func f() {
			done := make(chan bool)
			defer func() { recover() }()
			close(done)
			close(done)
		}`, []string{"done"}, `
		func p.f()
		0:
			r0 = make chan bool 0 "done"
			defer p.f$1() other
			close r0
			close r0
			run defers
			return
		1: recover
			return
		func p.f$1() recovers
		0:
			r0 = recover
			return`, ``},
	{"a call that may end the goroutine", `
		import "testing"
		func f(t *testing.T, n int) {
			done := make(chan bool, 1)
			must(t, n)
			done <- true
		}
		func must(t *testing.T, n int) { if n > 1 { t.Fatal("x") } }`, []string{"done"}, `
		func p.f(r0 t pointer, r1 n int)
		0:
			r2 = make chan bool 1 "done"
			call may fail() other
			r2 <- true
			return`, `
		func p.f(r0 t pointer, r1 n int)
		0:
			r2 = make chan bool 1 "done"
			call p.must(?, r1) tuple
			r2 <- true
			return
		func p.must(r0 t pointer, r1 n int)
		0:
			r2 = r1 > 1 int
			if r2 1 else 2
		1:
			call (*testing.common).Fatal(?, ?) tuple
			jump 2
		2:
			return`},
	{"deferred calls", `
		import "sync"
		func f(n int) {
			var mu sync.Mutex
			c := make(chan int, 1)
			mu.Lock()
			defer mu.Unlock()
			if n > 1 { return }
			c <- n
		}`, []string{"mu"}, `
		func p.f(r0 n int)
		0:
			r1 = alloc struct sync "mu"
			call (*sync.Mutex).Lock(r1) tuple
			defer (*sync.Mutex).Unlock(r1) other
			if "in doubt" 2 else 3
		1: recover
			return
		2:
			run defers
			return
		3:
			run defers
			return`, `
		func p.f(r0 n int)
		0:
			r1 = alloc struct sync "mu"
			call (*sync.Mutex).Lock(r1) tuple
			defer (*sync.Mutex).Unlock(r1) other
			r2 = r0 > 1 int
			if r2 2 else 3
		1: recover
			return
		2:
			run defers
			return
		3:
			run defers
			return`},
	{"recursion", `
		func f(n int) {
			c := make(chan int, 1)
			down(n, c)
		}
		func down(n int, c chan int) {
			if n > 0 { down(n-1, c) }
			c <- n
		}`, []string{"c"}, `
		func p.down(r0 n int, r1 c chan)
		0:
			if "in doubt" 1 else 2
		1:
			call p.down(?, r1) tuple
			jump 2
		2:
			r1 <- ?
			return
		func p.f(r0 n int)
		0:
			r1 = make chan int 1 "c"
			call p.down(?, r1) tuple
			return`, `
		func p.down(r0 n int, r1 c chan)
		0:
			r2 = r0 > 0 int
			if r2 1 else 2
		1:
			r3 = r0 - 1 int
			call p.down(r3, r1) tuple
			jump 2
		2:
			r1 <- r0
			return
		func p.f(r0 n int)
		0:
			r1 = make chan int 1 "c"
			call p.down(r0, r1) tuple
			return`},
}

func TestSlicesAreWhatMatters(t *testing.T) {
	for _, test := range slicings {
		t.Run(test.name, func(t *testing.T) {
			w := build(t, test.source)
			for level, want := range []string{test.coarse, test.fine} {
				if want == "" {
					want = test.coarse
				}
				want = strings.TrimSpace(strings.ReplaceAll(want, "\n\t\t", "\n"))
				if got := strings.TrimSpace(w.of(slice.Level(level), test.objects...)); got != want {
					t.Errorf("level %d: got\n%s\nwant\n%s", level, got, want)
				}
			}
		})
	}
}

// corpus prepares some packages of the corpus.
func corpus(t *testing.T, topics ...string) (list []*world) {
	t.Helper()
	for _, p := range ssatest.Corpus(t, "../../../testdata") {
		if slices.Contains(topics, p.SSA.Pkg.Path()) {
			list = append(list, prepare(t, p))
		}
	}
	if len(list) != len(topics) {
		t.Fatalf("there are %d packages of %v", len(list), topics)
	}
	return list
}

// TestSlicesAreSound checks what is left of some packages of the corpus: for each
// root, all its clusters, and all its objects at once; and for each object what its
// clients run.
func TestSlicesAreSound(t *testing.T) {
	functions := 0
	count := func(s *slice.Slice) {
		check(t, s)
		functions += len(s.Functions)
	}
	for _, w := range corpus(t, "calls", "clients", "clusters", "contexts", "defers", "panics", "relock", "selects", "services") {
		for _, root := range w.Roots() {
			name := root.Function.Name
			all := w.Reach(name)
			for _, objects := range append(w.waits.RootClusters(name, all), all) {
				count(w.slicer.Of([]string{name}, objects, slice.Coarse))
				count(w.slicer.Of([]string{name}, objects, slice.Fine))
			}
		}
		for _, l := range slices.Sorted(maps.Keys(w.Operated())) {
			if s := w.slicer.Clients(w.clientsOf(l), slice.Fine); s != nil {
				count(s)
			}
		}
	}
	if functions < 1000 {
		t.Errorf("only %d functions were checked", functions)
	}
}

// clientsOf asks about an object, with clients that call all exported functions.
func (w *world) clientsOf(l pointsto.Location) *slice.Client {
	always := func(*ir.Function) bool { return true }
	return &slice.Client{
		OwnType: func(string) bool { return true },
		Objects: []pointsto.Location{l}, Own: always, InScope: always, Goroutines: 2, Display: w.NameOf(l),
		Callable: func(f *ir.Function) bool { return f.Exported },
	}
}

// TestFunctionsThatAreNotSeenAreCalledAsTheyAre: through an interface, too.
func TestFunctionsThatAreNotSeenAreCalledAsTheyAre(t *testing.T) {
	pkg := supergraphtest.Lower(ssatest.Build(t, `package p
		type sink interface { put(c chan int) error }
		type far struct{ n int }
		type near struct{}
		func (f *far) put(c chan int) error { f.n = len(c); return nil }
		func (near) put(chan int) error { return nil }
		func f(b bool) {
			var s sink = near{}
			if b { s = &far{} }
			done := make(chan int)
			if s.put(done) != nil { close(done) }
			<-done
		}`))
	far := pkg.Functions["(*p.far).put"]
	pkg.Functions[far.Name] = &ir.Function{Name: far.Name, Display: far.Display, Params: far.Params, Recover: -1, Opaque: true}
	w := analysed(t, pkg)
	for _, level := range []slice.Level{slice.Coarse, slice.Fine} {
		if got := w.of(level, "done"); !strings.Contains(got, "put") {
			t.Errorf("the call is gone:\n%s", got)
		}
	}
	for _, l := range w.Objects("done") {
		if !w.Points.IsHanded(l) {
			t.Error("the channel is given to a function that isn't seen")
		}
	}
}
