package scope

import (
	"cmp"
	"iter"
	"maps"
	"slices"

	"github.com/chancheck/chancheck/extract/internal/holding"
	"github.com/chancheck/chancheck/extract/internal/interp"
	"github.com/chancheck/chancheck/extract/internal/outline"
	"github.com/chancheck/chancheck/extract/internal/pointsto"
	"github.com/chancheck/chancheck/extract/internal/slice"
	"github.com/chancheck/chancheck/extract/internal/supergraph"
	"github.com/chancheck/chancheck/extract/internal/waitfor"
	"github.com/chancheck/chancheck/extract/ir"
	"github.com/chancheck/chancheck/model"
)

// A Package has what scopes of one package are cut from.
type Package struct {
	program *interp.Program
	bodies  supergraph.Bodies // shared by all that are about the same program
	points  *pointsto.Analysis
	graph   *supergraph.Graph
	main    bool
	// isFragment says that only test files are seen, and that nobody calls what is in them: see TestFiles.
	isFragment bool
	// slicer, waits and outlines are about the graph.
	slicer   *slice.Slicer
	waits    *waitfor.Analysis
	outlines *outline.Outlines
	// paths begin the names of the package's own variables, variables are those of them
	// that are followed, and initializer is the function that sets them first.
	paths       []string
	variables   []ir.PackageVariable
	initializer string
	shown       map[string]bool                // see ir.Package
	servings    []ir.Serving                   // see ir.Package
	callers     map[string]*ir.Callers         // see ir.Package
	held        *holding.Analysis              // see holds
	kept        []pointsto.Location            // see traced
	inFields    []pointsto.Location            // see shared
	sharing     *sharing                       // see sharedClusters
	certified   *waitfor.Served                // see served
	attained    map[string]map[model.Site]bool // see Clients.Attained
	// chained are the chains of the root that was asked about last.
	chained     *waitfor.Chains
	chainedRoot string
	// tests are those of the package, each of which is one of its own: nil in these.
	tests *tests
	// shipped is the package without its tests, or the package itself: what tests do
	// with objects makes no difference to what others do.
	shipped *Package
	// leavesOutTests says that nothing was found out about the tests, as that takes too long.
	leavesOutTests bool
}

// largestAnalysis is how many steps the points-to analysis may take for each package, and those
// of its tests together; shareOfRest is the share of that which the code without tests has
// where they are too much. What comes after takes longer, and something of the time has been
// spent already. A package of 1 400 functions took a million.
const (
	largestAnalysis = 3_000_000
	shareOfRest     = 10
)

// New finds out who can touch what. It returns nil if that takes too long. If it does only
// with the tests of the package, it is left to each of them what helpers of theirs do that
// are judged by themselves: these are judged as a whole, or not at all.
func New(pkg *ir.Package, program *interp.Program) *Package {
	return within(pkg, program, largestAnalysis*len(pkg.Paths))
}

func within(pkg *ir.Package, program *interp.Program, budget int) *Package {
	bodies := supergraph.Bodies{}
	all := newPackage(pkg, program, bodies, pkg.Own, budget)
	names := ownShipped(pkg, program)
	if len(names) == len(pkg.Own) {
		return all
	}
	if all == nil {
		if all = newPackage(pkg, program, bodies, names, budget/shareOfRest); all != nil {
			all.leavesOutTests = true
		}
	} else {
		all.shipped = cmp.Or(newPackage(pkg, program, bodies, names, budget), all)
	}
	if all != nil {
		all.tests = newTests(pkg, program, bodies, budget, budget)
	}
	return all
}

// largestForCertain is how many steps the points-to analysis may take for what is certain, and for what nobody
// waits for alone.
const largestForCertain = 10 * largestAnalysis

// ForCertain finds out who can touch what in a package with its tests where New takes too long for that, which has
// found out what is known, if anything: it does for Certainties, which walk through one function at a time, and for
// Unwaited, which are worked out once. Both cost little beside it. It leaves out the tests if that takes too long, and
// returns nil if even the rest does.
func ForCertain(pkg *ir.Package, program *interp.Program, known *Package) *Package {
	if known != nil && !known.leavesOutTests {
		return known
	}
	budget := largestForCertain * len(pkg.Paths)
	shipped, names := known, ownShipped(pkg, program)
	if shipped == nil {
		if shipped = newPackage(pkg, program, supergraph.Bodies{}, names, budget); shipped != nil {
			shipped.leavesOutTests = len(names) < len(pkg.Own)
		}
	}
	if shipped == nil || len(names) == len(pkg.Own) {
		return shipped
	}
	all := newPackage(pkg, program, shipped.bodies, pkg.Own, budget)
	if all == nil {
		return shipped
	}
	all.shipped = shipped
	return all
}

// ownShipped are the package's own functions but those of its tests.
func ownShipped(pkg *ir.Package, program *interp.Program) []string {
	return slices.DeleteFunc(slices.Clone(pkg.Own), func(name string) bool {
		f := program.Function(name)
		return f != nil && isInTests(f)
	})
}

func newPackage(pkg *ir.Package, program *interp.Program, bodies supergraph.Bodies, functions []string, budget int) *Package {
	p := unanalysed(pkg, program, bodies)
	return p.analyse(program, pointsto.Scope{Functions: functions, IsEntry: p.isEntry, IsVisible: p.isVisible, Budget: budget}, &waitfor.Work{})
}

func unanalysed(pkg *ir.Package, program *interp.Program, bodies supergraph.Bodies) *Package {
	return &Package{
		program: program, bodies: bodies, main: pkg.Main, paths: pkg.Paths, variables: pkg.Variables, initializer: pkg.Initializer,
		shown: pkg.Shown, servings: pkg.Servings, callers: pkg.Callers,
	}
}

// analyse finds out who can touch what in a scope, and in what gives variables their first
// values, as far as a program shows it. It returns nil if that takes too long.
func (p *Package) analyse(program pointsto.Program, s pointsto.Scope, work *waitfor.Work) *Package {
	if p.initializer != "" {
		s.Functions = append(slices.Clip(s.Functions), p.initializer)
	}
	p.points = pointsto.Analyse(program, s)
	if p.points == nil {
		return nil
	}
	if p.graph = supergraph.New(p.points, program, p.bodies); p.graph == nil {
		return nil
	}
	p.slicer = slice.New(p.graph)
	p.outlines = outline.New(p.slicer, work, p.isOwn)
	p.waits = waitfor.New(p.graph, work, p.outlines.IsMade)
	p.shipped = p
	return p
}

// holds is what the functions hold.
func (p *Package) holds() *holding.Analysis {
	if p.held == nil {
		p.held = holding.New(p.graph, p.isOpen)
	}
	return p.held
}

func (p *Package) isEntry(f *ir.Function) bool { return f.Exported && !p.main }

// noEntry says that nobody else calls a function: where it is all that runs.
func noEntry(*ir.Function) bool { return false }

// isVisible reports whether other packages have access to a field or package-level
// variable: if it is an exported one of a type that they can get at, or exported.
func (p *Package) isVisible(name string) bool {
	if p.main && (pointsto.IsField(name) || p.isOwn(name)) {
		return false
	}
	return pointsto.IsExported(name) ||
		pointsto.IsField(name) && pointsto.IsExportedField(name) && p.shown[pointsto.GenericType(pointsto.TypeOfField(name))]
}

// isOwn reports whether a variable, which isn't one of a type, is the package's own.
func (p *Package) isOwn(variable string) bool { return ir.IsIn(variable, p.paths) }

// An Outline is what is left of a part without any data.
type Outline = outline.Outline

// A Level says how much data is followed.
type Level = slice.Level

// The levels.
const (
	Coarse = slice.Coarse
	Fine   = slice.Fine
)

// Parts are the parts of a root that are judged one by one: for each cluster the
// objects of it that are made in what the root reaches. There are none once outlines have
// taken too long.
func (p *Package) Parts(root *interp.Root) []Part {
	name := root.Function.Name
	p = p.around(root.Function)
	if !p.outlines.AffordsRegions() {
		return nil
	}
	var list []Part
	for _, objects := range p.waits.RootClusters(name, p.graph.Reach(name)) {
		if len(objects) > 0 {
			list = append(list, Part{p, root, objects})
		}
	}
	if p.graph.UsesNil(name) {
		list = append(list, Part{p, root, nil})
	}
	return list
}

// Whole is the part of a root that has all objects in it.
func (p *Package) Whole(root *interp.Root) Part {
	p = p.around(root.Function)
	return Part{p, root, p.graph.Reach(root.Function.Name)}
}

// A Part is what matters of a root for some objects.
type Part struct {
	pkg     *Package
	root    *interp.Root
	objects []pointsto.Location
}

// At is the part with as much data as a level says; nil if nothing is left.
func (p Part) At(level Level) *interp.Root {
	name := p.root.Function.Name
	s := p.pkg.slicer.Of([]string{name}, p.objects, level)
	p.pkg.program.Charge(s.Steps)
	if s.Functions[name] == nil {
		return nil
	}
	part := p.root.Part(s.Functions)
	if len(p.objects) < len(p.pkg.graph.Reach(name)) {
		part.LeaveOut()
	}
	return part
}

// An Apart is an object that hangs on so many others in a circle that they are too much for one
// system, looked at apart from these.
type Apart struct {
	// Site is where it is made, if something is made there.
	Site model.Site
	// Others is how many the others are.
	Others int
	// Outlines are those of the object alone: if one of them shows that nothing can go wrong,
	// nothing can unless one of the others doesn't come.
	Outlines iter.Seq[*Outline]
	// Pairs are the object with each of those after it in the list with which it may be a
	// circle of two.
	Pairs []Pair
}

// A Pair are two objects together.
type Pair struct {
	With     int // the other one, by its index
	Outlines iter.Seq[*Outline]
}

// Apart lists the objects of a piece that the root makes, apart from each other.
func (p Part) Apart() []Apart {
	of := func(objects ...pointsto.Location) iter.Seq[*Outline] {
		return p.pkg.outlines.Apart().Of(p.root.Function.Name, objects)
	}
	made := p.pkg.graph.Reach(p.root.Function.Name)
	return p.pkg.apart(p.pkg.chainsOf(p.root), p.objects, made, of)
}

// apart lists those of some objects that are among others, with the outlines of each.
func (p *Package) apart(chains *waitfor.Chains, objects, among []pointsto.Location, of func(...pointsto.Location) iter.Seq[*Outline]) (list []Apart) {
	if len(objects) < 2 {
		return nil
	}
	own := slices.DeleteFunc(slices.Clone(objects), func(l pointsto.Location) bool { return !slices.Contains(among, l) })
	for i, l := range own {
		a := Apart{Site: p.points.Objects[l].Site, Others: len(objects) - 1, Outlines: of(l)}
		for _, on := range chains.Mutual(l) {
			if n := slices.Index(own, on); n > i {
				a.Pairs = append(a.Pairs, Pair{n, of(l, on)})
			}
		}
		list = append(list, a)
	}
	return list
}

// Pieces are other parts of which outlines are looked at, one for each group of objects
// that hang on each other.
func (p Part) Pieces() (list []Part) {
	for _, objects := range p.pkg.chainsOf(p.root).Groups(p.objects) {
		list = append(list, Part{p.pkg, p.root, objects})
	}
	return list
}

// Outlines are of a piece without any data: if one of them shows that nothing can go
// wrong, nothing can.
func (p Part) Outlines() iter.Seq[*Outline] {
	return func(yield func(*Outline) bool) {
		for o := range p.pkg.outlines.Of(p.root.Function.Name, p.objects) {
			if !o.Answered {
				p.pkg.program.Charge(o.Steps)
			}
			if !yield(o) {
				return
			}
		}
	}
}

// An Unwaited is where channels, locks or wait groups are made for which nobody waits alone, whoever has them and whatever
// else is wrong.
type Unwaited struct {
	Site model.Site
	// Panics are the places of the panics that are ruled out by that.
	Panics []model.Site
}

// Unwaited lists these places. What only tests make is asked about with them, all else without.
func (p *Package) Unwaited() (list []Unwaited) {
	list = p.shipped.unwaited(func(l pointsto.Location) bool { return p.shipped.points.Objects[l].Function != nil })
	if p.shipped != p {
		list = append(list, p.unwaited(p.isMadeInTests)...)
	}
	return list
}

// isMadeInTests reports whether a function in a test file makes an object.
func (p *Package) isMadeInTests(l pointsto.Location) bool {
	f := p.points.Objects[l].Function
	return f != nil && isInTests(f)
}

// unwaited lists those among some objects that functions make.
func (p *Package) unwaited(isMeant func(pointsto.Location) bool) (list []Unwaited) {
	for _, u := range p.outlines.Unwaited(slices.Sorted(maps.Keys(p.graph.Operated())), p.served()) {
		if isMeant(u.Channel) {
			list = append(list, Unwaited{p.points.Objects[u.Channel].Site, u.Panics})
		}
	}
	for _, l := range p.served().Made() {
		if isMeant(l) && !slices.ContainsFunc(p.served().Users(l), p.program.InBubble) {
			list = append(list, Unwaited{Site: p.points.Objects[l].Site})
		}
	}
	return list
}

// Released lists the operations on locks because of which alone nobody is stuck. Those of tests are asked about with
// all else, the others without tests.
func (p *Package) Released() []model.Site {
	sites := p.shipped.served().Operations()
	if p.shipped != p {
		inTests := slices.DeleteFunc(p.served().Operations(), func(site model.Site) bool { return !site.IsInTest() })
		sites = append(sites, inTests...)
	}
	return sites
}

// served has the objects because of which alone nobody is stuck, found once.
func (p *Package) served() *waitfor.Served {
	if p.certified == nil {
		objects := p.asked()
		p.certified = p.waits.Served(objects, p.outlines.Awaited(objects, p.waits), p.isCallable)
	}
	return p.certified
}

// asked are the objects about which it is asked because of which alone nobody is stuck: of a fragment those that the
// rest doesn't get at, which does to others what it likes.
func (p *Package) asked() []pointsto.Location {
	if p.isFragment {
		return p.confined()
	}
	return p.traced()
}

// chainsOf tell who hangs on whom in a root: a test is the whole program.
func (p *Package) chainsOf(root *interp.Root) *waitfor.Chains {
	if !p.isTest(root.Function) {
		return p.chains()
	}
	if p.chained == nil || p.chainedRoot != root.Function.Name {
		p.chainedRoot = root.Function.Name
		p.chained = p.waits.ChainsOfRoot(p.chainedRoot, p.traced(), p.isShared)
	}
	return p.chained
}

// Affords reports whether something is left of the budget for parts.
func (p *Package) Affords(limits interp.Options) bool { return p.program.AffordsParts(limits) }

// AffordsOne reports whether something is left of that for questions about one function.
func (p *Package) AffordsOne(limits interp.Options) bool { return p.program.AffordsOne(limits) }

// AffordsPanics reports whether something is left of that for questions about panics.
func (p *Package) AffordsPanics(limits interp.Options) bool { return p.program.AffordsPanics(limits) }

// AffordsWaits reports whether something is left of that for questions about who waits for a condition.
func (p *Package) AffordsWaits(limits interp.Options) bool { return p.program.AffordsWaits(limits) }
