package scope_test

import "testing"

// isBounded is the answer of outlines that leave out what is done to a struct while another one of its type is locked.
const isBounded = "bounded"

// family has parents and children with locks.
const family = `
		type P struct { mu sync.Mutex; cs []*C; n int }
		type C struct { mu sync.Mutex; p *P; n int }
		func New() *P { return &P{} }
		func (p *P) Add() *C { p.mu.Lock(); defer p.mu.Unlock(); c := &C{p: p}; p.cs = append(p.cs, c); return c }
		func (p *P) inc() { p.mu.Lock(); p.n++; p.mu.Unlock() }
		func (c *C) inc() { c.mu.Lock(); c.n++; c.mu.Unlock() }`

// clientOutlines are packages with what the outlines of their clients say.
var clientOutlines = []struct{ name, source, want string }{
	{"a lock around a buffer that always has room", `
		type T struct{ mu sync.Mutex; c chan int }
		func New() *T { return &T{c: make(chan int, 1)} }
		func (t *T) Put() { t.mu.Lock(); t.c <- 1; <-t.c; t.mu.Unlock() }`, isClean},
	{"a field that is set when others are worked out", `
		type T struct{ mu sync.Mutex; n int; c chan int }
		func count() int { c := make(chan int, 1); c <- 1; return <-c }
		func New(x bool) (*T, error) { t := &T{n: count()}; if x { return nil, nil }; t.c = make(chan int, 1); return t, nil }
		func (t *T) Put() { t.mu.Lock(); t.c <- 1; <-t.c; t.mu.Unlock() }`, isClean},
	{"one that isn't if there was an error", `
		type T struct{ mu sync.Mutex; n int; c chan int }
		func New(x bool) (*T, error) { t := &T{}; if x { return t, nil }; t.c = make(chan int, 1); return t, nil }
		func (t *T) Put() { t.mu.Lock(); t.c <- 1; <-t.c; t.mu.Unlock() }`, isUnclear},
	{"one that one of two constructors doesn't set", `
		type T struct{ mu sync.Mutex; c chan int }
		func New() *T { return &T{c: make(chan int, 1)} }
		func Empty() *T { return &T{} }
		func (t *T) Put() { t.mu.Lock(); t.c <- 1; <-t.c; t.mu.Unlock() }`, isUnclear},
	{"a method that returns the field, or nil", `
		type T struct{ c chan int }
		func New(x bool) *T { t := &T{c: make(chan int)}; close(t.c); go t.run(x); return t }
		func (t *T) get(x bool) chan int { if x { return nil }; return t.c }
		func (t *T) run(x bool) { <-t.get(x) }
		func (t *T) Len() int { return len(t.c) }`, isUnclear},
	{"one that returns it", `
		type T struct{ c chan int }
		func New(x bool) *T { t := &T{c: make(chan int)}; close(t.c); go t.run(x); return t }
		func (t *T) get(x bool) chan int { if x { println() }; return t.c }
		func (t *T) run(x bool) { <-t.get(x) }
		func (t *T) Len() int { return len(t.c) }`, isClean},
	{"a struct that seems to contain itself", `
		type state struct{ n int }
		type T struct{ state state; c chan int; mu sync.Mutex }
		func New() *T { t := &T{}; t.start(); return t }
		func (t *T) start() { t.c = make(chan int, 1) }
		func (t *T) Put() { t.mu.Lock(); t.c <- 1; <-t.c; t.mu.Unlock() }
		func (t *T) Restart() { t.start() }
		func Mix(t *T) {
			both := struct{ t *T; s *state }{t, &t.state}
			both.t.state.n = 1
		}`, isNone},
	{"a counter that waits for who reads what nobody closes", `
		type T struct{ wg sync.WaitGroup; c chan int }
		func New() *T { t := &T{c: make(chan int)}; t.wg.Add(1); go t.run(); return t }
		func (t *T) run() { defer t.wg.Done(); for range t.c { println() } }
		func (t *T) Put() { t.c <- 1 }
		func (t *T) Close() { t.wg.Wait() }`, isNone},
	{"one that waits for who reads it in another function", `
		type T struct{ wg sync.WaitGroup; c chan int }
		func New() *T { t := &T{c: make(chan int)}; t.wg.Add(1); go t.run(); return t }
		func (t *T) run() { defer t.wg.Done(); t.read() }
		func (t *T) read() { for range t.c { println() } }
		func (t *T) Put() { t.c <- 1 }
		func (t *T) Close() { t.wg.Wait() }`, isNone},
	{"one that waits for who reads what is closed", `
		type T struct{ wg sync.WaitGroup; c chan int }
		func New() *T { t := &T{c: make(chan int)}; t.wg.Add(1); go t.run(); return t }
		func (t *T) run() { defer t.wg.Done(); for range t.c { println() } }
		func (t *T) Close() { close(t.c); t.wg.Wait() }`, isClean},
	{"one that waits for who is told to end by nobody", `
		type T struct{ wg sync.WaitGroup; c, quit chan int }
		func New() *T { t := &T{c: make(chan int), quit: make(chan int)}; t.wg.Add(1); go t.run(); return t }
		func (t *T) run() { defer t.wg.Done(); for { select { case <-t.c: println(); case <-t.quit: return } } }
		func (t *T) Put() { t.c <- 1 }
		func (t *T) Close() { t.wg.Wait() }`, isNone},
	{"a lock that is held until others set a flag under it", `
		type T struct{ mu sync.Mutex; stop bool }
		func (t *T) Wait() { t.mu.Lock(); for !t.stop {}; t.mu.Unlock() }
		func (t *T) Stop() { t.mu.Lock(); t.stop = true; t.mu.Unlock() }`, isUnclear},
	{"one that is held until there is no error", `
		type T struct{ mu sync.Mutex; err error }
		func (t *T) next(f func() error) error { if t.err != nil { return t.err }; return f() }
		func (t *T) Wait(f func() error) { t.mu.Lock(); for { if err := t.next(f); err != nil { break } }; t.mu.Unlock() }
		func (t *T) Stop() { t.mu.Lock(); t.mu.Unlock() }`, isClean},
	{"slots that each caller takes and gives back", `
		type T struct{ c chan int }
		func New() *T { return &T{c: make(chan int, 3)} }
		func (t *T) Do() { t.c <- 1; println(); <-t.c }`, isClean},
	{"slots that nobody gives back", `
		type T struct{ c chan int }
		func New() *T { return &T{c: make(chan int, 3)} }
		func (t *T) Do() { t.c <- 1 }`, isUnclear},
	{"a counter that is waited for once, after something else is closed", `
		type T struct{ quit chan int; wg sync.WaitGroup; c chan func() }
		func New() *T { t := &T{quit: make(chan int), c: make(chan func())}; t.wg.Add(1); go t.run(); return t }
		func (t *T) run() { defer t.wg.Done(); for f := range t.c { f() } }
		func (t *T) Put(f func()) { select { case t.c <- f: case <-t.quit: } }
		func (t *T) Close() { close(t.quit); t.wg.Wait() }`, isUnclear},
	{"two locks in both orders", `
		type T struct{ a, b sync.Mutex }
		func (t *T) Put() { t.a.Lock(); t.b.Lock(); t.b.Unlock(); t.a.Unlock() }
		func (t *T) Get() { t.b.Lock(); defer t.b.Unlock(); t.a.Lock(); defer t.a.Unlock() }`, isUnclear},
	{"a child's lock, taken by its method under that of its parent, and the other way round", family + `
		func (p *P) Sum() { p.mu.Lock(); for _, c := range p.cs { c.inc() }; p.mu.Unlock() }
		func (c *C) Inc() { c.mu.Lock(); c.p.inc(); c.mu.Unlock() }`, isUnclear},
	{"one that is taken by a deferred call", family + `
		func (p *P) Sum(i int) { p.mu.Lock(); defer p.mu.Unlock(); c := p.cs[i]; defer c.inc() }
		func (c *C) Inc() { c.mu.Lock(); c.p.inc(); c.mu.Unlock() }`, isUnclear},
	{"one that is taken by what is called under the lock", family + `
		func (p *P) Sum() { p.mu.Lock(); p.each(); p.mu.Unlock() }
		func (p *P) each() { for _, c := range p.cs { c.inc() } }
		func (c *C) Inc() { c.mu.Lock(); c.p.inc(); c.mu.Unlock() }`, isUnclear},
	{"a lock that is taken while that of another struct of the type is held", `
		type P struct { mu sync.Mutex; cs []*P; n int; up *P }
		func (p *P) Add() *P { p.mu.Lock(); defer p.mu.Unlock(); c := &P{up: p}; p.cs = append(p.cs, c); return c }
		func (p *P) inc() { p.mu.Lock(); p.n++; p.mu.Unlock() }
		func (p *P) Sum() { p.mu.Lock(); for _, c := range p.cs { c.inc() }; p.mu.Unlock() }`, isBounded},
	{"a lock that is taken when that of another struct of the type is released", `
		type P struct { mu sync.Mutex; cs []*P; c chan int }
		func New(cs []*P) *P { return &P{c: make(chan int, 1), cs: cs} }
		func (p *P) inc() { p.mu.Lock(); p.c <- 1; <-p.c; p.mu.Unlock() }
		func (p *P) Sum() { p.mu.Lock(); p.c <- 1; <-p.c; p.mu.Unlock(); for _, c := range p.cs { c.inc() } }`, isClean},
	{"a method that locks twice", `
		type T struct{ mu sync.Mutex }
		func (t *T) Put() { t.mu.Lock(); t.get() }
		func (t *T) get() { t.mu.Lock(); t.mu.Unlock() }`, isUnclear},
	{"a method that keeps its lock", `
		type T struct{ mu sync.Mutex; n int }
		func (t *T) Put(n int) { t.mu.Lock(); if n > 0 { return }; t.mu.Unlock() }`, isUnclear},
	{"a package-level channel under a package-level lock", `
		var mu sync.Mutex
		var queue = make(chan int, 1)
		func Push() { mu.Lock(); select { case queue <- 1: default: }; mu.Unlock() }
		func Pop() { select { case <-queue: default: } }
		func Wait() { queue <- 1; <-queue }`, isClean},
	{"a package-level channel that is waited for under a package-level lock", `
		var mu sync.Mutex
		var queue = make(chan int, 1)
		func Push() { mu.Lock(); queue <- 1; mu.Unlock() }
		func Pop() { mu.Lock(); <-queue; mu.Unlock() }`, isUnclear},
	{"a package-level channel that nobody sets first", `
		var queue chan int
		func Start() { queue = make(chan int, 1) }
		func Push() { queue <- 1; <-queue }`, isNone},
	{"a package-level lock that an init function takes", `
		var mu sync.Mutex
		func init() { mu.Lock() }
		func Push() { mu.Lock(); mu.Unlock() }`, isUnclear},
	{"a package-level channel that an init function fills", `
		var tokens = make(chan int, 1)
		func init() { tokens <- 1 }
		func Do() { <-tokens; tokens <- 1 }`, isClean},
	{"a package-level channel that an init function fills twice", `
		var tokens = make(chan int, 1)
		func init() { tokens <- 1; tokens <- 1 }
		func Do() { <-tokens; tokens <- 1 }`, isUnclear},
	{"goroutines that are told to end", `
		type T struct{ c, d chan int; done chan int; once sync.Once }
		func New() *T { t := &T{c: make(chan int), d: make(chan int), done: make(chan int)}; go t.run(); return t }
		func (t *T) run() { for { select { case n := <-t.c: select { case t.d <- n: case <-t.done: return }; case <-t.done: return } } }
		func (t *T) Put() { select { case t.c <- 1: case <-t.done: } }
		func (t *T) Get() { select { case <-t.d: case <-t.done: } }
		func (t *T) Close() { t.once.Do(func() { close(t.done) }) }`, isClean},
	{"goroutines that are told to end, of which others don't know", `
		type T struct{ c chan int; done chan int; once sync.Once }
		func New() *T { t := &T{c: make(chan int), done: make(chan int)}; go t.run(); return t }
		func (t *T) run() { for { select { case <-t.c: case <-t.done: return } } }
		func (t *T) Put() { go func() { t.c <- 1 }() }
		func (t *T) Close() { t.once.Do(func() { close(t.done) }) }`, isUnclear},
	{"any number of goroutines that do nothing, beside one that does", `
		type T struct{ c chan int; once sync.Once }
		func New() *T { t := &T{c: make(chan int)}; t.spawn(t.run); return t }
		func (t *T) spawn(run func()) { go func() { run() }() }
		func (t *T) run() { for range t.c { } }
		func (t *T) Log() { t.spawn(func() { println() }) }
		func (t *T) Close() { t.once.Do(func() { close(t.c) }) }`, isClean},
	{"any number of goroutines that do something, beside one that does", `
		type T struct{ c chan int; once sync.Once }
		func New() *T { t := &T{c: make(chan int)}; t.spawn(t.run); return t }
		func (t *T) spawn(run func()) { go func() { run() }() }
		func (t *T) run() { for range t.c { } }
		func (t *T) Log() { t.spawn(func() { for range t.c { } }) }
		func (t *T) Close() { t.once.Do(func() { close(t.c) }) }`, isUnclear},
	{"a channel that a function makes which the constructor calls", `
		type part struct{ done chan int; once sync.Once }
		type T struct{ part part }
		func New() *T { t := &T{}; t.part.init(); return t }
		func (p *part) init() { p.done = make(chan int) }
		func (t *T) Close() { t.part.once.Do(func() { close(t.part.done) }) }
		func (t *T) Wait() { <-t.part.done }`, isClean},
	{"one that two constructors call", `
		type T struct{ done chan int; once sync.Once }
		func New() *T { t := &T{}; t.init(); return t }
		func Make() *T { t := &T{}; t.init(); return t }
		func (t *T) init() { t.done = make(chan int) }
		func (t *T) Close() { t.once.Do(func() { close(t.done) }) }
		func (t *T) Wait() { <-t.done }`, isClean},
	{"one that another method calls, too", `
		type T struct{ done chan int; once sync.Once }
		func New() *T { t := &T{}; t.init(); return t }
		func (t *T) Reset() { t.init() }
		func (t *T) init() { t.done = make(chan int) }
		func (t *T) Close() { t.once.Do(func() { close(t.done) }) }
		func (t *T) Wait() { <-t.done }`, isNone},
	{"one that the constructor calls twice", `
		type T struct{ done chan int; once sync.Once }
		func New() *T { t := &T{}; t.init(); t.init(); return t }
		func (t *T) init() { t.done = make(chan int) }
		func (t *T) Close() { t.once.Do(func() { close(t.done) }) }
		func (t *T) Wait() { <-t.done }`, isNone},
	{"one that the constructor calls on another struct", `
		type T struct{ done chan int; once sync.Once; next *T }
		func New(next *T) *T { next.init(); return &T{next: next} }
		func (t *T) init() { t.done = make(chan int) }
		func (t *T) Close() { t.once.Do(func() { close(t.done) }) }
		func (t *T) Wait() { <-t.done }`, isNone},
	{"a channel that the constructor gives to another struct", `
		type T struct{ done chan int }
		func New(other *T) *T { other.done = make(chan int); return &T{} }
		func (t *T) Close() { select { case <-t.done: default: close(t.done) } }
		func (t *T) Wait() { <-t.done }`, isNone},
	{"one that others may call", `
		type T struct{ done chan int; once sync.Once }
		func New() *T { t := &T{}; t.Init(); return t }
		func (t *T) Init() { t.done = make(chan int) }
		func (t *T) Close() { t.once.Do(func() { close(t.done) }) }
		func (t *T) Wait() { <-t.done }`, isNone},
	{"a lock behind a pointer that the constructor makes", `
		type T struct{ mu *sync.Mutex; n int }
		func New() *T { return &T{mu: new(sync.Mutex)} }
		func (t *T) Add() { t.mu.Lock(); defer t.mu.Unlock(); t.n++ }`, isClean},
	{"one that is locked twice", `
		type T struct{ mu *sync.Mutex; n int }
		func New() *T { return &T{mu: new(sync.Mutex)} }
		func (t *T) Add() { t.mu.Lock(); defer t.mu.Unlock(); t.add() }
		func (t *T) add() { t.mu.Lock(); defer t.mu.Unlock(); t.n++ }`, isUnclear},
	{"one that the constructor is given", `
		type T struct{ mu *sync.Mutex; n int }
		func New(mu *sync.Mutex) *T { return &T{mu: mu} }
		func Both() { mu := new(sync.Mutex); a, b := New(mu), New(mu); mu.Lock(); a.Add(); b.Add() }
		func (t *T) Add() { t.mu.Lock(); defer t.mu.Unlock(); t.n++ }`, isNone},
	{"a condition that the constructor makes, for which nobody waits", `
		type T struct{ mu sync.Mutex; cond *sync.Cond; n int }
		func New() *T { t := &T{}; t.cond = sync.NewCond(&t.mu); return t }
		func (t *T) Put() { t.mu.Lock(); t.n++; t.cond.Signal(); t.mu.Unlock() }`, isClean},
	{"a constructor that takes a lock of the package which its caller holds", `
		type T struct{ mu sync.Mutex }
		var all sync.Mutex
		func New() *T { all.Lock(); defer all.Unlock(); t := &T{}; t.mu.Lock(); t.mu.Unlock(); return t }
		func (t *T) Fork() *T { all.Lock(); defer all.Unlock(); t.mu.Lock(); defer t.mu.Unlock(); return New() }`, isNone},
	{"one that looks at all the others under such a lock", `
		type T struct{ mu sync.Mutex }
		var mu sync.Mutex
		var list []*T
		func New() *T {
			mu.Lock()
			defer mu.Unlock()
			for _, other := range list { other.mu.Lock(); other.mu.Unlock() }
			t := &T{}
			list = append(list, t)
			return t
		}
		func (t *T) Close() { t.mu.Lock(); defer t.mu.Unlock(); mu.Lock(); mu.Unlock() }`, isNone},
	{"a method of the next object that takes such a lock", `
		type T struct{ mu sync.Mutex; next *T }
		var all sync.Mutex
		func (t *T) Close() { all.Lock(); defer all.Unlock(); t.mu.Lock(); defer t.mu.Unlock(); t.next.end() }
		func (t *T) end() { all.Lock(); all.Unlock(); t.mu.Lock(); t.mu.Unlock() }`, isUnclear},
	{"structs that share a lock behind a pointer", `
		type T struct{ mu *sync.Mutex; n int }
		func New() *T { return &T{mu: new(sync.Mutex)} }
		func (t *T) With() *T { return &T{mu: t.mu} }
		func (t *T) Log() { t.mu.Lock(); t.n++; t.mu.Unlock() }
		func (t *T) Both() { c := t.With(); t.mu.Lock(); defer t.mu.Unlock(); c.Log() }`, isNone},
	{"a lock that another struct has, too, and replaces", `
		type Hub struct{ cur *sync.Mutex; n int }
		type S struct{ mu *sync.Mutex; n int }
		func NewHub() *Hub { h := &Hub{}; h.open(); return h }
		func (h *Hub) open() *S { s := &S{mu: new(sync.Mutex)}; h.cur = s.mu; return s }
		func (h *Hub) Work() { h.cur.Lock(); h.n++; h.open(); h.cur.Unlock() }
		func (s *S) Use() { s.mu.Lock(); s.n++; s.mu.Unlock() }`, isNone},
	{"what the constructor calls on what others have got at already", `
		type S struct{ a, b sync.Mutex; n int }
		var last *S
		func New() *S { s := &S{}; last = s; s.forward(); return s }
		func (s *S) forward() { s.a.Lock(); s.b.Lock(); s.n++; s.b.Unlock(); s.a.Unlock() }
		func (s *S) Backward() { s.b.Lock(); s.a.Lock(); s.n++; s.a.Unlock(); s.b.Unlock() }`, isUnclear},
	{"what the constructor calls on what only it has", `
		type S struct{ a, b sync.Mutex; n int }
		func New() *S { s := &S{}; s.forward(); return s }
		func (s *S) forward() { s.a.Lock(); s.b.Lock(); s.n++; s.b.Unlock(); s.a.Unlock() }
		func (s *S) Backward() { s.b.Lock(); s.a.Lock(); s.n++; s.a.Unlock(); s.b.Unlock() }`, isClean},
	{"what only the constructor calls", `
		type T struct{ done chan int }
		func New() *T { t := &T{done: make(chan int)}; t.end(); return t }
		func (t *T) end() { close(t.done) }
		func (t *T) Wait() { <-t.done }`, isClean},
	{"what the constructor calls on all that there are", `
		type T struct{ done chan int }
		var all []*T
		func New() *T {
			t := &T{done: make(chan int)}
			all = append(all, t)
			for _, other := range all { other.end() }
			return t
		}
		func (t *T) end() { close(t.done) }
		func (t *T) Wait() { <-t.done }`, isUnclear},
	{"what a function calls on what the constructor has called it on", `
		type T struct{ done chan int }
		func New() *T { t := &T{done: make(chan int)}; t.end(); return t }
		func Two() *T { t := New(); t.end(); return t }
		func (t *T) end() { close(t.done) }
		func (t *T) Wait() { <-t.done }`, isUnclear},
	{"goroutines that are told to end by one who waits for them first", `
		type T struct{ c, ended, done chan int; once sync.Once }
		func New() *T { t := &T{c: make(chan int), ended: make(chan int), done: make(chan int)}; go t.run(); return t }
		func (t *T) run() { for { select { case <-t.c: case <-t.done: close(t.ended); return } } }
		func (t *T) Close() { t.once.Do(func() { <-t.ended; close(t.done) }) }`, isUnclear},
	{"a channel that is closed once, by a flag under a lock", `
		type T struct{ mu sync.Mutex; done chan int; closed bool }
		func New() *T { return &T{done: make(chan int)} }
		func (t *T) Close() { t.mu.Lock(); defer t.mu.Unlock(); if !t.closed { t.closed = true; close(t.done) } }`, isClean},
	{"one that is closed once, by a flag without a lock", `
		type T struct{ done chan int; closed bool }
		func New() *T { return &T{done: make(chan int)} }
		func (t *T) Close() { if !t.closed { t.closed = true; close(t.done) } }`, isUnclear},
	{"one that is closed by a flag that is tested too early", `
		type T struct{ mu sync.Mutex; done chan int; closed bool }
		func New() *T { return &T{done: make(chan int)} }
		func (t *T) Close() { closed := t.closed; t.mu.Lock(); defer t.mu.Unlock(); if !closed { t.closed = true; close(t.done) } }`, isUnclear},
	{"one that is closed by a flag that is set back", `
		type T struct{ mu sync.Mutex; done chan int; closed bool }
		func New() *T { return &T{done: make(chan int)} }
		func (t *T) Reset() { t.mu.Lock(); t.closed = false; t.mu.Unlock() }
		func (t *T) Close() { t.mu.Lock(); defer t.mu.Unlock(); if !t.closed { t.closed = true; close(t.done) } }`, isUnclear},
	{"one that is closed by a flag that others set", `
		type T struct{ mu sync.Mutex; done chan int; closed bool }
		func New() *T { return &T{done: make(chan int)} }
		func (t *T) Set(x bool) { t.mu.Lock(); t.closed = x; t.mu.Unlock() }
		func (t *T) Close() { t.mu.Lock(); defer t.mu.Unlock(); if !t.closed { t.closed = true; close(t.done) } }`, isUnclear},
	{"one that is closed by a flag that is overwritten with the struct", `
		type state struct{ closed bool; n int }
		type T struct{ mu sync.Mutex; done chan int; state }
		func New() *T { return &T{done: make(chan int)} }
		func (t *T) Reset() { t.mu.Lock(); t.state = state{}; t.mu.Unlock() }
		func (t *T) Close() { t.mu.Lock(); defer t.mu.Unlock(); if !t.closed { t.closed = true; close(t.done) } }`, isUnclear},
	{"one that is closed once, while others may still send", `
		type T struct{ mu sync.Mutex; c chan int; closed bool }
		func New() *T { return &T{c: make(chan int, 1)} }
		func (t *T) Put() { t.mu.Lock(); defer t.mu.Unlock(); if t.closed { return }; select { case t.c <- 1: default: } }
		func (t *T) Get() { select { case <-t.c: default: } }
		func (t *T) Close() { t.mu.Lock(); defer t.mu.Unlock(); if !t.closed { t.closed = true; close(t.c) } }`, isClean},
	{"one that is closed once, while others send without asking", `
		type T struct{ mu sync.Mutex; c chan int; closed bool }
		func New() *T { return &T{c: make(chan int, 1)} }
		func (t *T) Put() { t.mu.Lock(); defer t.mu.Unlock(); select { case t.c <- 1: default: } }
		func (t *T) Get() { select { case <-t.c: default: } }
		func (t *T) Close() { t.mu.Lock(); defer t.mu.Unlock(); if !t.closed { t.closed = true; close(t.c) } }`, isUnclear},
	{"one that is closed once, by the opposite of a flag", `
		type T struct{ mu sync.Mutex; done chan int; closed bool }
		func New() *T { return &T{done: make(chan int)} }
		func (t *T) Close() { t.mu.Lock(); defer t.mu.Unlock(); open := !t.closed; if open { t.closed = true; close(t.done) } }`, isClean},
	{"a channel that nobody serves beside one that ends the waiting", `
		type T struct{ c, done chan int; once sync.Once }
		func New() *T { t := &T{c: make(chan int), done: make(chan int)}; go t.run(); return t }
		func (t *T) run() { select { case <-t.c: case <-t.done: } }
		func (t *T) Close() { t.once.Do(func() { close(t.done) }) }`, isClean},
	{"a channel that nobody serves beside one that is sent on, too", `
		type T struct{ c, done chan int; once sync.Once }
		func New() *T { t := &T{c: make(chan int), done: make(chan int)}; go t.run(); return t }
		func (t *T) run() { select { case <-t.c: case <-t.done: } }
		func (t *T) Send() { select { case t.done <- 1: default: } }
		func (t *T) Close() { t.once.Do(func() { close(t.done) }) }`, isUnclear},
	{"one that is opened by its constructor", `
		type T struct{ mu sync.Mutex; done chan int; open bool }
		func New() *T { return &T{done: make(chan int), open: true} }
		func (t *T) Close() { t.mu.Lock(); defer t.mu.Unlock(); if t.open { close(t.done) }; t.open = false }`, isClean},
	{"a lock that is kept by a flag that nobody sets", `
		type T struct{ mu sync.Mutex; kept bool }
		func (t *T) Put() { t.mu.Lock(); t.kept = false; if t.kept { return }; t.mu.Unlock() }`, isClean},
	{"a lock that is kept by a flag that is set back for another object", `
		type T struct{ mu sync.Mutex; kept bool; next *T }
		func (t *T) Link(n *T) { t.next = n }
		func (t *T) Keep() { t.mu.Lock(); t.kept = true; t.mu.Unlock() }
		func (t *T) Put() { t.mu.Lock(); t.next.kept = false; if t.kept { return }; t.mu.Unlock() }`, isUnclear},
	{"one that is set back by a closure for another object", `
		type T struct{ mu sync.Mutex; kept bool; next *T }
		func (t *T) Link(n *T) { t.next = n }
		func (t *T) Keep() { t.mu.Lock(); t.kept = true; t.mu.Unlock() }
		func (t *T) Put() { t.mu.Lock(); n := t.next; func() { n.kept = false }(); if t.kept { return }; t.mu.Unlock() }`, isUnclear},
	{"one that is set back for another parameter", `
		type T struct{ mu sync.Mutex; kept bool }
		func (t *T) Keep() { t.mu.Lock(); t.kept = true; t.mu.Unlock() }
		func Put(t, u *T) { t.mu.Lock(); u.kept = false; if t.kept { return }; t.mu.Unlock() }`, isUnclear},
	{"one that is set back by a closure", `
		type T struct{ mu sync.Mutex; kept bool }
		func (t *T) Keep() { t.mu.Lock(); t.kept = true; t.kept = false; t.mu.Unlock() }
		func (t *T) Put() { t.mu.Lock(); func() { t.kept = false }(); if t.kept { return }; t.mu.Unlock() }`, isClean},
	{"one that is set back in another part of the struct", `
		type part struct{ mu sync.Mutex; kept bool }
		type T struct{ a, b part }
		func (t *T) Keep() { t.b.mu.Lock(); t.b.kept = true; t.b.mu.Unlock() }
		func (t *T) Put() { t.b.mu.Lock(); t.a.kept = false; if t.b.kept { return }; t.b.mu.Unlock() }`, isUnclear},
	{"a lock that is kept by a variable that is set from the start", `
		var mu sync.Mutex
		var kept = true
		func Put() { mu.Lock(); if kept { return }; mu.Unlock() }
		func Off() { mu.Lock(); kept = false; mu.Unlock() }`, isUnclear},
	{"a lock that is kept by a flag of which a library has the address", `
		type T struct{ mu sync.Mutex; kept bool }
		func (t *T) Put(s string) { t.mu.Lock(); t.kept = false; fmt.Sscan(s, &t.kept); if t.kept { return }; t.mu.Unlock() }`, isUnclear},
	{"one that a library prints", `
		type T struct{ mu sync.Mutex; kept bool }
		func (t *T) Put(s string) { t.mu.Lock(); t.kept = false; fmt.Println(s, &t.kept); if t.kept { return }; t.mu.Unlock() }`, isClean},
	{"a variable of which a library has the address", `
		var mu sync.Mutex
		var kept bool
		func Keep(s string) { fmt.Sscan(s, &kept) }
		func Put() { mu.Lock(); if kept { return }; mu.Unlock() }
		func Off() { mu.Lock(); kept = false; mu.Unlock() }`, isUnclear},
	{"one that is set by what the package calls first", `
		var mu sync.Mutex
		var kept bool
		func init() { keep() }
		func keep() { kept = true }
		func Put() { mu.Lock(); if kept { return }; mu.Unlock() }
		func Off() { mu.Lock(); kept = false; mu.Unlock() }`, isUnclear},
	{"one that nobody sets", `
		var mu sync.Mutex
		var kept = false
		func Put() { mu.Lock(); if kept { return }; mu.Unlock() }
		func Off() { mu.Lock(); kept = false; mu.Unlock() }`, isClean},
	{"a variable that is tested after it was loaded again", `
		var mu sync.Mutex
		var kept bool
		func Put() bool { before := kept; mu.Lock(); kept = true; after := kept; if before { mu.Unlock() }; return after }`, isUnclear},
	{"a lock that is kept by structs that no constructor has made", `
		type T struct{ mu sync.Mutex; open bool }
		func New() *T { return &T{open: true} }
		func (t *T) Put() { t.mu.Lock(); if !t.open { return }; t.mu.Unlock() }`, isUnclear},
	{"a method that is called on own objects and on others", `
		type T struct{ mu sync.RWMutex; once sync.Once; n int }
		type Pool struct{ idle []*T }
		func (t *T) put() { t.mu.Lock(); defer t.mu.Unlock(); t.n++ }
		func (t *T) end() { t.once.Do(t.put) }
		func (t *T) Twice() { t.put(); t.end() }
		func (p *Pool) All() { for _, t := range p.idle { t.put(); t.end() } }`, isClean},
	{"a method that is called on own objects while they are locked, and on others", `
		type T struct{ mu sync.RWMutex; n int }
		type Pool struct{ idle []*T }
		func (t *T) put() { t.mu.Lock(); defer t.mu.Unlock(); t.n++ }
		func (t *T) Twice() { t.mu.Lock(); t.put() }
		func (p *Pool) All() { for _, t := range p.idle { t.put() } }`, isUnclear},
	{"one beside a goroutine that the constructor starts", `
		type T struct{ mu sync.Mutex }
		func New() *T { t := &T{}; go t.run(); return t }
		func (t *T) run() { t.mu.Lock(); t.mu.Unlock() }
		func (t *T) Put() { t.mu.Lock(); t.mu.Lock() }`, isUnclear},
	{"one beside a goroutine that another method starts", `
		type T struct{ mu sync.Mutex }
		func (t *T) Go() { go t.run() }
		func (t *T) run() { t.mu.Lock(); t.mu.Unlock() }
		func (t *T) Put() { t.mu.Lock(); t.mu.Lock() }`, isUnclear},
	{"a goroutine that the constructor starts and never ends", `
		type T struct{ c chan int }
		func New() *T { t := &T{c: make(chan int)}; go t.run(); return t }
		func (t *T) run() { t.c <- 1 }
		func (t *T) Len() int { return len(t.c) }`, isUnclear},
	{"a channel that a method closes", `
		type T struct{ stop chan int }
		func New() *T { t := &T{make(chan int)}; go t.run(); return t }
		func (t *T) run() { <-t.stop }
		func (t *T) Close() { close(t.stop) }`, isClean},
	{"one that it closes in the end, by what it calls", `
		type T struct{ stop chan int; n int }
		func New() *T { t := &T{stop: make(chan int)}; go t.run(); return t }
		func (t *T) run() { <-t.stop }
		func (t *T) end() { func() { close(t.stop) }() }
		func (t *T) Close(x bool) error { defer t.end(); if x { return nil }; for range t.n { println() }; return nil }`, isClean},
	{"one that a goroutine closes in the end", `
		type T struct{ stop chan int }
		func New() *T { return &T{make(chan int)} }
		func (t *T) Start() { go func() { println(); close(t.stop) }() }
		func (t *T) Wait() { <-t.stop }`, isClean},
	{"one that a method closes sometimes", `
		type T struct{ stop chan int }
		func New() *T { t := &T{make(chan int)}; go t.run(); return t }
		func (t *T) run() { <-t.stop }
		func (t *T) Close(x bool) { if x { return }; close(t.stop) }`, isUnclear},
	{"one that a method closes where it isn't closed", `
		type T struct{ stop chan int }
		func New() *T { t := &T{make(chan int)}; go t.run(); return t }
		func (t *T) run() { <-t.stop }
		func (t *T) Close() { select { case <-t.stop: default: close(t.stop) } }`, isUnclear},
	{"one that two methods close", `
		type T struct{ stop chan int }
		func New() *T { t := &T{make(chan int)}; go t.run(); return t }
		func (t *T) run() { <-t.stop }
		func (t *T) Close() { close(t.stop) }
		func (t *T) Abort() { close(t.stop) }`, isClean},
	{"two that two methods close, and a third one both", `
		type T struct{ stop, more chan int }
		func New() *T { t := &T{make(chan int), make(chan int)}; go t.run(); return t }
		func (t *T) run() { select { case <-t.stop: case <-t.more: } }
		func (t *T) Stop() { close(t.stop) }
		func (t *T) More() { close(t.more) }
		func (t *T) Close() { close(t.stop); close(t.more) }`, isUnclear},
	{"one that a method closes, which waits for who may have called it", `
		type T struct{ stop, gone chan int }
		func New(x bool) *T { t := &T{make(chan int), make(chan int)}; go t.run(x); return t }
		func (t *T) run(x bool) { if x { t.Close() }; <-t.stop; close(t.gone) }
		func (t *T) Close() { close(t.stop); <-t.gone }`, isUnclear},
	{"one that a method closes by way of another one", `
		type T struct{ stop chan int }
		func New() *T { t := &T{make(chan int)}; go t.run(); return t }
		func (t *T) run() { <-t.stop }
		func (t *T) Stop() { close(t.stop) }
		func (t *T) Close() { t.Stop() }`, isClean},
	{"one that a method closes, and recovers", `
		type T struct{ stop chan int; mu sync.Mutex }
		func New() *T { t := &T{stop: make(chan int)}; go t.run(); return t }
		func (t *T) run() { <-t.stop }
		func (t *T) Close() { defer func() { recover() }(); t.mu.Lock(); close(t.stop); t.mu.Unlock() }`, isUnclear},
	{"one that is closed after another one that may be closed twice, which is recovered", `
		type T struct{ stop, more chan int }
		func New() *T { t := &T{make(chan int), make(chan int)}; go t.run(); go func() { <-t.more }(); return t }
		func (t *T) run() { defer func() { recover() }(); close(t.stop); close(t.more) }
		func (t *T) Stop() { close(t.stop) }`, isUnclear},
	{"one that is closed after another one that may be closed twice, which isn't recovered", `
		type T struct{ stop, more chan int }
		func New() *T { t := &T{make(chan int), make(chan int)}; go t.run(); go func() { <-t.more }(); return t }
		func (t *T) run() { defer func() { print() }(); <-t.stop; close(t.more) }
		func (t *T) Stop() { close(t.stop) }`, isClean},
	{"one that a method closes which may never be asked to", `
		type T struct{ n int; stop chan int }
		func New() *T { t := &T{1, make(chan int)}; go t.run(); return t }
		func (t *T) run() { <-t.stop }
		func (t *T) Done() { t.n--; if t.n == 0 { close(t.stop) } }`, isUnclear},
	{"one that nobody receives from if a loop is never left", `
		type T struct{ c chan int; n int; jobs <-chan int }
		func New(jobs <-chan int) *T { t := &T{make(chan int), 0, jobs}; go t.run(); go func() { t.c <- 1 }(); return t }
		func (t *T) run() { if <-t.jobs == 1 { <-t.c; return }; for { t.n += <-t.jobs } }`, isUnclear},
	{"two that two methods close", `
		type T struct{ stop, more chan int }
		func New() *T { t := &T{make(chan int), make(chan int)}; go t.run(); return t }
		func (t *T) run() { <-t.stop; <-t.more }
		func (t *T) Stop() { close(t.stop) }
		func (t *T) More() { close(t.more) }`, isClean},
	{"one that a method closes, and another one sometimes", `
		type T struct{ stop chan int }
		func New() *T { t := &T{make(chan int)}; go t.run(); return t }
		func (t *T) run() { <-t.stop }
		func (t *T) Close() { close(t.stop) }
		func (t *T) Abort(x bool) { if x { close(t.stop) } }`, isUnclear},
	{"one that a goroutine closes, too", `
		type T struct{ stop, c chan int }
		func New() *T { t := &T{make(chan int), make(chan int)}; go t.run(); return t }
		func (t *T) run() { select { case <-t.stop: case <-t.c: t.Close() } }
		func (t *T) Put() { select { case t.c <- 1: case <-t.stop: } }
		func (t *T) Close() { close(t.stop) }`, isUnclear},
	{"one that a method closes which is given away", `
		type T struct{ stop chan int }
		func New(f func(func())) *T { t := &T{make(chan int)}; go t.run(); f(t.Close); return t }
		func (t *T) run() { <-t.stop }
		func (t *T) Close() { close(t.stop) }`, isUnclear},
	{"one that a method closes which never returns", `
		type T struct{ stop, c chan int }
		func New() *T { t := &T{make(chan int), make(chan int)}; go t.run(); return t }
		func (t *T) run() { for { select { case <-t.c: case <-t.stop: return } } }
		func (t *T) Serve() { for { select { case <-t.c: close(t.stop); case <-t.stop: } } }`, isNone},
	{"one that a method closes which calls itself", `
		type T struct{ stop chan int }
		func New() *T { t := &T{make(chan int)}; go t.run(); return t }
		func (t *T) run() { <-t.stop }
		func (t *T) Close(n int) { if n > 0 { t.Close(n-1); return }; close(t.stop) }`, isUnclear},
	{"a goroutine that a constructor leaves behind which fails", `
		type T struct{ stop chan int }
		func New(x bool) *T { t := &T{make(chan int)}; go t.run(); if x { return nil }; return t }
		func (t *T) run() { <-t.stop }
		func (t *T) Close() { close(t.stop) }`, isUnclear},
	{"one that a constructor ends which fails", `
		type T struct{ stop chan int }
		func New(x bool) *T { t := &T{make(chan int)}; go t.run(); if x { t.Close(); return nil }; return t }
		func (t *T) run() { <-t.stop }
		func (t *T) Close() { close(t.stop) }`, isClean},
	{"one that others know of if a constructor fails", `
		var all []*T
		type T struct{ stop chan int }
		func New(x bool) *T { t := &T{make(chan int)}; go t.run(); all = append(all, t); if x { return nil }; return t }
		func (t *T) run() { <-t.stop }
		func (t *T) Close() { close(t.stop) }`, isClean},
	{"one that the world knows of if a constructor fails", `
		type T struct{ stop chan int }
		func New(x bool, f func(*T)) *T { t := &T{make(chan int)}; go t.run(); f(t); if x { return nil }; return t }
		func (t *T) run() { <-t.stop }
		func (t *T) Close() { close(t.stop) }`, isClean},
}

// TestOutlinesOfClientsSayWhatMayGoWrong looks at all clients of a package.
func TestOutlinesOfClientsSayWhatMayGoWrong(t *testing.T) {
	for _, test := range clientOutlines {
		s, _ := scopes(t, "import (\"fmt\"; \"sync\"); var _ sync.Mutex; var _ = fmt.Sscan\n"+test.source)
		list, _ := s.Clients()
		if len(list) == 0 {
			t.Errorf("%s: there are no clients", test.name)
		}
		got := isClean
		for _, clients := range list {
			for _, outline := range clients.Outlines() {
				switch {
				case outline.System == nil:
					got = isNone
				case got == isClean && !outlineIsClean(outline):
					got = isUnclear
				case got == isClean && outline.OneOfEach:
					got = isBounded
				}
			}
		}
		if got != test.want {
			t.Errorf("%s: the answer is %s, not %s", test.name, got, test.want)
		}
	}
}

// TestWhatIsRecoveredIsntDone looks at a channel that is closed after another one which may be
// closed twice.
func TestWhatIsRecoveredIsntDone(t *testing.T) {
	for deferred, want := range map[string]bool{"recover()": false, "print()": true} {
		s, _ := scopes(t, `type T struct{ stop, more chan int }
			func New() *T { t := &T{stop: make(chan int), more: make(chan int)}; go t.run(); go func() { <-t.more }(); return t }
			func (t *T) run() { defer func() { `+deferred+` }(); close(t.stop); close(t.more) }
			func (t *T) Stop() { close(t.stop) }`)
		list, _ := s.Clients()
		found := false
		for _, clients := range list {
			for _, outline := range clients.Outlines() {
				if sys := outline.System; sys != nil && len(sys.Objects) == 1 && sys.Objects[0].Name == "t.more" {
					found = true
					if got := outlineIsClean(outline); got != want {
						t.Errorf("with %s it is clean: %t", deferred, got)
					}
				}
			}
		}
		if !found {
			t.Error("there is no outline")
		}
	}
}
