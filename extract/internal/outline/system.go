package outline

import (
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/chancheck/chancheck/extract/internal/pointsto"
	"github.com/chancheck/chancheck/extract/internal/supergraph"
	"github.com/chancheck/chancheck/extract/internal/waitfor"
	"github.com/chancheck/chancheck/model"
)

// unfollowed is why steps of an outline are in doubt.
const unfollowed = "data is not followed in outlines"

// system makes a system of the summaries, unless there has been a problem.
func (o *outliner) system(root *supergraph.Function, body *summary) *Outline {
	var objects []model.Object
	for i, l := range o.list {
		object, ok := o.object(i, l)
		if !ok {
			o.giveUp("the capacity of a channel isn't known")
		}
		objects = append(objects, object)
	}
	if o.problem != "" {
		return o.noOutline()
	}
	out := &Outline{operated: o.operated, Steps: o.steps, OneOfEach: o.beside}
	o.assemble(out, root, body, append(objects, o.cells()...))
	for _, sites := range o.operated {
		out.Operations = slices.AppendSeq(out.Operations, maps.Keys(sites))
	}
	slices.SortFunc(out.Operations, model.Site.Compare)
	out.Operations = slices.Compact(out.Operations)
	for _, l := range o.list {
		out.Sites = append(out.Sites, o.siteOf(l))
	}
	return out
}

// assemble puts together what goroutines do, and what is left of that once it is reduced. What is
// found out about clients is told, so that all of it is needed there.
func (o *outliner) assemble(out *Outline, root *supergraph.Function, body *summary, objects []model.Object) {
	isTest, lasts := !o.MayGoexit[root], root.Main || o.waitsElsewhere()
	put := func(bodies []*summary, families []*family, main bool) {
		out.System = &model.System{Name: root.Name, Site: root.Site, Objects: objects}
		out.System.Processes = []model.Automaton{bodies[0].automaton(root.Display, root.Site, main, isTest)}
		for i, f := range families {
			out.System.Families = append(out.System.Families, model.Family{Name: f.name, Members: []int{i + 1}})
			out.System.Processes = append(out.System.Processes, bodies[i+1].automaton(f.name, f.site, false, false))
		}
	}
	bodies := []*summary{body}
	for _, f := range o.families {
		bodies = append(bodies, f.body)
	}
	put(bodies, o.families, root.Main)
	if lasts {
		out.System.DoubtExits(waitsForMore)
	}
	if o.world >= 0 {
		out.Grow([]int{o.world})
	}
	if o.own {
		return
	}
	r := newReduction(bodies, isTest, lasts)
	if !r.reduce() {
		return
	}
	out.whole = out.System
	var families []*family
	for _, n := range r.families() {
		families = append(families, o.families[n])
		out.standFor = append(out.standFor, r.standFor[n])
	}
	put(r.bodies, families, false)
	o.work += r.work
	*o.total += waitfor.Spent(r.work)
}

// ifServed is an outline if what those wait for who may decline that is ever done: they would wait
// for ever.
func (o *outliner) ifServed(out *Outline) *Outline {
	if out.System == nil || servesCallers(out.System) {
		return out
	}
	o.giveUp("somebody who calls it waits for what nobody does")
	return o.noOutline()
}

// Attained says of the places of operations whether an execution may come there, for all that is
// known if nothing that was done is ever undone (see model.Attained); nil if there is no system.
func (o *Outline) Attained() map[model.Site]bool {
	if o.System == nil {
		return nil
	}
	sites := map[model.Site]bool{}
	for _, site := range o.Operations {
		sites[site] = false
	}
	attained := o.System.Attain()
	for p := range o.System.Processes {
		for i := range o.System.Processes[p].States {
			for n := range o.System.Processes[p].States[i].Transitions {
				if !attained.Reaches(p, i) {
					continue
				}
				for _, site := range o.PlacesOf(&o.System.Processes[p].States[i].Transitions[n]) {
					sites[site] = true
				}
			}
		}
	}
	return sites
}

// waitsForMore is why it is in doubt that a program ends, of which only a part is looked at. Main
// may be in a call that isn't followed before it ends: who is stuck then is so already.
const waitsForMore = "it may wait for something else before the program ends"

// waitsElsewhere reports whether functions wait for objects that the outline doesn't have:
// who would end the program may never get there.
func (o *outliner) waitsElsewhere() bool {
	isLeftOut := func(l pointsto.Location) bool {
		_, ok := o.objects[l]
		return !ok && l != pointsto.Outside && !o.IsOfWorld(l)
	}
	for f := range o.scope {
		if slices.ContainsFunc(o.Operations(f), func(op supergraph.Operation) bool { return op.Waits && slices.ContainsFunc(op.Objects, isLeftOut) }) {
			return true
		}
	}
	return false
}

// object describes an object to the model. It is not ok if the capacity of a channel
// isn't known.
func (o *outliner) object(i int, l pointsto.Location) (model.Object, bool) {
	made := &o.Points.Objects[l]
	object := model.Object{Kind: o.kinds[i], Name: made.Name[strings.LastIndexByte(made.Name, ' ')+1:], Site: o.siteOf(l), Owner: -1}
	if object.Name == "" {
		object.Name = "the object" + model.MadeAtLine + strconv.Itoa(object.Site.Line)
	}
	if object.Kind != model.Channel {
		return object, true
	}
	object.Labels = []model.Label{{Name: "value"}}
	if made.Kind == pointsto.Context {
		return object, true
	}
	capacity, ok := made.Capacity()
	object.Capacity = capacity
	return object, ok
}

// siteOf is where an object is made, or where a stand-in is called that makes it; of a field,
// where the struct is.
func (o *outliner) siteOf(l pointsto.Location) model.Site {
	made := &o.Points.Objects[l]
	if made.Kind == pointsto.Field && !made.Site.IsValid() {
		if holder, ok := o.holderOf(l); ok {
			return o.siteOf(holder)
		}
	}
	if f := o.Functions[made.Function]; f != nil && !made.Site.IsValid() && !f.Site.IsValid() {
		return o.siteOfCall(f)
	}
	return made.Site
}

// siteOfCall is where a stand-in is called, as far as that is one place.
func (o *outliner) siteOfCall(f *supergraph.Function) (site model.Site) {
	calls := 0
	for _, call := range f.Callers {
		if o.scope[call.Parent] {
			calls++
			site = call.Instr().Site
		}
	}
	if calls != 1 {
		return model.Site{}
	}
	return site
}

// automaton is a summary as the automaton of a goroutine: main that of the program, whose end
// is the end of all, isTest that of a test, if it goes away.
func (s *summary) automaton(name string, site model.Site, main, isTest bool) model.Automaton {
	a := model.Automaton{Name: name, Site: site}
	n := len(s.places)
	final, exit, crash, abandoned := n, n+1, n+2, n+3
	to := func(at int) int {
		switch {
		case at >= 0:
			return at
		case at == panics:
			return crash
		case at == returns && main:
			return exit
		case at == goesAway && isTest:
			return abandoned
		}
		return final
	}
	states := make([]model.State, 0, n+5)
	for i := range s.places {
		var state model.State
		for _, t := range s.places[i].steps {
			step := model.Transition{Kind: t.kind, Object: t.object, Label: t.label, To: to(t.to), Site: t.site}
			if t.doubt {
				step.Doubt = unfollowed
			}
			if t.declines {
				step.Text = declined
			}
			state.Transitions = append(state.Transitions, step)
		}
		states = append(states, state)
	}
	ends := func(why string) model.State {
		return model.State{Transitions: []model.Transition{{Kind: model.Exit, Object: -1, To: final, Text: why}}}
	}
	states = append(states, model.State{}, ends(""), ends("panic"), ends(model.Abandoned))
	a.States = startAt(states, to(s.start))
	return a
}

// startAt puts the initial state first.
func startAt(states []model.State, start int) []model.State {
	if start == 0 {
		return states
	}
	first := states[start]
	first.Transitions = slices.Clone(first.Transitions)
	list := append([]model.State{first}, states...)
	for i := range list {
		list[i].Transitions = slices.Clone(list[i].Transitions)
		for j := range list[i].Transitions {
			list[i].Transitions[j].To++
		}
	}
	return list
}

// mostMembers limits how many goroutines of a family an outline has, of one that stands for several
// as many of each: loops that start some are not counted, so that more makes no difference where
// there is no end.
const mostMembers = 4

// Grow gives families that had too few members twice as many. It reports whether it
// makes sense to ask again.
func (o *Outline) Grow(families []int) bool {
	grew := false
	if o.System == nil {
		return false
	}
	for _, i := range families {
		f := &o.System.Families[i]
		most := mostMembers
		if o.standFor != nil {
			most *= o.standFor[i]
		}
		for range min(len(f.Members), most-len(f.Members)) {
			grew = true
			f.Members = append(f.Members, len(o.System.Processes))
			o.System.Processes = append(o.System.Processes, o.System.Processes[f.Members[0]])
		}
	}
	return grew
}
