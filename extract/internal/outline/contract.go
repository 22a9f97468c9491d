package outline

import (
	"maps"
	"slices"

	"github.com/chancheck/chancheck/extract/internal/dataflow"
	"github.com/chancheck/chancheck/model"
)

// contract makes a summary small: it passes steps that mean nothing, takes choices
// together that follow each other, and places that do the same. It counts the places and
// steps that it looks at.
func (s *summary) contract() (work int) {
	for before := -1; s.size() != before; {
		before = s.size()
		s.skip()
		s.flatten()
		s.prune()
		work += before + s.merge()
	}
	return work
}

// size is the number of places and steps.
func (s *summary) size() int {
	n := len(s.places)
	for i := range s.places {
		n += len(s.places[i].steps)
	}
	return n
}

// skip passes places with a single silent step.
func (s *summary) skip() {
	through := func(at int) int {
		for n := 0; at >= 0 && n <= len(s.places); n++ {
			p := &s.places[at]
			if len(p.steps) == 0 || p.spins {
				return at
			}
			to := p.steps[0].to
			if slices.ContainsFunc(p.steps, func(t step) bool { return t.kind != model.Tau || t.to != to }) {
				return at
			}
			at = to
		}
		if at >= 0 {
			return stops // a loop in which nothing happens
		}
		return at
	}
	s.start = through(s.start)
	for i := range s.places {
		for j := range s.places[i].steps {
			s.places[i].steps[j].to = through(s.places[i].steps[j].to)
		}
	}
}

// isChoice reports whether all steps of a place are silent, and all in doubt or none.
func (p *place) isChoice(doubt bool) bool {
	return len(p.steps) > 0 && !p.spins && !slices.ContainsFunc(p.steps, func(t step) bool { return t.kind != model.Tau || t.doubt != doubt })
}

// flatten makes one choice of two that follow each other. A loop of choices alone is
// left some time: nothing happens there.
func (s *summary) flatten() {
	for i := range s.places {
		p := &s.places[i]
		for _, doubt := range []bool{true, false} {
			if p.isChoice(doubt) {
				p.steps = s.choices(i, doubt)
			}
		}
	}
}

// choices lists where a choice may lead, by way of others of its sort. If there is a way among
// these that leads nowhere else, it may stop.
func (s *summary) choices(from int, doubt bool) []step {
	comesFrom := map[int][]int{}
	passed := dataflow.Reachable([]int{from}, func(at int) (list []int) {
		for _, t := range s.places[at].steps {
			if t.to >= 0 && s.places[t.to].isChoice(doubt) {
				comesFrom[t.to] = append(comesFrom[t.to], at)
				list = append(list, t.to)
			}
		}
		return list
	})
	seen := map[int]bool{}
	var list []step
	var leaving []int
	for _, at := range slices.Sorted(maps.Keys(passed)) {
		for _, t := range s.places[at].steps {
			if passed[t.to] {
				continue
			}
			leaving = append(leaving, at)
			if !seen[t.to] {
				seen[t.to] = true
				list = append(list, t)
			}
		}
	}
	leave := dataflow.Reachable(leaving, func(at int) []int { return comesFrom[at] })
	if !seen[stops] && len(leave) < len(passed) {
		list = append(list, step{kind: model.Tau, object: -1, to: stops, doubt: doubt && len(list) > 0})
	}
	slices.SortFunc(list, compareSteps)
	return list
}

func compareSteps(a, b step) int {
	switch {
	case a.kind != b.kind:
		return int(a.kind) - int(b.kind)
	case a.object != b.object:
		return a.object - b.object
	case a.label != b.label:
		return a.label - b.label
	case a.to != b.to:
		return a.to - b.to
	case a.doubt != b.doubt:
		return truth(a.doubt) - truth(b.doubt)
	case a.declines != b.declines:
		return truth(a.declines) - truth(b.declines)
	}
	return a.site.Compare(b.site)
}

// prune drops the places that can't be reached.
func (s *summary) prune() {
	number := map[int]int{}
	var order []int
	visit := func(at int) int {
		if at < 0 {
			return at
		}
		n, ok := number[at]
		if !ok {
			n = len(order)
			number[at] = n
			order = append(order, at)
		}
		return n
	}
	s.start = visit(s.start)
	var places []place
	for i := 0; i < len(order); i++ {
		p := place{slices.Clone(s.places[order[i]].steps), s.places[order[i]].spins}
		for j := range p.steps {
			p.steps[j].to = visit(p.steps[j].to)
		}
		places = append(places, p)
	}
	s.places = places
}
