// Package report puts findings into words.
package report

import (
	"fmt"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/chancheck/chancheck/model"
	"github.com/chancheck/chancheck/verify"
)

// A Story is a finding for people.
type Story struct {
	Message string
	Steps   []Step
}

// A Step is one line of the story, at its place in the source.
type Step struct {
	Site model.Site
	Text string
}

// Tell puts a finding into words: one sentence, and the execution.
func Tell(sys *model.System, f *verify.Finding) Story {
	n := &narrator{sys: sys, finding: f, ends: replay(sys, f)}
	return Story{Message: n.message(), Steps: n.steps()}
}

// A narrator has what the words depend on.
type narrator struct {
	sys     *model.System
	finding *verify.Finding
	ends    *ending
}

func (n *narrator) transitions() []model.Transition {
	return n.sys.Processes[n.finding.Process].States[n.finding.State].Transitions
}

// message is the one sentence of a diagnostic.
func (n *narrator) message() string {
	t := n.transitions()[n.finding.Transition]
	switch n.finding.Category {
	case verify.Panic:
		return n.panicMessage(&t)
	case verify.Orphan:
		return fmt.Sprintf("message sent on %s is never received: nobody receives from it", n.name(t.Object))
	case verify.OrphanMay:
		return fmt.Sprintf("message sent on %s can be left behind, received by nobody", n.name(t.Object))
	}
	what, why := n.blocked(n.transitions())
	subject := "blocks forever"
	if n.finding.Category == verify.Leak {
		subject = "blocks forever and leaks the goroutine"
	}
	sentence := what + " " + subject
	if why != "" {
		sentence += ": " + why
	}
	return sentence + n.condition()
}

func (n *narrator) panicMessage(t *model.Transition) string {
	text := n.finding.Text
	if t.Object >= 0 && t.Kind != model.Spawn {
		return fmt.Sprintf("panic: %s (%s)%s", text, n.name(t.Object), n.condition())
	}
	return "panic: " + text + n.condition()
}

// condition names the assumptions of the execution, if they are few.
func (n *narrator) condition() string {
	var texts []string
	for _, s := range n.finding.Trace {
		t := n.sys.Processes[s.Process].States[s.State].Transitions[s.Transition]
		if (t.Kind == model.Tau || t.Kind == model.Assume) && t.Text != "" && !contains(texts, t.Text) {
			texts = append(texts, t.Text)
		}
	}
	if len(texts) == 0 || len(texts) > 2 {
		return ""
	}
	return " (if " + strings.Join(texts, " and ") + ")"
}

func contains(list []string, text string) bool {
	for _, t := range list {
		if t == text {
			return true
		}
	}
	return false
}

// name is what the programmer calls an object.
func (n *narrator) name(object int) string {
	if object < 0 {
		return "a nil channel"
	}
	return n.sys.Objects[object].Name
}

// blocked says what operation a state waits at, and why it can't go on.
func (n *narrator) blocked(transitions []model.Transition) (what, why string) {
	if objects := operands(transitions); len(objects) > 1 {
		return "select on " + n.list(objects), "none of its cases can ever proceed"
	}
	t := &transitions[0]
	name := n.name(t.Object)
	switch t.Kind {
	case model.Send:
		return "send on " + name, n.whySend(t.Object)
	case model.Receive:
		return "receive from " + name, n.whyReceive(t.Object)
	case model.ReceiveClosed:
		return "receive from " + name, "nobody cancels it"
	case model.Lock, model.Announce:
		return name + ".Lock", n.whyLock(t.Object)
	case model.RLock:
		return name + ".RLock", n.whyLock(t.Object)
	case model.Wait:
		return name + ".Wait", n.whyWait(t.Object)
	case model.CondWake:
		return name + ".Wait", "nobody is left to call Signal or Broadcast"
	case model.OnceBegin, model.OnceSkip:
		return name + ".Do", "the first call never returns"
	}
	return t.Kind.String() + " on " + name, ""
}

// operands lists the objects that a state waits for.
func operands(transitions []model.Transition) []int {
	var list []int
	for _, t := range transitions {
		known := t.Kind == model.Fault
		for _, o := range list {
			known = known || o == t.Object
		}
		if !known {
			list = append(list, t.Object)
		}
	}
	return list
}

func (n *narrator) list(objects []int) string {
	var names []string
	for _, o := range objects {
		if name := n.name(o); !contains(names, name) {
			names = append(names, name)
		}
	}
	return strings.Join(names, ", ")
}

func (n *narrator) whySend(object int) string {
	if object < 0 {
		return "the channel is nil"
	}
	if c := n.sys.Objects[object].Capacity; c > 0 {
		return fmt.Sprintf("its buffer of %d is full and nobody is left to receive from it", c)
	}
	return "nobody is left to receive from it"
}

func (n *narrator) whyReceive(object int) string {
	switch {
	case object < 0:
		return "the channel is nil"
	case n.sends(object):
		return "nobody is left to send on it or close it"
	case n.closes(object):
		return "nobody is left to close it"
	}
	return "nobody sends on it or closes it"
}

func (n *narrator) sends(object int) bool  { return n.any(model.Send, object) }
func (n *narrator) closes(object int) bool { return n.any(model.Close, object) }

// any reports whether some process has an action on an object.
func (n *narrator) any(kind model.Kind, object int) bool {
	for _, p := range n.sys.Processes {
		for _, s := range p.States {
			for _, t := range s.Transitions {
				if t.Kind == kind && t.Object == object {
					return true
				}
			}
		}
	}
	return false
}

func (n *narrator) whyLock(object int) string {
	holder, site := n.ends.holder(object)
	switch {
	case holder < 0:
		return ""
	case holder == n.finding.Process:
		return fmt.Sprintf("this goroutine itself has locked it at %s", short(site))
	}
	return fmt.Sprintf("it was locked at %s and is never unlocked", short(site))
}

func (n *narrator) whyWait(object int) string {
	counter := n.ends.counters[object]
	return fmt.Sprintf("the counter is %d and nobody is left to call Done", counter)
}

// short is a place in few letters: the file's own name and the line.
func short(site model.Site) string {
	return filepath.Base(site.File) + ":" + strconv.Itoa(site.Line)
}
