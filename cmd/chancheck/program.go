package main

import (
	"cmp"
	"errors"
	"fmt"
	"go/token"
	"maps"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/packages"
	"golang.org/x/tools/go/ssa"
	"golang.org/x/tools/go/ssa/ssautil"

	"github.com/chancheck/chancheck"
)

// A whole program is judged here, and not by go vet, whose tools see one package at a time. But go vet comes first:
// it judges each package for itself, which is the best way to see what needs no others, and tells what is known of
// functions of other modules, which it keeps in its cache. So of these no source is read here.

// runProgram judges the packages that the user named, and what they import of their own modules, each for itself
// and then as one.
func (c *command) runProgram() int {
	members, whole, err := c.members()
	if err != nil {
		return c.fail(err)
	}
	o, failed := c.goVet(append(slices.Clip(c.vet), analyzerFlag("imports", "true")), members)
	switch {
	case o == nil:
		return c.fail(failed)
	case failed != nil || len(o.failures) > 0:
		return c.finish(o, failed)
	}
	if err := c.together(o, members, whole); err != nil {
		return c.fail(err)
	}
	return c.finish(o, nil)
}

// together adds to an outcome what is found in packages as one.
func (c *command) together(o *outcome, members []string, whole bool) error {
	program, err := c.load(members)
	if err != nil {
		return err
	}
	program.Whole = whole
	for _, message := range o.imports {
		if err := program.Know(message); err != nil {
			return err
		}
	}
	for name, value := range c.own {
		if err := chancheck.Analyzer.Flags.Set(name, value); err != nil {
			return err
		}
	}
	return o.judge(program)
}

// loader loads packages as go vet does.
func (c *command) loader(mode packages.LoadMode) *packages.Config {
	return &packages.Config{Mode: mode, Dir: c.directory, BuildFlags: c.build, Overlay: c.sources.contents()}
}

// members are the paths of the packages of a program. It is a whole one if all that the user named are main
// packages, which nobody can import.
func (c *command) members() (paths []string, whole bool, err error) {
	named, err := packages.Load(c.loader(packages.NeedName|packages.NeedImports|packages.NeedDeps|packages.NeedModule), c.patterns...)
	if err != nil {
		return nil, false, err
	}
	whole = len(named) > 0
	isNamed := map[*packages.Package]bool{}
	for _, pkg := range named {
		whole = whole && pkg.Name == "main"
		isNamed[pkg] = true
	}
	packages.Visit(named, nil, func(pkg *packages.Package) {
		if isNamed[pkg] || pkg.Module != nil && pkg.Module.Main {
			paths = append(paths, pkg.PkgPath)
		}
	})
	if len(paths) == 0 {
		return nil, false, fmt.Errorf("no packages match %s", strings.Join(c.patterns, " "))
	}
	return paths, whole, nil
}

// load builds the functions of packages, which come with those that are imported first.
func (c *command) load(members []string) (*chancheck.Program, error) {
	loaded, err := packages.Load(c.loader(packages.LoadSyntax), members...)
	if err != nil {
		return nil, err
	}
	slices.SortFunc(loaded, func(a, b *packages.Package) int {
		return cmp.Compare(slices.Index(members, a.PkgPath), slices.Index(members, b.PkgPath))
	})
	var broken []error
	for _, pkg := range loaded {
		for _, e := range pkg.Errors {
			broken = append(broken, e)
		}
	}
	if len(broken) > 0 {
		return nil, errors.Join(broken...)
	}
	program, list := ssautil.Packages(loaded, ssa.BuilderMode(0))
	program.Build()
	result := &chancheck.Program{Packages: list}
	for _, pkg := range loaded {
		result.Files = append(result.Files, pkg.Syntax)
		result.Infos = append(result.Infos, pkg.TypesInfo)
	}
	return result, nil
}

// judge adds the diagnostics of a program, as go vet would print those of its packages. What goes wrong in a callee in
// another package was told at the call; now it is told where it is. The functions were counted already.
func (o *outcome) judge(program *chancheck.Program) error {
	fset := program.Packages[0].Prog.Fset
	paths := map[*token.File]string{}
	for i, files := range program.Files {
		for _, f := range files {
			paths[fset.File(f.FileStart)] = program.Packages[i].Pkg.Path()
		}
	}
	lists := map[string][]diagnostic{} // by the paths of packages
	err := program.Judge(func(d analysis.Diagnostic) {
		if d.Category != chancheck.CategorySummary {
			path := paths[fset.File(d.Pos)]
			lists[path] = append(lists[path], printedAs(fset, &d))
		}
	})
	told := map[string]bool{}
	var all []diagnostic
	for _, path := range slices.Sorted(maps.Keys(lists)) {
		for _, d := range o.withDetails(path, lists[path]) {
			all = append(all, d)
			told[d.operation()] = true
		}
	}
	o.diagnostics = slices.DeleteFunc(o.diagnostics, func(d diagnostic) bool { return d.details != nil && told[d.operation()] })
	o.diagnostics = append(o.diagnostics, all...)
	return err
}

// operation says what goes wrong in a finding, and where; "" if it is none.
func (d *diagnostic) operation() string {
	if d.details == nil {
		return ""
	}
	return d.Category + " " + d.details.At.String()
}

func printedAs(fset *token.FileSet, d *analysis.Diagnostic) diagnostic {
	printed := diagnostic{Posn: fset.Position(d.Pos).String(), Category: d.Category, Message: d.Message}
	for _, r := range d.Related {
		printed.Related = append(printed.Related, diagnostic{Posn: fset.Position(r.Pos).String(), Message: r.Message})
	}
	return printed
}
