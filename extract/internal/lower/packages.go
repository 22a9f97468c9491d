package lower

import (
	"go/types"
	"iter"
	"slices"

	"golang.org/x/tools/go/ssa"
)

// program is what SSA has of the packages and of those that they import.
func (s *Source) program() *ssa.Program { return s.Packages[0].Prog }

// paths are those of the packages.
func (s *Source) paths() (list []string) {
	for _, pkg := range s.Packages {
		list = append(list, pkg.Pkg.Path())
	}
	return list
}

// isMain reports whether nobody else can import the packages.
func (s *Source) isMain() bool { return s.Whole || s.Packages[0].Pkg.Name() == "main" }

// declares reports whether the packages declare something.
func (s *Source) declares(o types.Object) bool {
	return slices.ContainsFunc(s.Packages, func(pkg *ssa.Package) bool { return pkg.Pkg == o.Pkg() })
}

// owns reports whether a function is one of the packages.
func (s *Source) owns(f *ssa.Function) bool {
	return f.Pkg != nil && slices.Contains(s.Packages, f.Pkg)
}

// members are what the packages declare at package level, in no order.
func (s *Source) members() iter.Seq[ssa.Member] {
	return func(yield func(ssa.Member) bool) {
		for _, pkg := range s.Packages {
			for _, member := range pkg.Members {
				if !yield(member) {
					return
				}
			}
		}
	}
}

// WithLiterals are a function and the literals in it, in the order of the source.
func WithLiterals(f *ssa.Function) []*ssa.Function {
	list := []*ssa.Function{f}
	for _, literal := range f.AnonFuncs {
		list = append(list, WithLiterals(literal)...)
	}
	return list
}

// display is the name of a function for people, without its package: where it is called, or what it does, is told
// with the file.
func (s *Source) display(f *ssa.Function) string {
	if s.owns(f) {
		return f.RelString(f.Pkg.Pkg)
	}
	return f.RelString(s.Packages[0].Pkg)
}
