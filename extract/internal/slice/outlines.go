package slice

import (
	"github.com/chancheck/chancheck/extract/internal/pointsto"
	"github.com/chancheck/chancheck/extract/internal/supergraph"
	"github.com/chancheck/chancheck/extract/internal/waitfor"
)

// Outlines makes the outlines of a package.
type Outlines struct {
	*supergraph.Graph
	slicer *Slicer
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
}

// NewOutlines prepares a package. Outlines are charged to the work.
func NewOutlines(x *supergraph.Graph, slicer *Slicer, work *waitfor.Work) *Outlines {
	o := &Outlines{x, slicer, work, &known{
		regions:   map[regionKey]*region{},
		methods:   map[string][]*supergraph.Function{},
		published: map[*supergraph.Function][]pointsto.Location{},
	}}
	o.findMethods()
	return o
}

// Apart makes the same outlines with a budget of their own: see Work.
func (x *Outlines) Apart() *Outlines { return &Outlines{x.Graph, x.slicer, x.work.Apart(), x.known} }

// AffordsRegions reports whether something is left of the budget for outlines of regions.
func (x *Outlines) AffordsRegions() bool { return !x.work.Regions.IsAll() }
