package slice

import (
	"strings"

	"github.com/chancheck/chancheck/extract/ir"
)

// RunsOnly says that a function is a program of its own: it is run once, after the initializer of
// the package. Of package-level variables it is known which functions of such a program use them.
func (x *Graph) RunsOnly(name, initializer string, usedBy func(variable string) []*ir.Function) {
	x.Only, x.UsedBy = x.ByName[name], usedBy
	x.RunsFirst(initializer)
}

// IsInitializer reports whether a function is the initializer of a package, whose name is given,
// or one called init.
func IsInitializer(f *Function, name string) bool {
	return f.Name == name || strings.HasPrefix(f.Name, name+"#") && !strings.Contains(f.Name, "$")
}

// RunsFirst is the set of functions that an initializer, and those called init, may run:
// before there are any clients.
func (x *Graph) RunsFirst(initializer string) map[*Function]bool {
	if x.first == nil {
		x.first = map[*Function]bool{}
		for _, f := range x.Order {
			if IsInitializer(f, initializer) {
				x.VisitReached(f, func(g *Function) { x.first[g] = true })
			}
		}
	}
	return x.first
}
