package slice

import (
	"slices"

	"github.com/chancheck/chancheck/extract/internal/library"
	"github.com/chancheck/chancheck/extract/internal/pointsto"
	"github.com/chancheck/chancheck/extract/ir"
	"github.com/chancheck/chancheck/model"
)

// Code that isn't seen is a client of the functions that it is given: a few goroutines
// of it call them again and again, as the world chooses.

// concurrentCalls is how many goroutines call what the world was given.
const concurrentCalls = 2

// callByWorld adds the goroutines of code that isn't seen, and was given functions that
// operate on the objects.
func (o *outliner) callByWorld() {
	var given []*function
	for _, f := range o.order {
		if o.acts[f] && o.isGivenToWorld(f) {
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
	o.families = append(o.families, &family{name: ClientName + given[0].Display, site: given[0].Site})
	o.families[o.world].body = o.anyOf(given)
}

// isGivenToWorld reports whether code that isn't seen may call a function, or such that
// isn't part of the outline.
func (o *outliner) isGivenToWorld(f *function) bool {
	for typeName := range o.givenTypes {
		if isMethodOf(f, typeName) {
			return true
		}
	}
	return slices.ContainsFunc(o.closuresOf(f), o.points.IsGiven) ||
		f.FreeVars > 0 && slices.ContainsFunc(f.callers, func(call instruction) bool { return !o.scope[call.f] })
}

// isCalledAtOnce reports whether one of some functions is given to a function of the
// standard library that isn't free to call it again and again in goroutines of its own:
// it does so before it returns, where the caller may hold locks, or once.
func (o *outliner) isCalledAtOnce(given []*function) bool {
	isGiven := func(l pointsto.Location) bool {
		return slices.ContainsFunc(given, func(f *function) bool { return slices.Contains(o.closuresOf(f), l) })
	}
	for _, f := range o.order {
		if !o.scope[f] {
			continue
		}
		for block := range f.Blocks {
			for index := range f.Blocks[block].Instrs {
				in := &f.Blocks[block].Instrs[index]
				switch in.Op {
				case ir.OpCall, ir.OpGo, ir.OpDefer:
				default:
					continue
				}
				if slices.ContainsFunc(o.points.Callees(f.Function, pointsto.At{Block: block, Index: index}), library.CallsAtOnce) &&
					slices.ContainsFunc(in.Args, func(arg ir.Operand) bool {
						return slices.ContainsFunc(o.points.Operand(f.Function, arg), isGiven)
					}) {
					return true
				}
			}
		}
	}
	return false
}

// closuresOf lists the locations of a function as a value.
func (o *outliner) closuresOf(f *function) []pointsto.Location {
	if o.values == nil {
		o.values = map[string][]pointsto.Location{}
		for l := range o.points.Objects {
			if object := &o.points.Objects[l]; object.Kind == pointsto.Closure {
				o.values[object.Name] = append(o.values[object.Name], pointsto.Location(l))
			}
		}
	}
	return o.values[f.Name]
}

// anyOf calls one function after the other, as the world chooses. Who calls may decline
// the first thing that he would wait for in a function, as if he had not called it yet: he
// holds nothing then, and is not to blame for having called what waits for another call.
func (o *outliner) anyOf(functions []*function) *summary {
	b := &summarizer{outliner: o, f: functions[0], index: map[point]int{}}
	choose := b.fresh()
	next := func(string) int { return choose }
	leave := func(m mode) int {
		if m == panicking {
			return panics
		}
		return stops
	}
	for _, f := range functions {
		s := o.summary(f, nil)
		first, later := b.fresh(), b.fresh()
		b.step(choose, outlineStep{kind: model.Tau, object: -1, to: first})
		before := len(b.places)
		b.inline(first, s, model.Site{}, next, leave)
		after := len(b.places)
		b.inline(later, s, model.Site{}, next, leave)
		for i := before; i < after; i++ {
			b.declines(i, after-before, choose)
		}
	}
	s := &summary{places: b.places, start: choose}
	s.contract()
	return s
}

// declines lets a caller decline what comes at a place, if he has done nothing yet; from
// what he does instead, the places that follow are so much further.
func (b *summarizer) declines(place, further, choose int) {
	steps := b.places[place].steps
	silent := true
	for i := range steps {
		if steps[i].kind == model.Tau {
			continue
		}
		silent = false
		if steps[i].to >= 0 && steps[i].to != choose {
			steps[i].to += further
		}
	}
	if !silent {
		b.step(place, outlineStep{kind: model.Tau, object: -1, to: choose})
	}
}

// startWorld lets the root start the goroutines of the world before anything else.
func (o *outliner) startWorld(body *summary) *summary {
	if o.world < 0 {
		return body
	}
	started := &summary{places: slices.Clone(body.places), start: body.start}
	for range concurrentCalls {
		started.places = append(started.places, outlinePlace{steps: []outlineStep{{kind: model.Spawn, object: o.world, to: started.start}}})
		started.start = len(started.places) - 1
	}
	return started
}
