package report

import (
	"cmp"
	"fmt"
	"strings"

	"github.com/chancheck/chancheck/model"
	"github.com/chancheck/chancheck/verify"
	"github.com/chancheck/chancheck/verify/kmc"
)

// TellCapacity puts into words what is known about the channels that are made
// at one place.
func TellCapacity(all *kmc.Capacities, c *kmc.Capacity) string {
	sentence, left := "has capacity "+capacityOf(c), ""
	if c.Left {
		left = "; a message can be left behind"
	}
	if c.Least < 0 {
		return sentence + ", " + knownOf(c) + left + beyond(all)
	}
	sentence += ", least safe "
	if c.AtMost {
		sentence += "at most "
	}
	sentence += fmt.Sprint(c.Least)
	if c.Others > 0 {
		sentence += fmt.Sprintf(" if all others have at least %d", c.Others)
	}
	sentence += provided(c)
	return sentence + ": " + dependence(c) + left
}

// provided says which other capacities a least one hangs on, "" if on none: those who lower
// one must not lower another as well.
func provided(c *kmc.Capacity) string {
	switch {
	case c.Stay:
		return " as long as all others stay as they are"
	case len(c.Needs) == 0:
		return ""
	}
	var list []string
	for _, need := range c.Needs {
		list = append(list, fmt.Sprintf("%s has at least %d", cmp.Or(need.Name, "another channel"), need.AtLeast))
	}
	return " as long as " + strings.Join(list, " and ")
}

// capacityOf is the capacity in the program, or the two ends of a range.
func capacityOf(c *kmc.Capacity) string {
	if c.Largest > c.Capacity {
		return fmt.Sprintf("%d to %d", c.Capacity, c.Largest)
	}
	return fmt.Sprint(c.Capacity)
}

// dependence says what a known least capacity means.
func dependence(c *kmc.Capacity) string {
	switch {
	case c.Failure != nil && c.Safe == kmc.Holds:
		return fmt.Sprintf("depends on its capacity, %s, safe from %d", failing(c.Failure), c.Least)
	case c.Failure != nil:
		return fmt.Sprintf("%s, safe from %d", failing(c.Failure), c.Least)
	case c.Least == 0 && provided(c) != "":
		return "does not depend on its capacity alone"
	case c.Least == 0:
		return "does not depend on its capacity"
	}
	return fmt.Sprintf("safe from %d, and nothing is known below", c.Least)
}

// knownOf says what exploration knows without a least capacity: whether that of the program is
// safe, and which lower one isn't.
func knownOf(c *kmc.Capacity) string {
	switch {
	case c.Safe == kmc.Holds && c.Failure != nil:
		return "safe as it is, and depends on it: " + failing(c.Failure)
	case c.Safe == kmc.Holds:
		return "safe as it is"
	case c.Failure != nil:
		return "not safe: " + failing(c.Failure)
	case c.Safe == kmc.Fails:
		return "not safe"
	}
	return "and whether that is safe isn't known: the exploration was cut short"
}

// beyond says from where on it is safe all the same, or why that isn't known.
func beyond(all *kmc.Capacities) string {
	if all.From > 0 {
		return fmt.Sprintf("; safe if all channels have at least %d", all.From)
	}
	return fmt.Sprintf("; larger ones are not known to be safe (%s)", all.Reason)
}

// failing says in a few words what goes wrong with a capacity.
func failing(f *kmc.Failure) string {
	verbs := map[verify.Category]string{
		verify.Deadlock: "deadlocks", verify.Leak: "leaks a goroutine", verify.Panic: "panics",
		verify.Orphan: "leaves a message behind",
	}
	return fmt.Sprintf("%s with %d", verbs[f.Finding.Category], f.Capacity)
}

// TellFailure tells the execution that fails: first in one sentence, then step
// by step. It is empty if nothing is known to fail.
func TellFailure(c *kmc.Capacity) []Step {
	if c.Failure == nil {
		return nil
	}
	told := Tell(c.Failure.System, &c.Failure.Finding, nil)
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
