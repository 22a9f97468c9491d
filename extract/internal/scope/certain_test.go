package scope_test

import (
	"testing"

	"github.com/chancheck/chancheck/extract/internal/interp"
	"github.com/chancheck/chancheck/extract/internal/scope"
	"github.com/chancheck/chancheck/extract/internal/ssatest"
	"github.com/chancheck/chancheck/extract/internal/supergraphtest"
	"github.com/chancheck/chancheck/model"
)

// TestWhatFailsAtOneFunctionCostsNothingOfTheOthers: of two functions that forget to unlock one is told, if looking at the
// other one fails.
func TestWhatFailsAtOneFunctionCostsNothingOfTheOthers(t *testing.T) {
	p := ssatest.Build(t, `package p
import "sync"
type T struct{ mu sync.Mutex }
func (t *T) F(ok bool) { t.mu.Lock(); if ok { return }; t.mu.Unlock() }
func (t *T) G(ok bool) { t.mu.Lock(); if ok { return }; t.mu.Unlock() }
`)
	pkg := supergraphtest.Lower(p)
	for _, failing := range []int{4, 5} {
		var lines []int
		for _, c := range scope.New(pkg, interp.NewProgram(pkg)).Certainties(func(at model.Site, look func()) {
			if at.Line != failing {
				look()
			}
		}) {
			lines = append(lines, c.Root.Function.Site.Line)
		}
		if len(lines) != 1 || lines[0] == failing {
			t.Errorf("of the functions on lines %v something is told, with nothing about that on line %d", lines, failing)
		}
	}
}
