package waitfor_test

import (
	"maps"
	"slices"
	"testing"

	"github.com/chancheck/chancheck/extract/internal/pointsto"
)

// an actor runs what it gets until it is closed.
const actor = `
	import "sync"
	var _ sync.Mutex
	type state struct { n int }
	type Actor struct { do chan func(*state); requests chan request; pointers chan *request; direct chan chan int; quit chan struct{} }
	type request struct { n int; c chan int }
	func New() *Actor {
		a := &Actor{make(chan func(*state)), make(chan request), make(chan *request), make(chan chan int), make(chan struct{})}
		go a.run()
		return a
	}
	func (a *Actor) Close() { close(a.quit) }
`

// Who asks, and who serves, in one way.
const (
	serves = `
	func (a *Actor) run() { for { select { case r := <-a.requests: r.c <- r.n; case <-a.quit: return } } }`
	calls = `
	func (a *Actor) run() { s := &state{}; for { select { case do := <-a.do: do(s); case <-a.quit: return } } }`
	ask = `
	func (a *Actor) Get() int { c := make(chan int)
		a.requests <- request{1, c}
		return <-c }`
	askByPointer = `
	func (a *Actor) Get() int { r := &request{1, make(chan int)}
		a.pointers <- r
		return <-r.c }`
	askByFunction = `
	func (a *Actor) Get() int { c := make(chan int)
		a.do <- func(s *state) { c <- s.n }
		return <-c }`
)

// replies are programs with an actor and the channels for replies because of which nobody is stuck.
var replies = []struct{ name, source, want string }{
	{"a function that it calls", `
		func (a *Actor) run() { s := &state{}; for { select { case do := <-a.do: do(s); case <-a.quit: return } } }
		func (a *Actor) Get() int { c := make(chan int)
			select { case a.do <- func(s *state) { c <- s.n }: return <-c; case <-a.quit: return 0 } }`, "c"},
	{"a struct", `
		func (a *Actor) run() { for { select { case r := <-a.requests: r.c <- r.n; case <-a.quit: return } } }
		func (a *Actor) Get() int { c := make(chan int)
			select { case a.requests <- request{1, c}: return <-c; case <-a.quit: return 0 } }`, "c"},
	{"a pointer", `
		func (a *Actor) run() { for { select { case r := <-a.pointers: r.c <- r.n; case <-a.quit: return } } }
		func (a *Actor) Get() int { c := make(chan int)
			r := &request{1, c}
			select { case a.pointers <- r: return <-r.c; case <-a.quit: return 0 } }`, "c"},
	{"the channel", `
		func (a *Actor) run() { for { select { case c := <-a.direct: c <- 1; case <-a.quit: return } } }
		func (a *Actor) Get() int { c := make(chan int)
			select { case a.direct <- c: return <-c; case <-a.quit: return 0 } }`, "c"},
	{"a variable that the next request takes from who replies", `
		func (a *Actor) run() { var r request; for { select { case r = <-a.requests: go func() { r.c <- r.n }(); case <-a.quit: return } } }
		` + ask, ""},
	{"a variable of each request", `
		func (a *Actor) run() { for { select { case r := <-a.requests: go func() { r.c <- r.n }(); case <-a.quit: return } } }
		` + ask, "c"},
	{"one side forgets it", `
		func (a *Actor) run() { for { select { case r := <-a.requests: if r.n > 1 { continue }; r.c <- r.n; case <-a.quit: return } } }
		` + ask, ""},
	{"either side replies", `
		func (a *Actor) run() { for { select { case r := <-a.requests: if r.n > 1 { close(r.c) } else { r.c <- r.n }; case <-a.quit: return } } }
		` + ask, "c"},
	{"another one takes it and forgets it", `
		func (a *Actor) run() { for { select { case r := <-a.requests: r.c <- r.n; case <-a.quit: return } } }
		func (a *Actor) Skip() { <-a.requests }
		` + ask, ""},
	{"another one takes it and keeps it", `
		func (a *Actor) run() { for { select { case r := <-a.requests: r.c <- r.n; case <-a.quit: return } } }
		var kept []request
		func (a *Actor) Skip() { kept = append(kept, <-a.requests) }
		` + ask, ""},
	{"it is kept and answered later", `
		func (a *Actor) run() { var last []request
			for { select { case r := <-a.requests: last = append(last, r); case <-a.quit: for _, r := range last { r.c <- r.n }; return } } }
		` + ask, ""},
	{"two replies", `
		func (a *Actor) run() { for { select { case r := <-a.requests: r.c <- r.n; r.c <- r.n; case <-a.quit: return } } }
		` + ask, ""},
	{"a reply or the end", `
		func (a *Actor) run() { for { select { case r := <-a.requests: select { case r.c <- r.n: case <-a.quit: return }; case <-a.quit: return } } }
		` + ask, ""},
	{"a reply if somebody waits for it", `
		func (a *Actor) run() { for { select { case r := <-a.requests: select { case r.c <- r.n: default: }; case <-a.quit: return } } }
		` + ask, ""},
	{"a goroutine replies", `
		func (a *Actor) run() { for { select { case r := <-a.pointers: go func() { r.c <- r.n }(); case <-a.quit: return } } }
		` + askByPointer, "r.c"},
	{"it is replied at the end", `
		func (a *Actor) run() { for r := range a.pointers { a.serve(r) } }
		func (a *Actor) serve(r *request) { defer close(r.c); println(r.n) }
		` + askByPointer, "a.quit r.c"},
	{"a method replies", `
		func (a *Actor) run() { for { select { case r := <-a.requests: r.answer(r.n); case <-a.quit: return } } }
		func (r *request) answer(n int) { r.c <- n }
		` + ask, "c"},
	{"a method replies some time", `
		func (a *Actor) run() { for { select { case r := <-a.requests: r.answer(r.n); case <-a.quit: return } } }
		func (r *request) answer(n int) { if n > 0 { r.c <- n } }
		` + ask, ""},
	{"a method replies, of which others make use", `
		func (a *Actor) run() { for { select { case r := <-a.pointers: r.answer(r.n); case <-a.quit: return } } }
		func (r *request) answer(n int) { r.c <- n }
		func (a *Actor) Other(r *request) { r.answer(1) }
		` + askByPointer, ""},
	{"a function that is passed the struct replies", `
		func (a *Actor) run() { for { select { case r := <-a.requests: answer(r); case <-a.quit: return } } }
		func answer(r request) { if r.n > 0 { r.c <- r.n } else { r.c <- 0 } }
		` + ask, "c"},
	{"a function that is passed the struct replies some time", `
		func (a *Actor) run() { for { select { case r := <-a.requests: answer(r); case <-a.quit: return } } }
		func answer(r request) { if r.n > 0 { r.c <- r.n } }
		` + ask, ""},
	{"a function that is passed the struct replies to another channel", `
		func (a *Actor) run() { for { select { case r := <-a.requests: answer(r); case <-a.quit: return } } }
		func answer(r request) { r.c = make(chan int, 1); r.c <- r.n }
		` + ask, ""},
	{"a function that is passed the struct replies to another one", `
		func (a *Actor) run() { for { select { case r := <-a.requests: answer(r); case <-a.quit: return } } }
		func answer(r request) { r = request{1, make(chan int, 1)}; r.c <- r.n }
		` + ask, ""},
	{"a goroutine that is passed the struct replies", `
		func (a *Actor) run() { for { select { case r := <-a.requests: go answer(r); case <-a.quit: return } } }
		func answer(r request) { s := r; s.c <- r.n }
		` + ask, "c"},
	{"a goroutine that has captured the struct replies", `
		func (a *Actor) run() { for { select { case r := <-a.requests: go func() { r.c <- r.n }(); case <-a.quit: return } } }
		` + ask, "c"},
	{"a goroutine that has captured the struct replaces the channel", `
		func (a *Actor) run() { for { select { case r := <-a.requests: func() { r.c = make(chan int, 1) }(); r.c <- r.n; case <-a.quit: return } } }
		` + ask, ""},
	{"a goroutine that has captured the struct replaces it", `
		func (a *Actor) run() { for { select { case r := <-a.requests: func() { r = request{} }(); r.c <- r.n; case <-a.quit: return } } }
		` + ask, ""},
	{"the part of the struct", `
		func (a *Actor) run() { for { (<-a.requests).c <- 1 } }
		` + ask, "a.quit c"},
	{"the part of the struct, on one side", `
		func (a *Actor) run() { for { if c := (<-a.requests).c; c != nil { c <- 1 } } }
		` + ask, "a.quit c"},
	{"to another channel", `
		func (a *Actor) run() { for { select { case r := <-a.requests: r.c = make(chan int, 1); r.c <- r.n; case <-a.quit: return } } }
		` + ask, ""},
	{"to the channel of another message", `
		func (a *Actor) run() { for { select { case r := <-a.requests: r = <-a.requests; r.c <- r.n; case <-a.quit: return } } }
		` + ask, ""},
	{"somebody changes the channel", `
		func (a *Actor) run() { for { select { case r := <-a.pointers: r.reset(); r.c <- r.n; case <-a.quit: return } } }
		func (r *request) reset() { r.c = make(chan int, 1) }
		` + askByPointer, ""},
	{"somebody changes all", `
		func (a *Actor) run() { for { select { case r := <-a.pointers: r.reset(); r.c <- r.n; case <-a.quit: return } } }
		func (r *request) reset() { *r = request{1, make(chan int, 1)} }
		` + askByPointer, ""},
	{"there may be none", `
		func (a *Actor) run() { for { select { case r := <-a.requests: if r.c != nil { r.c <- r.n }; case <-a.quit: return } } }
		func (a *Actor) Tell() { a.requests <- request{n: 1} }
		` + ask, "c"},
	{"there is none", `
		func (a *Actor) run() { for { select { case r := <-a.requests: if r.c == nil { r.c <- r.n }; case <-a.quit: return } } }
		` + ask, ""},
	{"until no more come", `
		func (a *Actor) run() { for r := range a.pointers { r.c <- r.n } }
		` + askByPointer, "a.quit r.c"},
	{"in a case, until no more come", `
		func (a *Actor) run() { for { select { case r, ok := <-a.pointers: if !ok { return }; r.c <- r.n; case <-a.quit: return } } }
		` + askByPointer, "r.c"},
	{"only if no more come", `
		func (a *Actor) run() { for { select { case r, ok := <-a.pointers: if ok { return }; r.c <- r.n; case <-a.quit: return } } }
		` + askByPointer, ""},
	{"who asks doesn't wait for it in any case", serves + `
		func (a *Actor) Get() int { c := make(chan int)
			a.requests <- request{1, c}
			select { case n := <-c: return n; case <-a.quit: return 0 } }`, ""},
	{"who asks doesn't wait for it in any case, but has a slot", serves + `
		func (a *Actor) Get() int { c := make(chan int, 1)
			a.requests <- request{1, c}
			select { case n := <-c: return n; case <-a.quit: return 0 } }`, "c"},
	{"who asks forgets it on one side", serves + `
		func (a *Actor) Get(x bool) int { c := make(chan int)
			a.requests <- request{1, c}
			if x { return 0 }
			return <-c }`, ""},
	{"who asks waits for it before", serves + `
		func (a *Actor) Get(x bool) int { c := make(chan int)
			if x { a.requests <- request{1, c} }
			return <-c }`, ""},
	{"who asks waits for it where he has not asked", serves + `
		func (a *Actor) Get() int { c := make(chan int)
			select { case a.requests <- request{1, c}: case <-a.quit: }
			return <-c }`, ""},
	{"who asks waits for it twice", serves + `
		func (a *Actor) Get() int { c := make(chan int)
			a.requests <- request{1, c}
			return <-c + <-c }`, ""},
	{"who asks does so twice", serves + `
		func (a *Actor) Get() int { c := make(chan int)
			r := request{1, c}
			a.requests <- r
			a.requests <- r
			return <-c }`, ""},
	{"who asks does so again and again", serves + `
		func (a *Actor) Get() int { c := make(chan int)
			for range 3 { a.requests <- request{1, c} }
			return <-c }`, ""},
	{"who asks does so again and again with another one", serves + `
		func (a *Actor) Get() (n int) {
			for range 3 { c := make(chan int); a.requests <- request{1, c}; n += <-c }
			return n }`, "c"},
	{"who asks replies himself", serves + `
		func (a *Actor) Get() int { c := make(chan int, 1)
			a.requests <- request{1, c}
			c <- 1
			return <-c }`, ""},
	{"who asks gives it away", serves + `
		func (a *Actor) Get() int { c := make(chan int)
			a.requests <- request{1, c}
			go drop(c)
			return <-c }
		func drop(c chan int) { <-c }`, ""},
	{"who asks is given it in what he stores", serves + `
		var last *request
		func (a *Actor) Get() int { r := &request{1, make(chan int)}
			last = r
			a.requests <- *r
			return <-r.c }
		func (a *Actor) Last() int { return <-last.c }`, ""},
	{"it is left in a buffer", `
		var all = make(chan request, 1)
		func (a *Actor) run() { for { select { case r := <-all: r.c <- r.n; case <-a.quit: return } } }
		func (a *Actor) Get() int { c := make(chan int)
			all <- request{1, c}
			return <-c }`, ""},
	{"others may take it", `
		var All = make(chan request)
		func (a *Actor) run() { for { select { case r := <-All: r.c <- r.n; case <-a.quit: return } } }
		func (a *Actor) Get() int { c := make(chan int)
			All <- request{1, c}
			return <-c }`, ""},
	{"who replies waits for who asks", `
		var mu sync.Mutex
		func (a *Actor) run() { for { select { case r := <-a.requests: mu.Lock(); r.c <- r.n; mu.Unlock(); case <-a.quit: return } } }
		func (a *Actor) Get() int { c := make(chan int)
			mu.Lock(); defer mu.Unlock()
			a.requests <- request{1, c}
			return <-c }`, ""},
	{"who asks waits for who replies", `
		var done = make(chan int)
		func (a *Actor) run() { for { select { case r := <-a.requests: r.c <- r.n; done <- 1; case <-a.quit: return } } }
		func (a *Actor) Get() int { c := make(chan int)
			a.requests <- request{1, c}
			<-done
			return <-c }`, ""},
	{"who replies has waited for somebody else", `
		var mu sync.Mutex
		func (a *Actor) run() { for { select { case r := <-a.requests: mu.Lock(); r.c <- r.n; mu.Unlock(); case <-a.quit: return } } }
		func (a *Actor) Get() int { c := make(chan int)
			a.requests <- request{1, c}
			return <-c }`, "c"},
	{"who replies recovers", `
		func (a *Actor) run() { for { a.step() } }
		func (a *Actor) step() { defer func() { recover() }(); r := <-a.requests; work(r.n); r.c <- r.n }
		func work(n int) { if n > 1 { panic(n) } }
		` + ask, "a.quit"},
	{"another one has the same kind of request, and nobody replies", serves + `
		var others = make(chan request)
		func other() { for { <-others } }
		func (a *Actor) Other() int { go other(); d := make(chan int)
			others <- request{1, d}
			return <-d }
		` + ask, "c"},
	{"another one has the same kind of request, and somebody replies", serves + `
		var others = make(chan request)
		func other() { for r := range others { r.c <- 1; r.c <- 2 } }
		func (a *Actor) Other() int { go other(); d := make(chan int)
			others <- request{1, d}
			return <-d + <-d }
		` + ask, "c"},
	{"another one comes over another channel, in the same way", `
		func (a *Actor) run() { for { select { case r := <-a.requests: r.c <- r.n; case r := <-a.pointers: r.c <- r.n; case <-a.quit: return } } }
		func (a *Actor) Other() int { d := make(chan int); a.pointers <- &request{1, d}; return <-d }
		` + ask, "d c"},
	{"another one comes over another channel, and is forgotten", `
		func (a *Actor) run() { for { select { case r := <-a.requests: r.c <- r.n; case r := <-a.pointers: if r.n > 1 { r.c <- r.n }; case <-a.quit: return } } }
		func (a *Actor) Other() int { d := make(chan int); a.pointers <- &request{1, d}; return <-d }
		` + ask, "c"},
	{"others are answered by the same method", `
		func (a *Actor) run() { for { select { case r := <-a.requests: r.answer(r.n); case r := <-a.pointers: r.answer(r.n); r.answer(r.n); case <-a.quit: return } } }
		func (r *request) answer(n int) { r.c <- n }
		func (a *Actor) Other() int { d := make(chan int); a.pointers <- &request{1, d}; return <-d + <-d }
		` + ask, "c"},
	{"another one is answered with it", `
		func (a *Actor) run() { for { select { case r := <-a.requests: r.c <- r.n; s := <-a.requests; answer(&r, &s); case <-a.quit: return } } }
		func answer(r, s *request) { s.c <- 1; r.c <- 1 }
		` + ask, ""},
	{"another one that comes over another channel is answered with it", `
		func (a *Actor) run() { for { select { case r := <-a.pointers: s := <-a.requests; answer(r, &s); case <-a.quit: return } } }
		func answer(r, s *request) { s.c <- 1; r.c <- 1; s.c <- 2 }
		func (a *Actor) Other() int { d := make(chan int); a.requests <- request{1, d}; return <-d + <-d }
		` + askByPointer, "r.c"},
	{"a pointer of which there is a copy", `
		func (a *Actor) run() { for { select { case r := <-a.pointers: s := *r; s.c <- r.n; case <-a.quit: return } } }
		` + askByPointer, "r.c"},
	{"one side takes the next one", `
		func (a *Actor) run() { for { r := <-a.requests; if r.n > 1 { continue }; r.c <- r.n } }
		` + ask, "a.quit"},
	{"it is put into another one", `
		func (a *Actor) run() { for { select { case r := <-a.requests: r.c <- r.n; s := &request{2, r.c}; s.c <- 3; case <-a.quit: return } } }
		` + ask, ""},
	{"another one may become it", `
		func (a *Actor) run() { for { select { case r := <-a.requests: r.c <- r.n; s := &request{2, make(chan int, 1)}; if r.n > 1 { *s = r }; s.c <- 3; case <-a.quit: return } } }
		` + ask, ""},
	{"a variable with its address is set to another one", `
		func (a *Actor) run() { for { select { case r := <-a.pointers: set := func() { r = &request{1, make(chan int, 1)} }; set(); answer(r); case <-a.quit: return } } }
		func answer(r *request) { r.c <- 1 }
		` + askByPointer, ""},
	{"there may be none, asked before", `
		func (a *Actor) run() { for { select { case r := <-a.requests: isNone := r.c == nil; println(isNone); if !isNone { r.c <- r.n }; case <-a.quit: return } } }
		` + ask, "c"},
	{"who asks does so until it is enough", serves + `
		func (a *Actor) Get(x func() bool) int { c := make(chan int)
			for { a.requests <- request{1, c}; if x() { break } }
			return <-c }`, ""},
	{"who asks may do so again", `
		func (a *Actor) run() { for { select { case r := <-a.pointers: r.c <- r.n; case <-a.quit: return } } }
		func (a *Actor) Get(x bool) int { r := &request{1, make(chan int)}
			s := r
			if x { s = &request{2, make(chan int, 1)} }
			a.pointers <- r
			a.pointers <- s
			return <-r.c }`, ""},
	{"others may ask again", `
		func (a *Actor) run() { for { select { case r := <-a.pointers: r.c <- r.n; case <-a.quit: return } } }
		var last *request
		func (a *Actor) Get() int { r := &request{1, make(chan int)}
			last = r
			a.pointers <- r
			return <-r.c }
		func (a *Actor) Again() { a.pointers <- last }`, ""},
	{"who asks may be gone", serves + `
		func (a *Actor) Get(x func()) int { defer func() { recover() }()
			c := make(chan int)
			a.requests <- request{1, c}
			x()
			return <-c }`, ""},
	{"who takes it may be gone", `
		func (a *Actor) run() { for { a.step(hook) } }
		var hook func()
		func (a *Actor) step(x func()) { defer func() { recover() }(); r := <-a.requests; x(); r.c <- r.n }
		` + ask, "a.quit"},
	{"who calls a function that recovers before it replies", calls + `
		func (a *Actor) Get(x func()) int { c := make(chan int)
			a.do <- func(s *state) { defer func() { recover() }(); x(); c <- s.n }
			return <-c }`, ""},
	{"a function that replies on one side", calls + `
		func (a *Actor) Get() int { c := make(chan int)
			a.do <- func(s *state) { if s.n > 0 { c <- s.n } }
			return <-c }`, ""},
	{"a function that replies twice", calls + `
		func (a *Actor) Get() int { c := make(chan int)
			a.do <- func(s *state) { c <- s.n; c <- s.n }
			return <-c }`, ""},
	{"a function that closes the channel when it has replied", calls + `
		func (a *Actor) Get() int { c := make(chan int)
			a.do <- func(s *state) { defer close(c); c <- s.n }
			return <-c }`, "c"},
	{"a function that asks again", calls + `
		func (a *Actor) Get() int { c := make(chan int)
			a.do <- func(s *state) { n := a.Get(); c <- s.n + n }
			return <-c }`, ""},
	{"a function that has the reply sent", calls + `
		func (a *Actor) Get() int { c := make(chan int)
			a.do <- func(s *state) { n := s.n; go func() { c <- n }() }
			return <-c }`, "c"},
	{"a function that is called twice", `
		func (a *Actor) run() { s := &state{}; for { select { case do := <-a.do: do(s); do(s); case <-a.quit: return } } }
		` + askByFunction, ""},
	{"a function that is called if it is one", `
		func (a *Actor) run() { s := &state{}; for { select { case do := <-a.do: if do != nil { do(s) }; case <-a.quit: return } } }
		` + askByFunction, "c"},
	{"a function that is called on one side", `
		func (a *Actor) run() { s := &state{}; for { select { case do := <-a.do: if s.n > 1 { do(s) }; case <-a.quit: return } } }
		` + askByFunction, ""},
	{"a function that is called in a goroutine", `
		func (a *Actor) run() { s := &state{}; for { select { case do := <-a.do: go do(s); case <-a.quit: return } } }
		` + askByFunction, "c"},
	{"a function that others call", `
		func (a *Actor) run() { s := &state{}; for { select { case do := <-a.do: call(do, s); case <-a.quit: return } } }
		func call(do func(*state), s *state) { do(s) }
		` + askByFunction, "c"},
	{"a function that is called later", `
		func (a *Actor) run() { s := &state{}; var last func(*state); for { select { case do := <-a.do: if last != nil { last(s) }; last = do; case <-a.quit: return } } }
		` + askByFunction, ""},
	{"a function that is called, and later again", `
		func (a *Actor) run() { s := &state{}; var last func(*state); for { select { case do := <-a.do: if last != nil { last(s) }; do(s); last = do; case <-a.quit: return } } }
		` + askByFunction, ""},
	{"a function that is handed to a worker", `
		var work = make(chan func(*state))
		func worker() { do := <-work; do(nil) }
		func (a *Actor) run() { go worker(); for { select { case do := <-a.do: work <- do; case <-a.quit: return } } }
		` + askByFunction, ""},
	{"a function that unseen code gets", `
		var Work func(func(*state))
		func (a *Actor) run() { for { select { case do := <-a.do: Work(do); case <-a.quit: return } } }
		` + askByFunction, ""},
	{"the channel, on which nobody replies", `
		func (a *Actor) run() { for { select { case <-a.direct: case <-a.quit: return } } }
		func (a *Actor) Get() int { c := make(chan int); a.direct <- c; return <-c }`, ""},
	{"the channel, on which others reply", `
		func (a *Actor) run() { for { select { case c := <-a.direct: tell(c); case <-a.quit: return } } }
		func tell(c chan int) { c <- 1 }
		func (a *Actor) Get() int { c := make(chan int); a.direct <- c; return <-c }`, "c"},
	{"the channel, from which who takes it receives", `
		func (a *Actor) run() { for { select { case c := <-a.direct: c <- 1; <-c; case <-a.quit: return } } }
		func (a *Actor) Get() int { c := make(chan int); a.direct <- c; return <-c }`, ""},
}

// TestRepliesBecauseOfWhichNobodyIsStuck asks about the channels for replies of each program.
func TestRepliesBecauseOfWhichNobodyIsStuck(t *testing.T) {
	for _, test := range replies {
		w := build(t, actor+test.source)
		objects := slices.Sorted(maps.Keys(w.Operated()))
		served := w.waits.Served(objects, nil, nil)
		if got := w.namesOf(slices.DeleteFunc(objects, func(l pointsto.Location) bool { return !served.Has(l) })); got != test.want {
			t.Errorf("%s: %q, want %q", test.name, got, test.want)
		}
	}
}
