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

// TestTypesAreLentByMethodsOfWhatTheyEmbed: to those who may call them there, by an interface or the constraint of
// a type parameter.
func TestTypesAreLentByMethodsOfWhatTheyEmbed(t *testing.T) {
	pkg := ssatest.Build(t, `package p
		import ("maps"; "sync")
		type (
			asLocker struct { sync.Mutex }
			asAny struct { sync.Mutex }
			copied struct { sync.Mutex }
			locked struct { sync.Mutex }
			own struct { sync.Mutex }
		)
		func (*own) Lock() {}
		func (*own) Unlock() {}
		func use(sync.Locker) {}
		func keep(any) {}
		func with[T sync.Locker](x T) { x.Lock() }
		func f(to, from map[int]*copied) {
			use(&asLocker{})
			keep(&asAny{})
			maps.Copy(to, from)
			with(&locked{})
			use(&own{})
		}
	`)
	v := newVisibility()
	for _, f := range pkg.Functions {
		for _, b := range f.Blocks {
			for _, in := range b.Instrs {
				v.boxAll(in)
			}
		}
	}
	isLent := map[string]bool{"asLocker": true, "locked": true}
	scope := pkg.SSA.Pkg.Scope()
	for _, name := range scope.Names() {
		if o, ok := scope.Lookup(name).(*types.TypeName); ok && v.lent[o.Type().(*types.Named)] != isLent[name] {
			t.Errorf("%s is lent: %t", name, !isLent[name])
		}
	}
}
