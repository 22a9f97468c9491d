package kmc_test

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/chancheck/chancheck/model"
)

// Table 2 counts the transitions of the reduced system that Algorithm 1 makes
// as it is printed, which is not the one that this package explores: see
// reduce.go. To compare our transcriptions with the table, this is that
// algorithm, as naively as it stands there.
//
// It leaves open in which order partition has participants with equally many
// transitions. All of the table comes out if receptions stand before sends,
// and each by sender and receiver.

// A printed is the reduced system of Algorithm 1 as printed.
type printed struct {
	sys   *model.System
	k     int
	ends  [][2]int
	accum map[string]map[string]bool // transitions by configuration
	at    map[string]situation       // configurations by key
}

// A situation is a configuration.
type situation struct {
	states []int
	queues [][]int
}

func (s situation) key() string { return fmt.Sprint(s.states, s.queues) }

// An enabledStep is a transition that a process can take.
type enabledStep struct {
	process int
	t       *model.Transition
}

func (e enabledStep) key() string { return fmt.Sprint(e.process, e.t.Kind, e.t.Object, e.t.Label) }

// runPrinted runs Algorithm 1. The sets of E are transitions, not participants.
func runPrinted(sys *model.System, k int) *printed {
	r := &printed{sys: sys, k: k, accum: map[string]map[string]bool{}, at: map[string]situation{}}
	r.findEnds()
	type todo struct {
		s situation
		e [][]enabledStep
	}
	stack := []todo{{situation{make([]int, len(sys.Processes)), make([][]int, len(sys.Objects))}, nil}}
	for len(stack) > 0 {
		last := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		key := last.s.key()
		if _, visited := r.at[key]; visited {
			continue
		}
		r.at[key] = last.s
		if len(last.e) == 0 {
			last.e = r.partition(last.s)
		}
		if len(last.e) == 0 {
			continue
		}
		r.accum[key] = map[string]bool{}
		for _, step := range last.e[0] {
			stack = append(stack, todo{r.succ(last.s, step), last.e[1:]})
			r.accum[key][step.key()] = true
		}
	}
	return r
}

func (r *printed) findEnds() {
	r.ends = make([][2]int, len(r.sys.Objects))
	for p := range r.sys.Processes {
		for _, state := range r.sys.Processes[p].States {
			for _, t := range state.Transitions {
				if t.Kind == model.Send {
					r.ends[t.Object][0] = p
				} else {
					r.ends[t.Object][1] = p
				}
			}
		}
	}
}

// enabled lists what a process can do.
func (r *printed) enabled(s situation, p int) []enabledStep {
	var list []enabledStep
	state := &r.sys.Processes[p].States[s.states[p]]
	for i := range state.Transitions {
		t := &state.Transitions[i]
		queue := s.queues[t.Object]
		if t.Kind == model.Send && len(queue) < r.k || t.Kind == model.Receive && len(queue) > 0 && queue[0] == t.Label {
			list = append(list, enabledStep{p, t})
		}
	}
	return list
}

func (r *printed) partition(s situation) [][]enabledStep {
	var list [][]enabledStep
	for p := range r.sys.Processes {
		if steps := r.enabled(s, p); len(steps) > 0 {
			list = append(list, steps)
		}
	}
	slices.SortStableFunc(list, func(a, b []enabledStep) int {
		x, y := r.ends[a[0].t.Object], r.ends[b[0].t.Object]
		return cmp.Or(
			cmp.Compare(len(a), len(b)),
			-cmp.Compare(a[0].t.Kind, b[0].t.Kind), // receptions first
			cmp.Compare(x[0], y[0]), cmp.Compare(x[1], y[1]),
		)
	})
	return list
}

func (r *printed) succ(s situation, step enabledStep) situation {
	next := situation{slices.Clone(s.states), slices.Clone(s.queues)}
	next.states[step.process] = step.t.To
	if step.t.Kind == model.Send {
		next.queues[step.t.Object] = append(slices.Clone(s.queues[step.t.Object]), step.t.Label)
	} else {
		next.queues[step.t.Object] = s.queues[step.t.Object][1:]
	}
	return next
}

// transitions counts.
func (r *printed) transitions() int {
	n := 0
	for _, steps := range r.accum {
		n += len(steps)
	}
	return n
}

// outputIndependent decides k-OBI on this system: where a participant sends, it
// sends all that it has to offer (Definition 17 of the long version).
func (r *printed) outputIndependent() bool {
	for key, steps := range r.accum {
		for p, q := range r.at[key].states {
			sends := 0
			for _, t := range r.sys.Processes[p].States[q].Transitions {
				if t.Kind == model.Send {
					sends++
				}
			}
			taken := 0
			for step := range steps {
				if strings.HasPrefix(step, fmt.Sprint(p, model.Send)) {
					taken++
				}
			}
			if taken > 0 && taken < sends {
				return false
			}
		}
	}
	return true
}
