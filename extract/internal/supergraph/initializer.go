package supergraph

import (
	"slices"
	"strings"

	"github.com/chancheck/chancheck/extract/internal/pointsto"
	"github.com/chancheck/chancheck/extract/ir"
)

// RunsOnly says that a function is a program of its own: it is run once, after the initializer of
// the package. Of package-level variables it is known which functions of such a program use them.
func (x *Graph) RunsOnly(name, initializer string, usedBy func(variable string) []*ir.Function) {
	x.only, x.usedBy = x.ByName[name], usedBy
	x.RunsFirst(initializer)
}

// IsUsedOnlyIn reports whether a function is a program of its own, and only some functions use a
// package-level variable, after the initializer.
func (x *Graph) IsUsedOnlyIn(scope map[*Function]bool, program *Function, variable pointsto.Location) bool {
	if program != x.only {
		return false
	}
	return !slices.ContainsFunc(x.usedBy(x.Points.Objects[variable].Name), func(f *ir.Function) bool {
		g := x.Functions[f]
		return g == nil || !scope[g] || x.first[g]
	})
}

// IsInitializer reports whether a function is the initializer of a package, or one called init, if what they do is
// followed: then there is one for all that are looked at together, whose name is given.
func IsInitializer(f *Function, name string) bool {
	if name == "" {
		return false
	}
	last := f.Name[strings.LastIndexByte(f.Name, '.')+1:]
	return !strings.HasPrefix(f.Name, "(") && !strings.Contains(last, "$") && (last == "init" || strings.HasPrefix(last, "init#"))
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
