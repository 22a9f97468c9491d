package report

import (
	"slices"

	"github.com/chancheck/chancheck/model"
	"github.com/chancheck/chancheck/verify"
)

// An Act is a step of a story for those who draw it: who does what with which object.
type Act struct {
	Goroutine int    `json:"goroutine"` // index in Finding.Goroutines
	Kind      string `json:"kind"`      // of an action as package model spells it, or one of those below
	Object    string `json:"object,omitempty"`
	// Partner is the goroutine that receives in the same step, or is started; nil if
	// there is none.
	Partner *int `json:"partner,omitempty"`
	// Messages are the numbers, from 1, of what is put into a channel, and later taken out of it: by
	// that the two are known to belong together. A step that is told once for several has several;
	// one that hands over what it sends has none.
	Messages []int `json:"messages,omitempty"`
	// Content is how many messages the channel holds after the step, or what the wait
	// group counts; nil if neither changes.
	Content *int `json:"content,omitempty"`
}

// What acts are beside the actions of package model.
const (
	ActAssume  = "assume"  // the rest is so only if something is
	ActOutside = "outside" // the outside world decides
	ActBlock   = "block"   // here the finding is stuck
	ActPanic   = "panic"   // or panics
	ActNever   = "never"   // from here on somebody never does what is waited for
	ActAlso    = "also"    // somebody else is stuck, too
	ActCall    = "call"    // the function that it calls does what follows
)

// act is a step of the execution. Goroutines are processes here, until goroutines has
// numbered them.
func (n *narrator) act(s *verify.Step, t *model.Transition) *Act {
	a := &Act{Goroutine: s.Process, Kind: t.Kind.String()}
	switch {
	case t.Assumes():
		a.Kind = ActAssume
		return a
	case t.Kind == model.Tau || t.Kind == model.Assume:
		a.Kind = ActOutside
		return a
	case t.Kind == model.Spawn:
		a.Partner = &s.Spawned
		return a
	case s.Partner >= 0:
		a.Partner = &s.Partner
	}
	if t.Kind != model.Default && t.Kind != model.Fault {
		a.Object = n.name(t.Object)
	}
	return a
}

// lastAct is what happens at the operation that the finding is about.
func (n *narrator) lastAct() *Act {
	if n.finding.Category == verify.Panic {
		return n.waitAct(ActPanic, n.finding.Process, []model.Transition{*n.wrong()})
	}
	return n.waitAct(ActBlock, n.finding.Process, n.waiting())
}

// waitAct is about somebody who waits, or is waited for, at some transitions. A select has
// no object of its own.
func (n *narrator) waitAct(kind string, process int, waiting []model.Transition) *Act {
	a := &Act{Goroutine: process, Kind: kind}
	if len(operands(waiting)) == 1 {
		a.Object = n.name(waiting[0].Object)
	}
	return a
}

// goroutines names those who act in a story, and numbers them in the order of the system.
func (n *narrator) goroutines(steps []Step) []string {
	var processes []int
	for _, s := range steps {
		if s.Act != nil {
			processes = append(processes, s.Act.Goroutine)
		}
		if s.Act != nil && s.Act.Partner != nil {
			processes = append(processes, *s.Act.Partner)
		}
	}
	slices.Sort(processes)
	processes = slices.Compact(processes)
	for _, s := range steps {
		if s.Act == nil {
			continue
		}
		s.Act.Goroutine = slices.Index(processes, s.Act.Goroutine)
		if s.Act.Partner != nil {
			partner := slices.Index(processes, *s.Act.Partner)
			s.Act.Partner = &partner
		}
	}
	var names []string
	for _, p := range processes {
		names = append(names, n.who(p))
	}
	return names
}

// contents are what channels hold and wait groups count while an execution goes on.
type contents struct {
	sys      *model.System
	messages map[int][]int // their numbers, by channel
	counters map[int]int
	sent     int
}

func newContents(sys *model.System) *contents {
	return &contents{sys: sys, messages: map[int][]int{}, counters: map[int]int{}}
}

// take is the effect of a step. It returns the number of the message that is put into a
// channel or taken out of it, if one is.
func (c *contents) take(s *verify.Step, t *model.Transition) (messages []int) {
	if s.Spawned >= 0 {
		for i := range c.sys.Objects {
			if c.sys.Objects[i].Owner == s.Spawned {
				c.renew(i)
			}
		}
	}
	queue := c.messages[t.Object]
	switch {
	case t.Kind == model.New:
		c.renew(t.Object)
	case t.Kind == model.Add:
		c.counters[t.Object] += t.Label
	case t.Kind == model.Send && s.Partner < 0:
		c.sent++
		c.messages[t.Object] = append(queue[:len(queue):len(queue)], c.sent)
		return []int{c.sent}
	case t.Kind == model.Receive && s.Partner < 0 && len(queue) > 0:
		c.messages[t.Object] = queue[1:]
		return queue[:1:1]
	}
	return nil
}

func (c *contents) renew(object int) {
	delete(c.messages, object)
	delete(c.counters, object)
}

// of is what the object of a transition holds, nil if the transition doesn't change that.
func (c *contents) of(t *model.Transition) *int {
	var content int
	switch {
	case t.Object < 0:
		return nil
	case t.Kind == model.Add:
		content = c.counters[t.Object]
	case (t.Kind == model.Send || t.Kind == model.Receive) && c.sys.Objects[t.Object].Capacity > 0:
		content = len(c.messages[t.Object])
	default:
		return nil
	}
	return &content
}
