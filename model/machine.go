package model

import (
	"fmt"
	"path/filepath"
	"strconv"
	"strings"
)

// A machine is one participant as the notations of the literature describe
// it: it names its peers, which may come later in the text. State 0 is the
// initial one.
type machine struct {
	name   string
	site   Site
	states []machineState
}

type machineState struct {
	name    string // empty if the notation has none
	actions []machineAction
}

// A machineAction is peer!message or peer?message.
type machineAction struct {
	peer    token
	sends   bool
	message string
	site    Site
	to      int
}

// String returns the action as local types spell it.
func (a *machineAction) String() string {
	if a.sends {
		return a.peer.text + "!" + a.message
	}
	return a.peer.text + "?" + a.message
}

// systemOf makes a system of machines: one process for each, running from the
// start, and one channel for each pair (sender, receiver) that occurs, with
// the messages that occur as labels. Capacities are 1, as the notations have
// none.
func systemOf(file string, machines []machine, rules rules) (*System, error) {
	a := newAssembler(file, machines, rules)
	for i := range machines {
		a.process(i)
	}
	if a.err != nil {
		return nil, a.err
	}
	return a.sys, nil
}

// rules are what a notation and its reader allow.
type rules struct {
	indexed bool // a participant can be called by its index
	// mixed states send and receive, or have two ways on by one action. The
	// theory of the notations leaves them out.
	mixed bool
}

// An assembler makes a system of machines.
type assembler struct {
	rules    rules
	sys      *System
	machines []machine
	peers    map[string]int      // participants by what they can be called
	channels map[[2]int]int      // objects by sender and receiver
	labels   map[channelText]int // of each object
	err      *SyntaxError        // the first in the order of the text
}

type channelText struct {
	object  int
	message string
}

func newAssembler(file string, machines []machine, rules rules) *assembler {
	base := filepath.Base(file)
	a := &assembler{
		rules:    rules,
		sys:      &System{Name: strings.TrimSuffix(base, filepath.Ext(base)), Site: Site{File: file, Line: 1, Column: 1}},
		machines: machines,
		peers:    map[string]int{},
		channels: map[[2]int]int{},
		labels:   map[channelText]int{},
	}
	for i := range machines {
		if rules.indexed {
			a.peers[strconv.Itoa(i)] = i
		}
	}
	for i, m := range machines {
		a.peers[m.name] = i // a name comes before an index
	}
	return a
}

// fail keeps the error if it comes before the one that is known.
func (a *assembler) fail(site Site, format string, args ...any) {
	if a.err == nil || site.Line < a.err.Line || site.Line == a.err.Line && site.Column < a.err.Column {
		a.err = &SyntaxError{site.File, site.Line, site.Column, fmt.Sprintf(format, args...)}
	}
}

func (a *assembler) process(own int) {
	m := &a.machines[own]
	p := Automaton{Name: m.name, Site: m.site, States: make([]State, len(m.states))}
	for i := range m.states {
		p.States[i] = a.state(own, &m.states[i])
	}
	a.sys.Processes = append(a.sys.Processes, p)
}

// state turns the actions of a state into transitions. One that is there
// twice, with the same end, counts once. If choices of any kind are allowed, its
// end is part of what an action is.
func (a *assembler) state(own int, s *machineState) State {
	state := State{Name: s.name}
	seen := map[[4]int]*machineAction{}
	for i := range s.actions {
		action := &s.actions[i]
		t, ok := a.transition(own, action)
		if !ok {
			continue
		}
		first := &s.actions[0]
		if first.sends != action.sends && !a.rules.mixed {
			a.fail(action.site, "%s of %s is mixed: %s at %s, but %s here", s.what(), a.machines[own].name, first, place(first), action)
		}
		key := [4]int{int(t.Kind), t.Object, t.Label}
		if a.rules.mixed {
			key[3] = t.To
		}
		before := seen[key]
		switch {
		case before == nil:
			seen[key] = action
			state.Transitions = append(state.Transitions, t)
		case before.to != action.to:
			a.fail(action.site, "%s of %s is nondeterministic: %s here and at %s", s.what(), a.machines[own].name, action, place(before))
		}
	}
	return state
}

// what names a state in an error.
func (s *machineState) what() string {
	if s.name == "" {
		return "a choice"
	}
	return "state " + s.name
}

// place is where an action is, for an error in the same file.
func place(a *machineAction) string {
	return fmt.Sprintf("%d:%d", a.site.Line, a.site.Column)
}

// transition finds the channel of an action. It is not ok if there is none.
func (a *assembler) transition(own int, action *machineAction) (t Transition, ok bool) {
	peer, ok := a.peers[action.peer.text]
	switch {
	case !ok:
		a.fail(action.peer.site, "unknown participant %s", action.peer.text)
		return t, false
	case peer == own && action.sends:
		a.fail(action.peer.site, "%s sends to itself", a.machines[own].name)
		return t, false
	case peer == own:
		a.fail(action.peer.site, "%s receives from itself", a.machines[own].name)
		return t, false
	}
	t = Transition{Kind: Receive, To: action.to, Site: action.site}
	pair := [2]int{peer, own}
	if action.sends {
		t.Kind, pair = Send, [2]int{own, peer}
	}
	t.Object = a.channel(pair, action.site)
	t.Label = a.label(t.Object, action.message)
	return t, true
}

// channel finds or makes the channel from a participant to another.
func (a *assembler) channel(pair [2]int, site Site) int {
	object, ok := a.channels[pair]
	if !ok {
		object = len(a.sys.Objects)
		a.channels[pair] = object
		a.sys.Objects = append(a.sys.Objects, Object{
			Kind: Channel, Name: a.machines[pair[0]].name + "→" + a.machines[pair[1]].name, Site: site, Capacity: 1, Receiver: pair[1] + 1, Owner: -1,
		})
	}
	return object
}

// label finds or makes a message of a channel.
func (a *assembler) label(object int, message string) int {
	key := channelText{object, message}
	label, ok := a.labels[key]
	if !ok {
		o := &a.sys.Objects[object]
		label = len(o.Labels)
		a.labels[key] = label
		o.Labels = append(o.Labels, Label{Name: message})
	}
	return label
}
