package scope

import (
	"slices"

	"github.com/chancheck/chancheck/extract/internal/pointsto"
	"github.com/chancheck/chancheck/extract/internal/supergraph"
)

// A main function is a program of its own, as a test is: it runs once, when package-level variables have their
// first values, and nobody else is there but who it starts. So they are no more open to it than its own variables
// are, if nothing that libraries may call uses what hangs on them.

// MainProgram is the question what goes wrong in the program whose main function a package has, with all objects
// on which it operates. It is not ok if there are no package-level variables among them, or what these hold, so
// that the function is a root like others; or if libraries may call something else that uses them.
func (p *Package) MainProgram() (question Clients, ok bool) {
	if !p.main {
		return Clients{}, false
	}
	p = p.shipped
	i := slices.IndexFunc(p.graph.Order, func(f *supergraph.Function) bool { return f.Main })
	if i < 0 {
		return Clients{}, false
	}
	main := p.graph.Order[i]
	run := p.graph.Called([]string{main.Name, p.initializer})
	objects := p.graph.OperatedIn(run)
	if !slices.ContainsFunc(objects, p.isShared) || p.areUsedBeside(run, objects) {
		return Clients{}, false
	}
	q := p.query(objects)
	q.Alone, q.Goroutines, q.Program = main.Name, 0, false
	q.Display = main.Display
	return Clients{p, q}, true
}

// areUsedBeside reports whether a function that libraries may call operates on one of some objects, or runs
// something that does, and is none of those that run.
func (p *Package) areUsedBeside(run []string, objects []pointsto.Location) bool {
	isRun := map[string]bool{}
	for _, name := range run {
		isRun[name] = true
	}
	return slices.ContainsFunc(p.graph.Order, func(f *supergraph.Function) bool {
		if isRun[f.Name] || isInTests(f.Function) || !p.points.Exposed(f.Name) {
			return false
		}
		used := p.graph.OperatedIn(p.graph.Called([]string{f.Name}))
		return slices.ContainsFunc(used, func(l pointsto.Location) bool { return slices.Contains(objects, l) })
	})
}
