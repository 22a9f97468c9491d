package pointsto

import (
	"slices"
	"strings"

	"github.com/chancheck/chancheck/extract/ir"
)

// GivenBy are the locations that code which isn't seen may get at because some functions
// give them to it, or others return them, which it calls: as far as it can follow them
// itself, by fields that it may use, and not by what functions have captured. Received are the
// channels that it gets only to receive from them. In a fragment, all functions of which begin from
// one, it makes no difference who gives, and what is stored in its structs counts, too.
func (a *Analysis) GivenBy(givers, called []*ir.Function) (given, received map[Location]bool) {
	if a.scope.IsFragment {
		return a.directed(a.allHanded())
	}
	set := map[Location]bool{}
	var work []Location
	add := func(list []Location) {
		for _, l := range list {
			if !set[l] {
				set[l] = true
				work = append(work, l)
			}
		}
	}
	for _, f := range givers {
		add(a.givenDirectly(f))
	}
	for _, f := range called {
		add(a.returned(f))
	}
	for len(work) > 0 {
		l := work[len(work)-1]
		work = work[:len(work)-1]
		switch o := &a.Objects[l]; o.Kind {
		case Closure:
			if f := a.program.Function(strings.TrimSuffix(o.Name, BoundSuffix)); f != nil {
				add(a.returned(f))
			}
		case Context, External:
		default:
			add(a.stored(l))
			add(a.visibleFields(o.Type))
		}
	}
	return a.directed(set)
}

func (a *Analysis) allHanded() map[Location]bool {
	set := map[Location]bool{}
	for l, handed := range a.handed {
		if handed {
			set[Location(l)] = true
		}
	}
	return set
}

// directed tells what was given as it is from what was given to receive from it.
func (a *Analysis) directed(set map[Location]bool) (given, received map[Location]bool) {
	given, received = map[Location]bool{}, map[Location]bool{}
	for l := range set {
		switch o := &a.Objects[l]; {
		case o.View == 0:
			given[l] = true
		case o.Direction == ir.ReceiveOnly:
			received[o.View] = true
		default:
			given[o.View] = true
		}
	}
	return given, received
}

// givenDirectly lists what is in the registers of a function that the outside gets.
func (a *Analysis) givenDirectly(f *ir.Function) []Location {
	if list, ok := a.giving[f]; ok {
		return list
	}
	var list []Location
	gives := constraint{kind: copyTo, node: a.outside}
	for _, n := range a.registers[f] {
		if slices.Contains(a.constraints[n], gives) {
			list = append(list, a.sets[n]...)
		}
	}
	slices.Sort(list)
	a.giving[f] = slices.Compact(list)
	return a.giving[f]
}

func (a *Analysis) returned(f *ir.Function) (list []Location) {
	for _, r := range a.results[f] {
		list = append(list, a.sets[r]...)
	}
	return list
}

func (a *Analysis) visibleFields(typeName string) (list []Location) {
	for _, l := range a.fieldsOf[typeName] {
		if a.scope.IsVisible(a.Objects[l].Name) {
			list = append(list, l)
		}
	}
	return list
}
