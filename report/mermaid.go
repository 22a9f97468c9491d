package report

import (
	"bufio"
	"fmt"
	"io"
	"slices"
	"strings"
)

// WriteMermaid writes Markdown in which the execution of each finding is a sequence diagram of
// Mermaid, with a lifeline for each goroutine.
func (r *Report) WriteMermaid(w io.Writer) error {
	b := bufio.NewWriter(w)
	for i := range r.Findings {
		f := &r.Findings[i]
		if i > 0 {
			b.WriteString("\n")
		}
		fmt.Fprintf(b, "## %s: %s\n\n%s\n", markdownText(f.Site.String()), f.Category, markdownText(f.headline()))
		if len(f.Goroutines) > 0 {
			b.WriteString("\n```mermaid\n")
			f.writeMermaid(b)
			b.WriteString("```\n")
		}
	}
	return b.Flush()
}

func (f *Finding) writeMermaid(b *bufio.Writer) {
	b.WriteString("sequenceDiagram\n")
	for i, name := range f.Goroutines {
		fmt.Fprintf(b, "    participant g%d as %s\n", i, mermaidText(name))
	}
	for i := range f.Steps {
		s := &f.Steps[i]
		switch text := mermaidText(s.Text + s.Act.contentWords()); {
		case s.Act == nil:
			fmt.Fprintf(b, "    Note over %s: %s\n", f.allLifelines(), text)
		case s.Act.Partner != nil && *s.Act.Partner != s.Act.Goroutine:
			fmt.Fprintf(b, "    g%d->>g%d: %s\n", s.Act.Goroutine, *s.Act.Partner, mermaidText(s.Act.words()))
		case s.Act.Kind == "send" && f.receiver(s.Act) >= 0:
			fmt.Fprintf(b, "    g%d-)g%d: %s\n", s.Act.Goroutine, f.receiver(s.Act), mermaidText(s.Act.words()))
		default:
			fmt.Fprintf(b, "    Note over g%d: %s\n", s.Act.Goroutine, text)
		}
	}
}

func (f *Finding) allLifelines() string {
	if last := len(f.Goroutines) - 1; last > 0 {
		return fmt.Sprintf("g0,g%d", last)
	}
	return "g0"
}

// receiver is who takes a message out of the channel later; -1 if nobody else does.
func (f *Finding) receiver(sent *Act) int {
	for i := range f.Steps {
		act := f.Steps[i].Act
		if act != nil && act.Kind == "receive" && act.Goroutine != sent.Goroutine && slices.ContainsFunc(act.Messages, func(m int) bool { return slices.Contains(sent.Messages, m) }) {
			return act.Goroutine
		}
	}
	return -1
}

// words say what goes from one lifeline to another.
func (a *Act) words() string {
	if a.Kind == "spawn" {
		return "go"
	}
	return a.Object + a.contentWords()
}

// contentWords say what is in the object then.
func (a *Act) contentWords() string {
	switch {
	case a == nil || a.Content == nil:
		return ""
	case a.Kind == "add":
		return fmt.Sprintf(" (counts %d)", *a.Content)
	}
	return fmt.Sprintf(" (holds %d)", *a.Content)
}

// markdownText writes the characters that mean something in Markdown so that they don't.
func markdownText(text string) string {
	return strings.NewReplacer(`\`, `\\`, "`", "\\`", "*", `\*`, "_", `\_`, "[", `\[`, "]", `\]`, "<", "&lt;", "&", "&amp;", "|", `\|`, "#", `\#`).Replace(text)
}
