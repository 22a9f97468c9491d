package ir

import (
	"slices"
	"strings"

	"github.com/chancheck/chancheck/model"
)

// A Package is the skeletons of a package, or of several that are one to us.
type Package struct {
	// Paths are those of the packages that it is made of, which is one, but for whole programs.
	Paths []string
	// Functions are the skeletons by Name: the package's own, and those of
	// other packages that they need.
	Functions map[string]*Function
	// Own are the names of the package's own functions, in source order.
	Own []string
	// Callers are those of the package's own functions, by Name, as far as something
	// is known of what they pass.
	Callers map[string]*Callers
	// Captured is what is known of the variables that function literals of the package have captured by
	// value, for each variable in their order, by Name.
	Captured map[string][]Argument
	// Lacks lists for types of values in interfaces, by name, the interfaces that the package
	// asserts to and that they don't implement.
	Lacks map[string][]string
	// Shown are the types without exported names, by name, that other packages can get at all the same: an
	// exported name leads to one, or it is put into an interface to what is embedded in it. So they can use its
	// fields with exported names, as an embedded sync.Mutex is one.
	Shown map[string]bool
	// Leaves are the declarations of the fields with leaf locks.
	Leaves []model.Site
	// Servings are the servers that nobody can end.
	Servings []Serving
	// Places are where the package makes or declares something to communicate
	// over, if somebody has taken the census.
	Places []Place
	// Main says that no other package can import it.
	Main bool
	// Variables are the package-level variables whose values are followed, and
	// Initializer is the function that gives them their first ones, and runs the init
	// functions; empty if there are none.
	Variables   []PackageVariable
	Initializer string
	// OnlyInTests are the types and package-level variables, by name, that are declared in test
	// files and nowhere else, if somebody has taken the census: code in other files has no name
	// for them. The embedded fields of these types are there as "T f".
	OnlyInTests map[string]bool
	// Imports is what is known of functions of other packages that it may call, if somebody asks for that.
	Imports *Skeletons
	// Broken, if not empty, is an internal error because of which there are
	// no skeletons.
	Broken string
}

// IsIn reports whether something with a full name is declared in one of the packages with some paths.
func IsIn(name string, paths []string) bool {
	return slices.ContainsFunc(paths, func(path string) bool {
		rest, ok := strings.CutPrefix(name, path)
		return ok && strings.HasPrefix(rest, ".")
	})
}

// A PackageVariable is a variable that only the functions of its package can use.
type PackageVariable struct {
	Name     string // as in a GlobalConst
	Kind     ValueKind
	TypeName string // the struct type, if it is one with a name
	// Locks says that there is a lock, wait group or the like in it.
	Locks bool
	Site  model.Site
}
