package extract

import (
	"github.com/chancheck/chancheck/extract/internal/library"
	"github.com/chancheck/chancheck/extract/ir"
)

// The parts of the intermediate representation that drivers handle.
type (
	// A Package is the skeletons of a package.
	Package = ir.Package
	// A Function is the skeleton of one function.
	Function = ir.Function
	// Skeletons is the fact by which skeletons travel between packages.
	Skeletons = ir.Skeletons
	// An Exporter makes the facts of a package.
	Exporter = ir.Exporter
)

// NewExporter makes facts from the skeletons of a package.
func NewExporter(p *Package) *Exporter { return ir.NewExporter(p) }

// OpaquePackage is a package of whose functions nothing is known but what is
// given: they may do anything.
func OpaquePackage(path string, functions []*Function) *Package {
	return ir.OpaquePackage(path, functions)
}

// IsData reports whether a package is known to be about data or about the
// outside world: see library.IsData.
func IsData(path string) bool { return library.IsData(path) }
