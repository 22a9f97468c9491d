package main

import (
	"errors"
	"fmt"
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/tools/go/packages"
)

// A target is a package to mutate.
type target struct {
	path, name, dir string
	root            string // directory of the module
	fset            *token.FileSet
	files           []*source
	types           *types.Package
	info            *types.Info
	imports         importMap
	goVersion       string
}

// A source is a file of a target.
type source struct {
	path   string
	text   string
	syntax *ast.File
	file   *token.File
}

func (s *source) start() token.Pos            { return token.Pos(s.file.Base()) }
func (s *source) offset(p token.Pos) int      { return s.file.Offset(p) }
func (s *source) slice(a, b token.Pos) string { return s.text[s.offset(a):s.offset(b)] }

// position is a place with the file relative to the module.
func (t *target) position(p token.Pos) token.Position {
	at := t.fset.PositionFor(p, false)
	if rel, err := filepath.Rel(t.root, at.Filename); err == nil {
		at.Filename = filepath.ToSlash(rel)
	}
	return at
}

// An importMap has the packages that a target imports, as they are.
type importMap map[string]*packages.Package

func (m importMap) Import(path string) (*types.Package, error) {
	if p := m[path]; p != nil {
		return p.Types, nil
	}
	return importer.Default().Import(path)
}

// load finds the packages that patterns name, but for those that only tests use.
func load(dir string, patterns []string) ([]*target, error) {
	config := &packages.Config{Mode: packages.LoadSyntax | packages.NeedModule, Dir: dir}
	loaded, err := packages.Load(config, patterns...)
	if err != nil {
		return nil, err
	}
	var targets []*target
	for _, p := range loaded {
		if len(p.Errors) > 0 {
			return nil, p.Errors[0]
		}
		if p.Imports["testing"] != nil {
			continue
		}
		if p.Module == nil || len(p.Syntax) == 0 {
			return nil, fmt.Errorf("%s has no files in a module", p.PkgPath)
		}
		t := &target{
			path: p.PkgPath, name: p.Name, dir: p.Dir, root: p.Module.Dir, fset: p.Fset,
			types: p.Types, info: p.TypesInfo, imports: p.Imports, goVersion: "go" + p.Module.GoVersion,
		}
		for _, syntax := range p.Syntax {
			file := p.Fset.File(syntax.Package)
			text, err := os.ReadFile(file.Name())
			if err != nil {
				return nil, err
			}
			t.files = append(t.files, &source{file.Name(), string(text), syntax, file})
		}
		targets = append(targets, t)
	}
	slices.SortFunc(targets, func(a, b *target) int { return strings.Compare(a.path, b.path) })
	return targets, nil
}

// draw chooses n mutants that compile, or all if there are fewer, and numbers
// them in the order of their places.
func draw(targets []*target, o options) []*mutant {
	var all []*mutant
	for _, t := range targets {
		for _, file := range t.files {
			for _, m := range candidates(t, file) {
				if o.match.MatchString(m.String()) {
					all = append(all, m)
				}
			}
		}
	}
	place := map[*mutant]int{}
	for i, m := range all {
		place[m] = i
	}
	random := rand.New(rand.NewPCG(o.seed, 0))
	random.Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
	var drawn []*mutant
	for len(all) > 0 && len(drawn) < o.n {
		next := all[:min(o.n-len(drawn), len(all))]
		all = all[len(next):]
		drawn = append(drawn, compiling(next)...)
	}
	slices.SortFunc(drawn, func(a, b *mutant) int { return place[a] - place[b] })
	for i, m := range drawn {
		m.id = i + 1
	}
	return drawn
}

// compiling leaves out the mutants that don't compile: it looks at all together,
// and at the halves if there are some among them.
func compiling(mutants []*mutant) []*mutant {
	bad := slices.ContainsFunc(byPackage(mutants), func(list []*mutant) bool {
		return list[0].pkg.check(list) != nil
	})
	switch half := len(mutants) / 2; {
	case !bad:
		return mutants
	case half == 0:
		return nil
	default:
		return slices.Concat(compiling(mutants[:half]), compiling(mutants[half:]))
	}
}

// byPackage groups mutants.
func byPackage(mutants []*mutant) [][]*mutant {
	groups := map[*target][]*mutant{}
	for _, m := range mutants {
		groups[m.pkg] = append(groups[m.pkg], m)
	}
	var list [][]*mutant
	for _, m := range mutants {
		if group := groups[m.pkg]; group != nil {
			list = append(list, group)
			delete(groups, m.pkg)
		}
	}
	return list
}

// instrumented are the texts of the files of a package with mutants in it, by
// path: those that differ, and one that they need.
func (t *target) instrumented(mutants []*mutant) map[string]string {
	texts := map[string]string{filepath.Join(t.dir, "mutants_support.go"): support(t.name)}
	byFile := map[*source][]*mutant{}
	for _, m := range mutants {
		byFile[m.file] = append(byFile[m.file], m)
	}
	for file, list := range byFile {
		texts[file.path] = file.instrument(list)
	}
	return texts
}

// check type-checks the package with mutants in it.
func (t *target) check(mutants []*mutant) error {
	texts := t.instrumented(mutants)
	for _, file := range t.files {
		if _, ok := texts[file.path]; !ok {
			texts[file.path] = file.text
		}
	}
	fset := token.NewFileSet()
	var files []*ast.File
	for path, text := range texts {
		file, err := parser.ParseFile(fset, path, text, parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		files = append(files, file)
	}
	var failed error
	config := &types.Config{
		Importer: t.imports, GoVersion: t.goVersion,
		Error: func(err error) { failed = errors.Join(failed, err) },
	}
	_, err := config.Check(t.path, fset, files, nil)
	return errors.Join(failed, err)
}
