package waitfor_test

import (
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/chancheck/chancheck/extract/internal/pointsto"
	"github.com/chancheck/chancheck/extract/ir"
)

// rooms are programs with the channels on which nobody ever waits to send.
var rooms = []struct{ name, source, want string }{
	{"one for the only goroutine", `
		func f() { c := make(chan int, 1); go func() { c <- 1 }(); <-c }`, "c"},
	{"beside what has nothing to do with it", `
		func f() { c := make(chan int, 1); g(); send := func() { g(); c <- 1 }; go send(); <-c }
		func g() { d := make(chan int, 1); d <- 1 }`, "c d"},
	{"as many as it has slots", `
		func f() { c := make(chan int, 5); for range cap(c) { go func() { c <- 1 }() }; for range cap(c) { <-c } }`, "c"},
	{"as many as another one has slots", `
		func f() { c, d := make(chan int, 5), make(chan int, 6); for range cap(d) { go func() { c <- 1 }() }; for range cap(c) { <-c } }`, "d"},
	{"as many as one has slots that comes from elsewhere", `
		func f(d chan int) { c := make(chan int, 5); for range cap(d) { go func() { c <- 1 }() }; for range cap(c) { <-c } }`, ""},
	{"as many as one of two has slots", `
		func f(x bool) { c := make(chan int, 5); d := c; if x { d = make(chan int, 6) }; for range cap(d) { go func() { c <- 1 }() }; for range cap(c) { <-c } }`, "d"},
	{"as many as it has slots, by a number", `
		func f(n int) { c := make(chan int, n); for range cap(c) { go func() { c <- 1 }() }; for range n { <-c } }`, "c"},
	{"none for it", `
		func f() { c := make(chan int); go func() { c <- 1 }(); <-c }`, ""},
	{"one for either side", `
		func f(x bool) { c := make(chan int, 1); go func() { if x { c <- 1; return }; c <- 2 }(); <-c }`, "c"},
	{"one for either side, and one after them", `
		func f(x bool) { c := make(chan int, 1); go func() { if x { c <- 1 } else { c <- 2 }; c <- 3 }(); <-c }`, ""},
	{"two for either side, and what comes after them", `
		func f(x bool) { c := make(chan int, 2); go func() { if x { c <- 1 } else { c <- 2 }; c <- 3 }(); <-c }`, "c"},
	{"one for either side of each turn", `
		func f(list []int) { c := make(chan int, len(list)); go func() { for _, n := range list { if n > 1 { c <- 1; continue }; c <- n } }(); <-c }`, ""},
	{"one for either side of each turn of a loop of the maker", `
		func f(list []int) { c := make(chan int, len(list)); for _, n := range list { if n > 1 { c <- 1; continue }; c <- n }; <-c }`, "c"},
	{"one of the first turns, and one when it is left", `
		func f(n int) { c := make(chan int, n); for i := range n { c <- 1; if i > 3 { c <- 2; return } }; <-c }`, ""},
	{"each worker sends one, whatever comes", `
		func f(list []int, do func(int) error) { c := make(chan error, len(list))
			for _, n := range list { go func() {
				if err := do(n); err != nil { c <- err; return }
				for range n { if err := do(0); err != nil { c <- err; return } }
				c <- nil }() }
			<-c }`, "c"},
	{"a worker may send two", `
		func f(list []int, do func(int) error) { c := make(chan error, len(list))
			for _, n := range list { go func() {
				if err := do(n); err != nil { c <- err }
				c <- nil }() }
			<-c }`, ""},
	{"a worker sends what goes wrong, and goes on", `
		func f(list []int, do func(int) error) { c := make(chan error, len(list))
			for _, n := range list { go func() { for range n { if err := do(n); err != nil { c <- err } } }() }
			<-c }`, ""},
	{"fixed loops in each other", `
		func f() { c := make(chan int, 6); go func() { for range 2 { for range 3 { c <- 1 } } }(); <-c }`, "c"},
	{"fixed loops in each other, but one more", `
		func f() { c := make(chan int, 6); go func() { for range 2 { for range 3 { c <- 1 }; c <- 1 } }(); <-c }`, ""},
	{"one case or another one of a select", `
		func f() { c := make(chan int, 1); go func() { select { case c <- 1: case c <- 2: } }(); <-c }`, "c"},
	{"what recovers sends one more", `
		func f(do func()) { c := make(chan int, 1); go func() { defer func() { if recover() != nil { c <- 1 } }(); do(); c <- 2 }(); <-c }`, ""},
	{"two for two sides", `
		func f(x bool) { c := make(chan int, 2); go func() { if x { c <- 1; return }; c <- 2 }(); <-c }`, "c"},
	{"one of many turns", `
		func f(n int) { c := make(chan int, 1); go func() { for range n { c <- 1 } }(); <-c }`, ""},
	{"as many as a loop starts", `
		func f(n int) { c := make(chan int, n); for range n { go func() { c <- 1 }() }; <-c }`, "c"},
	{"as many as a loop starts, of a number with less digits", `
		func f(n uint8) { c := make(chan int, int(n)); for range n { go func() { c <- 1 }() }; <-c }`, "c"},
	{"as many as what is left of a number that has lost digits", `
		func f(n int) { c := make(chan int, int(uint8(n))); for range n { go func() { c <- 1 }() }; <-c }`, ""},
	{"one more than a number of few digits", `
		func f(n uint8) { c := make(chan int, n+1); for range n { go func() { c <- 1 }() }; <-c }`, ""},
	{"one more than a number of many digits", `
		func f(n uint32) { c := make(chan int, n+1); for range n { go func() { c <- 1 }() }; <-c }`, "c"},
	{"a loop with the turns that are left of a number", `
		func f(n int) { c := make(chan int, n); for range uint8(n) { go func() { c <- 1 }() }; <-c }`, ""},
	{"as many as there are", `
		func f(list []int) { c := make(chan int, len(list)); for _, n := range list { go func() { if n > 1 { c <- n } }() }; <-c }`, "c"},
	{"as many as there are, and one more", `
		func f(list []int) { c := make(chan int, len(list)+1); for _, n := range list { go func() { c <- n }() }; c <- 0; <-c }`, "c"},
	{"as many as there are, but one more is sent", `
		func f(list []int) { c := make(chan int, len(list)); for _, n := range list { go func() { c <- n }() }; c <- 0; <-c }`, ""},
	{"as many, but of the others", `
		func f(list, others []int) { c := make(chan int, len(others)); for _, n := range list { go func() { c <- n }() }; <-c }`, ""},
	{"as many, and one more than a number that may be negative", `
		func f(n int) { c := make(chan int, n+1); for range n { go func() { c <- 1 }() }; c <- 0; <-c }`, ""},
	{"one, where a number may be negative", `
		func f(n int) { c := make(chan int, n+1); go func() { c <- 1 }(); <-c }`, ""},
	{"one more than there are, and one is sent", `
		func f(list []int) { c := make(chan int, len(list)+1); go func() { c <- 1 }(); <-c }`, "c"},
	{"others have it", `
		func F() chan int { c := make(chan int, 1); go func() { c <- 1 }(); return c }`, ""},
	{"others may send", `
		func F() chan<- int { c := make(chan int, 1); go func() { c <- 1; <-c }(); return c }`, ""},
	{"others may receive", `
		func F() <-chan int { c := make(chan int, 1); go func() { c <- 1 }(); return c }`, "c"},
	{"one fewer, for a loop that leaves one out", `
		func f(list []int) { c := make(chan int, len(list)); for i := 1; i < len(list); i++ { go func() { c <- 1 }() }; <-c }`, "c"},
	{"none for none, but one is sent first", `
		func f(list []int) { c := make(chan int, len(list)); c <- 0; for i := 1; i < len(list); i++ { go func() { c <- 1 }() }; <-c }`, ""},
	{"two in each turn", `
		func f(n int) { c := make(chan int, n); for range n { go func() { c <- 1; c <- 2 }() }; <-c }`, ""},
	{"a loop in a loop", `
		func f(n int) { c := make(chan int, n); for range n { for range n { go func() { c <- 1 }() } }; <-c }`, ""},
	{"the loop comes twice", `
		func f(n int) { c := make(chan int, n); for range 2 { for range n { go func() { c <- 1 }() } }; <-c }`, ""},
	{"the loop comes again by a jump", `
		func f(n int, x bool) { c := make(chan int, n)
			again: for range n { go func() { c <- 1 }() }
			if x { goto again }; <-c }`, ""},
	{"a number of goroutines that is known", `
		func f() { c := make(chan int, 3); for range 3 { go work(c) }; <-c }
		func work(c chan int) { c <- 1 }`, "c"},
	{"one goroutine more", `
		func f() { c := make(chan int, 3); for range 3 { go work(c) }; go work(c); <-c }
		func work(c chan int) { c <- 1 }`, ""},
	{"a number of messages of one goroutine", `
		func f() { c := make(chan int, 6); go work(c); go work(c); <-c }
		func work(c chan int) { for i := 0; i < 3; i++ { c <- i } }`, "c"},
	{"a new one in each turn", `
		func f(n int) { for range n { c := make(chan int, 1); go func() { c <- 1 }(); <-c } }`, "c"},
	{"the same in each turn", `
		func f(n int) { c := make(chan int, 1); for range n { go func() { c <- 1 }(); <-c } }`, ""},
	{"it is given down a few calls", `
		func f() { c := make(chan int, 1); g(c); <-c }
		func g(c chan int) { go h(c) }
		func h(c chan int) { c <- 1 }`, "c"},
	{"a function that calls itself", `
		func f(n int) { c := make(chan int, 1); g(c, n); <-c }
		func g(c chan int, n int) { if n > 0 { g(c, n-1) }; c <- 1 }`, ""},
	{"the maker sends on what it has made before", `
		func f(prev chan int, n int) { if prev != nil { prev <- 1; return }; c := make(chan int, 1); for range n { go f(c, n) }; <-c }`, ""},
	{"either of two may be the other one", `
		func f(x bool) { c, d := make(chan int, 2), make(chan int, 9); e := c; if x { e = d }; go g(c, e); go g(d, c); <-c; <-d }
		func g(a, b chan int) { a <- 1; b <- 1 }`, ""},
	{"others call what sends", `
		var all chan int
		func f() { c := make(chan int, 1); all = c; go work(c); <-c }
		func other() { go work(all) }
		func work(c chan int) { c <- 1 }`, ""},
	{"others send on it", `
		var all chan int
		func f() { c := make(chan int, 1); all = c; go func() { c <- 1 }(); <-c }
		func other() { all <- 1 }`, ""},
	{"others only receive", `
		var all chan int
		func f() { c := make(chan int, 1); all = c; go func() { c <- 1 }() }
		func other() { <-all }`, "c"},
	{"one of two", `
		func f(x bool) { c, d := make(chan int, 1), make(chan int, 1); e := c; if x { e = d }; go func() { c <- 1 }(); go func() { e <- 1 }(); <-c; <-d }`, ""},
	{"in a select", `
		func f(done chan int) { c := make(chan int, 1); go func() { select { case c <- 1: case <-done: } }(); <-c }`, "c"},
	{"a closure is called by somebody who isn't seen", `
		func f(run func(func())) { c := make(chan int, 1); run(func() { c <- 1 }); <-c }`, ""},
	{"a variable that is captured holds it", `
		func f(x bool) { var c chan int; if x { println() }; c = make(chan int, 1); go func() { c <- 1; g(&c) }(); <-c }
		func g(c *chan int) { }`, "c"},
	{"a goroutine is started before the variable holds it", `
		func f(x bool) { var c chan int; go func() { c <- 1 }(); c = make(chan int, 1); <-c }`, ""},
	{"a goroutine may be started before the struct holds it", `
		type T struct { c chan int }
		func f(x bool) { t := &T{}; if x { go t.run() }; t.c = make(chan int, 1); if !x { go t.run() }; <-t.c }
		func (t *T) run() { t.c <- 1 }`, ""},
	{"a variable holds it", `
		func f(x bool) { var c chan int; c = make(chan int, 1); go func() { c <- 1 }(); <-c; if x { c = nil } }`, ""},
	{"a struct holds it", `
		type T struct { c chan int }
		func f() { t := &T{c: make(chan int, 1)}; go t.run(); <-t.c }
		func (t *T) run() { t.c <- 1 }`, "t.c"},
	{"a struct holds it that is run twice", `
		type T struct { c chan int }
		func f() { t := &T{c: make(chan int, 1)}; go t.run(); go t.run(); <-t.c }
		func (t *T) run() { t.c <- 1 }`, ""},
}

// TestRoomForAllMessages asks about the channels of each program.
func TestRoomForAllMessages(t *testing.T) {
	for _, test := range rooms {
		w := build(t, test.source)
		hasNone := func(l pointsto.Location) bool { return !w.waits.HasRoom(l) }
		if got := w.namesOf(slices.DeleteFunc(slices.Sorted(maps.Keys(w.Operated())), hasNone)); got != test.want {
			t.Errorf("%s: %q, want %q", test.name, got, test.want)
		}
	}
}

// answered are programs with the channels from which each receive of their makers gets something.
var answered = []struct{ name, source, want string }{
	{"a goroutine answers", `
		func f() { c := make(chan int, 1); go func() { println(); c <- 1 }(); <-c }`, "c"},
	{"a goroutine may not answer", `
		func f(x bool) { c := make(chan int, 1); go func() { if x { c <- 1 } }(); <-c }`, ""},
	{"who asks may go before", `
		func f(x bool) { c := make(chan int, 1); if x { return }; go func() { c <- 1 }(); <-c }`, "c"},
	{"nobody may be asked", `
		func f(x bool) { c := make(chan int, 1); if x { go func() { c <- 1 }() }; <-c }`, ""},
	{"it is asked for before", `
		func f(x bool) { c := make(chan int, 1); if x { <-c }; go func() { c <- 1 }() }`, ""},
	{"it is asked for twice", `
		func f() { c := make(chan int, 1); go func() { c <- 1 }(); <-c; <-c }`, ""},
	{"two answer", `
		func f() { c := make(chan int, 2); go func() { c <- 1 }(); go func() { c <- 2 }(); <-c; <-c }`, "c"},
	{"who looks may have taken it", `
		func f() { c := make(chan int, 1); go func() { c <- 1 }(); select { case <-c: default: }; <-c }`, ""},
	{"who answers waits for who asks", `
		var ch = make(chan int)
		func f() { c := make(chan int, 1); go func() { ch <- 1; c <- 1 }(); <-c; <-ch }`, ""},
	{"who answers waits for somebody else", `
		var ch = make(chan int)
		func f() { c := make(chan int, 1); go func() { ch <- 1; c <- 1 }(); <-c }
		func g() { for { <-ch } }`, "c"},
	{"as many as are started", `
		func f(n int) { c := make(chan int, n); for range n { go func() { c <- 1 }() }; for range n { <-c } }`, "c"},
	{"fewer than are started", `
		func f(n int) { c := make(chan int, n); for range n { go func() { c <- 1 }() }; for i := 1; i < n; i++ { <-c } }`, "c"},
	{"as many as there are", `
		func f(list []int) { c := make(chan int, len(list)); for _, n := range list { go work(c, n) }; for range list { if <-c > 3 { return } } }
		func work(c chan int, n int) { if n > 1 { c <- 1; return }; c <- n }`, "c"},
	{"as many as there are, one each", `
		func f(list []int) { c := make(chan int, len(list)); for _, n := range list { go work(c, n) }; for range list { if <-c > 3 { return } } }
		func work(c chan int, n int) { c <- n }`, "c"},
	{"some answer nothing", `
		func f(list []int) { c := make(chan int, len(list)); for _, n := range list { go work(c, n) }; for range list { <-c } }
		func work(c chan int, n int) { if n > 1 { c <- n } }`, ""},
	{"some aren't asked", `
		func f(list []int) { c := make(chan int, len(list)); for _, n := range list { if n > 1 { continue }; go work(c, n) }; for range list { <-c } }
		func work(c chan int, n int) { c <- n }`, ""},
	{"not all are asked", `
		func f(list []int) { c := make(chan int, len(list)); for _, n := range list { if n > 1 { break }; go work(c, n) }; for range list { <-c } }
		func work(c chan int, n int) { c <- n }`, ""},
	{"as many as are known", `
		func f() { c := make(chan int, 8); for range 8 { go func() { c <- 1 }() }; for range 8 { <-c } }`, "c"},
	{"more than are known", `
		func f() { c := make(chan int, 8); for range 8 { go func() { c <- 1 }() }; for range 9 { <-c } }`, ""},
	{"others may receive it before", `
		func F() <-chan int { c := make(chan int, 1); go func() { c <- 1 }(); all = c; <-c; return c }
		var all <-chan int`, ""},
	{"as many as are started are known", `
		func f(n int) { c := make(chan int, 8); for range 8 { go func() { c <- 1 }() }; for range n { <-c } }`, ""},
	{"one of those that are started", `
		func f(n int) { c := make(chan int, n); for range n { go func() { c <- 1 }() }; <-c }`, ""},
	{"somebody else receives", `
		func f() { c := make(chan int, 1); go func() { c <- 1 }(); go func() { <-c }(); <-c }`, ""},
}

// TestAnswersBecauseOfWhichNobodyIsStuck asks about the channels of each program.
func TestAnswersBecauseOfWhichNobodyIsStuck(t *testing.T) {
	for _, test := range answered {
		w := build(t, test.source)
		objects := slices.Sorted(maps.Keys(w.Operated()))
		served := w.waits.Served(objects, nil, nil)
		if got := w.namesOf(slices.DeleteFunc(objects, func(l pointsto.Location) bool { return !served.Has(l) })); got != test.want {
			t.Errorf("%s: %q, want %q", test.name, got, test.want)
		}
	}
}

// looked are programs in which somebody asks whether there is something in a channel before he receives, and how many
// receives only come where there is.
var looked = []struct {
	name, source string
	want         int
}{
	{"it isn't empty", `
		func f() { c := make(chan int, 1); go send(c); if len(c) > 0 { <-c } }`, 1},
	{"it isn't asked for", `
		func f() { c := make(chan int, 1); go send(c); <-c }`, 0},
	{"the other way round", `
		func f() { c := make(chan int, 1); go send(c); if 0 != len(c) { println(len(c), <-c) } }`, 1},
	{"it is empty", `
		func f() { c := make(chan int, 1); go send(c); if len(c) == 0 { return }; <-c }`, 1},
	{"on the side where it is empty", `
		func f() { c := make(chan int, 1); go send(c); if len(c) == 0 { <-c } }`, 0},
	{"some number that may be none", `
		func f() { c := make(chan int, 1); go send(c); if len(c) < 3 { <-c } }`, 0},
	{"as many as it takes", `
		func f() { c := make(chan int, 2); go send(c); if len(c) == 2 { <-c } }`, 1},
	{"twice after one look", `
		func f() { c := make(chan int, 2); go send(c); if len(c) > 0 { <-c; <-c } }`, 1},
	{"in a loop", `
		func f() { c := make(chan int, 2); go send(c); for len(c) > 0 { <-c } }`, 1},
	{"in a loop after one look", `
		func f(n int) { c := make(chan int, 2); go send(c); if len(c) > 0 { for range n { <-c } } }`, 0},
	{"the look is old", `
		func f() { c := make(chan int, 2); go send(c); n := len(c); <-c; if n > 0 { <-c } }`, 0},
	{"something may have been taken since", `
		func f(x bool) { c := make(chan int, 2); go send(c); if len(c) > 0 { if x { select { case <-c: default: } }; <-c } }`, 0},
	{"somebody else may take it", `
		func f() { c := make(chan int, 1); go send(c); go func() { <-c }(); if len(c) > 0 { <-c } }`, 0},
	{"others may take it", `
		func F() <-chan int { c := make(chan int, 1); go send(c); if len(c) > 0 { <-c }; return c }`, 0},
	{"others take it", `
		var all chan int
		func f() { c := make(chan int, 1); all = c; go send(c); if len(c) > 0 { <-c } }
		func other() { <-all }`, 0},
	{"another call of the function takes it", `
		var all chan int
		func f(x bool) { c := make(chan int, 1); if x { <-all }; all = c; go send(c); if len(c) > 0 { <-c } }`, 0},
	{"another channel", `
		func f() { c, d := make(chan int, 1), make(chan int, 1); go send(c); go send(d); if len(d) > 0 { <-c } }`, 0},
	{"either of two", `
		func f(x bool) { c, d := make(chan int, 1), make(chan int, 1); go send(c); go send(d); e := c; if x { e = d }; if len(e) > 0 { <-e } }`, 0},
	{"a new one", `
		func f(n int) { var c chan int; for range n { if len(c) > 0 { c = make(chan int, 1); go send(c); <-c }; c = make(chan int, 1) } }`, 0},
	{"both sides go on", `
		func f() { c := make(chan int, 1); go send(c); if len(c) > 0 { println() }; <-c }`, 0},
	{"a goroutine looks and takes it", `
		func f() { c := make(chan int, 1); go func() { if len(c) > 0 { <-c } }(); send(c) }`, 0},
}

// TestReceivesThatFindSomething counts them in each program.
func TestReceivesThatFindSomething(t *testing.T) {
	for _, test := range looked {
		w := build(t, test.source+"\nfunc send(c chan int) { c <- 1 }")
		got := 0
		for _, f := range w.Order {
			for i := range f.Instructions() {
				if i.Instr().Op == ir.OpReceive && w.waits.PassesAtOnce(i) {
					got++
				}
			}
		}
		if got != test.want {
			t.Errorf("%s: %d, want %d", test.name, got, test.want)
		}
	}
}

// namesOf are the names of channels, in order.
func (w *world) namesOf(channels []pointsto.Location) string {
	var names []string
	for _, l := range channels {
		if w.Points.Objects[l].Kind == pointsto.Channel {
			names = append(names, w.NameOf(l))
		}
	}
	return strings.Join(names, " ")
}
