package model

import (
	"bufio"
	"fmt"
	"io"
	"strconv"
	"strings"
)

// WriteText writes the system in its text form, which ParseText reads.
//
//	system NAME @ SITE
//	object KIND NAME [cap N [counted] [slots] [to P]] [atomic] [owner P] [labels { NAME [refs N…] ; … }] @ SITE
//	family NAME { P … }
//	process NAME @ SITE
//	state N [NAME] [refs N…] [busy]
//	  ACTION OBJECT LABEL [set N] -> N [TEXT] [doubt REASON] [leaves] [lasts] [timer|world [least NS] [most NS] [number N]] @ SITE [via SITE …]
//
// Names and texts are quoted. Objects, families, processes and states are
// numbered from 0 in the order in which they stand.
func (s *System) WriteText(w io.Writer) error {
	b := bufio.NewWriter(w)
	fmt.Fprintf(b, "system %q%s\n", s.Name, at(s.Site))
	for i := range s.Objects {
		s.Objects[i].writeText(b)
	}
	for _, f := range s.Families {
		fmt.Fprintf(b, "family %q {%s }\n", f.Name, numbers(f.Members))
	}
	for i := range s.Processes {
		s.writeProcess(b, &s.Processes[i])
	}
	return b.Flush()
}

func at(site Site) string {
	if site == (Site{}) {
		return ""
	}
	return " @ " + spellSite(site)
}

// spellSite writes a site with its end.
func spellSite(s Site) string {
	return fmt.Sprintf("%s %d:%d-%d:%d", strconv.Quote(s.File), s.Line, s.Column, s.EndLine, s.EndColumn)
}

func numbers(list []int) string {
	var b strings.Builder
	for _, n := range list {
		fmt.Fprintf(&b, " %d", n)
	}
	return b.String()
}

func (o *Object) writeText(b *bufio.Writer) {
	fmt.Fprintf(b, "object %s %q", o.Kind, o.Name)
	if o.Kind == Channel {
		fmt.Fprintf(b, " cap %d", o.Capacity)
		if o.Counted {
			b.WriteString(" counted")
		}
		if o.Slots {
			b.WriteString(" slots")
		}
		if o.Receiver > 0 {
			fmt.Fprintf(b, " to %d", o.Receiver-1)
		}
	}
	if o.Atomic {
		b.WriteString(" atomic")
	}
	if o.Owner >= 0 {
		fmt.Fprintf(b, " owner %d", o.Owner)
	}
	if len(o.Labels) > 0 {
		b.WriteString(" labels {")
		for i, l := range o.Labels {
			if i > 0 {
				b.WriteString(" ;")
			}
			fmt.Fprintf(b, " %q", l.Name)
			writeRefs(b, l.Refs)
		}
		b.WriteString(" }")
	}
	b.WriteString(at(o.Site) + "\n")
}

func writeRefs(b *bufio.Writer, refs []int) {
	if len(refs) > 0 {
		b.WriteString(" refs" + numbers(refs))
	}
}

func (s *System) writeProcess(b *bufio.Writer, a *Automaton) {
	fmt.Fprintf(b, "process %q%s\n", a.Name, at(a.Site))
	for i := range a.States {
		fmt.Fprintf(b, "state %d", i)
		if name := a.States[i].Name; name != "" {
			fmt.Fprintf(b, " %q", name)
		}
		writeRefs(b, a.States[i].Refs)
		if a.States[i].Busy {
			b.WriteString(" busy")
		}
		b.WriteString("\n")
		for j := range a.States[i].Transitions {
			s.writeTransition(b, &a.States[i].Transitions[j])
		}
	}
}

// writeTransition writes a step. The comment at its end is for people: the
// names of what the numbers stand for.
func (s *System) writeTransition(b *bufio.Writer, t *Transition) {
	fmt.Fprintf(b, "  %s %d %d", t.Kind, t.Object, t.Label)
	if t.Kind == Update {
		fmt.Fprintf(b, " set %d", t.Set)
	}
	fmt.Fprintf(b, " -> %d", t.To)
	if t.Text != "" {
		fmt.Fprintf(b, " %q", t.Text)
	}
	if t.Doubt != "" {
		fmt.Fprintf(b, " doubt %q", t.Doubt)
	}
	if t.Leaves {
		b.WriteString(" leaves")
	}
	if t.Lasts {
		b.WriteString(" lasts")
	}
	b.WriteString(eventWords[t.Event])
	t.Timer.writeText(b)
	b.WriteString(at(t.Site))
	for _, v := range t.Via {
		b.WriteString(" via " + spellSite(v))
	}
	if comment := s.comment(t); comment != "" {
		b.WriteString(" # " + comment)
	}
	b.WriteString("\n")
}

func (t *Timer) writeText(b *bufio.Writer) {
	if t.Least != 0 {
		fmt.Fprintf(b, " least %d", t.Least)
	}
	if t.Most != 0 {
		fmt.Fprintf(b, " most %d", t.Most)
	}
	if t.Number != 0 {
		fmt.Fprintf(b, " number %d", t.Number)
	}
}

func (s *System) comment(t *Transition) string {
	switch {
	case t.Kind == Spawn && t.Object >= 0 && t.Object < len(s.Families):
		return strconv.Quote(s.Families[t.Object].Name)
	case t.Kind == Spawn || t.Object < 0 || t.Object >= len(s.Objects):
		return ""
	}
	o := &s.Objects[t.Object]
	text := strconv.Quote(o.Name)
	if t.Label >= 0 && t.Label < len(o.Labels) && t.Kind != Add {
		text += " " + strconv.Quote(o.Labels[t.Label].Name)
	}
	if t.Kind == Update && t.Set >= 0 && t.Set < len(o.Labels) {
		text += " := " + strconv.Quote(o.Labels[t.Set].Name)
	}
	return text
}
