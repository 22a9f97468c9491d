package waitfor

import (
	"maps"
	"slices"

	"github.com/chancheck/chancheck/extract/internal/pointsto"
	"github.com/chancheck/chancheck/extract/internal/supergraph"
	"github.com/chancheck/chancheck/extract/ir"
	"github.com/chancheck/chancheck/model"
)

// Nobody is stuck because of an object that somebody serves in any case, unless he is stuck himself before: because of
// another one, which doesn't hang on the first, be it by way of others. That is so of all objects of its place, however
// many there are and whoever has them, so that no system is needed to know it. Objects that are served in any case
// are locks that all give back (discipline.go), channels that are closed (ended.go), on which all is sent that is received
// (gathering.go) or that a request comes with (replied.go), and wait groups that are counted
// down (groups.go).

// Served has the objects that are served in any case.
type Served struct {
	*Analysis
	// passed are the kinds for which whoever serves an object may wait before; instructions operate on it.
	passed map[pointsto.Location]kindSet
	// fetched are the kinds for which those may wait who receive what is sent on a channel, if others wait for that, too.
	fetched      map[pointsto.Location]kindSet
	instructions map[pointsto.Location][]supergraph.Instruction
	once         map[pointsto.Location]bool // the channels each of which is sent on, or closed, once at most
	alone        map[pointsto.Location]bool // because of which alone nobody is stuck
}

func (s *Served) enter(l pointsto.Location, passed kindSet, instructions []supergraph.Instruction) {
	s.passed[l], s.instructions[l] = passed, instructions
}

// Served finds those of some objects because of which alone nobody is stuck. The channels are some for which others wait
// only until they are closed; which functions others may call, isCallable says.
func (x *Analysis) Served(objects, channels []pointsto.Location, isCallable func(*ir.Function) bool) *Served {
	b := x.blame()
	s := &Served{
		Analysis: b, passed: map[pointsto.Location]kindSet{}, fetched: map[pointsto.Location]kindSet{}, once: map[pointsto.Location]bool{},
		instructions: map[pointsto.Location][]supergraph.Instruction{}, alone: map[pointsto.Location]bool{},
	}
	b.disciplined(objects, s)
	b.settled(objects, s)
	b.ended(channels, isCallable, s)
	b.answered(objects, s)
	b.replied(objects, s)
	if len(s.passed) == 0 {
		return s
	}
	r := b.relation(b.Order)
	for l, passed := range s.passed {
		r.hangs[2*b.numbers[l]] = &passed
	}
	for l, passed := range s.fetched {
		r.hangs[2*b.numbers[l]+1] = &passed
	}
	isOnCircle := r.onCircles()
	for l := range s.passed {
		_, isFetched := s.fetched[l]
		s.alone[l] = !isOnCircle[2*b.numbers[l]] && !(isFetched && isOnCircle[2*b.numbers[l]+1])
	}
	return s
}

// onCircles says of each kind whether it hangs on itself, be it by way of others.
func (r *relation) onCircles() []bool {
	on := func(k int) (list []int) {
		if r.hangs[kind(k)] != nil {
			r.hangs[kind(k)].each(func(k kind) { list = append(list, int(k)) })
		}
		return list
	}
	component := ir.Components(2*len(r.numbered), on)
	size := map[int]int{}
	for _, c := range component {
		size[c]++
	}
	circles := make([]bool, len(component))
	for k, c := range component {
		circles[k] = size[c] > 1 || slices.Contains(on(k), k)
	}
	return circles
}

// Has reports whether nobody is stuck because of an object alone.
func (s *Served) Has(l pointsto.Location) bool { return s.alone[l] }

// IsOnce reports whether each channel of a place is sent on, or closed, once at most.
func (s *Served) IsOnce(l pointsto.Location) bool { return s.once[l] }

// Operations lists the operations on those objects that are no channels, and on no others.
func (s *Served) Operations() (sites []model.Site) {
	isOther := func(l pointsto.Location) bool { return !s.alone[l] }
	for _, l := range slices.Sorted(maps.Keys(s.instructions)) {
		for _, i := range s.instructions[l] {
			if s.alone[l] && !slices.ContainsFunc(s.Points.Receivers(i.Parent.Function, i.Instr()), isOther) {
				sites = append(sites, i.Instr().Site)
			}
		}
	}
	slices.SortFunc(sites, model.Site.Compare)
	return slices.Compact(sites)
}

// Made lists those of the objects that are locks, wait groups or the like which functions make as variables, or as what a
// pointer leads to, and that nobody else gets at or copies.
func (s *Served) Made() (list []pointsto.Location) {
	copied := s.copied()
	for _, l := range slices.Sorted(maps.Keys(s.instructions)) {
		isMade := s.Points.Objects[l].Kind == pointsto.Variable && s.Points.Objects[l].Function != nil
		if isMade && s.alone[l] && len(s.instructions[l]) > 0 && !s.Points.Escapes(l) && !copied[l] {
			list = append(list, l)
		}
	}
	return list
}

// Users lists the functions that operate on an object.
func (s *Served) Users(l pointsto.Location) (names []string) {
	for _, i := range s.instructions[l] {
		names = append(names, i.Parent.Name)
	}
	return names
}

// copied has the variables that somebody loads or stores as a whole.
func (s *Served) copied() map[pointsto.Location]bool {
	set := map[pointsto.Location]bool{}
	for _, f := range s.Order {
		for i := range f.Instructions() {
			if in := i.Instr(); (in.Op == ir.OpLoad || in.Op == ir.OpStore) && in.Kind.IsAggregate() {
				for _, l := range s.Points.Operand(f.Function, in.Args[0]) {
					set[l] = true
				}
			}
		}
	}
	return set
}
