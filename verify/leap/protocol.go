package leap

import (
	"fmt"
	"slices"
	"strconv"

	"github.com/chancheck/chancheck/model"
	"github.com/chancheck/chancheck/verify/internal/queues"
)

// A protocol is a system of communicating automata: sends, receptions and
// internal steps, in any choice, over channels with one sender and one receiver. All
// processes run from the start.
//
// The sender may close its channel. That is like a last message which takes no room, and stays: it enables
// nobody but the receiver, who finds the channel closed when it is empty, and disables nothing that the
// receiver can do. A channel that carries nothing but the news that it is closed, as that of a context, may have several who
// look at it, as they take nothing from each other, and several who cancel it, as the second does nothing.
type protocol struct {
	sys      *model.System
	shared   bool        // ends of channels may have several owners
	channels []endpoints // by object
	automata []automaton
	steps    []step // all local transitions; states refer to ranges of it
	// firstLabel numbers the messages that may come to one process throughout: that of label l of
	// object c is firstLabel[c]+l.
	firstLabel []int
	// carries says of objects that somebody sends or receives on them, closable that somebody closes
	// them.
	carries, closable []bool
	// repeated are the steps that transitions have in common with earlier ones of their
	// state. They are compiled once.
	repeated map[Place][]int
}

// endpoints are the processes at the two ends of a channel, or -1. With several owners it
// is the first; crowded says that there are more, and others are the receivers after the first.
type endpoints struct {
	sender, receiver             int
	crowdedSender, crowdedReader bool
	others                       []int
}

// An automaton is one process.
type automaton struct {
	states   []localState
	incoming []int // channels that it receives from
	messages int   // how many different ones these carry
}

// The steps of a localState are steps[first:end] of the protocol.
type localState struct{ first, end int }

// A step is one transition of an automaton. A reception of any message is
// compiled to one step per label.
type step struct {
	kind           stepKind
	process, to    int
	channel, label int // 0 of an internal step
	state          int
	transition     int // the index in the model's state
}

type stepKind uint8

const (
	internal stepKind = iota
	send
	receive
	closing    // of the sender
	cancelling // closing, if it isn't closed
	drained    // finding a channel closed and empty
)

// kinds are those of the actions of the model that are in the class.
var kinds = map[model.Kind]stepKind{
	model.Tau: internal, model.Send: send, model.Receive: receive,
	model.Close: closing, model.Cancel: cancelling, model.ReceiveClosed: drained,
}

// compile checks that a system is in the class, and compiles it. The error
// names the process and the state that isn't.
// Ends with several owners are in the class only if shared.
func compile(sys *model.System, shared bool) (*protocol, error) {
	if err := sys.Validate(); err != nil {
		return nil, fmt.Errorf("not a system: %w", err)
	}
	p := &protocol{sys: sys, shared: shared, firstLabel: make([]int, len(sys.Objects)), repeated: map[Place][]int{}}
	for i := range sys.Objects {
		// Who never receives can have an unspecified reception all the same.
		p.channels = append(p.channels, endpoints{sender: -1, receiver: sys.Objects[i].Receiver - 1})
	}
	p.findUses()
	for i := range sys.Processes {
		if err := p.addAutomaton(i); err != nil {
			return nil, err
		}
	}
	if s := p.unheard(); s != nil && !shared {
		return nil, p.located(s.process, s.state, s.transition, fmt.Errorf("nobody receives from channel %q", sys.Objects[s.channel].Name))
	}
	for c, ends := range p.channels {
		if ends.receiver >= 0 && p.carries[c] && !ends.crowdedReader {
			receiver := &p.automata[ends.receiver]
			receiver.incoming = append(receiver.incoming, c)
			p.firstLabel[c] = receiver.messages
			receiver.messages += len(sys.Objects[c].Labels)
		}
	}
	return p, nil
}

// unheard is the first send on a channel that has no receiver, or nil: of messages there the definitions say nothing.
func (p *protocol) unheard() *step {
	i := slices.IndexFunc(p.steps, func(s step) bool { return s.kind == send && p.channels[s.channel].receiver < 0 })
	if i < 0 {
		return nil
	}
	return &p.steps[i]
}

// findUses finds out what is done to objects at all.
func (p *protocol) findUses() {
	p.carries, p.closable = make([]bool, len(p.channels)), make([]bool, len(p.channels))
	for i := range p.sys.Processes {
		for _, state := range p.sys.Processes[i].States {
			for _, t := range state.Transitions {
				switch {
				case t.Object < 0:
				case t.Kind == model.Send || t.Kind == model.Receive:
					p.carries[t.Object] = true
				case t.Kind == model.Close || t.Kind == model.Cancel:
					p.closable[t.Object] = true
				}
			}
		}
	}
}

// addAutomaton compiles a process.
func (p *protocol) addAutomaton(process int) error {
	from := &p.sys.Processes[process]
	a := automaton{states: make([]localState, len(from.States))}
	for q := range from.States {
		state := &a.states[q]
		state.first = len(p.steps)
		seen := map[step]int{}
		for t := range from.States[q].Transitions {
			if err := p.addTransition(step{process: process, state: q, transition: t}, seen); err != nil {
				return p.located(process, q, t, err)
			}
		}
		state.end = len(p.steps)
	}
	p.automata = append(p.automata, a)
	return nil
}

// located says at which transition an automaton leaves the class.
func (p *protocol) located(process, q, t int, err error) error {
	state := &p.sys.Processes[process].States[q]
	name := state.Name
	if name == "" {
		name = strconv.Itoa(q)
	}
	if site := state.Transitions[t].Site; site.IsValid() {
		return fmt.Errorf("%v: %s, state %s: %w", site, p.participant(process), name, err)
	}
	return fmt.Errorf("%s, state %s: %w", p.participant(process), name, err)
}

// participant names a process for the reader.
func (p *protocol) participant(process int) string {
	if name := p.sys.Processes[process].Name; name != "" {
		return name
	}
	return fmt.Sprintf("process %d", process)
}

// addTransition compiles the transition that a step names. One that is there
// twice counts once, or else leaps would be counted twice.
func (p *protocol) addTransition(s step, seen map[step]int) error {
	from := &p.sys.Processes[s.process].States[s.state].Transitions[s.transition]
	s.to = from.To
	var ok bool
	s.kind, ok = kinds[from.Kind]
	switch {
	case !ok:
		return fmt.Errorf("%v is neither a send nor a receive", from.Kind)
	case from.Doubt != "":
		return fmt.Errorf("a step that the program may be unable to take: %s", from.Doubt)
	case s.kind == internal:
		p.add(s, seen)
		return nil
	case from.Object < 0:
		return fmt.Errorf("%v on the nil channel", from.Kind)
	}
	s.channel = from.Object
	if err := p.claimFor(&s); err != nil {
		return err
	}
	if s.kind != send && s.kind != receive {
		p.add(s, seen)
		return nil
	}
	first, end := from.Label, from.Label+1
	if from.Label == model.AnyLabel {
		first, end = 0, len(p.sys.Objects[s.channel].Labels)
	}
	for s.label = first; s.label < end; s.label++ {
		p.add(s, seen)
	}
	return nil
}

// add adds a step unless it is there already.
func (p *protocol) add(s step, seen map[step]int) {
	key := s
	key.transition = 0
	if n, ok := seen[key]; ok {
		place := Place{s.process, s.state, s.transition}
		p.repeated[place] = append(p.repeated[place], n)
		return
	}
	seen[key] = len(p.steps)
	p.steps = append(p.steps, s)
}

// claimFor makes the process of a step the owner of the end that the step is at.
func (p *protocol) claimFor(s *step) error {
	switch {
	case s.kind == cancelling && p.carries[s.channel] && !p.shared:
		return fmt.Errorf("channel %q carries messages, and is cancelled", p.sys.Objects[s.channel].Name)
	case !p.carries[s.channel] && (s.kind == cancelling || s.kind == drained):
		return nil
	}
	sends := s.kind == send || s.kind == closing || s.kind == cancelling
	if p.shared {
		p.share(s.process, s.channel, sends)
		return nil
	}
	return p.claim(s.process, s.channel, sends)
}

// share makes a process one of the owners of an end. One process at both ends is in nobody's way.
func (p *protocol) share(process, channel int, sends bool) {
	ends := &p.channels[channel]
	switch {
	case sends && ends.sender < 0:
		ends.sender = process
	case sends:
		ends.crowdedSender = ends.crowdedSender || ends.sender != process
	case ends.receiver < 0:
		ends.receiver = process
	case ends.receiver != process:
		ends.crowdedReader = true
		if !slices.Contains(ends.others, process) {
			ends.others = append(ends.others, process)
		}
	}
}

// isCrowded reports whether a step is at an end with other owners.
func (p *protocol) isCrowded(s *step) bool {
	if s.kind == internal {
		return false
	}
	if s.kind == receive || s.kind == drained {
		return p.channels[s.channel].crowdedReader
	}
	return p.channels[s.channel].crowdedSender
}

// claim makes a process the sender or the receiver of a channel.
func (p *protocol) claim(process, channel int, sends bool) error {
	ends := &p.channels[channel]
	end, other, role := &ends.receiver, ends.sender, "receiver"
	if sends {
		end, other, role = &ends.sender, ends.receiver, "sender"
	}
	if other == process {
		return fmt.Errorf("channel %q would lead from the process to itself", p.sys.Objects[channel].Name)
	}
	if *end >= 0 && *end != process {
		return fmt.Errorf("channel %q has another %s, %s", p.sys.Objects[channel].Name, role, p.participant(*end))
	}
	*end = process
	return nil
}

// shape is what global states have to have room for.
func (p *protocol) shape(bounds []int) queues.Shape {
	shape := queues.Shape{Bounds: bounds, Labels: make([]int, len(bounds)), Closed: p.closable}
	for i := range p.automata {
		shape.States = append(shape.States, len(p.automata[i].states))
	}
	for c, ends := range p.channels {
		if ends.sender >= 0 {
			shape.Labels[c] = len(p.sys.Objects[c].Labels)
		}
	}
	return shape
}
