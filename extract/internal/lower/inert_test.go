package lower

import (
	"go/types"
	"maps"
	"slices"
	"testing"

	"golang.org/x/tools/go/ssa"

	"github.com/chancheck/chancheck/extract/internal/ssatest"
	"github.com/chancheck/chancheck/extract/ir"
)

// TestWhatCallsMean has functions of each kind, with calls of one by another.
func TestWhatCallsMean(t *testing.T) {
	const program = `package p

import "sync"

type plain struct { on bool; next *plain; names map[string]int }
type busy struct { mu sync.Mutex; c chan int; p plain }
type counter struct { mu sync.Mutex; n int }

func reads(p *plain) bool { return p.on }
func makesItsOwn() int { c := make(chan int, 1); c <- 1; return <-c }
func counts(c *counter) { c.mu.Lock(); defer c.mu.Unlock(); println(c.n) }
func callsReader(p *plain) bool { return reads(p.next) }
func recurses(n int) int { if n == 0 { return 0 }; return recurses(n-1) }

func sets(p *plain) { p.on = true }
func setsDeep(p *plain) { p.next.next.on = true }
func setsMap(p *plain) { p.names["x"] = 1 }
func setsByCall(p *plain) { sets(p.next) }
func setsByClosure(p *plain) { f := func() { p.on = true }; f() }
func setsPart(b *busy) { b.p.on = true }
func setsOwn() bool { p := &plain{}; sets(p); return p.on }

func sends(b *busy) { b.c <- 1 }
func keeps(b *busy, c chan int) { b.c = c }
func gives(b *busy) { b.c = make(chan int) }
func returns() *busy { return &busy{} }
func locks(b *busy) { b.mu.Lock(); b.c <- 1; b.mu.Unlock() }
func sendsByCall(b *busy) { sends(b) }
func starts(b *busy) { go sends(b) }

func relays(f func()) { f() }
func relaysOn(f func()) { relays(f) }
`
	s := slicerOf(t, program)
	s.findLeafLocks()
	inert := []string{"reads", "makesItsOwn", "counts", "callsReader", "recurses", "setsOwn"}
	writes := []string{"sets", "setsDeep", "setsMap", "setsByCall", "setsByClosure", "setsPart"}
	relays := []string{"relays", "relaysOn"}
	other := []string{"sends", "keeps", "gives", "returns", "locks", "sendsByCall", "starts"}
	for _, name := range slices.Concat(inert, writes, relays, other) {
		key := "p." + name
		if got, want := s.inert[key], slices.Contains(inert, name); got != want {
			t.Errorf("%s is inert: %v, want %v", name, got, want)
		}
		if got, want := s.writes[key], !slices.Contains(relays, name) && !slices.Contains(other, name); got != want {
			t.Errorf("%s writes at most: %v, want %v", name, got, want)
		}
		if got, want := s.relays[key], slices.Contains(inert, name) || slices.Contains(relays, name); got != want {
			t.Errorf("%s relays at most: %v, want %v", name, got, want)
		}
	}
}

func slicerOf(t *testing.T, program string) *slicer {
	t.Helper()
	return newSlicer(sourceOf(ssatest.Build(t, program)))
}

func sourceOf(p *ssatest.Package) *Source {
	return &Source{
		Packages: p.Packages(), Files: p.Files, Functions: p.Functions,
		Imported: func(*types.Func) []*ir.Function { return nil },
	}
}

// TestInertFunctionsAreThoseOfPlainSweeps compares the search, which follows uses
// and starts where the last one ended, with one that looks at all functions
// until nothing changes.
func TestInertFunctionsAreThoseOfPlainSweeps(t *testing.T) {
	if testing.Short() {
		t.Skip("loads large packages")
	}
	loaded := ssatest.Load(t, "net/http", "go/types", "database/sql", "net/rpc", "text/template", "os/exec")
	for _, pkg := range loaded {
		s := newSlicer(sourceOf(pkg))
		s.findLeafLocks()
		plain := newSlicer(sourceOf(pkg))
		plain.types = newRelevance(s.source.declares, maps.Clone(s.types.leaf), plain.hides)
		plain.types.fill(plain.order)
		plain.sweep()
		for _, f := range plain.order {
			name := s.name(f)
			if s.functions[name] == nil {
				continue // a wrapper that nobody needed
			}
			got := [5]bool{s.inert[name], s.writes[name], s.silent[name], s.quiet[name], s.relays[name]}
			want := [5]bool{plain.inert[name], plain.writes[name], plain.silent[name], plain.quiet[name], plain.relays[name]}
			if got != want {
				t.Errorf("%s: inert, writes, silent, quiet, relays: %v, want %v", name, got, want)
			}
		}
	}
}

// sweep is findInert by its definition.
func (s *slicer) sweep() {
	s.quiet, s.writes, s.inert, s.silent, s.relays = s.all(), s.all(), s.all(), s.all(), s.all()
	s.users = map[string][]*ssa.Function{}
	for n := 0; n < len(s.order); {
		n = len(s.order)
		s.inertOpen, s.writesOpen = true, true
		s.sweepSet(s.quiet, (*taint).operates)
		s.writesOpen = false
		s.sweepSet(s.writes, (*taint).affectsMore)
		s.inertOpen = false
		s.sweepSet(s.inert, (*taint).affects)
		s.sweepSet(s.silent, (*taint).operates)
		s.sweepSet(s.relays, (*taint).affectsItself)
	}
}

func (s *slicer) sweepSet(set map[string]bool, breaks func(*taint, ssa.Instruction) bool) {
	for changed := true; changed; {
		changed = false
		for i := 0; i < len(s.order); i++ { // looking may add wrappers
			if name := s.name(s.order[i]); set[name] && !s.check(s.order[i], breaks) {
				set[name] = false
				changed = true
			}
		}
	}
}

// TestWhoIsCalledBack has conversions to interfaces in functions of each sort.
func TestWhoIsCalledBack(t *testing.T) {
	const program = `package p

import ("encoding/json"; "fmt"; "io"; "sort")

type loud struct { c chan int }
func (l *loud) String() string { close(l.c); return "" }
type still struct { c chan int }
func (s *still) String() string { return fmt.Sprint(len(s.c)) }
type coded struct { c chan int }
func (c *coded) MarshalJSON() ([]byte, error) { close(c.c); return nil, nil }
type list []chan int
func (l list) Len() int { return len(l) }
func (l list) Less(i, j int) bool { return false }
func (l list) Swap(i, j int) { l[i], l[j] = l[j], l[i] }
type stream struct { c chan int }
func (s *stream) Len() int { return <-s.c }
func (s *stream) Read([]byte) (int, error) { return 0, nil }
type shown struct { L *loud }
type hidden struct { l *loud }

func prints(l *loud) { fmt.Println(l) }
func stringer(l *loud) fmt.Stringer { return l }
func error1(l *loud) string { return fmt.Sprintf("%v", []any{l}) }
func part(l *loud) { fmt.Println(shown{l}) }
func elements(l map[string][]*loud) { fmt.Println(l) }
func marshals(c *coded) { json.Marshal([]*coded{c}) }
func reads(s *stream) io.Reader { return s }

func value(l loud) { fmt.Println(l) }
func printsStill(s *still) { fmt.Println(s) }
func printsCoded(c *coded) { fmt.Println(c) }
func sorts(l list) { sort.Sort(l) }
func printsHidden(h hidden) { fmt.Println(h) }
func marshalsHidden(h hidden) { json.Marshal(h) }
`
	s := slicerOf(t, program)
	s.findLeafLocks()
	for _, f := range s.order {
		if f.Signature.Recv() != nil || f.Synthetic != "" {
			continue
		}
		handsOver := false
		for _, b := range f.Blocks {
			for _, in := range b.Instrs {
				handsOver = handsOver || s.handsOver(in)
			}
		}
		if want := slices.Contains([]string{"prints", "stringer", "error1", "part", "elements", "marshals", "reads"}, f.Name()); handsOver != want {
			t.Errorf("%s hands something over: %v", f.Name(), handsOver)
		}
	}
}
