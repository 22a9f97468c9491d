package page

import (
	"fmt"
	"slices"
	"strings"

	"github.com/chancheck/chancheck/report"
)

// A diagram is the execution of a finding as a sequence diagram: a lifeline for each goroutine
// from left to right, time from top to bottom. All sizes are pixels.
type diagram struct {
	Width, Height int
	Heads         []head
	Rows          []row
	Arrows        []arrow // of messages that wait in a channel in between
}

// A head is a goroutine with its lifeline. From Stuck on, if that isn't 0, it never moves.
type head struct {
	X, Left, Width, Height, Bottom, Stuck int
	Name                                  string
	Lines                                 []label
}

// A row is one step: a box on one lifeline, a band over all, or an arrow between two.
type row struct {
	Step                int
	Class               string // kind of act
	Text                string // all of it
	Arrow               bool
	X, Y, Width, Height int
	From, To, Middle    int // of an arrow
	Lines               []label
}

// An arrow leads from the step that sends to the one that receives; to nowhere, if nobody does.
type arrow struct {
	Step, X1, Y1, X2, Y2 int
	Lost                 bool
	Text                 string
}

// A label is a line of text.
type label struct {
	X, Y int
	Text string
}

const (
	column     = 200 // between lifelines
	boxWidth   = 180
	lineHeight = 15
	padding    = 6
	gap        = 12 // between rows
	characters = 26 // in a line of a box
	arrowRow   = 26
)

// newDiagram lays out a story.
func newDiagram(f *report.Finding) *diagram {
	if len(f.Goroutines) == 0 {
		return nil
	}
	d := &diagram{Width: column * len(f.Goroutines)}
	y := d.heads(f.Goroutines) + gap
	for i := range f.Steps {
		r := newRow(f, i, y)
		d.Rows = append(d.Rows, r)
		y += r.Height + gap
	}
	d.Height = y
	d.ends(f)
	d.arrows(f)
	return d
}

// heads puts the names of goroutines on top, and returns where these end.
func (d *diagram) heads(names []string) (bottom int) {
	for i, name := range names {
		lines := wrap(name, characters)
		h := head{X: lifeline(i), Left: lifeline(i) - boxWidth/2, Width: boxWidth, Name: name, Height: len(lines)*lineHeight + 2*padding}
		h.Lines = labels(lines, h.X, 0)
		d.Heads = append(d.Heads, h)
		bottom = max(bottom, h.Height)
	}
	return bottom
}

func lifeline(goroutine int) int { return column*goroutine + column/2 }

// labels puts lines of text into a box that begins at y.
func labels(lines []string, x, y int) []label {
	var list []label
	for i, text := range lines {
		list = append(list, label{x, y + padding + (i+1)*lineHeight - 4, text})
	}
	return list
}

func newRow(f *report.Finding, i, y int) row {
	s := &f.Steps[i]
	r := row{Step: i + 1, Text: s.Text, Y: y}
	act := s.Act
	if act == nil {
		r.Class, r.X, r.Width = "band", gap/2, column*len(f.Goroutines)-gap
		lines := wrap(s.Text, characters*len(f.Goroutines))
		r.Height, r.Lines = len(lines)*lineHeight+2*padding, labels(lines, r.X+r.Width/2, y)
		return r
	}
	r.Class = act.Kind
	from := lifeline(act.Goroutine)
	if act.Partner != nil && *act.Partner != act.Goroutine {
		to := lifeline(*act.Partner)
		r.Arrow, r.From, r.To, r.Middle, r.Height = true, from, to, y+arrowRow-6, arrowRow
		r.Lines = []label{{(from + to) / 2, y + lineHeight - 3, shorten(arrowText(act), characters)}}
		return r
	}
	lines := wrap(withoutName(s.Text, f.Goroutines[act.Goroutine])+holds(act), characters)
	r.X, r.Width, r.Height = from-boxWidth/2, boxWidth, len(lines)*lineHeight+2*padding
	r.Lines = labels(lines, from, y)
	return r
}

// arrowText says what goes from one lifeline to another.
func arrowText(a *report.Act) string {
	if a.Object == "" {
		return "go"
	}
	return a.Object
}

// holds says what is in a channel then, or what a wait group counts.
func holds(a *report.Act) string {
	switch {
	case a.Content == nil:
		return ""
	case a.Kind == "add":
		return fmt.Sprintf(" → %d", *a.Content)
	case *a.Content > 0 && *a.Content <= 6:
		return " " + strings.Repeat("▪", *a.Content)
	}
	return fmt.Sprintf(" (%d)", *a.Content)
}

// withoutName leaves out who acts, as the lifeline says that.
func withoutName(text, name string) string {
	if rest, ok := strings.CutPrefix(text, name+" "); ok {
		return rest
	}
	return strings.Replace(strings.Replace(text, " "+name+",", "", 1), " "+name+" ", " ", 1)
}

// ends marks the lifelines of those who never go on.
func (d *diagram) ends(f *report.Finding) {
	for i := range d.Heads {
		d.Heads[i].Bottom = d.Height
	}
	for i := range f.Steps {
		act := f.Steps[i].Act
		if act != nil && (isEnd(act) || act.Kind == report.ActAlso) {
			d.Heads[act.Goroutine].Stuck = d.Rows[i].Y + d.Rows[i].Height
		}
	}
}

// arrows connects who puts a message into a channel with who takes it out.
func (d *diagram) arrows(f *report.Finding) {
	for i := range f.Steps {
		act := f.Steps[i].Act
		if act == nil || act.Kind != "send" {
			continue
		}
		for _, message := range act.Messages {
			if a, ok := d.arrow(f, i, message); ok {
				d.Arrows = append(d.Arrows, a)
			}
		}
	}
}

// arrow is that of one message. There is none for one that a goroutine sends to itself.
func (d *diagram) arrow(f *report.Finding, i, message int) (arrow, bool) {
	act, r := f.Steps[i].Act, &d.Rows[i]
	a := arrow{Step: i + 1, X1: r.X + r.Width, Y1: r.Y + r.Height/2, Text: act.Object}
	j := slices.IndexFunc(f.Steps, func(s report.Step) bool {
		return s.Act != nil && s.Act.Kind == "receive" && slices.Contains(s.Act.Messages, message)
	})
	if j < 0 {
		a.X2, a.Y2, a.Lost = a.X1+gap, a.Y1, true
		return a, f.Category != "panic"
	}
	to := &d.Rows[j]
	if f.Steps[j].Act.Goroutine < act.Goroutine {
		a.X1, a.X2 = r.X, to.X+to.Width
	} else {
		a.X2 = to.X
	}
	a.Y2 = to.Y + to.Height/2
	return a, f.Steps[j].Act.Goroutine != act.Goroutine
}

// wrap breaks a text at spaces; a word that is too long stands alone, shortened.
func wrap(text string, width int) []string {
	var lines []string
	for _, word := range strings.Fields(text) {
		word = shorten(word, width)
		last := len(lines) - 1
		if last >= 0 && len([]rune(lines[last]))+1+len([]rune(word)) <= width {
			lines[last] += " " + word
		} else {
			lines = append(lines, word)
		}
	}
	return lines
}

func shorten(text string, width int) string {
	if runes := []rune(text); len(runes) > width {
		return string(runes[:width-1]) + "…"
	}
	return text
}
