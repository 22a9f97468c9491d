package report

import (
	"bufio"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
)

// A Chart is the message sequence chart of an execution, with its conflict graph.
type Chart struct {
	Lines     []string       `json:"lines"` // who takes part, from left to right
	Messages  []ChartMessage `json:"messages"`
	Conflicts []Conflict     `json:"conflicts"`
}

// A ChartMessage is a message of a chart. Steps are counted from 1, 0 is never.
type ChartMessage struct {
	Message  string `json:"message"`
	From     string `json:"from"`
	To       string `json:"to"`
	Sent     int    `json:"sent"`
	Received int    `json:"received"`
	// Exchange is the one that the message belongs to, from 1 on in the order
	// of exchanges: a component of the conflict graph.
	Exchange int  `json:"exchange"`
	Tied     bool `json:"tied,omitempty"` // one of those that are too much for an exchange
}

// A Conflict says that an end of a message comes before an end of another on the same
// line: its sending S, or its reception R.
type Conflict struct {
	From   int    `json:"from"` // messages, from 1
	To     int    `json:"to"`
	Kind   string `json:"kind"`             // SS, SR, RS, RR
	Turned bool   `json:"turned,omitempty"` // no exchange can have it
}

// message finds the message that a step sends or receives.
func (c *Chart) message(step int) (m *ChartMessage, sent bool) {
	for i := range c.Messages {
		if m := &c.Messages[i]; m.Sent == step || m.Received == step {
			return m, m.Sent == step
		}
	}
	panic("report: chart: a step without a message")
}

// writeText writes a chart with a line down for each participant.
func (c *Chart) writeText(b *bufio.Writer, file string, e *Execution) {
	rows := [][]string{append([]string{"step", "place"}, c.Lines...)}
	for i := range e.Events {
		m, sent := c.message(i + 1)
		row := []string{strconv.Itoa(i + 1), placeIn(file, e.Events[i].Site)}
		for _, line := range c.Lines {
			row = append(row, m.cell(line, sent))
		}
		rows = append(rows, row)
	}
	writeTable(b, rows)
	c.writeTied(b)
}

// cell is what a line shows at a step.
func (m *ChartMessage) cell(line string, sent bool) string {
	switch {
	case sent && line == m.From && m.Received == 0:
		return "!" + m.Message + " to " + m.To + ", never received"
	case sent && line == m.From:
		return "!" + m.Message + " to " + m.To
	case !sent && line == m.To:
		return "?" + m.Message
	}
	return "│"
}

// writeTied says which messages are too much for an exchange, and why if it is
// not their number.
func (c *Chart) writeTied(b *bufio.Writer) {
	var tied []string
	for i := range c.Messages {
		if c.Messages[i].Tied {
			tied = append(tied, c.Messages[i].Message)
		}
	}
	if len(tied) > 0 {
		fmt.Fprintf(b, "\ttied together: %s\n", strings.Join(tied, ", "))
	}
	if text := c.turn(); text != "" {
		fmt.Fprintf(b, "\tin the way: %s\n", text)
	}
}

// turn says which reception must come before which send, "" if none must.
func (c *Chart) turn() string {
	i := slices.IndexFunc(c.Conflicts, func(d Conflict) bool { return d.Turned })
	if i < 0 {
		return ""
	}
	from, to := &c.Messages[c.Conflicts[i].From-1], &c.Messages[c.Conflicts[i].To-1]
	return fmt.Sprintf("%s receives %s before it sends %s", from.To, from.Message, to.Message)
}

// writeChartMermaid draws a chart as a sequence diagram. Its arrows start where a message
// is sent; notes say where it is received.
func (a *Answer) writeChartMermaid(b *bufio.Writer, aliases map[string]string) {
	for i := range a.Execution.Events {
		a.Execution.Events[i].writeMermaid(b, aliases)
	}
	if lines := a.Chart.Lines; len(lines) > 0 {
		fmt.Fprintf(b, "    Note over %s,%s: %s\n", aliases[lines[0]], aliases[lines[len(lines)-1]], mermaidText(a.Reason))
	}
}

// WriteChartDOT draws the chart of an answer for Graphviz: a line down for each
// participant, an arrow for each message, red ones for those that are tied together.
func (a *Answer) WriteChartDOT(w io.Writer) error {
	b := bufio.NewWriter(w)
	fmt.Fprintf(b, "digraph %q {\n  label=%q;\n  node [shape=plaintext];\n", a.System, a.Message)
	if c := a.Chart; c != nil {
		for i, line := range c.Lines {
			c.writeLineDOT(b, i, line, len(a.Execution.Events))
		}
		for i := range c.Messages {
			c.Messages[i].writeDOT(b)
		}
	}
	b.WriteString("}\n")
	return b.Flush()
}

// writeLineDOT draws a line with what happens on it.
func (c *Chart) writeLineDOT(b *bufio.Writer, number int, line string, steps int) {
	last := fmt.Sprintf("line%d", number)
	fmt.Fprintf(b, "  %s [label=%q shape=box];\n", last, line)
	for step := 1; step <= steps; step++ {
		m, sent := c.message(step)
		label := m.cell(line, sent)
		if label == "│" {
			continue
		}
		fmt.Fprintf(b, "  step%d [label=%q];\n  %s -> step%d [arrowhead=none weight=100];\n", step, label, last, step)
		last = fmt.Sprintf("step%d", step)
	}
}

func (m *ChartMessage) writeDOT(b *bufio.Writer) {
	color := "black"
	if m.Tied {
		color = "red"
	}
	if m.Received == 0 {
		return // the label of the send says so
	}
	fmt.Fprintf(b, "  step%d -> step%d [label=%q color=%s constraint=false];\n", m.Sent, m.Received, m.Message, color)
}
