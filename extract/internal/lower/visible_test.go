package lower

import (
	"go/types"
	"testing"

	"github.com/chancheck/chancheck/extract/internal/ssatest"
)

// TestTypesAreVisibleByExportedNames: those to which exported names lead, however far.
func TestTypesAreVisibleByExportedNames(t *testing.T) {
	pkg := ssatest.Build(t, `package p
		type Handle struct{ Public *byField; private *byPrivate; embedded }
		func (Handle) Method(byParam) byResult { return byResult{} }
		func (Handle) hidden(byHidden) {}
		type Box interface { Put(byInterface) }
		type List[T any] []T
		var Instance List[byArgument]
		var Table map[byKey]chan byElement
		func Call(func(byCallback)) {}
		func quiet(byQuiet) {}
		type byField struct{ More byMore }
		type (
			byPrivate struct{}; embedded struct{}; byParam struct{}; byResult struct{}; byHidden struct{}
			byInterface struct{}; byArgument struct{}; byKey struct{}; byElement struct{}; byCallback struct{}; byQuiet struct{}; byMore struct{}
		)
	`)
	v := newVisibility()
	v.addExported(pkg.SSA.Pkg)
	isHidden := map[string]bool{"byPrivate": true, "byHidden": true, "byQuiet": true}
	scope := pkg.SSA.Pkg.Scope()
	for _, name := range scope.Names() {
		if o, ok := scope.Lookup(name).(*types.TypeName); ok && v.types[o.Type()] == isHidden[name] {
			t.Errorf("%s is visible: %t", name, !isHidden[name])
		}
	}
}
