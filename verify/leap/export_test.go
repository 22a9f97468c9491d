package leap

import "github.com/chancheck/chancheck/model"

// A View is what the package makes of one global state.
type View struct {
	Executable, Potential []Place
	Waiting               []int
	Proper, Extended      [][]Place // all of xpleap
}

// ViewOf looks at a global state, given by the states of processes and the messages in channels.
func ViewOf(sys *model.System, options Options, at []int, messages [][]int) (View, error) {
	p, err := compile(sys, false)
	if err != nil {
		return View{}, err
	}
	if err := options.complete(sys); err != nil {
		return View{}, err
	}
	s := newSearch(p, options)
	state := make([]uint64, s.table.Words)
	for i, q := range at {
		s.Processes[i].Set(state, q)
	}
	for c, labels := range messages {
		for _, label := range labels {
			s.Queues[c].Push(state, label)
		}
	}
	return s.view(state), nil
}

func (s *search) view(state []uint64) View {
	var v View
	s.offer(state, 0)
	for p := range s.automata {
		if !s.offers.free[p] {
			v.Waiting = append(v.Waiting, p)
		}
		local := s.automata[p].states[s.local[p]]
		for n := local.first; n < local.end; n++ {
			switch s.classify(state, n) {
			case executable:
				v.Executable = append(v.Executable, s.place(n))
			case potential:
				v.Potential = append(v.Potential, s.place(n))
			}
		}
	}
	s.eachProper(func(l leap, _ int) bool { v.Proper = append(v.Proper, s.places(l)); return true })
	v.Extended = append(v.Extended, v.Proper...)
	s.eachExtension(func(l leap, _ int) bool { v.Extended = append(v.Extended, s.places(l)); return true })
	return v
}

func (s *search) place(n int) Place {
	t := &s.steps[n]
	return Place{t.process, t.state, t.transition}
}

func (s *search) places(l leap) []Place {
	var list []Place
	for _, m := range l {
		list = append(list, s.place(int(m.step)))
	}
	return list
}
