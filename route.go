package chancheck

import (
	"fmt"
	"slices"

	"github.com/chancheck/chancheck/model"
	"github.com/chancheck/chancheck/verify"
)

// A route is the itinerary of an execution after which somebody is stuck, with the order in which
// its stops follow each other at each object. Executions with the same stops in the same order at
// each process and each object differ only in the order of steps that don't matter to each other
// (Mazurkiewicz, Trace theory, 1987): they leave the objects alike.
type route struct {
	model.Itinerary
	legs   map[int]int      // of each process, in the end
	last   map[int]lastStep // of each process
	stuck  int              // the leg of who is stuck
	waits  []model.Site     // where what he waits for is made
	visits map[string]bool
}

// A lastStep is the last step that a process takes in an execution, as its own or as the partner.
type lastStep struct {
	step      int
	asPartner bool
}

// afterwards is why it is in doubt what a process does after an itinerary.
const afterwards = "what else has happened meanwhile"

// routeOf is the route of an execution in a part, or nil if that can't be told apart from others by
// it: if something is stored, or an object is made anew, or if a message is left of which there
// are several. With toEnds, who has ended must have ended; otherwise it is enough that he has
// come past the last select at which he could have done something.
func routeOf(sys *model.System, f *verify.Finding, toEnds bool) *route {
	r := &route{
		Itinerary: model.Itinerary{Objects: map[model.Site]bool{}, Spawns: map[model.Site]bool{}, Legs: make([]model.Leg, 1)},
		legs:      map[int]int{0: 0}, last: map[int]lastStep{},
	}
	if !r.concern(sys) || leavesMessages(sys, f.Trace) || !r.readOff(sys, f.Trace) {
		return nil
	}
	stuck, started := r.legs[f.Process]
	if r.waits = waitsFor(sys, f); !started || !isUnique(sys, r.waits) {
		return nil
	}
	r.stuck = stuck
	for p, leg := range r.legs {
		if p == f.Process {
			r.Legs[leg] = model.Leg{Stops: r.Legs[leg].Stops, Stays: true}
			continue
		}
		state, _ := stateAfter(sys, f.Trace, p)
		hasEnded := len(sys.Processes[p].States[state].Transitions) == 0
		if toEnds && hasEnded {
			r.Legs[leg].Leaves = model.Site{}
		}
		r.Legs[leg].Ends = hasEnded && !r.Legs[leg].Leaves.IsValid()
	}
	log := r.walk(sys, f.Trace)
	if log == nil {
		return nil
	}
	r.visits = log.visits()
	return r
}

// concern notes the objects of a part, and where it starts goroutines. It reports whether all is
// known that matters: places of objects, and nothing that is stored.
func (r *route) concern(sys *model.System) bool {
	for _, o := range sys.Objects {
		if o.Kind != model.Cell {
			r.Objects[o.Site] = true
		}
	}
	for _, p := range sys.Processes {
		for _, s := range p.States {
			for _, t := range s.Transitions {
				switch t.Kind {
				case model.Spawn:
					r.Spawns[t.Site] = true
				case model.Write, model.Update:
					return false
				}
			}
		}
	}
	return !r.Objects[model.Site{}]
}

// readOff reads the legs off an execution.
func (r *route) readOff(sys *model.System, trace []verify.Step) bool {
	return eachTransition(sys, trace, func(i, p int, t *model.Transition, asPartner bool) bool {
		r.last[p] = lastStep{i, asPartner}
		leg := &r.Legs[r.legs[p]]
		made := madeAt(sys, t)
		if !r.Concerns(t, made) {
			if !asPartner && t.Site.IsValid() && r.offersAt(sys, p, trace[i].State, t.Site) {
				leg.Leaves = t.Site
			}
			return t.Kind != model.Assume && t.Kind != model.New
		}
		stop := model.StopOf(t, made)
		if t.Kind == model.Spawn {
			stop.Leg = len(r.Legs)
			r.legs[trace[i].Spawned] = stop.Leg
			delete(r.last, trace[i].Spawned)
		}
		leg.Stops, leg.Leaves = append(leg.Stops, stop), model.Site{}
		if t.Kind == model.Spawn {
			r.Legs = append(r.Legs, model.Leg{})
		}
		return true
	})
}

// offersAt reports whether a process could do something in a state, at a place, that the
// itinerary tells of.
func (r *route) offersAt(sys *model.System, process, state int, site model.Site) bool {
	return slices.ContainsFunc(sys.Processes[process].States[state].Transitions, func(t model.Transition) bool {
		return t.Site == site && r.Concerns(&t, madeAt(sys, &t))
	})
}

// leavesMessages reports whether a message is in a channel after an execution that could be another
// one.
func leavesMessages(sys *model.System, trace []verify.Step) bool {
	left := map[int]int{}
	eachTransition(sys, trace, func(_, _ int, t *model.Transition, _ bool) bool {
		switch t.Kind {
		case model.Send:
			left[t.Object]++
		case model.Receive:
			left[t.Object]--
		}
		return true
	})
	for o, n := range left {
		if o >= 0 && n > 0 && len(sys.Objects[o].Labels) > 1 {
			return true
		}
	}
	return false
}

// eachTransition calls f for each transition in an execution, with the number of the step, who
// takes it, and whether as a partner, until it returns false.
func eachTransition(sys *model.System, trace []verify.Step, f func(step, process int, t *model.Transition, asPartner bool) bool) bool {
	for i, s := range trace {
		if !f(i, s.Process, s.In(sys), false) {
			return false
		}
		if s.Partner >= 0 && !f(i, s.Partner, s.PartnerIn(sys), true) {
			return false
		}
	}
	return true
}

// madeAt is where the object of a transition is made.
func madeAt(sys *model.System, t *model.Transition) model.Site {
	if t.Kind == model.Spawn || t.Object < 0 {
		return model.Site{}
	}
	return sys.Objects[t.Object].Site
}

// waitsFor lists where what a process waits for is made.
func waitsFor(sys *model.System, f *verify.Finding) (sites []model.Site) {
	for _, t := range sys.Processes[f.Process].States[f.State].Transitions {
		if t.Object >= 0 {
			sites = append(sites, sys.Objects[t.Object].Site)
		}
	}
	slices.SortFunc(sites, model.Site.Compare)
	return slices.Compact(sites)
}

// isUnique reports whether one object is made at each of some places.
func isUnique(sys *model.System, sites []model.Site) bool {
	n := 0
	for _, o := range sys.Objects {
		if o.Kind != model.Cell && slices.Contains(sites, o.Site) {
			n++
		}
	}
	return n == len(sites)
}

// A travelog has, for each object, the stops that were made there, and how far each process came.
type travelog struct {
	stops   map[int][]model.Course
	courses map[int]model.Course
}

// walk takes an execution of any system along the route. It returns nil if that isn't on it.
func (r *route) walk(sys *model.System, trace []verify.Step) *travelog {
	log := &travelog{map[int][]model.Course{}, map[int]model.Course{0: {}}}
	isOnRoute := eachTransition(sys, trace, func(i, p int, t *model.Transition, _ bool) bool {
		from, made := log.courses[p], madeAt(sys, t)
		if t.Kind == model.Spawn {
			log.courses[trace[i].Spawned] = r.Started(from, t)
		}
		log.courses[p] = r.After(from, t, made)
		if r.Concerns(t, made) && t.Kind != model.Spawn {
			log.stops[t.Object] = append(log.stops[t.Object], from)
		}
		return !log.courses[p].Lost && !(t.Kind == model.New && r.Objects[made])
	})
	if !isOnRoute {
		return nil
	}
	return log
}

// visits spells what was done to each object.
func (log *travelog) visits() map[string]bool {
	set := map[string]bool{}
	for _, stops := range log.stops {
		set[fmt.Sprint(stops)] = true
	}
	return set
}

// isThatOf reports whether the execution of a finding in a system in which goroutines stop at
// the ends of their legs has the same route, and ends with the same process waiting for the same.
func (r *route) isThatOf(sys *model.System, f *verify.Finding) bool {
	log := r.walk(sys, f.Trace)
	if log == nil || log.courses[f.Process].Leg != r.stuck || !slices.Equal(waitsFor(sys, f), r.waits) || !isUnique(sys, r.waits) {
		return false
	}
	arrived := map[int]bool{r.stuck: log.courses[f.Process].Stops == len(r.Legs[r.stuck].Stops)}
	for p, c := range log.courses {
		state, _ := stateAfter(sys, f.Trace, p)
		if c.Leg >= 0 && c.Leg != r.stuck && len(sys.Processes[p].States[state].Transitions) == 0 {
			arrived[c.Leg] = true
		}
	}
	visits := log.visits()
	for v := range visits {
		if !r.visits[v] {
			return false
		}
	}
	return len(visits) == len(r.visits) && len(arrived) == len(r.Legs) && arrived[r.stuck]
}

// fork lets each process go on, after the execution of a finding, from any state in which it can be
// after its leg. It returns the system, the execution in it, and the states in which the process
// that is stuck can be.
func (r *route) fork(sys *model.System, f *verify.Finding) (forked *model.System, trace []verify.Step, waits []int) {
	copied := *sys
	copied.Processes = slices.Clone(sys.Processes)
	trace = slices.Clone(f.Trace)
	site := f.In(sys).Site
	for p, leg := range r.legs {
		states, doubt := r.statesAfter(sys, p, leg), afterwards
		if p == f.Process {
			states = slices.DeleteFunc(states, func(s int) bool {
				list := sys.Processes[p].States[s].Transitions
				return len(list) == 0 || list[0].Object < 0 || list[0].Site != site
			})
			waits, doubt = states, ""
		}
		if last, moved := r.last[p]; moved && len(states) > 1 {
			copied.Processes[p].States = divert(sys.Processes[p].States, &trace[last.step], last.asPartner, states, doubt)
		}
	}
	if !slices.Contains(waits, f.State) {
		waits = nil
	}
	return &copied, trace, waits
}

// statesAfter lists the states in which a process can be after a leg. Where it could come back to a
// select that it has left, that is one of them.
func (r *route) statesAfter(sys *model.System, process, leg int) (list []int) {
	type place struct {
		state  int
		course model.Course
	}
	start := place{0, model.Course{Leg: leg}}
	seen := map[place]bool{start: true}
	for todo := []place{start}; len(todo) > 0; todo = todo[1:] {
		at := todo[0]
		transitions := sys.Processes[process].States[at.state].Transitions
		if r.HasArrived(at.course, model.Site{}, len(transitions) == 0) {
			list = append(list, at.state)
		}
		for i := range transitions {
			next := place{transitions[i].To, r.After(at.course, &transitions[i], madeAt(sys, &transitions[i]))}
			if !next.course.Lost && !seen[next] {
				seen[next] = true
				todo = append(todo, next)
			}
		}
	}
	slices.Sort(list)
	return slices.Compact(list)
}

// divert lets a step of a process lead to a choice of states.
func divert(states []model.State, step *verify.Step, asPartner bool, to []int, doubt string) []model.State {
	state, transition := step.State, &step.Transition
	if asPartner {
		state, transition = step.PartnerState, &step.PartnerTransition
	}
	choice := model.State{}
	for _, s := range to {
		choice.Transitions = append(choice.Transitions, model.Transition{Kind: model.Tau, Object: -1, To: s, Doubt: doubt})
	}
	states = append(slices.Clone(states), choice)
	diverted := states[state].Transitions[*transition]
	diverted.To = len(states) - 1
	*transition = len(states[state].Transitions)
	states[state].Transitions = append(slices.Clone(states[state].Transitions), diverted)
	return states
}
