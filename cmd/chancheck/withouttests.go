package main

import (
	"encoding/json"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// The go command vets a package together with its tests, or not at all if one of these doesn't compile. The rest of it is looked at
// all the same, with an overlay in which the tests don't exist.

// withoutTests runs go vet again, for packages at which it has not looked although they have tests, without these. Who wants no
// findings in tests doesn't hear of them at all; to others it stays an error, and it is said what was looked at.
func (c *command) withoutTests(o *outcome, failed error) (*outcome, error) {
	if failed == nil {
		return o, nil
	}
	tested := c.tested(o)
	if len(tested) == 0 {
		return o, failed
	}
	overlay, err := c.overlayWithout(slices.Concat(slices.Collect(maps.Values(tested))...))
	if err != nil {
		return o, failed
	}
	defer os.Remove(overlay)
	flags := append(slices.Clip(c.vet), "-overlay="+overlay)
	if c.skipTests {
		rest, failedAgain := c.goVet(flags, c.patterns)
		if rest == nil || len(rest.counts) == 0 {
			return o, failed
		}
		return rest, failedAgain
	}
	rest, _ := c.goVet(flags, slices.Sorted(maps.Keys(tested)))
	if rest != nil {
		c.add(o, rest)
	}
	return o, failed
}

// add adds what was seen of packages without their tests to an outcome, and says so.
func (c *command) add(o, rest *outcome) {
	c.untested = slices.Sorted(maps.Keys(rest.counts))
	if len(c.untested) == 0 {
		return
	}
	o.join(rest)
	o.messages = append(o.messages, "looked at without their tests, which can't be compiled: "+strings.Join(c.untested, ", "))
}

// tested lists, by the packages that the user named, their test files: of those at which go vet has not looked, or of all if nobody
// wants to know of tests.
func (c *command) tested(o *outcome) map[string][]string {
	tested := map[string][]string{}
	for _, pkg := range c.named(c.patterns) {
		if _, looked := o.counts[pkg.PkgPath]; looked && !c.skipTests || len(pkg.GoFiles) == 0 {
			continue
		}
		files, err := filepath.Glob(filepath.Join(filepath.Dir(pkg.GoFiles[0]), "*_test.go"))
		if err == nil && len(files) > 0 {
			tested[pkg.PkgPath] = files
		}
	}
	return tested
}

// overlayWithout writes an overlay for the go command, beside what the user replaces, in which some files don't exist.
func (c *command) overlayWithout(files []string) (name string, err error) {
	replaced := struct{ Replace map[string]string }{map[string]string{}}
	maps.Copy(replaced.Replace, c.sources.overlay)
	for _, file := range files {
		replaced.Replace[file] = ""
	}
	data, err := json.Marshal(replaced)
	if err != nil {
		return "", err
	}
	f, err := os.CreateTemp("", "chancheck-*.json")
	if err != nil {
		return "", err
	}
	_, err = f.Write(data)
	if closed := f.Close(); err == nil {
		err = closed
	}
	if err != nil {
		os.Remove(f.Name())
	}
	return f.Name(), err
}
