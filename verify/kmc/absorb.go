package kmc

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/chancheck/chancheck/model"
)

// This file makes communicating automata (see Communicating) of a system that
// was extracted from a program, where that can be done without adding or
// losing anything: what isn't a send or a receive is absorbed, or the system is
// refused.
//
// Steps that can't be taken. A channel that nobody closes is never found
// closed, and no send on it faults. States that are out of reach without such
// steps are left out.
//
// Internal steps. One without an alternative is skipped: nobody can tell when
// it is taken. An internal choice becomes a send, of the number of the choice,
// to a participant of its own that receives whatever is chosen: only the
// chooser takes part in that, so it is the internal step and nothing else, and
// it is a directed choice. The state after it may be of any kind; the usual
// union of the alternatives would have to be all sends, and would make the
// choice depend on which of them there is room for. The participant ends with
// the last choice, as progress (Definition 4) is for all participants; who gets
// to where there are no choices any more says so.
//
// Goroutines. One that is started before who starts it has communicated or
// chosen runs from the start: one that isn't started yet is no different from
// one that hasn't moved, and nothing can keep it from being started. A later
// start is a message to the one started, which is the first thing it receives.
// One that may not be started at all waits for ever, then, and the answer is
// unknown at worst.

// An OutsideClass is the error about a system that is no system of
// communicating automata.
type OutsideClass struct {
	Reasons []string // in a few words, each once, in alphabetical order
}

// Error lists the reasons.
func (e *OutsideClass) Error() string {
	return "not in the class: " + strings.Join(e.Reasons, "; ")
}

// What keeps a system out of the class.
const (
	outsideCount   = "asks how many messages a channel holds"
	outsideChoice  = "choice between equal operations"
	outsideDoubt   = "branch that is not followed"
	outsideMixed   = "select with sends and receives"
	outsideNever   = "wait for what nobody does"
	outsideNil     = "operation on a nil channel"
	outsideOne     = "one goroutine at both ends of a channel"
	outsideReceive = "two receivers"
	outsideSend    = "two senders"
	outsideStart   = "go statement that runs several times"
	outsideWorld   = "select with an event of the outside world"
)

// outsideKinds are the actions that are no part of communicating automata.
var outsideKinds = map[model.Kind]string{
	model.Close: "closes a channel", model.Cancel: "cancels a context", model.ReceiveClosed: "closes a channel",
	model.Default: "select with a default", model.New: "makes a channel again",
	model.Announce: "lock", model.Lock: "lock", model.Unlock: "lock", model.RLock: "lock", model.RUnlock: "lock",
	model.Add: "wait group", model.Wait: "wait group",
	model.OnceBegin: "sync.Once", model.OnceEnd: "sync.Once", model.OnceSkip: "sync.Once",
	model.CondEnqueue: "condition variable", model.CondWake: "condition variable",
	model.Signal: "condition variable", model.Broadcast: "condition variable",
	model.Read: "shared variable", model.Write: "shared variable", model.Update: "shared variable", model.Assume: "condition that several goroutines ask about",
	model.Crash: "panic", model.Fault: "operation that can panic",
}

// Absorb makes communicating automata of a system. The objects keep their
// indices; those after them are channels with a capacity of 1 that stand for
// internal choices and starts. The error is an *OutsideClass, or says that it
// is no system at all.
func Absorb(sys *model.System) (*model.System, error) {
	if err := sys.Validate(); err != nil {
		return nil, fmt.Errorf("not a system: %w", err)
	}
	a := &absorber{from: sys, closed: make([]bool, len(sys.Objects)), outside: map[string]bool{}}
	a.prepare()
	a.begin()
	a.processes()
	a.endpoints()
	if len(a.outside) > 0 {
		return nil, &OutsideClass{slices.Sorted(maps.Keys(a.outside))}
	}
	if _, err := Communicating(a.to); err != nil {
		return nil, &OutsideClass{[]string{outsideChoice}}
	}
	return a.to, nil
}

// An absorber builds one system.
type absorber struct {
	from, to *model.System
	closed   []bool          // channels that somebody closes, by object
	outside  map[string]bool // reasons to refuse

	// entry is the state in which a process starts, by process; -1 if it
	// doesn't run from the start.
	entry []int
	// started counts the members of a family that run from the start.
	started []int
	// later are the families with a member that is started later, channels
	// those on which it is told so.
	later    []int
	channels map[int]int
	sinks    []model.Automaton
}

// prepare makes the new system's objects, and finds what is closed.
func (a *absorber) prepare() {
	a.to = &model.System{Name: a.from.Name, Site: a.from.Site, Objects: slices.Clone(a.from.Objects)}
	for i := range a.to.Objects {
		if o := &a.to.Objects[i]; o.Kind == model.Channel && len(o.Labels) == 0 {
			// Or else the reception of any message would be none at all.
			o.Labels = []model.Label{{Name: "value"}}
		}
		if a.to.Objects[i].Counted {
			a.outside[outsideCount] = true
		}
	}
	a.to.Processes = make([]model.Automaton, len(a.from.Processes))
	for p := range a.from.Processes {
		a.to.Processes[p] = model.Automaton{Name: a.from.Processes[p].Name, Site: a.from.Processes[p].Site, States: make([]model.State, 1)}
		for _, state := range a.from.Processes[p].States {
			for _, t := range state.Transitions {
				if (t.Kind == model.Close || t.Kind == model.Cancel) && t.Object >= 0 {
					a.closed[t.Object] = true
				}
			}
		}
	}
}

// steps are the transitions of a state that can be taken at all.
func (a *absorber) steps(p, q int) []model.Transition {
	var list []model.Transition
	for _, t := range a.from.Processes[p].States[q].Transitions {
		onOpen := t.Object >= 0 && t.Kind != model.Spawn && a.from.Objects[t.Object].Kind == model.Channel && !a.closed[t.Object]
		if onOpen && (t.Kind == model.ReceiveClosed || t.Kind == model.Fault) {
			continue
		}
		list = append(list, t)
	}
	return list
}

// begin finds the processes that run from the start, and their first states:
// what comes before is nothing but starts and internal steps.
func (a *absorber) begin() {
	a.started = make([]int, len(a.from.Families))
	a.channels = map[int]int{}
	a.entry = make([]int, len(a.from.Processes))
	for p := range a.entry {
		a.entry[p] = -1
	}
	for running := []int{0}; len(running) > 0; running = running[1:] {
		p, q := running[0], 0
		for seen := map[int]bool{}; !seen[q]; {
			seen[q] = true
			steps := a.steps(p, q)
			if len(steps) != 1 || steps[0].Kind != model.Spawn && !isPlain(&steps[0]) {
				break
			}
			if steps[0].Kind == model.Spawn {
				member, ok := a.nextMember(steps[0].Object)
				if !ok {
					break
				}
				running = append(running, member)
			}
			q = steps[0].To
		}
		a.entry[p] = q
	}
}

// isPlain reports whether a step is internal and not in doubt.
func isPlain(t *model.Transition) bool { return t.Kind == model.Tau && t.Doubt == "" }

// nextMember is the member of a family that a start from the beginning picks.
// That none of those before has ended, and could be picked again, makes no
// difference: the members are interchangeable.
func (a *absorber) nextMember(family int) (int, bool) {
	members := a.from.Families[family].Members
	if a.started[family] == len(members) {
		a.outside[outsideStart] = true
		return 0, false
	}
	a.started[family]++
	return members[a.started[family]-1], true
}

// processes makes the automata of all processes that may run at all. The others
// stay at a final state.
func (a *absorber) processes() {
	for p, entry := range a.entry {
		if entry >= 0 {
			a.process(p, entry, -1)
		}
	}
	for i := 0; i < len(a.later); i++ { // grows
		family := a.later[i]
		a.process(a.from.Families[family].Members[0], 0, a.channels[family])
	}
	a.to.Processes = append(a.to.Processes, a.sinks...)
}

// process makes the automaton of a process from a state on, and of whom it
// tells its choices. If there is a channel for its start, it waits for that.
func (a *absorber) process(p, entry, start int) {
	b := &absorbing{absorber: a, p: p, index: map[int]int{}, choosing: map[int]bool{}, helper: -1}
	b.automaton = model.Automaton{Name: a.from.Processes[p].Name, Site: a.from.Processes[p].Site}
	if start >= 0 {
		b.connect(b.add(), model.Transition{Kind: model.Receive, Object: start, To: 1})
	}
	first := b.resolve(entry)
	b.findChoosing(first)
	b.build(first)
	a.to.Processes[p] = b.automaton
	if b.helper >= 0 {
		a.sinks = append(a.sinks, b.sink())
	}
}

// endpoints checks that channels lead from one process to one other.
func (a *absorber) endpoints() {
	ends := map[[2]int]int{} // process by channel and whether it receives
	for p := range a.to.Processes {
		for _, state := range a.to.Processes[p].States {
			for _, t := range state.Transitions {
				a.endpoint(ends, p, &t)
			}
		}
	}
}

func (a *absorber) endpoint(ends map[[2]int]int, p int, t *model.Transition) {
	own, other, reason := 0, 1, outsideSend
	if t.Kind == model.Receive {
		own, other, reason = 1, 0, outsideReceive
	}
	if q, ok := ends[[2]int{t.Object, own}]; ok && q != p {
		a.outside[reason] = true
	}
	if q, ok := ends[[2]int{t.Object, other}]; ok && q == p {
		a.outside[outsideOne] = true
	}
	ends[[2]int{t.Object, own}] = p
}

// channel adds a channel for what isn't one in the program.
func (a *absorber) channel(name string) int {
	a.to.Objects = append(a.to.Objects, model.Object{Kind: model.Channel, Name: name, Capacity: 1, Owner: -1})
	return len(a.to.Objects) - 1
}

// start is the channel on which a family's member is told to start.
func (a *absorber) start(family int) int {
	if a.started[family] > 0 || len(a.from.Families[family].Members) > 1 {
		a.outside[outsideStart] = true
		return a.channel("")
	}
	c, ok := a.channels[family]
	if !ok {
		c = a.channel("start of " + a.from.Families[family].Name)
		a.to.Objects[c].Labels = []model.Label{{Name: "go"}}
		a.channels[family] = c
		a.later = append(a.later, family)
	}
	return c
}

// absorbing is the work on one process.
type absorbing struct {
	*absorber
	p         int
	automaton model.Automaton
	index     map[int]int // of states by those of the original
	choosing  map[int]bool
	helper    int    // the channel for choices, or -1
	last      []bool // by label of it: no choice follows
}

// resolve skips internal steps without an alternative. A process that does
// nothing else, for ever, has as good as ended: it is at a state that is final.
func (b *absorbing) resolve(q int) int {
	for seen := map[int]bool{}; !seen[q]; {
		seen[q] = true
		steps := b.steps(b.p, q)
		if len(steps) != 1 || !isPlain(&steps[0]) {
			return q
		}
		q = steps[0].To
	}
	return -1
}

// successors are the resolved states after a state.
func (b *absorbing) successors(q int) []int {
	if q < 0 {
		return nil
	}
	var list []int
	for _, t := range b.steps(b.p, q) {
		list = append(list, b.resolve(t.To))
	}
	return list
}

// isChoice reports whether a state is an internal choice.
func (b *absorbing) isChoice(q int) bool {
	return q >= 0 && len(b.steps(b.p, q)) > 1 && isPlain(&b.steps(b.p, q)[0])
}

// findChoosing finds the states from which there is a way to a choice.
func (b *absorbing) findChoosing(first int) {
	before := map[int][]int{}
	seen := map[int]bool{first: true}
	var choices []int
	for list := []int{first}; len(list) > 0; list = list[1:] {
		q := list[0]
		if b.isChoice(q) {
			choices = append(choices, q)
		}
		for _, next := range b.successors(q) {
			before[next] = append(before[next], q)
			if !seen[next] {
				seen[next] = true
				list = append(list, next)
			}
		}
	}
	for ; len(choices) > 0; choices = choices[1:] {
		if q := choices[0]; !b.choosing[q] {
			b.choosing[q] = true
			choices = append(choices, before[q]...)
		}
	}
}

// add adds an empty state.
func (b *absorbing) add() int {
	b.automaton.States = append(b.automaton.States, model.State{})
	return len(b.automaton.States) - 1
}

// connect adds a transition to a state. States may have moved meanwhile.
func (b *absorbing) connect(q int, t model.Transition) {
	state := &b.automaton.States[q]
	state.Transitions = append(state.Transitions, t)
}

// build adds a resolved state and all that follow it.
func (b *absorbing) build(first int) {
	list := []int{}
	get := func(q int) int {
		i, ok := b.index[q]
		if !ok {
			i = b.add()
			b.index[q] = i
			list = append(list, q)
		}
		return i
	}
	get(first)
	for ; len(list) > 0; list = list[1:] {
		if q := list[0]; q >= 0 {
			b.expand(q, get)
		}
	}
}

// expand adds the transitions of a state.
func (b *absorbing) expand(q int, get func(int) int) {
	steps := b.steps(b.p, q)
	if len(steps) == 0 && len(b.from.Processes[b.p].States[q].Transitions) > 0 {
		b.outside[outsideNever] = true // blocked, which is not final
	}
	b.refuse(steps)
	for _, t := range steps {
		target := b.resolve(t.To)
		switch {
		case t.Kind == model.Exit:
			continue // whoever is left alone then would have to be safe as it is
		case outsideReason(&t) != "":
			t = model.Transition{Kind: model.Send, Object: b.choices(), Label: b.choice(true), To: get(target)} // to find what else is outside
		case t.Kind == model.Tau:
			t.Kind, t.Object, t.Label = model.Send, b.choices(), b.choice(!b.choosing[target])
			t.To = get(target)
		default:
			if t.Kind == model.Spawn {
				t.Kind, t.Object, t.Label = model.Send, b.start(t.Object), 0
			}
			t.To = b.leave(q, target, get)
		}
		b.connect(b.index[q], t)
	}
}

// refuse finds what keeps a state out of the class.
func (b *absorbing) refuse(steps []model.Transition) {
	kinds := map[model.Kind]bool{}
	known := false
	for i := range steps {
		kinds[steps[i].Kind] = true
		if reason := outsideReason(&steps[i]); reason != "" {
			b.outside[reason], known = true, true
		}
	}
	switch {
	case kinds[model.Send] && kinds[model.Receive]:
		b.outside[outsideMixed] = true
	case kinds[model.Tau] && (kinds[model.Send] || kinds[model.Receive]):
		b.outside[outsideWorld] = true
	case len(kinds) > 1 && !known:
		b.outside[outsideChoice] = true
	}
}

// outsideReason says why a transition keeps a system out of the class; "" if it
// doesn't.
func outsideReason(t *model.Transition) string {
	switch {
	case t.Kind == model.Tau && t.Doubt != "":
		return outsideDoubt
	case (t.Kind == model.Send || t.Kind == model.Receive) && t.Object < 0:
		return outsideNil
	}
	return outsideKinds[t.Kind]
}

// choices is the channel for the choices of the process.
func (b *absorbing) choices() int {
	if b.helper < 0 {
		b.helper = b.channel("choices of " + b.automaton.Name)
	}
	return b.helper
}

// choice is a new label of that channel.
func (b *absorbing) choice(last bool) int {
	o := &b.to.Objects[b.choices()]
	o.Labels = append(o.Labels, model.Label{Name: fmt.Sprint(len(o.Labels))})
	b.last = append(b.last, last)
	return len(o.Labels) - 1
}

// leave is the new state after a step other than a choice. If there are no
// choices from there, the process has to say so first.
func (b *absorbing) leave(q, target int, get func(int) int) int {
	to := get(target)
	if !b.choosing[q] || b.choosing[target] {
		return to
	}
	between := b.add()
	b.connect(between, model.Transition{Kind: model.Send, Object: b.choices(), Label: b.choice(true), To: to})
	return between
}

// sink receives all choices, up to the last.
func (b *absorbing) sink() model.Automaton {
	a := model.Automaton{Name: cmp.Or(b.automaton.Name, "process") + " chooses", States: make([]model.State, 2)}
	for label, last := range b.last {
		t := model.Transition{Kind: model.Receive, Object: b.helper, Label: label}
		if last {
			t.To = 1
		}
		a.States[0].Transitions = append(a.States[0].Transitions, t)
	}
	return a
}
