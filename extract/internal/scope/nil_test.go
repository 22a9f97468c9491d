package scope_test

import "testing"

// waiters are structs that wait, by value, in interfaces.
const waiters = `
		type waiter interface{ wait() }
		type box struct{ c chan int }
		func (b box) wait() { <-b.c }
`

// nils are functions f that may meet a nil channel, or don't, with what their outlines say
// of them.
var nils = []struct{ name, source, want string }{
	{"a field that a helper with a type parameter resets", `
		type box struct{ c chan int }
		func reset[T any](p *T) { var z T; *p = z }
		func f() { b := &box{c: make(chan int)}; close(b.c); reset(b); <-b.c }`, isUnclear},
	{"one that a helper with a type parameter sets", `
		type box struct{ c chan int }
		func set[T any](p *T, v T) { *p = v }
		func f() { b := &box{c: make(chan int)}; close(b.c); set(b, box{}); <-b.c }`, isUnclear},
	{"one of a struct that a function with a type parameter makes", `
		type box struct{ c chan int }
		func made[T any]() *T { return new(T) }
		func f(x bool) { b := made[box](); if x { b.c = make(chan int); close(b.c) }; <-b.c }`, isNone},
	{"the zero value of a type parameter", `
		type box struct{ c chan int }
		func zero[T any]() (z T) { return }
		func f() { b := box{make(chan int)}; close(b.c); <-b.c; d := zero[box](); <-d.c }`, isUnclear},
	{"a struct that is zero", `
		type box struct{ c chan int }
		func zero() (z box) { return }
		func f() { b := box{make(chan int)}; close(b.c); <-b.c; d := zero(); <-d.c }`, isUnclear},
	{"the zero value of a type parameter, of a channel", `
		func pick[T any](v T, x bool) T { if x { return v }; var z T; return z }
		func f(x bool) { c := make(chan int); close(c); <-pick(c, x) }`, isUnclear},
	{"a type parameter's value that is there", `
		func pick[T any](v T, x bool) T { if x { println() }; return v }
		func f(x bool) { c := make(chan int); close(c); <-pick(c, x) }`, isClean},
	{"elements that are cleared", `
		func f() { l := []chan int{make(chan int)}; close(l[0]); clear(l); <-l[0] }`, isUnclear},
	{"structs that are cleared", `
		type box struct{ c chan int }
		func f() { l := []box{{make(chan int)}}; close(l[0].c); clear(l); <-l[0].c }`, isUnclear},
	{"a struct in an interface, by value", `
		type box struct{ c chan int }
		func (b box) wait() { <-b.c }
		func f() { b := box{make(chan int)}; close(b.c); var w interface{ wait() } = b; w.wait() }`, isClean},
	{"one of two that is zero", `
		type box struct{ c chan int }
		func (b box) wait() { <-b.c }
		func f(x bool) { b := box{make(chan int)}; close(b.c); var w interface{ wait() } = b; if x { w = box{} }; w.wait() }`, isUnclear},
	{"one that may not be in a map", `
		type box struct{ c chan int }
		func (b box) wait() { <-b.c }
		func f(m map[int]box) { b := box{make(chan int)}; close(b.c); m[1] = b; var w interface{ wait() } = m[2]; w.wait() }`, isUnclear},
	{"a struct that is passed on by value", `
		type box struct{ c chan int }
		func wait(b box, n int) { if n > 0 { wait(b, n-1) }; <-b.c }
		func f(n int) { b := box{make(chan int)}; close(b.c); wait(b, n) }`, isClean},
	{"one that is passed by value once", `
		type box struct{ c chan int }
		func wait(b box) { <-b.c }
		func f() { b := box{make(chan int)}; close(b.c); wait(b) }`, isClean},
	{"one of which a zero one is passed, too", `
		type box struct{ c chan int }
		func wait(b box) { <-b.c }
		func f(x bool) { b := box{make(chan int)}; close(b.c); wait(b); if x { wait(box{}) } }`, isUnclear},
	{"one that others pass, too", `
		type box struct{ c <-chan int }
		func (b *box) wait() { <-b.c }
		func f(others <-chan int) { c := make(chan int); close(c); (&box{c}).wait(); (&box{others}).wait() }`, isClean},
	{"one that is nil in a struct of a library", `
		import "net/http"
		type box struct{ c <-chan struct{} }
		func (b *box) wait() { <-b.c }
		func f() { c := make(chan struct{}); close(c); (&box{c}).wait(); r := &http.Request{}; (&box{r.Cancel}).wait() }`, isUnclear},
	{"an instance of a generic struct that is zero", `
		type box[T any] struct{ c chan T }
		func (b box[T]) wait() { <-b.c }
		func f(x bool) { b := box[int]{make(chan int)}; close(b.c); var w interface{ wait() } = b; if x { w = box[int]{} }; w.wait() }`, isUnclear},
	{"one that a function makes which does nothing else", waiters + `
		func zero() waiter { return box{} }
		func f(x bool) { b := box{make(chan int)}; close(b.c); var w waiter = b; if x { w = zero() }; w.wait() }`, isUnclear},
	{"one that is nil for others", `
		type box struct{ c <-chan int }
		func (b *box) wait() { <-b.c }
		func f() { c := make(chan int); close(c); (&box{c}).wait(); (&box{nil}).wait() }`, isUnclear},
	{"one that a package-level variable holds", waiters + `
		var none waiter = box{}
		func f(x bool) { b := box{make(chan int)}; close(b.c); var w waiter = b; if x { w = none }; w.wait() }`, isUnclear},
	{"one that is in a map from the start", waiters + `
		var none = map[string]waiter{"a": box{}}
		func f(x bool) { b := box{make(chan int)}; close(b.c); var w waiter = b; if x { w = none["a"] }; w.wait() }`, isUnclear},
	{"one in a struct with the same methods", waiters + `
		type boxes struct{ box }
		func zero() waiter { var z boxes; return z }
		func f(x bool) { b := box{make(chan int)}; close(b.c); var w waiter = b; if x { w = zero() }; w.wait() }`, isUnclear},
	{"one that a function returns which sets it", waiters + `
		func made(c chan int) waiter { return box{c} }
		func f() { c := make(chan int); close(c); made(c).wait() }`, isClean},
	{"what ends others is never set here", `
		type task struct{ done chan int }
		func started() *task { return &task{make(chan int)} }
		func (t *task) stop() { close(t.done) }
		func f() { c, t := make(chan int), &task{}; select { case <-c: case <-t.done: } }`, isUnclear},
	{"a time that is never set", `
		import "time"
		type task struct{ timeout <-chan time.Time }
		func set(t *task) { t.timeout = time.After(1) }
		func f() { c, t := make(chan int), &task{}; select { case <-c: case <-t.timeout: } }`, isUnclear},
	{"one that is set sometimes", `
		import "time"
		type task struct{ timeout <-chan time.Time }
		func f(x bool) { c, t := make(chan int), &task{}; if x { t.timeout = time.After(1) }; select { case <-c: case <-t.timeout: } }`, isUnclear},
	{"one that is always set", `
		import "time"
		type task struct{ timeout <-chan time.Time }
		func f() { c, t := make(chan int), &task{time.After(1)}; select { case <-c: case <-t.timeout: } }`, isClean},
	{"one that others may set", `
		import "time"
		type Task struct{ Timeout <-chan time.Time }
		func f() { c, t := make(chan int), &Task{}; select { case <-c: case <-t.Timeout: } }`, isClean},
	{"that of a timer", `
		import "time"
		type task struct{ timer *time.Timer }
		func f() { c, t := make(chan int), &task{time.NewTimer(1)}; select { case <-c: case <-t.timer.C: } }`, isClean},
	{"a map that is cleared", `
		func f() { l := map[int]chan int{1: make(chan int)}; close(l[1]); clear(l); <-l[1] }`, isUnclear},
}

func TestOutlinesSayWhatMayBeNil(t *testing.T) {
	for _, test := range nils {
		if got := outlineAnswer(t, test.source); got != test.want {
			t.Errorf("%s: the answer is %s, not %s", test.name, got, test.want)
		}
	}
}
