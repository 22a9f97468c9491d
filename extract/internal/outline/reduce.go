package outline

import (
	"encoding/binary"
	"maps"
	"slices"

	"github.com/chancheck/chancheck/extract/internal/dataflow"
	"github.com/chancheck/chancheck/model"
)

// Most of what the goroutines of an outline do makes no difference to whether something goes
// wrong with its objects, but each of it takes its turn with all the others. So it is left out
// before they are put together, as compositional minimization does (Graf and Steffen,
// Compositional minimization of finite state systems, 1990), and summaries are contracted again:
//
//   - steps that nobody can notice: a context is cancelled, a condition signalled or a flag
//     stored that nobody waits for or tests, a goroutine started that does nothing;
//   - waiting for a channel that is closed in any case, as nothing on the way there waits: whoever is
//     stuck in the end is so after that;
//   - of choices in doubt, those that end the program, if there is another one. Whatever the
//     program chooses, nobody is stuck after that (see verify/game.go, of which this is the last
//     rule: one of the other steps leads into the set, or none does).
//
// That a program which doesn't panic may end in time is another matter, as it may be all that
// saves it from a panic. Then it is asked about the whole: see Outline.Whole.

// A reduction is what the goroutines of an outline do: the root, and after it the families.
type reduction struct {
	bodies []*summary
	// ends has the ends of each body at which the program ends.
	ends [][]int
	// standFor is for how many families each one stands.
	standFor []int
	// lasts says that the program may wait for something else before it ends regularly.
	lasts bool
	// noticed are the objects that somebody waits for or tests, closed the channels that somebody
	// closes, who panics if they are closed already; again those of which that may be so.
	noticed, closed, again map[int]bool
	changed                bool
	work                   int
}

// newReduction prepares one: isTest says that the program ends if the root goes away.
func newReduction(bodies []*summary, isTest, lasts bool) *reduction {
	r := &reduction{ends: [][]int{{panics}}, lasts: lasts}
	if isTest {
		r.ends[0] = append(r.ends[0], goesAway)
	}
	for n, s := range bodies {
		r.bodies = append(r.bodies, s.clone())
		if n > 0 {
			r.ends = append(r.ends, []int{panics})
			r.standFor = append(r.standFor, 1)
		}
	}
	return r
}

// reduce leaves out what makes no difference, and reports whether that is anything.
func (r *reduction) reduce() (reduced bool) {
	for r.changed = true; r.changed; {
		r.changed = false
		r.findNoticed()
		r.settle()
		for i, s := range r.bodies {
			for n := range s.places {
				r.quieten(&s.places[n])
				r.goOn(s, &s.places[n], r.ends[i])
			}
		}
		r.unite()
		if r.changed {
			reduced = true
			for _, s := range r.bodies {
				r.work += s.contract()
			}
		}
	}
	return reduced
}

func (s *summary) clone() *summary {
	places := make([]place, len(s.places))
	for i, p := range s.places {
		places[i] = place{slices.Clone(p.steps), p.spins}
	}
	return &summary{places: places, start: s.start, called: s.called}
}

// findNoticed finds the objects that somebody waits for or tests, and what is closed: again, unless
// only the root closes it, and once at most.
func (r *reduction) findNoticed() {
	r.noticed, r.closed, r.again = map[int]bool{}, map[int]bool{}, map[int]bool{}
	for n, s := range r.bodies {
		for i := range s.places {
			for _, t := range s.places[i].steps {
				switch t.kind {
				case model.Tau, model.Spawn, model.Signal, model.Broadcast, model.Write:
				case model.Close, model.Cancel:
					r.closed[t.object] = r.closed[t.object] || t.kind == model.Close
					r.again[t.object] = r.again[t.object] || n > 0 || s.closesAfter(t.to, t.object)
				default:
					r.noticed[t.object] = true
				}
			}
		}
	}
}

// quieten makes steps silent that nobody can notice.
func (r *reduction) quieten(p *place) {
	if p.testsInVain() {
		p.steps = []step{{kind: model.Tau, object: -1, to: p.steps[0].to, site: p.steps[0].site}}
		r.changed = true
	}
	for i := range p.steps {
		t := &p.steps[i]
		switch t.kind {
		case model.Spawn:
			if !r.bodies[t.object+1].isIdle() {
				continue
			}
		case model.Cancel, model.Signal, model.Broadcast, model.Write:
			if r.noticed[t.object] || r.closed[t.object] {
				continue
			}
		case model.Close:
			if r.noticed[t.object] || r.again[t.object] {
				continue
			}
		case model.Exit:
			if !r.lasts {
				continue
			}
			t.to = stops
		default:
			continue
		}
		t.kind, t.object, t.label = model.Tau, -1, 0
		r.changed = true
	}
}

// testsInVain reports whether a flag is tested, and nothing hangs on it.
func (p *place) testsInVain() bool {
	return len(p.steps) == 2 && p.steps[0].kind == model.Read && p.steps[0].to == p.steps[1].to &&
		p.steps[1].kind == model.Read && p.steps[0].object == p.steps[1].object && p.steps[0].label != p.steps[1].label
}

// goOn takes the steps out of a choice in doubt that end the program, unless all do.
func (r *reduction) goOn(s *summary, p *place, ends []int) {
	over := func(t step) bool {
		return slices.Contains(ends, t.to) || !r.lasts && t.to >= 0 && s.places[t.to].endsProgram()
	}
	left := 0
	for _, t := range p.steps {
		left += truth(!over(t))
	}
	if p.isChoice(true) && 0 < left && left < len(p.steps) {
		p.steps = slices.DeleteFunc(p.steps, over)
		r.changed = true
	}
}

// endsProgram reports whether all that is done at a place is to end the program.
func (p *place) endsProgram() bool {
	return len(p.steps) > 0 && !slices.ContainsFunc(p.steps, func(t step) bool { return t.kind != model.Exit })
}

// settle lets those go on who wait for nothing but a channel that is closed in any case, or for
// others beside that. Who sends on such a channel may panic, as nobody waits before it is closed.
func (r *reduction) settle() {
	done := r.doneInAnyCase()
	for _, c := range slices.Sorted(maps.Keys(r.noticed)) {
		if c < 0 || !done.Has(deedOfChannel(c)) {
			continue
		}
		for _, s := range r.bodies {
			for i := range s.places {
				r.goPast(&s.places[i], c)
			}
		}
	}
}

// What somebody may be bound to do, by number: that he starts a family, or closes a channel.
func deedOfFamily(n int) int  { return 2 * n }
func deedOfChannel(c int) int { return 2*c + 1 }

// doneInAnyCase is what is done in any case: by the root, and by goroutines that are started in
// any case.
func (r *reduction) doneInAnyCase() dataflow.Set {
	var done dataflow.Set
	isStarted := make([]bool, len(r.bodies)-1)
	for list := []int{0}; len(list) > 0; list = list[1:] {
		done.AddAll(r.bodies[list[0]].boundTo())
		for n := range isStarted {
			if !isStarted[n] && done.Has(deedOfFamily(n)) {
				isStarted[n] = true
				list = append(list, n+1)
			}
		}
	}
	return done
}

// boundTo is what a goroutine does whatever it chooses, and without waiting for anything before:
// at each place the least set of what each of its steps does, or is done from where that leads.
func (s *summary) boundTo() dataflow.Set {
	if s.start < 0 {
		return nil
	}
	bound := make([]dataflow.Set, len(s.places))
	for grew := true; grew; {
		grew = false
		for i := len(s.places) - 1; i >= 0; i-- { // most steps lead forward
			if p := &s.places[i]; len(p.steps) > 0 && !p.spins && p.neverWaits() {
				grew = bound[i].AddAll(p.boundTo(bound)) || grew
			}
		}
	}
	return bound[s.start]
}

// boundTo is what each step of a place does, or is done from where that leads.
func (p *place) boundTo(bound []dataflow.Set) (all dataflow.Set) {
	for i, t := range p.steps {
		var set dataflow.Set
		if t.to >= 0 {
			set = slices.Clone(bound[t.to])
		}
		switch t.kind {
		case model.Spawn:
			set.Add(deedOfFamily(t.object))
		case model.Close, model.Cancel:
			set.Add(deedOfChannel(t.object))
		}
		if i == 0 {
			all = set
		} else {
			all.KeepAll(set)
		}
	}
	return all
}

// neverWaits reports whether a goroutine can go on from a place at any time.
func (p *place) neverWaits() bool {
	return !slices.ContainsFunc(p.steps, func(t step) bool {
		switch t.kind {
		case model.Tau, model.Spawn, model.Close, model.Cancel, model.Write, model.Signal, model.Broadcast, model.Unlock, model.RUnlock, model.Add:
			return false
		}
		return true
	})
}

// goPast takes what waits at a place for a channel for a silent step. Who only asks goes on anyway:
// if nobody waits for anything else, it makes no difference what he gets to know.
func (r *reduction) goPast(p *place, channel int) {
	isMessage := func(t step) bool { return t.kind == model.Receive && t.object == channel }
	asks := slices.ContainsFunc(p.steps, func(t step) bool { return t.kind == model.Default })
	if !slices.ContainsFunc(p.steps, isMessage) || asks && !r.waitsOnlyFor(channel) {
		return
	}
	p.steps = slices.DeleteFunc(p.steps, isMessage)
	for i := range p.steps {
		if t := &p.steps[i]; t.kind == model.ReceiveClosed && t.object == channel || t.kind == model.Default {
			t.kind, t.object, t.label, t.doubt = model.Tau, -1, 0, asks
		}
	}
	r.changed = true
}

// waitsOnlyFor reports whether a channel is all that anybody may have to wait for.
func (r *reduction) waitsOnlyFor(channel int) bool {
	return !slices.ContainsFunc(r.bodies, func(s *summary) bool {
		return slices.ContainsFunc(s.places, func(p place) bool {
			return !p.neverWaits() && !slices.ContainsFunc(p.steps, func(t step) bool {
				return t.kind == model.Default || t.object == channel && (t.kind == model.Receive || t.kind == model.ReceiveClosed)
			})
		})
	})
}

// closesAfter reports whether a channel may be closed from a place on.
func (s *summary) closesAfter(place, channel int) bool {
	for at := range dataflow.Reachable([]int{place}, s.successors) {
		if at >= 0 && slices.ContainsFunc(s.places[at].steps, func(t step) bool { return t.closes(channel) }) {
			return true
		}
	}
	return false
}

// closes reports whether a step closes a channel, or ends a context.
func (t *step) closes(channel int) bool {
	return (t.kind == model.Close || t.kind == model.Cancel) && t.object == channel
}

// unite starts goroutines of one family in place of another one that does the same.
func (r *reduction) unite() {
	same := map[string]int{}
	instead := map[int]int{}
	for n := range r.standFor {
		if r.standFor[n] == 0 {
			continue
		}
		key := r.bodies[n+1].key()
		if first, found := same[key]; found {
			instead[n] = first
			r.standFor[first] += r.standFor[n]
			r.standFor[n] = 0
		} else {
			same[key] = n
		}
	}
	if len(instead) == 0 {
		return
	}
	r.changed = true
	r.rename(func(family int) int {
		if first, ok := instead[family]; ok {
			return first
		}
		return family
	})
}

// rename renames the families that are started.
func (r *reduction) rename(name func(int) int) {
	for _, s := range r.bodies {
		for i := range s.places {
			for j := range s.places[i].steps {
				if t := &s.places[i].steps[j]; t.kind == model.Spawn {
					t.object = name(t.object)
				}
			}
		}
	}
}

// key is a text that says what a summary does, wherever that is in the source.
func (s *summary) key() string {
	key := binary.AppendVarint(nil, int64(s.start))
	for _, p := range s.places {
		key = binary.AppendVarint(key, int64(2*len(p.steps)+truth(p.spins)))
		for _, t := range p.steps {
			key = t.appendTo(key)
		}
	}
	return string(key)
}

// families lists those that are still started, and leaves out what the others do.
func (r *reduction) families() []int {
	list, bodies := []int{}, r.bodies[:1:1]
	number := map[int]int{}
	for n := 0; n < len(bodies); n++ { // there are more meanwhile
		for _, p := range bodies[n].places {
			for _, t := range p.steps {
				if _, known := number[t.object]; t.kind == model.Spawn && !known {
					number[t.object] = len(list)
					list = append(list, t.object)
					bodies = append(bodies, r.bodies[t.object+1])
				}
			}
		}
	}
	r.bodies = bodies
	r.rename(func(family int) int { return number[family] })
	return list
}
