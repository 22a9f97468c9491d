package holding

import (
	"slices"

	"github.com/chancheck/chancheck/extract/internal/library"
	"github.com/chancheck/chancheck/extract/internal/pointsto"
	"github.com/chancheck/chancheck/extract/internal/supergraph"
	"github.com/chancheck/chancheck/extract/ir"
	"github.com/chancheck/chancheck/model"
)

// A Circle is a lock that a function has on all ways to where it waits for a goroutine, which may want that lock
// before it does what the function waits for, or for a caller of a function that always wants it (hold and wait: Coffman, Elphick and Shoshani 1971).
type Circle struct {
	Taking
	// Waits is where the function sends, receives or waits for a wait group, at the end of Calls, Object for what.
	Waits  supergraph.Instruction
	Calls  []supergraph.Instruction
	Object pointsto.Location
	// Capacity is that of the channel.
	Capacity int
	// Started is where the goroutine was started, if it is one and no caller, and Counted, of a wait group, where it
	// was counted.
	Started, Counted supergraph.Instruction
	// Wants is where the goroutine takes the lock, on the sides of branches that are Wanting, Serves where it does what the
	// function waits for.
	Wants   Chain
	Wanting []Side
	Serves  supergraph.Instruction
	// Elsewhere says that it takes another case of the select by which it serves, which is the first of Wanting.
	Elsewhere bool
	// Sides are those that the function takes to where it waits.
	Sides []Side
	// Departs says that it serves no longer when it takes the lock (see departs), Departing are the sides that it takes
	// to there.
	Departs   bool
	Departing []Side
}

// Circles lists those of a function, one for each lock and object.
func (a *Analysis) Circles(f *supergraph.Function) (list []Circle) {
	for _, t := range a.Takings(f) {
		if !t.path.known || a.releasesOthers(t.Locks) || a.mayReplace(f, t.Locks) {
			continue
		}
		for i := range f.Instructions() {
			for _, wait := range a.waitsAt(i) {
				isKnown := slices.ContainsFunc(list, func(c Circle) bool { return c.Instruction == t.Instruction && c.Object == wait.object })
				if isKnown {
					continue
				}
				if c, ok := a.circleAt(t, i, wait); ok {
					list = append(list, c)
				}
			}
		}
	}
	return list
}

// circleAt is the circle in which a function waits at an instruction with a lock.
func (a *Analysis) circleAt(t Taking, i supergraph.Instruction, w wait) (c Circle, ok bool) {
	held := a.flowOf(t)
	if !held.holdsAt(i) || len(w.calls) > 0 && a.mayLetGoBefore(w.Instruction, t.Locks) || a.hasWaited(t, w.object) {
		return c, false
	}
	sides, isPossible := a.sidesTo(i)
	if !isPossible || a.shareMemory(slices.Concat(sides, w.sides)) {
		return c, false
	}
	c, ok = a.partnerOf(t, w)
	c.Sides = append(slices.DeleteFunc(sides, func(s Side) bool { return !held.holdsAt(s.Branch) }), w.sides...)
	return c, ok
}

// A wait is an instruction that waits for an object, at the end of calls, and the path to that in the function with the first
// of them. The sides are those that the function takes to there that is called.
type wait struct {
	supergraph.Instruction
	calls  []supergraph.Instruction
	object pointsto.Location
	to     path
	sides  []Side
}

// mayLetGoBefore reports whether a function does something to one of some locks before an instruction, itself or by what
// it calls.
func (a *Analysis) mayLetGoBefore(i supergraph.Instruction, locks []pointsto.Location) bool {
	for before := range comingBefore(i) {
		if !before.Calls() {
			continue
		}
		isOn := supergraph.LockingBy(before.Instr().Name) != model.Tau && pointsto.Overlap(a.Points.Receivers(i.Parent.Function, before.Instr()), locks)
		if isOn || slices.ContainsFunc(a.CalleesAt(before), func(callee *supergraph.Function) bool { return a.touchesOneOf(callee, locks) }) {
			return true
		}
	}
	return false
}

// hasWaited reports whether a function may have waited for a wait group before it takes a lock: then there may be nobody left.
func (a *Analysis) hasWaited(t Taking, group pointsto.Location) bool {
	waits := func(f *supergraph.Function) bool {
		return slices.ContainsFunc(a.Operations(f), func(o supergraph.Operation) bool {
			return o.Waits && o.Kind == model.WaitGroup && slices.Contains(o.Objects, group)
		})
	}
	for i := range t.Parent.Instructions() {
		if !ComesBefore(i, t.Instruction) || i.Instr().Op == ir.OpGo {
			continue
		}
		if isWait(i.Instr()) && slices.Contains(a.Points.Receivers(t.Parent.Function, i.Instr()), group) {
			return true
		}
		for f := range a.callable(a.CalleesAt(i)...) {
			if waits(f) {
				return true
			}
		}
	}
	return false
}

// waitsAt lists for what an instruction waits, itself, or for which wait groups the function that it calls does, on all its ways,
// and to whom that sends.
func (a *Analysis) waitsAt(i supergraph.Instruction) (list []wait) {
	if object, to, ok := a.waitsFor(i); ok {
		return []wait{{i, nil, object, to, nil}}
	}
	callees := a.CalleesAt(i)
	if i.Instr().Op != ir.OpCall || i.Instr().Name == "" || len(callees) != 1 {
		return nil
	}
	for j := range callees[0].Instructions() {
		if !isWait(j.Instr()) || !isAlwaysPassed(callees[0], j.At.Block) {
			continue
		}
		object, to, ok := a.waitsFor(j)
		if from, isGiven := a.wayFrom(i, callees[0], to); ok && isGiven {
			list = append(list, wait{j, []supergraph.Instruction{i}, object, from, nil})
		}
	}
	return append(list, a.sendsIn(i, callees[0])...)
}

// wayFrom is a path in a function that is called as one in its caller; it is not ok if it begins at nothing that is passed.
func (a *Analysis) wayFrom(call supergraph.Instruction, callee *supergraph.Function, to path) (from path, ok bool) {
	given, isGiven := supergraph.Argument(call.Instr(), callee, to.root.Reg)
	if !isGiven || to.root.Kind != ir.Register || to.root.Reg >= callee.Params {
		return path{}, false
	}
	return to.of(a.wayTo(call.Parent, given)), true
}

// waitsFor is the object for which an instruction waits, and nothing else, and the path to it.
func (a *Analysis) waitsFor(i supergraph.Instruction) (object pointsto.Location, to path, ok bool) {
	in := i.Instr()
	isWait := isWait(in)
	if in.Op != ir.OpSend && in.Op != ir.OpReceive && !isWait {
		return 0, path{}, false
	}
	objects := a.Points.Operand(i.Parent.Function, in.Args[0])
	to = a.wayTo(i.Parent, in.Args[0])
	if len(objects) != 1 || !to.known {
		return 0, path{}, false
	}
	kind := a.Points.Objects[objects[0]].Kind
	return objects[0], to, isWait && kind == pointsto.Field || kind == pointsto.Channel && (a.isOfOne(objects[0]) || in.Op == ir.OpSend && a.isEntry(objects[0]))
}

// isEntry reports whether each channel that is made in some place is put into a map or a slice by who makes it, and nowhere else.
func (a *Analysis) isEntry(channel pointsto.Location) bool {
	holders := a.holdersOf(channel)
	isMany := func(l pointsto.Location) bool { return a.Points.Objects[l].Kind == pointsto.Aggregate }
	return slices.ContainsFunc(holders, isMany) && !slices.ContainsFunc(holders, func(l pointsto.Location) bool {
		o := &a.Points.Objects[l]
		isList := o.Kind == pointsto.Variable && o.Function != nil // what is appended
		return !isMany(l) && !isList || slices.ContainsFunc(a.Stores[l], func(store supergraph.Instruction) bool { return !a.isOfMaker(store) })
	})
}

// isOfMaker reports whether a function puts something into a map or a slice that it has made, or takes something away.
func (a *Analysis) isOfMaker(store supergraph.Instruction) bool {
	f, in := store.Parent, store.Instr()
	isMade := func(o ir.Operand) bool { return isMadeThere(f, o) }
	switch in.Op {
	case ir.OpMapDelete:
		return true
	case ir.OpMapUpdate:
		return slices.ContainsFunc(in.Args[1:], isMade)
	case ir.OpStore:
		return isMade(in.Args[1])
	case ir.OpAppend:
		return a.isCutOut(store) || appendsOne(f, in) && slices.ContainsFunc(appended(f, ir.Operand{Kind: ir.Register, Reg: in.Dst}), isMade)
	}
	return false
}

// isCutOut reports whether a part of a slice is appended to another one, so that what is between them is left out.
func (a *Analysis) isCutOut(appended supergraph.Instruction) bool {
	f := appended.Parent
	from := func(o ir.Operand) []pointsto.Location {
		part := f.Definition(f.Original(o))
		if part == nil || part.Op != ir.OpSlice {
			return nil
		}
		return a.Memory(f, loadedFrom(f, part.Args[0]))
	}
	kept, added := from(appended.Instr().Args[0]), from(appended.Instr().Args[1])
	return len(kept) == 1 && slices.Equal(kept, added)
}

// isMadeThere reports whether a value is a channel that the function makes.
func isMadeThere(f *supergraph.Function, o ir.Operand) bool {
	made := f.Definition(f.Original(o))
	return made != nil && made.Op == ir.OpMakeChan
}

// holdersOf lists the locations in which a channel may be. Variables and literals of functions make no difference.
func (a *Analysis) holdersOf(channel pointsto.Location) []pointsto.Location {
	return slices.DeleteFunc(slices.Clone(a.Into[channel]), func(l pointsto.Location) bool {
		o := &a.Points.Objects[l]
		return o.Kind == pointsto.Closure || o.Kind == pointsto.Variable && o.Function != nil && !o.IsStruct()
	})
}

// isOfOne reports whether each struct with a channel in a field has one of its own: it is stored where it is made, and
// in no other struct.
func (a *Analysis) isOfOne(channel pointsto.Location) bool {
	holders := a.holdersOf(channel)
	return len(holders) == 1 && a.Points.Objects[holders[0]].Kind == pointsto.Field && !slices.ContainsFunc(a.Stores[holders[0]], func(store supergraph.Instruction) bool {
		return store.Instr().Op != ir.OpStore || !isMadeThere(store.Parent, store.Instr().Args[1])
	})
}

// partnerOf finds the goroutine, or function that callers call, that serves a function which waits, if that wants a
// lock before that the function has.
func (a *Analysis) partnerOf(t Taking, w wait) (c Circle, ok bool) {
	if c, ok = a.promisedTo(t, w.Instruction, w.object); ok && !w.isInCall() {
		return c, true
	}
	for _, serves := range a.serversOf(w.object, w.Instr().Op) {
		if serves.Parent == w.Parent {
			return c, false
		}
		c = Circle{Taking: t, Waits: w.Instruction, Calls: w.calls, Object: w.object, Serves: serves}
		if met, ok := a.meets(c, w.to); ok {
			return met, true
		}
		if met, ok := a.departs(c, w.to); ok && !w.isInCall() {
			return met, true
		}
	}
	return c, false
}

// meets finds where the one who serves a function that waits, with a lock, wants that lock before.
func (a *Analysis) meets(c Circle, to path) (Circle, bool) {
	t, waits, server, object := c.Taking, c.Waits, c.Serves.Parent, c.Object
	if !a.findStart(&c, server) || waits.Instr().Op == ir.OpSend && !a.isSentByCallers(&c) {
		return c, false
	}
	served := a.wayTo(server, a.servedBy(c.Serves, object))
	_, isAmongOthers := to.collection()
	isCounted := waits.Instr().Op == ir.OpSend && c.Capacity > 0 && a.isSentInTurn(&c) // it may know that there is room
	if isAmongOthers && a.asksElsewhere(waits) || isCounted || a.hasMet(t, server) {
		return c, false
	}
	for i := range server.Instructions() {
		if !a.comesBeforeServing(&c, i) {
			continue
		}
		c.Elsewhere = a.goesElsewhere(&c, i)
		sides, isPossible := a.sidesFrom(&c, i)
		if !isPossible || a.mayKnow(&c, i) || a.mayExclude(&c, i, sides) {
			continue
		}
		for _, wish := range a.wishesAt(i, maxCalls) {
			isSame := wish.path.isOfSame(t.path, served, to) || a.isOfParent(&c, to, served, wish.path) || a.isHookOfParent(&c, to, served, wish.path) || pointsto.Overlap(t.Locks, wish.Locks) && a.areAlone(t.Locks, object)
			excludes := t.How == model.Lock || wish.How == model.Lock
			if isSame && excludes && !a.isTold(t.Parent, slices.Concat(sides, wish.sides)) && !a.isTold(waits.Parent, slices.Concat(sides, wish.sides)) && a.isFreeAt(server, i, t.Locks) {
				c.Wants, c.Wanting = wish.Chain, wanting(&c, i, sides, wish.sides)
				return c, true
			}
		}
	}
	return c, false
}

// wanting are the sides that a server takes to an instruction, and in what that calls, where it does what others wait for
// without the lock on the other ones.
func wanting(c *Circle, i supergraph.Instruction, sides, within []Side) []Side {
	switch {
	case c.Elsewhere:
		sides = slices.DeleteFunc(slices.Clone(sides), func(s Side) bool { return !s.Branch.AlwaysComesBefore(i) })
	case len(within) == 0:
		return nil
	}
	return slices.Concat(sides, within)
}

// maxCalls is how many calls, one in the other, are followed to a lock that somebody wants.
const maxCalls = 4

// isTold reports whether one of some branches asks for what a function sets itself: that may say that it waits with the
// lock.
func (a *Analysis) isTold(f *supergraph.Function, sides []Side) bool {
	return a.askOf(sides, func(l pointsto.Location) bool {
		return slices.ContainsFunc(a.Stores[l], func(store supergraph.Instruction) bool { return store.Parent == f })
	})
}

// A wish is a lock that is taken at the end of calls, if the functions take some sides of branches.
type wish struct {
	Chain
	sides []Side
}

// wishesAt lists the locks that an instruction takes, itself or by what it calls, on some way that the functions may take for
// all that the program says.
func (a *Analysis) wishesAt(i supergraph.Instruction, depth int) (list []wish) {
	for _, c := range a.takenAt(i) {
		list = append(list, wish{Chain: c})
	}
	callees := a.CalleesAt(i)
	if len(list) > 0 || depth == 0 || i.Instr().Op != ir.OpCall || i.Instr().Name == "" && !callsValueInField(i) || len(callees) != 1 || callees[0] == i.Parent {
		return list
	}
	for j := range callees[0].Instructions() {
		if j.Instr().Op != ir.OpCall {
			continue
		}
		wishes := a.wishesAt(j, depth-1)
		if len(wishes) == 0 {
			continue
		}
		sides, isPossible := a.sidesTo(j)
		for _, w := range wishes {
			if all := slices.Concat(sides, w.sides); isPossible && !a.releasesOthers(w.Locks) && !a.shareMemory(all) {
				called := a.calledFrom(i, callees[0], w.Chain)
				if !called.path.known {
					called.path = a.pathByHook(i, callees[0], w.path)
				}
				list = append(list, wish{called, all})
			}
		}
	}
	return list
}

// calledFrom is a chain that a function begins as one that its caller does.
func (a *Analysis) calledFrom(call supergraph.Instruction, callee *supergraph.Function, c Chain) Chain {
	to := c.path
	if to.root.Kind == ir.Register {
		if o, ok := supergraph.Argument(call.Instr(), callee, to.root.Reg); ok {
			to = c.path.of(a.pathOf(call.Parent, o))
		} else {
			to = c.path.of(a.capturedBy(call, callee, to.root.Reg))
		}
	}
	if !to.known {
		to = path{}
	}
	return Chain{append([]supergraph.Instruction{call}, c.Calls...), c.Taking, to}
}

// capturedBy is the path to what a literal has captured that a function calls, as it has got that from a function to which it has given this, as in
// ch, cancel := h.subscribe().
func (a *Analysis) capturedBy(call supergraph.Instruction, literal *supergraph.Function, register int) path {
	f, in := call.Parent, call.Instr()
	if n := register - literal.Params; !in.CallsValue() || n < 0 || n >= literal.FreeVars {
		return path{}
	}
	got, ok := gotFrom(f, in.Args[0])
	if !ok || len(a.CalleesAt(got)) != 1 {
		return path{}
	}
	maker := a.CalleesAt(got)[0]
	for i := range maker.Instructions() {
		if made := i.Instr(); made.Op == ir.OpMakeClosure && a.Callee(made.Name) == literal && returnsItself(maker, made) {
			captured := a.pathOf(maker, made.Args[register-literal.Params])
			if given, ok := supergraph.Argument(got.Instr(), maker, captured.root.Reg); ok && captured.beginsOutside(maker) && captured.root.Kind == ir.Register {
				return captured.of(a.pathOf(f, given))
			}
			return path{}
		}
	}
	return path{}
}

// returnsItself reports whether a function returns what an instruction makes, and not what it has kept of that.
func returnsItself(f *supergraph.Function, made *ir.Instr) bool {
	is := func(o ir.Operand) bool { return f.Definition(f.Original(o)) == made }
	return slices.ContainsFunc(f.Returned(), func(o ir.Operand) bool { return slices.ContainsFunc(resultsIn(f, o), is) })
}

// shareMemory reports whether two of some branches ask for the same memory.
func (a *Analysis) shareMemory(sides []Side) bool {
	for n, s := range sides {
		for _, other := range sides[:n] {
			if s.Branch.Parent != other.Branch.Parent && a.groundsOf(s.Branch).sharesMemory(a.groundsOf(other.Branch)) {
				return true
			}
		}
	}
	return false
}

// areAlone reports whether there may be just one struct with some locks, and one of another type with an object: both are made in one
// place, by functions that callers call once, or call themselves, and nobody knows two of those with the locks.
func (a *Analysis) areAlone(locks []pointsto.Location, object pointsto.Location) bool {
	if a.Points.Objects[object].Kind != pointsto.Field {
		return false
	}
	other := a.typeOfOwner(object)
	return a.isMadeOnce(other) && !slices.ContainsFunc(locks, func(l pointsto.Location) bool {
		if a.Points.Objects[l].Kind != pointsto.Field {
			return true
		}
		typeName := a.typeOfOwner(l)
		return typeName == other || !a.isMadeOnce(typeName) || a.areKnownInPairs(typeName)
	})
}

// isMadeOnce reports whether structs of a type are made in one place, outside of loops, and nowhere as parts of others.
func (a *Analysis) isMadeOnce(typeName string) bool {
	made := 0
	for n := range a.Points.Objects {
		o := &a.Points.Objects[n]
		switch {
		case o.Type != typeName:
		case o.Kind == pointsto.Variable && o.Function != nil && a.Functions[o.Function] != nil && !isInLoop(a.Functions[o.Function].At(o.At)):
			made++
		default:
			return false
		}
	}
	return made == 1 && len(a.Copies[typeName]) == 0
}

// areKnownInPairs reports whether some struct has two fields for structs of a type, or such a struct has one itself, or some
// function is given two, or one and makes another one.
func (a *Analysis) areKnownInPairs(typeName string) bool {
	if slices.ContainsFunc(a.Order, func(f *supergraph.Function) bool { return a.knowsTwo(f, typeName) }) {
		return true
	}
	known := map[string]bool{typeName: true}
	for n := range a.Points.Objects {
		o := &a.Points.Objects[n]
		if o.Kind != pointsto.Field || !slices.ContainsFunc(a.Points.Content(locationOf(n)), func(l pointsto.Location) bool {
			return a.Points.Objects[l].Kind == pointsto.Variable && a.Points.Objects[l].Type == typeName
		}) {
			continue
		}
		holder := pointsto.TypeOfField(o.Name)
		if known[holder] {
			return true
		}
		known[holder] = true
	}
	return false
}

// knowsTwo reports whether a function is given two structs of a type, or one, and makes another one or calls what does.
func (a *Analysis) knowsTwo(f *supergraph.Function, typeName string) bool {
	given := 0
	for p := range f.Params {
		if f.ParamType(p) == typeName {
			given++
		}
	}
	if given == 0 {
		return false
	}
	makes := func(g *supergraph.Function) bool { return makesStruct(g, typeName) }
	return given > 1 || makes(f) || slices.ContainsFunc(a.CallsIn(f), func(call supergraph.Call) bool { return slices.ContainsFunc(call.Callees, makes) })
}

// findStart finds where a goroutine is started, or what a caller does is counted.
func (a *Analysis) findStart(c *Circle, server *supergraph.Function) (ok bool) {
	isGroup := c.Waits.Instr().Op == ir.OpCall
	switch {
	case isGroup && a.isGoroutine(server):
		c.Started, c.Counted, ok = a.countOf(c.Serves.Parent, a.wayTo(c.Serves.Parent, c.Serves.Instr().Args[0]), a.wayTo)
		return ok
	case isGroup:
		c.Counted, ok = a.addTo(c.Object, server)
		return ok && a.isOpen(server)
	}
	c.Capacity, ok = a.Points.Objects[c.Object].Capacity()
	switch {
	case !a.isGoroutine(server):
		return ok && a.isOpen(server)
	case len(server.Callers) > 1 || isInLoop(server.Callers[0]) && !a.isOneOfFixed(server.Callers[0], c) || a.runs(c.Parent, server.Callers[0].Parent):
		return false
	}
	c.Started = server.Callers[0]
	return ok
}

// addTo is where a function that callers call counts the one that is waited for: that function itself, or if it doesn't,
// another one that doesn't take off what it has added either.
func (a *Analysis) addTo(group pointsto.Location, server *supergraph.Function) (count supergraph.Instruction, ok bool) {
	if count, ok = a.addedIn(server, group); ok {
		return count, a.isOpen(server)
	}
	for _, user := range a.Users[group] {
		takesOff := slices.ContainsFunc(slices.Collect(user.Instructions()), func(i supergraph.Instruction) bool { return a.serves(i, group, ir.OpCall) })
		if count, ok = a.addedIn(user, group); ok && a.isOpen(user) && !takesOff {
			return count, true
		}
	}
	return count, false
}

// addedIn is where a function adds to a wait group first.
func (a *Analysis) addedIn(f *supergraph.Function, group pointsto.Location) (count supergraph.Instruction, ok bool) {
	for i := range f.Instructions() {
		if slices.Contains(a.groupsAt(i, library.Add), group) {
			return i, true
		}
	}
	return count, false
}

// comesBeforeServing reports whether an instruction may come before the one that serves: always, if callers come there,
// who wouldn't be in the way else.
func (a *Analysis) comesBeforeServing(c *Circle, i supergraph.Instruction) bool {
	isDeferred := c.Serves.Instr().Op == ir.OpDefer
	switch {
	case c.Counted.Parent == i.Parent && !c.Counted.AlwaysComesBefore(i): // it isn't counted yet where it waits for the lock
		return false
	case c.Started.Parent != nil && a.isPastAtStart(c.Started, i):
		return false
	case c.Started.Parent == nil && isDeferred:
		return isAlwaysPassed(i.Parent, i.At.Block)
	case c.Started.Parent == nil:
		return i.AlwaysComesBefore(c.Serves)
	}
	// one that wants the lock once may be past that whenever the function waits
	isOnce := c.Waits.Instr().Op != ir.OpCall && !i.Parent.Leads(i.At.Block, i.At.Block)
	return !isOnce && (isDeferred || ComesBefore(i, c.Serves))
}

// hasMet reports whether a function may have sent to the one that it waits for, or received from it, before it takes a
// lock: then that is where it was to be met.
func (a *Analysis) hasMet(t Taking, server *supergraph.Function) bool {
	of := map[pointsto.Location]bool{}
	for _, o := range a.Operations(server) {
		for _, l := range o.Objects {
			of[l] = o.Kind == model.Channel
		}
	}
	return slices.ContainsFunc(a.Operations(t.Parent), func(o supergraph.Operation) bool {
		return ComesBefore(t.Parent.At(o.At), t.Instruction) && slices.ContainsFunc(o.Objects, func(l pointsto.Location) bool { return of[l] })
	})
}

// isFreeAt reports whether a function may come to an instruction without having taken one of some locks.
func (a *Analysis) isFreeAt(f *supergraph.Function, i supergraph.Instruction, locks []pointsto.Location) bool {
	return !slices.ContainsFunc(a.Takings(f), func(t Taking) bool {
		isOne := func(l pointsto.Location) bool { return slices.Contains(locks, l) }
		return t.Instruction != i && slices.ContainsFunc(t.Locks, isOne) && a.flowOf(t).holdsAt(i)
	})
}

// isOfSame reports whether a path to a lock is that of another function, if what both lead to besides is in the same
// struct.
func (p path) isOfSame(other, besides, otherBesides path) bool {
	return p.known && besides.known && p.steps == other.steps && besides.steps == otherBesides.steps && p.root == besides.root && other.root == otherBesides.root
}

// serversOf is where the one function that does what somebody waits for does that first; of those whom a wait group
// counts, each of them.
func (a *Analysis) serversOf(object pointsto.Location, waiting ir.Op) (list []supergraph.Instruction) {
	for _, user := range a.Users[object] {
		for i := range user.Instructions() {
			if in := i.Instr(); in.Op == ir.OpLen && slices.Contains(a.Points.Operand(user.Function, in.Args[0]), object) {
				return nil // somebody looks whether there is room
			}
			if a.serves(i, object, waiting) && (len(list) == 0 || list[len(list)-1].Parent != user) {
				list = append(list, i)
			}
		}
	}
	if waiting != ir.OpCall && len(list) > 1 {
		return a.outermost(list)
	}
	return list
}

// outermost is the first of some instructions that serve, if the function with that alone runs those with the others.
func (a *Analysis) outermost(list []supergraph.Instruction) []supergraph.Instruction {
	n := slices.IndexFunc(list, func(i supergraph.Instruction) bool {
		return !slices.ContainsFunc(list, func(other supergraph.Instruction) bool {
			return !a.isRunOnlyBy(other.Parent, i.Parent, map[*supergraph.Function]bool{})
		})
	})
	isStarted := func(i supergraph.Instruction) bool {
		_, ok := a.StartOf(i.Parent)
		return ok && i != list[n]
	}
	if n < 0 || slices.ContainsFunc(list, isStarted) {
		return nil
	}
	return list[n : n+1]
}

// servedBy is the operand of an instruction that serves an object, as which that is known there.
func (a *Analysis) servedBy(serves supergraph.Instruction, object pointsto.Location) ir.Operand {
	in := serves.Instr()
	for _, c := range in.Cases {
		if slices.Contains(a.Points.Operand(serves.Parent.Function, c.Chan), object) {
			return c.Chan
		}
	}
	if len(in.Args) == 0 {
		return ir.Operand{}
	}
	return in.Args[0]
}

// serves reports whether an instruction does what one waits for who sends, receives or waits for a wait group.
func (a *Analysis) serves(i supergraph.Instruction, object pointsto.Location, waiting ir.Op) bool {
	in := i.Instr()
	is := func(o ir.Operand) bool { return slices.Contains(a.Points.Operand(i.Parent.Function, o), object) }
	inCase := func(c ir.SelectCase) bool { return c.Send == (waiting == ir.OpReceive) && is(c.Chan) }
	switch waiting {
	case ir.OpCall:
		return slices.Contains(a.groupsAt(i, library.Done), object) || a.takesOff(i, object)
	case ir.OpSend:
		return in.Op == ir.OpReceive && is(in.Args[0]) || slices.ContainsFunc(in.Cases, inCase)
	}
	isClosing := in.Op == ir.OpClose || in.Op == ir.OpDefer && in.Name == "builtin close"
	return (in.Op == ir.OpSend || isClosing) && is(in.Args[0]) || slices.ContainsFunc(in.Cases, inCase)
}
