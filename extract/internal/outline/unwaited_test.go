package outline_test

import (
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/chancheck/chancheck/extract/internal/outline"
	"github.com/chancheck/chancheck/extract/internal/pointsto"
	"github.com/chancheck/chancheck/extract/internal/slice"
	"github.com/chancheck/chancheck/extract/internal/supergraphtest"
	"github.com/chancheck/chancheck/extract/internal/waitfor"
)

// unwaited are programs with the channels for which nobody waits.
var unwaited = []struct{ name, source, want string }{
	{"whoever finds nobody goes on", `
		func f() { c := make(chan int, 1); go func() { select { case c <- 1: default: } }(); select { case <-c: default: } }`, "c"},
	{"whoever finds nobody asks a few times", `
		func f(n int) { c := make(chan int, 1); go func() { select { case c <- 1: default: } }(); for range n { select { case <-c: return; default: } } }`, "c"},
	{"whoever finds nobody asks until he finds somebody", `
		func f(n int) { c := make(chan int, 1); go func() { select { case c <- 1: default: } }(); for { select { case <-c: return; default: } } }`, ""},
	{"whoever receives has seen that there is something", `
		func f(list []int) { c := make(chan int, len(list)); for _, n := range list { go func() { if n > 3 { c <- 1; return }; c <- 2 }() }; if len(c) > 0 { println(<-c) } }`, "c"},
	{"whoever receives has seen that there is something, but somebody may take it", `
		func f(list []int) { c := make(chan int, len(list)); for _, n := range list { go func() { if n > 3 { c <- 1; return }; <-c }() }; if len(c) > 0 { println(<-c) } }`, ""},
	{"somebody waits", `
		func f() { c := make(chan int, 1); go func() { select { case c <- 1: default: } }(); <-c }`, ""},
	{"what is closed is the reason", `
		func f() { c, done := make(chan int), make(chan int); go func() { select { case c <- 1: case <-done: } }(); select { case <-c: case <-done: }; close(done) }`, "c"},
	{"what is closed may be nil", `
		func f(x bool) {
			c, done := make(chan int), make(chan int)
			close(done)
			if x { done = nil }
			go func() { select { case c <- 1: default: } }()
			select { case <-c: case <-done: }
		}`, ""},
	{"a time that passes", `
		import "time"
		func f() { c := make(chan int); go func() { select { case c <- 1: default: } }(); select { case <-c: case <-time.After(1): } }`, "c"},
	{"a time that may be nil", `
		import "time"
		func f(x bool) {
			c := make(chan int)
			var timeout <-chan time.Time
			if x { timeout = time.After(1) }
			go func() { select { case c <- 1: default: } }()
			select { case <-c: case <-timeout: }
		}`, ""},
	{"whoever has the struct, and however many there are", `
		type T struct { c chan int; done chan int }
		func Fill(all map[int]*T, n int) { for i := range n { c, done := make(chan int), make(chan int); all[i] = &T{c, done} } }
		func (t *T) Send() { select { case t.c <- 1: case <-t.done: } }
		func (t *T) Receive() { select { case <-t.c: case <-t.done: } }
		func (t *T) End() { close(t.done) }`, "c"},
	{"some have nothing to end them", `
		type T struct { c chan int; done chan int }
		func Fill(all map[int]*T, n int) { for i := range n { c := make(chan int); all[i] = &T{c: c} }; all[0].done = make(chan int) }
		func (t *T) Send() { select { case t.c <- 1: case <-t.done: } }
		func (t *T) Receive() { select { case <-t.c: case <-t.done: } }
		func (t *T) End() { close(t.done) }`, ""},
	{"a send may panic", `
		func f() { c := make(chan int, 1); go func() { select { case c <- 1: default: } }(); select { case <-c: default: }; close(c) }`, "c unless 3 3"},
	{"it may be closed again", `
		func f(x bool) { c := make(chan int); go g(c)
			if x { close(c) }
			close(c) }
		func g(c chan int) { select { case <-c: default: } }`, "c unless 4 5"},
	{"it is closed again in any case", `
		func f(x bool) { c := make(chan int); go g(c); close(c); if x { println() }; close(c) }
		func g(c chan int) { select { case <-c: default: } }`, ""},
	{"two functions close it", `
		func f(x bool) { c := make(chan int); go g(c); if x { h(c) } else { k(c) } }
		func g(c chan int) { select { case <-c: default: } }
		func h(c chan int) { close(c) }
		func k(c chan int) { println(); d := c; println(); close(d) }`, "c unless 5 6"},
	{"two of a place are closed", `
		func f() { c, d := m(), m(); go g(c); go g(d); close(c); close(d) }
		func g(c chan int) { select { case <-c: default: } }
		func m() chan int { return make(chan int) }`, "m unless 3 3"},
	{"it is sent on, and closed", `
		func f(c chan int) { c = make(chan int, 1); go g(c); select { case c <- 1: default: }; close(c) }
		func g(c chan int) { select { case <-c: default: } }`, "c unless 3 3"},
	{"another one is closed before", `
		func f() { c, d := make(chan int), make(chan int); go g(c, d)
			close(d)
			close(c) }
		func g(c, d chan int) { select { case <-c: case <-d: default: } }`, "c,d"},
	{"each turn closes its own", `
		func f(n int) { for range n { c := make(chan int); go g(c)
			close(c) } }
		func g(c chan int) { select { case <-c: default: } }`, "c"},
	{"some turns close the same", `
		func f(n int) { c := make(chan int); go g(c); for i := range n { if i == 1 {
			close(c) } } }
		func g(c chan int) { select { case <-c: default: } }`, "c unless 4"},
	{"it closes what another call of the function has made", `
		func f(last chan int) { c := make(chan int); go g(c); if last != nil {
			close(last) }; f(c) }
		func g(c chan int) { select { case <-c: default: } }`, "c unless 4"},
	{"somebody waits for what is closed", `
		func f() { c := make(chan int); go func() { <-c }(); close(c) }`, ""},
	{"a reply that is closed, sent to whoever ends", `
		type request struct { reply chan int }
		type T struct { requests chan request; done chan int }
		func New() *T { c, done := make(chan request), make(chan int); return &T{c, done} }
		func (t *T) Ask() {
			r := request{make(chan int)}
			select { case t.requests <- r: case <-t.done: return }
			select { case <-r.reply: case <-t.done: } }
		func (t *T) Run() {
			for { select { case r := <-t.requests:
				close(r.reply)
			case <-t.done: return } } }
		func (t *T) Close() { close(t.done) }`, "c,r.reply unless 12"},
	{"nobody receives", `
		func f() { c := make(chan int, 1); select { case c <- 1: default: } }`, ""},
	{"others receive", `
		type T struct { c chan int }
		func (t *T) C() <-chan int { return t.c }
		func (t *T) Send() { select { case t.c <- 1: default: } }
		func New() *T { c := make(chan int, 1); return &T{c} }`, "c"},
	{"others may close it", `
		type T struct { c chan int }
		func (t *T) C() chan<- int { return t.c }
		func (t *T) Send() { select { case t.c <- 1: default: } }
		func (t *T) receive() { select { case <-t.c: default: } }
		func New() *T { c := make(chan int, 1); return &T{c} }`, "c unless 5"},
	{"others may do what they like", `
		type T struct { C chan int }
		func (t *T) receive() { select { case <-t.C: default: } }
		func New() *T { c := make(chan int, 1); return &T{c} }`, ""},
	{"who asks again and again waits", `
		func f() { c := make(chan int, 1); go func() { for { select { case <-c: return; default: } } }(); select { case c <- 1: default: } }`, ""},
	{"who asks again and again how many there are waits", `
		func f() { c := make(chan int, 1); go func() { select { case <-c: default: } }(); select { case c <- 1: default: }; for len(c) > 0 { } }`, ""},
	{"who asks until a variable says that it came waits", `
		func f() { c := make(chan int, 1); go func() { for stop := false; !stop; { select { case <-c: stop = true; default: } } }(); select { case c <- 1: default: } }`, ""},
	{"who asks a function that says so waits", `
		func ask(c chan int) (ok bool) { select { case <-c: ok = true; default: }; return }
		func f() { c := make(chan int, 1); go func() { for !ask(c) { } }(); select { case c <- 1: default: } }`, ""},
	{"who counts turns doesn't", `
		func f() { c := make(chan int, 1); go func() { for range 3 { select { case <-c: default: } } }(); select { case c <- 1: default: } }`, "c"},
	{"a time in a struct within a struct that is never set", `
		import "time"
		type in struct { over <-chan time.Time }
		type out struct { in; n int }
		func (o *out) set() { o.over = time.After(1) }
		func f() { c, o := make(chan int), &out{n: 1}; go func() { select { case c <- 1: case <-o.over: } }(); select { case <-c: default: } }`, ""},
	{"a time in a slice", `
		import "time"
		func f() { c, s := make(chan int), make([]<-chan time.Time, 3); go func() { select { case c <- 1: case <-s[1]: } }(); select { case <-c: default: } }`, ""},
	{"a library calls who goes on, as often as it likes", `
		import "time"
		func f() { c := make(chan int, 1); time.AfterFunc(1, func() { select { case c <- 1: default: } }); select { case <-c: default: } }`, "c"},
	{"a library calls who waits", `
		import "time"
		func f() { c := make(chan int, 1); time.AfterFunc(1, func() { <-c }); select { case c <- 1: default: } }`, ""},
	{"a library calls who closes it", `
		import "time"
		func f() { c := make(chan int, 1); time.AfterFunc(1, func() {
			close(c) }); select { case <-c: default: } }`, "c unless 5"},
	{"a library calls who sends, and nobody receives", `
		import "time"
		func f() { c := make(chan int, 1); time.AfterFunc(1, func() { select { case c <- 1: default: } }) }`, ""},
	{"a library calls who closes what somebody waits for", `
		import "time"
		func f() { c := make(chan int); time.AfterFunc(1, func() { close(c) }); <-c }`, ""},
	{"a library gets it", `
		import "reflect"
		func f() { c := make(chan int, 1); reflect.ValueOf(c).Recv(); select { case c <- 1: default: } }`, ""},
	{"who asks once doesn't", `
		func f() { c := make(chan int, 1); go func() { select { case <-c: default: } }(); select { case c <- 1: default: }; println(len(c)) }`, "c"},
}

func TestChannelsForWhichNobodyWaits(t *testing.T) {
	for _, test := range unwaited {
		t.Run(test.name, func(t *testing.T) {
			w := supergraphtest.Build(t, test.source)
			var objects []pointsto.Location
			for l := range w.Operated() {
				objects = append(objects, l)
			}
			slices.Sort(objects)
			work := &waitfor.Work{}
			noneServed := waitfor.New(w.Graph, work, nil).Served(nil, nil, nil)
			var names []string
			for _, u := range outline.New(slice.New(w.Graph), work, func(string) bool { return true }).Unwaited(objects, noneServed) {
				name := w.NameOf(u.Channel)
				if len(u.Panics) > 0 {
					name += " unless"
				}
				for _, site := range u.Panics {
					name += " " + strconv.Itoa(site.Line)
				}
				names = append(names, name)
			}
			if got := strings.Join(names, ","); got != test.want {
				t.Errorf("nobody waits for %q, want %q", got, test.want)
			}
		})
	}
}
