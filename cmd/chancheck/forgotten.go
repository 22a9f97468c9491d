package main

import (
	"fmt"
	"hash/fnv"
	"maps"
	"slices"
	"strings"

	"golang.org/x/tools/go/packages"
)

// From version 1.26 on the go command keeps what a tool says of a package. But it knows a result by the tool, its flags and
// the package alone, and not by whether the package was named, or only imported by one that was. Of one that was imported
// first it has nothing but facts, and takes these for all there is when it is named: nothing is found in it (no more than by the analyzers of go vet
// itself), and nobody hears that it wasn't looked at. What wasn't looked at though it was named is known here by its counts, which
// every package has.

// goVet runs go vet with some flags, and once more for the packages that it has forgotten to look at. There is no outcome if it doesn't
// even start, or says what can't be read; else an error says that go vet has failed.
func (c *command) goVet(flags, patterns []string) (*outcome, error) {
	o, failed := c.vetOnce(flags, patterns)
	if o == nil || len(o.counts) == 0 && failed != nil {
		return o, failed
	}
	forgotten := c.forgotten(o, patterns)
	if len(forgotten) == 0 {
		return o, failed
	}
	rest, failedAgain := c.vetOnce(append(slices.Clip(flags), analyzerFlag("key", keyOf(forgotten))), forgotten)
	if rest == nil {
		return nil, failedAgain
	}
	o.join(rest)
	if failed == nil { // else that has been told, and may be why they weren't looked at
		o.messages, failed = append(o.messages, rest.messages...), failedAgain
	}
	return o, failed
}

// forgotten lists the packages among some patterns of which nothing was said, not even that the analysis failed. What can't be listed
// can't be vetted, which go vet says better.
func (c *command) forgotten(o *outcome, patterns []string) []string {
	named, err := packages.Load(c.loader(packages.NeedName|packages.NeedFiles), patterns...)
	if err != nil {
		return nil
	}
	var paths []string
	for _, pkg := range named {
		_, isLookedAt := o.counts[pkg.PkgPath]
		hasFailed := slices.ContainsFunc(o.failures, func(failure string) bool { return strings.HasPrefix(failure, pkg.PkgPath) })
		if len(pkg.GoFiles) > 0 && !isLookedAt && !hasFailed {
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
