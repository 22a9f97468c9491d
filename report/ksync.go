package report

import (
	"fmt"
	"slices"

	"github.com/chancheck/chancheck/model"
	"github.com/chancheck/chancheck/verify/ksync"
)

// A KSyncQuestion is what was asked about a system.
type KSyncQuestion struct {
	Options ksync.Options
	Target  string // as the user wrote it; empty if nothing was asked
}

// TellKSync puts into words whether a system is k-synchronisable.
func TellKSync(sys *model.System, file string, question KSyncQuestion, r *ksync.Result) Answer {
	t := newTeller(sys)
	a := Answer{
		File: file, System: sys.Name, Verdict: r.Verdict.String(), Reason: r.Reason, K: r.K, Exhausted: r.Inconclusive,
		Exchanges: r.Exchanges, States: r.States, Message: synchronisability(question.Options, r),
	}
	for i := range sys.Processes {
		a.Participants = append(a.Participants, t.participant(i))
	}
	for _, p := range r.Never {
		transition := &sys.Processes[p.Process].States[p.State].Transitions[p.Transition]
		a.Findings = append(a.Findings, AnswerFinding{
			Kind: FoundNever, Participant: t.participant(p.Process), State: t.state(p.Process, p.State), Site: transition.Site, Action: t.action(transition),
		})
	}
	w := r.Witness
	if w != nil {
		last := w.Steps[len(w.Steps)-1]
		a.Site = sys.Processes[last.Process].States[last.State].Transitions[last.Transition].Site
	}
	if question.Target != "" {
		a.Target = t.reaching(question.Target, r)
		if w == nil {
			w = r.Target
		}
	}
	if w != nil {
		a.Execution, a.Chart = t.charted(w)
	}
	return a
}

// synchronisability is the verdict with the size of exchanges and the queues.
func synchronisability(options ksync.Options, r *ksync.Result) string {
	queues := ", with one queue per " + [...]string{"channel", "pair of participants", "receiver"}[options.Queues]
	switch {
	case r.Always():
		return "not k-synchronisable for any k" + queues
	case r.Verdict == ksync.Synchronisable:
		return fmt.Sprintf("%d-synchronisable", r.K) + queues
	case r.Verdict == ksync.Unsynchronisable:
		return fmt.Sprintf("not %d-synchronisable", r.K) + queues
	case options.K > 0 || r.Inconclusive:
		return fmt.Sprintf("unknown for k = %d", r.K) + queues
	}
	return fmt.Sprintf("unknown: not %d-synchronisable, and larger k were not tried", r.K) + queues
}

// reaching is the answer about a target. If there are executions that aren't sequences of
// exchanges, that no such sequence leads there doesn't say that none does.
func (t *teller) reaching(target string, r *ksync.Result) *Property {
	p := &Property{Name: "reaching " + target, Status: "undecided"}
	switch {
	case r.Target != nil:
		p.Status, p.Note = "holds", "by an execution"
		p.Execution, _ = t.charted(r.Target)
	case r.Verdict == ksync.Synchronisable:
		p.Status, p.Note = "fails", "no execution leads there, however much the queues hold"
	default:
		p.Note = "no sequence of exchanges leads there, and there may be other executions"
	}
	return p
}

// charted puts a witness into words, and draws it.
func (t *teller) charted(w *ksync.Witness) (*Execution, *Chart) {
	e := &Execution{Events: []Event{}}
	c := &Chart{Messages: []ChartMessage{}, Conflicts: []Conflict{}}
	queues := make([][]string, len(t.sys.Objects))
	for i := range w.Steps {
		event := t.chartedEvent(w, i, queues)
		e.Events = append(e.Events, event)
		for p := range t.sys.Processes {
			if name := t.participant(p); w.Steps[i].Process == p && !slices.Contains(c.Lines, name) {
				c.Lines = append(c.Lines, name)
			}
		}
	}
	slices.SortFunc(c.Lines, func(a, b string) int { return t.number(a) - t.number(b) })
	for m := range w.Execution.Messages {
		c.Messages = append(c.Messages, chartedMessage(w, m, e))
	}
	for _, d := range w.Execution.Conflicts().Edges {
		c.Conflicts = append(c.Conflicts, Conflict{
			From: d.From + 1, To: d.To + 1, Kind: d.Leaves.String() + d.Enters.String(), Turned: w.Turn != nil && d == *w.Turn,
		})
	}
	return e, c
}

// number finds a process by its name for the reader.
func (t *teller) number(name string) int {
	for p := range t.sys.Processes {
		if t.participant(p) == name {
			return p
		}
	}
	return -1
}

// chartedEvent puts a step into words. What a reception of any message receives, and
// from whom, is known here from the execution.
func (t *teller) chartedEvent(w *ksync.Witness, i int, queues [][]string) Event {
	action := &w.Execution.Actions[i]
	send := w.Steps[w.Execution.Messages[w.Execution.Message(i)].Send]
	sent := &t.sys.Processes[send.Process].States[send.State].Transitions[send.Transition]
	own := &t.sys.Processes[w.Steps[i].Process].States[w.Steps[i].State].Transitions[w.Steps[i].Transition]
	e := Event{
		Site: own.Site, Action: "receive", From: t.participant(action.Sender), To: t.participant(action.Receiver),
		Channel: t.channel(sent.Object), Message: t.message(sent, nil),
	}
	queue := &queues[sent.Object]
	if action.Send {
		e.Action = "send"
		*queue = append(*queue, e.Message)
	} else if n := slices.Index(*queue, e.Message); n >= 0 {
		*queue = slices.Delete(*queue, n, n+1)
	}
	e.Queue = spellQueue(*queue)
	return e
}

// chartedMessage is a message of a witness.
func chartedMessage(w *ksync.Witness, m int, e *Execution) ChartMessage {
	v := &w.Execution.Messages[m]
	event := &e.Events[v.Send]
	return ChartMessage{
		Message: event.Message, From: event.From, To: event.To, Sent: v.Send + 1, Received: v.Reception + 1,
		Exchange: 1 + slices.IndexFunc(w.Exchanges, func(list []int) bool { return slices.Contains(list, m) }),
		Tied:     slices.Contains(w.Component, m),
	}
}
