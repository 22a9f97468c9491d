package main

import (
	"cmp"
	"fmt"
	"hash/fnv"
	"maps"
	"slices"

	"golang.org/x/tools/go/packages"

	"github.com/chancheck/chancheck/report"
)

// From version 1.26 on the go command keeps what a tool says of a package. But it knows a result by the tool, its flags and
// the package alone, and not by whether the package was named, or only imported by one that was. Of one that was imported
// first it has nothing but facts, and takes these for all there is when it is named: nothing is found in it (no more than by the analyzers
// of go vet itself), and nobody hears that it wasn't looked at. Of one that was named first it says what was found also when it is only
// imported. So what was named is listed here. Who wasn't looked at is known by its counts, which every package has.

// goVet runs go vet with some flags, and once more for those packages among what the patterns name that it has forgotten to look at. There is no
// outcome if it doesn't even start, or says what can't be read; else an error says that go vet has failed.
func (c *command) goVet(flags, patterns []string) (*outcome, error) {
	listed := make(chan []*packages.Package, 1)
	go func() { listed <- c.named(patterns) }()
	o, failed := c.vetOnce(flags, patterns)
	named := <-listed
	if o == nil || len(named) == 0 {
		return o, failed
	}
	o.keep(named)
	forgotten := o.forgotten(named)
	if len(forgotten) == 0 || len(o.counts) == 0 && failed != nil {
		return o, failed
	}
	rest, failedAgain := c.vetOnce(append(slices.Clip(flags), analyzerFlag("key", keyOf(forgotten))), forgotten)
	if rest == nil {
		return o, cmp.Or(failed, failedAgain)
	}
	rest.keep(named)
	o.join(rest)
	if failed == nil { // else that has been told, and may be why they weren't looked at
		o.messages, failed = append(o.messages, rest.messages...), failedAgain
	}
	return o, failed
}

// named lists the packages that some patterns name. What can't be listed can't be vetted, which go vet says better.
func (c *command) named(patterns []string) []*packages.Package {
	named, err := packages.Load(c.loader(packages.NeedName|packages.NeedFiles), patterns...)
	if err != nil {
		return nil
	}
	return named
}

// keep drops what is said of packages that weren't named. Tests outside of a package are a package of their own.
func (o *outcome) keep(named []*packages.Package) {
	isNamed := map[string]bool{}
	for _, pkg := range named {
		isNamed[pkg.PkgPath], isNamed[pkg.PkgPath+"_test"] = true, true
	}
	o.diagnostics = slices.DeleteFunc(o.diagnostics, func(d diagnostic) bool { return !isNamed[d.pkg] })
	maps.DeleteFunc(o.counts, func(path string, _ report.Counts) bool { return !isNamed[path] })
}

// forgotten lists the packages of which nothing was said, not even that the analysis failed.
func (o *outcome) forgotten(named []*packages.Package) []string {
	var paths []string
	for _, pkg := range named {
		_, isLookedAt := o.counts[pkg.PkgPath]
		if len(pkg.GoFiles) > 0 && !isLookedAt && !o.failed[pkg.PkgPath] {
			paths = append(paths, pkg.PkgPath)
		}
	}
	slices.Sort(paths)
	return paths
}

// keyOf is a text that stands for some packages: with it among the flags each package is always named, or never.
func keyOf(paths []string) string {
	h := fnv.New64a()
	for _, path := range paths {
		fmt.Fprintln(h, path)
	}
	return fmt.Sprintf("%x", h.Sum64())
}

// join adds what another run of go vet has said of packages. What both have said is told once: see sort.
func (o *outcome) join(rest *outcome) {
	maps.Copy(o.counts, rest.counts)
	maps.Copy(o.used, rest.used)
	o.imports = append(o.imports, rest.imports...)
	o.diagnostics = append(o.diagnostics, rest.diagnostics...)
	o.failures = append(o.failures, rest.failures...)
}
