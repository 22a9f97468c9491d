package outline

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"github.com/chancheck/chancheck/extract/internal/dataflow"
	"github.com/chancheck/chancheck/extract/internal/library"
	"github.com/chancheck/chancheck/extract/internal/pointsto"
	"github.com/chancheck/chancheck/extract/internal/supergraph"
	"github.com/chancheck/chancheck/extract/internal/waitfor"
	"github.com/chancheck/chancheck/extract/ir"
	"github.com/chancheck/chancheck/model"
)

// A summary is the automaton of what a function does, with all that it calls. Where it
// is called, it ends in one of several ways, each a place below 0.
type summary struct {
	places []place
	start  int
	called map[int]bool // see findCalled
}

// The ends of a function.
const (
	returns  = -1 - iota
	goesAway // the goroutine ends: Goexit, or a test is given up
	panics   // and unwinds its callers
	stops    // for ever, on purpose
)

// A place is a state of a summary.
type place struct {
	steps []step
	// spins says that a goroutine may come here again and again, waiting for what others
	// store, or as a client who calls what he likes: what is in doubt in between may never
	// be so that it does something.
	spins bool
}

// A step is a transition of a summary.
type step struct {
	kind          model.Kind
	object, label int // of a Spawn a family
	to            int
	site          model.Site
	doubt         bool
	declines      bool // a caller calls something else, or nothing
}

// summary works out the automaton of a function in a context. While it is worked out, what
// calls it has a step in its place: see close.
func (o *outliner) summary(f *supergraph.Function, at supergraph.Context) *summary {
	key := strconv.Itoa(f.Number) + " " + at.Key()
	if s, ok := o.summaries[key]; ok {
		if s == nil {
			return o.callOf(key)
		}
		return s
	}
	if f.Size > waitfor.LargestFunction || o.steps > mostSteps || o.work > mostWork {
		o.giveUp("there is too much to look at")
		return &summary{start: returns}
	}
	o.summaries[key] = nil
	s := o.summarize(f, at, key, point{})
	s.findCalled()
	o.summaries[key] = s
	o.forget(key)
	return s
}

// bodyOf is the automaton of a region.
func (o *outliner) bodyOf(r *region) *summary {
	if r.start == 0 {
		return o.summary(r.f, nil)
	}
	return o.summarize(r.f, nil, "region", point{block: r.start})
}

// summarize works out the automaton of a function from some point on.
func (o *outliner) summarize(f *supergraph.Function, at supergraph.Context, key string, from point) *summary {
	b := &summarizer{outliner: o, f: f, at: at, index: map[point]int{}, uses: outcomeUses(f)}
	s := b.build(from)
	s.close(o.callNumber(key))
	work := s.contract()
	o.work += work
	*o.total += waitfor.Spent(work)
	return s
}

// mostSteps limits how many instructions are looked at in all, mostWork the places and steps
// that are looked at while automata are made small; see waitfor.Spent for those of all outlines.
const (
	mostSteps = 300_000
	mostWork  = 1_000_000
)

// A point is where a goroutine stands in a function.
type point struct {
	mode         mode
	block, index int
	deferred     string // numbers of the instructions, each after a comma
	outcomes     string // see outcome
}

// A mode says why deferred calls are run.
type mode int

const (
	running mode = iota
	leaving      // by Goexit, or as a test is given up
	panicking
	recovering
)

// A summarizer works out one summary.
type summarizer struct {
	*outliner
	f       *supergraph.Function
	at      supergraph.Context
	index   map[point]int
	origins []point // of the places; those of callees have none
	places  []place
	uses    map[int][]bool
}

func (b *summarizer) build(from point) *summary {
	s := &summary{start: b.place(from)}
	for i := 0; i < len(b.places) && b.problem == ""; i++ {
		if b.origins[i].block != inCallee {
			b.expand(i, b.origins[i])
		}
		if len(b.places) > mostPlaces {
			b.giveUp("a function does too much")
		}
	}
	s.places = b.places
	return s
}

// inCallee marks places of callees.
const inCallee = -2

// place is the place for a point: after what is silent has been passed.
func (b *summarizer) place(p point) int {
	passed := map[point]bool{}
	for {
		if passed[p] || b.problem != "" {
			return stops
		}
		passed[p] = true
		next, end, silent := b.pass(p)
		if end != 0 {
			return end
		}
		if !silent {
			break
		}
		p = next
	}
	if i, ok := b.index[p]; ok {
		return i
	}
	i := len(b.places)
	b.index[p] = i
	b.places, b.origins = append(b.places, place{}), append(b.origins, p)
	return i
}

// pass passes one instruction if nothing happens there; end is not 0 if the function
// ends.
func (b *summarizer) pass(p point) (next point, end int, silent bool) {
	if p.mode != running {
		return b.passUnwinding(p)
	}
	b.steps++
	i := b.instruction(p)
	in := i.Instr()
	if p.index == len(b.f.Blocks[p.block].Instrs)-1 {
		return b.passTerminator(p, in)
	}
	next = p
	next.index++
	switch {
	case in.Op == ir.OpRunDefers:
		return next, 0, p.deferred == ""
	case in.Op == ir.OpSelect && len(in.Cases) == 0 && !in.Default:
		return p, stops, false
	case !b.isRelevant(i):
		return next, 0, true
	case in.Op == ir.OpDefer:
		next.deferred += "," + strconv.Itoa(i.Number())
		b.limitDeferred(next)
		return next, 0, true
	case in.Op == ir.OpCall && b.ComesLast(b.f, i.At):
		return b.cleansUp(p, next)
	}
	return next, 0, false
}

// instruction is the one at a point.
func (b *summarizer) instruction(p point) supergraph.Instruction {
	return b.f.At(pointsto.At{Block: p.block, Index: p.index})
}

// passTerminator is pass at the end of a block.
func (b *summarizer) passTerminator(p point, in *ir.Instr) (next point, end int, silent bool) {
	switch in.Op {
	case ir.OpJump:
		return b.follow(p, 0), 0, true
	case ir.OpIf:
		if _, pays := b.installments(b.f)[p.block]; pays {
			return p, 0, false
		}
		if holds, ok := b.holds(p, in.Args[0]); ok {
			return b.follow(p, 1-holds), 0, true
		}
		return p, 0, false
	case ir.OpPanic:
		p.mode = panicking
		return p, 0, true
	case ir.OpStop:
		return p, stops, false
	}
	if p.deferred != "" {
		p.mode = leaving
		return p, 0, true
	}
	if b.makesNone(b.f, in) {
		return p, stops, false
	}
	return p, returns, false
}

// cleansUp passes the call that registers what runs at the end of a test: in the function
// of the test itself that is one more deferred call, which runs after the others and before
// what was registered earlier. Clients are no tests.
func (b *summarizer) cleansUp(p, next point) (point, int, bool) {
	if b.own {
		return next, 0, true
	}
	if t := b.f.BaseOfPart(b.instruction(p).Instr().Args[0]); b.f != b.region.f || t.Kind != ir.Register || t.Reg >= b.f.Params {
		b.giveUp("what a test does at its end isn't followed")
	}
	list := strings.Split(next.deferred, ",")[1:]
	first := slices.IndexFunc(list, func(n string) bool {
		number, _ := strconv.Atoi(n)
		return !b.ComesLast(b.f, b.f.Numbered(number).At)
	})
	if first < 0 {
		first = len(list)
	}
	list = slices.Insert(list, first, strconv.Itoa(b.instruction(p).Number()))
	next.deferred = "," + strings.Join(list, ",")
	b.limitDeferred(next)
	return next, 0, true
}

// mostDeferred limits how many calls are deferred at a time.
const mostDeferred = 8

func (b *summarizer) limitDeferred(p point) {
	if strings.Count(p.deferred, ",") > mostDeferred {
		b.giveUp("calls are deferred in a loop")
	}
}

// passUnwinding is pass where deferred calls are run because the function ends.
func (b *summarizer) passUnwinding(p point) (next point, end int, silent bool) {
	switch {
	case p.deferred != "":
		return p, 0, false
	case p.mode == leaving:
		return p, goesAway, false
	case p.mode == panicking:
		return p, panics, false
	case b.f.Recover >= 0:
		return point{block: b.f.Recover}, 0, true
	}
	return p, returns, false
}

// follow is where an edge leads: a region that begins in a loop is over when it comes there
// again. Nobody has its objects any more, but deferred calls.
func (b *summarizer) follow(p point, edge int) point {
	p.block, p.index = b.f.Blocks[p.block].Succs[edge].Block, 0
	if b.region != nil && b.region.f == b.f && b.region.start == p.block && p.block != 0 {
		if p.deferred != "" {
			b.giveUp("calls are deferred in a loop")
		}
		return point{mode: leaving}
	}
	p.outcomes = b.stillAsked(p.outcomes, p.block)
	return p
}

// isRelevant reports whether something happens at an instruction.
func (b *summarizer) isRelevant(i supergraph.Instruction) bool {
	if b.isAboutAny(i) || b.storesFlag(i) || b.mayBeRecovered(i) || b.IsOneSided(i) {
		return true
	}
	return i.Calls() && (len(b.calledBack(i)) > 0 || slices.ContainsFunc(b.callees(i), func(name string) bool {
		callee := b.Callee(name)
		return library.EndsGoroutine(name) || library.Find(name).Meaning == library.Parallel ||
			callee != nil && (b.acts[callee] || (b.MayEnd[callee] || b.OneSided[callee]) && i.Instr().Op != ir.OpGo || callee.Recovers && i.Instr().Op == ir.OpDefer)
	}))
}

// mayBeRecovered reports whether an instruction may panic because of what was done to another
// object, where somebody recovers from that and goes on: with locks that are held, or without
// what comes next. Nothing else is known of that object here. What is done to one of the objects
// panics as it does, which ends the program, or is ruled out.
func (b *summarizer) mayBeRecovered(i supergraph.Instruction) bool {
	return !b.isAboutAny(i) && b.UnderRecover()[i.Parent] && slices.ContainsFunc(b.OperationsOf(i), b.MayFault)
}

// callees lists what an instruction may call or start: of a method of a test, not the
// function that it runs, nor what doesn't run in the region.
func (b *summarizer) callees(i supergraph.Instruction) []string {
	names := b.CalleesIn(i, b.at)
	if len(names) > 1 {
		names = slices.DeleteFunc(slices.Clone(names), func(name string) bool {
			return supergraph.RunsArgument(name) || b.Callee(name) != nil && b.isElsewhere(b.Callee(name))
		})
	}
	return names
}

// expand works out what can happen at a place.
func (b *summarizer) expand(place int, p point) {
	if p.mode != running || b.f.Blocks[p.block].Instrs[p.index].Op == ir.OpRunDefers {
		b.runDeferred(place, p)
		return
	}
	i := b.instruction(p)
	in := i.Instr()
	after := p
	after.index++
	switch in.Op {
	case ir.OpStore:
		b.stores(place, i, b.place(after))
	case ir.OpIf:
		if b.tests(place, p) {
			return
		}
		doubt := !b.isFreeAt(p.block)
		b.places[place].spins = b.Spins(b.f, p.block)
		paid, pays := b.installments(b.f)[p.block]
		for edge := range b.f.Blocks[p.block].Succs {
			to := b.place(b.follow(p, edge))
			if pays && edge == 0 {
				to = b.pays(paid, to)
			}
			b.step(place, step{kind: model.Tau, object: -1, site: in.Site, doubt: doubt, to: to})
		}
	case ir.OpSelect:
		b.selects(place, p, in)
	case ir.OpGo:
		b.starts(place, i, after)
	default:
		b.does(place, i, func(outcome string) int {
			n := after
			if outcome != "" && in.Dst >= 0 {
				n.outcomes = b.noted(p.outcomes, in.Dst, outcome, p.block)
			}
			return b.place(n)
		}, func(m mode) int { n := p; n.mode = m; return b.place(n) })
	}
}

func (b *summarizer) step(place int, s step) {
	if s.object >= 0 && s.kind != model.Spawn && s.site.IsValid() {
		d := model.Deed{Kind: s.kind, Object: s.object}
		if b.operated[d] == nil {
			b.operated[d] = map[model.Site]bool{}
		}
		b.operated[d][s.site] = true
	}
	b.places[place].steps = append(b.places[place].steps, s)
}

// fresh is a new place of no point.
func (b *summarizer) fresh() int {
	b.places, b.origins = append(b.places, place{}), append(b.origins, point{block: inCallee})
	return len(b.places) - 1
}

// runDeferred runs the last of the deferred calls.
func (b *summarizer) runDeferred(place int, p point) {
	cut := strings.LastIndexByte(p.deferred, ',')
	number, _ := strconv.Atoi(p.deferred[cut+1:])
	i := b.f.Numbered(number)
	after := p
	after.deferred = p.deferred[:cut]
	next := func(string) int { return b.place(after) }
	if p.mode == panicking && b.recovers(i) {
		next = func(string) int {
			fork := b.fresh()
			recovered := after
			recovered.mode = recovering
			b.step(fork, step{kind: model.Tau, object: -1, doubt: true, to: b.place(after)})
			b.step(fork, step{kind: model.Tau, object: -1, doubt: true, to: b.place(recovered)})
			return fork
		}
	}
	b.does(place, i, next, func(m mode) int { n := after; n.mode = m; return b.place(n) })
}

func (b *summarizer) recovers(i supergraph.Instruction) bool {
	return slices.ContainsFunc(b.callees(i), func(name string) bool {
		callee := b.Callee(name)
		return callee != nil && callee.Recovers
	})
}

// starts starts a goroutine, or one of several.
func (b *summarizer) starts(place int, i supergraph.Instruction, after point) {
	names := b.callees(i)
	next := b.place(after)
	for _, name := range names {
		to, callee := place, b.Callee(name)
		if len(names) > 1 {
			to = b.fresh()
			b.step(place, step{kind: model.Tau, object: -1, doubt: true, to: to})
		}
		switch {
		case callee != nil && b.acts[callee] && !b.isAboutAnother(i, callee):
			b.startsActing(to, i, callee, next)
		case callee == nil && isLibrary(name) && b.isAboutAny(i):
			b.startsOperation(to, i, name, next)
		default:
			b.step(to, step{kind: model.Tau, object: -1, to: next})
		}
	}
}

// isAboutAny reports whether an instruction may operate on one of the objects.
func (b *summarizer) isAboutAny(i supergraph.Instruction) bool {
	return slices.ContainsFunc(b.OperationsOf(i), b.isAbout)
}

// isAboutAnother reports whether what clients call, or start, is about another object of
// the type: it makes one of its own, or is given one that isn't the caller's.
func (b *summarizer) isAboutAnother(i supergraph.Instruction, callee *supergraph.Function) bool {
	another := b.own && (b.isMaker[callee] || b.isForeign(i, callee))
	if another && b.onGlobals[callee] {
		b.giveUp(aboutBoth)
	}
	return another
}

// each carries out a call or go statement in each context in which it may be.
func (b *summarizer) each(place int, i supergraph.Instruction, callee *supergraph.Function, in func(place int, c supergraph.Context)) {
	all := b.bindings(i, b.at, callee)
	for _, c := range all {
		to := place
		if len(all) > 1 {
			to = b.fresh()
			b.step(place, step{kind: model.Tau, object: -1, doubt: true, to: to})
		}
		in(to, c)
	}
}

// startsActing starts a goroutine that does something. One that only counts down does so
// at once: see onlyCountsDown. One that turns out to do nothing, with what it is given, makes
// no difference to others, whether it ends or not.
func (b *summarizer) startsActing(place int, i supergraph.Instruction, callee *supergraph.Function, next int) {
	b.each(place, i, callee, func(place int, c supergraph.Context) {
		body := b.summary(callee, c)
		switch {
		case body.isIdle():
			b.step(place, step{kind: model.Tau, object: -1, to: next})
		case len(body.called) == 0 && body.onlyCountsDown():
			b.inline(place, body, i.Instr().Site, func(string) int { return next }, func(mode) int { return next })
		default:
			b.step(place, step{kind: model.Spawn, object: b.family(i, callee, c), site: i.Instr().Site, to: next})
		}
	})
}

// isIdle reports whether a function does nothing to the objects, and calls nothing that may.
func (s *summary) isIdle() bool {
	return !slices.ContainsFunc(s.places, func(p place) bool {
		return slices.ContainsFunc(p.steps, func(t step) bool { return t.kind != model.Tau })
	})
}

// startsOperation starts a goroutine that is nothing but an operation.
func (b *summarizer) startsOperation(place int, i supergraph.Instruction, name string, next int) {
	if library.Find(name).Meaning != library.Done {
		b.giveUp("an operation is a goroutine of its own")
		return
	}
	b.calls(place, i, name, func(string) int { return next }, func(mode) int { return next })
}

// onlyCountsDown reports whether a goroutine never blocks and does nothing but to count
// down wait groups, each at most as often as it stands there. That can be done as soon as
// it starts: it comes to that in any case, all that others do before they can do after it,
// and who waits for a wait group can still take his time (what it does is a persistent set:
// Godefroid, Partial-Order Methods for the Verification of Concurrent Systems, 1996). So
// there may be any number of such goroutines.
func (s *summary) onlyCountsDown() bool {
	for i := range s.places {
		for _, t := range s.places[i].steps {
			counts := t.kind == model.Add && t.label < 0
			if t.kind != model.Tau && !counts || t.to == panics || t.to == stops || counts && s.comesBack(t.to, i) {
				return false
			}
		}
		if s.places[i].spins {
			return false
		}
	}
	return s.start != panics && s.start != stops
}

// comesBack reports whether one place is reached from another one.
func (s *summary) comesBack(from, to int) bool {
	return dataflow.Reachable([]int{from}, s.successors)[to]
}

// successors are the places that follow.
func (s *summary) successors(place int) (list []int) {
	if place < 0 {
		return nil
	}
	for _, t := range s.places[place].steps {
		list = append(list, t.to)
	}
	return list
}

// family is the number of the goroutines that an instruction starts in a context.
func (b *summarizer) family(i supergraph.Instruction, callee *supergraph.Function, at supergraph.Context) int {
	key := strconv.Itoa(callee.Number) + " " + at.Key()
	if n, ok := b.familyOf[key]; ok {
		return n
	}
	n := len(b.families)
	b.familyOf[key] = n
	b.families = append(b.families, &family{name: cmp.Or(callee.Display, callee.Name), site: i.Instr().Site, f: callee, at: at})
	return n
}

// does carries out a call or operation: next is where it leads, by how it ended, and
// leave where the end of the goroutine does.
func (b *summarizer) does(place int, i supergraph.Instruction, next func(outcome string) int, leave func(mode) int) {
	in := i.Instr()
	if b.mayBeRecovered(i) {
		ok := b.fresh()
		b.step(place, step{kind: model.Tau, object: -1, doubt: true, to: leave(panicking)})
		b.step(place, step{kind: model.Tau, object: -1, doubt: true, to: ok})
		place = ok
	}
	switch in.Op {
	case ir.OpSend, ir.OpReceive, ir.OpClose, ir.OpLen, ir.OpCap:
		on := b.resolve(b.f, b.at, in.Args[0])
		if slices.ContainsFunc(on.Locations, b.IsEndless) {
			b.giveUp("something is waited for that never comes")
		}
		otherwise := next
		if b.NeverCloses(i) {
			otherwise = func(string) int { return next("ok") }
		}
		b.operates(place, on, func(at, object int) { b.onChannel(at, in, object, next) }, otherwise)
		return
	}
	if library.Find(in.Name).Meaning == library.Subtest { // a goroutine of its own
		outer := leave
		leave = func(m mode) int {
			if m == leaving {
				return next("")
			}
			return outer(m)
		}
	}
	place = b.callsBack(place, i, leave)
	names := b.callees(i)
	if len(names) == 0 {
		b.step(place, step{kind: model.Tau, object: -1, to: next("")})
	}
	for _, name := range names {
		to := place
		if len(names) > 1 {
			to = b.fresh()
			b.step(place, step{kind: model.Tau, object: -1, doubt: true, to: to})
		}
		b.calls(to, i, name, next, leave)
	}
}

// calls carries out a call of one function.
func (b *summarizer) calls(place int, i supergraph.Instruction, name string, next func(string) int, leave func(mode) int) {
	tau := func(to int) { b.step(place, step{kind: model.Tau, object: -1, to: to}) }
	callee := b.Callee(name)
	known := library.Find(name)
	switch {
	case callee != nil && b.isAboutAnother(i, callee):
		b.callsOnAnother(place, i, callee, next, leave)
	case callee != nil && (b.acts[callee] || b.OneSided[callee]):
		b.each(place, i, callee, func(at int, c supergraph.Context) { b.inline(at, b.summary(callee, c), i.Instr().Site, next, leave) })
	case callee != nil && b.MayEnd[callee]:
		b.step(place, step{kind: model.Tau, object: -1, doubt: true, to: next("")})
		b.step(place, step{kind: model.Tau, object: -1, doubt: true, to: leave(leaving)})
	case known.Meaning == library.Goexit, known.Meaning == library.FailNow:
		tau(leave(leaving))
	case known.Meaning == library.Panic:
		tau(leave(panicking))
	case known.Meaning == library.Exit:
		b.step(place, step{kind: model.Exit, object: -1, site: i.Instr().Site, to: stops})
	case known.Meaning == library.Parallel && (b.region == nil || b.region.runsSubtests):
		b.giveUp("a subtest runs in parallel with others")
	case known.Meaning == library.Parallel: // it goes on when the test around it, of which nothing is here, is over
		tau(next(""))
	case b.isAboutAny(i):
		b.operates(place, b.receiver(i), func(at, object int) { b.onOther(at, i, known, object, next) }, next)
	default:
		tau(next(""))
	}
}

// callsOnAnother passes a call that is about another object of the type, as clients make it on theirs. If it
// may be theirs after all, and the caller may hold a lock, which clients don't, it may be carried out as well.
func (b *summarizer) callsOnAnother(place int, i supergraph.Instruction, callee *supergraph.Function, next func(string) int, leave func(mode) int) {
	if !b.acts[callee] || b.isMaker[callee] || !b.mayMeetHeld(i, callee) {
		b.beside = b.beside || b.acts[callee] && b.isBesideHeld(i, callee)
		b.step(place, step{kind: model.Tau, object: -1, to: next("")})
		return
	}
	theirs := b.fresh()
	b.step(place, step{kind: model.Tau, object: -1, doubt: true, to: next("")})
	b.step(place, step{kind: model.Tau, object: -1, doubt: true, to: theirs})
	b.each(theirs, i, callee, func(at int, c supergraph.Context) { b.inline(at, b.summary(callee, c), i.Instr().Site, next, leave) })
}

// receiver is what a function with a meaning of its own operates on.
func (b *summarizer) receiver(i supergraph.Instruction) supergraph.Binding {
	in := i.Instr()
	if in.Name != "" && len(in.Args) > 0 {
		return b.resolve(b.f, b.at, in.Args[0])
	}
	callee, locations := b.resolve(b.f, b.at, in.Args[0]), b.Points.Receivers(i.Parent.Function, in)
	return supergraph.Binding{Locations: locations, Exact: len(locations) == 1 && callee.Exact}
}

// inline puts the automaton of a callee in place. What happens in a stand-in for a library
// function happens, for the reader, where it is called.
func (b *summarizer) inline(place int, s *summary, site model.Site, next func(string) int, leave func(mode) int) {
	offset := len(b.places)
	for range s.places {
		b.fresh()
	}
	ends := map[int]int{}
	to := func(at int) int {
		if at >= 0 {
			return at + offset
		}
		end, known := ends[at]
		if !known {
			end = endOf(at, next, leave)
			ends[at] = end
		}
		return end
	}
	for n := range s.places {
		b.places[offset+n].spins = s.places[n].spins
		for _, st := range s.places[n].steps {
			st.to = to(st.to)
			if !st.site.IsValid() {
				st.site = site
			}
			b.step(offset+n, st)
		}
	}
	b.step(place, step{kind: model.Tau, object: -1, to: to(s.start)})
}

// endOf is where an end of a callee leads.
func endOf(end int, next func(string) int, leave func(mode) int) int {
	switch end {
	case returns:
		return next("")
	case goesAway:
		return leave(leaving)
	case panics:
		return leave(panicking)
	}
	return end
}

// operates carries out an operation on what an operand may be: one of the objects, or
// something else, where it passes.
func (b *summarizer) operates(place int, on supergraph.Binding, act func(place, object int), next func(string) int) {
	objects := b.objectsOf(on.Locations)
	if on.Exact && len(objects) == 1 {
		act(place, objects[0])
		return
	}
	if b.IsEndedByWorld(on.Locations) {
		objects = nil
	}
	for _, n := range objects {
		to := b.fresh()
		b.step(place, step{kind: model.Tau, object: -1, doubt: true, to: to})
		act(to, n)
	}
	if on.Nilable {
		b.step(place, step{kind: model.Tau, object: -1, doubt: true, to: b.stuck()})
	}
	b.step(place, step{kind: model.Tau, object: -1, doubt: len(objects) > 0 || on.Nilable, to: next("")})
}

// stuck is a place where a goroutine waits for ever: at a channel that is nil.
func (b *summarizer) stuck() int {
	place := b.fresh()
	b.step(place, step{kind: model.Receive, object: -1, to: stops})
	return place
}

// objectsOf lists those of the objects, by their numbers, that are among some locations.
func (o *outliner) objectsOf(locations []pointsto.Location) []int {
	var list []int
	for _, l := range locations {
		if n, ok := o.objects[l]; ok {
			list = append(list, n)
		}
	}
	return list
}

// onChannel is an operation on a channel.
func (b *summarizer) onChannel(place int, in *ir.Instr, object int, next func(string) int) {
	step := step{object: object, site: in.Site}
	switch in.Op {
	case ir.OpSend:
		step.kind, step.to = model.Send, next("")
	case ir.OpClose:
		step.kind, step.to = model.Close, next("")
	case ir.OpReceive:
		step.kind, step.label, step.to = model.Receive, model.AnyLabel, next("ok")
		b.step(place, step)
		step.kind, step.label, step.to = model.ReceiveClosed, 0, next("closed")
	default: // its length is asked for
		step.kind, step.object, step.to = model.Tau, -1, next("")
	}
	b.step(place, step)
}

// onOther is a call with a meaning of its own.
func (b *summarizer) onOther(place int, i supergraph.Instruction, known *library.Function, object int, next func(string) int) {
	in := i.Instr()
	done := step{object: object, site: in.Site}
	switch known.Meaning {
	case library.Acts:
		done.kind, done.to = known.Action, next("")
	case library.Add, library.Done:
		done.kind, done.label, done.to = model.Add, -1, next("")
		if known.Meaning == library.Add {
			if b.isInstallment(i) {
				b.paysLater(place, i, object, done.to)
				return
			}
			if len(in.Args) < 2 || in.Args[1].Kind != ir.IntConst {
				b.giveUp("a counter changes by an unknown number")
				return
			}
			done.label = int(in.Args[1].Int)
		}
	case library.Close:
		done.kind, done.to = model.Close, next("")
	case library.CancelContext:
		done.kind, done.to = model.Cancel, next("")
	case library.TryLock:
		done.kind, done.to = model.Lock, next("ok")
		b.step(place, done)
		done = step{kind: model.Default, object: -1, site: in.Site, to: next("closed")}
	case library.OnceBegins:
		done.kind, done.to = model.OnceBegin, next("ok")
		b.step(place, done)
		done.kind, done.to = model.OnceSkip, next("closed")
	default:
		b.giveUp("a function operates in a way that isn't known")
	}
	b.step(place, done)
}
