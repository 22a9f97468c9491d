package report

import (
	"fmt"
	"slices"
	"strings"

	"github.com/chancheck/chancheck/model"
	"github.com/chancheck/chancheck/verify"
	"github.com/chancheck/chancheck/verify/kmc"
)

// An Answer is what the k-MC check, a search in leaps, or one through exchanges, says about one system, in words. It is
// plain text with places, as a Finding is.
type Answer struct {
	File string `json:"file"` // or whatever the system came from
	// Error says why there is no answer. Then there is nothing else.
	Error string `json:"error,omitempty"`

	System       string     `json:"system,omitempty"`
	Participants []string   `json:"participants,omitempty"`
	Verdict      string     `json:"verdict,omitempty"` // safe, unsafe; synchronisable, unsynchronisable; unknown
	Message      string     `json:"message,omitempty"` // the verdict with its bounds
	Reason       string     `json:"reason,omitempty"`
	Site         model.Site `json:"site,omitzero"`    // of what is wrong, if anything is
	K            int        `json:"k,omitempty"`      // the size of exchanges, or the bound of all channels,
	Bounds       []Bound    `json:"bounds,omitempty"` // or of each
	// Exhausted says that the budget of configurations was spent.
	Exhausted bool `json:"exhausted,omitempty"`

	States             int `json:"states,omitempty"` // of the full bounded system
	Transitions        int `json:"transitions,omitempty"`
	ReducedStates      int `json:"reducedStates,omitempty"`
	ReducedTransitions int `json:"reducedTransitions,omitempty"`

	// Search is the one in leaps, if that is what the answer is from; Findings is what it has
	// found, of each kind those that were found first. Graphs are what was explored: by that search, and
	// by others to compare it with.
	Search   string          `json:"search,omitempty"`
	Findings []AnswerFinding `json:"findings,omitempty"`
	Graphs   []Graph         `json:"graphs,omitempty"`

	// Exchanges is how many there are, if k-synchronisability was asked for, up to the size K; States are
	// configurations between them. Chart draws the execution.
	Exchanges int    `json:"exchanges,omitempty"`
	Chart     *Chart `json:"chart,omitempty"`
	// Target says whether an execution leads to the states that were asked for.
	Target *Property `json:"target,omitempty"`

	// Execution shows what the verdict rests on: a violation, or why there is
	// no verdict. It is nil for a safe system.
	Execution  *Execution `json:"execution,omitempty"`
	Properties []Property `json:"properties,omitempty"`
}

// A Bound is how many messages a channel holds.
type Bound struct {
	Channel string `json:"channel"`
	Bound   int    `json:"bound"`
}

// A Property is the answer about one property at the bound of an Answer.
type Property struct {
	Name      string     `json:"name"`
	Status    string     `json:"status"` // holds, fails, undecided
	Note      string     `json:"note,omitempty"`
	Execution *Execution `json:"execution,omitempty"` // that shows the failure
}

// An Execution leads to a configuration where something is wrong with one
// participant.
type Execution struct {
	Property    string     `json:"property,omitempty"` // that fails there
	Events      []Event    `json:"events"`
	Participant string     `json:"participant"`
	State       string     `json:"state,omitempty"` // of the participant, if it has a name
	Site        model.Site `json:"site"`            // of the state
	Wants       string     `json:"wants,omitempty"`
	Finds       string     `json:"finds,omitempty"`
}

// An Event is one step of an execution: a send, a receive, an exchange, which is both at
// once on a channel without a queue, a close, or that somebody finds the channel closed.
type Event struct {
	Site    model.Site `json:"site"`
	Action  string     `json:"action"`
	From    string     `json:"from"` // the sender
	To      string     `json:"to"`   // the receiver
	Channel string     `json:"channel"`
	Message string     `json:"message"`
	Queue   string     `json:"queue"` // of the channel, after the event
}

// TellKMC puts the result of the k-MC check of a system into words.
func TellKMC(sys *model.System, file string, options kmc.Options, r *kmc.Result) Answer {
	t := newTeller(sys)
	a := Answer{
		File: file, System: sys.Name, Verdict: r.Verdict.String(), Reason: r.Reason, K: r.K, Exhausted: r.Inconclusive,
		States: r.States, Transitions: r.Transitions,
		ReducedStates: r.ReducedStates, ReducedTransitions: r.ReducedTransitions,
	}
	for i := range sys.Processes {
		a.Participants = append(a.Participants, t.participant(i))
	}
	if r.K == 0 {
		a.Bounds = t.bounds(r.Bounds)
	}
	a.Message = message(&a, options)
	for _, p := range r.Properties {
		a.Properties = append(a.Properties, Property{p.Name, p.Status.String(), p.Note, t.execution(p.Name, p.Witness)})
	}
	if a.Execution = t.evidence(r); a.Execution != nil {
		a.Site = a.Execution.Site
	}
	return a
}

// message is the verdict with its bounds.
func message(a *Answer, options kmc.Options) string {
	switch {
	case len(a.Bounds) > 0 && a.Verdict == kmc.Unknown.String():
		return a.Verdict + " at the bounds " + spellBounds(a.Bounds)
	case len(a.Bounds) > 0:
		return a.Verdict + " for the bounds " + spellBounds(a.Bounds) + ", and all larger ones"
	case a.Verdict != kmc.Unknown.String():
		return fmt.Sprintf("%s for every bound ≥ %d", a.Verdict, a.K)
	case options.K > 0:
		return fmt.Sprintf("%s at bound %d", a.Verdict, a.K)
	}
	return fmt.Sprintf("%s up to bound %d", a.Verdict, a.K)
}

// mostBounds is how many bounds a reader takes in with a sentence.
const mostBounds = 4

func spellBounds(bounds []Bound) string {
	var parts []string
	for _, b := range bounds[:min(len(bounds), mostBounds)] {
		parts = append(parts, fmt.Sprintf("%s %d", b.Channel, b.Bound))
	}
	if more := len(bounds) - mostBounds; more > 0 {
		parts = append(parts, fmt.Sprintf("and %d more", more))
	}
	return strings.Join(parts, ", ")
}

// premises are the properties that a verdict of the k-MC check needs, in the
// order in which they are asked for. k-SIBI stands after k-CIBI, which it
// implies: who has neither learns more from the failure of the weaker.
var premises = []string{kmc.PropOBI, kmc.PropIBI, kmc.PropCIBI, kmc.PropSIBI, kmc.PropExhaustive, kmc.PropSafe}

// evidence is the execution behind the verdict: of the violation, or of the
// premise that fails first.
func (t *teller) evidence(r *kmc.Result) *Execution {
	switch r.Verdict {
	case kmc.Safe:
		return nil
	case kmc.Unsafe:
		e := t.execution(kmc.PropSafe, r.Violation)
		if e != nil {
			e.Property = t.violated(e, r.Violation)
		}
		return e
	}
	for _, name := range premises {
		if p := r.Property(name); p.Status == kmc.Fails && p.Witness != nil {
			return t.execution(name, p.Witness)
		}
	}
	return nil
}

// violated is the half of safety that a violation is about. A participant that
// is stuck for lack of progress finds an empty queue: had it a message, that
// message would be the violation.
func (t *teller) violated(e *Execution, w *kmc.Witness) string {
	if w.Channel >= 0 {
		name := t.channel(w.Channel)
		for _, event := range slices.Backward(e.Events) {
			if event.Channel == name {
				return half(event.Queue != "")
			}
		}
	}
	return half(false)
}

func half(message bool) string {
	if message {
		return kmc.PropEventualReception
	}
	return kmc.PropProgress
}

// A teller has what the words about a system's executions depend on.
type teller struct {
	sys  *model.System
	ends [][2]int // sender and receiver of each object, or -1
}

func newTeller(sys *model.System) *teller {
	t := &teller{sys: sys}
	for i := range sys.Objects {
		t.ends = append(t.ends, [2]int{-1, sys.Objects[i].Receiver - 1})
	}
	for p := range sys.Processes {
		for q := range sys.Processes[p].States {
			for _, transition := range sys.Processes[p].States[q].Transitions {
				t.meet(p, &transition)
			}
		}
	}
	for i := range sys.Objects {
		// Who is at the other end, though it never receives.
		if receiver := sys.Objects[i].Receiver; receiver > 0 && t.ends[i][1] < 0 {
			t.ends[i][1] = receiver - 1
		}
	}
	return t
}

// meet notes who is at the end of a channel.
func (t *teller) meet(process int, transition *model.Transition) {
	switch {
	case transition.Object < 0:
	case transition.Kind == model.Send || transition.Kind == model.Close:
		t.ends[transition.Object][0] = process
	case transition.Kind == model.Receive:
		t.ends[transition.Object][1] = process
	}
}

// participant names a process; -1 is nobody.
func (t *teller) participant(process int) string {
	switch {
	case process < 0:
		return "nobody"
	case t.sys.Processes[process].Name == "":
		return fmt.Sprintf("process %d", process)
	}
	return t.sys.Processes[process].Name
}

func (t *teller) channel(object int) string {
	if name := t.sys.Objects[object].Name; name != "" {
		return name
	}
	return fmt.Sprintf("channel %d", object)
}

// bounds are those of the channels that somebody uses.
func (t *teller) bounds(list []int) []Bound {
	var bounds []Bound
	for i, k := range list {
		if t.sys.Objects[i].Kind == model.Channel && t.ends[i] != [2]int{-1, -1} {
			bounds = append(bounds, Bound{t.channel(i), k})
		}
	}
	return bounds
}

// execution puts a witness into words; nil stays nil.
func (t *teller) execution(property string, w *kmc.Witness) *Execution {
	if w == nil {
		return nil
	}
	return t.told(property, w.Steps, w.Participant, w.State, w.Waits, w.InTheWay)
}

// state says which state of a participant is meant, "" if only its place does.
func (t *teller) state(process, state int) string {
	s := &t.sys.Processes[process].States[state]
	switch {
	case s.Name != "":
		return "state " + s.Name
	case len(s.Transitions) == 0:
		return "its end"
	}
	return ""
}

// site is where a state is: at its first action, or, if it has none, where
// the participant is.
func (t *teller) site(process, state int) model.Site {
	p := &t.sys.Processes[process]
	if s := &p.States[state]; len(s.Transitions) > 0 {
		return s.Transitions[0].Site
	}
	return p.Site
}

// event puts a step into words and does to the queues what it does.
func (t *teller) event(s verify.Step, queues [][]string) Event {
	transition := s.In(t.sys)
	object := transition.Object
	e := Event{
		Site: transition.Site, Channel: t.channel(object),
		From: t.participant(t.ends[object][0]), To: t.participant(t.ends[object][1]),
	}
	queue := &queues[object]
	switch {
	case transition.Kind == model.Close || transition.Kind == model.Cancel:
		e.Action, e.From = "close", t.participant(s.Process)
	case transition.Kind == model.ReceiveClosed:
		e.Action, e.To = "find closed", t.participant(s.Process)
	case s.Partner >= 0:
		e.Action, e.Message = "exchange", t.message(transition, nil)
	case transition.Kind == model.Send:
		e.Action, e.Message = "send", t.message(transition, nil)
		*queue = append(*queue, e.Message)
	default:
		e.Action, e.Message = "receive", t.message(transition, *queue)
		*queue = (*queue)[min(1, len(*queue)):]
	}
	e.Queue = spellQueue(*queue)
	return e
}

// message names what a transition sends or receives. A receive of any message
// gets the first of the queue.
func (t *teller) message(transition *model.Transition, queue []string) string {
	labels := t.sys.Objects[transition.Object].Labels
	switch {
	case transition.Label >= 0 && transition.Label < len(labels):
		return labels[transition.Label].Name
	case len(queue) > 0:
		return queue[0]
	}
	return "a message"
}

// mostQueued is how many messages of a queue are shown.
const mostQueued = 6

func spellQueue(queue []string) string {
	text := strings.Join(queue[:min(len(queue), mostQueued)], " ")
	if more := len(queue) - mostQueued; more > 0 {
		text += fmt.Sprintf(" … %d more", more)
	}
	return text
}
