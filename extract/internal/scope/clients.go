package scope

import (
	"fmt"
	"iter"
	"slices"
	"strconv"
	"strings"

	"github.com/chancheck/chancheck/extract/internal/interp"
	"github.com/chancheck/chancheck/extract/internal/outline"
	"github.com/chancheck/chancheck/extract/internal/pointsto"
	"github.com/chancheck/chancheck/extract/internal/slice"
	"github.com/chancheck/chancheck/extract/internal/supergraph"
	"github.com/chancheck/chancheck/extract/internal/waitfor"
	"github.com/chancheck/chancheck/extract/ir"
	"github.com/chancheck/chancheck/model"
)

// A Clients is a question about objects that live in fields of types of the
// package, or in its package-level variables, and are confined to it: what can go
// wrong with them whatever the functions of the package are called for.
type Clients struct {
	pkg   *Package
	query *slice.Client
}

// concurrentClients is how many goroutines call functions of the package at once.
const concurrentClients = 2

// ClientName begins the names of the processes of a system that are clients, OnceName that of
// one who calls, once, what is to be called once, SubjectName that of the one who calls only
// once whatever he likes; MainName is that of the one that calls the main function.
const (
	ClientName  = slice.ClientName
	OnceName    = slice.OnceName
	SubjectName = slice.SubjectName
	MainName    = slice.MainName
)

// Clients lists the questions, one for each cluster of shared objects. Mixed are others,
// about clusters of shared objects and some that functions make for themselves, while they
// hold a lock for example. What only tests use is asked about with them, all else without.
func (p *Package) Clients() (list, mixed []Clients) {
	list, mixed = p.shipped.clients()
	if p.shipped == p {
		return list, mixed
	}
	inTests, mixedInTests := p.clients()
	return append(list, p.ofTests(inTests)...), append(mixed, p.ofTests(mixedInTests)...)
}

// ofTests lists the questions about what only tests use.
func (p *Package) ofTests(questions []Clients) (list []Clients) {
	for _, c := range questions {
		if p.inTests(c.query.Objects) {
			list = append(list, c)
		}
	}
	return list
}

func (p *Package) clients() (list, mixed []Clients) {
	c := p.sharedClusters()
	for _, objects := range c.alone {
		list = append(list, Clients{p, p.query(objects)})
	}
	for _, objects := range c.mixed {
		mixed = append(mixed, Clients{p, p.query(objects)})
	}
	return list, mixed
}

// A sharing has the clusters of shared objects alone, and those in which there are both
// shared objects and others; and, once asked, who may be stuck because of whom.
type sharing struct {
	alone, mixed [][]pointsto.Location
	chains       *waitfor.Chains     // see chains
	outlines     map[string]*Outline // see clientOutline
}

// sharedClusters is the sharing of the package, found once.
func (p *Package) sharedClusters() *sharing {
	if p.sharing != nil {
		return p.sharing
	}
	clusters := p.waits.SharedClusters(p.isTest, p.shared(), p.confined())
	p.sharing = &sharing{outlines: map[string]*Outline{}}
	for _, objects := range clusters[0] {
		if len(objects) > 0 {
			p.sharing.alone = append(p.sharing.alone, objects)
		}
	}
	isOther := func(l pointsto.Location) bool { return !p.isShared(l) }
	for _, objects := range clusters[1] {
		if slices.ContainsFunc(objects, p.isShared) && slices.ContainsFunc(objects, isOther) {
			p.sharing.mixed = append(p.sharing.mixed, objects)
		}
	}
	return p.sharing
}

// chains are those of the package, found once.
func (p *Package) chains() *waitfor.Chains {
	s := p.sharedClusters()
	if s.chains == nil {
		s.chains = p.waits.ChainsOfPackage(p.isTest, p.traced(), p.isShared)
	}
	return s.chains
}

// isShared reports whether an object is one of those that shared lists.
func (p *Package) isShared(l pointsto.Location) bool {
	_, found := slices.BinarySearch(p.shared(), l)
	return found
}

// confined are all objects of the package that nobody outside can get at, or to no avail.
func (p *Package) confined() []pointsto.Location {
	return slices.DeleteFunc(slices.Clone(p.traced()), func(l pointsto.Location) bool { return !p.isConfined(l) })
}

// isConfined reports whether an object on which functions operate is one of those.
func (p *Package) isConfined(l pointsto.Location) bool {
	return p.isTraced(l) && !p.points.Escapes(l) && !p.isServed(l)
}

// isClosedHere reports whether code that isn't seen may at most receive from a channel.
func (p *Package) isClosedHere(l pointsto.Location) bool {
	return p.isTraced(l) && !p.points.Escapes(l)
}

// isServed reports whether code that isn't seen may be at the other end of a channel.
func (p *Package) isServed(l pointsto.Location) bool {
	t := p.graph.Transferred()
	return t.Sent[l] && p.points.CanServe(l, true) || t.Received[l] && p.points.CanServe(l, false)
}

// traced are all objects of the package on which nobody outside operates but by calling
// functions of it.
func (p *Package) traced() []pointsto.Location {
	if p.kept != nil {
		return p.kept
	}
	list := []pointsto.Location{}
	for l := range p.graph.Operated() {
		if p.isTraced(l) {
			list = append(list, l)
		}
	}
	slices.Sort(list)
	p.kept = list
	return list
}

func (p *Package) isTraced(l pointsto.Location) bool {
	o := &p.points.Objects[l]
	return !p.points.IsHanded(l) && (o.Kind != pointsto.Variable || o.Function != nil || p.isOwn(o.Name))
}

// Subject is the question what can go wrong for one who calls a function once, whatever
// others call before and meanwhile, with all objects on which the functions operate
// that the question is about.
func (c Clients) Subject() Clients {
	if c.query.Members == nil {
		c.At(Coarse)
	}
	objects, _ := c.around()
	q := c.pkg.query(objects)
	q.Subjects, q.Program = 1, false
	return Clients{c.pkg, q}
}

// TwoSubjects is, after Subject, the same question about two who call a function once each,
// as all others do.
func (c Clients) TwoSubjects() Clients {
	q := *c.query
	q.Subjects = 2
	return Clients{c.pkg, &q}
}

// TwoAmongMany is, after Subject, the same question about two who call a function once each, while
// others call what they like, again and again.
func (c Clients) TwoAmongMany() Clients {
	two := c.TwoSubjects()
	two.query.Again = true
	return two
}

// AwaitsCond reports, after At, whether somebody may wait for a condition.
func (c Clients) AwaitsCond() bool {
	return slices.ContainsFunc(c.pkg.graph.Called(c.query.Members), func(name string) bool {
		return slices.ContainsFunc(c.pkg.graph.Operations(c.pkg.graph.ByName[name]), func(o supergraph.Operation) bool {
			return o.Kind == model.Cond && o.Waits
		})
	})
}

// MixLocks reports whether the question is about locks, and about what isn't one, too.
func (c Clients) MixLocks() bool {
	kinds := map[bool]bool{}
	locks := c.pkg.graph.AllLocks()
	for _, l := range c.query.Objects {
		kinds[slices.Contains(locks, l)] = true
	}
	return len(kinds) == 2
}

// shared are the objects that fields or package-level variables hold or are, and
// that nobody outside can get at, or to no avail: who can only receive from a channel
// makes no difference to those who do, too.
func (p *Package) shared() []pointsto.Location {
	if p.inFields != nil {
		return p.inFields
	}
	set := map[pointsto.Location]bool{}
	var work []pointsto.Location
	add := func(l pointsto.Location) {
		if l != 0 && !set[l] {
			set[l] = true
			work = append(work, l)
		}
	}
	for l := range p.points.Objects {
		o := &p.points.Objects[l]
		if l > 0 && (o.Kind == pointsto.Field || p.isVariable(o)) {
			add(pointsto.Location(l))
		}
	}
	for len(work) > 0 {
		l := work[len(work)-1]
		work = work[:len(work)-1]
		for _, held := range p.points.Content(l) {
			add(held)
		}
	}
	operated := p.graph.Operated()
	list := []pointsto.Location{}
	for l := range set {
		if operated[l] && !p.points.Escapes(l) && !p.isServed(l) {
			list = append(list, l)
		}
	}
	slices.Sort(list)
	p.inFields = list
	return list
}

func (p *Package) query(objects []pointsto.Location) *slice.Client {
	inTests := p.inTests(objects)
	q := &slice.Client{
		Objects: objects, Goroutines: concurrentClients, Callable: p.isCallable, Main: p.main,
		Variables: p.variables, Initializer: p.initializer,
		OwnType: p.isOwn,
		Own:     func(f *ir.Function) bool { return p.program.OwnsSkeleton(f.Name) },
		InScope: func(f *ir.Function) bool { return inTests || !isInTests(f) },
	}
	q.Display, q.Site = p.describe(objects)
	q.Program = p.main && slices.ContainsFunc(objects, func(l pointsto.Location) bool { return p.isVariable(&p.points.Objects[l]) })
	return q
}

// inTests reports whether only tests use objects.
func (p *Package) inTests(objects []pointsto.Location) bool {
	return !slices.ContainsFunc(objects, func(l pointsto.Location) bool {
		return slices.ContainsFunc(p.graph.Users[l], func(f *supergraph.Function) bool { return !isInTests(f.Function) })
	})
}

// describe names the first object for people.
func (p *Package) describe(objects []pointsto.Location) (string, model.Site) {
	var names []string
	site := model.Site{}
	for _, l := range objects {
		o := &p.points.Objects[l]
		name := o.Name
		if o.Kind == pointsto.Field {
			typeName, field, _ := strings.Cut(name, " ")
			typeName = typeName[:strings.LastIndexByte(typeName, '.')]
			name = typeName[strings.LastIndexByte(typeName, '.')+1:] + "." + field
		}
		if i := strings.LastIndexByte(name, '/'); i >= 0 {
			name = name[i+1:]
		}
		if o.Site.IsValid() && !site.IsValid() {
			site = o.Site
		}
		if name == "" && !o.Site.IsValid() {
			name = "what is made in a library"
		}
		if name == "" {
			name = "what is made at line " + strconv.Itoa(o.Site.Line)
		}
		names = append(names, name)
	}
	slices.Sort(names)
	names = slices.Compact(names)
	if len(names) > 3 {
		names = append(names[:3], "…")
	}
	return strings.Join(names, ", "), site
}

// Wider is, after At, the question about all objects in fields of the same type, and of
// package-level variables about all that is used where they are: another lock, held
// around those that were looked at, can be why they are taken in any order. It is not ok
// if the objects belong to several types: then there is no telling whether two callers
// have the same ones; of variables there is one for all.
func (c Clients) Wider() (wider Clients, ok bool) {
	owner, variables := "", false
	for _, l := range c.query.Objects {
		o := &c.pkg.points.Objects[l]
		switch {
		case c.pkg.isVariable(o):
			variables = true
		case o.Kind != pointsto.Field || owner != "" && c.pkg.ownerOf(l) != owner:
			return c, false
		default:
			owner = c.pkg.ownerOf(l)
		}
	}
	var objects []pointsto.Location
	for _, l := range c.pkg.shared() {
		if o := &c.pkg.points.Objects[l]; o.Kind == pointsto.Field && c.pkg.ownerOf(l) == owner {
			objects = append(objects, l)
		}
	}
	if variables {
		around, all := c.around()
		if !all {
			return c, false
		}
		objects = append(objects, around...)
		slices.Sort(objects)
		objects = slices.Compact(objects)
	}
	return Clients{c.pkg, c.pkg.query(objects)}.Together(c.query.Goroutines), len(objects) > 0
}

// ownerOf is the type of the struct that a field belongs to: of parts of structs, which are nothing
// else anywhere, that of the whole.
func (p *Package) ownerOf(field pointsto.Location) string {
	for {
		within := p.graph.Within[field]
		if len(within) != 1 || p.points.Objects[within[0]].Kind != pointsto.Field {
			return pointsto.TypeOfField(p.points.Objects[field].Name)
		}
		field = within[0]
	}
}

// AtOnce is how many clients there are at once.
func (c Clients) AtOnce() int { return c.query.Goroutines }

// Together is the question with some number of clients at once.
func (c Clients) Together(clients int) Clients {
	q := *c.query
	q.Goroutines = clients
	return Clients{c.pkg, &q}
}

// around lists, after At, the objects of the question, and the others of the package on
// which the functions operate that it is about, or that these call. It is not all if
// they wait for locks that others can get at.
func (c Clients) around() (objects []pointsto.Location, all bool) {
	functions := c.pkg.graph.Called(c.query.Members)
	locks, all := c.pkg.graph.Locks(functions)
	all = all && c.pkg.areConfined(locks)
	objects = slices.Clone(c.query.Objects)
	for _, l := range c.pkg.graph.OperatedIn(functions) {
		if c.pkg.isConfined(l) {
			objects = append(objects, l)
		}
	}
	slices.Sort(objects)
	return slices.Compact(objects), all
}

// isVariable reports whether an object is a package-level variable.
func (p *Package) isVariable(o *pointsto.Object) bool {
	return o.Kind == pointsto.Variable && o.Function == nil && p.isOwn(o.Name)
}

// At is the part that clients of the objects run, with as much data as a level
// says; nil if there is nothing that they could call.
func (c Clients) At(level Level) *interp.Root {
	s := c.pkg.slicer.Clients(c.query, level)
	if s == nil {
		return nil
	}
	c.query.Cut = s.Cut
	part := c.part(s)
	if c.query.Calls != nil && !c.query.Again && (c.query.Maps || !c.query.Panics) {
		part.CallOnce()
	}
	return part
}

// FollowingMaps is the same question with the maps followed that two share who each call once; there is none of others.
func (c Clients) FollowingMaps() (following Clients, ok bool) {
	q := *c.query
	q.Maps = true
	return Clients{c.pkg, &q}, c.query.Calls != nil && !c.query.Maps
}

// part is the part that has a slice, charged to the budget for what is asked.
func (c Clients) part(s *slice.Slice) *interp.Root {
	root := c.query.Root()
	switch {
	case c.query.Only != "":
		return c.pkg.program.PartOfOne(root, s.Functions, s.Steps)
	case c.query.Panics:
		return c.pkg.program.PartOfPanics(root, s.Functions, s.Steps)
	case c.query.Again:
		return c.pkg.program.PartOfWaits(root, s.Functions, s.Steps)
	}
	c.pkg.program.Charge(s.Steps)
	return c.pkg.program.Part(root, s.Functions)
}

// Outlines are the part that clients run without any data, one for each group of objects
// that hang on each other.
func (c Clients) Outlines() (list []*Outline) {
	for _, objects := range c.pkg.chains().Groups(c.query.Objects) {
		o, isNew := c.pkg.clientOutline(c.pkg.outlines, objects, c.query.Goroutines)
		if isNew {
			c.pkg.program.Charge(o.Steps)
		}
		list = append(list, o)
	}
	return list
}

// Attained says, after At, of places of operations whether clients may come there, for all that
// the objects say on which their functions operate, without data: who waits before that for what
// nobody can ever do doesn't. What is left out isn't known.
func (c Clients) Attained() map[model.Site]bool {
	objects, _ := c.around()
	key := fmt.Sprint(c.query.Goroutines, objects)
	attained, known := c.pkg.attained[key]
	if !known {
		q := c.pkg.query(objects)
		q.Goroutines, q.Program = c.query.Goroutines, false
		attained = c.pkg.outlines.AttainedByClients(q)
		if c.pkg.attained == nil {
			c.pkg.attained = map[string]map[model.Site]bool{}
		}
		c.pkg.attained[key] = attained
	}
	return attained
}

// Apart lists the objects of one of these outlines, by its index, apart from each other.
func (c Clients) Apart(outline int) []Apart {
	of := func(objects ...pointsto.Location) iter.Seq[*Outline] {
		return func(yield func(*Outline) bool) {
			o, _ := c.pkg.clientOutline(c.pkg.outlines.Apart(), objects, c.query.Goroutines)
			yield(o)
		}
	}
	chains := c.pkg.chains()
	return c.pkg.apart(chains, chains.Groups(c.query.Objects)[outline], c.pkg.shared(), of)
}

// clientOutline is that of some objects, made once: several questions may have some.
func (p *Package) clientOutline(outlines *outline.Outlines, objects []pointsto.Location, clients int) (o *Outline, isNew bool) {
	key := fmt.Sprint(clients, objects)
	if o = p.sharing.outlines[key]; o != nil {
		return o, false
	}
	q := p.query(objects)
	q.Goroutines = clients
	o = outlines.OfClients(q)
	p.sharing.outlines[key] = o
	return o, true
}

// isCallable reports whether other packages can call a function: by its name, or by an
// interface that its type implements.
func (p *Package) isCallable(f *ir.Function) bool {
	if p.isFragment {
		return false
	}
	name := f.Display[strings.LastIndexByte(f.Display, '.')+1:]
	return p.isEntry(f) || !p.main && strings.HasPrefix(f.Display, "(") && pointsto.StartsUpper(name) && f.FreeVars == 0
}

// Tells says, after At, how much findings can be relied on: not at all if something
// was left out that may undo what was done, and as to what a caller does alone, but not
// to what several do at once, if nobody can import the package.
func (c Clients) Tells() (alone, together bool) { return !c.query.Cut, !c.query.Cut && !c.pkg.main }

// TellsFirst says, after At, whether findings about the first call of a function can be relied
// on: nothing is left out, others can call all that is there, and the objects are made in the
// only way there is.
func (c Clients) TellsFirst() bool {
	return c.IsWhole() && !c.pkg.main && c.query.Unique
}

// TellsOfOne says, after At, whether an execution of clients is one of users of the package: others can call the
// constructors of what they have, and all that they do to it is there, with the locks that keep them apart.
func (c Clients) TellsOfOne() bool {
	return !c.pkg.main && c.query.Made && !c.query.Unlocked
}

// IsWhole reports, after At, whether nothing is left out that somebody may do to the objects.
func (c Clients) IsWhole() bool { return !c.query.Cut && c.query.Complete }

// IsServedElsewhere reports, after At, whether a function that neither clients nor constructors run may serve one who waits as
// some transitions say: main may, for which no client stands.
func (c Clients) IsServedElsewhere(waits []model.Transition) bool {
	return slices.ContainsFunc(c.query.Elsewhere, func(name string) bool {
		operations := c.pkg.graph.Operations(c.pkg.graph.ByName[name])
		return slices.ContainsFunc(waits, func(t model.Transition) bool {
			return slices.ContainsFunc(c.pkg.waitsAt(&t), func(w supergraph.Operation) bool {
				return slices.ContainsFunc(operations, func(o supergraph.Operation) bool { return serves(&o, &w) })
			})
		})
	})
}

// Constructor is, after At, the function that makes what clients have, for people; "" if there
// are several or none.
func (c Clients) Constructor() string { return c.query.Constructor }

// NeedsObject reports, after At, whether all that clients may call is given an object, which only
// constructors return: where there is none nobody can do anything.
func (c Clients) NeedsObject() bool { return c.query.NeedsObject }

// Entries are, after At, the functions among which clients choose, in the order of
// their choices, for people.
func (c Clients) Entries() []string { return c.query.Chosen }

// IsOpen reports, after At, whether others can call one of the entries, and not only the
// package itself, which may do so in its own order.
func (c Clients) IsOpen(entry int) bool { return entry < len(c.query.Open) && c.query.Open[entry] }

// Tied are where objects of the question are made that functions have for themselves, but
// that hang on shared ones, as these do on them.
func (c Clients) Tied() (list []model.Site) {
	for _, group := range c.pkg.chains().Groups(c.query.Objects) {
		if !slices.ContainsFunc(group, c.pkg.isShared) {
			continue
		}
		for _, l := range group {
			if o := &c.pkg.points.Objects[l]; !c.pkg.isShared(l) && o.Site.IsValid() {
				list = append(list, o.Site)
			}
		}
	}
	return list
}

// Name says for people whose clients they are.
func (c Clients) Name() string { return c.query.Root() }

// Once lists for people what clients are taken to call once, after At and in all that is
// asked of them.
func (c Clients) Once() []string { return c.query.Once }
