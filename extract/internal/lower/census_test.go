package lower

import (
	"fmt"
	"go/token"
	"go/types"
	"slices"
	"strconv"
	"strings"
	"testing"

	"golang.org/x/tools/go/ssa"

	"github.com/chancheck/chancheck/extract/internal/ssatest"
	"github.com/chancheck/chancheck/extract/ir"
	"github.com/chancheck/chancheck/model"
)

// censusOf takes the census of a package, with the bodies of loops over functions,
// as buildssa lists them.
func censusOf(pkg *ssatest.Package) []ir.Place {
	functions := slices.Clone(pkg.Functions)
	for _, f := range pkg.Functions {
		for _, inner := range f.AnonFuncs {
			if inner.Synthetic != "" {
				functions = append(functions, inner)
			}
		}
	}
	return Census(&Source{Packages: pkg.Packages(), Files: pkg.Files, Functions: functions}, pkg.InfoOf, &ir.Package{})
}

// describe writes a place in one line, without the file and the package.
func describe(p *ir.Place) string {
	words := []string{fmt.Sprintf("%d:%d", p.Site.Line, p.Site.Column), p.Kind.String(), []string{"value", "variable", "global", "field"}[p.Holder]}
	for _, flag := range []struct {
		on   bool
		word string
	}{{p.Exported, "exported"}, {p.Handled, "handled"}, {p.Dead, "dead"}} {
		if flag.on {
			words = append(words, flag.word)
		}
	}
	for _, f := range p.Functions {
		words = append(words, strings.TrimPrefix(f, "p."))
	}
	for _, o := range p.Operations {
		words = append(words, fmt.Sprintf("%s@%d:%d", o.Text, o.Site.Line, o.Site.Column))
	}
	return strings.Join(words, " ")
}

// TestCensus counts what is made or declared in all the ways that Go has, and
// nothing else.
func TestCensus(t *testing.T) {
	const program = `package p

import "sync"

type lock = sync.Mutex

type T struct {
	sync.Mutex
	a, B sync.WaitGroup
	list [2]lock
	p    *sync.Once
	many []sync.RWMutex
	done chan bool
}

type hidden struct{ Once sync.Once }

var (
	mu    sync.Mutex
	Queue = make(chan int)
	made  = func() chan int { return make(chan int) }
	_     sync.Once
)

func f(t *T, h *hidden) {
	c, d := make(chan int), make([]chan int, 3)
	wg := sync.WaitGroup{}
	once := &sync.Once{}
	cond := sync.NewCond(new(sync.Mutex))
	var local struct{ mu lock }
	all := []*sync.Mutex{{}, {}}
	t.Lock()
	defer t.Unlock()
	(&t.list[1]).Lock()
	t.list[0].Lock()
	go t.a.Wait()
	h.Once.Do(func() { local.mu.Lock() })
	take(&wg, t.Lock)
	mu.Lock()
	_, _, _, _, _ = c, d, once, cond, all
	_ = T{a: sync.WaitGroup{}}
	return
	_ = make(chan int)
}

func take(wg *sync.WaitGroup, lock func()) { wg.Wait() }

func each(seq func(func(int) bool), byValue sync.Mutex) {
	for range seq {
		c := make(chan int)
		close(c)
	}
}
`
	want := []string{
		"8:7 mutex field exported handled f t.Lock@32:2 t.Unlock@33:2",
		"9:2 waitgroup field f t.a.Wait@36:2",
		"9:5 waitgroup field exported",
		"10:2 mutex field handled f t.list[0].Lock@35:2",
		"12:2 rwmutex field",
		"16:21 once field f h.Once.Do@37:2",
		"19:2 mutex global f mu.Lock@39:2",
		"20:10 channel global",
		"21:35 channel value init$1",
		"26:10 channel value f",
		"27:2 waitgroup variable handled f",
		"28:20 once value f",
		"29:10 cond value f",
		"29:23 mutex value f",
		"30:20 mutex field f$1 local.mu.Lock@37:21",
		"31:23 mutex value f",
		"31:27 mutex value f",
		"43:6 channel value dead f",
		"50:8 channel value each$1",
	}
	var got []string
	for _, p := range censusOf(ssatest.Build(t, program)) {
		got = append(got, describe(&p))
	}
	if !slices.Equal(got, want) {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

// TestOthersGetAtLocksInStructsWithoutNames by the names of the fields and variables around them, only.
func TestOthersGetAtLocksInStructsWithoutNames(t *testing.T) {
	const program = `package p

import "sync"

type T struct {
	mu struct { sync.Mutex; n int }
	Mu struct {
		sync.Mutex
		in struct { sync.RWMutex }
	}
	list []struct { sync.Mutex }
}

type hidden struct { Mu struct { sync.Mutex } }

var files struct { mu struct { sync.Mutex } }
var Files struct { Mu struct { sync.Mutex } }

func Get() struct { sync.Mutex } { panic("") }
`
	want := []string{
		"6:19 mutex field", "8:8 mutex field exported", "9:20 rwmutex field", "11:23 mutex field", "14:39 mutex field",
		"16:37 mutex field", "17:37 mutex field exported", "19:26 mutex field exported",
	}
	var got []string
	for _, p := range censusOf(ssatest.Build(t, program)) {
		got = append(got, describe(&p))
	}
	if !slices.Equal(got, want) {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

// TestTheLockerOfACondIsNoUseOfItsAddress, as long as nothing else is done with that.
func TestTheLockerOfACondIsNoUseOfItsAddress(t *testing.T) {
	const program = `package p

import "sync"

type T struct {
	made, set, literal, kept, passed sync.Mutex
	sync.RWMutex
	cond  sync.Cond
	held  *sync.Cond
	other sync.Locker
}

func f(t *T) {
	t.held = sync.NewCond(&t.made)
	t.cond.L = &t.set
	t.held = &sync.Cond{L: &t.literal}
	t.held = sync.NewCond(&t.RWMutex)
	t.other = &t.kept
	g(&t.passed)
	t.cond.Wait()
}

func g(sync.Locker) {}
`
	want := map[string]bool{"mutex 6:2": false, "mutex 6:8": false, "mutex 6:13": false, "mutex 6:22": true, "mutex 6:28": true, "rwmutex 7:7": false, "cond 8:2": false}
	for _, p := range censusOf(ssatest.Build(t, program)) {
		at := p.Kind.String() + " " + strconv.Itoa(p.Site.Line) + ":" + strconv.Itoa(p.Site.Column)
		if handled, ok := want[at]; ok && handled != p.Handled {
			t.Errorf("%s: handled is %t, want %t", at, p.Handled, handled)
		}
		delete(want, at)
	}
	if len(want) > 0 {
		t.Errorf("there is no place for %v", want)
	}
}

// TestCensusMarksLeaves has a field with a leaf lock and one with another.
func TestCensusMarksLeaves(t *testing.T) {
	pkg := ssatest.Build(t, `package p

import "sync"

type T struct {
	leaf, other sync.Mutex
	n           int
}

func (t *T) add() {
	t.leaf.Lock()
	t.n++
	t.leaf.Unlock()
}

func (t *T) wait(c chan int) {
	t.other.Lock()
	t.n = <-c
	t.other.Unlock()
}
`)
	source := &Source{
		Packages: pkg.Packages(), Files: pkg.Files, Functions: pkg.Functions,
		Imported: func(*types.Func) []*ir.Function { return nil },
	}
	places := Census(source, pkg.InfoOf, Slice(source))
	if len(places) != 2 || !places[0].Leaf || places[1].Leaf {
		t.Errorf("got %+v", places)
	}
}

// TestCopiesOfLocks are no leaves if they are made while the lock is held, and noted in any case.
func TestCopiesOfLocks(t *testing.T) {
	for _, test := range []struct {
		name, code   string
		leaf, copied bool
	}{
		{"a copy under the lock", "func (t *T) sum() int { t.mu.Lock(); c := *t; t.mu.Unlock(); return c.n + c.m }", false, true},
		{"one by what is called", "func (t *T) sum() int { t.mu.Lock(); defer t.mu.Unlock(); return t.clone().n }; func (t *T) clone() *T { c := *t; return &c }", false, true},
		{"another one in its place", "func (t *T) reset() { t.mu.Lock(); *t = T{}; t.mu.Unlock() }", false, true},
		{"a part with a lock in it", "type S struct { t T; mu sync.Mutex }; func (s *S) move() { s.mu.Lock(); s.t = T{n: 1}; s.mu.Unlock() }", true, true},
		{"a method with a value as its receiver", "func (t T) sum() int { t.mu.Lock(); defer t.mu.Unlock(); return t.n }; func sum(t *T) int { return t.sum() }", true, true},
		{"a new one", "func (t *T) next() *T { t.mu.Lock(); defer t.mu.Unlock(); c := T{n: t.n}; return &c }", true, false},
		{"no lock in it", "type S struct { n, m int }; func (t *T) sum(s *S) int { t.mu.Lock(); defer t.mu.Unlock(); c := *s; return c.n + c.m }", true, false},
	} {
		pkg := ssatest.Build(t, "package p; import \"sync\"; type T struct { mu sync.Mutex; n, m int }\n"+test.code+"\nfunc (t *T) add() { t.mu.Lock(); t.n++; t.mu.Unlock() }")
		source := &Source{
			Packages: pkg.Packages(), Files: pkg.Files, Functions: pkg.Functions,
			Imported: func(*types.Func) []*ir.Function { return nil },
		}
		if p := Census(source, pkg.InfoOf, Slice(source))[0]; p.Leaf != test.leaf || p.Copied != test.copied {
			t.Errorf("%s: leaf %t, copied %t", test.name, p.Leaf, p.Copied)
		}
	}
}

// TestCopiedVariables are those that begin as a copy of a lock, and no others.
func TestCopiedVariables(t *testing.T) {
	pkg := ssatest.Build(t, `package p

import "sync"

func f(mu *sync.Mutex) {
	copied := *mu
	own := sync.Mutex{}
	var plain sync.WaitGroup
	copied.Lock()
	own.Lock()
	plain.Wait()
}
`)
	var got []bool
	for _, p := range censusOf(pkg) {
		got = append(got, p.Copied)
	}
	if want := []bool{true, false, false}; !slices.Equal(got, want) {
		t.Errorf("copied are %v, want %v", got, want)
	}
}

// TestCensusAgreesWithSSA has a place for every channel and lock that the corpus
// makes, where the lowering says that it is made: else a verdict about it would
// be lost.
func TestCensusAgreesWithSSA(t *testing.T) {
	total := 0
	for _, pkg := range ssatest.Corpus(t, "../../../testdata") {
		index := newSourceIndex(pkg.SSA.Prog.Fset, pkg.Files)
		places := map[model.Site]ir.Place{}
		for _, p := range censusOf(pkg) {
			if p.Dead {
				t.Errorf("%s: dead", p.Site)
			}
			places[p.Site] = p
		}
		for _, f := range pkg.Functions {
			for _, b := range f.Blocks {
				for _, in := range b.Instrs {
					kind, ok := madeBy(in)
					if !ok {
						continue
					}
					total++
					if p, ok := places[index.site(in.Pos())]; !ok || p.Kind != kind {
						t.Errorf("%s: %s is no place of a %s", index.site(in.Pos()), in, kind)
					}
				}
			}
		}
	}
	if total < 500 {
		t.Errorf("only %d are made", total)
	}
}

// madeBy is what an instruction makes, if it is something to communicate over.
func madeBy(in ssa.Instruction) (model.ObjectKind, bool) {
	switch in := in.(type) {
	case *ssa.MakeChan:
		return model.Channel, true
	case *ssa.Alloc:
		parameter := slices.ContainsFunc(in.Parent().Params, func(p *ssa.Parameter) bool { return p.Pos() == in.Pos() })
		if in.Pos() == token.NoPos || parameter { // a copy
			return 0, false
		}
		return heldKind(in.Type().(*types.Pointer).Elem())
	}
	return 0, false
}
