package outline

import (
	"slices"
	"strings"

	"github.com/chancheck/chancheck/extract/internal/library"
	"github.com/chancheck/chancheck/extract/internal/pointsto"
	"github.com/chancheck/chancheck/extract/internal/slice"
	"github.com/chancheck/chancheck/extract/internal/supergraph"
	"github.com/chancheck/chancheck/model"
)

// Code that isn't seen is a client of the functions that it is given: a few goroutines
// of it call them again and again, as the world chooses.

// concurrentCalls is how many goroutines call what the world was given.
const concurrentCalls = 2

// callByWorld adds the goroutines of code that isn't seen, and was given functions that
// operate on the objects. They may decline a call that would wait, as if it had not come to
// that; but if nobody can ever do what one waits for, whoever calls it stays there, see
// ifServed.
func (o *outliner) callByWorld() {
	var given []*supergraph.Function
	for _, f := range o.Order {
		if o.acts[f] && o.isGiven(o.region, f) {
			given = append(given, f)
		}
	}
	if len(given) == 0 {
		return
	}
	if o.isCalledAtOnce(given) {
		o.giveUp("a library calls a function where it is given it, or only once")
		return
	}
	o.world = len(o.families)
	o.families = append(o.families, &family{name: slice.ClientName + given[0].Display, site: given[0].Site})
	o.families[o.world].body = o.anyOf(given)
	o.completeFamilies()
}

// servesCallers reports whether somebody may ever do what those wait for who may decline that.
func servesCallers(sys *model.System) bool {
	var attained *model.Attained // few systems have anybody who may decline
	declines := func(t model.Transition) bool { return t.Kind == model.Tau && t.Text == declined }
	for p := range sys.Processes {
		for i := range sys.Processes[p].States {
			steps := sys.Processes[p].States[i].Transitions
			if !slices.ContainsFunc(steps, declines) {
				continue
			}
			if attained == nil {
				attained = sys.Attain()
			}
			passes := func(t model.Transition) bool { return !declines(t) && attained.MayPass(p, &t) }
			if attained.Reaches(p, i) && !slices.ContainsFunc(steps, passes) {
				return false
			}
		}
	}
	return true
}

// isGiven reports whether code that isn't seen may call a function in a region.
func (x *Outlines) isGiven(r *region, f *supergraph.Function) bool {
	if x.Points.IsFragment() {
		return x.Points.CalledFromOutside()[f.Function]
	}
	return x.isCallable(r, f) || slices.ContainsFunc(x.closuresOf(f), func(l pointsto.Location) bool { return r.given[l] })
}

// isCalledAtOnce reports whether one of some functions is given to a function of the
// standard library that isn't free to call it again and again in goroutines of its own:
// it does so before it returns, where the caller may hold locks, or once.
func (o *outliner) isCalledAtOnce(given []*supergraph.Function) bool {
	is := func(l pointsto.Location) bool {
		return slices.ContainsFunc(given, func(f *supergraph.Function) bool { return slices.Contains(o.closuresOf(f), l) })
	}
	for f := range o.scope {
		for i := range f.Instructions() {
			if i.Calls() && slices.ContainsFunc(o.functionsGiven(i), is) {
				return true
			}
		}
	}
	return false
}

// functionsGiven lists what may be functions that a call gives to one of the standard library
// that calls them at once. Those in boxes are handlers, for example, which are called later, if
// it isn't known that anything may be done with them.
func (x *Outlines) functionsGiven(i supergraph.Instruction) (list []pointsto.Location) {
	names := slices.DeleteFunc(slices.Clone(x.Points.Callees(i.Parent.Function, i.At)), func(name string) bool { return !library.CallsAtOnce(name) })
	opens := slices.ContainsFunc(names, func(name string) bool { return library.Find(name).Meaning == library.Opens })
	if len(names) == 0 {
		return nil
	}
	for _, arg := range i.Instr().Args {
		for _, l := range x.Points.Operand(i.Parent.Function, arg) {
			list = append(list, l)
			if opens && x.Points.Objects[l].Kind == pointsto.Box {
				list = append(list, x.Points.Content(l)...)
			}
		}
	}
	return list
}

// A callback is a call of a library function that calls, before it returns, some functions that it
// is given.
type callback struct {
	at        supergraph.Instruction
	functions []*supergraph.Function
}

// callbacksOf lists those of a function, found once.
func (x *Outlines) callbacksOf(f *supergraph.Function) []callback {
	list, known := x.callbacks[f]
	if known {
		return list
	}
	for i := range f.Instructions() {
		if !i.Calls() || !slices.ContainsFunc(x.Points.Callees(f.Function, i.At), x.callsItself) {
			continue
		}
		var functions []*supergraph.Function
		for _, l := range x.functionsGiven(i) {
			object := &x.Points.Objects[l]
			g := x.ByName[strings.TrimSuffix(object.Name, pointsto.BoundSuffix)]
			if object.Kind == pointsto.Closure && g != nil && !slices.Contains(functions, g) {
				functions = append(functions, g)
			}
		}
		if len(functions) > 0 {
			list = append(list, callback{i, functions})
		}
	}
	x.callbacks[f] = list
	return list
}

// callsItself reports whether a function is one of a library that isn't followed, has no meaning of
// its own, and calls what it is given in the goroutine of its caller.
func (x *Outlines) callsItself(name string) bool {
	meaning := library.Find(name).Meaning
	return x.Callee(name) == nil && !library.CallsInGoroutine(name) && (meaning == library.None || meaning == library.Opens)
}

// calledBack lists the functions that a call gives to a library that calls them, and that operate on
// the objects.
func (o *outliner) calledBack(i supergraph.Instruction) (list []*supergraph.Function) {
	for _, c := range o.callbacksOf(i.Parent) {
		if c.at == i {
			list = slices.DeleteFunc(slices.Clone(c.functions), func(f *supergraph.Function) bool { return !o.acts[f] })
		}
	}
	return list
}

// givesActing reports whether a function gives a library one that operates on the objects.
func (o *outliner) givesActing(f *supergraph.Function) bool {
	return slices.ContainsFunc(o.callbacksOf(f), func(c callback) bool {
		return slices.ContainsFunc(c.functions, func(f *supergraph.Function) bool { return o.acts[f] })
	})
}

// callsBack lets a library call what it is given as often as it likes, one after the other, and
// returns where it goes on then.
func (b *summarizer) callsBack(place int, i supergraph.Instruction, leave func(mode) int) (after int) {
	called := b.calledBack(i)
	if len(called) == 0 {
		return place
	}
	if slices.ContainsFunc(b.callees(i), func(name string) bool { return library.Find(name).Meaning == library.Opens }) {
		b.giveUp("a library calls a function some time that it is given")
	}
	after = b.fresh()
	b.step(place, step{kind: model.Tau, object: -1, to: after})
	for _, f := range called {
		b.inline(place, b.summary(f, nil), i.Instr().Site, func(string) int { return place }, leave)
	}
	return after
}

// closuresOf lists the locations of a function as a value.
func (x *Outlines) closuresOf(f *supergraph.Function) []pointsto.Location {
	if x.values == nil {
		x.values = map[string][]pointsto.Location{}
		for l := range x.Points.Objects {
			if object := &x.Points.Objects[l]; object.Kind == pointsto.Closure {
				name := strings.TrimSuffix(object.Name, pointsto.BoundSuffix)
				x.values[name] = append(x.values[name], pointsto.Location(l))
			}
		}
	}
	return x.values[strings.TrimSuffix(f.Name, pointsto.BoundSuffix)]
}

// anyOf calls one function after the other, as the world chooses. Who calls may decline
// the first thing that he would wait for in a function, as if he had not called it yet: he
// holds nothing then, and is not to blame for having called what waits for another call.
func (o *outliner) anyOf(functions []*supergraph.Function) *summary {
	if len(functions) == 0 {
		return &summary{start: stops}
	}
	b := &summarizer{outliner: o, f: functions[0], index: map[point]int{}}
	choose := b.fresh()
	b.places[choose].spins = true
	next := func(string) int { return choose }
	for _, f := range functions {
		s := o.summary(f, nil)
		first, later := b.fresh(), b.fresh()
		b.step(choose, step{kind: model.Tau, object: -1, to: first})
		before := len(b.places)
		b.inline(first, s, model.Site{}, next, endOfCaller)
		after := len(b.places)
		b.inline(later, s, model.Site{}, next, endOfCaller)
		for i := before; i < after; i++ {
			b.declines(i, after-before, choose)
		}
	}
	s := &summary{places: b.places, start: choose}
	s.contract()
	return s
}

// calledOnce calls one of some functions, once. That is not declined: there is no other time
// for it.
func (o *outliner) calledOnce(functions []*supergraph.Function) *summary {
	b := &summarizer{outliner: o, f: functions[0], index: map[point]int{}}
	choose := b.fresh()
	for _, f := range functions {
		first := b.fresh()
		b.step(choose, step{kind: model.Tau, object: -1, to: first})
		b.inline(first, o.summary(f, nil), model.Site{}, func(string) int { return stops }, endOfCaller)
	}
	s := &summary{places: b.places, start: choose}
	s.contract()
	return s
}

// endOfCaller is where the end of a goroutine leads that calls what it was given.
func endOfCaller(m mode) int {
	if m == panicking {
		return panics
	}
	return stops
}

// declines lets a caller decline what comes at a place, if he has done nothing yet; from
// what he does instead, the places that follow are so much further. Nobody can know that a
// lock is taken.
func (b *summarizer) declines(place, further, choose int) {
	steps := b.places[place].steps
	silent := true
	for i := range steps {
		if steps[i].kind == model.Tau || steps[i].kind == model.Read {
			continue
		}
		silent = silent && isOfLock(steps[i].kind)
		if steps[i].to >= 0 && steps[i].to != choose {
			steps[i].to += further
		}
	}
	if !silent {
		b.step(place, step{kind: model.Tau, object: -1, to: choose, declines: true})
	}
}

// declined is the text of a step by which a caller declines what he would wait for.
const declined = "something else is called"

// isOfLock reports whether an action is one on a lock, or a Once.
func isOfLock(k model.Kind) bool {
	switch k {
	case model.Announce, model.Lock, model.Unlock, model.RLock, model.RUnlock, model.OnceBegin, model.OnceEnd, model.OnceSkip:
		return true
	}
	return false
}

// startWorld lets the root start the goroutines of the world before anything else.
func (o *outliner) startWorld(body *summary) *summary {
	if o.world < 0 {
		return body
	}
	started := &summary{places: slices.Clone(body.places), start: body.start}
	for range concurrentCalls {
		started.places = append(started.places, place{steps: []step{{kind: model.Spawn, object: o.world, to: started.start}}})
		started.start = len(started.places) - 1
	}
	return started
}
