package report

import (
	"fmt"
	"slices"
	"strings"

	"github.com/chancheck/chancheck/model"
	"github.com/chancheck/chancheck/verify"
	"github.com/chancheck/chancheck/verify/leap"
)

// What a search in leaps finds, as AnswerFinding.Kind.
const (
	FoundUnspecified = "unspecified reception" // a message that is never received, whatever follows
	FoundStuck       = "no progress"           // nobody can move, and not all is done
	FoundEarly       = "early message"         // one that comes where it isn't received, but may be later
	FoundOverflow    = "overflow"              // a send that finds its channel full
	FoundNever       = "never executed"        // a transition that no execution takes
)

// An AnswerFinding is one thing that was found in a system.
type AnswerFinding struct {
	Kind        string     `json:"kind"`
	Fails       bool       `json:"fails"` // it makes the system unsafe
	Participant string     `json:"participant"`
	State       string     `json:"state,omitempty"`
	Site        model.Site `json:"site"`
	Action      string     `json:"action,omitempty"` // of a transition
	Execution   *Execution `json:"execution,omitempty"`
}

// A Graph is the size of what one search has explored.
type Graph struct {
	Search string `json:"search"`
	States int    `json:"states"`
	Leaps  int    `json:"leaps"`
	Stop   string `json:"stop,omitempty"` // the budget that was spent
}

// GraphOf is the size of a search.
func GraphOf(r *leap.Result) Graph {
	return Graph{Search: r.Search.String(), States: r.States, Leaps: r.Leaps, Stop: r.Stop}
}

// An LRAQuestion is what was asked of a search in leaps.
type LRAQuestion struct {
	J, K []bool // as in leap.Options
	// Strict counts early messages as unspecified receptions, as the literature does.
	Strict bool
}

// The properties that a search in leaps decides.
const (
	propProgress   = "progress"
	propReception  = "reception"
	propRoom       = "room"
	propExecutable = "execution"
)

// TellLRA puts the result of a search in leaps into words.
func TellLRA(sys *model.System, file string, question LRAQuestion, r *leap.Result) Answer {
	t := &lraTeller{teller: newTeller(sys), question: question, r: r, counts: map[string]int{}}
	t.find()
	a := Answer{
		File: file, System: sys.Name, Bounds: t.bounds(r.Bounds), Exhausted: r.Stop != "",
		Search: r.Search.String(), Graphs: []Graph{GraphOf(r)}, Findings: t.found, Properties: t.properties(),
	}
	for i := range sys.Processes {
		a.Participants = append(a.Participants, t.participant(i))
	}
	t.judge(&a)
	return a
}

// An lraTeller puts what was found into words.
type lraTeller struct {
	*teller
	question LRAQuestion
	r        *leap.Result
	found    []AnswerFinding
	origins  []origin // of found
	counts   map[string]int
	failed   bool // there is one that makes the system unsafe
}

// An origin is the global state of a finding, and why it is wrong, in a few words.
type origin struct {
	at     int
	reason string
}

// mostFound is how many findings of a kind are told, of which there may be one for each state, with an
// execution for each. The first that makes the system unsafe is.
const mostFound = 200

// find lists what was found, by kind. An unspecified reception is the mistake, and that nobody can move
// often what comes of it.
func (t *lraTeller) find() {
	t.receptions(FoundUnspecified)
	for _, at := range t.r.NonProgress {
		t.stuck(at)
	}
	t.receptions(FoundEarly)
	for _, o := range t.r.Overflows {
		t.overflow(o)
	}
	for _, place := range t.r.NonExecutable {
		t.never(place)
	}
}

// add adds a finding about a process at a state, with the execution to a global state.
func (t *lraTeller) add(f AnswerFinding, from origin, process, state int, wants, finds string) {
	first := f.Fails && !t.failed
	t.failed = t.failed || f.Fails
	if t.counts[f.Kind]++; t.counts[f.Kind] > mostFound && !first {
		return
	}
	property := map[string]string{FoundStuck: propProgress, FoundOverflow: propRoom}[f.Kind]
	if property == "" {
		property = propReception
	}
	f.Participant, f.State, f.Site = t.participant(process), t.state(process, state), t.site(process, state)
	f.Execution = t.told(property, t.r.Execution(from.at), process, state, wants, finds)
	t.found = append(t.found, f)
	t.origins = append(t.origins, from)
}

// stuck adds a global state in which nobody can move, unless all have ended and nothing is left. It is
// told of the first who hasn't ended, or to whom something was sent.
func (t *lraTeller) stuck(at int) {
	for p := range t.sys.Processes {
		if q := t.r.Local(at, p); len(t.sys.Processes[p].States[q].Transitions) > 0 {
			t.add(AnswerFinding{Kind: FoundStuck, Fails: true}, origin{at, "nobody can move"}, p, q, t.wants(p, q), t.situation(at, p, q))
			return
		}
	}
	for c := range t.sys.Objects {
		if p := t.ends[c][1]; p >= 0 && len(t.r.Messages(at, c)) > 0 {
			wants := t.contents(at, c) + ", whose first is never received"
			t.add(AnswerFinding{Kind: FoundStuck, Fails: true}, origin{at, "all participants end, and a message is left"}, p, t.r.Local(at, p), wants, "all participants have ended")
			return
		}
	}
}

// kindOf tells messages that are never received, and so are in the way of all that follow, from those that
// are early.
func (t *lraTeller) kindOf(f leap.Reception) string {
	if t.awaits(f) {
		return FoundEarly
	}
	return FoundUnspecified
}

// awaits reports whether the process may come to where it receives the message. Until then it
// receives nothing else from that channel.
func (t *lraTeller) awaits(f leap.Reception) bool {
	states := t.sys.Processes[f.Process].States
	seen := make([]bool, len(states))
	seen[f.State] = true
	for work := []int{f.State}; len(work) > 0; work = work[1:] {
		for _, s := range states[work[0]].Transitions {
			if s.Kind == model.Receive && s.Object == f.Channel {
				if s.Label == f.Label || s.Label == model.AnyLabel {
					return true
				}
				continue
			}
			if !seen[s.To] {
				seen[s.To] = true
				work = append(work, s.To)
			}
		}
	}
	return false
}

func (t *lraTeller) receptions(kind string) {
	for _, f := range t.r.Receptions {
		if t.kindOf(f) == kind {
			t.reception(kind, f)
		}
	}
}

func (t *lraTeller) reception(kind string, f leap.Reception) {
	finding := AnswerFinding{Kind: kind, Fails: t.asked(t.question.J, f.Channel) && (kind == FoundUnspecified || t.question.Strict)}
	if kind == FoundUnspecified {
		wants := t.contents(f.At, f.Channel) + ", whose first is never received"
		t.add(finding, origin{f.At, "a message comes that is never received"}, f.Process, f.State, wants, t.whereabouts(f.At, f.Process))
		return
	}
	finds := t.contents(f.At, f.Channel) + ", whose first is not among that"
	t.add(finding, origin{f.At, "a message comes before it is waited for"}, f.Process, f.State, t.wants(f.Process, f.State), finds)
}

func (t *lraTeller) overflow(o leap.Overflow) {
	action := t.action(&t.sys.Processes[o.Process].States[o.State].Transitions[o.Transition])
	finding := AnswerFinding{Kind: FoundOverflow, Fails: t.asked(t.question.K, o.Channel), Action: action}
	finds := t.contents(o.At, o.Channel) + "; " + t.whereabouts(o.At, t.ends[o.Channel][1])
	t.add(finding, origin{o.At, "a send finds its channel full"}, o.Process, o.State, "to send "+action, finds)
}

// never adds a transition that is never taken. There is no execution to show.
func (t *lraTeller) never(place leap.Place) {
	transition := &t.sys.Processes[place.Process].States[place.State].Transitions[place.Transition]
	t.counts[FoundNever]++
	t.found = append(t.found, AnswerFinding{
		Kind: FoundNever, Participant: t.participant(place.Process), State: t.state(place.Process, place.State),
		Site: transition.Site, Action: t.action(transition),
	})
	t.origins = append(t.origins, origin{})
}

// asked reports whether a channel is in a set.
func (t *lraTeller) asked(set []bool, channel int) bool { return set != nil && set[channel] }

// judge is the verdict, with what it rests on: the first thing that fails.
func (t *lraTeller) judge(a *Answer) {
	failing := slices.IndexFunc(t.found, func(f AnswerFinding) bool { return f.Fails })
	switch {
	case failing >= 0:
		f := &t.found[failing]
		shortest := t.r.Shortest(t.origins[failing].at, mostRetraced)
		f.Execution.Events = t.events(shortest)
		a.Verdict, a.Reason, a.Execution, a.Site = "unsafe", t.origins[failing].reason, f.Execution, f.Site
	case t.r.Stop != "":
		a.Verdict, a.Reason = "unknown", t.r.Stop
	default:
		a.Verdict, a.Reason = "safe", t.promises()
	}
	a.Message = a.Verdict + t.within()
}

// mostRetraced is how many states are explored for a shortest execution.
const mostRetraced = 100_000

// promises say what a complete search without failures has shown. The last is what it can't.
func (t *lraTeller) promises() string {
	parts := []string{"no execution ends before all is done"}
	told := t.r.Search.TellsPairs()
	if told && slices.Contains(t.question.J, true) {
		parts = append(parts, "no message comes where it is never received"+t.exceptions(t.question.J))
	}
	if told && slices.Contains(t.question.K, true) {
		parts = append(parts, "no send finds its channel full"+t.exceptions(t.question.K))
	}
	return strings.Join(parts, ", and ") + "; whether somebody waits for ever while others go on is not looked at"
}

// exceptions says if not all channels were looked at.
func (t *lraTeller) exceptions(set []bool) string {
	var names []string
	all := true
	for c := range t.sys.Objects {
		switch {
		case t.ends[c] == [2]int{-1, -1}:
		case set[c]:
			names = append(names, t.channel(c))
		default:
			all = false
		}
	}
	if all {
		return ""
	}
	return " on " + listed(names, ", ")
}

// within says at which bounds.
func (t *lraTeller) within() string {
	bounds := t.bounds(t.r.Bounds)
	same := len(bounds) > 0
	for _, b := range bounds {
		same = same && b.Bound == bounds[0].Bound
	}
	switch {
	case len(bounds) == 0:
		return ""
	case same && bounds[0].Bound == leap.Unlimited:
		return " without bounds"
	case same:
		return fmt.Sprintf(" at bound %d", bounds[0].Bound)
	}
	return " at the bounds " + strings.ReplaceAll(spellBounds(bounds), fmt.Sprint(leap.Unlimited), "∞")
}

// properties are the answers one by one. What has failed has failed, though the search was stopped.
func (t *lraTeller) properties() []Property {
	complete, pairs := t.r.Stop == "", t.r.Search.TellsPairs()
	return []Property{
		t.property(propProgress, complete, FoundStuck),
		t.property(propReception, complete && pairs && all(t.question.J, t.ends), FoundUnspecified),
		t.property(propRoom, complete && pairs && all(t.question.K, t.ends), FoundOverflow),
		t.property(propExecutable, complete && t.r.Search.TellsExecutable(), FoundNever),
	}
}

// property fails if there is a finding of its kind, and holds if the search would have
// found one.
func (t *lraTeller) property(name string, tells bool, kind string) Property {
	p := Property{Name: name, Status: "undecided"}
	first := slices.IndexFunc(t.found, func(f AnswerFinding) bool { return f.Kind == kind })
	switch {
	case first >= 0:
		p.Execution = t.found[first].Execution
		p.Status = "fails"
		p.Note = fmt.Sprintf("%s: %d", kind, t.counts[kind])
	case tells:
		p.Status = "holds"
	case t.r.Stop != "":
		p.Note = t.r.Stop
	default:
		p.Note = "not asked"
	}
	return p
}

// all reports whether a set has all channels that somebody uses.
func all(set []bool, ends [][2]int) bool {
	for c := range ends {
		if ends[c] != [2]int{-1, -1} && (set == nil || !set[c]) {
			return false
		}
	}
	return true
}

// told is an execution that ends with a process at a state.
func (t *teller) told(property string, steps []verify.Step, process, state int, wants, finds string) *Execution {
	return &Execution{
		Property: property, Events: t.events(steps), Participant: t.participant(process),
		State: t.state(process, state), Site: t.site(process, state), Wants: wants, Finds: finds,
	}
}

// events puts steps into words.
func (t *teller) events(steps []verify.Step) []Event {
	events := []Event{}
	queues := make([][]string, len(t.sys.Objects))
	for _, s := range steps {
		if kind := t.sys.Processes[s.Process].States[s.State].Transitions[s.Transition].Kind; kind != model.Tau {
			events = append(events, t.event(s, queues))
		}
	}
	return events
}

// wants says what a state offers.
func (t *teller) wants(process, state int) string {
	var sends, receives []string
	for _, s := range t.sys.Processes[process].States[state].Transitions {
		switch s.Kind {
		case model.Send:
			sends = append(sends, t.action(&s))
		case model.Receive, model.ReceiveClosed:
			receives = append(receives, t.action(&s))
		}
	}
	var parts []string
	if len(sends) > 0 {
		parts = append(parts, "to send "+listed(sends, " or "))
	}
	if len(receives) > 0 {
		parts = append(parts, "to receive "+listed(receives, " or "))
	}
	return strings.Join(parts, ", or ")
}

// action writes a transition as the literature does: channel!label.
func (t *teller) action(s *model.Transition) string {
	switch {
	case s.Kind == model.Tau:
		return "an internal step"
	case s.Kind == model.Close || s.Kind == model.Cancel:
		return "close of " + t.channel(s.Object)
	case s.Kind == model.ReceiveClosed:
		return t.channel(s.Object) + " closed"
	case s.Kind == model.Send:
		return t.channel(s.Object) + "!" + t.message(s, nil)
	}
	return t.channel(s.Object) + "?" + t.message(s, nil)
}

// contents says what a channel holds.
func (t *lraTeller) contents(at, channel int) string {
	if t.r.Bounds[channel] == 0 {
		return t.channel(channel) + " is a rendezvous"
	}
	labels := t.r.Messages(at, channel)
	if len(labels) == 0 && t.r.IsClosed(at, channel) {
		return t.channel(channel) + " is closed"
	}
	if len(labels) == 0 {
		return t.channel(channel) + " is empty"
	}
	var names []string
	for _, label := range labels {
		names = append(names, t.sys.Objects[channel].Labels[label].Name)
	}
	full := ""
	if len(labels) == t.r.Bounds[channel] {
		full = ", its bound"
	}
	return fmt.Sprintf("%s holds %s%s", t.channel(channel), listed(names, " "), full)
}

// whereabouts says what a participant is at.
func (t *lraTeller) whereabouts(at, process int) string {
	if process < 0 {
		return "nobody is there"
	}
	state := t.r.Local(at, process)
	s := &t.sys.Processes[process].States[state]
	if len(s.Transitions) == 0 {
		return t.participant(process) + " has ended"
	}
	var actions []string
	for i := range s.Transitions {
		actions = append(actions, t.action(&s.Transitions[i]))
	}
	if s.Name != "" {
		return fmt.Sprintf("%s is at state %s with %s", t.participant(process), s.Name, listed(actions, " or "))
	}
	return fmt.Sprintf("%s is at %s", t.participant(process), listed(actions, " or "))
}

// situation says what a participant finds at the channels of its state, and who is at
// their other ends.
func (t *lraTeller) situation(at, process, state int) string {
	var parts []string
	seen := map[int]bool{}
	for _, s := range t.sys.Processes[process].States[state].Transitions {
		if s.Kind == model.Tau || seen[s.Object] {
			continue
		}
		seen[s.Object] = true
		other := t.ends[s.Object][0]
		if s.Kind == model.Send {
			other = t.ends[s.Object][1]
		}
		parts = append(parts, t.contents(at, s.Object)+"; "+t.whereabouts(at, other))
	}
	return listed(parts, "; ")
}

// mostListed is how many things a sentence lists.
const mostListed = 4

// listed joins the first few names.
func listed(names []string, between string) string {
	if more := len(names) - mostListed; more > 0 {
		names = append(names[:mostListed:mostListed], fmt.Sprintf("%d more", more))
	}
	return strings.Join(names, between)
}
