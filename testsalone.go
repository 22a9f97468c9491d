package chancheck

import (
	"maps"
	"slices"
	"strings"

	"github.com/chancheck/chancheck/extract"
)

// testsAlone asks each test that makes something of which it isn't known that it is judged, for whom nobody waits in it.
func (r *reporter) testsAlone(pkg *extract.Package, program *extract.Program) {
	makers := r.ledger.makersInTests()
	if asksForWhole() || len(makers) == 0 {
		return
	}
	tests := extract.NewTestsAlone(pkg, program)
	for _, name := range makers {
		r.ledger.unwaited(tests.Unwaited(name))
	}
}

// makersInTests lists the declared functions in test files which make, by themselves or by a closure of theirs, what isn't
// known to be judged.
func (l *ledger) makersInTests() []string {
	makers := map[string]bool{}
	for i := range l.pkg.Places {
		p := &l.pkg.Places[i]
		if a := l.account(p.Site); !p.Test || a.unwaited || l.known(p, a) != nil {
			continue
		}
		for _, f := range p.Functions {
			outer, _, _ := strings.Cut(f, "$")
			makers[outer] = true
		}
	}
	return slices.Sorted(maps.Keys(makers))
}
