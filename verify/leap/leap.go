// Package leap explores systems of communicating automata in leaps: several processes move in one
// step, and processes for whom something can still become possible stay behind. It finds the
// non-progress states, non-executable transitions, unspecified receptions and buffer overflows of a
// system in fewer states than there are. It is leaping reachability analysis (LRA), after
//
//	[SU]  H. van der Schoot, H. Ural: chapter 5, "Leaping reachability analysis", of
//	      a thesis; parts of it in earlier papers of the two. Numbers of definitions,
//	      theorems and examples in the comments are those of the chapter.
//
// protocol.go checks the class and compiles automata, offers.go says who can move, leaps.go
// makes leap sets of that, search.go explores, property.go looks at each state on the way, and
// execution.go makes steps of a path.
//
// The chapter has capacities from 1 on and one channel from a process to another. Here a pair may
// have several channels, which makes no difference as all that counts is that each end of a channel
// has one owner. Internal steps are always executable, and commute with all steps of others.
// Capacity 0 is a rendezvous, see offers.go.
//
// What the searches don't say: whether somebody waits for ever while others go on. Progress is
// that of the system as a whole.
package leap

import (
	"fmt"

	"github.com/chancheck/chancheck/model"
)

// A Search is a relation between global states: which of those that follow one
// are looked at.
type Search uint8

// The searches. Each finds all non-progress states.
const (
	// DepthFirst is l2(J,K)* (Definition 5.45): it finds what Extended finds, with extensions
	// only where the way back to a state on the path is open.
	DepthFirst Search = iota
	// Extended is l(J,K)* (Definition 5.34). It finds all non-executable transitions, the
	// unspecified receptions on channels of J and the overflows of channels of K.
	Extended
	// Star is l* (Definition 5.18): the same with J and K empty.
	Star
	// Proper is l (Definition 5.7). It finds non-progress states only.
	Proper
	// Full is every step of every process, one at a time.
	Full
)

// String returns the search as the chapter writes it.
func (s Search) String() string {
	return [...]string{"l2(J,K)*", "l(J,K)*", "l*", "l", "full"}[s]
}

// Unlimited is the bound of a channel that is never full.
const Unlimited = 1<<31 - 1

// DefaultStates is the limit on global states if none is given.
const DefaultStates = 2_000_000

// Options says how to search, and how much it may cost.
type Options struct {
	Search Search
	// Bounds are the bounds of the objects of the system; nil stands for their capacities.
	// Those of objects that are no channels don't matter.
	Bounds []int
	// J are the channels on which unspecified receptions are looked for, K those whose
	// overflows are, by object; nil is none of them. Searches without J and K ignore them.
	J, K []bool
	// States is the largest number of global states; 0 means DefaultStates.
	States int
	// Shared accepts channels with several senders or receivers, which the chapter doesn't have. What is
	// said about non-progress states and transitions holds for them, too.
	Shared bool
	// Thorough goes on where there are very many leaps for each state: free processes with a choice each have
	// one for every combination.
	Thorough bool
	// Progress, if not nil, is called now and then during long searches.
	Progress func(states, leaps int)
}

// A Place is a transition of an automaton.
type Place struct{ Process, State, Transition int }

// A Reception is unspecified (a ur-pair): in some global state the process is in
// State, the first message of Channel is Label, and it has no reception for that there.
type Reception struct {
	Process, State, Channel, Label int
	At                             int // the first such global state
}

// An Overflow is a send that finds its channel full (a bo-pair), which is to say
// that it has to wait.
type Overflow struct {
	Place
	Channel int
	At      int // the first such global state
}

// A Result is what a search has found. All of it is reachable; whether there is
// more is said beside each part.
type Result struct {
	Search        Search
	Bounds        []int  // per object
	States, Leaps int    // nodes and edges of the graph that was explored
	Stop          string // the budget that was hit, "" if the search is complete

	// NonProgress are the global states in which nobody can move: all there are,
	// unless the search was stopped.
	NonProgress []int
	// NonExecutable are the transitions that no execution takes. It is nil if the search doesn't
	// tell, or was stopped.
	NonExecutable []Place
	// Receptions are in the order in which they were found. All those on channels of J
	// are there, unless the search was stopped.
	Receptions []Reception
	// Overflows likewise, with K.
	Overflows []Overflow

	search *search
}

// TellsExecutable reports whether the search tells which transitions are executable.
func (s Search) TellsExecutable() bool { return s != Proper }

// TellsPairs reports whether the search tells all receptions and overflows that J and K ask for.
func (s Search) TellsPairs() bool { return s == Full || s == Extended || s == DepthFirst }

// Explore searches a system. The error says why the system isn't in the class
// or why the options make no sense; a budget that was hit is no error.
func Explore(sys *model.System, options Options) (*Result, error) {
	p, err := compile(sys, options.Shared)
	if err != nil {
		return nil, err
	}
	if err := options.complete(sys); err != nil {
		return nil, err
	}
	s := newSearch(p, options)
	s.run()
	return s.result(), nil
}

// complete checks the options, which come from outside, and fills in what isn't
// given.
func (o *Options) complete(sys *model.System) error {
	if o.States == 0 {
		o.States = DefaultStates
	}
	if o.Bounds == nil {
		for i := range sys.Objects {
			o.Bounds = append(o.Bounds, min(sys.Objects[i].Capacity, Unlimited))
		}
	}
	switch {
	case o.Search > Full:
		return fmt.Errorf("there is no search %d", o.Search)
	case o.States < 0:
		return fmt.Errorf("the limit on states must be at least 1")
	case len(o.Bounds) != len(sys.Objects):
		return fmt.Errorf("%d bounds for %d objects", len(o.Bounds), len(sys.Objects))
	}
	for c, bound := range o.Bounds {
		if bound < 0 || bound > Unlimited {
			return fmt.Errorf("bound %d of object %d must be from 0 to %d", bound, c, Unlimited)
		}
	}
	return o.completeSets(len(sys.Objects))
}

// completeSets fills in J and K.
func (o *Options) completeSets(objects int) error {
	for _, set := range []*[]bool{&o.J, &o.K} {
		switch {
		case *set == nil || o.Search == Proper || o.Search == Star:
			*set = make([]bool, objects)
		case len(*set) != objects:
			return fmt.Errorf("a set of channels for %d objects, of %d", len(*set), objects)
		}
	}
	return nil
}
