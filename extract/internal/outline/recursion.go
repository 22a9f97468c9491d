package outline

import "github.com/chancheck/chancheck/model"

// Functions that call each other in a circle: while the automaton of one is worked out, a
// call of it is a step of its own in others, one for each end that it may have, which is
// replaced by the automaton when that is complete. Where that ends then, it continues after
// any of these calls: which one it is, isn't followed.

// called is the kind of a step that calls a function whose automaton isn't complete; the
// number of the function and its context is its object, and the end its label.
const called model.Kind = 1 << 7

// callOf is a call of a function of which the automaton isn't complete.
func (o *outliner) callOf(key string) *summary {
	number := o.callNumber(key)
	s := &summary{places: make([]place, 1), called: map[int]bool{number: true}}
	for _, end := range endsOfCalls {
		s.places[0].steps = append(s.places[0].steps, step{kind: called, object: number, label: end, to: end})
	}
	return s
}

// endsOfCalls are the ends of a function after which its callers go on, if only with what
// they have deferred.
var endsOfCalls = []int{returns, goesAway, panics}

// callNumber numbers functions in their contexts.
func (o *outliner) callNumber(key string) int {
	n, ok := o.callNumbers[key]
	if !ok {
		n = len(o.callNumbers)
		o.callNumbers[key] = n
	}
	return n
}

// close replaces the calls of the function itself.
func (s *summary) close(number int) {
	resumed := map[int][]int{}
	for i := range s.places {
		for j := range s.places[i].steps {
			if t := &s.places[i].steps[j]; t.kind == called && t.object == number {
				resumed[t.label] = append(resumed[t.label], t.to)
				*t = step{kind: model.Tau, object: -1, site: t.site, to: s.start}
			}
		}
	}
	if len(resumed) > 0 {
		s.resume(resumed)
	}
}

// resume lets the function go on at some places where it ends in some way, as those do that
// have called it; or else it ends.
func (s *summary) resume(resumed map[int][]int) {
	at := map[int]int{}
	step := func(end, to int) {
		s.places[at[end]].steps = append(s.places[at[end]].steps, step{kind: model.Tau, object: -1, doubt: true, to: to})
	}
	for _, end := range endsOfCalls {
		at[end] = len(s.places)
		s.places = append(s.places, place{})
		for _, to := range resumed[end] {
			step(end, to)
		}
	}
	redirect := func(to *int) {
		if place, ok := at[*to]; ok {
			*to = place
		}
	}
	for i := range s.places {
		for j := range s.places[i].steps {
			redirect(&s.places[i].steps[j].to)
		}
	}
	for _, end := range endsOfCalls {
		step(end, end)
	}
}

// findCalled notes of which functions, by number, an automaton calls one that isn't complete.
func (s *summary) findCalled() {
	s.called = map[int]bool{}
	for i := range s.places {
		for _, t := range s.places[i].steps {
			if t.kind == called {
				s.called[t.object] = true
			}
		}
	}
}

// forget forgets what calls a function that is complete now: it is worked out anew.
func (o *outliner) forget(key string) {
	number := o.callNumber(key)
	for other, s := range o.summaries {
		if s != nil && s.called[number] {
			delete(o.summaries, other)
		}
	}
}

// completeFamilies works out what goroutines do.
func (o *outliner) completeFamilies() {
	for i := 0; i < len(o.families); i++ { // there are more meanwhile
		if f := o.families[i]; f.body == nil && o.problem == "" {
			f.body = o.summary(f.f, f.at)
		}
	}
}
