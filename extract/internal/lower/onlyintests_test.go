package lower

import (
	"maps"
	"slices"
	"testing"

	"github.com/chancheck/chancheck/extract/internal/ssatest"
)

func TestOnlyInTestsAreNamesOfTests(t *testing.T) {
	p := ssatest.Build(t, `package p
		type Shipped struct{}
		var shipped int
		func f(hidden int) { type local struct{}; var both int; _, _ = local{}, both }`, `package p
		type mine[T any] struct{ of T }
		type other mine[int]
		type alias = mine[int]
		type outer struct{ mine[int]; *Embedded; n int }
		type named map[int]int
		type local struct{}
		type Embedded int
		var a, both int
		const number = 1
		func g() { type inner struct{}; var unnamed int; _, _ = inner{}, unnamed }`)
	only := OnlyInTests(&Source{Packages: p.Packages(), Files: p.Files})
	if got, want := slices.Sorted(maps.Keys(only)), []string{"p.a", "p.both", "p.inner", "p.mine", "p.outer", "p.outer Embedded", "p.outer mine"}; !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
}
