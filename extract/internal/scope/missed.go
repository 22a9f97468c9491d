package scope

import (
	"slices"

	"github.com/chancheck/chancheck/extract/internal/holding"
	"github.com/chancheck/chancheck/extract/internal/library"
	"github.com/chancheck/chancheck/model"
)

// The objects of a system with a wakeup that comes too early: the lock, the condition, and what the waiter asks for.
const (
	locker = iota
	condition
	question
)

// missed adds that who waits for a condition was woken just before he waits.
func (c *certainties) missed(m holding.Missed) {
	const waiter = 1 // the process
	b := newCallers(m.Lock)
	b.add(model.Cond, m.Waits)
	wakes := m.Wakes.Instr()
	wait := func(kind model.Kind, object int) model.Transition {
		return model.Transition{Kind: kind, Object: object, Site: m.Waits.Instr().Site}
	}
	takes := b.take(m.Lock, nil)
	asks, sets := b.asking(m)
	waits := []model.Transition{wait(model.CondEnqueue, condition), wait(model.Unlock, locker), wait(model.CondWake, condition)}
	b.caller(m.Waits.Parent, slices.Concat(takes, asks, waits))
	b.orAnswered(len(takes)+len(asks)-1, releasing(m.Lock.How, m.Lock.Instr().Site))
	wake := model.Transition{Kind: library.Find(wakes.Name).Action, Object: condition, Site: wakes.Site}
	if !wake.Site.IsValid() { // the method is what is called when the context ends
		wake.Site = m.Started.Instr().Site
	}
	b.caller(m.Wakes.Parent, []model.Transition{sets, wake})
	site := m.Waits.Instr().Site
	if m.Started.Parent != nil {
		c.add(b.startedBetween(m, waiter, len(takes)), m.Waits.Parent, waiter, site)
		return
	}
	sys := b.system()
	c.nameStarted(sys, waiter, m.Waits.Parent)
	c.add(sys, m.Waits.Parent, waiter, site)
	c.list[len(c.list)-1].Overlaps = [2]string{m.Waits.Parent.Display, m.Wakes.Parent.Display}
}

// asking are the steps of asking what the waiter asks for, which isn't so yet, and the one that makes it so.
func (b *callers) asking(m holding.Missed) (asks []model.Transition, sets model.Transition) {
	flag, read, ok := asked(&m.Asked)
	if !ok {
		step := assume(m.Asked)
		flag = model.Object{Kind: model.Cell, Labels: []model.Label{{Name: "not yet"}, {Name: "now"}}, Owner: -1}
		read = model.Transition{Kind: model.Read, Site: step.Site}
		if c := step.Condition(); m.Started.Parent != nil && c.Is("==", "nil") {
			flag.Name, flag.Labels = c.From+"()", []model.Label{{Name: "nil"}, {Name: "not nil"}}
		}
	}
	if choice, n, isCase := m.Asked.Branch.Parent.AskedCase(m.Asked.Branch.At.Block); isCase {
		asks = []model.Transition{{Kind: model.Default, Object: -1, Site: choice.Instr().Cases[n].Site}}
	}
	b.sys.Objects = append(b.sys.Objects, flag)
	read.Object = question
	return append(asks, read), model.Transition{Kind: model.Write, Object: question, Label: 1, Site: m.Set.Instr().Site}
}

// orAnswered lets the last caller release what he has, and end, where he is told in a state that it is so.
func (b *callers) orAnswered(state int, release model.Transition) {
	a := &b.sys.Processes[len(b.sys.Processes)-1]
	answer := a.States[state].Transitions[0]
	release.Object, release.To = locker, len(a.States)-1
	answer.Label, answer.To = 1, len(a.States)
	a.States[state].Transitions = append(a.States[state].Transitions, answer)
	a.States = append(a.States, model.State{Transitions: []model.Transition{release}})
}

// startedBetween is the system in which the waiter is there, and starts the goroutine that wakes him before he asks, in a state.
func (b *callers) startedBetween(m holding.Missed, waiter, state int) *model.System {
	sys := b.starting([]int{waiter})
	a := &sys.Processes[waiter]
	first := len(a.States)
	a.States = append(a.States, a.States[state])
	a.States[state] = model.State{Transitions: []model.Transition{{Kind: model.Spawn, Object: waiter, Site: m.Started.Instr().Site, To: first}}}
	sys.Processes[waiter+1].Name = m.Wakes.Parent.Display
	return sys
}
