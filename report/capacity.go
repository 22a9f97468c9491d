package report

import (
	"fmt"

	"github.com/chancheck/chancheck/model"
	"github.com/chancheck/chancheck/verify"
)

// TellCapacity puts into words what is known about the channels that are made
// at one place.
func TellCapacity(all *verify.Capacities, c *verify.Capacity) string {
	sentence := fmt.Sprintf("has capacity %d, least safe ", c.Capacity)
	switch {
	case c.Least < 0:
		return sentence + "unknown: " + knownOf(c) + beyond(all, c)
	case c.AtMost:
		sentence += "at most "
	}
	sentence += fmt.Sprint(c.Least)
	if c.Others > 0 {
		sentence += fmt.Sprintf(" if all others have at least %d", c.Others)
	}
	return sentence + ": " + dependence(c)
}

// dependence says what a known least capacity means.
func dependence(c *verify.Capacity) string {
	switch {
	case c.Failure != nil && c.Safe == verify.Holds:
		return fmt.Sprintf("depends on its capacity, %s, safe from %d", failing(c.Failure), c.Least)
	case c.Failure != nil:
		return fmt.Sprintf("%s, safe from %d", failing(c.Failure), c.Least)
	case c.Least == 0:
		return "does not depend on its capacity"
	}
	return fmt.Sprintf("safe from %d, and nothing is known below", c.Least)
}

// knownOf says what exploration knows without a least capacity.
func knownOf(c *verify.Capacity) string {
	switch {
	case c.Safe == verify.Holds && c.Failure != nil:
		return fmt.Sprintf("depends on its capacity, safe with %d, %s", c.Capacity, failing(c.Failure))
	case c.Safe == verify.Holds:
		return fmt.Sprintf("safe with %d and less", c.Capacity)
	case c.Failure != nil:
		return failing(c.Failure)
	}
	return "the exploration was cut short"
}

// beyond says from where on it is safe all the same, or why that isn't known.
func beyond(all *verify.Capacities, c *verify.Capacity) string {
	if all.From > 0 {
		return fmt.Sprintf("; safe if all channels have at least %d", all.From)
	}
	return fmt.Sprintf("; no larger capacities are known to be safe (%s)", all.Reason)
}

// failing says in a few words what goes wrong with a capacity.
func failing(f *verify.Failure) string {
	verbs := map[verify.Category]string{
		verify.Deadlock: "deadlocks", verify.Leak: "leaks a goroutine", verify.Panic: "panics",
		verify.Orphan: "leaves a message behind", verify.OrphanMay: "can leave a message behind",
	}
	return fmt.Sprintf("%s with %d", verbs[f.Finding.Category], f.Capacity)
}

// TellFailure tells the execution that fails: first in one sentence, then step
// by step. It is empty if nothing is known to fail.
func TellFailure(c *verify.Capacity) []Step {
	if c.Failure == nil {
		return nil
	}
	told := Tell(c.Failure.System, &c.Failure.Finding)
	first := Step{Site: told.Site, Via: told.Via, Text: fmt.Sprintf("with %d: %s", c.Failure.Capacity, told.Message)}
	return append([]Step{first}, told.Steps...)
}

// HasChannels reports whether a system has any.
func HasChannels(sys *model.System) bool {
	for i := range sys.Objects {
		if sys.Objects[i].Kind == model.Channel {
			return true
		}
	}
	return false
}
