// Package model defines systems of communicating automata: one automaton per
// goroutine, over channels with their own capacities, locks, wait groups and
// shared cells. It is what package extract produces from Go code and what
// package verify explores; it knows nothing of either, and nothing of Go
// syntax: its source positions are plain [Site] values.
package model

// A System is a closed piece of a program: everything that can touch its
// objects is one of its processes.
//
// Process 0 is the goroutine of the root function. It runs from the start; all
// others start when a Spawn picks them. Systems of the literature have no Spawn:
// kmc.Decide takes all of their processes to run from the start.
type System struct {
	Name      string
	Site      Site // of the root function
	Objects   []Object
	Families  []Family
	Processes []Automaton
}

// An ObjectKind says which actions apply to an object.
type ObjectKind uint8

const (
	Channel   ObjectKind = iota // Send, Receive, ReceiveClosed, Close, Cancel
	Mutex                       // Lock, Unlock
	RWMutex                     // Announce, Lock, Unlock, RLock, RUnlock
	WaitGroup                   // Add, Wait
	Once                        // OnceBegin, OnceEnd, OnceSkip
	Cond                        // CondEnqueue, CondWake, Signal, Broadcast
	Cell                        // Read, Write, Update, Assume
)

// An Object is something that processes synchronise on or share.
type Object struct {
	Kind ObjectKind
	Name string // as the programmer wrote it; need not be unique
	Site Site   // where it was made

	// Capacity of a channel in messages; 0 is a rendezvous channel.
	Capacity int

	// Counted says that somebody asks how many messages a channel holds: one
	// that stays there is not lost.
	Counted bool

	// Slots says that a channel is a semaphore: its messages are the slots that are taken. Nothing
	// but the words for it depends on that.
	Slots bool

	// Atomic says that a cell is loaded or changed by atomic operations, so that goroutines may use it at
	// once. Nothing that can happen depends on that.
	Atomic bool

	// Receiver, if it isn't 0, is one more than the process that a channel leads to. The notations of
	// the literature say so also if that process never receives from it.
	Receiver int

	// Labels are the messages that a channel can carry. A Send and a Receive
	// name a label by its index. For a Cell they are the values it can take,
	// and value 0 is the initial one; a Cell that is used with Assume has the
	// initial value "undecided".
	Labels []Label

	// Owner is the process that makes the object while it runs, or -1 if the
	// object exists once, from the start. When a process that has run to its
	// end is spawned again, the objects that it owns are made anew, exactly
	// as by New.
	Owner int
}

// A Label is a message of a channel or a value of a cell.
type Label struct {
	Name string
	// Refs are the objects, as increasing indices, that somebody who has this
	// message or value can reach.
	Refs []int
}

// A Family is a set of interchangeable processes: a Spawn names a family, and
// starts its first member that is not running. Member processes differ only in
// the objects that they own.
type Family struct {
	Name    string
	Members []int // increasing, never empty, never containing 0
}

// An Automaton is the behaviour of one process. State 0 is initial. A state
// without transitions is final: the process has ended.
type Automaton struct {
	Name   string
	Site   Site // of the go statement, or of the root function
	States []State
}

// A State is a local state of one process. Several transitions leaving a state
// are a choice: which of them is taken is up to the environment if they are
// internal, and up to whatever becomes possible if they are operations (a
// select). All transitions at one state that name the same object and kind
// with different labels are one operation.
type State struct {
	Name        string // as its author wrote it; empty if states have no names
	Transitions []Transition
	// Refs are the objects, as increasing indices, that the process can still
	// reach from here. New uses them, see there.
	Refs []int
	// Busy says that the process may have been in a call that isn't followed when it comes here: time may have passed.
	Busy bool
}

// A Kind is the kind of an action.
type Kind uint8

// The actions. "Blocks" means that the transition is not enabled until its
// condition holds. A fault is what the Go runtime answers with a panic; see
// Fault for where it leads.
const (
	// Tau is an internal step, always enabled: a branch on something unknown
	// or an event of the outside world. Text, if not empty, is the assumption
	// made or the event, for the reader of a trace.
	Tau Kind = iota

	// Send appends message Label to Object; blocks while the channel is full.
	// With capacity 0 it is one joint step with a matching Receive of another
	// process. A fault if the channel is closed. Object -1 is the nil
	// channel: never enabled, which makes the state blocked, not final.
	Send
	// Receive takes message Label, or any message if Label is AnyLabel, from
	// the head of Object; blocks while there is none. Object -1 as for Send.
	Receive
	// ReceiveClosed is enabled when Object is closed and empty.
	ReceiveClosed
	// Close closes Object. Closing it twice is a fault. Object -1 (closing
	// the nil channel) is a fault, always.
	Close
	// Cancel closes Object if it is open, and does nothing otherwise.
	Cancel

	// Default, of a select, of a case with a timer that was started a moment ago (Text is
	// TimeIsUp then), or of a call with a context (NotEnded) or for its error (NotOver), is enabled only when no transition of the same state other than
	// Tau and Default is enabled (a fault counts as enabled). A rendezvous
	// doesn't count: a process at the other side may be about to come there,
	// which is no step of its own.
	Default

	// Spawn starts the first idle member of family Object. Idle is: never
	// started, or at a final state. If there is none, the verdict on the
	// system is inconclusive, and names the family.
	Spawn

	// New makes Object anew: an empty open channel, an unlocked lock, a zero
	// counter, a cell with value 0. If another process that is running, a
	// message in a channel or the value of a cell still refers to Object
	// (Refs), then two objects of the program would be taken for one; the
	// verdict is inconclusive, and names the object.
	New

	// Announce says that a writer waits for an RWMutex: readers that come
	// later block. Blocks while another writer has announced or holds it.
	Announce
	// Lock takes a Mutex, or an RWMutex that the process has announced;
	// blocks while it is held, by anybody.
	Lock
	// Unlock releases a Mutex or the write lock of an RWMutex. A fault if it
	// isn't held. Any process may unlock.
	Unlock
	// RLock takes a read lock; blocks while a writer holds or has announced.
	RLock
	// RUnlock releases a read lock. A fault if there is none.
	RUnlock

	// Add adds Label, which may be negative, to a WaitGroup. A fault if the
	// counter would become negative. Wait blocks while it isn't 0.
	Add
	Wait

	// OnceBegin is enabled when Object was never begun; OnceEnd ends it;
	// OnceSkip is enabled when it has ended. While it runs, both block.
	OnceBegin
	OnceEnd
	OnceSkip

	// CondEnqueue puts the process into the queue of waiters, CondWake is
	// enabled while it isn't there: once it was taken out, by Signal (the
	// first) or Broadcast (all).
	CondEnqueue
	CondWake
	Signal
	Broadcast

	// Read is enabled when Object has value Label. Write sets it. Update is both in one step: it
	// is enabled when Object has value Label, and sets it to Set.
	Read
	Write
	Update
	// Assume is enabled when Object is undecided (value 0) or has value Label,
	// and decides it: an unknown that several processes ask about gets one
	// answer. Text is the assumption.
	Assume

	// Fault is taken instead of the other transitions of its state on Object
	// when these would be faults (see Send, Close, Unlock, RUnlock, Add); the
	// process goes on with its deferred calls. It is enabled only then. An
	// operation that faults at a state without a Fault for its object crashes
	// the program at that operation.
	Fault

	// Crash ends the program by a panic that nobody recovers. Text says why,
	// Site is the operation that panicked. It is a finding.
	Crash
	// Exit ends the program on purpose: main returned, os.Exit, a panic call.
	// Whoever was alive is no finding, unless he was stuck already while process 0
	// had something to wait for.
	Exit
)

// AnyLabel as the Label of a Receive stands for every message.
const AnyLabel = -1

// A Transition is one step of an automaton.
type Transition struct {
	Kind   Kind
	Object int // index of an object; of a family for Spawn; -1 for nil or none
	Label  int // index of a label; the amount for Add; else 0
	Set    int // index of another label, of an Update; else 0
	To     int // index of the state after it

	Site Site   // of the operation
	Via  []Site // calls that lead to it, outermost first; empty in the goroutine's own function
	Text string // see Tau, Assume, Crash; of an Add the amount as the source has it, if the system has another one

	// Doubt of a Tau, if not empty, is why the program may be unable to take
	// this step although the automaton can: it depends on something that isn't
	// followed. Of the steps of one state that are in doubt the program takes
	// one, but nobody knows which, nor whether the same one each time: what
	// comes about after some of them only is no finding. Whether it may, and on
	// which steps that hangs, says verify.Result.
	Doubt string

	// Leaves, of a step in doubt, says that it leaves a loop that comes to its end, for all that isn't
	// known of when: who comes to the choice again and again takes this step at last.
	Leaves bool

	// Lasts, of a Tau of process 0, says that time passes before it: the process waits for the
	// outside world there, or is in a call that isn't followed.
	Lasts bool

	// Event, of a Tau, or of a Default, is what it comes with, and Timer what is known of
	// when that is.
	Event Event
	Timer Timer
}
