package report

import (
	"fmt"
	"strings"

	"github.com/chancheck/chancheck/model"
	"github.com/chancheck/chancheck/verify"
)

// longestStory is how many steps of an execution are told. What is left out
// lies before: how it ends matters most.
const longestStory = 40

// steps tells the execution, one line a step, and then who is blocked where.
func (n *narrator) steps() []Step {
	var list []Step
	for i, s := range n.finding.Trace {
		t := &n.sys.Processes[s.Process].States[s.State].Transitions[s.Transition]
		if n.finding.Category == verify.Panic && i == len(n.finding.Trace)-1 && s.Process == n.finding.Process && t.Site == n.own().Site {
			continue // the last words are about it
		}
		if text := n.step(&s, t); text != "" {
			list = append(list, Step{Site: t.Site, Via: t.Via, Text: text})
		}
	}
	if len(list) > longestStory {
		list = list[len(list)-longestStory:]
	}
	if last := n.last(); last != "" {
		own := n.own()
		list = append(list, Step{Site: own.Site, Via: own.Via, Text: last})
	}
	return append(list, n.others()...)
}

// others tells who else is stuck: at the end of this execution, and then who
// can be in other executions, as fixing one of several ways to get stuck is
// not enough. Of the latter a reader needs each go statement and operation
// once.
func (n *narrator) others() []Step {
	type kind struct{ started, operation model.Site }
	own := kind{n.sys.Processes[n.finding.Process].Site, n.own().Site}
	told := map[kind]bool{own: true}
	var here, elsewhere []Step
	for _, b := range n.finding.Also {
		waiting := n.transitions(b.Process, b.State)
		step := Step{Site: waiting[0].Site, Via: waiting[0].Via}
		what := n.operation(waiting)
		k := kind{n.sys.Processes[b.Process].Site, step.Site}
		switch {
		case n.ends.states[b.Process] == b.State:
			step.Text = fmt.Sprintf("also blocked: %s, %s", n.who(b.Process), what)
			here = append(here, step)
		case !told[k]:
			step.Text = fmt.Sprintf("also blocked in other executions: %s, %s", n.someone(b.Process), what)
			elsewhere = append(elsewhere, step)
		}
		told[k] = true
	}
	return append(here, elsewhere...)
}

// last says what happens at the operation that the finding is about.
func (n *narrator) last() string {
	f := n.finding
	switch f.Category {
	case verify.Deadlock, verify.Leak:
		return fmt.Sprintf("%s blocks here: %s", n.who(f.Process), n.operation(n.waiting()))
	case verify.Panic:
		return fmt.Sprintf("%s panics here: %s", n.who(f.Process), f.Text)
	}
	return ""
}

// step says what happens in a step; "" if it says nothing to the reader.
func (n *narrator) step(s *verify.Step, t *model.Transition) string {
	switch t.Kind {
	case model.Tau, model.Assume:
		return n.assumption(s, t)
	case model.Send:
		if s.Partner >= 0 {
			return fmt.Sprintf("%s sends on %s, received by %s", n.who(s.Process), n.name(t.Object), n.who(s.Partner))
		}
	case model.Add:
		return fmt.Sprintf("%s adds %d to %s", n.who(s.Process), t.Label, n.name(t.Object))
	case model.Spawn:
		if strings.HasPrefix(n.sys.Processes[s.Spawned].Name, CallerOf) {
			return "" // callers are there from the start
		}
		if number := n.number(s.Spawned); number > 0 {
			return fmt.Sprintf("%s starts goroutine %d", n.who(s.Process), number)
		}
		return n.who(s.Process) + " starts a goroutine"
	}
	verb, ok := verbs[t.Kind]
	if !ok {
		return ""
	}
	if t.Object >= 0 && verb.object {
		return n.who(s.Process) + " " + verb.text + " " + n.name(t.Object)
	}
	return n.who(s.Process) + " " + verb.text
}

// assumption tells a branch on something unknown. One without a text is worth
// a line only where the goroutine might as well have communicated: a case of a
// select that depends on the world outside, a timer for example.
func (n *narrator) assumption(s *verify.Step, t *model.Transition) string {
	if isAssumption(t) {
		return "assume " + t.Text
	}
	if t.Doubt != "" {
		return ""
	}
	for _, other := range n.sys.Processes[s.Process].States[s.State].Transitions {
		if other.Kind != model.Tau {
			return n.who(s.Process) + " takes a case that depends on the outside world"
		}
	}
	return ""
}

// A verb says what a goroutine does, to the object if there is one.
type verb struct {
	text   string
	object bool
}

// verbs are the actions that need nothing but a verb. What isn't here doesn't
// help a reader: cells and the bookkeeping of locks.
var verbs = map[model.Kind]verb{
	model.Send:          {"sends on", true},
	model.Receive:       {"receives from", true},
	model.ReceiveClosed: {"finds closed:", true},
	model.Close:         {"closes", true},
	model.Cancel:        {"cancels", true},
	model.Default:       {"takes the default", false},
	model.Lock:          {"locks", true},
	model.RLock:         {"read-locks", true},
	model.Unlock:        {"unlocks", true},
	model.RUnlock:       {"read-unlocks", true},
	model.Wait:          {"has waited for", true},
	model.OnceBegin:     {"enters", true},
	model.CondWake:      {"is woken by", true},
	model.Signal:        {"signals", true},
	model.Broadcast:     {"broadcasts on", true},
	model.Fault:         {"panics here", false},
}
