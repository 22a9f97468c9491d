package scope_test

// outlinesOfFields are functions f that wait for channels, or fields, that may be nil, with what their outlines say of them.
var outlinesOfFields = []struct{ name, source, want string }{
	{"a channel that may be nil", `
		func f(x bool) { var c chan int; if x { c = make(chan int) }; go func() { c <- 1 }(); <-c }`, isNone},
	{"a channel in a map that is cleared", `
		func f() { c := make(chan int, 1); c <- 1; m := map[int]chan int{1: c}; clear(m); <-m[1] }`, isUnclear},
	{"a channel that is no longer in an interface", `
		func f() { c := make(chan int, 1); c <- 1; var x any = c; <-x.(chan int); x = 3; b, _ := x.(chan int); <-b }`, isUnclear},
	{"a channel that is nil in one branch", `
		func f(x bool) { c := make(chan int); close(c); var d chan int; if x { d = c }; <-d }`, isUnclear},
	{"a channel that a helper doesn't return in one branch", `
		func pick(x bool, c chan int) chan int { if x { return nil }; return c }
		func f(x bool) { c := make(chan int); close(c); <-pick(x, c) }`, isUnclear},
	{"one that it returns with an error", `
		func pick(x bool, c chan int) (chan int, bool) { if x { return nil, false }; return c, true }
		func f(x bool) { c := make(chan int); close(c); d, _ := pick(x, c); <-d }`, isUnclear},
	{"one that it returns in both", `
		func pick(x bool, c chan int) chan int { if x { return c }; println(); return c }
		func f(x bool) { c := make(chan int); go func() { close(c) }(); <-pick(x, c) }`, isClean},
	{"a helper that is given a channel, and nil", `
		func take(c chan int) { <-c }
		func f(x bool) { c := make(chan int); close(c); take(c); if x { take(nil) } }`, isUnclear},
	{"a case of a select that may be nil", `
		func f(x bool) { c := make(chan int); close(c); var d chan int; if x { d = c }; select { case <-d: } }`, isUnclear},
	{"one beside a default", `
		func f(x bool) { c := make(chan int); close(c); var d chan int; if x { d = c }; select { case <-d: default: } }`, isClean},
	{"a case of a select that waits for a time, or for nothing", `
		import "time"
		func wait(t <-chan time.Time, c chan int) { select { case <-t: case c <- 1: } }
		func f(x bool) { c := make(chan int); var t <-chan time.Time; if x { t = time.After(1) }; go wait(t, c) }`, isUnclear},
	{"a case of a select that waits for a time", `
		import "time"
		func wait(t <-chan time.Time, c chan int) { select { case <-t: case c <- 1: } }
		func f(x bool) { c := make(chan int); t := time.After(2); if x { t = time.After(1) }; go wait(t, c) }`, isClean},
	{"a field that is set too late", `
		type box struct{ c chan int }
		func (b *box) put() { b.c <- 1 }
		func f() { b := &box{}; b.put(); b.c = make(chan int, 1); <-b.c }`, isUnclear},
	{"a field that is set at once", `
		type box struct{ c chan int }
		func (b *box) put() { b.c <- 1 }
		func f() { b := &box{c: make(chan int, 1)}; b.put(); <-b.c }`, isClean},
	{"a field that is set before a helper sees the struct, which is made first", `
		type box struct{ c chan int }
		func (b *box) put() { b.c <- 1 }
		func other() { d := make(chan int, 1); d <- 1; <-d }
		func f(x bool) { b := &box{}; other(); if x { return }; b.c = make(chan int, 1); b.put(); <-b.c }`, isClean},
	{"one that is set in each branch", `
		type box struct{ c chan int }
		func f(x bool) { c := make(chan int, 1); b := &box{}; if x { b.c = c } else { println(); b.c = c }; go func() { b.c <- 1 }(); <-b.c }`, isClean},
	{"one that is set in one branch", `
		type box struct{ c chan int }
		func f(x bool) { c := make(chan int, 1); b := &box{}; if x { b.c = c }; go func() { b.c <- 1 }(); <-b.c }`, isUnclear},
	{"one that is set after a goroutine has the struct", `
		type box struct{ c chan int }
		func f() { b := &box{}; go func() { b.c <- 1 }(); b.c = make(chan int, 1); <-b.c }`, isUnclear},
	{"one that is set after a goroutine has the variable of the struct", `
		type box struct{ c chan int }
		func f() { var b *box; go func() { b.c <- 1 }(); b = &box{}; b.c = make(chan int, 1); <-b.c }`, isUnclear},
	{"one that is set after the struct is stored", `
		type box struct{ c chan int }
		type shelf struct{ b *box }
		func f() { s := &shelf{}; b := &box{}; s.b = b; s.b.c <- 1; b.c = make(chan int, 1); <-b.c }`, isUnclear},
	{"one that is read before it is set", `
		type box struct{ c chan int }
		func f() { b := &box{}; c := make(chan int, 1); close(c); <-b.c; b.c = c }`, isUnclear},
	{"one that a method sets", `
		type box struct{ n int; c chan int }
		func (b *box) init(c chan int) { b.n = 1; b.c = c }
		func f() { b := &box{}; c := make(chan int, 1); b.init(c); go func() { b.c <- 1 }(); <-b.c }`, isClean},
	{"one that a method may set", `
		type box struct{ c chan int }
		func (b *box) init(c chan int, x bool) { if x { b.c = c } }
		func f(x bool) { b := &box{}; c := make(chan int, 1); b.init(c, x); go func() { b.c <- 1 }(); <-b.c }`, isUnclear},
	{"one of a struct in a struct", `
		type inner struct{ c chan int }
		type box struct{ in inner; out *inner }
		func f() { b := &box{}; b.in.c = make(chan int, 1); go func() { b.in.c <- 1 }(); <-b.in.c }`, isClean},
	{"the same field of another struct", `
		type inner struct{ c chan int }
		type box struct{ a, b inner }
		func f() { x := &box{}; x.a.c = make(chan int, 1); close(x.a.c); <-x.b.c }`, isUnclear},
	{"one that is not set in a second struct", `
		type box struct{ c chan int }
		func f() { a, b := &box{c: make(chan int)}, &box{}; close(a.c); <-b.c }`, isUnclear},
	{"one that is set to nil later", `
		type box struct{ c chan int }
		func f(x bool) { b := &box{c: make(chan int)}; close(b.c); if x { b.c = nil }; <-b.c }`, isUnclear},
	{"one of a struct that is cleared later", `
		type box struct{ c chan int }
		func f(x bool) { b := &box{c: make(chan int)}; close(b.c); if x { *b = box{} }; <-b.c }`, isUnclear},
	{"one of a struct that is copied", `
		type box struct{ c chan int }
		func f() { a := box{c: make(chan int)}; b := &box{}; *b = a; go func() { close(b.c) }(); <-b.c }`, isClean},
	{"a struct that a helper returns", `
		type box struct{ c chan int }
		func made() box { return box{c: make(chan int)} }
		func f() { b := made(); go func() { close(b.c) }(); <-b.c }`, isClean},
	{"a struct that a helper returns with an error", `
		type box struct{ c chan int }
		func made(x bool) (box, bool) { if x { return box{}, false }; return box{c: make(chan int)}, true }
		func f(x bool) { b, _ := made(x); go func() { close(b.c) }(); <-b.c }`, isUnclear},
	{"one that it returns too early", `
		type box struct{ c chan int }
		func made(x bool) box { var b box; if x { return b }; b.c = make(chan int); return b }
		func f(x bool) { b := made(x); go func() { close(b.c) }(); <-b.c }`, isUnclear},
	{"one of a package-level struct that nobody sets", `
		type box struct{ c chan int }
		var kept box
		func f() { b := &box{c: make(chan int)}; close(b.c); <-kept.c }`, isNone},
	{"a context that only one branch replaces", `
		import "context"
		type box struct{ ctx context.Context }
		func f(x bool) { base := context.Background(); b := &box{ctx: base}; ctx, cancel := context.WithCancel(base); if x { b.ctx = ctx }; cancel(); <-b.ctx.Done() }`, isNone},
	{"a context that ends, and one that doesn't, from which it derives", `
		import ("context"; "time")
		func wait(ctx context.Context, c chan int) { select { case <-ctx.Done(): case <-c: } }
		func f() {
			c, d := make(chan int), make(chan int)
			base := context.Background()
			ctx, cancel := context.WithTimeout(base, time.Second)
			defer cancel()
			go func() { <-d; c <- 1 }()
			wait(ctx, c)
			wait(base, c)
			close(d)
		}`, isNone},
	{"one of a struct that is copied too early", `
		type box struct{ c chan int }
		func f() { a := &box{}; b := *a; a.c = make(chan int); close(a.c); p := &b; func() { <-p.c }() }`, isUnclear},
	{"one that is left where a panic is recovered", `
		type box struct{ c chan int }
		func made(x bool) (b *box) { defer func() { recover() }(); b = &box{}; if x { panic(1) }; b.c = make(chan int); close(b.c); return b }
		func f(x bool) { <-made(x).c }`, isUnclear},
	{"one that is set to what a helper returns", `
		type box struct{ c chan int }
		func made() chan int { return make(chan int) }
		func f() { b := &box{c: made()}; go func() { close(b.c) }(); <-b.c }`, isClean},
	{"one that is set to what a helper may return", `
		type box struct{ c chan int }
		func made(x bool) chan int { if x { return nil }; return make(chan int) }
		func f(x bool) { b := &box{c: made(x)}; go func() { close(b.c) }(); <-b.c }`, isUnclear},
	{"one that is set to what a caller may pass", `
		type box struct{ c chan int }
		func boxed(c chan int) *box { return &box{c} }
		func f(x bool) { c := make(chan int); close(c); if x { boxed(nil) }; <-boxed(c).c }`, isUnclear},
	{"a struct that is left in a loop unset", `
		type box struct{ c chan int }
		func f(n int) { c := make(chan int); close(c); var last *box; for i := 0; i < n; i++ { b := &box{}; if last != nil { <-last.c }; last = b; if i > 3 { continue }; b.c = c } }`, isUnclear},
}
