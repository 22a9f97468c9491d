package ksync

import "github.com/chancheck/chancheck/model"

// This file reads reachability off the nodes (Theorem 15).

// reached notes the states in which processes can be, and an execution to a
// target if there is one. Between exchanges they can be where a node says, and, as orphans that
// nothing follows are left out of nodes, wherever they come from there by sends.
func (s *search) reached(r *Result, target []int) {
	for p := range s.automata {
		r.Reached = append(r.Reached, make([]bool, len(s.automata[p])))
	}
	n := s.empty()
	for i := range s.table.Size {
		words := s.table.At(i)
		if s.load(words, n); n.candidate >= 0 || n.owed != 0 {
			continue
		}
		hit := target != nil && r.Target == nil
		for p, field := range s.fields {
			s.drift(r.Reached[p], p, field.Get(words))
			hit = hit && (target[p] < 0 || s.drifts(p, field.Get(words), target[p]))
		}
		if hit {
			r.Target = s.lead(int32(i), target)
		}
	}
}

// drift marks the states to which a process can come by itself and by sends. What
// is marked already was followed.
func (s *search) drift(marked []bool, p, q int) {
	if marked[q] {
		return
	}
	marked[q] = true
	for _, to := range silently(s.sys.Processes[p].States, q) {
		marked[to] = true
	}
	for i := range s.automata[p][q].sends {
		s.drift(marked, p, s.automata[p][q].sends[i].to)
	}
}

// drifts reports whether a process can come from a state to another by itself
// and by sends.
func (s *search) drifts(p, from, to int) bool {
	key := [2]int{p, from}
	if s.drifting[key] == nil {
		s.drifting[key] = make([]bool, len(s.automata[p]))
		s.drift(s.drifting[key], p, from)
	}
	return s.drifting[key][to]
}

// lead is an execution to a node, and from there to a target.
func (s *search) lead(i int32, target []int) *Witness {
	words := s.table.At(int(i))
	var sends []*step
	for p, field := range s.fields {
		if target[p] >= 0 {
			sends = append(sends, s.path(p, field.Get(words), target[p], make([]bool, len(s.automata[p])))...)
		}
	}
	return s.execution(s.way(i), sends, nil)
}

// path lists sends that lead a process from a state to another. It goes on only to
// states from which there is such a path, and to each once.
func (s *search) path(p, from, to int, seen []bool) []*step {
	if s.rests(p, from, to) {
		return nil
	}
	seen[from] = true
	for i := range s.automata[p][from].sends {
		t := &s.automata[p][from].sends[i]
		if !seen[t.to] && s.drifts(p, t.to, to) {
			if rest := s.path(p, t.to, to, seen); rest != nil || s.rests(p, t.to, to) {
				return append([]*step{t}, rest...)
			}
		}
	}
	return nil
}

// rests reports whether a process that is left in a state can be in another
// without doing anything that others notice.
func (s *search) rests(p, from, to int) bool {
	for _, q := range silently(s.sys.Processes[p].States, from) {
		if q == to {
			return true
		}
	}
	return false
}

// A Place is a transition of a process.
type Place struct{ Process, State, Transition int }

// never lists the transitions that no sequence of exchanges takes: those of states
// that are never reached, and receptions in none of the exchanges that came about. Sends
// can always be done.
func (s *search) never(reached [][]bool) (list []Place) {
	taken := map[Place]bool{}
	for x := range s.exchanges {
		for _, p := range s.exchanges[x].parts {
			for _, t := range p.steps {
				if s.used[x] {
					taken[Place{t.process, t.state, t.transition}] = true
				}
			}
		}
	}
	for p := range s.sys.Processes {
		for q := range s.sys.Processes[p].States {
			for t := range s.sys.Processes[p].States[q].Transitions {
				isReception := s.sys.Processes[p].States[q].Transitions[t].Kind == model.Receive
				if place := (Place{p, q, t}); !reached[p][q] || isReception && !taken[place] {
					list = append(list, place)
				}
			}
		}
	}
	return list
}
