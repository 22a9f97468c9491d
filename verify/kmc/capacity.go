package kmc

import (
	"slices"

	"github.com/chancheck/chancheck/model"
	"github.com/chancheck/chancheck/verify"
)

// This file finds the least safe capacity of each channel of a program.
//
// Two methods take part, and each does what it is good for. k-MC with a bound
// per channel (see Decide) says that a system is safe with these capacities and
// all larger ones; where it doesn't say that, the capacities may be safe all
// the same. Exact exploration (see Check) says whether the program is safe with
// given capacities, and nothing about others. So the least capacity that is
// k-MC is an upper limit, and from there exploration goes down to the first
// capacity with which something goes wrong. What k-MC calls safe is explored as
// well: the two share no more than the model.
//
// Safe means here that nobody is blocked for good, nobody panics, and no message
// is sent that no execution receives. k-MC wants all messages received in all
// executions; a result that somebody needn't wait for is left in a buffer,
// which is what the buffer is for. There a third argument helps: if nobody ever
// finds the buffer full, it makes no difference how much larger it is.

// Capacities is what is known about the capacities of a system.
type Capacities struct {
	// From is the least capacity from which on the system is safe, if all
	// channels have at least that; 0 if it isn't known. Reason is what that
	// rests on, or why it isn't known.
	From   int
	Reason string
	List   []Capacity // in the order of the first objects
	States int        // configurations that were explored
}

// A Capacity is what is known about the channels that are made at one place.
type Capacity struct {
	Objects []int
	// Capacity is that of the program; if it isn't the same for all of them,
	// it is the least, and Largest is larger.
	Capacity, Largest int

	// Least is the least capacity from which on all are safe, or -1 if it
	// isn't known; AtMost says that a smaller one may do. The other channels
	// have the capacities of the program, or at least Others if that isn't 0.
	Least  int
	AtMost bool
	Others int
	// Needs are other places that can't have their own least capacity then, and what
	// they must have; Stay says that the others must stay as they are, whichever those are.
	Needs []Need
	Stay  bool

	// Safe says that the program is safe with its own capacities.
	Safe Status
	// Left says that some executions of the program leave a message behind.
	Left bool
	// Failure is what goes wrong with the largest capacity that is known not
	// to be safe, nil if there is none.
	Failure *Failure
}

// A Need is a capacity that the channels made at another place must have at least.
type Need struct {
	Name    string
	AtLeast int
}

// A Failure is what goes wrong with a capacity: a finding about the system with
// the capacities changed.
type Failure struct {
	Capacity int
	System   *model.System
	Finding  verify.Finding
}

// Limits of the search.
const (
	// mostCapacity is the largest capacity tried beyond that of the program.
	mostCapacity = 8
	// mostExplored is how many capacities below one are explored.
	mostExplored = 32
	// mostCapacityStates is the limit on the configurations of each k-MC check,
	// of which there are many.
	mostCapacityStates = 50_000
)

// FindCapacities finds the least capacities of the channels of a system. The
// error is that of Absorb. Options limit each exploration.
func FindCapacities(sys *model.System, options verify.Options) (*Capacities, error) {
	absorbed, err := Absorb(sys)
	if err != nil {
		return nil, err
	}
	s := &capacitySearch{sys: sys, absorbed: absorbed, options: options, known: map[string]explored{}}
	r, err := Decide(absorbed, Options{Max: mostCapacity, States: mostCapacityStates})
	if err != nil {
		return nil, &OutsideClass{[]string{err.Error()}}
	}
	found := &Capacities{Reason: r.Reason}
	if r.Verdict == Unsafe {
		found.Reason = "to k-MC they are not"
	}
	s.states += r.States + r.ReducedStates
	if r.Verdict == Safe && s.agrees(s.uniform(r.K)) {
		found.From = r.K
	}
	for _, objects := range s.places() {
		found.List = append(found.List, s.find(objects, found.From))
	}
	s.findNeeds(found.List)
	found.States = s.states
	return found, nil
}

// findNeeds finds which places can't have their least capacities together: each was found with
// the capacities of the program for the others.
func (s *capacitySearch) findNeeds(list []Capacity) {
	var lower []*Capacity // those that can be lower than they are
	joint := s.own()
	for i := range list {
		if c := &list[i]; c.Least >= 0 && c.Others == 0 && c.Least < c.Capacity {
			lower = append(lower, c)
			joint = with(joint, c.Objects, c.Least)
		}
	}
	if len(lower) < 2 || s.agrees(joint) {
		return
	}
	for _, c := range lower {
		s.findNeedsOf(c, lower)
	}
}

// findNeedsOf finds what the other places must have if one has its least capacity: each the
// first capacity with which nothing goes wrong. Should that not be enough for all of
// them together, they must stay as they are.
func (s *capacitySearch) findNeedsOf(c *Capacity, others []*Capacity) {
	alone := with(s.own(), c.Objects, c.Least)
	joint := alone
	for _, other := range others {
		n := other.Least
		for other != c && n < other.Capacity && !s.agrees(with(alone, other.Objects, n)) {
			n++
		}
		if n > other.Least {
			c.Needs = append(c.Needs, Need{s.sys.Objects[other.Objects[0]].Name, n})
		}
		if other != c {
			joint = with(joint, other.Objects, n)
		}
	}
	c.Stay = !s.agrees(joint)
}

// A capacitySearch is the search in one system.
type capacitySearch struct {
	sys, absorbed *model.System
	options       verify.Options
	known         map[string]explored
	states        int // configurations explored
}

// places groups the channels by where they are made: whoever changes the
// capacity there changes it for all of them. Channels that carry no messages,
// as that of a context, are left out.
func (s *capacitySearch) places() [][]int {
	var list [][]int
	group := map[model.Site]int{}
	for i := range s.sys.Objects {
		o := &s.sys.Objects[i]
		g, ok := group[o.Site]
		switch {
		case o.Kind != model.Channel || !s.isUsed(i):
		case ok && o.Site.IsValid():
			list[g] = append(list[g], i)
		default:
			group[o.Site] = len(list)
			list = append(list, []int{i})
		}
	}
	return list
}

// isUsed reports whether anybody sends on a channel or receives from it.
func (s *capacitySearch) isUsed(object int) bool {
	for p := range s.sys.Processes {
		for _, state := range s.sys.Processes[p].States {
			for _, t := range state.Transitions {
				if t.Object == object && (t.Kind == model.Send || t.Kind == model.Receive) {
					return true
				}
			}
		}
	}
	return false
}

// own are the capacities of the program.
func (s *capacitySearch) own() []int {
	list := make([]int, len(s.sys.Objects))
	for i := range list {
		list[i] = s.sys.Objects[i].Capacity
	}
	return list
}

// uniform are capacities that are all the same, but for objects that have none.
func (s *capacitySearch) uniform(k int) []int {
	list := s.own()
	for i := range list {
		if s.sys.Objects[i].Kind == model.Channel {
			list[i] = k
		}
	}
	return list
}

// raised are the capacities of the program, or a larger one.
func (s *capacitySearch) raised(k int) []int {
	list := s.uniform(k)
	for i, own := range s.own() {
		list[i] = max(list[i], own)
	}
	return list
}

// with are capacities with one for some objects.
func with(capacities, objects []int, n int) []int {
	list := slices.Clone(capacities)
	for _, o := range objects {
		list[o] = n
	}
	return list
}

// find finds what there is to know about one place.
func (s *capacitySearch) find(objects []int, from int) Capacity {
	own := s.own()
	c := Capacity{Objects: objects, Capacity: own[objects[0]], Least: -1}
	for _, o := range objects {
		c.Capacity, c.Largest = min(c.Capacity, own[o]), max(c.Largest, own[o])
	}
	if e := s.explore(own); e.conclusive {
		c.Left, c.Safe = e.left, Holds
		if e.failure != nil {
			c.Safe = Fails
		}
	}
	for _, rest := range []struct {
		capacities []int
		others     int
	}{{own, 0}, {s.raised(from), from}} {
		if n := s.safeFrom(objects, rest.capacities, c.Largest); n >= 0 {
			c.Others = rest.others
			s.descend(&c, n, rest.capacities)
			return c
		}
		if from == 0 {
			break
		}
	}
	if c.Capacity == c.Largest {
		s.descendFromOwn(&c)
	}
	return c
}

// safeFrom is the least capacity of some objects that is safe, with which it is
// known that all larger ones are; -1 if none is found.
func (s *capacitySearch) safeFrom(objects, rest []int, own int) int {
	for n := range mostCapacity + 1 {
		if s.isSafe(objects, with(rest, objects, n)) {
			return n
		}
	}
	if own > mostCapacity && s.isSafe(objects, with(rest, objects, own)) {
		return own
	}
	return -1
}

// isSafe reports whether these capacities are safe, and all larger ones of some
// objects; if the others don't have those of the program, larger ones of those
// as well.
func (s *capacitySearch) isSafe(objects, capacities []int) bool {
	if !s.agrees(capacities) {
		return false
	}
	bounds := slices.Clone(capacities)
	for range len(s.absorbed.Objects) - len(bounds) {
		bounds = append(bounds, 1)
	}
	r, err := Decide(s.absorbed, Options{Bounds: bounds, States: mostCapacityStates})
	if err == nil {
		s.states += r.States + r.ReducedStates
	}
	return err == nil && (r.Verdict == Safe || s.areOwn(objects, capacities) && s.neverFull(objects, bounds))
}

// areOwn reports whether all but some objects have the capacities of the program.
func (s *capacitySearch) areOwn(objects, capacities []int) bool {
	return slices.Equal(with(s.own(), objects, 0), with(capacities, objects, 0))
}

// neverFull reports whether nobody ever comes to send to one of some objects
// when it is full.
func (s *capacitySearch) neverFull(objects, bounds []int) bool {
	m, err := Communicating(s.absorbed)
	if err != nil {
		return false
	}
	x := newSpace(m, bounds)
	x.exploreAll(nil, budget{states: mostCapacityStates})
	s.states += x.size()
	for i := range x.size() {
		if x.pressedOn(x.table.At(i), func(c int) bool { return slices.Contains(objects, c) }) {
			return false
		}
	}
	return x.stop == ""
}

// agrees reports whether exploration finds nothing wrong.
func (s *capacitySearch) agrees(capacities []int) bool {
	e := s.explore(capacities)
	return e.conclusive && e.failure == nil
}

// descend goes down from a safe capacity to the first that isn't.
func (s *capacitySearch) descend(c *Capacity, safe int, rest []int) {
	c.Least = safe
	for n := safe - 1; n >= 0; n-- {
		e := s.explore(with(rest, c.Objects, n))
		if !e.conclusive || safe-n > mostExplored {
			c.AtMost = true
			return
		}
		if e.failure != nil {
			c.Failure = &Failure{n, e.system, *e.failure}
			return
		}
		c.Least = n
	}
}

// descendFromOwn does so from the capacity of the program, where nothing is
// known about larger ones.
func (s *capacitySearch) descendFromOwn(c *Capacity) {
	for n := c.Capacity; n >= 0 && n > c.Capacity-mostExplored; n-- {
		e := s.explore(with(s.own(), c.Objects, n))
		if !e.conclusive {
			return
		}
		if e.failure != nil {
			c.Failure = &Failure{n, e.system, *e.failure}
			return
		}
	}
}

// explored is what exploration says about some capacities.
type explored struct {
	conclusive bool
	system     *model.System
	failure    *verify.Finding // nil: it is safe
	left       bool            // a message can be left behind
}

// explore explores the program with some capacities.
func (s *capacitySearch) explore(capacities []int) explored {
	key := spell(capacities)
	e, ok := s.known[key]
	if !ok {
		e.system = withCapacities(s.sys, capacities)
		result := verify.Check(e.system, s.options)
		s.states += result.States
		e.conclusive = result.Inconclusive == "" && len(result.Doubtful) == 0
		e.failure = worst(result.Findings)
		e.left = slices.ContainsFunc(result.Findings, func(f verify.Finding) bool { return f.Category == verify.OrphanMay })
		s.known[key] = e
	}
	return e
}

// spell makes a key of capacities.
func spell(capacities []int) string {
	var b []byte
	for _, n := range capacities {
		for range 4 {
			b = append(b, byte(n))
			n >>= 8
		}
	}
	return string(b)
}

// withCapacities is a copy of a system with other capacities.
func withCapacities(sys *model.System, capacities []int) *model.System {
	changed := *sys
	changed.Objects = slices.Clone(sys.Objects)
	for i := range changed.Objects {
		changed.Objects[i].Capacity = capacities[i]
	}
	return &changed
}

// worst is the finding that a reader should see first among those that aren't
// safe, or nil.
func worst(findings []verify.Finding) *verify.Finding {
	for _, category := range []verify.Category{verify.Deadlock, verify.Leak, verify.Panic, verify.Orphan} {
		for i := range findings {
			if findings[i].Category == category {
				return &findings[i]
			}
		}
	}
	return nil
}
