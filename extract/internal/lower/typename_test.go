package lower

import (
	"go/types"
	"testing"

	"github.com/chancheck/chancheck/extract/internal/ssatest"
)

// TestTypeNameIsIdentity compares all pairs of variables: their types have one
// name if and only if they are identical.
func TestTypeNameIsIdentity(t *testing.T) {
	pkg := ssatest.Build(t, `package p

type Named int
type Alias = Named
type Option = func(o *Named)
type Pair[A, B any] struct { a A; b B }
type Mover interface{ M(y int) }

var (
	a Named
	b Alias
	c *Alias
	d *Named
	e func(x, y int) (err error)
	f func(int, int) error
	g func(int, ...int) error
	h func(int, []int) error
	i func(*Named)
	j Option
	k map[string]any
	l map[string]interface{}
	m []func(x Alias)
	n []func(Named)
	o chan<- Alias
	p chan Named
	q Pair[Alias, any]
	r Pair[Named, interface{}]
	s struct{ f func(x int) }
	t struct{ f func(int) }
	u struct{ f func(int) `+"`tag`"+` }
	v [2]Alias
	w [2]Named
	x [3]Named
	y interface{ M(x int) }
	z any
	aa interface{ M(int) }
	bb interface{ Mover }
	cc func(interface{ M(a int) })
	dd func(interface{ M(b int) })
	ee interface{ M(string) }
)
`)
	scope := pkg.SSA.Pkg.Scope()
	for _, first := range scope.Names() {
		for _, second := range scope.Names() {
			a, ok := scope.Lookup(first).(*types.Var)
			b, both := scope.Lookup(second).(*types.Var)
			if !ok || !both {
				continue
			}
			identical := types.Identical(a.Type(), b.Type())
			if same := typeName(a.Type()) == typeName(b.Type()); same != identical {
				t.Errorf("%s and %s: identical: %t, names %q and %q", a, b, identical, typeName(a.Type()), typeName(b.Type()))
			}
		}
	}
}
