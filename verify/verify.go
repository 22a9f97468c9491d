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
// terminal components, trace.go tells how to get there.
//
// Beside this, KMC decides k-multiparty compatibility of systems in which each
// channel has one sender and one receiver: whether they are safe for every
// capacity from some k on. kmc.go says where to find what.
package verify

import (
	"fmt"

	"github.com/chancheck/chancheck/model"
)

// Options limits an exploration.
type Options struct {
	// States is the largest number of configurations; 0 means 200 000.
	States int
	// Plain switches the reduction off (private.go): all interleavings are
	// explored.
	Plain bool
}

// DefaultStates is the limit on configurations if none is given.
const DefaultStates = 200_000

// A Category says what kind of thing goes wrong.
type Category string

// The categories, see docs/.
const (
	Deadlock  Category = "deadlock"   // process 0 is stuck
	Leak      Category = "leak"       // another process is stuck
	Orphan    Category = "orphan"     // a message that no execution receives
	OrphanMay Category = "orphan-may" // a message that some execution leaves behind
	Panic     Category = "panic"      // a fault of the runtime
)

// A Result is what is known about a system after exploration.
type Result struct {
	Findings    []Finding // in a fixed order
	States      int       // configurations
	Transitions int
	// Inconclusive says why there is no answer, "" if there is one. Then there
	// are no findings.
	Inconclusive string
	// Doubtful says, if not empty, why something else may go wrong: what was
	// seen after steps in doubt, in increasing order.
	Doubtful []string
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
	Text       string    // of a panic: the runtime's message
}

// A Step is one step of an execution. Partner is the receiving side of a
// rendezvous and Spawned the process that is started, or -1.
type Step struct {
	Process, State, Transition               int
	Partner, PartnerState, PartnerTransition int
	Spawned                                  int
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
	if len(sys.Processes) >= isBranch {
		return Result{Inconclusive: fmt.Sprintf("more than %d processes", isBranch-1)}
	}
	if options.States == 0 {
		options.States = DefaultStates
	}
	g := explore(sys, options)
	result := Result{States: g.table.size, Transitions: len(g.edges)}
	if g.stop != "" {
		result.Inconclusive = g.stop
		result.Exhausted, result.Conflicts = sortedKeys(g.exhausted), sortedKeys(g.conflicts)
		return result
	}
	result.Findings, result.Doubtful = g.findings()
	return result
}

func tooManyStates(limit int) string {
	return fmt.Sprintf("more than %d configurations", limit)
}
