package slice

import (
	"maps"
	"slices"
	"strings"

	"github.com/chancheck/chancheck/extract/internal/pointsto"
	"github.com/chancheck/chancheck/extract/ir"
)

// An object is captured in a region if nothing leads to it that is there before, or goes
// on after: neither what the region begins with, nor what its function returns, nor a
// package-level variable, unless the region is a program of its own that alone uses it. The
// points-to analysis doesn't tell one object of a place from another one, or before from after.
// So nothing of a former run of the region can come in, and nothing of this one go out: whoever
// operates on an object of the place runs in the region, or was started there, and it is the one
// that was made there.

// A confinement says what others may get at when a region runs.
type confinement struct {
	// scope are the functions that may run in it.
	scope map[*function]bool
	// atHand is all that they may get at and isn't made there, and all that is left when
	// it is over; given what they give code that isn't seen.
	atHand, given map[pointsto.Location]bool
	// types are those of what is given: their methods may be called.
	types map[string]bool
}

// confine works out the confinement of a region: what runs there, and what is at hand or
// given by what runs there, until nothing is added.
func (x *index) confine(r *region) {
	r.scope, r.types = map[*function]bool{r.f: true}, map[string]bool{}
	for size := 0; size != len(r.scope)+len(r.types); {
		size = len(r.scope) + len(r.types)
		x.findAtHand(r)
		x.extend(r)
		x.findGiven(r)
		x.addMethods(r)
	}
}

// extend adds to the scope of a region what its functions may run.
func (x *index) extend(r *region) {
	for size := 0; size != len(r.scope); {
		size = len(r.scope)
		for _, f := range slices.Collect(maps.Keys(r.scope)) {
			x.reachIn(r, f)
		}
	}
}

// reachIn adds what a function may run, as far as that exists in a region.
func (x *index) reachIn(r *region, f *function) {
	for work := []*function{f}; len(work) > 0; {
		f := work[len(work)-1]
		work = work[:len(work)-1]
		for _, callee := range x.refersTo(f) {
			if !r.scope[callee] && x.isMade(r, callee) {
				r.scope[callee] = true
				work = append(work, callee)
			}
		}
	}
}

// isMade reports whether a function is one that is declared, or is made a value in a region,
// or at hand there.
func (x *index) isMade(r *region, f *function) bool {
	return f.FreeVars == 0 || slices.ContainsFunc(x.closuresOf(f), func(l pointsto.Location) bool { return x.exists(r, l) })
}

// exists reports whether an object of a place can be met in a region.
func (x *index) exists(r *region, l pointsto.Location) bool {
	made := x.points.Objects[l].Function
	return made == nil || r.scope[x.functions[made]] || r.atHand[l]
}

// findGiven finds what functions of a region give code that isn't seen, or return to it.
func (x *index) findGiven(r *region) {
	var givers, called []*ir.Function
	for f := range r.scope {
		givers = append(givers, f.Function)
	}
	for typeName := range r.types {
		for _, f := range x.methods[typeName] {
			called = append(called, f.Function)
		}
	}
	given, received := x.points.GivenBy(givers, called)
	for l := range received { // who receives as well makes no difference where nobody sends
		given[l] = given[l] || x.transferred().sent[l]
	}
	r.given = given
}

// addMethods adds the methods of what was given.
func (x *index) addMethods(r *region) {
	for l := range r.given {
		object := &x.points.Objects[l]
		typeName := object.Type
		if object.Kind == pointsto.Box {
			typeName = strings.TrimPrefix(object.Name, "*")
		}
		if typeName != "" {
			r.types[typeName] = true
		}
	}
	for typeName := range r.types {
		for _, f := range x.methods[typeName] {
			r.scope[f] = true
		}
	}
	if x.points.IsFragment() {
		for f := range x.points.CalledFromOutside() {
			if g := x.functions[f]; g != nil {
				r.scope[g] = true
			}
		}
	}
}

// findMethods finds the methods that others can call who have a value.
func (x *index) findMethods() {
	for _, f := range x.order {
		if x.points.CanCallMethod(f.Function) {
			typeName := paramType(f, 0)
			x.methods[typeName] = append(x.methods[typeName], f)
		}
	}
}

// isCallable reports whether a function is a method of what is given that others can call.
func (x *index) isCallable(r *region, f *function) bool {
	return r.types[paramType(f, 0)] && x.points.CanCallMethod(f.Function)
}

// findAtHand finds what leads in and out.
func (x *index) findAtHand(r *region) {
	r.atHand = map[pointsto.Location]bool{}
	var work []pointsto.Location
	add := func(list []pointsto.Location) {
		for _, l := range list {
			if l != pointsto.Outside && !r.atHand[l] {
				r.atHand[l] = true
				work = append(work, l)
			}
		}
	}
	r.f.liveAt(r.start).each(func(register int) { add(x.points.Register(r.f.Function, register)) })
	for _, operand := range r.f.results() {
		add(x.points.Operand(r.f.Function, operand))
	}
	variables := map[pointsto.Location]bool{}
	for f := range r.scope {
		for _, l := range f.globals {
			variables[l] = true
		}
	}
	for l := range variables {
		if !x.usesAlone(r, l) {
			add([]pointsto.Location{l})
		}
	}
	for len(work) > 0 {
		l := work[len(work)-1]
		work = work[:len(work)-1]
		add(x.points.Content(l))
		if object := &x.points.Objects[l]; object.Type != "" {
			add(x.points.Fields(object.Type))
		}
	}
}

// usesAlone reports whether a region is a program of its own, and nobody uses a package-level
// variable but what runs there: what it stores there nobody else gets at.
func (x *index) usesAlone(r *region, variable pointsto.Location) bool {
	if r.start != 0 || r.f != x.only {
		return false
	}
	return !slices.ContainsFunc(x.usedBy(x.points.Objects[variable].Name), func(f *ir.Function) bool {
		g := x.functions[f]
		return g == nil || !r.scope[g] || x.first[g]
	})
}

// isShared says why others than what runs in the region may get at an object, "" if they
// can't. Whoever has a function can only call it.
func (o *outliner) isShared(l pointsto.Location) string {
	object := l
	if o.points.Objects[l].Kind == pointsto.Field {
		object, _ = o.holderOf(l)
	}
	switch {
	case o.region.atHand[object]:
		return "other functions use it"
	case o.region.given[l]:
		return "it is given away"
	}
	return ""
}

// isMet reports whether an object of a place can be met in the region.
func (o *outliner) isMet(l pointsto.Location) bool { return o.region == nil || o.exists(o.region, l) }

// met drops what can't be met in the region.
func (o *outliner) met(locations []pointsto.Location) []pointsto.Location {
	if o.region == nil {
		return locations
	}
	return slices.DeleteFunc(slices.Clone(locations), func(l pointsto.Location) bool { return !o.exists(o.region, l) })
}

// isElsewhere reports whether a function doesn't run in the region.
func (o *outliner) isElsewhere(f *function) bool { return o.region != nil && !o.scope[f] }
