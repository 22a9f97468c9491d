package outline

import (
	"encoding/binary"
	"slices"

	"github.com/chancheck/chancheck/model"
)

// merge takes places together that do the same: partition refinement (Kanellakis and
// Smolka, CCS expressions, finite state processes, and three problems of equivalence,
// 1990), by signatures (Blom and Orzan, Distributed branching bisimulation reduction of
// state spaces, 2003). A place is looked at again only after a class was split to which one
// of its steps leads. Of the parts of a class the largest one goes on as that class, so
// that for most places nothing changes (Hopcroft, An n log n algorithm for minimizing
// states in a finite automaton, 1971). Where in the source a step is makes no difference.
func (s *summary) merge() (work int) {
	class, classes, work := s.classes()
	first := make([]int, classes)
	for i := len(class) - 1; i >= 0; i-- {
		first[class[i]] = i
	}
	to := func(at int) int {
		if at < 0 {
			return at
		}
		return first[class[at]]
	}
	s.start = to(s.start)
	for i := range s.places {
		p := &s.places[i]
		for j := range p.steps {
			p.steps[j].to = to(p.steps[j].to)
		}
		slices.SortFunc(p.steps, compareSteps)
		p.steps = slices.Compact(p.steps)
	}
	s.prune()
	return work
}

// classes numbers the places by what they do.
func (s *summary) classes() (class []int, classes, work int) {
	p := &partition{summary: s, class: make([]int, len(s.places)), members: make([][]int, 1), leadHere: make([][]int, len(s.places))}
	for i := range s.places {
		p.members[0] = append(p.members[0], i)
		for _, t := range s.places[i].steps {
			if t.to >= 0 {
				p.leadHere[t.to] = append(p.leadHere[t.to], i)
			}
		}
	}
	for changed := p.members[0]; len(changed) > 0; {
		changed = p.refine(changed)
	}
	return p.class, len(p.members), p.work
}

// A partition is the places in classes. Those of a class have had the same signature when
// they were last looked at, and so have those whose successors have stayed where they were.
type partition struct {
	*summary
	class    []int
	members  [][]int // by class
	leadHere [][]int // the places with a step to a place
	steps    []step
	key      []byte
	work     int // the steps that were looked at
}

// refine looks at places again whose successors have moved to new classes, and lists those
// of which that is so then.
func (p *partition) refine(changed []int) (next []int) {
	parts := map[string][]int{} // by class and signature
	var keys []string
	count := map[int]int{} // how many of a class are looked at
	for _, i := range changed {
		key := p.signature(i)
		list, ok := parts[string(key)]
		if !ok {
			keys = append(keys, string(key))
		}
		parts[string(key)] = append(list, i)
		count[p.class[i]]++
	}
	of := map[int][][]int{}
	var order []int
	for _, key := range keys {
		list := parts[key]
		c := p.class[list[0]]
		if of[c] == nil {
			order = append(order, c)
		}
		of[c] = append(of[c], list)
	}
	var moved []int
	for _, c := range order {
		moved = append(moved, p.split(c, of[c], len(p.members[c])-count[c])...)
	}
	for _, i := range moved {
		next = append(next, p.leadHere[i]...)
	}
	slices.Sort(next)
	return slices.Compact(next)
}

// split divides a class into parts and the rest, of which nothing has changed: their
// signatures have no new class in them, unlike those of the parts. It lists the places that
// are in another class now.
func (p *partition) split(c int, parts [][]int, rest int) (moved []int) {
	largest, most := -1, rest
	for n, part := range parts {
		if len(part) > most {
			largest, most = n, len(part)
		}
	}
	if largest >= 0 && rest > 0 { // the rest becomes a class of its own
		parts = append(parts, p.restOf(c, parts))
	}
	for n, part := range parts {
		if n == largest {
			continue
		}
		for _, i := range part {
			p.class[i] = len(p.members)
		}
		p.members = append(p.members, part)
		moved = append(moved, part...)
	}
	if len(moved) > 0 {
		p.members[c] = slices.DeleteFunc(p.members[c], func(i int) bool { return p.class[i] != c })
	}
	return moved
}

// restOf are the places of a class that are in none of some parts.
func (p *partition) restOf(c int, parts [][]int) (rest []int) {
	inPart := map[int]bool{}
	for _, part := range parts {
		for _, i := range part {
			inPart[i] = true
		}
	}
	for _, i := range p.members[c] {
		if !inPart[i] {
			rest = append(rest, i)
		}
	}
	return rest
}

// signature is the class of a place with what its steps do, and the classes to which they
// lead. It is overwritten by the next one.
func (p *partition) signature(place int) []byte {
	p.steps = p.steps[:0]
	p.work += 1 + len(p.places[place].steps)
	for _, t := range p.places[place].steps {
		t.site = model.Site{}
		if t.to >= 0 {
			t.to = p.class[t.to]
		}
		p.steps = append(p.steps, t)
	}
	slices.SortFunc(p.steps, compareSteps)
	p.key = binary.AppendVarint(p.key[:0], int64(2*p.class[place]+truth(p.places[place].spins)))
	for i, t := range p.steps {
		if i > 0 && t == p.steps[i-1] {
			continue
		}
		p.key = t.appendTo(p.key)
	}
	return p.key
}

// appendTo adds what a step does to a key, wherever that is in the source.
func (t *step) appendTo(key []byte) []byte {
	for _, n := range []int{int(t.kind), t.object, t.label, t.to, truth(t.doubt), truth(t.declines)} {
		key = binary.AppendVarint(key, int64(n))
	}
	return key
}
