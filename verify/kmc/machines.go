package kmc

import (
	"fmt"
	"strconv"

	"github.com/chancheck/chancheck/model"
)

// Machines is a system of communicating session automata (Definition 1 and
// Remark 1 of [LYx]): every automaton is deterministic, each of its states is
// sending, receiving or final, and every channel has one sender and one
// receiver. All processes run from the start.
//
// The paper has one channel per ordered pair of participants and writes "other
// sender" where a choice has two channels; here a pair may have several, and
// it is "other channel".
type Machines struct {
	sys      *model.System
	channels []endpoints // by object; of other objects both ends are -1
	automata []machine
	steps    []localStep    // all local transitions; machines refer to ranges of it
	seen     map[[2]int]int // steps of the state being compiled, by channel and label
	// firstLabel numbers labels throughout: that of label l of object c is
	// firstLabel[c]+l.
	firstLabel     []uint32
	knownProspects []prospect // nil until they are asked for; see forever.go
}

// endpoints are the processes at the two ends of a channel, or -1.
type endpoints struct {
	sender, receiver int
}

// A machine is the automaton of one participant.
type machine struct {
	states []localState
}

// A localState is a state of an automaton: its transitions are
// steps[first:end] of the Machines, all sends or all receives.
type localState struct {
	first, end int
	sending    bool
	// directed says that all transitions are about one channel.
	directed bool
}

// final states have no transitions, receiving ones only receptions.
func (s *localState) final() bool     { return s.first == s.end }
func (s *localState) receiving() bool { return !s.sending && !s.final() }

// A localStep is one transition of an automaton. A reception of any message
// is compiled to one step per label.
type localStep struct {
	process, state, to int
	channel, label     int
	send               bool
	transition         int // the index in the model's state
}

// Communicating checks that a system is in the class, and compiles it. The
// error names the process and the state that isn't.
func Communicating(sys *model.System) (*Machines, error) {
	if err := sys.Validate(); err != nil {
		return nil, fmt.Errorf("not a system: %w", err)
	}
	m := &Machines{sys: sys, channels: make([]endpoints, len(sys.Objects)), seen: map[[2]int]int{}}
	transitions := 0
	for p := range sys.Processes {
		for q := range sys.Processes[p].States {
			transitions += len(sys.Processes[p].States[q].Transitions)
		}
	}
	m.steps = make([]localStep, 0, transitions) // one each, but for receptions of any label
	labels := 0
	for c := range m.channels {
		m.channels[c] = endpoints{-1, -1}
		m.firstLabel = append(m.firstLabel, uint32(labels))
		labels += len(sys.Objects[c].Labels)
	}
	for p := range sys.Processes {
		if err := m.addMachine(p); err != nil {
			return nil, err
		}
	}
	return m, nil
}

// addMachine compiles the automaton of a process.
func (m *Machines) addMachine(p int) error {
	automaton := &m.sys.Processes[p]
	a := machine{states: make([]localState, len(automaton.States))}
	for q := range automaton.States {
		state := &a.states[q]
		state.first = len(m.steps)
		m.forget()
		for t := range automaton.States[q].Transitions {
			if err := m.addStep(p, q, t, state); err != nil {
				return m.located(p, q, t, err)
			}
		}
		state.end = len(m.steps)
		state.directed = m.isDirected(state)
	}
	m.automata = append(m.automata, a)
	return nil
}

// forget empties seen. A large map takes long to clear, again and again.
func (m *Machines) forget() {
	if len(m.seen) > 64 {
		m.seen = map[[2]int]int{}
	}
	clear(m.seen)
}

// located says at which transition an automaton leaves the class.
func (m *Machines) located(p, q, t int, err error) error {
	state := &m.sys.Processes[p].States[q]
	name := state.Name
	if name == "" {
		name = strconv.Itoa(q)
	}
	if site := state.Transitions[t].Site; site.IsValid() {
		return fmt.Errorf("%v: %s, state %s: %w", site, m.participant(p), name, err)
	}
	return fmt.Errorf("%s, state %s: %w", m.participant(p), name, err)
}

// addStep compiles transition t of a state whose earlier ones are compiled.
func (m *Machines) addStep(p, q, t int, state *localState) error {
	from := &m.sys.Processes[p].States[q].Transitions[t]
	if from.Kind != model.Send && from.Kind != model.Receive {
		return fmt.Errorf("%v is neither a send nor a receive", from.Kind)
	}
	if from.Object < 0 {
		return fmt.Errorf("%v on the nil channel", from.Kind)
	}
	send := from.Kind == model.Send
	if state.first < len(m.steps) && m.steps[state.first].send != send {
		return fmt.Errorf("mixed: it has sends and receives")
	}
	state.sending = send
	if err := m.claim(p, from.Object, send); err != nil {
		return err
	}
	first, end := from.Label, from.Label+1
	if from.Label == model.AnyLabel {
		first, end = 0, len(m.sys.Objects[from.Object].Labels)
	}
	for label := first; label < end; label++ {
		s := localStep{process: p, state: q, to: from.To, channel: from.Object, label: label, send: send, transition: t}
		if err := m.addDeterministic(s); err != nil {
			return err
		}
	}
	return nil
}

// addDeterministic adds a step unless it is there already.
func (m *Machines) addDeterministic(s localStep) error {
	action := [2]int{s.channel, s.label}
	before, ok := m.seen[action]
	if !ok {
		m.seen[action] = len(m.steps)
		m.steps = append(m.steps, s)
		return nil
	}
	if other := m.steps[before]; other.to != s.to {
		return fmt.Errorf("not deterministic: %s leads to states %d and %d", m.action(&s), other.to, s.to)
	}
	return nil
}

// claim makes a process the sender or the receiver of a channel.
func (m *Machines) claim(p, channel int, send bool) error {
	ends := &m.channels[channel]
	end, other, role := &ends.receiver, ends.sender, "receiver"
	if send {
		end, other, role = &ends.sender, ends.receiver, "sender"
	}
	if other == p {
		return fmt.Errorf("channel %q would lead from the process to itself", m.sys.Objects[channel].Name)
	}
	if *end >= 0 && *end != p {
		return fmt.Errorf("channel %q has another %s, %s", m.sys.Objects[channel].Name, role, m.participant(*end))
	}
	*end = p
	return nil
}

// isDirected reports whether all transitions of a state are on one channel.
func (m *Machines) isDirected(state *localState) bool {
	for _, s := range m.of(state) {
		if s.channel != m.steps[state.first].channel {
			return false
		}
	}
	return true
}

// everybody is all participants.
func (m *Machines) everybody() []int {
	list := make([]int, len(m.automata))
	for p := range list {
		list[p] = p
	}
	return list
}

// of returns the transitions of a state.
func (m *Machines) of(s *localState) []localStep { return m.steps[s.first:s.end] }

// undirected returns the first state with a choice between channels among
// sending or receiving states, as process and state; -1 if there is none.
func (m *Machines) undirected(sending bool) (process, state int) {
	for p := range m.automata {
		for q := range m.automata[p].states {
			s := &m.automata[p].states[q]
			if !s.final() && s.sending == sending && !s.directed {
				return p, q
			}
		}
	}
	return -1, -1
}

// participant names a process for the reader.
func (m *Machines) participant(p int) string {
	if name := m.sys.Processes[p].Name; name != "" {
		return name
	}
	return fmt.Sprintf("process %d", p)
}

// addressee is who a channel leads to, also if it never receives; -1 if nobody is known.
func (m *Machines) addressee(channel int) int {
	if p := m.channels[channel].receiver; p >= 0 {
		return p
	}
	return m.sys.Objects[channel].Receiver - 1
}

// action writes a transition as the literature does: channel!label.
func (m *Machines) action(s *localStep) string {
	mark := "?"
	if s.send {
		mark = "!"
	}
	return m.sys.Objects[s.channel].Name + mark + m.label(s.channel, s.label)
}

// label names a message of a channel.
func (m *Machines) label(channel, label int) string {
	return m.sys.Objects[channel].Labels[label].Name
}

// SendDirected reports whether all sends of each state are on one channel.
func (m *Machines) SendDirected() bool {
	p, _ := m.undirected(true)
	return p < 0
}

// ReceiveDirected reports whether all receptions of each state are from one
// channel.
func (m *Machines) ReceiveDirected() bool {
	p, _ := m.undirected(false)
	return p < 0
}
