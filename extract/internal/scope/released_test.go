package scope_test

import (
	"slices"
	"testing"

	"github.com/chancheck/chancheck/extract/internal/interp"
	"github.com/chancheck/chancheck/extract/internal/scope"
	"github.com/chancheck/chancheck/extract/internal/ssatest"
	"github.com/chancheck/chancheck/extract/internal/supergraphtest"
)

// TestLocksOfWhatIsShippedAreAskedAboutWithoutTests, and those of tests with all else: a test that takes two locks in
// the other order is to blame, not the package.
func TestLocksOfWhatIsShippedAreAskedAboutWithoutTests(t *testing.T) {
	p := ssatest.Build(t, `package p
import "sync"
var a, b sync.Mutex
func F(o chan int) { a.Lock(); G(o); o <- 1
	a.Unlock() }
func G(o chan int) { b.Lock(); o <- 1
	b.Unlock() }
`, `package p
import ("sync"; "testing")
var d sync.Mutex
func Test(t *testing.T) { b.Lock(); F(make(chan int)); b.Unlock() }
func Alone(o chan int) {
	d.Lock()
	G(o); o <- 1; d.Unlock() }
`)
	pkg := supergraphtest.Lower(p)
	var lines []int
	for _, site := range scope.New(pkg, interp.NewProgram(pkg)).Released() {
		if site.IsInTest() {
			site.Line += 100
		}
		lines = append(lines, site.Line)
	}
	if want := []int{4, 5, 6, 7, 106, 107}; !slices.Equal(lines, want) {
		t.Errorf("operations on lines %v, want %v", lines, want)
	}
}
