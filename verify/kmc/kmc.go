// Package kmc decides k-multiparty compatibility (k-MC) of communicating session automata and
// the properties around it: whether systems in which each channel has one sender and one
// receiver are safe for every capacity from some k on. It is after
//
//	[LY19]  J. Lange, N. Yoshida: Verifying Asynchronous Interactions via
//	        Communicating Session Automata, CAV 2019
//	[LYx]   the long version of it; numbers of definitions, theorems and
//	        examples in the comments are those of the long version.
//
// machines.go checks the class and compiles automata, space.go explores RS_k,
// reduce.go the reduced system, ends.go says whether anything goes wrong at the
// ends of executions, future.go what stays possible from where, parts.go what
// participants have to do with each other,
// safety.go and bound.go read the properties off, chain.go has k-CIBI, bisim.go
// local bound-agnosticity, exist.go what theorems say about existential
// boundedness, ksync.go asks package ksync for k-synchronisability, witness.go executions;
// decide.go puts them together at one bound, search.go is Algorithm 2.
//
// Of programs, absorb.go makes such systems where it can, and capacity.go finds the least
// safe capacity of each channel, by k-MC and by exploration.
package kmc

import "github.com/chancheck/chancheck/verify"

// Options says what to decide, and how much it may cost.
type Options struct {
	// K is the bound of every channel. 0 searches 1, 2, … Max for the least
	// bound at which there is an answer (Algorithm 2).
	K int
	// Max is the last bound of the search; 0 means DefaultMax.
	Max int
	// Bounds are bounds per object of the system, in place of K and Max; those
	// of objects that are no channels don't matter. A bound 0 makes a channel
	// a rendezvous: its sends and receives are joint steps.
	Bounds []int
	// NoReduction leaves the reduced system out. Answers come from the full
	// system then, and are the same where the budgets suffice; what is about
	// the reduced system is undecided.
	NoReduction bool
	// Peer accepts two readings of the literature's own tool as premises of
	// "safe": reduced k-OBI in place of k-OBI (Theorem 5), and dependency
	// chains that follow a message from its send to its reception. An answer
	// that rests on either says so in its reason.
	Peer bool
	// Thorough spends the whole budget on the searches that are not linear in
	// the explored system: dependency chains, weak bisimulation, exchanges.
	// Without it they get a small one.
	Thorough bool
	// States is the largest number of configurations to explore; 0 means
	// DefaultStates, or fewer if there are more than a hundred participants.
	States int
	// Progress, if not nil, is called now and then during long explorations.
	Progress func(k, states, transitions int)
}

// DefaultMax is the last bound tried if none is given.
const DefaultMax = 10

// DefaultStates is the limit on configurations if none is given.
const DefaultStates = 2_000_000

// A Verdict is the answer about a system for every bound from some k on.
type Verdict uint8

// The verdicts of Algorithm 2.
const (
	// Unknown: no bound that was tried gives an answer.
	Unknown Verdict = iota
	// Safe: for every bound (of every channel) at or above the one given.
	Safe
	// Unsafe: there is a bound, the one given, from which on the system
	// violates eventual reception or progress.
	Unsafe
)

// String returns one word.
func (v Verdict) String() string {
	return [...]string{"unknown", "safe", "unsafe"}[v]
}

// A Status is what is known about one property.
type Status uint8

// The three answers.
const (
	Undecided Status = iota
	Holds
	Fails
)

// String returns one word.
func (s Status) String() string {
	return [...]string{"undecided", "holds", "fails"}[s]
}

// The names of the properties. Those with "reduced" are about the reduced
// system, as Definitions 17, 18 and 26 have it; all others are about the
// system itself, whichever system was explored to decide them.
const (
	PropCSA               = "communicating session automata" // Definition 1, Remark 1
	PropSendDirected      = "send-directed"                  // before Definition 2
	PropReceiveDirected   = "receive-directed"               // before Definition 2
	PropOBI               = "k-OBI"                          // Definition 6
	PropIBI               = "k-IBI"                          // Definition 7
	PropSIBI              = "k-SIBI"                         // Definition 12
	PropCIBI              = "k-CIBI"                         // Definition 11
	PropCIBIMessages      = "k-CIBI, following messages"     // Definition 11 as the peer tool reads it
	PropReducedOBI        = "reduced k-OBI"                  // Definition 17
	PropReducedIBI        = "reduced k-IBI"                  // Definition 7 at the reduced system's configurations
	PropReducedSIBI       = "reduced k-SIBI"                 // Definition 18
	PropReducedCIBI       = "reduced k-CIBI"                 // Definition 26
	PropReducedMessages   = "reduced k-CIBI, following messages"
	PropUnboundedIBI      = "IBI"                          // Definition 7 without bound; by Proposition 1, Lemma 2
	PropEventualReception = "eventual reception"           // Definition 4 (1)
	PropProgress          = "progress"                     // Definition 4 (2)
	PropSafe              = "k-safe"                       // Definition 4
	PropExhaustive        = "k-exhaustive"                 // Definition 9
	PropKMC               = "k-MC"                         // Definition 10
	PropStable            = "stable property"              // Definition 5, within the bound
	PropBoundAgnostic     = "bound-agnostic"               // Theorem 3, between k and k+1
	PropExistential       = "existentially bounded"        // Definition 22
	PropExistentialStable = "existentially stable bounded" // Definition 23
	PropSynchronisable    = "k-synchronisable"             // Definition 24
)

// A PropertyResult is the answer about one property at one bound.
type PropertyResult struct {
	Name   string // one of the Prop constants
	Status Status
	// Note says what the answer rests on, or why there is none.
	Note string
	// Witness shows a failure, if the property is one of executions.
	Witness *Witness
}

// A Witness is an execution after which a property fails: a shortest one of
// the explored system.
type Witness struct {
	Steps []verify.Step
	// Participant is the process that the failure is about, State its local
	// state after the execution; Channel the object concerned, or -1.
	Participant, State, Channel int
	// Waits says what the participant waits for or would have to be able to
	// do, InTheWay what it finds instead.
	Waits, InTheWay string
}

// A Result is everything decided at the last bound explored.
type Result struct {
	Verdict Verdict
	// K is the uniform bound that the verdict and the properties are about;
	// 0 if Bounds were given.
	K      int
	Bounds []int // the same per object
	// Reason is one sentence: what the verdict rests on, or the premise that
	// failed last.
	Reason string
	// Inconclusive says that a budget was hit, and which one. The verdict is
	// then Unknown.
	Inconclusive bool
	Properties   []PropertyResult // in the order of the Prop constants
	// Violation is the execution that an unsafe verdict rests on.
	Violation *Witness

	// States and Transitions are those of the full k-bounded system, 0 if it
	// wasn't explored. ReducedStates and ReducedTransitions are those of the
	// reduced system, as in Table 2.
	States, Transitions               int
	ReducedStates, ReducedTransitions int
}

// Property returns the result about a property by its name; one that isn't
// there is undecided.
func (r *Result) Property(name string) PropertyResult {
	for _, p := range r.Properties {
		if p.Name == name {
			return p
		}
	}
	return PropertyResult{Name: name}
}
