package supergraph_test

import (
	"testing"

	"github.com/chancheck/chancheck/extract/internal/supergraphtest"
	"github.com/chancheck/chancheck/extract/ir"
)

func TestAsksAgain(t *testing.T) {
	for _, c := range []struct{ name, body string }{
		{"once", `if err == nil { close(c) }`},
		{"twice", `if err == nil { close(c) }; println(); if err != nil { close(c) }`},
		{"on one side", `if err == nil { close(c) } else if err != failed { close(c) }`},
		{"in turns", `for { err := f(); if err == nil { close(c) }; if other() { return } }`},
		{"another one", `if err == nil { close(c) }; if f() == nil { close(c) }`},
	} {
		t.Run(c.name, func(t *testing.T) {
			w := supergraphtest.Build(t, `
				var failed error
				func other() bool
				func F(c chan int, f func() error) {
					err := f()
					_ = err
					`+c.body+`
				}`)
			again := 0
			for _, f := range w.Order {
				for b := range f.Blocks {
					if f.Blocks[b].Terminator().Op == ir.OpIf && w.AsksAgain(f, b) {
						again++
					}
				}
			}
			if want := map[string]int{"twice": 1}[c.name]; again != want {
				t.Errorf("%d branches ask again, want %d", again, want)
			}
		})
	}
}
