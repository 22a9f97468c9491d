package slice

import (
	"slices"

	"github.com/chancheck/chancheck/extract/internal/pointsto"
	"github.com/chancheck/chancheck/extract/ir"
	"github.com/chancheck/chancheck/model"
)

// clientFamily is the number of the clients' family.
const clientFamily = 0

// OutlineOfClients makes the outline of what clients may do to objects: there is one of
// each type, made by one of the functions that make such structs.
func (s *Slicer) OutlineOfClients(q *Client) *Outline {
	o := s.clientOutliner(q, q.Objects)
	if !o.areFixed(q) {
		return o.noOutline()
	}
	out := clientOutlineOf(o, q).outline()
	out.refine = func() *Outline {
		of := func(objects []pointsto.Location) *outliner { return s.clientOutliner(q, objects) }
		if o := of(q.Objects).refined(of); o != nil {
			return clientOutlineOf(o, q).outline()
		}
		return nil
	}
	return out
}

func clientOutlineOf(o *outliner, q *Client) *clientOutline {
	return &clientOutline{outliner: o, question: q, publishing: map[*function]bool{}}
}

// clientOutliner prepares an outline of clients.
func (s *Slicer) clientOutliner(q *Client, objects []pointsto.Location) *outliner {
	o := s.outliner(objects)
	o.spend(&s.work.clients)
	o.own, o.initializer = true, s.byName[q.Initializer]
	o.initializing = s.runsFirst(q.Initializer)
	for _, f := range s.order {
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
	users := slices.Concat(c.entries, c.once.all(), c.makers)
	if len(users) == 0 {
		c.giveUp("nobody calls what operates on it")
		return c.noOutline()
	}
	// Makers and entries may start goroutines, which are families of their own after this one.
	q := c.question
	clients := &family{name: ClientName + q.Display}
	c.families = append(c.families, clients)
	for i, display := range c.once.displays() {
		c.families = append(c.families, &family{name: OnceName + display, site: c.once[i][0].Site, body: c.calledOnce(c.once[i])})
	}
	root := c.root(users[0])
	clients.body = c.anyOf(c.entries)
	c.completeFamilies()
	if c.problem == "" && !c.servesClients(root) {
		c.giveUp("somebody who calls it waits for what nobody does")
	}
	if !q.Site.IsValid() {
		q.Site = users[0].Site
	}
	q.Chosen = displays(c.entries)
	clients.site = q.Site
	out := c.system(&function{Function: &ir.Function{Name: q.Root(), Display: clientsName + q.Display, Site: q.Site}}, root)
	if len(c.entries) > 0 {
		out.Grow([]int{clientFamily})
	}
	out.Once = c.once.displays()
	return out
}

// servesClients reports whether somebody does what clients wait for first. What they do
// themselves, they may do only after they have waited.
func (c *clientOutline) servesClients(root *summary) bool {
	served := model.Deeds{{Kind: model.Spawn, Object: clientFamily}: true}
	c.addDeeds(root, served)
	return c.mayPass(c.entries, served)
}

// findOnGlobals finds the functions that operate on package-level variables, of which there
// is one, whatever other objects they are about.
func (c *clientOutline) findOnGlobals() {
	isOnGlobal := func(operation Operation) bool {
		return slices.ContainsFunc(operation.Objects, func(l pointsto.Location) bool {
			_, ok := c.objects[l]
			return ok && isGlobal(&c.points.Objects[l])
		})
	}
	c.onGlobals = map[*function]bool{}
	c.withCallers(c.onGlobals, func(f *function) bool { return slices.ContainsFunc(c.operations(f), isOnGlobal) }, func(call instruction) bool { return c.scope[call.f] })
}

// findTypes finds the struct types that lead to an object.
func (o *outliner) findTypes() {
	o.types = map[string]bool{}
	for _, t := range o.typesLeadingTo(o.list) {
		o.types[t] = true
	}
}

// typesLeadingTo lists the struct types that lead to one of some objects, in alphabetical
// order.
func (x *index) typesLeadingTo(objects []pointsto.Location) (types []string) {
	set := map[pointsto.Location]bool{}
	for _, l := range objects {
		set[l] = true
	}
	for l := range x.leads(set) {
		if object := &x.points.Objects[l]; object.Kind == pointsto.Field {
			types = append(types, pointsto.TypeOfField(object.Name))
		}
	}
	slices.Sort(types)
	return slices.Compact(types)
}

// areFixed reports whether a struct has one and the same of each object from the time
// when it is made.
func (o *outliner) areFixed(q *Client) bool {
	if len(o.list) == 0 {
		o.giveUp("nobody in the program ends it")
	}
	for _, l := range o.list {
		object := &o.points.Objects[l]
		if object.Kind != pointsto.Field && !isGlobal(object) && !o.isMadeWithHolder(q, l) {
			o.giveUp("it isn't made with what holds it")
		}
	}
	return o.problem == ""
}

// isMadeWithHolder reports whether an object is made, at a place that comes once, by the
// function that makes the struct which holds it, or by another one that only such functions
// call; or whether it is set first, in package-level variables. A lock is asked about in all
// that hold it: structs that share one are not about different ones.
func (o *outliner) isMadeWithHolder(q *Client, l pointsto.Location) bool {
	made := &o.points.Objects[l]
	f := o.functions[made.Function]
	if f == nil || f.loops[made.At.Block] >= 0 {
		return false
	}
	isWith := func(holder pointsto.Location) bool {
		if isGlobal(&o.points.Objects[holder]) {
			return f == o.initializer
		}
		completes := o.completes(q, f, holder)
		return (o.makesVariable(f, holder) || completes) && o.isStoredInNew(f, completes, l, holder)
	}
	holders := slices.DeleteFunc(slices.Clone(o.into[l]), func(holder pointsto.Location) bool {
		object := &o.points.Objects[holder]
		return object.Kind != pointsto.Field && !isGlobal(object)
	})
	if made.Kind == pointsto.Variable {
		return len(holders) > 0 && !slices.ContainsFunc(holders, func(holder pointsto.Location) bool { return !isWith(holder) })
	}
	return slices.ContainsFunc(holders, isWith)
}

// completes reports whether a function has no other callers than those that make the structs
// of which a location is a field: once for each struct.
func (o *outliner) completes(q *Client, f *function, holder pointsto.Location) bool {
	if f.FreeVars > 0 || q.Callable(f.Function) || o.points.Exposed(f.Name) {
		return false
	}
	callers := map[*function]bool{}
	for _, call := range f.callers {
		if callers[call.f] || call.get().Op != ir.OpCall || call.get().Name == "" || call.f.loops[call.at.Block] >= 0 || !o.makesVariable(call.f, holder) {
			return false
		}
		callers[call.f] = true
	}
	return len(callers) > 0
}

// isStoredInNew reports whether an object that a function makes comes into a field only when
// the struct is new: where that is made, or in the function itself, if that completes what
// its callers have just made.
func (o *outliner) isStoredInNew(f *function, completes bool, l, field pointsto.Location) bool {
	return !slices.ContainsFunc(o.stores[field], func(store instruction) bool {
		in := store.get()
		switch {
		case !slices.Contains(o.points.Operand(store.f.Function, in.Args[len(in.Args)-1]), l):
			return false
		case in.Op != ir.OpStore:
			return true
		}
		base := store.f.baseOfPart(in.Args[0])
		if completes && store.f == f && base.Kind == ir.Register && base.Reg < f.Params {
			return slices.ContainsFunc(f.callers, func(call instruction) bool {
				arg, ok := argument(call.get(), f, base.Reg)
				return !ok || !call.f.isNew(call.f.baseOfPart(arg))
			})
		}
		isLock := o.points.Objects[l].Kind == pointsto.Variable
		return !store.f.isNew(base) || isLock && store.f != f && !completes
	})
}

// baseOfPart is the address of the struct of which an operand is the address of a part.
func (f *function) baseOfPart(o ir.Operand) ir.Operand {
	o = f.original(o)
	if in := f.definition(o); in != nil && in.Op == ir.OpFieldAddr {
		return f.baseOfPart(in.Args[0])
	}
	return o
}

// isNew reports whether an operand is the address of a struct that the function makes.
func (f *function) isNew(o ir.Operand) bool {
	in := f.definition(o)
	return in != nil && in.Op == ir.OpAlloc && in.Kind.IsAggregate()
}

// makesVariable reports whether a function makes a variable, or the struct that it is a
// field of.
func (o *outliner) makesVariable(f *function, variable pointsto.Location) bool {
	return o.madeIn(variable, map[*ir.Function]bool{f.Function: true})
}

// isGlobal reports whether an object is a package-level variable.
func isGlobal(object *pointsto.Object) bool {
	return object.Kind == pointsto.Variable && object.Function == nil
}

// A clientOutline makes the outline of clients.
type clientOutline struct {
	*outliner
	question *Client
	// makers are the functions that make structs which have the objects.
	makers, entries []*function
	// once are the entries that clients call once each.
	once alternatives
	// publishing says which of them let others get at these before they return, of those
	// that were asked.
	publishing map[*function]bool
}

// aboutBoth is why there is no outline where a function does something to another struct
// that matters for this one.
const aboutBoth = "a function is about another object, and about package-level variables"

// findMakers finds the functions that make the structs, and are given none: of others
// that make one, it is another one.
func (c *clientOutline) findMakers() {
	c.isMaker, c.withholds = map[*function]bool{}, map[*function]bool{}
	for l := range c.points.Objects {
		object := &c.points.Objects[l]
		if object.Kind != pointsto.Variable || object.Function == nil || !c.types[object.Type] || !isStruct(object) {
			continue
		}
		f := c.functions[object.Function]
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
	slices.SortFunc(c.makers, func(a, b *function) int { return a.number - b.number })
}

// isGiven reports whether a function is given a struct that leads to an object.
func (c *clientOutline) isGiven(f *function) bool {
	for p := range f.Params {
		if c.types[paramType(f, p)] {
			return true
		}
	}
	return false
}

// isStruct reports whether what an instruction makes is a struct, and no pointer to one.
func isStruct(object *pointsto.Object) bool {
	in := &object.Function.Blocks[object.At.Block].Instrs[object.At.Index]
	return in.Op == ir.OpAlloc && (in.Kind.IsAggregate() || in.Kind == ir.GenericKind)
}

// findEntries lists the functions that clients call.
func (c *clientOutline) findEntries() {
	for _, f := range c.order {
		if c.acts[f] && !c.isMaker[f] && (c.question.Own(f.Function) || c.points.Exposed(f.Name)) && c.isEntry(f) {
			c.entries = append(c.entries, f)
		}
	}
	c.entries, c.once = c.apart(c.entries, c.question)
}

func (c *clientOutline) isEntry(f *function) bool {
	exposed := c.points.Exposed(f.Name)
	switch {
	case f.FreeVars > 0 && !exposed:
		return false
	case c.question.Callable(f.Function), exposed:
		return true
	}
	// What makers do with what they make happens when the structs are made, if nobody has
	// got at them before.
	return slices.ContainsFunc(f.callers, func(call instruction) bool {
		return !c.scope[call.f] || c.isForeign(call, f) || !c.acts[call.f] || c.question.Main || c.isMaker[call.f] && c.publishes(call.f)
	})
}

// publishes reports whether a maker, or what it runs, stores or sends what it makes where
// others may get at it.
func (c *clientOutline) publishes(maker *function) bool {
	found, known := c.publishing[maker]
	if known {
		return found
	}
	isMade := func(l pointsto.Location) bool { return c.isMaking(maker, l) }
	c.reach(maker, func(f *function) { found = found || slices.ContainsFunc(c.publishedBy(f), isMade) })
	c.publishing[maker] = found
	return found
}

// publishedBy lists the variables that a function stores or sends where others may get at
// them. It is worked out when it is asked for.
func (x *index) publishedBy(f *function) []pointsto.Location {
	list, known := x.published[f]
	if known {
		return list
	}
	for i := range f.instructions() {
		switch in := i.get(); in.Op {
		case ir.OpStore:
			if to := f.definition(f.baseOfPart(in.Args[0])); to == nil || to.Op != ir.OpAlloc {
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
func (x *index) variables(f *function, operands []ir.Operand) (list []pointsto.Location) {
	for _, o := range operands {
		for _, l := range x.points.Operand(f.Function, o) {
			if x.points.Objects[l].Kind == pointsto.Variable {
				list = append(list, l)
			}
		}
	}
	return list
}

// makesNone reports whether a maker ends there without the struct that it has made: then
// there are no clients.
func (o *outliner) makesNone(maker *function, end *ir.Instr) bool {
	return o.withholds[maker] && !slices.ContainsFunc(end.Args, func(v ir.Operand) bool { return o.isMadeBy(maker, maker, v) })
}

// mayWithhold reports whether nobody has the struct that a maker makes unless he is given it
// in the end, as some are.
func (c *clientOutline) mayWithhold(maker *function) bool {
	gives := slices.ContainsFunc(maker.results(), func(v ir.Operand) bool { return c.isMadeBy(maker, maker, v) })
	if !gives || c.publishes(maker) {
		return false
	}
	passes := false
	c.reach(maker, func(f *function) {
		for i := range f.instructions() {
			isMade := func(v ir.Operand) bool { return c.isMadeBy(maker, i.f, v) }
			passes = passes || i.calls() && len(c.calleesAt(i)) == 0 && slices.ContainsFunc(i.get().Args, isMade)
		}
	})
	return !passes
}

// isMadeBy reports whether an operand may be a struct that a maker makes.
func (o *outliner) isMadeBy(maker, f *function, v ir.Operand) bool {
	return slices.ContainsFunc(o.points.Operand(f.Function, v), func(l pointsto.Location) bool { return o.isMaking(maker, l) })
}

// isMaking reports whether a location is a struct that a maker makes.
func (o *outliner) isMaking(maker *function, l pointsto.Location) bool {
	object := &o.points.Objects[l]
	return object.Kind == pointsto.Variable && object.Function == maker.Function && o.types[object.Type]
}

// isForeign reports whether a call is about objects that the caller has taken out of
// memory, and not about its own. Nothing is known if that hangs on itself.
func (o *outliner) isForeign(call instruction, callee *function) bool {
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
		if !o.types[paramType(callee, p)] {
			continue
		}
		given = true
		if arg, ok := argument(call.get(), callee, p); ok && o.isOwn(call.f, arg, registers{}) {
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
		object := &c.points.Objects[l]
		return object.Kind == pointsto.Field || object.Kind == pointsto.Variable
	}
	return len(c.flags) > 0 && !slices.ContainsFunc(c.list, func(l pointsto.Location) bool { return !isPart(l) })
}

// root sets the package-level variables, makes the structs, and starts the clients, if
// there is something that they can call. It stands where one of the functions is.
func (c *clientOutline) root(stands *function) *summary {
	b := &summarizer{outliner: c.outliner, f: stands, index: map[point]int{}}
	start := b.fresh()
	first := b.fresh()
	spawn := b.fresh()
	ends := func(mode) int { return stops }
	if c.acts[c.initializer] {
		b.inline(start, c.summary(c.initializer, nil), model.Site{}, func(string) int { return first }, ends)
	} else {
		b.step(start, outlineStep{kind: model.Tau, object: -1, to: first})
	}
	for _, f := range c.makers {
		c.withholds[f] = c.mayWithhold(f)
		to := b.fresh()
		b.step(first, outlineStep{kind: model.Tau, object: -1, doubt: len(c.makers) > 1 || c.mayBeZero(), to: to})
		b.inline(to, c.summary(f, nil), model.Site{}, func(string) int { return spawn }, ends)
	}
	if len(c.makers) == 0 || c.mayBeZero() {
		b.step(first, outlineStep{kind: model.Tau, object: -1, doubt: len(c.makers) > 0, to: spawn})
	}
	if len(c.entries) > 0 {
		for range c.question.Goroutines {
			to := b.fresh()
			b.step(spawn, outlineStep{kind: model.Spawn, object: clientFamily, to: to})
			spawn = to
		}
	}
	for i := range c.once {
		to := b.fresh()
		b.step(spawn, outlineStep{kind: model.Spawn, object: clientFamily + 1 + i, to: to})
		spawn = to
	}
	b.step(spawn, outlineStep{kind: model.Tau, object: -1, to: stops})
	s := &summary{places: b.places, start: start}
	s.contract()
	return s
}
