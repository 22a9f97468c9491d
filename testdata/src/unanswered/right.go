package unanswered

import (
	"context"
	"io"
)

// A Kind says whether somebody waits for an answer.
type kind int

const (
	ask kind = iota
	tell
)

type note struct {
	kind   kind
	text   string
	answer chan string
}

// A Notes answers only those who ask.
type Notes struct {
	notes chan note
	last  string
}

func NewNotes() *Notes {
	n := &Notes{notes: make(chan note)}
	go n.serve()
	return n
}

func (n *Notes) serve() {
	for next := range n.notes {
		switch next.kind {
		case tell:
			n.last = next.text
		case ask:
			next.answer <- n.last
		}
	}
}

func (n *Notes) Tell(text string) { n.notes <- note{kind: tell, text: text} }

func (n *Notes) Ask() string {
	next := note{kind: ask, answer: make(chan string)}
	n.notes <- next
	return <-next.answer
}

// An Optional answers those who have sent a channel.
type Optional struct{ notes chan note }

func NewOptional() *Optional {
	o := &Optional{make(chan note)}
	go o.serve()
	return o
}

func (o *Optional) serve() {
	for next := range o.notes {
		if next.answer == nil {
			continue
		}
		next.answer <- next.text
	}
}

func (o *Optional) Ask(text string) string {
	answer := make(chan string)
	o.notes <- note{text: text, answer: answer}
	return <-answer
}

// A Later answers some of its questions later.
type Later struct {
	notes   chan note
	pending []note
	ready   func() bool
}

func NewLater(ready func() bool) *Later {
	l := &Later{notes: make(chan note), ready: ready}
	go l.serve()
	return l
}

func (l *Later) serve() {
	for next := range l.notes {
		if !l.ready() {
			l.pending = append(l.pending, next)
			continue
		}
		for _, p := range l.pending {
			p.answer <- ""
		}
		l.pending = nil
		next.answer <- next.text
	}
}

func (l *Later) Ask(text string) string {
	answer := make(chan string, 1)
	l.notes <- note{text: text, answer: answer}
	return <-answer
}

// A Handing hands questions that it can't answer to somebody else.
type Handing struct {
	notes chan *note
	hard  func(*note)
	out   io.Writer
}

func NewHanding(hard func(*note)) *Handing {
	h := &Handing{notes: make(chan *note), hard: hard}
	go h.serve()
	return h
}

func (h *Handing) serve() {
	for next := range h.notes {
		if _, err := io.WriteString(h.out, next.text); err != nil {
			h.hard(next)
			continue
		}
		next.answer <- next.text
	}
}

func (h *Handing) Ask(text string) string {
	next := &note{text: text, answer: make(chan string, 1)}
	h.notes <- next
	return <-next.answer
}

// A Patient one waits no longer than its caller wants.
type Patient struct {
	notes chan note
	out   io.Writer
}

func NewPatient(out io.Writer) *Patient {
	p := &Patient{notes: make(chan note), out: out}
	go p.serve()
	return p
}

func (p *Patient) serve() {
	for next := range p.notes {
		if _, err := io.WriteString(p.out, next.text); err != nil {
			continue
		}
		next.answer <- next.text
	}
}

func (p *Patient) Ask(ctx context.Context, text string) string {
	next := note{text: text, answer: make(chan string, 1)}
	p.notes <- next
	select {
	case answer := <-next.answer:
		return answer
	case <-ctx.Done():
		return ""
	}
}

// A Closing one ends the waiting of those whom it doesn't answer.
type Closing struct {
	notes chan note
	out   io.Writer
}

func NewClosing(out io.Writer) *Closing {
	c := &Closing{notes: make(chan note), out: out}
	go c.serve()
	return c
}

func (c *Closing) serve() {
	for next := range c.notes {
		c.one(next)
	}
}

func (c *Closing) one(next note) {
	defer close(next.answer)
	if _, err := io.WriteString(c.out, next.text); err != nil {
		return
	}
	next.answer <- next.text
}

func (c *Closing) Ask(text string) string {
	next := note{text: text, answer: make(chan string, 1)}
	c.notes <- next
	return <-next.answer
}

// A Listed one keeps its questions where somebody ends them.
type Listed struct {
	notes   chan note
	waiting map[string]chan string
	out     io.Writer
}

func NewListed(out io.Writer) *Listed {
	l := &Listed{notes: make(chan note), waiting: map[string]chan string{}, out: out}
	go l.serve()
	return l
}

func (l *Listed) serve() {
	for next := range l.notes {
		if _, err := io.WriteString(l.out, next.text); err != nil {
			continue
		}
		next.answer <- next.text
	}
}

func (l *Listed) Ask(text string) string {
	next := note{text: text, answer: make(chan string, 1)}
	l.waiting[text] = next.answer
	l.notes <- next
	return <-next.answer
}

func (l *Listed) Disappoint() {
	for _, c := range l.waiting {
		close(c)
	}
}

// A Steady one never finds that it can't.
type Steady struct {
	notes chan note
	ready bool
}

func NewSteady() *Steady {
	s := &Steady{notes: make(chan note), ready: true}
	go s.serve()
	return s
}

func (s *Steady) serve() {
	for next := range s.notes {
		s.ready = true
		if !s.ready {
			continue
		}
		next.answer <- next.text
	}
}

func (s *Steady) Ask(text string) string {
	next := note{text: text, answer: make(chan string, 1)}
	s.notes <- next
	return <-next.answer
}
