package waitfor_test

import (
	"maps"
	"slices"
	"strings"
	"testing"
)

// groups are programs with the wait groups, and what runs once, because of which alone nobody is stuck.
var groups = []struct{ name, source, want string }{
	{"each turn starts what is done", `
		func f(n int) { for range n { g.Add(1); go func() { defer g.Done(); println() }() }; g.Wait() }`, "g"},
	{"a goroutine is done in the end", `
		func f(n int) { for range n { g.Add(1); go work(n) }; g.Wait() }
		func work(n int) { if n > 1 { println() }; g.Done() }`, "g"},
	{"one may return before", `
		func f(n int) { for range n { g.Add(1); go work(n) }; g.Wait() }
		func work(n int) { if n > 1 { return }; g.Done() }`, ""},
	{"a turn may start none", `
		func f(n int) { for i := range n { g.Add(1); if i > 3 { continue }; go func() { defer g.Done() }() }; g.Wait() }`, ""},
	{"two are added, and two are done", `
		func f() { g.Add(2); go func() { defer g.Done() }(); go func() { defer g.Done() }(); g.Wait() }`, "g"},
	{"two are added, and one is done", `
		func f() { g.Add(2); go func() { defer g.Done() }(); g.Wait() }`, ""},
	{"one is added twice, and one is done", `
		func f() { g.Add(1); g.Add(1); go func() { defer g.Done() }(); g.Wait() }`, ""},
	{"another one is done", `
		func f() { g.Add(1); go func() { defer h.Done() }(); g.Wait(); h.Add(1); go func() { defer g.Done() }(); h.Wait() }`, ""},
	{"it is done at once", `
		func f() { g.Add(1); defer g.Done(); println() }
		func k() { g.Wait() }`, "g"},
	{"what the turns of a loop start is added before", `
		func f(n int) { g.Add(n); for range n { go func() { defer g.Done() }() }; g.Wait() }`, "g"},
	{"as many as there are in a list", `
		func f(list []int) { g.Add(len(list)); for _, n := range list { go func() { defer g.Done(); println(n) }() }; g.Wait() }`, "g"},
	{"a turn of the loop starts none", `
		func f(list []int) { g.Add(len(list)); for _, n := range list { if n > 3 { continue }; go func() { defer g.Done(); println(n) }() }; g.Wait() }`, ""},
	{"the loop may be left", `
		func f(list []int) { g.Add(len(list)); for _, n := range list { go func() { defer g.Done(); println(n) }(); if n > 3 { break } }; g.Wait() }`, ""},
	{"the loop may be left out", `
		func f(list []int, x bool) { g.Add(len(list)); if x { for _, n := range list { go func() { defer g.Done(); println(n) }() } }; g.Wait() }`, ""},
	{"a loop over another list", `
		func f(list, other []int) { g.Add(len(list)); for _, n := range other { go func() { defer g.Done(); println(n) }() }; g.Wait() }`, ""},
	{"more is added before what the turns of a loop start", `
		func f(list []int) { g.Add(len(list)); g.Add(1); for range 3 { go func() { defer g.Done() }() }; for range list { go func() { defer g.Done() }() }; g.Wait() }`, ""},
	{"a number that the goroutines capture, too", `
		func f(n int) { g.Add(n); for i := 0; i < n; i++ { go func() { defer g.Done(); println(n) }() }; g.Wait() }`, "g"},
	{"a number that the goroutines capture, too, and change", `
		func f(n int) { g.Add(n); for i := 0; i < n; i++ { n--; go func() { defer g.Done(); println(i / n) }() }; g.Wait() }`, ""},
	{"a sum of such", `
		func f(n, m int) { g.Add(n + m + 1); for range n { go func() { g.Done(); println(m, n) }() }; for range m { go func() { defer g.Done(); println(n) }() }; g.Done(); g.Wait() }`, "g"},
	{"as many as there are in a new list", `
		func f(n int) { list := make([]int, n); g.Add(n + 1); for i := range list { go func() { g.Done(); println(i) }() }; g.Done(); g.Wait() }`, "g"},
	{"as many as there is room for in a new list", `
		func f(n, m int) { list := make([]int, m, n); g.Add(n); for i := range list { go func() { g.Done(); println(i) }() }; g.Wait() }`, ""},
	{"as many as there were in a list", `
		func f(n int) { list := make([]int, n); list = list[1:]; g.Add(n); for i := range list { go func() { g.Done(); println(i) }() }; g.Wait() }`, ""},
	{"a field that nobody changes", `
		type crew struct { size int }
		func newCrew(n int) *crew { return &crew{size: n} }
		func (c *crew) run() { g.Add(c.size); for range c.size { go func() { g.Done(); println(c.size) }() }; g.Wait() }
		func f(n int) { newCrew(n).run() }`, "g"},
	{"a field that somebody changes", `
		type crew struct { size int }
		func newCrew(n int) *crew { return &crew{size: n} }
		func (c *crew) grow() { c.size++ }
		func (c *crew) run() { g.Add(c.size); for range c.size { go func() { g.Done(); println(c.size) }() }; g.Wait() }
		func f(n int) { newCrew(n).run(); newCrew(n).grow() }`, ""},
	{"a field of another one", `
		type crew struct { size int }
		func newCrew(n int) *crew { return &crew{size: n} }
		func (c *crew) run(d *crew) { g.Add(c.size); for range d.size { go func() { g.Done(); println(c.size) }() }; g.Wait() }
		func f(n int) { newCrew(n).run(newCrew(n + 1)) }`, ""},
	{"a field of what is taken from a list", `
		type task struct { n int; name string }
		func f(list []task) { for _, t := range list { g.Add(t.n); for range t.n { go func() { g.Done(); println(t.name) }() } }; g.Wait() }`, "g"},
	{"a field of what is taken from a list, and changed", `
		type task struct { n int; name string }
		func f(list []task) { for _, t := range list { g.Add(t.n); t.n = 0; for range t.n { go func() { g.Done(); println(t.name) }() } }; g.Wait() }`, ""},
	{"what is left of a number that loses digits", `
		func f(n int) { g.Add(n); for range int8(n) { go func() { defer g.Done() }() }; g.Wait() }`, ""},
	{"a number with less digits", `
		func f(n int8) { g.Add(int(n)); for range n { go func() { defer g.Done() }() }; g.Wait() }`, "g"},
	{"turns that are counted from one", `
		func f(n int) { g.Add(n + 1); for i := 1; i <= n; i++ { go func(i int) { g.Done(); println(i) }(i) }; g.Done(); g.Wait() }`, "g"},
	{"turns that are counted from none, up to a number", `
		func f(n int) { g.Add(n + 1); for i := 0; i <= n; i++ { go func(i int) { g.Done(); println(i) }(i) }; g.Wait() }`, ""},
	{"turns that may have no end", `
		func f(n int8) { g.Add(int(n)); for i := int8(1); i <= n; i++ { go func(i int8) { g.Done(); println(i) }(i) }; g.Wait() }`, ""},
	{"the next number", `
		func f(next func() int) { added := false; for { n := next(); if !added { g.Add(n); added = true; continue }; for range n { go func() { defer g.Done() }() }; break }; g.Wait() }`, ""},
	{"as many as the last ones, and the next number of turns", `
		func f(next func() int) { for { n := next(); for range n { go func() { defer g.Done() }() }; if n > 3 { break }; g.Add(n) }; g.Wait() }`, ""},
	{"as many as were in the last list, and the turns of the next one", `
		func f(next func() []int) { for { list := next(); for range list { go func() { defer g.Done() }() }; if len(list) > 3 { break }; g.Add(len(list)) }; g.Wait() }`, ""},
	{"as many as the last one says, and the turns of the next one", `
		type task struct { n int; name string }
		func f(next func() task) { for { t := next(); for range t.n { go func() { g.Done(); println(t.name) }() }; if t.n > 3 { break }; g.Add(t.n) }; g.Wait() }`, ""},
	{"the next number, after which nothing comes", `
		func f(next func() int) { for { n := next(); g.Add(n); for range n { go func() { defer g.Done() }() }; if n > 3 { break } }; g.Wait() }`, "g"},
	{"the turns of a benchmark", `
		func f(b *testing.B) { g.Add(b.N); for i := 0; i < b.N; i++ { go func() { defer g.Done(); println(b) }() }; g.Wait() }`, "g"},
	{"the turns of a benchmark that sets them itself", `
		func f(b *testing.B) { g.Add(b.N); b.N /= 2; for i := 0; i < b.N; i++ { go func() { defer g.Done(); println(b) }() }; g.Wait() }`, ""},
	{"another number", `
		func f(n, m int) { g.Add(n); for range m { go func() { defer g.Done() }() }; g.Wait() }`, ""},
	{"what the turns of a loop defer is added before", `
		func f(n int) { g.Add(n); for range n { defer g.Done() }; g.Wait() }`, ""},
	{"one more than the turns of a loop", `
		func f(n int) { g.Add(n + 1); for range n { go func() { defer g.Done() }() }; g.Done(); g.Wait() }`, "g"},
	{"one more than the turns of a loop, which nobody is", `
		func f(n int) { g.Add(1 + n); for range n { go func() { defer g.Done() }() }; g.Wait() }`, ""},
	{"one more, which is only done in the turns", `
		func f(list []int) { g.Add(len(list) + 1); for _, n := range list { go func() { defer g.Done() }(); if n > 0 { g.Done() } }; g.Wait() }`, ""},
	{"one more, which each turn does besides", `
		func f(n int) { g.Add(n + 1); i := 0
			for { go func() { defer g.Done() }(); g.Done(); if i++; i >= n { break } }; g.Wait() }`, ""},
	{"one less than the turns of a loop", `
		func f(n int) { g.Add(n - 1); for range n { go func() { defer g.Done() }() }; g.Wait() }`, "g"},
	{"the turns of two loops", `
		func f(n, m int) { g.Add(n + m); for range n { go func() { defer g.Done() }() }; for range m { go work() }; g.Wait() }
		func work() { g.Done() }`, "g"},
	{"the turns of two loops, and one of them is left out", `
		func f(n, m int) { g.Add(n + m); for range n { go func() { defer g.Done() }() }; if n > 3 { for range m { go g.Done() } }; g.Wait() }`, ""},
	{"the turns of two loops, but of one of them twice", `
		func f(n, m int) { g.Add(n + n); for range n { go func() { defer g.Done() }() }; for range m { go func() { defer g.Done() }() }; g.Wait() }`, ""},
	{"the turns of a loop in another one", `
		func f(n, m int) { g.Add(n + m); for range n { go func() { defer g.Done() }(); for range m { go func() { defer g.Done() }() } }; g.Wait() }`, ""},
	{"what is to be done waits for who waits", `
		func f() { g.Add(1); go func() { defer g.Done(); ch <- 1 }(); g.Wait(); <-ch }`, ""},
	{"what is to be done waits for somebody else", `
		func f() { g.Add(1); go func() { defer g.Done(); ch <- 1 }(); g.Wait() }
		func k() { for { <-ch } }`, "g"},
	{"what is to be done takes a lock that whoever waits has", `
		func f() { mu.Lock(); g.Add(1); go func() { defer g.Done(); mu.Lock(); mu.Unlock() }(); g.Wait(); mu.Unlock() }`, ""},
	{"what is to be done waits for itself", `
		func f() { g.Add(1); go func() { defer g.Done(); g.Wait() }() }`, ""},
	{"what is to be done waits in a loop for a variable", `
		func f() { g.Add(1); go func() { defer g.Done(); for !stop { } }(); g.Wait() }`, ""},
	{"what is to be done never ends", `
		func f() { g.Add(1); go func() { defer g.Done(); for { println() } }(); g.Wait() }`, ""},
	{"it is given to a function", `
		func f() { var l sync.WaitGroup; l.Add(1); go work(&l); l.Wait() }
		func work(l *sync.WaitGroup) { defer l.Done() }`, "l"},
	{"another one may be given", `
		func f(x bool) { var l sync.WaitGroup; l.Add(1); to := &l; if x { to = &g }; go work(to); l.Wait() }
		func work(l *sync.WaitGroup) { defer l.Done() }`, ""},
	{"a field of what is given", `
		type T struct { n int; wg sync.WaitGroup }
		func f() { t := &T{}; t.start(); t.wg.Wait() }
		func (t *T) start() { t.wg.Add(1); go t.run() }
		func (t *T) run() { defer t.wg.Done(); println(t.n) }`, "wg"},
	{"a field of another one", `
		type T struct { n int; wg sync.WaitGroup }
		func f() { t, o := &T{}, &T{}; t.start(o); t.wg.Wait() }
		func (t *T) start(o *T) { t.wg.Add(1); go o.run() }
		func (t *T) run() { defer t.wg.Done(); println(t.n) }`, ""},
	{"a panic from which somebody recovers", `
		func f() { g.Add(1); go func() { defer func() { recover() }(); work(); g.Done() }(); g.Wait() }
		func work() { panic(1) }`, ""},
	{"a panic before what is deferred", `
		func f() { g.Add(1); go func() { defer func() { recover() }(); defer g.Done(); work() }(); g.Wait() }
		func work() { panic(1) }`, "g"},
	{"a new one in each turn", `
		func f(n int) { for range n { var l sync.WaitGroup; l.Add(1); go func() { defer l.Done() }(); l.Wait() } }`, "l"},
	{"a goroutine may give up a test before it is done", `
		func f(b *benchmark, n int) { g.Add(1); go func() { if n > 3 { b.FailNow() }; g.Done() }(); g.Wait() }`, ""},
	{"a goroutine is done although it may give up a test", `
		func f(b *benchmark, n int) { g.Add(1); go func() { defer g.Done(); if n > 3 { b.FailNow() } }(); g.Wait() }`, "g"},
	{"what runs once", `
		func f() { o.Do(func() { println() }) }
		func k() { o.Do(work) }
		func work() { ch <- 1 }`, "o"},
	{"what runs once waits for itself", `
		func f() { o.Do(func() { k() }) }
		func k() { o.Do(func() { println() }) }`, ""},
	{"what runs once waits for who waits", `
		func f() { o.Do(func() { <-ch }) }
		func k() { o.Do(func() { println() }); ch <- 1 }`, ""},
	{"whoever is first is done", `
		func f(n int) { for range n { var own sync.Once; var l sync.WaitGroup; l.Add(1); own.Do(func() { l.Done() }); go own.Do(func() { l.Done() }); l.Wait() } }`, "l own"},
	{"whoever is first may be done", `
		func f(n int) { for range n { var own sync.Once; var l sync.WaitGroup; l.Add(1); own.Do(func() { println() }); own.Do(func() { l.Done() }); l.Wait() } }`, "own"},
	{"whoever is the first of all is done", `
		func f(n int) { g.Add(1); o.Do(func() { g.Done() }); g.Wait() }`, "o"},
	{"whoever is the first of all turns is done", `
		func f(n int) { var own sync.Once; for range n { var l sync.WaitGroup; l.Add(1); own.Do(func() { l.Done() }); l.Wait() } }`, "own"},
	{"what runs once isn't known", `
		func f(x func()) { o.Do(x) }`, ""},
	{"two that run in each other", `
		func f() { o.Do(func() { p.Do(func() { println() }) }) }`, "o p"},
	{"two that run in each other, both ways", `
		func f() { o.Do(func() { p.Do(func() { println() }) }) }
		func k() { p.Do(func() { o.Do(func() { println() }) }) }`, ""},
}

// TestWaitGroupsBecauseOfWhichNobodyIsStuck asks about the objects of each program: those are named of which all
// operations are told.
func TestWaitGroupsBecauseOfWhichNobodyIsStuck(t *testing.T) {
	const variables = `import ("sync"; "testing")
type benchmark = testing.B
var g, h sync.WaitGroup
var mu sync.Mutex
var o, p sync.Once
var ch = make(chan int)
var stop bool
`
	for _, test := range groups {
		w := build(t, variables+test.source)
		settled := w.waits.Served(slices.Sorted(maps.Keys(w.Operated())), nil, nil).Operations()
		missing := map[string]bool{}
		for _, f := range w.Order {
			for _, i := range f.Running() {
				if name := i.Instr().Name; f.Site.IsValid() && (strings.Contains(name, "sync.WaitGroup") || strings.Contains(name, "sync.Once")) {
					for _, l := range w.Points.Receivers(f.Function, i.Instr()) {
						name := strings.TrimPrefix(w.NameOf(l), "p.")
						missing[name] = missing[name] || !slices.Contains(settled, i.Instr().Site)
					}
				}
			}
		}
		names := slices.DeleteFunc(slices.Sorted(maps.Keys(missing)), func(name string) bool { return missing[name] })
		if got := strings.Join(names, " "); got != test.want {
			t.Errorf("%s: %q, want %q", test.name, got, test.want)
		}
	}
}

// TestMadeObjects because of which alone nobody is stuck are those that functions make, and that others don't get at.
func TestMadeObjects(t *testing.T) {
	for _, test := range []struct{ name, source, want string }{
		{"by a pointer", "func f(list []int) { w := &sync.WaitGroup{}; for range list { w.Add(1); go work(w) }; w.Wait() }; func work(w *sync.WaitGroup) { w.Done() }", "w"},
		{"a lock", "func f(n int) int { mu := new(sync.Mutex); go func() { mu.Lock(); n++; mu.Unlock() }(); mu.Lock(); defer mu.Unlock(); return n }", "mu"},
		{"one that is copied", "func f(n int) int { mu := new(sync.Mutex); go func() { mu.Lock(); n++; mu.Unlock() }(); other := *mu; other.Lock(); other.Unlock(); return n }", ""},
		{"one that is replaced", "func f(n int) { mu := new(sync.Mutex); mu.Lock(); *mu = sync.Mutex{}; mu.Unlock() }", ""},
		{"one that others get", "func F(g func(*sync.Mutex)) { mu := new(sync.Mutex); g(mu); mu.Lock(); mu.Unlock() }", ""},
		{"one that is kept", "func f(n int) { mu := new(sync.Mutex); for range n { mu.Lock(); if n > 3 { continue }; mu.Unlock() } }", ""},
	} {
		w := build(t, "import \"sync\"\n"+test.source)
		var names []string
		for _, l := range w.waits.Served(slices.Sorted(maps.Keys(w.Operated())), nil, nil).Made() {
			names = append(names, w.NameOf(l))
		}
		if got := strings.Join(names, " "); got != test.want {
			t.Errorf("%s: %q, want %q", test.name, got, test.want)
		}
	}
}
