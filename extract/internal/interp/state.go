package interp

import (
	"maps"
	"slices"

	"github.com/chancheck/chancheck/extract/internal/domain"
	"github.com/chancheck/chancheck/extract/ir"
	"github.com/chancheck/chancheck/model"
)

// A frame is one activation of a function.
type frame struct {
	function  *ir.Function
	block     int
	pc        int
	registers []domain.Value
	deferred  []deferredCall
	// result is the register of the caller that gets the result, or -1, and kind what
	// the caller knows of it.
	result int
	kind   ir.ValueKind
	// call is where the caller called; invalid for the goroutine's first frame.
	call model.Site
	// isDeferred says that the caller runs it as a deferred call.
	isDeferred bool
	// unwinding says that the function was left by a panic or Goexit, and
	// runs its deferred calls.
	unwinding bool
	// guarded says that it was called under a leaf lock (see Instr).
	guarded bool
	// barrier stops a Goexit: a subtest has its own goroutine.
	barrier bool
	// declined says that in the select that comes next no channel is ready that
	// was given away.
	declined bool
}

// A deferredCall is a function value with its arguments, ready to be called.
type deferredCall struct {
	callee callee
	site   model.Site
	// cleanup says that a test has registered it: see runAtEnd.
	cleanup bool
}

// A panicking says that a panic is on its way up.
type panicking struct {
	site model.Site
	via  []model.Site
	text string
	// fault says that the runtime raised it, not a call of panic, and begun that it is seen that it has begun.
	fault, begun bool
}

// A renewal is a New that is due.
type renewal struct {
	entity int
	site   model.Site
}

// A departure says that a goroutine ends before its function returns, and why.
type departure uint8

const (
	stays departure = iota
	byGoexit
	byGivingUp // the test that it runs
)

// A localState is a local state of a goroutine while it is being computed.
//
// States are copied at every branch, and most of a state is the same in the
// copy: the frames up to private, decisions and rotation are shared with copies
// and never changed in place.
type localState struct {
	frames    []*frame // innermost last
	private   int
	memory    domain.Memory
	decisions domain.Decisions
	// rotation remembers which instance of a site was made last, for sites
	// that have several.
	rotation map[string]int
	panic    *panicking
	leaving  departure
	// touched are the maps and variables that a caller has used in his call, see touch.
	touched []domain.CellID
	// sightings are what it has seen of variables that others use, too, sorted by cell.
	sightings []sighting
	// holds are the locks that it has taken, sorted, see hold; those of clients in their call.
	holds []held
	// renewals are the New steps that come before anything else.
	renewals []renewal
	// course is how far the goroutine has come on the itinerary of the root, if that has one.
	course model.Course
	// heldUp says that time may have passed since the last step in calls that aren't followed.
	heldUp bool
	// steps counts instructions since the state was last canonical.
	steps int
}

func (f *frame) clone() *frame {
	g := *f
	g.registers = slices.Clone(f.registers)
	g.deferred = slices.Clone(f.deferred)
	return &g
}

// clone copies a state. The innermost frame becomes private to the copy, as it
// is the one that changes.
func (s *localState) clone() *localState {
	n := *s
	n.frames = slices.Clone(s.frames)
	if top := len(n.frames) - 1; top >= 0 {
		n.frames[top] = n.frames[top].clone()
		n.private, s.private = top, max(s.private, top)
	}
	n.memory = maps.Clone(s.memory)
	return &n
}

func (s *localState) top() *frame { return s.frames[len(s.frames)-1] }

// own returns frame number i, to be changed.
func (s *localState) own(i int) *frame {
	for j := i; j < s.private; j++ {
		s.frames[j] = s.frames[j].clone()
	}
	s.private = min(s.private, i)
	return s.frames[i]
}

// pop drops the innermost frame and returns the next one, to be changed.
func (s *localState) pop() *frame {
	s.frames = s.frames[:len(s.frames)-1]
	s.private = min(s.private, len(s.frames))
	return s.own(len(s.frames) - 1)
}

// decide notes what is known about a symbol from here on.
func (s *localState) decide(sym domain.SymbolID, d domain.Decision) {
	s.decisions = maps.Clone(s.decisions)
	s.decisions[sym] = d
}

// undecide drops what is known about a symbol.
func (s *localState) undecide(sym domain.SymbolID) {
	if _, ok := s.decisions[sym]; ok {
		s.decisions = maps.Clone(s.decisions)
		delete(s.decisions, sym)
	}
}

// source is where the reader sees what happens at a place of the innermost function, and
// the calls that lead there, outermost first. What happens inside the stand-ins for library
// functions, or at an instruction that isn't in the source, as in a method value, happens
// where they are called, or started.
func (s *localState) source(site model.Site) (model.Site, []model.Site) {
	last := len(s.frames) - 1
	for last > 0 && !(site.IsValid() && s.frames[last].function.Site.IsValid()) {
		site = s.frames[last].call
		last--
	}
	if !site.IsValid() {
		site = s.frames[0].call
	}
	var via []model.Site
	for _, f := range s.frames[1 : last+1] {
		if f.call.IsValid() {
			via = append(via, f.call)
		}
	}
	return site, via
}
