package outline

import (
	"slices"

	"github.com/chancheck/chancheck/extract/internal/pointsto"
	"github.com/chancheck/chancheck/extract/internal/slice"
	"github.com/chancheck/chancheck/extract/internal/supergraph"
	"github.com/chancheck/chancheck/extract/ir"
	"github.com/chancheck/chancheck/model"
)

// clientFamily is the number of the clients' family.
const clientFamily = 0

// OfClients makes the outline of what clients may do to objects: there is one of
// each type, made by one of the functions that make such structs.
func (x *Outlines) OfClients(q *slice.Client) *Outline {
	o := x.clientOutliner(q, q.Objects)
	if !o.areFixed(q) {
		return o.noOutline()
	}
	out := o.ifServed(clientOutlineOf(o, q).outline())
	out.refine = func() *Outline {
		of := func(objects []pointsto.Location) *outliner { return x.clientOutliner(q, objects) }
		if o := of(q.Objects).refined(of); o != nil {
			return o.ifServed(clientOutlineOf(o, q).outline())
		}
		return nil
	}
	return out
}

// AttainedByClients says of the places where clients operate on objects whether they may come there,
// see Outline.Attained.
func (x *Outlines) AttainedByClients(q *slice.Client) map[model.Site]bool {
	o := x.clientOutliner(q, q.Objects)
	if !o.areFixed(q) {
		return nil
	}
	return clientOutlineOf(o, q).outline().Attained()
}

func clientOutlineOf(o *outliner, q *slice.Client) *clientOutline {
	return &clientOutline{outliner: o, question: q, publishing: map[*supergraph.Function]bool{}}
}

// clientOutliner prepares an outline of clients.
func (x *Outlines) clientOutliner(q *slice.Client, objects []pointsto.Location) *outliner {
	o := x.outliner(objects)
	o.spend(&x.work.Clients)
	o.own, o.initializer = true, x.ByName[q.Initializer]
	o.initializing = x.RunsFirst(q.Initializer)
	for _, f := range x.Order {
		if q.InScope(f.Function) {
			o.scope[f] = true
		}
	}
	o.findTypes()
	return o
}

// outline makes the outline.
func (c *clientOutline) outline() *Outline {
	c.findNilable()
	c.findActing()
	c.findKinds()
	c.findOnGlobals()
	c.findMakers()
	c.findEntries()
	users := slices.Concat(c.entries, c.once.All(), c.makers)
	if len(users) == 0 {
		c.giveUp("nobody calls what operates on it")
		return c.noOutline()
	}
	// The functions of clients may start goroutines, which are families of their own after these.
	q := c.question
	clients := &family{name: slice.ClientName + q.Display}
	c.families = append(c.families, clients)
	for i, display := range c.once.Displays() {
		c.families = append(c.families, &family{name: slice.OnceName + display, site: c.once[i][0].Site})
	}
	root := c.root(users[0])
	clients.body = c.anyOf(c.entries)
	for i, functions := range c.once {
		c.families[clientFamily+1+i].body = c.calledOnce(functions)
	}
	c.completeFamilies()
	if !q.Site.IsValid() {
		q.Site = users[0].Site
	}
	q.Chosen = slice.Displays(c.entries)
	clients.site = q.Site
	out := c.system(&supergraph.Function{Body: &supergraph.Body{Function: &ir.Function{Name: q.Root(), Display: slice.ClientsName + q.Display, Site: q.Site}}}, root)
	if len(c.entries) > 0 {
		out.Grow([]int{clientFamily})
	}
	out.Once = c.once.Displays()
	return out
}

// findOnGlobals finds the functions that operate on package-level variables, of which there
// is one, whatever other objects they are about.
func (c *clientOutline) findOnGlobals() {
	isOnGlobal := func(operation supergraph.Operation) bool {
		return slices.ContainsFunc(operation.Objects, func(l pointsto.Location) bool {
			_, ok := c.objects[l]
			return ok && c.Points.Objects[l].IsGlobal()
		})
	}
	c.onGlobals = map[*supergraph.Function]bool{}
	c.WithCallers(c.onGlobals, func(f *supergraph.Function) bool { return slices.ContainsFunc(c.Operations(f), isOnGlobal) }, func(call supergraph.Instruction) bool { return c.scope[call.Parent] })
}

// findTypes finds the struct types that lead to an object.
func (o *outliner) findTypes() {
	o.types = map[string]bool{}
	for _, t := range o.TypesLeadingTo(o.list) {
		o.types[t] = true
	}
}

// areFixed reports whether a struct has one and the same of each object from the time
// when it is made.
func (o *outliner) areFixed(q *slice.Client) bool {
	if len(o.list) == 0 {
		o.giveUp("nobody in the program ends it")
	}
	for _, l := range o.list {
		object := &o.Points.Objects[l]
		if object.Kind != pointsto.Field && !object.IsGlobal() && !o.isMadeWithHolder(q, l) {
			o.giveUp("it isn't made with what holds it")
		}
	}
	return o.problem == ""
}

// isMadeWithHolder reports whether an object is made, at a place that comes once, by the
// function that makes the struct which holds it, or by another one that only such functions
// call; or whether it is set first, in package-level variables. A lock is asked about in all
// that hold it: structs that share one are not about different ones.
func (o *outliner) isMadeWithHolder(q *slice.Client, l pointsto.Location) bool {
	made := &o.Points.Objects[l]
	f := o.Functions[made.Function]
	if f == nil || f.Loops[made.At.Block] >= 0 {
		return false
	}
	isWith := func(holder pointsto.Location) bool {
		if o.Points.Objects[holder].IsGlobal() {
			return f == o.initializer
		}
		completes := o.completes(q, f, holder)
		return (o.makesVariable(f, holder) || completes) && o.isStoredInNew(f, completes, l, holder)
	}
	holders := slices.DeleteFunc(slices.Clone(o.Into[l]), func(holder pointsto.Location) bool {
		object := &o.Points.Objects[holder]
		return object.Kind != pointsto.Field && !object.IsGlobal()
	})
	if made.Kind == pointsto.Variable {
		return len(holders) > 0 && !slices.ContainsFunc(holders, func(holder pointsto.Location) bool { return !isWith(holder) })
	}
	return slices.ContainsFunc(holders, isWith)
}

// completes reports whether a function has no other callers than those that make the structs
// of which a location is a field: once for each struct.
func (o *outliner) completes(q *slice.Client, f *supergraph.Function, holder pointsto.Location) bool {
	if f.FreeVars > 0 || q.Callable(f.Function) || o.Points.Exposed(f.Name) {
		return false
	}
	callers := map[*supergraph.Function]bool{}
	for _, call := range f.Callers {
		if callers[call.Parent] || call.Instr().Op != ir.OpCall || call.Instr().Name == "" || call.Parent.Loops[call.At.Block] >= 0 || !o.makesVariable(call.Parent, holder) {
			return false
		}
		callers[call.Parent] = true
	}
	return len(callers) > 0
}

// isStoredInNew reports whether an object that a function makes comes into a field only when
// the struct is new: where that is made, or in the function itself, if that completes what
// its callers have just made.
func (o *outliner) isStoredInNew(f *supergraph.Function, completes bool, l, field pointsto.Location) bool {
	return !slices.ContainsFunc(o.Stores[field], func(store supergraph.Instruction) bool {
		in := store.Instr()
		switch {
		case !slices.Contains(o.Points.Operand(store.Parent.Function, in.Args[len(in.Args)-1]), l):
			return false
		case in.Op != ir.OpStore:
			return true
		}
		base := store.Parent.BaseOfPart(in.Args[0])
		if completes && store.Parent == f && base.Kind == ir.Register && base.Reg < f.Params {
			return slices.ContainsFunc(f.Callers, func(call supergraph.Instruction) bool {
				arg, ok := supergraph.Argument(call.Instr(), f, base.Reg)
				return !ok || !isNew(call.Parent, call.Parent.BaseOfPart(arg))
			})
		}
		isLock := o.Points.Objects[l].Kind == pointsto.Variable
		return !isNew(store.Parent, base) || isLock && store.Parent != f && !completes
	})
}

// isNew reports whether an operand is the address of a struct that the function makes.
func isNew(f *supergraph.Function, o ir.Operand) bool {
	in := f.Definition(o)
	return in != nil && in.Op == ir.OpAlloc && in.Kind.IsAggregate()
}

// makesVariable reports whether a function makes a variable, or the struct that it is a
// field of.
func (o *outliner) makesVariable(f *supergraph.Function, variable pointsto.Location) bool {
	return o.MadeIn(variable, map[*ir.Function]bool{f.Function: true})
}

// A clientOutline makes the outline of clients.
type clientOutline struct {
	*outliner
	question *slice.Client
	// makers are the functions that make structs which have the objects.
	makers, entries []*supergraph.Function
	// once are the entries that clients call once each.
	once slice.Alternatives
	// publishing says which of them let others get at these before they return, of those
	// that were asked.
	publishing map[*supergraph.Function]bool
}

// aboutBoth is why there is no outline where a function does something to another struct
// that matters for this one.
const aboutBoth = "a function is about another object, and about package-level variables"

// findMakers finds the functions that make the structs, and are given none: of others
// that make one, it is another one.
func (c *clientOutline) findMakers() {
	c.isMaker, c.withholds = map[*supergraph.Function]bool{}, map[*supergraph.Function]bool{}
	for l := range c.Points.Objects {
		object := &c.Points.Objects[l]
		if object.Kind != pointsto.Variable || object.Function == nil || !c.types[object.Type] || !object.IsStruct() {
			continue
		}
		f := c.Functions[object.Function]
		if f == nil || !c.scope[f] || c.isMaker[f] || f.FreeVars > 0 || c.isGiven(f) {
			continue
		}
		c.isMaker[f] = true
		if c.onGlobals[f] { // whoever has one struct may make another one meanwhile
			c.giveUp(aboutBoth)
		}
		if c.acts[f] || len(c.flags) > 0 { // one that sets none leaves them as they are
			c.makers = append(c.makers, f)
		}
	}
	slices.SortFunc(c.makers, func(a, b *supergraph.Function) int { return a.Number - b.Number })
}

// isGiven reports whether a function is given a struct that leads to an object.
func (c *clientOutline) isGiven(f *supergraph.Function) bool {
	for p := range f.Params {
		if c.types[f.ParamType(p)] {
			return true
		}
	}
	return false
}

// findEntries lists the functions that clients call.
func (c *clientOutline) findEntries() {
	for _, f := range c.Order {
		if c.acts[f] && !c.isMaker[f] && (c.question.Own(f.Function) || c.Points.Exposed(f.Name)) && c.isEntry(f) {
			c.entries = append(c.entries, f)
		}
	}
	c.entries, c.once = c.slicer.CalledOnce(c.entries, c.question)
}

func (c *clientOutline) isEntry(f *supergraph.Function) bool {
	exposed := c.Points.Exposed(f.Name)
	switch {
	case f.FreeVars > 0 && !exposed:
		return false
	case c.question.Callable(f.Function), exposed:
		return true
	}
	// What makers do with what they make happens when the structs are made, if nobody has
	// got at them before.
	return slices.ContainsFunc(f.Callers, func(call supergraph.Instruction) bool {
		return !c.scope[call.Parent] || c.isForeign(call, f) || !c.acts[call.Parent] || c.question.Main || c.isMaker[call.Parent] && c.publishes(call.Parent)
	})
}

// publishes reports whether a maker, or what it runs, stores or sends what it makes where
// others may get at it.
func (c *clientOutline) publishes(maker *supergraph.Function) bool {
	found, known := c.publishing[maker]
	if known {
		return found
	}
	isMade := func(l pointsto.Location) bool { return c.isMaking(maker, l) }
	c.VisitReached(maker, func(f *supergraph.Function) { found = found || slices.ContainsFunc(c.publishedBy(f), isMade) })
	c.publishing[maker] = found
	return found
}

// publishedBy lists the variables that a function stores or sends where others may get at
// them. It is worked out when it is asked for.
func (x *Outlines) publishedBy(f *supergraph.Function) []pointsto.Location {
	list, known := x.published[f]
	if known {
		return list
	}
	for i := range f.Instructions() {
		switch in := i.Instr(); in.Op {
		case ir.OpStore:
			if to := f.Definition(f.BaseOfPart(in.Args[0])); to == nil || to.Op != ir.OpAlloc {
				list = append(list, x.variables(f, in.Args[1:])...)
			}
		case ir.OpSend, ir.OpMapUpdate, ir.OpAppend:
			list = append(list, x.variables(f, in.Args[1:])...)
		}
	}
	slices.Sort(list)
	list = slices.Clip(slices.Compact(list))
	x.published[f] = list
	return list
}

// variables are those to which operands may point.
func (x *Outlines) variables(f *supergraph.Function, operands []ir.Operand) (list []pointsto.Location) {
	for _, o := range operands {
		for _, l := range x.Points.Operand(f.Function, o) {
			if x.Points.Objects[l].Kind == pointsto.Variable {
				list = append(list, l)
			}
		}
	}
	return list
}

// makesNone reports whether a maker ends there without the struct that it has made: then
// there are no clients.
func (o *outliner) makesNone(maker *supergraph.Function, end *ir.Instr) bool {
	return o.withholds[maker] && !slices.ContainsFunc(end.Args, func(v ir.Operand) bool { return o.isMadeBy(maker, maker, v) })
}

// mayWithhold reports whether nobody has the struct that a maker makes unless he is given it
// in the end, as some are.
func (c *clientOutline) mayWithhold(maker *supergraph.Function) bool {
	gives := slices.ContainsFunc(maker.Returned(), func(v ir.Operand) bool { return c.isMadeBy(maker, maker, v) })
	if !gives || c.publishes(maker) {
		return false
	}
	passes := false
	c.VisitReached(maker, func(f *supergraph.Function) {
		for i := range f.Instructions() {
			isMade := func(v ir.Operand) bool { return c.isMadeBy(maker, i.Parent, v) }
			passes = passes || i.Calls() && len(c.CalleesAt(i)) == 0 && slices.ContainsFunc(i.Instr().Args, isMade)
		}
	})
	return !passes
}

// isMadeBy reports whether an operand may be a struct that a maker makes.
func (o *outliner) isMadeBy(maker, f *supergraph.Function, v ir.Operand) bool {
	return slices.ContainsFunc(o.Points.Operand(f.Function, v), func(l pointsto.Location) bool { return o.isMaking(maker, l) })
}

// isMaking reports whether a location is a struct that a maker makes.
func (o *outliner) isMaking(maker *supergraph.Function, l pointsto.Location) bool {
	object := &o.Points.Objects[l]
	return object.Kind == pointsto.Variable && object.Function == maker.Function && o.types[object.Type]
}

// isForeign reports whether a call is about objects that the caller has taken out of
// memory, and not about its own. Nothing is known if that hangs on itself.
func (o *outliner) isForeign(call supergraph.Instruction, callee *supergraph.Function) bool {
	key := calling{call, callee}
	if foreign, known := o.foreign[key]; known {
		if o.asked[key] {
			o.giveUp("a function is called on objects which hang on whose these are")
		}
		return foreign
	}
	o.foreign[key], o.asked[key] = false, true
	defer delete(o.asked, key)
	given := false
	for p := range callee.Params {
		if !o.types[callee.ParamType(p)] {
			continue
		}
		given = true
		if arg, ok := supergraph.Argument(call.Instr(), callee, p); ok && o.isOwn(call.Parent, arg, supergraph.Registers{}) {
			return false
		}
	}
	o.foreign[key] = given
	return given
}

// mayBeZero reports whether it makes a difference that clients may have a struct which no
// maker has made: one with locks needs none, but flags may be set there.
func (c *clientOutline) mayBeZero() bool {
	isPart := func(l pointsto.Location) bool {
		object := &c.Points.Objects[l]
		return object.Kind == pointsto.Field || object.Kind == pointsto.Variable
	}
	return len(c.flags) > 0 && !slices.ContainsFunc(c.list, func(l pointsto.Location) bool { return !isPart(l) })
}

// root sets the package-level variables, makes the structs, and starts the clients, if
// there is something that they can call. It stands where one of the functions is.
func (c *clientOutline) root(stands *supergraph.Function) *summary {
	b := &summarizer{outliner: c.outliner, f: stands, index: map[point]int{}}
	start := b.fresh()
	first := b.fresh()
	spawn := b.fresh()
	ends := func(mode) int { return stops }
	if c.acts[c.initializer] {
		b.inline(start, c.summary(c.initializer, nil), model.Site{}, func(string) int { return first }, ends)
	} else {
		b.step(start, step{kind: model.Tau, object: -1, to: first})
	}
	for _, f := range c.makers {
		c.withholds[f] = c.mayWithhold(f)
		to := b.fresh()
		b.step(first, step{kind: model.Tau, object: -1, doubt: len(c.makers) > 1 || c.mayBeZero(), to: to})
		b.inline(to, c.summary(f, nil), model.Site{}, func(string) int { return spawn }, ends)
	}
	if len(c.makers) == 0 || c.mayBeZero() {
		b.step(first, step{kind: model.Tau, object: -1, doubt: len(c.makers) > 0, to: spawn})
	}
	if len(c.entries) > 0 {
		for range c.question.Goroutines {
			to := b.fresh()
			b.step(spawn, step{kind: model.Spawn, object: clientFamily, to: to})
			spawn = to
		}
	}
	for i := range c.once {
		to := b.fresh()
		b.step(spawn, step{kind: model.Spawn, object: clientFamily + 1 + i, to: to})
		spawn = to
	}
	b.step(spawn, step{kind: model.Tau, object: -1, to: stops})
	s := &summary{places: b.places, start: start}
	s.contract()
	return s
}
