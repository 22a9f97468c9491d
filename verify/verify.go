// Package verify explores systems of communicating automata under the real
// capacities of their channels, and says what can go wrong for good.
//
// Vocabulary. A configuration is the local state of every process with the
// state of every object. A process is stuck in a configuration if it is at an
// operation and moves in no configuration that can be reached; equivalently,
// it doesn't move in some reachable terminal strongly connected component
// (one that is never left). The scheduler and the outside world are fair: what
// stays possible happens.
//
// Files: config.go packs configurations, step.go is the semantics of the
// actions, explore.go builds the graph, property.go reads findings off its
// terminal components, trace.go tells how to get there. With steps in doubt,
// doubt.go says what goes wrong in any case, game.go what may, and hang.go what
// that hangs on. beyond.go says what is known of a system that is too large.
// mainend.go says who is stuck before the program ends, patience.go when timers run out.
// private.go and symmetry.go make the graph smaller, and lockorder.go does without one.
//
// The theories of the literature that ask for more than one set of capacities have packages of
// their own below this one.
package verify

import (
	"fmt"
	"slices"

	"github.com/chancheck/chancheck/model"
)

// Options limits an exploration.
type Options struct {
	// States is the largest number of configurations; 0 means 200 000.
	States int
	// Distinct switches symmetry off (symmetry.go): goroutines that do the same
	// are told apart. Plain switches that and the other reduction off
	// (private.go): all interleavings are explored.
	Distinct, Plain bool
	// Suspect stops the exploration as soon as something may go wrong, for those who only
	// ask whether a system is clean: see Result.Suspect.
	Suspect bool
	// NoPanic asks about programs that don't panic in any order of steps: see panicfree.go and
	// Result.Panics.
	NoPanic bool
	// Patient lets no timer run out as long as somebody has something to do, nor before a shorter one: see patience.go. Nobody who isn't said to be stuck
	// then is to be believed to be fine.
	Patient bool
	// After is an execution at the end of which the exploration begins: of the system, or of
	// one that differs in what hasn't happened yet. Executions that are told go on from there.
	After []Step
	// goesOn lets the others go on when process 0 comes to the regular end of the program: see
	// mainend.go.
	goesOn bool
}

// DefaultStates is the limit on configurations if none is given.
const DefaultStates = 200_000

// A Category says what kind of thing goes wrong.
type Category string

// The categories, see docs/.
const (
	Deadlock Category = "deadlock" // process 0 is stuck
	Leak     Category = "leak"     // another process is stuck
	// LeakFailed is a Leak that comes about only where a test has been given up
	// (model.Abandoned), or has failed (model.Failed). Check doesn't tell it apart: who wants to know asks a
	// system that goes on there, or ends there.
	LeakFailed Category = "leak-failed"
	Orphan     Category = "orphan" // a message that no execution receives
	// OrphanTest is an Orphan that a test file sends, or in a channel of one, or that a test leaves. Check doesn't tell
	// it apart: what a test leaves in its channels ends with it.
	OrphanTest Category = "orphan-test"
	OrphanMay  Category = "orphan-may" // a message that some execution leaves behind
	Panic      Category = "panic"      // a fault of the runtime
)

// IsOrphan reports whether it is a category of messages that are left.
func (c Category) IsOrphan() bool { return c == Orphan || c == OrphanTest || c == OrphanMay }

// IsStuck reports whether it is a category of processes that are stuck.
func (c Category) IsStuck() bool { return c == Deadlock || c == Leak || c == LeakFailed }

// An Answer says whether something can go wrong.
type Answer uint8

// The answers. That of a system without steps in doubt is never Unknown unless
// a limit was hit.
const (
	Unknown Answer = iota // that hangs on steps in doubt, or there is no answer
	Clean                 // no, whatever the program does at steps in doubt
	Found                 // yes, whatever the program does at steps in doubt
)

// String returns "unknown", "clean" or "found".
func (a Answer) String() string { return [...]string{"unknown", "clean", "found"}[a] }

// A Result is what is known about a system after exploration.
type Result struct {
	// Answer is Found if there are findings. Something else may go wrong
	// besides: see Hangs.
	Answer      Answer
	Findings    []Finding // in a fixed order
	States      int       // configurations; none if no exploration was needed
	Transitions int
	// Inconclusive says why not all is known, "" if it is. Then there may be
	// findings all the same if there are only too many configurations
	// (beyond.go), but nothing is clean.
	Inconclusive string
	// Hangs is what else goes wrong for some ways to settle the steps in doubt,
	// but not for certain; Doubtful are the reasons of those steps, in
	// increasing order.
	Hangs    []Doubt
	Doubtful []string
	// Suspect is one thing that may go wrong, without an execution, if that was asked for.
	// Nothing else is known then but that the system isn't clean, unless Inconclusive is "".
	Suspect *Finding
	// Panics are those that were ruled out, without executions, if that was asked for.
	Panics []Finding
	// Exhausted are families that had too few members, Conflicts objects of
	// which there are too few (see model.Spawn, model.New). The question may
	// be asked again with more of them.
	Exhausted, Conflicts []int
}

// A Finding is one thing that goes wrong, with a shortest execution.
type Finding struct {
	Category   Category
	Process    int // who is stuck, has sent the message, has panicked
	State      int // its local state
	Transition int // the transition there that stands for the operation
	Object     int // what the operation is about, or -1
	Trace      []Step
	Also       []Blocked // who else can be stuck together with it, in any execution
	// Or is where the process may be stuck or panic instead: it hangs on what is in doubt,
	// but it is here or there in any case.
	Or   []Blocked
	Text string // of a panic: the runtime's message
}

// A Doubt is one thing that may go wrong: for some ways to settle the steps in
// doubt there is an execution after which it does, and Trace is a shortest one.
type Doubt struct {
	Finding // without Also
	// Steps are what it hangs on: the steps in doubt that the execution takes,
	// and those that would lead out of where it goes wrong. To follow what they
	// depend on either settles it or brings up others. They are in increasing
	// order, and never none, unless it hangs on panics alone that were ruled out
	// (Options.NoPanic).
	Steps []DoubtfulStep
}

// A DoubtfulStep is a transition that is in doubt (model.Transition.Doubt). Of
// goroutines that do the same the first stands for all.
type DoubtfulStep struct {
	Process, State, Transition int
}

// A Step is one step of an execution. Partner is the receiving side of a
// rendezvous and Spawned the process that is started, or -1.
type Step struct {
	Process, State, Transition               int
	Partner, PartnerState, PartnerTransition int
	Spawned                                  int
}

// In is the transition of a step of a system.
func (s *Step) In(sys *model.System) *model.Transition {
	return &sys.Processes[s.Process].States[s.State].Transitions[s.Transition]
}

// PartnerIn is the transition of the receiving side of a rendezvous of a system.
func (s *Step) PartnerIn(sys *model.System) *model.Transition {
	return &sys.Processes[s.Partner].States[s.PartnerState].Transitions[s.PartnerTransition]
}

// In is the transition in doubt of a system.
func (s *DoubtfulStep) In(sys *model.System) *model.Transition {
	return &sys.Processes[s.Process].States[s.State].Transitions[s.Transition]
}

// In is the transition of a system that stands for the operation of a finding.
func (f *Finding) In(sys *model.System) *model.Transition {
	return &sys.Processes[f.Process].States[f.State].Transitions[f.Transition]
}

// A Blocked is a process that is stuck at a local state.
type Blocked struct {
	Process, State int
}

// Check explores a system.
func Check(sys *model.System, options Options) Result {
	if err := sys.Validate(); err != nil {
		return Result{Inconclusive: "not a system: " + err.Error()}
	}
	if len(sys.Processes) >= isWayOut {
		return Result{Inconclusive: fmt.Sprintf("more than %d processes", isWayOut-1)}
	}
	if options.States == 0 {
		options.States = DefaultStates
	}
	var g *graph
	var result Result
	switch {
	case options.NoPanic:
		g, result.Panics = explorePanicFree(sys, options)
	case !options.Plain && inOrder(sys, options.States):
		return Result{Answer: Clean}
	default:
		g = explore(sys, options, nil)
	}
	result.States, result.Transitions = g.table.Size, len(g.edges)
	if g.suspect != nil {
		result.Suspect, result.Inconclusive = g.suspect, "something may go wrong"
		return result
	}
	if g.stop != "" {
		result.Inconclusive = g.stop
		result.Exhausted, result.Conflicts = sortedKeys(g.exhausted), sortedKeys(g.conflicts)
		if g.large {
			result.Findings = g.beyond()
		}
		if len(result.Findings) > 0 {
			result.Answer = Found
		}
		return result
	}
	result.Findings, result.Hangs = g.findings()
	if !options.NoPanic {
		afterEnd(sys, options, &result)
	}
	result.Doubtful = reasons(sys, result.Hangs)
	switch {
	case len(result.Findings) > 0:
		result.Answer = Found
	case len(result.Hangs) == 0 && result.Inconclusive == "":
		result.Answer = Clean
	}
	return result
}

// reasons are those of the steps on which something hangs.
func reasons(sys *model.System, hangs []Doubt) []string {
	var list []string
	for _, d := range hangs {
		for _, s := range d.Steps {
			list = append(list, s.In(sys).Doubt)
		}
	}
	slices.Sort(list)
	return slices.Compact(list)
}
