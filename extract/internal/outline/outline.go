package outline

import (
	"fmt"
	"iter"
	"maps"
	"slices"

	"github.com/chancheck/chancheck/extract/internal/dataflow"
	"github.com/chancheck/chancheck/extract/internal/pointsto"
	"github.com/chancheck/chancheck/extract/internal/slice"
	"github.com/chancheck/chancheck/extract/internal/supergraph"
	"github.com/chancheck/chancheck/extract/internal/waitfor"
	"github.com/chancheck/chancheck/model"
)

// Outlines are those of a package, made when they are asked for.
type Outlines struct {
	*supergraph.Graph
	slicer *slice.Slicer
	work   *waitfor.Work // on what they are charged
	*known
}

// known has what outlines of a package ask again and again.
type known struct {
	// values lists the locations of functions as values, by name; regions are those that
	// were asked about. Both are worked out when they are asked for.
	values  map[string][]pointsto.Location
	regions map[regionKey]*region
	// methods lists those that others can call who have a value, by its type.
	methods map[string][]*supergraph.Function
	// published are the variables that functions make known, see publishedBy.
	published map[*supergraph.Function][]pointsto.Location
	// callbacks are the calls by which functions give libraries others, see callbacksOf.
	callbacks map[*supergraph.Function][]callback
	// givenInFragment is what the functions of a fragment give code that isn't seen, once it was asked: see findGiven.
	givenInFragment map[pointsto.Location]bool
	// reached is what the root reaches that was asked about last, see reachedFrom.
	root    *supergraph.Function
	reached dataflow.Set
	waiting map[pointsto.Location]*waiting // see waiters
	making  *making                        // see IsMade
	// back has what handedBack has found, foreigners are the answers of foreignTypesOf so far.
	back       map[string]bool
	foreigners map[*supergraph.Function]*foreignTypes
	// ownsType reports whether a type is one of the package.
	ownsType func(typeName string) bool
}

// New prepares a package. Which clients call what once, the slicer says; outlines are charged to
// the work.
func New(slicer *slice.Slicer, work *waitfor.Work, ownsType func(typeName string) bool) *Outlines {
	o := &Outlines{slicer.Graph, slicer, work, &known{
		regions:    map[regionKey]*region{},
		methods:    map[string][]*supergraph.Function{},
		published:  map[*supergraph.Function][]pointsto.Location{},
		callbacks:  map[*supergraph.Function][]callback{},
		foreigners: map[*supergraph.Function]*foreignTypes{},
		ownsType:   ownsType,
	}}
	o.findMethods()
	return o
}

// Apart makes the same outlines with a budget of their own: see waitfor.Work.
func (x *Outlines) Apart() *Outlines { return &Outlines{x.Graph, x.slicer, x.work.Apart(), x.known} }

// AffordsRegions reports whether something is left of the budget for outlines of regions.
func (x *Outlines) AffordsRegions() bool { return !x.work.Regions.IsAll() }

// An Outline is a system that does all that a program may do to some objects.
type Outline struct {
	// System is nil if there is none. Problem says why, or else what can go wrong, as far
	// as somebody has asked.
	System  *model.System
	Problem string
	// whole is the system before it was reduced, nil if it wasn't: see Whole.
	whole *model.System
	// standFor is for how many families of the program each one of the system stands; nil for one
	// each.
	standFor []int
	// Sites are the places where the objects are made.
	Sites []model.Site
	// Operations are the places of all operations on them: the automata are small, and
	// one step there can stand for several that do the same.
	Operations []model.Site
	// Once are the functions, for people, that clients are taken to call once.
	Once []string
	// OneOfEach says that what is done to a struct while a lock is held of another one of its type is
	// left out: it is about programs with one of each.
	OneOfEach bool
	// Panics are the places of the panics that are ruled out by the answer: it is about
	// programs that don't panic there.
	Panics []model.Site
	// Steps is how many instructions were looked at.
	Steps int
	// refine makes one that follows flags, if there are any: see Refined.
	refine func() *Outline
	// operated are the places of operations, by what is done there.
	operated map[model.Deed]map[model.Site]bool
	// Answered says that somebody has asked before what can go wrong, which is the problem
	// then. Several roots run the same region.
	Answered bool
	// TooLarge says that it is too large to find out what can go wrong.
	TooLarge bool
}

// Of makes outlines of what a function does to objects that are made where it
// runs: of the smallest region that has them all, and of a call of the function.
func (x *Outlines) Of(root string, objects []pointsto.Location) iter.Seq[*Outline] {
	return func(yield func(*Outline) bool) {
		f := x.ByName[root]
		if f == nil {
			return
		}
		smallest, whole := x.regionOf(f, objects), x.region(f, 0)
		if smallest != nil && smallest != whole {
			if !yield(x.outlineOf(smallest, objects)) {
				return
			}
		}
		yield(x.outlineOf(whole, objects))
	}
}

// outlineOf is the outline of a region, made once.
func (x *Outlines) outlineOf(r *region, objects []pointsto.Location) *Outline {
	key := fmt.Sprint(objects)
	out, ok := r.outlines[key]
	if !ok {
		out = x.outlinerIn(r, objects).outline()
		out.refine = func() *Outline {
			in := func(objects []pointsto.Location) *outliner { return x.outlinerIn(r, objects) }
			if o := in(objects).refined(in); o != nil {
				return o.outline()
			}
			return nil
		}
		r.outlines[key] = out
	}
	return out
}

// PlacesOf lists the places where the same is done to an object as in a step.
func (o *Outline) PlacesOf(t *model.Transition) []model.Site {
	return slices.SortedFunc(maps.Keys(o.operated[model.Deed{Kind: t.Kind, Object: t.Object}]), model.Site.Compare)
}

// Whole is the outline with all ways in which the program may end, even where it can go on as
// well: it asks about programs that don't panic, or of which something is expected after they were
// given up.
func (o *Outline) Whole() *Outline {
	whole := *o
	if o.whole != nil {
		whole.System, whole.whole, whole.standFor = o.whole, nil, nil
	}
	return &whole
}

// Refined is the outline with flags, nil if there are none.
func (o *Outline) Refined() *Outline {
	if o.System == nil || o.refine == nil {
		return nil
	}
	return o.refine()
}
