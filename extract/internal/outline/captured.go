package outline

import (
	"maps"
	"slices"
	"strings"

	"github.com/chancheck/chancheck/extract/internal/dataflow"
	"github.com/chancheck/chancheck/extract/internal/pointsto"
	"github.com/chancheck/chancheck/extract/internal/supergraph"
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
	scope map[*supergraph.Function]bool
	// atHand is all that they may get at and isn't made there, and all that is left when
	// it is over; given what they give code that isn't seen.
	atHand dataflow.Set
	given  map[pointsto.Location]bool
	// types are those of what is given: their methods may be called.
	types map[string]bool
}

// confine works out the confinement of a region: what runs there, and what is at hand or
// given by what runs there, until nothing is added.
func (x *Outlines) confine(r *region) {
	r.scope, r.types = map[*supergraph.Function]bool{r.f: true}, map[string]bool{}
	for size := 0; size != len(r.scope)+len(r.types); {
		size = len(r.scope) + len(r.types)
		x.findAtHand(r)
		x.extend(r)
		x.findGiven(r)
		x.addMethods(r)
	}
}

// extend adds to the scope of a region what its functions may run.
func (x *Outlines) extend(r *region) {
	for size := 0; size != len(r.scope); {
		size = len(r.scope)
		for _, f := range slices.Collect(maps.Keys(r.scope)) {
			x.reachIn(r, f)
		}
	}
}

// reachIn adds what a function may run, as far as that exists in a region.
func (x *Outlines) reachIn(r *region, f *supergraph.Function) {
	for work := []*supergraph.Function{f}; len(work) > 0; {
		f := work[len(work)-1]
		work = work[:len(work)-1]
		for _, callee := range x.RefersTo(f) {
			if !r.scope[callee] && x.isMade(r, callee) {
				r.scope[callee] = true
				work = append(work, callee)
			}
		}
	}
}

// isMade reports whether a function is one that is declared, or is made a value in a region,
// or at hand there.
func (x *Outlines) isMade(r *region, f *supergraph.Function) bool {
	return f.FreeVars == 0 || slices.ContainsFunc(x.closuresOf(f), func(l pointsto.Location) bool { return x.exists(r, l) })
}

// exists reports whether an object of a place can be met in a region.
func (x *Outlines) exists(r *region, l pointsto.Location) bool {
	made := x.Points.Objects[l].Function
	return made == nil || r.scope[x.Functions[made]] || r.atHand.Has(int(l))
}

// findGiven finds what functions of a region give code that isn't seen, or return to it.
func (x *Outlines) findGiven(r *region) {
	if x.Points.IsFragment() { // then it is the same for all
		if x.givenInFragment == nil {
			x.givenInFragment = x.givenBy(nil, nil)
		}
		r.given = x.givenInFragment
		return
	}
	var givers, called []*ir.Function
	for f := range r.scope {
		givers = append(givers, f.Function)
	}
	for typeName := range r.types {
		for _, f := range x.methods[typeName] {
			called = append(called, f.Function)
		}
	}
	r.given = x.givenBy(givers, called)
}

// givenBy is what functions give, called ones to their callers. Who receives as well makes no difference where nobody sends.
func (x *Outlines) givenBy(givers, called []*ir.Function) map[pointsto.Location]bool {
	given, received := x.Points.GivenBy(givers, called)
	for l := range received {
		given[l] = given[l] || x.Transferred().Sent[l]
	}
	return given
}

// addMethods adds the methods of what was given.
func (x *Outlines) addMethods(r *region) {
	for l := range r.given {
		if typeName := x.typeOfGiven(l); typeName != "" {
			r.types[typeName] = true
		}
	}
	for typeName := range r.types {
		for _, f := range x.methods[typeName] {
			r.scope[f] = true
		}
	}
	if x.Points.IsFragment() {
		for f := range x.Points.CalledFromOutside() {
			if g := x.Functions[f]; g != nil {
				r.scope[g] = true
			}
		}
	}
}

// typeOfGiven is the type of a struct, or of what is in an interface, that is given, "" if it has none.
func (x *Outlines) typeOfGiven(l pointsto.Location) string {
	object := &x.Points.Objects[l]
	if object.Kind == pointsto.Box {
		return strings.TrimPrefix(object.Name, "*")
	}
	return object.Type
}

// findMethods finds the methods that others can call who have a value.
func (x *Outlines) findMethods() {
	for _, f := range x.Order {
		if x.Points.CanCallMethod(f.Function) {
			typeName := f.ParamType(0)
			x.methods[typeName] = append(x.methods[typeName], f)
		}
	}
}

// isCallable reports whether a function is a method of what is given that others can call.
func (x *Outlines) isCallable(r *region, f *supergraph.Function) bool {
	return r.types[f.ParamType(0)] && x.Points.CanCallMethod(f.Function)
}

// findAtHand finds what leads in and out.
func (x *Outlines) findAtHand(r *region) {
	r.atHand = nil
	var work []pointsto.Location
	add := func(list []pointsto.Location) {
		for _, l := range list {
			if l != pointsto.Outside && r.atHand.Add(int(l)) {
				work = append(work, l)
			}
		}
	}
	r.f.LiveAt(r.start).Each(func(register int) { add(x.Points.Register(r.f.Function, register)) })
	for _, operand := range r.f.Returned() {
		add(x.Points.Operand(r.f.Function, operand))
	}
	for _, typeName := range append(x.foreign(r), x.handedBack(r)...) {
		add(x.Points.Fields(typeName))
	}
	variables := map[pointsto.Location]bool{}
	for f := range r.scope {
		for _, l := range f.Globals {
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
		add(x.Points.Content(l))
		if object := &x.Points.Objects[l]; object.Type != "" {
			add(x.Points.Fields(object.Type))
		}
	}
}

// usesAlone reports whether a region is a program of its own, and nobody uses a package-level
// variable but what runs there: what it stores there nobody else gets at.
func (x *Outlines) usesAlone(r *region, variable pointsto.Location) bool {
	return r.start == 0 && x.IsUsedOnlyIn(r.scope, r.f, variable)
}

// isShared says why others than what runs in the region may get at an object, "" if they
// can't. Whoever has a function can only call it.
func (o *outliner) isShared(l pointsto.Location) string {
	object := l
	if o.Points.Objects[l].Kind == pointsto.Field {
		object, _ = o.holderOf(l)
	}
	switch {
	case o.region.atHand.Has(int(object)):
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
func (o *outliner) isElsewhere(f *supergraph.Function) bool { return o.region != nil && !o.scope[f] }
