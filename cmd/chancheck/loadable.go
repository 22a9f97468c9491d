package main

import (
	"maps"
	"slices"
	"strings"

	"golang.org/x/tools/go/packages"
)

// The go command looks at no package if one of those that it is given can't be loaded: there is a syntax error somewhere, a
// file that is to be embedded is built by other tools, or a module can't be had. Whoever asks about a whole module wants
// the rest looked at all the same.

// withoutBroken runs go vet again, for those packages that can be loaded, if it has looked at none. What it has said of the others
// stays an error.
func (c *command) withoutBroken(o *outcome, failed error) (*outcome, error) {
	if failed == nil || len(o.counts) > 0 || len(o.failures) > 0 {
		return o, failed
	}
	sound, broken := c.loadable()
	if len(sound) == 0 || len(broken) == 0 {
		return o, failed
	}
	rest, failedAgain := c.goVet(c.vet, sound)
	if rest == nil {
		return o, failedAgain
	}
	leftOut := "left out, as they can't be loaded, or import what can't be: " + strings.Join(broken, ", ")
	rest.messages = slices.Concat(o.messages, []string{leftOut}, rest.messages)
	return rest, failed
}

// loadable divides the packages that the user named, by their paths: those that can be loaded with their tests and all that they
// import, and the others.
func (c *command) loadable() (sound, broken []string) {
	loader := c.loader(packages.NeedName | packages.NeedImports | packages.NeedDeps | packages.NeedForTest | packages.NeedFiles | packages.NeedEmbedFiles)
	loader.Tests = true
	named, err := packages.Load(loader, c.patterns...)
	if err != nil {
		return nil, nil
	}
	isBroken := map[string]bool{}
	for _, pkg := range named {
		path := pkg.PkgPath
		switch {
		case pkg.ForTest != "":
			path = pkg.ForTest
		case pkg.Name == "main":
			path = strings.TrimSuffix(path, ".test") // it runs the tests
		}
		isBroken[path] = isBroken[path] || !canBeLoaded(pkg)
	}
	for _, path := range slices.Sorted(maps.Keys(isBroken)) {
		if isBroken[path] {
			broken = append(broken, path)
		} else {
			sound = append(sound, path)
		}
	}
	return sound, broken
}

// canBeLoaded reports whether there is no error in a package and all that it imports.
func canBeLoaded(pkg *packages.Package) bool {
	sound := true
	packages.Visit([]*packages.Package{pkg}, nil, func(dependency *packages.Package) {
		sound = sound && len(dependency.Errors) == 0
	})
	return sound
}
