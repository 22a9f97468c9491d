package model

import "fmt"

// ParseLocalTypes reads a system as a local type for each participant:
//
//	system      = { participant } .
//	participant = NAME ":" type .
//	type        = action ";" type | "{" branch { "," branch } "}"
//	            | "rec" NAME "." type | NAME | "end" .
//	branch      = action ";" type .
//	action      = NAME ( "!" | "?" ) message .
//	message     = NAME [ "<" payload ">" ] .
//
// B!m sends m to B, B?m receives m from B. The payload is part of the message.
// Comments run from -- to the end of the line or from /* to */.
//
// file is the file's name in places and errors; errors are of type
// *SyntaxError. All participants run from the start.
func ParseLocalTypes(text, file string) (*System, error) { return parseLocalTypes(text, file, false) }

func parseLocalTypes(text, file string, mixed bool) (*System, error) {
	r := &typeReader{lexer: newLexer(text, file, false), participants: map[string]Site{}}
	for r.err == nil && r.tok.kind != textEnd {
		r.participant()
	}
	if len(r.machines) == 0 {
		r.fail("a participant")
	}
	if r.err != nil {
		return nil, r.err
	}
	return systemOf(file, r.machines, rules{mixed: mixed})
}

// A typeReader reads local types into machines, with a state for each action
// or choice. It has its own stack of choices, as texts may be nested more
// deeply than calls should be.
type typeReader struct {
	lexer
	machines     []machine
	participants map[string]Site

	// Of the participant that is being read, which is the last machine:
	gap     gap            // where the state that comes next is wanted
	end     int            // the state of "end", or -1
	bound   map[string]int // states of the variables in scope, or unguarded
	waiting []string       // the variables that are unguarded
	undo    []binding      // what bound was, in the order of changes
	choices []choice       // around the place, outermost first
}

// A gap is a transition whose target is not known yet: that of state from, or
// the start of the machine if from is -1.
type gap struct{ from, action int }

// unguarded is the state of a variable as long as no action came after rec.
const unguarded = -1

// A binding is a variable that was bound to something else, or to nothing.
type binding struct {
	name  string
	state int
	ok    bool
}

// A choice is a pair of braces that is open.
type choice struct {
	state int
	scope int // length of undo where it began
}

func (r *typeReader) own() *machine { return &r.machines[len(r.machines)-1] }

func (r *typeReader) participant() {
	name := r.word("a participant")
	if r.err == nil && isKeyword(name.text) {
		r.failAt(name.site, fmt.Sprintf("expected a participant, found %q", name.text))
	}
	r.expect(":", "participant "+name.text)
	if before, ok := r.participants[name.text]; ok {
		r.failAt(name.site, fmt.Sprintf("participant %s is already at %d:%d", name.text, before.Line, before.Column))
	}
	if r.err != nil {
		return
	}
	r.participants[name.text] = name.site
	r.machines = append(r.machines, machine{name: name.text, site: name.site})
	r.gap, r.end, r.bound = gap{from: -1}, -1, map[string]int{}
	r.waiting, r.undo, r.choices = nil, nil, nil
	for r.err == nil && !r.piece() {
	}
}

func isKeyword(text string) bool { return text == "rec" || text == "end" }

// piece reads a part of a type that is followed by a type, or by nothing. It
// reports whether the type of the participant is complete.
func (r *typeReader) piece() (complete bool) {
	if r.is("{") {
		r.choices = append(r.choices, choice{r.open(), len(r.undo)})
		r.next()
		r.branch()
		return false
	}
	first := r.word("a type (an action, a choice in braces, rec, a variable or end)")
	switch {
	case r.err != nil:
		return false
	case first.text == "rec":
		r.recursion()
		return false
	case first.text == "end":
		r.arrive(r.final())
		return r.close()
	case r.is("!") || r.is("?"):
		r.action(r.open(), first)
		return false
	}
	r.variable(first)
	return r.close()
}

// open makes the state at the gap, and of the variables that wait for it.
func (r *typeReader) open() int {
	m := r.own()
	state := len(m.states)
	m.states = append(m.states, machineState{})
	for _, name := range r.waiting {
		r.bound[name] = state
	}
	r.arrive(state)
	return state
}

// arrive lets the transition at the gap lead to a state.
func (r *typeReader) arrive(state int) {
	if r.gap.from >= 0 {
		r.own().states[r.gap.from].actions[r.gap.action].to = state
	}
	r.waiting = r.waiting[:0]
}

// final is the state of "end", which a participant has once.
func (r *typeReader) final() int {
	if r.end < 0 {
		m := r.own()
		r.end = len(m.states)
		m.states = append(m.states, machineState{})
	}
	return r.end
}

// branch reads the action that a branch of the innermost choice begins with.
func (r *typeReader) branch() {
	peer := r.word("the action of a branch")
	r.action(r.choices[len(r.choices)-1].state, peer)
}

// action reads an action of a state, from the ! or ? on.
func (r *typeReader) action(from int, peer token) {
	a := machineAction{peer: peer, sends: r.is("!")}
	if !r.accept("!") {
		r.expect("?", "participant "+peer.text)
	}
	message := r.message("! or ?")
	a.message, a.site = message.text, span(peer.site, message.site)
	r.expect(";", a.String())
	if r.err != nil {
		return
	}
	s := &r.own().states[from]
	r.gap = gap{from, len(s.actions)}
	s.actions = append(s.actions, a)
}

// span is the place from the start of one to the end of another.
func span(from, to Site) Site {
	from.EndLine, from.EndColumn = to.EndLine, to.EndColumn
	return from
}

// recursion binds a variable to the state that comes next.
func (r *typeReader) recursion() {
	name := r.word("a variable after rec")
	if r.err == nil && isKeyword(name.text) {
		r.failAt(name.site, fmt.Sprintf("expected a variable after rec, found %q", name.text))
	}
	r.expect(".", "rec "+name.text)
	before, ok := r.bound[name.text]
	r.undo = append(r.undo, binding{name.text, before, ok})
	r.bound[name.text] = unguarded
	r.waiting = append(r.waiting, name.text)
}

// variable ends a type by going back to where the variable was bound.
func (r *typeReader) variable(name token) {
	state, ok := r.bound[name.text]
	switch {
	case r.is(":"):
		r.failAt(name.site, fmt.Sprintf("missing end: participant %s begins where the type of %s should go on", name.text, r.own().name))
	case !ok:
		r.failAt(name.site, "unbound variable "+name.text)
	case state == unguarded:
		r.failAt(name.site, fmt.Sprintf("recursion without an action: nothing is between rec %s and %s", name.text, name.text))
	default:
		r.arrive(state)
	}
}

// close goes on after the end of a type: with the next branch of the choice
// that it is in, or out of the choices that end here. It reports whether there
// are none left.
func (r *typeReader) close() (complete bool) {
	for len(r.choices) > 0 && r.err == nil {
		r.leave(r.choices[len(r.choices)-1].scope)
		if r.accept(",") {
			r.branch()
			return false
		}
		r.expectEither(",", "}")
		r.choices = r.choices[:len(r.choices)-1]
	}
	return true
}

func (r *typeReader) expectEither(other, text string) {
	if !r.accept(text) {
		r.fail(fmt.Sprintf("%q or %q after a branch", other, text))
	}
}

// leave takes back the bindings since a scope began.
func (r *typeReader) leave(scope int) {
	for len(r.undo) > scope {
		last := r.undo[len(r.undo)-1]
		r.undo = r.undo[:len(r.undo)-1]
		r.bound[last.name] = last.state
		if !last.ok {
			delete(r.bound, last.name)
		}
	}
}
