package extract

import (
	"go/ast"
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/chancheck/chancheck/extract/internal/interp"
	"github.com/chancheck/chancheck/extract/internal/library"
	"github.com/chancheck/chancheck/extract/internal/lower"
	"github.com/chancheck/chancheck/extract/internal/scope"
	"github.com/chancheck/chancheck/extract/ir"
)

// From SSA to skeletons.
type (
	// A Source is what a package is sliced from.
	Source = lower.Source
	// A Package is the skeletons of a package.
	Package = ir.Package
	// A Function is the skeleton of one function.
	Function = ir.Function
	// A Place is where a package makes or declares something to communicate over.
	Place = ir.Place
	// An Operation is a call of a method of something that has a name.
	Operation = ir.Operation
	// Skeletons is the fact by which skeletons travel between packages.
	Skeletons = ir.Skeletons
	// An Exporter makes the facts of a package.
	Exporter = ir.Exporter
)

// From skeletons to systems.
type (
	// A Program is a package with everything that its functions call.
	Program = interp.Program
	// A Root is a function that may be the smallest scope of some object.
	Root = interp.Root
	// Options limit the work on one root.
	Options = interp.Options
	// An Extraction is what became of a root.
	Extraction = interp.Extraction
	// Opened is an object that can't be judged in a root.
	Opened = interp.Opened
)

// Slice builds the skeletons of a package.
func Slice(source *Source) *Package { return lower.Slice(source) }

// Census lists the places of a package in the order of the source. The leaves
// are those that Slice found.
func Census(source *Source, infoOf func(*ast.File) *types.Info, pkg *Package) []Place {
	return lower.Census(source, infoOf, pkg)
}

// NewExporter makes facts from the skeletons of a package.
func NewExporter(p *Package) *Exporter { return ir.NewExporter(p) }

// Gather makes one fact of what is known of functions of other packages.
func Gather(known map[string][]*Function) *Skeletons { return ir.Gather(known) }

// OnlyInTests finds the types and package-level variables that are declared in test files alone.
func OnlyInTests(source *Source) map[string]bool { return lower.OnlyInTests(source) }

// OpaquePackage is a package of whose functions nothing is known but what is
// given: they may do anything.
func OpaquePackage(path string, functions []*Function) *Package {
	return ir.OpaquePackage(path, functions)
}

// NewProgram prepares the functions of a package for evaluation.
func NewProgram(pkg *Package) *Program { return interp.NewProgram(pkg) }

// IsData reports whether a package is known to be about data or about the
// outside world: it takes no part in the communication of those who use it.
func IsData(path string) bool { return library.IsData(path) }

// IsInternal reports whether a package is one that just its own module may import.
func IsInternal(path string) bool { return library.IsInternal(path) }

// IsTest reports whether a function is one that the go command runs.
func IsTest(f *ssa.Function) bool { return lower.IsTest(f) }

// WithLiterals are a function and the literals in it, in the order of the source.
func WithLiterals(f *ssa.Function) []*ssa.Function { return lower.WithLiterals(f) }

// NamedOf is the named type that a type is, or is a pointer to; nil if there is
// none.
func NamedOf(t types.Type) *types.Named { return lower.NamedOf(t) }

// What holds that which is made at a Place.
const (
	Value    = ir.Value
	Variable = ir.Variable
	Global   = ir.Global
	Field    = ir.Field
)

// IsRemembered reports whether a reason for a doubt (model.Transition.Doubt) is that a map or a
// variable is asked for that may hold anything by then.
func IsRemembered(doubt string) bool { return interp.IsRemembered(doubt) }

// Outline is what is left of a part without any data.
type Outline = scope.Outline

// An Apart is an object that is looked at apart from others on which it hangs in a circle.
type Apart = scope.Apart

// A Pair are two of these together.
type Pair = scope.Pair

// An Unwaited is where channels are made for which nobody waits.
type Unwaited = scope.Unwaited

// Scopes are the questions into which a package is cut.
type Scopes = scope.Package

// A Part is what matters of a root for some objects.
type Part = scope.Part

// A Level says how much data a part of a root follows.
type Level = scope.Level

// The levels.
const (
	Coarse = scope.Coarse
	Fine   = scope.Fine
)

// Clients is a question about objects that live in fields or package-level
// variables.
type Clients = scope.Clients

// ClientName begins the names of processes that are clients, OnceName that of one of them who
// calls, once, what is to be called once, SubjectName that of the one who calls only once
// whatever he likes; MainName is that of the process that calls the main function.
const (
	ClientName  = scope.ClientName
	OnceName    = scope.OnceName
	SubjectName = scope.SubjectName
	MainName    = scope.MainName
)

// NewScopes finds out who can touch what in a package; nil if that takes too long.
func NewScopes(pkg *Package, program *Program) *Scopes { return scope.New(pkg, program) }

// ScopesForCertain finds out as much as Certainties and Unwaited take, where NewScopes takes too long and has found out
// what is known; nil if that does, too.
func ScopesForCertain(pkg *Package, program *Program, known *Scopes) *Scopes {
	return scope.ForCertain(pkg, program, known)
}

// TestsAlone are the tests of a package, each of which is asked for whom nobody waits in it.
type TestsAlone = scope.TestsAlone

// NewTestsAlone prepares them.
func NewTestsAlone(pkg *Package, program *Program) *TestsAlone {
	return scope.NewTestsAlone(pkg, program)
}

// TestFiles are the functions in the test files of a package, looked at by themselves.
type TestFiles = scope.TestFiles

// NewTestFiles prepares them.
func NewTestFiles(pkg *Package, program *Program) *TestFiles {
	return scope.NewTestFiles(pkg, program)
}
