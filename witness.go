package chancheck

import (
	"cmp"
	"slices"

	"github.com/chancheck/chancheck/extract"
	"github.com/chancheck/chancheck/model"
	"github.com/chancheck/chancheck/verify"
)

// A root that is too large as a whole may still have a part without data in which somebody gets
// stuck. That he does has two halves. He *stays* stuck if nothing in the part ever lets him go on,
// whatever is in doubt: the part has all operations on its objects, and can do more with them than
// the program. He *gets* there if the program has one execution that leads there: a witness. To find
// it, the root is evaluated once more with all data that decides anything about an object, but along the itinerary of the
// execution that the part has: what each goroutine does to the objects of the part, and not a step
// further (model.Itinerary). All else that the goroutines would do isn't there, which is what made the
// root large. That is how counterexamples of abstractions are checked (Clarke and others,
// Counterexample-guided abstraction refinement, 2000), but by evaluating a program instead of
// solving constraints.
//
// The witness may differ from the execution of the part in all that the part doesn't show. So
// goroutines are let go on from every state in which they can be after the same itinerary.

// witnesses finds out whether the root has executions after which something is stuck that is so in
// parts of it, of which the verdicts without data are given.
func witnesses(root *extract.Root, scopes *extract.Scopes, parts []*verdict, limits extract.Options, budget *int) (list []verdict) {
	var whole *extract.Root // without what decides nothing about any object
	for _, part := range parts {
		for _, f := range stuckIn(part, budget) {
			if !scopes.Affords(limits) || *budget <= 0 {
				return list
			}
			route := certainRoute(part, f, budget)
			if route == nil {
				continue
			}
			if whole == nil {
				whole = cmp.Or(scopes.Whole(root).At(extract.Fine), root)
			}
			if v, ok := witness(root, whole, part, f, route, limits, budget); ok {
				list = append(list, v)
			}
		}
	}
	return list
}

// stuckIn lists what may be stuck in a part, at each place once, if whatever is in doubt comes about,
// and waits for nothing but what the root makes, for itself alone.
func stuckIn(part *verdict, budget *int) (list []*verify.Finding) {
	if part.inconclusive != "" || part.extraction == nil || part.system == nil {
		return nil
	}
	result := checkPart(withoutDoubts(part.system), verify.Options{}, budget)
	seen := map[model.Site]bool{}
	for _, f := range shortestFirst(result.Findings) {
		if site := part.site(f); f.Category.IsStuck() && !seen[site] && isWanted(part.system, f) && part.isClosed(f) {
			seen[site] = true
			list = append(list, f)
		}
	}
	return list
}

// shortestFirst lists findings with short executions before those with long ones: the less
// somebody has to do, the fewer reasons there are why he can't.
func shortestFirst(findings []verify.Finding) (list []*verify.Finding) {
	for i := range findings {
		list = append(list, &findings[i])
	}
	slices.SortStableFunc(list, func(f, g *verify.Finding) int { return cmp.Compare(len(f.Trace), len(g.Trace)) })
	return list
}

// withoutDoubts is a system in which all can happen that is in doubt.
func withoutDoubts(sys *model.System) *model.System {
	free := *sys
	free.Processes = slices.Clone(sys.Processes)
	for p := range free.Processes {
		states := slices.Clone(free.Processes[p].States)
		for s := range states {
			states[s].Transitions = slices.Clone(states[s].Transitions)
			for t := range states[s].Transitions {
				states[s].Transitions[t].Doubt = ""
			}
		}
		free.Processes[p].States = states
	}
	return &free
}

// certainRoute is a route to where a process of a part is stuck after whatever execution takes it,
// or nil.
func certainRoute(part *verdict, f *verify.Finding, budget *int) *route {
	for _, toEnds := range []bool{false, true} {
		if route := routeOf(part.system, f, toEnds); route != nil && staysAfter(part, f, route, budget) {
			return route
		}
	}
	return nil
}

// isClosed reports whether all that a process waits for is made in the root, and for it alone.
func (v *verdict) isClosed(f *verify.Finding) bool {
	return !slices.ContainsFunc(v.system.Processes[f.Process].States[f.State].Transitions, func(t model.Transition) bool {
		return t.Object < 0 || !slices.Contains(v.extraction.Closed, v.system.Objects[t.Object].Site)
	})
}

// staysAfter reports whether a process of a part stays stuck for certain after any execution
// with an itinerary.
func staysAfter(part *verdict, f *verify.Finding, route *route, budget *int) bool {
	sys, trace, waits := route.fork(part.system, f)
	if len(waits) == 0 {
		return false
	}
	marked, past := mark(sys, f.Process, waits...)
	result := checkPart(marked, verify.Options{After: trace}, budget)
	return neverPasses(result, f.Process, past) && slices.ContainsFunc(result.Findings, func(g verify.Finding) bool {
		return g.Category.IsStuck() && g.Process == f.Process
	})
}

// witness looks for an execution of the root after which somebody is stuck who is so in a part.
func witness(root, whole *extract.Root, part *verdict, f *verify.Finding, route *route, limits extract.Options, budget *int) (v verdict, found bool) {
	whole = whole.Along(&route.Itinerary)
	v = judgePart(root, whole, limits, budget)
	if v.inconclusive != "" || v.extraction == nil {
		return v, false
	}
	v.result.Findings = slices.DeleteFunc(v.result.Findings, func(g verify.Finding) bool {
		return !g.Category.IsStuck() || v.site(&g) != part.site(f) || !route.isThatOf(v.system, &g)
	})
	v.lean(whole)
	v.result.Findings = v.result.Findings[:min(1, len(v.result.Findings))]
	// It says nothing of other executions.
	v.doubtful, v.result.Hangs, v.again, v.aside = "", nil, true, true
	v.extraction = &extract.Extraction{System: v.system}
	return v, len(v.result.Findings) > 0
}
