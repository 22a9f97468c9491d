package ksync_test

import (
	"fmt"
	"math/rand/v2"
	"slices"

	"github.com/chancheck/chancheck/model"
	"github.com/chancheck/chancheck/verify/ksync"
)

// A world runs a system by the definition of its semantics, naively.
type world struct {
	sys       *model.System
	queues    ksync.Queues
	receivers map[int]int // by object
}

func newWorld(sys *model.System, queues ksync.Queues) *world {
	w := &world{sys, queues, map[int]int{}}
	for p := range sys.Processes {
		for _, s := range sys.Processes[p].States {
			for _, t := range s.Transitions {
				if t.Kind == model.Receive {
					w.receivers[t.Object] = p
				}
			}
		}
	}
	return w
}

// queue names the queue of a message.
func (w *world) queue(sender, object int) string {
	receiver, ok := w.receivers[object]
	switch {
	case ok && w.queues == ksync.PerPair:
		return fmt.Sprint(sender, " to ", receiver)
	case ok && w.queues == ksync.PerReceiver:
		return fmt.Sprint("mailbox of ", receiver)
	}
	return fmt.Sprint("channel ", object)
}

// A place is a configuration with the actions that led there.
type place struct {
	at      []int
	queues  map[string][][3]int // sender, object, label
	actions []ksync.Action
	last    ksync.Place
	w       *world
	names   map[string]int // numbers of queues and contents, the same in all places of a world
}

func (w *world) start() *place {
	return &place{at: make([]int, len(w.sys.Processes)), last: ksync.Place{Process: -1}, queues: map[string][][3]int{}, w: w, names: map[string]int{}}
}

func (p *place) number(name string) int {
	if _, ok := p.names[name]; !ok {
		p.names[name] = len(p.names)
	}
	return p.names[name]
}

// step returns the place after a transition, which receives from a sender if it
// receives; nil if it can't be taken.
func (p *place) step(process, transition, sender int) *place {
	t := &p.w.sys.Processes[process].States[p.at[process]].Transitions[transition]
	last := ksync.Place{Process: process, State: p.at[process], Transition: transition}
	next := &place{slices.Clone(p.at), map[string][][3]int{}, slices.Clone(p.actions), last, p.w, p.names}
	for q, list := range p.queues {
		next.queues[q] = slices.Clone(list)
	}
	next.at[process] = t.To
	switch t.Kind {
	case model.Send:
		m := [3]int{process, t.Object, t.Label}
		q := p.w.queue(process, t.Object)
		next.queues[q] = append(next.queues[q], m)
		next.actions = append(next.actions, p.action(true, m))
	case model.Receive:
		q := p.w.queue(sender, t.Object)
		list := p.queues[q]
		if len(list) == 0 || list[0][0] != sender || list[0][1] != t.Object || list[0][2] != t.Label && t.Label != model.AnyLabel {
			return nil
		}
		next.queues[q] = next.queues[q][1:]
		next.actions = append(next.actions, p.action(false, list[0]))
	}
	return next
}

func (p *place) action(send bool, m [3]int) ksync.Action {
	receiver, ok := p.w.receivers[m[1]]
	if !ok {
		receiver = -1
	}
	q := p.w.queue(m[0], m[1])
	return ksync.Action{Send: send, Sender: m[0], Receiver: receiver, Queue: p.number(q), Content: p.number(fmt.Sprint(m))}
}

// steps are the places after one step.
func (p *place) steps() (list []*place) {
	for process := range p.at {
		for t, transition := range p.w.sys.Processes[process].States[p.at[process]].Transitions {
			for sender := range p.at {
				if transition.Kind != model.Receive && sender != process {
					continue
				}
				if next := p.step(process, t, sender); next != nil {
					list = append(list, next)
				}
			}
		}
	}
	return list
}

// explore calls visit for the executions up to a length, and goes on from one for each message
// sequence chart and states, and from at most so many.
func (w *world) explore(length, most int, visit func(p *place)) (all bool) {
	seen := map[string]bool{}
	cut := false
	work := []*place{w.start()}
	for ; len(work) > 0 && len(seen) < most; work = work[1:] {
		p := work[0]
		projections := make([][]ksync.Action, len(p.at))
		for _, a := range p.actions {
			projections[a.Process()] = append(projections[a.Process()], a)
		}
		key := fmt.Sprint(p.at, projections, p.queues)
		visit(p)
		if seen[key] {
			continue
		}
		seen[key] = true
		for _, next := range p.steps() {
			if len(next.actions) <= length {
				work = append(work, next)
			} else {
				cut = true
			}
		}
	}
	return len(work) == 0 && !cut
}

// replay follows the steps of a witness; nil if it can't.
func (w *world) replay(witness *ksync.Witness) *place {
	p := w.start()
	for i, s := range witness.Steps {
		if !p.silently(s.Process, s.State) {
			return nil
		}
		if p = p.step(s.Process, s.Transition, witness.Execution.Actions[i].Sender); p == nil {
			return nil
		}
	}
	return p
}

// silently moves a process to a state by steps of its own.
func (p *place) silently(process, state int) bool {
	list := []int{p.at[process]}
	for i := 0; i < len(list); i++ {
		for _, t := range p.w.sys.Processes[process].States[list[i]].Transitions {
			if t.Kind == model.Tau && !slices.Contains(list, t.To) {
				list = append(list, t.To)
			}
		}
	}
	p.at[process] = state
	return slices.Contains(list, state)
}

// drawSystem draws a system of two or three processes: a protocol with changes, so
// that messages meet receptions, or anything.
func drawSystem(seed uint64) *model.System {
	r := rand.New(rand.NewPCG(seed, 13))
	sys := &model.System{Name: "random"}
	processes := 2 + r.IntN(2)
	for p := range processes {
		sys.Processes = append(sys.Processes, model.Automaton{Name: string(rune('p' + p)), States: make([]model.State, 2+r.IntN(2))})
	}
	channels := 1 + r.IntN(4)
	receivers := make([]int, channels)
	for c := range channels {
		sys.Objects = append(sys.Objects, model.Object{Kind: model.Channel, Name: string(rune('a' + c)), Owner: -1, Labels: []model.Label{{Name: "x"}, {Name: "y"}}})
		receivers[c] = r.IntN(processes)
	}
	add := func(p, from int, t model.Transition) {
		states := sys.Processes[p].States
		t.To = r.IntN(len(states))
		if r.IntN(3) > 0 {
			t.To = (from + 1) % len(states)
		}
		states[from].Transitions = append(states[from].Transitions, t)
	}
	for range 3 + r.IntN(6) {
		c := r.IntN(channels)
		label := r.IntN(8) / 6
		sender := (receivers[c] + 1 + r.IntN(processes-1)) % processes
		at := func(p int) int { return r.IntN(len(sys.Processes[p].States)) }
		if r.IntN(12) > 0 {
			add(sender, at(sender), model.Transition{Kind: model.Send, Object: c, Label: label})
		}
		if r.IntN(8) == 0 {
			label = model.AnyLabel
		}
		if r.IntN(12) > 0 {
			add(receivers[c], at(receivers[c]), model.Transition{Kind: model.Receive, Object: c, Label: label})
		}
		if r.IntN(20) == 0 {
			add(sender, at(sender), model.Transition{Kind: model.Tau, Object: -1})
		}
	}
	return sys
}
