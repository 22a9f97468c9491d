package kmc

import (
	"encoding/binary"
	"github.com/chancheck/chancheck/verify/internal/components"
	"slices"
)

// This file decides local bound-agnosticity between two bounds (Theorem 3): for
// each participant the projections of the two systems (Definition 14), in which
// all steps of others are silent, are weakly bisimilar. Silent steps stay, as
// they are choices that others make (Appendix B.5).
//
// Strongly connected components of silent steps are equal from the start. What
// is left is acyclic in silent steps, so that one pass from the ends gives, for
// a partition, what each component reaches silently and by one visible action
// among silent steps. Components with the same of both stay together, until the
// partition is stable (signature refinement). The answer is the partition's:
// the initial configurations are in one block or not.

// A projection is the union of two spaces seen by one participant.
type projection struct {
	// block of each component of silent steps; components are numbered so that
	// silent steps lead to lower numbers.
	block []uint32
	// silent and visible are the steps of each component to others; visible
	// ones have the action and then the component.
	silent  [][]uint32
	visible [][][2]uint32
	// component of each configuration; those of the second space start at
	// second.
	component []uint32
	second    int

	work, limit int // elements of sets built so far, and how many may be; 0 is no limit
}

// boundAgnostic finds a participant whose projections differ between two
// spaces of the same machines, -1 if there is none; and a configuration of the
// high space that, if possible, looks like none of the low one to it. It is
// not ok if the limit was hit.
func boundAgnostic(low, high *space, limit int) (participant, example int, ok bool) {
	for p := range low.automata {
		projected := project(low, high, p)
		projected.limit = limit
		equal, ok := projected.bisimilar()
		if !ok {
			return p, 0, false
		}
		if !equal {
			return p, projected.onlySecond(), true
		}
	}
	return -1, 0, true
}

// onlySecond returns the first configuration of the second space that has no
// equal in the first; its initial one, which differs from the first's, if all
// have.
func (r *projection) onlySecond() int {
	in := map[uint32]bool{}
	for _, c := range r.component[:r.second] {
		in[r.block[c]] = true
	}
	for i, c := range r.component[r.second:] {
		if !in[r.block[c]] {
			return i
		}
	}
	return 0
}

// project makes the projection onto a participant.
func project(low, high *space, p int) *projection {
	// The union as a graph: the high space's configurations come after the
	// low one's.
	var first []uint32
	var silent, visible []arc // visible: step is the action
	var sources []uint32
	for n, s := range []*space{low, high} {
		offset := uint32(n * low.size())
		for i := range s.size() {
			first = append(first, uint32(len(silent)))
			for _, a := range s.arcsOf(i) {
				to := a.to + offset
				if action, ok := s.visible(a, p); ok {
					visible = append(visible, arc{to, action})
					sources = append(sources, offset+uint32(i))
				} else {
					silent = append(silent, arc{to, a.step})
				}
			}
		}
	}
	first = append(first, uint32(len(silent)))
	return condense(first, silent, visible, sources, low.size())
}

// visible returns what a participant sees of an arc: an action of its own.
func (s *space) visible(a arc, p int) (action uint32, ok bool) {
	step := &s.steps[a.step]
	if step.process == p {
		return s.actionOf(step), true
	}
	if s.bounds[step.channel] == 0 && s.channels[step.channel].receiver == p {
		return s.actionOf(step), true
	}
	return 0, false
}

// actionOf numbers the actions of one participant, which is at one end of each
// of its channels.
func (s *space) actionOf(step *localStep) uint32 {
	return s.firstLabel[step.channel] + uint32(step.label)
}

// condense merges components of silent steps.
func condense(first []uint32, silent, visible []arc, sources []uint32, second int) *projection {
	of := make([]uint32, len(first)-1)
	r := &projection{component: of, second: second}
	components.Each(first, silent, func(number int, members []uint32) {
		for _, i := range members {
			of[i] = uint32(number)
		}
		r.silent, r.visible = append(r.silent, nil), append(r.visible, nil)
	})
	for i := range of {
		for _, a := range silent[first[i]:first[i+1]] {
			if c := of[i]; of[a.to] != c {
				r.silent[c] = append(r.silent[c], of[a.to])
			}
		}
	}
	for n, a := range visible {
		c := of[sources[n]]
		r.visible[c] = append(r.visible[c], [2]uint32{a.step, of[a.to]})
	}
	for c := range r.silent {
		slices.Sort(r.silent[c])
		r.silent[c] = slices.Compact(r.silent[c])
	}
	r.block = make([]uint32, len(r.silent))
	return r
}

// bisimilar refines until the initial configurations differ or nothing
// changes.
func (r *projection) bisimilar() (equal, ok bool) {
	for blocks := 1; ; {
		next, count := r.refine()
		if r.limit > 0 && r.work > r.limit {
			return false, false
		}
		r.block = next
		if r.block[r.component[0]] != r.block[r.component[r.second]] {
			return false, true
		}
		if count == blocks {
			return true, true
		}
		blocks = count
	}
}

// refine splits blocks by what their components reach. Each set is a sorted
// list; an element is an action and a block, action 0 for silence.
func (r *projection) refine() (block []uint32, count int) {
	silence := make([][]uint64, len(r.block))
	actions := make([][]uint64, len(r.block))
	block = make([]uint32, len(r.block))
	numbers := map[string]uint32{}
	for c := range r.block {
		silence[c] = []uint64{uint64(r.block[c])}
		for _, to := range r.silent[c] {
			silence[c] = append(silence[c], silence[to]...)
		}
		silence[c] = distinctWords(silence[c])
	}
	for c := range r.block {
		for _, v := range r.visible[c] {
			for _, b := range silence[v[1]] {
				actions[c] = append(actions[c], pair(int(v[0])+1, int(b)))
			}
		}
		for _, to := range r.silent[c] {
			actions[c] = append(actions[c], actions[to]...)
		}
		actions[c] = distinctWords(actions[c])
		r.work += len(actions[c]) + len(silence[c])
		if r.limit > 0 && r.work > r.limit {
			return r.block, 0
		}
		block[c] = number(numbers, silence[c], actions[c], r.block[c])
	}
	return block, len(numbers)
}

// distinctWords sorts a set and removes repetitions, in place.
func distinctWords(set []uint64) []uint64 {
	slices.Sort(set)
	return slices.Compact(set)
}

// number returns the number of a signature, a new one if it is new.
func number(numbers map[string]uint32, silence, actions []uint64, block uint32) uint32 {
	key := binary.LittleEndian.AppendUint32(nil, block)
	key = binary.LittleEndian.AppendUint32(key, uint32(len(silence)))
	for _, set := range [][]uint64{silence, actions} {
		for _, w := range set {
			key = binary.LittleEndian.AppendUint64(key, w)
		}
	}
	n, ok := numbers[string(key)]
	if !ok {
		n = uint32(len(numbers))
		numbers[string(key)] = n
	}
	return n
}
