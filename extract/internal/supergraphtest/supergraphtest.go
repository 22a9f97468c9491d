// Package supergraphtest makes supergraphs of small programs, for tests of their analyses.
package supergraphtest

import (
	"go/types"
	"slices"
	"strings"
	"testing"

	"github.com/chancheck/chancheck/extract/internal/interp"
	"github.com/chancheck/chancheck/extract/internal/lower"
	"github.com/chancheck/chancheck/extract/internal/pointsto"
	"github.com/chancheck/chancheck/extract/internal/ssatest"
	"github.com/chancheck/chancheck/extract/internal/supergraph"
	"github.com/chancheck/chancheck/extract/ir"
)

// A World is a program with its supergraph.
type World struct {
	*supergraph.Graph
	program *interp.Program
	t       testing.TB
}

// Roots are those of the program.
func (w *World) Roots() []*interp.Root { return w.program.Roots() }

// Build makes the world of a package whose source is given without the package clause.
func Build(t testing.TB, source string) *World {
	t.Helper()
	return Analyse(t, Lower(ssatest.Build(t, "package p\n"+source)))
}

// Lower makes skeletons of a package.
func Lower(p *ssatest.Package) *ir.Package {
	return lower.Slice(&lower.Source{
		Packages: p.Packages(), Files: p.Files, Functions: p.Functions,
		Imported: func(*types.Func) []*ir.Function { return nil },
	})
}

// Analyse makes the world of a package: others call what is exported.
func Analyse(t testing.TB, pkg *ir.Package) *World {
	t.Helper()
	program := interp.NewProgram(pkg)
	isEntry := func(f *ir.Function) bool { return f.Exported }
	names := pkg.Own
	if pkg.Initializer != "" {
		names = append(slices.Clip(names), pkg.Initializer)
	}
	points := pointsto.Analyse(program, pointsto.Scope{Functions: names, IsEntry: isEntry, IsVisible: pointsto.IsExported, Budget: 1 << 24})
	if points == nil {
		t.Fatal("the analysis gave up")
	}
	return &World{supergraph.New(points, program, supergraph.Bodies{}), program, t}
}

// Objects finds locations by the names of the variables that they are first in, or
// of fields.
func (w *World) Objects(names ...string) (list []pointsto.Location) {
	w.t.Helper()
	operated := w.Operated()
	for _, name := range names {
		before := len(list)
		for l := range w.Points.Objects {
			if operated[pointsto.Location(l)] && w.NameOf(pointsto.Location(l)) == name {
				list = append(list, pointsto.Location(l))
			}
		}
		if len(list) == before {
			w.t.Fatalf("there is no %s", name)
		}
	}
	return list
}

// NameOf is the name of the variable or field that a location is first in.
func (w *World) NameOf(l pointsto.Location) string {
	name := w.Points.Objects[l].Name
	return name[strings.LastIndexByte(name, ' ')+1:]
}

// NamesOf writes groups by the names of their objects, sorted. A captured variable
// has an object of its own, of the same name, for as long as it is nil.
func (w *World) NamesOf(groups [][]pointsto.Location) string {
	var list []string
	for _, group := range groups {
		var names []string
		for _, l := range group {
			names = append(names, w.NameOf(l))
		}
		slices.Sort(names)
		list = append(list, strings.Join(slices.Compact(names), "+"))
	}
	slices.Sort(list)
	return strings.Join(slices.Compact(list), " ")
}
