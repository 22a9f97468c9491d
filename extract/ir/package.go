package ir

import "github.com/chancheck/chancheck/model"

// A Package is the skeletons of a package.
type Package struct {
	Path string
	// Functions are the skeletons by Name: the package's own, and those of
	// other packages that they need.
	Functions map[string]*Function
	// Own are the names of the package's own functions, in source order.
	Own []string
	// Callers are those of the package's own functions, by Name, as far as something
	// is known of what they pass.
	Callers map[string]*Callers
	// Leaves are the declarations of the fields with leaf locks.
	Leaves []model.Site
	// Places are where the package makes or declares something to communicate
	// over, if somebody has taken the census.
	Places []Place
	// Main says that no other package can import it.
	Main bool
	// Broken, if not empty, is an internal error because of which there are
	// no skeletons.
	Broken string
}
