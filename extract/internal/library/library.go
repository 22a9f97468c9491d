// Package library is what is known of library functions: one row for each, and
// some rules for packages as a whole.
//
// A known function has a meaning that the evaluator carries out, or a stand-in,
// a skeleton made of simpler known calls. A call of it is kept in skeletons as it
// is, and its body is never looked at. Of other functions it may be known what
// their results or arguments are like.
package library

import (
	"slices"
	"strings"

	"github.com/chancheck/chancheck/extract/ir"
	"github.com/chancheck/chancheck/model"
)

// A Meaning says what the evaluator does for a call.
type Meaning uint8

// The meanings. What a row has to say beside is in its other fields.
const (
	// None: the evaluator has nothing built in.
	None Meaning = iota
	// Inert: nothing that matters.
	Inert
	// Lasts: nothing, but time passes meanwhile.
	Lasts
	// Sleeps: nothing, but a timer runs out before it returns.
	Sleeps
	// Opens: anything, at any time, with what it is given; Text says why.
	Opens
	// Acts: one action on a lock or the like, Object and Action. Text is what
	// the runtime says if the action is a fault.
	Acts
	// TryLock: lock if that is possible, and say whether it was.
	TryLock
	// Add and Done change the counter of a wait group.
	Add
	Done
	// OnceBegins: the first one begins, the others wait for its end.
	OnceBegins
	// ReadLocker: the Locker that read-locks.
	ReadLocker
	// Close, Panic: the builtin function, deferred or in a goroutine.
	Close
	Panic
	// Atomic: access to an atomic variable whose value isn't followed: see accessOf.
	Atomic
	// Background: a context that nobody cancels.
	Background
	// SameContext: the context that it is given, with a value.
	SameContext
	// WithCancel: a new context, and what cancels it.
	WithCancel
	// WithTimeout: the same, but it is cancelled sooner or later.
	WithTimeout
	// CancelContext, ContextDone, ContextErr: what is done with a context.
	CancelContext
	ContextDone
	ContextErr
	// Reflects: what it is given is used from then on in ways that can't be seen.
	Reflects
	// Fires: whether a timer has run out, which it does sooner or later. MayFire: the same,
	// but it may be stopped before.
	Fires
	MayFire
	// OfMachine: a property of the machine, the same each time, of kind Kind.
	OfMachine
	// Exit: the program ends.
	Exit
	// Goexit: the goroutine ends, its deferred calls run. FailNow: so does the test that it
	// runs.
	Goexit
	FailNow
	// Fails: the test has failed, and goes on.
	Fails
	// Subtest, Parallel, Cleanup, TestContext are methods of tests.
	Subtest
	Parallel
	Cleanup
	TestContext
	// Meanings is how many there are.
	Meanings
)

// A Function is what is known of one function.
type Function struct {
	Name    string // as ir.Function.Name, or that of a building block
	Meaning Meaning
	Object  model.ObjectKind // of Acts
	Action  model.Kind       // of Acts
	Kind    ir.ValueKind     // of OfMachine
	Text    string           // of Acts and Opens; of Panic if the library panics, not the program
	// Makes says that it makes something to communicate over.
	Makes bool
	// Endless says that it makes a context that nobody in the scope of the
	// caller cancels.
	Endless bool
	// NonNil says that it never returns nil.
	NonNil bool
	// Succeeds says that it never returns an error.
	Succeeds bool
	// CallsLater says that it calls the functions that it is given again and again, in
	// goroutines of its own: see CallsAtOnce.
	CallsLater bool
	// Outside says that what it returns is in the outside world, such as a file or a connection.
	Outside bool
	// Calls is the name of the method, if there is one, that it calls of what it is given as an
	// interface value.
	Calls string
	// Timer is what it does to a timer.
	Timer TimerUse
	// Instant says that no time passes while it runs: it sets a timer, or makes a context.
	Instant bool
	// Waits says that it waits for something outside, be it for some time to pass.
	Waits bool
	// EndedBy are the methods of its receiver of which one has to be called before it returns, unless it fails.
	EndedBy []string
	// MakesServer says that it makes a server, which such a method ends.
	MakesServer bool
	// Marks says that the test has failed once it is called. It matters only where what follows hangs on
	// the same.
	Marks bool
	// Bubble says that time stands still in the functions that it is given.
	Bubble bool
}

// InertCall is the name of a function that does nothing that matters, OwnInertCall that of such a method of the
// package, FixedCall that of one of which a result is known, LastingCall that of one in which time passes, SleepingCall that
// of one that sleeps, and FailedCall that of one by which a test fails.
const (
	InertCall    = "inert"
	OwnInertCall = "own"
	FixedCall    = "fixed"
	LastingCall  = "lasts"
	SleepingCall = "sleeps"
	FailedCall   = "fails"
)

// atomics is the row of the functions of package sync/atomic that aren't followed.
var atomics = &Function{Name: "sync/atomic", Meaning: Atomic}

// nothing is the row of functions of which nothing is known.
var nothing = &Function{}

// Find returns what is known of a function, be it nothing.
func Find(name string) *Function {
	if f, ok := rows[name]; ok {
		return f
	}
	if !IsAtomic(name) {
		return nothing
	}
	if _, followed := accessOf(name); followed {
		return nothing
	}
	return atomics
}

// IsKnown reports whether the function called name has a meaning or a stand-in.
func IsKnown(name string) bool {
	return Find(name).Meaning != None || StandIn(name) != nil
}

// EndsGoroutine reports whether a known function doesn't return.
func EndsGoroutine(name string) bool {
	switch Find(name).Meaning {
	case Panic, Exit, Goexit, FailNow:
		return true
	}
	return false
}

// OnlyPrints reports whether a library function reads what it is given.
func OnlyPrints(name string) bool {
	return hasPrefix(name, printing)
}

// SetsLogOutput reports whether a function says where package log, or a logger of it, writes to.
func SetsLogOutput(name string) bool {
	return name == "log.SetOutput" || name == "(*log.Logger).SetOutput"
}

// CallsAtOnce reports whether a function of the standard library may call the functions that
// it is given before it returns, where the caller may hold locks, or only once.
func CallsAtOnce(name string) bool {
	return isStandard(name) && !Find(name).CallsLater
}

// CallsInGoroutine reports whether a library function calls what it is given in a goroutine of its
// own, once something has happened.
func CallsInGoroutine(name string) bool { return name == AfterFunc }

// A TimerUse says what a function does to a timer.
type TimerUse uint8

// What functions do to timers.
const (
	NoTimer      TimerUse = iota
	MakesTimer            // and starts it
	MakesTicker           // that sends again and again
	MakesTicks            // the channel of one that is started, no more
	SetsTimer             // the one that it is called of
	StopsTimer            // likewise
	SetsContext           // it makes a context that a timer ends, after a while
	SetsDeadline          // likewise, at a time
)

// isStandard reports whether a name is one of a function of the standard library.
func isStandard(name string) bool {
	first, _, nested := strings.Cut(strings.TrimLeft(name, "(*"), "/")
	if !nested {
		first, _, _ = strings.Cut(first, ".")
	}
	return dataTrees[first] || otherTrees[first]
}

// IsStandard reports whether a package, by its path, is one of the standard library.
func IsStandard(path string) bool { return isStandard(path + ".") }

func hasPrefix(name string, prefixes []string) bool {
	return slices.ContainsFunc(prefixes, func(prefix string) bool { return strings.HasPrefix(name, prefix) })
}

// IsHarmless reports whether a method is one that everybody has for printing or
// sorting, by its name and its results; kind is that of a single result.
func IsHarmless(method string, results int, kind ir.ValueKind) bool {
	switch method {
	case "Error", "String", "GoString":
		return results == 1 && kind == ir.StringKind
	case "Len":
		return results == 1 && kind == ir.IntKind
	case "Less":
		return results == 1 && kind == ir.BoolKind
	case "Format", "Swap":
		return results == 0
	}
	return false
}
