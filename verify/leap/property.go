package leap

import "slices"

// This file looks at each state of a search, once, when it is visited. What it finds is there:
// all states of all searches are reachable. What it doesn't find the search must promise.

// findings are what was found so far.
type findings struct {
	executed   []bool   // by step
	overflowAt []uint32 // by step: the first state at which it finds its channel full, plus one
	// known are bits by local state and message that may come there: it need not be looked at
	// when it comes first, as there is a reception for it, or it was found already.
	known     []uint64
	firstPair []int // of each process, in known
	// unknown counts those that are not known, by process and state.
	unknown     [][]int
	receptions  []Reception
	nonProgress []int
}

// newFindings makes empty ones.
func (p *protocol) newFindings() findings {
	f := findings{executed: make([]bool, len(p.steps)), overflowAt: make([]uint32, len(p.steps))}
	pairs := 0
	for i := range p.automata {
		f.firstPair = append(f.firstPair, pairs)
		pairs += len(p.automata[i].states) * p.automata[i].messages
		f.unknown = append(f.unknown, slices.Repeat([]int{p.automata[i].messages}, len(p.automata[i].states)))
	}
	f.known = make([]uint64, (pairs+63)/64)
	for n := range p.steps {
		if s := &p.steps[n]; s.kind == receive && !p.isCrowded(s) {
			f.know(s.process, s.state, f.firstPair[s.process]+p.pair(s.process, s.state, s.channel, s.label))
		}
	}
	return f
}

// pair numbers the states of a process with the messages that may come to it.
func (p *protocol) pair(process, state, channel, label int) int {
	return state*p.automata[process].messages + p.firstLabel[channel] + label
}

func (f *findings) know(process, state, pair int) {
	if !f.isKnown(pair) {
		f.known[pair/64] |= 1 << (pair % 64)
		f.unknown[process][state]--
	}
}

func (f *findings) isKnown(pair int) bool { return f.known[pair/64]>>(pair%64)&1 != 0 }

// check looks at the state whose moves were found.
func (s *search) check(i int) {
	if len(s.offers.moves) == 0 {
		s.nonProgress = append(s.nonProgress, i)
	}
	for p, q := range s.local {
		if s.unknown[p][q] > 0 {
			s.checkArrivals(i, p, q)
		}
	}
}

// checkArrivals looks at the messages that come first to a process.
func (s *search) checkArrivals(i, p, q int) {
	for _, c := range s.automata[p].incoming {
		queue := &s.Queues[c]
		if queue.Count.Get(s.at) == 0 {
			continue
		}
		label := queue.Front.Get(s.at)
		if pair := s.firstPair[p] + s.pair(p, q, c, label); !s.isKnown(pair) {
			s.know(p, q, pair)
			s.receptions = append(s.receptions, Reception{p, q, c, label, i})
		}
	}
}

// result puts together what was found.
func (s *search) result() *Result {
	r := &Result{
		Search: s.options.Search, Bounds: s.bounds, States: len(s.parent), Leaps: s.leaps, Stop: s.stop,
		NonProgress: s.nonProgress, Receptions: s.receptions, search: s,
	}
	for n, at := range s.overflowAt {
		if t := &s.steps[n]; at > 0 {
			r.Overflows = append(r.Overflows, Overflow{Place{t.process, t.state, t.transition}, t.channel, int(at - 1)})
		}
	}
	slices.SortStableFunc(r.Overflows, func(a, b Overflow) int { return a.At - b.At })
	if s.stop == "" && s.options.Search.TellsExecutable() {
		r.NonExecutable = s.nonExecutable()
	}
	return r
}

// nonExecutable are the transitions none of whose steps was ever executable.
func (s *search) nonExecutable() []Place {
	list := []Place{}
	for p := range s.automata {
		for q, state := range s.automata[p].states {
			taken := make([]bool, len(s.sys.Processes[p].States[q].Transitions))
			for n := state.first; n < state.end; n++ {
				t := s.steps[n].transition
				taken[t] = taken[t] || s.executed[n]
			}
			for t, ok := range taken {
				place := Place{p, q, t}
				repeated := slices.ContainsFunc(s.repeated[place], func(n int) bool { return s.executed[n] })
				if !ok && !repeated {
					list = append(list, place)
				}
			}
		}
	}
	return list
}
