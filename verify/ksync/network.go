package ksync

import (
	"fmt"
	"slices"
	"strconv"

	"github.com/chancheck/chancheck/model"
)

// Queues says which channels share a queue. Each queue has one receiver, and
// any number of senders.
type Queues uint8

// The semantics.
const (
	// PerChannel: each channel of the system is a queue, as channels of Go are.
	// In systems of local types and state graphs that is the same as PerPair.
	PerChannel Queues = iota
	// PerPair: one queue for each pair of a sender and a receiver, "peer to peer".
	PerPair
	// PerReceiver: one queue, a mailbox, for each receiver.
	PerReceiver
)

// A network is a system of communicating automata with its queues. States may
// send and receive, and choose by themselves; automata needn't be
// deterministic.
type network struct {
	sys       *model.System
	receivers []int  // by object; -1 if nobody receives from it
	closed    []bool // by object: somebody may close it
	queues    []queue
	contents  []content
	automata  [][]moves // by process and state; nil if the network is too large
	shared    []int     // the queues with several senders
}

// A queue is first in, first out.
type queue struct {
	receiver int
	senders  uint64
	// shared is its place among those with several senders, or -1.
	shared int
}

// A content is a kind of messages that nobody can tell apart.
type content struct {
	sender, object, label int
	queue                 int
}

// moves are the steps that a process can take next at a state: those of the
// state, and of all to which it can come by itself. Nobody can tell when it
// does.
type moves struct {
	sends, receptions []step
}

// A step is a transition of an automaton. A reception is one step for each
// sender: whose message it takes is part of the action.
type step struct {
	process, from, to int
	state, transition int // where it is in the model; state is from, or one after it
	content           int
}

// Limits of the representation.
const (
	mostProcesses = 64
	mostQueues    = 64
)

// compile makes a network of a system, which needs no moves where it is too large. The error says what isn't in the class,
// with its place.
func compile(sys *model.System, queues Queues) (*network, error) {
	if err := sys.Validate(); err != nil {
		return nil, fmt.Errorf("not a system: %w", err)
	}
	n := &network{sys: sys, receivers: slices.Repeat([]int{-1}, len(sys.Objects)), closed: closedIn(sys)}
	for p := range sys.Processes {
		if err := n.findReceivers(p); err != nil {
			return nil, err
		}
	}
	c := &numbering{network: n, queueOf: map[[3]int]int{}, contentOf: map[[3]int]int{}, contentsOf: make([][]int, len(sys.Objects))}
	for p := range sys.Processes {
		if err := c.findContents(p, queues); err != nil {
			return nil, err
		}
	}
	c.numberShared()
	if n.tooLarge(0) == "" {
		c.compileAutomata()
	}
	return n, nil
}

// A numbering numbers queues and contents of a network.
type numbering struct {
	*network
	queueOf    map[[3]int]int // by sender, receiver and channel, as far as they matter
	contentOf  map[[3]int]int // by sender, channel and label
	contentsOf [][]int        // by channel
}

// findContents numbers what a process sends.
func (n *numbering) findContents(p int, queues Queues) error {
	for q := range n.sys.Processes[p].States {
		for t := range n.sys.Processes[p].States[q].Transitions {
			transition := &n.sys.Processes[p].States[q].Transitions[t]
			if transition.Kind != model.Send {
				continue
			}
			if n.receivers[transition.Object] == p {
				return n.located(p, q, t, fmt.Errorf("channel %q leads from the process to itself", n.sys.Objects[transition.Object].Name))
			}
			n.addContent(queues, p, transition)
		}
	}
	return nil
}

// findReceivers checks the transitions of a process, and makes it the receiver of
// the channels from which it receives.
func (n *network) findReceivers(p int) error {
	for q := range n.sys.Processes[p].States {
		for t := range n.sys.Processes[p].States[q].Transitions {
			if err := n.check(p, &n.sys.Processes[p].States[q].Transitions[t]); err != nil {
				return n.located(p, q, t, err)
			}
		}
	}
	return nil
}

// closedIn finds the objects that somebody may close.
func closedIn(sys *model.System) []bool {
	closed := make([]bool, len(sys.Objects))
	for p := range sys.Processes {
		for q := range sys.Processes[p].States {
			for _, t := range sys.Processes[p].States[q].Transitions {
				if (t.Kind == model.Close || t.Kind == model.Cancel) && t.Object >= 0 {
					closed[t.Object] = true
				}
			}
		}
	}
	return closed
}

// check says why a transition isn't one of the class. What comes about only on a channel
// that is closed never does on one that nobody closes.
func (n *network) check(p int, t *model.Transition) error {
	if (t.Kind == model.ReceiveClosed || t.Kind == model.Fault) && t.Object >= 0 && n.sys.Objects[t.Object].Kind == model.Channel && !n.closed[t.Object] {
		return nil
	}
	switch {
	case t.Kind == model.Tau && t.Doubt != "":
		return fmt.Errorf("a step in doubt (%s)", t.Doubt)
	case t.Kind == model.Tau:
		return nil
	case t.Kind != model.Send && t.Kind != model.Receive:
		return fmt.Errorf("%v is neither a send nor a receive", t.Kind)
	case t.Object < 0:
		return fmt.Errorf("%v on the nil channel", t.Kind)
	case t.Kind == model.Send:
		return nil
	}
	if other := n.receivers[t.Object]; other >= 0 && other != p {
		return fmt.Errorf("channel %q has another receiver, %s", n.sys.Objects[t.Object].Name, n.participant(other))
	}
	n.receivers[t.Object] = p
	return nil
}

// located says at which transition an automaton leaves the class.
func (n *network) located(p, q, t int, err error) error {
	state := &n.sys.Processes[p].States[q]
	name := state.Name
	if name == "" {
		name = strconv.Itoa(q)
	}
	if site := state.Transitions[t].Site; site.IsValid() {
		return fmt.Errorf("%v: %s, state %s: %w", site, n.participant(p), name, err)
	}
	return fmt.Errorf("%s, state %s: %w", n.participant(p), name, err)
}

// participant names a process for the reader.
func (n *network) participant(p int) string {
	if name := n.sys.Processes[p].Name; name != "" {
		return name
	}
	return fmt.Sprintf("process %d", p)
}

// addContent numbers what a process sends, and its queue.
func (n *numbering) addContent(queues Queues, p int, t *model.Transition) {
	key := [3]int{p, t.Object, t.Label}
	if _, ok := n.contentOf[key]; ok {
		return
	}
	receiver := n.receivers[t.Object]
	where := [3]int{-1, -1, t.Object}
	switch {
	case receiver < 0: // nobody can tell
	case queues == PerPair:
		where = [3]int{p, receiver, -1}
	case queues == PerReceiver:
		where = [3]int{-1, receiver, -1}
	}
	number, ok := n.queueOf[where]
	if !ok {
		number = len(n.queues)
		n.queueOf[where] = number
		n.queues = append(n.queues, queue{receiver: receiver, shared: -1})
	}
	n.queues[number].senders |= 1 << p
	n.contentOf[key] = len(n.contents)
	n.contentsOf[t.Object] = append(n.contentsOf[t.Object], len(n.contents))
	n.contents = append(n.contents, content{sender: p, object: t.Object, label: t.Label, queue: number})
}

// numberShared numbers the queues with several senders.
func (n *numbering) numberShared() {
	for i := range n.queues {
		if q := &n.queues[i]; q.senders&(q.senders-1) != 0 {
			q.shared = len(n.shared)
			n.shared = append(n.shared, i)
		}
	}
}

// compileAutomata finds the moves of all states.
func (n *numbering) compileAutomata() {
	for p := range n.sys.Processes {
		states := n.sys.Processes[p].States
		automaton := make([]moves, len(states))
		for from := range states {
			for _, q := range silently(states, from) {
				for t := range states[q].Transitions {
					n.addSteps(&automaton[from], step{process: p, from: from, state: q, transition: t})
				}
			}
		}
		n.automata = append(n.automata, automaton)
	}
}

// silently lists the states to which a process can come by itself.
func silently(states []model.State, from int) []int {
	list := []int{from}
	for i := 0; i < len(list); i++ { // grows
		for _, t := range states[list[i]].Transitions {
			if t.Kind == model.Tau && !slices.Contains(list, t.To) {
				list = append(list, t.To)
			}
		}
	}
	return list
}

// addSteps adds the steps of a transition.
func (n *numbering) addSteps(m *moves, s step) {
	t := &n.sys.Processes[s.process].States[s.state].Transitions[s.transition]
	s.to = t.To
	switch t.Kind {
	case model.Send:
		s.content = n.contentOf[[3]int{s.process, t.Object, t.Label}]
		m.sends = append(m.sends, s)
	case model.Receive:
		for _, i := range n.contentsOf[t.Object] {
			if n.contents[i].label == t.Label || t.Label == model.AnyLabel {
				s.content = i
				m.receptions = append(m.receptions, s)
			}
		}
	}
}

// action is what a step does.
func (n *network) action(s *step, send bool) Action {
	c := &n.contents[s.content]
	return Action{Send: send, Sender: c.sender, Receiver: n.queues[c.queue].receiver, Queue: c.queue, Content: s.content}
}

// tooLarge says why a network with exchanges up to a size can't be represented; "" if it
// can.
func (n *network) tooLarge(size int) string {
	switch {
	case len(n.sys.Processes) > mostProcesses:
		return fmt.Sprintf("more than %d participants", mostProcesses)
	case len(n.queues) > mostQueues:
		return fmt.Sprintf("more than %d queues", mostQueues)
	case size > n.mostMessages():
		return fmt.Sprintf("exchanges of more than %d messages", n.mostMessages())
	}
	return ""
}
