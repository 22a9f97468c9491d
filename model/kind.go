package model

import "strings"

// TimeIsUp is the Text of a Default that comes with time.
const TimeIsUp = "time is up"

// MadeAtLine comes before the line in the Name of an object that has none in the source.
const MadeAtLine = " made at line "

// OnceOf begins the Name of a Once that stands for a function which runs another one once.
const OnceOf = "the function "

// GroupOf begins the Name of a WaitGroup that stands for the goroutines of a call, which waits for them.
const GroupOf = "the goroutines of "

// StartedAt begins the name of whoever runs a function that goroutines run alone: nobody calls it.
const StartedAt = "the goroutine started at "

// SameKey begins the Name of a WaitGroup that stands for a call for which others with the same key wait.
const SameKey = "the call for the same key of "

// NotEnded is the Text of a Default that a call takes as long as the context that it is given hasn't ended.
const NotEnded = "not ended"

// NotOver is the Text of a Default that asks a context why it has ended, as long as it hasn't.
const NotOver = "not over"

// kindNames are the words of the text form, in the order of the constants.
var kindNames = [...]string{
	"tau", "send", "receive", "receive-closed", "close", "cancel", "default", "spawn", "new",
	"announce", "lock", "unlock", "rlock", "runlock", "add", "wait",
	"once-begin", "once-end", "once-skip", "cond-enqueue", "cond-wake", "signal", "broadcast",
	"read", "write", "update", "assume", "fault", "crash", "exit",
}

// String returns the word of the text form.
func (k Kind) String() string {
	if int(k) < len(kindNames) {
		return kindNames[k]
	}
	return "unknown-action"
}

var objectKindNames = [...]string{"channel", "mutex", "rwmutex", "waitgroup", "once", "cond", "cell"}

// String returns the word of the text form.
func (k ObjectKind) String() string {
	if int(k) < len(objectKindNames) {
		return objectKindNames[k]
	}
	return "unknown-object"
}

// IsLocking reports whether an action takes a lock, for which it waits, or says that it is
// about to: Announce, Lock or RLock.
func (k Kind) IsLocking() bool { return k == Announce || k == Lock || k == RLock }

// IsLock reports whether an object is a lock. The runtime ends the program where one is released that nobody has: that is
// no panic, from which somebody could recover.
func (k ObjectKind) IsLock() bool { return k == Mutex || k == RWMutex }

// Assumes reports whether a step assumes something that its text says. What is in doubt is no assumption.
func (t *Transition) Assumes() bool { return t.IsAnswer() && t.Doubt == "" }

// IsAnswer reports whether the text of a step answers a question, be it by an assumption or in doubt.
func (t *Transition) IsAnswer() bool {
	return (t.Kind == Tau || t.Kind == Assume) && t.Text != "" && t.Text != Abandoned && t.Text != Failed && t.Text != Panicking && !t.IsSpending()
}

// Texts of steps after which nothing comes from a timer or ticker any more: these end them, and what it is called begins them.
const (
	HasRunOut   = " has run out"              // somebody has received from it
	WasStopped  = ".Stop() is true"           // somebody has stopped it before it has run out
	TicksNoMore = ".Stop is called by others" // of a ticker
)

// IsSpending reports whether nothing comes from a timer or ticker any more after a step, as its text says.
func (t *Transition) IsSpending() bool {
	how, _ := t.Spending()
	return how != ""
}

// Spending is how the text of a step ends after which nothing comes from a timer or ticker, and what that is called; "" if it is no such step.
func (t *Transition) Spending() (how, timer string) {
	for _, how := range []string{HasRunOut, WasStopped, TicksNoMore} {
		if timer, ok := strings.CutSuffix(t.Text, how); ok && t.Kind == Tau {
			return how, timer
		}
	}
	return "", ""
}

// IsLiteral ends the condition on a parameter for which a call passes a function literal.
const IsLiteral = " == a function literal"

// Whoever begins the text of a step that assumes something of those who use the package: the source of that doesn't show it.
const Whoever = "whoever "

// IsReady ends the text of a step that takes a case of a select, whoever makes it ready.
const IsReady = " is ready"

// Serves reports whether a transition does what another one, which may block, waits for.
func (t *Transition) Serves(waits *Transition) bool {
	if t.Object < 0 || t.Object != waits.Object {
		return false
	}
	switch waits.Kind {
	case Send:
		return t.Kind == Receive
	case Receive, ReceiveClosed:
		return t.Kind == Send || t.Kind == Close || t.Kind == Cancel
	case Wait:
		return t.Kind == Add && t.Label < 0
	case CondWake:
		return t.Kind == Signal || t.Kind == Broadcast
	case Lock, RLock, Announce:
		return t.Kind == Unlock || t.Kind == RUnlock
	}
	return false
}
