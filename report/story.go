package report

import (
	"fmt"
	"slices"
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
	contents := newContents(n.sys)
	for i, s := range n.finding.Trace {
		t := &n.sys.Processes[s.Process].States[s.State].Transitions[s.Transition]
		messages := contents.take(&s, t)
		if n.finding.Category == verify.Panic && i == len(n.finding.Trace)-1 && s.Process == n.finding.Process && t.Site == n.own().Site {
			continue // the last words are about it
		}
		if text := n.step(&s, t); text != "" {
			act := n.act(&s, t)
			act.Messages, act.Content = messages, contents.of(t)
			list = append(list, Step{Site: t.Site, Via: t.Via, Text: text, Act: act})
		}
	}
	if list = fold(list); len(list) > longestStory {
		list = list[len(list)-longestStory:]
	}
	if last := n.last(); last != "" {
		own := n.own()
		list = append(list, Step{Site: own.Site, Via: own.Via, Text: last, Act: n.lastAct()})
	}
	return append(append(list, n.gone()...), n.others()...)
}

// gone tells from where on those who could have done what is waited for never come to it:
// that is why it doesn't happen. Of the goroutines of one go statement the last stands for
// all.
func (n *narrator) gone() []Step {
	f := n.finding
	if !f.Category.IsStuck() {
		return nil
	}
	var list []Step
	told := map[model.Site]bool{}
	for _, s := range slices.Backward(f.Trace) {
		for _, m := range [][3]int{{s.Process, s.State, s.Transition}, {s.Partner, s.PartnerState, s.PartnerTransition}} {
			p := m[0]
			if p < 0 || p == f.Process || told[n.sys.Processes[p].Site] || !n.leadsTo(p, m[1], n.serves, nil) {
				continue
			}
			told[n.sys.Processes[p].Site] = true
			t := &n.sys.Processes[p].States[m[1]].Transitions[m[2]]
			if !n.leadsTo(p, t.To, n.serves, nil) {
				list = append(list, Step{
					Site: t.Site, Via: t.Via, Text: fmt.Sprintf("from here on %s never %s", n.who(p), n.service()),
					Act: n.waitAct(ActNever, p, n.waiting()),
				})
			}
		}
	}
	slices.Reverse(list)
	return list
}

// service says what the operation of the finding waits for.
func (n *narrator) service() string {
	waiting := n.waiting()
	name := n.name(waiting[0].Object)
	switch {
	case len(operands(waiting)) > 1:
		return "serves one of its cases"
	case waiting[0].Kind == model.Send:
		return "receives from " + name
	case waiting[0].Kind == model.Wait:
		return "calls " + method(name, "Done")
	case waiting[0].Kind == model.CondWake:
		return "signals " + name
	case waiting[0].Kind == model.ReceiveClosed:
		return "cancels " + contextOf(name)
	}
	return "sends on " + name + " or closes it"
}

// serves reports whether a transition is what the operation of the finding waits for, if
// that isn't a lock, of which the message says who has it.
func (n *narrator) serves(t *model.Transition) bool {
	return slices.ContainsFunc(n.waiting(), func(w model.Transition) bool { return !w.Kind.IsLocking() && t.Serves(&w) })
}

// fewestTurns is how often steps must come one after the other to be told once.
const fewestTurns = 3

// fold tells the turns of a loop once, with their number. It is the last turn of which the acts
// are kept: what comes after it finds channels as that has left them.
func fold(list []Step) (folded []Step) {
	for i := 0; i < len(list); {
		length, turns := 1, 1
		for l := 1; i+fewestTurns*l <= len(list) && turns < fewestTurns; l++ {
			length, turns = l, turnsOf(list[i:], l)
		}
		if turns < fewestTurns {
			folded = append(folded, list[i])
			i++
			continue
		}
		gather(list[i:i+length*turns], length)
		folded = append(folded, list[i+length*(turns-1):i+length*turns]...)
		last := &folded[len(folded)-1]
		if length == 1 {
			last.Text += fmt.Sprintf(" (%d times)", turns)
		} else {
			last.Text += fmt.Sprintf(" (the last %d steps %d times)", length, turns)
		}
		i += length * turns
	}
	return folded
}

// gather gives the steps of the last turn the messages of all turns.
func gather(list []Step, length int) {
	last := list[len(list)-length:]
	for i := len(list) - length - 1; i >= 0; i-- {
		if act := list[i].Act; act != nil && len(act.Messages) > 0 {
			into := last[i%length].Act
			into.Messages = slices.Concat(act.Messages, into.Messages)
		}
	}
}

// turnsOf is how often the first steps of a list come one after the other.
func turnsOf(list []Step, length int) int {
	turns := 1
	for len(list) >= (turns+1)*length && slices.EqualFunc(list[:length], list[turns*length:(turns+1)*length], sameStep) {
		turns++
	}
	return turns
}

func sameStep(a, b Step) bool {
	return a.Site == b.Site && a.Text == b.Text && slices.Equal(a.Via, b.Via)
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
			step.Text = fmt.Sprintf("also blocked: %s, %s%s", n.who(b.Process), what, n.heldBy(b.Process, b.State))
			step.Act = n.waitAct(ActAlso, b.Process, waiting)
			here = append(here, step)
		case !told[k] && !n.isCaller(n.finding.Process):
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
	switch {
	case f.Category.IsStuck():
		return fmt.Sprintf("%s blocks here: %s", n.who(f.Process), n.operation(n.waiting()))
	case f.Category == verify.Panic:
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
		if n.isCaller(s.Spawned) {
			return "" // callers are there from the start
		}
		if number := n.number(s.Spawned); number > 0 {
			return fmt.Sprintf("%s starts goroutine %d", n.who(s.Process), number)
		}
		return n.who(s.Process) + " starts a goroutine"
	}
	if t.Kind == model.Default {
		switch t.Text {
		case model.TimeIsUp:
			return n.who(s.Process) + " waits until " + t.Text
		case model.NotEnded:
			return "" // nothing is seen of that but the result
		}
	}
	verb, ok := verbs[t.Kind]
	if !ok {
		return ""
	}
	if t.Object >= 0 && verb.object {
		name := n.name(t.Object)
		if t.Kind == model.Cancel {
			name = contextOf(name)
		}
		return n.who(s.Process) + " " + verb.text + " " + name
	}
	return n.who(s.Process) + " " + verb.text
}

// contextOf names the context of which the model has the channel.
func contextOf(done string) string { return strings.TrimSuffix(done, ".Done()") }

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
