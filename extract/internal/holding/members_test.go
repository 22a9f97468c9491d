package holding_test

import (
	"slices"
	"testing"

	"github.com/chancheck/chancheck/extract/internal/holding"
	"github.com/chancheck/chancheck/extract/internal/supergraph"
)

func departuresIn(a *holding.Analysis, f *supergraph.Function) (n int) {
	return len(slices.DeleteFunc(a.Circles(f), func(c holding.Circle) bool { return !c.Departs }))
}

// TestWhoLeavesAListWhereOthersSend looks at functions that send to members of a list with the lock by which these leave. What is wanted are those
// who may wait for ever.
func TestWhoLeavesAListWhereOthersSend(t *testing.T) {
	const types = `import ("context"; "io"; "sync")
var _ io.Writer; var _ context.Context
type Hub struct { mu sync.Mutex; subs map[chan int]bool; calls map[int]chan int; room map[chan int]bool; strict, over bool; life struct { over bool }; once sync.Once }
func New(strict bool) *Hub { return &Hub{subs: map[chan int]bool{}, calls: map[int]chan int{}, room: map[chan int]bool{}, strict: strict} }
func (h *Hub) leave(c chan int) { h.mu.Lock(); delete(h.subs, c); h.mu.Unlock() }
`
	const sends = `func (h *Hub) Send(v int) { h.mu.Lock(); defer h.mu.Unlock(); for c := range h.subs { c <- v } }
`
	const hears = `func (h *Hub) Hear(ctx context.Context, use func(int) error) {
c := make(chan int); h.mu.Lock(); h.subs[c] = true; h.mu.Unlock()
for { select { case v := <-c: use(v); case <-ctx.Done(): h.leave(c); return } } }
`
	const roomy = `func (h *Hub) Hear(ctx context.Context, use func(int) error) {
c := make(chan int, 4); h.mu.Lock(); h.subs[c] = true; h.mu.Unlock()
for { select { case v := <-c: use(v); case <-ctx.Done(): h.leave(c); return } } }
`
	const asked = `func (h *Hub) Ask(ctx context.Context) (v int) {
c := make(chan int); h.mu.Lock(); h.subs[c] = true; h.mu.Unlock()
select { case v = <-c: return v; case <-ctx.Done(): }
h.mu.Lock(); defer h.mu.Unlock(); delete(h.subs, c); return 0 }
`
	for _, test := range []struct{ name, source, want string }{
		{"a loop", sends + hears, "Send"},
		{"once", sends + asked, "Send"},
		{"once, and taken out", asked + `func (h *Hub) Send(v int) { h.mu.Lock(); defer h.mu.Unlock(); for c := range h.subs { delete(h.subs, c); c <- v } }`, "Send"},
		{"what it writes fails", sends + `func (h *Hub) Hear(w io.Writer) {
c := make(chan int); h.mu.Lock(); h.subs[c] = true; h.mu.Unlock()
for { v := <-c; if _, err := w.Write([]byte{byte(v)}); err != nil { break } }
h.leave(c) }`, "Send"},
		{"what it sets fails", sends + `func (h *Hub) fails() error { if h.over { return io.EOF }; return nil }
func (h *Hub) Close() { h.mu.Lock(); h.over = true; clear(h.subs); h.mu.Unlock() }
func (h *Hub) Hear(use func(int)) {
c := make(chan int); h.mu.Lock(); h.subs[c] = true; h.mu.Unlock()
for { use(<-c); if err := h.fails(); err != nil { break } }
h.leave(c) }`, ""},
		{"what it sets says so", sends + `func (h *Hub) isOver() bool { return h.over }
func (h *Hub) Close() { h.mu.Lock(); h.over = true; clear(h.subs); h.mu.Unlock() }
func (h *Hub) Hear(use func(int)) {
c := make(chan int); h.mu.Lock(); h.subs[c] = true; h.mu.Unlock()
for { use(<-c); if h.isOver() { break } }
h.leave(c) }`, ""},
		{"it receives in the end", sends + `func (h *Hub) Close() { h.mu.Lock(); defer h.mu.Unlock(); for c := range h.subs { close(c) }; clear(h.subs) }
func (h *Hub) Hear(ctx context.Context, use func(int) error) {
c := make(chan int); h.mu.Lock(); h.subs[c] = true; h.mu.Unlock(); defer h.leave(c)
defer func() { for range c { } }()
for { select { case v := <-c: use(v); case <-ctx.Done(): return } } }`, ""},
		{"somebody asks for it", hears + `func (h *Hub) Send(v int, ready chan bool) { h.mu.Lock(); defer h.mu.Unlock(); for c := range h.subs { <-ready; c <- v } }`, ""},
		{"somebody asks for it elsewhere", hears + `func (h *Hub) await(ready chan bool) { <-ready }
func (h *Hub) Send(v int, ready chan bool) { h.mu.Lock(); defer h.mu.Unlock(); for c := range h.subs { h.await(ready); c <- v } }`, ""},
		{"there is room", sends + roomy, "Send"},
		{"there is room, and it is done once", roomy + `func (h *Hub) Send(v int) { h.mu.Lock(); defer h.mu.Unlock(); if h.over { return }; h.over = true; for c := range h.subs { c <- v } }`, ""},
		{"there is room, and it is done once, as a part of it says", roomy + `func (h *Hub) Send(v int) { h.mu.Lock(); defer h.mu.Unlock(); if h.life.over { return }; h.life.over = true; for c := range h.subs { c <- v } }`, ""},
		{"there is room, and it is done in a Once", roomy + `func (h *Hub) send() { h.mu.Lock(); defer h.mu.Unlock(); for c := range h.subs { c <- 1 } }
func (h *Hub) Send() { h.once.Do(h.send) }`, ""},
		{"there is room, and it is done by the one who has ended it", roomy + `type Owner struct { h *Hub; ctx context.Context; cancel func() }
func (o *Owner) Close() { o.h.mu.Lock(); defer o.h.mu.Unlock(); if o.ctx.Err() != nil { return }; o.cancel(); for c := range o.h.subs { c <- 1 } }`, ""},
		{"there is room, and no caller", roomy + `func (h *Hub) send(v int) { h.mu.Lock(); defer h.mu.Unlock(); for c := range h.subs { c <- v } }
func Open() *Hub { h := New(true); sync.OnceFunc(func() { h.send(1) })(); return h }`, ""},
		{"there is room, and a caller", roomy + `func (h *Hub) send(v int) { h.mu.Lock(); defer h.mu.Unlock(); for c := range h.subs { c <- v } }
func (h *Hub) Send(v int) { h.send(v) }`, "send"},
		{"closed before", sends + `func (h *Hub) Hear(ctx context.Context, use func(int) error) {
c := make(chan int); h.mu.Lock(); h.subs[c] = true; h.mu.Unlock()
for { select { case v := <-c: use(v); case <-ctx.Done(): close(c); h.leave(c); return } } }`, ""},
		{"closed with the lock", sends + `func (h *Hub) end(c chan int) { h.mu.Lock(); delete(h.subs, c); close(c); h.mu.Unlock() }
func (h *Hub) Hear(ctx context.Context, use func(int) error) {
c := make(chan int); h.mu.Lock(); h.subs[c] = true; h.mu.Unlock()
for { select { case v := <-c: use(v); case <-ctx.Done(): h.end(c); return } } }`, "Send"},
	} {
		if got := foundIn(t, types+test.source, departuresIn); got != test.want {
			t.Errorf("%s: %q", test.name, got)
		}
	}
}
