package report

import (
	"fmt"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/chancheck/chancheck/model"
	"github.com/chancheck/chancheck/verify"
)

// Tell puts a finding into words: one sentence, and the execution. It names
// things as the programmer does, and never mentions the model.
func Tell(sys *model.System, f *verify.Finding) Finding {
	n := &narrator{sys: sys, finding: f, ends: replay(sys, f)}
	own, steps := n.own(), n.steps()
	return Finding{
		Category: string(f.Category), Site: own.Site, Via: own.Via, Message: n.message(),
		Steps: steps, Goroutines: n.goroutines(steps),
	}
}

// A narrator has what the words depend on.
type narrator struct {
	sys     *model.System
	finding *verify.Finding
	ends    *ending
}

// waiting are the transitions of the state that the finding is about.
func (n *narrator) waiting() []model.Transition {
	return n.transitions(n.finding.Process, n.finding.State)
}

// transitions are those of a local state, but for what only says where a fault
// would lead.
func (n *narrator) transitions(process, state int) []model.Transition {
	all := n.sys.Processes[process].States[state].Transitions
	operations := slices.DeleteFunc(slices.Clone(all), func(t model.Transition) bool { return t.Kind == model.Fault })
	if len(operations) == 0 {
		return all
	}
	return operations
}

// own is the transition that stands for the operation of the finding.
func (n *narrator) own() *model.Transition {
	f := n.finding
	return &n.sys.Processes[f.Process].States[f.State].Transitions[f.Transition]
}

// message is the one sentence of a diagnostic.
func (n *narrator) message() string {
	t := n.own()
	switch n.finding.Category {
	case verify.Panic:
		return n.panicMessage(t)
	case verify.Orphan, verify.OrphanTest:
		return fmt.Sprintf("message sent on %s is never received: nobody receives from it", n.name(t.Object))
	case verify.OrphanMay:
		return fmt.Sprintf("message sent on %s can be left behind, received by nobody", n.name(t.Object))
	}
	subject := "blocks forever"
	switch n.finding.Category {
	case verify.Leak:
		subject = "blocks forever and leaks the goroutine"
	case verify.LeakFailed:
		subject = "blocks forever and leaks the goroutine if the test is given up"
	}
	sentence := n.operation(n.waiting()) + " " + subject + n.instead()
	if why := n.reason(n.waiting()); why != "" {
		sentence += ": " + why
	}
	return sentence + n.condition()
}

func (n *narrator) panicMessage(t *model.Transition) string {
	text := n.finding.Text
	if t.Object >= 0 && t.Kind != model.Spawn {
		return fmt.Sprintf("panic: %s (%s)%s%s", text, n.name(t.Object), n.instead(), n.condition())
	}
	return "panic: " + text + n.instead() + n.condition()
}

// instead names the lines at which the same may happen in its place.
func (n *narrator) instead() string {
	var lines []int
	for _, b := range n.finding.Or {
		lines = append(lines, n.transitions(b.Process, b.State)[0].Site.Line)
	}
	slices.Sort(lines)
	lines = slices.DeleteFunc(slices.Compact(lines), func(line int) bool { return line == n.own().Site.Line })
	if len(lines) == 0 {
		return ""
	}
	text := " here or at line " + strconv.Itoa(lines[0])
	for _, line := range lines[1:] {
		text += " or " + strconv.Itoa(line)
	}
	return text
}

// mostConditions is how many assumptions a reader takes in with a sentence.
const mostConditions = 2

// condition names the assumptions of the execution, if they are few. The story
// has them all.
func (n *narrator) condition() string {
	var assumed []*model.Transition
	for _, s := range n.finding.Trace {
		t := &n.sys.Processes[s.Process].States[s.State].Transitions[s.Transition]
		known := slices.ContainsFunc(assumed, func(o *model.Transition) bool { return isSameAssumption(o, t) })
		if isAssumption(t) && !known {
			assumed = slices.DeleteFunc(assumed, func(o *model.Transition) bool { return isNarrower(t, o) })
			assumed = append(assumed, t)
		}
	}
	if len(assumed) == 0 || len(assumed) > mostConditions {
		return ""
	}
	var texts []string
	for _, t := range assumed {
		text := t.Text
		if len(assumed) > 1 && subject(t) == subject(assumed[0]) && subject(t) == subject(assumed[1]) && t.Site.IsValid() {
			text += fmt.Sprintf(" at line %d", t.Site.Line) // err here is not err there
		}
		texts = append(texts, text)
	}
	return " (if " + strings.Join(texts, " and ") + ")"
}

// isSameAssumption reports whether two steps assume the same, as far as their places say so: what no
// source has, such as a loop that the compiler writes, has none.
func isSameAssumption(a, b *model.Transition) bool {
	return a.Text == b.Text && (a.Site == b.Site || !a.Site.IsValid() || !b.Site.IsValid())
}

// isAssumption reports whether a step assumes something. What is in doubt is no
// assumption: the finding holds whatever is the case.
func isAssumption(t *model.Transition) bool {
	return (t.Kind == model.Tau || t.Kind == model.Assume) && t.Text != "" && t.Doubt == ""
}

// subject is what an assumption is about.
func subject(t *model.Transition) string {
	first, _, _ := strings.Cut(strings.TrimPrefix(t.Text, "!"), " ")
	return first
}

// name is what the programmer calls an object.
func (n *narrator) name(object int) string {
	switch {
	case object < 0:
		return "a nil channel"
	case n.sys.Objects[object].Name != "":
		return n.sys.Objects[object].Name
	}
	return fmt.Sprintf("the %s made at %s", kindWord(n.sys.Objects[object].Kind), short(n.sys.Objects[object].Site))
}

// kindWord is what to call an object that has no name.
func kindWord(kind model.ObjectKind) string {
	switch kind {
	case model.Channel:
		return "channel"
	case model.Mutex, model.RWMutex:
		return "lock"
	case model.WaitGroup:
		return "wait group"
	case model.Cond:
		return "condition variable"
	}
	return kind.String()
}

// CallerOf begins the names of processes that are no goroutines of the program but
// stand for anybody who calls its functions.
const CallerOf = "a caller of "

func (n *narrator) isCaller(process int) bool {
	return strings.HasPrefix(n.sys.Processes[process].Name, CallerOf)
}

// who names a goroutine.
func (n *narrator) who(process int) string {
	p := &n.sys.Processes[process]
	if process == 0 || n.isCaller(process) {
		return p.Name
	}
	if number := n.number(process); number > 0 {
		return fmt.Sprintf("goroutine %d started at %s", number, short(p.Site))
	}
	return "the goroutine started at " + short(p.Site)
}

// someone names a goroutine of which only the go statement matters.
func (n *narrator) someone(process int) string {
	if process == 0 || n.isCaller(process) {
		return n.sys.Processes[process].Name
	}
	return "a goroutine started at " + short(n.sys.Processes[process].Site)
}

// number tells goroutines of one go statement apart, if several take part; it
// is 0 if only one does.
func (n *narrator) number(process int) int {
	before, all := 0, 0
	for q, state := range n.ends.states {
		if q > 0 && state >= 0 && n.sys.Processes[q].Site == n.sys.Processes[process].Site {
			all++
			if q <= process {
				before++
			}
		}
	}
	if all < 2 {
		return 0
	}
	return before
}

// short is a place in few letters: the file's own name and the line.
func short(site model.Site) string {
	return filepath.Base(site.File) + ":" + strconv.Itoa(site.Line)
}
