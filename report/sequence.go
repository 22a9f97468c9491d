package report

import (
	"bufio"
	"fmt"
	"io"
	"strings"
)

// WriteMermaid draws the execution of an answer as a sequence diagram of
// Mermaid. Sends are arrows, as they are asynchronous; receives are notes.
func (a *Answer) WriteMermaid(w io.Writer) error {
	b := bufio.NewWriter(w)
	b.WriteString("sequenceDiagram\n")
	aliases := map[string]string{}
	for i, name := range a.Participants {
		aliases[name] = fmt.Sprintf("p%d", i)
		fmt.Fprintf(b, "    participant p%d as %s\n", i, mermaidText(name))
	}
	if e := a.Execution; a.Chart != nil {
		a.writeChartMermaid(b, aliases)
	} else if e != nil {
		for i := range e.Events {
			e.Events[i].writeMermaid(b, aliases)
		}
		fmt.Fprintf(b, "    Note over %s: %s\n", aliases[e.Participant], mermaidText(e.Property+" fails here: "+e.Wants))
	} else {
		fmt.Fprintf(b, "    %%%% %s: nothing to show\n", mermaidText(a.Message))
	}
	return b.Flush()
}

func (e *Event) writeMermaid(b *bufio.Writer, aliases map[string]string) {
	from, to := aliases[e.From], aliases[e.To]
	switch {
	case e.Action == "receive":
		fmt.Fprintf(b, "    Note over %s: receives %s\n", to, mermaidText(e.Message))
	case e.Action == "close":
		fmt.Fprintf(b, "    Note over %s: closes %s\n", from, mermaidText(e.Channel))
	case e.Action == "find closed":
		fmt.Fprintf(b, "    Note over %s: finds %s closed\n", to, mermaidText(e.Channel))
	case to == "":
		fmt.Fprintf(b, "    Note over %s: sends %s, which nobody receives\n", from, mermaidText(e.Message))
	case e.Action == "send":
		fmt.Fprintf(b, "    %s-)%s: %s\n", from, to, mermaidText(e.Message))
	default:
		fmt.Fprintf(b, "    %s->>%s: %s\n", from, to, mermaidText(e.Message))
	}
}

// mermaidText writes the characters that end a text in Mermaid as entities.
func mermaidText(text string) string {
	return strings.NewReplacer("#", "#35;", ";", "#59;", "\n", " ", "<", "#lt;", ">", "#gt;").Replace(text)
}
