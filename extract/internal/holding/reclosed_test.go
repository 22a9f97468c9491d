package holding_test

import (
	"strings"
	"testing"

	"github.com/chancheck/chancheck/extract/internal/holding"
	"github.com/chancheck/chancheck/extract/internal/supergraph"
	"github.com/chancheck/chancheck/extract/internal/supergraphtest"
)

// TestCloseAfterALook looks at the methods of a struct. What is wanted are those of which two calls may close it twice.
func TestCloseAfterALook(t *testing.T) {
	const types = `import ("sync"; "sync/atomic")
type T struct { c chan int; quit chan int; mu sync.Mutex; once sync.Once; ended atomic.Bool; n int }
func New() *T { t := &T{c: make(chan int), quit: make(chan int)}; go t.run(); return t }
func (t *T) run() { for { select { case v := <-t.c: t.n = v; case <-t.quit: return } } }
func (t *T) lock() { t.mu.Lock(); t.c <- 1 }
func (t *T) note() { t.n++; t.c <- 1 }
`
	for _, test := range []struct{ name, body, want string }{
		{"a look", "select { case <-t.quit: default: close(t.quit) }", "Close"},
		{"a look, and a return", "select { case <-t.quit: return; default: }; close(t.quit)", "Close"},
		{"a look, and what the caller wants", "select { case <-t.quit: return; default: }; if n > 3 { close(t.quit) }", "Close"},
		{"after something else", "t.note(); select { case <-t.quit: default: close(t.quit) }", "Close"},
		{"no look", "close(t.quit)", ""},
		{"a look at another one", "select { case <-t.c: return; default: }; close(t.quit)", ""},
		{"a plain field", "if t.quit != nil { close(t.quit); t.quit = nil }", ""},
		{"with a lock", "t.mu.Lock(); defer t.mu.Unlock(); select { case <-t.quit: default: close(t.quit) }", ""},
		{"with a lock that a helper takes", "t.lock(); select { case <-t.quit: default: close(t.quit) }; t.mu.Unlock()", ""},
		{"with a flag that one wins", "if !t.ended.CompareAndSwap(false, true) { return }; select { case <-t.quit: default: close(t.quit) }", ""},
		{"once", "t.once.Do(func() { select { case <-t.quit: default: close(t.quit) } })", ""},
		{"who has received a token", "<-t.c; select { case <-t.quit: default: close(t.quit) }", ""},
	} {
		w := supergraphtest.Build(t, types+"func (t *T) Close(n int) { "+test.body+" }")
		a := holding.New(w.Graph, func(f *supergraph.Function) bool { return f.Exported })
		var names []string
		for _, f := range w.Order {
			for _, r := range a.Reclosed(f) {
				name := r.Closed.Parent.Name
				names = append(names, name[strings.LastIndexByte(name, '.')+1:])
			}
		}
		if got := strings.Join(names, " "); got != test.want {
			t.Errorf("%s: %q, want %q", test.name, got, test.want)
		}
	}
}
