package scope

import (
	"slices"

	"github.com/chancheck/chancheck/extract/internal/interp"
	"github.com/chancheck/chancheck/extract/internal/pointsto"
	"github.com/chancheck/chancheck/extract/internal/supergraph"
	"github.com/chancheck/chancheck/extract/ir"
)

// What one test makes is known to that test only, and to what it runs. So of whom nobody waits for in it there is nothing
// to ask of others: they may wait for what they have made at other places, and pass it to the same functions.

// TestsAlone are the tests of a package, each of which is asked for whom nobody waits in it.
type TestsAlone struct {
	*tests
}

// largestOfTestsAlone is how many steps the points-to analyses take together that are made for this question, largestAlone
// how many one of them takes at most: a test that runs half of a large package waits for most of it.
const (
	largestOfTestsAlone = largestAnalysis / 5
	largestAlone        = largestOfTestsAlone / 6
)

// NewTestsAlone prepares them.
func NewTestsAlone(pkg *ir.Package, program *interp.Program) *TestsAlone {
	return &TestsAlone{newTests(pkg, program, supergraph.Bodies{}, largestOfTestsAlone, largestAlone)}
}

// Unwaited lists what a declared function makes, if it is a test, for which nobody waits alone in it, channels on which nobody operates
// included. There is none if somebody calls it, or time stands still for some of it.
func (t *TestsAlone) Unwaited(name string) (list []Unwaited) {
	f := t.program.Function(name)
	if f == nil || t.program.IsCalled(name) || !unanalysed(t.pkg, t.program, t.bodies).isTest(f) {
		return nil
	}
	p := t.of(name)
	if p == nil || slices.ContainsFunc(p.graph.Order, func(f *supergraph.Function) bool { return t.program.InBubble(f.Name) }) {
		return nil
	}
	others := p.heldByOthers(p.graph.ByName[name])
	isOwn := func(l pointsto.Location) bool {
		maker := p.points.Objects[l].Function
		return maker != nil && outermost(maker.Name) == name && !others[l]
	}
	list = p.unwaited(isOwn)
	for _, l := range p.idle(isOwn) {
		list = append(list, Unwaited{Site: p.points.Objects[l].Site})
	}
	return list
}

// heldByOthers are the objects to which package-level variables lead that others than a program, which is a function, use: some of
// them may be running.
func (p *Package) heldByOthers(program *supergraph.Function) map[pointsto.Location]bool {
	runs := map[*supergraph.Function]bool{}
	for _, f := range p.graph.Order {
		runs[f] = true
	}
	held := map[pointsto.Location]bool{}
	var work []pointsto.Location
	add := func(list ...pointsto.Location) {
		for _, l := range list {
			if !held[l] {
				held[l] = true
				work = append(work, l)
			}
		}
	}
	for n := range p.points.Objects {
		if l := pointsto.Location(n); p.points.Objects[n].IsGlobal() && !p.graph.IsUsedOnlyIn(runs, program, l) {
			add(l)
		}
	}
	for ; len(work) > 0; work = work[1:] {
		add(p.points.Content(work[0])...)
		if o := &p.points.Objects[work[0]]; o.Type != "" {
			add(p.points.Fields(o.Type)...)
		}
	}
	return held
}

// idle lists the channels among some objects on which nobody operates.
func (p *Package) idle(isMeant func(pointsto.Location) bool) (list []pointsto.Location) {
	operated := p.graph.Operated()
	for n := range p.points.Objects {
		l, o := pointsto.Location(n), &p.points.Objects[n]
		isSeen := !p.points.SendsItself(l) && !p.points.ReceivesItself(l)
		if o.Kind == pointsto.Channel && o.View == 0 && isMeant(l) && isSeen && !operated[l] {
			list = append(list, l)
		}
	}
	return list
}
