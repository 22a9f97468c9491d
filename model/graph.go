package model

import (
	"fmt"
	"strconv"
)

// ParseGraph reads a system as a block for each participant, which has the
// transitions of its automaton on lines of their own:
//
//	.outputs [NAME]
//	.state graph
//	STATE PEER ! MESSAGE STATE
//	STATE PEER ? MESSAGE STATE
//	.marking STATE
//	.end
//
// A peer is a block's name or its index, from 0. The marking is the initial
// state; a state without transitions is final. Comments are those of
// ParseLocalTypes, as are file and the errors.
func ParseGraph(text, file string) (*System, error) { return parseGraph(text, file, false) }

func parseGraph(text, file string, mixed bool) (*System, error) {
	r := &graphReader{lexer: newLexer(text, file, true), names: map[string]Site{}}
	r.blankLines()
	for r.err == nil && r.tok.kind != textEnd {
		r.block()
		r.blankLines()
	}
	if len(r.machines) == 0 {
		r.fail(".outputs")
	}
	if r.err != nil {
		return nil, r.err
	}
	return systemOf(file, r.machines, rules{indexed: true, mixed: mixed})
}

// A graphReader reads blocks into machines.
type graphReader struct {
	lexer
	machines []machine
	names    map[string]Site

	// Of the block that is being read, which is the last machine:
	states map[string]int
}

func (r *graphReader) own() *machine { return &r.machines[len(r.machines)-1] }

func (r *graphReader) blankLines() {
	for r.tok.kind == lineEnd {
		r.next()
	}
}

// block reads one participant.
func (r *graphReader) block() {
	r.header()
	r.directive("state")
	if graph := r.word("graph after .state"); r.err == nil && graph.text != "graph" {
		r.failAt(graph.site, fmt.Sprintf("expected graph after .state, found %q", graph.text))
	}
	r.endOfLine()
	for r.err == nil && r.tok.kind == word {
		r.transition()
	}
	r.marking()
	r.directive("end")
	r.endOfLine()
}

// header reads the first line of a block: the start of a participant, which
// is called by its index if it has no name.
func (r *graphReader) header() {
	site := r.directive("outputs")
	name := strconv.Itoa(len(r.machines))
	if r.tok.kind == word {
		name, site = r.tok.text, r.tok.site
		r.next()
	}
	if before, ok := r.names[name]; ok {
		r.failAt(site, fmt.Sprintf("participant %s is already at %d:%d", name, before.Line, before.Column))
	}
	r.endOfLine()
	r.names[name] = site
	r.machines = append(r.machines, machine{name: name, site: site})
	r.states = map[string]int{}
}

// directive skips a word with a dot before it, and returns its place.
func (r *graphReader) directive(name string) Site {
	dot := r.tok
	if !r.is(".") {
		r.fail(r.expected(name))
		return Site{}
	}
	r.next()
	if r.tok.kind != word || r.tok.text != name {
		found := "." + r.tok.text
		r.failAt(dot.site, fmt.Sprintf("expected %s, found %q", r.expected(name), found))
		return Site{}
	}
	site := span(dot.site, r.tok.site)
	r.next()
	return site
}

// expected is what can stand in place of a directive.
func (r *graphReader) expected(directive string) string {
	if directive == "marking" {
		return "a transition or .marking"
	}
	return "." + directive
}

// endOfLine skips the end of a line, and blank lines after it.
func (r *graphReader) endOfLine() {
	if r.tok.kind != lineEnd && r.tok.kind != textEnd {
		r.fail("the end of the line")
	}
	r.blankLines()
}

// transition reads a line: STATE PEER ! MESSAGE STATE.
func (r *graphReader) transition() {
	from := r.word("a state")
	a := machineAction{peer: r.word("a participant after state " + from.text)}
	a.sends = r.is("!")
	if !r.accept("!") {
		r.expectSign(a.peer)
	}
	message := r.message("! or ?")
	to := r.word("a state after message " + message.text)
	r.endOfLine()
	if r.err != nil {
		return
	}
	a.message, a.site = message.text, span(from.site, to.site)
	source := r.state(from.text)
	a.to = r.state(to.text)
	s := &r.own().states[source]
	s.actions = append(s.actions, a)
}

func (r *graphReader) expectSign(peer token) {
	if !r.accept("?") {
		r.fail("! or ? after participant " + peer.text)
	}
}

// state finds or makes the state of a name.
func (r *graphReader) state(name string) int {
	state, ok := r.states[name]
	if !ok {
		m := r.own()
		state = len(m.states)
		r.states[name] = state
		m.states = append(m.states, machineState{name: name})
	}
	return state
}

// marking reads the initial state. A block without transitions is of a
// participant that does nothing, in a state that nothing else names.
func (r *graphReader) marking() {
	r.directive("marking")
	name := r.word("a state after .marking")
	r.endOfLine()
	if r.err != nil {
		return
	}
	if _, ok := r.states[name.text]; !ok && len(r.states) > 0 {
		r.failAt(name.site, "undefined state "+name.text)
		return
	}
	r.own().startAt(r.state(name.text))
}

// startAt makes a state the first.
func (m *machine) startAt(state int) {
	m.states[0], m.states[state] = m.states[state], m.states[0]
	for i := range m.states {
		for j := range m.states[i].actions {
			switch a := &m.states[i].actions[j]; a.to {
			case state:
				a.to = 0
			case 0:
				a.to = state
			}
		}
	}
}
