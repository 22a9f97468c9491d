package report

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/chancheck/chancheck/model"
	"github.com/chancheck/chancheck/verify"
)

// longestStory is how many steps of an execution are told. What is left out
// lies before: how it ends matters most.
const longestStory = 40

// AlsoBlocked begins the text of a step that isn't one: it tells who waits as well in the end, and where.
const AlsoBlocked = "also blocked"

// steps tells the execution, one line a step, and then who is blocked where.
func (n *narrator) steps() []Step {
	list := fold(n.execution())
	if len(list) > longestStory {
		list = list[len(list)-longestStory:]
	}
	if last := n.last(); last != "" {
		own := n.own()
		list = append(list, Step{Site: own.Site, Via: own.Via, Text: last + n.within(own.Site, own.Via), Act: n.lastAct()})
	}
	if e := n.unendingHelper(); e != nil {
		list = append(list, n.aroundForEver(e))
	}
	return n.placed(n.withCalls(append(list, n.others()...)))
}

// execution tells the steps that matter, and from where on somebody is gone who was waited for.
func (n *narrator) execution() []Step {
	var list []Step
	told, past := n.relevant()
	gone := n.gone()
	contents := newContents(n.sys)
	for i := range n.finding.Trace {
		s := &n.finding.Trace[i]
		t := n.at(s)
		messages := contents.take(s, t)
		text := n.step(s, t)
		if !told[i] {
			text = ""
		}
		switch {
		case text == "":
		case !t.Assumes():
			text += n.within(t.Site, t.Via)
		case strings.HasPrefix(text, assumes):
			if n.isRepeated(i) {
				text += " again"
			}
			if len(gone[i]) == 0 {
				text += n.whoAssumes(list, s.Process)
			}
		}
		if text != "" {
			act := n.act(s, t)
			act.Messages, act.Content = messages, contents.of(t)
			site, via := t.Site, t.Via
			if t.Assumes() {
				_, site, via = n.asked(t)
			}
			step := n.numbered(Step{Site: site, Via: via, Text: text, Act: act}, s.Process)
			if s.Spawned >= 0 {
				step = n.numbered(step, s.Spawned)
			}
			list = append(list, step)
		}
		if n.kept != nil && i == n.lastOf(n.kept.process) {
			list = append(list, n.numbered(n.returns(n.kept), s.Process))
		}
		if past[i] {
			continue
		}
		for _, g := range gone[i] {
			isTold := text != "" && g.process == s.Process
			list = n.leave(list, &g, isTold, isTold && !acts(t))
		}
	}
	return list
}

// whoAssumes says which goroutine, or of several callers which one, makes an assumption, if what was told before is about another one.
func (n *narrator) whoAssumes(before []Step, process int) string {
	isGoing := len(before) > 0 && before[len(before)-1].Act != nil && before[len(before)-1].Act.Goroutine == process
	switch {
	case process == 0 || isGoing || n.isCaller(process) && n.isOnlyCaller(process):
		return ""
	case n.isCaller(process):
		return ", for " + n.who(process)
	}
	return ", in " + n.who(process)
}

// isOnlyCaller reports whether no other caller does anything in the execution.
func (n *narrator) isOnlyCaller(process int) bool {
	return !slices.ContainsFunc(n.finding.Trace, func(s verify.Step) bool { return s.Process != process && n.isCaller(s.Process) })
}

// lastOf is the last step of a process, -1 if it does none.
func (n *narrator) lastOf(process int) int {
	for i, s := range slices.Backward(n.finding.Trace) {
		if s.Process == process {
			return i
		}
	}
	return -1
}

// acts reports whether a step does something with an object, or ends another wait.
func acts(t *model.Transition) bool {
	return t.Kind != model.Tau && t.Kind != model.Assume && t.Kind != model.Default
}

// at is the transition of a step.
func (n *narrator) at(s *verify.Step) *model.Transition {
	return s.In(n.sys)
}

// A departure is a step of a process after which it never does what the finding waits for.
type departure struct {
	process int
	by      *model.Transition
}

// leave tells a departure: with the decision that leads to it, if that was told just before, or with the step that was the last one of
// its kind.
func (n *narrator) leave(list []Step, g *departure, told, decided bool) []Step {
	who, act := n.who(g.process), n.waitAct(ActNever, g.process, n.awaited())
	if decided && list[len(list)-1].Act.Kind != ActAssume {
		who = "it"
	}
	isLast := told && n.serves(g.by)
	if isLast {
		who = "it"
	}
	text := fmt.Sprintf("from here on %s never %s", who, n.service())
	if n.serves(g.by) {
		text += " again"
	}
	if isOfUsers(g.by) {
		text = "from here on nobody " + n.service()
	}
	if n.isGivenUp(g.process) {
		text += ": " + model.Abandoned
	} else {
		text += n.whereItFails(g)
	}
	if isLast {
		list[len(list)-1].Text += "; " + text
		return list
	}
	if !decided {
		return append(list, Step{Site: g.by.Site, Via: g.by.Via, Text: text + n.within(g.by.Site, g.by.Via), Act: act})
	}
	last := &list[len(list)-1]
	last.Text, last.Act = last.Text+"; "+text, act
	return list
}

// whereItFails says in which call a goroutine has the test fail when it has gone, "" if it doesn't.
func (n *narrator) whereItFails(g *departure) string {
	isPast := false
	for _, s := range n.finding.Trace {
		t := n.at(&s)
		isPast = isPast || t == g.by
		place, call := n.place(t.Site, n.leading(s.Process, t.Site, t.Via))
		if isPast && s.Process == g.process && t.Fails() && call != "" {
			return ": " + model.Failed + " in " + call + " at " + n.line(place)
		}
	}
	return ""
}

// gone finds from where on those who could have done what is waited for never come to it:
// that is why it doesn't happen. Of the goroutines of one go statement the last stands for
// all. They are listed by the number of the step.
func (n *narrator) gone() map[int][]departure {
	f := n.finding
	list := map[int][]departure{}
	if f.Category == verify.Panic {
		return list
	}
	told := map[model.Site]bool{}
	for i, s := range slices.Backward(f.Trace) {
		for _, m := range [][3]int{{s.Process, s.State, s.Transition}, {s.Partner, s.PartnerState, s.PartnerTransition}} {
			p := m[0]
			if p < 0 || p == f.Process && f.Category.IsStuck() || told[n.sys.Processes[p].Site] || !n.leadsTo(p, m[1], n.serves, nil) {
				continue
			}
			t := &n.sys.Processes[p].States[m[1]].Transitions[m[2]]
			if t.Kind == model.Add && n.serves(t) { // who has called Done has done all that was expected
				continue
			}
			told[n.sys.Processes[p].Site] = true
			if !n.leadsTo(p, t.To, n.serves, nil) {
				list[i] = append(list[i], departure{p, t})
			}
		}
	}
	return list
}

// service says what the operation of the finding waits for.
func (n *narrator) service() string {
	waiting := n.awaited()
	name := n.name(waiting[0].Object)
	switch {
	case len(operands(waiting)) > 1:
		return "communicates on " + n.alternatives(operands(waiting))
	case n.isSemaphore(waiting[0].Object):
		return "calls " + method(name, "Release")
	case waiting[0].Kind == model.Send:
		return "receives from " + name
	case n.isGroup(waiting[0].Object):
		return "ends"
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
	return slices.ContainsFunc(n.awaited(), func(w model.Transition) bool { return !w.Kind.IsLocking() && t.Serves(&w) })
}

// others tells who else is stuck: at the end of this execution, and then who
// can be in other executions, as fixing one of several ways to get stuck is
// not enough. Of the latter a reader needs each go statement and operation
// once.
func (n *narrator) others() []Step {
	own := circumstance{n.sys.Processes[n.finding.Process].Site, n.own().Site}
	told := map[circumstance]bool{own: true}
	var here, elsewhere []Step
	each, others := n.victims()
	for _, b := range each {
		waiting, k := n.transitions(b.Process, b.State), n.circumstance(b)
		if told[k] = true; b.Process == n.finding.Process && k == own { // a writer waits twice: for other writers, and for readers
			continue
		}
		step := Step{Site: waiting[0].Site, Via: waiting[0].Via}
		what := n.operation(waiting) + n.within(step.Site, step.Via)
		step.Text = fmt.Sprintf(AlsoBlocked+": %s, %s%s", n.who(b.Process), what, n.heldBy(b.Process, b.State))
		step.Act = n.waitAct(ActAlso, b.Process, waiting)
		here = append(here, n.numbered(step, b.Process))
	}
	here = fold(here)
	if len(others) > 0 {
		return append(here, n.tooMany(others))
	}
	for _, b := range n.finding.Also {
		waiting, k := n.transitions(b.Process, b.State), n.circumstance(b)
		if n.ends.states[b.Process] == b.State || told[k] || n.isCaller(n.finding.Process) {
			continue
		}
		told[k] = true
		text := fmt.Sprintf(AlsoBlocked+" in other executions: %s, %s%s", n.someone(b.Process), n.operation(waiting), n.within(waiting[0].Site, waiting[0].Via))
		elsewhere = append(elsewhere, Step{Site: waiting[0].Site, Via: waiting[0].Via, Text: text})
	}
	return append(here, elsewhere...)
}

// last says what happens at the operation that the finding is about.
func (n *narrator) last() string {
	f := n.finding
	switch {
	case f.Category.IsStuck():
		return fmt.Sprintf("%s blocks here: %s", n.who(f.Process), n.operation(n.waiting()))
	case f.Category == verify.Panic && n.outcome() != panics:
		return fmt.Sprintf("%s ends the program here: %s", n.who(f.Process), f.Text)
	case f.Category == verify.Panic:
		return fmt.Sprintf("%s panics here: %s", n.who(f.Process), f.Text)
	}
	return ""
}

// step says what happens in a step of the execution; "" if it says nothing to the reader.
func (n *narrator) step(s *verify.Step, t *model.Transition) string {
	switch t.Kind {
	case model.Tau, model.Assume:
		return n.assumption(s, t)
	case model.Send:
		if s.Partner >= 0 {
			return fmt.Sprintf("%s sends %son %s, received by %s", n.who(s.Process), n.deciding(s, t), n.name(t.Object), n.who(s.Partner))
		}
	case model.Add:
		if n.isGroup(t.Object) {
			return ""
		}
		if t.Label == -1 {
			return n.who(s.Process) + " calls " + method(n.name(t.Object), "Done")
		}
		return fmt.Sprintf("%s adds %s to %s", n.who(s.Process), cmp.Or(t.Text, strconv.Itoa(t.Label)), n.name(t.Object))
	case model.Read:
		return n.reading(s.Process, t)
	case model.Write:
		return n.setting(s.Process, t)
	case model.Fault:
		return n.who(s.Process) + " panics here" + n.fault(s, t.Object)
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
			return n.who(s.Process) + " waits until " + n.timeUp(t.Site)
		case model.NotEnded:
			return "" // nothing is seen of that but the result
		case model.NotOver:
			return n.who(s.Process) + " finds that " + n.unended(s) + " hasn't ended"
		}
		if text, ok := n.findsOpen(s); ok {
			return text
		}
		if text, ok := n.withoutSlot(s); ok {
			return text
		}
	}
	verb, ok := verbs[t.Kind]
	if n.isSemaphore(t.Object) {
		verb = slotVerbs[t.Kind]
	}
	if !ok {
		return ""
	}
	if t.Object >= 0 && verb.object {
		name := n.name(t.Object)
		if t.Kind == model.ReceiveClosed {
			return n.who(s.Process) + " finds " + name + " closed"
		}
		if t.Kind == model.Cancel {
			name = contextOf(name)
		}
		return n.who(s.Process) + " " + verb.text + " " + name
	}
	return n.who(s.Process) + " " + verb.text
}

// unended is the context that somebody finds not to have ended.
func (n *narrator) unended(s *verify.Step) string {
	for _, t := range n.transitions(s.Process, s.State) {
		if t.Kind == model.ReceiveClosed && t.Object >= 0 {
			return contextOf(n.name(t.Object))
		}
	}
	return "the context"
}

// fault says what the runtime panics with where a step is a fault on an object: that is up to what it comes
// instead of.
func (n *narrator) fault(s *verify.Step, object int) string {
	for _, t := range n.sys.Processes[s.Process].States[s.State].Transitions {
		if text, known := faults[t.Kind]; known && t.Object == object {
			return ": " + text
		}
	}
	return ""
}

var faults = map[model.Kind]string{
	model.Send:    "send on closed channel",
	model.Close:   "close of closed channel",
	model.Add:     "negative WaitGroup counter",
	model.Unlock:  "unlock of unlocked mutex",
	model.RUnlock: "unlock of unlocked mutex",
}

// contextOf names the context of which the model has the channel.
func contextOf(done string) string { return strings.TrimSuffix(done, ".Done()") }

// assumes begins a step that is so only if something is.
const assumes = "assume "

// assumption tells a branch on something unknown. One without a text is worth
// a line only where the goroutine might as well have communicated: a case of a
// select that depends on the world outside.
func (n *narrator) assumption(s *verify.Step, t *model.Transition) string {
	chosen, isChoice := strings.CutSuffix(t.Text, model.IsReady)
	switch {
	case t.Assumes() && isChoice:
		return n.who(s.Process) + " takes the case " + chosen
	case t.Assumes():
		return assumes + n.assumed(s)
	case t.Doubt != "":
		return ""
	case t.Text == model.Abandoned:
		return ""
	case t.BeginsToPanic():
		return n.who(s.Process) + " panics, and runs its deferred calls"
	case t.Fails():
		return model.Failed
	case t.IsSpending():
		return n.spending(s.Process, t)
	}
	for _, other := range n.sys.Processes[s.Process].States[s.State].Transitions {
		if other.Kind != model.Tau {
			return n.who(s.Process) + " " + n.outside(t.Site)
		}
	}
	return ""
}

// assumed says what a step assumes. What a function of another package finds out has names that the reader doesn't see:
// of one that gives up a test, or may do so, he knows that it fails, or passes.
func (n *narrator) assumed(s *verify.Step) string {
	t := n.at(s)
	_, call := n.place(t.Site, n.leading(s.Process, t.Site, t.Via))
	others := slices.DeleteFunc(n.transitions(s.Process, s.State), func(u model.Transition) bool { return u.Text == t.Text })
	switch {
	case call == "":
		text, _, _ := n.asked(t)
		return text
	case n.allGiveUp(s.Process, []model.Transition{*t}):
		return call + " fails"
	case n.allGiveUp(s.Process, others):
		return call + " passes"
	}
	return t.Text + " in " + call
}

// end is what a test comes to without which nobody would be stuck.
func (n *narrator) end() string {
	if slices.ContainsFunc(n.finding.Trace, func(s verify.Step) bool { return n.at(&s).Fails() }) {
		return model.Failed
	}
	return model.Abandoned
}

// isGivenUp reports whether a process is the test without which nobody would be stuck.
func (n *narrator) isGivenUp(process int) bool {
	isEnd := func(t *model.Transition) bool { return t.Text == model.Abandoned }
	return n.finding.Category == verify.LeakFailed && process == 0 && (n.leadsTo(0, n.ends.states[0], isEnd, nil) ||
		slices.ContainsFunc(n.finding.Trace, func(s verify.Step) bool { return isEnd(n.at(&s)) }))
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
	model.ReceiveClosed: {"finds closed", true},
	model.Close:         {"closes", true},
	model.Cancel:        {"cancels", true},
	model.Default:       {"takes the default", false},
	model.Lock:          {"locks", true},
	model.RLock:         {"read-locks", true},
	model.Unlock:        {"unlocks", true},
	model.RUnlock:       {"read-unlocks", true},
	model.Wait:          {"has waited for", true},
	model.OnceBegin:     {"enters", true},
	model.CondEnqueue:   {"begins to wait on", true},
	model.CondWake:      {"is woken by", true},
	model.Signal:        {"signals", true},
	model.Broadcast:     {"broadcasts on", true},
}
